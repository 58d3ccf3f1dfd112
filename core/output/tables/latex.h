// SPDX-License-Identifier: GPL-3.0-or-later
// Text for LaTeX sources.
#pragma once

#include <set>
#include <string>
#include <string_view>

namespace scalewright {

/// `text` with LaTeX's special characters escaped and Greek letters and comparisons as commands, so that it is typeset
/// unchanged.
[[nodiscard]] std::string latexText(std::string_view text);

/// `text` restricted to what pdflatex can typeset in the default encoding: control characters, and letters beyond
/// Latin-1 that latexText cannot translate, become "?".
[[nodiscard]] std::string toPdflatexText(std::string_view text);

/// The letters in a LaTeX document that pdflatex cannot typeset in the default encoding, as code points. XeLaTeX and
/// LuaLaTeX can typeset them if the font has them.
[[nodiscard]] std::set<char32_t> lettersUnsupportedByPdflatex(std::string_view latex);

}  // namespace scalewright
