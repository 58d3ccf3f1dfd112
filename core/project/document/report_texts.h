// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own texts in the report, in CommonMark, one per section: the member "report" of a project file.
//
//     "report": {"author": "Ada Lovelace", "ceiling": "We measured on an idle machine.\n\n- twice"}
//
// It is stored in Project::unknown, so that copying, comparing or undoing a project includes these texts.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"

namespace scalewright {

struct Project;

/// The possible places, in report order: at the start of the report, after each section, at the end.
inline constexpr std::array<std::string_view, 10> reportTextPlaces{"introduction", "ceiling",     "design", "checks",
                                                                   "prediction",   "measurement", "law",    "price",
                                                                   "footprint",    "conclusion"};

/// The author's name, one line, is kept beside them.
inline constexpr std::string_view reportAuthorPlace = "author";

/// Empty if there is no text.
[[nodiscard]] std::string reportText(const Project& project, std::string_view place);
/// An empty text removes the section's text; other content of the member is kept. Precondition: `place` is one of
/// reportTextPlaces, or reportAuthorPlace.
void setReportText(Project& project, std::string_view place, std::string text);

/// Whether the two differ in nothing but the user's report texts.
[[nodiscard]] bool isSameExceptReportText(const Project& one, const Project& other);

/// Reports a member that is not an object, and places whose value is not a string.
void checkReportTexts(const Project& project, std::vector<Problem>& problems);

}  // namespace scalewright
