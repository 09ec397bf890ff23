// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_UNIT_THREADS_HPP
#define TANDEM_UNIT_THREADS_HPP

#include <core/tandem_spaces.hpp>
#include <exec/tandem_platform.hpp>

namespace tandem {

/// A new instance of the host space with the unit's threads. The OpenMP runtime keeps a pool of workers for
/// each thread that launches kernels: make, bind and use the instance on the unit's dispatch thread only.
Host make_host_space(Unit const& unit);

/// Binds each thread of `space`, the calling one too, to its own CPU of the unit, if the unit is to be bound.
/// Call it once, after make_host_space. Throws tandem::Error when the system refuses.
void bind_threads(Host const& space, Unit const& unit);

/// Sends the OpenMP workers of the calling thread to sleep until its next kernel. On their own they go on
/// spinning for some milliseconds, on cores that units have been given.
void rest_workers();

}  // namespace tandem

#endif
