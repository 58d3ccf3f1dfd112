#include "core/climb/climb.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <map>
#include <random>
#include <set>

#include <fmt/format.h>

#include "core/json/json.h"
#include "core/probes/machine_facts.h"
#include "core/process/command.h"
#include "core/process/wall_clock.h"
#include "core/quantity/units.h"
#include "core/result/quote.h"
#include "core/result/system_text.h"
#include "core/tables/csv.h"

namespace scalewright {

namespace {

constexpr std::string_view commandMark = "# command:";

std::string hostName()
{
    std::array<char, 256> name{};
    gethostname(name.data(), name.size() - 1);
    return name.data();
}

/// The command and how it is launched, on one line.
std::string commandLine(const ClimbOptions& options)
{
    std::string line = fmt::format("{} {} {}", commandMark, launcherName(options.launcher), shellLine(options.words));
    for (std::size_t at = 0; (at = line.find('\n', at)) != std::string::npos; at += 2)
        line.replace(at, 1, "\\n");
    return line;
}

/// The ladder's file, open and locked.
class LadderFileOnDisk {
public:
    explicit LadderFileOnDisk(std::filesystem::path path) : m_path(std::move(path)) {}
    LadderFileOnDisk(const LadderFileOnDisk&) = delete;
    LadderFileOnDisk& operator=(const LadderFileOnDisk&) = delete;
    ~LadderFileOnDisk()
    {
        if (m_descriptor >= 0)
            close(m_descriptor);
    }

    Result<void> open()
    {
        if (m_path.empty())
            return {};
        m_descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
        if (m_descriptor < 0)
            return failure(say("cannot be opened: {}", systemText(errno)), {});
        if (flock(m_descriptor, LOCK_EX | LOCK_NB) != 0)
            return failure(say("another ladder run writes it"), say("another file, or the end of that run"));
        return {};
    }

    Result<std::string> text() const
    {
        std::string all;
        std::array<char, 65536> block{};
        for (off_t at = 0; m_descriptor >= 0;) {
            const ssize_t got = pread(m_descriptor, block.data(), block.size(), at);
            if (got < 0 && errno == EINTR)
                continue;
            if (got < 0)
                return fail(failure(say("cannot be read: {}", systemText(errno)), {}).error());
            if (got == 0)
                break;
            all.append(block.data(), static_cast<std::size_t>(got));
            at += got;
        }
        return all;
    }

    /// One write, so that a kill leaves whole lines; on the disk before the next run starts.
    Result<void> append(const std::string& lines)
    {
        if (m_descriptor < 0)
            return {};
        const ssize_t put = write(m_descriptor, lines.data(), lines.size());
        if (put != static_cast<ssize_t>(lines.size()))
            return failure(say("cannot be written: {}", systemText(put < 0 ? errno : ENOSPC)), say("a disk with room"));
        fdatasync(m_descriptor);
        return {};
    }

