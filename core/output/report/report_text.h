// SPDX-License-Identifier: GPL-3.0-or-later
// The user's own texts (core/project/document/report_texts.h) for the report's three output formats. They are
// CommonMark, made safe: other markup is shown as text, images become their alternative text, links are limited to
// http, https and mail, and headings rank below the report's own.
#pragma once

#include <string>

namespace scalewright {

[[nodiscard]] std::string reportTextMarkdown(const std::string& words);
[[nodiscard]] std::string reportTextHtml(const std::string& words);
[[nodiscard]] std::string reportTextLatex(const std::string& words);

/// Text escaped for pdflatex, with line breaks allowed in long words.
[[nodiscard]] std::string breakableLatexText(const std::string& text);

}  // namespace scalewright
