// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/calibration/calibration.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/quantity/number_text.h"
#include "core/base/quantity/units.h"
#include "core/project/document/object_reader.h"

namespace scalewright {

template <class Visitor>
void fields(Visitor& visit, SameIgnoringConst<CalibrationCell> auto& cell)
{
    visit.requiredText("verdict", cell.verdict);
    visit.requiredText("truth", cell.groundTruth);
    visit.integer("points", cell.points);
    visit.integer("repeats", cell.repeats);
    visit.number("noise", cell.noise, Dimension::Ratio, Range::NotNegative);
    visit.integer("ladders", cell.ladderCount);
    visit.integer("decided", cell.decidedCount);
    visit.integer("wrong", cell.wrongCount);
}

Result<CalibrationTable> parseCalibration(std::string_view text)
{
    return readDataFile<CalibrationTable>(
        text, "scalewright-calibration", [](ObjectReader& root, CalibrationTable& table) {
            root.integer("seed", table.seed);
            root.text("command", table.command);
            root.list("cells", table.cells);
            if (table.cells.empty())
                root.addProblem("/cells", "the list of cells is missing or empty", "a list of verdicts");
            for (std::size_t i = 0; i < table.cells.size(); ++i)
                if (const CalibrationCell& cell = table.cells[i];
                    cell.ladderCount < 1 || cell.decidedCount > cell.ladderCount || cell.wrongCount > cell.decidedCount)
                    root.addProblem(fmt::format("/cells/{}", i),
                                    formatMessage("{} wrong, {} decided and {} ladders contradict each other",
                                                  cell.wrongCount, cell.decidedCount, cell.ladderCount),
                                    "wrong <= decided <= ladders");
        });
}

const CalibrationTable& shippedCalibration()
{
    static const CalibrationTable table = parseResource(calibrationFile, parseCalibration).value_or(CalibrationTable{});
    return table;
}

double TrackRecord::worstErrorRate() const
{
    double worst = 0;
    for (const CalibrationCell& cell : cells)
        worst = std::max(worst, static_cast<double>(cell.wrongCount) / cell.ladderCount);
    return worst;
}

bool TrackRecord::isReliable() const
{
    constexpr int minimumDecided = 20;
    int decidedTotal = 0;
    for (const CalibrationCell& cell : cells)
        decidedTotal += cell.decidedCount;
    return decidedTotal >= minimumDecided && worstErrorRate() <= 0.05;
}

std::optional<TrackRecord> findTrackRecord(std::string_view verdict, int points, int repeats, double noise,
                                           const CalibrationTable& table)
{
    // Order of preference: the most points, the most repeats, then the lowest noise that is not below the ladder's.
    TrackRecord record;
    constexpr double noiseTolerance = 1.05;  // the noise is only an estimate
    bool found = false;
    for (const CalibrationCell& cell : table.cells) {
        if (cell.verdict != verdict || cell.points > points || cell.repeats > repeats ||
            cell.noise * noiseTolerance < noise)
            continue;
        const bool isCloser =
            !found || cell.points > record.points || (cell.points == record.points && cell.repeats > record.repeats) ||
            (cell.points == record.points && cell.repeats == record.repeats && cell.noise < record.noise);
        if (isCloser) {
            record = {cell.points, cell.repeats, cell.noise, cell.noise, {}};
            found = true;
        }
    }
    if (!found)
        return std::nullopt;
    // How often a verdict is given at the higher noise level does not tell how often it is given at the lower one.
    const auto matchesRecord = [&](const CalibrationCell& cell) {
        return cell.verdict == verdict && cell.points == record.points && cell.repeats == record.repeats;
    };
    if (noise * noiseTolerance < record.noise) {
        double below = 0;
        for (const CalibrationCell& cell : table.cells)
            if (matchesRecord(cell) && cell.noise < record.noise)
                below = std::max(below, cell.noise);
        record.lowerNoise = below > 0 ? below : record.noise;
    }
    for (const CalibrationCell& cell : table.cells) {
        if (!matchesRecord(cell) || (cell.noise != record.noise && cell.noise != record.lowerNoise))
            continue;
        const auto existing = std::ranges::find(record.cells, cell.groundTruth, &CalibrationCell::groundTruth);
        if (existing == record.cells.end())
            record.cells.push_back(cell);
        else if (std::pair(1.0 * cell.wrongCount / cell.ladderCount, 1.0 * cell.decidedCount / cell.ladderCount) >
                 std::pair(1.0 * existing->wrongCount / existing->ladderCount,
                           1.0 * existing->decidedCount / existing->ladderCount))
            *existing = cell;
    }
    return record;
}

namespace {

/// The simulated ground truth in words; one that is not listed is returned unchanged.
std::string groundTruthTitle(const std::string& groundTruth)
{
    const std::array<std::pair<std::string_view, std::string>, 42> titles{{
        {"nobody slower", "no rank slower than another"},
        {"nobody slower, exponential jitter", "no rank slower, exponential jitter"},
        {"one rank 30 % slower", "one rank 30 % slower"},
        {"one rank 60 % slower", "one rank 60 % slower"},
        {"a quarter 40 % slower", "a quarter of the ranks 40 % slower"},
        {"amdahl f 0.05", "Amdahl with 5 % serial"},
        {"amdahl f 0.2", "Amdahl with 20 % serial"},
        {"amdahl f 0.05 and 0.01 a round", "Amdahl with 5 % serial and an exchange in rounds of 1 % each"},
        {"amdahl f 0.05 and 0.03 a round", "Amdahl with 5 % serial and an exchange in rounds of 3 % each"},
        {"communication 5.5, waiting 4.5 % at 8", "communication 5.5 % and waiting 4.5 % at 8 workers"},
        {"communication and waiting alike", "equal communication and waiting"},
        {"communication, 5 % at 8", "communication of 5 % at 8 workers"},
        {"constant input 10 %", "constant input, 10 %"},
        {"doubling 0.02 a round", "an exchange in rounds of 2 % each"},
        {"gossip 0.05", "an exchange with two neighbours, 5 %"},
        {"gustafson f 0.1", "Gustafson with 10 % serial"},
        {"input, 5 %", "input of 5 %"},
        {"memory feeds six", "memory bandwidth for six workers"},
        {"batch of 200, serial 3 %", "a batch of 200 split into whole examples, with 3 % serial"},
        {"eight share a stage", "a stage that eight workers share, 30 %"},
        {"cache from four on", "compute that is 10 % faster from p = 4 on"},
        {"memory feeds three, and less the more ask", "memory bandwidth for three workers, and less as more compete"},
        {"amdahl f 0.02 and 0.0005 p log2 p", "2 % serial and an overhead that grows as p log2 p"},
        {"nothing lost", "ideal scaling"},
        {"weak mesh 0.02 sqrt p from two on", "weak scaling, 2 % of √p from p = 2 on"},
        {"weak mesh 0.04 sqrt p", "weak scaling, a time that grows as 4 % of √p"},
        {"weak p log2 p", "weak scaling, a time that grows as 0.1 % of p log2 p"},
        {"weak power 0.6", "weak scaling, a time that grows as 2 % of p to the 0.6"},
        {"weak tree 0.02 a round", "weak scaling, an exchange in rounds of 2 % each"},
        {"mesh 0.012 sqrt p", "an exchange along a mesh, 1.2 % times √p"},
        {"mesh in rounds 0.004", "an exchange along a mesh in rounds of 0.4 % times √p"},
        {"power 0.6", "2 % serial and an overhead that grows as p to the 0.6"},
        {"power 1.25", "an overhead that grows as p to the 1.25"},
        {"workers slow by 0.05 p^0.85", "workers that slow down as 5 % of p to the 0.85"},
        {"workers slow by 0.1 log2 p", "workers that slow down by 10 % with each doubling"},
        {"workers slow by 0.1 sqrt p", "workers that slow down as 10 % of √p"},
        {"ring alpha 0.0008 beta 0.04", "a ring, alpha 0.8 ms and beta 40 ms"},
        {"serial, 5 %", "5 % serial"},
        {"usl 0.02 0.0005", "USL with sigma 0.02 and kappa 0.0005"},
        {"usl 0.05 0.0012", "USL with sigma 0.05 and kappa 0.0012"},
        {"waiting, 5 % at 8", "waiting of 5 % at 8 workers"},
        {"weak ring alpha 0.002 beta 0.02", "a ring under weak scaling, alpha 2 ms and beta 20 ms"},
    }};
    const auto* found = std::ranges::find_if(titles, [&](const auto& each) { return each.first == groundTruth; });
    return found == titles.end() ? groundTruth : found->second;
}

std::string repeatsText(const TrackRecord& record)
{
    return formatMessage("{} run{}", record.repeats, std::string(record.repeats == 1 ? "" : "s"));
}

/// "3", "1 to 3".
std::string noiseRangeText(const TrackRecord& record)
{
    const std::string highest = significantText(100 * record.noise);
    return record.lowerNoise == record.noise
               ? std::string(highest)
               : formatMessage("{} to {}", significantText(100 * record.lowerNoise), highest);
}

/// "sometimes wrong in Amdahl with 5 % serial (given 97 %, wrong 1 %); given and never wrong in …; not given in the
/// other 5 of 19 kinds". Kinds with a wrong verdict are listed by name; kinds that were always right only if there are
/// few.
std::string outcomeSummary(const TrackRecord& record)
{
    constexpr std::size_t maximumNames = 4;
    std::vector<std::string> sometimesWrong, alwaysCorrect;
    double lowest = 100, highest = 0;
    for (const CalibrationCell& cell : record.cells) {
        const double decidedPercent = 100.0 * cell.decidedCount / cell.ladderCount;
        if (cell.wrongCount > 0) {
            sometimesWrong.push_back(formatMessage("{} (given {} %, wrong {} %)", groundTruthTitle(cell.groundTruth),
                                                   significantText(decidedPercent, 3),
                                                   significantText(100.0 * cell.wrongCount / cell.ladderCount, 3)));
        } else if (cell.decidedCount > 0) {
            alwaysCorrect.push_back(
                formatMessage("{} ({} %)", groundTruthTitle(cell.groundTruth), significantText(decidedPercent, 3)));
            lowest = std::min(lowest, decidedPercent);
            highest = std::max(highest, decidedPercent);
        }
    }
    const std::size_t cellCount = record.cells.size(),
                      undecidedCount = cellCount - sometimesWrong.size() - alwaysCorrect.size();
    if (undecidedCount == cellCount)
        return formatMessage("not given in any of {} kinds", cellCount);
    std::vector<std::string> parts;
    if (!sometimesWrong.empty())
        parts.push_back(formatMessage("sometimes wrong in {}", joinNonEmpty(sometimesWrong, "; ")));
    if (alwaysCorrect.size() > maximumNames)
        parts.push_back(formatMessage("given and never wrong in {} kinds ({} to {} %)", alwaysCorrect.size(),
                                      significantText(lowest, 3), significantText(highest, 3)));
    else if (!alwaysCorrect.empty())
        parts.push_back(formatMessage("given and never wrong in {}", joinNonEmpty(alwaysCorrect, ", ")));
    if (undecidedCount > 0)
        parts.push_back(formatMessage("not given in the other {} of {} kinds", undecidedCount, cellCount));
    return joinNonEmpty(parts, "; ");
}

}  // namespace

std::string stragglerRecordText(const std::optional<TrackRecord>& record)
{
    if (!record)
        return "No run with so few ranks or steps, or so much jitter, was simulated: how often such a rank is really "
               "slow is unknown.";
    const std::string cells = formatMessage(
        "Tested on {} simulated runs of each kind, with {} ranks, {} steps and a jitter of {} % of a step's work",
        record->cells.front().ladderCount, record->points, record->repeats, noiseRangeText(*record));
    if (record->isReliable())
        return formatMessage("{}. {}.", cells, capitalised(outcomeSummary(*record)));
    return formatMessage(
        "A run like this rarely identifies a slow rank. {}. A rank that was not slower stood out in up to {} %. Record "
        "more steps.",
        cells, significantText(100 * record->worstErrorRate(), 3));
}

std::string lateRankRecordText(const std::optional<TrackRecord>& record)
{
    constexpr const char* defaultText = "When no rank is slower, 5 % of runs still name one.";
    if (!record)
        return defaultText;
    const auto share = [](int part, const CalibrationCell& cell) {
        return percentageText(double(part) / cell.ladderCount, 2);
    };
    std::vector<std::string> words;
    for (const CalibrationCell& cell : record->cells)
        words.push_back(cell.groundTruth == "no rank late"
                            ? formatMessage("when no rank was late, one was named in {}", share(cell.wrongCount, cell))
                            : formatMessage("a rank late by half the jitter was named in {}, another rank in {}",
                                            share(cell.decidedCount - cell.wrongCount, cell),
                                            share(cell.wrongCount, cell)));
    return formatMessage("Of {} simulated runs with {} ranks and {} steps: {}.", record->cells.front().ladderCount,
                         record->points, record->repeats, joinNonEmpty(words, "; "));
}

std::string trackRecordText(const std::optional<TrackRecord>& record, const CalibrationTable& table)
{
    if (table.cells.empty())
        return formatMessage(
            "There is no table of simulated ladders ({}): how often such a verdict is right is unknown.",
            std::string(calibrationFile));
    if (!record)
        return "No ladder with so few points or so much noise was simulated: how often such a verdict is right is "
               "unknown.";
    return formatMessage(
        "Tested on {} simulated ladders of each kind, with {} points, {} per point and {} % noise. {}.",
        record->cells.front().ladderCount, record->points, repeatsText(*record), noiseRangeText(*record),
        capitalised(outcomeSummary(*record)));
}

std::string intervalRecordText(const std::optional<TrackRecord>& record, const CalibrationTable& table)
{
    if (table.cells.empty() || !record)
        return trackRecordText(std::nullopt, table);
    constexpr int minimumDecided = 20;  // a rate from fewer cases is meaningless
    double lowestCoverage = 1;
    bool isGiven = false;
    for (const CalibrationCell& cell : record->cells)
        if (cell.decidedCount >= minimumDecided) {
            lowestCoverage = std::min(lowestCoverage, 1 - static_cast<double>(cell.wrongCount) / cell.decidedCount);
            isGiven = true;
        }
    const std::string simulationText =
        formatMessage("{} simulated ladders of each of {} kinds, with {} points, {} per point and {} % noise",
                      record->cells.front().ladderCount, record->cells.size(), record->points, repeatsText(*record),
                      noiseRangeText(*record));
    if (!isGiven)
        return formatMessage("Such an interval is rare. Tested on {}. How often it contains the peak is unknown.",
                             simulationText);
    return formatMessage(
        "Its nominal level is 95 %; where the tests decided this law, it contained the peak in {} % for the worst "
        "kind. Tested on {}.",
        significantText(100 * lowestCoverage, 3), simulationText);
}

}  // namespace scalewright
