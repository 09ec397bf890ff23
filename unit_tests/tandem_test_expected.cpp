// SPDX-License-Identifier: BSD-3-Clause
#include "tandem_test_expected.hpp"

#include <core/impl/tandem_input_file.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <unordered_map>

namespace tandem::test {
namespace {

/// The word behind each vertex's id. Vertices that the graph lacks may have lines too.
std::vector<std::string> read_words(std::filesystem::path const& path, Graph const& graph) {
  std::unordered_map<OriginalId, std::string> word_of;
  std::ifstream in(path);
  OriginalId id = 0;
  for (std::string word; in >> id >> word;) word_of[id] = word;
  if (!in.eof()) throw std::runtime_error(path.string() + " has a line that is not 'id value'");
  std::vector<std::string> words;
  for (std::size_t v = 0; v < graph.num_vertices(); ++v)
    words.push_back(word_of.at(graph.original_id(static_cast<VertexId>(v))));
  return words;
}

/// The value of a line "graph.<name>.<key> = <value>", or an empty string.
std::string property(std::filesystem::path const& path, std::string const& key) {
  std::ifstream in(path);
  for (std::string line; std::getline(in, line);) {
    std::size_t const equals = line.find(" = ");
    if (equals != std::string::npos && line.substr(0, equals).ends_with(key)) return line.substr(equals + 3);
  }
  return {};
}

/// Writes lists of neighbours, lines "vertex neighbour neighbour ...", as edges to a file beside them.
std::filesystem::path to_edges(std::filesystem::path const& lists) {
  auto const edges = std::filesystem::path(lists).concat(".txt");
  std::ifstream in(lists);
  std::ofstream out(edges);
  for (std::string line; std::getline(in, line);) {
    std::istringstream ids(line);
    OriginalId from = 0;
    ids >> from;
    for (OriginalId to = 0; ids >> to;) out << from << ' ' << to << '\n';
  }
  return edges;
}

}  // namespace

Graph ExpectedResult::read(BuildOptions const& build) const {
  return read_graph(Host(), graph_path, {.undirected = undirected}, build);
}

VertexId ExpectedResult::source(Graph const& graph) const {
  return find_vertex(graph, source_id).value();
}

std::vector<std::int32_t> ExpectedResult::levels(Graph const& graph) const {
  std::vector<std::int32_t> levels;
  for (auto const& word : read_words(answer_path, graph))
    levels.push_back(word == "9223372036854775807" ? -1 : std::stoi(word));
  return levels;
}

std::vector<double> ExpectedResult::distances(Graph const& graph) const {
  constexpr double unreached = 1e308;  // some write the largest double, not an infinity
  std::vector<double> distances;
  for (auto const& word : read_words(answer_path, graph)) {
    double const distance = std::stod(word);
    distances.push_back(distance > unreached ? std::numeric_limits<double>::infinity() : distance);
  }
  return distances;
}

std::vector<VertexId> ExpectedResult::components(Graph const& graph) const {
  auto const words = read_words(answer_path, graph);
  std::unordered_map<std::string, VertexId> smallest;
  for (std::size_t v = 0; v < words.size(); ++v) {
    auto const vertex = static_cast<VertexId>(v);
    VertexId& known = smallest.try_emplace(words[v], vertex).first->second;
    if (graph.original_id(vertex) < graph.original_id(known)) known = vertex;
  }
  std::vector<VertexId> components;
  for (auto const& word : words) components.push_back(smallest.at(word));
  return components;
}

std::vector<double> ExpectedResult::ranks(Graph const& graph) const {
  std::vector<double> ranks;
  for (auto const& word : read_words(answer_path, graph)) ranks.push_back(std::stod(word));
  return ranks;
}

ExpectedResults::ExpectedResults() {
  unpack_tar(Impl::InputFile::open(path()).bytes(), m_folder.path());
}

std::vector<ExpectedResult> ExpectedResults::of(std::string const& algorithm) const {
  std::vector<ExpectedResult> results;
  for (auto const& entry :
       std::filesystem::directory_iterator(m_folder / "ldbc-graphalytics-examples/graphs")) {
    if (!entry.path().string().ends_with("-" + algorithm)) continue;
    std::string const name = entry.path().filename().string();
    auto const stem = entry.path().parent_path() / name.substr(0, name.size() - algorithm.size() - 1);
    auto const properties = std::filesystem::path(stem).concat(".properties");
    ExpectedResult result{name, stem, false, entry.path()};
    if (algorithm == "BFS") result.source_id = std::stoull(property(properties, ".bfs.source-vertex"));
    if (algorithm == "SSSP") result.source_id = std::stoull(property(properties, ".sssp.source-vertex"));
    if (algorithm == "PR") result.iterations = std::stoi(property(properties, ".pr.num-iterations"));
    if (algorithm == "PR") result.damping = std::stod(property(properties, ".pr.damping-factor"));
    results.push_back(result);
  }

  // Of LDBC's validation only shortest paths have files of edges. Lists of undirected graphs have both arcs.
  std::string folder = algorithm;
  std::transform(folder.begin(), folder.end(), folder.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (std::string const direction : {"dir", "undir"}) {
    auto const stem = m_folder / ("ldbc-graphalytics-validation/" + folder + "/" + direction);
    auto const input = std::filesystem::path(stem).concat("-input");
    bool const has_edges = algorithm == "SSSP";
    results.push_back({"validation of " + folder + ", " + direction, has_edges ? input : to_edges(input),
                       has_edges && direction == "undir", std::filesystem::path(stem).concat("-output"), 1,
                       direction == "dir" ? 14 : 26});
  }

  auto const gnutella = m_folder / "p2p-31/p2p-31";
  auto const answer = std::filesystem::path(gnutella).concat("-" + algorithm);
  results.push_back({"p2p-31 undirected", gnutella, true, answer, 6, 10});
  if (algorithm == "WCC") results.push_back({"p2p-31 directed", gnutella, false, answer});
  if (algorithm == "BFS" || algorithm == "SSSP")
    results.push_back(
        {"p2p-31 directed", gnutella, false, std::filesystem::path(answer).concat("-directed"), 6});
  if (auto const twitter = test_data("ego-twitter-weighted.csv.zst");
      algorithm == "SSSP" && std::filesystem::exists(twitter))
    results.push_back({"twitter", twitter, false, m_folder / "twitter/twitter-sssp-4", 4});
  return results;
}

}  // namespace tandem::test
