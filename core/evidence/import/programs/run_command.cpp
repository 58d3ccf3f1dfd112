#include "core/evidence/import/programs/run_command.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/evidence/import/column_names.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr long mostWorkers = 10'000'000;

/// The number that a word of a command ends in: "4" of "-j4", "--threads=4", "4".
std::string_view numberAtEnd(std::string_view word)
{
    std::size_t from = word.size();
    while (from > 0 && word[from - 1] >= '0' && word[from - 1] <= '9')
        --from;
    return word.substr(from);
}

/// Empty where one can be no count of workers.
std::vector<long> countsOf(const std::vector<std::string>& numbers)
{
    constexpr long largestSeen = 1024;
    std::vector<long> counts;
    for (const std::string& text : numbers)
        if (const Result<long> count = parseCount(text, 1, largestSeen))
            counts.push_back(*count);
    return counts.size() == numbers.size() ? counts : std::vector<long>();
}

/// Whether the number at the end of a word is one of workers: of "-j4", "OMP_NUM_THREADS=4", or of a bare one behind
/// "-np".
bool isOfOption(const std::vector<std::string_view>& words, std::size_t index)
{
    const std::string_view word = words[index];
    const std::string_view stem = word.substr(0, word.size() - numberAtEnd(word).size());
    const bool isOption = stem.starts_with('-') || stem.ends_with('=');
    if (!stem.empty())
        return isOption && namesWorkers(stem);
    return index > 0 && words[index - 1].starts_with('-') && namesWorkers(words[index - 1]);
}

/// The word that is the program: behind settings ("A=1") and behind what starts it, with that one's options.
std::size_t programIn(const std::vector<std::string_view>& words)
{
    constexpr std::array<std::string_view, 15> starters{"time",    "env",  "nice",  "nohup", "taskset",
                                                        "numactl", "sudo", "perf",  "stat",  "mpirun",
                                                        "mpiexec", "srun", "aprun", "jsrun", "stdbuf"};
    bool behindStarter = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view name = words[i].substr(words[i].rfind('/') + 1);
        const bool isSetting = words[i].find('=') != std::string_view::npos;
        const bool ofStarter = behindStarter && (words[i].starts_with('-') || parseNumber(words[i]));
        if (isAmong(starters, name))
            behindStarter = true;
        else if (!isSetting && !ofStarter)
            return i;
    }
    return words.size();
}

/// A number in a name, with the words beside it: of "np_4-run", "np" and "run".
struct NumberInName {
    long value = 0;
    std::string_view before, next;  ///< '_', '-', '=' and blanks may part them from it
    std::string_view glued;         ///< letters right behind it
};

bool isSmallLetter(char c)
{
    return c >= 'a' && c <= 'z';
}

std::string_view lettersBefore(std::string_view text)
{
    std::size_t from = text.size();
    while (from > 0 && isSmallLetter(text[from - 1]))
        --from;
    return text.substr(from);
}

std::string_view lettersAt(std::string_view text)
{
    std::size_t end = 0;
    while (end < text.size() && isSmallLetter(text[end]))
        ++end;
    return text.substr(0, end);
}

/// Those of a name in small letters that are possible counts.
std::vector<NumberInName> numbersIn(std::string_view small)
{
    constexpr std::string_view digits = "0123456789", joints = "_-= ";
    std::vector<NumberInName> numbers;
    for (std::size_t at = small.find_first_of(digits); at < small.size(); at = small.find_first_of(digits, at)) {
        const std::size_t end = std::min(small.find_first_not_of(digits, at), small.size());
        const std::size_t last = at == 0 ? std::string_view::npos : small.find_last_not_of(joints, at - 1);
        const std::size_t next = std::min(small.find_first_not_of(joints, end), small.size());
        if (const Result<long> count = parseCount(small.substr(at, end - at), 1, mostWorkers))
            numbers.push_back({*count, lettersBefore(small.substr(0, last == std::string_view::npos ? 0 : last + 1)),
                               lettersAt(small.substr(next)), lettersAt(small.substr(end))});
        at = end;
    }
    return numbers;
}

}  // namespace

std::optional<long> countBehind(const std::vector<std::string_view>& words,
                                std::initializer_list<std::string_view> flags, long most)
{
    for (std::size_t i = 0; i < words.size(); ++i)
        for (const std::string_view flag : flags) {
            std::string_view value;
            if (words[i] == flag && i + 1 < words.size())
                value = words[i + 1];
            else if (words[i].starts_with(flag) && words[i].size() > flag.size())
                value = words[i].substr(flag.size() + (words[i][flag.size()] == '=' ? 1 : 0));
            if (const Result<long> count = parseCount(value, 1, most))
                return *count;
        }
    return std::nullopt;
}

std::optional<DifferingNumber> differingNumber(const std::vector<std::string>& commands)
{
    std::vector<std::vector<std::string_view>> words;
    for (const std::string& command : commands)
        words.push_back(wordsIn(command));
    std::optional<std::size_t> differing;
    for (const std::vector<std::string_view>& each : words) {
        if (each.size() != words.front().size())
            return std::nullopt;
        for (std::size_t i = 0; i < each.size(); ++i) {
            if (each[i] == words.front()[i])
                continue;
            const std::string_view number = numberAtEnd(each[i]), first = numberAtEnd(words.front()[i]);
            const bool sameStem = each[i].substr(0, each[i].size() - number.size()) ==
                                  words.front()[i].substr(0, words.front()[i].size() - first.size());
            if (number.empty() || first.empty() || !sameStem || (differing && *differing != i))
                return std::nullopt;
            differing = i;
        }
    }
    if (!differing)
        return std::nullopt;
    DifferingNumber found{.word = *differing};
    for (const std::vector<std::string_view>& each : words)
        found.numbers.emplace_back(numberAtEnd(each[*differing]));
    return found;
}

