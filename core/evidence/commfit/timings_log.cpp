// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/commfit/timings_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"
#include "core/evidence/commfit/other_logs.h"
#include "core/evidence/commfit/printed_tables.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/header_name.h"
#include "core/evidence/import/programs/run_command.h"
#include "core/evidence/import/source_text.h"
#include "core/evidence/import/text.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace {

std::vector<std::string> wordsOf(std::string_view line)
{
    const std::vector<std::string_view> words = splitWords(trimmed(line));
    return {words.begin(), words.end()};
}

std::optional<double> parseFiniteNumber(const std::string& word)
{
    const Result<double> value = parseNumber(word);
    return value && std::isfinite(*value) ? std::optional(*value) : std::nullopt;
}

std::string joinWordsFrom(const std::vector<std::string>& words, std::size_t from)
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

/// Bytes of the whole vector, and busbw factors as in nccl-tests: see get_mem_size and getBusBW in comms.py.
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

const BenchmarkTest* findTestByTitle(const auto& tests, std::string_view title)
{
    return findElement(tests, title, &BenchmarkTest::title);
}

constexpr std::array<std::pair<const char*, std::string_view>, 7> osuPrograms{
    {{"osu_latency", "Latency"},
     {"osu_allreduce", "Allreduce Latency"},
     {"osu_allgather", "Allgather Latency"},
     {"osu_alltoall", "All-to-All Personalized Exchange Latency"},
     {"osu_reduce_scatter", "Reduce_scatter Latency"},
     {"osu_bcast", "Broadcast Latency"},
     {"osu_reduce", "Reduce Latency"}}};

constexpr const char* torchProgramName = "torch";
constexpr const char* paramProgramName = "PARAM";

/// The test named in a command line or banner: "./build/all_reduce_perf -g 1", "mpirun -np 4 ./osu_allreduce".
struct NamedTest {
    const char* program = nullptr;
    const BenchmarkTest* test = nullptr;
};

/// The test whose program name is a whole word in the line: "all_reduce_perf", but not as part of another name.
NamedTest testNamedInCommand(std::string_view line)
{
    const auto isWholeWord = [&](const std::string& name) {
        const auto isNameCharacter = [](char c) {
            return c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        };
        for (std::size_t at = line.find(name); at != std::string_view::npos; at = line.find(name, at + 1)) {
            const std::size_t end = at + name.size();
            const bool ends = end == line.size() || !isNameCharacter(line[end]) || line.substr(end).starts_with("_mpi");
            if ((at == 0 || !isNameCharacter(line[at - 1])) && ends)
                return true;
        }
        return false;
    };
    for (const BenchmarkTest& test : ncclTests)
        if (isWholeWord(std::string(test.title) + "_perf"))
            return {ncclProgramName, &test};
    for (const auto& [programName, titleOf] : osuPrograms)
        if (isWholeWord(programName))
            return {"OSU", findTestByTitle(osuTests, titleOf)};
    return {};
}

/// The only collective named in a banner such as "==== NCCL FullSum ====" or "# Running all-gather".
NamedTest testNamedInBanner(std::string_view line)
{
    std::string letters;
    for (const char c : line)
        if (c != '_' && c != '-' && c != ' ')
            letters += lowerCaseOf(c);
    const bool isBanner = line.front() == '#' || line.front() == '=' || line.front() == '*' ||
                          letters.find("running") != std::string::npos || letters.find("nccl") != std::string::npos ||
                          letters.find("rccl") != std::string::npos || letters.find("benchmark") != std::string::npos;
    NamedTest named;
    for (const BenchmarkTest& test : ncclTests) {
        std::string title = test.title;
        std::erase(title, '_');
        if (title == "reduce" || !isBanner || letters.find(title) == std::string::npos)
            continue;  // "reduce" also occurs in other titles
        if (named.test != nullptr)
            return {};
        named = {ncclProgramName, &test};
    }
    return named;
}

