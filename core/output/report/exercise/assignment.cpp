// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/exercise/assignment.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error/try.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr const char* assignmentFormat = "scalewright-assignment";
constexpr std::array<std::string_view, 5> studentMembers{"student", "answers", "committed", "answers_digest",
                                                         "guesses"};
constexpr std::size_t maximumSentenceBytes = 1000;

constexpr std::array<std::pair<std::string_view, Dimension>, 6> dimensionNames{
    {{"time", Dimension::Time},
     {"bytes", Dimension::Bytes},
     {"money", Dimension::Money},
     {"bandwidth", Dimension::Bandwidth},
     {"compute-rate", Dimension::ComputeRate},
     {"work", Dimension::Work}}};

std::string stringMember(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value && value->asString() ? *value->asString() : std::string();
}

std::vector<std::string> stringListMember(const Json& object, std::string_view key)
{
    std::vector<std::string> texts;
    if (const Json* list = object.find(key); list && list->asArray())
        for (const Json& each : *list->asArray())
            if (each.asString())
                texts.push_back(*each.asString());
    return texts;
}

Result<Question> readQuestion(const Json& json, std::size_t index)
{
    const auto failAt = [&](const char* member, const char* message, const char* expected) {
        return fail(ErrorCode::Input, message, expected,
                    {.jsonPointer = fmt::format("/questions/{}/{}", index, member)});
    };
    Question question{.id = stringMember(json, "id"),
                      .prompt = stringMember(json, "asks"),
                      .unit = stringMember(json, "unit"),
                      .options = stringListMember(json, "options"),
                      .hints = stringListMember(json, "hints")};
    if (question.id.empty() || question.prompt.empty())
        return failAt(question.id.empty() ? "id" : "asks", "is missing", "a text in double quotes");
    const std::string kind = stringMember(json, "kind"), dimension = stringMember(json, "dimension");
    if (kind == "choice")
        question.kind = QuestionKind::Choice;
    else if (kind == "sentence")
        question.kind = QuestionKind::Sentence;
    else if (kind != "number")
        return failAt("kind", "is not a known kind", "\"number\", \"choice\" or \"sentence\"");
    if (question.kind == QuestionKind::Choice && question.options.size() < 2)
        return failAt("options", "has fewer than two options", "a list of at least two texts");
    for (const auto& [name, value] : dimensionNames)
        if (dimension == name)
            question.dimension = value;
    if (!dimension.empty() && !question.dimension)
        return failAt("dimension", "is not a dimension",
                      "\"time\", \"bytes\", \"money\", \"bandwidth\", \"compute-rate\" or \"work\"");
    if (const Json* points = json.find("points")) {
        question.points = points->asNumber() ? std::strtod(points->asNumber()->text.c_str(), nullptr) : -1;
        if (question.points < 0 || question.points > 1000)
            return failAt("points", "is not a number of points", "a number from 0 to 1000");
    }
    return question;
}

std::string lockedPartDigest(const Json& document)
{
    Json::Object locked;
    for (const Json::Member& each : *document.asObject())
        if (!contains(studentMembers, each.first))
            locked.push_back(each);
    return textDigest(writeJson(Json(std::move(locked))));
}

std::string computeAnswersDigest(const Assignment& assignment)
{
    return textDigest(assignment.id + '\n' + assignment.student + '\n' + assignment.committedAt + '\n' +
                      writeJson(Json(assignment.answers)) +
                      (assignment.guesses.empty() ? std::string() : writeJson(Json(assignment.guesses))));
}

tl::unexpected<Error> failAlreadyCommitted(const Assignment& assignment)
{
    return fail(ErrorCode::Refused,
                formatMessage("the answers were committed at {}", sanitised(assignment.committedAt)),
                "an assignment that is not committed yet");
}

}  // namespace

const Question* Assignment::findQuestion(std::string_view wanted) const
{
    return findElement(questions, wanted, &Question::id);
}

std::string Assignment::answerText(std::string_view wanted) const
{
    for (const auto& [key, value] : answers)
        if (key == wanted && value.asString())
            return *value.asString();
    return {};
}

std::pair<std::string, std::string> Assignment::firstGuess(std::string_view wanted) const
{
    for (const auto& [key, value] : guesses)
        if (key == wanted)
            return {stringMember(value, "answer"), stringMember(value, "at")};
    return {};
}

bool Assignment::isIntact() const
{
    return !committedAt.empty() && answersDigest == computeAnswersDigest(*this);
}

