// The file of a ladder that is run: open, locked, appended to a row at a time. Internal to core/evidence/runs.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/result.h"
#include "core/evidence/runs/ladder_run.h"

namespace scalewright::detail {

/// The command and how it is launched, on one line: "# command: mpirun ./heat 100". A file with another one is not
/// resumed.
[[nodiscard]] std::string commandComment(Launcher launcher, const std::vector<std::string>& words);

/// Where it is run, on one line: "# folder: /home/me/heat". The same words elsewhere may be another program.
[[nodiscard]] std::string folderComment(const std::string& folder);

/// The rows of a ladder's text, header first. Error (Input): other columns than those of ladderRunHeader, or a row without
/// p and repeat.
[[nodiscard]] Result<std::vector<LadderRunRow>> parseLadderRunRows(const std::string& text, const std::string& file);

/// Takes the parts away that are longer than their run, which no part of it can be, with a warning for each; all of
/// them where they are together longer.
void leaveOutImpossible(LadderRunRow& row);

class LadderOnDisk {
public:
    explicit LadderOnDisk(std::filesystem::path path) : m_path(std::move(path)) {}  ///< empty: nothing is kept
    LadderOnDisk(const LadderOnDisk&) = delete;
    LadderOnDisk& operator=(const LadderOnDisk&) = delete;
    ~LadderOnDisk();

    /// Errors: Input where the path is no file (a folder, a device); Environment where it cannot be opened or another
    /// ladder run holds its lock.
    [[nodiscard]] Result<void> open();
    /// As it was when it was opened, and what was appended since.
    [[nodiscard]] const std::string& text() const { return m_text; }
    /// One write, so that a kill leaves whole lines; on the disk before the next run starts. Errors (Environment): no
    /// room, and then nothing of the lines is in the file; another file is at the path now, or this one was cut, and
    /// then all that this class read and wrote is copied beside it, or among temporary files where its folder is gone.
    [[nodiscard]] Result<void> append(const std::string& lines);
    /// The rows of a ladder that is to be resumed. A torn last line is cut off, with a warning. Error (Input): it is no
    /// ladder of this command, or has other columns or line ends than those of the rows that would be added; nothing is
    /// cut then.
    [[nodiscard]] Result<std::vector<LadderRunRow>> rowsToResume(const LadderRunOptions& options,
                                                                 std::vector<std::string>& warnings);
    [[nodiscard]] tl::unexpected<Error> failure(std::string message, std::string expected,
                                                ErrorCode code = ErrorCode::Environment) const;

private:
    [[nodiscard]] bool isAtItsPath() const;
    [[nodiscard]] Result<void> read();
    /// Copies what was read and written, and says where to.
    [[nodiscard]] tl::unexpected<Error> rescued() const;

    std::filesystem::path m_path;
    std::string m_text;
    int m_descriptor = -1;
};

}  // namespace scalewright::detail
