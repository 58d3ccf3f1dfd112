// Text for LaTeX sources.
#pragma once

#include <string>
#include <string_view>

namespace scalewright {

/// `text` with LaTeX's special characters escaped, and Greek letters and comparisons as their commands: it is typeset
/// as it stands.
[[nodiscard]] std::string latexText(std::string_view text);

/// `text` as pdflatex can set it in the default encoding: controls and letters beyond Latin-1 that latexText does not
/// know become "?".
[[nodiscard]] std::string typesettable(std::string_view text);

}  // namespace scalewright
