#include "core/evidence/runs/ladder_on_disk.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "core/base/files/system_text.h"
#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/csv.h"
#include "core/evidence/runs/run_traces.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace detail {

namespace {

void replaceAll(std::string& text, std::string_view what, std::string_view with)
{
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += with.size())
        text.replace(at, what.size(), with);
}

/// As files without a folder have it: a backslash and an n stand for a line's end, and for themselves.
std::string oldCommandComment(Launcher launcher, const std::vector<std::string>& words)
{
    std::string line = fmt::format("# command: {} {}", launcherName(launcher), shellLine(words));
    replaceAll(line, "\n", "\\n");
    return line;
}

/// Which rows are of a step that their traces mark: the comment before each says so.
void markSteps(const std::string& text, std::vector<LadderRunRow>& rows)
{
    std::set<std::pair<int, int>> steps;
    for (std::size_t at = text.find(partsOfStep); at != std::string::npos; at = text.find(partsOfStep, at + 1)) {
        const std::size_t line = text.rfind('\n', at) + 1;
        int p = 0, run = 0;
        if (std::sscanf(text.c_str() + line, "# p=%d, run %d: ", &p, &run) == 2)
            steps.emplace(p, run);
    }
    for (LadderRunRow& row : rows)
        row.bySteps = steps.contains({row.p, row.repeat});
}

}  // namespace

std::string commandComment(Launcher launcher, const std::vector<std::string>& words)
{
    std::string line = fmt::format("# command: {} {}", launcherName(launcher), shellLine(words));
    replaceAll(line, "\\", "\\\\");
    replaceAll(line, "\n", "\\n");
    return line;
}

std::string folderComment(const std::string& folder)
{
    std::error_code none;
    std::string line =
        "# folder: " + cleaned(std::filesystem::weakly_canonical(folder.empty() ? "." : folder, none).string());
    replaceAll(line, "\\", "\\\\");
    replaceAll(line, "\n", "\\n");
    return line;
}

Result<std::vector<LadderRunRow>> parseLadderRunRows(const std::string& text, const std::string& file)
{
    const Result<CsvFile> csv = parseCsv(text);
    if (!csv)
        return fail(inFile(csv.error(), file));
    std::vector<LadderRunRow> rows;
    const auto p = csv->find("p"), repeat = csv->find("repeat"), seconds = csv->find("seconds"),
               status = csv->find("status"), host = csv->find("host"), started = csv->find("started");
    if (!p || !repeat || !seconds || !status || !host || !started)
        return fail(ErrorCode::Input, "has other columns than a ladder that is run", "another file", {.file = file});
    for (const CsvRow& line : csv->rows) {
        const Result<long> count = parseCount(line.cells[*p].text, 1, 1 << 30),
                           number = parseCount(line.cells[*repeat].text, 1, 1 << 30);
        if (!count || !number)
            return fail(ErrorCode::Input, "p or repeat is no whole number", "a row as ladder run writes it",
                        {.file = file, .line = line.line});
        LadderRunRow row{.p = static_cast<int>(*count),
                         .repeat = static_cast<int>(*number),
                         .status = line.cells[*status].text,
                         .host = line.cells[*host].text,
                         .started = line.cells[*started].text};
        if (const Result<double> time = parseNumber(line.cells[*seconds].text))
            row.seconds = *time;
        if (row.seconds && *row.seconds < 0)
            return fail(ErrorCode::Input, "a run took less than no time", "a row as ladder run writes it",
                        {.file = file, .line = line.line});
        bool negative = false;
        const auto part = [&](const char* name, Dimension dimension) -> std::optional<double> {
            const auto column = csv->find(name);
            const Result<double> value =
                column ? parseAmount(line.cells[*column].text, dimension) : fail(ErrorCode::Input, "");
            if (value && *value < 0 && dimension == Dimension::Time)
                negative = true;
            return value ? std::optional(*value) : std::nullopt;
        };
        row.said = {.compS = part("comp", Dimension::Time),
                    .commS = part("comm", Dimension::Time),
                    .idleS = part("idle", Dimension::Time),
                    .ioS = part("io", Dimension::Time),
                    .quality = part("quality", Dimension::Ratio)};
        if (negative)
            return fail(ErrorCode::Input, "a part of a run took less than no time", "a row as ladder run writes it",
                        {.file = file, .line = line.line});
        leaveOutImpossible(row);
        rows.push_back(std::move(row));
    }
    markSteps(text, rows);
    return rows;
}

