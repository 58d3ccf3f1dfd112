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
#include "core/analysis/analysis.h"
#include "core/base/quote.h"
#include "core/process/wall_clock.h"
#include "core/project/own_words.h"
#include "core/project/project_file.h"
#include "core/project/staged_folder.h"
#include "core/report/words_file.h"
#include "core/tables/svg.h"
#include "core/trace/reference.h"

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

Json inputsJson(const std::vector<PackedInput>& inputs)
{
    Json::Array list;
    for (const PackedInput& input : inputs)
        list.emplace_back(Json::Object{{"file", Json(input.file)},
                                       {"bytes", Json(input.bytes)},
                                       {"digest", Json(input.digest)},
                                       {"packed", Json(input.kept)},
                                       {"reason", input.why.empty() ? Json() : Json(input.why)}});
    return Json(std::move(list));
}

/// All that is handed in, and what is said of it.
struct HandedIn {
    std::vector<ArchivedFile> files;
    Table table{.caption = {}, .columns = {{"section", "section", ""}, {"answer", "answer", ""}}, .rows = {}};
    int answered = 0;
    std::string missing;  ///< the first that is
    std::string digest;
    std::size_t figures = 0;
};

void addFigures(Report& made, const Project& project)
{
    const Analysis analysis = analyse(project);
    made.workers = workerRows(analysis);
    for (ReportFigure& figure : reportFigures(project, analysis)) {
        const std::string_view key = figure.kind == FigureKind::Roofline    ? "ceiling"
                                     : figure.kind == FigureKind::Speedup   ? "prediction"
                                     : figure.kind == FigureKind::LostFolds ? "measurement"
                                                                            : "price";
        for (std::size_t i = 0; i < reportQuestions().size(); ++i)
            if (key == reportQuestions()[i].key)
                made.sections[i].figures.push_back(std::move(figure));
    }
}

Result<void> addDrawings(std::vector<ArchivedFile>& files, const Report& made)
{
    for (const ReportSection& section : made.sections)
        for (const ReportFigure& figure : section.figures) {
            const Result<std::string> svg = toSvg(figure.drawing, {.description = figure.description});
            const Result<std::string> latex = toPgfplots(figure.drawing);
            if (!svg || !latex)
                return fail(svg ? latex.error() : svg.error());
            files.push_back({"figure-" + figure.name + ".svg", *svg});
            files.push_back({"figure-" + figure.name + ".tex", *latex});
            files.push_back({"figure-" + figure.name + ".csv", toCsv(figure.twin)});
        }
    return {};
}

Result<HandedIn> handedIn(const Project& given, const ReportOptions& options)
{
    const std::filesystem::path at =
        options.project == "-" ? std::filesystem::path() : std::filesystem::path(options.project).parent_path();
    Result<PackedInputs> inputs = packInputs(given, at);
    if (!inputs)
        return fail(inputs.error());
    const Project& project = inputs->project;
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder)
        return fail(folder.error());
    const std::string path = (*folder / reportedProject).string();
    const std::string document = writeProject(project);
    if (Result<void> saved = saveFile(path, document); !saved)
        return fail(saved.error());
    const Result<std::string> digest = digestOf(path);
    Result<std::vector<Reference>> references = shippedReferences();
    if (!digest || !references)
        return fail(digest ? references.error() : digest.error());

    HandedIn all;
    all.digest = *digest;
    Report made{.title = project.title.empty() ? "A distributed design" : project.title,
                .notes = project.notes,
                .date = today(),
                .program = "Scalewright " SCALEWRIGHT_VERSION,
                .sections = {},
                .introduction = ownWords(project, "introduction"),
                .conclusion = ownWords(project, "conclusion"),
                .workers = {},
                .references = *std::move(references)};
    Json::Array answers;
    for (const ReportQuestion& question : reportQuestions()) {
        AskedSection asked = askFor(question, path);
        const bool found = !asked.section.answer.headline.empty();
        all.answered += found ? 1 : 0;
        if (!found && all.missing.empty() && !asked.section.missing.empty())
            all.missing = asked.section.missing.front();
        all.table.rows.push_back(
            {Cell(std::string(question.title)), Cell(found ? asked.section.answer.headline : std::string("missing"))});
        Json::Array words;
        for (const std::string& each : question.words)
            words.emplace_back(each);
        answers.emplace_back(Json::Object{{"words", Json(std::move(words))}, {"answer", std::move(asked.json)}});
        asked.section.words = ownWords(project, question.key);
        made.sections.push_back(std::move(asked.section));
    }
    addFigures(made, project);
    const Json::Object kept{{"schema", Json(1)},
                            {"program", Json(made.program)},
                            {"date", Json(made.date)},
                            {"project_digest", Json(*digest)},
                            {"inputs", inputsJson(inputs->list)},
                            {"answers", Json(std::move(answers))}};
    const std::string latex = reportLatex(made);
    all.files = {{"report.html", reportHtml(made)}, {"report.md", reportMarkdown(made)}, {"report.tex", latex}};
    if (options.pdf) {
        if (Result<void> saved = saveFile(*folder / "report.tex", latex); !saved)
            return fail(saved.error());
        Result<std::string> pdf = typeset(*folder);
        if (!pdf)
            return fail(pdf.error());
        all.files.push_back({"report.pdf", *std::move(pdf)});
    }
    all.files.push_back({reportedProject, document});
    all.files.push_back({reportedAnswers, writeJson(Json(kept))});
    all.files.push_back({"README.md", readmeOf(project, inputs->list, options.pdf)});
    const std::size_t before = all.files.size();
    if (Result<void> drawn = addDrawings(all.files, made); !drawn)
        return fail(drawn.error());
    all.figures = (all.files.size() - before) / 3;
    all.files.insert(all.files.end(), inputs->files.begin(), inputs->files.end());
    return all;
}

