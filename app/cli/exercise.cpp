// exercise show|answer|commit: an exercise of the chapter, worked on in its file. grade: many of them against a key.
#include <algorithm>
#include <filesystem>
#include <memory>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/ask_json.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/report.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/output/answers/phrases.h"
#include "core/output/report/exercise/verdict.h"
#include "core/project/document/project_change.h"
#include "core/project/document/project_file.h"

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

/// After the commit: right or not, the program's own, the way there.
Result<void> addVerdicts(Reply& reply, const Assignment& assignment, const Key& key)
{
    reply.answer.table.columns.push_back({"right", "right", ""});
    reply.answer.table.columns.push_back({"program", "program", ""});
    const Result<Verdicts> verdicts = verdictsOf(assignment, key, askJson);
    if (!verdicts)
        return fail(verdicts.error());
    Json::Array list;
    for (std::size_t i = 0; i < verdicts->each.size(); ++i) {
        const auto& [mark, program, path, sentence] = verdicts->each[i];
        reply.answer.table.rows[i].emplace_back(mark.right ? (*mark.right ? "yes" : "no") : "read it");
        reply.answer.table.rows[i].emplace_back(shownVerdict(program));
        if (key.answers.contains(mark.id)) {
            addFact(reply.answer, FactKind::Formula, mark.id, path);
            addFact(reply.answer, FactKind::Rival, mark.id, sentence);
        }
        Json::Object json{{"id", Json(cleaned(mark.id))}, {"points", Json(mark.points)}};
        json.emplace_back("right", mark.right ? Json(*mark.right) : Json());
        if (!mark.right)
            json.emplace_back("right_reason", Json("a sentence is read by a person"));
        setOrReason(json, "program", cleaned(program), "the key names no command");
        list.emplace_back(std::move(json));
    }
    reply.json.emplace_back("points", Json(verdicts->points));
    reply.json.emplace_back("of", Json(verdicts->of));
    reply.json.emplace_back("marks", Json(std::move(list)));
    reply.answer.headline = fmt::format("{} of {} points.", significant(verdicts->points), significant(verdicts->of));
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
        {"id", Json(its.id)},          {"title", Json(its.title)},         {"questions", Json(its.questions.size())},
        {"answered", Json(given)},     {"locked", Json(its.lockedDigest)}, {"answers", Json(its.answers)},
        {"guesses", Json(its.guesses)}};
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
    const FolderLock lock(options.file);  // whoever else answers or saves meanwhile does it before or after
    if (Result<void> held = lock.held(); !held)
        return fail(held.error());
    Result<Assignment> changed = readAssignment(options.file);
    if (!changed)
        return fail(changed.error());
    std::set<std::string> named;
    for (const std::string& each : options.answers) {
        const std::size_t equals = each.find('=');
        if (equals == std::string::npos)
            return fail(ErrorCode::Input, say("{} has no \"=\"", inQuotes(each)), "QUESTION=ANSWER",
                        {.field = "ANSWER"});
        if (!named.insert(each.substr(0, equals)).second)
            return fail(ErrorCode::Input, say("{} is answered twice", inQuotes(each.substr(0, equals))),
                        "one answer to each question", {.field = "ANSWER"});
        changed = withAnswer(*std::move(changed), each.substr(0, equals), each.substr(equals + 1), timeOfDay());
        if (!changed)
            break;
    }
    return saved(options.file, changed,
                 say("{} {} entered.", options.answers.size(), options.answers.size() == 1 ? "answer" : "answers"),
                 {"Commit when all are in.", "scalewright-cli exercise commit " + options.file + " --name NAME", {}});
}

Result<Reply> commit(const ExerciseOptions& options)
{
    const FolderLock lock(options.file);
    if (Result<void> held = lock.held(); !held)
        return fail(held.error());
    const Result<Assignment> read = readAssignment(options.file);
    if (!read)
        return fail(read.error());
    const std::string time = timeOfDay();
    return saved(options.file, committedAt(*read, options.name, time), "Committed at " + time + ".",
                 {"Hand in the file.", {}, {}});
}

/// A file of the folder that is no hand-in of the exercise.
struct LeftOut {
    std::string file, why;
};

