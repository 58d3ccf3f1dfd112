#include "core/evidence/trace/trace_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <libdeflate.h>
#include <zlib.h>

#include "core/base/files/descriptor.h"
#include "core/base/files/system_text.h"
#include "core/base/text/quote.h"
#include "core/evidence/trace/scanner.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largePage = 2 << 20;

struct FreeLarge {
    void operator()(char* bytes) const { operator delete[](bytes, std::align_val_t(largePage)); }
};

/// Memory that is not written before it is needed, in large pages: a trace in small ones costs a fault every 4 KiB.
struct Buffer {
    std::unique_ptr<char[], FreeLarge> bytes;
    std::size_t size = 0;
    explicit Buffer(std::size_t wanted)
        : bytes(new(std::align_val_t(largePage)) char[wanted + scanPadding]), size(wanted)
    {
        if (wanted >= largePage)
            madvise(bytes.get(), wanted + scanPadding, MADV_HUGEPAGE);  // refused, it is slower and nothing else
        std::memset(bytes.get() + wanted, 0, scanPadding);
    }
    [[nodiscard]] std::string_view text(std::size_t length) const { return {bytes.get(), length}; }
};

tl::unexpected<Error> unreadable(int wrong)
{
    if (wrong == ENOENT)
        return fail(ErrorCode::Input, "there is no such file", "a trace: Chrome-trace JSON, plain or gzip");
    return fail(ErrorCode::Environment, say("it cannot be read: {}", systemText(wrong)), "a file that may be read");
}

/// A place that holds no bytes of its own.
tl::unexpected<Error> noFile(mode_t mode)
{
    return fail(ErrorCode::Input,
                S_ISFIFO(mode)   ? "this is a pipe, not a file"
                : S_ISSOCK(mode) ? "this is a socket, not a file"
                : S_ISDIR(mode)  ? "this is a folder, not a file"
                                 : "this is a device, not a file",
                "a trace in a file: Chrome-trace JSON, plain or gzip");
}

/// As many bytes as there are, up to `wanted`. Negative: errno.
std::ptrdiff_t readSome(int fd, char* to, std::size_t wanted)
{
    std::size_t got = 0;
    while (got < wanted) {
        const ssize_t n = read(fd, to + got, std::min<std::size_t>(wanted - got, 1u << 30));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        got += static_cast<std::size_t>(n);
    }
    return static_cast<std::ptrdiff_t>(got);
}

bool startsWith(std::string_view head, std::string_view magic)
{
    return head.substr(0, magic.size()) == magic;
}

/// Files that people try and that are no Chrome trace, with the way out.
std::optional<tl::unexpected<Error>> otherFormat(const fs::path& file, std::string_view head)
{
    const std::string extension = file.extension().string();
    if (extension == ".nsys-rep" || extension == ".qdrep" || extension == ".qdstrm" ||
        (startsWith(head, "SQLite format 3") && extension == ".sqlite"))
        return fail(ErrorCode::Input, "this is a report of Nsight Systems, whose format is its own",
                    "Chrome-trace JSON: nsys export --type sqlite --output report.sqlite report.nsys-rep, then a "
                    "converter such as "
                    "nsys2json.py -f report.sqlite -o trace.json");
    if (startsWith(head, "SQLite format 3"))
        return fail(ErrorCode::Input, "this is a database", "Chrome-trace JSON, plain or gzip");
    for (const auto& [magic, name] : {std::pair<std::string_view, const char*>{"\x28\xB5\x2F\xFD", "zstd"},
                                      {"\xFD"
                                       "7zXZ",
                                       "xz"},
                                      {"BZh", "bzip2"},
                                      {"PK\x03\x04", "zip"}})
        if (startsWith(head, magic))
            return fail(ErrorCode::Input, say("this is packed with {}", std::string(name)),
                        "the file unpacked, or packed with gzip");
    return std::nullopt;
}

