#include "core/evidence/import/number_marks.h"

#include <string>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

/// Switzerland's mark, and narrow blanks.
bool partsThousands(char c)
{
    return c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

struct Marks {
    std::size_t points = 0, commas = 0;
    std::size_t last = std::string_view::npos;
    std::size_t before = 0, behind = 0;  ///< digits around the last mark
    bool leadingZero = false;
    bool isNumber = true;
};

Marks marksIn(std::string_view text)
{
    Marks marks;
    bool exponent = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' || c == ',') {
            ++(c == '.' ? marks.points : marks.commas);
            marks.last = at;
            marks.before += marks.behind;
            marks.behind = 0;
        } else if (c >= '0' && c <= '9') {
            marks.behind += exponent ? 0 : 1;
        } else if (c == 'e' || c == 'E') {
            exponent = true;
        } else if (!partsThousands(c) && c != '+' && c != '-') {
            marks.isNumber = false;
        }
    }
    marks.leadingZero = text.starts_with('0');
    return marks;
}

}  // namespace

void NumberMarks::add(std::string_view number, bool whole)
{
    const Marks marks = marksIn(number);
    if (!marks.isNumber || marks.points + marks.commas == 0)
        return;
    const bool lastIsPoint = number[marks.last] == '.';
    bool decimalIsPoint = lastIsPoint;
    if (marks.points > 0 && marks.commas > 0) {
        if ((lastIsPoint ? marks.points : marks.commas) > 1)
            return;
    } else if (marks.points + marks.commas > 1) {
        decimalIsPoint = !lastIsPoint;
    } else if (marks.behind == 3 && marks.before > 0 && marks.before <= 3 && !marks.leadingZero) {
        if (!whole)
            return;
        decimalIsPoint = !lastIsPoint;
    }
    (decimalIsPoint ? m_point : m_comma) = true;
}

std::optional<char> NumberMarks::decimal() const
{
    return m_point == m_comma ? std::nullopt : std::optional(m_point ? '.' : ',');
}

std::optional<double> NumberMarks::read(std::string_view number, bool whole) const
{
    const Marks marks = marksIn(number);
    if (!marks.isNumber)
        return std::nullopt;
    const std::size_t count = marks.points + marks.commas;
    std::optional<char> mark = decimal();
    if (mark && (*mark == '.' ? marks.points : marks.commas) > 1)
        mark = *mark == '.' ? ',' : '.';  // it stands between thousands here, whatever the others say
    if (!mark && count > 0) {
        const bool twoKinds = marks.points > 0 && marks.commas > 0;
        const bool three = marks.behind == 3;
        const char last = number[marks.last];
        const bool thousands = !twoKinds && (count > 1 || (three && (whole || last == ',')));
        mark = thousands ? (last == '.' ? ',' : '.') : last;
    }
    std::string plain;
    for (const char c : number)
        if (c == '.' || c == ',') {
            if (mark && c == *mark)
                plain += '.';
        } else if (!partsThousands(c)) {
            plain += c;
        }
    const Result<double> value = parseNumber(plain);
    return value && *value >= 0 ? std::optional(*value) : std::nullopt;
}

}  // namespace scalewright
