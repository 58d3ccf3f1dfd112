// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/column_names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/files/resources.h"
#include "core/base/json/json.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

void addUnique(std::vector<std::string>& names, std::string name)
{
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
}

/// The names that work without the resource file.
ColumnNames builtInNames()
{
    ColumnNames names;
    for (const LadderRole& role : ladderRoles)
        for (const std::string_view guess : splitWords(role.headerAliases))
            addUnique(names.namesByRole[role.column], std::string(guess));
    names.weakWords = {"weak"};
    names.strongWords = {"strong"};
    names.workWords = {"size", "cells", "elements", "atoms", "particles", "work", "n"};
    names.workUnitWords = {"cells", "elements", "atoms", "particles"};
    names.exposedWords = {"exposed"};
    names.wallClockNames = {"elapsed",   "elapsed_time", "wall", "wall_time", "walltime",
                            "wallclock", "wall_clock",   "real", "runtime",   "run_time"};
    names.statisticWords = {"mean", "avg", "average", "median"};
    names.speedupNames = {"speedup",        "speed_up",    "speedups",        "s", "s_p", "scaleup",
                          "actual_speedup", "rel_speedup", "relative_speedup"};
    names.efficiencyNames = {"efficiency", "parallel_efficiency", "eff", "e"};
    names.serialWords = {"sequential", "serial", "seq"};
    names.outcomeHeaders = {"status", "state"};
    names.failedWords = {"oom",     "failed",  "failure", "fail",   "error",
                         "timeout", "crashed", "crash",   "killed", "diverged"};
    names.succeededWords = {"ok",       "okay",   "success", "successful", "succeeded", "completed", "complete",
                            "finished", "finish", "done",    "passed",     "pass",      "converged", "0"};
    names.unfinishedWords = {"running", "pending", "queued", "scheduled", "waiting", "planned", "submitted", "skipped"};
    names.resultHeaders = {"result"};
    names.exitCodeHeaders = {"exit_code", "exitcode", "exit_status", "exit", "rc", "return_code", "returncode"};
    names.successFlagHeaders = {"success", "succeeded", "ok", "passed"};
    names.failureFlagHeaders = {"failed", "crashed", "oom"};
    names.yesWords = {"yes", "true", "y", "1"};
    names.noWords = {"no", "false", "n", "0"};
    names.timeWords = {"time", "runtime", "duration"};
    return names;
}

/// How a text is normalized: a name with parseHeaderName, a word with lowerCaseLatinAndCyrillic.
enum class NameNormalization { HeaderBase, LowerCaseWord };

void readNameList(const Json& list, const std::string& pointer, std::vector<std::string>& target, Error& error,
                  NameNormalization form = NameNormalization::HeaderBase)
{
    const Json::Array* texts = list.asArray();
    if (texts == nullptr) {
        error.problems.push_back({formatMessage("found {} instead of a list of names", list.kindName()),
                                  "a list such as [\"ranks\"]", ProblemLocation{.jsonPointer = pointer}});
        return;
    }
    for (std::size_t i = 0; i < texts->size(); ++i)
        if (const std::string* text = (*texts)[i].asString())
            addUnique(target, form == NameNormalization::HeaderBase ? parseHeaderName(*text).base
                                                                    : lowerCaseLatinAndCyrillic(*text));
        else
            error.problems.push_back({formatMessage("found {} instead of a name", (*texts)[i].kindName()),
                                      "a text such as \"ranks\"",
                                      ProblemLocation{.jsonPointer = fmt::format("{}/{}", pointer, i)}});
}

}  // namespace

std::string ColumnNames::withoutStatisticWords(std::string_view base) const
{
    std::string remaining(base);
    for (const std::string& word : statisticWords) {
        if (remaining.starts_with(word + "_"))
            remaining.erase(0, word.size() + 1);
        if (remaining.ends_with("_" + word))
            remaining.resize(remaining.size() - word.size() - 1);
    }
    return remaining;
}

