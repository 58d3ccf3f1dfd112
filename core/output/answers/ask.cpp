// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/ask.h"

#include <array>
#include <utility>

#include "core/base/text/quote.h"
#include "core/evidence/trace/flow.h"
#include "core/output/answers/attribution.h"
#include "core/output/answers/cost_request.h"
#include "core/output/answers/design_check.h"
#include "core/output/answers/design_slots.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/footprint.h"
#include "core/output/answers/prediction.h"
#include "core/output/answers/render.h"
#include "core/output/answers/scaling_fit.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

/// Adds a reason to every null without one. Non-finite numbers are null in JSON.
Json withNullReasons(const Json& value)
{
    if (const Json::Array* elements = value.asArray()) {
        Json::Array copy;
        for (const Json& element : *elements)
            copy.push_back(withNullReasons(element));
        return Json(std::move(copy));
    }
    const Json::Object* members = value.asObject();
    if (members == nullptr)
        return value;
    Json::Object copy;
    for (const auto& [name, member] : *members) {
        copy.emplace_back(name, withNullReasons(member));
        const Json::Number* number = member.asNumber();
        // Non-finite numbers are written as null.
        const bool isNullValue = member.isNull() || (number != nullptr && number->text == "null");
        if (isNullValue && value.find(name + "_reason") == nullptr)
            copy.emplace_back(name + "_reason", Json("too large to compute"));
    }
    return Json(std::move(copy));
}

Result<CurveInput> curveOf(const Project& project, const std::string& file, bool allowsProjectAlone)
{
    return readCurve(writeProject(project), file, {.allowsProjectAlone = allowsProjectAlone});
}

Result<Answered> diagnoseProject(const Project& project, const std::string& file)
{
    const Profile profile = profileOf(project);
    const Result<Diagnosis> diagnosis = diagnose(profile);
    return diagnosis ? answerDiagnosis(profile, *diagnosis) : fail(withFileName(diagnosis.error(), file));
}

Result<Answered> showDesign(const Project& project, const std::string& file)
{
    return loadDesignCatalogue().map(
        [&](const DesignCatalogue& catalogue) { return answerDesignSlots(file, project, catalogue); });
}

Result<Answered> checkProjectDesign(const Project& project, const std::string& file)
{
    return loadDesignCatalogue().map([&](const DesignCatalogue& catalogue) {
        return answerDesignCheck(file, project, analyse(project), catalogue);
    });
}

Result<Answered> predictProject(const Project& project, const std::string& file)
{
    const Analysis analysis = analyse(project);
    if (!analysis.model)
        return fail(withFileName(analysis.model.error(), file));
    return answerPrediction({project, analysis, defaultWorkerCounts(project), predictionNotes(project)});
}

Result<Answered> attributeProject(const Project& project, const std::string& file)
{
    Project withRuns = project;
    if (project.measurements.ladders.empty() && !project.measurements.traces.empty())
        withRuns.measurements.ladders = {ladderOfRecordedRun(project.measurements.traces.back())};
    return curveOf(withRuns, file, false).map([](const CurveInput& input) {
        const LadderInput& ladder = *input.ladder;
        const std::optional<LadderInput> fixedWork = withFixedWork(ladder);
        const Attribution attribution = attributionOf(ladder);
        return Answered{.answer = attributionAnswer({.attribution = attribution,
                                                     .reading = ladderReadingOf(ladder),
                                                     .fixedWorkLadder = fixedWork ? &fixedWork->measured : nullptr}),
                        .json = attributionFields(ladder, attribution)};
    });
}

Result<Answered> fitProject(const Project& project, const std::string& file)
{
    return curveOf(project, file, false).and_then([](const CurveInput& input) {
        return answerFit(*input.ladder, {.options = fitOptionsOf(*input.project)});
    });
}

Result<Answered> costProject(const Project& project, const std::string& file)
{
    return curveOf(project, file, true).and_then([](CurveInput input) -> Result<Answered> {
        const CostRequest request = costRequest(std::move(input));
        if (request.priceSource.empty())
            return fail(ErrorCode::Input, "is missing", "the price of a node-hour, such as --price 3.20",
                        {.field = "--price"});
        return answerCost(request);
    });
}

Result<Answered> carbonOfProject(const Project& project, const std::string& file)
{
    return curveOf(project, file, true).and_then([](const CurveInput& input) {
        return answerFootprint(input, *input.project);
    });
}

}  // namespace

Result<Answered> answer(std::string_view question, const Project& project, const std::string& file)
{
    using Answerer = Result<Answered> (*)(const Project&, const std::string&);
    constexpr std::array<std::pair<std::string_view, Answerer>, 8> answerers{{{"diagnose", diagnoseProject},
                                                                              {"design show", showDesign},
                                                                              {"design check", checkProjectDesign},
                                                                              {"predict", predictProject},
                                                                              {"attribute", attributeProject},
                                                                              {"fit", fitProject},
                                                                              {"cost", costProject},
                                                                              {"carbon", carbonOfProject}}};
    for (const auto& [name, answerer] : answerers)
        if (name == question)
            return answerer(project, file);
    return fail(ErrorCode::Input, formatMessage("{} is not a question about a project", inQuotes(question)));
}

Json documentOf(const Answered& answered)
{
    Json::Object document = objectOf(
        {{"schema", 1}, answered.json, {"answer", when(!answered.answer.headline.empty(), toJson(answered.answer))}});
    return withNullReasons(Json(std::move(document)));
}

}  // namespace scalewright
