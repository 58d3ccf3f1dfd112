// The user's own texts (core/project/document/report_texts.h) in the report's three forms. CommonMark, made safe: other
// markup is shown as text, images become their alternative text, links are limited to http, https and mail, and
// headings are below the report's own.
#pragma once

#include <string>

namespace scalewright {

[[nodiscard]] std::string reportTextMarkdown(const std::string& words);
[[nodiscard]] std::string reportTextHtml(const std::string& words);
[[nodiscard]] std::string reportTextLatex(const std::string& words);

/// Text escaped for pdflatex; long words may break.
[[nodiscard]] std::string breakableLatexText(const std::string& text);

}  // namespace scalewright
