#include "core/evidence/import/evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

using Numbers = std::vector<std::optional<double>>;

/// A column as plain numbers; empty where a cell is none.
std::vector<double> numbersOf(const Grid& grid, std::size_t column)
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

bool areWholes(const std::vector<double>& numbers)
{
    return !numbers.empty() && std::all_of(numbers.begin(), numbers.end(),
                                           [](double each) { return each >= 1 && each == std::floor(each); });
}

std::size_t distinct(const std::vector<double>& numbers)
{
    return std::set<double>(numbers.begin(), numbers.end()).size();
}

/// Whether each value of `fine` stands beside one value of `coarse` only.
bool refines(const std::vector<double>& fine, const std::vector<double>& coarse)
{
    std::map<double, double> beside;
    for (std::size_t i = 0; i < fine.size(); ++i)
        if (beside.try_emplace(fine[i], coarse[i]).first->second != coarse[i])
            return false;
    return true;
}

std::vector<std::string> wordsOfText(std::string_view text)
{
    std::vector<std::string> words(1);
    for (const char c : text) {
        const bool letter =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80u) != 0;
        if (letter)
            words.back() += c;
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty())
        words.pop_back();
    for (std::string& word : words)
        word = headerName(word).base;
    return words;
}

/// Strong or weak, where the words say one of the two. `besideScaling`: only where a word for scaling stands next to
/// it.
std::optional<Scaling> saidIn(std::string_view text, bool besideScaling)
{
    const std::vector<std::string> words = wordsOfText(text);
    bool weak = false, strong = false;
    const auto isScaling = [&](std::size_t i) {
        constexpr std::array<std::string_view, 7> stems{"scal", "skal", "escal", "echel", "ladder", "study", "test"};
        return i < words.size() && std::any_of(stems.begin(), stems.end(),
                                               [&](std::string_view stem) { return words[i].starts_with(stem); });
    };
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (besideScaling && !isScaling(i + 1) && !(i > 0 && isScaling(i - 1)))
            continue;
        weak = weak || isAmong(columnNames().weak, words[i]) || words[i] == "weakscaling";
        strong = strong || isAmong(columnNames().strong, words[i]) || words[i] == "strongscaling";
    }
    return weak == strong ? std::nullopt : std::optional(weak ? Scaling::Weak : Scaling::Strong);
}

std::string wordOf(Scaling scaling)
{
    return scaling == Scaling::Weak ? "weak" : "strong";
}

/// Figures by p, the mean of each.
std::map<double, double> meansByP(const std::vector<double>& p, const Numbers& figures)
{
    std::map<double, std::pair<double, int>> sums;
    for (std::size_t i = 0; i < p.size() && i < figures.size(); ++i)
        if (figures[i]) {
            auto& [sum, count] = sums[p[i]];
            sum += *figures[i];
            ++count;
        }
    std::map<double, double> means;
    for (const auto& [at, each] : sums)
        means[at] = each.first / each.second;
    return means;
}

/// "cells", "problem_size": says how much was done.
bool namesWork(const HeaderName& name)
{
    if (name.unitGiven || name.isRate || name.isShare)
        return false;
    const std::vector<std::string> words = wordsOfText(name.base);
    return std::any_of(words.begin(), words.end(),
                       [](const std::string& word) { return isAmong(columnNames().work, word); });
}

/// "ranks_total": a count of workers under another name.
bool saysWorkers(const HeaderName& name)
{
    const std::vector<std::string> words = wordsOfText(name.base);
    return std::any_of(words.begin(), words.end(), [](const std::string& word) { return isWorkerWord(word); });
}

