// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/cell_text.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/role_names.h"
#include "core/evidence/import/text.h"
#include "core/evidence/import/whole_number_columns.h"
#include "core/project/enums/scaling.h"

namespace scalewright {

namespace {

using OptionalNumbers = std::vector<std::optional<double>>;

/// A column as plain numbers; empty if any cell is not a number.
std::vector<double> columnNumbers(const Grid& grid, std::size_t column)
{
    std::vector<double> numbers;
    for (const std::vector<GridCell>& row : grid.rows) {
        const Result<double> value =
            row[column].nested == nullptr ? parseNumber(row[column].text) : fail(ErrorCode::Input, {});
        if (!value)
            return {};
        numbers.push_back(*value);
    }
    return numbers;
}

bool arePositiveIntegers(const std::vector<double>& numbers)
{
    return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(),
                                           [](double each) { return each >= 1 && each == std::floor(each); });
}

std::size_t countDistinct(const std::vector<double>& numbers)
{
    return std::set<double>(numbers.begin(), numbers.end()).size();
}

/// True if each value in `fine` occurs with only one value in `coarse`.
bool determinesValues(const std::vector<double>& fine, const std::vector<double>& coarse)
{
    std::map<double, double> coarseOfFine;
    for (std::size_t i = 0; i < fine.size(); ++i)
        if (coarseOfFine.try_emplace(fine[i], coarse[i]).first->second != coarse[i])
            return false;
    return true;
}

std::vector<std::string> normalizedWords(std::string_view text)
{
    std::vector<std::string> words = splitNameWords(lowerCaseLatinAndCyrillic(text), false);
    for (std::string& word : words)
        word = parseHeaderName(word).base;
    return words;
}

/// Strong or weak, if the text names exactly one of the two. `requiresScalingWord`: the name counts only next to a word
/// for scaling.
std::optional<Scaling> scalingInText(std::string_view text, bool requiresScalingWord)
{
    const std::vector<std::string> words = normalizedWords(text);
    bool weak = false, strong = false;
    const auto isScalingWord = [&](std::size_t i) {
        constexpr std::array<std::string_view, 7> stems{"scal", "skal", "escal", "echel", "ladder", "study", "test"};
        return i < words.size() && std::any_of(stems.begin(), stems.end(),
                                               [&](std::string_view stem) { return words[i].starts_with(stem); });
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (requiresScalingWord && !isScalingWord(i + 1) && !(i > 0 && isScalingWord(i - 1)))
            continue;
        weak = weak || isListed("weak", words[i]) || words[i] == "weakscaling";
        strong = strong || isListed("strong", words[i]) || words[i] == "strongscaling";
    }
    return weak == strong ? std::nullopt : std::optional(weak ? Scaling::Weak : Scaling::Strong);
}

std::string scalingWord(Scaling scaling)
{
    return scaling == Scaling::Weak ? "weak" : "strong";
}

std::map<double, double> meansByP(const std::vector<double>& p, const OptionalNumbers& figures)
{
    std::map<double, std::pair<double, int>> sums;
    for (std::size_t i = 0; i < p.size() && i < figures.size(); ++i)
        if (figures[i]) {
            auto& [sum, count] = sums[p[i]];
            sum += *figures[i];
            ++count;
        }
    std::map<double, double> means;
    for (const auto& [workers, sumAndCount] : sums)
        means[workers] = sumAndCount.first / sumAndCount.second;
    return means;
}

bool hasListedWord(const HeaderName& name, std::string_view list)
{
    const std::vector<std::string> words = normalizedWords(name.base);
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return isListed(list, word); });
}

/// How much the mean grows from the smallest p to the largest, and that ratio of p; nullopt for fewer than two p.
struct GrowthOverP {
    double figures = 1, workers = 1;
};

std::optional<GrowthOverP> growthOverP(const std::vector<double>& p, const OptionalNumbers& figures)
{
    const std::map<double, double> means = meansByP(p, figures);
    if (means.size() < 2 || !(means.begin()->second > 0))
        return std::nullopt;
    return GrowthOverP{means.rbegin()->second / means.begin()->second, means.rbegin()->first / means.begin()->first};
}

