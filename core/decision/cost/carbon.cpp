#include "core/decision/cost/carbon.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/model/scaling/model.h"
#include "core/project/catalogue/source.h"
#include "core/project/document/object_reader.h"
#include "core/project/document/project.h"
#include "core/project/document/target.h"

namespace scalewright {

namespace {

constexpr double joulesPerKwh = 3.6e6;
constexpr double gramsPerTonne = 1e6;
constexpr double dirtiestGrid = 5000;  // coal alone emits about 1000 g/kWh: beyond five times that the unit is wrong

struct RegionText {
    CarbonFigure figure;
    std::optional<double> grams, tonnes;
};

template <class Visitor>
void fields(Visitor& visit, Some<RegionText> auto& text)
{
    visit.requiredText("id", text.figure.id);
    visit.requiredText("name", text.figure.name);
    visit.number("grams_per_kwh", text.grams, Dimension::Ratio, Range::NotNegative);
    visit.number("tonnes_per_kwh", text.tonnes, Dimension::Ratio, Range::NotNegative);
    visit.requiredText("source", text.figure.source);
}

struct PueText {
    CarbonFigure figure;
};

template <class Visitor>
void fields(Visitor& visit, Some<PueText> auto& text)
{
    visit.requiredText("id", text.figure.id);
    visit.requiredText("name", text.figure.name);
    visit.number("pue", text.figure.value, Dimension::Ratio, Range::OneOrMore);
    visit.requiredText("source", text.figure.source);
}

const CarbonFigure* figureOf(const std::vector<CarbonFigure>& figures, std::string_view id)
{
    const auto found =
        std::find_if(figures.begin(), figures.end(), [id](const CarbonFigure& each) { return each.id == id; });
    return found == figures.end() ? nullptr : &*found;
}

class CarbonReader {
public:
    CarbonReader(Error& error, const Sources& sources) : m_error(error), m_sources(sources) {}

    void note(std::string pointer, std::string message, std::string expected)
    {
        m_error.problems.push_back({std::move(message), std::move(expected), {.pointer = std::move(pointer)}});
    }