/// How much work a cell names: "128x128x64" is the product, "4M" four million.
std::optional<double> workIn(std::string_view text)
{
    double product = 1;
    std::string plain(trimmed(text));
    for (const std::string_view sign : {"\u00D7", "X", "*", " x "})
        for (std::size_t at = plain.find(sign); at != std::string::npos; at = plain.find(sign, at + 1))
            plain.replace(at, sign.size(), "x");
    for (std::string_view side : fieldsIn(plain, 'x')) {
        side = trimmed(side);
        double factor = 1;
        if (!side.empty())
            factor = side.back() == 'k' || side.back() == 'K'   ? 1e3
                     : side.back() == 'M'                       ? 1e6
                     : side.back() == 'G' || side.back() == 'B' ? 1e9
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

/// Whether a column grows as p to the power of `power` does, within 3 %: by its ends and everything between.
bool growsAs(const std::vector<double>& p, const std::vector<double>& work, double power)
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

bool mayCountWorkers(const HeaderName& name)
{
    return countsWorkers(name) || (!name.unitGiven && !name.isRate && !name.isShare &&
                                   (name.base == "omp" || name.base == "openmp" ||
                                    isAmong(columnNames().roles.at(LadderColumn::P), withoutCounting(name.base))));
}

/// A header of no unit that may be the product of two counts: "Total". Work is no count.
static bool mayBeTheirProduct(const HeaderName& name)
{
    return !name.unitGiven && !name.isRate && !name.isShare && name.ofWorker.empty() && !namesWork(name);
}

std::optional<OtherColumn> countsAllWorkers(const Grid& grid, std::size_t chosen)
{
    const std::vector<double> p = numbersOf(grid, chosen);
    if (!areWholes(p) || p.size() < 2)
        return std::nullopt;
    std::vector<HeaderName> names;
    std::vector<bool> isWorkers;
    for (const GridCell& cell : grid.header) {
        names.push_back(headerName(cell.text));
        isWorkers.push_back(names.size() - 1 != chosen &&
                            (mayCountWorkers(names.back()) || cell.text.find('*') != std::string::npos));
    }
    if (std::find(isWorkers.begin(), isWorkers.end(), true) == isWorkers.end())
        return std::nullopt;
    std::vector<std::vector<double>> columns(grid.header.size());
    for (std::size_t i = 0; i < grid.header.size(); ++i)
        if (std::vector<double> numbers = numbersOf(grid, i); areWholes(numbers))
            columns[i] = std::move(numbers);
    for (std::size_t all = 0; all < columns.size(); ++all) {
        if (all == chosen || columns[all].empty() || (distinct(columns[all]) < 2 && distinct(p) < 2))
            continue;
        for (std::size_t factor = 0; factor < columns.size(); ++factor) {
            if (factor == chosen || factor == all || columns[factor].empty() ||
                !(isWorkers[all] ||
                  (isWorkers[factor] && names[factor].base.size() > 1 && mayBeTheirProduct(names[all]))))
                continue;
            bool isProduct = distinct(columns[factor]) > 1;
            for (std::size_t row = 0; row < p.size() && isProduct; ++row)
                isProduct = columns[all][row] == p[row] * columns[factor][row];
            if (isProduct)
                return OtherColumn{all,
                                   say("{} is {} times {}", inQuotes(grid.header[all].text),
                                       inQuotes(grid.header[chosen].text), inQuotes(grid.header[factor].text)),
                                   {chosen, factor}};
        }
    }
    for (std::size_t all = 0; all < columns.size(); ++all) {
        if (all == chosen || columns[all].empty() || !isWorkers[all] || distinct(columns[all]) <= distinct(p) ||
            !refines(columns[all], p))
            continue;
        bool isMore = true;
        for (std::size_t row = 0; row < p.size() && isMore; ++row)
            isMore = columns[all][row] >= p[row];
        if (isMore)
            return OtherColumn{all, say("rows of one {} differ in it", inQuotes(grid.header[chosen].text))};
    }
    return std::nullopt;
}

bool partsFiner(const Grid& grid, std::size_t fine, std::size_t coarse)
{
    const std::vector<double> many = numbersOf(grid, fine), few = numbersOf(grid, coarse);
    return !many.empty() && many.size() == few.size() && distinct(many) > distinct(few) && refines(many, few);
}

std::optional<WallClock> wallClockBeside(const Grid& grid, const std::vector<HeaderName>& names, std::size_t chosen,
                                         std::size_t p)
{
    const std::vector<double> times = numbersOf(grid, chosen), workers = numbersOf(grid, p);
    if (times.size() < 2 || workers.size() != times.size() || distinct(workers) < 2)
        return std::nullopt;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const bool named = i != chosen && !names[i].isRate && !names[i].isShare && !names[i].isMinimum &&
                           (!names[i].unitGiven || names[i].dimension == Dimension::Time) &&
                           isAmong(columnNames().wallClock, columnNames().withoutStatistics(names[i].base));
        const std::vector<double> wall = named ? numbersOf(grid, i) : std::vector<double>();
        if (wall.empty())
            continue;
        double least = 0, most = 0;  // of the ratio between the two
        bool ideal = true, constant = true;
        for (std::size_t row = 0; row < wall.size(); ++row) {
            const double ratio = times[row] / wall[row];
            least = row == 0 ? ratio : std::min(least, ratio);
            most = row == 0 ? ratio : std::max(most, ratio);
            ideal = ideal && std::abs(times[row] * workers[row] / (times[0] * workers[0]) - 1) < 1e-6;
            constant = constant && times[row] == times[0];
        }
        const bool apart = !(most <= 1.02 * least);  // one is not the other in another unit
        if (apart)
            return WallClock{i, ideal || constant};
    }
    return std::nullopt;
}

RateOf whoseRate(const Grid& grid, const Columns& columns, const HeaderName& name, std::size_t column)
{
    if (name.ofWorker.empty())
        return RateOf::All;
    const std::vector<double> p = numbersOf(grid, columns.p()), rates = numbersOf(grid, column);
    Numbers figures(rates.begin(), rates.end());
    const std::map<double, double> means = meansByP(p, figures);
    if (means.size() < 2 || !(means.begin()->second > 0))
        return name.perWorkerTime ? RateOf::Unclear : RateOf::OneWorker;
    const double growth = means.rbegin()->second / means.begin()->second;
    constexpr double rises = 1.2;  // more than caches give one worker
    if (growth < rises)
        return name.perWorkerTime ? RateOf::Unclear : RateOf::OneWorker;
    return name.perWorkerTime ? RateOf::All : RateOf::Unclear;
}

/// "cpu time used", "runtime_s": how long a run took, and no setting of it.
static bool saysTime(const HeaderName& name)
{
    const std::string base = '_' + name.base + '_';
    const auto has = [&](std::string_view word) { return base.find(word) != std::string::npos; };
    return !name.isRate && !name.isShare &&
           (has("_time_") || has("_runtime_") || has("_elapsed_") || has("_walltime_")) &&
           !(has("step") || has("limit") || has("end") || has("sim") || has("latency") || has("start"));
}

/// Figures in every row, never the same in all, and within a quarter of each other.
static bool staysAlike(const Grid& grid, std::size_t column, const std::vector<std::size_t>& rows)
{
    constexpr double apart = 1.25;
    double least = 0, most = 0;
    for (const std::size_t row : rows) {
        const Result<double> value = parseNumber(grid.rows[row][column].text);
        if (!value || *value <= 0)
            return false;
        least = least == 0 ? *value : std::min(least, *value);
        most = std::max(most, *value);
    }
    return rows.size() > 2 && most > least && most <= apart * least;
}

/// A column of speedups beside the times: T(1)/T(p) of fixed work, p T(1)/T(p) of work that grew.
static std::optional<WorkEvidence> saidBySpeedups(const Grid& grid, const Columns& columns,
                                                  const std::vector<std::size_t>& rows,
                                                  const std::vector<std::optional<double>>& timeOfRow)
{
    constexpr double near = 0.02;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        if (columns.taken(i) || !isAmong(columnNames().speedup, headerName(grid.header[i].text).base))
            continue;
        std::optional<double> p0, t0, s0;
        bool strong = true, weak = true, apart = false;
        for (const std::size_t row : rows) {
            std::string text = grid.rows[row][i].text;
            while (!text.empty() && (text.back() < '0' || text.back() > '9'))
                text.pop_back();
            const Result<double> p = parseNumber(grid.rows[row][columns.p()].text), s = parseNumber(text);
            if (!p || !s || !timeOfRow[row] || !(*s > 0))
                return std::nullopt;
            if (!p0)
                p0 = *p, t0 = timeOfRow[row], s0 = *s;
            const double ratio = *s / *s0 * *timeOfRow[row] / *t0;  // 1 of fixed work, p/p0 of growing work
            strong = strong && std::abs(ratio - 1) <= near;
            weak = weak && std::abs(ratio * *p0 / *p - 1) <= near;
            apart = apart || *p != *p0;
        }
        if (apart && strong != weak)
            return WorkEvidence{strong ? Scaling::Strong : Scaling::Weak, false,
                                say("column {} says so", inQuotes(grid.header[i].text))};
    }
    return std::nullopt;
}

