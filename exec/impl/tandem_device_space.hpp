// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DEVICE_SPACE_HPP
#define TANDEM_DEVICE_SPACE_HPP

#include <exec/tandem_engine.hpp>

namespace tandem::Impl {

/// An instance of the device space on the unit's device, with the partition copied to its memory, but for its
/// channels. Call it on the unit's dispatch thread, which is bound to the device from then on. Not where a
/// device is a slice of the host.
UnitSpace<Device> make_device_unit(Unit const& unit, Partition<HostMemory> const& partition,
                                   bool edges_on_host);

/// Copies the channels, too. On the same thread.
void add_channels(UnitSpace<Device>& unit, Partition<HostMemory> const& partition);

}  // namespace tandem::Impl

#endif
