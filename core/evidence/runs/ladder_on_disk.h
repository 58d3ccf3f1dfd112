// SPDX-License-Identifier: GPL-3.0-or-later
// The file of a running ladder: opened, locked, and appended to row by row. Internal to core/evidence/runs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/runs/ladder_run.h"

namespace scalewright::detail {

/// The command and its launcher, on one line: "# command: mpirun ./heat 100". A file with a different command is not
/// resumed.
[[nodiscard]] std::string commandComment(Launcher launcher, const std::vector<std::string>& words);

/// The working folder, on one line: "# folder: /home/me/heat". In another folder, the same command may run another
/// program.
[[nodiscard]] std::string folderComment(const std::string& folder);

/// Parses the rows of a ladder file, header first. Error (Input): columns other than those of ladderRunHeader, or a row
/// without p and repeat.
[[nodiscard]] Result<std::vector<LadderRunRow>> parseLadderRunRows(const std::string& text, const std::string& file);

/// Removes parts that are longer than their run, with a warning for each, or all parts if their sum is longer than the
/// run.
void removeImpossibleParts(LadderRunRow& row);

/// The file for the rows of this program: options.file, or "l-2.csv", "l-3.csv", … if that has rows of another state of
/// the program, or with options.again any rows.
struct LadderFileChoice {
    std::filesystem::path file;
    std::string changedFiles;  ///< the files of the program that changed since an earlier ladder; may be empty
};
[[nodiscard]] LadderFileChoice chooseLadderFile(const LadderRunOptions& options,
                                                const std::vector<ProgramFile>& program);

class LadderOnDisk {
public:
    explicit LadderOnDisk(std::filesystem::path path) : m_path(std::move(path)) {}  ///< empty: no file is written
    LadderOnDisk(const LadderOnDisk&) = delete;
    LadderOnDisk& operator=(const LadderOnDisk&) = delete;
    ~LadderOnDisk();

    /// Errors: Input if the path is not a regular file (a folder, a device); Environment if it cannot be opened or
    /// another ladder run holds its lock.
    [[nodiscard]] Result<void> open();
    /// The text when the file was opened, plus everything appended since.
    [[nodiscard]] const std::string& text() const { return m_text; }
    /// A single write, so that a kill leaves complete lines; flushed to disk before the next run starts. Errors
    /// (Environment): the disk is full, in which case none of the lines are in the file; or the file at the path was
    /// replaced or truncated, in which case everything that this class read and wrote is copied to a file beside it, or
    /// to the temporary folder if its own folder is gone.
    [[nodiscard]] Result<void> append(const std::string& lines);
    /// The rows of a ladder to resume. An incomplete last line is removed, with a warning. Error (Input): not a ladder
    /// of this command, or its columns or line endings differ from those of the new rows; the file is then left
    /// unchanged.
    [[nodiscard]] Result<std::vector<LadderRunRow>> rowsToResume(const LadderRunOptions& options,
                                                                 std::vector<std::string>& warnings);
    [[nodiscard]] tl::unexpected<Error> fileError(std::string message, std::string expected,
                                                  ErrorCode code = ErrorCode::Environment) const;

private:
    [[nodiscard]] bool isStillAtPath() const;
    [[nodiscard]] Result<void> readText();
    /// Copies everything read and written to another file, which the error names.
    [[nodiscard]] tl::unexpected<Error> saveRescueCopy() const;

    std::filesystem::path m_path;
    std::string m_text;
    int m_descriptor = -1;
};

}  // namespace scalewright::detail
