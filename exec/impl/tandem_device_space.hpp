// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_DEVICE_SPACE_HPP
#define TANDEM_DEVICE_SPACE_HPP

#include <exec/tandem_engine.hpp>

namespace tandem::Impl {

/// An instance of the device space on the unit's device, with the partition copied to its memory. Call it on
/// the unit's dispatch thread, which is bound to the device from then on. Not where a device is a slice of
/// the host.
UnitSpace<Device> make_device_unit(Unit const& unit, Partition<HostMemory> const& partition,
                                   bool edges_on_host);

}  // namespace tandem::Impl

#endif
