#include "core/output/tables/latex.h"

#include <algorithm>
#include <array>

#include "core/base/text/quote.h"

namespace scalewright {

namespace {

struct Symbol {
    std::string_view text;
    std::string_view latex;  ///< within \ensuremath{} where it begins with a backslash, a caret or an underscore
};

// What pdflatex does not know as text in its default encodings, or would need further packages for.
constexpr std::array symbols{
    Symbol{"α", "\\alpha"},
    Symbol{"β", "\\beta"},
    Symbol{"γ", "\\gamma"},
    Symbol{"δ", "\\delta"},
    Symbol{"ε", "\\varepsilon"},
    Symbol{"ζ", "\\zeta"},
    Symbol{"η", "\\eta"},
    Symbol{"θ", "\\theta"},
    Symbol{"ι", "\\iota"},
    Symbol{"κ", "\\kappa"},
    Symbol{"λ", "\\lambda"},
    Symbol{"μ", "\\mu"},
    Symbol{"µ", "\\mu"},
    Symbol{"ν", "\\nu"},
    Symbol{"ξ", "\\xi"},
    Symbol{"π", "\\pi"},
    Symbol{"ρ", "\\rho"},
    Symbol{"σ", "\\sigma"},
    Symbol{"τ", "\\tau"},
    Symbol{"φ", "\\varphi"},
    Symbol{"χ", "\\chi"},
    Symbol{"ψ", "\\psi"},
    Symbol{"ω", "\\omega"},
    Symbol{"Γ", "\\Gamma"},
    Symbol{"Δ", "\\Delta"},
    Symbol{"Θ", "\\Theta"},
    Symbol{"Λ", "\\Lambda"},
    Symbol{"Π", "\\Pi"},
    Symbol{"Σ", "\\Sigma"},
    Symbol{"Φ", "\\Phi"},
    Symbol{"Ψ", "\\Psi"},
    Symbol{"Ω", "\\Omega"},
    Symbol{"≤", "\\leq"},
    Symbol{"≥", "\\geq"},
    Symbol{"≠", "\\neq"},
    Symbol{"≈", "\\approx"},
    Symbol{"≪", "\\ll"},
    Symbol{"≫", "\\gg"},
    Symbol{"→", "\\rightarrow"},
    Symbol{"←", "\\leftarrow"},
    Symbol{"↑", "\\uparrow"},
    Symbol{"↔", "\\leftrightarrow"},
    Symbol{"×", "\\times"},
    Symbol{"·", "\\cdot"},
    Symbol{"÷", "\\div"},
    Symbol{"±", "\\pm"},
    Symbol{"−", "\\relax-"},
    Symbol{"∞", "\\infty"},
    Symbol{"√", "\\surd"},
    Symbol{"∑", "\\sum"},
    Symbol{"∏", "\\prod"},
    Symbol{"∈", "\\in"},
    Symbol{"∝", "\\propto"},
    Symbol{"⌈", "\\lceil"},
    Symbol{"⌉", "\\rceil"},
    Symbol{"⌊", "\\lfloor"},
    Symbol{"⌋", "\\rfloor"},
    Symbol{"°", "^\\circ"},
    Symbol{"⁻", "^{-}"},
    Symbol{"⁰", "^0"},
    Symbol{"¹", "^1"},
    Symbol{"²", "^2"},
    Symbol{"³", "^3"},
    Symbol{"⁴", "^4"},
    Symbol{"⁵", "^5"},
    Symbol{"⁶", "^6"},
    Symbol{"⁷", "^7"},
    Symbol{"⁸", "^8"},
    Symbol{"⁹", "^9"},
    Symbol{"₀", "_0"},
    Symbol{"₁", "_1"},
    Symbol{"₂", "_2"},
    Symbol{"₃", "_3"},
    Symbol{"₄", "_4"},
    Symbol{"₅", "_5"},
    Symbol{"₆", "_6"},
    Symbol{"₇", "_7"},
    Symbol{"₈", "_8"},
    Symbol{"₉", "_9"},
    Symbol{"½", "\\frac12"},
    Symbol{"¼", "\\frac14"},
    Symbol{"¾", "\\frac34"},
    Symbol{"•", "\\bullet"},
    Symbol{"–", "--"},
    Symbol{"—", "---"},
    Symbol{"‑", "-"},
    Symbol{"…", "..."},
    Symbol{"‘", "`"},
    Symbol{"’", "'"},
    Symbol{"“", "``"},
    Symbol{"”", "''"},
    Symbol{"\u00A0", "~"},
    Symbol{"\u202F", "~"},
    Symbol{"\u2009", "~"},
    Symbol{"\u200B", ""},
    Symbol{"£", "{\\pounds}"},
    Symbol{"€", "{EUR}"},
    Symbol{"\uFFFD", "?"},
};

/// À to ÿ, but Ð ð Þ þ, which the default encoding has not.
bool isPlainLatin(std::string_view letter)
{
    const auto second = static_cast<unsigned char>(letter.back());
    return letter.size() == 2 && letter.front() == '\xC3' && second != 0x90 && second != 0xB0 && second != 0x9E &&
           second != 0xBE;
}

char32_t codePoint(std::string_view letter)
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
        const auto symbol = std::find_if(symbols.begin(), symbols.end(),
                                         [&](const Symbol& each) { return text.substr(i).starts_with(each.text); });
        if (symbol != symbols.end()) {
            const bool math =
                symbol->latex.starts_with('\\') || symbol->latex.starts_with('^') || symbol->latex.starts_with('_');
            escaped.append(math ? "\\ensuremath{" : "").append(symbol->latex).append(math ? "}" : "");
            i += symbol->text.size() - 1;
            continue;
        }
        const char c = text[i];
        switch (c) {  // what the sans-serif of the default encoding has not is taken from mathematics
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
        case '-':  // two of them would be a dash
            escaped += i > 0 && text[i - 1] == '-' ? "{}-" : "-";
            break;
        default: escaped += c;
        }
    }
    return escaped;
}

std::string typesettable(std::string_view text)
{
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8Length(text, i);
        const std::string_view letter = text.substr(i, std::max<std::size_t>(length, 1));
        const auto known = [&](const Symbol& each) { return each.text == letter; };
        const bool plain =
            length == 1 && (letter.front() == '\n' || (letter.front() >= ' ' && letter.front() != '\x7f'));
        if (plain || isPlainLatin(letter) || std::any_of(symbols.begin(), symbols.end(), known))
            out += letter;
        else
            out += letter == "\t" ? " " : "?";
        i += letter.size();
    }
    return out;
}

std::set<char32_t> lettersBeyondPdflatex(std::string_view latex)
{
    std::set<char32_t> letters;
    for (std::size_t i = 0; i < latex.size();) {
        const std::size_t length = std::max<std::size_t>(utf8Length(latex, i), 1);
        const std::string_view letter = latex.substr(i, length);
        if (length > 1 && !isPlainLatin(letter))
            letters.insert(codePoint(letter));
        i += length;
    }
    return letters;
}

}  // namespace scalewright
