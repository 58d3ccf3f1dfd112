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

void add(std::vector<std::string>& names, std::string name)
{
    if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(std::move(name));
}

/// What is known without the resource.
ColumnNames builtIn()
{
    ColumnNames names;
    for (const LadderRole& role : ladderRoles)
        for (const std::string_view guess : wordsIn(role.guesses))
            add(names.roles[role.column], std::string(guess));
    names.weak = {"weak"};
    names.strong = {"strong"};
    names.work = {"size", "cells", "elements", "atoms", "particles", "work", "n"};
    names.wallClock = {"elapsed",   "elapsed_time", "wall", "wall_time", "walltime",
                       "wallclock", "wall_clock",   "real", "runtime",   "run_time"};
    names.statistics = {"mean", "avg", "average", "median"};
    names.speedup = {"speedup",        "speed_up",    "speedups",        "s", "s_p", "scaleup",
                     "actual_speedup", "rel_speedup", "relative_speedup"};
    names.efficiency = {"efficiency", "parallel_efficiency", "eff", "e"};
    names.serial = {"sequential", "serial", "seq"};
    names.outcomes = {"status", "state"};
    names.failed = {"oom", "failed", "failure", "fail", "error", "timeout", "crashed", "crash", "killed", "diverged"};
    names.succeeded = {"ok",       "okay",   "success", "successful", "succeeded", "completed", "complete",
                       "finished", "finish", "done",    "passed",     "pass",      "converged", "0"};
    names.unfinished = {"running", "pending", "queued", "scheduled", "waiting", "planned", "submitted", "skipped"};
    names.results = {"result"};
    names.exitCodes = {"exit_code", "exitcode", "exit_status", "exit", "rc", "return_code", "returncode"};
    names.successFlags = {"success", "succeeded", "ok", "passed"};
    names.failureFlags = {"failed", "crashed", "oom"};
    names.yes = {"yes", "true", "y", "1"};
    names.no = {"no", "false", "n", "0"};
    names.timeWords = {"time", "runtime", "duration"};
    return names;
}

/// A word of a text as lowerCaseOfLetters has it, a name as headerName has it.
enum class As { Name, Word };

void takeTexts(const Json& list, const std::string& pointer, std::vector<std::string>& into, Error& error,
               As as = As::Name)
{
    const Json::Array* texts = list.asArray();
    if (texts == nullptr) {
        error.problems.push_back({say("{} stands where a list of names belongs", list.kindName()),
                                  "a list such as [\"ranks\"]", Where{.pointer = pointer}});
        return;
    }
    for (std::size_t i = 0; i < texts->size(); ++i)
        if (const std::string* text = (*texts)[i].asString())
            add(into, as == As::Name ? headerName(*text).base : lowerCaseOfLetters(*text));
        else
            error.problems.push_back({say("{} stands where a name belongs", (*texts)[i].kindName()),
                                      "a text such as \"ranks\"", Where{.pointer = fmt::format("{}/{}", pointer, i)}});
}

}  // namespace

std::string ColumnNames::withoutStatistics(std::string_view base) const
{
    std::string bare(base);
    for (const std::string& word : statistics) {
        if (bare.starts_with(word + "_"))
            bare.erase(0, word.size() + 1);
        if (bare.ends_with("_" + word))
            bare.resize(bare.size() - word.size() - 1);
    }
    return bare;
}

bool speaksOfTime(const HeaderName& name)
{
    constexpr std::array<std::string_view, 40> others{
        "limit",   "end",   "start",  "sim",      "simulated", "latency", "stamp",   "std",      "dev",     "stddev",
        "min",     "max",   "error",  "user",     "sys",       "system",  "ratio",   "step",     "date",    "cpu",
        "of",      "zone",  "uptime", "downtime", "lifetime",  "mtime",   "ctime",   "overtime", "atime",   "datetime",
        "compile", "build", "setup",  "init",     "queue",     "warmup",  "arrival", "runlimit", "timeout", "wait"};
    if (name.isRate || name.isShare || name.isMinimum || (name.unitGiven && name.dimension != Dimension::Time))
        return false;
    bool any = false;
    for (const std::string_view word : fieldsIn(name.base, '_')) {
        if (isAmong(others, word))
            return false;
        any = any ||
              std::any_of(columnNames().timeWords.begin(), columnNames().timeWords.end(), [&](const std::string& each) {
                  const bool letters = (static_cast<unsigned char>(each.front()) & 0x80u) == 0 ||
                                       each.size() > 6;  // a language with words, or without
                  return letters ? word == each || (word.ends_with("time") && each == "time")
                                 : word.find(each) != std::string_view::npos;
              });
    }
    return any;
}

bool speaksOfThroughput(const HeaderName& name)
{
    return !name.isShare && !name.unitGiven && isAmong(fieldsIn(name.base, '_'), std::string_view("throughput"));
}

Result<ColumnNames> parseColumnNames(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    ColumnNames names = builtIn();
    Error error;
    if (const Json* roles = document->find("columns"); roles != nullptr && roles->asObject() != nullptr)
        for (const auto& [name, list] : *roles->asObject()) {
            const auto role =
                std::find_if(ladderRoles.begin(), ladderRoles.end(),
                             [&, n = std::string_view(name)](const LadderRole& each) { return n == each.name; });
            if (role == ladderRoles.end())
                error.problems.push_back({say("there is no role {}", inQuotes(name)), "p, time, throughput, …",
                                          Where{.pointer = "/columns/" + name}});
            else
                takeTexts(list, "/columns/" + name, names.roles[role->column], error);
        }
    if (const Json* words = document->find("words"); words != nullptr && words->asObject() != nullptr)
        for (const auto& [key, into] :
             {std::pair{"weak", &names.weak}, std::pair{"strong", &names.strong}, std::pair{"work", &names.work},
              std::pair{"wall_clock", &names.wallClock}, std::pair{"statistics", &names.statistics},
              std::pair{"speedup", &names.speedup}, std::pair{"efficiency", &names.efficiency},
              std::pair{"time", &names.timeWords}, std::pair{"outcome", &names.outcomes},
              std::pair{"remark", &names.remarks}, std::pair{"hosts", &names.hosts},
              std::pair{"result", &names.results}, std::pair{"exit_code", &names.exitCodes},
              std::pair{"success_flag", &names.successFlags}, std::pair{"failure_flag", &names.failureFlags}})
            if (const Json* list = words->find(key))
                takeTexts(*list, std::string("/words/") + key, *into, error);
    if (const Json* words = document->find("words"); words != nullptr && words->asObject() != nullptr)
        for (const auto& [key, into] :
             {std::pair{"serial", &names.serial}, std::pair{"failed", &names.failed},
              std::pair{"succeeded", &names.succeeded}, std::pair{"german", &names.german},
              std::pair{"unfinished", &names.unfinished}, std::pair{"yes", &names.yes}, std::pair{"no", &names.no}})
            if (const Json* list = words->find(key))
                takeTexts(*list, std::string("/words/") + key, *into, error, As::Word);
    if (!error.problems.empty())
        return fail(std::move(error));
    return names;
}

const ColumnNames& columnNames()
{
    static const ColumnNames names = [] {
        Result<ColumnNames> read = parseResource("catalogue/columns.json", parseColumnNames);
        return read ? std::move(*read) : builtIn();
    }();
    return names;
}

}  // namespace scalewright
