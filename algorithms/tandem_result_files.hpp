// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RESULT_FILES_HPP
#define TANDEM_RESULT_FILES_HPP

#include <algorithms/tandem_results.hpp>
#include <core/tandem_graph.hpp>
#include <filesystem>
#include <memory>

namespace tandem {

namespace Impl {
class OutputFile;
}

/// Results as text: one line a vertex, its original id and its value or values with tabs between, in rising
/// order of ids. The file appears whole on commit(); without it nothing changes on disk. Names that end in
/// .gz or .zst are compressed. Every failure is a tandem::Error naming the path. Formats on `space`.
///
///     ResultFile file(space, "distances.tsv");
///     file.expect(sources.size());
///     for (VertexId source : sources) file.add(graph, source, sssp(graph, source));
///     file.commit();
class ResultFile {
 public:
  ResultFile(Host const& space, std::filesystem::path const& path);
  ~ResultFile();
  ResultFile(ResultFile const&) = delete;
  ResultFile& operator=(ResultFile const&) = delete;

  /// Results of so many sources will follow: of more than one, each is headed by "# source ID".
  void expect(std::size_t num_sources) { m_headed = num_sources > 1; }

  /// Level and parent; both -1 where no path leads.
  void add(Graph const& graph, VertexId source, BfsTree const& result);
  /// Distance; "inf" where no path leads.
  void add(Graph const& graph, VertexId source, Distances const& result);
  /// The smallest original id of the component.
  void add(Graph const& graph, Components const& result);
  /// The shortest number that reads back as the same double.
  void add(Graph const& graph, Ranks const& result);
  void add(Graph const& graph, Centrality const& result);

  /// Nothing may be added afterwards.
  void commit();

 private:
  void write_head(Graph const& graph, VertexId source);
  void check_extent(Graph const& graph, std::size_t extent) const;
  template <class Append>
  void write_rows(Graph const& graph, Append const& append);
  void sort_vertices(Graph const& graph);

  Host m_space;
  std::unique_ptr<Impl::OutputFile> m_file;
  bool m_headed = false;
  /// Vertices by original id, kept from one result to the next of the same graph; empty: as they are.
  HostView<VertexId> m_order;
  HostView<OriginalId const> m_ordered_ids;  ///< what m_order was made from
};

}  // namespace tandem

#endif
