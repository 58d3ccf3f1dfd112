#include "core/output/report/exercise/assignment.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/quantity/entry.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr const char* assignmentFormat = "scalewright-assignment";
constexpr std::array<std::string_view, 5> enteredMembers{"student", "answers", "committed", "answers_digest",
                                                         "guesses"};
constexpr std::size_t longestSentence = 1000;

constexpr std::array<std::pair<std::string_view, Dimension>, 6> dimensionNames{
    {{"time", Dimension::Time},
     {"bytes", Dimension::Bytes},
     {"money", Dimension::Money},
     {"bandwidth", Dimension::Bandwidth},
     {"compute-rate", Dimension::ComputeRate},
     {"work", Dimension::Work}}};

std::string textAt(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value && value->asString() ? *value->asString() : std::string();
}

std::vector<std::string> textsAt(const Json& object, std::string_view key)
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
    const auto wrong = [&](const char* member, const char* what, const char* expected) {
        return fail(ErrorCode::Input, what, expected, {.pointer = fmt::format("/questions/{}/{}", index, member)});
    };
    Question question{.id = textAt(json, "id"),
                      .asks = textAt(json, "asks"),
                      .dimension = {},
                      .options = textsAt(json, "options"),
                      .hints = textsAt(json, "hints")};
    if (question.id.empty() || question.asks.empty())
        return wrong(question.id.empty() ? "id" : "asks", "is missing", "a text in double quotes");
    const std::string kind = textAt(json, "kind"), dimension = textAt(json, "dimension");
    if (kind == "choice")
        question.kind = QuestionKind::Choice;
    else if (kind == "sentence")
        question.kind = QuestionKind::Sentence;
    else if (kind != "number")
        return wrong("kind", "is none of the kinds", "\"number\", \"choice\" or \"sentence\"");
    if (question.kind == QuestionKind::Choice && question.options.size() < 2)
        return wrong("options", "is no choice", "a list of two texts or more");
    for (const auto& [name, of] : dimensionNames)
        if (dimension == name)
            question.dimension = of;
    if (!dimension.empty() && !question.dimension)
        return wrong("dimension", "is no dimension",
                     "\"time\", \"bytes\", \"money\", \"bandwidth\", \"compute-rate\" or \"work\"");
    if (const Json* points = json.find("points")) {
        question.points = points->asNumber() ? std::strtod(points->asNumber()->text.c_str(), nullptr) : -1;
        if (question.points < 0 || question.points > 1000)
            return wrong("points", "is no number of points", "a number from 0 to 1000");
    }
    return question;
}

std::string lockedOf(const Json& document)
{
    Json::Object locked;
    for (const Json::Member& each : *document.asObject())
        if (std::find(enteredMembers.begin(), enteredMembers.end(), each.first) == enteredMembers.end())
            locked.push_back(each);
    return textDigest(writeJson(Json(std::move(locked))));
}

std::string digestOfAnswers(const Assignment& assignment)
{
    return textDigest(assignment.id + '\n' + assignment.student + '\n' + assignment.committed + '\n' +
                      writeJson(Json(assignment.answers)) +
                      (assignment.guesses.empty() ? std::string() : writeJson(Json(assignment.guesses))));
}

tl::unexpected<Error> alreadyCommitted(const Assignment& assignment)
{
    return fail(ErrorCode::Refused, say("the answers were committed at {}", cleaned(assignment.committed)),
                "an assignment that is not committed yet");
}

}  // namespace

const Question* Assignment::find(std::string_view wanted) const
{
    const auto at =
        std::find_if(questions.begin(), questions.end(), [&](const Question& each) { return each.id == wanted; });
    return at == questions.end() ? nullptr : &*at;
}

std::string Assignment::answer(std::string_view wanted) const
{
    for (const auto& [key, value] : answers)
        if (key == wanted && value.asString())
            return *value.asString();
    return {};
}

std::pair<std::string, std::string> Assignment::guess(std::string_view wanted) const
{
    for (const auto& [key, value] : guesses)
        if (key == wanted)
            return {textAt(value, "answer"), textAt(value, "at")};
    return {};
}

