// SPDX-License-Identifier: GPL-3.0-or-later
// The replies of `plan`: layouts for training, replicas for serving.
#pragma once

#include "app/cli/command.h"
#include "core/output/answers/layouts.h"

namespace scalewright::cli {

/// "model", "cluster" and "trainer".
[[nodiscard]] Json::Object layoutsQuestionFields(const LayoutsQuestion& question);

[[nodiscard]] Result<Reply> layoutsReply(const LayoutsQuestion& question);
[[nodiscard]] Result<Reply> servingReply(const LayoutsQuestion& question, const ServingNeed& need);

}  // namespace scalewright::cli
