#include "core/output/tables/table.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/base/quantity/units.h"

namespace scalewright {

namespace {

const double* finiteNumber(const Cell& cell)
{
    const double* number = std::get_if<double>(&cell);
    return number && std::isfinite(*number) ? number : nullptr;
}

std::vector<std::string> lines(const std::string& text)
{
    std::vector<std::string> found;
    std::size_t from = 0;
    while (from < text.size()) {
        const std::size_t end = std::min(text.find('\n', from), text.size());
        found.push_back(text.substr(from, end - from));
        from = end + 1;
    }
    return found;
}

std::string csvText(std::string text)
{
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        text.insert(text.begin(), '\'');
    const bool plain = !text.empty() && text.find_first_of(",\"\r\n;#") == std::string::npos && text.front() != ' ' &&
                       text.back() != ' ';
    if (plain)
        return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

std::string csvCell(const Cell& cell)
{
    if (const std::string* text = std::get_if<std::string>(&cell))
        return csvText(*text);
    const double* number = finiteNumber(cell);
    return number ? roundTrip(*number) : std::string();
}

/// What a terminal with a monospaced font needs: characters, not bytes.
std::size_t width(const std::string& text)
{
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string header(const Column& column)
{
    return column.unit.empty() ? column.title : column.title + " (" + column.unit + ")";
}

bool holdsText(const Table& table, std::size_t column)
{
    return std::any_of(table.rows.begin(), table.rows.end(), [column](const std::vector<Cell>& row) {
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
    const bool fits = column.decimals >= 0 && std::abs(*number) < 1e12;  // beyond, decimals are a wall of digits
    return fits ? decimalText(*number, column.decimals) : significant(*number, 4);
}

std::string toCsv(const Table& table, CsvHeads heads)
{
    std::string csv;
    for (const std::string& line : lines(table.caption))
        csv += "# " + line + '\n';
    for (std::size_t i = 0; i < table.columns.size(); ++i)
        csv.append(i > 0 ? "," : "")
            .append(csvText(table.columns[i].key + (heads == CsvHeads::WithUnits && !table.columns[i].unit.empty()
                                                        ? " (" + table.columns[i].unit + ")"
                                                        : "")));
    csv += '\n';
    for (const std::vector<Cell>& row : table.rows) {
        std::string line;
        for (std::size_t i = 0; i < row.size(); ++i)
            line.append(i > 0 ? "," : "").append(csvCell(row[i]));
        // One empty field alone would be a blank line, which readers skip.
        csv += (line.empty() ? "\"\"" : line) + '\n';
    }
    return csv;
}

namespace {

/// Rows whose last text would go beyond `most` go on in rows that hold nothing else. `widths`: of the columns.
std::vector<std::vector<std::string>> wrappedLast(std::vector<std::vector<std::string>> rows,
                                                  std::vector<std::size_t>& widths, std::size_t most)
{
    constexpr std::size_t least = 20;  // narrower than that a column is no better than a long line
    const std::size_t last = widths.size() - 1;
    const std::size_t before = std::accumulate(widths.begin(), widths.end() - 1, 2 * last);
    if (before + widths[last] <= most || before + least > most)
        return rows;
    widths[last] = most - before;
    std::vector<std::vector<std::string>> out;
    for (std::vector<std::string>& row : rows) {
        std::string rest = std::exchange(row[last], {});
        std::string line;
        for (std::size_t at = 0; at <= rest.size();) {
            const std::size_t end = std::min(rest.find(' ', at), rest.size());
            const std::string word = rest.substr(at, end - at);
            if (!line.empty() && width(line) + 1 + width(word) > widths[last]) {
                row[last] = std::exchange(line, {});
                out.push_back(std::exchange(row, std::vector<std::string>(widths.size())));
            }
            line += (line.empty() ? "" : " ") + word;
            at = end + 1;
        }
        row[last] = std::move(line);
        widths[last] = std::max(widths[last], width(row[last]));
        out.push_back(std::move(row));
    }
    return out;
}

}  // namespace

std::string toText(const Table& table, std::size_t most)
{
    const std::size_t count = table.columns.size();
    std::vector<std::vector<std::string>> cells{{}};
    std::vector<std::size_t> widths;
    std::vector<bool> left;
    for (std::size_t i = 0; i < count; ++i) {
        cells.front().push_back(header(table.columns[i]));
        widths.push_back(width(cells.front().back()));
        left.push_back(holdsText(table, i));
    }
    for (const std::vector<Cell>& row : table.rows) {
        std::vector<std::string> texts;
        for (std::size_t i = 0; i < count; ++i) {
            texts.push_back(cellText(row[i], table.columns[i]));
            widths[i] = std::max(widths[i], width(texts.back()));
        }
        cells.push_back(std::move(texts));
    }

    if (count > 1 && left.back())
        cells = wrappedLast(std::move(cells), widths, most);
    std::string text;
    for (const std::string& line : lines(table.caption))
        text += line + '\n';
    for (const std::vector<std::string>& row : cells) {
        std::string line;
        for (std::size_t i = 0; i < count; ++i) {
            const std::string padding(widths[i] - width(row[i]), ' ');
            line.append(i > 0 ? "  " : "").append(left[i] ? row[i] + padding : padding + row[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    }
    return text;
}

}  // namespace scalewright
