// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_host_tasks.hpp>
#include <partition/tandem_degree_profile.hpp>
#include <algorithm>

namespace tandem {

DegreeProfile::DegreeProfile(Host const& space, Csr<HostMemory> const& csr)
    : m_vertices(std::min(max_degree_classes, csr.num_vertices() + 1), 0),
      m_arcs(m_vertices.size(), 0),
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
                           std::size_t const c = std::min<EdgeIndex>(degree, m_vertices.size() - 1);
                           ++vertices[worker][c];
                           arcs[worker][c] += degree;
                         }
                       });
  for (std::size_t worker = 0; worker < workers; ++worker)
    for (std::size_t c = 0; c < m_vertices.size(); ++c) {
      m_vertices[c] += vertices[worker][c];
      m_arcs[c] += arcs[worker][c];
    }
}

std::size_t DegreeProfile::lowest_with(double arc_share) const {
  double left = arc_share * static_cast<double>(m_num_arcs);
  double vertices = 0;
  for (std::size_t c = 0; c < m_vertices.size(); ++c) {
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

double DegreeProfile::arc_share_of_highest(double vertex_share) const {
  if (m_num_arcs == 0) return vertex_share;
  double left = vertex_share * static_cast<double>(m_num_vertices - m_vertices[0]), arcs = 0;
  for (std::size_t c = m_vertices.size(); c-- > 1 && left > 0;) {
    double const taken = std::min(left, static_cast<double>(m_vertices[c]));
    if (taken > 0) arcs += static_cast<double>(m_arcs[c]) * taken / static_cast<double>(m_vertices[c]);
    left -= taken;
  }
  return std::min(1.0, arcs / static_cast<double>(m_num_arcs));
}

}  // namespace tandem
