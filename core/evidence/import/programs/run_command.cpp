// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/programs/run_command.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr long maximumWorkers = 10'000'000;

/// The number at the end of a word in a command: "4" in "-j4", "--threads=4", "4".
std::string_view trailingNumber(std::string_view word)
{
    std::size_t start = word.size();
    while (start > 0 && word[start - 1] >= '0' && word[start - 1] <= '9')
        --start;
    return word.substr(start);
}

/// Empty if any of the numbers cannot be a worker count.
std::vector<long> parseWorkerCounts(const std::vector<std::string>& numbers)
{
    constexpr long largestSeen = 1024;
    std::vector<long> counts;
    for (const std::string& text : numbers)
        if (const Result<long> count = parseCount(text, 1, largestSeen))
            counts.push_back(*count);
    return counts.size() == numbers.size() ? counts : std::vector<long>();
}

/// Whether the number at the end of a word is a worker count: "-j4", "OMP_NUM_THREADS=4", or a plain number after
/// "-np".
bool belongsToWorkersOption(const std::vector<std::string_view>& words, std::size_t index)
{
    const std::string_view word = words[index];
    const std::string_view stem = word.substr(0, word.size() - trailingNumber(word).size());
    const bool isOption = stem.starts_with('-') || stem.ends_with('=');
    if (!stem.empty())
        return isOption && isWorkersOption(stem);
    return index > 0 && words[index - 1].starts_with('-') && isWorkersOption(words[index - 1]);
}

/// Index of the word that names the program, after environment settings ("A=1") and the launcher with its options.
std::size_t findProgramIndex(const std::vector<std::string_view>& words)
{
    bool behindStarter = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view name = words[i].substr(words[i].rfind('/') + 1);
        const bool isSetting = words[i].find('=') != std::string_view::npos;
        const bool isStarterArgument = behindStarter && (words[i].starts_with('-') || parseNumber(words[i]));
        if (isListed("command_starters", name))
            behindStarter = true;
        else if (!isSetting && !isStarterArgument)
            return i;
    }
    return words.size();
}

/// The numbers in which commands differ, with the index of the word that ends with each.
struct DifferingNumber {
    std::vector<std::string> numbers;
    std::size_t wordIndex = 0;
};

std::optional<DifferingNumber> differingNumber(const std::vector<std::string>& commands)
{
    std::vector<std::vector<std::string_view>> words;
    for (const std::string& command : commands)
        words.push_back(splitWords(command));
    std::optional<std::size_t> differing;
    for (const std::vector<std::string_view>& each : words) {
        if (each.size() != words.front().size())
            return std::nullopt;
        for (std::size_t i = 0; i < each.size(); ++i) {
            if (each[i] == words.front()[i])
                continue;
            const std::string_view number = trailingNumber(each[i]), first = trailingNumber(words.front()[i]);
            const bool hasSameStem = each[i].substr(0, each[i].size() - number.size()) ==
                                     words.front()[i].substr(0, words.front()[i].size() - first.size());
            if (number.empty() || first.empty() || !hasSameStem || (differing && *differing != i))
                return std::nullopt;
            differing = i;
        }
    }
    if (!differing)
        return std::nullopt;
    DifferingNumber found{.wordIndex = *differing};
    for (const std::vector<std::string_view>& each : words)
        found.numbers.emplace_back(trailingNumber(each[*differing]));
    return found;
}

bool isLowerCaseLetter(char c)
{
    return c >= 'a' && c <= 'z';
}

std::string_view trailingLetters(std::string_view text)
{
    std::size_t start = text.size();
    while (start > 0 && isLowerCaseLetter(text[start - 1]))
        --start;
    return text.substr(start);
}

std::string_view leadingLetters(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && isLowerCaseLetter(text[end]))
        ++end;
    return text.substr(0, end);
}

}  // namespace

std::vector<NumberInName> numbersInName(std::string_view small)
{
    constexpr std::string_view digits = "0123456789", joints = "_-= ";
    std::vector<NumberInName> numbers;
    for (std::size_t at = small.find_first_of(digits); at < small.size(); at = small.find_first_of(digits, at)) {
        const std::size_t end = std::min(small.find_first_not_of(digits, at), small.size());
        const std::size_t last = at == 0 ? std::string_view::npos : small.find_last_not_of(joints, at - 1);
        const std::size_t next = std::min(small.find_first_not_of(joints, end), small.size());
        numbers.push_back({at, end - at, parseCount(small.substr(at, end - at), 1, maximumWorkers).value_or(0),
                           trailingLetters(small.substr(0, last == std::string_view::npos ? 0 : last + 1)),
                           leadingLetters(small.substr(next)), leadingLetters(small.substr(end))});
        at = end;
    }
    return numbers;
}

