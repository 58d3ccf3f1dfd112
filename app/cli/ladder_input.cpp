#include "app/cli/ladder_input.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "app/cli/field_options.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
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

struct Asked {
    LadderFileOptions file;
    std::optional<Scaling> scaling;
    std::optional<double> qualityTarget, stepsPerTime;
};

Result<Asked> read(const LadderOptions& options)
{
    Values values;
    Asked asked;
    if (options.map) {
        Result<std::map<LadderColumn, std::string>> columns = parseColumnMap(*options.map);
        if (columns)
            asked.file.columns = std::move(*columns);
        else
            for (const Problem& problem : columns.error().problems)
                values.add("--map", problem.message, problem.expected);
    }
    for (const std::string& where : options.where) {
        const std::size_t equals = where.find('=');
        if (equals == std::string::npos || equals == 0)
            values.add("--where", inQuotes(where) + " picks nothing", "COLUMN=TEXT, such as model=Alexnet");
        else
            asked.file.where.emplace_back(where.substr(0, equals), where.substr(equals + 1));
    }
    if (options.commas && *options.commas != "thousands" && *options.commas != "decimal")
        values.add("--commas", "a comma cannot be " + inQuotes(*options.commas), "thousands or decimal");
    else if (options.commas)
        asked.file.commas = *options.commas == "thousands" ? Commas::Thousands : Commas::Decimal;
    if (options.scaling && *options.scaling != "strong" && *options.scaling != "weak")
        values.add("--scaling", "there is no scaling " + inQuotes(*options.scaling), "strong or weak");
    else if (options.scaling)
        asked.scaling = *options.scaling == "weak" ? Scaling::Weak : Scaling::Strong;
    asked.file.scaling = asked.scaling;
    asked.file.ladder = options.ladder;
    if (options.format) {
        const std::string& format = *options.format;
        if (format == "csv" || format == "table")
            asked.file.format = LadderFormat::Table;
        else if (format == "json")
            asked.file.format = LadderFormat::Json;
        else if (format == "extra-p")
            asked.file.format = LadderFormat::ExtraP;
        else if (format != "auto")
            values.add("--format", "there is no format " + inQuotes(format), "auto, csv, json or extra-p");
    }
    if (options.qualityTarget) {
        const Result<double> target = typedAmount(*options.qualityTarget, Dimension::Ratio);
        if (target)
            asked.qualityTarget = *target;
        else
            values.add("--quality-target", target.error().problems.front().message,
                       target.error().problems.front().expected);
    }
    asked.stepsPerTime = readField(&Ladder::stepsPerTime, options.stepsPerTime, values);
    if (!values.ok())
        return fail(values.error());
    return asked;
}

bool isProject(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || text[first] != '{')
        return false;
    const Result<Json> document = parseJson(text);
    return document && document->find("format") != nullptr;
}

/// Which of several, and the place it has in the file for messages.
Result<std::size_t> pick(const LadderFile& file, const LadderOptions& options, std::vector<std::string>& warnings)
{
    constexpr std::size_t most = 30;
    if (options.ladder) {
        Result<std::size_t> found = findLadder(file.ladders, *options.ladder);
        if (!found)
            for (Problem& problem : found.error().problems)
                problem.where.field = "--ladder";
        return found;
    }
    if (file.ladders.size() == 1)
        return std::size_t{0};
    std::string names;
    for (std::size_t i = 0; i < file.ladders.size() && i < most; ++i)
        names += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", ladderTitle(file.ladders, i));
    if (file.ladders.size() > most)
        names += fmt::format(" and {} more", file.ladders.size() - most);
    if (file.format == LadderFormat::ExtraP) {
        warnings.push_back(fmt::format("{} regions: {} was taken; --ladder picks another of {}", file.ladders.size(),
                                       inQuotes(file.ladders.front().name), names));
        return std::size_t{0};
    }
    return fail(ErrorCode::Input, fmt::format("holds {} ladders: {}", file.ladders.size(), names),
                "one of them: --ladder NAME (words of the name will do), --where COLUMN=TEXT, or --where COLUMN=* "
                "where the column tells none apart");
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
        .add_option("--map", map,
                    "which column is what: p=gcds,time=runtime_s (" + roles +
                        "); p=nodes*ppn multiplies, throughput=NAME(each) is of one worker, NAME(all) of all")
        ->type_name("ROLE=COLUMN,...");
    command
        .add_option("--where", where,
                    "only rows with that text in that column; * for all of them as one ladder; may be repeated")
        ->type_name("COLUMN=TEXT");
    command.add_option("--commas", commas,
                       "what commas in numbers are, where the table does not tell: thousands or decimal");
    command.add_option("--ladder", ladder, "the one to read, where the file holds several; words of its name will do")
        ->type_name("NAME");
    command.add_option("--variant", variant, "of a project: the variant of this name instead of the one shown")
        ->type_name("NAME");
    command.add_option("--scaling", scaling,
                       "strong (the work is fixed) or weak (it grows with p); recognised where the times show it");
    command.add_option("--format", format, "auto, csv (any table), json or extra-p; auto");
    command
        .add_option("--quality-target", qualityTarget,
                    "speedup is stated at equal quality: mark the rows that miss this")
        ->type_name("NUMBER");
    declareField(command, &Ladder::stepsPerTime, stepsPerTime);
    declareEdits(command, edits);
}

