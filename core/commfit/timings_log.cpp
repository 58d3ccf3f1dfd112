#include "core/commfit/timings_log.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/quantity/units.h"
#include "core/result/quote.h"
#include "core/tables/encoding.h"

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
                if (const std::size_t mark = line.find(">:", at); mark != std::string_view::npos && line.substr(at + 1).starts_with("<std"))
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

std::string joined(const std::vector<std::string>& words, std::size_t from)
{
    std::string text;
    for (std::size_t i = from; i < words.size(); ++i)
        text += (text.empty() ? "" : " ") + words[i];
    return text;
}

/// What a benchmark's name stands for, and how its bytes become those of the whole vector.
struct Known {
    const char* title;
    const char* collective;  ///< nullptr: not read
    bool ofOnePart = false;  ///< its bytes are what one process contributes: times p
    int p = 0;               ///< of point-to-point tests
};

constexpr std::array osuTests{
    Known{"Latency", "ping-pong", false, 2},     Known{"Allreduce Latency", "all-reduce"},
    Known{"Allgather Latency", "all-gather", true}, Known{"All-to-All Personalized Exchange Latency", "all-to-all", true},
    Known{"Reduce_scatter Latency", "reduce-scatter"}, Known{"Broadcast Latency", "broadcast"},
    Known{"Reduce Latency", "reduce"},
};

constexpr std::array imbTests{
    Known{"PingPong", "ping-pong", false, 2}, Known{"Allreduce", "all-reduce"}, Known{"Allgather", "all-gather", true}, Known{"Alltoall", "all-to-all", true},
    Known{"Reduce_scatter", "reduce-scatter"}, Known{"Bcast", "broadcast"},     Known{"Reduce", "reduce"},
};

constexpr std::array ncclTests{
    Known{"all_reduce", "all-reduce"}, Known{"all_gather", "all-gather"}, Known{"reduce_scatter", "reduce-scatter"}, Known{"alltoall", "all-to-all"},
    Known{"broadcast", "broadcast"},   Known{"reduce", "reduce"},         Known{"sendrecv", "send-receive"},
};

constexpr std::array torchTests{
    Known{"all_reduce", "all-reduce"}, Known{"all_gather", "all-gather"}, Known{"reduce_scatter", "reduce-scatter"}, Known{"all_to_all", "all-to-all"},
    Known{"broadcast", "broadcast"},   Known{"pt2pt", "send-receive"},
};

/// Bytes of the whole vector and busbw's factors are as in nccl-tests: comms.py's get_mem_size and getBusBW.
constexpr std::array paramTests{
    Known{"all_reduce", "all-reduce"}, Known{"all_gather", "all-gather"},     Known{"all_gather_base", "all-gather"},         Known{"reduce_scatter", "reduce-scatter"},
    Known{"all_to_all", "all-to-all"}, Known{"all_to_all_single", "all-to-all"}, Known{"reduce_scatter_base", "reduce-scatter"}, Known{"broadcast", "broadcast"},
    Known{"reduce", "reduce"},         Known{"pt2pt", "ping-pong", false, 2},
};

const Known* knownAs(const auto& tests, std::string_view title)
{
    const auto found = std::find_if(tests.begin(), tests.end(), [&](const Known& each) { return title == each.title; });
    return found == tests.end() ? nullptr : &*found;
}

/// One row of a table; the last three as nccl-tests prints them.
struct TableRow {
    double bytes = 0, timeS = 0;
    std::optional<double> algbw, busbw, inPlaceS;
};

struct Table {
    std::string program, title;  ///< "OSU", "MPI Allreduce Latency Test"
    const Known* known = nullptr;
    std::string algorithm;
    int p = 0;
    bool sums = false;           ///< nccl-tests: has a reduction
    std::vector<TableRow> rows;
    std::size_t wrong = 0, empty = 0, cut = 0;
    double largestRate = 0;      ///< of a table that is not read, bytes per second
    std::string failure;
    bool inColumns = false;      ///< its columns were announced
    std::size_t timeColumn = 1;
    bool inMegabytes = false;    ///< that column is a rate
    bool quantised = false;      ///< PARAM: of messages sent in fewer bits
    double payload = 0;          ///< torch: of the one size that was timed
    std::size_t coarse = 0;      ///< torch: rows whose rate is rounded too much
};

