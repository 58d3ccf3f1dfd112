// What `design show` answers: the six slots, what was chosen and why, and what the model holds in memory.
#pragma once

#include <optional>
#include <string>

#include "core/design/slots/slots.h"
#include "core/model/memory/memory.h"
#include "core/output/answers/answer.h"
#include "core/project/document/project.h"

namespace scalewright {

/// What the described model holds in training; `worker` where a plan of more than one has one.
struct DesignMemory {
    Result<MemoryNeed> whole;
    std::optional<Result<MemoryNeed>> worker;
    int planP = 1;
};

struct DesignSlotsQuestion {
    std::string file;
    const Project& project;
    const DesignCatalogue& catalogue;
    std::optional<DesignMemory> memory{};  ///< absent where no model is described
};

/// The table has a slot a row.
[[nodiscard]] Answer designSlotsAnswer(const DesignSlotsQuestion& question);

}  // namespace scalewright
