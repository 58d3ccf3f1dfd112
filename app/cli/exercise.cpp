// exercise show|answer|commit: an exercise of the chapter, worked on in its file. grade: many of them against a key.
#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/ask.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/report.h"
#include "core/report/package.h"
#include "core/answers/phrases.h"
#include "core/base/quote.h"
#include "core/base/resources.h"
#include "core/report/exercise/grade.h"
#include "core/process/wall_clock.h"
#include "core/project/project_file.h"
#include "core/quantity/units.h"

namespace scalewright::cli {

namespace {

struct ExerciseOptions {
    std::string file, name;
    Text key, hint;
    std::vector<std::string> answers;
};

struct GradeOptions {
    std::string folder, key;
    bool csv = false;
};

/// Commands that only compute: a key may ask nothing else.
constexpr std::array<std::string_view, 11> keysMayAsk{"diagnose",   "predict", "attribute",   "fit",
                                                      "cost",       "size",    "design",      "carbon",
                                                      "collective", "plan",    "build-or-buy"};

constexpr const char* notCommitted = "the answers are not committed";

Result<Assignment> readAssignment(const std::string& file)
{
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    Result<Assignment> read = parseAssignment(*text);
    return read ? read : fail(inFile(read.error(), inputName(file)));
}

Result<Key> readKey(const std::string& file)
{
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    Result<Key> read = parseKey(*text);
    return read ? read : fail(inFile(read.error(), inputName(file)));
}

Result<Key> keyOf(const Assignment& assignment, const std::string& file)
{
    Result<Key> key = readKey(file);
    if (key && key->id != assignment.id)
        return fail(ErrorCode::Input, say("is the key of {}, not of {}", inQuotes(key->id), inQuotes(assignment.id)),
                    "this exercise's key", {.file = inputName(file)});
    return key;
}

const Json* at(const Json& json, std::string_view pointer)
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

/// What the program says to a question, as JSON; empty where the key names no command.
Result<std::string> verdictOf(const Assignment& assignment, const KeyAnswer& answer)
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
    const Result<Reply> reply = ask(std::move(words));
    if (!reply)
        return fail(reply.error());
    const Json json = jsonOf(*reply);
    const Json* value = at(json, answer.pointer);
    if (!value)
        return fail(ErrorCode::Input, say("{} is not in the answer", inQuotes(answer.pointer)),
                    "a pointer into its JSON");
    std::string text = value->asString() ? *value->asString() : writeJson(*value);
    while (text.ends_with('\n'))
        text.pop_back();
    return text;
}

std::string wanted(const Question& question)
{
    if (question.kind == QuestionKind::Choice)
        return fmt::format("{}", fmt::join(question.options, " | "));
    if (question.kind == QuestionKind::Sentence)
        return "a sentence";
    return question.dimension ? std::string("number (") + baseUnit(*question.dimension) + ")" : "number";
}

/// As a table shows it.
std::string brief(const std::string& answer)
{
    constexpr std::size_t most = 40;
    return answer.size() > most ? "(a sentence)" : cleaned(answer);
}

/// "99.99999999999999" is 100.
std::string rounded(const std::string& json)
{
    const Result<double> number = parseNumber(json);
    return number ? significant(*number, 6) : cleaned(json);
}

/// After the commit: right or not, the program's own, the way there.
Result<void> addVerdicts(Reply& reply, const Assignment& assignment, const Key& key)
{
    reply.answer.table.columns.push_back({"right", "right", ""});
    reply.answer.table.columns.push_back({"program", "program", ""});
    const std::vector<Mark> marks = marksOf(assignment, key);
    double points = 0, of = 0;
    Json::Array list;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const auto found = key.answers.find(marks[i].id);
        Result<std::string> verdict = found == key.answers.end() ? std::string() : verdictOf(assignment, found->second);
        if (!verdict)
            return fail(verdict.error());
        if (verdict->empty() && found != key.answers.end() && found->second.value)
            verdict = roundTrip(*found->second.value);
        reply.answer.table.rows[i].emplace_back(marks[i].right ? (*marks[i].right ? "yes" : "no") : "read it");
        reply.answer.table.rows[i].emplace_back(rounded(*verdict));
        points += marks[i].points;
        of += assignment.questions[i].kind == QuestionKind::Sentence ? 0 : assignment.questions[i].points;
        if (found != key.answers.end()) {
            addFact(reply.answer, FactKind::Formula, marks[i].id, found->second.path);
            addFact(reply.answer, FactKind::Rival, marks[i].id, found->second.sentence);
        }
        Json::Object mark{{"id", Json(cleaned(marks[i].id))}, {"points", Json(marks[i].points)}};
        mark.emplace_back("right", marks[i].right ? Json(*marks[i].right) : Json());
        if (!marks[i].right)
            mark.emplace_back("right_reason", Json("a sentence is read by a person"));
        setOrReason(mark, "program", cleaned(*verdict), "the key names no command");
        list.emplace_back(std::move(mark));
    }
    reply.json.emplace_back("points", Json(points));
    reply.json.emplace_back("of", Json(of));
    reply.json.emplace_back("marks", Json(std::move(list)));
    reply.answer.headline = fmt::format("{} of {} points.", significant(points), significant(of));
    reply.answer.next = {"Read the way to each answer: --explain.", {}, {}};
    return {};
}

