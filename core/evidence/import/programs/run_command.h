// SPDX-License-Identifier: GPL-3.0-or-later
// Finds how many workers a command starts, and how the commands in a study differ.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

/// "--threads", "-np", "OMP_NUM_THREADS=", "workers": the number that follows is a worker count.
[[nodiscard]] bool isWorkersOption(std::string_view name);

/// Workers of each command: the number that it starts, or the number in which the commands differ, provided that it
/// belongs to a worker option and is at most 1024. Empty unless this works for every command.
struct CommandWorkers {
    std::vector<long> counts;
    std::vector<std::string> unnamedNumbers;  ///< differing numbers that belong to no option: "./a 4" and "./a 8"
    std::string reason;  ///< "p is the number in which the commands differ"
};
/// Column header for such numbers, so that the question about p can name the column.
inline constexpr const char* unnamedNumberHeader = "number in command";
[[nodiscard]] CommandWorkers findCommandWorkers(const std::vector<std::string>& commands);

/// "mpirun -np 4 ./a", "torchrun --nproc_per_node=8 --nnodes 2 a.py", "OMP_NUM_THREADS=4 ./a": the number of workers
/// started.
[[nodiscard]] std::optional<long> workersStartedBy(std::string_view command);

/// The count that follows the first of the flags in a command: the next word, after '=' or attached ("-n4"); at least
/// 1.
[[nodiscard]] std::optional<long> countAfterFlag(const std::vector<std::string_view>& words,
                                                 std::initializer_list<std::string_view> flags, long maximum = 1 << 24);

/// A number in a name, with its adjacent words: "np" and "run" in "np_4-run".
struct NumberInName {
    std::size_t start = 0, length = 0;
    long value = 0;  ///< 0 if it cannot be a count
    std::string_view wordBefore, wordAfter;  ///< may be separated from the number by '_', '-', '=' or spaces
    std::string_view suffix;         ///< letters directly after the number
};
[[nodiscard]] std::vector<NumberInName> numbersInName(std::string_view lowerCaseName);

/// The worker count in a file name: "train-8gpus.log", "np_4/out.txt", "ws16".
[[nodiscard]] std::optional<long> workersInFileName(std::string_view name);

/// Processes, and threads per process.
struct HybridCounts {
    long processes = 0, threads = 0;
};
/// "out_2p_4t.txt", "mpi2-omp4"; nullopt unless the name gives both.
[[nodiscard]] std::optional<HybridCounts> hybridCountsInFileName(std::string_view name);

}  // namespace scalewright
