// A folder of files that appears whole or not at all.
//
// The files are written into a folder of its own, beside the target or, where that is there already, within it, so that
// moving them asks no room of the disk. commit() brings all of them to their names; what goes wrong on the way is taken
// back, and what was there before is there again. Without commit() nothing is left; what a kill leaves, the next one
// sweeps (leftovers.h).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/files/descriptor.h"

namespace scalewright {

class StagedFolder {
public:
    /// Error (Environment): the folder cannot be made, with the file system's reason.
    [[nodiscard]] static Result<StagedFolder> in(const std::filesystem::path& target);
    StagedFolder(StagedFolder&& other) noexcept;
    StagedFolder& operator=(StagedFolder&&) = delete;
    ~StagedFolder();

    /// Where to write the file that shall be called `name`.
    [[nodiscard]] std::filesystem::path place(const std::string& name);
    /// A file that is in the target now and shall be gone with the commit.
    void takeAway(const std::string& name) { m_gone.push_back(name); }
    /// The names given out, at their target.
    [[nodiscard]] std::vector<std::filesystem::path> targets() const;
    /// commit() where nothing stands at any of the names; what was written. Error (Input) naming each that does.
    [[nodiscard]] Result<std::vector<std::string>> commitNew();
    /// Precondition: every place has been written. Error (Environment): a file cannot be moved; nothing has changed.
    [[nodiscard]] Result<void> commit();

private:
    StagedFolder(std::filesystem::path target, std::filesystem::path made);

    std::filesystem::path m_target;
    std::filesystem::path m_made;  ///< the outermost folder that was made for it; empty where the target was there
    std::filesystem::path m_stage;  ///< empty once there is nothing to clean up
    Descriptor m_lock;  ///< on the stage: nobody sweeps it
    std::vector<std::string> m_names, m_gone;
};

}  // namespace scalewright