/// "cells", "n_particles": equal units of work, unlike "size".
bool countsWorkUnits(const HeaderName& name)
{
    return isWorkHeader(name) && hasListedWord(name, "work_units");
}

/// "ranks_total": a worker count under another name.
bool hasWorkerWord(const HeaderName& name)
{
    const std::vector<std::string> words = normalizedWords(name.base);
    return std::any_of(words.begin(), words.end(), isWorkerWord);
}

/// The amount of work in a cell: "128x128x64" is the product, "4M" is four million.
std::optional<double> parseWorkAmount(std::string_view text)
{
    double product = 1;
    std::string normalized(trimmed(text));
    for (const std::string_view sign : {"\u00D7", "X", "*", " x "})
        for (std::size_t at = normalized.find(sign); at != std::string::npos; at = normalized.find(sign, at + 1))
            normalized.replace(at, sign.size(), "x");
    for (std::string_view side : splitFields(normalized, 'x')) {
        side = trimmed(side);
        const char last = side.empty() ? ' ' : side.back();
        const double factor = last == 'k' || last == 'K'   ? 1e3
                              : last == 'M'                ? 1e6
                              : last == 'G' || last == 'B' ? 1e9
                                                           : 1;
        if (factor > 1)
            side.remove_suffix(1);
        const Result<double> value = parseNumber(trimmed(side));
        if (!value || !(*value > 0))
            return std::nullopt;
        product *= *value * factor;
    }
    return product;
}

/// True if the column grows in proportion to p^power, to within 3 % in all rows.
bool growsAsPowerOfP(const std::vector<double>& p, const std::vector<double>& work, double power)
{
    double low = 0, high = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double each = work[i] / std::pow(p[i], power);
        low = i == 0 ? each : std::min(low, each);
        high = i == 0 ? each : std::max(high, each);
    }
    return low > 0 && high <= 1.03 * low;
}

}  // namespace

bool isWorkHeader(const HeaderName& name)
{
    return !name.unitGiven && !name.isRate && !name.isPercentage && hasListedWord(name, "work");
}

bool showsSizes(const Grid& grid, const std::vector<HeaderName>& names, std::size_t column)
{
    constexpr double largestCommonCount = 64;
    const std::vector<double> numbers = columnNumbers(grid, column);
    if (!arePositiveIntegers(numbers))
        return false;
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    if (*most > maximumPMax)
        return true;
    if (*least < largestCommonCount || *least == *most)
        return false;
    const auto at = [&](auto extreme) { return static_cast<std::size_t>(extreme - numbers.begin()); };
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const bool isTime =
            names[i].unitGiven ? names[i].dimension == Dimension::Time && !names[i].isRate : mentionsTime(names[i]);
        const std::vector<double> times = isTime && i != column ? columnNumbers(grid, i) : std::vector<double>();
        if (!times.empty() && times[at(least)] > 0 && times[at(most)] / times[at(least)] > std::sqrt(*most / *least))
            return true;  // weak scaling raises times less
    }
    return false;
}

bool mayCountWorkers(const HeaderName& name)
{
    return isWorkerCountHeader(name) || (!name.unitGiven && !name.isRate && !name.isPercentage &&
                                         (name.base == "omp" || name.base == "openmp" ||
                                          isAmong(namesOfRole(LadderColumn::P), withoutCountWords(name.base))));
}

/// True for a header without a unit that may be the product of two counts: "Total". An amount of work is not a count.
static bool mayBeProductOfCounts(const HeaderName& name)
{
    return !name.unitGiven && !name.isRate && !name.isPercentage && name.workerWord.empty() && !isWorkHeader(name);
}

