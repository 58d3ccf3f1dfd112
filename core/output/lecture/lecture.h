// A lecture: what the number keys show to a room, each a project with a name and the page it opens on.
//
// A file "lecture.json" beside a project, or the shipped one beside the examples. Projects lie in the same folder, or
// are shipped examples:
//     {"format": "scalewright-lecture", "version": 1, "title": "Scaling in nine keys",
//      "keys": [{"title": "Why 34?", "project": "output-41.4.1.scalewright", "page": "predict", "guess": true},
//               {"title": "alpha ten times larger", "project": "output-41.4.1.scalewright", "page": "predict",
//                "beside": "alpha 0.8 ms", "set": {"/target/alpha_s": "8 ms"}},
//               {"title": "Where the folds went", "project": "output-41.7.2.scalewright", "page": "measure", "part": "lost-folds"}]}
// The first entry is key 1; there are one to nine. "variant" shows another variant of the project, "set" changes values
// of it as --set does, and "beside" keeps the one from before under that name, as a variant beside it; "guess" hides
// the answer until G; "part" names what of the page is brought into sight (Page::showPart), "field" the quantity whose
// slider then has the keyboard (without it, the first that is set). A key with a "focus" shows that slide of its project
// ("prediction") instead of a page, with a "claim" and a "control" of its own where it has them:
//     {"title": "Ten times the latency", "project": "output-41.4.1.scalewright", "focus": "prediction",
//      "claim": "Latency decides.", "control": "/target/alpha_s"}
// Nothing is written: what a key shows is a copy.
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
    std::string part;  ///< of the page: "lost-folds"; empty: its beginning
    std::string focus;  ///< a slide of slideNames instead of a page; empty: the page
    std::string claim, control;  ///< of that slide; empty: as it is by itself
    std::string field;  ///< the quantity it is about, "/target/alpha_s"; empty: none
    std::filesystem::path file;  ///< of the project
    bool guess = false;  ///< the answer is hidden at first: the room guesses
    Project project;  ///< with its variant and what is set
    std::vector<Problem> problems;  ///< why it cannot be shown; empty: it can
};

struct Lecture {
    std::string title;
    std::vector<LectureKey> keys;  ///< the first is key 1; at most nine
};

inline constexpr std::size_t mostLectureKeys = 9;
/// Its name beside a project.
inline constexpr const char* lectureFile = "lecture.json";

/// The lecture of a file, with its projects read. `pages`: the ids there are. A key without a title, or whose page,
/// field, project, variant or value is not there, keeps its number and says so in its problems, each with its pointer
/// and the number of the key; the others are shown. Errors: the file cannot be read (Environment). It is no lecture, a
/// newer version, has no key or more than nine, or none that can be shown (Input).
[[nodiscard]] Result<Lecture> readLecture(const std::filesystem::path& path, const std::vector<std::string>& pages);

}  // namespace scalewright
