// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/exercise/grade.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/did_you_mean.h"
#include "core/base/text/message.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

std::string keyString(const Json& object, std::string_view name)
{
    const Json* value = object.find(name);
    return value && value->asString() ? *value->asString() : std::string();
}

std::optional<double> keyNumber(const Json& object, std::string_view name)
{
    const Json* value = object.find(name);
    if (!value || !value->asNumber())
        return std::nullopt;
    return std::strtod(value->asNumber()->text.c_str(), nullptr);
}

std::vector<std::string> keyStringList(const Json* list)
{
    std::vector<std::string> texts;
    if (list && list->asString())
        texts.push_back(*list->asString());
    if (list && list->asArray())
        for (const Json& each : *list->asArray())
            if (each.asString())
                texts.push_back(*each.asString());
    return texts;
}

void findUnknownMembers(const Json& object, const std::string& pointer, const std::vector<std::string>& known,
                        std::vector<Problem>& problems)
{
    if (!object.asObject())
        return;
    for (const auto& [name, value] : *object.asObject())
        if (!contains(known, name)) {
            const std::optional<std::string> suggestion = didYouMean(name, known);
            problems.push_back({formatMessage("unknown member {}", inQuotes(name)),
                                suggestion ? inQuotes(*suggestion) : joinNonEmpty(known, ", "),
                                {.jsonPointer = pointer + '/' + jsonPointerToken(name)}});
        }
}

/// Answers are compared without regard to case and white space.
std::string normalisedAnswer(const std::string& text)
{
    std::string result;
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c)))
            result += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return result;
}

std::string joinedAnswers(const Assignment& assignment)
{
    std::string text;
    for (const Question& question : assignment.questions)
        text += normalisedAnswer(assignment.answerText(question.id)) + '\n';
    return text;
}

/// Longer than a sentence that two people might both write by chance.
constexpr std::size_t minimumCopiedLength = 40;

std::string filesWithSameAnswers(const std::vector<HandIn>& handIns, std::size_t index)
{
    std::vector<std::string> matchingFiles;
    const Assignment& current = handIns[index].assignment;
    for (std::size_t i = 0; i < handIns.size(); ++i) {
        if (i == index)
            continue;
        const Assignment& other = handIns[i].assignment;
        bool hasSameSentence = false;
        for (const Question& question : current.questions)
            hasSameSentence = hasSameSentence || (question.kind == QuestionKind::Sentence &&
                                                  current.answerText(question.id).size() >= minimumCopiedLength &&
                                                  normalisedAnswer(current.answerText(question.id)) ==
                                                      normalisedAnswer(other.answerText(question.id)));
        const bool sentences = contains(current.questions, QuestionKind::Sentence, &Question::kind);
        // Correct numbers agree in any case. Without sentences, compare all answers together, including wrong ones.
        if (hasSameSentence ||
            ((!sentences || current.student == other.student) && joinedAnswers(current) == joinedAnswers(other)))
            matchingFiles.push_back(handIns[i].fileName);
    }
    return joinNonEmpty(matchingFiles, ", ");
}

/// Whether the questions or their points differ from those in the key.
bool hasDifferentQuestions(const Assignment& assignment, const AnswerKey& key)
{
    return !key.lockedDigest.empty() && key.lockedDigest != assignment.lockedDigest;
}

/// "ridge is not a number"; empty if the answer can be marked.
std::string unreadableAnswerText(const Question& question, const std::string& answer)
{
    if (answer.empty() || answer == unknownAnswer)
        return {};
    if (question.kind == QuestionKind::Number && !parseNumericAnswer(question, answer))
        return sanitised(question.id) + " is not a number";
    if (question.kind == QuestionKind::Choice && !contains(question.options, answer))
        return sanitised(question.id) + " is not one of the options";
    return {};
}

std::string handInRemarks(const std::vector<HandIn>& handIns, std::size_t index, const AnswerKey& key)
{
    const Assignment& assignment = handIns[index].assignment;
    std::vector<std::string> notes;
    if (assignment.committedAt.empty())
        notes.emplace_back("not committed");
    else if (!assignment.isIntact())
        notes.emplace_back("changed after it was committed");
    if (hasDifferentQuestions(assignment, key))
        notes.emplace_back("questions differ from the key's: no points");
    else
        for (const Question& question : assignment.questions)
            notes.push_back(unreadableAnswerText(question, assignment.answerText(question.id)));
    const std::string student = normalisedAnswer(assignment.student);
    for (std::size_t i = 0; i < handIns.size() && !student.empty(); ++i)
        if (i != index && normalisedAnswer(handIns[i].assignment.student) == student) {
            notes.push_back("same student as " + handIns[i].fileName);
            break;
        }
    return joinNonEmpty(notes, "; ");
}

}  // namespace

