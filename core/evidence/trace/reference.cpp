// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/reference.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>

#include <fmt/format.h>

#include "core/base/error/try.h"
#include "core/base/files/system_text.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr const char* rulesKey = "rules";

/// The path relative to the folder if the file is inside it, otherwise the absolute path.
std::string pathRelativeTo(const fs::path& file, const fs::path& folder)
{
    std::error_code ioError;
    const fs::path absolute = fs::weakly_canonical(file, ioError);
    const fs::path relative =
        folder.empty() ? fs::path() : absolute.lexically_relative(fs::weakly_canonical(folder, ioError));
    const bool below = !relative.empty() && *relative.begin() != "..";
    return below ? relative.string() : absolute.string();
}

class Digest {
public:
    /// Precondition: a multiple of 8 bytes, except in the last call.
    void add(const char* bytes, std::size_t size)
    {
        std::size_t at = 0;
        for (; at + 8 <= size; at += 8)
            addWord(bytes + at, 8);
        if (at < size)
            addWord(bytes + at, size - at);  // filled up with zeros; the length tells them from real zeros
        m_byteCount += size;
    }

    [[nodiscard]] std::string text() const
    {
        std::uint64_t hash = (m_hash ^ m_byteCount) * 0xff51afd7ed558ccdu;
        hash ^= hash >> 33;
        return fmt::format("{:016x}", hash);
    }

private:
    void addWord(const char* bytes, std::size_t size)
    {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes, size);
        m_hash = (m_hash ^ word) * 0x100000001b3u;
        m_hash ^= m_hash >> 29;
    }

    std::uint64_t m_hash = 0xcbf29ce484222325u, m_byteCount = 0;
};

}  // namespace

std::string digestOf(std::string_view bytes)
{
    Digest digest;
    digest.add(bytes.data(), bytes.size());
    return digest.text();
}

Result<std::string> digestFile(const fs::path& file, std::stop_token stop)
{
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(errno == ENOENT ? ErrorCode::Input : ErrorCode::Environment,
                    formatMessage("cannot be read: {}", systemErrorText(errno)), "the trace at its recorded path",
                    {.file = sanitised(file.string())});
    Digest digest;
    constexpr std::size_t blockBytes = 1 << 20;
    const auto buffer = std::make_unique_for_overwrite<char[]>(blockBytes);
    std::size_t filled = 0;
    for (bool isAtEnd = false; !isAtEnd;) {
        if (stop.stop_requested()) {
            close(fd);
            return fail(ErrorCode::Cancelled, "reading was stopped");
        }
        const ssize_t bytesRead = read(fd, buffer.get() + filled, blockBytes - filled);
        if (bytesRead < 0 && errno == EINTR)
            continue;
        if (bytesRead < 0) {
            const int ioError = errno;
            close(fd);
            return fail(ErrorCode::Environment, formatMessage("cannot be read: {}", systemErrorText(ioError)),
                        "the trace at its recorded path", {.file = sanitised(file.string())});
        }
        filled += static_cast<std::size_t>(bytesRead);
        isAtEnd = bytesRead == 0;
        if (isAtEnd || filled == blockBytes) {
            digest.add(buffer.get(), filled);
            filled = 0;
        }
    }
    close(fd);
    return digest.text();
}

Result<TraceReference> makeReference(const fs::path& file, const fs::path& projectFolder, std::stop_token stop)
{
    TRY(std::string digest, digestFile(file, std::move(stop)));
    std::error_code ioError;
    return TraceReference{.file = pathRelativeTo(file, projectFolder),
                          .bytes = fs::file_size(file, ioError),
                          .digest = std::move(digest),
                          .ranks = {}};
}

Result<std::vector<TraceReference>> makeReferences(const TraceRun& run, const fs::path& projectFolder,
                                                   std::stop_token stop)
{
    std::vector<TraceReference> references;
    std::vector<TraceReference> laterWindows;  // a rank's summary is stored with its first file
    std::vector<const TraceSource*> sources;
    for (const TraceRank& rank : run.ranks) {
        const TraceSource* source = rank.source.get();
        std::size_t at = 0;
        while (at < sources.size() && sources[at] != source)
            ++at;
        if (at == sources.size()) {
            TRY(TraceReference reference, makeReference(source->file, projectFolder, stop));
            sources.push_back(source);
            references.push_back(std::move(reference));
            for (const fs::path& file : source->laterFiles) {
                TRY(TraceReference later, makeReference(file, projectFolder, stop));
                laterWindows.push_back(std::move(later));
            }
        }
        const TimeTotals& s = rank.totals;
        references[at].ranks.push_back({rank.rank, s.spanS, s.computeS, s.communicationS, s.exposedS, s.memoryS, s.ioS,
                                        s.idleS, rank.waitingS, s.unclassifiedS});
    }
    references.insert(references.end(), std::make_move_iterator(laterWindows.begin()),
                      std::make_move_iterator(laterWindows.end()));
    return references;
}

