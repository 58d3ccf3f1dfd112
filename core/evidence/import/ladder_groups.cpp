// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/ladder_groups.h"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/quantity/separators.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/evidence.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/line_prefix.h"
#include "core/evidence/import/text.h"

namespace scalewright {

bool isHostHeader(std::string_view base)
{
    return isListed("places", base);
}

bool isMachineHeader(std::string_view base)
{
    return isListed("machine_types", base);
}

namespace {

/// When a run was executed: not a setting for which a ladder would be measured again.
bool isTimestampHeader(std::string_view base)
{
    return isListed("moments", base);
}

/// Words about a single run, not about the ladder that it belongs to.
bool isNoteHeader(std::string_view base)
{
    return isHostHeader(base) || isTimestampHeader(base) || isListed("run_notes", base);
}

/// A date in any column: "2026-11-24", "2026-11-24T22:17:07Z", "24.11.2026 22:17", "11/24/2026", "Tue Nov 24 22:17:07
/// 2026". "2024.1.2" is a version.
bool isDate(std::string_view text)
{
    const std::string small = lowerCase(text);
    bool hasMonth = false;
    for (const std::string& word : splitNameWords(small, false)) {
        if (!isListed("months", word) && !isListed("date_words", word))
            return false;
        hasMonth = hasMonth || isListed("months", word);
    }
    std::string digits = small;
    std::replace_if(digits.begin(), digits.end(), isLetter, ' ');
    std::vector<long> numbers;
    for (const std::string& word : splitNameWords(digits))
        if (const Result<long> number = parseCount(word, 0, 1L << 40))
            numbers.push_back(*number);
    const auto isYear = [](long number) { return number >= 1970 && number <= 2100; };
    const auto isDay = [](long number) { return number >= 1 && number <= 31; };
    if (hasMonth)
        return std::any_of(numbers.begin(), numbers.end(), isYear) &&
               std::any_of(numbers.begin(), numbers.end(), isDay);
    const auto starts = [&](std::initializer_list<std::string_view> patterns) {
        return std::any_of(patterns.begin(), patterns.end(),
                           [&](std::string_view pattern) { return matchLength(small, pattern) > 0; });
    };
    if (numbers.size() < 3 || !isDay(numbers[1]))
        return false;
    return (starts({"0000-9-9", "0000/9/9"}) && isYear(numbers[0]) && isDay(numbers[2])) ||
           (starts({"9-9-0000", "9/9/0000", "9.9.0000"}) && isDay(numbers[0]) && isYear(numbers[2]));
}

/// A column of dates or times of day, recognised by its name or by its texts.
bool isTimestampColumn(const Grid& grid, std::size_t column)
{
    if (isTimestampHeader(parseHeaderName(grid.header[column].text).base))
        return true;
    return everyText(grid, column, [](const std::string& text) { return isMissing(text) || isDate(text); }) &&
           !everyText(grid, column, isMissing);
}

/// Whether the cells are numbers followed by a unit: "26 MB", "1,234ms".
bool holdsValuesWithUnits(const Grid& grid, std::size_t column)
{
    return everyText(grid, column, [](const std::string& text) {
        const std::size_t unit = text.find_first_not_of("0123456789.,+- ");
        return isMissing(text) || (unit != std::string::npos && unit > 0 && isDigit(text[0]) &&
                                   text.find_first_of("0123456789 ", unit) == std::string::npos);
    });
}

/// Speedups and efficiencies, recognised by name and content.
bool isDerivedColumn(const Grid& grid, std::size_t column)
{
    return isDerivedHeader(parseHeaderName(grid.header[column].text).base) &&
           anyText(grid, column, [](const std::string& text) { return isFigureWithMark(text) || isNumber(text); });
}

/// Partition of the rows by the texts in one or several columns.
class RowPartition {
public:
    explicit RowPartition(std::size_t rows) : m_groupOfRow(rows, 0) {}

    [[nodiscard]] RowPartition refinedBy(const Grid& grid, std::size_t column) const
    {
        return refinedByKey([&](std::size_t row) { return std::string_view(grid.rows[row][column].text); });
    }

