// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/hand_in.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/error/try.h"
#include "core/base/json/fields.h"
#include "core/base/process/wall_clock.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/attribution/attribution_text.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/slots.h"
#include "core/evidence/import/text.h"
#include "core/evidence/trace/reference.h"
#include "core/output/answers/ask.h"
#include "core/output/answers/card_memory.h"
#include "core/output/answers/decision.h"
#include "core/output/answers/phrases.h"
#include "core/output/answers/story.h"
#include "core/output/chart/pgfplots.h"
#include "core/output/chart/svg.h"
#include "core/output/report/checklist.h"
#include "core/output/report/package.h"
#include "core/output/tables/latex.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "core/project/document/report_texts.h"
#include "core/project/document/staged_folder.h"

namespace scalewright {

namespace {

constexpr const char* programVersionText = "Scalewright " SCALEWRIGHT_VERSION;

ReportSection& sectionOf(Report& report, std::string_view key)
{
    const std::vector<ReportQuestion>& questions = reportQuestions();
    const auto found = std::ranges::find(questions, key, &ReportQuestion::key);
    return report.sections[std::size_t(found - questions.begin())];
}

const char* sectionKeyOf(FigureKind kind)
{
    switch (kind) {
    case FigureKind::Tree:
    case FigureKind::Memory:
    case FigureKind::Roofline: return "ceiling";
    case FigureKind::Board: return "design";
    case FigureKind::Speedup: return "prediction";
    case FigureKind::Waterfall:
    case FigureKind::LostFolds:
    case FigureKind::Timeline: return "measurement";
    case FigureKind::Cost: break;
    }
    return "price";
}

void addReportFigures(Report& report, const Project& project, const Analysis& analysis)
{
    report.workerRows = workerRows(project, analysis);
    for (ReportFigure& figure : reportFigures(project, analysis)) {
        ReportSection& section = sectionOf(report, sectionKeyOf(figure.kind));
        if (figure.kind == FigureKind::Speedup)
            section.summary = speedupSummary(figure, analysis);
        section.figures.push_back(std::move(figure));
    }
}

/// Whether a column after `column` has any value.
bool hasValueAfterColumn(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows, [&](const std::vector<Cell>& row) {
        return std::any_of(row.begin() + std::ptrdiff_t(std::min(column + 1, row.size())), row.end(),
                           [](const Cell& cell) { return !std::holds_alternative<std::monostate>(cell); });
    });
}

/// The table without columns that have no value or only zeros, with three digits, a unit of time that fits the largest
/// value, and the names of rules in words.
void tidyForReading(Table& table)
{
    for (std::size_t column = table.columns.size(); column-- > 0;) {
        const bool isEmpty = std::ranges::all_of(table.rows, [&](const std::vector<Cell>& row) {
            return column >= row.size() || std::holds_alternative<std::monostate>(row[column]) ||
                   row[column] == Cell(0.0);
        });
        Column& shown = table.columns[column];
        std::vector<double*> seconds;
        for (std::vector<Cell>& row : table.rows)
            if (auto* value = column < row.size() ? std::get_if<double>(&row[column]) : nullptr;
                shown.unit == "s" && value)
                seconds.push_back(value);
        double largestS = 0;
        for (const double* value : seconds)
            largestS = std::max(largestS, *value);
        struct Unit {
            const char* name;
            double size, from;
        };
        for (const Unit& unit :
             {Unit{"h", 3600, 36000}, {"s", 1, 0.1}, {"ms", 1e-3, 1e-4}, {"µs", 1e-6, 1e-7}, {"ns", 1e-9, 0}})
            if (largestS >= unit.from && largestS > 0) {
                shown.unit = unit.name;
                for (double* value : seconds)
                    *value /= unit.size;
                break;
            }
        if (shown.decimals != 0 && shown.unit != "%")
            shown.decimals = threeSignificantDigits;
        for (std::vector<Cell>& row : table.rows)
            if (auto* id = column < row.size() ? std::get_if<std::string>(&row[column]) : nullptr;
                id && table.columns[column].key == "rule")
                std::replace(id->begin(), id->end(), '-', ' ');
            else if (isEmpty && column < row.size())
                row.erase(row.begin() + std::ptrdiff_t(column));
        if (isEmpty && !table.rows.empty())
            table.columns.erase(table.columns.begin() + std::ptrdiff_t(column));
    }
}

/// Each filled slot with the user's justification and rejected alternative.
std::vector<ReportChoice> reportChoices(const Project& project, const DesignCatalogue& catalogue)
{
    std::vector<ReportChoice> choices;
    for (const Slot slot : allSlots) {
        const DesignSlot& filled = slotOf(project.design, slot);
        if (filled.choices.empty())
            continue;
        const SlotMenu& menu = catalogue.menu(slot);
        const SlotOption* rejected = menu.find(filled.rejected);
        const std::string rejectedName = rejected ? rejected->title : filled.rejected;
        ReportChoice choice{.title = formatMessage("{}: {}.", menu.title, slotText(catalogue, project.design, slot)),
                            .text = asSentence(filled.justification),
                            .reasons = {}};
        if (!filled.rejected.empty())
            choice.text =
                joinNonEmpty({choice.text, filled.rejectedBecause.empty()
                                               ? formatMessage("Not {}.", uncapitalised(rejectedName))
                                               : formatMessage("Not {}: {}", uncapitalised(rejectedName),
                                                               uncapitalised(asSentence(filled.rejectedBecause)))},
                             " ");
        for (const std::string& each : {filled.justification, filled.rejectedBecause})
            if (!each.empty())
                choice.reasons.push_back(each);
        choices.push_back(std::move(choice));
    }
    return choices;
}

/// `ceiling`: the answer about one machine, which is the decision as long as nothing is planned.
ReportDecision reportDecision(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue,
                              const Answer& ceiling)
{
    const std::vector<Finding> findings = checkDesign(project, analysis, catalogue);
    const Story story = makeStory({project, analysis, catalogue, findings});
    const Claim& claim = analysis.claim;
    ReportDecision decision{.headline = story.headline, .reasons = {}, .basis = {}};
    const auto addReason = [&](std::string reason) {
        if (!reason.empty())
            decision.reasons.push_back(asSentence(std::move(reason)));
    };
    if (!claim.whyNoPlan.empty()) {
        for (const std::string& each : claim.waysOut)
            addReason(each);
        return decision;
    }
    if (!analysis.plan) {
        decision.headline = ceiling.headline;
        addReason(ceiling.next.text);
        decision.basis = capitalised(confidenceText(ceiling.confidence));
        return decision;
    }
    const Answer decided = decisionAnswer(project, analysis, story.choice ? &*story.choice : nullptr);
    const auto isNumber = [](const std::optional<double>& value) { return value && std::isfinite(*value); };
    addReason(joinNonEmpty(
        {claim.speedup ? speedupText(*claim.speedup) : "", isNumber(claim.run.timeS) ? timeText(*claim.run.timeS) : "",
         isNumber(claim.run.costUsd) ? formatMessage("{} {}", moneyText(*claim.run.costUsd), claim.run.unitName) : ""},
        ", "));
    addReason(claim.whyThisP.empty() ? decided.because : claim.whyThisP);
    if (const auto memory = planMemory(project, analysis.feasible, analysis.planP, findings);
        memory && memory->rows.size() > 1)
        addReason(formatMessage("{} fits: {}", memory->rows.back().title, memory->roomText(memory->rows.back())));
    const Attribution* attribution =
        analysis.ladder && analysis.ladder->attribution ? &*analysis.ladder->attribution : nullptr;
    if (attribution && attribution->explainedP == analysis.planP)
        addReason(lossReasonText(*analysis.ladder->measured, *attribution));
    else if (attribution)  // a trace alone says nothing about what limits the plan
        addReason(story.row(StoryStep::Measure).headline);
    else
        addReason(limitText(claim));
    addReason(claim.disagreement);
    decision.basis = capitalised(joinNonEmpty({confidenceText(decided.confidence), story.terms}, " · "));
    return decision;
}

std::vector<std::string> commandWords(const std::string& command)
{
    const std::size_t space = command.find(' ');
    return space == std::string::npos ? std::vector{command}
                                      : std::vector{command.substr(0, space), command.substr(space + 1)};
}

/// The content that `reproduce` compares: each answer with its command.
Json answersJson(const AnsweredReport& answered, const std::vector<PackedInput>& inputs)
{
    std::size_t index = 0;
    return Json(
        objectOf({{"schema", 1},
                  {"program", answered.report.program},
                  {"date", answered.report.date},
                  {"project_digest", answered.projectDigest},
                  {"inputs", inputsJson(inputs)},
                  {"answers", listOf(answered.answers, [&](const Json& each) {
                       return objectOf({{"words", commandWords(reportQuestions()[index++].command)}, {"answer", each}});
                   })}}));
}

Result<StagedFolder> stageFiles(const std::filesystem::path& folder, const std::vector<ArchivedFile>& files)
{
    Result<StagedFolder> stage = StagedFolder::create(folder);
    if (!stage)
        return stage;
    for (const ArchivedFile& file : files)
        TRY_DO(saveFile(stage->addFile(file.name), file.content));
    return stage;
}

}  // namespace

