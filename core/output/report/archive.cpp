// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/archive.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <zlib.h>

#include "core/base/error/try.h"
#include "core/base/ranges/ranges.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::size_t blockSize = 512;

// Offset and size of the fields in a ustar header.
struct HeaderField {
    std::size_t offset, size;
};
constexpr HeaderField nameField{0, 100}, modeField{100, 8}, uidField{108, 8}, gidField{116, 8}, sizeField{124, 12},
    timeField{136, 12}, checksumField{148, 8}, typeField{156, 1}, magicField{257, 8}, prefixField{345, 155};

void writeField(std::string& header, HeaderField field, std::string_view text)
{
    header.replace(field.offset, std::min(text.size(), field.size), text.substr(0, field.size));
}

unsigned headerChecksum(std::string_view header)
{
    unsigned sum = 0;
    for (std::size_t i = 0; i < blockSize; ++i)
        sum += i >= checksumField.offset && i < checksumField.offset + checksumField.size
                   ? ' '
                   : static_cast<unsigned char>(header[i]);
    return sum;
}

std::string makeHeader(const std::string& name, std::size_t size, bool folder)
{
    std::string header(blockSize, '\0');
    writeField(header, nameField, name);
    writeField(header, modeField, folder ? "0000755" : "0000644");
    writeField(header, uidField, "0000000");
    writeField(header, gidField, "0000000");
    writeField(header, sizeField, fmt::format("{:011o}", size));
    writeField(header, timeField, "00000000000");
    writeField(header, typeField, folder ? "5" : "0");
    writeField(header, magicField,
               std::string_view("ustar\0"
                                "00",
                                8));
    writeField(header, checksumField, std::string_view(fmt::format("{:06o}", headerChecksum(header)) + '\0' + ' '));
    return header;
}

std::string headerFieldText(std::string_view header, HeaderField field)
{
    const std::string_view text = header.substr(field.offset, field.size);
    return std::string(text.substr(0, text.find('\0')));
}

std::optional<std::size_t> readOctal(std::string_view header, HeaderField field)
{
    std::size_t value = 0;
    bool hasDigit = false;
    for (const char c : headerFieldText(header, field)) {
        if (c == ' ')
            continue;
        if (c < '0' || c > '7')
            return std::nullopt;
        value = value * 8 + std::size_t(c - '0');
        hasDigit = true;
    }
    return hasDigit ? std::optional(value) : std::nullopt;
}

tl::unexpected<Error> failArchive(std::string problem)
{
    return fail(ErrorCode::Input, std::move(problem), "an archive that scalewright-cli report wrote");
}

Result<std::string> decompress(std::string_view bytes, std::size_t maximumBytes)
{
    z_stream stream{};
    if (inflateInit2(&stream, 15 + 16) != Z_OK)
        return fail(ErrorCode::Environment, "cannot be unpacked: out of memory", "memory");
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    std::array<char, 1u << 16> piece;
    int state = Z_OK;
    while (state == Z_OK && text.size() <= maximumBytes) {
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        state = inflate(&stream, Z_NO_FLUSH);
        text.append(piece.data(), piece.size() - stream.avail_out);
        if (state == Z_BUF_ERROR)
            break;
    }
    const bool hasTrailingBytes = stream.avail_in > 0;
    inflateEnd(&stream);
    if (text.size() > maximumBytes)
        return failArchive(formatMessage("holds more than {} MB", maximumBytes >> 20));
    if (state != Z_STREAM_END || hasTrailingBytes)
        return failArchive(text.empty() ? "is not a gzip file" : "is damaged or cut short");
    return text;
}

std::optional<std::string> unsafePathReason(const std::string& path)
{
    if (path.starts_with('/') || path.find('\\') != std::string::npos || path.find(':') != std::string::npos)
        return formatMessage("{} is not a path inside the archive", inQuotes(path));
    for (std::size_t start = 0; start <= path.size();) {
        const std::size_t end = std::min(path.find('/', start), path.size());
        if (path.substr(start, end - start) == "..")
            return formatMessage("{} points outside the archive", inQuotes(path));
        start = end + 1;
    }
    for (const char c : path)
        if (static_cast<unsigned char>(c) < ' ')
            return formatMessage("{} is not a file name", inQuotes(path));
    return std::nullopt;
}

std::string removeDotPrefix(std::string path)
{
    while (path.starts_with("./"))
        path.erase(0, 2);
    return path;
}