namespace {

/// The file's text with the edits laid over.
Result<std::string> textOf(const LadderOptions& options)
{
    const std::filesystem::path folder = options.file;
    if (std::error_code error; options.file != "-" && std::filesystem::is_directory(folder, error)) {
        rememberRead(options.file);
        return runFolderTable(folder);
    }
    return readText(options.file).and_then(asUtf8).and_then([&](std::string text) -> Result<std::string> {
        const std::size_t first = text.find_first_not_of(" \t\r\n");
        if (!options.edits.empty() && (first == std::string::npos || text[first] != '{'))
            return fail(ErrorCode::Input, "is no project, and --set sets a project's fields", "a project, or no --set",
                        Where{.field = "--set"});
        return editedText(std::move(text), options.edits);
    });
}

Result<Project> projectIn(const std::string& text, const LadderOptions& options)
{
    Result<Project> whole = parseProject(text);
    if (whole)
        rememberReferences(*whole, options.file);
    if (whole && options.variant) {
        whole = variantNamed(*whole, *options.variant);
        if (!whole)
            for (Problem& problem : whole.error().problems)
                problem.where = {.field = "--variant"};
    }
    return whole;
}

/// As runs of the project's plan.
void readRuns(LadderInput& input)
{
    rereadRuns(input, input.project.value_or(Project()));
}

Result<LadderInput> ladderIn(const std::string& text, const Asked& asked, const LadderOptions& options)
{
    LadderInput input{.file = inputName(options.file)};
    Result<LadderFile> file = readLadders(text, asked.file);
    if (!file)
        return fail(std::move(file.error()));
    const bool project = file->format == LadderFormat::Json && isProject(text);
    if (project) {
        Result<Project> whole = projectIn(text, options);
        if (!whole)
            return fail(std::move(whole.error()));
        input.project = std::move(*whole);
    }
    const Result<std::size_t> index = pick(*file, options, input.warnings);
    if (!index)
        return fail(index.error());
    const std::size_t picked = *index;
    input.ladder = file->ladders[picked];
    if (asked.scaling)
        input.ladder.scaling = asked.scaling;
    if (const std::optional<double> target = asked.qualityTarget)
        input.ladder.qualityTarget = typed(*target);
    if (const std::optional<double> steps = asked.stepsPerTime)
        input.ladder.stepsPerTime = typed(*steps);
    input.mapping = mappingText(*file);
    input.columns = file->mapping;
    input.unread = file->unused;
    const std::vector<std::string> ofFile = file->warnings;
    input.warnings.insert(input.warnings.begin(), ofFile.begin(), ofFile.end());

    Result<MeasuredLadder> ladder = measured(input.ladder);
    if (!ladder) {
        for (Problem& problem : ladder.error().problems) {
            if (problem.where.field == "scaling")
                problem.where.field = "--scaling";
            // Points have their place in a project; in a table they have lines, and those were checked when it was
            // read.
            problem.where.pointer = project && !problem.where.pointer.empty()
                                        ? fmt::format("/measurements/ladders/{}{}", picked, problem.where.pointer)
                                        : std::string();
        }
        return fail(std::move(ladder.error()));
    }
    input.measured = std::move(*ladder);
    readRuns(input);
    const std::vector<std::string> ofLadder = input.measured.warnings;
    input.warnings.insert(input.warnings.end(), ofLadder.begin(), ofLadder.end());
    return input;
}

Result<CurveInput> readEither(const LadderOptions& options, bool orProject)
{
    const Result<Asked> asked = read(options);
    if (!asked)
        return fail(asked.error());
    CurveInput input{.file = inputName(options.file), .project = {}, .ladder = {}};
    const Result<std::string> text = textOf(options);
    if (!text)
        return fail(inFile(text.error(), input.file));
    const bool noHow = !options.map && !options.ladder && !options.scaling && !options.format && !options.commas &&
                       !options.qualityTarget && !options.stepsPerTime && options.where.empty();
    if (orProject && noHow && isProject(*text)) {
        Result<Project> whole = projectIn(*text, options);
        if (!whole)
            return fail(inFile(std::move(whole.error()), input.file));
        if (whole->measurements.ladders.empty()) {
            input.project = std::move(*whole);
            return input;
        }
    }
    Result<LadderInput> ladder = ladderIn(*text, *asked, options);
    if (!ladder)
        return fail(inFile(std::move(ladder.error()), input.file));
    input.project = ladder->project;
    input.ladder = std::move(*ladder);
    return input;
}

}  // namespace

