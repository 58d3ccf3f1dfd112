// What a person made of the slides: which are left out, their order, claims and controls of their own. The member "deck"
// of a project file.
//
//     "deck": {"slides": [{"slide": "decision", "claim": "Four workers do."}, {"slide": "ceiling", "off": true}]}
//
// It stands among Project::unknown, so that whoever copies, compares or undoes a project does so with its deck.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// The slides that there can be, in the order of the method.
inline constexpr std::array<std::string_view, 6> slideNames{"ceiling",     "design",   "prediction",
                                                            "measurement", "decision", "change"};
[[nodiscard]] bool isSlideName(std::string_view name);

/// What is said of one slide.
struct SlideChoice {
    std::string slide;  ///< one of slideNames
    bool off = false;  ///< it is not shown
    std::string claim{};  ///< instead of the answer's headline; empty: the headline
    std::string control{};  ///< the pointer of a quantity instead of the usual one; empty: that
    bool operator==(const SlideChoice&) const = default;
};

/// Those that are said, in their order; slides that are not named follow in the order of the method.
[[nodiscard]] std::vector<SlideChoice> slideChoices(const Project& project);
/// All slides in the order in which they are shown, those without a choice as they are by themselves.
[[nodiscard]] std::vector<SlideChoice> allSlideChoices(const Project& project);

/// Members that a newer program wrote stay, at the deck and at each slide. Choices that say nothing, in the order of
/// the method, take the deck away. Precondition: each slide at most once, each one of slideNames.
void setSlideChoices(Project& project, const std::vector<SlideChoice>& choices);

/// The deck is no object, or says something of a slide that there is not, twice, or of another kind.
void checkSlideChoices(const Project& project, std::vector<Problem>& problems);

}  // namespace scalewright