Result<RecordedRun> makeRecordedRun(const TraceRun& run, const fs::path& projectFolder, std::stop_token stop)
{
    TRY(std::vector<TraceReference> references, makeReferences(run, projectFolder, std::move(stop)));
    RecordedRun record;
    record.worldSize = run.worldSize;
    record.straggler = run.straggler;
    record.files = std::move(references);
    return record;
}

std::optional<TraceReference> userRulesOf(const RecordedRun& run)
{
    const auto member = std::ranges::find_if(run.unknown, [](const auto& each) { return each.first == rulesKey; });
    if (member == run.unknown.end())
        return std::nullopt;
    const auto text = [&](const char* key) {
        const Json* value = member->second.find(key);
        return value != nullptr && value->asString() != nullptr ? *value->asString() : std::string();
    };
    TraceReference rules{.file = text("file"), .digest = text("digest"), .ranks = {}};
    if (const Json* bytes = member->second.find("bytes"); bytes != nullptr && bytes->asNumber() != nullptr) {
        const std::string& digits = bytes->asNumber()->text;
        std::from_chars(digits.data(), digits.data() + digits.size(), rules.bytes);
    }
    return rules.file.empty() ? std::nullopt : std::optional(std::move(rules));
}

RecordedRun withUserRules(RecordedRun run, const std::optional<TraceReference>& rules)
{
    std::erase_if(run.unknown, [](const auto& each) { return each.first == rulesKey; });
    if (rules)
        run.unknown.emplace_back(rulesKey, Json(Json::Object{{"file", Json(rules->file)},
                                                             {"bytes", Json(std::size_t(rules->bytes))},
                                                             {"digest", Json(rules->digest)}}));
    return run;
}

fs::path referencedPath(const TraceReference& reference, const fs::path& projectFolder)
{
    const fs::path file(reference.file);
    return file.is_absolute() ? file : projectFolder / file;
}

Project withRelocatedTraces(Project project, const fs::path& from, const fs::path& to)
{
    const auto move = [&](TraceReference& reference) {
        if (const fs::path file = referencedPath(reference, from); file.is_absolute())
            reference.file = pathRelativeTo(file, to);
    };
    for (RecordedRun& run : project.measurements.traces) {
        for (TraceReference& reference : run.files)
            move(reference);
        if (std::optional<TraceReference> rules = userRulesOf(run)) {
            move(*rules);
            run = withUserRules(std::move(run), rules);
        }
    }
    return project;
}

TraceState checkTraceState(const TraceReference& reference, const fs::path& projectFolder, std::stop_token stop)
{
    const fs::path file = referencedPath(reference, projectFolder);
    std::error_code ioError;
    const std::uint64_t bytes = fs::file_size(file, ioError);
    if (ioError)
        return TraceState::Missing;
    if (bytes != reference.bytes)
        return TraceState::Changed;
    const Result<std::string> digest = digestFile(file, std::move(stop));
    if (!digest)
        return TraceState::Missing;
    return *digest == reference.digest ? TraceState::Unchanged : TraceState::Changed;
}

std::string traceStateText(TraceState state, const TraceReference& reference)
{
    const std::string name = sanitised(reference.file);
    switch (state) {
    case TraceState::Missing:
        return reference.ranks.empty()
                   ? formatMessage("the rules file {} was moved or deleted; the results of the trace are kept", name)
                   : formatMessage("the trace {} was moved or deleted; its results are kept", name);
    case TraceState::Changed:
        return reference.ranks.empty()
                   ? formatMessage(
                         "the rules file {} has changed since the trace was read with it; the earlier results are kept",
                         name)
                   : formatMessage("the trace {} has changed since it was read; the earlier results are kept", name);
    case TraceState::Unchanged: break;
    }
    return {};
}

}  // namespace scalewright
