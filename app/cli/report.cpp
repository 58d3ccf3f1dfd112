// report: a project's answers in the method's order, as a folder that can be handed in and worked out again.
#include "app/cli/report.h"

#include <filesystem>
#include <memory>

#include <fmt/format.h>

#include "app/cli/ask.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/process/wall_clock.h"
#include "core/project/project_file.h"
#include "core/project/staged_folder.h"
#include "core/trace/reference.h"

namespace scalewright::cli {

namespace {

struct ReportOptions {
    std::string project, folder;
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

constexpr const char* readme =
    "# What is here\n\n"
    "- report.html, report.md: the answers in the method's order\n"
    "- project.scalewright: the project, with every measurement that the answers rest on\n"
    "- answers.json: each answer as the command gave it\n\n"
    "Work every number out again:\n\n"
    "    scalewright-cli reproduce .\n\n"
    "It ends with 0 where all are the same, with 1 and a table of differences where they are not.\n\n"
    "# Reproducibility checklist (Pineau et al. 2021, JMLR 22(164))\n\n"
    "- [x] Models and assumptions are stated: report.md, \"Limits and assumptions\"\n"
    "- [x] Formulas and their sources: report.md, \"Sources\" and the appendix\n"
    "- [x] The commands that gave the results: under each section\n"
    "- [x] The data behind the results: project.scalewright\n"
    "- [ ] The code of the program that was measured: link it here\n"
    "- [ ] The machine's software (compiler, MPI, framework and their versions): write it here\n"
    "- [ ] How runs were chosen, and how many failed: write it here\n";

Result<Reply> report(const ReportOptions& options)
{
    if (options.folder.empty())
        return fail(ErrorCode::Input, "is missing", "the folder to write to", {.field = "-o"});
    const Result<Project> project = readProjectFrom(options.project);
    if (!project)
        return fail(project.error());
    Result<StagedFolder> staged = StagedFolder::in(options.folder);
    if (!staged)
        return fail(staged.error());
    const std::string path = staged->place(reportedProject).string();
    if (Result<void> saved = saveFile(path, writeProject(*project)); !saved)
        return fail(saved.error());
    const Result<std::string> digest = digestOf(path);
    if (!digest)
        return fail(digest.error());

    Report made{.title = project->title.empty() ? "A distributed design" : project->title,
                .notes = project->notes,
                .date = today(),
                .program = "Scalewright " SCALEWRIGHT_VERSION,
                .sections = {}};
    Json::Array answers;
    Table table{.caption = {}, .columns = {{"section", "section", ""}, {"answer", "answer", ""}}, .rows = {}};
    int answered = 0;
    std::string weakest;
    for (const ReportQuestion& question : reportQuestions()) {
        Asked asked = askFor(question, path);
        const bool found = !asked.section.answer.headline.empty();
        answered += found ? 1 : 0;
        if (!found && weakest.empty() && !asked.section.missing.empty())
            weakest = asked.section.missing.front();
        table.rows.push_back(
            {Cell(std::string(question.title)), Cell(found ? asked.section.answer.headline : std::string("missing"))});
        Json::Array words;
        for (const std::string& each : question.words)
            words.emplace_back(each);
        answers.emplace_back(Json::Object{{"words", Json(std::move(words))}, {"answer", std::move(asked.json)}});
        made.sections.push_back(std::move(asked.section));
    }
    const Json::Object kept{{"schema", Json(1)},
                            {"program", Json(made.program)},
                            {"date", Json(made.date)},
                            {"project_digest", Json(*digest)},
                            {"answers", Json(std::move(answers))}};
    for (const auto& [name, content] : {std::pair<const char*, std::string>{"report.md", reportMarkdown(made)},
                                        {"report.html", reportHtml(made)},
                                        {reportedAnswers, writeJson(Json(kept))},
                                        {"README.md", readme}})
        if (Result<void> saved = saveFile(staged->place(name), content); !saved)
            return fail(saved.error());
    const Result<std::vector<std::string>> files = staged->commitNew();
    if (!files)
        return fail(files.error());

    const std::size_t asked = reportQuestions().size();
    Answer answer{.headline = fmt::format("{} of {} sections answered.", answered, asked),
                  .because = weakest.empty() ? "" : "First of what is missing: " + weakest,
                  .next = {.says = "Read report.html; add your own words to report.md.",
                           .command = "scalewright-cli reproduce " + options.folder,
                           .pointer = {}},
                  .sure = {},
                  .details = {},
                  .table = std::move(table)};
    for (const std::string& each : *files)
        answer.details.push_back({FactKind::Reading, "written", each});
    return Reply{.answer = std::move(answer),
                 .json = {{"files", listJson(*files)},
                          {"sections", Json(asked)},
                          {"answered", Json(answered)},
                          {"project_digest", Json(*digest)}}};
}

}  // namespace

const std::vector<ReportQuestion>& reportQuestions()
{
    static const std::vector<ReportQuestion> questions{{"The ceiling", "41.2", {"diagnose"}},
                                                       {"The design", "41.4", {"design", "show"}},
                                                       {"The design, checked", "41.4", {"design", "check"}},
                                                       {"The prediction", "41.4", {"predict"}},
                                                       {"The measurement", "41.7", {"attribute"}},
                                                       {"The law", "41.7", {"fit"}},
                                                       {"The price", "41.7", {"cost"}},
                                                       {"The footprint", "41.7", {"carbon"}}};
    return questions;
}

Asked askFor(const ReportQuestion& question, const std::string& project)
{
    std::vector<std::string> words = question.words;
    std::string command = "scalewright-cli";
    for (const std::string& each : words)
        command += ' ' + each;
    Asked asked{.section = {.title = question.title, .book = question.book, .command = command + ' ' + reportedProject},
                .json = {}};
    words.push_back(project);
    Result<Reply> reply = ask(std::move(words));
    if (!reply) {
        for (const Problem& problem : reply.error().problems)
            asked.section.missing.push_back(replaced(describe(problem), project, reportedProject));
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
        .add_option("-o,--output", options->folder,
                    "the folder to write to; it appears whole or not at all, and nothing there is written over")
        ->type_name("DIR");
    command.footer(
        "In the folder: report.html, report.md, the project, answers.json for scalewright-cli reproduce DIR, "
        "README.md.\nExit status: 0 also where sections are missing: the report says which.");
    return [options] { return report(*options); };
}

}  // namespace scalewright::cli