WorkEvidence workOf(const Grid& grid, const Columns& columns, const std::vector<std::size_t>& rows,
                    const std::vector<std::optional<double>>& timeOfRow)
{
    if (rows.empty())
        return {};
    for (std::size_t i = 0; i < grid.header.size(); ++i) {  // a word in every row
        if (columns.taken(i))
            continue;
        const std::optional<Scaling> said = saidIn(grid.rows[rows.front()][i].text, false);
        if (said && std::all_of(rows.begin(), rows.end(),
                                [&](std::size_t row) { return saidIn(grid.rows[row][i].text, false) == said; }))
            return {said, false, say("column {} says {}", inQuotes(grid.header[i].text), wordOf(*said))};
    }
    for (const LadderColumn figure : {LadderColumn::Time, LadderColumn::Throughput})
        if (columns[figure])
            if (const std::optional<Scaling> said = saidIn(grid.header[*columns[figure]].text, false))
                return {said, false, say("the header {} says so", inQuotes(grid.header[*columns[figure]].text))};
    if (const std::optional<Scaling> said = saidIn(grid.around, true))
        return {said, false, say("the lines around the table say {} scaling", wordOf(*said))};

    if (const std::optional<WorkEvidence> said = saidBySpeedups(grid, columns, rows, timeOfRow))
        return *said;
    std::vector<double> p, times;
    for (const std::size_t row : rows) {
        const Result<double> workers = parseNumber(grid.rows[row][columns.p()].text);
        if (!workers || !timeOfRow[row])
            continue;
        p.push_back(*workers);
        times.push_back(*timeOfRow[row]);
    }
    if (distinct(p) < 2 || p.size() != rows.size())
        return {};
    const std::map<double, double> means = meansByP(p, Numbers(times.begin(), times.end()));
    const bool fell = means.rbegin()->second < 0.8 * means.begin()->second;
    if (columns[LadderColumn::Throughput] && !columns[LadderColumn::Time])
        for (std::size_t i = 0; i < grid.header.size(); ++i)
            if (const HeaderName name = headerName(grid.header[i].text);
                !columns.taken(i) && saysTime(name) && staysAlike(grid, i, rows) &&
                *std::max_element(p.begin(), p.end()) >= 2 * *std::min_element(p.begin(), p.end()))
                return {Scaling::Weak, false,
                        say("column {} stays alike while the rate rises", inQuotes(grid.header[i].text))};
    std::vector<double> product(p.size(), 1.0);  // of the sides that change: nx and ny in turn
    std::string sides;
    std::size_t sideCount = 0;
    bool isBatch = false;
    std::string grown;
    for (std::size_t i = 0; i < grid.header.size() && grown.empty(); ++i) {
        const HeaderName name = headerName(grid.header[i].text);
        if (columns.taken(i) || countsWorkers(name) || !name.ofWorker.empty() || !namesWork(name) || saysWorkers(name))
            continue;
        std::vector<double> work;
        for (const std::size_t row : rows)
            if (const std::optional<double> value = workIn(grid.rows[row][i].text))
                work.push_back(*value);
        if (work.size() != p.size() || growsAs(p, work, 0))
            continue;
        isBatch = isBatch || name.base.find("batch") != std::string::npos;
        for (const double power : {1.0, 1.0 / 2, 1.0 / 3})
            if (growsAs(p, work, power))
                grown = grid.header[i].text;
        for (std::size_t row = 0; row < p.size(); ++row)
            product[row] *= work[row];
        sides += (sides.empty() ? "" : "*") + grid.header[i].text;
        ++sideCount;
    }
    if (grown.empty() && sideCount > 1 && growsAs(p, product, 1))
        grown = sides;
    if (!grown.empty() && !(fell && isBatch)) {
        const std::string because = say("column {} grows with p", inQuotes(grown));
        return fell ? WorkEvidence{std::nullopt, true, because} : WorkEvidence{Scaling::Weak, false, because};
    }
    for (std::size_t i = 0; i < grid.header.size() && !fell; ++i) {  // the same work on every worker
        const HeaderName name = headerName(grid.header[i].text);
        if (!columns.taken(i) && !name.ofWorker.empty() && namesWork(name) &&
            name.base.find("batch") == std::string::npos && textsOf(grid, i).size() == 1 &&
            isNumber(grid.rows[rows.front()][i].text) && parseNumber(grid.rows[rows.front()][i].text).value_or(0) > 0)
            return {Scaling::Weak, false, say("column {} stays the same", inQuotes(grid.header[i].text))};
    }
    return {};
}

