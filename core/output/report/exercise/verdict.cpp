#include "core/output/report/exercise/verdict.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/output/report/package.h"
#include "core/output/report/questions.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

/// Commands that only compute: a key may ask nothing else.
constexpr std::array<std::string_view, 11> keysMayAsk{"diagnose",   "predict", "attribute",   "fit",
                                                      "cost",       "size",    "design",      "carbon",
                                                      "collective", "plan",    "build-or-buy"};

const Json* pointedAt(const Json& json, std::string_view pointer)
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

/// Empty where the key names no command.
Result<std::string> programsWord(const Assignment& assignment, const KeyAnswer& answer, const AskProgram& ask)
{
    if (answer.words.empty() || !answer.pointer.starts_with('/'))
        return std::string();
    if (std::find(keysMayAsk.begin(), keysMayAsk.end(), answer.words.front()) == keysMayAsk.end())
        return fail(ErrorCode::Input, say("{} is no command that a key may ask", inQuotes(answer.words.front())),
                    fmt::format("{}", fmt::join(keysMayAsk, ", ")));
    Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder)
        return fail(folder.error());
    std::vector<std::string> words = answer.words;
    for (std::size_t i = 1; i < words.size(); ++i) {
        if (words[i] == "{project}") {
            words[i] = (*folder / reportedProject).string();
            if (Result<void> saved = saveFile(words[i], writeJson(assignment.project)); !saved)
                return fail(saved.error());
            continue;
        }
        const bool file = words[i].starts_with('/') && words[i - 1] != "--set";
        if (file || words[i] == "-" || words[i].starts_with("-o") || words[i].starts_with("--out"))
            return fail(ErrorCode::Input, say("{} is nothing that a key may ask", inQuotes(words[i])),
                        "{project} and options that compute");
    }
    const Result<Json> json = ask(std::move(words));
    if (!json)
        return fail(json.error());
    const Json* value = pointedAt(*json, answer.pointer);
    if (!value)
        return fail(ErrorCode::Input, say("{} is not in the answer", inQuotes(answer.pointer)),
                    "a pointer into its JSON");
    std::string text = value->asString() ? *value->asString() : writeJson(*value);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

}  // namespace

Result<Verdicts> verdictsOf(const Assignment& assignment, const Key& key, const AskProgram& ask)
{
    Verdicts verdicts;
    for (const Mark& mark : marksOf(assignment, key)) {
        Verdict verdict{.mark = mark, .program = {}, .path = {}, .sentence = {}};
        if (const auto found = key.answers.find(mark.id); found != key.answers.end()) {
            Result<std::string> word = programsWord(assignment, found->second, ask);
            if (!word)
                return fail(word.error());
            verdict.program = word->empty() && found->second.value ? roundTrip(*found->second.value) : *word;
            verdict.path = found->second.path;
            verdict.sentence = found->second.sentence;
        }
        const Question& question = *assignment.find(mark.id);
        verdicts.points += mark.points;
        verdicts.of += question.kind == QuestionKind::Sentence ? 0 : question.points;
        verdicts.each.push_back(std::move(verdict));
    }
    return verdicts;
}

std::string shownVerdict(const std::string& program)
{
    const Result<double> number = parseNumber(program);
    if (!number)
        return cleaned(program);
    const bool isCount = *number == std::floor(*number) && std::abs(*number) < 1e6;  // 64 workers, not 64.0
    return isCount ? roundTrip(*number) : significant(*number, 3);
}

}  // namespace scalewright
