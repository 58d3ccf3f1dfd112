#include "core/evidence/commfit/timings_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/commfit/other_logs.h"
#include "core/evidence/commfit/printed_tables.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

/// The words of a line without what launchers put before or between them: "[1,0]<stdout>:", "[0]".
std::vector<std::string> wordsOfLine(std::string_view line)
{
    std::string plain;
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (line[at] == '[') {
            const std::size_t end = line.find_first_not_of("0123456789,", at + 1);
            if (end != std::string_view::npos && end > at + 1 && line[end] == ']') {
                at = end;
                if (const std::size_t mark = line.find(">:", at);
                    mark != std::string_view::npos && line.substr(at + 1).starts_with("<std"))
                    at = mark + 1;
                plain += ' ';
                continue;
            }
        }
        plain += line[at] == '\t' || line[at] == '\r' ? ' ' : line[at];
    }
    std::vector<std::string> words;
    for (std::size_t at = 0; (at = plain.find_first_not_of(' ', at)) != std::string::npos;) {
        const std::size_t end = std::min(plain.find(' ', at), plain.size());
        words.push_back(plain.substr(at, end - at));
        at = end;
    }
    return words;
}

std::optional<double> numberIn(const std::string& word)
{
    const Result<double> value = parseNumber(word);
    return value && std::isfinite(*value) ? std::optional(*value) : std::nullopt;
}

std::string wordsFrom(const std::vector<std::string>& words, std::size_t from)
{
    std::string text;
    for (std::size_t i = from; i < words.size(); ++i)
        text += (text.empty() ? "" : " ") + words[i];
    return text;
}

constexpr auto osuTests = std::to_array<BenchmarkTest>({
    {"Latency", "ping-pong", false, 2},
    {"Allreduce Latency", "all-reduce"},
    {"Allgather Latency", "all-gather", true},
    {"All-to-All Personalized Exchange Latency", "all-to-all", true},
    {"Reduce_scatter Latency", "reduce-scatter"},
    {"Broadcast Latency", "broadcast"},
    {"Reduce Latency", "reduce"},
});

constexpr auto imbTests = std::to_array<BenchmarkTest>({
    {"PingPong", "ping-pong", false, 2},
    {"Allreduce", "all-reduce"},
    {"Allgather", "all-gather", true},
    {"Alltoall", "all-to-all", true},
    {"Reduce_scatter", "reduce-scatter"},
    {"Bcast", "broadcast"},
    {"Reduce", "reduce"},
});

constexpr auto ncclTests = std::to_array<BenchmarkTest>({
    {"all_reduce", "all-reduce"},
    {"all_gather", "all-gather"},
    {"reduce_scatter", "reduce-scatter"},
    {"alltoall", "all-to-all"},
    {"broadcast", "broadcast"},
    {"reduce", "reduce"},
    {"sendrecv", "send-receive"},
});

constexpr auto torchTests = std::to_array<BenchmarkTest>({
    {"all_reduce", "all-reduce"},
    {"all_gather", "all-gather"},
    {"reduce_scatter", "reduce-scatter"},
    {"all_to_all", "all-to-all"},
    {"broadcast", "broadcast"},
    {"pt2pt", "send-receive"},
});

/// Bytes of the whole vector and busbw's factors are as in nccl-tests: comms.py's get_mem_size and getBusBW.
constexpr auto paramTests = std::to_array<BenchmarkTest>({
    {"all_reduce", "all-reduce"},
    {"all_gather", "all-gather"},
    {"all_gather_base", "all-gather"},
    {"reduce_scatter", "reduce-scatter"},
    {"all_to_all", "all-to-all"},
    {"all_to_all_single", "all-to-all"},
    {"reduce_scatter_base", "reduce-scatter"},
    {"broadcast", "broadcast"},
    {"reduce", "reduce"},
    {"pt2pt", "ping-pong", false, 2},
});

const BenchmarkTest* knownAs(const auto& tests, std::string_view title)
{
    const auto found =
        std::find_if(tests.begin(), tests.end(), [&](const BenchmarkTest& each) { return title == each.title; });
    return found == tests.end() ? nullptr : &*found;
}

