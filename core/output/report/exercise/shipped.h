// The exercises that are shipped with the program, and their keys.
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

/// Sorted by id; empty without resources. Read once.
[[nodiscard]] const std::vector<ShippedExercise>& shippedExercises();

/// The key of exactly these questions; empty if the exercise is not a shipped one.
[[nodiscard]] std::optional<AnswerKey> shippedAnswerKey(const Assignment& assignment);

}  // namespace scalewright
