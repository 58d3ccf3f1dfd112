// Energy and carbon of a run at every p: what the workers draw, times what the building draws for each of their joules,
// times what the grid emits for it.
//
//     E = p P load T PUE, or what was measured at the workers times PUE;  CO₂e = E intensity
//
//     footprint({.powerW = 700, .pue = 1.1, .gramsPerKwh = 100}, 8, 206, {}).kwh;   // 0.352
//
// PUE is power usage effectiveness, the building's energy over the computers' (1 or more). Figures of regions and
// providers are data (resources/catalogue/carbon.json), each with source and date; a file gives an intensity in grams
// or in tonnes a kilowatt-hour, and it is grams here. Not counted: making the machines, hosts and switches beyond
// `powerW`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

/// A figure with where it is from.
struct CarbonFigure {
    std::string id, name;
    double value = 0;  ///< grams a kilowatt-hour, or PUE
    std::string source, date;
};

/// With its source, date and name as provenance.
[[nodiscard]] Quantity quantityOf(const CarbonFigure& figure);

struct CarbonCatalogue {
    std::vector<CarbonFigure> regions;  ///< grams of CO₂e a kilowatt-hour of the grid
    std::vector<CarbonFigure> pue;  ///< of providers
    [[nodiscard]] const CarbonFigure* region(std::string_view id) const;
};

/// Errors (Input), with pointers: not such a file, a figure without a source or with none or two of its units, an
/// intensity that is negative or above 5000 g/kWh (no grid's), a PUE below 1.
[[nodiscard]] Result<CarbonCatalogue> parseCarbonCatalogue(std::string_view text);
/// Of the installed resources. Errors: it is not there (Environment), or wrong (Input), naming the file.
[[nodiscard]] Result<CarbonCatalogue> readCarbonCatalogue();

/// Preconditions: all finite; powers, load, intensity >= 0, pue >= 1.
struct CarbonTerms {
    std::optional<double> powerW;  ///< of one worker under full load; absent: only what was measured
    double load = 1;  ///< share of it that is drawn
    int workersPerNode = 1;  ///< g: a node draws the power of all its workers, used or not
    double pue = 1;
    std::optional<double> gramsPerKwh;
};

struct Target;
/// Of the target's fields; a load and a PUE that it does not give are 1.
[[nodiscard]] CarbonTerms carbonTerms(const Target& target);
/// What those figures are, where from, and what is not counted, a sentence each.
[[nodiscard]] std::vector<std::string> carbonAssumptions(const Target& target);

struct Footprint {
    std::optional<double> kwh, gramsCo2e;
    bool measured = false;  ///< from joules that the ladder carries
};
/// Of one run on p workers, g ceil(p/g) of them drawing power; `joules` is what was measured at all of them. Nothing
/// where neither that nor a power is known.
[[nodiscard]] Footprint footprint(const CarbonTerms& terms, int p, double timeS, std::optional<double> joules);

/// A point of the plane of time, money and carbon.
struct ParetoPoint {
    double timeS = 0, costUsd = 0, grams = 0;
};
/// Which are dominated: another is at most as large in all three and smaller in one.
[[nodiscard]] std::vector<bool> dominated(const std::vector<ParetoPoint>& points);

}  // namespace scalewright
