#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/base/text/nearest.h"
#include "core/base/text/quote.h"
#include "core/model/layout/sources.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/document/target.h"

namespace scalewright {

namespace {

std::string fromText(const char* what, const Quantity& quantity, Dimension dimension)
{
    const Provenance& from = quantity.provenance;
    std::string text = std::string(what) + " " + formatAmount(quantity.value, dimension).joined() + " (";
    text += from.source.empty() ? originName(from.origin) : from.source;
    if (!from.date.empty())
        text += ", " + from.date;
    return text + ")";
}

/// Given by a person or a measurement, not by the catalogue.
bool isOwn(const MaybeQuantity& quantity)
{
    return quantity && quantity->provenance.origin != Origin::Catalogue &&
           quantity->provenance.origin != Origin::Assumed;
}

}  // namespace

Result<NamedCluster> clusterOf(const Target& target, int cards)
{
    NamedCluster found;
    found.name = target.node;
    ClusterSpec& cluster = found.cluster;
    cluster.cards = cards;
    Error error;
    const auto take = [&](const MaybeQuantity& quantity, const FieldInfo& field, double& out, bool needed) {
        if (quantity) {
            out = quantity->value;
            found.from.push_back(fromText(field.name, *quantity, field.dimension));
        } else if (needed) {
            error.problems.push_back(
                {say("{} is not known", field.meaning), field.howToGet, {.pointer = field.pointer}});
        }
    };
    double perNode = 1;
    take(target.workersPerNode, fieldOf(&Target::workersPerNode), perNode, false);
    cluster.cardsPerNode = static_cast<int>(perNode);
    const bool oneLevel = !target.bandwidth2BytesPerS;
    take(target.memoryBytes, fieldOf(&Target::memoryBytes), cluster.memoryBytes, true);
    take(target.peakFlops, fieldOf(&Target::peakFlops), cluster.peakFlops, true);
    take(target.memoryBandwidthBytesPerS, fieldOf(&Target::memoryBandwidthBytesPerS), cluster.memoryBandwidth, false);
    take(target.alphaS, fieldOf(&Target::alphaS), cluster.alphaS, cards > 1);
    take(target.bandwidthBytesPerS, fieldOf(&Target::bandwidthBytesPerS), cluster.bandwidth, cards > 1);
    if (oneLevel) {
        // One link is every link, as in slot 2.
        cluster.alpha2S = cluster.alphaS;
        cluster.bandwidth2 = cluster.bandwidth;
    } else {
        take(target.alpha2S, fieldOf(&Target::alpha2S), cluster.alpha2S, false);
        take(target.bandwidth2BytesPerS, fieldOf(&Target::bandwidth2BytesPerS), cluster.bandwidth2, false);
    }
    take(target.oversubscription, fieldOf(&Target::oversubscription), cluster.oversubscription, false);
    double price = 0, power = 0;
    take(target.priceUsdPerHour, fieldOf(&Target::priceUsdPerHour), price, false);
    take(target.powerW, fieldOf(&Target::powerW), power, false);
    if (target.priceUsdPerHour)
        cluster.usdPerCardHour = price / cluster.cardsPerNode;
    if (target.powerW)
        cluster.powerW = power;
    if (!error.problems.empty())
        return fail(std::move(error));
    return found;
}

Result<ClusterTarget> withCluster(Target target, const Catalogue& catalogue, std::string_view hardware,
                                  std::string_view link, std::string_view betweenNodes)
{
    const HardwareEntry* entry = catalogue.findHardware(hardware);
    if (entry == nullptr)
        entry = catalogue.findHardwareNamed(hardware);
    if (entry == nullptr) {
        std::vector<std::string> ids;
        for (const HardwareEntry& each : catalogue.hardware)
            if (each.kind == "card" || each.kind == "node")
                ids.push_back(each.id);
        const std::optional<std::string> near = didYouMean(hardware, ids);
        return fail(ErrorCode::Input, say("the catalogue has no {}", inQuotes(hardware)),
                    near ? say("{}?", *near) : say("one of {}", joined(ids, ", ")), {.field = "--cluster"});
    }
    std::string format;
    for (const auto& [name, peak] : entry->peakFlops)
        if (name == "bf16" || (name == "fp16" && format.empty()))
            format = name;
    if (format.empty())
        return fail(ErrorCode::Input, say("the catalogue has no bf16 or fp16 peak for {}", entry->name),
                    "a card that has one, or --peak", {.field = "--cluster"});
    const Target before = target;
    if (const Result<void> filled = fillTarget(target, *entry, format); !filled)
        return fail(filled.error());
    const bool listed = target.priceUsdPerHour.has_value();
    keepTyped(target, before);
    const bool keepsLink = link.empty() && (isOwn(before.alphaS) || isOwn(before.bandwidthBytesPerS));
    // One link is every link: a link of one's own without a second level gets none.
    const bool keepsBetween = betweenNodes.empty() && (isOwn(before.alpha2S) || isOwn(before.bandwidth2BytesPerS) ||
                                                       (keepsLink && !before.bandwidth2BytesPerS));
    // A card by itself: nodes of 8, as they are sold, unless somebody says otherwise.
    const bool cardsOfNode = target.workersPerNode.has_value();
    if (!cardsOfNode)
        target.workersPerNode = assumed(8);
    bool linkAssumed = false;
    const auto takeLink = [&](std::string_view id, const char* option, auto fill) -> Result<void> {
        const LinkEntry* found = catalogue.findLink(id);
        if (found == nullptr) {
            std::string ids;
            for (const LinkEntry& each : catalogue.links)
                ids += (ids.empty() ? "" : ", ") + each.id;
            return fail(ErrorCode::Input, say("the catalogue has no link {}", inQuotes(id)), say("one of {}", ids),
                        {.field = option});
        }
        fill(*found);
        return {};
    };
    std::string inside(link);
    if (inside.empty())
        inside = entry->link;
    if (inside.empty()) {
        // The node that is sold with these cards: as fast in the same format.
        for (const HardwareEntry& node : catalogue.hardware)
            for (const auto& [name, peak] : node.peakFlops)
                if (node.kind == "node" && !node.link.empty() && name == format &&
                    peak.value == target.peakFlops->value)
                    inside = node.link;
    }
    if (inside.empty() && !keepsLink) {
        inside = "pcie-4";
        linkAssumed = true;
    }
    if (!keepsLink)
        if (const Result<void> taken =
                takeLink(inside, "--link", [&](const LinkEntry& each) { fillTarget(target, each); });
            !taken)
            return fail(taken.error());
    std::string between(betweenNodes);
    if (between.empty() && !keepsBetween) {
        between = "infiniband-ndr";
        linkAssumed = true;
    }
    if (!keepsBetween)
        if (const Result<void> taken =
                takeLink(between, "--link2", [&](const LinkEntry& each) { fillTargetBetweenNodes(target, each); });
            !taken)
            return fail(taken.error());
    if (entry->kind == "card" && listed)
        target.priceUsdPerHour->value *= target.workersPerNode->value;  // a card's price is its own
    return ClusterTarget{std::move(target), entry->name, format, linkAssumed, keepsLink};
}

Result<NamedCluster> clusterOf(const Catalogue& catalogue, std::string_view hardware, std::string_view link,
                               std::string_view betweenNodes, int cards)
{
    const Result<ClusterTarget> filled = withCluster({}, catalogue, hardware, link, betweenNodes);
    if (!filled)
        return fail(filled.error());
    Result<NamedCluster> found = clusterOf(filled->target, cards);
    if (found) {
        found->name = filled->name;
        found->format = filled->format;
        found->linkAssumed = filled->linkAssumed;
    }
    return found;
}

}  // namespace scalewright
