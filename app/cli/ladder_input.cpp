#include "app/cli/ladder_input.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/cli/field_options.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/decision/plan/conditions.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/attribution/ledger.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/programs/program_runs.h"
#include "core/model/step/project_model.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

namespace {

struct LadderRequest {
    LadderFileOptions fileOptions;
    std::optional<Scaling> scaling;
    std::optional<double> qualityTarget, stepsPerTime;
};

Result<LadderRequest> readLadderRequest(const LadderOptions& options)
{
    OptionValues values;
    LadderRequest request;
    if (options.columnMap) {
        Result<std::map<LadderColumn, std::string>> columns = parseColumnMap(*options.columnMap);
        if (columns)
            request.fileOptions.columns = std::move(*columns);
        else
            for (const Problem& problem : columns.error().problems)
                values.addProblem("--map", problem.message, problem.expected);
    }
    for (const std::string& filter : options.rowFilters) {
        const std::size_t equals = filter.find('=');
        if (equals == std::string::npos || equals == 0)
            values.addProblem("--where", inQuotes(filter) + " is not a filter", "COLUMN=TEXT, such as model=Alexnet");
        else
            request.fileOptions.rowFilters.emplace_back(filter.substr(0, equals), filter.substr(equals + 1));
    }
    if (options.commaMeaning && *options.commaMeaning != "thousands" && *options.commaMeaning != "decimal")
        values.addProblem("--commas", "a comma cannot mean " + inQuotes(*options.commaMeaning), "thousands or decimal");
    else if (options.commaMeaning)
        request.fileOptions.commas =
            *options.commaMeaning == "thousands" ? CommaReading::Thousands : CommaReading::Decimal;
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.addProblem("--scaling", "there is no scaling " + inQuotes(*options.scaling), "strong or weak");
    else if (options.scaling)
        request.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    request.fileOptions.scaling = request.scaling;
    request.fileOptions.ladderName = options.ladderName;
    if (options.format) {
        const std::string& format = *options.format;
        if (format == "csv" || format == "table")
            request.fileOptions.format = LadderFormat::Table;
        else if (format == "json")
            request.fileOptions.format = LadderFormat::Json;
        else if (format == "extra-p")
            request.fileOptions.format = LadderFormat::ExtraP;
        else if (format != "auto")
            values.addProblem("--format", "there is no format " + inQuotes(format), "auto, csv, json or extra-p");
    }
    if (options.qualityTarget) {
        const Result<double> target = parseTypedAmount(*options.qualityTarget, Dimension::Ratio);
        if (target)
            request.qualityTarget = *target;
        else
            values.addProblem("--quality-target", target.error().problems.front().message,
                              target.error().problems.front().expected);
    }
    request.stepsPerTime = readFieldOption(&Ladder::stepsPerMeasuredTime, options.stepsPerTime, values);
    if (!values.isValid())
        return fail(values.error());
    return request;
}

bool isProjectText(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{')
        return false;
    const Result<Json> document = parseJson(text);
    return document && document->find("format") != nullptr;
}

/// The index of the requested ladder, which messages also use as its position in the file.
Result<std::size_t> pickLadder(const LadderFile& file, const LadderOptions& options, std::vector<std::string>& warnings)
{
    constexpr std::size_t maximumListedNames = 30;
    if (options.ladderName) {
        Result<std::size_t> foundIndex = findLadder(file.ladders, *options.ladderName);
        if (!foundIndex)
            for (Problem& problem : foundIndex.error().problems)
                problem.location.field = "--ladder";
        return foundIndex;
    }
    if (file.ladders.size() == 1)
        return std::size_t{0};
    std::string names;
    for (std::size_t i = 0; i < file.ladders.size() && i < maximumListedNames; ++i)
        names += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", ladderTitle(file.ladders, i));
    if (file.ladders.size() > maximumListedNames)
        names += fmt::format(" and {} more", file.ladders.size() - maximumListedNames);
    if (file.format == LadderFormat::ExtraP) {
        warnings.push_back(fmt::format("{} regions: {} is used; --ladder selects another of {}", file.ladders.size(),
                                       inQuotes(file.ladders.front().name), names));
        return std::size_t{0};
    }
    return fail(ErrorCode::Input, fmt::format("contains {} ladders: {}", file.ladders.size(), names),
                "one of them: --ladder NAME (words of the name are enough), --where COLUMN=TEXT, or --where COLUMN=* "
                "if the column does not distinguish ladders");
}

}  // namespace

void LadderOptions::declare(CLI::App& command)
{
    std::string roles;
    for (const LadderRole& role : ladderRoles)
        roles.append(roles.empty() ? "" : " ").append(role.name);
    command
        .add_option("LADDER", file,
                    "measured ladder (CSV, a pasted table, JSON, a project, a program's log or a folder of them: "
                    "scalewright-cli formats lists all), or - for standard input")
        ->required()
        ->type_name("");
    command
        .add_option("--map", columnMap,
                    "role of each column: p=gcds,time=runtime_s (" + roles +
                        "); p=nodes*ppn multiplies, throughput=NAME(each) is per worker, NAME(all) is the total")
        ->type_name("ROLE=COLUMN,...");
    command
        .add_option("--where", rowFilters,
                    "only rows with that text in that column; * keeps all of them as one ladder; may be repeated")
        ->type_name("COLUMN=TEXT");
    command.add_option("--commas", commaMeaning,
                       "meaning of commas in numbers, if the table does not show it: thousands or decimal");
    command
        .add_option("--ladder", ladderName, "the ladder to read, if the file has several; words of its name are enough")
        ->type_name("NAME");
    command.add_option("--variant", variant, "of a project: variant with this name (default: the one shown)")
        ->type_name("NAME");
    command.add_option("--scaling", scaling,
                       "strong (the work is fixed) or weak (it grows with p); detected if the times show it");
    command.add_option("--format", format, "auto, csv (any table), json or extra-p (default: auto)");
    command
        .add_option("--quality-target", qualityTarget,
                    "quality that a run must reach for a fair speedup: rows that miss it are marked")
        ->type_name("NUMBER");
    declareFieldOption(command, &Ladder::stepsPerMeasuredTime, stepsPerTime);
    declareEditOption(command, edits);
}

namespace {

/// The file's text with the edits applied.
Result<std::string> readEditedText(const LadderOptions& options)
{
    const std::filesystem::path folder = options.file;
    if (std::error_code error; options.file != "-" && std::filesystem::is_directory(folder, error)) {
        rememberReadFile(options.file);
        return runTableOfFolder(folder);
    }
    return readText(options.file).and_then(toUtf8).and_then([&](std::string text) -> Result<std::string> {
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (!options.edits.empty() && (first == std::string::npos || text[first] != '{'))
            return fail(ErrorCode::Input, "is not a project, but --set sets a project's fields",
                        "a project, or no --set", ProblemLocation{.field = "--set"});
        return applyEditsToText(std::move(text), options.edits);
    });
}

Result<Project> parseRequestedProject(const std::string& text, const LadderOptions& options)
{
    Result<Project> parsedProject = parseProject(text);
    if (parsedProject)
        rememberReferencedFiles(*parsedProject, options.file);
    if (parsedProject && options.variant) {
        const Project shown = *parsedProject;
        parsedProject = projectForVariant(shown, *options.variant);
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

Result<LadderInput> parseLadderInput(const std::string& text, const LadderRequest& request,
                                     const LadderOptions& options)
{
    LadderInput input{.fileName = inputName(options.file)};
    Result<LadderFile> file = readLadders(text, request.fileOptions);
    if (!file)
        return fail(std::move(file.error()));
    const bool isProject = file->format == LadderFormat::Json && isProjectText(text);
    if (isProject) {
        Result<Project> parsedProject = parseRequestedProject(text, options);
        if (!parsedProject)
            return fail(std::move(parsedProject.error()));
        input.project = std::move(*parsedProject);
    }
    const Result<std::size_t> index = pickLadder(*file, options, input.warnings);
    if (!index)
        return fail(index.error());
    const std::size_t picked = *index;
    input.ladder = file->ladders[picked];
    if (request.scaling)
        input.ladder.scaling = request.scaling;
    if (const std::optional<double> target = request.qualityTarget)
        input.ladder.qualityTarget = typed(*target);
    if (const std::optional<double> steps = request.stepsPerTime)
        input.ladder.stepsPerMeasuredTime = typed(*steps);
    input.mappingText = mappingText(*file);
    input.mappedColumns = file->mapping;
    input.unreadHeaders = file->unusedHeaders;
    const std::vector<std::string> fileWarnings = file->warnings;
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
    input.warnings.insert(input.warnings.end(), ladderWarnings.begin(), ladderWarnings.end());
    return input;
}

Result<CurveInput> readLadderOrProject(const LadderOptions& options, bool allowsProjectAlone)
{
    const Result<LadderRequest> request = readLadderRequest(options);
    if (!request)
        return fail(request.error());
    CurveInput input{.fileName = inputName(options.file), .project = {}, .ladder = {}};
    const Result<std::string> text = readEditedText(options);
    if (!text)
        return fail(withFileName(text.error(), input.fileName));
    const bool hasNoReadingOptions = !options.columnMap && !options.ladderName && !options.scaling && !options.format &&
                                     !options.commaMeaning && !options.qualityTarget && !options.stepsPerTime &&
                                     options.rowFilters.empty();
    if (allowsProjectAlone && hasNoReadingOptions && isProjectText(*text)) {
        Result<Project> parsedProject = parseRequestedProject(*text, options);
        if (!parsedProject)
            return fail(withFileName(std::move(parsedProject.error()), input.fileName));
        if (parsedProject->measurements.ladders.empty()) {
            input.project = std::move(*parsedProject);
            return input;
        }
    }
    Result<LadderInput> ladder = parseLadderInput(*text, *request, options);
    if (!ladder)
        return fail(withFileName(std::move(ladder.error()), input.fileName));
    input.project = ladder->project;
    input.ladder = std::move(*ladder);
    return input;
}

}  // namespace

Result<LadderInput> readLadder(const LadderOptions& options)
{
    Result<CurveInput> input = readLadderOrProject(options, false);
    if (!input)
        return fail(std::move(input.error()));
    return *std::move(input->ladder);
}

Result<CurveInput> readCurveInput(const LadderOptions& options)
{
    return readLadderOrProject(options, true);
}

void addOtherColumnsJson(Json::Object& row, const Rung& rung)
{
    for (const LadderRole& role : ladderRoles)
        if (const std::optional<double> value = rung.extraMedian(role))
            row.emplace_back(role.key, Json(*value));
}

void addRunCountsJson(Json::Object& row, const Rung& rung)
{
    row.emplace_back("runs", Json(rung.runCount().attempted));
    row.emplace_back("succeeded", Json(rung.runCount().succeeded));
}

void addTrackRecordJson(Json::Object& target, const std::optional<TrackRecord>& record, const std::string& words,
                        const char* reason)
{
    if (words.empty()) {
        setOrReason(target, "calibration", std::optional<double>(), reason);
        return;
    }
    Json::Object json{{"sentence", Json(words)}, {"file", Json(calibrationFile)}};
    if (!record) {
        target.emplace_back("calibration", Json(std::move(json)));
        return;
    }
    const CalibrationTable& table = shippedCalibration();
    json.emplace_back("seed", Json(table.seed));
    json.emplace_back("command", Json(table.command));
    json.emplace_back("points", Json(record->points));
    json.emplace_back("repeats", Json(record->repeats));
    json.emplace_back("noise", Json(record->noise));
    json.emplace_back("worst_wrong", Json(record->worstErrorRate()));
    json.emplace_back("earned", Json(record->isReliable()));
    Json::Array truths;
    for (const CalibrationCell& cell : record->cells)
        truths.emplace_back(Json::Object{{"truth", Json(cell.groundTruth)},
                                         {"ladders", Json(cell.ladderCount)},
                                         {"decided", Json(cell.decidedCount)},
                                         {"wrong", Json(cell.wrongCount)}});
    json.emplace_back("truths", Json(std::move(truths)));
    target.emplace_back("calibration", Json(std::move(json)));
}

void addLadderJson(Json::Object& json, const LadderInput& input)
{
    const MeasuredLadder& ladder = input.measured;
    json.emplace_back("ladder", Json(ladder.name));
    json.emplace_back("scaling", Json(ladder.scaling == Scaling::Strong ? "strong" : "weak"));
    if (!ladder.scalingNote.empty())
        json.emplace_back("scaling_note", Json(ladder.scalingNote));
    if (!ladder.runsNote.empty())
        json.emplace_back("runs_note", Json(ladder.runsNote));
    if (!ladder.scalingCaveat.empty())
        json.emplace_back("scaling_doubt", Json(ladder.scalingCaveat));
    json.emplace_back("base_p", Json(ladder.baseP));
    if (!ladder.baseNote.empty())
        json.emplace_back("base_note", Json(ladder.baseNote));
    if (!input.mappingText.empty())
        json.emplace_back("mapping", Json(input.mappingText));
    Json::Array columns;
    for (const MappedColumn& each : input.mappedColumns) {
        Json::Object column{{"role", Json(ladderRoleOf(each.column).name)}, {"column", Json(each.header)}};
        if (!each.unit.empty()) {
            column.emplace_back("unit", Json(each.unit));
            column.emplace_back("unit_given", Json(each.unitGiven));
        }
        column.emplace_back("guessed", Json(each.isGuessed));
        column.emplace_back("confidence", Json(confidenceName(each.confidence)));
        columns.emplace_back(std::move(column));
    }
    if (!columns.empty()) {
        json.emplace_back("columns", Json(std::move(columns)));
        json.emplace_back("unread", Json(Json::Array(input.unreadHeaders.begin(), input.unreadHeaders.end())));
    }
    if (!ladder.failedPoints.empty()) {
        Json::Array failedJson;
        for (const FailedRuns& failed : ladder.failedPoints)
            failedJson.emplace_back(
                Json::Object{{"p", Json(failed.p)}, {"runs", Json(failed.runs)}, {"succeeded", Json(0)}});
        json.emplace_back("all_failed", Json(std::move(failedJson)));
    }
    json.emplace_back("warnings", Json(Json::Array(input.warnings.begin(), input.warnings.end())));
}

LadderReading ladderReadingOf(const LadderInput& input)
{
    return {input.measured,      ladderCaption(input), input.mappingText,
            input.mappedColumns, input.unreadHeaders,  input.warnings};
}

std::string ladderCaption(const LadderInput& input)
{
    const bool titled = input.project && !input.project->title.empty();
    return ladderCaption(input.measured, titled ? input.project->title : input.fileName, input.ladder.points.size());
}

void updateRunsForPlan(LadderInput& input, const Project& project)
{
    const RunConditions conditions = conditionsOfRuns(input.ladder, project);
    const std::optional<ScalingModel> modelThen = modelUnder(conditions, project.plan.scaling);
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

}  // namespace scalewright::cli
