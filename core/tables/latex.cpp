#include "core/tables/latex.h"

#include <array>
#include <utility>

namespace scalewright {

namespace {

// What pdflatex does not know as text in its default encodings.
constexpr std::array<std::pair<std::string_view, const char*>, 13> symbols{{
    {"α", "\\alpha"}, {"β", "\\beta"}, {"γ", "\\gamma"}, {"δ", "\\delta"}, {"κ", "\\kappa"}, {"λ", "\\lambda"}, {"μ", "\\mu"},
    {"π", "\\pi"}, {"σ", "\\sigma"}, {"τ", "\\tau"}, {"≤", "\\leq"}, {"≥", "\\geq"}, {"→", "\\rightarrow"},
}};

}  // namespace

std::string latexText(std::string_view text)
{
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        bool symbol = false;
        for (const auto& [known, command] : symbols)
            if (text.substr(i).starts_with(known)) {
                escaped.append("\\ensuremath{").append(command).append("}");
                i += known.size() - 1;
                symbol = true;
            }
        if (symbol)
            continue;
        const char c = text[i];
        switch (c) {
        case '\\': escaped += "\\textbackslash{}"; break;
        case '~': escaped += "\\textasciitilde{}"; break;
        case '^': escaped += "\\textasciicircum{}"; break;
        case '<': escaped += "\\textless{}"; break;
        case '>': escaped += "\\textgreater{}"; break;
        case '|': escaped += "\\textbar{}"; break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}': escaped += '\\'; [[fallthrough]];
        default: escaped += c;
        }
    }
    return escaped;
}

}  // namespace scalewright