/// What a text turned out to hold.
Result<TraceRecording> finished(TraceScanner& scanner, const TraceReading& reading, std::string_view head,
                                bool packedCut)
{
    if (reading.stop.stop_requested())
        return fail(ErrorCode::Cancelled, "reading was stopped");
    if (!scanner.foundEvents()) {
        const std::size_t at = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
        if (packedCut)
            return fail(ErrorCode::Input, "the gzip file is broken before its first event", "a trace that is whole");
        if (at == std::string_view::npos)
            return fail(ErrorCode::Input, "the file is empty", "Chrome-trace JSON");
        if (head[at] == '{')
            return fail(ErrorCode::Input, "there is no list \"traceEvents\" in it",
                        "Chrome-trace JSON: {\"traceEvents\": […]} or the bare list");
        return fail(ErrorCode::Input, say("this is no JSON: it starts with {}", inQuotes(head.substr(at, 12))),
                    "Chrome-trace JSON, plain or gzip");
    }
    TraceRecording recording = scanner.finish();
    recording.damage.packedCut = packedCut;
    if (recording.events == 0)
        return fail(ErrorCode::Input, "the list holds no trace event: none has \"ph\"",
                    "events such as {\"ph\": \"X\", \"name\": \"step\", \"ts\": 12, \"dur\": 3, \"pid\": 1, "
                    "\"tid\": 1}");
    if (recording.spans.empty())
        return fail(ErrorCode::Input,
                    recording.refused > 0 ? say("no event is usable: {} without a usable time or duration",
                                                countedText(static_cast<long>(recording.refused), "event"))
                                          : say("it holds {} and none has a duration",
                                                countedText(static_cast<long>(recording.events), "event")),
                    "complete events (\"ph\": \"X\") with \"ts\" and a \"dur\" of 0 or more");
    return recording;
}

tl::unexpected<Error> tooMany(std::size_t most)
{
    return fail(ErrorCode::Input, say("the trace has more than {} spans", most), "a profile of fewer steps");
}

/// A text in windows; `next` fills a buffer and says how much it got, 0 at the end.
Result<TraceRecording> scanWindows(const TraceReading& reading,
                                   const std::function<Result<std::size_t>(char*, std::size_t)>& next, bool& packedCut)
{
    TraceScanner scanner(reading.threads, reading.stop);
    Buffer buffer(reading.windowBytes);
    std::string head;
    std::size_t kept = 0;
    for (bool ended = false; !ended;) {
        if (kept == buffer.size) {  // a head that is larger than a window
            if (buffer.size >= reading.wholeBytes)
                return fail(ErrorCode::Input,
                            say("there is no list \"traceEvents\" in the first {} bytes", buffer.size),
                            "Chrome-trace JSON");
            Buffer larger(buffer.size * 2);
            std::memcpy(larger.bytes.get(), buffer.bytes.get(), kept);
            buffer = std::move(larger);
        }
        while (kept < buffer.size && !ended) {
            const Result<std::size_t> got = next(buffer.bytes.get() + kept, buffer.size - kept);
            if (!got)
                return fail(got.error());
            ended = *got == 0;
            kept += *got;
        }
        if (head.empty())
            head.assign(buffer.bytes.get(), std::min<std::size_t>(kept, 256));
        const std::size_t done = scanner.window(buffer.text(kept), ended);
        kept -= done;
        std::memmove(buffer.bytes.get(), buffer.bytes.get() + done, kept);
        if (reading.stop.stop_requested())
            break;
        if (scanner.spans() > reading.mostSpans)
            return tooMany(reading.mostSpans);
    }
    return finished(scanner, reading, head, packedCut);
}

/// By zlib, piece by piece: what is too large for memory, and what is broken (all up to the break comes out).
Result<TraceRecording> readPacked(int fd, std::size_t fileBytes, const TraceReading& reading)
{
    if (lseek(fd, 0, SEEK_SET) < 0)
        return unreadable(errno);
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return fail(ErrorCode::Environment, "there is not enough memory to unpack it");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> cleanup(&stream, inflateEnd);
    std::vector<char> in(1 << 18);
    std::size_t taken = 0;
    bool packedCut = false, over = false;
    const auto next = [&](char* to, std::size_t room) -> Result<std::size_t> {
        stream.next_out = reinterpret_cast<Bytef*>(to);
        stream.avail_out = static_cast<uInt>(std::min<std::size_t>(room, 8u << 20));
        const std::size_t asked = stream.avail_out;
        while (!over && stream.avail_out > 0) {
            if (stream.avail_in == 0) {
                const std::ptrdiff_t got = readSome(fd, in.data(), in.size());
                if (got < 0)
                    return unreadable(static_cast<int>(-got));
                if (got == 0) {
                    packedCut = over = true;
                    break;
                }
                taken += static_cast<std::size_t>(got);
                stream.next_in = reinterpret_cast<Bytef*>(in.data());
                stream.avail_in = static_cast<uInt>(got);
            }
            const int status = inflate(&stream, Z_NO_FLUSH);
            if (status == Z_STREAM_END) {  // perhaps another member
                if (stream.avail_in == 0 && taken >= fileBytes)
                    over = true;
                else if (inflateReset(&stream) != Z_OK)
                    over = packedCut = true;
            } else if (status != Z_OK && status != Z_BUF_ERROR) {
                over = packedCut = true;
            }
        }
        if (reading.progress)
            reading.progress(fileBytes > 0 ? double(taken) / double(fileBytes) : 1.0);
        return asked - stream.avail_out;
    };
    return scanWindows(reading, next, packedCut);
}

