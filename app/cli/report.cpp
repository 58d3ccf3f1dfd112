// report: a project's answers in the method's order, as a folder that can be handed in and worked out again.
#include "app/cli/report.h"

#include <algorithm>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/cli/ask.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/text.h"
#include "core/output/report/words_file.h"
#include "core/output/tables/latex.h"
#include "core/project/document/own_words.h"
#include "core/project/document/project_file.h"

namespace scalewright::cli {

namespace {

struct ReportOptions {
    std::string project, folder, words;
    bool pdf = false;
};

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size())
        text.replace(at, from.size(), to);
    return text;
}

/// Every text in it, the path replaced.
Json without(const Json& json, const std::string& path)
{
    if (const std::string* text = json.asString())
        return Json(replaced(*text, path, reportedProject));
    if (const Json::Array* list = json.asArray()) {
        Json::Array out;
        for (const Json& each : *list)
            out.push_back(without(each, path));
        return Json(std::move(out));
    }
    if (const Json::Object* members = json.asObject()) {
        Json::Object out;
        for (const auto& [key, value] : *members)
            out.emplace_back(key, without(value, path));
        return Json(std::move(out));
    }
    return json;
}

void hidePath(Answer& answer, const std::string& path)
{
    for (std::string* text : {&answer.headline, &answer.because, &answer.next.says, &answer.next.command,
                              &answer.sure.note, &answer.sure.why, &answer.table.caption})
        *text = replaced(std::move(*text), path, reportedProject);
    for (Fact& fact : answer.details)
        fact.says = replaced(std::move(fact.says), path, reportedProject);
    for (std::vector<Cell>& row : answer.table.rows)
        for (Cell& cell : row)
            if (std::string* text = std::get_if<std::string>(&cell))
                *text = replaced(std::move(*text), path, reportedProject);
}

/// What the options say of the words, laid over the project's.
Result<Project> withWordsOf(Project project, const std::string& file)
{
    if (file.empty())
        return project;
    const Result<std::string> text = readText(file);
    if (!text)
        return fail(text.error());
    return withWords(std::move(project), *text, inputName(file));
}

Result<std::vector<std::string>> writeArchive(const std::string& file, const std::vector<ArchivedFile>& files)
{
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        return fail(ErrorCode::Input, "is there already and is not written over", "another name", {.file = file});
    if (Result<void> saved = saveFile(file, archiveOf(file, files)); !saved)
        return fail(saved.error());
    return std::vector<std::string>{file};
}

/// Letters of report.tex that are question marks by pdflatex.
std::size_t lettersLost(const std::vector<ArchivedFile>& files)
{
    const auto latex =
        std::find_if(files.begin(), files.end(), [](const ArchivedFile& each) { return each.name == "report.tex"; });
    return latex == files.end() ? 0 : lettersBeyondPdflatex(latex->content).size();
}

