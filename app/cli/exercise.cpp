// SPDX-License-Identifier: GPL-3.0-or-later
// exercise show|answer|commit: works on an exercise from the chapter, in its file. grade: grades many hand-ins against
// a key.
#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/execute_json.h"
#include "app/cli/output.h"
#include "core/base/process/wall_clock.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/text.h"
#include "core/output/answers/phrases.h"
#include "core/output/report/exercise/shipped.h"
#include "core/output/report/exercise/verdict.h"
#include "core/project/document/project_change.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct ExerciseOptions {
    std::string file, studentName;
    OptionText keyFile, hintQuestion;
    std::vector<std::string> answers;
};

struct GradeOptions {
    std::string folder, keyFile;
    bool csv = false;
};

constexpr const char* notCommittedReason = "the answers are not committed";

Result<Assignment> readAssignment(const std::string& file)
{
    TRY(const std::string text, readText(file));
    Result<Assignment> read = parseAssignment(text);
    return read ? read : fail(withFileName(read.error(), inputName(file)));
}

Result<AnswerKey> readKey(const std::string& file)
{
    TRY(const std::string text, readText(file));
    Result<AnswerKey> read = parseAnswerKey(text);
    return read ? read : fail(withFileName(read.error(), inputName(file)));
}

Result<AnswerKey> readKeyFor(const Assignment& assignment, const std::string& file)
{
    Result<AnswerKey> key = readKey(file);
    if (key && key->id != assignment.id)
        return fail(ErrorCode::Input,
                    formatMessage("is the key of {}, not of {}", inQuotes(key->id), inQuotes(assignment.id)),
                    "this exercise's key", {.file = inputName(file)});
    return key;
}

std::string expectedAnswerText(const Question& question)
{
    if (question.kind == QuestionKind::Choice)
        return fmt::format("{}", fmt::join(question.options, " | "));
    if (question.kind == QuestionKind::Sentence)
        return "a sentence";
    return question.dimension ? std::string("number (") + baseUnit(*question.dimension) + ")" : "number";
}

/// The answer, shortened for a table.
std::string briefAnswer(const std::string& answer)
{
    constexpr std::size_t maximumLength = 40;
    return answer.size() > maximumLength ? "(a sentence)" : sanitised(answer);
}

/// Adds, after the commit, whether each answer is right, the program's own answer, and the solution.
Result<void> addVerdicts(Reply& reply, const Assignment& assignment, const AnswerKey& key)
{
    reply.answer.table.columns.push_back({"right", "right", ""});
    reply.answer.table.columns.push_back({"program", "program", ""});
    TRY(const Verdicts verdicts, computeVerdicts(assignment, key, executeCommandLineAsJson));
    std::size_t row = 0;
    const auto question = [&](const AnswerVerdict& verdict) {
        const auto& [mark, programAnswer, solution, sampleSentence] = verdict;
        std::vector<Cell>& cells = reply.answer.table.rows[row++];
        cells.emplace_back(mark.isRight ? (*mark.isRight ? "yes" : "no") : "read it");
        cells.emplace_back(programAnswerText(programAnswer));
        if (key.answers.contains(mark.questionId)) {
            reply.answer.add(Fact::Formula, mark.questionId, solution);
            reply.answer.add(Fact::Alternative, mark.questionId, sampleSentence);
        }
        return objectOf({{"id", sanitised(mark.questionId)},
                         {"points", mark.points},
                         {"right", mark.isRight, "a sentence is read by a person"},
                         {"program", sanitised(programAnswer), "the key names no command"}});
    };
    addFields(reply.json, {{"points", verdicts.points},
                           {"of", verdicts.maximumPoints},
                           {"marks", listOf(verdicts.perQuestion, question)}});
    reply.answer.headline =
        fmt::format("{} of {} points.", significantText(verdicts.points), significantText(verdicts.maximumPoints));
    reply.answer.next = {"See how each answer is found: --explain."};
    return {};
}