std::optional<AllWorkersColumn> findAllWorkersColumn(const Grid& grid, const std::vector<HeaderName>& names,
                                                     std::size_t chosen)
{
    const auto mayCount = [&](std::size_t i) {
        return i != chosen && (mayCountWorkers(names[i]) || grid.header[i].text.find('*') != std::string::npos);
    };
    std::vector<std::vector<double>> counts;  // empty for columns of other figures
    bool mayAnyCount = false;
    for (std::size_t i = 0; i < names.size(); ++i)
        mayAnyCount = mayAnyCount || mayCount(i);
    for (std::size_t i = 0; i < names.size() && mayAnyCount; ++i)
        if (counts.push_back(columnNumbers(grid, i)); !arePositiveIntegers(counts.back()))
            counts.back().clear();
    const std::size_t rows = counts.empty() ? 0 : counts[chosen].size();
    const auto everyRow = [&](auto&& holds) {
        for (std::size_t row = 0; row < rows; ++row)
            if (!holds(row))
                return false;
        return rows > 1;
    };
    const auto isProduct = [&](std::size_t whole, std::size_t factor) {
        return factor != chosen && factor != whole && !counts[factor].empty() &&
               (mayCount(whole) ||
                (mayCount(factor) && names[factor].base.size() > 1 && mayBeProductOfCounts(names[whole]))) &&
               everyRow(
                   [&](std::size_t row) { return counts[whole][row] == counts[chosen][row] * counts[factor][row]; }) &&
               countDistinct(counts[factor]) > 1;
    };
    for (std::size_t whole = 0; whole < counts.size(); ++whole)
        for (std::size_t factor = 0; whole != chosen && !counts[whole].empty() && factor < counts.size(); ++factor)
            if (isProduct(whole, factor) && countDistinct(counts[whole]) + countDistinct(counts[chosen]) > 2)
                return AllWorkersColumn{
                    whole,
                    formatMessage("{} is {} times {}", inQuotes(grid.header[whole].text),
                                  inQuotes(grid.header[chosen].text), inQuotes(grid.header[factor].text)),
                    {chosen, factor}};
    for (std::size_t whole = 0; whole < counts.size(); ++whole)
        if (mayCount(whole) && !counts[whole].empty() &&
            everyRow([&](std::size_t row) { return counts[whole][row] >= counts[chosen][row]; }) &&
            isFinerPartition(grid, whole, chosen))
            return AllWorkersColumn{
                whole, formatMessage("it differs between rows of one {}", inQuotes(grid.header[chosen].text))};
    return std::nullopt;
}

bool isFinerPartition(const Grid& grid, std::size_t fine, std::size_t coarse)
{
    const std::vector<double> fineNumbers = columnNumbers(grid, fine), coarseNumbers = columnNumbers(grid, coarse);
    return !fineNumbers.empty() && fineNumbers.size() == coarseNumbers.size() &&
           countDistinct(fineNumbers) > countDistinct(coarseNumbers) && determinesValues(fineNumbers, coarseNumbers);
}

std::optional<WallClockColumn> findWallClockColumn(const Grid& grid, const std::vector<HeaderName>& names,
                                                   std::size_t chosen, std::size_t p)
{
    const std::vector<double> times = columnNumbers(grid, chosen), workers = columnNumbers(grid, p);
    if (times.size() < 2 || workers.size() != times.size() || countDistinct(workers) < 2)
        return std::nullopt;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i == chosen || !mayBeTime(names[i]) || !isListed("wall_clock", withoutStatisticWords(names[i].base)))
            continue;
        const std::vector<double> wall = columnNumbers(grid, i);
        if (!wall.empty() && !growsAsPowerOfP(wall, times, 1))  // not just the same time in different units
            return WallClockColumn{i, growsAsPowerOfP(workers, times, -1) || growsAsPowerOfP(workers, times, 0)};
    }
    return std::nullopt;
}

RateOwner classifyRate(const Grid& grid, const ColumnAssignment& columns, const HeaderName& name, std::size_t column)
{
    if (name.workerWord.empty())
        return RateOwner::AllWorkers;
    const std::vector<double> p = columnNumbers(grid, columns.workersColumn()), rates = columnNumbers(grid, column);
    constexpr double minimumGrowth = 1.2;  // more than a worker gains from caches
    const std::optional<GrowthOverP> growth = growthOverP(p, OptionalNumbers(rates.begin(), rates.end()));
    if (!growth || growth->figures < minimumGrowth)
        return name.isPerWorkerTime ? RateOwner::Unclear : RateOwner::OneWorker;
    return name.isPerWorkerTime ? RateOwner::AllWorkers : RateOwner::Unclear;
}

