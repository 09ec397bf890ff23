// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_RUNTIME_HPP
#define TANDEM_RUNTIME_HPP

#include <string>
#include <vector>

namespace tandem {

/// Of the Kokkos that tandem was built with, such as "4.5.1".
std::string kokkos_version();
/// And its execution spaces, such as "OpenMP", "Serial".
std::vector<std::string> kokkos_backends();

/// Kokkos for the life of a program; make one in main, before anything else of tandem is used.
///
/// A build for an accelerator also runs where there is none, e.g. on a cluster's login node: then only
/// the host's back end is started and everything on Host works, which Kokkos::initialize itself would refuse.
class Runtime {
 public:
  /// `threads` of the host; 0: as many as OMP_NUM_THREADS says, else one a core, as far as Kokkos has room
  /// and a container grants CPU time. Throws tandem::Error when Kokkos has no room for those asked for.
  explicit Runtime(int threads = 0);
  ~Runtime();
  Runtime(Runtime const&) = delete;
  Runtime& operator=(Runtime const&) = delete;

  /// False: only Host may be used.
  bool has_device() const { return m_has_device; }

 private:
  bool m_has_device = false;
};

}  // namespace tandem

#endif
