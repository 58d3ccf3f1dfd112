// SPDX-License-Identifier: GPL-3.0-or-later
// Two designs compared: which slots differ, how that changes S(p), and what moved p*.
//
//     const DesignComparison c = compareDesigns(project, *projectForVariant(project, "all-reduce"), catalogue);
//     for (const PStarStep& step : c.pStarSteps) …   // "left design" 33, "pattern: ring all-reduce" 41, "message: 25.6 GB" 1
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/design/slots/slots.h"
#include "core/model/scaling/prediction.h"

namespace scalewright {

struct SlotDifference {
    Slot slot = Slot::Partitioning;
    std::string leftText, rightText;  ///< slotText() of both
    std::vector<SlotParameter> leftParameters, rightParameters;  ///< only parameters that differ
    bool differs = false;  ///< in a choice or a parameter; the justification is not compared
};

/// d ln p* / d ln x of the continuous relaxation, by central differences of the model: the percentage by which p*
/// changes when x changes by one per cent. Compute and a smooth pattern's communication (isSmoothInP) are evaluated at
/// real p; everything else in T(p) is interpolated between integer p (five points around p*), so that every term of the
/// design is included. The book's ring: alpha -1/2, beta -beta/(T_comp - 2 beta), T_comp T_comp/(2 (T_comp - 2 beta)).
/// nullopt with a reason if p* is at an edge, T(p) is not smooth, or x is 0.
struct Elasticity {
    std::string parameter;  ///< nameOf
    std::optional<double> value;
    std::string reason;
};
/// Precondition: validate(model) succeeds. alpha2 and beta2 of a hierarchical pattern scale with alpha and beta.
[[nodiscard]] std::vector<Elasticity> elasticities(const ScalingModel& model, int pMax = 4096);

/// One step on the path from the left model to the right one, which changes one group of parameters at a time; the
/// first step is the left model, the last the right one. Groups that do not differ are omitted. The order is fixed, and
/// the effect of a group depends on the groups before it.
struct PStarStep {
    std::string change;  ///< "pattern: parameter server", "message: 1.05 MB", "waiting"
    int pStar = 1;
    bool hasNoPStar = false;
    double speedup = 1;  ///< at pStar
};

/// The effect of a group of parameters on the best speedup, averaged over the orders in which the groups may change
/// (Shapley 1953): the product of all factors is the speedup on the right divided by that on the left, and swapping the
/// sides inverts each factor. For more than five groups, averaged over 24 orders.
struct SpeedupCause {
    std::string change;  ///< as in PStarStep
    double speedupFactor = 1;
};

struct DesignComparison {
    std::vector<SlotDifference> slotDifferences;  ///< in the order of allSlots
    std::optional<Prediction> leftPrediction, rightPrediction;  ///< absent if the side implies no model
    std::string leftUnpricedReason, rightUnpricedReason;
    std::vector<PStarStep> pStarSteps;  ///< empty if a side implies no model
    std::vector<SpeedupCause> speedupCauses;  ///< largest first; also empty if the models cannot be mixed
    std::vector<Elasticity> leftElasticities, rightElasticities;
};

/// `left` and `right` can be any two projects, usually variants with the same baseline. If a side is a case study
/// applied to a project (withCaseStudy), pass the study: slots missing from its table then show catalogue.notGivenText.
[[nodiscard]] DesignComparison compareDesigns(const Project& left, const Project& right,
                                              const DesignCatalogue& catalogue, int pMax = 4096,
                                              const CaseStudy* leftStudy = nullptr,
                                              const CaseStudy* rightStudy = nullptr);

}  // namespace scalewright