    Result<void> failure(Message message, Message expected, ErrorCode code = ErrorCode::Environment) const
    {
        return fail(code, std::move(message), std::move(expected), {.file = m_path.string()});
    }

private:
    std::filesystem::path m_path;
    int m_descriptor = -1;
};

/// The rows of a ladder that is to be resumed.
Result<std::vector<ClimbRow>> rowsIn(const std::string& text, const ClimbOptions& options, const LadderFileOnDisk& file)
{
    const auto refuse = [&](Message message, Message expected) { return fail(file.failure(std::move(message), std::move(expected), ErrorCode::Input).error()); };
    if (!text.ends_with('\n'))
        return refuse(say("its last line is not complete"), say("a file that ladder run wrote, without the broken line"));
    const std::string wanted = commandLine(options) + '\n';
    if (text.find('\n' + wanted) == std::string::npos && !text.starts_with(wanted))
        return refuse(say("is no ladder of this command and launcher: nothing is added to it"), say("another file, or the command that is in it"));
    const Result<CsvFile> csv = parseCsv(text);
    if (!csv)
        return fail(inFile(csv.error(), options.file.string()));
    std::vector<ClimbRow> rows;
    const auto p = csv->find("p"), repeat = csv->find("repeat"), seconds = csv->find("seconds"), status = csv->find("status"), host = csv->find("host"),
               started = csv->find("started");
    if (!p || !repeat || !seconds || !status || !host || !started)
        return refuse(say("has other columns than a ladder that is run"), say("another file"));
    for (const CsvRow& line : csv->rows) {
        const Result<long> count = parseCount(line.cells[*p].text, 1, 1 << 30), number = parseCount(line.cells[*repeat].text, 1, 1 << 30);
        if (!count || !number)
            return fail(ErrorCode::Input, say("p or repeat is no whole number"), say("a row as ladder run writes it"), {.file = options.file.string(), .line = line.line});
        ClimbRow row{.p = static_cast<int>(*count), .repeat = static_cast<int>(*number), .status = line.cells[*status].text, .host = line.cells[*host].text,
                     .started = line.cells[*started].text};
        if (const Result<double> time = parseNumber(line.cells[*seconds].text))
            row.seconds = *time;
        const auto part = [&](const char* name) -> std::optional<double> {
            const auto column = csv->find(name);
            const Result<double> value = column ? parseNumber(line.cells[*column].text) : fail(ErrorCode::Input, Message());
            return value ? std::optional(*value) : std::nullopt;
        };
        row.said = {.compS = part("comp"), .commS = part("comm"), .idleS = part("idle"), .ioS = part("io"), .quality = part("quality")};
        rows.push_back(std::move(row));
    }
    return rows;
}

struct Turn {
    int p, repeat;
};

/// All turns in their order: the same for the same options, so that a second call finds its place.
std::vector<Turn> turnsOf(const ClimbOptions& options)
{
    std::vector<int> order = options.p;
    std::sort(order.begin(), order.end());
    std::mt19937_64 random(options.seed);
    std::vector<Turn> turns;
    for (int repeat = 1; repeat <= options.repeats; ++repeat) {
        if (options.random)
            for (std::size_t i = order.size(); i > 1; --i)  // Fisher and Yates; std::shuffle's draws differ between libraries
                std::swap(order[i - 1], order[random() % i]);
        for (const int p : order)
            turns.push_back({p, repeat});
    }
    return turns;
}

std::string context(const ClimbOptions& options, const MachineFacts& facts)
{
    std::string load = significant(facts.load, 2);
    return fmt::format("# a ladder by Scalewright {}, begun {}\n{}\n# host {}, {}, {} cores, load {} at the start\n# order {}, seed {}; {} warm-up run(s) of each p, not counted\n{}",
                       SCALEWRIGHT_VERSION, timeOfDay(), commandLine(options), hostName(), cleaned(facts.cpu), facts.cores, load, options.random ? "random" : "up", options.seed,
                       options.warmups, climbHeader);
}

std::string statusOf(const CommandEnd& end, const SpokenLine& said, int p)
{
    switch (end.how) {
    case CommandEnd::How::Signalled: return fmt::format("signal {}", end.signal);
    case CommandEnd::How::TimedOut: return "timeout";
    default: break;
    }
    if (end.status != 0)
        return fmt::format("exit {}", end.status);
    if (said.p && *said.p != p)
        return fmt::format("saw {} workers", *said.p);
    return "ok";
}

Result<ClimbRow> runOnce(const ClimbOptions& options, const Turn& turn, int cores, const std::stop_token& stop)
{
    LaunchLine line = launchLine(options.launcher, options.words, turn.p, cores);
    SpokenLines lines;
    Command command{.words = std::move(line.words), .environment = std::move(line.environment), .apart = true, .timeoutS = options.timeoutS};
    command.output = [&](std::string_view block) {
        lines.hear(block);
        return true;
    };
    ClimbRow row{.p = turn.p, .repeat = turn.repeat, .host = hostName(), .started = timeOfDay()};
    const std::string program = command.words.front();
    const Result<CommandEnd> end = runCommand(command, stop);
    if (!end)
        return fail(end.error());
    if (end->how == CommandEnd::How::NotFound || end->how == CommandEnd::How::NotExecutable)
        return fail(ErrorCode::Environment, say("{} cannot be run: {}", inQuotes(program), end->startError), say("a program that can be run"));
    row.said = lines.last().value_or(SpokenLine{});
    row.status = statusOf(*end, row.said, turn.p);
    if (row.ok())
        row.seconds = end->seconds;
    else
        row.said = {.warnings = std::move(row.said.warnings)};
    return row;
}

void warnOfMachine(const ClimbOptions& options, const MachineFacts& facts, std::vector<Message>& warnings)
{
    if (facts.load > 0.5 * facts.cores)
        warnings.push_back(say("other programs are running (load {} on {} cores): times are longer than an idle machine's", significant(facts.load, 2), facts.cores));
    const int most = *std::max_element(options.p.begin(), options.p.end());
    if (most > facts.cores && (options.launcher == Launcher::Mpirun || options.launcher == Launcher::Torchrun))
        warnings.push_back(say("p = {} is more processes than this machine's {} cores: they wait for each other, and that is no property of the program", most, facts.cores));
    if (options.p.size() < 5)
        warnings.push_back(say("{} different p: five or more tell a law from a line", options.p.size()));
    if (options.repeats < 5)
        warnings.push_back(say("{} repeats: five or more tell how sure a time is", options.repeats));
    const bool named = std::any_of(options.words.begin(), options.words.end(), [](const std::string& word) { return word.find("{p}") != std::string::npos; });
    if (options.launcher == Launcher::None && !named)
        warnings.push_back(say("the command has no {{p}} in it: it learns the count from SCALEWRIGHT_P alone"));
}

void conclude(ClimbReport& report)
{
    std::map<int, std::pair<int, int>> okOf;  // ok, all
    std::set<std::string> hosts, said;
    for (const ClimbRow& row : report.rows) {
        auto& [ok, all] = okOf[row.p];
        ok += row.ok() ? 1 : 0;
        ++all;
        hosts.insert(row.host);
        for (const Message& warning : row.said.warnings)
            if (said.insert(english(warning)).second)
                report.warnings.push_back(warning);
    }
    for (const auto& [p, counts] : okOf)
        if (counts.first < counts.second)
            report.warnings.push_back(say("p = {}: {} of {} runs succeeded; the others have no time", p, counts.first, counts.second));
    if (hosts.size() > 1)
        report.warnings.push_back(say("the rows are from {} hosts", hosts.size()));
}

}  // namespace

std::string climbLine(const ClimbRow& row)
{
    const auto number = [](const std::optional<double>& value) { return value ? roundTrip(*value) : std::string(); };
    return fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", row.p, row.repeat, number(row.seconds), row.status, row.host, row.started, number(row.said.compS),
                       number(row.said.commS), number(row.said.idleS), number(row.said.ioS), number(row.said.quality));
}

