// SPDX-License-Identifier: GPL-3.0-or-later
// The exercises shipped with the program, and their answer keys.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/output/report/exercise/grade.h"

namespace scalewright {

struct ShippedExercise {
    std::filesystem::path file;
    std::string id;  ///< "41.4.2"
    std::string title;
};

/// Sorted by id; empty if resources are missing. Read only once.
[[nodiscard]] const std::vector<ShippedExercise>& shippedExercises();

/// The answer key for exactly these questions; empty if this is not a shipped exercise.
[[nodiscard]] std::optional<AnswerKey> shippedAnswerKey(const Assignment& assignment);

}  // namespace scalewright
