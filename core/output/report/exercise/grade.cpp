#include "core/output/report/exercise/grade.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/text/message.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

std::string keyText(const Json& object, std::string_view name)
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

std::vector<std::string> keyTexts(const Json* list)
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

/// Capitals and blanks tell no two answers apart.
std::string folded(const std::string& text)
{
    std::string out;
    for (const char c : text)
        if (!std::isspace(static_cast<unsigned char>(c)))
            out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return out;
}

std::string allAnswers(const Assignment& assignment)
{
    std::string all;
    for (const Question& question : assignment.questions)
        all += folded(assignment.answer(question.id)) + '\n';
    return all;
}

/// Longer than what two people write alike.
constexpr std::size_t tellingSentence = 40;

std::string sameAs(const std::vector<HandIn>& handIns, std::size_t at)
{
    std::vector<std::string> others;
    const Assignment& mine = handIns[at].assignment;
    for (std::size_t i = 0; i < handIns.size(); ++i) {
        if (i == at)
            continue;
        const Assignment& other = handIns[i].assignment;
        bool same = false;
        for (const Question& question : mine.questions)
            same = same ||
                   (question.kind == QuestionKind::Sentence && mine.answer(question.id).size() >= tellingSentence &&
                    folded(mine.answer(question.id)) == folded(other.answer(question.id)));
        const bool sentences = std::any_of(mine.questions.begin(), mine.questions.end(), [](const Question& question) {
            return question.kind == QuestionKind::Sentence;
        });
        // Right numbers are alike by themselves: without a sentence only the whole, wrong somewhere or not, can be.
        if (same || ((!sentences || mine.student == other.student) && allAnswers(mine) == allAnswers(other)))
            others.push_back(handIns[i].file);
    }
    return joined(others, " ");
}

/// Its questions, or what they are worth, are not those that the key is for.
bool asksOtherwise(const Assignment& assignment, const Key& key)
{
    return !key.locked.empty() && key.locked != assignment.lockedDigest;
}

std::string notesOf(const Assignment& assignment, const Key& key)
{
    std::vector<std::string> notes;
    if (assignment.committed.empty())
        notes.emplace_back("not committed");
    else if (!assignment.isIntact())
        notes.emplace_back("changed after it was committed");
    if (asksOtherwise(assignment, key))
        notes.emplace_back("other questions than the key's: no points");
    return joined(notes, "; ");
}

}  // namespace

Result<Key> parseKey(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    if (!document)
        return fail(document.error());
    if (keyText(*document, "format") != "scalewright-key" || keyNumber(*document, "version") != 1.0)
        return fail(ErrorCode::Input, "is no key", "\"format\": \"scalewright-key\", \"version\": 1",
                    {.pointer = "/format"});
    Key key{.id = keyText(*document, "id"), .locked = keyText(*document, "locked"), .answers = {}};
    const Json* answers = document->find("answers");
    if (key.id.empty() || !answers || !answers->asObject())
        return fail(ErrorCode::Input, "has no answers", "\"id\" and an object \"answers\"", {.pointer = "/answers"});
    for (const auto& [id, json] : *answers->asObject()) {
        KeyAnswer answer{.value = keyNumber(json, "value"),
                         .tolerance = keyNumber(json, "tolerance").value_or(0.01),
                         .choices = keyTexts(json.find("choice")),
                         .sentence = keyText(json, "sentence"),
                         .path = keyText(json, "path"),
                         .words = {},
                         .pointer = {}};
        if (!answer.value && answer.choices.empty() && answer.sentence.empty())
            return fail(ErrorCode::Input, "says no answer", "\"value\", \"choice\" or \"sentence\"",
                        {.pointer = "/answers/" + pointerToken(id)});
        if (const Json* program = json.find("program")) {
            answer.words = keyTexts(program->find("words"));
            answer.pointer = keyText(*program, "pointer");
        }
        key.answers.emplace(id, std::move(answer));
    }
    return key;
}

std::vector<Mark> marksOf(const Assignment& handedIn, const Key& key)
{
    std::vector<Mark> marks;
    for (const Question& question : handedIn.questions) {
        Mark mark{.id = question.id, .right = {}};
        const auto at = key.answers.find(question.id);
        const std::string answer = handedIn.answer(question.id);
        if (at != key.answers.end() && question.kind == QuestionKind::Number && at->second.value) {
            const Result<double> number = numberOf(question, answer);
            const double right = *at->second.value, room = at->second.tolerance * (right == 0 ? 1 : std::abs(right));
            mark.right = number && std::abs(*number - right) <= room * (1 + 1e-12);
        } else if (at != key.answers.end() && question.kind == QuestionKind::Choice && !at->second.choices.empty())
            mark.right =
                std::find(at->second.choices.begin(), at->second.choices.end(), answer) != at->second.choices.end();
        mark.points = mark.right.value_or(false) ? question.points : 0;
        marks.push_back(std::move(mark));
    }
    return marks;
}

Table gradeTable(const std::vector<HandIn>& handIns, const Key& key)
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
        const Assignment& its = handIns[i].assignment;
        const std::vector<Mark> marks = marksOf(its, key);
        double points = 0, of = 0;
        const bool otherwise = asksOtherwise(its, key);
        for (const Mark& mark : marks) {
            if (otherwise)
                break;
            const Question& question = *its.find(mark.id);
            points += mark.points;
            of += question.kind == QuestionKind::Sentence ? 0 : question.points;
        }
        std::vector<Cell> row{Cell(cleaned(its.student)), Cell(handIns[i].file), Cell(cleaned(its.committed)),
                              Cell(points), Cell(of)};
        for (const Question& question : questions) {
            row.emplace_back(cleaned(its.answer(question.id)));
            const auto mark =
                std::find_if(marks.begin(), marks.end(), [&](const Mark& each) { return each.id == question.id; });
            const auto at = key.answers.find(question.id);
            if (question.kind == QuestionKind::Sentence)
                row.push_back(at == key.answers.end() ? Cell() : Cell(at->second.sentence));
            else
                row.push_back(mark == marks.end() || !mark->right || otherwise ? Cell() : Cell(mark->points));
            if (question.kind == QuestionKind::Sentence)
                continue;
            const auto [guess, time] = its.guess(question.id);
            row.emplace_back(guess.empty() ? std::string() : cleaned(guess + ", " + time));
        }
        row.emplace_back(sameAs(handIns, i));
        row.emplace_back(notesOf(its, key));
        table.rows.push_back(std::move(row));
    }
    return table;
}

}  // namespace scalewright