    void add(std::vector<CarbonFigure>& figures, CarbonFigure figure, const std::string& pointer)
    {
        const auto named = std::find_if(m_sources.begin(), m_sources.end(),
                                        [&](const auto& each) { return each.first == figure.source; });
        if (named == m_sources.end())
            note(pointer + "/source", say("{} is not among the sources", inQuotes(figure.source)),
                 "a name from \"sources\"");
        else {
            figure.source = named->second.title;
            figure.date = named->second.date;
        }
        if (figureOf(figures, figure.id) != nullptr)
            note(pointer + "/id", say("{} is taken by another entry", inQuotes(figure.id)), "an id of its own");
        figures.push_back(std::move(figure));
    }

private:
    Error& m_error;
    const Sources& m_sources;
};

}  // namespace

const CarbonFigure* CarbonCatalogue::region(std::string_view id) const
{
    return figureOf(regions, id);
}

Result<CarbonCatalogue> parseCarbonCatalogue(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    CarbonCatalogue catalogue;
    Error error;
    Sources sources;
    std::vector<RegionText> regions;
    std::vector<PueText> pue;
    ObjectReader root(error.problems, *document, {});
    root.kindOfFile("scalewright-carbon");
    root.named("sources", sources);
    root.list("pue", pue);
    root.list("regions", regions);
    CarbonReader reader(error, sources);
    for (std::size_t i = 0; i < regions.size(); ++i) {
        const std::string pointer = fmt::format("/regions/{}", i);
        RegionText& region = regions[i];
        if (region.grams.has_value() == region.tonnes.has_value())
            reader.note(pointer, "an intensity stands there once, in one unit", "grams_per_kwh or tonnes_per_kwh");
        region.figure.value = region.grams.value_or(region.tonnes.value_or(0) * gramsPerTonne);
        if (region.figure.value > dirtiestGrid)
            reader.note(pointer, say("{} g/kWh is more than any grid emits", significant(region.figure.value)),
                        say("up to {} g/kWh; the unit may be another one", significant(dirtiestGrid)));
        reader.add(catalogue.regions, region.figure, pointer);
    }
    for (std::size_t i = 0; i < pue.size(); ++i)
        reader.add(catalogue.pue, pue[i].figure, fmt::format("/pue/{}", i));
    if (!error.problems.empty())
        return fail(std::move(error));
    return catalogue;
}

Result<CarbonCatalogue> readCarbonCatalogue()
{
    return parseResource("catalogue/carbon.json", parseCarbonCatalogue);
}

CarbonTerms carbonTerms(const Target& target)
{
    CarbonTerms terms{.powerW = {}, .workersPerNode = workersOnNode(target), .gramsPerKwh = {}};
    if (target.powerW)
        terms.powerW = target.powerW->value;
    if (target.load)
        terms.load = target.load->value;
    if (target.pue)
        terms.pue = target.pue->value;
    if (target.gridGramsPerKwh)
        terms.gramsPerKwh = target.gridGramsPerKwh->value;
    return terms;
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
    std::vector<std::string> found;
    const auto add = [&](const MaybeQuantity& quantity, std::string sentence) {
        if (const Provenance* its = quantity ? &quantity->provenance : nullptr)
            sentence += its->origin == Origin::Assumed ? " (assumed)"
                        : its->origin == Origin::Catalogue
                            ? its->conditions.empty() ? say(" ({}, {})", its->source, its->date)
                                                      : say(" ({}: {}, {})", its->conditions, its->source, its->date)
                            : "";
        found.push_back(std::move(sentence));
    };
    add(target.powerW, target.powerW ? say("a worker draws {} at full load",
                                           formatAmount(target.powerW->value, Dimension::Power).joined())
                                     : "no power of a worker is given: only a ladder's own joules count");
    if (target.powerW)
        add(target.load, target.load
                             ? say("load {}: a worker draws that share all the time", significant(target.load->value))
                             : "load 1: a worker draws full power while it waits and communicates too");
    if (target.powerW && workersOnNode(target) > 1)
        found.push_back(say("a node draws the power of all its {} workers, used or not", workersOnNode(target)));
    add(target.pue, target.pue
                        ? say("PUE {}: the building's energy over its computers'", significant(target.pue->value, 4))
                        : "PUE 1: cooling and the building are not counted");
    add(target.gridGramsPerKwh, target.gridGramsPerKwh
                                    ? say("the grid emits {} g of CO₂e per kWh, a yearly mean; single hours differ",
                                          significant(target.gridGramsPerKwh->value, 4))
                                    : "no grid is given: CO₂e is not known");
    found.emplace_back("hosts, switches and making the machines are not counted");
    return found;
}

Footprint footprint(const CarbonTerms& terms, int p, double timeS, std::optional<double> joules)
{
    Footprint found{.kwh = {}, .gramsCo2e = {}, .measured = joules.has_value()};
    if (!joules && terms.powerW)
        joules = static_cast<double>(nodesOf(p, terms.workersPerNode)) * terms.workersPerNode * *terms.powerW *
                 terms.load * timeS;
    if (!joules)
        return found;
    const double kwh = *joules * terms.pue / joulesPerKwh;
    if (!std::isfinite(kwh))
        return found;
    found.kwh = kwh;
    if (terms.gramsPerKwh && std::isfinite(kwh * *terms.gramsPerKwh))
        found.gramsCo2e = kwh * *terms.gramsPerKwh;
    return found;
}

std::vector<bool> dominated(const std::vector<ParetoPoint>& points)
{
    const auto beats = [](const ParetoPoint& one, const ParetoPoint& other) {
        const bool nowhereWorse = one.timeS <= other.timeS && one.costUsd <= other.costUsd && one.grams <= other.grams;
        return nowhereWorse && (one.timeS < other.timeS || one.costUsd < other.costUsd || one.grams < other.grams);
    };
    std::vector<bool> found;
    for (const ParetoPoint& point : points)
        found.push_back(
            std::any_of(points.begin(), points.end(), [&](const ParetoPoint& other) { return beats(other, point); }));
    return found;
}

}  // namespace scalewright
