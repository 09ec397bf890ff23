// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DEVICE_QUERY_HPP
#define TANDEM_DEVICE_QUERY_HPP

#include <exec/tandem_platform.hpp>

namespace tandem::Impl {

/// Fills in the back end and the devices, all but their free memory. No driver means no devices and a note.
void query_devices(Machine& machine);

/// Asks the first `count` devices for their free memory. Apart, because it creates a context on each, which
/// takes time and some of that memory: only the devices of the run shall be asked.
void query_free_memory(Machine& machine, int count);

/// The most threads that an instance of the host space can have.
int max_unit_threads();

}  // namespace tandem::Impl

#endif
