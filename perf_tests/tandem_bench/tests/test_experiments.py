# SPDX-License-Identifier: BSD-3-Clause
import unittest

from helpers import SMALL
from tandem_bench import experiments
from tandem_bench.files import Problem

TOTEM = (2, 3, 4, 7, 8, 9, 10, 12, 13, 15, 16, 17, 19, 20, 21)


def of_study(name, metrics):
    """A change to the small experiment."""
    return {'figure = "f"\nmetrics = ["rate"]': f'figure = "f"\nstudy = "{name}"\nmetrics = {metrics}'}


class Experiments(unittest.TestCase):
    def test_every_file_is_well_formed(self):
        for name in experiments.names():
            with self.subTest(name):
                experiment = experiments.load(name)
                self.assertTrue(experiment.plots and experiment.claims)

    def test_all_figures_of_the_papers_are_there(self):
        wanted = {f"totem-fig{number:02}" for number in TOTEM} | {f"dobfs-fig0{number}" for number in range(1, 5)}
        wanted |= {"dobfs-alpha", "dobfs-energy", "dobfs-switch", "dobfs-table1", "plan-quality", "plan-testbeds"}
        self.assertEqual(set(experiments.names()), wanted)

    def test_rates_of_graph500_are_averaged_by_its_rules(self):
        for name in experiments.names():
            self.assertEqual(experiments.load(name).harmonic, name.startswith("dobfs-"), name)

    def test_claims_on_communication_are_about_a_bus(self):
        """Where host threads emulate devices there is none to cross. Of these a twin may tell what the machinery
        costs."""
        crossing, checked = {"push", "pull", "fetch parents"}, 0
        for name in experiments.names():
            claims = experiments.load(name).claims
            on_devices = [claim.parameters for claim in claims if claim.accelerator]
            for claim in claims:
                part = claim.parameters.get("of", {}).get("part", [])
                if claim.check == "share" and crossing & set([part] if isinstance(part, str) else part):
                    is_twin = claim.emulated and claim.parameters in on_devices
                    self.assertTrue(claim.accelerator or is_twin, f"{name}: {claim.text}")
                    checked += 1
        self.assertEqual(checked, 6)

    def test_claims_that_are_judged_anywhere_take_no_best_of_several(self):
        """The best of many means is mostly one that was lucky; what devices gain is more than luck."""
        for name in experiments.names():
            for claim in experiments.load(name).claims:
                self.assertTrue(claim.accelerator or not claim.parameters.get("best"), f"{name}: {claim.text}")

    def test_mistakes_are_named(self):
        mistakes = {
            'title = "t"': ("", "'title' is missing"),
            "repetitions = 2": ("repetitons = 2", "unknown key 'repetitons'"),
            "sources = 3": ('sources = "three"', "sources = 'three' is not int"),
            "alphas = [0.5, 0.75]": ("alphas = [1.5]", "alpha 1.5"),
            'metrics = ["rate"]': ('metrics = ["speed"]', "unknown metric 'speed'"),
            'algorithms = ["bfs-top-down"]': ('algorithms = ["dfs"]', "unknown algorithm 'dfs'"),
            'policies = ["high", "rand"]': ('policies = ["best"]', "unknown policy 'best'"),
            "repetitions = 2\n": ('repetitions = 2\nmachines = ["abacus"]\n', "unknown machine 'abacus'"),
            'kind = "lines"': ('kind = "pie"', "unknown kind of plot 'pie'"),
            'check = "limit"': ('check = "luck"', "unknown check 'luck'"),
            "at_least = 1": ("at_worst = 1", "at_worst"),
            "where = {}\nat_least = 1": ("where = {}", "[[claims]] 1: check 'limit': at_least or at_most is missing"),
            "where = {}\nat_least": ("where = {}\nat_most = '2'\nat_least", "[[claims]] 1: at_most = '2' is not float"),
            "at_least = 1\n": ("at_least = nan\n", "[[claims]] 1: at_least = nan is not finite"),
            "alphas = [0.5, 0.75]\nrep": ("alphas = [0.5, -inf]\nrep", "[sweep]: alphas = -inf is not finite"),
            '[[plots]]\nkind = "lines"\nmetric = "rate"\nx = "alpha"\nseries = "policy"\n':
                ("", "small.toml: [[plots]] is missing: there is nothing to draw"),
            "where = {}": ("where = { polcy = 'high' }", "[[claims]] 1: where: unknown column 'polcy'"),
            "where = {}\n": ("where = { policy = 'hihg' }\n", "[[claims]] 1: where: policy: unknown policy 'hihg'"),
            '[claims.parameters]\nmetric = "rate"': ('[claims.parameters]\nmetric = "beta"',
                                                    "[[claims]] 1: metric: unknown metric 'beta'"),
            'metric = "rate"\nx': ('metric = "beta"\nx', "[[plots]] 1: metric: unknown metric 'beta'"),
            'x = "alpha"\nseries = "policy"\n': ('x = "switch"\n', "[[plots]] 1: x: unknown column 'switch'"),
            'x = "alpha"': ('x = "level"', "[[plots]] 1: x: unknown column 'level'"),
            'x = "alpha"\n': ("", "[[plots]] 1: 'x' is missing"),
            'series = "policy"': ('series = "part"', "[[plots]] 1: series: unknown column 'part'"),
            'series = "policy"\n': ('panels = "part"\n', "[[plots]] 1: panels: unknown column 'part'"),
            '"alpha"\nseries = "policy"': ('"alpha"\nover = "beta"', "[[plots]] 1: over: unknown metric 'beta'"),
            '"alpha"\nseries = "policy"\n': ('"alpha"\nwhere = { level = 1 }\n',
                                             "[[plots]] 1: where: unknown column 'level'"),
            'x = "alpha"\nseries': ('x = "alpha"\nwhere = { alpha = true }\nseries', "alpha = True is not"),
            'x = "alpha"\nseries = "policy"': ('x = "alpha"\nreference = { platform = "9S" }',
                                              "[[plots]] 1: reference: platform: unknown platform '9S'"),
            'graphs = ["rmat:S"]': ('graphs = ["rmat:s"]', "[sweep]: graphs: unknown graph 'rmat:s'"),
            '"2S1G"': ('"2G1S"', "[sweep]: platforms: '2G1S' is none"),
            "alphas = [0.5, 0.75]\n": ("switches = ['host']\n", "switches: 'host' is neither 'all' nor 'host:'"),
            "repetitions = 2\nsources": ("switches = ['all']\nsources",
                                         "switches: unknown search with a choice of direction 'bfs-top-down'"),
            "sources = 3\n": ("sources = 3\npeers = ['Ligra']\n", "[sweep]: peers: unknown peer 'Ligra'"),
            "sources = 3\n[[plots]]\n": ("sources = 3\npeers = ['GAPBS']\n[[plots]]\n",
                                        "[sweep]: peers: their rates are those of undirected graphs"),
            'check = "limit"\n': ('check = "limit"\naccelerator = true\nemulated = true\n',
                                 "[[claims]] 1: 'accelerator' and 'emulated' exclude each other"),
            "[[plots]]": ("[full]\nalphas = [2]\n[[plots]]", "[full]: alphas: alpha 2"),
            "[[plots]]\n": ("[full]\nscale = 'S'\n[[plots]]\n", "[full]: scale = 'S' is not int"),
            "sources = 3\n[[plots]]": ("sources = 3\nseed = 0\n[[plots]]", "[sweep]: seed must be 1 or more"),
            "[[plots]]\nkind": ("[full]\nrepetitions = 0\n[[plots]]\nkind", "[full]: repetitions must be 1 or more"),
            'paper = "p"\nfigure = "f"': ("paper = p", "Invalid value"),
        }
        for right, (wrong, message) in mistakes.items():
            self.check_mistake({right: wrong}, message)

    def changed(self, changes):
        text = SMALL
        for right, wrong in changes.items():
            self.assertIn(right, text)
            text = text.replace(right, wrong, 1)
        return text

    def check_mistake(self, changes, message):
        """What is wrong with the small experiment after these changes is told in one line."""
        with self.subTest(message), self.assertRaises(Problem) as caught:
            experiments.parse("small", self.changed(changes))
        self.assertIn(message, str(caught.exception))
        self.assertTrue(str(caught.exception).startswith("small.toml: "))
        self.assertNotIn("\n", str(caught.exception))

    def test_metrics_that_nothing_tells(self):
        graph500 = {'["bfs-top-down"]': '["graph500"]', '["rmat:S"]': '["kron:S"]'}
        alphas = "alphas = [0.5, 0.75]"
        mistakes = (
            ({'["rate"]': '["speedup"]'}, "metrics of study 'runs': unknown metric 'speedup'; there are: rate beta"),
            (of_study("model", '["rate"]'), "metrics of study 'model': unknown metric 'rate'; there are: speedup"),
            (of_study("prediction", '["rate", "beta"]'), "unknown metric 'beta'; there are: rate speedup"),
            (of_study("plan", '["quality"]'), "metrics: study 'plan' goes by 'rate', which is missing"),
            (graph500, "[sweep]: algorithms: 'graph500' does not tell 'rate'"),
            ({'["rate"]': '["efficiency"]'}, "[sweep]: algorithms: 'bfs-top-down' does not tell 'efficiency'"),
            ({'["rate"]': '["rate", "accesses"]', '"2S1G"': '"2G"'},
             "[sweep]: platforms: '2G' has no host, to tell 'accesses' of"),
            ({'["rate"]': '["rate", "llc"]'}, "[sweep]: 'llc' needs 'counters = true'"),
            (of_study("plan", '["rate", "quality"]') | graph500,
             "[sweep]: algorithms: study 'plan' needs others than 'graph500'"),
            (of_study("plan", '["rate", "quality"]') | {alphas: 'alphas = ["auto", 0.5]'},
             "[sweep]: alphas: study 'plan' needs others than 'auto'"),
            (of_study("machines", '["speedup"]') | {alphas: ""}, "alphas: study 'machines' needs others than 'auto'"),
            (of_study("prediction", '["rate", "speedup"]') | {'["high", "rand"]': '["auto"]'},
             "[sweep]: policies: study 'prediction' needs others than 'auto'"),
            (of_study("model", '["speedup"]'), "[sweep]: betas: study 'model' needs some"),
            (of_study("memory", '["rate", "device_edges"]'), "[sweep]: memory: study 'memory' needs some"),
            (of_study("memory", '["device_edges"]') | {"repetitions = 2": "memory = [0.5]",
                                                       'metric = "rate"': 'metric = "device_edges"'},
             "[[plots]] 1: x: unknown column 'alpha'; there are: graph algorithm platform policy memory"),
            ({'["rmat:S"]': "[]"}, "[sweep]: graphs: study 'runs' needs some"),
            ({"[[plots]]": "[full]\nplatforms = []\n[[plots]]"}, "[full]: platforms: study 'runs' needs some"),
        )
        for changes, message in mistakes:
            self.check_mistake(changes, message)

    def test_columns_without_a_value_or_a_number(self):
        """The host alone has neither a policy nor an alpha."""
        alphas, series, limit = "alphas = [0.5, 0.75]", 'series = "policy"\n', 'check = "limit"'
        auto = {alphas: 'alphas = ["auto", 0.5]'}
        levels = {'["rate"]': '["level_time", "frontier_degree"]', 'metric = "rate"\nx': 'metric = "level_time"\nx'}
        no_rows = 'where = { platform = "nS", policy = "high" }'

        def claim(check, words):
            return {limit: f'check = "{check}"', "where = {}\nat_least = 1": words}

        mistakes = (
            ({series: ""}, "[[plots]] 1: x: platform nS has no alpha: leave it out by 'where'"),
            (auto, "[[plots]] 1: x: alpha 'auto' is no number"),
            ({'x = "alpha"': 'x = "policy"'}, "[[plots]] 1: x: unknown column of numbers 'policy'; there are: alpha"),
            ({"lines": "bars", 'x = "alpha"\nseries = "policy"': 'x = "policy"'}, "x: platform nS has no policy"),
            ({"lines": "bars", 'x = "alpha"\nseries': 'x = "graph"\npanels'}, "panels: platform nS has no policy"),
            ({"lines": "table", 'x = "alpha"\n': 'x = "graph"\npanels = "alpha"\n'},
             "[[plots]] 1: panels: platform nS has no alpha"),
            ({"lines": "bars", 'x = "alpha"\n': 'x = "processor"\nover = "frontier_degree"\n'} | levels,
             "[[plots]] 1: over: unknown column 'processor'"),
            ({series: f"{series}agreement = true\n"}, "[[plots]] 1: agreement: only 'speedup' of study 'prediction'"),
            (of_study("model", '["speedup"]') | {'metric = "rate"\nx': 'metric = "speedup"\nx', series:
             "reference = { alpha = 0.5 }\n", "sources = 3": "betas = [0.1]\nrates = [1e9]\nbytes_per_edge = [4]"},
             "[[plots]] 1: reference: unknown column 'platform'"),
            ({series: f"{series}{no_rows}\n"}, "[[plots]] 1: where: no row has all of that"),
            ({"where = {}": no_rows}, "[[claims]] 1: where: no row has all of that"),
            (claim("peak", 'x = "policy"\nat_most = 1'), "[[claims]] 1: x: unknown column of numbers 'policy'"),
            (claim("peak", 'x = "alpha"\nat_most = 1'), "[[claims]] 1: x: platform nS has no alpha"),
            (auto | {"lines": "bars"} | claim("trend", 'x = "alpha"'), "[[claims]] 1: x: alpha 'auto' is no number"),
            (claim("trend", 'x = "alpha"\nwhere = { platform = "nS" }'), "[[claims]] 1: x: platform nS has no alpha"),
            (claim("correlation", 'by = "policy"\nat_least = 0.5'),
             "[[claims]] 1: check 'correlation': only 'speedup' of study 'prediction' is both predicted and achieved"),
            ({"[[plots]]": '[full]\nalphas = ["auto"]\n[[plots]]'}, "with [full]: [[plots]] 1: x: alpha 'auto'"),
        )
        for changes, message in mistakes:
            self.check_mistake(changes, message)
        for changes in ({series: 'where = { platform = ["nS1G", "2S1G"] }\n'}, claim("trend", 'x = "alpha"'),
                        {series: 'where = { policy = "high" }\n'}, {alphas: 'alphas = ["equal"]'},
                        claim("peak", 'x = "alpha"\nat_most = 1\nwhere = { policy = "high" }')):
            with self.subTest(changes):
                experiments.parse("small", self.changed(changes))

    def test_sizes_and_sockets_are_filled_in(self):
        self.assertEqual(experiments.resolve({"a": ["rmat:S-2", "kron:S+2", "nS1G", "nS", "twitter", 3]}, 20, 2),
                         {"a": ["rmat:18", "kron:22", "2S1G", "2S", "twitter", 3]})
        small = experiments.parse("small", SMALL + "[full]\nscale = 28\n")
        self.assertEqual(experiments.settle(small, 2).sweep.graphs, ["rmat:18"])
        self.assertEqual(experiments.settle(small, 2, full=True).sweep.graphs, ["rmat:28"])
        self.assertEqual(experiments.settle(small, 2, scale=9, full=True).sweep.graphs, ["rmat:9"])
        self.assertEqual(experiments.settle(small, 2, repetitions=7).sweep.repetitions, 7)

    def test_the_papers_have_64_runs_a_point(self):
        for name in experiments.names():
            sweep = experiments.settle(experiments.load(name), 1, full=True).sweep
            if name.startswith(("totem-", "dobfs-")) and "rate" in experiments.load(name).metrics:
                with self.subTest(name):
                    self.assertEqual(sweep.samples, 64)
        # What the user says comes first.
        asked = experiments.settle(experiments.load("totem-fig07"), 1, repetitions=2, full=True).sweep
        self.assertEqual((asked.repetitions, asked.samples), (2, 1))
