// SPDX-License-Identifier: GPL-3.0-or-later
// diagnose PROFILE.json|PROJECT: which ceiling the single machine hits first, and what to distribute (book 41.2).
#include <fmt/format.h>

#include "app/cli/edit_text.h"
#include "app/cli/output.h"
#include "core/base/ranges/ranges.h"
#include "core/evidence/import/profile_import.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/wrong_axis.h"
#include "core/output/answers/diagnosis.h"
#include "core/project/document/project_file.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

namespace {

struct DiagnoseOptions {
    Edits edits;
    std::string file;
    OptionText variant, devices, price;
};

/// The profile with the --set edits applied; their pointers refer to the profile's quantities.
Result<Profile> withEditedFigures(Profile profile, const Edits& edits)
{
    Error error;
    for (const std::string& edit : edits) {
        const Result<std::pair<std::string, std::string>> parts = parsePointerAndValue(edit);
        const Result<void> set =
            parts ? setFieldQuantityText(profile, parts->first, parts->second) : fail(parts.error());
        if (!set)
            append(error.problems, set.error().problems);
    }
    if (error.problems.empty())
        return profile;
    for (Problem& problem : error.problems)
        problem.location.field = "--set";
    return fail(std::move(error));
}

Result<Reply> runDiagnose(const DiagnoseOptions& options)
{
    OptionValues values;
    WrongAxisOptions wrongAxisOptions;
    wrongAxisOptions.devices = values.readCount(options.devices, "--devices", minimumDevices, maximumDevices);
    wrongAxisOptions.priceUsdPerHour = readFieldOption(&Target::priceUsdPerHour, options.price, values);
    if (!values.isValid())
        return fail(values.error());
    Result<std::string> text = readText(options.file);
    if (!text)
        return fail(text.error());
    const auto failInInput = [&](const Error& error) { return fail(withFileName(error, inputName(options.file))); };
    const ProfileImportOptions importOptions{.source = inputName(options.file)};
    Result<Profile> profile = readAnyProfile(*text, importOptions);
    if (profile && profile->isFromProject)
        if (const Result<Project> project = parseProject(*text); project)
            warnOfMisspelledMembers(*project);
    if (profile && profile->isFromProject && !options.edits.empty()) {
        text = applyEditsToText(*std::move(text), options.edits);
        if (!text)
            return failInInput(text.error());
        profile = readAnyProfile(*text, importOptions);
    } else if (profile && !options.edits.empty()) {
        profile = withEditedFigures(*std::move(profile), options.edits);
    }
    if (profile && options.variant) {
        if (!profile->isFromProject)
            return fail(ErrorCode::Input, "a profile has no variants", "a project file",
                        {.file = inputName(options.file), .field = "--variant"});
        Result<Project> project = parseProject(*text);
        if (project)
            project = projectForVariant(*project, *options.variant);
        if (!project)
            return failInInput(project.error());
        profile = profileOf(*project);
    }
    if (!profile)
        return failInInput(profile.error());
    Result<Diagnosis> diagnosis = diagnose(*profile);
    if (!diagnosis)  // a problem caused by a missing quantity has a pointer
        if (const std::string& place = diagnosis.error().problems.front().location.jsonPointer; !place.empty())
            diagnosis.error().problems.push_back(
                {formatMessage("Enter them in the file or by --set {}=VALUE; "
                               "scalewright-cli probe machine -o FILE measures a machine",
                               place),
                 {},
                 {}});
    if (!diagnosis && detectProfileSource(*text))  // such files never contain all quantities
        diagnosis.error().problems.push_back(
            {formatMessage("{} gives only part of a profile",
                           std::string(profileSourceName(*detectProfileSource(*text)))),
             "scalewright-cli measure --from FILE --working-set BYTES --memory BYTES --machine FILE -o "
             "PROFILE.json, then diagnose PROFILE.json",
             {}});
    if (!diagnosis)
        return failInInput(diagnosis.error());
    const Result<Answered> answered = answerDiagnosis(*profile, *diagnosis, wrongAxisOptions);
    return answered ? Result<Reply>(replyOf(*answered)) : fail(withOptionNames(answered.error()));
}

}  // namespace

CommandRunner declareDiagnose(CLI::App& command)
{
    auto options = std::make_shared<DiagnoseOptions>();
    std::string keys;
    for (const ProfileField field : profileFields())
        keys += fmt::format("  {:<30}{}\n", field.key(), field->howToGet);
    command
        .add_option("FILE", options->file,
                    "PROFILE.json, a project, or what perf stat, py-spy or ncu --csv measured; - for standard input")
        ->required()
        ->type_name("");
    declareOptions(command, {{"--variant", "NAME", options->variant,
                              "of a project: variant with this name (default: the one shown)"},
                             editOption(options->edits)});
    command.get_option("--set")->description(
        "a figure of the profile or a field of the project by its pointer, such as /flops=2TFLOP or "
        "/target/alpha_s=10us; may be repeated");
    declareOptions(command, {{"--devices", "K", options->devices,
                              "number of devices for the wrong axis (default: the plan's p, else 4)"},
                             {&Target::priceUsdPerHour, options->price,
                              "price of a device-hour, for the wrong axis (default: the project's)"}});
    command.footer("Keys of PROFILE.json (those of a step may be in \"steps\": [{\"name\": …}] instead):\n" + keys);
    return [options] { return runDiagnose(*options); };
}

}  // namespace scalewright::cli