Result<ClimbReport> climb(const ClimbOptions& options, const std::stop_token& stop, const ClimbProgress& progress)
{
    if (Result<void> there = launcherIsThere(options.launcher); !there)
        return fail(there.error());
    LadderFileOnDisk file(options.file);
    if (Result<void> opened = file.open(); !opened)
        return fail(opened.error());
    const Result<std::string> text = file.text();
    if (!text)
        return fail(text.error());
    const MachineFacts facts = readMachineFacts();
    ClimbReport report;
    if (text->empty()) {
        if (Result<void> begun = file.append(context(options, facts)); !begun)
            return fail(begun.error());
    } else {
        Result<std::vector<ClimbRow>> before = rowsIn(*text, options, file);
        if (!before)
            return fail(before.error());
        report.rows = std::move(*before);
        report.resumed = report.rows.size();
    }
    warnOfMachine(options, facts, report.warnings);

    std::set<std::pair<int, int>> complete;
    for (const ClimbRow& row : report.rows)
        complete.emplace(row.p, row.repeat);
    const std::vector<Turn> turns = turnsOf(options);
    std::set<int> warm;
    for (std::size_t i = 0; i < turns.size(); ++i) {
        const Turn& turn = turns[i];
        if (complete.contains({turn.p, turn.repeat}))
            continue;
        const double done = static_cast<double>(i) / static_cast<double>(turns.size());
        if (warm.insert(turn.p).second)
            for (int warmup = 0; warmup < options.warmups; ++warmup) {
                if (progress)
                    progress(done, say("p = {}, warm-up", turn.p));
                Result<ClimbRow> row = runOnce(options, {turn.p, 0}, facts.cores, stop);
                if (!row)
                    return fail(row.error());
                const std::string took = row->seconds ? roundTrip(*row->seconds) + " s" : row->status;
                if (Result<void> kept = file.append(fmt::format("# warm-up p={}: {}, {}\n", row->p, took, row->started)); !kept)
                    return fail(kept.error());
                report.warmups.push_back(std::move(*row));
            }
        if (progress)
            progress(done, say("p = {}, run {} of {}", turn.p, turn.repeat, options.repeats));
        Result<ClimbRow> row = runOnce(options, turn, facts.cores, stop);
        if (!row)
            return fail(row.error());
        if (Result<void> kept = file.append(climbLine(*row)); !kept)
            return fail(kept.error());
        report.rows.push_back(std::move(*row));
    }
    conclude(report);
    return report;
}

}  // namespace scalewright
