// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_host_tasks.hpp>
#include <partition/tandem_degree_profile.hpp>
#include <algorithm>

namespace tandem {

namespace {

constexpr std::size_t num_classes = std::size_t(1) << 16;

}  // namespace

DegreeProfile::DegreeProfile(Host const& space, Csr<HostMemory> const& csr)
    : m_vertices(num_classes, 0),
      m_arcs(num_classes, 0),
      m_num_vertices(csr.num_vertices()),
      m_num_arcs(csr.num_edges()) {
  constexpr std::size_t block_size = std::size_t(1) << 16;
  std::size_t const n = m_num_vertices, workers = Impl::num_host_workers(space);
  std::vector<std::vector<std::size_t>> vertices(workers, m_vertices);
  std::vector<std::vector<EdgeIndex>> arcs(workers, m_arcs);
  Impl::run_host_tasks(space, "tandem::DegreeProfile::count", n / block_size + 1,
                       [&](std::size_t worker, std::size_t block) {
                         std::size_t const end = std::min(n, (block + 1) * block_size);
                         for (std::size_t v = block * block_size; v < end; ++v) {
                           EdgeIndex const degree = csr.degree(static_cast<VertexId>(v));
                           std::size_t const c = std::min<EdgeIndex>(degree, num_classes - 1);
                           ++vertices[worker][c];
                           arcs[worker][c] += degree;
                         }
                       });
  for (std::size_t worker = 0; worker < workers; ++worker)
    for (std::size_t c = 0; c < num_classes; ++c) {
      m_vertices[c] += vertices[worker][c];
      m_arcs[c] += arcs[worker][c];
    }
}

std::size_t DegreeProfile::lowest_with(double arc_share) const {
  double left = arc_share * static_cast<double>(m_num_arcs);
  double vertices = 0;
  for (std::size_t c = 0; c < num_classes; ++c) {
    auto const arcs = static_cast<double>(m_arcs[c]);
    if (arcs > left) {
      vertices += static_cast<double>(m_vertices[c]) * left / arcs;
      break;
    }
    left -= arcs;
    vertices += static_cast<double>(m_vertices[c]);
  }
  return std::min(m_num_vertices, static_cast<std::size_t>(vertices));
}

}  // namespace tandem