/// OSU's programs and the tests that they run.
constexpr std::array<std::pair<const char*, std::string_view>, 7> osuPrograms{
    {{"osu_latency", "Latency"},
     {"osu_allreduce", "Allreduce Latency"},
     {"osu_allgather", "Allgather Latency"},
     {"osu_alltoall", "All-to-All Personalized Exchange Latency"},
     {"osu_reduce_scatter", "Reduce_scatter Latency"},
     {"osu_bcast", "Broadcast Latency"},
     {"osu_reduce", "Reduce Latency"}}};

constexpr const char* torchName = "torch";
constexpr const char* paramName = "PARAM";

/// What a command line or a banner names: "./build/all_reduce_perf -g 1", "mpirun -np 4 ./osu_allreduce".
struct NamedTest {
    const char* program = nullptr;
    const BenchmarkTest* test = nullptr;
};

/// The test whose program's name stands in the line as a word: "all_reduce_perf", and not within another's.
NamedTest testNamedIn(std::string_view line)
{
    const auto stands = [&](const std::string& name) {
        const auto isOfName = [](char c) { return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            const bool ends = end == line.size() || !isOfName(line[end]) || line.substr(end).starts_with("_mpi");
            if ((at == 0 || !isOfName(line[at - 1])) && ends)
                return true;
        }
        return false;
    };
    for (const BenchmarkTest& test : ncclTests)
        if (stands(std::string(test.title) + "_perf"))
            return {ncclName, &test};
    for (const auto& [program, test] : osuPrograms)
        if (stands(program))
            return {"OSU", knownAs(osuTests, test)};
    return {};
}

/// A banner such as "==== NCCL AllReduce ====" or "# Running all-gather": the one collective that it names.
NamedTest bannerIn(std::string_view line)
{
    std::string plain;
    for (const char c : line)
        if (c != '_' && c != '-' && c != ' ')
            plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    const bool isBanner = line.front() == '#' || line.front() == '=' || line.front() == '*' ||
                          plain.find("running") != std::string::npos || plain.find("nccl") != std::string::npos ||
                          plain.find("rccl") != std::string::npos || plain.find("benchmark") != std::string::npos;
    NamedTest named;
    for (const BenchmarkTest& test : ncclTests) {
        std::string title = test.title;
        std::erase(title, '_');
        if (title == "reduce" || !isBanner || plain.find(title) == std::string::npos)
            continue;  // "reduce" stands in others
        if (named.test != nullptr)
            return {};
        named = {ncclName, &test};
    }
    return named;
}

/// How many processes a command line starts: "mpirun -np 2", "srun -n8 --ntasks=8"; each drives so many cards with -g,
/// in so many threads with -t, where it is a program of nccl-tests. 0 where it does not say.
int processesOf(const std::vector<std::string>& words, bool isNccl)
{
    const auto program = std::find_if(words.begin(), words.end(), [](const std::string& word) {
        return word.find("_perf") != std::string::npos || word.find("osu_") != std::string::npos;
    });
    const std::vector<std::string> own(program, words.end());
    const int launched = static_cast<int>(
        countBehind({words.begin(), words.end()}, {"-np", "--np", "-n", "--ntasks", "--n"}).value_or(0));
    int each = 1;
    if (isNccl)
        for (std::size_t i = 0; i + 1 < own.size(); ++i)
            if (own[i] == "-g" || own[i] == "--ngpus" || own[i] == "-t" || own[i] == "--nthreads")
                each *= static_cast<int>(parseCount(own[i + 1], 1, 1 << 12).value_or(1));
    return launched > 0 ? launched * each : isNccl && each > 1 ? each : 0;
}

class LogReader {
public:
    void line(std::string_view text)
    {
        const std::vector<std::string> words = wordsOfLine(text);
        if (words.empty())
            return;
        if (const NamedTest named = testNamedIn(text); named.test != nullptr) {
            m_named = named;
            m_commandP = processesOf(words, named.program == std::string_view(ncclName));
        } else if (const NamedTest banner = bannerIn(text); banner.test != nullptr && m_named.test == nullptr) {
            m_named = banner;
            m_commandP = 0;
        }
        // PARAM: "Hello from Rank 0: … world_size: 8, …", "MPI environment: {'world_size': 8, 'local_size': 8, …}"
        for (const auto& [beside, key] : {std::pair{"Rank", std::string_view("world_size: ")},
                                          {"MPI environment: {", std::string_view("'world_size': ")}})
            if (const std::size_t world = text.find(key);
                world != std::string_view::npos && text.find(beside) < world) {
                const std::string_view rest = text.substr(world + key.size());
                m_worldSize = static_cast<int>(
                    parseCount(rest.substr(0, rest.find_first_not_of("0123456789")), 1, 1 << 24).value_or(m_worldSize));
            }
        const auto param = std::find_if(words.begin(), words.end(),
                                        [](const std::string& word) { return word.starts_with("COMMS-RES"); });
        if (param != words.end())
            paramLine({param, words.end()});
        else if (text.find("---- Performance of ") != std::string_view::npos)
            startDeepSpeed(text.substr(text.find("---- Performance of ") + 20));
        else if (text.find("verage bandwidth of ") != std::string_view::npos)
            startTorchBench(text);
        else if (!m_tables.empty() && m_tables.back().program == torchName && torchRow(words))
            return;
        else if (words.front().starts_with("#bytes"))
            heading(words);
        else if (words.front().front() == '#')
            comment(words);
        else if (words.front().starts_with("**"))
            m_algorithm = algorithmOf(words);
        else
            row(words, text);
    }

