#include "core/evidence/calibration/calibration.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/quantity/percent.h"
#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

Error broken(std::string message, std::string expected, std::string pointer)
{
    return {ErrorCode::Input, {{std::move(message), std::move(expected), {.pointer = std::move(pointer)}}}};
}

Result<CalibrationCell> cellOf(const Json& json, const std::string& pointer)
{
    CalibrationCell cell;
    Error error;
    const auto text = [&](const char* key, std::string& into) {
        const Json* member = json.find(key);
        if (const std::string* value = member ? member->asString() : nullptr)
            into = *value;
        else
            error = broken(say("has no {}", std::string(key)), "a text", pointer);
    };
    const auto number = [&](const char* key, auto& into) {
        const Json* member = json.find(key);
        const Json::Number* value = member ? member->asNumber() : nullptr;
        if (value)
            into = static_cast<std::remove_reference_t<decltype(into)>>(std::strtod(value->text.c_str(), nullptr));
        else
            error = broken(say("has no {}", std::string(key)), "a number", pointer);
    };
    text("verdict", cell.verdict);
    text("truth", cell.truth);
    number("points", cell.points);
    number("repeats", cell.repeats);
    number("noise", cell.noise);
    number("ladders", cell.ladders);
    number("decided", cell.decided);
    number("wrong", cell.wrong);
    if (!error.problems.empty())
        return fail(std::move(error));
    if (cell.ladders < 1 || cell.decided < 0 || cell.decided > cell.ladders || cell.wrong < 0 ||
        cell.wrong > cell.decided)
        return fail(
            broken(say("{} wrong of {} decided of {} ladders cannot be", cell.wrong, cell.decided, cell.ladders),
                   "wrong <= decided <= ladders", pointer));
    return cell;
}

}  // namespace

Result<Calibration> parseCalibration(std::string_view text)
{
    const Result<Json> json = parseJson(text);
    if (!json)
        return fail(json.error());
    const Json* format = json->find("format");
    if (!format || !format->asString() || *format->asString() != "scalewright-calibration")
        return fail(broken("this is no table of verdicts", "\"format\": \"scalewright-calibration\"", "/format"));
    Calibration table;
    if (const Json* seed = json->find("seed"); seed && seed->asNumber())
        table.seed = std::strtol(seed->asNumber()->text.c_str(), nullptr, 10);
    if (const Json* command = json->find("command"); command && command->asString())
        table.command = *command->asString();
    const Json* cells = json->find("cells");
    if (!cells || !cells->asArray())
        return fail(broken("there are no cells", "a list", "/cells"));
    for (std::size_t i = 0; i < cells->asArray()->size(); ++i) {
        Result<CalibrationCell> cell = cellOf((*cells->asArray())[i], fmt::format("/cells/{}", i));
        if (!cell)
            return fail(std::move(cell.error()));
        table.cells.push_back(std::move(*cell));
    }
    return table;
}

