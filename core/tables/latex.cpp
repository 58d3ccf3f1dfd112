#include "core/tables/latex.h"

namespace scalewright {

std::string latexText(std::string_view text)
{
    std::string escaped;
    for (const char c : text) {
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