    [[nodiscard]] const std::vector<PrintedTable>& tables() const { return m_tables; }

private:
    static std::string algorithmOf(const std::vector<std::string>& words)
    {
        std::string name = words.back();
        name.erase(std::remove(name.begin(), name.end(), '*'), name.end());
        return words.size() > 2 && words.front() == "**Algorithm" ? name : std::string();
    }

    PrintedTable& start(std::string program, std::string title, const BenchmarkTest* known)
    {
        m_tables.push_back({.program = std::move(program),
                            .title = std::move(title),
                            .known = known,
                            .algorithm = std::exchange(m_algorithm, {})});
        return m_tables.back();
    }

    [[nodiscard]] bool isNamed(std::string_view program) const
    {
        return m_named.test != nullptr && program == m_named.program;
    }

    /// A table whose header does not name it: by the command line or the banner above it, where there is one.
    void startUnnamed(const char* program)
    {
        const bool named = isNamed(program);
        const BenchmarkTest* test = named ? m_named.test : nullptr;
        PrintedTable& table = start(program, test != nullptr ? test->title : "", test);
        if (named) {
            table.commandP = m_commandP;
            table.p = test->p;
        }
        m_named = {};
    }

    /// "MPI-CUDA Allreduce Latency", "NCCL Allreduce Latency": the library and its device are no part of the name.
    static std::string withoutDevice(const std::string& title)
    {
        const std::size_t blank = title.find(' ');
        const bool isLibrary = blank != std::string::npos && blank > 1 &&
                               std::all_of(title.begin(), title.begin() + static_cast<std::ptrdiff_t>(blank),
                                           [](char c) { return (c >= 'A' && c <= 'Z') || c == '-' || c == '+'; });
        return isLibrary ? title.substr(blank + 1) : title;
    }

    void comment(std::vector<std::string> words)
    {
        if (words.front() == "#")
            words.erase(words.begin());
        else
            words.front().erase(0, words.front().find_first_not_of('#') == std::string::npos
                                       ? words.front().size()
                                       : words.front().find_first_not_of('#'));
        if (!words.empty() && words.front().empty())
            words.erase(words.begin());
        if (words.empty())
            return;
        const std::string text = wordsFrom(words, 0);
        if (words.front() == "OSU") {
            startOsu(words);
        } else if (text.starts_with("Benchmarking ") && words.size() > 1) {
            start("IMB", words[1], knownAs(imbTests, words[1]));
        } else if (text.starts_with("Collective test starting:")) {
            std::string name = words.back();
            if (name.ends_with("_perf"))
                name.resize(name.size() - 5);
            const int commandP = m_commandP;
            start(ncclName, name, knownAs(ncclTests, name)).commandP = commandP;
            m_named = {};
        } else if (words.front() == "nThread" && (m_tables.empty() || m_tables.back().program != ncclName ||
                                                  m_tables.back().p > 0 || !m_tables.back().rows.empty())) {
            startUnnamed(ncclName);
        } else if (words.front() == "Rank" && words.size() > 1 && !m_tables.empty()) {
            if (const Result<long> rank = parseCount(words[1], 0, 1 << 24))
                m_tables.back().p = std::max(m_tables.back().p, static_cast<int>(*rank) + 1);
        } else if (text.starts_with("#processes = ") || text.starts_with("processes = ")) {
            const Result<long> count = parseCount(words[2], 1, 1 << 24);
            if (count && !m_tables.empty())
                m_tables.back().p = static_cast<int>(*count);
        } else if (words.front() == "Size" && (!m_tables.empty() || isNamed("OSU"))) {
            if (isNamed("OSU") && (m_tables.empty() || !m_tables.back().rows.empty()))
                startUnnamed("OSU");
            m_tables.back().inColumns = true;
            m_tables.back().inMegabytes = text.find("MB/s") != std::string::npos;
        } else if (text.starts_with("Out of bounds values") && text.find("FAILED") != std::string::npos &&
                   !m_tables.empty()) {
            m_tables.back().failure = text;
        }
    }

