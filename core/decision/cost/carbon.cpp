// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/decision/cost/carbon.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/model.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project.h"
#include "core/project/document/source.h"
#include "core/project/document/target.h"

namespace scalewright {

namespace {

constexpr double joulesPerKwh = 3.6e6;
constexpr double gramsPerTonne = 1e6;
// Coal alone emits about 1000 g/kWh; a value more than five times higher has the wrong unit.
constexpr double maximumGridGramsPerKwh = 5000;

struct UnresolvedRegion {
    CarbonFigure figure;
    std::optional<double> grams, tonnes;
};

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<UnresolvedRegion> auto& text)
{
    visit.requiredText("id", text.figure.id);
    visit.requiredText("name", text.figure.name);
    visit.number("grams_per_kwh", text.grams, Dimension::Ratio, Range::NotNegative);
    visit.number("tonnes_per_kwh", text.tonnes, Dimension::Ratio, Range::NotNegative);
    visit.requiredText("source", text.figure.source);
}

struct UnresolvedPue {
    CarbonFigure figure;
};

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<UnresolvedPue> auto& text)
{
    visit.requiredText("id", text.figure.id);
    visit.requiredText("name", text.figure.name);
    visit.number("pue", text.figure.value, Dimension::Ratio, Range::AtLeastOne);
    visit.requiredText("source", text.figure.source);
}

class CarbonCatalogueReader {
public:
    CarbonCatalogueReader(ObjectReader& root, const Sources& sources) : m_root(root), m_sources(sources) {}

    void addFigure(std::vector<CarbonFigure>& figures, CarbonFigure figure, const std::string& pointer)
    {
        const auto sourceEntry =
            std::ranges::find_if(m_sources, [&](const auto& each) { return each.first == figure.source; });
        if (sourceEntry == m_sources.end())
            m_root.addProblem(pointer + "/source",
                              formatMessage("{} is not among the sources", inQuotes(figure.source)),
                              "a name from \"sources\"");
        else {
            figure.source = sourceEntry->second.title;
            figure.date = sourceEntry->second.date;
        }
        if (findElement(figures, figure.id, &CarbonFigure::id) != nullptr)
            m_root.addProblem(pointer + "/id",
                              formatMessage("{} is already used by another entry", inQuotes(figure.id)), "a unique id");
        figures.push_back(std::move(figure));
    }

private:
    ObjectReader& m_root;
    const Sources& m_sources;
};

}  // namespace

Result<CarbonCatalogue> parseCarbonCatalogue(std::string_view text)
{
    return readDataFile<CarbonCatalogue>(
        text, "scalewright-carbon", [](ObjectReader& root, CarbonCatalogue& catalogue) {
            Sources sources;
            std::vector<UnresolvedRegion> regions;
            std::vector<UnresolvedPue> pue;
            root.objectsByName("sources", sources);
            root.list("pue", pue);
            root.list("regions", regions);
            CarbonCatalogueReader reader(root, sources);
            for (std::size_t i = 0; i < regions.size(); ++i) {
                const std::string pointer = fmt::format("/regions/{}", i);
                UnresolvedRegion& region = regions[i];
                if (region.grams.has_value() == region.tonnes.has_value())
                    root.addProblem(pointer, "the intensity is missing or given in both units",
                                    "grams_per_kwh or tonnes_per_kwh");
                region.figure.value = region.grams.value_or(region.tonnes.value_or(0) * gramsPerTonne);
                if (region.figure.value > maximumGridGramsPerKwh)
                    root.addProblem(
                        pointer,
                        formatMessage("{} g/kWh is more than any grid emits", significantText(region.figure.value)),
                        formatMessage("up to {} g/kWh; check the unit", significantText(maximumGridGramsPerKwh)));
                reader.addFigure(catalogue.regions, region.figure, pointer);
            }
            for (std::size_t i = 0; i < pue.size(); ++i)
                reader.addFigure(catalogue.pueFigures, pue[i].figure, fmt::format("/pue/{}", i));
        });
}

