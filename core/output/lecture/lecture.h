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
#include <vector>

#include "core/output/lecture/lecture_file.h"
#include "core/project/document/project.h"

namespace scalewright {

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

/// Reads a lecture file and its projects. `pages`: the valid page ids. A key without a title, or with a page, field,
/// project, variant or value that does not exist, keeps its number and lists its problems, each with its pointer and
/// the number of the key; the other keys are shown. Errors: the file cannot be read (Environment); it is not a lecture,
/// has a newer version, has no key or more than nine, or has no key that can be shown (Input).
[[nodiscard]] Result<Lecture> readLecture(const std::filesystem::path& path, const std::vector<std::string>& pages);

}  // namespace scalewright