    /// "all_reduce on 8 devices ----".
    void startDeepSpeed(std::string_view rest)
    {
        const std::vector<std::string> words = wordsOfLine(rest);
        if (words.size() < 3)
            return;
        PrintedTable& table = start(torchName, words[0], knownAs(torchTests, words[0]));
        if (const Result<long> p = parseCount(words[2], 1, 1 << 24))
            table.p = static_cast<int>(*p);
    }

    /// "The average bandwidth of all_reduce over 8 ranks (…)", "… of all_reduce with a 4.0GB payload (5 trials, 16
    /// ranks):".
    void startTorchBench(std::string_view line)
    {
        const std::vector<std::string> words = wordsOfLine(line);
        const auto of = std::find(words.begin(), words.end(), "of");
        if (of == words.end() || of + 1 == words.end())
            return;
        PrintedTable& table = start(torchName, of[1], knownAs(torchTests, of[1]));
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i].starts_with("ranks"))
                if (const Result<long> p = parseCount(words[i - 1], 1, 1 << 24))
                    table.p = static_cast<int>(*p);
            if (words[i] == "payload")
                if (const Result<double> bytes = parseAmount(words[i - 1], Dimension::Bytes))
                    table.payload = *bytes;
        }
    }

    /// Whether the line is a row: "31.67 GB  8501054668x4  3176.620 ms  171.272  149.863", "| 32KiB | 0.83GBps |
    /// 0.47GBps |", "algbw: 91.290 GBps".
    bool torchRow(const std::vector<std::string>& words)
    {
        PrintedTable& table = m_tables.back();
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            const std::size_t times = words[i].find('x');
            const Result<double> count = parseNumber(words[i].substr(0, times)),
                                 size = times == std::string::npos ? count : parseNumber(words[i].substr(times + 1));
            const std::optional<double> duration = numberIn(words[i + 1]);
            if (times == std::string::npos || !count || !size || !duration || *count < 0 || *size < 0)
                continue;
            const std::string unit = i + 2 < words.size() ? words[i + 2] : std::string();
            const double scale = unit == "s"    ? 1
                                 : unit == "ms" ? 1e-3
                                 : unit == "ns" ? 1e-9
                                                : 1e-6;  // --raw: microseconds without a word
            if (*count * *size > 0 && *duration > 0)
                table.rows.push_back(
                    {.bytes = *count * *size * (table.title == "all_gather" ? std::max(1, table.p) : 1),
                     .timeS = *duration * scale});
            return true;
        }
        std::vector<std::string> cells;
        for (const std::string& word : words)
            if (word != "|")
                cells.push_back(word);
        const bool single = words.front() == "algbw:" && table.payload > 0 && words.size() > 1;
        if (!single && !(words.front() == "|" && cells.size() >= 3))
            return false;
        std::string rate = single ? words[1] : cells[2];
        if (rate.ends_with("GBps"))
            rate.resize(rate.size() - 4);
        const Result<double> bytes = single ? Result<double>(table.payload) : parseAmount(cells[0], Dimension::Bytes);
        const std::optional<double> algbw = numberIn(rate);
        if (!bytes || !algbw || *bytes <= 0)
            return words.front() == "|";
        if (*algbw < 0.1)  // 0.005 of rounding
            ++table.coarse;
        else
            table.rows.push_back({.bytes = *bytes, .timeS = *bytes / (*algbw * 1e9)});
        return true;
    }

    /// PARAM's comms.py: "COMMS-RES total-size (B) nElementsPerRank Time(us):p50 p75 p95 Min Max AlgBW(GB/s)
    /// BusBW(GB/s)", then rows that begin with "COMMS-RES-all_reduce-float32" (older ones without the type). Of pt2pt:
    /// "size (B) pingLatency(us):p50 p75 p95 pingPongLatency(us):p50 …", the way there and back. Of quantised messages,
    /// "COMMS-RES-QUANT", nothing is read: fewer bytes than its column says are sent.
    void paramLine(std::vector<std::string> words)
    {
        std::erase(words, "(B)");
        if (words.front().starts_with("COMMS-RES-QUANT")) {
            if (m_tables.empty() || !m_tables.back().quantised)
                start(paramName, "QUANT", nullptr).quantised = true;
            return;
        }
        if (words.front() == "COMMS-RES") {
            const auto time = std::find_if(words.begin(), words.end(), [](const std::string& word) {
                return word == "Latency(us):p50" || word == "Time(us):p50" || word == "pingPongLatency(us):p50";
            });
            m_paramWays = time != words.end() && time->starts_with("pingPong") ? 2 : 1;
            m_paramTime = time == words.end() ? 0 : static_cast<std::size_t>(time - words.begin());
            m_paramStarts = true;
            return;
        }
        if (words.front().size() < 11 || words.front()[9] != '-')
            return;
        const std::string title = words.front().substr(10, words.front().find('-', 10) - 10);
        if (std::exchange(m_paramStarts, false) || m_tables.empty() || m_tables.back().program != paramName ||
            m_tables.back().title != title) {
            PrintedTable& table = start(paramName, title, knownAs(paramTests, title));
            table.p = table.known != nullptr && table.known->p > 0 ? table.known->p : m_worldSize;
        }
        PrintedTable& table = m_tables.back();
        const auto number = [&](std::size_t i) { return i < words.size() ? numberIn(words[i]) : std::nullopt; };
        const std::optional<double> bytes = number(1), time = m_paramTime > 0 ? number(m_paramTime) : std::nullopt;
        if (!bytes || !time)
            ++table.cut;
        else if (*bytes <= 0 || *time <= 0)
            ++table.empty;
        else if (m_paramWays == 2)
            table.rows.push_back({.bytes = *bytes, .timeS = *time / 2 * 1e-6});
        else  // p50, p75, p95, least, most, algbw, busbw
            table.rows.push_back({.bytes = *bytes,
                                  .timeS = *time * 1e-6,
                                  .algbw = number(m_paramTime + 5),
                                  .busbw = number(m_paramTime + 6),
                                  .inPlaceS = {}});
    }

    void startOsu(const std::vector<std::string>& words)
    {
        std::string title = wordsFrom(words, 1);
        if (const std::size_t test = title.find(" Test"); test != std::string::npos)
            title.resize(test);
        const std::string name = withoutDevice(title);
        const int commandP = m_commandP;
        PrintedTable& table = start("OSU", name, knownAs(osuTests, name));
        table.commandP = commandP;
        m_named = {};
        if (table.known != nullptr)
            table.p = table.known->p;
    }

    void row(const std::vector<std::string>& words, std::string_view text)
    {
        if (text.find("Test NCCL failure") != std::string_view::npos && !m_tables.empty()) {
            m_tables.back().failure = cleaned(std::string(text.substr(text.find("Test NCCL failure"), 120)));
            return;
        }
        const std::optional<double> bytes = numberIn(words.front());
        if (!bytes || *bytes < 0) {
            if (!m_tables.empty() && m_tables.back().program == "OSU" && !m_tables.back().rows.empty())
                m_tables.back().inColumns = false;  // something else follows
            return;
        }
        if (words.size() > 3 && isType(words[2])) {
            ncclRow(words, *bytes);
            return;
        }
        if (m_tables.empty() || !m_tables.back().inColumns)
            return;
        PrintedTable& table = m_tables.back();
        const std::optional<double> value =
            words.size() > table.timeColumn ? numberIn(words[table.timeColumn]) : std::nullopt;
        if (!value) {
            ++table.cut;
        } else if (table.inMegabytes) {
            table.largestRate = *value * 1e6;
            table.rateBytes = *bytes;
        } else if (*bytes == 0 && (table.known == nullptr ||
                                   table.known->p == 0)) {  // MPI returns at once; an empty message between two is sent
            ++table.empty;
        } else if (*value > 0) {
            table.rows.push_back({.bytes = *bytes, .timeS = *value * 1e-6});
        }
    }

    /// "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] Mbytes/sec"
    void heading(const std::vector<std::string>& words)
    {
        if (m_tables.empty())
            return;
        PrintedTable& table = m_tables.back();
        const auto column = [&](const char* name) { return std::find(words.begin(), words.end(), name); };
        auto found = column("t_max[usec]");
        if (found == words.end())
            found = column("t[usec]");
        table.inColumns = true;
        table.inMegabytes = found == words.end();
        if (table.inMegabytes)
            found = column("Mbytes/sec");
        table.inColumns = found != words.end();
        table.timeColumn = static_cast<std::size_t>(found - words.begin());
    }

    static bool isType(const std::string& word)
    {
        constexpr std::array<std::string_view, 13> types{"float",    "double",   "half",   "bfloat16", "int8",
                                                         "uint8",    "int32",    "uint32", "int64",    "uint64",
                                                         "fp8_e4m3", "fp8_e5m2", "char"};
        return std::find(types.begin(), types.end(), word) != types.end();
    }

    /// size count type [operation [root]] time algbw busbw wrong time algbw busbw wrong
    void ncclRow(const std::vector<std::string>& words, double bytes)
    {
        if (m_tables.empty() || m_tables.back().program != ncclName)
            startUnnamed(ncclName);
        PrintedTable& table = m_tables.back();
        std::size_t at = 3;
        if (at < words.size() && !numberIn(words[at])) {
            table.sums = table.sums || words[at] != "none";
            ++at;
        }
        const std::size_t left = words.size() - at;
        if (left == 9 || left == 5)  // with a root
            ++at;
        const auto number = [&](std::size_t i) {
            return at + i < words.size() ? numberIn(words[at + i]) : std::nullopt;
        };
        const std::optional<double> time = number(0), algbw = number(1), busbw = number(2), wrong = number(3);
        if (!time || !algbw || !busbw) {
            ++table.cut;
            return;
        }
        if (bytes <= 0 || *time <= 0) {  // fewer bytes than ranks: nothing was sent
            ++table.empty;
            return;
        }
        if (wrong && *wrong >= 1) {
            ++table.wrong;
            return;
        }
        if (words.size() < at + 8)
            ++table.cut;
        table.rows.push_back({.bytes = bytes,
                              .timeS = *time * 1e-6,
                              .algbw = algbw,
                              .busbw = busbw,
                              .inPlaceS = number(4) ? std::optional(*number(4) * 1e-6) : std::nullopt});
    }

    std::vector<PrintedTable> m_tables;
    std::string m_algorithm;
    NamedTest m_named;  ///< by the last command line or banner, until a table takes it
    int m_commandP = 0;  ///< that the same line started
    int m_worldSize = 0;  ///< that ranks of PARAM say of themselves
    std::size_t m_paramTime = 0;  ///< the column of the median time; 0: no table of collectives, or none yet
    int m_paramWays = 1;  ///< that time is of so many messages, one behind the other
    bool m_paramStarts = false;
};

