#include "core/analysis/analysis.h"

#include <algorithm>
#include <utility>

#include "core/design/design_catalogue.h"

namespace scalewright {

std::optional<int> knownPlanP(const Project& project, const Analysis& analysis)
{
    if (project.plan.p || analysis.prediction)
        return project.plan.p.value_or(analysis.planP);
    if (analysis.ladder && analysis.ladder->measured)
        return analysis.ladder->measured->kneeP;
    return std::nullopt;
}

bool planLacksCause(const Project& project, const Analysis& analysis)
{
    return project.plan.p && (!analysis.ladder || !analysis.ladder->attribution || analysis.ladder->attribution->owner == Cause::Unknown);
}

Analysis analyse(const Project& project, int pMax, std::size_t ladder)
{
    Analysis analysis;
    analysis.pMax = pMax;
    analysis.profile = profileOf(project);
    analysis.diagnosis = diagnose(analysis.profile);
    analysis.model = scalingModel(project);
    if (analysis.model) {
        const ScalingModel& model = *analysis.model;
        analysis.intervals = modelIntervals(project);
        analysis.prediction = predict(model, pMax);
        if (analysis.intervals.any())
            analysis.band = predictBand(model, analysis.intervals, pMax);
        analysis.sensitivity = sensitivity(model, pMax);
        const Landmarks& landmarks = analysis.prediction->landmarks;
        analysis.planPIsChosen = project.plan.p.has_value();
        analysis.planP = planP(project, landmarks);
        analysis.atPlan = predictAt(model, analysis.planP);
        analysis.atPStar = predictAt(model, landmarks.pStar);
        analysis.atKnee = predictAt(model, landmarks.kneeP);
    }
    for (std::size_t i = 0; i < project.variants.size(); ++i) {
        const Project other = asVariant(project, i);
        VariantAnalysis variant{other.variantName, std::nullopt, std::nullopt};
        if (const Result<ScalingModel> model = scalingModel(other)) {
            variant.prediction = predict(*model, pMax);
            variant.planP = planP(other, variant.prediction->landmarks);
        }
        analysis.variants.push_back(std::move(variant));
    }
    if (const Result<DesignCatalogue>& catalogue = designCatalogue())
        analysis.findings = checkDesign(project, *catalogue);
    if (const std::vector<Ladder>& ladders = project.measurements.ladders; !ladders.empty()) {
        const std::size_t index = std::min(ladder, ladders.size() - 1);
        LadderAnalysis& shown = analysis.ladder.emplace(LadderAnalysis{index, measured(ladders[index]), std::nullopt});
        if (shown.measured)
            shown.attribution = attribute(*shown.measured);
    }
    return analysis;
}

int Analysis::findingsOf(Severity severity) const
{
    return static_cast<int>(std::count_if(findings.begin(), findings.end(), [&](const Finding& each) { return each.severity == severity; }));
}

}  // namespace scalewright
