#include "core/evidence/import/outcomes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "core/base/quantity/units.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

/// What a column of that name holds.
enum class Says { Nothing, State, Result, ExitCode, Success, Failure };

Says saidBy(std::string_view header)
{
    const ColumnNames& names = columnNames();
    const std::string base = headerName(header).base;
    const auto isOne = [&](const std::vector<std::string>& list) {
        return std::any_of(list.begin(), list.end(), [&](const std::string& name) {
            return base == name || (name.size() > 4 && base.ends_with("_" + name));  // "job_status"
        });
    };
    return isOne(names.exitCodes)              ? Says::ExitCode
           : isOne(names.outcomes)             ? Says::State
           : isAmong(names.results, base)      ? Says::Result
           : isAmong(names.successFlags, base) ? Says::Success
           : isAmong(names.failureFlags, base) ? Says::Failure
                                               : Says::Nothing;
}

/// "0", "137", "-9", and Slurm's "0:9", whose second is a signal.
std::optional<bool> isZeroCode(std::string_view text)
{
    const std::size_t colon = text.find(':');
    const Result<double> code = parseNumber(text.substr(0, colon));
    const Result<double> signal =
        colon == std::string_view::npos ? Result<double>(0) : parseNumber(text.substr(colon + 1));
    return code && signal ? std::optional(*code == 0 && *signal == 0) : std::nullopt;
}

bool isWholeNumber(std::string_view text)
{
    return parseCount(text, -1'000'000, 1'000'000).has_value();
}

Outcome outcomeOfCell(std::string_view text, Says says, bool numbersAreCodes)
{
    if (isMissing(text))
        return Outcome::Unknown;
    if (says == Says::Success || says == Says::Failure) {
        const std::string word = lowerCaseOfLetters(text);
        const bool yes = isAmong(columnNames().yes, word), no = isAmong(columnNames().no, word);
        if (yes || no)
            return yes == (says == Says::Success) ? Outcome::Good : Outcome::Failed;
    }
    if (const std::optional<bool> zero = isZeroCode(text))
        return !numbersAreCodes ? Outcome::Unknown : *zero ? Outcome::Good : Outcome::Failed;
    return outcomeIn(text);
}

}  // namespace

Outcome outcomeIn(std::string_view text)
{
    constexpr std::array<std::string_view, 18> negations{"no",    "not",  "non",   "without", "never", "kein",
                                                         "keine", "ohne", "nicht", "nie",     "sin",   "sans",
                                                         "senza", "didn", "doesn", "wasn",    "isn",   "pas"};
    constexpr std::array<std::string_view, 8> codes{"exit",     "exited",     "code",   "rc",
                                                    "returned", "returncode", "signal", "status"};
    const ColumnNames& names = columnNames();
    std::string small = lowerCaseOfLetters(text);
    std::replace(small.begin(), small.end(), '_', ' ');
    if (small == "true" || small == "false")
        return small == "true" ? Outcome::Good : Outcome::Failed;
    for (const std::string_view phrase : {"out of memory", "timed out", "time out", "time limit"})
        if (small.starts_with(phrase))
            return Outcome::Failed;
    const std::vector<std::string> words = nameWords(small);
    if (words.empty())
        return Outcome::Unknown;
    // "exit 137", "rc=0", "signal 9"
    if (isAmong(codes, words.front()))
        for (const std::string& word : words)
            if (isWholeNumber(word))
                return word == "0" && words.front() != "signal" ? Outcome::Good : Outcome::Failed;
    bool good = false, failed = false, unfinished = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isFailure = isAmong(names.failed, words[i]), isSuccess = isAmong(names.succeeded, words[i]);
        const bool toCome = isAmong(names.unfinished, words[i]);
        if (!isFailure && !isSuccess && !toCome)
            continue;
        const auto before = words.begin() + static_cast<std::ptrdiff_t>(i);
        const bool negated =
            std::any_of(words.begin(), before, [&](const std::string& word) { return isAmong(negations, word); }) ||
            (i > 0 && words[i - 1] == "0") || (i + 1 < words.size() && words[i + 1] == "free");
        const Outcome said = toCome ? Outcome::Unfinished : isFailure != negated ? Outcome::Failed : Outcome::Good;
        if (i == 0)
            return said;  // "CANCELLED by 1000", "ok after a timeout"
        good = good || said == Outcome::Good;
        failed = failed || said == Outcome::Failed;
        unfinished = unfinished || said == Outcome::Unfinished;
    }
    return int(good) + int(failed) + int(unfinished) != 1 ? Outcome::Unknown
           : good                                         ? Outcome::Good
           : failed                                       ? Outcome::Failed
                                                          : Outcome::Unfinished;
}

RunOutcomes runOutcomes(const Grid& grid, const std::set<std::size_t>& asFigures)
{
    RunOutcomes found{.ofRow = std::vector<Outcome>(grid.rows.size(), Outcome::Unknown),
                      .toldBy = std::vector<std::size_t>(grid.rows.size(), 0),
                      .columns = {}};
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const Says says = saidBy(grid.header[i].text);
        if (says == Says::Nothing || asFigures.contains(i))
            continue;
        // Numbers of a column of states are codes where some of them are 0, or words stand beside them.
        const bool anyZero = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return isZeroCode(row[i].text).value_or(false);
        });
        const bool anyWord = std::any_of(grid.rows.begin(), grid.rows.end(), [&](const std::vector<GridCell>& row) {
            return row[i].nested == nullptr && !isZeroCode(row[i].text) && outcomeIn(row[i].text) != Outcome::Unknown;
        });
        const bool numbersAreCodes = says == Says::ExitCode || (says == Says::State && (anyZero || anyWord));
        bool all = true, any = false;
        std::vector<Outcome> outcomes;
        for (const std::vector<GridCell>& row : grid.rows) {
            outcomes.push_back(row[i].nested != nullptr ? Outcome::Unknown
                                                        : outcomeOfCell(row[i].text, says, numbersAreCodes));
            any = any || outcomes.back() != Outcome::Unknown;
            all = all && (outcomes.back() != Outcome::Unknown || isMissing(row[i].text));
        }
        if ((says == Says::Success || says == Says::Failure) && !all)
            continue;  // "finished: 2026-11-24": no flag
        for (std::size_t row = 0; row < outcomes.size(); ++row)
            if (outcomes[row] == Outcome::Failed ||
                (outcomes[row] == Outcome::Unfinished && found.ofRow[row] != Outcome::Failed) ||
                found.ofRow[row] == Outcome::Unknown) {
                found.ofRow[row] = outcomes[row];
                found.toldBy[row] = i;
            }
        if (all && any)
            found.columns.insert(i);
    }
    return found;
}

}  // namespace scalewright
