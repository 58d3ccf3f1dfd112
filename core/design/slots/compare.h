// Two designs side by side: which slots differ, what that does to S(p), and what moved p*.
//
//     const DesignComparison c = compareDesigns(project, *variantNamed(project, "all-reduce"), catalogue);
//     for (const MovedBy& step : c.moved) …   // "as the left is" 33, "pattern: ring all-reduce" 41, "message: 25.6 GB" 1
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
    std::string left, right;  ///< slotText of both
    std::vector<SlotParameter> leftParameters, rightParameters;  ///< those that are not the same on both sides
    bool differs = false;  ///< in a choice or in a parameter; words of justification do not count
};

/// d ln p* / d ln x of the continuous relaxation, by central differences of the model: how many per cent p* moves when
/// x moves by one. Compute and a smooth pattern's communication (smoothInP) are taken at real p; everything else of
/// T(p) is interpolated between whole p (five points around p*), so that every term of the design takes part. The
/// book's ring: alpha -1/2, beta -beta/(T_comp - 2 beta), T_comp T_comp/(2 (T_comp - 2 beta)). nullopt with the reason
/// where p* is at an edge, T(p) moves in steps, or x is 0.
struct Elasticity {
    std::string parameter;  ///< modelInputName
    std::optional<double> value;
    std::string reason;
};
/// Precondition: validate(model) passes. alpha2 and beta2 of a hierarchical pattern move with alpha and beta.
[[nodiscard]] std::vector<Elasticity> elasticities(const ScalingModel& model, int pMax = 4096);

/// One step of the walk from the left model to the right one, a group of parameters at a time; the first is the left as
/// it is, the last the right as it is. Groups that do not differ are left out. The order of the walk is fixed, and what
/// a group moves depends on those before it.
struct MovedBy {
    std::string what;  ///< "pattern: parameter server", "message: 1.05 MB", "waiting"
    int pStar = 1;
    bool noPStar = false;
    double speedup = 1;  ///< at pStar
};

/// What a group of parameters does to the best speedup, averaged over the orders in which the groups may change
/// (Shapley 1953): all factors together make the right side's speedup over the left's, and the other way round each is
/// turned over. Of more than five groups over 24 orders.
struct CausedBy {
    std::string what;  ///< as MovedBy has it
    double factor = 1;
};

struct DesignComparison {
    std::vector<SlotDifference> slotDifferences;  ///< in the order of allSlots
    std::optional<Prediction> left, right;  ///< absent where a side implies no model
    std::string leftReason, rightReason;
    std::vector<MovedBy> moved;  ///< empty where a side implies no model
    std::vector<CausedBy> causes;  ///< the largest first; empty too where the sides cannot be mixed
    std::vector<Elasticity> leftElasticities, rightElasticities;
};

/// `left` and `right` are projects of the same baseline (variants), or any two. A side that is a case study laid over a
/// project (withCaseStudy) names the study: slots that the table leaves out then read catalogue.notGiven.
[[nodiscard]] DesignComparison compareDesigns(const Project& left, const Project& right,
                                              const DesignCatalogue& catalogue, int pMax = 4096,
                                              const CaseStudy* leftStudy = nullptr,
                                              const CaseStudy* rightStudy = nullptr);

}  // namespace scalewright