Result<Reply> show(const ExerciseOptions& options)
{
    const Result<Assignment> read = readAssignment(options.file);
    if (!read)
        return fail(read.error());
    const Assignment& its = *read;
    Reply reply;
    Answer& answer = reply.answer;
    answer.table.columns = {
        {"question", "question", ""}, {"asks", "asks", ""}, {"wanted", "wanted", ""}, {"answer", "answer", ""}};
    std::size_t given = 0;
    for (const Question& question : its.questions) {
        const std::string said = its.answer(question.id);
        given += said.empty() ? 0 : 1;
        answer.table.rows.push_back({Cell(cleaned(question.id)), Cell(cleaned(question.asks)),
                                     Cell(cleaned(wanted(question))), Cell(brief(said))});
    }
    answer.headline = say("{} of {} questions answered, {}.", given, its.questions.size(),
                          its.committed.empty() ? "not committed"
                          : its.isIntact()      ? "committed"
                                                : "changed after the commit");
    answer.because = cleaned(its.text);
    for (const std::string& each : its.given)
        addFact(answer, FactKind::Reading, "given", cleaned(each));
    answer.next = its.committed.empty()
                      ? Next{"Answer, then commit.",
                             "scalewright-cli exercise answer " + options.file + " " + its.questions.front().id + "=…",
                             {}}
                      : Next{"Compare it with the key: --against KEY.", {}, {}};
    reply.json = {
        {"id", Json(its.id)},      {"title", Json(its.title)},         {"questions", Json(its.questions.size())},
        {"answered", Json(given)}, {"locked", Json(its.lockedDigest)}, {"answers", Json(its.answers)}};
    setOrReason(reply.json, "committed", cleaned(its.committed), notCommitted);
    if (options.hint) {
        const Question* question = its.find(*options.hint);
        if (!question || question->hints.empty())
            return fail(ErrorCode::Input, say("{} has no hints", inQuotes(*options.hint)), "the name of a question",
                        {.field = "--hint"});
        for (std::size_t i = 0; i < question->hints.size(); ++i)
            addFact(answer, FactKind::Advice, "hint " + std::to_string(i + 1), cleaned(question->hints[i]));
        answer.next = {cleaned(question->hints.front()) + " More: --explain.", {}, {}};
        reply.json.emplace_back("hints", listJson(question->hints));
    }
    if (!options.key)
        return reply;
    const Result<Key> key = keyOf(its, *options.key);
    if (!key)
        return fail(key.error());
    if (!its.isIntact())
        return fail(ErrorCode::Refused,
                    its.committed.empty() ? "the answers are not committed" : "was changed after the commit",
                    "an assignment as it was committed", {.file = inputName(options.file), .field = "--against"});
    if (Result<void> done = addVerdicts(reply, its, *key); !done)
        return fail(inFile(done.error(), inputName(*options.key)));
    return reply;
}