Result<LadderInput> readLadder(const LadderOptions& options)
{
    Result<CurveInput> input = readEither(options, false);
    if (!input)
        return fail(std::move(input.error()));
    return *std::move(input->ladder);
}

Result<CurveInput> readCurve(const LadderOptions& options)
{
    return readEither(options, true);
}

void addBesideJson(Json::Object& row, const Rung& rung)
{
    for (const LadderRole& role : ladderRoles)
        if (const std::optional<double> value = rung.besideOf(role))
            row.emplace_back(role.key, Json(*value));
}

void addRunsJson(Json::Object& row, const Rung& rung)
{
    row.emplace_back("runs", Json(rung.runCount().tried));
    row.emplace_back("succeeded", Json(rung.runCount().succeeded));
}

void addRecordJson(Json::Object& into, const std::optional<TrackRecord>& record, const std::string& words,
                   const char* reason)
{
    if (words.empty()) {
        setOrReason(into, "calibration", std::optional<double>(), reason);
        return;
    }
    Json::Object json{{"sentence", Json(words)}, {"file", Json(calibrationFile)}};
    if (!record) {
        into.emplace_back("calibration", Json(std::move(json)));
        return;
    }
    const Calibration& table = shippedCalibration();
    json.emplace_back("seed", Json(table.seed));
    json.emplace_back("command", Json(table.command));
    json.emplace_back("points", Json(record->points));
    json.emplace_back("repeats", Json(record->repeats));
    json.emplace_back("noise", Json(record->noise));
    json.emplace_back("worst_wrong", Json(record->worstWrong()));
    json.emplace_back("earned", Json(record->earned()));
    Json::Array kinds;
    for (const CalibrationCell& cell : record->cells)
        kinds.emplace_back(Json::Object{{"truth", Json(cell.truth)},
                                        {"ladders", Json(cell.ladders)},
                                        {"decided", Json(cell.decided)},
                                        {"wrong", Json(cell.wrong)}});
    json.emplace_back("truths", Json(std::move(kinds)));
    into.emplace_back("calibration", Json(std::move(json)));
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
    if (!ladder.scalingDoubt.empty())
        json.emplace_back("scaling_doubt", Json(ladder.scalingDoubt));
    json.emplace_back("base_p", Json(ladder.baseP));
    if (!ladder.baseNote.empty())
        json.emplace_back("base_note", Json(ladder.baseNote));
    if (!input.mapping.empty())
        json.emplace_back("mapping", Json(input.mapping));
    Json::Array columns;
    for (const MappedColumn& each : input.columns) {
        Json::Object column{{"role", Json(roleOf(each.column).name)}, {"column", Json(each.header)}};
        if (!each.unit.empty()) {
            column.emplace_back("unit", Json(each.unit));
            column.emplace_back("unit_given", Json(each.unitGiven));
        }
        column.emplace_back("guessed", Json(each.guessed));
        column.emplace_back("confidence", Json(confidenceName(each.confidence)));
        columns.emplace_back(std::move(column));
    }
    if (!columns.empty()) {
        json.emplace_back("columns", Json(std::move(columns)));
        json.emplace_back("unread", Json(Json::Array(input.unread.begin(), input.unread.end())));
    }
    if (!ladder.allFailed.empty()) {
        Json::Array none;
        for (const FailedRuns& failed : ladder.allFailed)
            none.emplace_back(Json::Object{{"p", Json(failed.p)}, {"runs", Json(failed.runs)}, {"succeeded", Json(0)}});
        json.emplace_back("all_failed", Json(std::move(none)));
    }
    json.emplace_back("warnings", Json(Json::Array(input.warnings.begin(), input.warnings.end())));
}

LadderReading readingOf(const LadderInput& input)
{
    return {input.measured, ladderCaption(input), input.mapping, input.columns, input.unread, input.warnings};
}

std::string ladderCaption(const LadderInput& input)
{
    const bool titled = input.project && !input.project->title.empty();
    return ladderCaption(input.measured, titled ? input.project->title : input.file, input.ladder.points.size());
}

void rereadRuns(LadderInput& input, const Project& project)
{
    const Result<ScalingModel> predicted = scalingModel(project);
    input.runs = asRuns(input.measured, input.ladder, project.plan, predicted ? &*predicted : nullptr);
}

std::optional<LadderInput> opposite(const LadderInput& input)
{
    if (input.measured.scalingDoubt.empty())
        return std::nullopt;
    LadderInput other = input;
    other.ladder.scaling = Scaling::Strong;
    Result<MeasuredLadder> ladder = measured(other.ladder);
    if (!ladder)
        return std::nullopt;
    other.measured = std::move(*ladder);
    readRuns(other);
    return other;
}

}  // namespace scalewright::cli