Result<CarbonCatalogue> readCarbonCatalogue()
{
    return parseResource("catalogue/carbon.json", parseCarbonCatalogue);
}

Quantity quantityOf(const CarbonFigure& figure)
{
    Quantity quantity;
    quantity.value = figure.value;
    quantity.provenance = {
        .origin = Origin::Catalogue, .source = figure.source, .date = figure.date, .conditions = figure.name};
    return quantity;
}

std::vector<std::string> carbonAssumptions(const Target& target)
{
    std::vector<std::string> sentences;
    const auto add = [&](const MaybeQuantity& quantity, std::string sentence) {
        if (const Provenance* provenance = quantity ? &quantity->provenance : nullptr)
            sentence +=
                provenance->origin == Origin::Assumed ? " (assumed)"
                : provenance->origin == Origin::Catalogue
                    ? provenance->conditions.empty()
                          ? formatMessage(" ({}, {})", provenance->source, provenance->date)
                          : formatMessage(" ({}: {}, {})", provenance->conditions, provenance->source, provenance->date)
                    : "";
        sentences.push_back(std::move(sentence));
    };
    add(target.powerW, target.powerW ? formatMessage("a worker draws {} at full load",
                                                     amountText(target.powerW->value, Dimension::Power))
                                     : "the power of a worker is not set: only a ladder's own joules count");
    if (target.powerW)
        add(target.powerShare, target.powerShare
                                   ? formatMessage("load {}: a worker always draws this share of full power",
                                                   significantText(target.powerShare->value))
                                   : "load 1: a worker draws full power even while it waits and communicates");
    if (target.powerW && workersOnNode(target) > 1)
        sentences.push_back(
            formatMessage("a node draws the power of all its {} workers, used or not", workersOnNode(target)));
    add(target.pue, target.pue ? formatMessage("PUE {}: the building's energy relative to its computers'",
                                               significantText(target.pue->value, 4))
                               : "PUE 1: cooling and the building are not counted");
    add(target.gridCo2GramsPerKwh,
        target.gridCo2GramsPerKwh
            ? formatMessage("the grid emits {} g of CO₂e per kWh, a yearly mean; single hours differ",
                            significantText(target.gridCo2GramsPerKwh->value, 4))
            : "the grid is not set: CO₂e is unknown");
    sentences.emplace_back("hosts, switches and production of the machines are not counted");
    return sentences;
}

Footprint computeFootprint(const Target& target, int p, double timeS, std::optional<double> joules)
{
    Footprint result{.kwh = {}, .gramsCo2e = {}, .isMeasured = joules.has_value()};
    const int workersPerNode = workersOnNode(target);
    if (!joules && target.powerW)
        joules = static_cast<double>(nodeCount(p, workersPerNode)) * workersPerNode * target.powerW->value *
                 (valueOr(target.powerShare, 1)) * timeS;
    if (!joules)
        return result;
    const double kwh = *joules * valueOr(target.pue, 1) / joulesPerKwh;
    if (!std::isfinite(kwh))
        return result;
    result.kwh = kwh;
    if (const MaybeQuantity& grams = target.gridCo2GramsPerKwh; grams && std::isfinite(kwh * grams->value))
        result.gramsCo2e = kwh * grams->value;
    return result;
}

std::vector<bool> findDominated(const std::vector<ParetoPoint>& points)
{
    const auto dominates = [](const ParetoPoint& left, const ParetoPoint& right) {
        const bool isNowhereWorse =
            left.timeS <= right.timeS && left.costUsd <= right.costUsd && left.gramsCo2e <= right.gramsCo2e;
        return isNowhereWorse &&
               (left.timeS < right.timeS || left.costUsd < right.costUsd || left.gramsCo2e < right.gramsCo2e);
    };
    std::vector<bool> dominatedFlags;
    for (const ParetoPoint& point : points)
        dominatedFlags.push_back(
            std::ranges::any_of(points, [&](const ParetoPoint& other) { return dominates(other, point); }));
    return dominatedFlags;
}

}  // namespace scalewright
