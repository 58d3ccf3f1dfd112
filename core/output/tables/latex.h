// Text for LaTeX sources.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace scalewright {

/// `text` with LaTeX's special characters escaped, and Greek letters and comparisons as their commands: it is typeset
/// as it stands.
[[nodiscard]] std::string latexText(std::string_view text);

/// `text` as pdflatex can set it in the default encoding: controls and letters beyond Latin-1 that latexText does not
/// know become "?".
[[nodiscard]] std::string typesettable(std::string_view text);

/// The letters of a LaTeX document that pdflatex cannot set in the default encoding, as code points. XeLaTeX and
/// LuaLaTeX set them where the font has them.
[[nodiscard]] std::set<char32_t> lettersBeyondPdflatex(std::string_view latex);

}  // namespace scalewright