Result<Reply> showExercise(const ExerciseOptions& options)
{
    TRY(const Assignment assignment, readAssignment(options.file));
    Reply reply;
    Answer& answer = reply.answer;
    answer.table.columns = {
        {"question", "question", ""}, {"asks", "asks", ""}, {"wanted", "wanted", ""}, {"answer", "answer", ""}};
    std::size_t answeredCount = 0;
    for (const Question& question : assignment.questions) {
        const std::string answerText = assignment.answerText(question.id);
        answeredCount += answerText.empty() ? 0 : 1;
        answer.table.rows.push_back({Cell(sanitised(question.id)), Cell(sanitised(question.prompt)),
                                     Cell(sanitised(expectedAnswerText(question))), Cell(briefAnswer(answerText))});
    }
    answer.headline = formatMessage("{} of {} questions answered, {}.", answeredCount, assignment.questions.size(),
                                    assignment.committedAt.empty() ? "not committed"
                                    : assignment.isIntact()        ? "committed"
                                                                   : "changed after the commit");
    answer.because = sanitised(assignment.text);
    for (const std::string& each : assignment.givenTexts)
        answer.add(Fact::Interpretation, "given", sanitised(each));
    answer.next =
        assignment.committedAt.empty()
            ? NextStep{"Answer, then commit.",
                       "scalewright-cli exercise answer " + options.file + " " + assignment.questions.front().id + "=…",
                       {}}
            : NextStep{"Compare it with the key: --against KEY.", {}, {}};
    reply.json = objectOf({{"id", assignment.id},
                           {"title", assignment.title},
                           {"questions", assignment.questions.size()},
                           {"answered", answeredCount},
                           {"locked", assignment.lockedDigest},
                           {"answers", assignment.answers},
                           {"guesses", assignment.guesses},
                           {"committed", sanitised(assignment.committedAt), notCommittedReason}});
    if (options.hintQuestion) {
        const Question* question = assignment.findQuestion(*options.hintQuestion);
        if (!question || question->hints.empty())
            return fail(ErrorCode::Input, formatMessage("{} has no hints", inQuotes(*options.hintQuestion)),
                        "the name of a question", {.field = "--hint"});
        for (std::size_t i = 0; i < question->hints.size(); ++i)
            answer.add(Fact::Advice, "hint " + std::to_string(i + 1), sanitised(question->hints[i]));
        answer.next = {sanitised(question->hints.front()) + " More: --explain."};
        reply.json.emplace_back("hints", jsonValue(question->hints));
    }
    if (!options.keyFile)
        return reply;
    TRY(const AnswerKey key, readKeyFor(assignment, *options.keyFile));
    if (!assignment.isIntact())
        return fail(ErrorCode::Refused,
                    assignment.committedAt.empty() ? "the answers are not committed" : "was changed after the commit",
                    "an assignment unchanged since its commit",
                    {.file = inputName(options.file), .field = "--against"});
    if (Result<void> added = addVerdicts(reply, assignment, key); !added)
        return fail(withFileName(added.error(), inputName(*options.keyFile)));
    return reply;
}

Result<Reply> saveAssignment(const std::string& file, const Result<Assignment>& changedAssignment,
                             const std::string& headline, const NextStep& next)
{
    if (!changedAssignment)
        return fail(withFileName(changedAssignment.error(), inputName(file)));
    TRY_DO(saveFile(file, writeAssignment(*changedAssignment)));
    std::size_t answeredCount = 0;
    for (const Question& question : changedAssignment->questions)
        answeredCount += changedAssignment->answerText(question.id).empty() ? 0 : 1;
    return Reply{.answer = {.headline = headline,
                            .because = formatMessage("{} of {} questions have an answer.", answeredCount,
                                                     changedAssignment->questions.size()),
                            .next = next},
                 .json = objectOf({{"answered", answeredCount},
                                   {"questions", changedAssignment->questions.size()},
                                   {"committed", sanitised(changedAssignment->committedAt), notCommittedReason}})};
}

Result<Reply> answerExercise(const ExerciseOptions& options)
{
    const FolderLock lock(options.file);  // serialises concurrent answers and saves
    TRY_DO(lock.checkHeld());
    Result<Assignment> changedAssignment = readAssignment(options.file);
    if (!changedAssignment)
        return fail(changedAssignment.error());
    std::set<std::string> answeredQuestions;
    for (const std::string& each : options.answers) {
        const std::size_t equals = each.find('=');
        if (equals == std::string::npos)
            return fail(ErrorCode::Input, formatMessage("{} has no \"=\"", inQuotes(each)), "QUESTION=ANSWER",
                        {.field = "ANSWER"});
        if (!answeredQuestions.insert(each.substr(0, equals)).second)
            return fail(ErrorCode::Input, formatMessage("{} is answered twice", inQuotes(each.substr(0, equals))),
                        "one answer to each question", {.field = "ANSWER"});
        changedAssignment = withAnswer(*std::move(changedAssignment), each.substr(0, equals), each.substr(equals + 1),
                                       localTimestamp());
        if (!changedAssignment)
            break;
    }
    return saveAssignment(
        options.file, changedAssignment,
        formatMessage("{} {} entered.", options.answers.size(), options.answers.size() == 1 ? "answer" : "answers"),
        {"Commit when all answers are entered.",
         "scalewright-cli exercise commit " + options.file + " --name NAME",
         {}});
}

