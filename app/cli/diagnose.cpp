// diagnose PROFILE.json|PROJECT: which ceiling the single machine hits first, and what to distribute (book 41.2).
#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/cli/command.h"
#include "app/cli/edit_text.h"
#include "app/cli/field_options.h"
#include "app/cli/input.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "core/evidence/import/profile_import.h"
#include "core/model/bottleneck/axes.h"
#include "core/model/bottleneck/flow.h"
#include "core/model/bottleneck/profile.h"
#include "core/model/bottleneck/step_doubts.h"
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

struct DiagnosisFindings {
    Profile profile;
    Diagnosis diagnosis;
    std::vector<WrongAxis> wrongAxes;
    AxisEffect namedAxis;
    AxisMenu axisMenu;
};

Json textsJson(const std::vector<std::string>& lines)
{
    return Json(Json::Array(lines.begin(), lines.end()));
}

const char* flipSideName(FlipSide side)
{
    switch (side) {
    case FlipSide::Above: return "above";
    case FlipSide::AtOrAbove: return "at-or-above";
    case FlipSide::Below: return "below";
    case FlipSide::AtOrBelow: break;
    }
    return "at-or-below";
}

Json flipJson(const FlipPoint& flip)
{
    Json::Object json{
        {"field", Json(flip.field.key())}, {"side", Json(flipSideName(flip.side))}, {"value", Json(flip.value)}};
    if (flip.newBottleneck)
        json.emplace_back("becomes", Json(bottleneckName(*flip.newBottleneck)));
    else
        json.insert(json.end(),
                    {{"becomes", Json()}, {"becomes_reason", Json("the flow then needs figures that are not given")}});
    json.emplace_back("text", Json(flip.text));
    return Json(std::move(json));
}

Json testJson(const TestResult& test)
{
    Json::Object json{{"test", Json(testName(test.test))}, {"answer", Json(answerName(test.answer))}};
    setOrReason(json, "left", test.left, test.reason);
    setOrReason(json, "right", test.right, test.reason);
    setOrReason(json, "margin", test.margin, test.reason);
    if (test.marginInterval && test.margin)
        json.emplace_back("margin_interval", intervalJson(*test.margin, *test.marginInterval));
    json.emplace_back("certain", Json(test.isCertain));
    json.emplace_back("unit", Json(test.unit));
    json.emplace_back("left_name", Json(test.leftName));
    json.emplace_back("right_name", Json(test.rightName));
    json.emplace_back("inequality", Json(test.inequality));
    if (!test.reason.empty())
        json.emplace_back("remark", Json(test.reason));
    if (test.bookRightSideS && test.bookAnswer) {
        json.emplace_back("book_right", Json(*test.bookRightSideS));
        json.emplace_back("book_answer", Json(answerName(*test.bookAnswer)));
    }
    Json::Array flips;
    for (const FlipPoint& flip : test.flips)
        flips.push_back(flipJson(flip));
    json.emplace_back("flips", Json(std::move(flips)));
    if (!test.noFlipReason.empty())
        json.emplace_back("flips_reason", Json(test.noFlipReason));
    return Json(std::move(json));
}

Json stepJson(const RooflinePoint& step)
{
    Json::Object json{{"name", Json(step.name)}};
    setOrReason(json, "time_share", step.timeShare, "a step has no step_time_s");
    setOrReason(json, "intensity", step.intensity, step.reason);
    setOrReason(json, "achieved_flops", step.achievedFlops, "flops or step_time_s is not given");
    setOrReason(json, "attainable_flops", step.attainableFlops,
                "the ceilings or the step's flops and bytes_moved are not given");
    setOrReason(json, "achieved_bytes_per_s", step.achievedBytesPerS, "bytes_moved or step_time_s is not given");
    setOrReason(json, "of_roof", step.roofShare, "the step's time without reading, or its roof, is unknown");
    if (step.bottleneck)
        json.emplace_back("bottleneck", Json(bottleneckName(*step.bottleneck)));
    else
        json.insert(json.end(),
                    {{"bottleneck", Json()}, {"bottleneck_reason", Json("not enough figures of this step are given")}});
    return Json(std::move(json));
}

Json workersJson(const WorkerImplication& workers)
{
    Json::Object json{{"t_comp_s", Json(workers.tCompS)},
                      {"round_s", Json(workers.exchangeRoundS)},
                      {"comm_to_compute_at_2", Json(workers.commToComputeAt2)},
                      {"speedup_at_2", Json(workers.speedupAt2)}};
    setOrReason(json, "speedup_limit", workers.speedupLimit, "the round costs nothing");
    json.emplace_back("ring_p_star", Json(workers.ringPStar));
    json.emplace_back("ring_p_star_at_limit", Json(workers.isRingAtSearchLimit));
    if (workers.predictedPStar) {
        json.emplace_back("predicted_p_star", Json(*workers.predictedPStar));
        json.emplace_back("predicted_p_star_at_limit", Json(workers.isPredictedAtSearchLimit));
    }
    json.emplace_back("ring_speedup", Json(workers.ringSpeedup));
    json.emplace_back("sentence", Json(workers.sentence));
    return Json(std::move(json));
}

