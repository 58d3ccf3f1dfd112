// SPDX-License-Identifier: GPL-3.0-or-later
// A lecture file as written, for editing; lecture.h describes it and reads what its slides show.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"

namespace scalewright {

struct Project;

/// A slide as written in the file.
struct LectureEntry {
    std::string title;  ///< "Why 34?"
    std::string projectName;  ///< file name: "output-41.4.1.scalewright"
    std::string page;  ///< "predict"
    std::string pagePart;  ///< part of the page: "lost-folds"; empty: top of the page
    std::string slideName;  ///< a chart of slideNames instead of a page; empty: the page
    std::string slideClaim, slideControl;  ///< for that chart; empty: its defaults
    std::string sliderField;  ///< quantity whose slider gets the keyboard focus, "/target/alpha_s"; may be empty
    std::string variant;  ///< the variant to show; empty: the one that the project shows
    std::string comparisonName;  ///< name of the unchanged project, kept for comparison; empty: not kept
    bool hidesAnswer = false;  ///< hides the answer first so that the audience can guess
    Json::Object fieldValues;  ///< values to set, by pointer
    Json::Object unknownMembers;
    bool operator==(const LectureEntry&) const = default;
};

inline constexpr std::size_t maximumLectureKeys = 9;
/// Name of the lecture file next to a project.
inline constexpr const char* lectureFileName = "lecture.json";

/// A lecture file as written, for editing.
struct LectureFile {
    std::string title;
    std::vector<LectureEntry> keys;
    Json::Object unknownMembers;
    bool operator==(const LectureFile&) const = default;
};
/// Errors (Input): not JSON, not a lecture, a newer version, a member of the wrong type. The number of keys and what
/// they refer to are not checked.
[[nodiscard]] Result<LectureFile> parseLecture(const std::string& content);
/// The text of the file; parseLecture() reads the same value from it.
[[nodiscard]] std::string writeLecture(const LectureFile& lecture);

/// The lecture file in the folder of a project's file; empty if it does not exist or is the shipped file.
[[nodiscard]] std::filesystem::path ownLectureFile(const std::filesystem::path& projectFile);

/// The quantities of `shown` that differ from `saved`, as the "set" of a key. `missesChanges`: the projects also differ
/// in something else.
struct SetValues {
    Json::Object fieldValues;
    bool missesChanges = false;
};
[[nodiscard]] SetValues setValuesBetween(const Project& saved, const Project& shown);

}  // namespace scalewright