Result<Reply> commitExercise(const ExerciseOptions& options)
{
    const FolderLock lock(options.file);
    TRY_DO(lock.checkHeld());
    TRY(const Assignment read, readAssignment(options.file));
    const std::string time = localTimestamp();
    const std::vector<std::string> unanswered = unansweredQuestions(read);
    return saveAssignment(options.file, commitAssignment(read, options.studentName, time),
                          unanswered.empty() ? formatMessage("Committed at {}.", time)
                                             : formatMessage("Committed at {}, without an answer to {}.", time,
                                                             joinNonEmpty(unanswered, ", ")),
                          {"Hand in the file.", {}, {}});
}

/// A file in the folder that is not a hand-in of the exercise.
struct ExcludedFile {
    std::string file, reason;
};

bool isHandInName(const std::filesystem::path& file)
{
    const std::string extension = lowerCase(file.extension().string());
    return extension == ".json" || extension == ".scalewright";
}

/// The files in a folder, or in a folder per student as a course's system delivers them, that are assignments or
/// projects that contain one, sorted by name; every other file with the reason for excluding it.
Result<std::vector<HandIn>> readHandIns(const std::string& folder, const AnswerKey& key,
                                        std::vector<ExcludedFile>& excludedFiles)
{
    std::error_code error;
    std::set<std::filesystem::path> names;
    for (std::filesystem::recursive_directory_iterator each(folder, error), end; !error && each != end;
         each.increment(error)) {
        std::error_code ignored;
        const std::filesystem::path name = each->path().lexically_relative(folder);
        if (each->symlink_status(ignored).type() != std::filesystem::file_type::directory)
            names.insert(name);
        else if (std::filesystem::is_empty(each->path(), ignored))
            excludedFiles.push_back(
                {name.string(), formatMessage("{} is empty: nothing handed in", inQuotes(name.string()))});
    }
    if (error)
        return fail(ErrorCode::Input, "cannot be read: " + error.message(), "a folder of hand-ins", {.file = folder});
    std::vector<HandIn> handIns;
    for (const std::filesystem::path& name : names) {
        const std::filesystem::path path = folder / name;
        std::error_code ignored;
        if (!std::filesystem::is_regular_file(path, ignored) || !isHandInName(name)) {
            excludedFiles.push_back(
                {name.string(), formatMessage("{} is not an assignment file", inQuotes(name.string()))});
            continue;
        }
        Result<Assignment> read = readAssignment(path.string());
        if (!read)
            excludedFiles.push_back({name.string(), describe(read.error().problems.front())});
        else if (read->id != key.id)
            excludedFiles.push_back(
                {name.string(), formatMessage("{} is exercise {}", inQuotes(name.string()), inQuotes(read->id))});
        else
            handIns.push_back({sanitised(name.string()), *std::move(read)});
    }
    if (handIns.empty())
        return fail(ErrorCode::Input, formatMessage("contains no hand-in of exercise {}", inQuotes(key.id)),
                    "assignment files, NAME.json or NAME.scalewright", {.file = folder});
    return handIns;
}

/// The exercise that a key belongs to: a hand-in with the questions that the key names, else the shipped exercise, else
/// the questions of most hand-ins.
Assignment assignmentOf(const AnswerKey& key, const std::vector<HandIn>& handIns)
{
    std::map<std::string, int> counts;
    for (const HandIn& each : handIns)
        ++counts[each.assignment.lockedDigest];
    const auto withDigest = [&](const std::string& digest) {
        return std::ranges::find_if(handIns,
                                    [&](const HandIn& each) { return each.assignment.lockedDigest == digest; });
    };
    if (const auto named = withDigest(key.lockedDigest); named != handIns.end())
        return named->assignment;
    for (const ShippedExercise& each : shippedExercises())
        if (each.id == key.id)
            if (Result<Assignment> read = readAssignment(each.file.string()); read)
                return *std::move(read);
    const auto most =
        std::ranges::max_element(counts, [](const auto& one, const auto& other) { return one.second < other.second; });
    return withDigest(most->first)->assignment;
}

