// probe collective: runs scalewright-mpi with mpirun on this machine.
#pragma once

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "core/output/answers/render.h"

namespace scalewright::cli {

/// The text is the CSV that fit-comm reads. Errors: Environment if there is no MPI, with what to install.
[[nodiscard]] Result<Reply> probeCollective(const OptionText& repeats, const OptionText& processes,
                                            Verbosity verbosity);

}  // namespace scalewright::cli