Json inputsJson(const std::vector<PackedInput>& inputs)
{
    return listOf(inputs, [](const PackedInput& input) {
        return objectOf({{"file", input.fileName},
                         {"bytes", input.bytes},
                         {"digest", input.digest},
                         {"packed", input.isPacked},
                         {"reason", input.notPackedReason.empty() ? Json() : Json(input.notPackedReason)}});
    });
}

AnsweredSection answerSection(const ReportQuestion& question, const Project& project)
{
    AnsweredSection result{
        .section = {.title = question.title,
                    .bookSection = question.bookSection,
                    .command = fmt::format("scalewright-cli {} {}", question.command, reportProjectFile)}};
    Result<Answered> answered = answer(question.command, project, reportProjectFile);
    if (answered) {
        result.answerJson = documentOf(*answered);
        result.section.answer = std::move(answered->answer);
        return result;
    }
    // If some problems refer to fields, the others are only advice for the command line.
    const std::vector<Problem>& problems = answered.error().problems;
    const bool namesField =
        std::ranges::any_of(problems, [](const Problem& each) { return !each.location.jsonPointer.empty(); });
    for (const Problem& problem : problems)
        if (!namesField || !problem.location.jsonPointer.empty())
            result.section.missingReasons.push_back(capitalised(problem.message.substr(0, problem.message.find(": "))) +
                                                    ".");
    return result;
}

