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
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "core/project/document/report_texts.h"
#include "core/project/document/staged_folder.h"

namespace scalewright {

namespace {

constexpr const char* programVersionText = "Scalewright " SCALEWRIGHT_VERSION;

Json inputsJson(const std::vector<PackedInput>& inputs)
{
    Json::Array list;
    for (const PackedInput& input : inputs)
        list.emplace_back(
            Json::Object{{"file", Json(input.fileName)},
                         {"bytes", Json(input.bytes)},
                         {"digest", Json(input.digest)},
                         {"packed", Json(input.isPacked)},
                         {"reason", input.notPackedReason.empty() ? Json() : Json(input.notPackedReason)}});
    return Json(std::move(list));
}

void addReportFigures(Report& report, const Project& project)
{
    const Analysis analysis = analyse(project);
    report.workerRows = workerRows(project, analysis);
    for (ReportFigure& figure : reportFigures(project, analysis)) {
        const std::string_view key = figure.kind == FigureKind::Roofline    ? "ceiling"
                                     : figure.kind == FigureKind::Speedup   ? "prediction"
                                     : figure.kind == FigureKind::LostFolds ? "measurement"
                                                                            : "price";
        for (std::size_t i = 0; i < reportQuestions().size(); ++i)
            if (key == reportQuestions()[i].key)
                report.sections[i].figures.push_back(std::move(figure));
    }
}

/// The content that `reproduce` compares: each answer with its command.
Json answersJson(const AnsweredReport& answered, const std::vector<PackedInput>& inputs)
{
    Json::Array answers;
    for (std::size_t i = 0; i < answered.answers.size(); ++i) {
        Json::Array words;
        for (const std::string& each : reportQuestions()[i].commandWords)
            words.emplace_back(each);
        answers.emplace_back(Json::Object{{"words", Json(std::move(words))}, {"answer", answered.answers[i]}});
    }
    return Json(Json::Object{{"schema", Json(1)},
                             {"program", Json(answered.report.program)},
                             {"date", Json(answered.report.date)},
                             {"project_digest", Json(answered.projectDigest)},
                             {"inputs", inputsJson(inputs)},
                             {"answers", Json(std::move(answers))}});
}

Result<StagedFolder> stageFiles(const std::filesystem::path& folder, const std::vector<ArchivedFile>& files)
{
    Result<StagedFolder> stage = StagedFolder::create(folder);
    if (!stage)
        return stage;
    for (const ArchivedFile& file : files)
        if (Result<void> saved = saveFile(stage->addFile(file.name), file.content); !saved)
            return fail(saved.error());
    return stage;
}

}  // namespace

Result<AnsweredReport> makeAnsweredReport(const Project& project, const SectionProvider& provideSection,
                                          const ReportMonitor& monitor)
{
    const Result<TemporaryFolder> folder = TemporaryFolder::create();
    if (!folder)
        return fail(folder.error());
    const std::string path = (*folder / reportProjectFile).string();
    AnsweredReport answered;
    answered.report.title = project.title.empty() ? "A distributed design" : project.title;
    answered.report.notes = project.notes;
    answered.report.date = today();
    answered.report.program = programVersionText;
    answered.report.introduction = reportText(project, "introduction");
    answered.report.conclusion = reportText(project, "conclusion");
    answered.projectDocument = writeProject(project);
    if (Result<void> saved = saveFile(path, answered.projectDocument); !saved)
        return fail(saved.error());
    Result<std::string> digest = digestFile(path);
    Result<std::vector<Reference>> references = shippedReferences();
    if (!digest || !references)
        return fail(digest ? references.error() : digest.error());
    answered.projectDigest = *std::move(digest);
    answered.report.references = *std::move(references);
    for (const ReportQuestion& question : reportQuestions()) {
        if (monitor.stopToken.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped");
        if (monitor.onProgress)
            monitor.onProgress(double(answered.answers.size()) / double(reportQuestions().size()), question.title);
        SectionResult sectionResult = provideSection(question, path);
        sectionResult.section.reportText = reportText(project, question.key);
        answered.report.sections.push_back(std::move(sectionResult.section));
        answered.answers.push_back(std::move(sectionResult.answerJson));
    }
    addReportFigures(answered.report, project);
    return answered;
}

std::size_t answeredSectionCount(const Report& report)
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

OpenParts findOpenParts(const Project& project)
{
    OpenParts open;
    for (const Slot slot : allSlots)
        open.emptySlots += slotOf(project.design, slot).choices.empty() ? 1 : 0;
    open.isIntroductionMissing = reportText(project, "introduction").empty();
    for (const ChecklistLine& line : reproducibilityChecklist(project)) {
        open.openChecklistPoints += line.isFilled ? 0 : 1;
        ++open.checklistPoints;
    }
    return open;
}

static std::string openPartsText(const OpenParts& open)
{
    std::vector<std::string> parts;
    if (open.emptySlots > 0)
        parts.push_back(fmt::format("{} of {} slots", open.emptySlots, allSlots.size()));
    if (open.isIntroductionMissing)
        parts.emplace_back("the introduction");
    if (open.openChecklistPoints > 0)
        parts.push_back(
            fmt::format("{} of {} points of the checklist", open.openChecklistPoints, open.checklistPoints));
    return fmt::format("Still open: {}.", fmt::join(parts, ", "));
}

Answer handInAnswer(const Report& report, const Project& project)
{
    const std::size_t figures = figureCount(report);
    Answer answer{
        .headline = fmt::format("{} of {} sections answered, {} {}.", answeredSectionCount(report),
                                report.sections.size(), figures, figures == 1 ? "figure" : "figures"),
        .because = {},
        .next = {},
        .confidence = {},
        .details = {},
        .table = {.caption = {}, .columns = {{"section", "section", ""}, {"answer", "answer", ""}}, .rows = {}}};
    for (const ReportSection& section : report.sections) {
        const bool isAnswered = !section.answer.headline.empty();
        if (!isAnswered && answer.because.empty() && !section.missingReasons.empty())
            answer.because = section.missingReasons.front();
        answer.table.rows.push_back(
            {Cell(section.title), Cell(isAnswered ? section.answer.headline : std::string("missing"))});
    }
    if (const OpenParts open = findOpenParts(project); answer.because.empty() && open.hasAny())
        answer.because = openPartsText(open);
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
            files.push_back({"figure-" + figure.name + ".tex", toPdflatexText(*latex)});
            files.push_back({"figure-" + figure.name + ".csv", sanitised(toCsv(figure.table))});
        }
    return files;
}

Result<ReportPackage> makeReportPackage(const Project& project, const std::filesystem::path& projectFolder,
                                        const SectionProvider& provideSection, const PackageForm& form,
                                        const ReportMonitor& monitor)
{
    Result<PackedInputs> inputs = packInputs(project, projectFolder, monitor.stopToken);
    if (!inputs)
        return fail(inputs.error());
    Result<AnsweredReport> answered = makeAnsweredReport(inputs->project, provideSection, monitor);
    if (!answered)
        return fail(answered.error());
    ReportPackage package{.answeredReport = *std::move(answered), .files = {}};
    const Report& report = package.answeredReport.report;
    const std::string latex = reportLatex(report);
    package.files = {{"report.html", reportHtml(report)}, {"report.md", reportMarkdown(report)}, {"report.tex", latex}};
    if (form.includesPdf) {
        Result<std::string> pdf = typesetLatex(latex, monitor.stopToken);
        if (!pdf)
            return fail(pdf.error());
        package.files.push_back({"report.pdf", *std::move(pdf)});
    }
    package.files.push_back({reportProjectFile, package.answeredReport.projectDocument});
    package.files.push_back({reportAnswersFile, writeJson(answersJson(package.answeredReport, inputs->inputs))});
    package.files.push_back({"README.md", makeReadme(inputs->project, inputs->inputs, form.includesPdf)});
    Result<std::vector<ArchivedFile>> figures = figureFiles(report);
    if (!figures)
        return fail(figures.error());
    package.files.insert(package.files.end(), figures->begin(), figures->end());
    package.files.insert(package.files.end(), inputs->files.begin(), inputs->files.end());
    return package;
}

bool isArchiveName(const std::string& file)
{
    const std::string name = lowerCase(file);
    return name.ends_with(".tar.gz") || name.ends_with(".tgz");
}

std::string makeArchive(const std::string& file, const std::vector<ArchivedFile>& files)
{
    constexpr std::size_t maximumFolderLength = 20;  // file name and folder may have at most 99 bytes together
    std::string folder = std::filesystem::path(file).filename().string();
    folder.resize(folder.size() - (lowerCase(folder).ends_with(".tgz") ? 4 : 7));
    return packArchive(folder.empty() || folder.size() > maximumFolderLength ? "report" : folder, files);
}

Result<std::vector<std::string>> saveNewFolder(const std::filesystem::path& folder,
                                               const std::vector<ArchivedFile>& files)
{
    return stageFiles(folder, files).and_then([](StagedFolder stage) { return stage.commitWithoutOverwriting(); });
}

Result<SavedFiles> saveFiles(const std::filesystem::path& folder, const std::vector<ArchivedFile>& files, bool replace)
{
    SavedFiles saved;
    for (const ArchivedFile& file : files) {
        std::error_code ignored;
        saved.savedPaths.push_back(folder / file.name);
        if (std::filesystem::exists(std::filesystem::symlink_status(saved.savedPaths.back(), ignored)))
            saved.existingPaths.push_back(saved.savedPaths.back());
    }
    if (!replace && !saved.existingPaths.empty()) {
        saved.savedPaths.clear();
        return saved;
    }
    Result<StagedFolder> stage = stageFiles(folder, files);
    if (!stage)
        return fail(stage.error());
    if (Result<void> done = stage->commit(); !done)
        return fail(done.error());
    saved.existingPaths.clear();
    return saved;
}

}  // namespace scalewright
