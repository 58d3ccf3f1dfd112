// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/ladder_input.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "app/cli/field_options.h"
#include "app/cli/input.h"
#include "core/base/error/try.h"
#include "core/base/quantity/entry.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/ladder_formats.h"
#include "core/evidence/import/programs/program_runs.h"

namespace scalewright::cli {

namespace {

/// The values of --format, for --help and errors.
std::string ladderFormatOptions()
{
    std::string list = "auto, csv (any table), json";
    for (const LadderTextFormat& each : ladderTextFormats())
        list.append(&each == &ladderTextFormats().back() ? " or " : ", ").append(each.option);
    return list;
}

Result<LadderSelection> readLadderSelection(const LadderOptions& options)
{
    OptionValues values;
    LadderSelection request;
    if (!options.columnMaps.empty())
        values.setFromResult(request.fileOptions.columns,
                             parseColumnMap(fmt::format("{}", fmt::join(options.columnMaps, ","))), "--map");
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
    request.scaling = values.readName<Scaling>(options.scaling, "--scaling");
    request.fileOptions.scaling = request.scaling;
    request.fileOptions.ladderName = options.ladderName;
    request.variant = options.variant;
    if (options.format) {
        const std::string& format = *options.format;
        if (format == "csv" || format == "table")
            request.fileOptions.format = LadderFormat::Table;
        else if (format == "json")
            request.fileOptions.format = LadderFormat::Json;
        else if (const auto text = std::ranges::find(ladderTextFormats(), format, &LadderTextFormat::option);
                 text != ladderTextFormats().end()) {
            request.fileOptions.format = LadderFormat::Text;
            request.fileOptions.textFormat = &*text;
        } else if (format != "auto")
            values.addProblem("--format", "there is no format " + inQuotes(format), ladderFormatOptions());
    }
    if (options.qualityTarget)
        values.setFromResult(request.qualityTarget, parseTypedAmount(*options.qualityTarget, Dimension::Ratio),
                             "--quality-target");
    request.stepsPerTime = readFieldOption(&Ladder::stepsPerMeasuredTime, options.stepsPerTime, values);
    if (!values.isValid())
        return fail(values.error());
    return request;
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
    declareOptions(
        command,
        {{"--map", "ROLE=COLUMN,...", columnMaps,
          "role of each column: p=gcds,time=runtime_s (" + roles +
              "); p=nodes*ppn multiplies, throughput=NAME(each) is per worker, NAME(all) is the total; may be "
              "repeated"},
         {"--where", "COLUMN=TEXT", rowFilters,
          "only rows with that text in that column (COLUMN!=TEXT: without it); * keeps all of them as one ladder; "
          "may be repeated"},
         {"--commas", commaMeaning,
          "meaning of commas in numbers, if the table does not show it: thousands or decimal"},
         {"--ladder", "NAME", ladderName, "the ladder to read, if the file has several; words of its name are enough"},
         {"--variant", "NAME", variant, "of a project: variant with this name (default: the one shown)"},
         {"--scaling", scaling, "strong (the work is fixed) or weak (it grows with p); detected if the times show it"},
         {"--format", format, ladderFormatOptions() + " (default: auto)"},
         {"--quality-target", "NUMBER", qualityTarget,
          "quality that a run must reach for a fair speedup: rows that miss it are marked"},
         {&Ladder::stepsPerMeasuredTime, stepsPerTime},
         editOption(edits)});
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

Result<CurveInput> readLadderOrProject(const LadderOptions& options, bool allowsProjectAlone)
{
    TRY(LadderSelection selection, readLadderSelection(options));
    selection.allowsProjectAlone = allowsProjectAlone && options.columnMaps.empty() && !options.ladderName &&
                                   !options.scaling && !options.format && !options.commaMeaning &&
                                   !options.qualityTarget && !options.stepsPerTime && options.rowFilters.empty();
    const std::string name = inputName(options.file);
    Result<std::string> text = readEditedText(options);
    if (!text)
        return fail(withFileName(std::move(text.error()), name));
    Result<CurveInput> input = readCurve(*text, name, selection);
    if (input && input->project) {
        rememberReferencedFiles(*input->project, options.file);
        warnOfMisspelledMembers(*input->project);
    }
    return input;
}

}  // namespace

Result<LadderInput> readLadder(const LadderOptions& options)
{
    TRY(CurveInput input, readLadderOrProject(options, false));
    return *std::move(input.ladder);
}

Result<CurveInput> readCurveInput(const LadderOptions& options)
{
    return readLadderOrProject(options, true);
}

}  // namespace scalewright::cli
