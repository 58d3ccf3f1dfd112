// SPDX-License-Identifier: GPL-3.0-or-later
// probe collective: runs scalewright-mpi with mpirun on this machine.
#pragma once

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "core/output/answers/render.h"

namespace scalewright::cli {

/// The reply's text is the CSV that fit-comm reads. Error (Environment): MPI is not installed; the error says what to
/// install.
[[nodiscard]] Result<Reply> probeCollective(const OptionText& repeats, const OptionText& processes,
                                            Verbosity verbosity);

}  // namespace scalewright::cli
