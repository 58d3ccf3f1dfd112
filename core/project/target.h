// The target: what a design would run on.
#pragma once

#include <array>
#include <string>

#include "core/json/json.h"
#include "core/project/field.h"

namespace scalewright {

/// What it would run on: node type, link, price.
struct Target {
    std::string node;
    std::string link;
    MaybeQuantity alphaS;               ///< latency per message or hop
    MaybeQuantity bandwidthBytesPerS;   ///< one link, one direction
    MaybeQuantity alpha2S, bandwidth2BytesPerS;  ///< between nodes, for hierarchical patterns
    MaybeQuantity workersPerNode;
    MaybeQuantity memoryBytes;          ///< of one worker (card or node)
    MaybeQuantity peakFlops, memoryBandwidthBytesPerS, powerW;
    MaybeQuantity priceUsdPerHour;
    MaybeQuantity nodeMtbfS;            ///< mean time between failures of one worker's node
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
     phrase("a small message's from node to node; hierarchical patterns ask for it")}},
    {&Target::bandwidth2BytesPerS, {"/target/bandwidth2_bytes_per_s", Dimension::Bandwidth, Range::Positive, phrase("bandwidth2"),
     phrase("the bandwidth between nodes"), phrase("of one network card; hierarchical patterns ask for it")}},
    {&Target::workersPerNode, {"/target/workers_per_node", Dimension::Count, Range::Workers, phrase("workers per node"), phrase("the number of workers in a node"),
     phrase("the cards of a node, such as 8; one where it is not given")}},
    {&Target::memoryBytes, {"/target/memory_bytes", Dimension::Bytes, Range::Positive, phrase("memory of a worker"), phrase("the memory of a worker"),
     phrase("of one card, or of a node without cards: from the catalogue")}},
    {&Target::peakFlops, {"/target/peak_flops", Dimension::ComputeRate, Range::Positive, phrase("target's peak FLOP/s"), phrase("the target's peak arithmetic"),
     phrase("of one worker in the number format that is used: from the catalogue")}},
    {&Target::memoryBandwidthBytesPerS, {"/target/memory_bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive,
     phrase("target's memory bandwidth"), phrase("the target's memory bandwidth"), phrase("of one worker: from the catalogue")}},
    {&Target::powerW, {"/target/power_w", Dimension::Power, Range::NotNegative, phrase("power"), phrase("the power of a worker"),
     phrase("its board power, or what a meter reads")}},
    {&Target::priceUsdPerHour, {"/target/price_usd_per_hour", Dimension::Price, Range::NotNegative, phrase("price"), phrase("the price of a node-hour"),
     phrase("from the provider's price list, or the catalogue")}},
    {&Target::nodeMtbfS, {"/target/node_mtbf_s", Dimension::Time, Range::Positive, phrase("node MTBF"), phrase("the time between a node's failures"),
     phrase("the mean time between failures of one node: five years is 43800 h; no failures are priced where it is not given")}},
});

}  // namespace scalewright
