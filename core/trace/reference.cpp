#include "core/trace/reference.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/format.h>

#include "core/result/quote.h"
#include "core/result/system_text.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr std::array<std::pair<const char*, double TraceSummary::*>, 7> figures{{{"span_s", &TraceSummary::spanS},
                                                                                {"compute_s", &TraceSummary::computeS},
                                                                                {"communication_s", &TraceSummary::communicationS},
                                                                                {"exposed_communication_s", &TraceSummary::exposedS},
                                                                                {"memory_s", &TraceSummary::memoryS},
                                                                                {"io_s", &TraceSummary::ioS},
                                                                                {"idle_s", &TraceSummary::idleS}}};

fs::path placeOf(const TraceReference& reference, const fs::path& folder)
{
    const fs::path file(reference.file);
    return file.is_absolute() ? file : folder / file;
}

tl::unexpected<Error> wrongMember(const std::string& member, Message expected)
{
    return fail(ErrorCode::Input, say("the trace's {} is missing or wrong", member), std::move(expected), {.pointer = "/" + member});
}

bool number(const Json* json, double& out)
{
    if (json == nullptr || json->asNumber() == nullptr)
        return false;
    const std::string& text = json->asNumber()->text;
    const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), out);
    return wrong == std::errc() && end == text.data() + text.size() && std::isfinite(out) && out >= 0;
}

}  // namespace

Result<std::string> digestOf(const fs::path& file)
{
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return fail(errno == ENOENT ? ErrorCode::Input : ErrorCode::Environment, say("it cannot be read: {}", systemText(errno)), say("the trace where it was"),
                    {.file = cleaned(file.string())});
    std::uint64_t hash = 0xcbf29ce484222325u, bytes = 0;
    const auto buffer = std::make_unique_for_overwrite<char[]>((1 << 20) + 8);
    std::size_t kept = 0;
    for (;;) {
        const ssize_t got = read(fd, buffer.get() + kept, (1 << 20) - kept);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0) {
            const int wrong = errno;
            close(fd);
            return fail(ErrorCode::Environment, say("it cannot be read: {}", systemText(wrong)), say("the trace where it was"), {.file = cleaned(file.string())});
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

Result<std::vector<TraceReference>> referencesTo(const TraceRun& run, const fs::path& projectFolder)
{
    std::vector<TraceReference> references;
    std::vector<const TraceSource*> sources;
    for (const TraceRank& rank : run.ranks) {
        const TraceSource* source = rank.source.get();
        std::size_t at = 0;
        while (at < sources.size() && sources[at] != source)
            ++at;
        if (at == sources.size()) {
            Result<std::string> digest = digestOf(source->file);
            if (!digest)
                return fail(std::move(digest.error()));
            std::error_code wrong;
            const fs::path whole = fs::weakly_canonical(source->file, wrong);
            const fs::path relative = projectFolder.empty() ? fs::path() : whole.lexically_relative(fs::weakly_canonical(projectFolder, wrong));
            const bool below = !relative.empty() && *relative.begin() != "..";
            sources.push_back(source);
            references.push_back({.file = below ? relative.string() : whole.string(), .bytes = fs::file_size(source->file, wrong), .digest = std::move(*digest)});
        }
        const TimeShares& s = rank.whole;
        references[at].ranks.push_back({rank.rank, s.spanS, s.computeS, s.communicationS, s.exposedS, s.memoryS, s.ioS, s.idleS});
    }
    return references;
}

TraceState stateOf(const TraceReference& reference, const fs::path& projectFolder)
{
    const fs::path file = placeOf(reference, projectFolder);
    std::error_code wrong;
    const std::uint64_t bytes = fs::file_size(file, wrong);
    if (wrong)
        return TraceState::Missing;
    if (bytes != reference.bytes)
        return TraceState::Changed;
    const Result<std::string> digest = digestOf(file);
    if (!digest)
        return TraceState::Missing;
    return *digest == reference.digest ? TraceState::Same : TraceState::Changed;
}

Message saying(TraceState state, const TraceReference& reference)
{
    const std::string name = cleaned(reference.file);
    switch (state) {
    case TraceState::Missing: return say("the trace {} is not where it was; what it said is kept", name);
    case TraceState::Changed: return say("the trace {} has changed since it was read; what it said then is kept", name);
    case TraceState::Same: break;
    }
    return {};
}

Json referenceJson(const TraceReference& reference)
{
    Json::Array ranks;
    for (const TraceSummary& summary : reference.ranks) {
        Json::Object rank{{"rank", Json(summary.rank)}};
        for (const auto& [name, member] : figures)
            rank.emplace_back(name, Json(summary.*member));
        ranks.emplace_back(std::move(rank));
    }
    return Json(Json::Object{{"file", Json(reference.file)}, {"bytes", Json(static_cast<std::size_t>(reference.bytes))}, {"digest", Json(reference.digest)}, {"ranks", Json(std::move(ranks))}});
}

Result<TraceReference> referenceFrom(const Json& json)
{
    TraceReference reference;
    const Json* file = json.find("file");
    if (file == nullptr || file->asString() == nullptr || file->asString()->empty())
        return wrongMember("file", say("the trace's path"));
    reference.file = *file->asString();
    double bytes = 0;
    if (!number(json.find("bytes"), bytes) || bytes > 0x1p53)
        return wrongMember("bytes", say("the file's size"));
    reference.bytes = static_cast<std::uint64_t>(bytes);
    const Json* digest = json.find("digest");
    if (digest == nullptr || digest->asString() == nullptr || digest->asString()->size() != 16 || digest->asString()->find_first_not_of("0123456789abcdef") != std::string::npos)
        return wrongMember("digest", say("16 hexadecimal digits"));
    reference.digest = *digest->asString();
    const Json* ranks = json.find("ranks");
    if (ranks == nullptr || ranks->asArray() == nullptr)
        return wrongMember("ranks", say("a list of what each rank's trace said"));
    for (const Json& each : *ranks->asArray()) {
        TraceSummary summary;
        double rank = 0;
        if (!number(each.find("rank"), rank) || rank != std::floor(rank) || rank > 1e9)
            return wrongMember("ranks", say("a rank's number, 0 or more"));
        summary.rank = static_cast<int>(rank);
        for (const auto& [name, member] : figures)
            if (!number(each.find(name), summary.*member))
                return wrongMember(std::string("ranks/") + name, say("seconds, 0 or more"));
        reference.ranks.push_back(summary);
    }
    return reference;
}

}  // namespace scalewright