constexpr const char* torchName = "torch";
constexpr const char* paramName = "PARAM";

class LogReader {
public:
    explicit LogReader(std::optional<int> p) : m_askedP(p) {}

    void line(std::string_view text)
    {
        const std::vector<std::string> words = wordsOfLine(text);
        if (words.empty())
            return;
        // PARAM: "Hello from Rank 0: … world_size: 8, …", "MPI environment: {'world_size': 8, 'local_size': 8, …}"
        for (const auto& [beside, key] : {std::pair{"Rank", std::string_view("world_size: ")}, {"MPI environment: {", std::string_view("'world_size': ")}})
            if (const std::size_t world = text.find(key); world != std::string_view::npos && text.find(beside) < world) {
                const std::string_view rest = text.substr(world + key.size());
                m_worldSize = static_cast<int>(parseCount(rest.substr(0, rest.find_first_not_of("0123456789")), 1, 1 << 24).value_or(m_worldSize));
            }
        const auto param = std::find_if(words.begin(), words.end(), [](const std::string& word) { return word.starts_with("COMMS-RES"); });
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

    Result<TimingLog> end()
    {
        TimingLog log;
        for (Table& table : m_tables)
            take(table, log);
        if (!log.groups.empty())
            return log;
        Error error{ErrorCode::Input, {}};
        for (Message& why : log.left)
            error.problems.push_back({std::move(why), {}, {}});
        if (error.problems.empty())
            error.problems.push_back({say("holds no timings"), say("a log of nccl-tests, OSU, IMB, PARAM or a torch benchmark, or a CSV with the columns p, bytes, seconds"), {}});
        return fail(std::move(error));
    }

private:
    static std::string algorithmOf(const std::vector<std::string>& words)
    {
        std::string name = words.back();
        name.erase(std::remove(name.begin(), name.end(), '*'), name.end());
        return words.size() > 2 && words.front() == "**Algorithm" ? name : std::string();
    }

    Table& start(std::string program, std::string title, const Known* known)
    {
        m_tables.push_back({.program = std::move(program), .title = std::move(title), .known = known, .algorithm = std::exchange(m_algorithm, {})});
        return m_tables.back();
    }

    void comment(std::vector<std::string> words)
    {
        if (words.front() == "#")
            words.erase(words.begin());
        else
            words.front().erase(0, words.front().find_first_not_of('#') == std::string::npos ? words.front().size() : words.front().find_first_not_of('#'));
        if (!words.empty() && words.front().empty())
            words.erase(words.begin());
        if (words.empty())
            return;
        const std::string text = joined(words, 0);
        if (words.front() == "OSU") {
            startOsu(words);
        } else if (text.starts_with("Benchmarking ") && words.size() > 1) {
            start("IMB", words[1], knownAs(imbTests, words[1]));
        } else if (text.starts_with("Collective test starting:")) {
            std::string name = words.back();
            if (name.ends_with("_perf"))
                name.resize(name.size() - 5);
            start("nccl-tests", name, knownAs(ncclTests, name));
        } else if (words.front() == "nThread" && (m_tables.empty() || m_tables.back().program != "nccl-tests" || m_tables.back().p > 0 || !m_tables.back().rows.empty())) {
            start("nccl-tests", "", nullptr);
        } else if (words.front() == "Rank" && words.size() > 1 && !m_tables.empty()) {
            if (const Result<long> rank = parseCount(words[1], 0, 1 << 24))
                m_tables.back().p = std::max(m_tables.back().p, static_cast<int>(*rank) + 1);
        } else if (text.starts_with("#processes = ") || text.starts_with("processes = ")) {
            const Result<long> count = parseCount(words[2], 1, 1 << 24);
            if (count && !m_tables.empty())
                m_tables.back().p = static_cast<int>(*count);
        } else if (words.front() == "Size" && !m_tables.empty()) {
            m_tables.back().inColumns = true;
            m_tables.back().inMegabytes = text.find("MB/s") != std::string::npos;
        } else if (text.starts_with("Out of bounds values") && text.find("FAILED") != std::string::npos && !m_tables.empty()) {
            m_tables.back().failure = text;
        }
    }

    /// "all_reduce on 8 devices ----".
    void startDeepSpeed(std::string_view rest)
    {
        const std::vector<std::string> words = wordsOfLine(rest);
        if (words.size() < 3)
            return;
        Table& table = start(torchName, words[0], knownAs(torchTests, words[0]));
        if (const Result<long> p = parseCount(words[2], 1, 1 << 24))
            table.p = static_cast<int>(*p);
    }

    /// "The average bandwidth of all_reduce over 8 ranks (…)", "… of all_reduce with a 4.0GB payload (5 trials, 16 ranks):".
    void startTorchBench(std::string_view line)
    {
        const std::vector<std::string> words = wordsOfLine(line);
        const auto of = std::find(words.begin(), words.end(), "of");
        if (of == words.end() || of + 1 == words.end())
            return;
        Table& table = start(torchName, of[1], knownAs(torchTests, of[1]));
        for (std::size_t i = 1; i < words.size(); ++i) {
            if (words[i].starts_with("ranks"))
                if (const Result<long> p = parseCount(words[i - 1], 1, 1 << 24))
                    table.p = static_cast<int>(*p);
            if (words[i] == "payload")
                if (const Result<double> bytes = parseAmount(words[i - 1], Dimension::Bytes))
                    table.payload = *bytes;
        }
    }

    /// Whether the line is a row: "31.67 GB  8501054668x4  3176.620 ms  171.272  149.863", "| 32KiB | 0.83GBps | 0.47GBps |", "algbw: 91.290 GBps".
    bool torchRow(const std::vector<std::string>& words)
    {
        Table& table = m_tables.back();
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            const std::size_t times = words[i].find('x');
            const Result<double> count = parseNumber(words[i].substr(0, times)), size = times == std::string::npos ? count : parseNumber(words[i].substr(times + 1));
            const std::optional<double> duration = numberIn(words[i + 1]);
            if (times == std::string::npos || !count || !size || !duration || *count < 0 || *size < 0)
                continue;
            const std::string unit = i + 2 < words.size() ? words[i + 2] : std::string();
            const double scale = unit == "s" ? 1 : unit == "ms" ? 1e-3 : unit == "ns" ? 1e-9 : 1e-6;  // --raw: microseconds without a word
            if (*count * *size > 0 && *duration > 0)
                table.rows.push_back({.bytes = *count * *size * (table.title == "all_gather" ? std::max(1, table.p) : 1), .timeS = *duration * scale});
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

    /// PARAM's comms.py: "COMMS-RES total-size (B) nElementsPerRank Time(us):p50 p75 p95 Min Max AlgBW(GB/s) BusBW(GB/s)", then rows that begin with
    /// "COMMS-RES-all_reduce-float32" (older ones without the type). Of pt2pt: "size (B) pingLatency(us):p50 p75 p95 pingPongLatency(us):p50 …",
    /// the way there and back. Of quantised messages, "COMMS-RES-QUANT", nothing is read: fewer bytes than its column says are sent.
    void paramLine(std::vector<std::string> words)
    {
        std::erase(words, "(B)");
        if (words.front().starts_with("COMMS-RES-QUANT")) {
            if (m_tables.empty() || !m_tables.back().quantised)
                start(paramName, "QUANT", nullptr).quantised = true;
            return;
        }
        if (words.front() == "COMMS-RES") {
            const auto time = std::find_if(words.begin(), words.end(),
                                           [](const std::string& word) { return word == "Latency(us):p50" || word == "Time(us):p50" || word == "pingPongLatency(us):p50"; });
            m_paramWays = time != words.end() && time->starts_with("pingPong") ? 2 : 1;
            m_paramTime = time == words.end() ? 0 : static_cast<std::size_t>(time - words.begin());
            m_paramStarts = true;
            return;
        }
        if (words.front().size() < 11 || words.front()[9] != '-')
            return;
        const std::string title = words.front().substr(10, words.front().find('-', 10) - 10);
        if (std::exchange(m_paramStarts, false) || m_tables.empty() || m_tables.back().program != paramName || m_tables.back().title != title) {
            Table& table = start(paramName, title, knownAs(paramTests, title));
            table.p = table.known != nullptr && table.known->p > 0 ? table.known->p : m_worldSize;
        }
        Table& table = m_tables.back();
        const auto number = [&](std::size_t i) { return i < words.size() ? numberIn(words[i]) : std::nullopt; };
        const std::optional<double> bytes = number(1), time = m_paramTime > 0 ? number(m_paramTime) : std::nullopt;
        if (!bytes || !time)
            ++table.cut;
        else if (*bytes <= 0 || *time <= 0)
            ++table.empty;
        else if (m_paramWays == 2)
            table.rows.push_back({.bytes = *bytes, .timeS = *time / 2 * 1e-6});
        else  // p50, p75, p95, least, most, algbw, busbw
            table.rows.push_back({.bytes = *bytes, .timeS = *time * 1e-6, .algbw = number(m_paramTime + 5), .busbw = number(m_paramTime + 6), .inPlaceS = {}});
    }

    void startOsu(const std::vector<std::string>& words)
    {
        std::string title = joined(words, 1);
        if (const std::size_t test = title.find(" Test"); test != std::string::npos)
            title.resize(test);
        const std::string name = title.starts_with("MPI ") ? title.substr(4) : title;
        Table& table = start("OSU", name, knownAs(osuTests, name));
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
        Table& table = m_tables.back();
        const std::optional<double> value = words.size() > table.timeColumn ? numberIn(words[table.timeColumn]) : std::nullopt;
        if (!value) {
            ++table.cut;
        } else if (table.inMegabytes) {
            table.largestRate = *value * 1e6;
        } else if (*value > 0) {
            table.rows.push_back({.bytes = *bytes, .timeS = *value * 1e-6});
        }
    }

    /// "#bytes #repetitions t_min[usec] t_max[usec] t_avg[usec] Mbytes/sec"
    void heading(const std::vector<std::string>& words)
    {
        if (m_tables.empty())
            return;
        Table& table = m_tables.back();
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
        constexpr std::array<std::string_view, 13> types{"float", "double", "half", "bfloat16", "int8", "uint8", "int32", "uint32", "int64", "uint64", "fp8_e4m3", "fp8_e5m2", "char"};
        return std::find(types.begin(), types.end(), word) != types.end();
    }

    /// size count type [operation [root]] time algbw busbw wrong time algbw busbw wrong
    void ncclRow(const std::vector<std::string>& words, double bytes)
    {
        if (m_tables.empty() || m_tables.back().program != "nccl-tests")
            start("nccl-tests", "", nullptr);
        Table& table = m_tables.back();
        std::size_t at = 3;
        if (at < words.size() && !numberIn(words[at])) {
            table.sums = table.sums || words[at] != "none";
            ++at;
        }
        const std::size_t left = words.size() - at;
        if (left == 9 || left == 5)  // with a root
            ++at;
        const auto number = [&](std::size_t i) { return at + i < words.size() ? numberIn(words[at + i]) : std::nullopt; };
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
        table.rows.push_back({.bytes = bytes, .timeS = *time * 1e-6, .algbw = algbw, .busbw = busbw, .inPlaceS = number(4) ? std::optional(*number(4) * 1e-6) : std::nullopt});
    }

    /// The range that busbw/algbw lies in: both are rounded to a hundredth.
    static std::pair<double, double> busShare(const Table& table)
    {
        double low = 0, high = 1e9;
        for (const TableRow& row : table.rows)
            if (row.algbw && row.busbw && *row.algbw > 0.05) {
                low = std::max(low, (*row.busbw - 0.005) / (*row.algbw + 0.005));
                high = std::min(high, (*row.busbw + 0.005) / (*row.algbw - 0.005));
            }
        return {low, high};
    }

    /// busbw is algbw times 2(p-1)/p for an all-reduce, (p-1)/p where one part stays at home, 1 for the rest
    /// (nccl-tests, doc/PERFORMANCE.md).
    static double busFactor(std::string_view collective, int p)
    {
        const double share = (p - 1.0) / p;
        return collective == "all-reduce" ? 2 * share : collective == "all-gather" || collective == "reduce-scatter" || collective == "all-to-all" ? share : 1;
    }

    static std::string titleOfTable(const Table& table)
    {
        return table.title.empty() ? std::string(table.program) + " without its name" : fmt::format("{} {}", table.program, table.title);
    }

    static void leave(const Table& table, TimingLog& log, const Message& why)
    {
        const Message line = say("{}: {}", titleOfTable(table), why);
        if (std::none_of(log.left.begin(), log.left.end(), [&](const Message& each) { return english(each) == english(line); }))
            log.left.push_back(line);
    }

    /// The collective of a table of nccl-tests that does not name it, where its factors tell.
    static std::string inferred(const Table& table, std::vector<Message>& warnings)
    {
        const auto [low, high] = busShare(table);
        const auto within = [&](double factor) { return low <= factor && factor <= high; };
        if (table.sums && low > 1) {
            warnings.push_back(say("the log does not name its collective: busbw is more than algbw, which an all-reduce alone has"));
            return "all-reduce";
        }
        const double part = table.p > 1 ? (table.p - 1.0) / table.p : 0;
        if (table.p > 1 && within(part) && !within(1)) {
            warnings.push_back(table.sums ? say("the log does not name its collective: its busbw is a reduce-scatter's")
                                          : say("the log does not name its collective: its busbw is an all-gather's or an all-to-all's, which cost the same"));
            return table.sums ? "reduce-scatter" : "all-gather";
        }
        return {};
    }

    void take(Table& table, TimingLog& log)
    {
        std::vector<Message> warnings;
        std::string collective = table.known != nullptr ? table.known->collective : std::string();
        if (!table.failure.empty())
            (table.rows.empty() ? log.left : warnings).push_back(say("{}: the run failed: {}", titleOfTable(table), table.failure));
        if (table.rows.empty()) {
            if (table.quantised)
                leave(table, log, say("its messages were sent in fewer bits than its column of sizes counts, and its times hold the quantising: run comms.py without --bitwidth"));
            else if (table.failure.empty() && table.largestRate > 0)
                leave(table, log,
                      say("a rate with many messages under way, {} at its last size; it holds no latency: a ping-pong (osu_latency, IMB PingPong) gives both",
                          formatAmount(table.largestRate, Dimension::Bandwidth).joined()));
            else if (table.failure.empty() && table.known != nullptr)
                leave(table, log, say("no row with a time"));
            return;
        }
        if (table.program == "nccl-tests" && table.title.empty())
            collective = inferred(table, warnings);
        if (collective.empty()) {
            leave(table, log, table.title.empty() ? say("its rows do not tell which collective ran: the lines before the table do") : say("there is no cost formula for it here"));
            return;
        }
        if (table.algorithm == "ignore")  // Open MPI's word for its own choice
            table.algorithm.clear();
        if (!table.algorithm.empty() && (collective != "all-reduce" || !patternOfCollective(table.algorithm))) {
            leave(table, log, say("there is no cost formula for the algorithm {} here", inQuotes(table.algorithm)));
            return;
        }
        const int p = countOf(table, collective, warnings);
        if (p < 2) {
            leave(table, log, p == 1 ? say("one process exchanges nothing") : say("the log does not say how many processes ran; fit-comm takes it as --p N"));
            return;
        }
        addWarnings(table, collective, p, warnings);
        const std::string name = table.algorithm.empty() ? collective : fmt::format("{} ({})", collective, table.algorithm);
        auto group = std::find_if(log.groups.begin(), log.groups.end(), [&](const TimingGroup& each) { return each.collective == name; });
        if (group == log.groups.end())
            group = log.groups.insert(log.groups.end(), {.collective = name, .rows = {}, .algorithm = table.algorithm.empty() ? collective : table.algorithm, .warnings = {}});
        const double parts = table.known != nullptr && table.known->ofOnePart ? p : 1;
        for (const TableRow& row : table.rows)
            group->rows.push_back({.p = p, .bytes = row.bytes * parts, .seconds = row.timeS});
        group->warnings.insert(group->warnings.end(), warnings.begin(), warnings.end());
    }

    /// 0 where nothing tells it.
    [[nodiscard]] int countOf(const Table& table, const std::string& collective, std::vector<Message>& warnings) const
    {
        if (table.program != "nccl-tests")
            return table.p > 0 ? table.p : m_askedP.value_or(0);
        const auto [low, high] = busShare(table);
        if (table.p > 0) {
            const double factor = busFactor(collective, table.p);
            if (factor < low - 0.02 || factor > high + 0.02)
                warnings.push_back(say("busbw is not algbw times {}, as {} ranks would have it: another number of ranks took part, or the columns are not what they are called", significant(factor), table.p));
            return table.p;
        }
        if (m_askedP)
            return *m_askedP;
        int only = 0;
        for (int p = 2; p <= 4096; ++p)
            if (const double factor = busFactor(collective, p); factor >= low && factor <= high)
                only = only == 0 ? p : -1;
        if (only > 0)
            warnings.push_back(say("the log does not list its ranks: busbw/algbw says p = {}", only));
        return std::max(only, 0);
    }

    static void addWarnings(const Table& table, const std::string& collective, int p, std::vector<Message>& warnings)
    {
        if (table.wrong > 0)
            warnings.push_back(say("{} row(s) with wrong results are left out", table.wrong));
        if (table.empty > 0)
            warnings.push_back(say("{} row(s) of no bytes are left out", table.empty));
        if (table.coarse > 0)
            warnings.push_back(say("{} row(s) are left out: their rate is printed to so few digits that no time can be told", table.coarse));
        if (table.cut > 0)
            warnings.push_back(say("{} row(s) are cut off or hold no number", table.cut));
        double farthest = 1, odd = 1;
        const TableRow *farthestRow = nullptr, *oddRow = nullptr;
        for (const TableRow& row : table.rows) {
            if (row.inPlaceS && *row.inPlaceS > 0 && std::abs(std::log(*row.inPlaceS / row.timeS)) > std::abs(std::log(farthest)))
                farthest = *row.inPlaceS / row.timeS, farthestRow = &row;
            if (row.algbw && *row.algbw > 0.5 && std::abs(std::log(row.bytes / row.timeS / 1e9 / *row.algbw)) > std::abs(std::log(odd)))
                odd = row.bytes / row.timeS / 1e9 / *row.algbw, oddRow = &row;
        }
        if (farthestRow != nullptr && std::abs(std::log(farthest)) > 0.1)
            warnings.push_back(say("in place a call takes up to {} times as long as out of place ({}): the fit is of out-of-place calls", significant(farthest, 2),
                                   formatAmount(farthestRow->bytes, Dimension::Bytes).joined()));
        if (oddRow != nullptr && std::abs(std::log(odd)) > 0.05)
            warnings.push_back(std::abs(odd * busFactor(collective, p) - 1) < 0.05
                                   ? say("the column algbw holds busbw: the fit is of the column of times")
                                   : say("size over time is {} times algbw ({}): the fit is of the column of times", significant(odd, 2), formatAmount(oddRow->bytes, Dimension::Bytes).joined()));
    }

    std::optional<int> m_askedP;
    std::vector<Table> m_tables;
    std::string m_algorithm;
    int m_worldSize = 0;          ///< that ranks of PARAM say of themselves
    std::size_t m_paramTime = 0;  ///< the column of the median time; 0: no table of collectives, or none yet
    int m_paramWays = 1;          ///< that time is of so many messages, one behind the other
    bool m_paramStarts = false;
};

}  // namespace

Result<TimingLog> readTimings(std::string_view text, std::optional<int> p, TimingFormat format)
{
    const Result<std::string> decoded = asUtf8(std::string(text));
    if (!decoded)
        return fail(decoded.error());
    if (format == TimingFormat::Csv || (format == TimingFormat::Auto && !isBenchmarkLog(*decoded))) {
        Result<std::vector<TimingGroup>> groups = parseTimingsCsv(*decoded);
        if (!groups)
            return fail(std::move(groups.error()));
        return TimingLog{std::move(*groups), {}};
    }
    LogReader reader(p);
    for (std::string_view rest = *decoded; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        reader.line(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return reader.end();
}

}  // namespace scalewright