TimeOrRate classifyTimeOrRate(const Grid& grid, std::size_t p, std::size_t column)
{
    std::vector<double> workers;
    OptionalNumbers figures;
    for (const std::vector<GridCell>& row : grid.rows) {
        const std::string& text = row[column].text;
        const Result<double> count = parseNumber(row[p].text),
                             figure = parseNumber(trimmed(text.substr(0, text.find_first_not_of("0123456789.eE"))));
        if (!count || !figure)
            continue;
        workers.push_back(*count);
        figures.emplace_back(*figure);
    }
    const std::optional<GrowthOverP> growth = growthOverP(workers, figures);
    if (!growth)
        return TimeOrRate::Unclear;
    const double half = std::sqrt(growth->workers);  // of the ideal, as a ratio
    // A physicist writes "t / s" for a time; weak scaling makes it rise, but slowly.
    const bool isSpaced = grid.header[column].text.find(" /") != std::string::npos;
    constexpr double clearChange = 1.2;
    if (growth->figures >= (isSpaced ? std::max(half, clearChange) : clearChange))
        return TimeOrRate::Rate;
    if (isSpaced || growth->figures <= std::min(1 / half, 1 / clearChange))
        return TimeOrRate::Time;
    return TimeOrRate::Unclear;
}

/// "cpu time used", "runtime_s": the duration of a run, not a setting.
static bool isRunTimeHeader(const HeaderName& name)
{
    const std::string base = '_' + name.base + '_';
    const auto hasAny = [&](std::initializer_list<std::string_view> parts) {
        return std::any_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return base.find(part) != std::string::npos; });
    };
    return !name.isRate && !name.isPercentage && hasAny({"_time_", "_runtime_", "_elapsed_", "_walltime_"}) &&
           !hasAny({"step", "limit", "end", "sim", "latency", "start"});
}

/// True if every row has a number, the numbers are not all equal, and they differ by at most a quarter.
static bool isNearlyConstant(const Grid& grid, std::size_t column, const std::vector<std::size_t>& rows)
{
    constexpr double ratioLimit = 1.25;
    std::vector<double> values;
    for (const std::size_t row : rows)
        values.push_back(parseNumber(grid.rows[row][column].text).value_or(0));
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    return values.size() > 2 && *least > 0 && *most > *least && *most <= ratioLimit * *least;
}

/// The scaling implied by a speedup column next to the times: T(1)/T(p) for fixed work, p T(1)/T(p) for growing work.
static std::optional<ScalingEvidence> scalingFromSpeedups(const Grid& grid, const ColumnAssignment& columns,
                                                          const std::vector<std::size_t>& rows,
                                                          const std::vector<std::optional<double>>& timeOfRow)
{
    constexpr double tolerance = 0.02;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (columns.isAssigned(i) || !isListed("speedup", parseHeaderName(grid.header[i].text).base))
            continue;
        std::optional<double> p0, t0, s0;
        bool strong = true, weak = true, hasDifferentP = false;
        for (const std::size_t row : rows) {
            const Result<double> p = parseNumber(grid.rows[row][columns.workersColumn()].text);
            const std::optional<double> s = leadingNumber(grid.rows[row][i].text);
            if (!p || !s || !timeOfRow[row] || !(*s > 0))
                return std::nullopt;
            if (!p0)
                p0 = *p, t0 = timeOfRow[row], s0 = *s;
            const double ratio = *s / *s0 * *timeOfRow[row] / *t0;  // 1 for fixed work, p/p0 for growing work
            strong = strong && std::abs(ratio - 1) <= tolerance;
            weak = weak && std::abs(ratio * *p0 / *p - 1) <= tolerance;
            hasDifferentP = hasDifferentP || *p != *p0;
        }
        if (hasDifferentP && strong != weak)
            return ScalingEvidence{strong ? Scaling::Strong : Scaling::Weak, false,
                                   formatMessage("column {} shows it", inQuotes(grid.header[i].text)),
                                   grid.header[i].text};
    }
    return std::nullopt;
}