/// The number of processes that a command line starts: "mpirun -np 2", "srun -n8 --ntasks=8". For nccl-tests programs
/// it is multiplied by the GPUs (-g) and threads (-t) per process. 0 if unknown.
int processCountOfCommand(const std::vector<std::string>& words, bool isNccl)
{
    const auto program = std::ranges::find_if(words, [](const std::string& word) {
        return word.find("_perf") != std::string::npos || word.find("osu_") != std::string::npos;
    });
    const std::vector<std::string> programWords(program, words.end());
    const int launched = static_cast<int>(
        countAfterFlag({words.begin(), words.end()}, {"-np", "--np", "-n", "--ntasks", "--n"}).value_or(0));
    int devicesPerProcess = 1;
    if (isNccl)
        for (std::size_t i = 0; i + 1 < programWords.size(); ++i)
            if (programWords[i] == "-g" || programWords[i] == "--ngpus" || programWords[i] == "-t" ||
                programWords[i] == "--nthreads")
                devicesPerProcess *= static_cast<int>(parseCount(programWords[i + 1], 1, 1 << 12).value_or(1));
    return launched > 0 ? launched * devicesPerProcess : isNccl && devicesPerProcess > 1 ? devicesPerProcess : 0;
}

class LogReader {
public:
    void addLine(std::string_view text)
    {
        const std::vector<std::string> words = wordsOf(text);
        if (words.empty())
            return;
        if (const NamedTest named = testNamedInCommand(text); named.test != nullptr) {
            m_namedTest = named;
            m_launchedProcesses = processCountOfCommand(words, named.program == std::string_view(ncclProgramName));
        } else if (const NamedTest banner = testNamedInBanner(text);
                   banner.test != nullptr && m_namedTest.test == nullptr) {
            m_namedTest = banner;
            m_launchedProcesses = 0;
        }
        // PARAM: "Hello from Rank 0: … world_size: 8, …", "MPI environment: {'world_size': 8, 'local_size': 8, …}"
        for (const auto& [precedingText, key] : {std::pair{"Rank", std::string_view("world_size: ")},
                                                 {"MPI environment: {", std::string_view("'world_size': ")}})
            if (const std::size_t world = text.find(key);
                world != std::string_view::npos && text.find(precedingText) < world) {
                const std::string_view rest = text.substr(world + key.size());
                m_worldSize = static_cast<int>(
                    parseCount(rest.substr(0, rest.find_first_not_of("0123456789")), 1, 1 << 24).value_or(m_worldSize));
            }
        const auto param =
            std::ranges::find_if(words, [](const std::string& word) { return word.starts_with("COMMS-RES"); });
        if (param != words.end())
            readParamLine({param, words.end()});
        else if (text.find("---- Performance of ") != std::string_view::npos)
            startDeepSpeedTable(text.substr(text.find("---- Performance of ") + 20));
        else if (text.find("verage bandwidth of ") != std::string_view::npos)
            startTorchBenchTable(text);
        else if (!m_tables.empty() && m_tables.back().program == torchProgramName && addTorchRow(words))
            return;
        else if (isPerftestTitle(text))
            startPerftestTable(text);
        else if (words.front().starts_with("#bytes"))
            readImbHeader(words);
        else if (words.front().front() == '#')
            readComment(words);
        else if (words.front().starts_with("**"))
            m_algorithm = parseAlgorithm(words);
        else
            readRow(words, text);
    }

    [[nodiscard]] const std::vector<PrintedTable>& tables() const { return m_tables; }

private:
    static std::string parseAlgorithm(const std::vector<std::string>& words)
    {
        std::string name = words.back();
        name.erase(std::remove(name.begin(), name.end(), '*'), name.end());
        return words.size() > 2 && words.front() == "**Algorithm" ? name : std::string();
    }

    PrintedTable& startTable(std::string program, std::string title, const BenchmarkTest* test)
    {
        m_tables.push_back({.program = std::move(program),
                            .title = std::move(title),
                            .test = test,
                            .algorithm = std::exchange(m_algorithm, {})});
        return m_tables.back();
    }

