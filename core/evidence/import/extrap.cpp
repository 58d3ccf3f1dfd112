// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_formats.h"
#include "core/evidence/import/text.h"
#include "core/evidence/ladder/ladder.h"

namespace scalewright {

namespace {

struct Word {
    std::string_view text;
    int column = 0;
};

std::vector<Word> splitAtSeparators(std::string_view line, std::string_view separators)
{
    std::vector<Word> words;
    for (std::size_t at = line.find_first_not_of(separators); at < line.size();
         at = line.find_first_not_of(separators, at)) {
        const std::size_t end = std::min(line.find_first_of(separators, at), line.size());
        words.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
        at = end;
    }
    return words;
}

/// Reads the sections of the text format in file order.
class SectionReader {
public:
    Error error;
    std::string parameter;
    std::vector<int> workerCounts;
    struct Series {
        std::string region, metric;
        int line = 0;
        std::vector<std::vector<double>> repeatsOfPoint;  // the repeats at each point
        bool hasErrors = false;
    };
    std::vector<Series> series;

    void addLine(std::string_view text, int number)
    {
        const std::size_t first = text.find_first_not_of(" \t");
        if (first == std::string_view::npos || text[first] == '#')
            return;
        const std::size_t end = std::min(text.find_first_of(" \t", first), text.size());
        const std::string_view section = text.substr(first, end - first);
        const std::string_view rest = text.substr(end);
        m_line = number;
        m_offset = static_cast<int>(end);
        if (section == "PARAMETER")
            readParameters(rest);
        else if (section == "POINTS")
            readPoints(rest);
        else if (section == "METRIC")
            m_metric = trimmed(rest);
        else if (section == "REGION")
            m_region = trimmed(rest), m_continuesSeries = false;
        else if (section == "DATA")
            readData(rest);
        else
            addProblem(static_cast<int>(first) + 1, formatMessage("unknown section {}", inQuotes(section)),
                       "PARAMETER, POINTS, METRIC, REGION or DATA");
    }

private:
    int m_line = 0, m_offset = 0;
    std::string m_metric, m_region;
    bool m_continuesSeries = false;  // the last series still belongs to this region and metric

    void addProblem(int column, std::string message, std::string expected)
    {
        error.problems.push_back(
            {std::move(message), std::move(expected), ProblemLocation{.line = m_line, .column = column}});
    }

    void readParameters(std::string_view rest)
    {
        const std::vector<Word> names = splitAtSeparators(rest, " \t");
        if (names.size() != 1 || !parameter.empty())
            addProblem(0, "this file has more than one parameter; a ladder has one, the number of workers",
                       "a file with one PARAMETER");
        else
            parameter = names.front().text;
    }

    void readPoints(std::string_view rest)
    {
        for (const Word& word : splitAtSeparators(rest, " \t()")) {
            const Result<double> value = parseNumber(word.text);
            if (value && *value >= 1 && *value <= maximumPMax && *value == std::floor(*value))
                workerCounts.push_back(static_cast<int>(*value));
            else
                addProblem(m_offset + word.column, formatMessage("{} is not a number of workers", inQuotes(word.text)),
                           formatMessage("a whole number from 1 to {}", maximumPMax));
        }
    }

