// design compare: two designs slot by slot, what moved p*, and how p* responds to alpha, beta and T_comp.
#include <cmath>

#include <fmt/format.h>

#include "app/cli/design.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/decision/plan/conditions.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/design/slots/compare.h"
#include "core/output/answers/design_comparison.h"
#include "core/output/tables/table.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

namespace {

struct ComparedSides {
    Project left, right;
    std::string leftName, rightName;
    DesignComparison comparison;
};

Result<ComparedSides> readSides(const DesignOptions& options, const DesignCatalogue& catalogue)
{
    OptionValues values;
    const int pMax = values.readPMax(options.pMax);
    const bool hasRightProject = !options.rightProjectFile.empty();
    if (options.caseStudy && (hasRightProject || options.rightVariant))
        values.addProblem("--case-study", "the right side is given twice",
                          "one of RIGHT, --right-variant and --case-study");
    if (!options.caseStudy && !hasRightProject && !options.rightVariant && !options.leftCaseStudy)
        values.addProblem("RIGHT", "there is nothing to compare with",
                          "another project, --right-variant NAME or --case-study ID");
    const auto findCaseStudy = [&](const OptionText& id, const char* option) -> const CaseStudy* {
        const CaseStudy* study = id ? catalogue.find(*id) : nullptr;
        std::string knownStudies;
        for (const CaseStudy& each : catalogue.caseStudies)
            knownStudies += (knownStudies.empty() ? "one of " : ", ") + each.id;
        if (id && !study)
            values.addProblem(option, "there is no case study " + inQuotes(*id), knownStudies);
        return study;
    };
    const CaseStudy* leftStudy = findCaseStudy(options.leftCaseStudy, "--left-case-study");
    const CaseStudy* rightStudy = findCaseStudy(options.caseStudy, "--case-study");
    if (!values.isValid())
        return fail(values.error());

    const Result<Project> leftProject =
        readVariant(options.projectFile, options.leftVariant, "--left-variant", options.edits);
    if (!leftProject)
        return fail(leftProject.error());
    Result<Project> right =
        hasRightProject && options.rightProjectFile != options.projectFile
            ? readVariant(options.rightProjectFile, options.rightVariant, "--right-variant", options.edits)
        : options.rightVariant ? projectForVariant(*leftProject, *options.rightVariant).transform([&](Project variant) {
              return withConditionsKept(*leftProject, std::move(variant));
          })
                               : *leftProject;
    if (!right) {
        for (Problem& problem : right.error().problems)
            if (problem.location.field.empty() && problem.location.file.empty())
                problem.location = {.file = inputName(options.projectFile), .field = "--right-variant"};
        return fail(right.error());
    }
    ComparedSides sides;
    sides.left = leftStudy ? withCaseStudy(*leftProject, *leftStudy) : *leftProject;
    sides.right = rightStudy ? withCaseStudy(*leftProject, *rightStudy) : *std::move(right);
    const auto name = [hasRightProject](const std::string& file, const Project& project, const CaseStudy* study) {
        if (study)
            return fmt::format("{} ({})", study->title, study->chapter);
        return hasRightProject ? fmt::format("{}, {}", inputName(file), project.variantName) : project.variantName;
    };
    sides.leftName = name(options.projectFile, sides.left, leftStudy);
    sides.rightName = name(hasRightProject ? options.rightProjectFile : options.projectFile, sides.right, rightStudy);
    sides.comparison = compareDesigns(sides.left, sides.right, catalogue, pMax, leftStudy, rightStudy);
    return sides;
}

Json sideJson(const std::string& name, const Project& project, const std::optional<Prediction>& side,
              const std::string& reason, const std::vector<Elasticity>& elasticities)
{
    Json::Object json{{"name", Json(name)}};
    setOrReason(json, "p_star", side ? std::optional(side->landmarks.pStar) : std::nullopt, reason);
    setOrReason(json, "speedup_at_p_star",
                side ? std::optional(side->row(side->landmarks.pStar).speedup) : std::nullopt, reason);
    setOrReason(json, "knee_p", side ? std::optional(side->landmarks.kneeP) : std::nullopt, reason);
    if (side) {
        const ComparedPlan plan = comparedPlanOf(project, side->pMax);
        const PredictionRow row = predictAt(side->model, plan.p.value_or(1));
        setOrReason(json, "plan_p", plan.p, plan.whyNoPlan);
        setOrReason(json, "t_at_plan_p", plan.timeS, plan.whyNoPlan);
        setOrReason(json, "cost_at_plan_p", plan.costUsd,
                    plan.whyNoPlan.empty() ? "no price is given" : plan.whyNoPlan);
        setOrReason(json, "speedup_at_plan_p", std::optional(row.speedup), "");
        setOrReason(json, "communication_s_at_plan_p", std::optional(row.tCommS + row.hiddenCommS), "");
    } else {
        setOrReason(json, "plan_p", project.plan.p, reason);
        setOrReason(json, "speedup_at_plan_p", std::optional<double>(), reason);
        setOrReason(json, "communication_s_at_plan_p", std::optional<double>(), reason);
    }
    Json::Array elasticitiesJson;
    for (const Elasticity& each : elasticities) {
        Json::Object elasticityJson{{"parameter", Json(each.parameter)}};
        setOrReason(elasticityJson, "value", each.value, each.reason);
        elasticitiesJson.emplace_back(std::move(elasticityJson));
    }
    json.emplace_back("elasticities", Json(std::move(elasticitiesJson)));
    return Json(std::move(json));
}

Json::Object toJson(const ComparedSides& sides)
{
    const DesignComparison& c = sides.comparison;
    Json::Array slotList, moved, causes, rows;
    for (const SlotDifference& each : c.slotDifferences)
        slotList.emplace_back(Json::Object{{"slot", Json(slotName(each.slot))},
                                           {"differs", Json(each.differs)},
                                           {"left", Json(each.leftText)},
                                           {"right", Json(each.rightText)},
                                           {"left_parameters", parametersJson(each.leftParameters)},
                                           {"right_parameters", parametersJson(each.rightParameters)}});
    for (const PStarStep& step : c.pStarSteps) {
        Json::Object json{
            {"what", Json(step.change)}, {"p_star", Json(step.pStar)}, {"p_star_at_limit", Json(step.hasNoPStar)}};
        setOrReason(json, "speedup", std::optional(step.speedup), "");
        moved.emplace_back(std::move(json));
    }
    for (const SpeedupCause& cause : c.speedupCauses)
        causes.emplace_back(Json::Object{{"what", Json(cause.change)}, {"factor", Json(cause.speedupFactor)}});
    const Table table = curvesTable(c);
    for (const std::vector<Cell>& cells : table.rows) {
        Json::Object row{{"p", Json(static_cast<int>(std::get<double>(cells[0])))}};
        for (std::size_t i = 1; i < cells.size(); ++i) {
            const double* number = std::get_if<double>(&cells[i]);
            setOrReason(row, table.columns[i].key, number ? std::optional(*number) : std::nullopt,
                        "this side has no step time at this p");
        }
        rows.emplace_back(std::move(row));
    }
    return {{"left", sideJson(sides.leftName, sides.left, c.leftPrediction, c.leftUnpricedReason, c.leftElasticities)},
            {"right",
             sideJson(sides.rightName, sides.right, c.rightPrediction, c.rightUnpricedReason, c.rightElasticities)},
            {"slots", Json(std::move(slotList))},
            {"moved", Json(std::move(moved))},
            {"causes", Json(std::move(causes))},
            {"rows", Json(std::move(rows))}};
}

}  // namespace

Result<Reply> runDesignCompare(const DesignOptions& options)
{
    const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const Result<ComparedSides> sides = readSides(options, *catalogue);
    if (!sides)
        return fail(sides.error());
    const DesignComparison& c = sides->comparison;
    const auto planOf = [](const Project& project, const std::optional<Prediction>& side) {
        return side ? comparedPlanOf(project, side->pMax) : ComparedPlan{};
    };
    const ComparedDesign left{sides->leftName, planOf(sides->left, c.leftPrediction)},
        right{sides->rightName, planOf(sides->right, c.rightPrediction)};
    return Reply{.answer = designComparisonAnswer({c, *catalogue, left, right}), .json = toJson(*sides)};
}

}  // namespace scalewright::cli
