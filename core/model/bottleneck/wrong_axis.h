// The wrong axis, with numbers (book 41.2, section 4): what every axis other than the named one would do to the
// footprint per device, the time of a step and its price, on K devices; and the same of the named one beside it.
//
// io = time spent reading, work = step time - io, W = working set, T_comm(K) = the exchange of K workers. What does not
// fit one device (W in memory, the dataset on its storage) runs on K only along the axis that splits it: any other
// fails K times, charged as ceil(K/g) nodes of g devices. Where it fits:
//
//   axis           footprint   time of a step              why
//   data           W           work + io/K                 only the reading is shared out; never below work. Where the step streams
//                                                          its bytes from memory, at least (io + work)/K + T_comm(K): each
//                                                          machine streams its share, as far as the bytes are data
//   training       W           io + work/K + T_comm(K)     a replica each; without a link: at least io + work/K
//   model          W/K         at least io + work/K + (K-1) alpha: tensor parallel or micro-batched, the work is shared; what the
//                                                          activations weigh is not in a profile, so this is a lower bound
//   inference      W           step                        K replicas answer K times the requests, each as fast as before
//   coordination   W           step                        orders K machines; divides no work
//
// T_comm(K) is that of the project's design, its waiting and failures included, so that Predict's T(K) = T_comp/K +
// T_comm(K) is the same number; where T_comp is stated it is the training axis' work, and what else the step takes
// stays as it is (not where reading dominates). A profile without a design is priced as the book's ring all-reduce,
// alpha (K-1) + 2 beta (K-1)/K with beta = Qnet/betaNet.
//
// Under weak scaling a step on K does the work of K steps on one: both factors are of the same work, T(K)/(K T(1)).
//
// Where the serving budget is missed the time is that of a request, and none of these shortens it.
// Cost factor = nodes * time factor (the price of ceil(K/g) nodes for that time); the nodes where nothing runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/bottleneck/flow.h"

namespace scalewright {

/// K devices: one is no distribution.
inline constexpr int leastDevices = 2, mostDevices = largestPMax;

struct WrongAxisOptions {
    std::optional<int> devices;  ///< K; absent: the profile's planP, else 4 as in the book's example
    std::optional<double> priceUsdPerHour;  ///< of one node-hour (one device a node where the profile does not say);
        ///< absent: the profile's; with one, sentences carry money
};

enum class Bound {
    Exact,
    AtLeast,  ///< the true factor is this or more
};

struct AxisEffect {
    Axis axis = Axis::Data;
    int devices = 4;
    bool runs = true;  ///< false: each of the K devices fails as the one did
    std::optional<int> fewestDevices{};  ///< of the named axis, where so many are what it takes
    std::optional<double> footprintBytes;  ///< working set per device
    std::optional<bool> fits;  ///< in one device's memory
    /// Of a step's work (of a request where the serving budget is missed), against one device
    std::optional<double> timeFactor;
    std::optional<double> costFactor;  ///< for that time; of the hour where nothing runs
    Bound bound = Bound::Exact;  ///< of both factors
    std::string reason;  ///< why a figure is absent; else empty
    std::string sentence;  ///< with the user's numbers
};
using WrongAxis = AxisEffect;

/// Every axis but the diagnosis' own, in the order of allAxes. Precondition: `diagnosis` is of `profile`.
/// Error (Input): fewer devices than that or more, a negative or infinite price.
[[nodiscard]] Result<std::vector<WrongAxis>> wrongAxes(const Profile& profile, const Diagnosis& diagnosis,
                                                       const WrongAxisOptions& options = {});

/// The named axis on the same K devices: what it lifts, and how many devices are the fewest that suffice.
/// Where W is split it is split evenly. Preconditions and errors as above.
[[nodiscard]] Result<AxisEffect> namedAxis(const Profile& profile, const Diagnosis& diagnosis,
                                           const WrongAxisOptions& options = {});

}  // namespace scalewright