    [[nodiscard]] bool isNamedProgram(std::string_view program) const
    {
        return m_namedTest.test != nullptr && program == m_namedTest.program;
    }

    /// Starts a table whose header does not name the test: uses the preceding command line or banner, if any.
    void startUnnamedTable(const char* program)
    {
        const bool named = isNamedProgram(program);
        const BenchmarkTest* test = named ? m_namedTest.test : nullptr;
        PrintedTable& table = startTable(program, test != nullptr ? test->title : "", test);
        if (named) {
            table.launchedProcesses = m_launchedProcesses;
            table.p = test->fixedP;
        }
        m_namedTest = {};
    }

    /// Removes the names of the library and its device: "MPI-CUDA Allreduce Latency", "NCCL Allreduce Latency".
    static std::string withoutLibraryName(const std::string& title)
    {
        const std::size_t blank = title.find(' ');
        const bool isLibrary = blank != std::string::npos && blank > 1 &&
                               std::all_of(title.begin(), title.begin() + static_cast<std::ptrdiff_t>(blank),
                                           [](char c) { return (c >= 'A' && c <= 'Z') || c == '-' || c == '+'; });
        return isLibrary ? title.substr(blank + 1) : title;
    }

    /// 4 for "GPUS=4", "4 GPUs", "np = 4": a heading that gives only the number of processes; 0 for other texts.
    static int processCountOfHeading(std::string text)
    {
        std::replace(text.begin(), text.end(), '=', ' ');
        std::replace(text.begin(), text.end(), ':', ' ');
        std::vector<std::string> words = wordsOf(lowerCase(text));
        if (words.size() != 2)
            return 0;
        if (parseCount(words[0], 1, 1 << 24))
            std::swap(words[0], words[1]);
        const bool isCount = words[0] == "p" || words[0] == "np" || isWorkerWord(words[0]) ||
                             (words[0].ends_with('s') && isWorkerWord(words[0].substr(0, words[0].size() - 1)));
        return isCount ? static_cast<int>(parseCount(words[1], 1, 1 << 24).value_or(0)) : 0;
    }

