// The target: what a design would run on.
#pragma once

#include <array>
#include <string>

#include "core/base/json/json.h"
#include "core/project/document/field.h"

namespace scalewright {

/// What it would run on: node type, link, price. p counts workers; a node holds workersPerNode of them, and a node is
/// what is charged, draws power and fails.
struct Target {
    std::string node;
    std::string link;
    MaybeQuantity alphaS;               ///< latency per message or hop
    MaybeQuantity bandwidthBytesPerS;   ///< one link, one direction
    MaybeQuantity alpha2S, bandwidth2BytesPerS;  ///< between nodes: with workersPerNode a second level of network
    MaybeQuantity oversubscription;     ///< of the network between nodes; absent: 1
    MaybeQuantity workersPerNode;       ///< absent: 1
    MaybeQuantity machinesAvailable;    ///< nodes that can be had at once: no plan asks for more; absent: any number
    MaybeQuantity memoryBytes;          ///< of one worker (card or node)
    MaybeQuantity peakFlops, memoryBandwidthBytesPerS, powerW;
    MaybeQuantity priceUsdPerHour;
    MaybeQuantity nodeMtbfS;            ///< mean time between failures of one node, with all its workers
    MaybeQuantity spotPriceShare;       ///< spot price over on-demand price
    MaybeQuantity spotMtbfS;            ///< mean time until the provider takes a spot node back
    MaybeQuantity purchaseUsd, lifetimeS,
        utilisation;  ///< of an owned node: price, years in use, share of them that it is busy
    MaybeQuantity electricityUsdPerKwh;
    MaybeQuantity load, pue,
        gridGramsPerKwh;  ///< share of powerW that is drawn; the building's energy over the computers'; CO₂e
    MaybeQuantity managedPremium;       ///< what having a cluster run costs over renting its machines
    MaybeQuantity operatingS;           ///< a person's time to run the cluster oneself, for one job
    MaybeQuantity operatorHourUsd;      ///< what an hour of that person costs; an hour of waiting is a goal's
    bool preemptible = false;           ///< spot capacity: the provider may take a node back
    Json::Object unknown;
    bool operator==(const Target&) const = default;
};

template <>
inline constexpr auto quantities<Target> = std::to_array<QuantityField<Target>>({
    {&Target::alphaS,
     {"/target/alpha_s", Dimension::Time, Range::NotNegative, "alpha", "the link's latency",
      "a small message's: from the catalogue, the link's data sheet, or fit-comm from timed collectives"}},
    {&Target::bandwidthBytesPerS,
     {"/target/bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive, "bandwidth", "the link's bandwidth",
      "one link, one direction: from the catalogue, or fit-comm from timed collectives"}},
    {&Target::alpha2S,
     {"/target/alpha2_s", Dimension::Time, Range::NotNegative, "alpha2", "the latency between nodes",
      "a small message's from node to node; every pattern that leaves a node pays it"}},
    {&Target::bandwidth2BytesPerS,
     {"/target/bandwidth2_bytes_per_s", Dimension::Bandwidth, Range::Positive, "bandwidth2",
      "the bandwidth between nodes", "of one network card, one direction; every pattern that leaves a node pays it"}},
    {&Target::oversubscription,
     {"/target/oversubscription", Dimension::Ratio, Range::OneOrMore, "oversubscription",
      "the oversubscription between nodes",
      "what a node's cards could send over what its way into the network carries, such as 2; 1 where it is not "
      "given"}},
    {&Target::workersPerNode,
     {"/target/workers_per_node", Dimension::Count, Range::Workers, "workers per node",
      "the number of workers in a node",
      "the cards of a node, such as 8: p counts workers, and nodes are charged and fail; one where it is not "
      "given"}},
    {&Target::machinesAvailable,
     {"/target/machines_available", Dimension::Count, Range::Workers, "machines available",
      "the number of machines available",
      "nodes that can be had at once, such as the 4 of a lab: the plan asks for no more; any number where it is not "
      "given"}},
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
      "the mean time between failures of one node with all its workers: five years is 43800 h; no failures are "
      "priced where it is not given"}},
    {&Target::spotPriceShare,
     {"/target/spot_price_share", Dimension::Ratio, Range::Share, "spot price share",
      "the spot price over the on-demand price",
      "from the provider's spot prices; 0.3, the book's, where it is not given"}},
    {&Target::spotMtbfS,
     {"/target/spot_mtbf_s", Dimension::Time, Range::Positive, "spot MTBF", "the time until a spot node is taken back",
      "the mean, from the provider's interruption rates; nothing is taken back where it is not given"}},
    {&Target::purchaseUsd,
     {"/target/purchase_usd", Dimension::Money, Range::NotNegative, "purchase", "the price of buying a node",
      "an offer for one node with its share of network and racks"}},
    {&Target::lifetimeS,
     {"/target/lifetime_s", Dimension::Time, Range::Positive, "lifetime", "the time that an owned node is in use",
      "how long it is written off over: four years are 35064 h"}},
    {&Target::utilisation,
     {"/target/utilisation", Dimension::Ratio, Range::Share, "utilisation",
      "the share of the time that owned nodes are busy",
      "from the queue's accounting: node-hours used over node-hours there are"}},
    {&Target::electricityUsdPerKwh,
     {"/target/electricity_usd_per_kwh", Dimension::Money, Range::NotNegative, "electricity",
      "the price of a kilowatt-hour", "from the contract: USD per kWh"}},
    {&Target::load,
     {"/target/load", Dimension::Ratio, Range::ShareOrNone, "load", "the share of its power that a worker draws",
      "measured power over board power; 1 where it is not given"}},
    {&Target::pue,
     {"/target/pue", Dimension::Ratio, Range::OneOrMore, "PUE", "the building's energy over the computers'",
      "the provider's or the building's figure; 1 where it is not given, so that cooling is not counted"}},
    {&Target::gridGramsPerKwh,
     {"/target/grid_g_per_kwh", Dimension::Ratio, Range::NotNegative, "grid intensity",
      "the grams of CO₂e of a kilowatt-hour", "of the region's grid: from the catalogue"}},
    {&Target::managedPremium,
     {"/target/managed_premium", Dimension::Ratio, Range::Positive, "premium",
      "the price of a managed node-hour over the raw one",
      "the two price lists; 1.6, the book's, where it is not given"}},
    {&Target::operatingS,
     {"/target/operating_s", Dimension::Time, Range::NotNegative, "operating time",
      "the time that running the cluster oneself takes", "a person's hours for one job: 40 h in the book's example"}},
    {&Target::operatorHourUsd,
     {"/target/operator_hour_usd", Dimension::Money, Range::NotNegative, "operator's hour",
      "the value of an operator's hour", "what an hour of whoever runs the cluster costs: $60 in the book's example"}},
});

}  // namespace scalewright
