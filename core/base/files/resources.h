// Where the data files are: examples, catalogue.
//
// Searched in this order: $SCALEWRIGHT_RESOURCES, ../share/scalewright beside the running program's folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error/result.h"

namespace scalewright {

/// A file or folder of the resources, e.g. "examples/output-41.4.1.scalewright".
/// Error (Environment): not found, naming the places that were searched.
[[nodiscard]] Result<std::filesystem::path> resourcePath(const std::string& relative);

/// A file's bytes. Error (Environment): cannot be read.
[[nodiscard]] Result<std::string> readText(const std::filesystem::path& path);

/// A resource as `parse(std::string_view)` reads it. Errors: of both above, and of `parse`, with the file's name.
template <class Parse>
[[nodiscard]] auto parseResource(const std::string& relative, Parse parse) -> decltype(parse(std::string_view()))
{
    const Result<std::filesystem::path> path = resourcePath(relative);
    if (!path)
        return fail(path.error());
    const Result<std::string> text = readText(*path);
    if (!text)
        return fail(text.error());
    auto parsed = parse(std::string_view(*text));
    if (!parsed)
        return fail(inFile(std::move(parsed).error(), path->string()));
    return parsed;
}

}  // namespace scalewright
