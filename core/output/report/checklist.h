// The reproducibility checklist of Pineau et al. 2021 (JMLR 22(164)), filled where a project says it.
#pragma once

#include <string>
#include <vector>

namespace scalewright {

struct Project;

struct ChecklistLine {
    bool filled = false;
    std::string says;
};
[[nodiscard]] std::vector<ChecklistLine> reproducibilityChecklist(const Project& project);

/// "8 of 11 points of the checklist filled."
[[nodiscard]] std::string checklistHeadline(const std::vector<ChecklistLine>& checklist);

}  // namespace scalewright