std::vector<std::string> numberOfEach(const std::vector<std::string>& commands)
{
    std::optional<DifferingNumber> found = differingNumber(commands);
    return found ? std::move(found->numbers) : std::vector<std::string>();
}

bool namesWorkers(std::string_view name)
{
    constexpr std::array<std::string_view, 8> shorts{"p", "n", "np", "j", "t", "nt", "c", "w"};
    const std::size_t from = std::min(name.find_first_not_of('-'), name.size());
    const std::size_t end = name.find_last_not_of('=');
    name = end == std::string_view::npos || end < from ? std::string_view() : name.substr(from, end + 1 - from);
    const HeaderName header = headerName(name);
    const std::vector<std::string>& known = columnNames().roles.at(LadderColumn::P);
    return isAmong(shorts, name) || countsWorkers(header) || isWorkerWord(header.base) || isAmong(known, header.base);
}

WorkersOfCommands workersOfCommands(const std::vector<std::string>& commands)
{
    WorkersOfCommands of;
    for (const std::string& command : commands)
        if (const std::optional<long> started = workersStartedBy(command))
            of.counts.push_back(*started);
    const bool started = of.counts.size() == commands.size();
    const bool differs = started && std::any_of(of.counts.begin(), of.counts.end(),
                                                [&](long count) { return count != of.counts.front(); });
    if (differs || (started && commands.size() == 1)) {
        of.because = "p is what each command starts";
        return of;
    }
    std::optional<DifferingNumber> number = differingNumber(commands);
    std::vector<long> counts = number ? countsOf(number->numbers) : std::vector<long>();
    const std::vector<std::string_view> first = wordsIn(commands.empty() ? std::string_view() : commands.front());
    if (!counts.empty() && isOfOption(first, number->word))
        return {std::move(counts), {}, "p is the number in which the commands differ"};
    if (!counts.empty() && number->word > programIn(first))
        return {{}, std::move(number->numbers), {}};
    if (!started)
        return {};
    of.because = "p is what each command starts";
    return of;
}

std::optional<long> workersStartedBy(std::string_view command)
{
    const std::vector<std::string_view> words = wordsIn(command);
    const std::optional<long> each = countBehind(words, {"--nproc_per_node", "--nproc-per-node"}, mostWorkers);
    if (each)
        return *each * countBehind(words, {"--nnodes"}, mostWorkers).value_or(1);
    const bool launched = !words.empty() && (command.find("mpirun") != std::string_view::npos ||
                                             command.find("mpiexec") != std::string_view::npos ||
                                             command.find("srun") != std::string_view::npos);
    if (launched)
        if (const std::optional<long> ranks =
                countBehind(words, {"-np", "--np", "--ntasks", "-n", "--n", "-c"}, mostWorkers))
            return ranks;
    return countBehind(
        words,
        {"--num_processes", "--num-processes", "--num_gpus", "--num-gpus", "--gpus", "--workers", "--num-workers",
         "--num_workers", "--threads", "--nthreads", "--num-threads", "-np", "OMP_NUM_THREADS="},
        mostWorkers);
}

std::optional<long> workersNamedIn(std::string_view name)
{
    const std::string small = lowerCase(name);
    const auto counts = [](std::string_view word) {
        constexpr std::array<std::string_view, 9> shorts{"np", "n", "p", "ws", "nproc", "nprocs", "ngpu", "ngpus", "x"};
        return isAmong(shorts, word) || isWorkerWord(word);
    };
    std::set<long> found;
    for (const NumberInName& each : numbersIn(small)) {
        const bool ofCards = each.glued.starts_with('x') && each.glued.size() > 1 &&
                             !each.glued.substr(1).starts_with("dgx") && !each.glued.substr(1).starts_with("node");
        const bool says = ofCards || (!each.before.empty() && each.glued.empty() && counts(each.before)) ||
                          (!each.next.empty() && each.next != "x" && each.next != "n" && counts(each.next));
        if (says)
            found.insert(each.value);
    }
    return found.size() == 1 ? std::optional(*found.begin()) : std::nullopt;
}

std::optional<HybridCounts> hybridNamedIn(std::string_view name)
{
    constexpr std::array<std::string_view, 15> processWords{"p",       "np",        "proc",  "procs",  "nproc",
                                                            "nprocs",  "mpi",       "rank",  "ranks",  "nranks",
                                                            "process", "processes", "tasks", "ntasks", "task"};
    constexpr std::array<std::string_view, 10> threadWords{"t",   "th", "thr",     "thread",   "threads",
                                                           "omp", "nt", "nthread", "nthreads", "openmp"};
    const std::string small = lowerCase(name);
    std::optional<long> processes, threads;
    for (const NumberInName& each : numbersIn(small)) {
        const std::string_view own = each.glued.empty() ? each.before : each.glued;
        for (const std::string_view word : {own, each.next}) {
            const bool isProcess = isAmong(processWords, word), isThread = isAmong(threadWords, word);
            std::optional<long>& into = isProcess ? processes : threads;
            if (!(isProcess || isThread) || into)
                continue;
            into = each.value;
            break;
        }
    }
    return processes && threads ? std::optional(HybridCounts{*processes, *threads}) : std::nullopt;
}

}  // namespace scalewright
