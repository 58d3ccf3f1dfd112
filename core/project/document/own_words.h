// A person's own words in the report: CommonMark by section, the member "report" of a project file.
//
//     "report": {"ceiling": "We measured on an idle machine.\n\n- twice"}
//
// It stands among Project::unknown, so that whoever copies, compares or undoes a project does so with its words.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// Where words can stand, in the order of the report: before it, under each section, after it.
inline constexpr std::array<std::string_view, 10> wordPlaces{"introduction", "ceiling",     "design", "checks",
                                                             "prediction",   "measurement", "law",    "price",
                                                             "footprint",    "conclusion"};

/// Empty where there are none.
[[nodiscard]] std::string ownWords(const Project& project, std::string_view place);
/// An empty text takes them away; what else the member holds stays. Precondition: one of wordPlaces.
void setOwnWords(Project& project, std::string_view place, std::string text);

/// The two differ in nothing but a person's own words.
[[nodiscard]] bool sameButForWords(const Project& one, const Project& other);

/// The member is no object, or a place holds no text.
void checkOwnWords(const Project& project, std::vector<Problem>& problems);

}  // namespace scalewright