Result<Reply> report(const ReportOptions& options)
{
    if (options.folder.empty())
        return fail(ErrorCode::Input, "is missing", "the folder or the .tar.gz to write to", {.field = "-o"});
    if (options.folder == "-")
        return fail(ErrorCode::Input, "a report is several files", "a folder, or an archive NAME.tar.gz",
                    {.field = "-o"});
    const std::string name = lowerCase(options.folder);
    if (name.ends_with(".zip"))
        return fail(ErrorCode::Input, "no zip is written", "a name that ends with .tar.gz, or a folder",
                    {.field = "-o"});
    for (const char* ending : {".pdf", ".html", ".md", ".tex"})
        if (name.ends_with(ending))
            return fail(ErrorCode::Input, say("a folder called {} is hardly meant", inQuotes(options.folder)),
                        say("a folder, with report{} in it, or an archive NAME.tar.gz", ending), {.field = "-o"});
    std::error_code none;
    if (std::filesystem::exists(options.folder, none) && !std::filesystem::is_directory(options.folder, none))
        return fail(ErrorCode::Input, "is a file, and nothing is written over it",
                    "a folder, or an archive NAME.tar.gz, that is not there yet", {.file = options.folder});
    Result<Project> project = readProjectFrom(options.project).and_then([&](Project read) {
        return withWordsOf(std::move(read), options.words);
    });
    if (!project)
        return fail(project.error());
    const std::filesystem::path folder =
        options.project == "-" ? std::filesystem::path() : std::filesystem::path(options.project).parent_path();
    const Result<ReportPackage> all = reportPackage(*project, folder, askFor, {.pdf = options.pdf});
    if (!all)
        return fail(all.error());
    const bool archive = namesArchive(options.folder);
    const Result<std::vector<std::string>> files =
        archive ? writeArchive(options.folder, all->files) : saveNewFolder(options.folder, all->files);
    if (!files)
        return fail(files.error());

    const Report& made = all->answered.report;
    Answer answer = handInAnswer(made, *project);
    answer.next = {.says = archive ? "Hand in the archive." : "Read report.html; hand in the folder.",
                   .command = "scalewright-cli reproduce " + options.folder,
                   .pointer = {}};
    if (const std::size_t lost = lettersLost(all->files); lost > 0) {
        answer.sure.note = "letters missing in LaTeX";
        answer.because =
            joined({answer.because, say("pdflatex sets {} as \"?\": run xelatex or lualatex on report.tex.",
                                        countedText(static_cast<long>(lost), "letter"))},
                   " ");
    }
    for (const std::string& each : *files)
        answer.details.push_back({FactKind::Reading, "written", each});
    return Reply{.answer = std::move(answer),
                 .json = {{"files", listJson(*files)},
                          {"sections", Json(made.sections.size())},
                          {"answered", Json(answeredSections(made))},
                          {"figures", Json(figureCount(made))},
                          {"project_digest", Json(all->answered.digest)}}};
}

}  // namespace

AskedSection askFor(const ReportQuestion& question, const std::string& project)
{
    std::vector<std::string> words = question.words;
    std::string command = "scalewright-cli";
    for (const std::string& each : words)
        command += ' ' + each;
    AskedSection asked{
        .section = {.title = question.title, .book = question.book, .command = command + ' ' + reportedProject},
        .json = {}};
    words.push_back(project);
    Result<Reply> reply = ask(std::move(words));
    if (!reply) {
        // Where fields are named, what else is said is advice for the command line.
        const std::vector<Problem>& problems = reply.error().problems;
        const bool named = std::any_of(problems.begin(), problems.end(),
                                       [](const Problem& each) { return !each.where.pointer.empty(); });
        for (const Problem& problem : problems)
            if (!named || !problem.where.pointer.empty())
                asked.section.missing.push_back(
                    replaced(capital(problem.message.substr(0, problem.message.find(": "))), project, reportedProject) +
                    ".");
        return asked;
    }
    asked.json = without(jsonOf(*reply), project);
    asked.section.answer = reply->several.empty() ? std::move(reply->answer) : std::move(reply->several.front());
    hidePath(asked.section.answer, project);
    return asked;
}

Run declareReport(CLI::App& command)
{
    auto options = std::make_shared<ReportOptions>();
    command.add_option("PROJECT", options->project, "project file, or - for standard input")->required();
    command
        .add_option(
            "-o,--output", options->folder,
            "the folder, or the archive (.tar.gz), to write; whole or not at all, and nothing there is written over")
        ->type_name("DIR");
    command
        .add_option(
            "--words", options->words,
            "your own words in Markdown: \"# The ceiling\" and so on begin a section's; kept in the report's project")
        ->type_name("FILE");
    command.add_flag("--pdf", options->pdf, "report.pdf too, by pdflatex");
    command.footer(
        "It holds report.html, report.md, report.tex, each figure as SVG, LaTeX and CSV, the project, its inputs,\n"
        "answers.json and README.md with a checklist. Check it with scalewright-cli reproduce.\n"
        "Words may stand at " +
        fmt::format("{}", fmt::join(wordPlaces, ", ")) +
        ".\n"
        "Exit status: 0 also where sections are missing: the report says which.");
    return [options] { return report(*options); };
}

}  // namespace scalewright::cli
