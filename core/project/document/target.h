// SPDX-License-Identifier: GPL-3.0-or-later
// The target: what a design would run on.
#pragma once

#include <array>
#include <string>

#include "core/base/json/json.h"
#include "core/project/document/field.h"

namespace scalewright {

/// The hardware of a design: node type, link, price. p counts workers; a node has workersPerNode of them. Billing,
/// power and failures are per node.
struct Target {
    std::string node;
    std::string link;
    MaybeQuantity alphaS;  ///< latency per message or hop
    MaybeQuantity bandwidthBytesPerS;  ///< one link, one direction
    /// Between nodes; together with workersPerNode, the second network level.
    MaybeQuantity alpha2S, bandwidth2BytesPerS;
    MaybeQuantity oversubscription;  ///< oversubscription of the network between nodes; absent: 1
    MaybeQuantity workersPerNode;  ///< absent: 1
    MaybeQuantity machinesAvailable;  ///< nodes available at the same time: no plan requests more; absent: unlimited
    MaybeQuantity memoryBytes;  ///< memory of one worker (card or node)
    MaybeQuantity peakFlops, memoryBandwidthBytesPerS, powerW;
    MaybeQuantity priceUsdPerHour;
    MaybeQuantity nodeMtbfS;  ///< mean time between failures of one node, with all its workers
    MaybeQuantity spotPriceShare;  ///< spot price divided by on-demand price
    MaybeQuantity spotMtbfS;  ///< mean time until the provider takes a spot node back
    MaybeQuantity purchaseUsd, lifetimeS,
        utilisation;  ///< for an owned node: price, years in use, share of that time during which it is busy
    MaybeQuantity electricityUsdPerKwh;
    /// Share of powerW that is drawn; the building's energy divided by the computers' energy; CO₂e.
    MaybeQuantity powerShare, pue, gridCo2GramsPerKwh;
    MaybeQuantity managedPremium;  ///< price of a managed cluster divided by that of its machines
    MaybeQuantity operatingTimeS;  ///< time that a person needs to operate the cluster, for one job
    /// Cost of an hour of that person's time; the value of an hour of waiting is part of the goal.
    MaybeQuantity operatorHourUsd;
    bool preemptible = false;  ///< spot capacity: the provider may take a node back
    Json::Object unknown;
    bool operator==(const Target&) const = default;
};

template <>
inline constexpr auto quantities<Target> = std::to_array<QuantityField<Target>>({
    {&Target::alphaS,
     {"/target/alpha_s", Dimension::Time, Range::NotNegative, "alpha", "the link's latency",
      "for a small message: from the catalogue, a data sheet or fit-comm"}},
    {&Target::bandwidthBytesPerS,
     {"/target/bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive, "bandwidth", "the link's bandwidth",
      "one link, one direction: from the catalogue, or fit-comm from timed collectives"}},
    {&Target::alpha2S,
     {"/target/alpha2_s", Dimension::Time, Range::NotNegative, "alpha2", "the latency between nodes",
      "for a small message from node to node; every pattern that leaves a node pays it"}},
    {&Target::bandwidth2BytesPerS,
     {"/target/bandwidth2_bytes_per_s", Dimension::Bandwidth, Range::Positive, "bandwidth2",
      "the bandwidth between nodes", "of one network card, one direction; every pattern that leaves a node pays it"}},
    {&Target::oversubscription,
     {"/target/oversubscription", Dimension::Ratio, Range::AtLeastOne, "oversubscription",
      "the oversubscription between nodes",
      "what a node's cards could send divided by what its network uplink carries, such as 2; 1 if not given"}},
    {&Target::workersPerNode,
     {"/target/workers_per_node", Dimension::Count, Range::WorkerCount, "workers per node",
      "the number of workers in a node",
      "the cards of a node, such as 8: p counts workers, and nodes are charged and fail; one if not given"}},
    {&Target::machinesAvailable,
     {"/target/machines_available", Dimension::Count, Range::WorkerCount, "machines available",
      "the number of machines available",
      "nodes available at once, such as the 4 of a lab: the plan requests no more; any number if not given"}},
    {&Target::memoryBytes,
     {"/target/memory_bytes", Dimension::Bytes, Range::Positive, "memory of a worker", "the memory of a worker",
      "of one card, or of a node without cards: from the catalogue"}},
    {&Target::peakFlops,
     {"/target/peak_flops", Dimension::ComputeRate, Range::Positive, "target's peak FLOP/s",
      "the target's peak arithmetic", "of one worker in the number format that is used: from the catalogue"}},
    {&Target::memoryBandwidthBytesPerS,
     {"/target/memory_bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive, "target's memory bandwidth",
      "the target's memory bandwidth", "of one worker: from the catalogue"}},
    {&Target::powerW,
     {"/target/power_w", Dimension::Power, Range::NotNegative, "power", "the power of a worker",
      "its board power, or what a meter reads; a node draws that of all its workers"}},
    {&Target::priceUsdPerHour,
     {"/target/price_usd_per_hour", Dimension::Price, Range::NotNegative, "price", "the price of a node-hour",
      "of a node with all its workers: from the provider's price list, or the catalogue"}},
    {&Target::nodeMtbfS,
     {"/target/node_mtbf_s", Dimension::Time, Range::Positive, "node MTBF", "the time between a node's failures",
      "the mean time between failures of one node with all its workers: five years is 43800 h; failures are not priced "
      "if not given"}},
    {&Target::spotPriceShare,
     {"/target/spot_price_share", Dimension::Ratio, Range::Share, "spot price share",
      "the spot price over the on-demand price", "from the provider's spot prices; 0.3, the book's, if not given"}},
    {&Target::spotMtbfS,
     {"/target/spot_mtbf_s", Dimension::Time, Range::Positive, "spot MTBF", "the time until a spot node is taken back",
      "the mean, from the provider's interruption rates; no node is taken back if not given"}},
    {&Target::purchaseUsd,
     {"/target/purchase_usd", Dimension::Money, Range::NotNegative, "purchase", "the price of buying a node",
      "an offer for one node with its share of network and racks"}},
    {&Target::lifetimeS,
     {"/target/lifetime_s", Dimension::Time, Range::Positive, "lifetime", "the time that an owned node is in use",
      "the depreciation period: four years are 35064 h"}},
    {&Target::utilisation,
     {"/target/utilisation", Dimension::Ratio, Range::Share, "utilisation",
      "the share of the time that owned nodes are busy",
      "from the queue's accounting: node-hours used divided by node-hours available"}},
    {&Target::electricityUsdPerKwh,
     {"/target/electricity_usd_per_kwh", Dimension::Money, Range::NotNegative, "electricity",
      "the price of a kilowatt-hour", "from the contract: USD per kWh"}},
    {&Target::powerShare,
     {"/target/load", Dimension::Ratio, Range::ShareOrZero, "load", "the share of its power that a worker draws",
      "measured power divided by board power; 1 if not given"}},
    {&Target::pue,
     {"/target/pue", Dimension::Ratio, Range::AtLeastOne, "PUE", "the building's energy divided by the computers'",
      "the provider's or the building's figure; 1 if not given, so cooling is not counted"}},
    {&Target::gridCo2GramsPerKwh,
     {"/target/grid_g_per_kwh", Dimension::Ratio, Range::NotNegative, "grid intensity",
      "the grams of CO₂e per kilowatt-hour", "of the region's grid: from the catalogue"}},
    {&Target::managedPremium,
     {"/target/managed_premium", Dimension::Ratio, Range::Positive, "premium",
      "the price of a managed node-hour over the raw one", "the two price lists; 1.6, the book's, if not given"}},
    {&Target::operatingTimeS,
     {"/target/operating_s", Dimension::Time, Range::NotNegative, "operating time",
      "the time to operate the cluster yourself", "a person's hours for one job: 40 h in the book's example"}},
    {&Target::operatorHourUsd,
     {"/target/operator_hour_usd", Dimension::Money, Range::NotNegative, "operator's hour",
      "the value of an operator's hour", "the cost of an hour of the cluster's operator: $60 in the book's example"}},
});

}  // namespace scalewright