    void readComment(std::vector<std::string> words)
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
        const std::string text = joinWordsFrom(words, 0);
        if (const int processes = processCountOfHeading(text); processes > 0)
            m_headingProcesses = processes;
        else if (words.front() == "OSU") {
            startOsuTable(words);
        } else if (text.starts_with("Benchmarking ") && words.size() > 1) {
            startTable("IMB", words[1], findTestByTitle(imbTests, words[1]));
        } else if (text.starts_with("Collective test starting:")) {
            std::string name = words.back();
            if (name.ends_with("_perf"))
                name.resize(name.size() - 5);
            const int launchedProcesses = m_launchedProcesses;
            startTable(ncclProgramName, name, findTestByTitle(ncclTests, name)).launchedProcesses = launchedProcesses;
            m_namedTest = {};
        } else if (words.front() == "nThread" && (m_tables.empty() || m_tables.back().program != ncclProgramName ||
                                                  m_tables.back().p > 0 || !m_tables.back().rows.empty())) {
            startUnnamedTable(ncclProgramName);
        } else if (words.front() == "Rank" && words.size() > 1 && !m_tables.empty()) {
            if (const Result<long> rank = parseCount(words[1], 0, 1 << 24))
                m_tables.back().p = std::max(m_tables.back().p, static_cast<int>(*rank) + 1);
        } else if (text.starts_with("#processes = ") || text.starts_with("processes = ")) {
            const Result<long> count = parseCount(words[2], 1, 1 << 24);
            if (count && !m_tables.empty())
                m_tables.back().p = static_cast<int>(*count);
        } else if (words.front() == "Size" && (!m_tables.empty() || isNamedProgram("OSU"))) {
            if (isNamedProgram("OSU") && (m_tables.empty() || !m_tables.back().rows.empty()))
                startUnnamedTable("OSU");
            m_tables.back().hasHeader = true;
            m_tables.back().isRateColumn = text.find("MB/s") != std::string::npos;
        } else if (text.starts_with("Out of bounds values") && text.find("FAILED") != std::string::npos &&
                   !m_tables.empty()) {
            m_tables.back().failure = text;
        }
    }

    /// "all_reduce on 8 devices ----".
    void startDeepSpeedTable(std::string_view rest)
    {
        const std::vector<std::string> words = wordsOf(rest);
        if (words.size() < 3)
            return;
        PrintedTable& table = startTable(torchProgramName, words[0], findTestByTitle(torchTests, words[0]));
        if (const Result<long> p = parseCount(words[2], 1, 1 << 24))
            table.p = static_cast<int>(*p);
    }

    /// "The average bandwidth of all_reduce over 8 ranks (…)", "… of all_reduce with a 4.0GB payload (5 trials, 16
    /// ranks):".
    void startTorchBenchTable(std::string_view line)
    {
        const std::vector<std::string> words = wordsOf(line);
        const auto ofWord = std::ranges::find(words, std::string_view("of"));
        if (ofWord == words.end() || ofWord + 1 == words.end())
            return;
        PrintedTable& table = startTable(torchProgramName, ofWord[1], findTestByTitle(torchTests, ofWord[1]));
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i].starts_with("ranks"))
                if (const Result<long> p = parseCount(words[i - 1], 1, 1 << 24))
                    table.p = static_cast<int>(*p);
            if (words[i] == "payload")
                if (const Result<double> bytes = parseAmount(words[i - 1], Dimension::Bytes))
                    table.payloadBytes = *bytes;
        }
    }

    /// True if the line is a row: "31.67 GB  8501054668x4  3176.620 ms  171.272  149.863", "| 32KiB | 0.83GBps |
    /// 0.47GBps |", "algbw: 91.290 GBps".
    bool addTorchRow(const std::vector<std::string>& words)
    {
        PrintedTable& table = m_tables.back();
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            const std::size_t times = words[i].find('x');
            const Result<double> count = parseNumber(words[i].substr(0, times)),
                                 size = times == std::string::npos ? count : parseNumber(words[i].substr(times + 1));
            const std::optional<double> duration = parseFiniteNumber(words[i + 1]);
            if (times == std::string::npos || !count || !size || !duration || *count < 0 || *size < 0)
                continue;
            const std::string unit = i + 2 < words.size() ? words[i + 2] : std::string();
            const double scale = unit == "s"    ? 1
                                 : unit == "ms" ? 1e-3
                                 : unit == "ns" ? 1e-9
                                                : 1e-6;  // --raw prints microseconds without a unit
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
        const bool single = words.front() == "algbw:" && table.payloadBytes > 0 && words.size() > 1;
        if (!single && !(words.front() == "|" && cells.size() >= 3))
            return false;
        std::string rate = single ? words[1] : cells[2];
        if (rate.ends_with("GBps"))
            rate.resize(rate.size() - 4);
        const Result<double> bytes =
            single ? Result<double>(table.payloadBytes) : parseAmount(cells[0], Dimension::Bytes);
        const std::optional<double> algbw = parseFiniteNumber(rate);
        if (!bytes || !algbw || *bytes <= 0)
            return words.front() == "|";
        if (*algbw < 0.1)  // rounding is 0.005
            ++table.impreciseRows;
        else
            table.rows.push_back({.bytes = *bytes, .timeS = *bytes / (*algbw * 1e9)});
        return true;
    }

    /// PARAM's comms.py: "COMMS-RES total-size (B) nElementsPerRank Time(us):p50 p75 p95 Min Max AlgBW(GB/s)
    /// BusBW(GB/s)", then rows that begin with "COMMS-RES-all_reduce-float32" (without the type in older versions). For
    /// pt2pt: "size (B) pingLatency(us):p50 p75 p95 pingPongLatency(us):p50 …", where the latter is the round trip.
    /// Quantised messages ("COMMS-RES-QUANT") are skipped: they send fewer bytes than the column states.
    void readParamLine(std::vector<std::string> words)
    {
        std::erase(words, "(B)");
        if (words.front().starts_with("COMMS-RES-QUANT")) {
            if (m_tables.empty() || !m_tables.back().isQuantised)
                startTable(paramProgramName, "QUANT", nullptr).isQuantised = true;
            return;
        }
        if (words.front() == "COMMS-RES") {
            const auto time = std::ranges::find_if(words, [](const std::string& word) {
                return word == "Latency(us):p50" || word == "Time(us):p50" || word == "pingPongLatency(us):p50";
            });
            m_paramMessagesPerTime = time != words.end() && time->starts_with("pingPong") ? 2 : 1;
            m_paramTimeColumn = time == words.end() ? 0 : static_cast<std::size_t>(time - words.begin());
            m_startsParamTable = true;
            return;
        }
        if (words.front().size() < 11 || words.front()[9] != '-')
            return;
        const std::string title = words.front().substr(10, words.front().find('-', 10) - 10);
        if (std::exchange(m_startsParamTable, false) || m_tables.empty() ||
            m_tables.back().program != paramProgramName || m_tables.back().title != title) {
            PrintedTable& table = startTable(paramProgramName, title, findTestByTitle(paramTests, title));
            table.p = table.test != nullptr && table.test->fixedP > 0 ? table.test->fixedP : m_worldSize;
        }
        PrintedTable& table = m_tables.back();
        const auto number = [&](std::size_t i) {
            return i < words.size() ? parseFiniteNumber(words[i]) : std::nullopt;
        };
        const std::optional<double> bytes = number(1),
                                    time = m_paramTimeColumn > 0 ? number(m_paramTimeColumn) : std::nullopt;
        if (!bytes || !time)
            ++table.incompleteRows;
        else if (*bytes <= 0 || *time <= 0)
            ++table.emptyRows;
        else if (m_paramMessagesPerTime == 2)
            table.rows.push_back({.bytes = *bytes, .timeS = *time / 2 * 1e-6});
        else  // p50, p75, p95, min, max, algbw, busbw
            table.rows.push_back({.bytes = *bytes,
                                  .timeS = *time * 1e-6,
                                  .algbw = number(m_paramTimeColumn + 5),
                                  .busbw = number(m_paramTimeColumn + 6),
                                  .inPlaceTimeS = {}});
    }

    void startOsuTable(const std::vector<std::string>& words)
    {
        std::string title = joinWordsFrom(words, 1);
        if (const std::size_t test = title.find(" Test"); test != std::string::npos)
            title.resize(test);
        const std::string name = withoutLibraryName(title);
        const int launchedProcesses = m_launchedProcesses;
        PrintedTable& table = startTable("OSU", name, findTestByTitle(osuTests, name));
        table.launchedProcesses = launchedProcesses;
        m_namedTest = {};
        if (table.test != nullptr)
            table.p = table.test->fixedP;
    }

    void readRow(const std::vector<std::string>& words, std::string_view text)
    {
        if (text.find("Test NCCL failure") != std::string_view::npos && !m_tables.empty()) {
            m_tables.back().failure = sanitised(std::string(text.substr(text.find("Test NCCL failure"), 120)));
            return;
        }
        const std::optional<double> bytes = parseFiniteNumber(words.front());
        if (!bytes || *bytes < 0) {
            if (!m_tables.empty() && m_tables.back().program == "OSU" && !m_tables.back().rows.empty())
                m_tables.back().hasHeader = false;  // the table has ended
            return;
        }
        if (words.size() > 3 && isDataType(words[2])) {
            addNcclRow(words, *bytes);
            return;
        }
        if (m_tables.empty() || !m_tables.back().hasHeader)
            return;
        PrintedTable& table = m_tables.back();
        const std::optional<double> value =
            words.size() > table.timeColumn ? parseFiniteNumber(words[table.timeColumn]) : std::nullopt;
        if (!value) {
            ++table.incompleteRows;
        } else if (table.isRateColumn) {
            table.lastRate = *value * table.rateUnit;
            table.lastRateBytes = *bytes;
            // MPI returns at once for 0 bytes, but still sends an empty point-to-point message.
        } else if (*bytes == 0 && (table.test == nullptr || table.test->fixedP == 0)) {
            ++table.emptyRows;
        } else if (*value > 0) {
            table.rows.push_back({.bytes = *bytes, .timeS = *value * 1e-6});
        }
    }

    /// "RDMA_Write BW Test", "Send Latency Test" of perftest (github.com/linux-rdma/perftest). Its latency is half a round
    /// trip; its MB are 2^20 bytes.
    void startPerftestTable(std::string_view text)
    {
        const bool isLatency = text.find(" Latency Test") != std::string_view::npos;
        PrintedTable& table = startTable("perftest", isLatency ? "Latency" : "Bandwidth",
                                         findTestByTitle(osuTests, isLatency ? "Latency" : "Bandwidth"));
        table.p = 2;
    }

    /// "#bytes #iterations BW peak[MB/sec] BW average[MB/sec] MsgRate[Mpps]", "#bytes #iterations t_min[usec] …"
    static void readPerftestHeader(const std::vector<std::string>& words, PrintedTable& table)
    {
        std::vector<std::string> names = words;
        std::erase(names, "BW");  // part of the next name
        const auto column = std::ranges::find_if(
            names, [](const std::string& name) { return name == "t_typical[usec]" || name.starts_with("average["); });
        table.hasHeader = column != names.end();
        table.timeColumn = static_cast<std::size_t>(column - names.begin());
        table.isRateColumn = table.hasHeader && column->starts_with("average[");
        table.rateUnit = table.hasHeader && column->find("Gb") != std::string::npos ? 125e6 : 1048576;
    }

    /// "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] Mbytes/sec"
    void readImbHeader(const std::vector<std::string>& words)
    {
        if (m_tables.empty())
            return;
        PrintedTable& table = m_tables.back();
        if (table.program == "perftest")
            return readPerftestHeader(words, table);
        const auto column = [&](const char* name) { return std::ranges::find(words, name); };
        auto found = column("t_max[usec]");
        if (found == words.end())
            found = column("t[usec]");
        table.hasHeader = true;
        table.isRateColumn = found == words.end();
        if (table.isRateColumn)
            found = column("Mbytes/sec");
        table.hasHeader = found != words.end();
        table.timeColumn = static_cast<std::size_t>(found - words.begin());
    }

    static bool isDataType(const std::string& word)
    {
        constexpr std::array<std::string_view, 13> types{"float",    "double",   "half",   "bfloat16", "int8",
                                                         "uint8",    "int32",    "uint32", "int64",    "uint64",
                                                         "fp8_e4m3", "fp8_e5m2", "char"};
        return contains(types, word);
    }

    /// size count type [operation [root]] time algbw busbw wrong time algbw busbw wrong
    void addNcclRow(const std::vector<std::string>& words, double bytes)
    {
        if (m_tables.empty() || m_tables.back().program != ncclProgramName ||
            (m_headingProcesses > 0 && !m_tables.back().rows.empty()))
            startUnnamedTable(ncclProgramName);
        PrintedTable& table = m_tables.back();
        if (const int processes = std::exchange(m_headingProcesses, 0); processes > 0 && table.p == 0)
            table.p = processes, table.isSection = true;
        std::size_t column = 3;
        if (column < words.size() && !parseFiniteNumber(words[column])) {
            table.hasReduction = table.hasReduction || words[column] != "none";
            ++column;
        }
        const std::size_t remainingWords = words.size() - column;
        if (remainingWords == 9 || remainingWords == 5)  // has a root column
            ++column;
        const auto number = [&](std::size_t i) {
            return column + i < words.size() ? parseFiniteNumber(words[column + i]) : std::nullopt;
        };
        const std::optional<double> time = number(0), algbw = number(1), busbw = number(2), wrongCount = number(3);
        if (!time || !algbw || !busbw) {
            ++table.incompleteRows;
            return;
        }
        if (bytes <= 0 || *time <= 0) {  // fewer bytes than ranks, so nothing was sent
            ++table.emptyRows;
            return;
        }
        if (wrongCount && *wrongCount >= 1) {
            ++table.wrongRows;
            return;
        }
        if (words.size() < column + 8)
            ++table.incompleteRows;
        table.rows.push_back({.bytes = bytes,
                              .timeS = *time * 1e-6,
                              .algbw = algbw,
                              .busbw = busbw,
                              .inPlaceTimeS = number(4) ? std::optional(*number(4) * 1e-6) : std::nullopt});
    }

    std::vector<PrintedTable> m_tables;
    std::string m_algorithm;
    NamedTest m_namedTest;  ///< from the last command line or banner, until a table uses it
    int m_launchedProcesses = 0;  ///< from the same line
    int m_headingProcesses = 0;  ///< from a heading above the next rows of nccl-tests
    int m_worldSize = 0;  ///< as reported by PARAM's ranks
    std::size_t m_paramTimeColumn = 0;  ///< column of the median time; 0 before the first table of collectives
    int m_paramMessagesPerTime = 1;  ///< number of consecutive messages timed together
    bool m_startsParamTable = false;
};