bool isAssignment(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    return document && stringMember(*document, "format") == assignmentFormat;
}

Result<Assignment> parseAssignment(std::string_view text)
{
    TRY(Json file, parseJson(text));
    if (stringMember(file, "format") != "scalewright-project")
        return parseAssignmentJson(file);
    const Json* exercise = file.find(exerciseKey);
    if (!exercise)
        return fail(ErrorCode::Input, "is a project without an exercise",
                    "a project opened for an exercise in the window", {.jsonPointer = std::string("/") + exerciseKey});
    Result<Assignment> read = parseAssignmentJson(*exercise);
    if (!read) {
        for (Problem& problem : read.error().problems)
            problem.location.jsonPointer.insert(0, std::string("/") + exerciseKey);
        return read;
    }
    read->enclosingProject = std::move(file);
    return read;
}

Result<Assignment> parseAssignmentJson(const Json& document)
{
    if (!document.asObject() || stringMember(document, "format") != assignmentFormat)
        return fail(ErrorCode::Input, "is not an assignment", fmt::format("\"format\": \"{}\"", assignmentFormat),
                    {.jsonPointer = "/format"});
    const Json* version = document.find("version");
    if (!version || !version->asNumber() || version->asNumber()->text != "1")
        return fail(ErrorCode::Input, "has an unsupported version", "version 1, which this program reads",
                    {.jsonPointer = "/version"});
    Assignment read{.id = stringMember(document, "id"),
                    .title = stringMember(document, "title"),
                    .book = stringMember(document, "book"),
                    .text = stringMember(document, "text"),
                    .givenTexts = stringListMember(document, "given"),
                    .student = stringMember(document, "student"),
                    .committedAt = stringMember(document, "committed"),
                    .answersDigest = stringMember(document, "answers_digest"),
                    .lockedDigest = lockedPartDigest(document),
                    .document = document};
    if (read.id.empty())
        return fail(ErrorCode::Input, "has no id", "a text such as \"41.2.3\"", {.jsonPointer = "/id"});
    if (const Json* project = document.find("project"))
        read.project = *project;
    const Json* questions = document.find("questions");
    if (!questions || !questions->asArray() || questions->asArray()->empty())
        return fail(ErrorCode::Input, "has no questions", "a list of questions", {.jsonPointer = "/questions"});
    std::set<std::string> ids;
    for (std::size_t i = 0; i < questions->asArray()->size(); ++i) {
        TRY(Question question, readQuestion((*questions->asArray())[i], i));
        if (!ids.insert(question.id).second)
            return fail(ErrorCode::Input, formatMessage("id {} is listed twice", inQuotes(question.id)), "a unique id",
                        {.jsonPointer = fmt::format("/questions/{}/id", i)});
        read.questions.push_back(std::move(question));
    }
    if (const Json* answers = document.find("answers")) {
        if (!answers->asObject())
            return fail(ErrorCode::Input, formatMessage("found {}", answers->kindName()), "an object",
                        {.jsonPointer = "/answers"});
        for (const auto& [id, answer] : *answers->asObject())
            if (!answer.asString())
                return fail(ErrorCode::Input, formatMessage("found {}", answer.kindName()), "a text in double quotes",
                            {.jsonPointer = "/answers/" + jsonPointerToken(id)});
        read.answers = *answers->asObject();
    }
    if (const Json* guesses = document.find("guesses")) {
        if (!guesses->asObject())
            return fail(ErrorCode::Input, formatMessage("found {}", guesses->kindName()), "an object",
                        {.jsonPointer = "/guesses"});
        for (const auto& [id, guess] : *guesses->asObject())
            if (stringMember(guess, "answer").empty() || stringMember(guess, "at").empty())
                return fail(ErrorCode::Input, "is not a guess", "an object with the texts \"answer\" and \"at\"",
                            {.jsonPointer = "/guesses/" + jsonPointerToken(id)});
        read.guesses = *guesses->asObject();
    }
    return read;
}

std::string writeAssignment(const Assignment& assignment)
{
    if (assignment.enclosingProject.isNull())
        return writeJson(assignmentJson(assignment));
    Json file = assignment.enclosingProject;
    file.set(exerciseKey, assignmentJson(assignment));
    return writeJson(file);
}

