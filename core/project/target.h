// The target: what a design would run on.
#pragma once

#include <array>
#include <string>

#include "core/json/json.h"
#include "core/project/field.h"

namespace scalewright {

/// What it would run on: node type, link, price. p counts workers; a node holds workersPerNode of them, and a node is what is
/// charged, draws power and fails.
struct Target {
    std::string node;
    std::string link;
    MaybeQuantity alphaS;               ///< latency per message or hop
    MaybeQuantity bandwidthBytesPerS;   ///< one link, one direction
    MaybeQuantity alpha2S, bandwidth2BytesPerS;  ///< between nodes: with workersPerNode a second level of network
    MaybeQuantity oversubscription;     ///< of the network between nodes; absent: 1
    MaybeQuantity workersPerNode;       ///< absent: 1
    MaybeQuantity memoryBytes;          ///< of one worker (card or node)
    MaybeQuantity peakFlops, memoryBandwidthBytesPerS, powerW;
    MaybeQuantity priceUsdPerHour;
    MaybeQuantity nodeMtbfS;            ///< mean time between failures of one node, with all its workers
    bool preemptible = false;           ///< spot capacity: the provider may take a node back
    Json::Object unknown;
    bool operator==(const Target&) const = default;
};

template <>
inline constexpr auto quantities<Target> = std::to_array<QuantityField<Target>>({
    {&Target::alphaS, {"/target/alpha_s", Dimension::Time, Range::NotNegative, phrase("alpha"), phrase("the link's latency"),
     phrase("a small message's: from the catalogue, the link's data sheet, or fit-comm from timed collectives")}},
    {&Target::bandwidthBytesPerS, {"/target/bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive, phrase("bandwidth"), phrase("the link's bandwidth"),
     phrase("one link, one direction: from the catalogue, or fit-comm from timed collectives")}},
    {&Target::alpha2S, {"/target/alpha2_s", Dimension::Time, Range::NotNegative, phrase("alpha2"), phrase("the latency between nodes"),
     phrase("a small message's from node to node; every pattern that leaves a node pays it")}},
    {&Target::bandwidth2BytesPerS, {"/target/bandwidth2_bytes_per_s", Dimension::Bandwidth, Range::Positive, phrase("bandwidth2"),
     phrase("the bandwidth between nodes"), phrase("of one network card, one direction; every pattern that leaves a node pays it")}},
    {&Target::oversubscription, {"/target/oversubscription", Dimension::Ratio, Range::OneOrMore, phrase("oversubscription"), phrase("the oversubscription between nodes"),
     phrase("what a node's cards could send over what its way into the network carries, such as 2; 1 where it is not given")}},
    {&Target::workersPerNode, {"/target/workers_per_node", Dimension::Count, Range::Workers, phrase("workers per node"), phrase("the number of workers in a node"),
     phrase("the cards of a node, such as 8: p counts workers, and nodes are charged and fail; one where it is not given")}},
    {&Target::memoryBytes, {"/target/memory_bytes", Dimension::Bytes, Range::Positive, phrase("memory of a worker"), phrase("the memory of a worker"),
     phrase("of one card, or of a node without cards: from the catalogue")}},
    {&Target::peakFlops, {"/target/peak_flops", Dimension::ComputeRate, Range::Positive, phrase("target's peak FLOP/s"), phrase("the target's peak arithmetic"),
     phrase("of one worker in the number format that is used: from the catalogue")}},
    {&Target::memoryBandwidthBytesPerS, {"/target/memory_bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive,
     phrase("target's memory bandwidth"), phrase("the target's memory bandwidth"), phrase("of one worker: from the catalogue")}},
    {&Target::powerW, {"/target/power_w", Dimension::Power, Range::NotNegative, phrase("power"), phrase("the power of a worker"),
     phrase("its board power, or what a meter reads; a node draws that of all its workers")}},
    {&Target::priceUsdPerHour, {"/target/price_usd_per_hour", Dimension::Price, Range::NotNegative, phrase("price"), phrase("the price of a node-hour"),
     phrase("of a node with all its workers: from the provider's price list, or the catalogue")}},
    {&Target::nodeMtbfS, {"/target/node_mtbf_s", Dimension::Time, Range::Positive, phrase("node MTBF"), phrase("the time between a node's failures"),
     phrase("the mean time between failures of one node with all its workers: five years is 43800 h; no failures are priced where it is not given")}},
});

}  // namespace scalewright
