// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/encoding.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/text/quote.h"
#include "core/evidence/import/foreign_formats.h"
#include "core/evidence/import/line_prefix.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

void appendUtf8(std::string& text, std::uint32_t point)
{
    const auto byte = [](std::uint32_t bits) { return static_cast<char>(static_cast<unsigned char>(bits)); };
    if (point < 0x80) {
        text += byte(point);
    } else if (point < 0x800) {
        text += byte(0xC0u | (point >> 6));
        text += byte(0x80u | (point & 0x3Fu));
    } else if (point < 0x10000) {
        text += byte(0xE0u | (point >> 12));
        text += byte(0x80u | ((point >> 6) & 0x3Fu));
        text += byte(0x80u | (point & 0x3Fu));
    } else {
        text += byte(0xF0u | (point >> 18));
        text += byte(0x80u | ((point >> 12) & 0x3Fu));
        text += byte(0x80u | ((point >> 6) & 0x3Fu));
        text += byte(0x80u | (point & 0x3Fu));
    }
}

std::string fromUtf16(std::string_view bytes, bool bigEndian)
{
    constexpr std::uint32_t replacement = 0xFFFD;
    const auto unit = [&](std::size_t at) {
        const std::uint32_t first = static_cast<unsigned char>(bytes[at]),
                            second = static_cast<unsigned char>(bytes[at + 1]);
        return bigEndian ? first << 8 | second : second << 8 | first;
    };
    std::string text;
    text.reserve(bytes.size() / 2);
    std::size_t at = 0;
    for (; at + 1 < bytes.size(); at += 2) {
        const std::uint32_t high = unit(at);
        if (high < 0xD800 || high > 0xDFFF) {
            appendUtf8(text, high);
            continue;
        }
        const std::uint32_t low = high < 0xDC00 && at + 3 < bytes.size() ? unit(at + 2) : 0;
        const bool pair = low >= 0xDC00 && low <= 0xDFFF;
        appendUtf8(text, pair ? 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00) : replacement);
        if (pair)
            at += 2;
    }
    if (at < bytes.size())
        appendUtf8(text, replacement);
    return text;
}

/// True if there are more invalid UTF-8 bytes than multi-byte characters. Never true for text that contains zero bytes.
bool isSingleByteEncoded(std::string_view text)
{
    std::size_t invalidBytes = 0, multiByteCharacters = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] > 0 && static_cast<unsigned char>(text[at]) < 0x80) {
            ++at;
            continue;
        }
        const std::size_t length = utf8Length(text, at);
        invalidBytes += length == 0 ? 1 : 0;
        multiByteCharacters += length > 1 ? 1 : 0;
        if (text[at] == '\0')
            return false;
        at += std::max<std::size_t>(length, 1);
    }
    return invalidBytes > multiByteCharacters;
}

std::string fromWindows1252(std::string_view bytes)
{
    // 0x80 to 0x9F, https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/WINDOWS/CP1252.TXT; the rest is Latin-1.
    constexpr std::array<std::uint32_t, 32> highCodePoints{
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
    std::string text;
    text.reserve(bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        appendUtf8(text, byte >= 0x80 && byte < 0xA0 ? highCodePoints.at(byte - 0x80u) : byte);
    }
    return text;
}

/// The benchmark that writes such a line.
const char* benchmarkOfLine(std::string_view line)
{
    if (line.find("---- Performance of ") != std::string_view::npos ||
        (line.find("verage bandwidth of ") != std::string_view::npos && line.find(" ranks") != std::string_view::npos))
        return "a torch benchmark";
    if (line.find("COMMS-RES") != std::string_view::npos)
        return "PARAM's comms.py";
    if (isPerftestTitle(line))
        return "perftest";
    if (line.starts_with("Collective:") && splitWords(line).size() == 2)
        return "ucc_perftest";
    if (line.find("p50 (us)") != std::string_view::npos && line.find("avg (GB/s)") != std::string_view::npos)
        return "gloo's benchmark";
    if (line.find("Comm. Op") != std::string_view::npos && line.find("Message Size") != std::string_view::npos)
        return "DeepSpeed's communication logger";
    if (const std::size_t mark = line.find('#'); mark != std::string_view::npos) {
        const std::string_view comment = line.substr(std::min(line.find_first_not_of("# \t", mark), line.size()));
        if (comment.starts_with("OSU ") && comment.find(" Test") != std::string_view::npos)
            return "OSU micro-benchmarks";
        if (comment.starts_with("Intel(R) MPI Benchmark") ||
            comment.starts_with("Intel (R) MPI Benchmark"))  // "Intel (R)" up to 2018, "Benchmark Suite" before 4.0
            return "Intel MPI Benchmarks";
        if (comment.starts_with("nccl-tests ") || comment.starts_with("nThread ") ||
            comment.starts_with("out-of-place "))
            return "nccl-tests";
        return nullptr;
    }
    // Rows without a header: size, count, type, operation.
    const std::vector<std::string_view> words = splitWords(line);
    constexpr std::array<std::string_view, 12> types{"float", "double", "half",  "bfloat16", "int8",     "uint8",
                                                     "int32", "uint32", "int64", "uint64",   "fp8_e4m3", "fp8_e5m2"};
    constexpr std::array<std::string_view, 6> operations{"sum", "prod", "max", "min", "avg", "none"};
    for (std::size_t i = 2; i + 1 < words.size() && i < 5; ++i)
        if (isAmong(types, words[i]) && isAmong(operations, words[i + 1]))
            return "nccl-tests";
    return nullptr;
}

}  // namespace

