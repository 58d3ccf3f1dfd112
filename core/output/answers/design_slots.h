// SPDX-License-Identifier: GPL-3.0-or-later
// The answer from `design show`: the six slots, what was chosen and why, and the model's memory.
#pragma once

#include <optional>
#include <string>

#include "core/design/slots/slots.h"
#include "core/model/memory/memory.h"
#include "core/output/answers/answered.h"
#include "core/project/document/project.h"

namespace scalewright {

/// Memory needed to train the described model; `perWorkerNeed` is set for a plan with more than one worker.
struct DesignMemory {
    Result<MemoryNeed> oneMachineNeed;
    std::optional<Result<MemoryNeed>> perWorkerNeed;
    int planP = 1;
};

struct DesignSlotsQuestion {
    std::string file;
    const Project& project;
    const DesignCatalogue& catalogue;
    std::optional<DesignMemory> memory{};  ///< empty if no model is described
};

/// The table has one row per slot.
[[nodiscard]] Answer designSlotsAnswer(const DesignSlotsQuestion& question);

[[nodiscard]] Answered answerDesignSlots(const std::string& file, const Project& project,
                                         const DesignCatalogue& catalogue);

/// The parameters of a slot.
[[nodiscard]] Json parametersJson(const std::vector<SlotParameter>& parameters);

}  // namespace scalewright
