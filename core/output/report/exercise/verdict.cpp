// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/exercise/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/output/report/package.h"
#include "core/output/report/questions.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

/// Commands without side effects; a key may run only these.
constexpr std::array<std::string_view, 11> allowedCommands{"diagnose",   "predict", "attribute",   "fit",
                                                           "cost",       "size",    "design",      "carbon",
                                                           "collective", "plan",    "build-or-buy"};

const Json* resolveJsonPointer(const Json& json, std::string_view pointer)
{
    const Json* value = &json;
    while (value && !pointer.empty()) {
        pointer.remove_prefix(1);
        const std::string token(pointer.substr(0, pointer.find('/')));
        pointer.remove_prefix(token.size());
        if (const Json::Array* list = value->asArray()) {
            const Result<long> index = parseCount(token, 0, 1'000'000);
            value = index && std::size_t(*index) < list->size() ? &(*list)[std::size_t(*index)] : nullptr;
        } else
            value = value->find(token);
    }
    return value;
}

/// Empty if the key names no command.
Result<std::string> askProgramForAnswer(const Assignment& assignment, const KeyAnswer& answer,
                                        const CliRunner& runProgram)
{
    if (answer.commandWords.empty() || !answer.jsonPointer.starts_with('/'))
        return std::string();
    if (!contains(allowedCommands, answer.commandWords.front()))
        return fail(ErrorCode::Input,
                    formatMessage("{} is not a command that a key may run", inQuotes(answer.commandWords.front())),
                    fmt::format("{}", fmt::join(allowedCommands, ", ")));
    TRY(TemporaryFolder folder, TemporaryFolder::create());
    std::vector<std::string> words = answer.commandWords;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "{project}") {
            words[i] = (folder / reportProjectFile).string();
            TRY_DO(saveFile(words[i], writeJson(assignment.project)));
            continue;
        }
        const bool file = words[i].starts_with('/') && words[i - 1] != "--set";
        if (file || words[i] == "-" || words[i].starts_with("-o") || words[i].starts_with("--out"))
            return fail(ErrorCode::Input, formatMessage("{} is not allowed in a key", inQuotes(words[i])),
                        "{project} and options that compute");
    }
    TRY(const Json json, runProgram(std::move(words)));
    const Json* value = resolveJsonPointer(json, answer.jsonPointer);
    if (!value)
        return fail(ErrorCode::Input, formatMessage("{} is not in the answer", inQuotes(answer.jsonPointer)),
                    "a pointer into its JSON");
    std::string text = value->asString() ? *value->asString() : writeJson(*value);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

}  // namespace

Result<Verdicts> computeVerdicts(const Assignment& assignment, const AnswerKey& key, const CliRunner& runProgram)
{
    Verdicts verdicts;
    for (const AnswerMark& mark : markAnswers(assignment, key)) {
        AnswerVerdict verdict{.mark = mark};
        if (const auto found = key.answers.find(mark.questionId); found != key.answers.end()) {
            TRY(std::string word, askProgramForAnswer(assignment, found->second, runProgram));
            verdict.programAnswer = word.empty() && found->second.value ? roundTripText(*found->second.value) : word;
            verdict.derivation = found->second.derivation;
            verdict.sampleSentence = found->second.sampleSentence;
        }
        const Question& question = *assignment.findQuestion(mark.questionId);
        verdicts.points += mark.points;
        verdicts.maximumPoints += question.kind == QuestionKind::Sentence ? 0 : question.points;
        verdicts.perQuestion.push_back(std::move(verdict));
    }
    return verdicts;
}

Result<void> checkKeyWithProgram(const AnswerKey& key, const Assignment& assignment, const CliRunner& runProgram)
{
    constexpr double rounding = 1e-9;
    Error error{ErrorCode::Input, {}};
    for (const auto& [id, answer] : key.answers) {
        const std::vector<std::string>& words = answer.commandWords;
        const bool needsProject = contains(words, "{project}");
        if (!answer.value || (needsProject && assignment.project.isNull()))
            continue;
        const ProblemLocation location{.jsonPointer = "/answers/" + jsonPointerToken(id) + "/value"};
        const Result<std::string> text = askProgramForAnswer(assignment, answer, runProgram);
        if (!text) {
            Problem problem = text.error().problems.front();
            problem.location = {.jsonPointer = "/answers/" + jsonPointerToken(id) + "/program"};
            error.problems.push_back(std::move(problem));
        } else if (const Result<double> number = parseNumber(*text);
                   number && std::abs(*number - *answer.value) >
                                 (answer.tolerance + rounding) * std::max(std::abs(*number), std::abs(*answer.value))) {
            error.problems.push_back({formatMessage("is {}, but the program gives {}", roundTripText(*answer.value),
                                                    significantText(*number, 6)),
                                      "the program's number, or another command", location});
        }
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

std::string programAnswerText(const std::string& program)
{
    const Result<double> number = parseNumber(program);
    if (!number)
        return sanitised(program);
    const bool isCount = *number == std::floor(*number) && std::abs(*number) < 1e6;  // shows 64 workers, not 64.0
    return isCount ? roundTripText(*number) : significantText(*number, 3);
}

}  // namespace scalewright
