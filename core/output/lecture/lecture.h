// SPDX-License-Identifier: GPL-3.0-or-later
// A lecture: what the number keys show to an audience. Each key has a title, a project and the page on which it opens.
//
// Read from the file "lecture.json" next to a project, or from the one shipped with the examples. Its projects are in
// the same folder or are shipped examples:
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
#include "core/project/document/project.h"

namespace scalewright {

struct LectureKey {
    std::string title;  ///< "Why 34?"
    std::string page;  ///< "predict"
    std::string pagePart;  ///< part of the page: "lost-folds"; empty: top of the page
    std::string slideName;  ///< a slide of slideNames instead of a page; empty: the page
    std::string slideClaim, slideControl;  ///< for that slide; empty: the slide's default
    std::string sliderField;  ///< quantity whose slider gets the keyboard focus, "/target/alpha_s"; may be empty
    std::filesystem::path projectFile;  ///< the project's file
    bool hidesAnswer = false;  ///< hides the answer first so that the audience can guess
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

/// Reads a lecture file and its projects. `pages`: the valid page ids. A key without a title, or with a page, field,
/// project, variant or value that does not exist, keeps its number and lists its problems, each with its pointer and
/// the number of the key; the other keys are shown. Errors: the file cannot be read (Environment); it is not a lecture,
/// has a newer version, has no key or more than nine, or has no key that can be shown (Input).
[[nodiscard]] Result<Lecture> readLecture(const std::filesystem::path& path, const std::vector<std::string>& pages);

}  // namespace scalewright
