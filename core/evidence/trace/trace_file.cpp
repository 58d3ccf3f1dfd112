// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/trace/trace_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include <libdeflate.h>
#include <zlib.h>

#include "core/base/error/try.h"
#include "core/base/files/descriptor.h"
#include "core/base/files/system_text.h"
#include "core/base/text/quote.h"
#include "core/evidence/import/encoding.h"
#include "core/evidence/import/file_kind.h"
#include "core/evidence/import/foreign_formats.h"
#include "core/evidence/import/source_text.h"
#include "core/evidence/trace/scanner.h"

namespace scalewright {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t largePageBytes = 2 << 20;

struct LargePageDeleter {
    void operator()(char* bytes) const { operator delete[](bytes, std::align_val_t(largePageBytes)); }
};

/// Uninitialised memory in large pages: with small pages, reading a trace causes a page fault every 4 KiB.
struct Buffer {
    std::unique_ptr<char[], LargePageDeleter> bytes;
    std::size_t size = 0;
    explicit Buffer(std::size_t byteCount)
        : bytes(new(std::align_val_t(largePageBytes)) char[byteCount + scanPadding]), size(byteCount)
    {
        if (byteCount >= largePageBytes)
            madvise(bytes.get(), byteCount + scanPadding, MADV_HUGEPAGE);  // failure only makes it slower
        std::memset(bytes.get() + byteCount, 0, scanPadding);
    }
    [[nodiscard]] std::string_view text(std::size_t length) const { return {bytes.get(), length}; }
};

tl::unexpected<Error> unreadableFileError(int errorNumber)
{
    if (errorNumber == ENOENT)
        return fail(ErrorCode::Input, "there is no such file", "a trace: Chrome-trace JSON, plain or gzip");
    return fail(ErrorCode::Environment, formatMessage("cannot be read: {}", systemErrorText(errorNumber)),
                "a readable file");
}

tl::unexpected<Error> notRegularFileError(mode_t mode)
{
    return fail(ErrorCode::Input,
                S_ISFIFO(mode)   ? "this is a pipe, not a file"
                : S_ISSOCK(mode) ? "this is a socket, not a file"
                : S_ISDIR(mode)  ? "this is a folder, not a file"
                                 : "this is a device, not a file",
                "a trace in a file: Chrome-trace JSON, plain or gzip");
}

/// Reads up to `byteCount` bytes. Negative: -errno.
std::ptrdiff_t readUpTo(int fd, char* target, std::size_t byteCount)
{
    std::size_t bytesRead = 0;
    while (bytesRead < byteCount) {
        const ssize_t n = read(fd, target + bytesRead, std::min<std::size_t>(byteCount - bytesRead, 1u << 30));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        bytesRead += static_cast<std::size_t>(n);
    }
    return static_cast<std::ptrdiff_t>(bytesRead);
}

/// Advice for formats that users often try and that are not Chrome traces.
std::optional<tl::unexpected<Error>> unsupportedFormatError(const fs::path& file, std::string_view head)
{
    const std::string extension = file.extension().string();
    if (extension == ".nsys-rep" || extension == ".qdrep" || extension == ".qdstrm" ||
        (head.starts_with("SQLite format 3") && extension == ".sqlite"))
        return fail(ErrorCode::Input, "this is an Nsight Systems report, in its own format",
                    "Chrome-trace JSON: nsys export --type sqlite --output report.sqlite report.nsys-rep, then a "
                    "converter such as "
                    "nsys2json.py -f report.sqlite -o trace.json");
    if (std::optional<Error> binary = head.starts_with("\x1F\x8B") ? std::nullopt : binaryFormatError(head))
        return fail(std::move(*binary));
    return std::nullopt;
}

/// What a file is that has no event of a trace, according to its first lines.
std::optional<Error> otherFormatError(std::string_view head)
{
    return wrongFormatError(SourceText(head.substr(0, std::min(head.rfind('\n'), head.size()))), "timeline import");
}

/// The recording, or an error that says what the text is.
Result<TraceRecording> finishScan(TraceScanner& scanner, const TraceReadOptions& options, std::string_view head,
                                  bool isGzipTruncated)
{
    if (options.stop.stop_requested())
        return fail(ErrorCode::Cancelled, "reading was stopped");
    if (!scanner.hasFoundEvents()) {
        const std::size_t at = head.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
        if (isGzipTruncated)
            return fail(ErrorCode::Input, "the gzip file is damaged before its first event", "a complete trace");
        if (at == std::string_view::npos)
            return fail(ErrorCode::Input, "the file is empty", "Chrome-trace JSON");
        if (std::optional<Error> other = otherFormatError(head))
            return fail(std::move(*other));
        if (head[at] == '{')
            return fail(ErrorCode::Input, "it has no list \"traceEvents\"",
                        "Chrome-trace JSON: {\"traceEvents\": […]} or the bare list");
        return fail(ErrorCode::Input,
                    formatMessage("this is not JSON: it starts with {}", inQuotes(head.substr(at, 12))),
                    "Chrome-trace JSON, plain or gzip");
    }
    TraceRecording recording = scanner.finish();
    recording.damage.isGzipTruncated = isGzipTruncated;
    if (recording.eventCount == 0)
        if (std::optional<Error> other = otherFormatError(head))
            return fail(std::move(*other));
    if (recording.eventCount == 0)
        return fail(ErrorCode::Input, "the list has no trace event: none has \"ph\"",
                    "events such as {\"ph\": \"X\", \"name\": \"step\", \"ts\": 12, \"dur\": 3, \"pid\": 1, "
                    "\"tid\": 1}");
    if (recording.spans.empty())
        return fail(ErrorCode::Input,
                    recording.rejectedCount > 0
                        ? formatMessage("no event is usable: {} without a usable time or duration",
                                        countWithNoun(static_cast<long>(recording.rejectedCount), "event"))
                        : formatMessage("it has {}, none with a duration",
                                        countWithNoun(static_cast<long>(recording.eventCount), "event")),
                    "complete events (\"ph\": \"X\") with \"ts\" and a \"dur\" of 0 or more");
    return recording;
}

tl::unexpected<Error> tooManySpansError(std::size_t maximumSpans)
{
    return fail(ErrorCode::Input, formatMessage("the trace has more than {} spans", maximumSpans),
                "a profile of fewer steps");
}

/// Scans a text in windows; `next` fills a buffer and returns the number of bytes read, 0 at the end.
Result<TraceRecording> scanWindows(const TraceReadOptions& options,
                                   const std::function<Result<std::size_t>(char*, std::size_t)>& next,
                                   bool& isGzipTruncated)
{
    TraceScanner scanner(options.threads, options.stop);
    Buffer buffer(options.windowBytes);
    std::string head;
    std::size_t buffered = 0;
    for (bool ended = false; !ended;) {
        if (buffered == buffer.size) {  // the head is larger than a window
            if (buffer.size >= options.wholeTextLimit)
                return fail(ErrorCode::Input,
                            formatMessage("there is no list \"traceEvents\" in the first {} bytes", buffer.size),
                            "Chrome-trace JSON");
            Buffer larger(buffer.size * 2);
            std::memcpy(larger.bytes.get(), buffer.bytes.get(), buffered);
            buffer = std::move(larger);
        }
        while (buffered < buffer.size && !ended) {
            TRY(const std::size_t bytesRead, next(buffer.bytes.get() + buffered, buffer.size - buffered));
            ended = bytesRead == 0;
            buffered += bytesRead;
        }
        if (head.empty())
            head.assign(buffer.bytes.get(), std::min<std::size_t>(buffered, 1u << 16));
        const std::size_t consumed = scanner.scanWindow(buffer.text(buffered), ended);
        buffered -= consumed;
        std::memmove(buffer.bytes.get(), buffer.bytes.get() + consumed, buffered);
        if (options.stop.stop_requested())
            break;
        if (scanner.spanCount() > options.maximumSpans)
            return tooManySpansError(options.maximumSpans);
    }
    return finishScan(scanner, options, head, isGzipTruncated);
}

/// Unpacks with zlib, piece by piece: for files too large for memory, and for damaged ones (everything before the
/// damage is kept).
Result<TraceRecording> readGzipInWindows(int fd, std::size_t fileBytes, const TraceReadOptions& options)
{
    if (lseek(fd, 0, SEEK_SET) < 0)
        return unreadableFileError(errno);
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return fail(ErrorCode::Environment, "not enough memory to unpack it");
    const std::unique_ptr<z_stream, int (*)(z_stream*)> cleanup(&stream, inflateEnd);
    std::vector<char> input(1 << 18);
    std::size_t totalRead = 0;
    bool isGzipTruncated = false, isFinished = false;
    const auto next = [&](char* target, std::size_t capacity) -> Result<std::size_t> {
        stream.next_out = reinterpret_cast<Bytef*>(target);
        stream.avail_out = static_cast<uInt>(std::min<std::size_t>(capacity, 8u << 20));
        const std::size_t requested = stream.avail_out;
        while (!isFinished && stream.avail_out > 0) {
            if (stream.avail_in == 0) {
                const std::ptrdiff_t bytesRead = readUpTo(fd, input.data(), input.size());
                if (bytesRead < 0)
                    return unreadableFileError(static_cast<int>(-bytesRead));
                if (bytesRead == 0) {
                    isGzipTruncated = isFinished = true;
                    break;
                }
                totalRead += static_cast<std::size_t>(bytesRead);
                stream.next_in = reinterpret_cast<Bytef*>(input.data());
                stream.avail_in = static_cast<uInt>(bytesRead);
            }
            const int status = inflate(&stream, Z_NO_FLUSH);
            if (status == Z_STREAM_END) {  // another gzip member may follow
                if (stream.avail_in == 0 && totalRead >= fileBytes)
                    isFinished = true;
                else if (inflateReset(&stream) != Z_OK)
                    isFinished = isGzipTruncated = true;
            } else if (status != Z_OK && status != Z_BUF_ERROR) {
                isFinished = isGzipTruncated = true;
            }
        }
        if (options.progress)
            options.progress(fileBytes > 0 ? double(totalRead) / double(fileBytes) : 1.0);
        return requested - stream.avail_out;
    };
    return scanWindows(options, next, isGzipTruncated);
}

Result<TraceRecording> readGzip(int fd, std::size_t fileBytes, const TraceReadOptions& options)
{
    if (fileBytes > options.wholeTextLimit)
        return readGzipInWindows(fd, fileBytes, options);
    Buffer packed(fileBytes);
    const std::ptrdiff_t bytesRead = readUpTo(fd, packed.bytes.get(), fileBytes);
    if (bytesRead < 0)
        return unreadableFileError(static_cast<int>(-bytesRead));
    fileBytes = static_cast<std::size_t>(bytesRead);
    if (fileBytes < 18)
        return readGzipInWindows(fd, fileBytes, options);
    // The last four bytes are the unpacked length of the last member; deflate compresses at most 1032 to 1.
    std::uint32_t length = 0;
    std::memcpy(&length, packed.bytes.get() + fileBytes - 4, 4);
    if (length > options.wholeTextLimit || length / 1032 > fileBytes)
        return readGzipInWindows(fd, fileBytes, options);
    Buffer text(length);
    const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> inflater(
        libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
    std::size_t used = 0, unpackedBytes = 0;
    if (!inflater ||
        libdeflate_gzip_decompress_ex(inflater.get(), packed.bytes.get(), fileBytes, text.bytes.get(), length, &used,
                                      &unpackedBytes) != LIBDEFLATE_SUCCESS ||
        used != fileBytes)
        return readGzipInWindows(fd, fileBytes, options);  // several members, or damage
    if (options.progress)
        options.progress(0.5);
    return scanTrace(text.text(unpackedBytes), options);
}

Result<TraceRecording> readOpenFile(const fs::path& file, int fd, std::size_t fileBytes,
                                    const TraceReadOptions& options)
{
    char head[64] = {};
    const std::ptrdiff_t bytesRead = readUpTo(fd, head, sizeof head);
    if (bytesRead < 0 || lseek(fd, 0, SEEK_SET) < 0)
        return unreadableFileError(bytesRead < 0 ? static_cast<int>(-bytesRead) : errno);
    const std::string_view start(head, static_cast<std::size_t>(bytesRead));
    if (auto formatError = unsupportedFormatError(file, start))
        return std::move(*formatError);
    if (start.starts_with("\x1f\x8b"))
        return readGzip(fd, fileBytes, options);
    if (fileBytes <= options.wholeTextLimit) {
        Buffer text(fileBytes);
        const std::ptrdiff_t length = readUpTo(fd, text.bytes.get(), fileBytes);
        if (length < 0)
            return unreadableFileError(static_cast<int>(-length));
        std::memset(text.bytes.get() + length, 0, scanPadding);
        return scanTrace(text.text(static_cast<std::size_t>(length)), options);
    }
    std::size_t totalRead = 0;
    bool isGzipTruncated = false;
    return scanWindows(
        options,
        [&](char* target, std::size_t capacity) -> Result<std::size_t> {
            const std::ptrdiff_t chunkBytes = readUpTo(fd, target, capacity);
            if (chunkBytes < 0)
                return unreadableFileError(static_cast<int>(-chunkBytes));
            totalRead += static_cast<std::size_t>(chunkBytes);
            if (options.progress)
                options.progress(double(totalRead) / double(fileBytes));
            return static_cast<std::size_t>(chunkBytes);
        },
        isGzipTruncated);
}

}  // namespace

Result<TraceRecording> scanTrace(std::string_view text, const TraceReadOptions& options)
{
    TraceScanner scanner(options.threads, options.stop);
    scanner.scanWindow(text, true);
    if (scanner.spanCount() > options.maximumSpans)
        return tooManySpansError(options.maximumSpans);
    if (options.progress)
        options.progress(1);
    return finishScan(scanner, options, text.substr(0, 256), false);
}

Result<TraceRecording> readTrace(const fs::path& file, const TraceReadOptions& options)
{
    const std::string name = sanitised(file.string());
    struct stat fileStatus {};
    Result<TraceRecording> recording = [&]() -> Result<TraceRecording> {
        if (stat(file.c_str(), &fileStatus) != 0)
            return unreadableFileError(errno);
        if (!S_ISREG(fileStatus.st_mode))  // checked before opening, because opening a pipe waits for a writer
            return notRegularFileError(fileStatus.st_mode);
        const FileDescriptor opened(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
        if (opened.get() < 0 || fstat(opened.get(), &fileStatus) != 0)
            return unreadableFileError(errno);
        if (!S_ISREG(fileStatus.st_mode))
            return notRegularFileError(fileStatus.st_mode);
        return readOpenFile(file, opened.get(), static_cast<std::size_t>(fileStatus.st_size), options);
    }();
    if (!recording)
        return fail(withFileName(std::move(recording.error()), name));
    return recording;
}

}  // namespace scalewright
