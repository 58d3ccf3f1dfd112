// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/ladder_input.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/quote.h"
#include "core/decision/attribution/ledger.h"
#include "core/decision/plan/conditions.h"
#include "core/decision/plan/forecast.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/model/step/project_model.h"
#include "core/output/answers/shared_fields.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"

namespace scalewright {

namespace {

bool isProjectText(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{')
        return false;
    const Result<Json> document = parseJson(text);
    return document && document->find("format") != nullptr;
}

/// The index of the requested ladder, which messages also use as its position in the file.
Result<std::size_t> pickLadder(const LadderFile& file, const LadderSelection& selection,
                               std::vector<std::string>& warnings)
{
    constexpr std::size_t maximumListedNames = 30;
    if (selection.fileOptions.ladderName) {
        Result<std::size_t> foundIndex = findLadder(file.ladders, *selection.fileOptions.ladderName);
        if (!foundIndex)
            for (Problem& problem : foundIndex.error().problems)
                problem.location.field = "--ladder";
        return foundIndex;
    }
    if (file.ladders.size() == 1)
        return std::size_t{0};
    // In a project, the newest ladder of a command stands before its earlier ones.
    const Ladder& newest = file.ladders.front();
    if (!newest.command.empty() && std::ranges::all_of(file.ladders, [&](const Ladder& each) {
            return each.command == newest.command && each.launcher == newest.launcher;
        })) {
        warnings.push_back(formatMessage("{} of this command: {} is the newest; --ladder NAME reads another",
                                         countWithNoun(static_cast<long>(file.ladders.size()), "ladder"),
                                         inQuotes(newest.name)));
        return std::size_t{0};
    }
    std::string names;
    for (std::size_t i = 0; i < file.ladders.size() && i < maximumListedNames; ++i)
        names += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", ladderTitle(file.ladders, i));
    if (file.ladders.size() > maximumListedNames)
        names += fmt::format(" and {} more", file.ladders.size() - maximumListedNames);
    if (file.format == LadderFormat::Text) {
        warnings.push_back(fmt::format("{} regions: {} is used; --ladder selects another of {}", file.ladders.size(),
                                       inQuotes(file.ladders.front().name), names));
        return std::size_t{0};
    }
    const std::string title = ladderTitle(file.ladders, 0);
    const std::string column =
        file.splitColumns.size() == 1 && !file.ladders.front().name.empty() ? file.splitColumns.front() : std::string();
    return fail(
        ErrorCode::Input, fmt::format("contains {} ladders: {}", file.ladders.size(), names),
        column.empty()
            ? formatMessage("one of them: {} (words of the name are enough){}", quotedOption("--ladder", title),
                            file.splitColumns.empty() ? std::string()
                                                      : formatMessage(", or --where COLUMN=TEXT for {}",
                                                                      joinNonEmpty(file.splitColumns, ", ")))
            : formatMessage("one of them: {}; {} if that column does not separate ladders",
                            quotedOption("--where", column + "=" + title), quotedOption("--where", column + "=*")));
}

Result<Project> parseRequestedProject(const std::string& text, const LadderSelection& selection)
{
    Result<Project> parsedProject = parseProject(text);
    if (parsedProject && selection.variant) {
        const Project shown = *parsedProject;
        parsedProject = projectForVariant(shown, *selection.variant);
        if (parsedProject)
            parsedProject = withConditionsKept(shown, std::move(*parsedProject));
        else
            for (Problem& problem : parsedProject.error().problems)
                problem.location = {.field = "--variant"};
    }
    return parsedProject;
}

/// Recomputes the runs, using the project's plan.
void updateRuns(LadderInput& input)
{
    updateRunsForPlan(input, input.project.value_or(Project()));
}

Result<LadderInput> parseLadderInput(const std::string& text, const std::string& fileName,
                                     const LadderSelection& request)
{
    LadderInput input{.fileName = fileName};
    TRY(LadderFile file, readLadders(text, request.fileOptions));
    const bool isProject = file.format == LadderFormat::Json && isProjectText(text);
    if (isProject) {
        TRY(input.project, parseRequestedProject(text, request));
    }
    TRY(const std::size_t picked, pickLadder(file, request, input.warnings));
    input.ladder = std::move(file.ladders[picked]);
    if (request.scaling)
        input.ladder.scaling = request.scaling;
    if (const std::optional<double> target = request.qualityTarget)
        input.ladder.qualityTarget = typed(*target);
    if (const std::optional<double> steps = request.stepsPerTime)
        input.ladder.stepsPerMeasuredTime = typed(*steps);
    input.mappingText = mappingText(file);
    input.mappedColumns = file.mapping;
    input.unreadHeaders = file.unusedHeaders;
    input.decisions = file.decisions;
    const std::vector<std::string> fileWarnings = file.warnings;
    input.warnings.insert(input.warnings.begin(), fileWarnings.begin(), fileWarnings.end());

    Result<MeasuredLadder> ladder = analyseLadder(input.ladder);
    if (!ladder) {
        for (Problem& problem : ladder.error().problems) {
            if (problem.location.field == "scaling")
                problem.location.field = "--scaling";
            // In a project, points have a JSON pointer; in a table they have line numbers, and were already checked on
            // reading.
            problem.location.jsonPointer =
                isProject && !problem.location.jsonPointer.empty()
                    ? fmt::format("/measurements/ladders/{}{}", picked, problem.location.jsonPointer)
                    : std::string();
        }
        return fail(std::move(ladder.error()));
    }
    input.measured = std::move(*ladder);
    updateRuns(input);
    const std::vector<std::string> ladderWarnings = input.measured.warnings;
    append(input.warnings, ladderWarnings);
    return input;
}

}  // namespace

Result<CurveInput> readCurve(const std::string& text, const std::string& fileName, const LadderSelection& selection)
{
    CurveInput input{.fileName = fileName};
    if (selection.allowsProjectAlone && isProjectText(text)) {
        Result<Project> project = parseRequestedProject(text, selection);
        if (!project)
            return fail(withFileName(std::move(project.error()), fileName));
        if (project->measurements.ladders.empty()) {
            input.project = std::move(*project);
            return input;
        }
    }
    Result<LadderInput> ladder = parseLadderInput(text, fileName, selection);
    if (!ladder)
        return fail(withFileName(std::move(ladder.error()), fileName));
    input.project = ladder->project;
    input.ladder = std::move(*ladder);
    return input;
}

Json::Object otherColumnFields(const Rung& rung)
{
    Json::Object row;
    for (const LadderRole& role : ladderRoles)
        addFields(row, {{role.key, rung.extraMedian(role)}});
    return row;
}

Json::Object runCountFields(const Rung& rung)
{
    return objectOf({{"runs", rung.runCount().attempted}, {"succeeded", rung.runCount().succeeded}});
}

Field trackRecordField(const std::optional<TrackRecord>& record, const std::string& words, const char* reason)
{
    if (words.empty())
        return {"calibration", std::nullopt, reason};
    Json::Object json = objectOf({{"sentence", words}, {"file", calibrationFile}});
    if (record)
        addFields(json, {{"seed", shippedCalibration().seed},
                         {"command", shippedCalibration().command},
                         {"points", record->points},
                         {"repeats", record->repeats},
                         {"noise", record->noise},
                         {"worst_wrong", record->worstErrorRate()},
                         {"earned", record->isReliable()},
                         {"truths", listOf(record->cells, [](const CalibrationCell& cell) {
                              return objectOf({{"truth", cell.groundTruth},
                                               {"ladders", cell.ladderCount},
                                               {"decided", cell.decidedCount},
                                               {"wrong", cell.wrongCount}});
                          })}});
    return {"calibration", json};
}

Json::Object ladderFields(const LadderInput& input)
{
    const MeasuredLadder& ladder = input.measured;
    const auto column = [](const MappedColumn& each) {
        const bool hasUnit = !each.unit.empty();
        return objectOf({{"role", ladderRoleOf(each.column).name},
                         {"column", each.header},
                         {"unit", ifAny(each.unit)},
                         {"unit_given", when(hasUnit, each.unitGiven)},
                         {"guessed", each.isGuessed},
                         {"confidence", confidenceName(each.confidence)}});
    };
    const auto failed = [](const FailedRuns& each) {
        return objectOf({{"p", each.p}, {"runs", each.runs}, {"succeeded", 0}});
    };
    const bool hasColumns = !input.mappedColumns.empty();
    return objectOf({{"ladder", ladder.name},
                     {"scaling", nameOf(ladder.scaling)},
                     {"scaling_note", ifAny(ladder.scalingNote)},
                     {"runs_note", ifAny(ladder.runsNote)},
                     {"scaling_doubt", ifAny(ladder.scalingCaveat)},
                     {"base_p", ladder.baseP},
                     {"base_note", ifAny(ladder.baseNote)},
                     {"mapping", ifAny(input.mappingText)},
                     {"columns", when(hasColumns, listOf(input.mappedColumns, column))},
                     {"unread", when(hasColumns, input.unreadHeaders)},
                     {"all_failed", when(!ladder.failedPoints.empty(), listOf(ladder.failedPoints, failed))},
                     {"warnings", input.warnings}});
}

LadderReading ladderReadingOf(const LadderInput& input)
{
    return {input.measured,      ladderCaption(input), input.mappingText, input.mappedColumns,
            input.unreadHeaders, input.warnings,       input.decisions};
}

std::string ladderCaption(const LadderInput& input)
{
    const bool titled = input.project && !input.project->title.empty();
    return ladderCaption(input.measured, titled ? input.project->title : input.fileName, input.ladder.points.size());
}

Attribution attributionOf(const LadderInput& input)
{
    const std::optional<Project>& project = input.project;
    return attributeLostFolds(
        input.measured, project ? makeForecast(project->baseline, *project, defaultPMax, &input.measuredRuns).plannedP()
                                : std::nullopt);
}

void updateRunsForPlan(LadderInput& input, const Project& project)
{
    input.measured = withMeasuredReading(std::move(input.measured), input.ladder, project.baseline);
    const RunConditions conditions = conditionsOfRuns(input.ladder, project);
    const std::optional<ScalingModel> modelThen = modelUnder(conditions, project.plan.scaling);
    input.measured =
        withKnownTransfer(std::move(input.measured), input.ladder, project.plan, modelThen ? &*modelThen : nullptr);
    MeasuredLadder runs =
        scaleLadderToRuns(input.measured, input.ladder, project.plan, modelThen ? &*modelThen : nullptr);
    runs.conditions = conditions;
    const Result<ScalingModel> model = scalingModel(project);
    input.measuredRuns =
        *ladderUnderConditions(runs, {project.baseline, project.target, project.design}, model ? &*model : nullptr);
}

std::optional<LadderInput> withFixedWork(const LadderInput& input)
{
    if (input.measured.scalingCaveat.empty())
        return std::nullopt;
    LadderInput fixedWorkInput = input;
    fixedWorkInput.ladder.scaling = Scaling::Strong;
    Result<MeasuredLadder> ladder = analyseLadder(fixedWorkInput.ladder);
    if (!ladder)
        return std::nullopt;
    fixedWorkInput.measured = std::move(*ladder);
    updateRuns(fixedWorkInput);
    return fixedWorkInput;
}

}  // namespace scalewright
