// SPDX-License-Identifier: BSD-3-Clause
#include <core/tandem_error.hpp>
#include <exec/impl/tandem_affinity.hpp>
#include <exec/tandem_cpuset.hpp>
#include <fmt/format.h>
#include <sched.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <system_error>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace tandem {

namespace {

struct CpuMaskDelete {
  void operator()(cpu_set_t* mask) const { CPU_FREE(mask); }
};
using CpuMask = std::unique_ptr<cpu_set_t, CpuMaskDelete>;

/// The CPUs of all places of the OpenMP runtime; none when it does not bind.
CpuSet openmp_places() {
  CpuSet pus;
#if defined(_OPENMP)
  for (int place = 0; place < omp_get_num_places(); ++place) {
    CpuSet ids(static_cast<std::size_t>(omp_get_place_num_procs(place)));
    omp_get_place_proc_ids(place, ids.data());
    pus.insert(pus.end(), ids.begin(), ids.end());
  }
#endif
  return pus;
}

CpuSet initial_cpuset() {
  CpuSet pus = current_cpuset();
  // libgomp binds the main thread while it is loaded, before any code of ours can look: only its places,
  // which it took from the mask it found, still tell the CPUs.
  if (user_binding().empty()) return pus;
  CpuSet const places = openmp_places();
  pus.insert(pus.end(), places.begin(), places.end());
  std::sort(pus.begin(), pus.end());
  pus.erase(std::unique(pus.begin(), pus.end()), pus.end());
  return pus;
}

/// Asks when the program is loaded: before main, so before the first parallel region.
[[maybe_unused]] CpuSet const& asked_at_load = process_cpuset();

}  // namespace

namespace Impl {

int set_thread_affinity(int const* pus, int count) noexcept {
  if (count <= 0) return EINVAL;
  int const most = *std::max_element(pus, pus + count);
  CpuMask const mask(CPU_ALLOC(static_cast<std::size_t>(most) + 1));
  if (!mask) return ENOMEM;
  std::size_t const bytes = CPU_ALLOC_SIZE(static_cast<std::size_t>(most) + 1);
  CPU_ZERO_S(bytes, mask.get());
  for (int i = 0; i < count; ++i) CPU_SET_S(static_cast<std::size_t>(pus[i]), bytes, mask.get());
  return sched_setaffinity(0, bytes, mask.get()) == 0 ? 0 : errno;
}

}  // namespace Impl

std::string to_string(CpuSet const& pus) {
  if (pus.empty()) return "none";
  CpuSet sorted = pus;
  std::sort(sorted.begin(), sorted.end());
  std::string text;
  for (std::size_t first = 0; first < sorted.size();) {
    std::size_t last = first;
    while (last + 1 < sorted.size() && sorted[last + 1] <= sorted[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", sorted[first]);
    if (sorted[last] > sorted[first]) text += fmt::format("-{}", sorted[last]);
    first = last + 1;
  }
  return text;
}

CpuSet current_cpuset() {
  // The kernel refuses a mask smaller than its own, whose size it does not tell.
  constexpr std::size_t most = std::size_t(1) << 20;
  for (std::size_t size = 1024; size <= most; size *= 2) {
    CpuMask const mask(CPU_ALLOC(size));
    std::size_t const bytes = CPU_ALLOC_SIZE(size);
    if (!mask || sched_getaffinity(0, bytes, mask.get()) != 0) continue;
    CpuSet pus;
    for (std::size_t pu = 0; pu < size; ++pu)
      if (CPU_ISSET_S(pu, bytes, mask.get())) pus.push_back(static_cast<int>(pu));
    return pus;
  }
  return {};
}

CpuSet const& process_cpuset() {
  static CpuSet const pus = initial_cpuset();
  return pus;
}

std::string user_binding() {
  constexpr std::array names{"OMP_PROC_BIND", "OMP_PLACES", "GOMP_CPU_AFFINITY", "KMP_AFFINITY"};
  for (char const* name : names)
    if (char const* value = std::getenv(name); value != nullptr && *value != '\0')
      return fmt::format("{}={}", name, value);
  return {};
}

void bind_current_thread(CpuSet const& pus) {
  int const error = Impl::set_thread_affinity(pus.data(), static_cast<int>(pus.size()));
  if (error != 0)
    throw Error(fmt::format("cannot bind a thread to CPUs {}: {}; turn binding off", to_string(pus),
                            std::generic_category().message(error)));
}

ScopedBinding::ScopedBinding(CpuSet const& pus) {
  if (pus.empty()) return;
  m_before = current_cpuset();
  bind_current_thread(pus);
}

ScopedBinding::~ScopedBinding() {
  if (!m_before.empty()) Impl::set_thread_affinity(m_before.data(), static_cast<int>(m_before.size()));
}

}  // namespace tandem
