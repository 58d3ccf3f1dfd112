#include "core/evidence/trace/reference.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/base/files/system_text.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr const char* rulesMember = "rules";

/// Relative to the folder where it lies below it, else absolute.
std::string pathFrom(const fs::path& file, const fs::path& folder)
{
    std::error_code wrong;
    const fs::path whole = fs::weakly_canonical(file, wrong);
    const fs::path relative =
        folder.empty() ? fs::path() : whole.lexically_relative(fs::weakly_canonical(folder, wrong));
    const bool below = !relative.empty() && *relative.begin() != "..";
    return below ? relative.string() : whole.string();
}

}  // namespace

Result<std::string> digestOf(const fs::path& file, std::stop_token stop)
{
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(errno == ENOENT ? ErrorCode::Input : ErrorCode::Environment,
                    say("it cannot be read: {}", systemText(errno)), "the trace where it was",
                    {.file = cleaned(file.string())});
    std::uint64_t hash = 0xcbf29ce484222325u, bytes = 0;
    const auto buffer = std::make_unique_for_overwrite<char[]>((1 << 20) + 8);
    std::size_t kept = 0;
    for (;;) {
        if (stop.stop_requested()) {
            close(fd);
            return fail(ErrorCode::Cancelled, "reading was stopped");
        }
        const ssize_t got = read(fd, buffer.get() + kept, (1 << 20) - kept);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            const int wrong = errno;
            close(fd);
            return fail(ErrorCode::Environment, say("it cannot be read: {}", systemText(wrong)),
                        "the trace where it was", {.file = cleaned(file.string())});
        }
        bytes += static_cast<std::uint64_t>(got);
        std::size_t size = kept + static_cast<std::size_t>(got);
        if (got == 0 && size > 0) {  // the last word, filled with zeros; the length tells it from real ones
            std::memset(buffer.get() + size, 0, 8);
            size = 8;
        }
        std::size_t at = 0;
        for (; at + 8 <= size; at += 8) {
            std::uint64_t word;
            std::memcpy(&word, buffer.get() + at, 8);
            hash = (hash ^ word) * 0x100000001b3u;
            hash ^= hash >> 29;
        }
        if (got == 0)
            break;
        kept = size - at;
        std::memmove(buffer.get(), buffer.get() + at, kept);
    }
    close(fd);
    hash = (hash ^ bytes) * 0xff51afd7ed558ccdu;
    hash ^= hash >> 33;
    return fmt::format("{:016x}", hash);
}

Result<TraceReference> referenceTo(const fs::path& file, const fs::path& projectFolder, std::stop_token stop)
{
    Result<std::string> digest = digestOf(file, std::move(stop));
    if (!digest)
        return fail(std::move(digest.error()));
    std::error_code wrong;
    return TraceReference{.file = pathFrom(file, projectFolder),
                          .bytes = fs::file_size(file, wrong),
                          .digest = std::move(*digest),
                          .ranks = {}};
}

Result<std::vector<TraceReference>> referencesTo(const TraceRun& run, const fs::path& projectFolder,
                                                 std::stop_token stop)
{
    std::vector<TraceReference> references;
    std::vector<TraceReference> laterWindows;  // what a rank says stands with its first file
    std::vector<const TraceSource*> sources;
    for (const TraceRank& rank : run.ranks) {
        const TraceSource* source = rank.source.get();
        std::size_t at = 0;
        while (at < sources.size() && sources[at] != source)
            ++at;
        if (at == sources.size()) {
            Result<TraceReference> reference = referenceTo(source->file, projectFolder, stop);
            if (!reference)
                return fail(std::move(reference.error()));
            sources.push_back(source);
            references.push_back(std::move(*reference));
            for (const fs::path& file : source->laterWindows) {
                Result<TraceReference> later = referenceTo(file, projectFolder, stop);
                if (!later)
                    return fail(std::move(later.error()));
                laterWindows.push_back(std::move(*later));
            }
        }
        const TimeShares& s = rank.whole;
        references[at].ranks.push_back({rank.rank, s.spanS, s.computeS, s.communicationS, s.exposedS, s.memoryS, s.ioS,
                                        s.idleS, rank.waitingS, s.unclassifiedS});
    }
    references.insert(references.end(), std::make_move_iterator(laterWindows.begin()),
                      std::make_move_iterator(laterWindows.end()));
    return references;
}

Result<RecordedRun> recordOf(const TraceRun& run, const fs::path& projectFolder, std::stop_token stop)
{
    Result<std::vector<TraceReference>> references = referencesTo(run, projectFolder, std::move(stop));
    if (!references)
        return fail(std::move(references.error()));
    RecordedRun record;
    record.worldSize = run.worldSize;
    record.straggler = run.straggler;
    record.files = std::move(*references);
    return record;
}

std::optional<TraceReference> ownRulesOf(const RecordedRun& run)
{
    const auto member = std::find_if(run.unknown.begin(), run.unknown.end(),
                                     [](const auto& each) { return each.first == rulesMember; });
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

RecordedRun withOwnRules(RecordedRun run, const std::optional<TraceReference>& rules)
{
    std::erase_if(run.unknown, [](const auto& each) { return each.first == rulesMember; });
    if (rules)
        run.unknown.emplace_back(rulesMember, Json(Json::Object{{"file", Json(rules->file)},
                                                                {"bytes", Json(std::size_t(rules->bytes))},
                                                                {"digest", Json(rules->digest)}}));
    return run;
}

fs::path placeOf(const TraceReference& reference, const fs::path& projectFolder)
{
    const fs::path file(reference.file);
    return file.is_absolute() ? file : projectFolder / file;
}

Project withTracesFrom(Project project, const fs::path& from, const fs::path& to)
{
    const auto move = [&](TraceReference& reference) {
        if (const fs::path file = placeOf(reference, from); file.is_absolute())
            reference.file = pathFrom(file, to);
    };
    for (RecordedRun& run : project.measurements.traces) {
        for (TraceReference& reference : run.files)
            move(reference);
        if (std::optional<TraceReference> rules = ownRulesOf(run)) {
            move(*rules);
            run = withOwnRules(std::move(run), rules);
        }
    }
    return project;
}

TraceState stateOf(const TraceReference& reference, const fs::path& projectFolder, std::stop_token stop)
{
    const fs::path file = placeOf(reference, projectFolder);
    std::error_code wrong;
    const std::uint64_t bytes = fs::file_size(file, wrong);
    if (wrong)
        return TraceState::Missing;
    if (bytes != reference.bytes)
        return TraceState::Changed;
    const Result<std::string> digest = digestOf(file, std::move(stop));
    if (!digest)
        return TraceState::Missing;
    return *digest == reference.digest ? TraceState::Same : TraceState::Changed;
}

std::string saying(TraceState state, const TraceReference& reference)
{
    const std::string name = cleaned(reference.file);
    switch (state) {
    case TraceState::Missing:
        return reference.ranks.empty()
                   ? say("the file of rules {} is not where it was; what the trace said by it is kept", name)
                   : say("the trace {} is not where it was; what it said is kept", name);
    case TraceState::Changed:
        return reference.ranks.empty()
                   ? say("the file of rules {} has changed since the trace was read by it; what the trace said then is "
                         "kept",
                         name)
                   : say("the trace {} has changed since it was read; what it said then is kept", name);
    case TraceState::Same: break;
    }
    return {};
}

}  // namespace scalewright
