// How often a statistical verdict was right on simulated ladders similar to a given one.
//
// The table is resources/calibration/verdicts.json, written by tests/calibration/calibrate.cpp. It records its seed and
// command, as generated data must; user-visible sentences name neither the file nor the seed. A cell is one ground
// truth at one number of points (distinct p), repeats and noise level: how many ladders were simulated, in how many the
// verdict was given, and in how many of all of them it was given and wrong.
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
    double noise = 0;  ///< standard deviation of a run, as a share of the value
    int ladderCount = 0;
    int decidedCount = 0;
    int wrongCount = 0;  ///< decided, but not as the ground truth
    bool operator==(const CalibrationCell&) const = default;
};

struct CalibrationTable {
    long seed = 0;
    std::string command;
    std::vector<CalibrationCell> cells;
};

/// Path of the shipped table below the resources; also shown in messages.
inline constexpr const char* calibrationFile = "calibration/verdicts.json";

/// Error (Input), with its pointer: not such a table, a cell without one of its members, or counts that contradict each
/// other.
[[nodiscard]] Result<CalibrationTable> parseCalibration(std::string_view text);
/// The shipped table, read once; without cells if it is missing or broken.
[[nodiscard]] const CalibrationTable& shippedCalibration();

/// The cells that apply to a ladder: at most its points and repeats, and the noise levels on either side of its own.
struct TrackRecord {
    int points = 0, repeats = 0;
    double noise = 0;  ///< at least the ladder's
    double lowerNoise = 0;  ///< the next lower level if the ladder's noise is between two, else equal to `noise`
    /// One row per ground truth, from the noise level at which it was wrong more often
    std::vector<CalibrationCell> cells;

    /// Wrong verdicts as a share of all ladders, for the ground truth with the highest share.
    [[nodiscard]] double worstErrorRate() const;
    /// Given often enough to judge, and wrong in at most 5 % for every ground truth.
    [[nodiscard]] bool isReliable() const;
    bool operator==(const TrackRecord&) const = default;
};

/// nullopt if the ladder is smaller or noisier than everything that was simulated.
[[nodiscard]] std::optional<TrackRecord> findTrackRecord(std::string_view verdict, int points, int repeats,
                                                         double noise,
                                                         const CalibrationTable& table = shippedCalibration());
/// "Tested on 200 simulated ladders of each kind …", for the sentence that relies on the verdict. Kinds that were wrong
/// are listed by name, kinds that were right by name if they are few and else as a number, kinds without a verdict as a
/// number. Without a record it says so.
[[nodiscard]] std::string trackRecordText(const std::optional<TrackRecord>& record,
                                          const CalibrationTable& table = shippedCalibration());

/// The same for a rank that keeps the others waiting: recorded runs with this number of ranks and steps, and jitter as
/// a share of a step's work.
[[nodiscard]] std::string stragglerRecordText(const std::optional<TrackRecord>& record);

/// The same for a rank found by the tests on size and order (core/evidence/trace/stragglers.h): how often a rank that
/// is late by half the jitter is named, how often another one, and how often any if no rank is late.
[[nodiscard]] std::string lateRankRecordText(const std::optional<TrackRecord>& record);

/// The same for the interval of a peak: of the ladders with an interval, the share in which it contained the truth, for
/// the worst kind.
[[nodiscard]] std::string intervalRecordText(const std::optional<TrackRecord>& record,
                                             const CalibrationTable& table = shippedCalibration());

}  // namespace scalewright