Result<Reply> saved(const std::string& file, const Result<Assignment>& changed, const std::string& headline,
                    const Next& next)
{
    if (!changed)
        return fail(inFile(changed.error(), inputName(file)));
    if (Result<void> done = saveFile(file, writeAssignment(*changed)); !done)
        return fail(done.error());
    std::size_t given = 0;
    for (const Question& question : changed->questions)
        given += changed->answer(question.id).empty() ? 0 : 1;
    Reply reply{.answer = {.headline = headline,
                           .because = say("{} of {} questions have an answer.", given, changed->questions.size()),
                           .next = next,
                           .sure = {},
                           .details = {},
                           .table = {}},
                .json = {{"answered", Json(given)}, {"questions", Json(changed->questions.size())}}};
    setOrReason(reply.json, "committed", cleaned(changed->committed), notCommitted);
    return reply;
}

Result<Reply> answer(const ExerciseOptions& options)
{
    Result<Assignment> changed = readAssignment(options.file);
    if (!changed)
        return fail(changed.error());
    for (const std::string& each : options.answers) {
        const std::size_t equals = each.find('=');
        if (equals == std::string::npos)
            return fail(ErrorCode::Input, say("{} has no \"=\"", inQuotes(each)), "QUESTION=ANSWER",
                        {.field = "ANSWER"});
        changed = withAnswer(*std::move(changed), each.substr(0, equals), each.substr(equals + 1));
        if (!changed)
            break;
    }
    return saved(options.file, changed,
                 say("{} {} entered.", options.answers.size(), options.answers.size() == 1 ? "answer" : "answers"),
                 {"Commit when all are in.", "scalewright-cli exercise commit " + options.file + " --name NAME", {}});
}

Result<Reply> commit(const ExerciseOptions& options)
{
    const Result<Assignment> read = readAssignment(options.file);
    if (!read)
        return fail(read.error());
    const std::string time = timeOfDay();
    return saved(options.file, committedAt(*read, options.name, time), "Committed at " + time + ".",
                 {"Hand in the file.", {}, {}});
}

/// The files of a folder that are assignments, by name; what else is there is counted.
Result<std::vector<HandIn>> handInsOf(const std::string& folder, const Key& key, std::vector<std::string>& leftOut)
{
    std::error_code why;
    std::set<std::string> names;
    for (std::filesystem::directory_iterator each(folder, why), end; !why && each != end; each.increment(why))
        if (each->is_regular_file(why) && each->path().extension() == ".json")
            names.insert(each->path().filename().string());
    if (why)
        return fail(ErrorCode::Input, "cannot be read: " + why.message(), "a folder of hand-ins", {.file = folder});
    std::vector<HandIn> handIns;
    for (const std::string& name : names) {
        Result<Assignment> read = readAssignment((std::filesystem::path(folder) / name).string());
        if (!read)
            leftOut.push_back(describe(read.error().problems.front()));
        else if (read->id != key.id)
            leftOut.push_back(say("{} is exercise {}", inQuotes(name), inQuotes(read->id)));
        else
            handIns.push_back({name, *std::move(read)});
    }
    if (handIns.empty())
        return fail(ErrorCode::Input, say("holds no hand-in of exercise {}", inQuotes(key.id)),
                    "assignment files, NAME.json", {.file = folder});
    return handIns;
}

