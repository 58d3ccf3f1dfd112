// reproduce: every answer of a report's folder, worked out again and held against what was handed in.
#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/ask.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "app/cli/report.h"
#include "core/report/package.h"
#include "core/project/project_file.h"
#include "core/report/differences.h"
#include "core/trace/reference.h"

namespace scalewright::cli {

namespace {

/// A sentence: another version may say it otherwise.
bool isProse(const std::string& json)
{
    return json.starts_with('"') && json.find(' ') != std::string::npos;
}

const std::string* textAt(const Json& object, std::string_view key)
{
    const Json* value = object.find(key);
    return value ? value->asString() : nullptr;
}

/// Each packed input that is no longer what it was; absent where the list is none.
std::optional<std::vector<std::pair<std::string, Difference>>> changedInputs(const Json& kept,
                                                                             const std::filesystem::path& folder)
{
    std::vector<std::pair<std::string, Difference>> changed;
    const Json* inputs = kept.find("inputs");  // the first version had none
    if (!inputs)
        return changed;
    if (!inputs->asArray())
        return std::nullopt;
    for (const Json& each : *inputs->asArray()) {
        const std::string *file = textAt(each, "file"), *digest = textAt(each, "digest");
        const Json* packed = each.find("packed");
        if (!file || !digest || !packed || !packed->asBool() || file->empty() ||
            file->find_first_of("/\\") != std::string::npos)
            return std::nullopt;
        if (!*packed->asBool())
            continue;
        const Result<std::string> now = digestOf(folder / *file);
        if (!now || *now != *digest)
            changed.emplace_back(*file, Difference{"digest", *digest, now ? *now : "missing"});
    }
    return changed;
}

/// The files that a report has, where the folder's are others or none: what somebody reads follows from the project too.
std::vector<std::pair<std::string, Difference>> changedFiles(const Report& report, const std::filesystem::path& folder)
{
    std::vector<ArchivedFile> files{{"report.html", reportHtml(report)},
                                    {"report.md", reportMarkdown(report)},
                                    {"report.tex", reportLatex(report)}};
    if (Result<std::vector<ArchivedFile>> figures = figureFiles(report))
        std::move(figures->begin(), figures->end(), std::back_inserter(files));
    std::vector<std::pair<std::string, Difference>> changed;
    for (const ArchivedFile& file : files) {
        const Result<std::string> there = readText((folder / file.name).string());
        if (!there || *there != file.content)
            changed.emplace_back(file.name, Difference{"text", there ? "another" : "missing", "as the project has it"});
    }
    return changed;
}

/// `shown`: what a message calls the folder.
Result<Reply> reproduceFolder(const std::string& folder, const std::string& shown)
{
    const std::filesystem::path at = folder;
    const std::string file = (at / reportedAnswers).string(), project = (at / reportedProject).string();
    const auto notOurs = [&](const char* what) {
        return fail(ErrorCode::Input, what, "what scalewright-cli report wrote",
                    {.file = (std::filesystem::path(shown) / reportedAnswers).string()});
    };
    std::error_code none;
    for (const std::filesystem::directory_entry& each : std::filesystem::directory_iterator(at, none))
        if (each.exists(none) && !each.is_regular_file(none) && !each.is_directory(none))  // a pipe may never end
            return fail(ErrorCode::Input, "is no plain file", "the folder as scalewright-cli report wrote it",
                        {.file = (std::filesystem::path(shown) / each.path().filename()).string()});
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    const Result<Json> kept = parseJson(*text);
    if (!kept)
        return fail(inFile(kept.error(), file));
    const Json* answers = kept->find("answers");
    const std::string *program = textAt(*kept, "program"), *digest = textAt(*kept, "project_digest");
    if (!answers || !answers->asArray() || !program || !digest)
        return notOurs("holds no answers of a report");
    const Result<std::string> now = digestOf(project);
    if (!now)
        return fail(now.error());

    const bool sameProgram = *program == "Scalewright " SCALEWRIGHT_VERSION;
    Table table{.caption = {},
                .columns = {{"command", "command", ""},
                            {"pointer", "number", ""},
                            {"was", "handed in", ""},
                            {"is", "worked out", ""}},
                .rows = {}};
    const auto add = [&](const std::string& command, const Difference& difference) {
        table.rows.push_back({Cell(command), Cell(difference.pointer), Cell(difference.was), Cell(difference.is)});
    };
    if (*now != *digest)
        add(reportedProject, {"digest", *digest, *now});
    const auto inputs = changedInputs(*kept, at);
    if (!inputs)
        return notOurs("holds a list of inputs that is none");
    for (const auto& [name, difference] : *inputs)
        add(name, difference);
    // By the same program every file of the report follows, byte for byte; by another one the numbers do.
    std::optional<AnsweredReport> again;
    if (const Result<Project> read = readProject(project); sameProgram && read) {
        Result<AnsweredReport> answered = answeredReport(*read, askFor);
        if (!answered)
            return fail(answered.error());
        again = *std::move(answered);
        if (const std::string* date = textAt(*kept, "date"))
            again->report.date = *date;
        for (const auto& [name, difference] : changedFiles(again->report, at))
            add(name, difference);
    }
    std::vector<bool> seen(reportQuestions().size());
    for (const Json& each : *answers->asArray()) {
        const Json *words = each.find("words"), *was = each.find("answer");
        if (!words || !words->asArray() || !was)
            return notOurs("holds an answer without its command");
        ReportQuestion question{"", "", "", {}};
        std::string command;
        for (const Json& word : *words->asArray()) {
            if (!word.asString())
                return notOurs("holds a command that is none");
            question.words.push_back(*word.asString());
            command += (command.empty() ? "" : " ") + *word.asString();
        }
        const auto known = std::find_if(reportQuestions().begin(), reportQuestions().end(),
                                        [&](const ReportQuestion& one) { return one.words == question.words; });
        if (known == reportQuestions().end())
            return notOurs("asks what no report asks");  // nothing but these is run for somebody
        const auto index = static_cast<std::size_t>(known - reportQuestions().begin());
        seen[index] = true;
        const Json is = again ? again->answers[index] : askFor(question, project).json;
        for (const Difference& difference : differencesOf(*was, is))
            if (sameProgram || !isProse(difference.was) || !isProse(difference.is))
                add(command, difference);
    }
    for (std::size_t i = 0; sameProgram && i < seen.size(); ++i)
        if (!seen[i])
            add(fmt::format("{}", fmt::join(reportQuestions()[i].words, " ")), {"answer", "missing", "an answer"});
    if (answers->asArray()->empty() && !sameProgram)
        return notOurs("holds no answers of a report");
    const std::size_t count = answers->asArray()->size(), differ = table.rows.size();
    Json::Array differences;
    for (const std::vector<Cell>& row : table.rows)
        differences.emplace_back(Json::Object{{"command", Json(std::get<std::string>(row[0]))},
                                              {"pointer", Json(std::get<std::string>(row[1]))},
                                              {"was", Json(std::get<std::string>(row[2]))},
                                              {"is", Json(std::get<std::string>(row[3]))}});
    Answer answer{.headline = differ == 0 ? fmt::format("All {} answers come out the same.", count)
                                          : fmt::format("{} {} in {} answers.", differ,
                                                        differ == 1 ? "difference" : "differences", count),
                  .because = {},
                  .next = {},
                  .sure = {},
                  .details = {},
                  .table = {}};
    if (differ > 0) {
        answer.because = *now == *digest ? "The project is the one that was handed in." : "The project is another one.";
        answer.table = std::move(table);
    }
    if (!sameProgram)
        answer.details.push_back(
            {FactKind::Reading, "program", fmt::format("made by {}; sentences are not compared", *program)});
    return Reply{
        .answer = std::move(answer),
        .json = {{"answers", Json(count)}, {"program", Json(*program)}, {"differences", Json(std::move(differences))}},
        .status = differ == 0 ? 0 : 1,
        .problems = differ == 0 ? std::vector<Problem>()
                                : std::vector<Problem>{{say("{} of its numbers come out otherwise", differ),
                                                        "the numbers that its project gives",
                                                        {.file = shown}}}};
}

/// Only what an answer rests on leaves the archive.
Result<Reply> reproduceArchive(const std::string& file)
{
    const Result<std::string> bytes = readText(file);
    if (!bytes)
        return fail(bytes.error());
    const Result<std::vector<ArchivedFile>> files = unpacked(*bytes);
    if (!files)
        return fail(inFile(files.error(), inputName(file)));
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder)
        return fail(folder.error());
    constexpr const char* ourFiles[]{"input-", "report.", "figure-"};
    bool answers = false, project = false;
    for (const ArchivedFile& each : *files) {
        answers = answers || each.name == reportedAnswers;
        project = project || each.name == reportedProject;
        const bool ours = std::any_of(std::begin(ourFiles), std::end(ourFiles),
                                      [&](const char* begin) { return each.name.starts_with(begin); });
        if (each.name != reportedAnswers && each.name != reportedProject &&
            (!ours || each.name.find('/') != std::string::npos))
            continue;
        if (Result<void> saved = saveFile(*folder / each.name, each.content); !saved)
            return fail(saved.error());
    }
    if (!answers || !project)
        return fail(ErrorCode::Input, say("holds no {}", answers ? reportedProject : reportedAnswers),
                    "an archive that scalewright-cli report wrote", {.file = inputName(file)});
    return reproduceFolder(folder->path(), inputName(file));
}

Result<Reply> reproduce(const std::string& place)
{
    std::error_code ignored;
    return place == "-" || std::filesystem::is_regular_file(place, ignored) ? reproduceArchive(place)
                                                                            : reproduceFolder(place, place);
}

}  // namespace

Run declareReproduce(CLI::App& command)
{
    auto folder = std::make_shared<std::string>();
    command
        .add_option("PACKAGE", *folder, "the folder or the archive that scalewright-cli report wrote; - for an archive")
        ->required();
    command.footer("Exit status: 0 every number comes out the same, 1 some do not: a table of them.");
    return [folder] { return reproduce(*folder); };
}

}  // namespace scalewright::cli