/// True if the first non-blank line names sizes or times, as a table header does.
bool looksLikeTimingsHeader(std::string_view text)
{
    constexpr std::array<std::string_view, 6> names{"byte", "second", "size", "time", "latency", "usec"};
    for (const std::string_view line : splitLines(text.substr(0, 4096)))
        if (const std::string small = lowerCase(trimmed(line)); !small.empty() && small.front() != '#') {
            const auto named =
                std::ranges::count_if(names, [&](std::string_view name) { return small.find(name) != small.npos; });
            const bool hasSeparator = small.find_first_of(",;\t") != small.npos;
            return named > 1 || (hasSeparator && (named > 0 || small.starts_with("p,") || small.starts_with("p;")));
        }
    return true;
}

}  // namespace

Result<CollectiveTimings> readPartialTimings(std::string_view text, std::optional<int> p, TimingFormat format,
                                             std::string_view defaultCollective)
{
    TRY(const std::string decoded, toUtf8(std::string(text)));
    // A project carries its timed collectives, such as the file of scalewright-torch.py.
    if (format == TimingFormat::Auto && trimmed(decoded).starts_with('{'))
        if (const Result<Project> project = parseProject(decoded);
            project && !project->measurements.collectives.empty()) {
            CollectiveTimings timings;
            for (const CollectiveMeasurement& each : project->measurements.collectives)
                timings.groups.push_back({each.name, each.timings, patternName(each.pattern), {}});
            return timings;
        }
    if (format == TimingFormat::Csv || (format == TimingFormat::Auto && !isBenchmarkLog(decoded))) {
        Result<std::vector<TimingGroup>> groups =
            parseTimingsCsv(decoded, p, canonicalCollectiveName(defaultCollective));
        if (!groups && format == TimingFormat::Auto)
            if (std::optional<Error> other = wrongFormatError(SourceText(decoded), "fit-comm"))
                return fail(std::move(*other));
        if (!groups && format == TimingFormat::Auto && !looksLikeTimingsHeader(decoded))
            return makeTimingLog({}, p, {});  // prose or a log: errors about fields in single rows would not help
        if (!groups)
            return fail(std::move(groups.error()));
        return CollectiveTimings{std::move(*groups), {}};
    }
    if (const std::vector<PrintedTable> tables = parseOtherLogs(decoded); !tables.empty())
        return makeTimingLog(tables, p, canonicalCollectiveName(defaultCollective));
    LogReader reader;
    for (std::string_view rest = decoded; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        reader.addLine(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return makeTimingLog(reader.tables(), p, canonicalCollectiveName(defaultCollective));
}

}  // namespace scalewright