Result<Reply> grade(const GradeOptions& options)
{
    const Result<Key> key = readKey(options.key);
    if (!key)
        return fail(key.error());
    std::vector<std::string> leftOut;
    const Result<std::vector<HandIn>> handIns = handInsOf(options.folder, *key, leftOut);
    if (!handIns)
        return fail(handIns.error());
    const Table table = gradeTable(*handIns, *key);
    double sum = 0;
    std::size_t marked = 0;
    Json::Array rows;
    for (const std::vector<Cell>& row : table.rows) {
        sum += std::get<double>(row[3]);
        marked += std::get<std::string>(row[row.size() - 2]).empty() ? 0 : 1;
        Json::Object json;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto* number = std::get_if<double>(&row[i]);
            const auto* text = std::get_if<std::string>(&row[i]);
            json.emplace_back(cleaned(table.columns[i].key), number ? Json(*number) : Json(text ? cleaned(*text) : ""));
        }
        rows.emplace_back(std::move(json));
    }
    Reply reply{.json = {{"rows", Json(std::move(rows))}, {"left_out", listJson(leftOut)}}};
    if (options.csv) {
        reply.text = toCsv(table);
        return reply;
    }
    reply.answer.headline = say("{}, {} points on average.", countedText(long(handIns->size()), "hand-in"),
                                significant(sum / double(handIns->size())));
    reply.answer.because = marked == 0 ? "" : say("{} look alike: see \"same as\".", marked);
    reply.answer.next = {"Read the sentences: --csv has them beside the key's.", {}, {}};
    for (const std::string& each : leftOut)
        addFact(reply.answer, FactKind::Warning, "left out", each);
    reply.answer.table.columns = {table.columns[0],
                                  table.columns[1],
                                  table.columns[3],
                                  table.columns[4],
                                  table.columns[table.columns.size() - 2],
                                  table.columns.back()};
    for (const std::vector<Cell>& row : table.rows)
        reply.answer.table.rows.push_back({row[0], row[1], row[3], row[4], row[row.size() - 2], row.back()});
    return reply;
}

}  // namespace

Run declareExercise(CLI::App& command)
{
    auto options = std::make_shared<ExerciseOptions>();
    command.require_subcommand(1, 1);
    CLI::App* showing =
        command.add_subcommand("show", "what is given, keysMayAsk and answered; after the commit also what is right");
    showing->add_option("FILE", options->file, "assignment file")->required();
    showing->add_option("--hint", options->hint, "three hints to this question, each says more (--explain)")
        ->type_name("QUESTION");
    showing->add_option("--against", options->key, "the key: what is right, once the answers are committed")
        ->type_name("KEY");
    CLI::App* answering = command.add_subcommand("answer", "answers, entered in the file");
    answering->add_option("FILE", options->file, "assignment file")->required();
    answering->add_option("ANSWER", options->answers, "QUESTION=ANSWER; several at once")->required();
    CLI::App* committing =
        command.add_subcommand("commit", "the answers as they stand, with your name and the time; once");
    committing->add_option("FILE", options->file, "assignment file")->required();
    committing->add_option("--name", options->name, "who hands in")->required()->type_name("NAME");
    command.footer("The chapter's exercises are in share/scalewright/exercises; copy one to work on it.");
    return [options, showing, answering] {
        return showing->parsed() ? show(*options) : answering->parsed() ? answer(*options) : commit(*options);
    };
}

Run declareGrade(CLI::App& command)
{
    auto options = std::make_shared<GradeOptions>();
    command.add_option("FOLDER", options->folder, "the hand-ins: assignment files, NAME.json")->required();
    command.add_option("--against", options->key, "the key")->required()->type_name("KEY");
    command.add_flag("--csv", options->csv, "every answer and its points as CSV, sentences beside the key's");
    command.footer(
        "Numbers are right within the key's tolerance. A sentence is read by a person and gets no points by rule.\n"
        "Keys of the chapter's exercises: share/scalewright/exercises/keys.");
    return [options] { return grade(*options); };
}

}  // namespace scalewright::cli
