// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/evidence/import/number_marks.h"

#include <string>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

/// The Swiss apostrophe and narrow spaces.
bool isThousandsMark(char c)
{
    return c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

struct MarkCounts {
    std::size_t points = 0, commas = 0;
    std::size_t lastMark = std::string_view::npos;
    std::size_t digitsBefore = 0, digitsAfter = 0;  ///< digits around the last mark
    bool hasLeadingZero = false;
    bool isNumber = true;
};

MarkCounts countMarks(std::string_view text)
{
    MarkCounts marks;
    bool exponent = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (c == '.' || c == ',') {
            ++(c == '.' ? marks.points : marks.commas);
            marks.lastMark = at;
            marks.digitsBefore += marks.digitsAfter;
            marks.digitsAfter = 0;
        } else if (c >= '0' && c <= '9') {
            marks.digitsAfter += exponent ? 0 : 1;
        } else if (c == 'e' || c == 'E') {
            exponent = true;
        } else if (!isThousandsMark(c) && c != '+' && c != '-') {
            marks.isNumber = false;
        }
    }
    marks.hasLeadingZero = text.starts_with('0');
    return marks;
}

}  // namespace

void NumberMarks::addNumber(std::string_view number, bool isInteger)
{
    const MarkCounts marks = countMarks(number);
    if (!marks.isNumber || marks.points + marks.commas == 0)
        return;
    const bool lastIsPoint = number[marks.lastMark] == '.';
    bool decimalIsPoint = lastIsPoint;
    if (marks.points > 0 && marks.commas > 0) {
        if ((lastIsPoint ? marks.points : marks.commas) > 1)
            return;
    } else if (marks.points + marks.commas > 1) {
        decimalIsPoint = !lastIsPoint;
    } else if (marks.digitsAfter == 3 && marks.digitsBefore > 0 && marks.digitsBefore <= 3 && !marks.hasLeadingZero) {
        if (!isInteger)
            return;
        decimalIsPoint = !lastIsPoint;
    }
    (decimalIsPoint ? m_isPointDecimal : m_isCommaDecimal) = true;
}

std::optional<char> NumberMarks::decimalMark() const
{
    return m_isPointDecimal == m_isCommaDecimal ? std::nullopt : std::optional(m_isPointDecimal ? '.' : ',');
}

std::optional<double> NumberMarks::readNumber(std::string_view number, bool isInteger) const
{
    const MarkCounts marks = countMarks(number);
    if (!marks.isNumber)
        return std::nullopt;
    const std::size_t count = marks.points + marks.commas;
    std::optional<char> mark = decimalMark();
    if (mark && (*mark == '.' ? marks.points : marks.commas) > 1)
        mark = *mark == '.' ? ',' : '.';  // it separates thousands here, whatever the other numbers imply
    if (!mark && count > 0) {
        const bool hasBothMarks = marks.points > 0 && marks.commas > 0;
        const bool three = marks.digitsAfter == 3;
        const char last = number[marks.lastMark];
        const bool thousands = !hasBothMarks && (count > 1 || (three && (isInteger || last == ',')));
        mark = thousands ? (last == '.' ? ',' : '.') : last;
    }
    std::string plain;
    for (const char c : number)
        if (c == '.' || c == ',') {
            if (mark && c == *mark)
                plain += '.';
        } else if (!isThousandsMark(c)) {
            plain += c;
        }
    const Result<double> value = parseNumber(plain);
    return value && *value >= 0 ? std::optional(*value) : std::nullopt;
}

}  // namespace scalewright