/// A column with an amount of work in every row of a ladder.
struct WorkColumn {
    std::string header;
    HeaderName name;
    std::vector<double> amounts;

    [[nodiscard]] bool isBatch() const { return name.base.find("batch") != std::string::npos; }
};

static std::vector<WorkColumn> findWorkColumns(const Grid& grid, const ColumnAssignment& columns,
                                               const std::vector<std::size_t>& rows)
{
    std::vector<WorkColumn> found;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        WorkColumn each{grid.header[i].text, parseHeaderName(grid.header[i].text), {}};
        if (columns.isAssigned(i) || isWorkerCountHeader(each.name) || !isWorkHeader(each.name))
            continue;
        for (const std::size_t row : rows)
            if (const std::optional<double> amount = parseWorkAmount(grid.rows[row][i].text))
                each.amounts.push_back(*amount);
        if (each.amounts.size() == rows.size())
            found.push_back(std::move(each));
    }
    return found;
}

/// Scaling from words, speedups, and work that p alone determines.
static ScalingEvidence detectRegularScaling(const Grid& grid, const ColumnAssignment& columns,
                                            const std::vector<std::size_t>& rows,
                                            const std::vector<std::optional<double>>& timeOfRow)
{
    if (rows.empty())
        return {};
    for (std::size_t i = 0; i < grid.header.size(); ++i) {  // a word in every row
        if (columns.isAssigned(i))
            continue;
        const std::optional<Scaling> detected = scalingInText(grid.rows[rows.front()][i].text, false);
        if (detected && std::all_of(rows.begin(), rows.end(), [&](std::size_t row) {
                return scalingInText(grid.rows[row][i].text, false) == detected;
            }))
            return {detected, false,
                    formatMessage("column {} says {}", inQuotes(grid.header[i].text), scalingWord(*detected)),
                    grid.header[i].text};
    }
    for (const LadderColumn figure : {LadderColumn::Time, LadderColumn::Throughput})
        if (columns[figure])
            if (const std::optional<Scaling> detected = scalingInText(grid.header[*columns[figure]].text, false))
                return {detected, false,
                        formatMessage("the header {} names it", inQuotes(grid.header[*columns[figure]].text)),
                        grid.header[*columns[figure]].text};
    if (const std::optional<Scaling> detected = scalingInText(grid.surroundingText, true))
        return {detected, false, formatMessage("the text around the table names {} scaling", scalingWord(*detected)),
                "the text around the table"};

    if (columns.isEveryColumnAssigned(grid))
        return {};
    if (const std::optional<ScalingEvidence> detected = scalingFromSpeedups(grid, columns, rows, timeOfRow))
        return *detected;
    std::vector<double> p, times;
    for (const std::size_t row : rows) {
        const Result<double> workers = parseNumber(grid.rows[row][columns.workersColumn()].text);
        if (!workers || !timeOfRow[row])
            continue;
        p.push_back(*workers);
        times.push_back(*timeOfRow[row]);
    }
    if (countDistinct(p) < 2 || p.size() != rows.size())
        return {};
    const std::optional<GrowthOverP> growth = growthOverP(p, OptionalNumbers(times.begin(), times.end()));
    const bool fell = growth && growth->figures < 0.8;
    if (columns[LadderColumn::Throughput] && !columns[LadderColumn::Time])
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (const HeaderName name = parseHeaderName(grid.header[i].text);
                !columns.isAssigned(i) && isRunTimeHeader(name) && isNearlyConstant(grid, i, rows) &&
                *std::max_element(p.begin(), p.end()) >= 2 * *std::min_element(p.begin(), p.end()))
                return {
                    Scaling::Weak, false,
                    formatMessage("column {} is nearly constant while the rate rises", inQuotes(grid.header[i].text)),
                    grid.header[i].text};
    const std::vector<WorkColumn> workColumns = findWorkColumns(grid, columns, rows);
    std::vector<double> product(p.size(), 1.0);  // product of the sides that change, such as nx and ny in turn
    std::string sides, grown;
    std::size_t sideCount = 0;
    bool isBatchSize = false;
    for (const WorkColumn& each : workColumns) {
        if (!each.name.workerWord.empty() || hasWorkerWord(each.name) || !grown.empty() ||
            growsAsPowerOfP(p, each.amounts, 0))
            continue;
        isBatchSize = isBatchSize || each.isBatch();
        for (const double power : {1.0, 1.0 / 2, 1.0 / 3})  // a side of a square or of a cube
            if (growsAsPowerOfP(p, each.amounts, power) && (power == 1 || !countsWorkUnits(each.name)))
                grown = each.header;
        for (std::size_t row = 0; row < p.size(); ++row)
            product[row] *= each.amounts[row];
        sides += (sides.empty() ? "" : "*") + each.header;
        ++sideCount;
    }
    if (grown.empty() && sideCount > 1 && growsAsPowerOfP(p, product, 1))
        grown = sides;
    if (!grown.empty() && !(fell && isBatchSize)) {
        const std::string because = formatMessage("column {} grows with p", inQuotes(grown));
        return fell ? ScalingEvidence{std::nullopt, true, because}
                    : ScalingEvidence{Scaling::Weak, false, because, grown};
    }
    for (const WorkColumn& each : workColumns)
        if (!fell && !each.name.workerWord.empty() && !each.isBatch() && growsAsPowerOfP(p, each.amounts, 0))
            return {Scaling::Weak, false, formatMessage("column {} stays the same", inQuotes(each.header)),
                    each.header};
    return {};
}

