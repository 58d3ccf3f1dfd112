// SPDX-License-Identifier: GPL-3.0-or-later
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

#include "core/base/files/resources.h"
#include "core/base/files/system_text.h"
#include "core/base/process/command.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/ladder_columns.h"
#include "core/evidence/import/ladder_run_head.h"
#include "core/evidence/runs/program_files.h"
#include "core/evidence/runs/run_traces.h"
#include "core/project/document/project_file.h"

namespace scalewright {

namespace detail {

namespace {

void replaceAll(std::string& text, std::string_view pattern, std::string_view replacement)
{
    for (std::size_t position = 0; (position = text.find(pattern, position)) != std::string::npos;
         position += replacement.size())
        text.replace(position, pattern.size(), replacement);
}

/// The format of files without a folder comment: line feeds are written as \n, and backslashes are not escaped.
std::string legacyCommandComment(Launcher launcher, const std::vector<std::string>& words)
{
    std::string line = fmt::format("# command: {} {}", nameOf(launcher), joinShellWords(words));
    replaceAll(line, "\n", "\\n");
    return line;
}

/// Marks the rows that time a traced step, according to the comment before each row.
void markTracedSteps(const std::string& text, std::vector<LadderRunRow>& rows)
{
    std::set<std::pair<int, int>> steps;
    for (std::size_t position = text.find(stepPartsPrefix); position != std::string::npos;
         position = text.find(stepPartsPrefix, position + 1)) {
        const std::size_t line = text.rfind('\n', position) + 1;
        int p = 0, run = 0;
        if (std::sscanf(text.c_str() + line, "# p=%d, run %d: ", &p, &run) == 2)
            steps.emplace(p, run);
    }
    for (LadderRunRow& row : rows)
        row.isTracedStep = steps.contains({row.p, row.repeat});
}

}  // namespace

std::string commandComment(Launcher launcher, const std::vector<std::string>& words)
{
    std::string line = fmt::format("# command: {} {}", nameOf(launcher), joinShellWords(words));
    replaceAll(line, "\\", "\\\\");
    replaceAll(line, "\n", "\\n");
    return line;
}

std::string folderComment(const std::string& folder)
{
    std::error_code ignored;
    std::string line =
        "# folder: " + sanitised(std::filesystem::weakly_canonical(folder.empty() ? "." : folder, ignored).string());
    replaceAll(line, "\\", "\\\\");
    replaceAll(line, "\n", "\\n");
    return line;
}

Result<std::vector<LadderRunRow>> parseLadderRunRows(const std::string& text, const std::string& file)
{
    const Result<Grid> csv = parseCsv(text);
    if (!csv)
        return fail(withFileName(csv.error(), file));
    std::vector<LadderRunRow> rows;
    const auto p = findHeader(*csv, "p"), repeat = findHeader(*csv, "repeat"), seconds = findHeader(*csv, "seconds"),
               status = findHeader(*csv, "status"), host = findHeader(*csv, "host"),
               started = findHeader(*csv, "started");
    if (!p || !repeat || !seconds || !status || !host || !started)
        return fail(ErrorCode::Input, "does not have the columns of a measured ladder", "another file", {.file = file});
    const auto workers = readWorkerComments(text);
    for (const std::vector<GridCell>& line : csv->rows) {
        const Result<long> count = parseCount(line[*p].text, 1, 1 << 30),
                           number = parseCount(line[*repeat].text, 1, 1 << 30);
        if (!count || !number)
            return fail(ErrorCode::Input, "p or repeat is not a whole number", "a row as written by ladder run",
                        {.file = file, .line = line.front().where.line});
        LadderRunRow row{.p = static_cast<int>(*count),
                         .repeat = static_cast<int>(*number),
                         .status = line[*status].text,
                         .host = line[*host].text,
                         .startedAt = line[*started].text};
        if (const Result<double> time = parseNumber(line[*seconds].text))
            row.seconds = *time;
        if (row.seconds && *row.seconds < 0)
            return fail(ErrorCode::Input, "a run has a negative time", "a row as written by ladder run",
                        {.file = file, .line = line.front().where.line});
        bool negative = false;
        const auto part = [&](const char* name, Dimension dimension) -> std::optional<double> {
            const auto column = findHeader(*csv, name);
            const Result<double> value =
                column ? parseAmount(line[*column].text, dimension) : fail(ErrorCode::Input, "");
            if (value && *value < 0 && dimension == Dimension::Time)
                negative = true;
            return value ? std::optional(*value) : std::nullopt;
        };
        row.reported = {.compS = part("comp", Dimension::Time),
                        .commS = part("comm", Dimension::Time),
                        .idleS = part("idle", Dimension::Time),
                        .ioS = part("io", Dimension::Time),
                        .quality = part("quality", Dimension::Ratio)};
        if (negative)
            return fail(ErrorCode::Input, "a part of a run has a negative time", "a row as written by ladder run",
                        {.file = file, .line = line.front().where.line});
        removeImpossibleParts(row);
        if (const auto found = workers.find({row.p, row.repeat}); found != workers.end())
            row.reported.workers = found->second;
        rows.push_back(std::move(row));
    }
    markTracedSteps(text, rows);
    return rows;
}

void removeImpossibleParts(LadderRunRow& row)
{
    constexpr double clockTolerance = 1.01;
    constexpr std::array<std::pair<const char*, std::optional<double> SelfReport::*>, 4> parts{
        {{"comp", &SelfReport::compS},
         {"comm", &SelfReport::commS},
         {"idle", &SelfReport::idleS},
         {"io", &SelfReport::ioS}}};
    for (const auto& [name, member] : parts)
        if (std::optional<double>& part = row.reported.*member;
            part && row.seconds && *part > clockTolerance * *row.seconds) {
            row.reported.warnings.push_back(
                formatMessage("p = {}, run {}: the program reports {} = {} for a run that took {}; a part cannot be "
                              "longer than its run, so it is ignored",
                              row.p, row.repeat, std::string(name), timeText(*part), timeText(*row.seconds)));
            part.reset();
        }
    double sum = 0;
    for (const auto& [name, member] : parts)
        sum += (row.reported.*member).value_or(0);
    if (row.seconds && sum > clockTolerance * *row.seconds) {
        row.reported.warnings.push_back(
            formatMessage("p = {}, run {}: the program reports parts that sum to {} for a run that took {}; their sum "
                          "cannot be longer than the run, so all are ignored",
                          row.p, row.repeat, timeText(sum), timeText(*row.seconds)));
        for (const auto& [name, member] : parts)
            (row.reported.*member).reset();
    }
}

LadderFileChoice chooseLadderFile(const LadderRunOptions& options, const std::vector<ProgramFile>& program)
{
    LadderFileChoice choice{options.file, {}};
    std::error_code ignored;
    for (int number = 2; std::filesystem::is_regular_file(choice.file, ignored); ++number) {
        const std::string text = scalewright::readText(choice.file).value_or("");
        const auto has = [&text](const std::string& line) { return text.find(line + '\n') != std::string::npos; };
        const bool isOfCommand =
            has(commandComment(options.launcher, options.argv)) && has(folderComment(options.workingFolder));
        const std::string changed = changedFilesText(readProgramComment(text), program);
        if (number == 2 && !isOfCommand)  // not a ladder that may be continued: LadderOnDisk reports it
            break;
        if (isOfCommand && changed.empty() && !options.again)
            return choice;
        if (isOfCommand && !changed.empty())
            choice.changedFiles = changed;
        choice.file = options.file.parent_path() /
                      fmt::format("{}-{}{}", options.file.stem().string(), number, options.file.extension().string());
    }
    return choice;
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
    struct stat fileAtPath {};
    if (stat(m_path.c_str(), &fileAtPath) == 0 &&
        !S_ISREG(fileAtPath.st_mode))  // a device may be endless or discard what is written
        return fileError(S_ISDIR(fileAtPath.st_mode) ? "is a folder" : "is not a regular file",
                         "a regular file, or an unused name", ErrorCode::Input);
    m_descriptor = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (m_descriptor < 0)
        return fileError(formatMessage("cannot be opened: {}", systemErrorText(errno)), {});
    constexpr int tries = 20;  // after a kill, child processes hold the lock until their guard has ended them
    bool locked = false;
    for (int i = 0; !locked && i < tries; ++i) {
        locked = flock(m_descriptor, LOCK_EX | LOCK_NB) == 0;
        if (!locked)
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
    if (!locked)
        return fileError("another ladder run is writing it", "another file, or that run finished");
    return readText();
}

Result<void> LadderOnDisk::readText()
{
    std::array<char, 65536> block{};
    for (off_t position = 0; m_descriptor >= 0;) {
        const ssize_t bytesRead = pread(m_descriptor, block.data(), block.size(), position);
        if (bytesRead < 0 && errno == EINTR)
            continue;
        if (bytesRead < 0)
            return fileError(formatMessage("cannot be read: {}", systemErrorText(errno)), {});
        if (bytesRead == 0)
            break;
        m_text.append(block.data(), static_cast<std::size_t>(bytesRead));
        position += bytesRead;
    }
    return {};
}

Result<void> LadderOnDisk::append(const std::string& lines)
{
    if (m_descriptor < 0)
        return {};
    struct stat before {};
    if (fstat(m_descriptor, &before) != 0)
        return fileError(formatMessage("cannot be written: {}", systemErrorText(errno)), {});
    // The file was truncated, for example by an editor that saves in place.
    if (static_cast<std::uintmax_t>(before.st_size) < m_text.size()) {
        m_text += lines;
        return saveRescueCopy();
    }
    for (std::size_t written = 0; written < lines.size();) {
        const ssize_t more = write(m_descriptor, lines.data() + written, lines.size() - written);
        if (more < 0 && errno == EINTR)
            continue;
        if (more <= 0) {
            const int errorNumber = more < 0 ? errno : ENOSPC;
            [[maybe_unused]] const int truncated =
                ftruncate(m_descriptor, before.st_size);  // otherwise the next run would read half a row
            return fileError(formatMessage("cannot be written: {}", systemErrorText(errorNumber)),
                             "a disk with free space");
        }
        written += static_cast<std::size_t>(more);
    }
    if (fdatasync(m_descriptor) != 0 && errno != EINVAL) {  // EINVAL: not supported by the file system
        const int errorNumber = errno;
        [[maybe_unused]] const int truncated = ftruncate(m_descriptor, before.st_size);
        return fileError(formatMessage("cannot be written: {}", systemErrorText(errorNumber)),
                         "a disk with free space");
    }
    m_text += lines;
    return isStillAtPath() ? Result<void>() : saveRescueCopy();
}

bool LadderOnDisk::isStillAtPath() const
{
    struct stat openFile {
    }, fileAtPath{};
    return fstat(m_descriptor, &openFile) == 0 && stat(m_path.c_str(), &fileAtPath) == 0 &&
           openFile.st_dev == fileAtPath.st_dev && openFile.st_ino == fileAtPath.st_ino;
}

tl::unexpected<Error> LadderOnDisk::saveRescueCopy() const
{
    std::error_code ignored;
    Result<void> saved;
    std::filesystem::path copy;
    for (const std::filesystem::path& folder :
         {std::filesystem::absolute(m_path, ignored).parent_path(), std::filesystem::temp_directory_path(ignored)}) {
        const std::string name = (folder / m_path.filename()).string() + ".rescued";
        copy = name;
        for (int suffix = 2; std::filesystem::exists(copy, ignored); ++suffix)
            copy = fmt::format("{}.{}", name, suffix);
        if (saved = saveFile(copy, m_text); saved)
            break;
    }
    if (!saved)
        return fail(saved.error());
    return fileError(formatMessage("was replaced, moved, removed or truncated while the ladder ran, and is no longer "
                                   "written: all rows so far are in {}",
                                   copy.string()),
                     "that file under the old name; then the same command resumes from its rows");
}

Result<std::vector<LadderRunRow>> LadderOnDisk::rowsToResume(const LadderRunOptions& options,
                                                             std::vector<std::string>& warnings)
{
    const std::string text = m_text.substr(0, m_text.rfind('\n') + 1);  // complete lines
    if (text.find("\r\n") != std::string::npos)
        return fileError("has lines that end with CR LF: nothing is added to it",
                         "lines that end with LF only, as written by dos2unix", ErrorCode::Input);
    const auto hasLine = [&text](const std::string& line) {
        return text.starts_with(line) || text.find('\n' + line) != std::string::npos;
    };
    const bool hasFolder = hasLine("# folder: ");
    if (!hasLine((hasFolder ? commandComment(options.launcher, options.argv)
                            : legacyCommandComment(options.launcher, options.argv)) +
                 '\n'))
        return fileError("is not a ladder of this command and launcher: nothing is added to it",
                         "another file, or the command recorded in it", ErrorCode::Input);
    if (hasFolder && !hasLine(folderComment(options.workingFolder) + '\n'))
        return fileError(
            "was started in another folder, where the command may be a different one: nothing is added to it",
            "the same command in that folder, or another file", ErrorCode::Input);
    if (!hasLine(ladderRunHeader))
        return fileError("has different columns than the new rows, or in a different order: nothing is added to it",
                         formatMessage("the header {}, or another file",
                                       std::string(ladderRunHeader, std::string_view(ladderRunHeader).size() - 1)),
                         ErrorCode::Input);
    Result<std::vector<LadderRunRow>> rows = parseLadderRunRows(text, m_path.string());
    if (!rows || text.size() == m_text.size())
        return rows;
    // After a kill or a full disk, half a row would be read as a different number.
    warnings.push_back(formatMessage("{}: the last line is incomplete ({}): it is removed and its run is repeated",
                                     m_path.string(), inQuotes(m_text.substr(text.size()))));
    if (ftruncate(m_descriptor, static_cast<off_t>(text.size())) != 0)
        return fileError(formatMessage("cannot be written: {}", systemErrorText(errno)), {});
    m_text = text;
    return rows;
}

tl::unexpected<Error> LadderOnDisk::fileError(std::string message, std::string expected, ErrorCode code) const
{
    return fail(code, std::move(message), std::move(expected), {.file = m_path.string()});
}

}  // namespace detail

std::string ladderRunLine(const LadderRunRow& row)
{
    const auto number = [](const std::optional<double>& value) {
        return value ? roundTripText(*value) : std::string();
    };
    std::string notes;
    const auto comment = [&](const std::string& note) {
        std::string words = sanitised(note);
        std::replace(words.begin(), words.end(), '\n', ' ');
        notes += fmt::format("# p={}, run {}: {}\n", row.p, row.repeat, words);
    };
    std::ranges::for_each(row.notes, comment);
    if (!row.partsSource.empty())
        comment(row.partsSource);
    for (const WorkerTimes& worker : row.reported.workers)
        notes += workerComment(row.p, row.repeat, worker);
    const auto word = [](const std::string& text) {  // a job's cells may contain any text
        if (text.find_first_of(",\"\r\n") == std::string::npos)
            return text;
        std::string quoted = "\"";
        for (const char c : text)
            quoted += c == '"' ? "\"\"" : std::string(1, c);
        return quoted + '"';
    };
    return notes + fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", row.p, row.repeat, number(row.seconds),
                               word(row.status), word(row.host), word(row.startedAt), number(row.reported.compS),
                               number(row.reported.commS), number(row.reported.idleS), number(row.reported.ioS),
                               number(row.reported.quality));
}

}  // namespace scalewright
