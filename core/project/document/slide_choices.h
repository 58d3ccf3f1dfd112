// SPDX-License-Identifier: GPL-3.0-or-later
// Changes to the slides of a project's story in the member "deck" of its file: which are left out, their order, their
// claims and controls. The window writes a lecture file instead (core/output/lecture/lecture.h).
//
//     "deck": {"slides": [{"slide": "decision", "claim": "Four workers do."}, {"slide": "ceiling", "off": true}]}
//
// The member is in Project::unknown, so that copying, comparing or undoing a project includes its deck.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// All possible slides, in the method's order.
inline constexpr std::array<std::string_view, 6> slideNames{"ceiling",     "design",   "prediction",
                                                            "measurement", "decision", "change"};
[[nodiscard]] bool isSlideName(std::string_view name);

/// The user's choices for one slide.
struct SlideChoice {
    std::string slide;  ///< one of slideNames
    bool isHidden = false;  ///< not shown
    std::string claim{};  ///< replaces the answer's headline; empty: keep the headline
    std::string controlPointer{};  ///< pointer of a quantity that replaces the default control; empty: keep the default
    bool operator==(const SlideChoice&) const = default;
};

/// The listed choices, in their order; slides that are not listed follow in the method's order.
[[nodiscard]] std::vector<SlideChoice> slideChoices(const Project& project);
/// All slides in display order; those without a choice have default values.
[[nodiscard]] std::vector<SlideChoice> allSlideChoices(const Project& project);

/// Reports a deck that is not an object, and slides that are unknown, listed twice or of the wrong type.
void checkSlideChoices(const Project& project, std::vector<Problem>& problems);

}  // namespace scalewright
