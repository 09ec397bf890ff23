// SPDX-License-Identifier: BSD-3-Clause
#include <core/impl/tandem_text_chunks.hpp>
#include <core/tandem_error.hpp>
#include <core/tandem_spaces.hpp>
#include <exec/impl/tandem_units.hpp>
#include <exec/tandem_runtime.hpp>
#include <fmt/format.h>
#include <algorithm>
#include <cstdlib>
#include <limits>
#include <string_view>

namespace tandem {

std::string kokkos_version() {
  return fmt::format("{}.{}.{}", KOKKOS_VERSION / 10000, KOKKOS_VERSION / 100 % 100, KOKKOS_VERSION % 100);
}

std::vector<std::string> kokkos_backends() {
  return {
#if defined(KOKKOS_ENABLE_CUDA)
    "Cuda",
#endif
#if defined(KOKKOS_ENABLE_HIP)
        "HIP",
#endif
#if defined(KOKKOS_ENABLE_OPENMPTARGET)
        "OpenMPTarget",
#endif
#if defined(KOKKOS_ENABLE_OPENMP)
        "OpenMP",
#endif
#if defined(KOKKOS_ENABLE_THREADS)
        "Threads",
#endif
#if defined(KOKKOS_ENABLE_SERIAL)
        "Serial",
#endif
  };
}

namespace {

/// Kokkos aborts with a stack trace where a variable of its own says what it does not know.
void check_kokkos_variables() {
  auto const refuse_unless = [](char const* name, char const* expected, auto const& holds) {
    char const* const value = std::getenv(name);
    if (value != nullptr && !holds(std::string_view(value)))
      throw Error(fmt::format("{}={} in the environment: expected {}", name, value, expected));
  };
  auto const one_of = [](std::initializer_list<std::string_view> words) {
    return [words = std::vector<std::string_view>(words)](std::string_view value) {
      return std::any_of(words.begin(), words.end(),
                         [&](std::string_view word) { return Impl::equal_letters(word, value); });
    };
  };
  refuse_unless("KOKKOS_NUM_THREADS", "a number from 1", [](std::string_view value) {
    auto const number = Impl::to_number(value);
    return number && *number > 0 && *number <= std::numeric_limits<int>::max();
  });
  refuse_unless("KOKKOS_DEVICE_ID", "a number from 0", [](std::string_view value) {
    auto const number = Impl::to_number(value);
    return number && *number <= std::numeric_limits<int>::max();
  });
  refuse_unless("KOKKOS_MAP_DEVICE_ID_BY", "mpi_rank or random", one_of({"mpi_rank", "random"}));
  for (char const* name : {"KOKKOS_DISABLE_WARNINGS", "KOKKOS_PRINT_CONFIGURATION", "KOKKOS_TUNE_INTERNALS"})
    refuse_unless(name, "yes or no", one_of({"yes", "true", "1", "no", "false", "0"}));
}

}  // namespace

Runtime::Runtime(int threads) {
  check_kokkos_variables();
  Machine const machine = discover_machine();
  m_has_device = device_is_host_v || !machine.devices.empty();
  Kokkos::InitializationSettings settings;
  settings.set_disable_warnings(true);  // we bind threads ourselves, OMP_PROC_BIND need not be set
  settings.set_num_threads(Impl::runtime_threads(machine, threads, Impl::read_thread_environment()));
  if (m_has_device) {
    Kokkos::initialize(settings);
  } else {
    // Kokkos has no public way to leave a back end out; this is what Kokkos::initialize does for this one.
    Host::impl_initialize(settings);
  }
}

Runtime::~Runtime() {
  if (m_has_device) {
    Kokkos::finalize();
  } else {
    Host::impl_finalize();
  }
}

}  // namespace tandem