/// The first line that holds something names sizes or times, as the header of a table does.
bool namesTimings(std::string_view text)
{
    for (const std::string_view line : linesOf(text.substr(0, 4096)))
        if (const std::string small = lowerCase(trimmed(line)); !small.empty() && small.front() != '#')
            return std::any_of(small.begin(), small.end(), [](char c) { return c == ',' || c == ';' || c == '\t'; }) ||
                   small.find("byte") != std::string::npos || small.find("second") != std::string::npos ||
                   small.find("size") != std::string::npos;
    return true;
}

}  // namespace

Result<TimingLog> readTimings(std::string_view text, std::optional<int> p, TimingFormat format,
                              std::string_view unnamed)
{
    const Result<std::string> decoded = asUtf8(std::string(text));
    if (!decoded)
        return fail(decoded.error());
    if (format == TimingFormat::Csv || (format == TimingFormat::Auto && !isBenchmarkLog(*decoded))) {
        Result<std::vector<TimingGroup>> groups = parseTimingsCsv(*decoded);
        if (!groups && format == TimingFormat::Auto && !namesTimings(*decoded))
            return timingLogOf({}, p, {});  // prose or a log: which row of it has how many words helps nobody
        if (!groups)
            return fail(std::move(groups.error()));
        return TimingLog{std::move(*groups), {}};
    }
    if (const std::vector<PrintedTable> tables = otherTables(*decoded); !tables.empty())
        return timingLogOf(tables, p, plainCollective(unnamed));
    LogReader reader;
    for (std::string_view rest = *decoded; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        reader.line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return timingLogOf(reader.tables(), p, plainCollective(unnamed));
}

}  // namespace scalewright
