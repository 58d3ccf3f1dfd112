// SPDX-License-Identifier: GPL-3.0-or-later
// The reproducibility checklist of Pineau et al. 2021 (JMLR 22(164)), filled in from the project.
#pragma once

#include <string>
#include <vector>

namespace scalewright {

struct Project;

struct ChecklistLine {
    bool isFilled = false;
    std::string text;
};
[[nodiscard]] std::vector<ChecklistLine> reproducibilityChecklist(const Project& project);

/// "8 of 11 points of the checklist filled."
[[nodiscard]] std::string checklistHeadline(const std::vector<ChecklistLine>& checklist);

}  // namespace scalewright
