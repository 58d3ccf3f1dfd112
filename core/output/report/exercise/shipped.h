// The exercises that come with the program, and their keys.
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

/// By number; empty without resources. Read once.
[[nodiscard]] const std::vector<ShippedExercise>& shippedExercises();

/// The key of exactly these questions; nullopt where the exercise is none that is shipped.
[[nodiscard]] std::optional<Key> shippedKey(const Assignment& assignment);

}  // namespace scalewright