std::optional<long> countAfterFlag(const std::vector<std::string_view>& words,
                                   std::initializer_list<std::string_view> flags, long maximum)
{
    for (std::size_t i = 0; i < words.size(); ++i)
        for (const std::string_view flag : flags) {
            std::string_view value;
            if (words[i] == flag && i + 1 < words.size())
                value = words[i + 1];
            else if (words[i].starts_with(flag) && words[i].size() > flag.size())
                value = words[i].substr(flag.size() + (words[i][flag.size()] == '=' ? 1 : 0));
            if (const Result<long> count = parseCount(value, 1, maximum))
                return *count;
        }
    return std::nullopt;
}

bool isWorkersOption(std::string_view name)
{
    const std::size_t start = std::min(name.find_first_not_of('-'), name.size());
    const std::size_t end = name.find_last_not_of('=');
    name = end == std::string_view::npos || end < start ? std::string_view() : name.substr(start, end + 1 - start);
    const HeaderName header = parseHeaderName(name);
    return isListed("short_worker_options", name) || isWorkerCountHeader(header) || isWorkerWord(header.base) ||
           isAmong(namesOfRole(LadderColumn::P), header.base);
}

CommandWorkers findCommandWorkers(const std::vector<std::string>& commands)
{
    CommandWorkers result;
    for (const std::string& command : commands)
        if (const std::optional<long> started = workersStartedBy(command))
            result.counts.push_back(*started);
    const bool started = result.counts.size() == commands.size();
    const bool differs = started && std::any_of(result.counts.begin(), result.counts.end(),
                                                [&](long count) { return count != result.counts.front(); });
    if (differs || (started && commands.size() == 1)) {
        result.reason = "p is the number of workers that each command starts";
        return result;
    }
    std::optional<DifferingNumber> number = differingNumber(commands);
    std::vector<long> counts = number ? parseWorkerCounts(number->numbers) : std::vector<long>();
    const std::vector<std::string_view> first = splitWords(commands.empty() ? std::string_view() : commands.front());
    if (!counts.empty() && belongsToWorkersOption(first, number->wordIndex))
        return {std::move(counts), {}, "p is the number in which the commands differ"};
    if (!counts.empty() && number->wordIndex > findProgramIndex(first))
        return {{}, std::move(number->numbers), {}};
    if (!started)
        return {};
    result.reason = "p is the number of workers that each command starts";
    return result;
}

std::optional<long> workersStartedBy(std::string_view command)
{
    const std::vector<std::string_view> words = splitWords(command);
    const std::optional<long> each = countAfterFlag(words, {"--nproc_per_node", "--nproc-per-node"}, maximumWorkers);
    if (each)
        return *each * countAfterFlag(words, {"--nnodes"}, maximumWorkers).value_or(1);
    const bool launched = !words.empty() && (command.find("mpirun") != std::string_view::npos ||
                                             command.find("mpiexec") != std::string_view::npos ||
                                             command.find("srun") != std::string_view::npos);
    if (launched)
        if (const std::optional<long> ranks =
                countAfterFlag(words, {"-np", "--np", "--ntasks", "-n", "--n", "-c"}, maximumWorkers))
            return ranks;
    return countAfterFlag(
        words,
        {"--num_processes", "--num-processes", "--num_gpus", "--num-gpus", "--gpus", "--workers", "--num-workers",
         "--num_workers", "--threads", "--nthreads", "--num-threads", "-np", "OMP_NUM_THREADS="},
        maximumWorkers);
}

std::optional<long> workersInFileName(std::string_view name)
{
    const std::string small = lowerCase(name);
    const auto counts = [](std::string_view word) {
        return isListed("short_workers_in_names", word) || isWorkerWord(word);
    };
    std::set<long> found;
    for (const NumberInName& each : numbersInName(small)) {
        const bool isCardCount = each.suffix.starts_with('x') && each.suffix.size() > 1 &&
                                 !each.suffix.substr(1).starts_with("dgx") &&
                                 !each.suffix.substr(1).starts_with("node");
        const bool isWorkerCount =
            isCardCount || (!each.wordBefore.empty() && each.suffix.empty() && counts(each.wordBefore)) ||
            (!each.wordAfter.empty() && each.wordAfter != "x" && each.wordAfter != "n" && counts(each.wordAfter));
        if (isWorkerCount && each.value > 0)
            found.insert(each.value);
    }
    return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

std::optional<HybridCounts> hybridCountsInFileName(std::string_view name)
{
    const std::string small = lowerCase(name);
    std::optional<long> processes, threads;
    for (const NumberInName& each : numbersInName(small)) {
        const std::string_view ownWord = each.suffix.empty() ? each.wordBefore : each.suffix;
        for (const std::string_view word : {ownWord, each.wordAfter}) {
            const bool isProcess = isListed("processes_in_names", word), isThread = isListed("threads_in_names", word);
            std::optional<long>& target = isProcess ? processes : threads;
            if (!(isProcess || isThread) || target || each.value == 0)
                continue;
            target = each.value;
            break;
        }
    }
    return processes && threads ? std::optional(HybridCounts{*processes, *threads}) : std::nullopt;
}

}  // namespace scalewright