    void readData(std::string_view rest)
    {
        if (!m_continuesSeries || series.empty() || series.back().metric != m_metric)
            series.push_back({.region = m_region, .metric = m_metric, .line = m_line, .repeatsOfPoint = {}});
        m_continuesSeries = true;
        std::vector<double> repeats;
        for (const Word& word : splitAtSeparators(rest, " \t")) {
            const Result<double> value = parseNumber(word.text);
            if (value && *value > 0) {
                repeats.push_back(*value);
                continue;
            }
            if (value)
                addProblem(m_offset + word.column,
                           *value < 0 ? formatMessage("{} is negative", inQuotes(word.text))
                                      : formatMessage("{} is zero", inQuotes(word.text)),
                           "a time above 0");
            else
                addProblem(m_offset + word.column, value.error().problems.front().message, "a time, such as 12.5");
            series.back().hasErrors = true;
        }
        if (repeats.empty() && !series.back().hasErrors)
            addProblem(0, "a DATA line without a figure", "at least one time");
        series.back().repeatsOfPoint.push_back(std::move(repeats));
    }
};

bool isTimeMetric(const std::string& metric)
{
    const std::string base = parseHeaderName(metric).base;
    return base.empty() || base.find("time") != std::string::npos || base == "seconds" || base == "wall" ||
           base == "duration";
}

std::string firstWord(std::string_view text)
{
    constexpr std::size_t headBytes = 64u << 10;
    for (const std::string_view line : splitLines(text.substr(0, headBytes)))
        if (const std::vector<std::string_view> words = splitWords(line);
            !words.empty() && words.front().front() != '#')
            return std::string(words.front());
    return {};
}

bool looksLikeExtrap(std::string_view text)
{
    const std::string word = firstWord(text);
    return word == "PARAMETER" || word == "POINTS";
}

Result<LadderFile> readExtrap(std::string_view text)
{
    SectionReader reader;
    int number = 0;
    for (const std::string_view line : splitLines(text))
        reader.addLine(line, ++number);
    if (reader.parameter.empty() && reader.error.problems.empty())
        reader.error.problems.push_back({"no PARAMETER is named", "a line such as PARAMETER p", {}});
    for (const SectionReader::Series& each : reader.series)
        if (each.repeatsOfPoint.size() != reader.workerCounts.size())
            reader.error.problems.push_back({formatMessage("{} DATA lines where there are {} points",
                                                           each.repeatsOfPoint.size(), reader.workerCounts.size()),
                                             "a DATA line for every point", ProblemLocation{.line = each.line}});
    if (reader.series.empty() && reader.error.problems.empty())
        reader.error.problems.push_back({"holds no DATA", "a DATA line for every point", {}});
    if (!reader.error.problems.empty())
        return fail(std::move(reader.error));

    LadderFile file;
    const bool isNamedP = parseHeaderName(reader.parameter).base == ladderRoleOf(LadderColumn::P).name;
    file.mapping.push_back({.column = LadderColumn::P, .header = reader.parameter, .isGuessed = !isNamedP});
    std::vector<std::string> metrics;
    for (const SectionReader::Series& each : reader.series)
        if (!isAmong(metrics, each.metric))
            metrics.push_back(each.metric);
    for (const SectionReader::Series& each : reader.series) {
        if (!isTimeMetric(each.metric))
            continue;
        const HeaderName unit = parseHeaderName(each.metric);
        const double factor = unit.unitGiven && unit.dimension == Dimension::Time && !unit.isRate ? unit.factor : 1;
        Ladder ladder{.name = each.region, .provenance = {.origin = Origin::Imported}};
        if (metrics.size() > 1)
            ladder.name += " / " + each.metric;
        for (std::size_t i = 0; i < each.repeatsOfPoint.size(); ++i)
            for (const double time : each.repeatsOfPoint[i])
                ladder.points.push_back({.p = reader.workerCounts[i], .timeS = time * factor});
        file.ladders.push_back(std::move(ladder));
    }
    for (const std::string& metric : metrics) {
        if (metric.empty())
            file.warnings.emplace_back("the file names no METRIC: its figures are read as times in seconds");
        if (isTimeMetric(metric))
            file.mapping.push_back({.column = LadderColumn::Time,
                                    .header = metric,
                                    .isGuessed = metric != "time",
                                    .unitFactor = parseHeaderName(metric).factor,
                                    .unitGiven = parseHeaderName(metric).unitGiven});
        else
            file.unusedHeaders.push_back(metric);
    }
    if (file.ladders.empty())
        return fail(ErrorCode::Input, "no METRIC of this file is a time", "a metric such as time or runtime");

    // All regions of an experiment have the same scaling: if the time of one region falls with p, the work was fixed
    // for every region.
    for (const Ladder& ladder : file.ladders) {
        const ScalingGuess guess = guessScaling(ladder);
        if (guess.scaling != Scaling::Strong)
            continue;
        file.warnings.push_back(
            formatMessage("read as strong scaling: in region {} {}", inQuotes(ladder.name), guess.reason));
        for (Ladder& each : file.ladders)
            each.scaling = Scaling::Strong;
        break;
    }
    return file;
}

}  // namespace

extern const LadderTextFormat extrapFormat{
    "extra-p", "Extra-P", "its text format", "one parameter, metrics of time", looksLikeExtrap, readExtrap};

}  // namespace scalewright
