// design compare: two designs slot by slot, what moved p*, and how p* answers to alpha, beta and T_comp.
#include <cmath>

#include <fmt/format.h>

#include "app/cli/design.h"
#include "app/cli/input.h"
#include "app/cli/output.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/decision/analysis/analysis.h"
#include "core/design/slots/compare.h"
#include "core/output/answers/design_comparison.h"
#include "core/output/tables/table.h"
#include "core/project/document/variants.h"

namespace scalewright::cli {

namespace {

struct Sides {
    Project left, right;
    std::string leftName, rightName;
    DesignComparison comparison;
};

Result<Sides> read(const DesignOptions& options, const DesignCatalogue& catalogue)
{
    Values values;
    const int pMax = values.pMax(options.pMax);
    const bool another = !options.other.empty();
    if (options.caseStudy && (another || options.rightVariant))
        values.add("--case-study", "the right side is given twice", "one of RIGHT, --right-variant and --case-study");
    if (!options.caseStudy && !another && !options.rightVariant && !options.leftCaseStudy)
        values.add("RIGHT", "there is nothing to compare with",
                   "another project, --right-variant NAME or --case-study ID");
    const auto studyOf = [&](const Text& id, const char* option) -> const CaseStudy* {
        const CaseStudy* study = id ? catalogue.find(*id) : nullptr;
        std::string known;
        for (const CaseStudy& each : catalogue.caseStudies)
            known += (known.empty() ? "one of " : ", ") + each.id;
        if (id && !study)
            values.add(option, "there is no case study " + inQuotes(*id), known);
        return study;
    };
    const CaseStudy* leftStudy = studyOf(options.leftCaseStudy, "--left-case-study");
    const CaseStudy* rightStudy = studyOf(options.caseStudy, "--case-study");
    if (!values.ok())
        return fail(values.error());

    const Result<Project> given = readVariant(options.project, options.leftVariant, "--left-variant", options.edits);
    if (!given)
        return fail(given.error());
    Result<Project> right = another && options.other != options.project
                                ? readVariant(options.other, options.rightVariant, "--right-variant", options.edits)
                            : options.rightVariant ? variantNamed(*given, *options.rightVariant)
                                                   : *given;
    if (!right) {
        for (Problem& problem : right.error().problems)
            if (problem.where.field.empty() && problem.where.file.empty())
                problem.where = {.file = inputName(options.project), .field = "--right-variant"};
        return fail(right.error());
    }
    Sides sides;
    sides.left = leftStudy ? withCaseStudy(*given, *leftStudy) : *given;
    sides.right = rightStudy ? withCaseStudy(*given, *rightStudy) : *std::move(right);
    const auto name = [another](const std::string& file, const Project& project, const CaseStudy* study) {
        if (study)
            return fmt::format("{} ({})", study->title, study->chapter);
        return another ? fmt::format("{}, {}", inputName(file), project.variantName) : project.variantName;
    };
    sides.leftName = name(options.project, sides.left, leftStudy);
    sides.rightName = name(another ? options.other : options.project, sides.right, rightStudy);
    sides.comparison = compareDesigns(sides.left, sides.right, catalogue, pMax, leftStudy, rightStudy);
    return sides;
}

/// The plan of a side that has a prediction.
int planP(const Project& project, const Prediction& prediction)
{
    return analyse(project, {.pMax = prediction.pMax}).planP;
}

Json sideJson(const std::string& name, const Project& project, const std::optional<Prediction>& side,
              const std::string& reason, const std::vector<Elasticity>& of)
{
    Json::Object json{{"name", Json(name)}};
    setOrReason(json, "p_star", side ? std::optional(side->landmarks.pStar) : std::nullopt, reason);
    setOrReason(json, "speedup_at_p_star",
                side ? std::optional(side->row(side->landmarks.pStar).speedup) : std::nullopt, reason);
    setOrReason(json, "knee_p", side ? std::optional(side->landmarks.kneeP) : std::nullopt, reason);
    if (side) {
        const int p = planP(project, *side);
        const PredictionRow row = predictAt(side->model, p);
        json.emplace_back("plan_p", Json(p));
        setOrReason(json, "speedup_at_plan_p", std::optional(row.speedup), "");
        setOrReason(json, "communication_s_at_plan_p", std::optional(row.tCommS + row.hiddenCommS), "");
    } else {
        setOrReason(json, "plan_p", project.plan.p, reason);
        setOrReason(json, "speedup_at_plan_p", std::optional<double>(), reason);
        setOrReason(json, "communication_s_at_plan_p", std::optional<double>(), reason);
    }
    Json::Array elasticities;
    for (const Elasticity& each : of) {
        Json::Object one{{"parameter", Json(each.parameter)}};
        setOrReason(one, "value", each.value, each.reason);
        elasticities.emplace_back(std::move(one));
    }
    json.emplace_back("elasticities", Json(std::move(elasticities)));
    return Json(std::move(json));
}

Json::Object toJson(const Sides& sides)
{
    const DesignComparison& c = sides.comparison;
    Json::Array slotList, moved, causes, rows;
    for (const SlotDifference& each : c.slotDifferences)
        slotList.emplace_back(Json::Object{{"slot", Json(slotName(each.slot))},
                                           {"differs", Json(each.differs)},
                                           {"left", Json(each.left)},
                                           {"right", Json(each.right)},
                                           {"left_parameters", parametersJson(each.leftParameters)},
                                           {"right_parameters", parametersJson(each.rightParameters)}});
    for (const MovedBy& step : c.moved) {
        Json::Object json{
            {"what", Json(step.what)}, {"p_star", Json(step.pStar)}, {"p_star_at_limit", Json(step.noPStar)}};
        setOrReason(json, "speedup", std::optional(step.speedup), "");
        moved.emplace_back(std::move(json));
    }
    for (const CausedBy& cause : c.causes)
        causes.emplace_back(Json::Object{{"what", Json(cause.what)}, {"factor", Json(cause.factor)}});
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
    return {{"left", sideJson(sides.leftName, sides.left, c.left, c.leftReason, c.leftElasticities)},
            {"right", sideJson(sides.rightName, sides.right, c.right, c.rightReason, c.rightElasticities)},
            {"slots", Json(std::move(slotList))},
            {"moved", Json(std::move(moved))},
            {"causes", Json(std::move(causes))},
            {"rows", Json(std::move(rows))}};
}

}  // namespace

Result<Reply> designCompare(const DesignOptions& options)
{
    const Result<DesignCatalogue> catalogue = loadDesignCatalogue();
    if (!catalogue)
        return fail(catalogue.error());
    const Result<Sides> sides = read(options, *catalogue);
    if (!sides)
        return fail(sides.error());
    const DesignComparison& c = sides->comparison;
    const ComparedDesign left{sides->leftName, c.left ? planP(sides->left, *c.left) : 1},
        right{sides->rightName, c.right ? planP(sides->right, *c.right) : 1};
    return Reply{.answer = designComparisonAnswer({c, *catalogue, left, right}), .json = toJson(*sides)};
}

}  // namespace scalewright::cli
