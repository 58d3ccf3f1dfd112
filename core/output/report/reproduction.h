// SPDX-License-Identifier: GPL-3.0-or-later
// Recomputes a hand-in from its project and its packed inputs, and compares it with what was handed in.
//
//     const Result<Reproduction> found = reproduceHandIn({folder, names}, {});
//     found->result();   // Equal, Differs or NotChecked
//
// What the hand-in says about itself (version, digests, list of inputs) decides nothing: every answer and every file is
// made again from the project, and every packed trace is read again. Whether the inputs are genuine cannot be checked:
// another input gives other answers, not an error.
#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/text/enum_names.h"
#include "core/output/report/differences.h"

namespace scalewright {

/// A hand-in on disk, with the names of all its files relative to the folder: "report.html", "student/train.py".
struct HandInFolder {
    std::filesystem::path folder;
    std::vector<std::string> fileNames;
};

/// The files of a folder, at any depth. Error (Input): one is neither a file nor a folder, or there are too many.
[[nodiscard]] Result<HandInFolder> listHandIn(const std::filesystem::path& folder);

struct ReproductionOptions {
    bool comparesOnlyNumbers = false;  ///< of answers and traces, not sentences and files
    std::stop_token stop{};
};

struct Reproduction {
    enum class Result { Equal, Differs, NotChecked };

    /// `place`: the question's command or the file.
    struct PlacedDifference {
        std::string place;
        Difference difference;
    };
    struct UncheckedPart {
        std::string fileName;
        std::string reason;  ///< "is not packed"
        std::string remedy;
    };

    std::string program;  ///< that made the hand-in, as it says
    bool comparedOnlyNumbers = false;
    std::size_t answerCount = 0;
    std::size_t fileCount = 0;  ///< made again and compared, or read again
    std::vector<PlacedDifference> differences;
    std::vector<UncheckedPart> uncheckedParts;
    std::vector<std::string> filesNotCompared;  ///< if only numbers were compared
    std::vector<std::string> studentFiles;  ///< listed, not judged: code, data and slides under student/

    /// Differs even if other parts could not be checked.
    [[nodiscard]] Result result() const;
};

template <>
inline constexpr auto enumNames<Reproduction::Result> =
    namedValues<Reproduction::Result>("result", {{Reproduction::Result::Equal, "equal"},
                                                 {Reproduction::Result::Differs, "differs"},
                                                 {Reproduction::Result::NotChecked, "not-checked"}});

/// Errors: Input if this is not a report's folder, Environment, Cancelled.
[[nodiscard]] Result<Reproduction> reproduceHandIn(const HandInFolder& handIn, const ReproductionOptions& options);

}  // namespace scalewright
