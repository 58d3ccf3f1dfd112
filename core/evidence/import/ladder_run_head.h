// SPDX-License-Identifier: GPL-3.0-or-later
// The comments that `ladder run` writes above and between its rows (core/evidence/runs/ladder_on_disk.h): the program,
// the machine, and what each worker reported.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/project/document/measurements.h"

namespace scalewright {

/// Copies "# command: mpirun ./heat 100" (one line), the program's files and "…, 2 cores, load 5 at the start" into
/// `ladder`, if the lines
/// around the table contain them. The load of a Slurm job is skipped, because it was taken on the login node.
void readRunHeader(const std::string& around, Ladder& ladder);

/// The lines "# program: 0123456789abcdef /home/me/t.py", one for each file.
[[nodiscard]] std::string programComment(const std::vector<ProgramFile>& program);
[[nodiscard]] std::vector<ProgramFile> readProgramComment(std::string_view text);

/// "# p=2, run 1, rank 1: time=0.14 comp=0.14 comm=0.0001" and a line end.
[[nodiscard]] std::string workerComment(int p, int run, const WorkerTimes& worker);
/// All such comments, by p and run.
[[nodiscard]] std::map<std::pair<int, int>, std::vector<WorkerTimes>> readWorkerComments(std::string_view text);

/// Adds to the points of `ladder` what the comments say about their runs: the workers, and the type of each host.
/// `text`: the whole file, with the rows of this ladder alone; no effect on files that `ladder run` did not write.
void addRunDetails(std::string_view text, Ladder& ladder);

}  // namespace scalewright