/// The path that a pax header gives to the next file; nullopt if it gives none. Error (Input): records that change what
/// is unpacked in any other way, or that are malformed.
Result<std::optional<std::string>> readPaxPath(std::string_view records)
{
    constexpr std::array harmlessKeys{"mtime", "atime", "ctime", "comment", "uid", "gid", "uname", "gname"};
    std::optional<std::string> path;
    while (!records.empty()) {
        // "LENGTH KEY=VALUE\n", where the length counts the whole record
        const std::size_t blank = records.find(' '), equals = records.find('=');
        std::size_t length = 0;
        for (std::size_t i = 0; i < std::min<std::size_t>(blank, 9); ++i)
            length = length * 10 + std::size_t(isDigit(records[i]) ? records[i] - '0' : 0);
        if (blank == std::string_view::npos || equals == std::string_view::npos || equals < blank ||
            length <= equals + 1 || length > records.size() || records[length - 1] != '\n')
            return failArchive("has a malformed pax header");
        const std::string_view key = records.substr(blank + 1, equals - blank - 1);
        if (key == "path")
            path = std::string(records.substr(equals + 1, length - equals - 2));
        else if (!contains(harmlessKeys, key) && !key.starts_with("SCHILY.xattr.") &&
                 !key.starts_with("LIBARCHIVE.xattr."))
            return failArchive(formatMessage("has a pax header with {}", inQuotes(key)));
        records.remove_prefix(length);
    }
    return path;
}

/// "report/README.md" -> "README.md", if all files are in one folder.
void removeCommonFolder(std::vector<ArchivedFile>& files)
{
    if (files.empty())
        return;
    const std::string folder = files.front().name.substr(0, files.front().name.find('/') + 1);
    const auto isInFolder = [&](const ArchivedFile& file) { return file.name.starts_with(folder); };
    if (!folder.empty() && std::ranges::all_of(files, isInFolder))
        for (ArchivedFile& file : files)
            file.name.erase(0, folder.size());
}

}  // namespace

std::string packArchive(const std::string& folder, const std::vector<ArchivedFile>& files)
{
    std::string tar = makeHeader(folder + '/', 0, true);
    for (const ArchivedFile& file : files) {
        tar += makeHeader(folder + '/' + file.name, file.content.size(), false) + file.content;
        tar.append((blockSize - file.content.size() % blockSize) % blockSize, '\0');
    }
    tar.append(2 * blockSize, '\0');

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

Result<std::vector<ArchivedFile>> unpackArchive(std::string_view bytes, const ArchiveLimits& limits)
{
    TRY(const std::string tar, decompress(bytes, limits.maximumBytes));
    std::vector<ArchivedFile> files;
    std::set<std::string> names, folders;
    std::optional<std::string> longPath;  // of the next file
    for (std::size_t offset = 0;;) {
        if (offset + blockSize > tar.size())
            return failArchive("is damaged or cut short");
        const std::string_view header = std::string_view(tar).substr(offset, blockSize);
        if (header.find_first_not_of('\0') == std::string_view::npos) {
            if (tar.find_first_not_of('\0', offset) != std::string::npos)
                return failArchive("contains data after its end");
            break;
        }
        const std::optional<std::size_t> size = readOctal(header, sizeField), sum = readOctal(header, checksumField);
        if (!size || !sum || *sum != headerChecksum(header) || *size > tar.size() - offset - blockSize)
            return failArchive("is damaged or cut short");
        std::string path = headerFieldText(header, nameField);
        if (header.substr(magicField.offset, 6) == std::string_view("ustar\0", 6))
            if (const std::string prefix = headerFieldText(header, prefixField); !prefix.empty())
                path = fmt::format("{}/{}", prefix, path);
        const char type = header[typeField.offset];
        const std::string content = tar.substr(offset + blockSize, *size);
        offset += blockSize + (*size + blockSize - 1) / blockSize * blockSize;
        if (type == 'x' || type == 'g') {
            TRY(std::optional<std::string> paxPath, readPaxPath(content));
            if (paxPath && type == 'g')
                return failArchive("has a global pax header with \"path\"");
            if (paxPath)
                longPath = std::move(paxPath);
            continue;
        }
        if (type == 'L') {  // GNU tar
            longPath = content.substr(0, content.find('\0'));
            continue;
        }
        if (longPath)
            path = *std::exchange(longPath, std::nullopt);
        if (type != '0' && type != '\0' && type != '5')
            return failArchive(formatMessage("{} is a link or a device", inQuotes(path)));
        if (const std::optional<std::string> unsafeReason = unsafePathReason(path))
            return failArchive(*unsafeReason);
        if (type == '5') {
            folders.insert(removeDotPrefix(path.substr(0, path.find_last_not_of('/') + 1)));
            continue;
        }
        path = removeDotPrefix(std::move(path));
        if (path.empty() || path.ends_with('/'))
            return failArchive("holds a file without a name");
        if (!names.insert(path).second)
            return failArchive(formatMessage("holds {} twice", inQuotes(path)));
        if (names.size() > limits.maximumFiles)
            return failArchive(formatMessage("holds more than {} files", limits.maximumFiles));
        for (std::size_t slash = path.find('/'); slash != std::string::npos; slash = path.find('/', slash + 1))
            folders.insert(path.substr(0, slash));
        files.push_back({std::move(path), content});
    }
    for (const std::string& folder : folders)  // the later one would replace the other when unpacked
        if (names.contains(folder))
            return failArchive(formatMessage("holds {} as a file and as a folder", inQuotes(folder)));
    removeCommonFolder(files);
    return files;
}

}  // namespace scalewright