Result<AnsweredReport> makeAnsweredReport(const Project& project, const ReportMonitor& monitor)
{
    AnsweredReport answered;
    answered.report.title = project.title.empty() ? "A distributed design" : project.title;
    answered.report.notes = project.notes;
    answered.report.date = today();
    answered.report.program = programVersionText;
    answered.report.author = reportText(project, reportAuthorPlace);
    answered.report.introduction = reportText(project, "introduction");
    answered.report.conclusion = reportText(project, "conclusion");
    answered.projectDocument = writeProject(project);
    // `reproduce` answers about the document, too.
    const Result<Project> document = parseProject(answered.projectDocument);
    Result<std::vector<Reference>> references = shippedReferences();
    if (!document || !references)
        return fail(!document ? document.error() : references.error());
    answered.projectDigest = digestOf(answered.projectDocument);
    answered.report.references = *std::move(references);
    for (const ReportQuestion& question : reportQuestions()) {
        if (monitor.stopToken.stop_requested())
            return fail(ErrorCode::Cancelled, "stopped");
        if (monitor.onProgress)
            monitor.onProgress(double(answered.answers.size()) / double(reportQuestions().size()), question.title);
        AnsweredSection sectionResult = answerSection(question, *document);
        sectionResult.section.reportText = reportText(project, question.key);
        answered.report.sections.push_back(std::move(sectionResult.section));
        answered.answers.push_back(std::move(sectionResult.answerJson));
    }
    const Analysis analysis = analyse(project);
    addReportFigures(answered.report, project, analysis);
    TRY(const DesignCatalogue catalogue, loadDesignCatalogue());
    answered.report.decision =
        reportDecision(project, analysis, catalogue, sectionOf(answered.report, "ceiling").answer);
    sectionOf(answered.report, "design").choices = reportChoices(project, catalogue);
    sectionOf(answered.report, "checks").keepsTableForAppendix = true;
    sectionOf(answered.report, "design").isOpen = sectionOf(answered.report, "checks").isOpen =
        sectionOf(answered.report, "design").choices.empty();
    ReportSection& footprint = sectionOf(answered.report, "footprint");
    footprint.isOpen = !hasValueAfterColumn(footprint.answer.table, 1);  // without a power there is no energy
    tidyForReading(answered.report.workerRows.table);
    for (ReportSection& section : answered.report.sections)
        for (Table* table : {&section.answer.table, &section.summary})
            tidyForReading(*table);
    return answered;
}