/// Work that differs from run to run, other than in proportion to p: times compare only per unit of work.
static std::optional<ScalingEvidence> findUnevenWork(const Grid& grid, const ColumnAssignment& columns,
                                                     const std::vector<std::size_t>& rows)
{
    std::vector<double> p;
    for (const std::size_t row : rows)
        p.push_back(parseNumber(grid.rows[row][columns.workersColumn()].text).value_or(0));
    if (!columns[LadderColumn::Time] || countDistinct(p) < 2 || *std::min_element(p.begin(), p.end()) < 1)
        return std::nullopt;
    for (WorkColumn& each : findWorkColumns(grid, columns, rows)) {
        const bool isPart = !each.name.workerWord.empty() || each.name.base.find("_per_") != std::string::npos;
        if (!isPart && !countsWorkUnits(each.name))
            continue;
        for (std::size_t k = 0; k < p.size() && !isPart; ++k)
            each.amounts[k] /= p[k];  // the work of one worker
        if (!growsAsPowerOfP(p, each.amounts, 0) && !growsAsPowerOfP(p, each.amounts, -1) &&
            determinesValues(p, each.amounts))
            return ScalingEvidence{Scaling::Weak, false,
                                   formatMessage("column {} gives the work of each run", inQuotes(each.header)),
                                   each.header, std::move(each.amounts)};
    }
    return std::nullopt;
}

/// Whether a column of rates shows that all runs do the same work: time times rate is the same.
static bool isFixedWork(const Grid& grid, const ColumnAssignment& columns, const std::vector<std::size_t>& rows,
                        const std::vector<std::optional<double>>& timeOfRow)
{
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName name = parseHeaderName(grid.header[i].text);
        if (columns.isAssigned(i) || !(name.isRate || mentionsThroughput(name)) || !name.workerWord.empty())
            continue;
        std::vector<double> times, slowness;
        for (const std::size_t row : rows)
            if (const double rate = parseNumber(grid.rows[row][i].text).value_or(0); rate > 0 && timeOfRow[row]) {
                times.push_back(*timeOfRow[row]);
                slowness.push_back(1 / rate);
            }
        if (times.size() == rows.size() && growsAsPowerOfP(times, slowness, 1))
            return true;
    }
    return false;
}