Result<AnswerKey> parseAnswerKey(std::string_view text)
{
    TRY(const Json document, parseJson(text));
    if (keyString(document, "format") != "scalewright-key" || keyNumber(document, "version") != 1.0)
        return fail(ErrorCode::Input, "is not a key", "\"format\": \"scalewright-key\", \"version\": 1",
                    {.jsonPointer = "/format"});
    AnswerKey key{.id = keyString(document, "id"), .lockedDigest = keyString(document, "locked")};
    const Json* answers = document.find("answers");
    if (key.id.empty() || !answers || !answers->asObject() || answers->asObject()->empty())
        return fail(ErrorCode::Input, "has no answers", "\"id\" and an object \"answers\"",
                    {.jsonPointer = "/answers"});
    Error error{ErrorCode::Input, {}};
    findUnknownMembers(document, "", {"format", "version", "id", "locked", "answers"}, error.problems);
    for (const auto& [id, json] : *answers->asObject()) {
        const std::string pointer = "/answers/" + jsonPointerToken(id);
        KeyAnswer answer{.value = keyNumber(json, "value"),
                         .tolerance = keyNumber(json, "tolerance").value_or(0.01),
                         .correctChoices = keyStringList(json.find("choice")),
                         .sampleSentence = keyString(json, "sentence"),
                         .derivation = keyString(json, "path")};
        findUnknownMembers(json, pointer, {"value", "tolerance", "choice", "sentence", "path", "program"},
                           error.problems);
        if (!answer.value && answer.correctChoices.empty() && answer.sampleSentence.empty())
            error.problems.push_back(
                {"has no answer", "\"value\", \"choice\" or \"sentence\"", {.jsonPointer = pointer}});
        const Json* tolerance = json.find("tolerance");
        if ((tolerance && !tolerance->asNumber()) || !(answer.tolerance >= 0) || !std::isfinite(answer.tolerance))
            error.problems.push_back({"is not a tolerance",
                                      "a number of at least 0, such as 0.01",
                                      {.jsonPointer = pointer + "/tolerance"}});
        if (const Json* program = json.find("program")) {
            answer.commandWords = keyStringList(program->find("words"));
            answer.jsonPointer = keyString(*program, "pointer");
            findUnknownMembers(*program, pointer + "/program", {"words", "pointer"}, error.problems);
        }
        key.answers.emplace(id, std::move(answer));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return key;
}

Result<void> checkKey(const AnswerKey& key, const Assignment& assignment)
{
    Error error{ErrorCode::Input, {}};
    if (!key.lockedDigest.empty() && key.lockedDigest != assignment.lockedDigest)
        error.problems.push_back(
            {"is not the digest of this exercise or of any hand-in",
             formatMessage("{}, as exercise show --json prints it", inQuotes(assignment.lockedDigest)),
             {.jsonPointer = "/locked"}});
    std::vector<std::string> ids;
    for (const Question& question : assignment.questions)
        ids.push_back(question.id);
    for (const auto& [id, answer] : key.answers) {
        const ProblemLocation location{.jsonPointer = "/answers/" + jsonPointerToken(id)};
        const Question* question = assignment.findQuestion(id);
        if (!question) {
            const std::optional<std::string> suggestion = didYouMean(id, ids);
            error.problems.push_back({formatMessage("{} is not a question of this exercise", inQuotes(id)),
                                      suggestion ? inQuotes(*suggestion) : joinNonEmpty(ids, ", "), location});
        } else if (question->kind == QuestionKind::Number && !answer.value) {
            error.problems.push_back({"has no number", "\"value\": the correct number", location});
        } else if (question->kind == QuestionKind::Number && *answer.value != 0 && answer.tolerance >= 1) {
            error.problems.push_back({"accepts 0, because the tolerance is 100 % or more",
                                      "a tolerance below 1",
                                      {.jsonPointer = location.jsonPointer + "/tolerance"}});
        } else if (question->kind == QuestionKind::Number && !answer.correctChoices.empty()) {
            error.problems.push_back({"has a choice, but the question asks for a number", "\"value\" alone", location});
        } else if (question->kind == QuestionKind::Choice) {
            if (answer.correctChoices.empty())
                error.problems.push_back({"has no choice", "\"choice\": the correct options", location});
            else if (answer.correctChoices.size() >= question->options.size())
                error.problems.push_back({"names every option", "only the correct options", location});
            for (const std::string& choice : answer.correctChoices)
                if (!contains(question->options, choice))
                    error.problems.push_back({formatMessage("{} is not one of the options", inQuotes(choice)),
                                              joinNonEmpty(question->options, ", "), location});
        }
    }
    for (const Question& question : assignment.questions)
        if (question.kind != QuestionKind::Sentence && !key.answers.contains(question.id))
            error.problems.push_back({formatMessage("has no answer to {}", inQuotes(question.id)),
                                      "an answer to each question with a number or a choice",
                                      {.jsonPointer = "/answers"}});
    if (!error.problems.empty())
        return fail(std::move(error));
    return {};
}

std::vector<AnswerMark> markAnswers(const Assignment& assignment, const AnswerKey& key)
{
    std::vector<AnswerMark> marks;
    for (const Question& question : assignment.questions) {
        AnswerMark mark{.questionId = question.id};
        const auto keyEntry = key.answers.find(question.id);
        const std::string answer = assignment.answerText(question.id);
        if (keyEntry != key.answers.end() && question.kind == QuestionKind::Number && keyEntry->second.value) {
            const Result<double> number = parseNumericAnswer(question, answer);
            const double expected = *keyEntry->second.value,
                         allowedDeviation = keyEntry->second.tolerance * (expected == 0 ? 1 : std::abs(expected));
            mark.isRight = number && std::abs(*number - expected) <= allowedDeviation * (1 + 1e-12);
        } else if (keyEntry != key.answers.end() && question.kind == QuestionKind::Choice &&
                   !keyEntry->second.correctChoices.empty())
            mark.isRight = contains(keyEntry->second.correctChoices, answer);
        mark.points = mark.isRight.value_or(false) ? question.points : 0;
        marks.push_back(std::move(mark));
    }
    return marks;
}

Table gradeTable(const std::vector<HandIn>& handIns, const AnswerKey& key)
{
    Table table;
    table.columns = {{"student", "student", ""},
                     {"file", "file", ""},
                     {"committed", "committed", ""},
                     {"points", "points", ""},
                     {"of", "of", ""}};
    const std::vector<Question>& questions = handIns.front().assignment.questions;
    for (const Question& question : questions) {
        table.columns.push_back({question.id, question.id, ""});
        const bool sentence = question.kind == QuestionKind::Sentence;
        table.columns.push_back(
            {question.id + (sentence ? "_key" : "_points"), question.id + (sentence ? " (key)" : " points"), ""});
        if (!sentence)
            table.columns.push_back({question.id + "_guess", question.id + " guess", ""});
    }
    table.columns.push_back({"same_as", "same as", ""});
    table.columns.push_back({"notes", "notes", ""});
    for (std::size_t i = 0; i < handIns.size(); ++i) {
        const Assignment& assignment = handIns[i].assignment;
        const std::vector<AnswerMark> marks = markAnswers(assignment, key);
        double points = 0, maximumPoints = 0;
        const bool otherwise = hasDifferentQuestions(assignment, key);
        for (const AnswerMark& mark : marks) {
            if (otherwise)
                break;
            const Question& question = *assignment.findQuestion(mark.questionId);
            points += mark.points;
            maximumPoints += question.kind == QuestionKind::Sentence ? 0 : question.points;
        }
        std::vector<Cell> row{Cell(sanitised(assignment.student)), Cell(handIns[i].fileName),
                              Cell(sanitised(assignment.committedAt)), Cell(points), Cell(maximumPoints)};
        for (const Question& question : questions) {
            row.emplace_back(sanitised(assignment.answerText(question.id)));
            const auto mark = std::ranges::find(marks, question.id, &AnswerMark::questionId);
            const auto keyEntry = key.answers.find(question.id);
            if (question.kind == QuestionKind::Sentence)
                row.push_back(keyEntry == key.answers.end() ? Cell() : Cell(keyEntry->second.sampleSentence));
            else
                row.push_back(mark == marks.end() || !mark->isRight || otherwise ? Cell() : Cell(mark->points));
            if (question.kind == QuestionKind::Sentence)
                continue;
            const auto [guess, time] = assignment.firstGuess(question.id);
            row.emplace_back(guess.empty() ? std::string() : sanitised(fmt::format("{}, {}", guess, time)));
        }
        row.emplace_back(filesWithSameAnswers(handIns, i));
        row.emplace_back(handInRemarks(handIns, i, key));
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace scalewright
