// How often a statistical verdict was right on simulated ladders like the one at hand.
//
// The table is resources/calibration/verdicts.json, made by tests/calibration/calibrate.cpp; it carries its seed and
// command, which belong to data that is written; sentences name neither the file nor the seed. A cell is one kind of
// truth at so many points (distinct p), repeats and noise: how many ladders were simulated, in how many the verdict was
// given, and in how many of all of them it was given and wrong.
//
//     const std::optional<TrackRecord> record = trackRecord("law", 6, 5, 0.03);
//     record->earned();        // at most 5 % wrong in every kind of truth
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
    std::string truth;  ///< "usl 0.05 0.0012"
    int points = 0, repeats = 0;  ///< of recorded runs: ranks and steps
    double noise = 0;  ///< standard deviation of a run, as a share of the value
    int ladders = 0;
    int decided = 0;
    int wrong = 0;  ///< decided and not the truth
    bool operator==(const CalibrationCell&) const = default;
};

struct Calibration {
    long seed = 0;
    std::string command;
    std::vector<CalibrationCell> cells;
};

/// The name of the shipped table below the resources, for people and for the cells' file.
inline constexpr const char* calibrationFile = "calibration/verdicts.json";

/// Error (Input): not such a table, a cell without one of its members, counts that contradict each other; with its
/// pointer.
[[nodiscard]] Result<Calibration> parseCalibration(std::string_view text);
/// The shipped table, read once; without cells where it is missing or broken.
[[nodiscard]] const Calibration& shippedCalibration();

/// The cells that a ladder is held against: no more points and repeats than it has, and the noises on either side of
/// its own.
struct TrackRecord {
    int points = 0, repeats = 0;
    double noise = 0;  ///< no less than the ladder's
    double quieter = 0;  ///< the next below, where the ladder's lies between two; else the same
    /// A row each kind of truth: of the two noises the one in which it was wrong more often
    std::vector<CalibrationCell> cells;

    /// Of the kind in which it was wrong most often, the share of all its ladders.
    [[nodiscard]] double worstWrong() const;
    /// Given often enough to have a record, and wrong in at most 5 % of every kind.
    [[nodiscard]] bool earned() const;
    bool operator==(const TrackRecord&) const = default;
};

/// Nothing where the ladder is smaller or noisier than all that was simulated.
[[nodiscard]] std::optional<TrackRecord> trackRecord(std::string_view verdict, int points, int repeats, double noise,
                                                     const Calibration& table = shippedCalibration());
/// "On 200 simulated ladders of each kind …": for the sentence that rests on the verdict; the kinds in which it was
/// wrong by name, those in which it was right by name where they are few, else as a number, as those in which it was
/// not given. Without a record: that there is none.
[[nodiscard]] std::string trackRecordWords(const std::optional<TrackRecord>& record,
                                           const Calibration& table = shippedCalibration());

/// The same for a rank that keeps the others waiting: recorded runs of so many ranks and steps, jitter as a share of a
/// step's work.
[[nodiscard]] std::string stragglerRecordWords(const std::optional<TrackRecord>& record);

/// The same for a rank that the tests on size and order name (core/evidence/trace/stragglers.h): how often one that is late by
/// half the jitter is named, how often another, and how often any where none is late.
[[nodiscard]] std::string lateRankRecordWords(const std::optional<TrackRecord>& record);

/// The same for an interval of a peak: in how many of the ladders where it was given it held the truth, of the worst kind.
[[nodiscard]] std::string intervalRecordWords(const std::optional<TrackRecord>& record,
                                              const Calibration& table = shippedCalibration());

}  // namespace scalewright