bool Assignment::isIntact() const
{
    return !committed.empty() && answersDigest == digestOfAnswers(*this);
}

bool isAssignment(std::string_view text)
{
    const Result<Json> document = parseJson(text);
    return document && textAt(*document, "format") == assignmentFormat;
}

Result<Assignment> parseAssignment(std::string_view text)
{
    Result<Json> file = parseJson(text);
    if (!file)
        return fail(file.error());
    if (textAt(*file, "format") != "scalewright-project")
        return assignmentIn(*file);
    const Json* exercise = file->find(exerciseMember);
    if (!exercise)
        return fail(ErrorCode::Input, "is a project without an exercise", "one that the window opened for an exercise",
                    {.pointer = std::string("/") + exerciseMember});
    Result<Assignment> read = assignmentIn(*exercise);
    if (!read) {
        for (Problem& problem : read.error().problems)
            problem.where.pointer.insert(0, std::string("/") + exerciseMember);
        return read;
    }
    read->around = *std::move(file);
    return read;
}

Result<Assignment> assignmentIn(const Json& document)
{
    if (!document.asObject() || textAt(document, "format") != assignmentFormat)
        return fail(ErrorCode::Input, "is no assignment", fmt::format("\"format\": \"{}\"", assignmentFormat),
                    {.pointer = "/format"});
    const Json* version = document.find("version");
    if (!version || !version->asNumber() || version->asNumber()->text != "1")
        return fail(ErrorCode::Input, "is of another version", "version 1, which this program reads",
                    {.pointer = "/version"});
    Assignment read{.id = textAt(document, "id"),
                    .title = textAt(document, "title"),
                    .book = textAt(document, "book"),
                    .text = textAt(document, "text"),
                    .given = textsAt(document, "given"),
                    .project = {},
                    .questions = {},
                    .student = textAt(document, "student"),
                    .committed = textAt(document, "committed"),
                    .answers = {},
                    .guesses = {},
                    .answersDigest = textAt(document, "answers_digest"),
                    .lockedDigest = lockedOf(document),
                    .document = document,
                    .around = {}};
    if (read.id.empty())
        return fail(ErrorCode::Input, "has no id", "a text such as \"41.2.3\"", {.pointer = "/id"});
    if (const Json* project = document.find("project"))
        read.project = *project;
    const Json* questions = document.find("questions");
    if (!questions || !questions->asArray() || questions->asArray()->empty())
        return fail(ErrorCode::Input, "asks nothing", "a list of questions", {.pointer = "/questions"});
    std::set<std::string> ids;
    for (std::size_t i = 0; i < questions->asArray()->size(); ++i) {
        Result<Question> question = readQuestion((*questions->asArray())[i], i);
        if (!question)
            return fail(question.error());
        if (!ids.insert(question->id).second)
            return fail(ErrorCode::Input, say("{} stands here twice", inQuotes(question->id)), "an id of its own",
                        {.pointer = fmt::format("/questions/{}/id", i)});
        read.questions.push_back(*std::move(question));
    }
    if (const Json* answers = document.find("answers")) {
        if (!answers->asObject())
            return fail(ErrorCode::Input, say("{} stands here", answers->kindName()), "an object",
                        {.pointer = "/answers"});
        for (const auto& [id, answer] : *answers->asObject())
            if (!answer.asString())
                return fail(ErrorCode::Input, say("{} stands here", answer.kindName()), "a text in double quotes",
                            {.pointer = "/answers/" + pointerToken(id)});
        read.answers = *answers->asObject();
    }
    if (const Json* guesses = document.find("guesses")) {
        if (!guesses->asObject())
            return fail(ErrorCode::Input, say("{} stands here", guesses->kindName()), "an object",
                        {.pointer = "/guesses"});
        for (const auto& [id, guess] : *guesses->asObject())
            if (textAt(guess, "answer").empty() || textAt(guess, "at").empty())
                return fail(ErrorCode::Input, "is no guess", "an object with the texts \"answer\" and \"at\"",
                            {.pointer = "/guesses/" + pointerToken(id)});
        read.guesses = *guesses->asObject();
    }
    return read;
}