static Result<DecodedText> decodeBytes(std::string text)
{
    const std::string_view bytes = text;
    using namespace std::string_view_literals;
    if (std::optional<Error> binary = binaryFormatError(bytes))
        return fail(std::move(*binary));
    if (bytes.starts_with("\xEF\xBB\xBF"sv))
        return DecodedText{text.substr(3)};
    if (bytes.starts_with("\xFF\xFE\0\0"sv) || bytes.starts_with("\0\0\xFE\xFF"sv))
        return fail(ErrorCode::Input, "is written in UTF-32", "UTF-8 (or UTF-16)");
    if (bytes.starts_with("\xFF\xFE"sv) || bytes.starts_with("\xFE\xFF"sv))
        return DecodedText{fromUtf16(bytes.substr(2), bytes.starts_with("\xFE\xFF"sv))};
    const auto ascii = [&](std::size_t at) { return at < bytes.size() && bytes[at] > 0; };
    const auto zero = [&](std::size_t at) { return at < bytes.size() && bytes[at] == 0; };
    if (ascii(0) && zero(1) && ascii(2) && zero(3))
        return DecodedText{fromUtf16(bytes, false)};
    if (zero(0) && ascii(1) && zero(2) && ascii(3))
        return DecodedText{fromUtf16(bytes, true)};
    const bool isSingleByte = isSingleByteEncoded(bytes);
    return DecodedText{isSingleByte ? fromWindows1252(bytes) : std::move(text), isSingleByte};
}

Result<DecodedText> decodeText(std::string bytes)
{
    Result<DecodedText> decoded = decodeBytes(std::move(bytes));
    if (decoded)
        decoded->text = withoutLinePrefixes(withoutTerminalCodes(std::move(decoded->text)));
    return decoded;
}

Result<std::string> toUtf8(std::string bytes)
{
    return decodeText(std::move(bytes)).map([](DecodedText&& read) { return std::move(read.text); });
}

static const char* benchmarkOfText(std::string_view text)
{
    constexpr std::size_t maximumBytes = 128u << 10, maximumLines = 1000, maximumLength = 512;
    std::vector<std::string_view> lines = splitLines(text.substr(0, maximumBytes));
    lines.resize(std::min(lines.size(), maximumLines));
    bool osu = false;  // an OSU program was named; its tables may not name it
    for (const std::string_view line : lines) {
        if (const char* name = benchmarkOfLine(line.substr(0, maximumLength)))
            return name;
        if (trimmed(line).starts_with("#bytes #repetitions"))  // a block without the banner
            return "Intel MPI Benchmarks";
        osu = osu || line.find("osu_") != std::string_view::npos;
        if (osu && line.starts_with("# Size"))
            return "OSU micro-benchmarks";
    }
    return nullptr;
}

bool isPerftestTitle(std::string_view line)
{
    const std::string_view title = trimmed(line);
    return (title.ends_with(" BW Test") || title.ends_with(" Latency Test")) &&
           (title.starts_with("RDMA_") || title.starts_with("Send ") || title.starts_with("Atomic "));
}

bool isBenchmarkLog(std::string_view text)
{
    return benchmarkOfText(text) != nullptr;
}

std::optional<Error> benchmarkLogError(std::string_view text)
{
    const char* name = benchmarkOfText(text);
    if (name == nullptr)
        return std::nullopt;
    return Error{ErrorCode::Input,
                 {{formatMessage("is a log of {}: timings by message size, not a ladder", std::string(name)),
                   "a table of p and time for a ladder; fit-comm reads such logs",
                   {}}}};
}

}  // namespace scalewright