Json assignmentJson(const Assignment& assignment)
{
    Json document = assignment.document;
    const auto setOrRemove = [&](const char* key, const std::string& value) {
        if (!value.empty())
            document.set(key, Json(value));
        else if (Json::Object* members = document.asObject())
            std::erase_if(*members, [&](const Json::Member& each) { return each.first == key; });
    };
    setOrRemove("student", assignment.student);
    document.set("answers", Json(assignment.answers));
    if (!assignment.guesses.empty())
        document.set("guesses", Json(assignment.guesses));
    setOrRemove("committed", assignment.committedAt);
    setOrRemove("answers_digest", assignment.answersDigest);
    return document;
}

Result<double> parseNumericAnswer(const Question& question, const std::string& answer)
{
    if (question.dimension)
        return parseTypedAmount(answer, *question.dimension);
    const std::string& unit = question.unit;
    std::string number = answer;
    if (!unit.empty() && number.ends_with(unit))
        number.erase(number.size() - unit.size());
    Result<double> plain = parseTypedAmount(number, Dimension::Ratio);
    for (const auto& [name, dimension] : dimensionNames)  // "100 hours" or "6000 min" if the unit is h
        if (const Result<double> one = parseAmount("1 " + unit, dimension); one && !plain && !unit.empty())
            if (const Result<double> amount = parseTypedAmount(answer, dimension))
                return *amount / *one;
    return plain;
}

Result<Assignment> withAnswer(Assignment assignment, std::string_view id, const std::string& answer,
                              const std::string& time)
{
    const Question* question = assignment.findQuestion(id);
    if (!assignment.committedAt.empty())
        return failAlreadyCommitted(assignment);
    std::vector<std::string> ids;
    for (const Question& each : assignment.questions)
        ids.push_back(each.id);
    if (!question)
        return fail(ErrorCode::Input, formatMessage("{} is not a question", inQuotes(id)),
                    fmt::format("{}", fmt::join(ids, ", ")));
    const ProblemLocation location{.field = std::string(id)};
    if (answer == unknownAnswer) {
        // An answer to any question, without points
    } else if (question->kind == QuestionKind::Number) {
        if (const Result<double> number = parseNumericAnswer(*question, answer); !number)
            return fail(ErrorCode::Input, number.error().problems.front().message,
                        number.error().problems.front().expected, location);
    } else if (question->kind == QuestionKind::Choice) {
        if (!contains(question->options, answer))
            return fail(ErrorCode::Input, formatMessage("{} is not one of the options", inQuotes(answer)),
                        fmt::format("{}", fmt::join(question->options, ", ")), location);
    } else if (answer.empty() || answer.size() > maximumSentenceBytes)
        return fail(ErrorCode::Input, formatMessage("has {} bytes", answer.size()),
                    formatMessage("a sentence of at most {}", maximumSentenceBytes), location);
    const auto entry = std::ranges::find(assignment.answers, id, &Json::Member::first);
    if (entry != assignment.answers.end())
        entry->second = Json(answer);
    else
        assignment.answers.emplace_back(std::string(id), Json(answer));
    if (question->kind != QuestionKind::Sentence && answer != unknownAnswer && assignment.firstGuess(id).first.empty())
        assignment.guesses.emplace_back(std::string(id),
                                        Json(Json::Object{{"answer", Json(answer)}, {"at", Json(time)}}));
    return assignment;
}

Result<Assignment> withoutAnswer(Assignment assignment, std::string_view id)
{
    if (!assignment.committedAt.empty())
        return failAlreadyCommitted(assignment);
    std::erase_if(assignment.answers, [&](const Json::Member& each) { return each.first == id; });
    return assignment;
}

std::vector<std::string> unansweredQuestions(const Assignment& assignment)
{
    std::vector<std::string> ids;
    for (const Question& each : assignment.questions)
        if (assignment.answerText(each.id).empty())
            ids.push_back(each.id);
    return ids;
}

Result<Assignment> commitAssignment(Assignment assignment, const std::string& student, const std::string& time)
{
    if (!assignment.committedAt.empty())
        return failAlreadyCommitted(assignment);
    if (student.empty())
        return fail(ErrorCode::Input, "is missing", "your name", {.field = "--name"});
    assignment.student = student;
    assignment.committedAt = time;
    assignment.answersDigest = computeAnswersDigest(assignment);
    return assignment;
}

std::string textDigest(std::string_view text)
{
    std::uint64_t hash = 0xcbf29ce484222325u;
    for (const char c : text)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return fmt::format("{:016x}", hash);
}

}  // namespace scalewright
