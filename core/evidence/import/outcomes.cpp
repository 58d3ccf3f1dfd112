// SPDX-License-Identifier: GPL-3.0-or-later
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

/// What a column means, judging by its name.
enum class StatusMeaning { None, State, Result, ExitCode, Success, Failure };

StatusMeaning statusMeaning(std::string_view header)
{
    const std::string base = parseHeaderName(header).base;
    const auto isOne = [&](std::string_view list) {
        return std::any_of(wordList(list).begin(), wordList(list).end(), [&](const std::string& name) {
            return base == name || (name.size() > 4 && base.ends_with("_" + name));  // "job_status"
        });
    };
    return isOne("exit_code")               ? StatusMeaning::ExitCode
           : isOne("outcome")               ? StatusMeaning::State
           : isListed("result", base)       ? StatusMeaning::Result
           : isListed("success_flag", base) ? StatusMeaning::Success
           : isListed("failure_flag", base) ? StatusMeaning::Failure
                                            : StatusMeaning::None;
}

/// "0", "137", "-9", and Slurm's "0:9", in which the second number is a signal.
std::optional<bool> isZeroExitCode(std::string_view text)
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

Outcome outcomeOfCell(std::string_view text, StatusMeaning meaning, bool numbersAreCodes)
{
    if (isMissing(text))
        return Outcome::Unknown;
    if (meaning == StatusMeaning::Success || meaning == StatusMeaning::Failure) {
        const std::string word = lowerCaseLatinAndCyrillic(text);
        const bool yes = isListed("yes", word), no = isListed("no", word);
        if (yes || no)
            return yes == (meaning == StatusMeaning::Success) ? Outcome::Succeeded : Outcome::Failed;
    }
    if (const std::optional<bool> zero = isZeroExitCode(text))
        return !numbersAreCodes ? Outcome::Unknown : *zero ? Outcome::Succeeded : Outcome::Failed;
    return outcomeOfText(text);
}

}  // namespace

Outcome outcomeOfText(std::string_view text)
{
    std::string small = lowerCaseLatinAndCyrillic(text);
    std::replace(small.begin(), small.end(), '_', ' ');
    if (small == "true" || small == "false")
        return small == "true" ? Outcome::Succeeded : Outcome::Failed;
    for (const std::string_view phrase : {"out of memory", "timed out", "time out", "time limit"})
        if (small.starts_with(phrase))
            return Outcome::Failed;
    const std::vector<std::string> words = splitNameWords(small);
    if (words.empty())
        return Outcome::Unknown;
    // "exit 137", "rc=0", "signal 9"
    if (isListed("exit_words", words.front()))
        for (const std::string& word : words)
            if (isWholeNumber(word))
                return word == "0" && words.front() != "signal" ? Outcome::Succeeded : Outcome::Failed;
    bool hasSuccess = false, failed = false, unfinished = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool isFailure = isListed("failed", words[i]), isSuccess = isListed("succeeded", words[i]),
                   isUnfinished = isListed("unfinished", words[i]);
        if (!isFailure && !isSuccess && !isUnfinished)
            continue;
        const auto before = words.begin() + static_cast<std::ptrdiff_t>(i);
        const bool negated =
            std::any_of(words.begin(), before, [&](const std::string& word) { return isListed("negations", word); }) ||
            (i > 0 && words[i - 1] == "0") || (i + 1 < words.size() && words[i + 1] == "free");
        const Outcome outcome = isUnfinished           ? Outcome::Unfinished
                                : isFailure != negated ? Outcome::Failed
                                                       : Outcome::Succeeded;
        if (i == 0)
            return outcome;  // "CANCELLED by 1000", "ok after a timeout"
        hasSuccess = hasSuccess || outcome == Outcome::Succeeded;
        failed = failed || outcome == Outcome::Failed;
        unfinished = unfinished || outcome == Outcome::Unfinished;
    }
    return int(hasSuccess) + int(failed) + int(unfinished) != 1 ? Outcome::Unknown
           : hasSuccess                                         ? Outcome::Succeeded
           : failed                                             ? Outcome::Failed
                                                                : Outcome::Unfinished;
}

RunOutcomes findRunOutcomes(const Grid& grid, const std::set<std::size_t>& otherColumns)
{
    RunOutcomes found{.outcomeOfRow = std::vector<Outcome>(grid.rows.size(), Outcome::Unknown),
                      .statusColumnOfRow = std::vector<std::size_t>(grid.rows.size(), 0),
                      .outcomeColumns = {}};
    for (std::size_t i = 0; i < grid.header.size(); ++i) {
        const StatusMeaning meaning = statusMeaning(grid.header[i].text);
        if (meaning == StatusMeaning::None || otherColumns.contains(i))
            continue;
        // Numbers in a status column are exit codes if some are 0 or if there are also words.
        const bool hasZero =
            anyText(grid, i, [](const std::string& text) { return isZeroExitCode(text).value_or(false); });
        const bool hasWord = anyText(grid, i, [](const std::string& text) {
            return !isZeroExitCode(text) && outcomeOfText(text) != Outcome::Unknown;
        });
        const bool numbersAreCodes =
            meaning == StatusMeaning::ExitCode || (meaning == StatusMeaning::State && (hasZero || hasWord));
        bool areAllKnown = true, isAnyKnown = false;
        std::vector<Outcome> outcomes;
        for (const std::vector<GridCell>& row : grid.rows) {
            outcomes.push_back(row[i].nested != nullptr ? Outcome::Unknown
                                                        : outcomeOfCell(row[i].text, meaning, numbersAreCodes));
            isAnyKnown = isAnyKnown || outcomes.back() != Outcome::Unknown;
            areAllKnown = areAllKnown && (outcomes.back() != Outcome::Unknown || isMissing(row[i].text));
        }
        if ((meaning == StatusMeaning::Success || meaning == StatusMeaning::Failure) && !areAllKnown)
            continue;  // "finished: 2026-11-24" is not a flag
        for (std::size_t row = 0; row < outcomes.size(); ++row)
            if (outcomes[row] == Outcome::Failed ||
                (outcomes[row] == Outcome::Unfinished && found.outcomeOfRow[row] != Outcome::Failed) ||
                found.outcomeOfRow[row] == Outcome::Unknown) {
                found.outcomeOfRow[row] = outcomes[row];
                found.statusColumnOfRow[row] = i;
            }
        if (areAllKnown && isAnyKnown)
            found.outcomeColumns.insert(i);
    }
    return found;
}

}  // namespace scalewright
