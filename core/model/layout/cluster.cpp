// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/text/did_you_mean.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"
#include "core/model/layout/sources.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/target.h"

namespace scalewright {

namespace {

std::string sourceText(const char* label, const Quantity& quantity, Dimension dimension)
{
    const Provenance& provenance = quantity.provenance;
    std::string text = std::string(label) + " " + amountText(quantity.value, dimension) + " (";
    text += provenance.source.empty() ? nameOf(provenance.origin) : provenance.source;
    if (!provenance.date.empty())
        text += ", " + provenance.date;
    return text + ")";
}

/// True if the value was typed or measured, rather than taken from the catalogue.
bool isTypedOrMeasured(const MaybeQuantity& quantity)
{
    return quantity && quantity->provenance.origin != Origin::Catalogue &&
           quantity->provenance.origin != Origin::Assumed;
}

/// By id, or by words of a name.
const HardwareEntry* findCardOrNode(const Catalogue& catalogue, std::string_view hardware)
{
    const HardwareEntry* entry = catalogue.findHardware(hardware);
    return entry ? entry : catalogue.findHardwareByWords(hardware);
}

/// bf16, else fp16; empty if the entry has neither.
std::string trainingFormat(const HardwareEntry& entry)
{
    std::string format;
    for (const auto& [name, peak] : entry.peakFlops)
        if (name == "bf16" || (name == "fp16" && format.empty()))
            format = name;
    return format;
}

}  // namespace

Result<NamedCluster> clusterOf(const Target& target, int cards)
{
    NamedCluster found;
    found.name = target.node;
    ClusterSpec& cluster = found.cluster;
    cluster.cards = cards;
    Error error;
    const auto takeQuantity = [&](const MaybeQuantity& quantity, const FieldInfo& field, double& out, bool needed) {
        if (quantity) {
            out = quantity->value;
            found.sources.push_back(sourceText(field.name, *quantity, field.dimension));
        } else if (needed) {
            error.problems.push_back(
                {formatMessage("{} is not set", field.phrase), field.howToGet, {.jsonPointer = field.jsonPointer}});
        }
    };
    double perNode = 1;
    takeQuantity(target.workersPerNode, fieldOf(&Target::workersPerNode), perNode, false);
    cluster.cardsPerNode = static_cast<int>(perNode);
    const bool hasOneLevel = !target.bandwidth2BytesPerS;
    const bool crossesNodes = cards > cluster.cardsPerNode;
    takeQuantity(target.memoryBytes, fieldOf(&Target::memoryBytes), cluster.memoryBytes, true);
    takeQuantity(target.peakFlops, fieldOf(&Target::peakFlops), cluster.peakFlops, true);
    takeQuantity(target.memoryBandwidthBytesPerS, fieldOf(&Target::memoryBandwidthBytesPerS), cluster.memoryBandwidth,
                 false);
    takeQuantity(target.alphaS, fieldOf(&Target::alphaS), cluster.alphaS, cards > 1);
    takeQuantity(target.bandwidthBytesPerS, fieldOf(&Target::bandwidthBytesPerS), cluster.bandwidth, cards > 1);
    if (hasOneLevel) {
        // A single link is used at every level, as in slot 2.
        cluster.alpha2S = cluster.alphaS;
        cluster.bandwidth2 = cluster.bandwidth;
    } else {
        takeQuantity(target.alpha2S, fieldOf(&Target::alpha2S), cluster.alpha2S, crossesNodes);
        takeQuantity(target.bandwidth2BytesPerS, fieldOf(&Target::bandwidth2BytesPerS), cluster.bandwidth2, false);
    }
    takeQuantity(target.oversubscription, fieldOf(&Target::oversubscription), cluster.oversubscription, false);
    double price = 0, power = 0;
    takeQuantity(target.priceUsdPerHour, fieldOf(&Target::priceUsdPerHour), price, false);
    takeQuantity(target.powerW, fieldOf(&Target::powerW), power, false);
    if (target.priceUsdPerHour)
        cluster.usdPerCardHour = price / cluster.cardsPerNode;
    if (target.powerW)
        cluster.powerW = power;
    if (!error.problems.empty())
        return fail(std::move(error));
    return found;
}

Result<ClusterTarget> withCluster(Target target, const Catalogue& catalogue, std::string_view hardware,
                                  std::string_view link, std::string_view linkBetweenNodes)
{
    const HardwareEntry* entry = findCardOrNode(catalogue, hardware);
    if (entry == nullptr) {
        std::vector<std::string> ids;
        for (const HardwareEntry& each : catalogue.hardware)
            if (each.kind == "card" || each.kind == "node")
                ids.push_back(each.id);
        const std::optional<std::string> near = didYouMean(hardware, ids);
        return fail(ErrorCode::Input, formatMessage("the catalogue has no {}", inQuotes(hardware)),
                    near ? formatMessage("{}?", *near) : formatMessage("one of {}", joinNonEmpty(ids, ", ")),
                    {.field = "--cluster"});
    }
    const std::string format = trainingFormat(*entry);
    if (format.empty())
        return fail(ErrorCode::Input, formatMessage("the catalogue has no bf16 or fp16 peak for {}", entry->name),
                    "a card with such a peak, or --peak", {.field = "--cluster"});
    const Target before = target;
    TRY_DO(fillTarget(target, *entry, format));
    keepWorkersPerNode(target, before, *entry);
    const bool keepsInnerLink =
        link.empty() && (isTypedOrMeasured(before.alphaS) || isTypedOrMeasured(before.bandwidthBytesPerS));
    // A single link is used at every level: a user's own link without a second level gets none from the catalogue.
    const bool keepsOuterLink = linkBetweenNodes.empty() &&
                                (isTypedOrMeasured(before.alpha2S) || isTypedOrMeasured(before.bandwidth2BytesPerS) ||
                                 (keepsInnerLink && !before.bandwidth2BytesPerS));
    bool linkAssumed = false;
    const auto applyLink = [&](std::string_view id, const char* option, auto fill) -> Result<void> {
        const LinkEntry* found = catalogue.findLink(id);
        if (found == nullptr) {
            std::string ids;
            for (const LinkEntry& each : catalogue.links)
                ids += (ids.empty() ? "" : ", ") + each.id;
            return fail(ErrorCode::Input, formatMessage("the catalogue has no link {}", inQuotes(id)),
                        formatMessage("one of {}", ids), {.field = option});
        }
        fill(*found);
        return {};
    };
    std::string innerLink(link);
    if (innerLink.empty())
        innerLink = entry->link;
    if (innerLink.empty())
        if (const HardwareEntry* node = nodeAsSold(catalogue, *entry))
            innerLink = node->link;
    if (innerLink.empty() && !keepsInnerLink) {
        innerLink = "pcie-4";
        linkAssumed = true;
    }
    if (!keepsInnerLink)
        if (const Result<void> taken =
                applyLink(innerLink, "--link", [&](const LinkEntry& each) { fillTarget(target, each); });
            !taken)
            return fail(taken.error());
    std::string outerLink(linkBetweenNodes);
    if (outerLink.empty() && !keepsOuterLink) {
        outerLink = "infiniband-ndr";
        linkAssumed = true;
    }
    if (!keepsOuterLink)
        if (const Result<void> taken =
                applyLink(outerLink, "--link2", [&](const LinkEntry& each) { fillLinkBetweenNodes(target, each); });
            !taken)
            return fail(taken.error());
    return ClusterTarget{std::move(target), entry->name, format, linkAssumed, keepsInnerLink};
}

const HardwareEntry* nodeAsSold(const Catalogue& catalogue, const HardwareEntry& entry)
{
    if (entry.workersPerNode)
        return &entry;
    const std::string format = trainingFormat(entry);
    const auto peakOf = [&format](const HardwareEntry& each) {
        const auto found =
            std::ranges::find_if(each.peakFlops, [&format](const auto& peak) { return peak.first == format; });
        return found == each.peakFlops.end() ? 0 : found->second.value;
    };
    // The same chip is sold with several memories.
    const auto hasSameMemory = [&entry](const HardwareEntry* node) {
        return node && node->memoryBytes && entry.memoryBytes && node->memoryBytes->value == entry.memoryBytes->value;
    };
    const HardwareEntry* node = nullptr;
    for (const HardwareEntry& each : catalogue.hardware)
        if (each.kind == "node" && !each.link.empty() && each.workersPerNode && peakOf(entry) > 0 &&
            peakOf(each) == peakOf(entry) && !hasSameMemory(node))
            node = &each;
    return node;
}

Result<NamedCluster> clusterOf(const Catalogue& catalogue, std::string_view hardware, std::string_view link,
                               std::string_view linkBetweenNodes, int cards, const Target* machines)
{
    Target target;
    bool isNodeSizeAssumed = false;
    if (const HardwareEntry* entry = findCardOrNode(catalogue, hardware)) {
        target.workersPerNode = entry->workersPerNode;
        if (machines && (machines->workersPerNode || !entry->workersPerNode))
            target.workersPerNode = machines->workersPerNode;
        else if (!entry->workersPerNode)
            isNodeSizeAssumed = true;
    }
    if (isNodeSizeAssumed)
        target.workersPerNode = assumed(8);
    TRY(const ClusterTarget filled, withCluster(target, catalogue, hardware, link, linkBetweenNodes));
    Result<NamedCluster> found = clusterOf(filled.target, cards);
    if (found) {
        found->name = filled.name;
        found->numberFormat = filled.numberFormat;
        found->isLinkAssumed = filled.isLinkAssumed;
        found->isNodeSizeAssumed = isNodeSizeAssumed;
    }
    return found;
}

}  // namespace scalewright