/// The files of a folder that are assignments, or projects with one, by name; the others with the reason.
Result<std::vector<HandIn>> handInsOf(const std::string& folder, const Key& key, std::vector<LeftOut>& leftOut)
{
    std::error_code why;
    std::set<std::string> names;
    for (std::filesystem::directory_iterator each(folder, why), end; !why && each != end; each.increment(why))
        if (each->is_regular_file(why) &&
            (each->path().extension() == ".json" || each->path().extension() == ".scalewright"))
            names.insert(each->path().filename().string());
    if (why)
        return fail(ErrorCode::Input, "cannot be read: " + why.message(), "a folder of hand-ins", {.file = folder});
    std::vector<HandIn> handIns;
    for (const std::string& name : names) {
        Result<Assignment> read = readAssignment((std::filesystem::path(folder) / name).string());
        if (!read)
            leftOut.push_back({name, describe(read.error().problems.front())});
        else if (read->id != key.id)
            leftOut.push_back({name, say("{} is exercise {}", inQuotes(name), inQuotes(read->id))});
        else
            handIns.push_back({name, *std::move(read)});
    }
    if (handIns.empty())
        return fail(ErrorCode::Input, say("holds no hand-in of exercise {}", inQuotes(key.id)),
                    "assignment files, NAME.json or NAME.scalewright", {.file = folder});
    return handIns;
}

Result<Reply> grade(const GradeOptions& options)
{
    const Result<Key> key = readKey(options.key);
    if (!key)
        return fail(key.error());
    std::vector<LeftOut> leftOut;
    const Result<std::vector<HandIn>> handIns = handInsOf(options.folder, *key, leftOut);
    if (!handIns)
        return fail(handIns.error());
    Table table = gradeTable(*handIns, *key);
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
    std::vector<std::string> reasons;
    for (const LeftOut& each : leftOut) {  // a row too, so that nobody's file is missed
        reasons.push_back(each.why);
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0] = row[2] = row[row.size() - 2] = std::string();
        row[1] = cleaned(each.file);
        row.back() = "left out: " + cleaned(each.why);
    }
    Reply reply{.json = {{"rows", Json(std::move(rows))}, {"left_out", listJson(reasons)}}};
    if (options.csv) {
        reply.text = toCsv(table);
        return reply;
    }
    reply.answer.headline =
        say("{}{}, {} points on average.", countedText(long(handIns->size()), "hand-in"),
            leftOut.empty() ? std::string() : say(" and {} left out", countedText(long(leftOut.size()), "file")),
            significant(sum / double(handIns->size())));
    reply.answer.because = marked == 0 ? "" : say("{} look alike: see \"same as\".", marked);
    reply.answer.next = {"Read the sentences: --csv has them beside the key's.", {}, {}};
    for (const std::string& each : reasons)
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
        command.add_subcommand("show", "what is given, asked and answered; after the commit also what is right");
    showing->add_option("FILE", options->file, "assignment file, or the project that holds it")->required();
    showing->add_option("--hint", options->hint, "three hints to this question, each says more (--explain)")
        ->type_name("QUESTION");
    showing->add_option("--against", options->key, "the key: what is right, once the answers are committed")
        ->type_name("KEY");
    CLI::App* answering = command.add_subcommand("answer", "answers, entered in the file");
    answering->add_option("FILE", options->file, "assignment file, or the project that holds it")->required();
    answering->add_option("ANSWER", options->answers, "QUESTION=ANSWER; several at once")->required();
    CLI::App* committing =
        command.add_subcommand("commit", "the answers as they stand, with your name and the time; once");
    committing->add_option("FILE", options->file, "assignment file, or the project that holds it")->required();
    committing->add_option("--name", options->name, "who hands in")->required()->type_name("NAME");
    command.footer("The chapter's exercises are in share/scalewright/exercises; copy one to work on it.");
    return [options, showing, answering] {
        return showing->parsed() ? show(*options) : answering->parsed() ? answer(*options) : commit(*options);
    };
}

Run declareGrade(CLI::App& command)
{
    auto options = std::make_shared<GradeOptions>();
    command.add_option("FOLDER", options->folder, "the hand-ins: NAME.json, or NAME.scalewright of the window")
        ->required();
    command.add_option("--against", options->key, "the key")->required()->type_name("KEY");
    command.add_flag("--csv", options->csv, "every answer and its points as CSV, sentences beside the key's");
    command.footer(
        "Numbers are right within the key's tolerance. A sentence is read by a person and gets no points by rule.\n"
        "Keys of the chapter's exercises: share/scalewright/exercises/keys.");
    return [options] { return grade(*options); };
}

}  // namespace scalewright::cli
