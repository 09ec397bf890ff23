# SPDX-License-Identifier: BSD-3-Clause
"""The kinds of experiments, by the names that their files have for them."""
from .measured import Runs
from .planned import Machines, Memory, Model, Plan, Prediction

STUDIES = {"runs": Runs, "model": Model, "prediction": Prediction, "plan": Plan, "memory": Memory,
           "machines": Machines}
