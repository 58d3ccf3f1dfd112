// SPDX-License-Identifier: GPL-3.0-or-later
// How often a statistical verdict was right on simulated ladders similar to a given one.
//
// The table is resources/calibration/verdicts.json, written by tests/calibration/calibrate.cpp. As generated data must,
// it records its seed and command; user-visible sentences name neither the file nor the seed. A cell is one ground
// truth at one number of points (distinct p), repeats and noise level: how many ladders were simulated, for how many of
// them the verdict was given, and for how many it was given and wrong.
//
//     const std::optional<TrackRecord> record = findTrackRecord("law", 6, 5, 0.03);
//     record->isReliable();    // at most 5 % wrong for every ground truth
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct CalibrationCell {
    /// "law", "growth", "owner", "serial or inflated", "peak passed", "peak interval", "straggler", "late rank"
    std::string verdict;
    std::string groundTruth;  ///< "usl 0.05 0.0012"
    int points = 0, repeats = 0;  ///< for recorded runs: ranks and steps
    double noise = 0;  ///< standard deviation of a run, relative to its value
    int ladderCount = 0;
    int decidedCount = 0;
    int wrongCount = 0;  ///< a verdict was given that contradicts the ground truth
    bool operator==(const CalibrationCell&) const = default;
};

struct CalibrationTable {
    long seed = 0;
    std::string command;
    std::vector<CalibrationCell> cells;
};

/// Path of the shipped table relative to the resources; also shown in messages.
inline constexpr const char* calibrationFile = "calibration/verdicts.json";

/// Error (Input), with a JSON pointer: not a calibration table, a cell with a missing member, or contradictory counts.
[[nodiscard]] Result<CalibrationTable> parseCalibration(std::string_view text);
/// The shipped table, read once; has no cells if the file is missing or broken.
[[nodiscard]] const CalibrationTable& shippedCalibration();

/// The cells that apply to a ladder: at most as many points and repeats, and the noise levels on either side of the
/// ladder's.
struct TrackRecord {
    int points = 0, repeats = 0;
    double noise = 0;  ///< at least the ladder's
    double lowerNoise = 0;  ///< the next lower level if the ladder's noise is between two levels, else equal to `noise`
    /// One row per ground truth, from the noise level with more wrong verdicts
    std::vector<CalibrationCell> cells;

    /// Wrong verdicts as a share of all ladders, for the worst ground truth.
    [[nodiscard]] double worstErrorRate() const;
    /// True if verdicts were given often enough to judge and at most 5 % were wrong for every ground truth.
    [[nodiscard]] bool isReliable() const;
    bool operator==(const TrackRecord&) const = default;
};

/// nullopt if the ladder is smaller or noisier than all simulated ladders.
[[nodiscard]] std::optional<TrackRecord> findTrackRecord(std::string_view verdict, int points, int repeats,
                                                         double noise,
                                                         const CalibrationTable& table = shippedCalibration());
/// "Tested on 200 simulated ladders of each kind …", for the sentence that relies on the verdict. Kinds with a wrong
/// verdict are listed by name, kinds that were always right by name if there are few and otherwise as a number, and
/// kinds without a verdict as a number. If there is no record, the text says so.
[[nodiscard]] std::string trackRecordText(const std::optional<TrackRecord>& record,
                                          const CalibrationTable& table = shippedCalibration());

/// The same for a rank that delays the others: recorded runs with this number of ranks and steps, and with jitter as a
/// share of the work per step.
[[nodiscard]] std::string stragglerRecordText(const std::optional<TrackRecord>& record);

/// The same for a rank found by the size and order tests (core/evidence/trace/stragglers.h): how often a rank that is
/// late by half the jitter is named, how often the wrong rank is named, and how often a rank is named when none is
/// late.
[[nodiscard]] std::string lateRankRecordText(const std::optional<TrackRecord>& record);

/// The same for the interval of a peak: the share of ladders with an interval that contained the truth, for the worst
/// kind.
[[nodiscard]] std::string intervalRecordText(const std::optional<TrackRecord>& record,
                                             const CalibrationTable& table = shippedCalibration());

}  // namespace scalewright
