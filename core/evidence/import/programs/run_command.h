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

/// The same with the place of the word that ends in it.
struct DifferingNumber {
    std::vector<std::string> numbers;
    std::size_t word = 0;
};
[[nodiscard]] std::optional<DifferingNumber> differingNumber(const std::vector<std::string>& commands);

/// "--threads", "-np", "OMP_NUM_THREADS=", "workers": the number behind it counts workers.
[[nodiscard]] bool namesWorkers(std::string_view name);

/// The workers of each: what the commands start, or the number in which they differ, where an option names it as one of
/// workers and it can be (at most 1024). Empty where neither tells of every command.
struct WorkersOfCommands {
    std::vector<long> counts;
    std::vector<std::string> unnamed;  ///< numbers in which they differ that no option names: "./a 4" and "./a 8"
    std::string because;  ///< "p is the number in which the commands differ"
};
/// What a column of such numbers is called, so that the question which column is p names it.
inline constexpr const char* unnamedNumber = "number in command";
[[nodiscard]] WorkersOfCommands workersOfCommands(const std::vector<std::string>& commands);

/// "mpirun -np 4 ./a", "torchrun --nproc_per_node=8 --nnodes 2 a.py", "OMP_NUM_THREADS=4 ./a".
[[nodiscard]] std::optional<long> workersStartedBy(std::string_view command);

/// The count behind the first of the flags that a command has: a word of its own, behind '=' or at once ("-n4"); at
/// least 1.
[[nodiscard]] std::optional<long> countBehind(const std::vector<std::string_view>& words,
                                              std::initializer_list<std::string_view> flags, long most = 1 << 24);

/// The workers that the name of a file says: "train-8gpus.log", "np_4/out.txt", "ws16".
[[nodiscard]] std::optional<long> workersNamedIn(std::string_view name);

/// Processes and the threads of each.
struct HybridCounts {
    long processes = 0, threads = 0;
};
/// "out_2p_4t.txt", "mpi2-omp4": nullopt of a name that says only one of the two.
[[nodiscard]] std::optional<HybridCounts> hybridNamedIn(std::string_view name);

}  // namespace scalewright
