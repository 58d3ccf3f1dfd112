// SPDX-License-Identifier: GPL-3.0-or-later
// The wrong axis, with numbers (book 41.2, section 4): the effect of every axis other than the recommended one on
// footprint per device, step time and price on K devices, next to the effect of the recommended axis.
//
// io = time spent reading, work = step time - io, W = working set, T_comm(K) = the exchange among K workers. A workload
// that does not fit on one device (W in memory, the dataset on its storage) runs on K only along the axis that splits
// it: along any other, all K devices fail, charged as ceil(K/g) nodes of g devices. If it fits:
//
//     axis           footprint   time of a step             reason
//     data           W           work + io/K                only the reading is shared; never below work. If the step
//                                                           streams its bytes from memory: at least
//                                                           (io + work)/K + T_comm(K), because each machine streams its
//                                                           share, to the extent that the bytes are data
//     training       W           io + work/K + T_comm(K)    one replica each; without a link: at least io + work/K
//     model          W/K         at least io + work/K       tensor parallel or micro-batched, the work is shared; the
//                                + (K-1) alpha              activations are not in a profile, so this is a lower bound
//     inference      W           step                       K replicas answer K times the requests, none of them faster
//     coordination   W           step                       schedules K machines; divides no work
//
// T_comm(K) is that of the project's design, including waiting and failures, so that Predict's T(K) = T_comp/K +
// T_comm(K) is the same number. If T_comp is stated, it is the work of the training axis, and the rest of the step does
// not change (unless reading dominates). A profile without a design is priced as the book's ring all-reduce, alpha
// (K-1) + 2 beta (K-1)/K with beta = Qnet/betaNet.
//
// Under weak scaling, a step on K devices does the work of K steps on one device: both factors are for the same work,
// T(K)/(K T(1)).
//
// If the serving budget is missed, the time is that of a request, and none of these axes shortens it. Cost factor =
// nodes * time factor (the price of ceil(K/g) nodes for that time); the number of nodes if nothing runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/bottleneck/flow.h"

namespace scalewright {

/// K devices: at least 2, because one device distributes nothing.
inline constexpr int minimumDevices = 2, maximumDevices = maximumPMax;

struct WrongAxisOptions {
    std::optional<int> devices;  ///< K; if absent, the profile's planP, else 4 as in the book's example
    /// Price of one node-hour (one device per node if the profile does not set it); if absent, the profile's price is
    /// used. If known, sentences include money.
    std::optional<double> priceUsdPerHour;
};

enum class Bound {
    Exact,
    AtLeast,  ///< the true factor is at least this
};

struct AxisEffect {
    Axis axis = Axis::Data;
    int devices = 4;
    bool canRun = true;  ///< false: each of the K devices fails just as the single one did
    std::optional<int> fewestDevices{};  ///< for the recommended axis, if it needs a minimum number of devices
    std::optional<double> footprintBytes;  ///< working set per device
    std::optional<bool> fits;  ///< whether it fits in the memory of one device
    /// Time for a step's work (for a request if the serving budget is missed), relative to one device.
    std::optional<double> timeFactor;
    std::optional<double> costFactor;  ///< cost over that time; per hour if nothing runs
    Bound bound = Bound::Exact;  ///< applies to both factors
    std::string reason;  ///< why a figure is absent; otherwise empty
    std::string sentence;  ///< explanation with the user's numbers
};
using WrongAxis = AxisEffect;

/// Every axis except the one in the diagnosis, in the order of allAxes. Precondition: `diagnosis` belongs to `profile`.
/// Error (Input): the number of devices is out of range, or the price is negative or infinite.
[[nodiscard]] Result<std::vector<WrongAxis>> wrongAxisEffects(const Profile& profile, const Diagnosis& diagnosis,
                                                              const WrongAxisOptions& options = {});

/// The recommended axis on the same K devices: what it improves, and the smallest number of devices that suffices. If W
/// is split, it is split evenly. Preconditions and errors as above.
[[nodiscard]] Result<AxisEffect> recommendedAxisEffect(const Profile& profile, const Diagnosis& diagnosis,
                                                       const WrongAxisOptions& options = {});

}  // namespace scalewright