std::optional<ScalingEvidence> findStepCounts(const Grid& grid, const ColumnAssignment& columns,
                                              const std::vector<std::size_t>& rows,
                                              const std::vector<std::optional<double>>& timeOfRow)
{
    constexpr double clearlyDifferent = 1.5, superlinear = 1.25;
    if (!columns[LadderColumn::Time] || rows.empty())
        return std::nullopt;
    const std::string time = parseHeaderName(grid.header[*columns[LadderColumn::Time]].text).base;
    if (time.find("step") != std::string::npos || time.find("iter") != std::string::npos ||
        time.find("per_") != std::string::npos)
        return std::nullopt;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (columns.isAssigned(i) || !isListed("step_counts", parseHeaderName(grid.header[i].text).base))
            continue;
        std::vector<double> p, steps, times;
        for (const std::size_t row : rows) {
            p.push_back(parseNumber(grid.rows[row][columns.workersColumn()].text).value_or(0));
            steps.push_back(parseWholeNumber(grid.rows[row][i]).value_or(0));
            times.push_back(timeOfRow[row].value_or(0));
        }
        if (isFixedWork(grid, columns, rows, timeOfRow))
            return std::nullopt;  // the steps of a solver that converges more slowly
        const auto [fewest, most] = std::minmax_element(steps.begin(), steps.end());
        const auto base = std::min_element(p.begin(), p.end()) - p.begin();
        const auto first = static_cast<std::size_t>(base);
        bool isPlausible = *fewest > 0 && *most >= clearlyDifferent * *fewest && determinesValues(p, steps);
        for (std::size_t k = 0; k < rows.size() && isPlausible; ++k)  // a benchmark repeats short runs more often
            isPlausible = p[first] > 0 && times[first] > 0 && times[k] > 0 &&
                          times[first] / steps[first] * steps[k] / times[k] <= superlinear * p[k] / p[first];
        if (isPlausible)
            return ScalingEvidence{
                std::nullopt, false,
                formatMessage("column {} gives the steps of each run", inQuotes(grid.header[i].text)),
                grid.header[i].text, std::move(steps)};
    }
    return std::nullopt;
}

ScalingEvidence detectScaling(const Grid& grid, const ColumnAssignment& columns, const std::vector<std::size_t>& rows,
                              const std::vector<std::optional<double>>& timeOfRow)
{
    if (rows.empty())
        return {};
    ScalingEvidence regular = detectRegularScaling(grid, columns, rows, timeOfRow);
    if (regular.isUnclear || regular.scaling == Scaling::Strong)
        return regular;
    return findUnevenWork(grid, columns, rows).value_or(std::move(regular));
}

std::optional<std::size_t> findSettingColumn(const Grid& grid, const ColumnAssignment& columns,
                                             const std::vector<std::optional<double>>& timeOfRow)
{
    const std::vector<double> p = columnNumbers(grid, columns.workersColumn());
    if (p.size() < 3 || countDistinct(p) == p.size())
        return std::nullopt;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName name = parseHeaderName(grid.header[i].text);
        const std::vector<double> values = columns.isAssigned(i) ? std::vector<double>() : columnNumbers(grid, i);
        if (!arePositiveIntegers(values) || countDistinct(values) != values.size() || name.unitGiven || name.isRate ||
            name.isPercentage || isRepeatCounter(name.base) || name.base == "step" || name.base == "experiment")
            continue;
        std::map<double, std::vector<std::pair<double, double>>> runsByP;
        for (std::size_t row = 0; row < values.size(); ++row)
            if (timeOfRow[row])
                runsByP[p[row]].emplace_back(values[row], *timeOfRow[row]);
        bool rising = true, falling = true;
        std::size_t compared = 0;
        double largestRatio = 1;
        for (auto& [workers, runs] : runsByP) {
            std::sort(runs.begin(), runs.end());
            for (std::size_t k = 1; k < runs.size(); ++k) {
                rising = rising && runs[k].second > runs[k - 1].second;
                falling = falling && runs[k].second < runs[k - 1].second;
                ++compared;
            }
            if (runs.size() > 1)
                largestRatio = std::max(
                    {largestRatio, runs.back().second / runs.front().second, runs.front().second / runs.back().second});
        }
        constexpr double ratioLimit = 1.25;  // repeats of a run differ by less than this
        if ((rising || falling) && compared > 1 && largestRatio > ratioLimit)
            return i;
    }
    return std::nullopt;
}

}  // namespace scalewright
