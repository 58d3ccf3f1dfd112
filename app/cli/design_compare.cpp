// SPDX-License-Identifier: GPL-3.0-or-later
// design compare: two designs slot by slot, what moved p*, and how p* responds to alpha, beta and T_comp.
#include <fmt/format.h>

#include "app/cli/design.h"
#include "app/cli/output.h"
#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/plan/conditions.h"
#include "core/design/slots/compare.h"
#include "core/output/answers/design_comparison.h"
#include "core/output/answers/design_slots.h"
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

    TRY(const Project leftProject,
        readVariant(options.projectFile, options.leftVariant, "--left-variant", options.edits));
    Result<Project> right =
        hasRightProject && options.rightProjectFile != options.projectFile
            ? readVariant(options.rightProjectFile, options.rightVariant, "--right-variant", options.edits)
        : options.rightVariant ? projectForVariant(leftProject, *options.rightVariant).transform([&](Project variant) {
              return withConditionsKept(leftProject, std::move(variant));
          })
                               : leftProject;
    if (!right) {
        for (Problem& problem : right.error().problems)
            if (problem.location.field.empty() && problem.location.file.empty())
                problem.location = {.file = inputName(options.projectFile), .field = "--right-variant"};
        return fail(right.error());
    }
    ComparedSides sides;
    sides.left = leftStudy ? withCaseStudy(leftProject, *leftStudy) : leftProject;
    sides.right = rightStudy ? withCaseStudy(leftProject, *rightStudy) : *std::move(right);
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

Json::Object sideFields(const std::string& name, const Project& project, const std::optional<Prediction>& side,
                        const std::string& reason, const std::vector<Elasticity>& elasticities)
{
    const Landmarks* marks = side ? &side->landmarks : nullptr;
    Json::Object json =
        objectOf({{"name", name},
                  {"p_star", marks ? std::optional(marks->pStar) : std::nullopt, reason},
                  {"speedup_at_p_star", marks ? std::optional(side->row(marks->pStar).speedup) : std::nullopt, reason},
                  {"knee_p", marks ? std::optional(marks->kneeP) : std::nullopt, reason}});
    if (side) {
        const ComparedPlan plan = comparedPlanOf(project, side->pMax);
        const PredictionRow row = predictAt(side->model, plan.p.value_or(1));
        addFields(json,
                  {{"plan_p", plan.p, plan.whyNoPlan},
                   {"t_at_plan_p", plan.timeS, plan.whyNoPlan},
                   {"cost_at_plan_p", plan.costUsd, plan.whyNoPlan.empty() ? "no price is given" : plan.whyNoPlan},
                   {"speedup_at_plan_p", row.speedup},
                   {"communication_s_at_plan_p", row.tCommS + row.hiddenCommS}});
    } else {
        addFields(json, {{"plan_p", project.plan.p, reason},
                         {"speedup_at_plan_p", std::nullopt, reason},
                         {"communication_s_at_plan_p", std::nullopt, reason}});
    }
    addFields(json, {{"elasticities", listOf(elasticities, [](const Elasticity& each) {
                          return objectOf({{"parameter", each.parameter}, {"value", each.value, each.reason}});
                      })}});
    return json;
}

Json::Object toJson(const ComparedSides& sides)
{
    const DesignComparison& c = sides.comparison;
    const auto slot = [](const SlotDifference& each) {
        return objectOf({{"slot", nameOf(each.slot)},
                         {"differs", each.differs},
                         {"left", each.leftText},
                         {"right", each.rightText},
                         {"left_parameters", parametersJson(each.leftParameters)},
                         {"right_parameters", parametersJson(each.rightParameters)}});
    };
    const auto step = [](const PStarStep& each) {
        return objectOf({{"what", each.change},
                         {"p_star", each.pStar},
                         {"p_star_at_limit", each.hasNoPStar},
                         {"speedup", each.speedup}});
    };
    const auto cause = [](const SpeedupCause& each) {
        return objectOf({{"what", each.change}, {"factor", each.speedupFactor}});
    };
    const Table table = curvesTable(c);
    const auto row = [&](const std::vector<Cell>& cells) {
        Json::Object json{{"p", static_cast<int>(std::get<double>(cells[0]))}};
        for (std::size_t i = 1; i < cells.size(); ++i) {
            const double* number = std::get_if<double>(&cells[i]);
            addFields(json, {{table.columns[i].key, number ? std::optional(*number) : std::nullopt,
                              "this side has no step time at this p"}});
        }
        return json;
    };
    return objectOf(
        {{"left", sideFields(sides.leftName, sides.left, c.leftPrediction, c.leftUnpricedReason, c.leftElasticities)},
         {"right",
          sideFields(sides.rightName, sides.right, c.rightPrediction, c.rightUnpricedReason, c.rightElasticities)},
         {"slots", listOf(c.slotDifferences, slot)},
         {"moved", listOf(c.pStarSteps, step)},
         {"causes", listOf(c.speedupCauses, cause)},
         {"rows", listOf(table.rows, row)}});
}

}  // namespace

Result<Reply> runDesignCompare(const DesignOptions& options)
{
    TRY(const DesignCatalogue catalogue, loadDesignCatalogue());
    TRY(const ComparedSides sides, readSides(options, catalogue));
    const DesignComparison& c = sides.comparison;
    const auto planOf = [](const Project& project, const std::optional<Prediction>& side) {
        return side ? comparedPlanOf(project, side->pMax) : ComparedPlan{};
    };
    const ComparedDesign left{sides.leftName, planOf(sides.left, c.leftPrediction)},
        right{sides.rightName, planOf(sides.right, c.rightPrediction)};
    return Reply{.answer = designComparisonAnswer({c, catalogue, left, right}), .json = toJson(sides)};
}

}  // namespace scalewright::cli
