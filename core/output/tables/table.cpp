// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/tables/table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

const double* finiteNumber(const Cell& cell)
{
    const double* number = std::get_if<double>(&cell);
    return number && std::isfinite(*number) ? number : nullptr;
}

std::vector<std::string> splitAtNewlines(const std::string& text)
{
    std::vector<std::string> result;
    std::size_t start = 0;
    while (start < text.size()) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        result.push_back(text.substr(start, end - start));
        start = end + 1;
    }
    return result;
}

std::string csvField(std::string text)
{
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        text.insert(text.begin(), '\'');
    const bool isPlain = !text.empty() && text.find_first_of(",\"\r\n;#") == std::string::npos && text.front() != ' ' &&
                         text.back() != ' ';
    if (isPlain)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string csvCell(const Cell& cell)
{
    if (const std::string* text = std::get_if<std::string>(&cell))
        return csvField(*text);
    const double* number = finiteNumber(cell);
    return number ? roundTripText(*number) : std::string();
}

/// Counts characters, not bytes, for a monospaced terminal.
std::size_t displayWidth(const std::string& text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string headerText(const Column& column)
{
    return column.unit.empty() ? column.title : column.title + " (" + column.unit + ")";
}

bool columnHasText(const Table& table, std::size_t column)
{
    return std::ranges::any_of(table.rows, [column](const std::vector<Cell>& row) {
        return std::holds_alternative<std::string>(row[column]);
    });
}

}  // namespace

std::string cellText(const Cell& cell, const Column& column)
{
    if (const std::string* text = std::get_if<std::string>(&cell))
        return *text;
    const double* number = finiteNumber(cell);
    if (!number)
        return "-";
    const bool fits = column.decimals >= 0 && std::abs(*number) < 1e12;  // larger numbers would have too many digits
    return fits ? decimalText(*number, column.decimals)
                : significantText(*number, column.decimals == threeSignificantDigits ? 3 : 4);
}

std::string toCsv(const Table& table, CsvHeaders headers)
{
    std::string csv;
    for (const std::string& line : splitAtNewlines(table.caption))
        csv += "# " + line + '\n';
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        csv.append(i > 0 ? "," : "")
            .append(
                csvField(table.columns[i].key + (headers == CsvHeaders::KeysWithUnits && !table.columns[i].unit.empty()
                                                     ? " (" + table.columns[i].unit + ")"
                                                     : "")));
    csv += '\n';
    for (const std::vector<Cell>& row : table.rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line.append(i > 0 ? "," : "").append(csvCell(row[i]));
        // A single empty field would produce a blank line, which CSV readers skip.
        csv += (line.empty() ? "\"\"" : line) + '\n';
    }
    return csv;
}

namespace {

/// Wraps texts in the last column that exceed `maximumWidth` into additional rows. `widths`: the column widths.
std::vector<std::vector<std::string>> wrapLastColumn(std::vector<std::vector<std::string>> rows,
                                                     std::vector<std::size_t>& widths, std::size_t maximumWidth)
{
    constexpr std::size_t minimumWidth = 20;  // a narrower column would be no better than a long line
    const std::size_t last = widths.size() - 1;
    const std::size_t before = std::accumulate(widths.begin(), widths.end() - 1, 2 * last);
    if (before + widths[last] <= maximumWidth || before + minimumWidth > maximumWidth)
        return rows;
    widths[last] = maximumWidth - before;
    std::vector<std::vector<std::string>> wrappedRows;
    for (std::vector<std::string>& row : rows) {
        std::string remainingText = std::exchange(row[last], {});
        std::string line;
        for (std::size_t position = 0; position <= remainingText.size();) {
            const std::size_t end = std::min(remainingText.find(' ', position), remainingText.size());
            const std::string word = remainingText.substr(position, end - position);
            if (!line.empty() && displayWidth(line) + 1 + displayWidth(word) > widths[last]) {
                row[last] = std::exchange(line, {});
                wrappedRows.push_back(std::exchange(row, std::vector<std::string>(widths.size())));
            }
            line += (line.empty() ? "" : " ") + word;
            position = end + 1;
        }
        row[last] = std::move(line);
        widths[last] = std::max(widths[last], displayWidth(row[last]));
        wrappedRows.push_back(std::move(row));
    }
    return wrappedRows;
}

}  // namespace

std::string toText(const Table& table, std::size_t maximumWidth)
{
    const std::size_t count = table.columns.size();
    std::vector<std::vector<std::string>> cells{{}};
    std::vector<std::size_t> widths;
    std::vector<bool> isLeftAligned;
    for (std::size_t i = 0; i < count; ++i) {
        cells.front().push_back(headerText(table.columns[i]));
        widths.push_back(displayWidth(cells.front().back()));
        isLeftAligned.push_back(columnHasText(table, i));
    }
    for (const std::vector<Cell>& row : table.rows) {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < count; ++i) {
            texts.push_back(cellText(row[i], table.columns[i]));
            widths[i] = std::max(widths[i], displayWidth(texts.back()));
        }
        cells.push_back(std::move(texts));
    }

    if (count > 1 && isLeftAligned.back())
        cells = wrapLastColumn(std::move(cells), widths, maximumWidth);
    std::string text;
    for (const std::string& line : splitAtNewlines(table.caption))
        text += line + '\n';
    for (const std::vector<std::string>& row : cells) {
        std::string line;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string padding(widths[i] - displayWidth(row[i]), ' ');
            line.append(i > 0 ? "  " : "").append(isLeftAligned[i] ? row[i] + padding : padding + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace scalewright