    /// Refines the partition by the number of workers, however it is written; a missing number counts as 0.
    [[nodiscard]] RowPartition refinedByWorkers(const Grid& grid, std::size_t column) const
    {
        return refinedByKey([&](std::size_t row) { return parseNumber(grid.rows[row][column].text).value_or(0); });
    }

    [[nodiscard]] std::size_t groupCount() const { return m_groupCount; }
    [[nodiscard]] std::size_t operator[](std::size_t row) const { return m_groupOfRow[row]; }
    /// Number of distinct p per group.
    [[nodiscard]] std::vector<std::size_t> workerCountsPerGroup(const RowPartition& p) const
    {
        std::set<std::pair<std::size_t, std::size_t>> seen;
        std::vector<std::size_t> counts(m_groupCount, 0);
        for (std::size_t i = 0; i < m_groupOfRow.size(); ++i)
            counts[m_groupOfRow[i]] += seen.emplace(m_groupOfRow[i], p[i]).second ? 1 : 0;
        return counts;
    }

    /// Number of rows per group.
    [[nodiscard]] std::vector<std::size_t> groupSizes() const
    {
        std::vector<std::size_t> rows(m_groupCount);
        for (const std::size_t group : m_groupOfRow)
            ++rows[group];
        return rows;
    }

private:
    std::vector<std::size_t> m_groupOfRow;
    std::size_t m_groupCount = 1;