Result<TraceRecording> readGzip(int fd, std::size_t fileBytes, const TraceReading& reading)
{
    if (fileBytes > reading.wholeBytes)
        return readPacked(fd, fileBytes, reading);
    Buffer packed(fileBytes);
    const std::ptrdiff_t got = readSome(fd, packed.bytes.get(), fileBytes);
    if (got < 0)
        return unreadable(static_cast<int>(-got));
    fileBytes = static_cast<std::size_t>(got);
    if (fileBytes < 18)
        return readPacked(fd, fileBytes, reading);
    // The last four bytes are the unpacked length of the last member; deflate packs 1032 to 1 at best.
    std::uint32_t length = 0;
    std::memcpy(&length, packed.bytes.get() + fileBytes - 4, 4);
    if (length > reading.wholeBytes || length / 1032 > fileBytes)
        return readPacked(fd, fileBytes, reading);
    Buffer text(length);
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> inflater(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    std::size_t used = 0, made = 0;
    if (!inflater ||
        libdeflate_gzip_decompress_ex(inflater.get(), packed.bytes.get(), fileBytes, text.bytes.get(), length, &used,
                                      &made) != LIBDEFLATE_SUCCESS ||
        used != fileBytes)
        return readPacked(fd, fileBytes, reading);  // several members, or broken
    if (reading.progress)
        reading.progress(0.5);
    return scanTrace(text.text(made), reading);
}

Result<TraceRecording> readOpened(const fs::path& file, int fd, std::size_t fileBytes, const TraceReading& reading)
{
    char head[64] = {};
    const std::ptrdiff_t got = readSome(fd, head, sizeof head);
    if (got < 0 || lseek(fd, 0, SEEK_SET) < 0)
        return unreadable(got < 0 ? static_cast<int>(-got) : errno);
    const std::string_view start(head, static_cast<std::size_t>(got));
    if (auto other = otherFormat(file, start))
        return std::move(*other);
    if (startsWith(start, "\x1f\x8b"))
        return readGzip(fd, fileBytes, reading);
    if (fileBytes <= reading.wholeBytes) {
        Buffer text(fileBytes);
        const std::ptrdiff_t length = readSome(fd, text.bytes.get(), fileBytes);
        if (length < 0)
            return unreadable(static_cast<int>(-length));
        std::memset(text.bytes.get() + length, 0, scanPadding);
        return scanTrace(text.text(static_cast<std::size_t>(length)), reading);
    }
    std::size_t taken = 0;
    bool packedCut = false;
    return scanWindows(
        reading,
        [&](char* to, std::size_t room) -> Result<std::size_t> {
            const std::ptrdiff_t some = readSome(fd, to, room);
            if (some < 0)
                return unreadable(static_cast<int>(-some));
            taken += static_cast<std::size_t>(some);
            if (reading.progress)
                reading.progress(double(taken) / double(fileBytes));
            return static_cast<std::size_t>(some);
        },
        packedCut);
}

}  // namespace

Result<TraceRecording> scanTrace(std::string_view text, const TraceReading& reading)
{
    TraceScanner scanner(reading.threads, reading.stop);
    scanner.window(text, true);
    if (scanner.spans() > reading.mostSpans)
        return tooMany(reading.mostSpans);
    if (reading.progress)
        reading.progress(1);
    return finished(scanner, reading, text.substr(0, 256), false);
}

Result<TraceRecording> readTrace(const fs::path& file, const TraceReading& reading)
{
    const std::string name = cleaned(file.string());
    struct stat facts {};
    Result<TraceRecording> recording = [&]() -> Result<TraceRecording> {
        if (stat(file.c_str(), &facts) != 0)
            return unreadable(errno);
        if (!S_ISREG(facts.st_mode))  // seen before it is opened: opening a pipe waits for somebody who writes
            return noFile(facts.st_mode);
        const Descriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        if (opened.get() < 0 || fstat(opened.get(), &facts) != 0)
            return unreadable(errno);
        if (!S_ISREG(facts.st_mode))
            return noFile(facts.st_mode);
        return readOpened(file, opened.get(), static_cast<std::size_t>(facts.st_size), reading);
    }();
    if (!recording)
        return fail(inFile(std::move(recording.error()), name));
    return recording;
}

}  // namespace scalewright