Result<Reply> runGrade(const GradeOptions& options)
{
    TRY(AnswerKey key, readKey(options.keyFile));
    std::vector<ExcludedFile> excludedFiles;
    TRY(const std::vector<HandIn> handIns, readHandIns(options.folder, key, excludedFiles));
    const Assignment assignment = assignmentOf(key, handIns);
    if (const Result<void> checked = checkKey(key, assignment).and_then([&] {
            return checkKeyWithProgram(key, assignment, executeCommandLineAsJson);
        });
        !checked)
        return fail(withFileName(checked.error(), inputName(options.keyFile)));
    key.lockedDigest = assignment.lockedDigest;
    Table table = gradeTable(handIns, key);
    double sum = 0;
    std::size_t marked = 0;
    const Json rows = listOf(table.rows, [&](const std::vector<Cell>& row) {
        sum += std::get<double>(row[3]);
        marked += std::get<std::string>(row[row.size() - 2]).empty() ? 0 : 1;
        Json::Object json;
        for (std::size_t i = 0; i < row.size(); ++i) {
            const auto* number = std::get_if<double>(&row[i]);
            const auto* text = std::get_if<std::string>(&row[i]);
            json.emplace_back(sanitised(table.columns[i].key),
                              number ? Json(*number) : Json(text ? sanitised(*text) : ""));
        }
        return json;
    });
    std::vector<std::string> reasons;
    for (const ExcludedFile& each : excludedFiles) {  // list it as a row too, so that no file is overlooked
        reasons.push_back(each.reason);
        std::vector<Cell>& row = table.rows.emplace_back(table.columns.size());
        row[0] = row[2] = row[row.size() - 2] = std::string();
        row[1] = sanitised(each.file);
        row.back() = "left out: " + sanitised(each.reason);
    }
    Reply reply{.json = objectOf({{"rows", rows}, {"left_out", reasons}})};
    if (options.csv) {
        reply.text = toCsv(table);
        return reply;
    }
    reply.answer.headline = formatMessage(
        "{}{}, {} points on average.", countWithNoun(long(handIns.size()), "hand-in"),
        excludedFiles.empty() ? std::string()
                              : formatMessage(" and {} left out", countWithNoun(long(excludedFiles.size()), "file")),
        significantText(sum / double(handIns.size())));
    reply.answer.because = marked == 0 ? "" : formatMessage("{} are similar: see \"same as\".", marked);
    reply.answer.next = {"Read the sentences: --csv shows them next to the key's."};
    for (const std::string& each : reasons)
        reply.answer.add(Fact::Warning, "left out", each);
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

CommandRunner declareExercise(CLI::App& command)
{
    auto options = std::make_shared<ExerciseOptions>();
    command.require_subcommand(1, 1);
    CLI::App* showing = command.add_subcommand(
        "show", "the exercise, its questions and answers; after the commit also the correct answers");
    showing->add_option("FILE", options->file, "assignment file, or the project that contains it")->required();
    declareOptions(
        *showing,
        {{"--hint", "QUESTION", options->hintQuestion, "three hints to this question, each more detailed (--explain)"},
         {"--against", "KEY", options->keyFile, "the key: shows the correct answers after the commit"}});
    CLI::App* answering = command.add_subcommand("answer", "enter answers into the file");
    answering->add_option("FILE", options->file, "assignment file, or the project that contains it")->required();
    answering
        ->add_option("ANSWER", options->answers,
                     "QUESTION=ANSWER; several at once; \"I do not know\" is an answer, too")
        ->required();
    CLI::App* committing =
        command.add_subcommand("commit", "commit the entered answers with your name and the time; only once");
    committing->add_option("FILE", options->file, "assignment file, or the project that contains it")->required();
    committing->add_option("--name", options->studentName, "your name")->required()->type_name("NAME");
    command.footer("The chapter's exercises are in share/scalewright/exercises; copy one to work on it.");
    return [options, showing, answering] {
        return showing->parsed()     ? showExercise(*options)
               : answering->parsed() ? answerExercise(*options)
                                     : commitExercise(*options);
    };
}

CommandRunner declareGrade(CLI::App& command)
{
    auto options = std::make_shared<GradeOptions>();
    command
        .add_option("FOLDER", options->folder,
                    "the hand-ins, at any depth: NAME.json, or NAME.scalewright from the window")
        ->required();
    command.add_option("--against", options->keyFile, "the key")->required()->type_name("KEY");
    declareOptions(
        command, {{"--csv", options->csv, "every answer and its points as CSV, with each sentence beside the key's"}});
    command.footer(
        "Numbers are right within the key's tolerance. A sentence is read by a person and gets no automatic "
        "points.\nKeys of the chapter's exercises: share/scalewright/exercises/keys.");
    return [options] { return runGrade(*options); };
}

}  // namespace scalewright::cli