std::optional<std::size_t> settingOfEveryRow(const Grid& grid, const Columns& columns,
                                             const std::vector<std::optional<double>>& timeOfRow)
{
    const std::vector<double> p = numbersOf(grid, columns.p());
    if (p.size() < 3 || distinct(p) == p.size())
        return std::nullopt;
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const HeaderName name = headerName(grid.header[i].text);
        const std::vector<double> values = columns.taken(i) ? std::vector<double>() : numbersOf(grid, i);
        if (!areWholes(values) || distinct(values) != values.size() || name.unitGiven || name.isRate || name.isShare ||
            countsRuns(name.base) || name.base == "step" || name.base == "experiment")
            continue;
        std::map<double, std::vector<std::pair<double, double>>> byP;
        for (std::size_t row = 0; row < values.size(); ++row)
            if (timeOfRow[row])
                byP[p[row]].emplace_back(values[row], *timeOfRow[row]);
        bool rising = true, falling = true;
        std::size_t compared = 0;
        double spread = 1;
        for (auto& [workers, runs] : byP) {
            std::sort(runs.begin(), runs.end());
            for (std::size_t k = 1; k < runs.size(); ++k) {
                rising = rising && runs[k].second > runs[k - 1].second;
                falling = falling && runs[k].second < runs[k - 1].second;
                ++compared;
            }
            if (runs.size() > 1)
                spread = std::max(
                    {spread, runs.back().second / runs.front().second, runs.front().second / runs.back().second});
        }
        constexpr double apart = 1.25;  // beyond what repeats of a run differ by
        if ((rising || falling) && compared > 1 && spread > apart)
            return i;
    }
    return std::nullopt;
}

}  // namespace scalewright
