// The replies of `plan`: layouts for training, replicas for serving.
#pragma once

#include "app/cli/command.h"
#include "core/output/answers/layouts.h"

namespace scalewright::cli {

/// Adds "model", "cluster" and "trainer" to the JSON form.
void addLayoutsQuestionJson(Json::Object& json, const LayoutsQuestion& question);

[[nodiscard]] Result<Reply> layoutsReply(const LayoutsQuestion& question);
[[nodiscard]] Result<Reply> servingReply(const LayoutsQuestion& question, const ServingNeed& need);

}  // namespace scalewright::cli