bool mentionsTime(const HeaderName& name)
{
    if (name.isRate || name.isPercentage || name.mayBeMinimum || (name.unitGiven && name.dimension != Dimension::Time))
        return false;
    bool hasTimeWord = false;
    for (const std::string_view word : splitFields(name.base, '_')) {
        if (isListed("other_times", word))
            return false;
        hasTimeWord =
            hasTimeWord ||
            std::any_of(columnNames().timeWords.begin(), columnNames().timeWords.end(), [&](const std::string& each) {
                const bool letters = (static_cast<unsigned char>(each.front()) & 0x80u) == 0 ||
                                     each.size() > 6;  // languages with and without spaces between words
                return letters ? word == each || (word.ends_with("time") && each == "time")
                               : word.find(each) != std::string_view::npos;
            });
    }
    return hasTimeWord;
}

bool mentionsThroughput(const HeaderName& name)
{
    return !name.isPercentage && !name.unitGiven &&
           isAmong(splitFields(name.base, '_'), std::string_view("throughput"));
}

Result<ColumnNames> parseColumnNames(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    ColumnNames names = builtInNames();
    Error error;
    if (const Json* roles = document->find("columns"); roles != nullptr && roles->asObject() != nullptr)
        for (const auto& [name, list] : *roles->asObject()) {
            const auto role =
                std::find_if(ladderRoles.begin(), ladderRoles.end(),
                             [&, n = std::string_view(name)](const LadderRole& each) { return n == each.name; });
            if (role == ladderRoles.end())
                error.problems.push_back({formatMessage("there is no role {}", inQuotes(name)),
                                          "p, time, throughput, …",
                                          ProblemLocation{.jsonPointer = "/columns/" + name}});
            else
                readNameList(list, "/columns/" + name, names.namesByRole[role->column], error);
        }
    if (const Json* words = document->find("words"); words != nullptr && words->asObject() != nullptr)
        for (const auto& [key, target] :
             {std::pair{"weak", &names.weakWords}, std::pair{"strong", &names.strongWords},
              std::pair{"work", &names.workWords}, std::pair{"work_units", &names.workUnitWords},
              std::pair{"exposed", &names.exposedWords}, std::pair{"wall_clock", &names.wallClockNames},
              std::pair{"statistics", &names.statisticWords}, std::pair{"speedup", &names.speedupNames},
              std::pair{"efficiency", &names.efficiencyNames}, std::pair{"time", &names.timeWords},
              std::pair{"outcome", &names.outcomeHeaders}, std::pair{"remark", &names.remarkHeaders},
              std::pair{"hosts", &names.hostNames}, std::pair{"result", &names.resultHeaders},
              std::pair{"exit_code", &names.exitCodeHeaders}, std::pair{"success_flag", &names.successFlagHeaders},
              std::pair{"failure_flag", &names.failureFlagHeaders}})
            if (const Json* list = words->find(key))
                readNameList(*list, std::string("/words/") + key, *target, error);
    if (const Json* words = document->find("words"); words != nullptr && words->asObject() != nullptr)
        for (const auto& [key, target] :
             {std::pair{"serial", &names.serialWords}, std::pair{"failed", &names.failedWords},
              std::pair{"succeeded", &names.succeededWords}, std::pair{"german", &names.germanWords},
              std::pair{"unfinished", &names.unfinishedWords}, std::pair{"yes", &names.yesWords},
              std::pair{"no", &names.noWords}})
            if (const Json* list = words->find(key))
                readNameList(*list, std::string("/words/") + key, *target, error, NameNormalization::LowerCaseWord);
    if (const Json* units = document->find("units"); units != nullptr && units->asObject() != nullptr)
        for (const auto& [name, unit] : *units->asObject())
            if (const std::string* symbol = unit.asString(); symbol != nullptr && name != "about")
                names.unitOfName[name] = *symbol;
    if (!error.problems.empty())
        return fail(std::move(error));
    return names;
}

const ColumnNames& columnNames()
{
    static const ColumnNames names = [] {
        Result<ColumnNames> read = parseResource("catalogue/columns.json", parseColumnNames);
        return read ? std::move(*read) : builtInNames();
    }();
    return names;
}

}  // namespace scalewright