std::size_t answeredSectionCount(const Report& report)
{
    return std::size_t(std::ranges::count_if(report.sections, [](const ReportSection& section) {
        return !section.answer.headline.empty() && !section.isOpen;
    }));
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
    Answer answer{.headline = fmt::format("{} of {} sections answered, {} {}.", answeredSectionCount(report),
                                          report.sections.size(), figures, figures == 1 ? "figure" : "figures"),
                  .table = {.columns = {{"section", "section", ""}, {"answer", "answer", ""}}}};
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
            files.push_back(
                {"figure-" + figure.name + ".svg", toSvgFile(toSvg(figure.drawing), {.title = figure.caption,
                                                                                     .caption = {},
                                                                                     .description = figure.description,
                                                                                     .showsTexts = false})});
            files.push_back({"figure-" + figure.name + ".tex", toPdflatexText(toPgfplots(figure.drawing))});
            files.push_back({"figure-" + figure.name + ".csv", sanitised(toCsv(figure.table))});
        }
    return files;
}

Result<std::vector<ArchivedFile>> reportFiles(const AnsweredReport& answered, const Project& project,
                                              const std::vector<PackedInput>& inputs, bool hasPdf)
{
    const Report& report = answered.report;
    std::vector<ArchivedFile> files{{"report.html", reportHtml(report)},
                                    {"report.md", reportMarkdown(report)},
                                    {"report.tex", reportLatex(report)},
                                    {reportAnswersFile, writeJson(answersJson(answered, inputs))},
                                    {"README.md", makeReadme(project, inputs, hasPdf)}};
    TRY(std::vector<ArchivedFile> figures, figureFiles(report));
    std::move(figures.begin(), figures.end(), std::back_inserter(files));
    return files;
}

Result<ReportPackage> makeReportPackage(const Project& project, const std::filesystem::path& projectFolder,
                                        const PackageForm& form, const ReportMonitor& monitor)
{
    TRY(PackedInputs inputs, packInputs(project, projectFolder, monitor.stopToken));
    TRY(AnsweredReport answered, makeAnsweredReport(inputs.project, monitor));
    ReportPackage package{.answeredReport = std::move(answered)};
    TRY(package.files, reportFiles(package.answeredReport, inputs.project, inputs.inputs, form.includesPdf));
    if (form.includesPdf) {
        TRY(std::string pdf, typesetLatex(reportLatex(package.answeredReport.report), monitor.stopToken));
        package.files.push_back({reportPdfFile, std::move(pdf)});
    }
    package.files.push_back({reportProjectFile, package.answeredReport.projectDocument});
    append(package.files, inputs.files);
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
    TRY(StagedFolder stage, stageFiles(folder, files));
    TRY_DO(stage.commit());
    saved.existingPaths.clear();
    return saved;
}

}  // namespace scalewright