void leaveOutImpossible(LadderRunRow& row)
{
    constexpr double otherClock = 1.01;
    constexpr std::array<std::pair<const char*, std::optional<double> SpokenLine::*>, 4> parts{
        {{"comp", &SpokenLine::compS},
         {"comm", &SpokenLine::commS},
         {"idle", &SpokenLine::idleS},
         {"io", &SpokenLine::ioS}}};
    for (const auto& [name, member] : parts)
        if (std::optional<double>& part = row.said.*member; part && row.seconds && *part > otherClock * *row.seconds) {
            row.said.warnings.push_back(
                say("p = {}, run {}: the program says {} = {} of a run that took {}; no part is longer than its run, "
                    "and this one is left out",
                    row.p, row.repeat, std::string(name), timeText(*part), timeText(*row.seconds)));
            part.reset();
        }
    double sum = 0;
    for (const auto& [name, member] : parts)
        sum += (row.said.*member).value_or(0);
    if (row.seconds && sum > otherClock * *row.seconds) {
        row.said.warnings.push_back(
            say("p = {}, run {}: the program says parts that sum to {} of a run that took {}; together they are no "
                "longer than their run, and all are left out",
                row.p, row.repeat, timeText(sum), timeText(*row.seconds)));
        for (const auto& [name, member] : parts)
            (row.said.*member).reset();
    }
}

LadderOnDisk::~LadderOnDisk()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

