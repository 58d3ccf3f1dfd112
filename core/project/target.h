// The target: what a design would run on.
#pragma once

#include <array>
#include <string>

#include "core/base/json.h"
#include "core/project/field.h"

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
        gridGramsPerKwh;  ///< share of powerW that is drawn; the building's energy over the computers'; CO2e
    MaybeQuantity managedPremium;       ///< what having a cluster run costs over renting its machines
    MaybeQuantity operatingS;           ///< a person's time to run the cluster oneself, for one job
    bool preemptible = false;           ///< spot capacity: the provider may take a node back
    Json::Object unknown;
    bool operator==(const Target&) const = default;
};

template <>
inline constexpr auto quantities<Target> = std::to_array<QuantityField<Target>>({
    {&Target::alphaS,
     {"/target/alpha_s", Dimension::Time, Range::NotNegative, phrase("alpha"), phrase("the link's latency"),
      phrase("a small message's: from the catalogue, the link's data sheet, or fit-comm from timed collectives")}},
    {&Target::bandwidthBytesPerS,
     {"/target/bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive, phrase("bandwidth"),
      phrase("the link's bandwidth"),
      phrase("one link, one direction: from the catalogue, or fit-comm from timed collectives")}},
    {&Target::alpha2S,
     {"/target/alpha2_s", Dimension::Time, Range::NotNegative, phrase("alpha2"), phrase("the latency between nodes"),
      phrase("a small message's from node to node; every pattern that leaves a node pays it")}},
    {&Target::bandwidth2BytesPerS,
     {"/target/bandwidth2_bytes_per_s", Dimension::Bandwidth, Range::Positive, phrase("bandwidth2"),
      phrase("the bandwidth between nodes"),
      phrase("of one network card, one direction; every pattern that leaves a node pays it")}},
    {&Target::oversubscription,
     {"/target/oversubscription", Dimension::Ratio, Range::OneOrMore, phrase("oversubscription"),
      phrase("the oversubscription between nodes"),
      phrase("what a node's cards could send over what its way into the network carries, such as 2; 1 where it is not "
             "given")}},
    {&Target::workersPerNode,
     {"/target/workers_per_node", Dimension::Count, Range::Workers, phrase("workers per node"),
      phrase("the number of workers in a node"),
      phrase("the cards of a node, such as 8: p counts workers, and nodes are charged and fail; one where it is not "
             "given")}},
    {&Target::memoryBytes,
     {"/target/memory_bytes", Dimension::Bytes, Range::Positive, phrase("memory of a worker"),
      phrase("the memory of a worker"), phrase("of one card, or of a node without cards: from the catalogue")}},
    {&Target::peakFlops,
     {"/target/peak_flops", Dimension::ComputeRate, Range::Positive, phrase("target's peak FLOP/s"),
      phrase("the target's peak arithmetic"),
      phrase("of one worker in the number format that is used: from the catalogue")}},
    {&Target::memoryBandwidthBytesPerS,
     {"/target/memory_bandwidth_bytes_per_s", Dimension::Bandwidth, Range::Positive,
      phrase("target's memory bandwidth"), phrase("the target's memory bandwidth"),
      phrase("of one worker: from the catalogue")}},
    {&Target::powerW,
     {"/target/power_w", Dimension::Power, Range::NotNegative, phrase("power"), phrase("the power of a worker"),
      phrase("its board power, or what a meter reads; a node draws that of all its workers")}},
    {&Target::priceUsdPerHour,
     {"/target/price_usd_per_hour", Dimension::Price, Range::NotNegative, phrase("price"),
      phrase("the price of a node-hour"),
      phrase("of a node with all its workers: from the provider's price list, or the catalogue")}},
    {&Target::nodeMtbfS,
     {"/target/node_mtbf_s", Dimension::Time, Range::Positive, phrase("node MTBF"),
      phrase("the time between a node's failures"),
      phrase("the mean time between failures of one node with all its workers: five years is 43800 h; no failures are "
             "priced where it is not given")}},
    {&Target::spotPriceShare,
     {"/target/spot_price_share", Dimension::Ratio, Range::Share, phrase("spot price share"),
      phrase("the spot price over the on-demand price"),
      phrase("from the provider's spot prices; 0.3, the book's, where it is not given")}},
    {&Target::spotMtbfS,
     {"/target/spot_mtbf_s", Dimension::Time, Range::Positive, phrase("spot MTBF"),
      phrase("the time until a spot node is taken back"),
      phrase("the mean, from the provider's interruption rates; nothing is taken back where it is not given")}},
    {&Target::purchaseUsd,
     {"/target/purchase_usd", Dimension::Money, Range::NotNegative, phrase("purchase"),
      phrase("the price of buying a node"), phrase("an offer for one node with its share of network and racks")}},
    {&Target::lifetimeS,
     {"/target/lifetime_s", Dimension::Time, Range::Positive, phrase("lifetime"),
      phrase("the time that an owned node is in use"),
      phrase("how long it is written off over: four years are 35064 h")}},
    {&Target::utilisation,
     {"/target/utilisation", Dimension::Ratio, Range::Share, phrase("utilisation"),
      phrase("the share of the time that owned nodes are busy"),
      phrase("from the queue's accounting: node-hours used over node-hours there are")}},
    {&Target::electricityUsdPerKwh,
     {"/target/electricity_usd_per_kwh", Dimension::Money, Range::NotNegative, phrase("electricity"),
      phrase("the price of a kilowatt-hour"), phrase("from the contract: USD per kWh")}},
    {&Target::load,
     {"/target/load", Dimension::Ratio, Range::ShareOrNone, phrase("load"),
      phrase("the share of its power that a worker draws"),
      phrase("measured power over board power; 1 where it is not given")}},
    {&Target::pue,
     {"/target/pue", Dimension::Ratio, Range::OneOrMore, phrase("PUE"),
      phrase("the building's energy over the computers'"),
      phrase("the provider's or the building's figure; 1 where it is not given, so that cooling is not counted")}},
    {&Target::gridGramsPerKwh,
     {"/target/grid_g_per_kwh", Dimension::Ratio, Range::NotNegative, phrase("grid intensity"),
      phrase("the grams of CO2e of a kilowatt-hour"), phrase("of the region's grid: from the catalogue")}},
    {&Target::managedPremium,
     {"/target/managed_premium", Dimension::Ratio, Range::Positive, phrase("premium"),
      phrase("the price of a managed node-hour over the raw one"),
      phrase("the two price lists; 1.6, the book's, where it is not given")}},
    {&Target::operatingS,
     {"/target/operating_s", Dimension::Time, Range::NotNegative, phrase("operating time"),
      phrase("the time that running the cluster oneself takes"),
      phrase("a person's hours for one job: 40 h in the book's example")}},
});

}  // namespace scalewright
