// SPDX-License-Identifier: GPL-3.0-or-later
// A lecture: the slides shown to an audience, one for each number key. Each has a title, a project and the page, or the
// chart, that it shows.
//
// Read from the file "lecture.json" next to a project, or from the one shipped with the examples. Its projects are in
// the same folder or are shipped examples. A project without that file presents its story (core/output/answers/deck.h).
//
//     {"format": "scalewright-lecture", "version": 1, "title": "Scaling in nine keys",
//      "keys": [{"title": "Why 34?", "project": "output-41.4.1.scalewright", "page": "predict", "guess": true},
//               {"title": "alpha ten times larger", "project": "output-41.4.1.scalewright", "page": "predict",
//                "beside": "alpha 0.8 ms", "set": {"/target/alpha_s": "8 ms"}},
//               {"title": "Where the folds went", "project": "output-41.7.2.scalewright", "page": "measure", "part": "lost-folds"}]}
//
// The first entry is key 1; there are one to nine. "variant" shows another variant of the project, "set" changes values
// like --set, and "beside" keeps the unchanged project as a variant with that name for comparison; "guess" hides the
// answer until G is pressed; "part" names the part of the page to scroll to (Page::showPart), "field" the quantity
// whose slider gets the keyboard focus (default: the first in "set"). A key with a "focus" shows that slide of its
// project ("prediction") instead of a page, optionally with its own "claim" and "control":
//
//     {"title": "Ten times the latency", "project": "output-41.4.1.scalewright", "focus": "prediction",
//      "claim": "Latency decides.", "control": "/target/alpha_s"}
//
// Nothing is written: a key shows a copy of its project.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/json/json.h"
#include "core/project/document/project.h"

namespace scalewright {

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

/// A slide that can be shown.
struct LectureKey : LectureEntry {
    std::filesystem::path projectFile;  ///< empty: the project that is open, not one in a file
    Project project;  ///< with the variant and set values applied
    std::vector<Problem> problems;  ///< why the key cannot be shown; empty if it can be shown
};

struct Lecture {
    std::string title;
    std::vector<LectureKey> keys;  ///< the first is key 1; at most nine
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

/// The lecture file in the folder of a project's file; empty if there is none, or only the shipped one.
[[nodiscard]] std::filesystem::path ownLectureFile(const std::filesystem::path& projectFile);

/// The quantities of `shown` that differ from `saved`, as the "set" of a key. `missesChanges`: the projects also differ
/// in something else.
struct SetValues {
    Json::Object fieldValues;
    bool missesChanges = false;
};
[[nodiscard]] SetValues setValuesBetween(const Project& saved, const Project& shown);

/// Reads a lecture file and its projects. `pages`: the valid page ids. A key without a title, or with a page, field,
/// project, variant or value that does not exist, keeps its number and lists its problems, each with its pointer and
/// the number of the key; the other keys are shown. Errors: the file cannot be read (Environment); it is not a lecture,
/// has a newer version, has no key or more than nine, or has no key that can be shown (Input).
[[nodiscard]] Result<Lecture> readLecture(const std::filesystem::path& path, const std::vector<std::string>& pages);

}  // namespace scalewright