    template <class KeyOf>
    [[nodiscard]] RowPartition refinedByKey(KeyOf&& keyOf) const
    {
        RowPartition finer(m_groupOfRow.size());
        std::map<std::pair<std::size_t, decltype(keyOf(0))>, std::size_t> groupOfKey;
        for (std::size_t i = 0; i < m_groupOfRow.size(); ++i)
            finer.m_groupOfRow[i] =
                groupOfKey.try_emplace({m_groupOfRow[i], keyOf(i)}, groupOfKey.size()).first->second;
        finer.m_groupCount = groupOfKey.size();
        return finer;
    }
};

bool isMostlyEmpty(const Grid& grid, std::size_t column)
{
    const auto empty = std::count_if(grid.rows.begin(), grid.rows.end(),
                                     [&](const std::vector<GridCell>& row) { return isMissing(row[column].text); });
    return 2 * static_cast<std::size_t>(empty) >= grid.rows.size();
}

bool isTextColumn(const Grid& grid, std::size_t column)
{
    return anyText(grid, column, [](const std::string& text) { return !isMissing(text) && !isNumber(text); });
}

/// Remarks: texts that occur in few rows, or mostly at a single p.
bool isRemarkColumn(const Grid& grid, std::size_t column, const std::vector<std::size_t>& workerCounts)
{
    const auto singleP = std::count(workerCounts.begin(), workerCounts.end(), std::size_t{1});
    if (singleP > 0 && workerCounts.size() == 2 && anyText(grid, column, isMissing))
        return true;  // "checked: yes" in every row except the base
    return isMostlyEmpty(grid, column) || 2 * static_cast<std::size_t>(singleP) > workerCounts.size();
}

/// Sizes and settings of a run: runs with different values measure different things.
bool isSettingHeader(std::string_view base)
{
    return isListed("settings", base);
}

/// Numeric columns in which rows with the same p differ, so that the rows are probably not repeats. A setting is
/// recognised by its name, or because its numbers recur at other p; measured values rarely recur.
std::vector<std::size_t> findMixedColumns(const Grid& grid, const ColumnAssignment& columns,
                                          const std::vector<std::size_t>& grouping)
{
    constexpr std::size_t maximumMixed = 8;
    std::vector<std::size_t> mixed;
    RowPartition groups(grid.rows.size());
    for (const std::size_t column : grouping)
        groups = groups.refinedBy(grid, column);
    const RowPartition groupsAtP = groups.refinedByWorkers(grid, columns.workersColumn());
    const RowPartition p = RowPartition(grid.rows.size()).refinedByWorkers(grid, columns.workersColumn());
    for (std::size_t i = 0; i < grid.header.size() && mixed.size() < maximumMixed; ++i) {
        const std::string base = parseHeaderName(grid.header[i].text).base;
        if (columns.isAssigned(i) || base.empty() || isRepeatCounter(base) || isNoteHeader(base) ||
            isDerivedColumn(grid, i) || isTimestampColumn(grid, i))
            continue;
        if (groupsAtP.refinedBy(grid, i).groupCount() == groupsAtP.groupCount())
            continue;
        const std::vector<std::string> texts = distinctTexts(grid, i);
        const auto all = [&](auto&& each) { return std::all_of(texts.begin(), texts.end(), each); };
        const bool areCounts =
            all([](const std::string& text) { return parseCount(text, 0, 2'000'000'000).has_value(); });
        const std::vector<std::size_t> workerCounts =
            RowPartition(grid.rows.size()).refinedBy(grid, i).workerCountsPerGroup(p);
        const bool recurs =
            std::all_of(workerCounts.begin(), workerCounts.end(), [](std::size_t count) { return count > 1; });
        const bool numbers = all([](const std::string& text) { return isMissing(text) || isNumber(text); });
        if ((areCounts && 2 * texts.size() <= grid.rows.size()) ||
            (numbers && (recurs || isSettingHeader(base) || mayCountWorkers(parseHeaderName(grid.header[i].text)))))
            mixed.push_back(i);
    }
    return mixed;
}

/// Ratios between the times of rows with the same p in one ladder that differ in a column, computed from the mean time
/// for each of its texts. 1 if there is nothing to compare.
struct TimeRatio {
    double maximum = 1;
    double minimum = 1;  ///< over the p that have several texts; 1 if there are fewer than two such p
};

TimeRatio timeRatioOver(const Grid& grid, std::size_t column, const std::vector<std::optional<double>>& timeOfRow,
                        const RowPartition& groupsAtP)
{
    std::map<std::pair<std::size_t, std::string_view>, std::pair<double, int>> sums;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (timeOfRow[i] && *timeOfRow[i] > 0) {
            auto& [sum, count] = sums[{groupsAtP[i], grid.rows[i][column].text}];
            sum += *timeOfRow[i];
            ++count;
        }
    std::map<std::size_t, std::pair<double, double>> range;
    std::set<std::size_t> several;
    for (const auto& [key, each] : sums) {
        const double mean = each.first / each.second;
        const auto [at, isNew] = range.try_emplace(key.first, mean, mean);
        if (!isNew) {
            at->second = {std::min(at->second.first, mean), std::max(at->second.second, mean)};
            several.insert(key.first);
        }
    }
    TimeRatio ratio;
    double smallest = std::numeric_limits<double>::infinity();
    for (const std::size_t p : several) {
        const auto& [shortest, longest] = range.at(p);
        ratio.maximum = std::max(ratio.maximum, longest / shortest);
        smallest = std::min(smallest, longest / shortest);
    }
    if (several.size() > 1)
        ratio.minimum = smallest;
    return ratio;
}

/// Whether a column explains how the times of rows with the same p differ: those of different texts never overlap.
/// `hasRepeats`: some text has several rows at one p.
struct TimeSeparation {
    bool isApart = false, hasRepeats = false;
};

TimeSeparation separateTimes(const Grid& grid, std::size_t column, const std::vector<std::optional<double>>& timeOfRow,
                             const RowPartition& groupsAtP)
{
    std::map<std::size_t, std::map<std::string_view, std::vector<double>>> timesByText;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (timeOfRow[i])
            timesByText[groupsAtP[i]][grid.rows[i][column].text].push_back(*timeOfRow[i]);
    TimeSeparation separation;
    for (const auto& [p, texts] : timesByText) {
        std::vector<std::pair<double, double>> ranges;
        for (const auto& [text, times] : texts) {
            const auto [shortest, longest] = std::minmax_element(times.begin(), times.end());
            ranges.emplace_back(*shortest, *longest);
            separation.hasRepeats = separation.hasRepeats || (texts.size() > 1 && times.size() > 1);
        }
        std::sort(ranges.begin(), ranges.end());
        for (std::size_t i = 1; i < ranges.size(); ++i)
            if (ranges[i].first <= ranges[i - 1].second)
                return {false, separation.hasRepeats};
        separation.isApart = separation.isApart || ranges.size() > 1;
    }
    return separation;
}

/// A counter of repeats under any name: 1, 2, 3 or 0, 1, 2 at every p.
bool countsRepeats(const Grid& grid, std::size_t column, const RowPartition& groupsAtP)
{
    const HeaderName name = parseHeaderName(grid.header[column].text);
    if (isSettingHeader(name.base) || isWorkHeader(name) || mayCountWorkers(name))
        return false;
    std::map<std::size_t, std::set<long>> numbersByGroup;
    for (std::size_t i = 0; i < grid.rows.size(); ++i) {
        const Result<long> number = parseCount(grid.rows[i][column].text, 0, 1'000'000);
        if (!number || !numbersByGroup[groupsAtP[i]].insert(*number).second)
            return false;
    }
    return std::all_of(numbersByGroup.begin(), numbersByGroup.end(), [](const auto& each) {
        const std::set<long>& numbers = each.second;
        return *numbers.begin() <= 1 && *numbers.rbegin() - *numbers.begin() + 1 == static_cast<long>(numbers.size());
    });
}

/// The texts with which the first p that has several occurs, if none of them occurs at another p: selecting one would
/// leave no ladder.
std::vector<std::string> textsOfOneP(const Grid& grid, std::size_t column,
                                     const std::vector<std::optional<double>>& timeOfRow, const RowPartition& groupsAtP)
{
    std::map<std::size_t, std::set<std::string>> textsOfGroup;
    std::map<std::string, std::set<std::size_t>> groupsOfText;
    for (std::size_t i = 0; i < grid.rows.size(); ++i)
        if (timeOfRow[i]) {
            textsOfGroup[groupsAtP[i]].insert(grid.rows[i][column].text);
            groupsOfText[grid.rows[i][column].text].insert(groupsAtP[i]);
        }
    for (const auto& [group, texts] : textsOfGroup)
        if (texts.size() > 1)
            return std::all_of(texts.begin(), texts.end(),
                               [&](const std::string& text) { return groupsOfText[text].size() == 1; })
                       ? std::vector<std::string>(texts.begin(), texts.end())
                       : std::vector<std::string>();
    return {};
}

/// "--where "setting!=no ddp" (without it), …"
std::string exclusionChoices(const std::string& header, const std::vector<std::string>& texts)
{
    constexpr std::size_t maximumChoices = 4;
    std::vector<std::string> choices;
    for (std::size_t i = 0; i < std::min(texts.size(), maximumChoices); ++i)
        choices.push_back(quotedOption("--where", header + "!=" + texts[i]));
    return joinNonEmpty(choices, " or ") + " leaves one out";
}

/// Suggests another ladder to read: a text in `splitColumn` with several p, and with no rows of the same p whose times
/// differ by `ratioLimit`. Empty if none exists.
std::string findUnmixedLadder(const Grid& grid, std::size_t splitColumn, std::size_t mixed, std::size_t p,
                              const std::vector<std::optional<double>>& timeOfRow, const RowPartition& groupsAtP,
                              double ratioLimit)
{
    for (const std::string& text : distinctTexts(grid, splitColumn)) {
        std::vector<std::optional<double>> times(timeOfRow.size());
        std::set<std::string_view> workers;
        for (std::size_t i = 0; i < grid.rows.size(); ++i)
            if (grid.rows[i][splitColumn].text == text) {
                times[i] = timeOfRow[i];
                workers.insert(grid.rows[i][p].text);
            }
        if (workers.size() > 1 && timeRatioOver(grid, mixed, times, groupsAtP).maximum < ratioLimit)
            return text;
    }
    return {};
}

std::string repeatsWarning(const ColumnAssignment& columns, const std::string& header,
                           const std::vector<std::string>& texts)
{
    return formatMessage("rows of the same p differ in column {} ({}) and are read as repeats", inQuotes(header),
                         shortQuotedList(texts)) +
           columns.hint("--where", header + "=" + texts.front(), "keeps one");
}

}  // namespace

bool hasTimeCell(const std::vector<GridCell>& row, const ColumnAssignment& columns)
{
    return std::any_of(ladderRoles.begin(), ladderRoles.end(), [&](const LadderRole& role) {
        const std::optional<std::size_t>& at = columns[role.column];
        return isTimeColumn(role) && at && (row[*at].nested != nullptr || !isMissing(row[*at].text));
    });
}

std::vector<std::size_t> findSplitColumns(const Grid& grid, const ColumnAssignment& columns,
                                          const std::set<std::size_t>& joined, std::vector<std::string>& warnings)
{
    if (columns.isEveryColumnAssigned(grid))
        return {};
    std::size_t firstFigure = grid.header.size();
    for (const LadderRole& role : ladderRoles)
        if (isTimeColumn(role) && columns[role.column])
            firstFigure = std::min(firstFigure, *columns[role.column]);
    const bool json =
        !grid.rows.empty() && grid.rows.front().front().where.line == 0;  // the order of JSON keys has no meaning
    std::vector<std::size_t> grouping;
    RowPartition groups(grid.rows.size());
    const RowPartition p = groups.refinedByWorkers(grid, columns.workersColumn());
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string& header = grid.header[i].text;
        if (columns.isAssigned(i) || header.empty() || joined.contains(i))
            continue;
        if (isTimestampColumn(grid, i) || isDerivedColumn(grid, i))
            continue;
        if (!isTextColumn(grid, i))
            continue;
        const RowPartition finer = groups.refinedBy(grid, i);
        if (finer.groupCount() == groups.groupCount())
            continue;
        const std::vector<std::string> texts = distinctTexts(grid, i);
        const bool isFlag = std::all_of(texts.begin(), texts.end(), [](const std::string& text) {
            return isListed("yes", lowerCase(text)) || isListed("no", lowerCase(text));
        });
        const std::vector<std::size_t> workers = finer.workerCountsPerGroup(p);
        const bool givesLadder =
            std::any_of(workers.begin(), workers.end(), [](std::size_t count) { return count > 1; }) ||
            p.groupCount() == 1;
        const std::vector<std::size_t> before = groups.workerCountsPerGroup(p);
        std::size_t runs = 0, split = 0;  // groups with the same p, before and after the split
        for (const std::size_t count : before)
            runs += count;
        for (const std::size_t count : workers)
            split += count;
        const bool differsAtOneP = split > runs;
        if (i > firstFigure && !json && !differsAtOneP && holdsValuesWithUnits(grid, i))
            continue;  // a column such as "26 MB" to the right of the times is also a measurement
        if (isFlag && !differsAtOneP)
            continue;  // a mark of some points of one ladder
        const bool maySplit = i < firstFigure || json || !isNoteHeader(parseHeaderName(header).base);
        const bool remark = maySplit && givesLadder && p.groupCount() > 1 && isRemarkColumn(grid, i, workers);
        if (remark) {
            const std::string remarks =
                isMostlyEmpty(grid, i)
                    ? formatMessage("column {} holds remarks, mostly empty: it does not separate ladders",
                                    inQuotes(header))
                    : formatMessage("column {} holds remarks, most of them at one p: it does not separate ladders",
                                    inQuotes(header));
            warnings.push_back(differsAtOneP && !isMostlyEmpty(grid, i)
                                   ? remarks + "; rows of the same p that differ in it are read as repeats" +
                                         columns.optionHint(formatMessage(
                                             " ({} keeps one)", quotedOption("--where", header + "=" + texts.front())))
                                   : remarks);
        } else if (maySplit && givesLadder) {
            grouping.push_back(i);
            groups = finer;
            if (i > firstFigure && !json && !differsAtOneP)
                warnings.push_back(formatMessage("column {} ({}) was read as separating ladders", inQuotes(header),
                                                 shortQuotedList(texts)) +
                                   columns.hint("--where", header + "=*", "reads them as one"));
        } else if (differsAtOneP) {
            const std::string base = parseHeaderName(header).base;
            if (!isNoteHeader(base) || (isHostHeader(base) && 2 * texts.size() <= grid.rows.size()))
                warnings.push_back(repeatsWarning(columns, header, texts));
        } else if (maySplit) {
            warnings.push_back(
                formatMessage("column {} differs from row to row: it does not separate ladders", inQuotes(header)));
        }
    }
    return grouping;
}

std::vector<std::string> ladderNames(const std::vector<std::vector<std::string>>& splitTexts)
{
    std::vector<std::string> names;
    for (const std::vector<std::string>& texts : splitTexts) {
        std::string name;
        for (std::size_t i = 0; i < texts.size(); ++i) {
            const bool varies =
                std::any_of(splitTexts.begin(), splitTexts.end(), [&](const std::vector<std::string>& other) {
                    return (i == 0 || other[0] == texts[0]) && other[i] != texts[i];
                });
            if (varies && !texts[i].empty())
                name.append(name.empty() ? "" : " / ").append(texts[i]);
        }
        names.push_back(std::move(name));
    }
    return names;
}

Result<void> checkForMixedRuns(const Grid& grid, const ColumnAssignment& columns,
                               const std::vector<std::size_t>& grouping, const std::set<std::size_t>& joined,
                               const std::vector<std::optional<double>>& timeOfRow, LadderFile& file)
{
    if (columns.isEveryColumnAssigned(grid))
        return {};
    std::vector<std::string>& warnings = file.warnings;
    // Repeats overlap; a setting with one run at each p tells them apart only if its times differ by more than noise.
    constexpr double overlapRatioLimit = 2, settingRatioLimit = 1.1;
    // If p is a product, 2 processes with 4 threads each are not a repeat of 8 processes.
    std::set<std::size_t> factors(columns.workerFactors.begin(), columns.workerFactors.end());
    if (const std::string& header = grid.header[columns.workersColumn()].text; header.find('*') != std::string::npos)
        for (const std::string_view factor : splitFields(header, '*'))
            if (const std::optional<std::size_t> at = findHeader(grid, trimmed(factor)))
                factors.insert(*at);
    const bool factorsJoined =
        std::any_of(factors.begin(), factors.end(), [&](std::size_t factor) { return joined.contains(factor); });
    RowPartition groupsAtP(grid.rows.size());
    for (const std::size_t column : grouping)
        groupsAtP = groupsAtP.refinedBy(grid, column);
    groupsAtP = groupsAtP.refinedByWorkers(grid, columns.workersColumn());
    std::vector<std::size_t> mixed = findMixedColumns(grid, columns, grouping);
    const std::size_t numbers = mixed.size();
    // A column with text in every row neither separates ladders nor marks repeats.
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (!columns.isAssigned(i) && isTextColumn(grid, i) && !grid.header[i].text.empty() &&
            !isNoteHeader(parseHeaderName(grid.header[i].text).base) && !isDerivedColumn(grid, i) &&
            !isTimestampColumn(grid, i) && !isAmong(grouping, i))
            mixed.push_back(i);
    if (const std::optional<std::size_t> each = findSettingColumn(grid, columns, timeOfRow);
        each && !joined.contains(*each) && grouping.empty()) {
        const std::string& header = grid.header[*each].text;
        return fail(
            ErrorCode::Input,
            formatMessage(
                "rows of the same p differ in column {}, and their times follow it: they are not repeats of one "
                "run",
                inQuotes(header)),
            columns.hints == ColumnHints::None
                ? "another column as p, or the rows confirmed as repeats"
                : formatMessage("{} if it counts the workers; {} if they are repeats",
                                quotedOption("--map", "p=" + header), quotedOption("--where", header + "=*")),
            grid.header[*each].where);
    }
    for (std::size_t k = 0; k < mixed.size(); ++k) {
        const std::size_t i = mixed[k];
        if (joined.contains(i) || (factors.contains(i) && factorsJoined))
            continue;
        const std::string& header = grid.header[i].text;
        const std::vector<std::string> texts = distinctTexts(grid, i);
        // Runs with different thread or process counts are not repeats, however small the difference.
        const bool isWorkers = factors.contains(i) || mayCountWorkers(parseHeaderName(header));
        const TimeSeparation separation = separateTimes(grid, i, timeOfRow, groupsAtP);
        const bool isCounter = countsRepeats(grid, i, groupsAtP);
        const double requiredRatio = isCounter || !(isWorkers || separation.isApart) ? overlapRatioLimit
                                     : isWorkers || separation.hasRepeats            ? 1
                                                                                     : settingRatioLimit;
        if (const double ratio = timeRatioOver(grid, i, timeOfRow, groupsAtP).maximum;
            ratio >= requiredRatio && ratio > 1) {
            const std::string message = formatMessage(
                "rows of the same p differ in column {} ({}), and their times by a factor of {}: they are "
                "not repeats of one run",
                inQuotes(header), shortQuotedList(texts), significantText(ratio, 3));
            if (columns.hints == ColumnHints::None)
                return fail(ErrorCode::Input, message, "the rows of one of them, or all confirmed as repeats",
                            grid.header[i].where);
            const std::vector<std::string> rivals =
                k < numbers ? std::vector<std::string>() : textsOfOneP(grid, i, timeOfRow, groupsAtP);
            std::string choices = rivals.empty() ? quotedOption("--where", header + "=" + texts.front())
                                                 : exclusionChoices(header, rivals);
            choices = formatMessage("one of them: {}; or {} if they are repeats", choices,
                                    quotedOption("--where", formatMessage("{}=*", header)));
            std::string product;
            std::set<std::string> factorNames;
            for (const std::size_t factor : factors) {
                product += (product.empty() ? "" : "*") + grid.header[factor].text;
                factorNames.insert(parseHeaderName(grid.header[factor].text).base);
            }
            if (factors.contains(i) && factorNames.size() == factors.size())
                choices = formatMessage("{} for the fastest combination at each p; or {}",
                                        quotedOption("--map", formatMessage("p={}", product)), choices);
            if (isWorkers && !factors.contains(i))
                choices += formatMessage("; {} if it counts the workers", quotedOption("--map", "p=" + header));
            const std::string other =
                grouping.empty() ? std::string()
                                 : findUnmixedLadder(grid, grouping.front(), i, columns.workersColumn(), timeOfRow,
                                                     groupsAtP, std::max(requiredRatio, settingRatioLimit));
            if (!other.empty())
                choices += formatMessage("; or another ladder: {}",
                                         quotedOption("--where", grid.header[grouping.front()].text + "=" + other));
            return fail(ErrorCode::Input, message, choices, grid.header[i].where);
        }
        if (k < numbers)
            warnings.push_back(repeatsWarning(columns, header, texts));
        const bool isSetting = k < numbers || std::all_of(texts.begin(), texts.end(), [](const std::string& text) {
                                   return isMissing(text) || !isNumber(text);
                               });
        if (isSetting && !isCounter && groupsAtP.refinedBy(grid, i).groupCount() > groupsAtP.groupCount())
            file.decisions.push_back(formatMessage("several {} at one p as repeats", header));
    }
    // Run numbers and dates indicate repeats, whose times rarely differ by this much at every p.
    constexpr double repeatRatioLimit = 2;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const std::string& header = grid.header[i].text;
        if (columns.isAssigned(i) || joined.contains(i) ||
            !(isRepeatCounter(parseHeaderName(header).base) || isTimestampColumn(grid, i)))
            continue;
        const std::vector<std::string> texts = distinctTexts(grid, i);
        const TimeRatio ratio =
            2 * texts.size() <= grid.rows.size() ? timeRatioOver(grid, i, timeOfRow, groupsAtP) : TimeRatio();
        if (ratio.minimum >= repeatRatioLimit)
            warnings.push_back(
                formatMessage(
                    "rows of the same p differ in column {} ({}), their times by a factor of {}, and are read as "
                    "repeats",
                    inQuotes(header), shortQuotedList(texts), significantText(ratio.maximum, 3)) +
                columns.hint("--where", header + "=" + texts.front(), "keeps one"));
    }
    return {};
}

}  // namespace scalewright