bool isArchive(const std::string& name)
{
    return name.ends_with(".tar.gz") || name.ends_with(".tgz");
}

Result<std::vector<std::string>> writeArchive(const std::string& file, const std::vector<ArchivedFile>& files)
{
    std::string folder = std::filesystem::path(file).filename().string();
    folder.resize(folder.size() - (folder.ends_with(".tgz") ? 4 : 7));
    std::error_code ignored;
    if (std::filesystem::exists(std::filesystem::symlink_status(file, ignored)))
        return fail(ErrorCode::Input, "is there already and is not written over", "another name", {.file = file});
    if (folder.empty() || folder.size() > 20)
        folder = "report";
    if (Result<void> saved = saveFile(file, packed(folder, files)); !saved)
        return fail(saved.error());
    return std::vector<std::string>{file};
}

Result<std::vector<std::string>> writeFolder(const std::string& folder, const std::vector<ArchivedFile>& files)
{
    Result<StagedFolder> staged = StagedFolder::in(folder);
    if (!staged)
        return fail(staged.error());
    for (const ArchivedFile& file : files)
        if (Result<void> saved = saveFile(staged->place(file.name), file.content); !saved)
            return fail(saved.error());
    return staged->commitNew();
}

Result<Reply> report(const ReportOptions& options)
{
    if (options.folder.empty())
        return fail(ErrorCode::Input, "is missing", "the folder or the .tar.gz to write to", {.field = "-o"});
    if (options.folder.ends_with(".zip"))
        return fail(ErrorCode::Input, "no zip is written", "a name that ends with .tar.gz, or a folder",
                    {.field = "-o"});
    Result<Project> project = readProjectFrom(options.project).and_then([&](Project read) {
        return withWordsOf(std::move(read), options.words);
    });
    if (!project)
        return fail(project.error());
    Result<HandedIn> all = handedIn(*project, options);
    if (!all)
        return fail(all.error());
    const Result<std::vector<std::string>> files =
        isArchive(options.folder) ? writeArchive(options.folder, all->files) : writeFolder(options.folder, all->files);
    if (!files)
        return fail(files.error());

    const std::size_t asked = reportQuestions().size();
    Answer answer{
        .headline = fmt::format("{} of {} sections answered, {} {}.", all->answered, asked, all->figures,
                                all->figures == 1 ? "figure" : "figures"),
        .because = all->missing.empty() ? "" : "First of what is missing: " + all->missing,
        .next = {.says = isArchive(options.folder) ? "Hand in the archive." : "Read report.html; hand in the folder.",
                 .command = "scalewright-cli reproduce " + options.folder,
                 .pointer = {}},
        .sure = {},
        .details = {},
        .table = std::move(all->table)};
    for (const std::string& each : *files)
        answer.details.push_back({FactKind::Reading, "written", each});
    return Reply{.answer = std::move(answer),
                 .json = {{"files", listJson(*files)},
                          {"sections", Json(asked)},
                          {"answered", Json(all->answered)},
                          {"figures", Json(all->figures)},
                          {"project_digest", Json(all->digest)}}};
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
        for (const Problem& problem : reply.error().problems)
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
