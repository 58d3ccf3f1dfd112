// SPDX-License-Identifier: GPL-3.0-or-later
// An answer in every form in which it is given.
#pragma once

#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/output/answers/answer.h"

namespace scalewright {

struct Answered {
    Answer answer{};
    Json::Object json{};  ///< for programs
    Table rows{};  ///< for --csv
    std::vector<Problem> problems{};  ///< why the answer is no
};

}  // namespace scalewright
