// How many workers a command starts, and what commands of one study differ in.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalewright {

/// Of commands that differ in one number alone, that number of each: "./a -j4" and "./a -j8" give 4 and 8. Empty where
/// they differ in more, in nothing, or there is one.
[[nodiscard]] std::vector<std::string> numberOfEach(const std::vector<std::string>& commands);

/// The workers of each: the number in which commands differ, where it can be a count of workers (at most 1024), else what
/// each starts. Empty where neither tells of every command.
struct WorkersOfCommands {
    std::vector<long> counts;
    std::string because;  ///< "p is the number in which the commands differ"
};
[[nodiscard]] WorkersOfCommands workersOfCommands(const std::vector<std::string>& commands);

/// "mpirun -np 4 ./a", "torchrun --nproc_per_node=8 --nnodes 2 a.py", "OMP_NUM_THREADS=4 ./a".
[[nodiscard]] std::optional<long> workersStartedBy(std::string_view command);

/// The count behind the first of the flags that a command has: a word of its own, behind '=' or at once ("-n4"); at
/// least 1.
[[nodiscard]] std::optional<long> countBehind(const std::vector<std::string_view>& words,
                                              std::initializer_list<std::string_view> flags, long most = 1 << 24);

/// The workers that the name of a file says: "train-8gpus.log", "np_4/out.txt", "ws16".
[[nodiscard]] std::optional<long> workersNamedIn(std::string_view name);

}  // namespace scalewright