const Calibration& shippedCalibration()
{
    static const Calibration table = [] {
        const Result<std::filesystem::path> path = resourcePath(calibrationFile);
        if (!path)
            return Calibration{};
        std::ifstream file(*path, std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        return parseCalibration(text).value_or(Calibration{});
    }();
    return table;
}

double TrackRecord::worstWrong() const
{
    double worst = 0;
    for (const CalibrationCell& cell : cells)
        worst = std::max(worst, static_cast<double>(cell.wrong) / cell.ladders);
    return worst;
}

bool TrackRecord::earned() const
{
    constexpr int fewestGiven = 20;
    int given = 0;
    for (const CalibrationCell& cell : cells)
        given += cell.decided;
    return given >= fewestGiven && worstWrong() <= 0.05;
}

std::optional<TrackRecord> trackRecord(std::string_view verdict, int points, int repeats, double noise,
                                       const Calibration& table)
{
    // One place after another: the most points, then the most repeats, then the least noise that still is no easier.
    TrackRecord record;
    constexpr double rounding = 1.05;  // an estimate of the noise is not exact
    bool found = false;
    for (const CalibrationCell& cell : table.cells) {
        if (cell.verdict != verdict || cell.points > points || cell.repeats > repeats || cell.noise * rounding < noise)
            continue;
        const bool nearer =
            !found || cell.points > record.points || (cell.points == record.points && cell.repeats > record.repeats) ||
            (cell.points == record.points && cell.repeats == record.repeats && cell.noise < record.noise);
        if (nearer) {
            record = {cell.points, cell.repeats, cell.noise, cell.noise, {}};
            found = true;
        }
    }
    if (!found)
        return std::nullopt;
    // What is dared at the louder noise says nothing of what is dared with less.
    const auto beside = [&](const CalibrationCell& cell) {
        return cell.verdict == verdict && cell.points == record.points && cell.repeats == record.repeats;
    };
    if (noise * rounding < record.noise) {
        double below = 0;
        for (const CalibrationCell& cell : table.cells)
            if (beside(cell) && cell.noise < record.noise)
                below = std::max(below, cell.noise);
        record.quieter = below > 0 ? below : record.noise;
    }
    for (const CalibrationCell& cell : table.cells) {
        if (!beside(cell) || (cell.noise != record.noise && cell.noise != record.quieter))
            continue;
        const auto same = std::find_if(record.cells.begin(), record.cells.end(),
                                       [&](const CalibrationCell& each) { return each.truth == cell.truth; });
        if (same == record.cells.end())
            record.cells.push_back(cell);
        else if (std::pair(1.0 * cell.wrong / cell.ladders, 1.0 * cell.decided / cell.ladders) >
                 std::pair(1.0 * same->wrong / same->ladders, 1.0 * same->decided / same->ladders))
            *same = cell;
    }
    return record;
}

namespace {

/// The kinds of truth that the calibration program simulates, in words; one that is not known here as its file names
/// it.
std::string truthTitle(const std::string& truth)
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
        {"communication and waiting alike", "communication and waiting alike"},
        {"communication, 5 % at 8", "communication of 5 % at 8 workers"},
        {"constant input 10 %", "input that is not shared out, 10 %"},
        {"doubling 0.02 a round", "an exchange in rounds of 2 % each"},
        {"gossip 0.05", "an exchange with two neighbours, 5 %"},
        {"gustafson f 0.1", "Gustafson with 10 % serial"},
        {"input, 5 %", "input of 5 %"},
        {"memory feeds six", "a memory that feeds six workers"},
        {"batch of 200, serial 3 %", "whole examples of a batch of 200 with 3 % serial"},
        {"eight share a stage", "a stage that eight workers share, 30 %"},
        {"cache from four on", "compute that is 10 % faster from p = 4 on"},
        {"memory feeds three, and less the more ask", "a memory that feeds three workers, and fewer the more ask"},
        {"amdahl f 0.02 and 0.0005 p log2 p", "2 % serial and an overhead that grows as p log2 p"},
        {"nothing lost", "work shared out whole"},
        {"weak mesh 0.02 sqrt p from two on", "weak scaling, 2 % of √p from two on"},
        {"weak mesh 0.04 sqrt p", "weak scaling, a time that grows as 4 % of √p"},
        {"weak p log2 p", "weak scaling, a time that grows as 0.1 % of p log2 p"},
        {"weak power 0.6", "weak scaling, a time that grows as 2 % of p to the 0.6"},
        {"weak tree 0.02 a round", "weak scaling, an exchange in rounds of 2 % each"},
        {"mesh 0.012 sqrt p", "an exchange along a mesh, 1.2 % times √p"},
        {"mesh in rounds 0.004", "an exchange along a mesh in rounds of 0.4 % times √p"},
        {"power 0.6", "2 % serial and an overhead that grows as p to the 0.6"},
        {"power 1.25", "an overhead that grows as p to the 1.25"},
        {"workers slow by 0.05 p^0.85", "workers that slow as 5 % of p to the 0.85"},
        {"workers slow by 0.1 log2 p", "workers that slow by 10 % with each doubling"},
        {"workers slow by 0.1 sqrt p", "workers that slow as 10 % of √p"},
        {"ring alpha 0.0008 beta 0.04", "a ring, alpha 0.8 ms and beta 40 ms"},
        {"serial, 5 %", "5 % serial"},
        {"usl 0.02 0.0005", "USL with sigma 0.02 and kappa 0.0005"},
        {"usl 0.05 0.0012", "USL with sigma 0.05 and kappa 0.0012"},
        {"waiting, 5 % at 8", "waiting of 5 % at 8 workers"},
        {"weak ring alpha 0.002 beta 0.02", "a ring under weak scaling, alpha 2 ms and beta 20 ms"},
    }};
    const auto* found =
        std::find_if(titles.begin(), titles.end(), [&](const auto& each) { return each.first == truth; });
    return found == titles.end() ? truth : found->second;
}

}  // namespace

