// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_AFFINITY_HPP
#define TANDEM_AFFINITY_HPP

namespace tandem::Impl {

/// Lets the calling thread run only on `count` PUs. Returns 0 or the system's error number; never throws, as
/// it is called inside kernels.
int set_thread_affinity(int const* pus, int count) noexcept;

}  // namespace tandem::Impl

#endif
