// What `plan` answers: layouts for training, replicas for serving.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/cli/command.h"
#include "core/layout/search.h"
#include "core/layout/serving.h"
#include "core/layout/sources.h"

namespace scalewright::cli {

enum class LayoutOrder { Time, Money, Memory };

struct PlanQuestion {
    ModelEntry model;
    NamedCluster cluster;
    Trainer trainer;
    double batch = 0;
    int cards = 1;
    int best = 5;
    LayoutOrder order = LayoutOrder::Time;
    bool explain = false;
    std::optional<Layout> own;         ///< the person's layout
    std::optional<double> measuredS;   ///< its measured step, that the trainer was calibrated on
    double beforeS = 0;                ///< what was computed for it before
    std::vector<std::string> assumed;  ///< what nobody said, each in a sentence
};

/// "model", "cluster", "trainer" of the JSON form.
void addQuestionJson(Json::Object& json, const PlanQuestion& question);

[[nodiscard]] Result<Reply> layoutsAnswer(const PlanQuestion& question);
[[nodiscard]] Result<Reply> servingAnswer(const PlanQuestion& question, const ServingNeed& need);

}  // namespace scalewright::cli