Json effectJson(const AxisEffect& effect)
{
    Json::Object json{
        {"axis", Json(axisName(effect.axis))}, {"devices", Json(effect.devices)}, {"runs", Json(effect.canRun)}};
    if (effect.fewestDevices)
        json.emplace_back("fewest_devices", Json(*effect.fewestDevices));
    setOrReason(json, "footprint_bytes", effect.footprintBytes, effect.reason);
    json.emplace_back("fits", effect.fits ? Json(*effect.fits) : Json());
    setOrReason(json, "time_factor", effect.timeFactor, effect.reason);
    setOrReason(json, "cost_factor", effect.costFactor, effect.reason);
    json.emplace_back("bound", Json(effect.bound == Bound::Exact ? "exact" : "at-least"));
    json.emplace_back("sentence", Json(effect.sentence));
    return Json(std::move(json));
}

Json::Object toJson(const DiagnosisFindings& findings)
{
    const Diagnosis& d = findings.diagnosis;
    const AxisRow& row = findings.axisMenu.row(d.axis);
    const AxisLeaf& leaf = findings.axisMenu.leaf(d.bottleneck);
    Json::Object json{{"bottleneck", Json(bottleneckName(d.bottleneck))},
                      {"axis", Json(axisName(d.axis))},
                      {"because", Json(d.explanation)},
                      {"certain", Json(isCertain(d))}};
    json.emplace_back("tune_first", Json(shouldTuneFirst(d)));
    setOrReason(json, "of_roof", shareOfRoof(d), "a step's time or its roof is unknown");
    if (!d.noSpeedupNote.empty())
        json.emplace_back("axis_buys_nothing", Json(d.noSpeedupNote));
    setOrReason(json, "intensity", d.intensity, d.intensityReason);
    setOrReason(json, "ridge", d.ridge, d.ridgeReason);
    Json::Array path, next, steps, wrongAxesJson;
    for (const TestResult& test : d.path)
        path.push_back(testJson(test));
    for (const NextBottleneck& each : d.nextBottlenecks)
        next.emplace_back(Json::Object{{"bottleneck", Json(bottleneckName(each.bottleneck))},
                                       {"share", Json(each.relativeRatio)},
                                       {"ratio", Json(each.ratio)},
                                       {"test", Json(testName(each.test))}});
    for (const RooflinePoint& step : d.steps)
        steps.push_back(stepJson(step));
    for (const WrongAxis& each : findings.wrongAxes)
        wrongAxesJson.push_back(effectJson(each));
    json.emplace_back("path", Json(std::move(path)));
    json.emplace_back("next", Json(std::move(next)));
    json.emplace_back("steps", Json(std::move(steps)));
    if (d.dominatingStep)
        json.emplace_back("dominating_step", Json(d.steps[*d.dominatingStep].name));
    if (d.workerImplication)
        json.emplace_back("workers", workersJson(*d.workerImplication));
    json.emplace_back("table_row", Json(Json::Object{{"symptom", Json(row.symptom)},
                                                     {"remedy", Json(leaf.remedy)},
                                                     {"book", Json(row.bookSection)},
                                                     {"tools", textsJson(row.tools)},
                                                     {"remark", Json(leaf.remark)}}));
    json.emplace_back("named_axis", effectJson(findings.namedAxis));
    json.emplace_back("wrong_axes", Json(std::move(wrongAxesJson)));
    json.emplace_back("warnings", textsJson(d.warnings));
    return json;
}

/// The profile with the --set edits applied; their pointers refer to the profile's quantities.
Result<Profile> withEditedFigures(Profile profile, const Edits& edits)
{
    Error error;
    for (const std::string& edit : edits) {
        const Result<std::pair<std::string, std::string>> parts = parsePointerAndValue(edit);
        const Result<void> set =
            parts ? setFieldQuantityText(profile, parts->first, parts->second) : fail(parts.error());
        if (!set)
            error.problems.insert(error.problems.end(), set.error().problems.begin(), set.error().problems.end());
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
    Result<std::vector<WrongAxis>> wrongEffects = wrongAxisEffects(*profile, *diagnosis, wrongAxisOptions);
    if (!wrongEffects)
        return fail(withOptionNames(wrongEffects.error()));
    Result<AxisEffect> namedEffect = recommendedAxisEffect(*profile, *diagnosis, wrongAxisOptions);
    if (!namedEffect)
        return fail(withOptionNames(namedEffect.error()));
    Result<AxisMenu> menu = readAxisMenu();
    if (!menu)
        return fail(menu.error());
    const DiagnosisFindings findings{*std::move(profile), *std::move(diagnosis), *std::move(wrongEffects),
                                     *std::move(namedEffect), *std::move(menu)};
    return Reply{.answer = diagnosisAnswer(
                     {findings.profile, findings.diagnosis, findings.axisMenu, findings.namedAxis, findings.wrongAxes}),
                 .json = toJson(findings)};
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
    command.add_option("--variant", options->variant, "of a project: variant with this name (default: the one shown)")
        ->type_name("NAME");
    declareEditOption(command, options->edits);
    command.get_option("--set")->description(
        "a figure of the profile or a field of the project by its pointer, such as /flops=2TFLOP or "
        "/target/alpha_s=10us; may be repeated");
    command
        .add_option("--devices", options->devices,
                    "number of devices for the wrong axis (default: the plan's p, else 4)")
        ->type_name("K");
    declareFieldOption(command, &Target::priceUsdPerHour, options->price,
                       "price of a device-hour, for the wrong axis (default: the project's)");
    command.footer("Keys of PROFILE.json (those of a step may be in \"steps\": [{\"name\": …}] instead):\n" + keys);
    return [options] { return runDiagnose(*options); };
}

}  // namespace scalewright::cli
