#include "core/output/report/hand_in.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/process/wall_clock.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/design/slots/slots.h"
#include "core/evidence/import/text.h"
#include "core/evidence/trace/reference.h"
#include "core/output/report/checklist.h"
#include "core/output/report/package.h"
#include "core/output/tables/latex.h"
#include "core/output/tables/svg.h"
#include "core/project/document/own_words.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "core/project/document/staged_folder.h"

namespace scalewright {

namespace {

constexpr const char* programName = "Scalewright " SCALEWRIGHT_VERSION;

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

/// What `reproduce` compares: each answer with the words of its command.
Json keptAnswers(const AnsweredReport& answered, const std::vector<PackedInput>& inputs)
{
    Json::Array answers;
    for (std::size_t i = 0; i < answered.answers.size(); ++i) {
        Json::Array words;
        for (const std::string& each : reportQuestions()[i].words)
            words.emplace_back(each);
        answers.emplace_back(Json::Object{{"words", Json(std::move(words))}, {"answer", answered.answers[i]}});
    }
    return Json(Json::Object{{"schema", Json(1)},
                             {"program", Json(answered.report.program)},
                             {"date", Json(answered.report.date)},
                             {"project_digest", Json(answered.digest)},
                             {"inputs", inputsJson(inputs)},
                             {"answers", Json(std::move(answers))}});
}

Result<StagedFolder> staged(const std::filesystem::path& folder, const std::vector<ArchivedFile>& files)
{
    Result<StagedFolder> stage = StagedFolder::in(folder);
    if (!stage)
        return stage;
    for (const ArchivedFile& file : files)
        if (Result<void> saved = saveFile(stage->place(file.name), file.content); !saved)
            return fail(saved.error());
    return stage;
}

}  // namespace

Result<AnsweredReport> answeredReport(const Project& project, const AskSection& ask, const ReportWatch& watch)
{
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    if (!folder)
        return fail(folder.error());
    const std::string path = (*folder / reportedProject).string();
    AnsweredReport all;
    all.report.title = project.title.empty() ? "A distributed design" : project.title;
    all.report.notes = project.notes;
    all.report.date = today();
    all.report.program = programName;
    all.report.introduction = ownWords(project, "introduction");
    all.report.conclusion = ownWords(project, "conclusion");
    all.document = writeProject(project);
    if (Result<void> saved = saveFile(path, all.document); !saved)
        return fail(saved.error());
    Result<std::string> digest = digestOf(path);
    Result<std::vector<Reference>> references = shippedReferences();
    if (!digest || !references)
        return fail(digest ? references.error() : digest.error());
    all.digest = *std::move(digest);
    all.report.references = *std::move(references);
    for (const ReportQuestion& question : reportQuestions()) {
        if (watch.stop.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped");
        if (watch.progress)
            watch.progress(double(all.answers.size()) / double(reportQuestions().size()), question.title);
        AskedSection asked = ask(question, path);
        asked.section.words = ownWords(project, question.key);
        all.report.sections.push_back(std::move(asked.section));
        all.answers.push_back(std::move(asked.json));
    }
    addFigures(all.report, project);
    return all;
}

std::size_t answeredSections(const Report& report)
{
    return std::size_t(std::count_if(report.sections.begin(), report.sections.end(),
                                     [](const ReportSection& section) { return !section.answer.headline.empty(); }));
}

std::size_t figureCount(const Report& report)
{
    std::size_t count = 0;
    for (const ReportSection& section : report.sections)
        count += section.figures.size();
    return count;
}

OpenParts openParts(const Project& project)
{
    OpenParts open;
    for (const Slot slot : allSlots)
        open.emptySlots += slotOf(project.design, slot).choices.empty() ? 1 : 0;
    open.introduction = ownWords(project, "introduction").empty();
    for (const ChecklistLine& line : reproducibilityChecklist(project)) {
        open.checklist += line.filled ? 0 : 1;
        ++open.checklistOf;
    }
    return open;
}

static std::string openText(const OpenParts& open)
{
    std::vector<std::string> parts;
    if (open.emptySlots > 0)
        parts.push_back(fmt::format("{} of {} slots", open.emptySlots, allSlots.size()));
    if (open.introduction)
        parts.emplace_back("the introduction");
    if (open.checklist > 0)
        parts.push_back(fmt::format("{} of {} points of the checklist", open.checklist, open.checklistOf));
    return fmt::format("Still open: {}.", fmt::join(parts, ", "));
}

Answer handInAnswer(const Report& report, const Project& project)
{
    const std::size_t figures = figureCount(report);
    Answer answer{
        .headline = fmt::format("{} of {} sections answered, {} {}.", answeredSections(report), report.sections.size(),
                                figures, figures == 1 ? "figure" : "figures"),
        .because = {},
        .next = {},
        .sure = {},
        .details = {},
        .table = {.caption = {}, .columns = {{"section", "section", ""}, {"answer", "answer", ""}}, .rows = {}}};
    for (const ReportSection& section : report.sections) {
        const bool found = !section.answer.headline.empty();
        if (!found && answer.because.empty() && !section.missing.empty())
            answer.because = section.missing.front();
        answer.table.rows.push_back(
            {Cell(section.title), Cell(found ? section.answer.headline : std::string("missing"))});
    }
    if (const OpenParts open = openParts(project); answer.because.empty() && open.any())
        answer.because = openText(open);
    return answer;
}

Result<std::vector<ArchivedFile>> figureFiles(const Report& report)
{
    std::vector<ArchivedFile> files;
    for (const ReportSection& section : report.sections)
        for (const ReportFigure& figure : section.figures) {
            Result<std::string> svg = toSvg(figure.drawing, {.description = figure.description});
            Result<std::string> latex = toPgfplots(figure.drawing);
            if (!svg || !latex)
                return fail(svg ? latex.error() : svg.error());
            files.push_back({"figure-" + figure.name + ".svg", *std::move(svg)});
            files.push_back({"figure-" + figure.name + ".tex", typesettable(*latex)});
            files.push_back({"figure-" + figure.name + ".csv", cleaned(toCsv(figure.twin))});
        }
    return files;
}

Result<ReportPackage> reportPackage(const Project& project, const std::filesystem::path& projectFolder,
                                    const AskSection& ask, const PackageForm& form, const ReportWatch& watch)
{
    Result<PackedInputs> inputs = packInputs(project, projectFolder, watch.stop);
    if (!inputs)
        return fail(inputs.error());
    Result<AnsweredReport> answered = answeredReport(inputs->project, ask, watch);
    if (!answered)
        return fail(answered.error());
    ReportPackage all{.answered = *std::move(answered), .files = {}};
    const Report& report = all.answered.report;
    const std::string latex = reportLatex(report);
    all.files = {{"report.html", reportHtml(report)}, {"report.md", reportMarkdown(report)}, {"report.tex", latex}};
    if (form.pdf) {
        Result<std::string> pdf = typesetLatex(latex, watch.stop);
        if (!pdf)
            return fail(pdf.error());
        all.files.push_back({"report.pdf", *std::move(pdf)});
    }
    all.files.push_back({reportedProject, all.answered.document});
    all.files.push_back({reportedAnswers, writeJson(keptAnswers(all.answered, inputs->list))});
    all.files.push_back({"README.md", readmeOf(inputs->project, inputs->list, form.pdf)});
    Result<std::vector<ArchivedFile>> figures = figureFiles(report);
    if (!figures)
        return fail(figures.error());
    all.files.insert(all.files.end(), figures->begin(), figures->end());
    all.files.insert(all.files.end(), inputs->files.begin(), inputs->files.end());
    return all;
}

bool namesArchive(const std::string& file)
{
    const std::string name = lowerCase(file);
    return name.ends_with(".tar.gz") || name.ends_with(".tgz");
}

std::string archiveOf(const std::string& file, const std::vector<ArchivedFile>& files)
{
    constexpr std::size_t longest = 20;  // a file's name has 99 bytes with its folder's
    std::string folder = std::filesystem::path(file).filename().string();
    folder.resize(folder.size() - (lowerCase(folder).ends_with(".tgz") ? 4 : 7));
    return packed(folder.empty() || folder.size() > longest ? "report" : folder, files);
}

Result<std::vector<std::string>> saveNewFolder(const std::filesystem::path& folder,
                                               const std::vector<ArchivedFile>& files)
{
    return staged(folder, files).and_then([](StagedFolder stage) { return stage.commitNew(); });
}

Result<SavedFiles> saveFiles(const std::filesystem::path& folder, const std::vector<ArchivedFile>& files, bool replace)
{
    SavedFiles saved;
    for (const ArchivedFile& file : files) {
        std::error_code ignored;
        saved.files.push_back(folder / file.name);
        if (std::filesystem::exists(std::filesystem::symlink_status(saved.files.back(), ignored)))
            saved.inTheWay.push_back(saved.files.back());
    }
    if (!replace && !saved.inTheWay.empty()) {
        saved.files.clear();
        return saved;
    }
    Result<StagedFolder> stage = staged(folder, files);
    if (!stage)
        return fail(stage.error());
    if (Result<void> done = stage->commit(); !done)
        return fail(done.error());
    saved.inTheWay.clear();
    return saved;
}

}  // namespace scalewright