Result<void> LadderOnDisk::open()
{
    if (m_path.empty())
        return {};
    struct stat there {};
    if (stat(m_path.c_str(), &there) == 0 &&
        !S_ISREG(there.st_mode))  // a device may have no end to read to, or keep nothing
        return failure(S_ISDIR(there.st_mode) ? "is a folder" : "is no file that keeps rows",
                       "a plain file, or a name that is free", ErrorCode::Input);
    m_descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (m_descriptor < 0)
        return failure(say("cannot be opened: {}", systemText(errno)), {});
    constexpr int tries = 20;  // what a killed call started holds the lock until its guard has ended it
    bool locked = false;
    for (int i = 0; !locked && i < tries; ++i) {
        locked = flock(m_descriptor, LOCK_EX | LOCK_NB) == 0;
        if (!locked)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (!locked)
        return failure("another ladder run writes it", "another file, or the end of that run");
    return read();
}

Result<void> LadderOnDisk::read()
{
    std::array<char, 65536> block{};
    for (off_t at = 0; m_descriptor >= 0;) {
        const ssize_t got = pread(m_descriptor, block.data(), block.size(), at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return failure(say("cannot be read: {}", systemText(errno)), {});
        if (got == 0)
            break;
        m_text.append(block.data(), static_cast<std::size_t>(got));
        at += got;
    }
    return {};
}

Result<void> LadderOnDisk::append(const std::string& lines)
{
    if (m_descriptor < 0)
        return {};
    struct stat before {};
    if (fstat(m_descriptor, &before) != 0)
        return failure(say("cannot be written: {}", systemText(errno)), {});
    if (static_cast<std::uintmax_t>(before.st_size) < m_text.size()) {  // cut, as by an editor that saves in place
        m_text += lines;
        return rescued();
    }
    for (std::size_t put = 0; put < lines.size();) {
        const ssize_t more = write(m_descriptor, lines.data() + put, lines.size() - put);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0) {
            const int why = more < 0 ? errno : ENOSPC;
            [[maybe_unused]] const int cut =
                ftruncate(m_descriptor, before.st_size);  // else a second call finds half a row
            return failure(say("cannot be written: {}", systemText(why)), "a disk with room");
        }
        put += static_cast<std::size_t>(more);
    }
    if (fdatasync(m_descriptor) != 0 && errno != EINVAL) {  // EINVAL: a file system that has no such thing
        const int why = errno;
        [[maybe_unused]] const int cut = ftruncate(m_descriptor, before.st_size);
        return failure(say("cannot be written: {}", systemText(why)), "a disk with room");
    }
    m_text += lines;
    return isAtItsPath() ? Result<void>() : rescued();
}

bool LadderOnDisk::isAtItsPath() const
{
    struct stat mine {
    }, there{};
    return fstat(m_descriptor, &mine) == 0 && stat(m_path.c_str(), &there) == 0 && mine.st_dev == there.st_dev &&
           mine.st_ino == there.st_ino;
}

tl::unexpected<Error> LadderOnDisk::rescued() const
{
    std::error_code none;
    Result<void> saved;
    std::filesystem::path copy;
    for (const std::filesystem::path& folder :
         {std::filesystem::absolute(m_path, none).parent_path(), std::filesystem::temp_directory_path(none)}) {
        const std::string name = (folder / m_path.filename()).string() + ".rescued";
        copy = name;
        for (int again = 2; std::filesystem::exists(copy, none); ++again)
            copy = fmt::format("{}.{}", name, again);
        if (saved = saveFile(copy, m_text); saved)
            break;
    }
    if (!saved)
        return fail(saved.error());
    return failure(say("was replaced, moved, removed or cut while the ladder ran, and no more is written: every row "
                       "until now is in {}",
                       copy.string()),
                   "that file under this name again, and the same call, which goes on from its rows");
}

Result<std::vector<LadderRunRow>> LadderOnDisk::rowsToResume(const LadderRunOptions& options,
                                                             std::vector<std::string>& warnings)
{
    const std::string text = m_text.substr(0, m_text.rfind('\n') + 1);  // whole lines
    if (text.find("\r\n") != std::string::npos)
        return failure(
            "its lines end with a carriage return, as editors of another system write them: nothing is "
            "added to it",
            "lines that end with a line feed alone, as dos2unix makes them", ErrorCode::Input);
    const auto hasLine = [&text](const std::string& line) {
        return text.starts_with(line) || text.find('\n' + line) != std::string::npos;
    };
    const bool hasFolder = hasLine("# folder: ");
    if (!hasLine((hasFolder ? commandComment(options.launcher, options.words)
                            : oldCommandComment(options.launcher, options.words)) +
                 '\n'))
        return failure("is no ladder of this command and launcher: nothing is added to it",
                       "another file, or the command that is in it", ErrorCode::Input);
    if (hasFolder && !hasLine(folderComment(options.folder) + '\n'))
        return failure("was begun in another folder, where the command may be another one: nothing is added to it",
                       "the same call in that folder, or another file", ErrorCode::Input);
    if (!hasLine(ladderRunHeader))
        return failure(
            "has other columns, or in another order, than the rows that would be added: nothing is added to it",
            say("the header {}, or another file",
                std::string(ladderRunHeader, std::string_view(ladderRunHeader).size() - 1)),
            ErrorCode::Input);
    Result<std::vector<LadderRunRow>> rows = parseLadderRunRows(text, m_path.string());
    if (!rows || text.size() == m_text.size())
        return rows;
    // A kill or a full disk tore it: half a row would be read as another number.
    warnings.push_back(say("{}: the last line is torn ({}): it is cut off, and that run is made again", m_path.string(),
                           inQuotes(m_text.substr(text.size()))));
    if (ftruncate(m_descriptor, static_cast<off_t>(text.size())) != 0)
        return failure(say("cannot be written: {}", systemText(errno)), {});
    m_text = text;
    return rows;
}

tl::unexpected<Error> LadderOnDisk::failure(std::string message, std::string expected, ErrorCode code) const
{
    return fail(code, std::move(message), std::move(expected), {.file = m_path.string()});
}

}  // namespace detail

std::string ladderRunLine(const LadderRunRow& row)
{
    const auto number = [](const std::optional<double>& value) { return value ? roundTrip(*value) : std::string(); };
    std::string notes;
    const auto comment = [&](const std::string& note) {
        std::string words = cleaned(note);
        std::replace(words.begin(), words.end(), '\n', ' ');
        notes += fmt::format("# p={}, run {}: {}\n", row.p, row.repeat, words);
    };
    std::for_each(row.notes.begin(), row.notes.end(), comment);
    if (!row.partsFrom.empty())
        comment(row.partsFrom);
    const auto word = [](const std::string& text) {  // a job's, whoever wrote it
        if (text.find_first_of(",\"\r\n") == std::string::npos)
            return text;
        std::string quoted = "\"";
        for (const char c : text)
            quoted += c == '"' ? "\"\"" : std::string(1, c);
        return quoted + '"';
    };
    return notes + fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", row.p, row.repeat, number(row.seconds),
                               word(row.status), word(row.host), word(row.started), number(row.said.compS),
                               number(row.said.commS), number(row.said.idleS), number(row.said.ioS),
                               number(row.said.quality));
}

}  // namespace scalewright
