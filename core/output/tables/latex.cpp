// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/tables/latex.h"

#include <algorithm>
#include <array>

#include "core/base/text/quote.h"

namespace scalewright {

namespace {

struct LatexSymbol {
    std::string_view text;
    std::string_view latex;  ///< within \ensuremath{} if it starts with a backslash, a caret or an underscore
};

// Symbols that pdflatex does not accept as text in its default encodings, or that need additional packages.
constexpr std::array latexSymbols{
    LatexSymbol{"α", "\\alpha"},
    LatexSymbol{"β", "\\beta"},
    LatexSymbol{"γ", "\\gamma"},
    LatexSymbol{"δ", "\\delta"},
    LatexSymbol{"ε", "\\varepsilon"},
    LatexSymbol{"ζ", "\\zeta"},
    LatexSymbol{"η", "\\eta"},
    LatexSymbol{"θ", "\\theta"},
    LatexSymbol{"ι", "\\iota"},
    LatexSymbol{"κ", "\\kappa"},
    LatexSymbol{"λ", "\\lambda"},
    LatexSymbol{"μ", "\\mu"},
    LatexSymbol{"µ", "\\mu"},
    LatexSymbol{"ν", "\\nu"},
    LatexSymbol{"ξ", "\\xi"},
    LatexSymbol{"π", "\\pi"},
    LatexSymbol{"ρ", "\\rho"},
    LatexSymbol{"σ", "\\sigma"},
    LatexSymbol{"τ", "\\tau"},
    LatexSymbol{"φ", "\\varphi"},
    LatexSymbol{"χ", "\\chi"},
    LatexSymbol{"ψ", "\\psi"},
    LatexSymbol{"ω", "\\omega"},
    LatexSymbol{"Γ", "\\Gamma"},
    LatexSymbol{"Δ", "\\Delta"},
    LatexSymbol{"Θ", "\\Theta"},
    LatexSymbol{"Λ", "\\Lambda"},
    LatexSymbol{"Π", "\\Pi"},
    LatexSymbol{"Σ", "\\Sigma"},
    LatexSymbol{"Φ", "\\Phi"},
    LatexSymbol{"Ψ", "\\Psi"},
    LatexSymbol{"Ω", "\\Omega"},
    LatexSymbol{"≤", "\\leq"},
    LatexSymbol{"≥", "\\geq"},
    LatexSymbol{"≠", "\\neq"},
    LatexSymbol{"≈", "\\approx"},
    LatexSymbol{"≪", "\\ll"},
    LatexSymbol{"≫", "\\gg"},
    LatexSymbol{"→", "\\rightarrow"},
    LatexSymbol{"←", "\\leftarrow"},
    LatexSymbol{"↑", "\\uparrow"},
    LatexSymbol{"↔", "\\leftrightarrow"},
    LatexSymbol{"×", "\\times"},
    LatexSymbol{"·", "\\cdot"},
    LatexSymbol{"÷", "\\div"},
    LatexSymbol{"±", "\\pm"},
    LatexSymbol{"−", "\\relax-"},
    LatexSymbol{"∞", "\\infty"},
    LatexSymbol{"√", "\\surd"},
    LatexSymbol{"∑", "\\sum"},
    LatexSymbol{"∏", "\\prod"},
    LatexSymbol{"∈", "\\in"},
    LatexSymbol{"∝", "\\propto"},
    LatexSymbol{"⌈", "\\lceil"},
    LatexSymbol{"⌉", "\\rceil"},
    LatexSymbol{"⌊", "\\lfloor"},
    LatexSymbol{"⌋", "\\rfloor"},
    LatexSymbol{"°", "^\\circ"},
    LatexSymbol{"⁻", "^{-}"},
    LatexSymbol{"⁰", "^0"},
    LatexSymbol{"¹", "^1"},
    LatexSymbol{"²", "^2"},
    LatexSymbol{"³", "^3"},
    LatexSymbol{"⁴", "^4"},
    LatexSymbol{"⁵", "^5"},
    LatexSymbol{"⁶", "^6"},
    LatexSymbol{"⁷", "^7"},
    LatexSymbol{"⁸", "^8"},
    LatexSymbol{"⁹", "^9"},
    LatexSymbol{"₀", "_0"},
    LatexSymbol{"₁", "_1"},
    LatexSymbol{"₂", "_2"},
    LatexSymbol{"₃", "_3"},
    LatexSymbol{"₄", "_4"},
    LatexSymbol{"₅", "_5"},
    LatexSymbol{"₆", "_6"},
    LatexSymbol{"₇", "_7"},
    LatexSymbol{"₈", "_8"},
    LatexSymbol{"₉", "_9"},
    LatexSymbol{"½", "\\frac12"},
    LatexSymbol{"¼", "\\frac14"},
    LatexSymbol{"¾", "\\frac34"},
    LatexSymbol{"•", "\\bullet"},
    LatexSymbol{"–", "--"},
    LatexSymbol{"—", "---"},
    LatexSymbol{"‑", "-"},
    LatexSymbol{"…", "..."},
    LatexSymbol{"‘", "`"},
    LatexSymbol{"’", "'"},
    LatexSymbol{"“", "``"},
    LatexSymbol{"”", "''"},
    LatexSymbol{"\u00A0", "~"},
    LatexSymbol{"\u202F", "~"},
    LatexSymbol{"\u2009", "~"},
    LatexSymbol{"\u200B", ""},
    LatexSymbol{"£", "{\\pounds}"},
    LatexSymbol{"€", "{EUR}"},
    LatexSymbol{"\uFFFD", "?"},
};

/// À to ÿ, except Ð ð Þ þ, which the default encoding lacks.
bool isPlainLatinLetter(std::string_view letter)
{
    const auto second = static_cast<unsigned char>(letter.back());
    return letter.size() == 2 && letter.front() == '\xC3' && second != 0x90 && second != 0xB0 && second != 0x9E &&
           second != 0xBE;
}

char32_t toCodePoint(std::string_view letter)
{
    const auto first = static_cast<unsigned char>(letter.front());
    char32_t point = first & (0xFFu >> (letter.size() + 1));
    for (const char c : letter.substr(1))
        point = point << 6 | (static_cast<unsigned char>(c) & 0x3Fu);
    return point;
}

}  // namespace

std::string latexText(std::string_view text)
{
    std::string escaped;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool ascii = static_cast<unsigned char>(text[i]) < 0x80;  // no symbol begins with such a byte
        const auto symbol =
            ascii ? latexSymbols.end() : std::ranges::find_if(latexSymbols, [&](const LatexSymbol& each) {
                return text.substr(i).starts_with(each.text);
            });
        if (symbol != latexSymbols.end()) {
            const bool math =
                symbol->latex.starts_with('\\') || symbol->latex.starts_with('^') || symbol->latex.starts_with('_');
            escaped.append(math ? "\\ensuremath{" : "").append(symbol->latex).append(math ? "}" : "");
            i += symbol->text.size() - 1;
            continue;
        }
        const char c = text[i];
        switch (c) {  // characters missing from the default encoding's sans-serif font are set in math mode
        case '\\': escaped += "\\ensuremath{\\backslash}"; break;
        case '~': escaped += "\\textasciitilde{}"; break;
        case '^': escaped += "\\textasciicircum{}"; break;
        case '<': escaped += "\\ensuremath{<}"; break;
        case '>': escaped += "\\ensuremath{>}"; break;
        case '|': escaped += "\\ensuremath{|}"; break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_': escaped.append(1, '\\').append(1, c); break;
        case '{':
        case '}': escaped.append("\\ensuremath{\\").append(1, c).append("}"); break;
        case '"': escaped += "''"; break;
        case '-':  // two hyphens would become a dash
            escaped += i > 0 && text[i - 1] == '-' ? "{}-" : "-";
            break;
        default: escaped += c;
        }
    }
    return escaped;
}

std::string toPdflatexText(std::string_view text)
{
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8Length(text, i);
        const std::string_view letter = text.substr(i, std::max<std::size_t>(length, 1));
        const auto isLetter = [&](const LatexSymbol& each) { return each.text == letter; };
        const bool isPrintableAscii =
            length == 1 && (letter.front() == '\n' || (letter.front() >= ' ' && letter.front() != '\x7f'));
        if (isPrintableAscii || isPlainLatinLetter(letter) || std::ranges::any_of(latexSymbols, isLetter))
            result += letter;
        else
            result += letter == "\t" ? " " : "?";
        i += letter.size();
    }
    return result;
}

std::set<char32_t> lettersUnsupportedByPdflatex(std::string_view latex)
{
    std::set<char32_t> letters;
    for (std::size_t i = 0; i < latex.size();) {
        const std::size_t length = std::max<std::size_t>(utf8Length(latex, i), 1);
        const std::string_view letter = latex.substr(i, length);
        if (length > 1 && !isPlainLatinLetter(letter))
            letters.insert(toCodePoint(letter));
        i += length;
    }
    return letters;
}

}  // namespace scalewright
