// Two designs side by side: which slots differ, what that does to S(p), and what moved p*.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/design/slots.h"
#include "core/scaling/prediction.h"

namespace scalewright {

struct SlotDifference {
    Slot slot = Slot::Partitioning;
    std::string left, right;  ///< slotText of both
    bool differs = false;
};

/// d ln p* / d ln x of the continuous relaxation, by central differences of the model: how many per cent p* moves when x
/// moves by one. nullopt with the reason where p* does not exist or sits at an edge.
struct Elasticity {
    std::string parameter;  ///< "alpha", "beta", "t_comp"
    std::optional<double> value;
    std::string reason;
};
[[nodiscard]] std::vector<Elasticity> elasticities(const ScalingModel& model, int pMax = 4096);

/// Walks from the left model to the right one, one group of parameters at a time, and says p* after each.
struct MovedBy {
    std::string what;  ///< "pattern: parameter server", "message: 1.0 MB", "jitter"
    int pStar = 1;
    double speedup = 1;
};

struct DesignComparison {
    std::vector<SlotDifference> slots;
    std::optional<Prediction> left, right;  ///< absent where a side implies no model
    std::string leftReason, rightReason;
    std::vector<MovedBy> moved;
    std::vector<Elasticity> leftElasticities, rightElasticities;
};

/// `left` and `right` are projects of the same baseline (variants), or a case study's design in this project's numbers.
[[nodiscard]] DesignComparison compareDesigns(const Project& left, const Project& right, const DesignCatalogue& catalogue, int pMax = 4096);

}  // namespace scalewright
