#include "core/output/report/archive.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::size_t block = 512;

// Where the fields of a ustar header lie.
struct FieldAt {
    std::size_t at, size;
};
constexpr FieldAt nameAt{0, 100}, modeAt{100, 8}, uidAt{108, 8}, gidAt{116, 8}, sizeAt{124, 12}, timeAt{136, 12},
    sumAt{148, 8}, typeAt{156, 1}, magicAt{257, 8}, prefixAt{345, 155};

void put(std::string& header, FieldAt field, std::string_view text)
{
    header.replace(field.at, std::min(text.size(), field.size), text.substr(0, field.size));
}

unsigned sumOf(std::string_view header)
{
    unsigned sum = 0;
    for (std::size_t i = 0; i < block; ++i)
        sum += i >= sumAt.at && i < sumAt.at + sumAt.size ? ' ' : static_cast<unsigned char>(header[i]);
    return sum;
}

std::string headerOf(const std::string& name, std::size_t size, bool folder)
{
    std::string header(block, '\0');
    put(header, nameAt, name);
    put(header, modeAt, folder ? "0000755" : "0000644");
    put(header, uidAt, "0000000");
    put(header, gidAt, "0000000");
    put(header, sizeAt, fmt::format("{:011o}", size));
    put(header, timeAt, "00000000000");
    put(header, typeAt, folder ? "5" : "0");
    put(header, magicAt,
        std::string_view("ustar\0"
                         "00",
                         8));
    put(header, sumAt, std::string_view(fmt::format("{:06o}", sumOf(header)) + '\0' + ' '));
    return header;
}

std::string textOf(std::string_view header, FieldAt field)
{
    const std::string_view text = header.substr(field.at, field.size);
    return std::string(text.substr(0, text.find('\0')));
}

std::optional<std::size_t> octal(std::string_view header, FieldAt field)
{
    std::size_t value = 0;
    bool any = false;
    for (const char c : textOf(header, field)) {
        if (c == ' ')
            continue;
        if (c < '0' || c > '7')
            return std::nullopt;
        value = value * 8 + std::size_t(c - '0');
        any = true;
    }
    return any ? std::optional(value) : std::nullopt;
}

tl::unexpected<Error> refused(std::string what)
{
    return fail(ErrorCode::Input, std::move(what), "an archive that scalewright-cli report wrote");
}

Result<std::string> inflated(std::string_view bytes, std::size_t most)
{
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return fail(ErrorCode::Environment, "cannot be unpacked: no memory", "memory");
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    std::array<char, 1u << 16> piece;
    int state = Z_OK;
    while (state == Z_OK && text.size() <= most) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(piece.data(), piece.size() - stream.avail_out);
        if (state == Z_BUF_ERROR)
            break;
    }
    const bool rest = stream.avail_in > 0;
    inflateEnd(&stream);
    if (text.size() > most)
        return refused(say("holds more than {} MB", most >> 20));
    if (state != Z_STREAM_END || rest)
        return refused(text.empty() ? "is no gzip file" : "is damaged or cut short");
    return text;
}

std::optional<std::string> unsafe(const std::string& path)
{
    if (path.starts_with('/') || path.find('\\') != std::string::npos || path.find(':') != std::string::npos)
        return say("{} is no path within the archive", inQuotes(path));
    for (std::size_t from = 0; from <= path.size();) {
        const std::size_t end = std::min(path.find('/', from), path.size());
        if (path.substr(from, end - from) == "..")
            return say("{} leads out of the archive", inQuotes(path));
        from = end + 1;
    }
    for (const char c : path)
        if (static_cast<unsigned char>(c) < ' ')
            return say("{} is no name of a file", inQuotes(path));
    return std::nullopt;
}

std::string shortened(std::string path)
{
    while (path.starts_with("./"))
        path.erase(0, 2);
    return path;
}

/// "report/README.md" -> "README.md", where all lie in one folder.
void leaveFolder(std::vector<ArchivedFile>& files)
{
    if (files.empty())
        return;
    const std::string folder = files.front().name.substr(0, files.front().name.find('/') + 1);
    const auto within = [&](const ArchivedFile& file) { return file.name.starts_with(folder); };
    if (!folder.empty() && std::all_of(files.begin(), files.end(), within))
        for (ArchivedFile& file : files)
            file.name.erase(0, folder.size());
}

}  // namespace

std::string packed(const std::string& folder, const std::vector<ArchivedFile>& files)
{
    std::string tar = headerOf(folder + '/', 0, true);
    for (const ArchivedFile& file : files) {
        tar += headerOf(folder + '/' + file.name, file.content.size(), false) + file.content;
        tar.append((block - file.content.size() % block) % block, '\0');
    }
    tar.append(2 * block, '\0');

    z_stream stream{};
    deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    std::string bytes(deflateBound(&stream, static_cast<uLong>(tar.size())), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(tar.data());
    stream.avail_in = static_cast<uInt>(tar.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    deflate(&stream, Z_FINISH);
    bytes.resize(stream.total_out);
    deflateEnd(&stream);
    return bytes;
}

Result<std::vector<ArchivedFile>> unpacked(std::string_view bytes, const ArchiveLimits& limits)
{
    const Result<std::string> tar = inflated(bytes, limits.bytes);
    if (!tar)
        return fail(tar.error());
    std::vector<ArchivedFile> files;
    std::set<std::string> names;
    for (std::size_t at = 0;;) {
        if (at + block > tar->size())
            return refused("is damaged or cut short");
        const std::string_view header = std::string_view(*tar).substr(at, block);
        if (header.find_first_not_of('\0') == std::string_view::npos)
            break;
        const std::optional<std::size_t> size = octal(header, sizeAt), sum = octal(header, sumAt);
        if (!size || !sum || *sum != sumOf(header) || *size > tar->size() - at - block)
            return refused("is damaged or cut short");
        std::string path = textOf(header, nameAt);
        if (header.substr(magicAt.at, 6) == std::string_view("ustar\0", 6))
            if (const std::string prefix = textOf(header, prefixAt); !prefix.empty())
                path = prefix + '/' + path;
        const char type = header[typeAt.at];
        const std::string content = tar->substr(at + block, *size);
        at += block + (*size + block - 1) / block * block;
        if (type == 'x' || type == 'g')  // dates and owners, as other programs pack them
            continue;
        if (type != '0' && type != '\0' && type != '5')
            return refused(say("{} is a link or a device", inQuotes(path)));
        if (const std::optional<std::string> wrong = unsafe(path))
            return refused(*wrong);
        if (type == '5')
            continue;
        path = shortened(std::move(path));
        if (path.empty() || path.ends_with('/'))
            return refused("holds a file without a name");
        if (!names.insert(path).second)
            return refused(say("holds {} twice", inQuotes(path)));
        if (names.size() > limits.files)
            return refused(say("holds more than {} files", limits.files));
        files.push_back({std::move(path), content});
    }
    leaveFolder(files);
    return files;
}

}  // namespace scalewright
