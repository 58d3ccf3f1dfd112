// SPDX-License-Identifier: GPL-3.0-or-later
// Finds the data files: examples and catalogue.
//
// Search order: $SCALEWRIGHT_RESOURCES, then ../share/scalewright relative to the folder of the running program.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error/result.h"
#include "core/base/error/try.h"

namespace scalewright {

/// A resource file or folder, e.g. "examples/output-41.4.1.scalewright". Error (Environment): not found; lists the
/// places that were searched.
[[nodiscard]] Result<std::filesystem::path> resourcePath(const std::string& relative);

/// A file's bytes. Error (Environment): cannot be read.
[[nodiscard]] Result<std::string> readText(const std::filesystem::path& path);

/// A resource parsed by `parse(std::string_view)`. Errors: those of resourcePath, readText and `parse`, with the file
/// name.
template <class Parse>
[[nodiscard]] auto parseResource(const std::string& relative, Parse parse) -> decltype(parse(std::string_view()))
{
    TRY(const std::filesystem::path path, resourcePath(relative));
    TRY(const std::string text, readText(path));
    auto parsed = parse(std::string_view(text));
    if (!parsed)
        return fail(withFileName(std::move(parsed).error(), path.string()));
    return parsed;
}

}  // namespace scalewright
