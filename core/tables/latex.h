// Text for LaTeX sources.
#pragma once

#include <string>
#include <string_view>

namespace scalewright {

/// `text` with LaTeX's special characters escaped, and Greek letters and comparisons as their commands: it is typeset
/// as it stands.
[[nodiscard]] std::string latexText(std::string_view text);

}  // namespace scalewright
