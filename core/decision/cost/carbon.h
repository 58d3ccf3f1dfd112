// SPDX-License-Identifier: GPL-3.0-or-later
// Energy and carbon of a run at every p: the workers' energy, times the building's overhead per joule, times the grid's
// emissions.
//
//     E = p P load T PUE, or the energy measured at the workers times PUE;  CO₂e = E intensity
//
//     computeFootprint(target, 8, 206, {}).kwh;   // 0.352 for 700 W and a PUE of 1.1
//
// PUE is power usage effectiveness, the building's energy over the computers' (1 or more). Figures for regions and
// providers are data (resources/catalogue/carbon.json), each with source and date. A file gives an intensity in grams
// or in tonnes per kilowatt-hour; here it is in grams. Not counted: production of the machines, and hosts and switches
// that `workerPowerW` does not include.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"

namespace scalewright {

/// A figure with its source.
struct CarbonFigure {
    std::string id, name;
    double value = 0;  ///< grams per kilowatt-hour, or PUE
    std::string source, date;
};

/// The figure with its source, date and name as provenance.
[[nodiscard]] Quantity quantityOf(const CarbonFigure& figure);

struct CarbonCatalogue {
    std::vector<CarbonFigure> regions;  ///< grams of CO₂e per kilowatt-hour of the grid
    std::vector<CarbonFigure> pueFigures;  ///< of providers
};

/// Errors (Input), with JSON pointers: wrong kind of file, a figure with no source, no unit or two units, an intensity
/// that is negative or above 5000 g/kWh (more than any grid), a PUE below 1.
[[nodiscard]] Result<CarbonCatalogue> parseCarbonCatalogue(std::string_view text);
/// Reads the installed catalogue. Errors, with the file name: missing (Environment) or invalid (Input).
[[nodiscard]] Result<CarbonCatalogue> readCarbonCatalogue();

struct Target;
/// These figures, their sources, and what is not counted; one sentence each.
[[nodiscard]] std::vector<std::string> carbonAssumptions(const Target& target);

struct Footprint {
    std::optional<double> kwh, gramsCo2e;
    bool isMeasured = false;  ///< from the ladder's joules
};
/// The footprint of one run on p workers, where g ceil(p/g) workers draw power; `joules` is the energy measured at all
/// of them. Load and PUE are 1 if they are not set. Empty if neither joules nor a power is known.
[[nodiscard]] Footprint computeFootprint(const Target& target, int p, double timeS, std::optional<double> joules);

/// A point in the space of time, money and carbon.
struct ParetoPoint {
    double timeS = 0, costUsd = 0, gramsCo2e = 0;
};
/// Whether each point is dominated: another point is at most as large in all three and smaller in one.
[[nodiscard]] std::vector<bool> findDominated(const std::vector<ParetoPoint>& points);

}  // namespace scalewright