namespace {

std::string runsOf(const TrackRecord& record)
{
    return say("{} run{}", record.repeats, std::string(record.repeats == 1 ? "" : "s"));
}

/// "3", "1 to 3".
std::string noiseOf(const TrackRecord& record)
{
    const std::string most = significant(100 * record.noise);
    return record.quieter == record.noise ? std::string(most)
                                          : say("{} to {}", significant(100 * record.quieter), most);
}

/// "wrong at times in Amdahl with 5 % serial (given 97 %, wrong 1 %), …; given and never wrong in …; not given in the
/// other 5 of 19 kinds": what was wrong by name, what was right by name where that is few; the table has them all.
std::string kindsOf(const TrackRecord& record)
{
    constexpr std::size_t fewNames = 4;
    std::vector<std::string> wrong, right;
    double least = 100, most = 0;
    for (const CalibrationCell& cell : record.cells) {
        const double given = 100.0 * cell.decided / cell.ladders;
        if (cell.wrong > 0) {
            wrong.push_back(say("{} (given {} %, wrong {} %)", truthTitle(cell.truth), significant(given, 3),
                                significant(100.0 * cell.wrong / cell.ladders, 3)));
        } else if (cell.decided > 0) {
            right.push_back(say("{} ({} %)", truthTitle(cell.truth), significant(given, 3)));
            least = std::min(least, given);
            most = std::max(most, given);
        }
    }
    const std::size_t all = record.cells.size(), never = all - wrong.size() - right.size();
    if (never == all)
        return say("given in none of {} kinds", all);
    std::vector<std::string> parts;
    if (!wrong.empty())
        parts.push_back(say("wrong at times in {}", joined(wrong, "; ")));
    if (right.size() > fewNames)
        parts.push_back(say("given and never wrong in {} kinds ({} to {} %)", right.size(), significant(least, 3),
                            significant(most, 3)));
    else if (!right.empty())
        parts.push_back(say("given and never wrong in {}", joined(right, ", ")));
    if (never > 0)
        parts.push_back(say("not given in the other {} of {} kinds", never, all));
    return joined(parts, "; ");
}

}  // namespace

std::string stragglerRecordWords(const std::optional<TrackRecord>& record)
{
    if (!record)
        return "No run with so few ranks or steps, or so much jitter, was simulated, so nothing says how often such a "
               "rank is one that is slow.";
    const std::string cells =
        say("Tried on {} simulated runs of each kind, with {} ranks, {} steps and a jitter of {} % of a step's work",
            record->cells.front().ladders, record->points, record->repeats, noiseOf(*record));
    if (record->earned())
        return say("{}. {}.", cells, capital(kindsOf(*record)));
    return say(
        "In a run like this a rank is hardly ever named. {}. One that is no slower stood out in up to {} %. Record "
        "more steps.",
        cells, significant(100 * record->worstWrong(), 3));
}

std::string lateRankRecordWords(const std::optional<TrackRecord>& record)
{
    constexpr const char* byDesign = "Of runs where nobody is slower, 5 % name one.";
    if (!record)
        return byDesign;
    const auto share = [](int part, const CalibrationCell& cell) { return percent(double(part) / cell.ladders, 2); };
    std::vector<std::string> words;
    for (const CalibrationCell& cell : record->cells)
        words.push_back(cell.truth == "no rank late"
                            ? say("where none was late, one was named in {}", share(cell.wrong, cell))
                            : say("one late by half the jitter was named in {}, another in {}",
                                  share(cell.decided - cell.wrong, cell), share(cell.wrong, cell)));
    return say("Of {} simulated runs with {} ranks and {} steps: {}.", record->cells.front().ladders, record->points,
               record->repeats, joined(words, "; "));
}

std::string trackRecordWords(const std::optional<TrackRecord>& record, const Calibration& table)
{
    if (table.cells.empty())
        return say("There is no table of simulated ladders ({}), so nothing says how often such a verdict is right.",
                   std::string(calibrationFile));
    if (!record)
        return "No ladder with so few points or so much noise was simulated, so nothing says how often such a verdict "
               "is right.";
    return say("Tried on {} simulated ladders of each kind, with {} points, {} a point and {} % noise. {}.",
               record->cells.front().ladders, record->points, runsOf(*record), noiseOf(*record),
               capital(kindsOf(*record)));
}

std::string intervalRecordWords(const std::optional<TrackRecord>& record, const Calibration& table)
{
    if (table.cells.empty() || !record)
        return trackRecordWords(std::nullopt, table);
    constexpr int fewest = 20;  // a share of less is nobody's
    double least = 1;
    bool given = false;
    for (const CalibrationCell& cell : record->cells)
        if (cell.decided >= fewest) {
            least = std::min(least, 1 - static_cast<double>(cell.wrong) / cell.decided);
            given = true;
        }
    const std::string where =
        say("{} simulated ladders of each of {} kinds, with {} points, {} a point and {} % noise",
            record->cells.front().ladders, record->cells.size(), record->points, runsOf(*record), noiseOf(*record));
    if (!given)
        return say("Such an interval is rare. Tried on {}. How often it holds the peak is not known.", where);
    return say(
        "It aims at 95 %, and where the tests decided this law it held the peak in {} % of the worst kind. Tried "
        "on {}.",
        significant(100 * least, 3), where);
}

}  // namespace scalewright