std::string writeAssignment(const Assignment& assignment)
{
    if (assignment.around.isNull())
        return writeJson(documentOf(assignment));
    Json file = assignment.around;
    file.set(exerciseMember, documentOf(assignment));
    return writeJson(file);
}

Json documentOf(const Assignment& assignment)
{
    Json document = assignment.document;
    const auto put = [&](const char* key, const std::string& value) {
        if (!value.empty())
            document.set(key, Json(value));
        else if (Json::Object* members = document.asObject())
            std::erase_if(*members, [&](const Json::Member& each) { return each.first == key; });
    };
    put("student", assignment.student);
    document.set("answers", Json(assignment.answers));
    if (!assignment.guesses.empty())
        document.set("guesses", Json(assignment.guesses));
    put("committed", assignment.committed);
    put("answers_digest", assignment.answersDigest);
    return document;
}

Result<double> numberOf(const Question& question, const std::string& answer)
{
    if (question.dimension)
        return typedAmount(answer, *question.dimension);
    return typedAmount(answer, Dimension::Ratio);
}

Result<Assignment> withAnswer(Assignment assignment, std::string_view id, const std::string& answer,
                              const std::string& time)
{
    const Question* question = assignment.find(id);
    if (!assignment.committed.empty())
        return alreadyCommitted(assignment);
    std::vector<std::string> ids;
    for (const Question& each : assignment.questions)
        ids.push_back(each.id);
    if (!question)
        return fail(ErrorCode::Input, say("{} is no question", inQuotes(id)), fmt::format("{}", fmt::join(ids, ", ")));
    const Where where{.field = std::string(id)};
    if (question->kind == QuestionKind::Number) {
        if (const Result<double> number = numberOf(*question, answer); !number)
            return fail(ErrorCode::Input, number.error().problems.front().message,
                        number.error().problems.front().expected, where);
    } else if (question->kind == QuestionKind::Choice) {
        if (std::find(question->options.begin(), question->options.end(), answer) == question->options.end())
            return fail(ErrorCode::Input, say("{} is none of the options", inQuotes(answer)),
                        fmt::format("{}", fmt::join(question->options, ", ")), where);
    } else if (answer.empty() || answer.size() > longestSentence)
        return fail(ErrorCode::Input, say("has {} bytes", answer.size()),
                    say("a sentence of up to {}", longestSentence), where);
    const auto at = std::find_if(assignment.answers.begin(), assignment.answers.end(),
                                 [&](const Json::Member& each) { return each.first == id; });
    if (at != assignment.answers.end())
        at->second = Json(answer);
    else
        assignment.answers.emplace_back(std::string(id), Json(answer));
    if (question->kind != QuestionKind::Sentence && assignment.guess(id).first.empty())
        assignment.guesses.emplace_back(std::string(id),
                                        Json(Json::Object{{"answer", Json(answer)}, {"at", Json(time)}}));
    return assignment;
}

Result<Assignment> withoutAnswer(Assignment assignment, std::string_view id)
{
    if (!assignment.committed.empty())
        return alreadyCommitted(assignment);
    std::erase_if(assignment.answers, [&](const Json::Member& each) { return each.first == id; });
    return assignment;
}

Result<Assignment> committedAt(Assignment assignment, const std::string& student, const std::string& time)
{
    if (!assignment.committed.empty())
        return alreadyCommitted(assignment);
    if (student.empty())
        return fail(ErrorCode::Input, "is missing", "your name", {.field = "--name"});
    std::vector<std::string> missing;
    for (const Question& each : assignment.questions)
        if (assignment.answer(each.id).empty())
            missing.push_back(each.id);
    if (!missing.empty())
        return fail(ErrorCode::Refused,
                    say("{} without an answer: {}", missing.size(), fmt::format("{}", fmt::join(missing, ", "))),
                    "an answer to every question");
    assignment.student = student;
    assignment.committed = time;
    assignment.answersDigest = digestOfAnswers(assignment);
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
