// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/evidence/import/grid.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

Problem problemAt(int line, int column, std::string message, std::string expected = {})
{
    return {std::move(message), std::move(expected), ProblemLocation{.line = line, .column = column}};
}

class CsvReader {
public:
    explicit CsvReader(std::string_view text) : m_text(text) {}

    void setSeparator(char separator) { m_separator = separator; }
    [[nodiscard]] bool isAtEnd() const { return m_position >= m_text.size(); }
    [[nodiscard]] std::string_view restOfLine() const { return m_text.substr(m_position, findLineEnd() - m_position); }
    [[nodiscard]] int line() const { return m_line; }

    /// Whether the line is blank or a comment.
    [[nodiscard]] bool isAtSkippedLine() const
    {
        std::size_t at = m_position;
        while (at < m_text.size() && isBlank(m_text[at]))
            ++at;
        return at == m_text.size() || m_text[at] == '\n' || m_text[at] == '\r' || m_text[at] == '#';
    }

    void skipLine()
    {
        m_position = findLineEnd();
        skipLineEnd();
    }

    /// Reads a row of cells and advances to the start of the next line.
    Result<std::vector<GridCell>> readRow(std::size_t expectedCells)
    {
        std::vector<GridCell> row;
        row.reserve(expectedCells);
        for (;;) {
            skipBlanks();
            GridCell& cell = row.emplace_back();
            cell.where.line = m_line;
            cell.where.column = m_column;
            if (!isAtEnd() && m_text[m_position] == '"') {
                if (Result<void> quotedText = readQuotedCell(cell); !quotedText)
                    return fail(std::move(quotedText.error()));
            } else {
                std::string_view text = readPlainCell();
                while (!text.empty() && isBlank(text.back()))
                    text.remove_suffix(1);
                cell.text = text;
            }
            if (isAtEnd() || m_text[m_position] != m_separator)
                break;
            advance();
        }
        skipLineEnd();
        return row;
    }

private:
    std::string_view m_text;
    std::size_t m_position = 0;
    char m_separator = ',';
    int m_line = 1;
    int m_column = 1;

    [[nodiscard]] bool isAtLineEnd() const { return m_text[m_position] == '\n' || m_text[m_position] == '\r'; }

    [[nodiscard]] std::size_t findLineEnd() const
    {
        return std::min(m_text.find_first_of("\r\n", m_position), m_text.size());
    }

    void advance()
    {
        if ((static_cast<unsigned char>(m_text[m_position]) & 0xC0u) != 0x80u)
            ++m_column;
        ++m_position;
    }

    /// The text up to the separator or the end of the line.
    std::string_view readPlainCell()
    {
        const std::size_t start = m_position;
        std::size_t at = start;
        int column = m_column;
        for (; at < m_text.size(); ++at) {
            const char c = m_text[at];
            if (c == m_separator || c == '\n' || c == '\r')
                break;
            column += (static_cast<unsigned char>(c) & 0xC0u) != 0x80u ? 1 : 0;
        }
        m_position = at;
        m_column = column;
        return m_text.substr(start, at - start);
    }

    void skipBlanks()
    {
        while (!isAtEnd() && isBlank(m_text[m_position]) && m_text[m_position] != m_separator)
            advance();
    }

    void skipLineEnd()
    {
        if (isAtEnd())
            return;
        m_position += m_text.substr(m_position, 2) == "\r\n" ? 2 : 1;
        ++m_line;
        m_column = 1;
    }

    Result<void> readQuotedCell(GridCell& cell)
    {
        advance();
        for (;;) {
            if (isAtEnd())
                return fail(
                    {ErrorCode::Input,
                     {problemAt(cell.where.line, cell.where.column, "a quote is never closed", "a closing \"")}});
            const char c = m_text[m_position];
            if (c == '"' && m_text.substr(m_position, 2) != "\"\"")
                break;
            if (c == '"')
                advance();
            cell.text += isAtLineEnd() ? '\n' : c;
            if (isAtLineEnd())
                skipLineEnd();
            else
                advance();
        }
        advance();
        skipBlanks();
        if (!isAtEnd() && m_text[m_position] != m_separator && !isAtLineEnd())
            return fail({ErrorCode::Input,
                         {problemAt(m_line, m_column, "text after a closing quote",
                                    "the next field; a quote inside a field is written twice")}});
        return {};
    }
};

/// Skips blank lines and comments up to the next row.
void skipBlanksAndComments(CsvReader& reader)
{
    while (!reader.isAtEnd() && reader.isAtSkippedLine())
        reader.skipLine();
}

std::size_t countOutsideQuotes(std::string_view line, char mark)
{
    bool isQuoted = false;
    return static_cast<std::size_t>(std::count_if(line.begin(), line.end(), [&](char c) {
        isQuoted = isQuoted != (c == '"');
        return c == mark && !isQuoted;
    }));
}

/// The mark that splits the first lines into equally many fields. A comma may also be a decimal mark or part of a name
/// ("time, s"), so it separates only if neither a semicolon nor a tab does.
char detectSeparator(std::string_view text)
{
    constexpr std::size_t enoughLines = 20;
    std::vector<std::string_view> lines;
    for (CsvReader reader(text); !reader.isAtEnd() && lines.size() < enoughLines; reader.skipLine())
        if (const std::string_view line = trimmed(reader.restOfLine()); !line.empty() && line.front() != '#')
            lines.push_back(reader.restOfLine());
    char best = ',';
    std::size_t mostLines = 0;
    for (const char separator : {';', '\t', ','}) {
        const std::size_t count = lines.empty() ? 0 : countOutsideQuotes(lines.front(), separator);
        const auto agreeing =
            static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](std::string_view line) {
                return countOutsideQuotes(line, separator) == count;
            }));
        if (count > 0 && agreeing > mostLines) {
            mostLines = agreeing;
            best = separator;
        }
    }
    return best;
}

}  // namespace

Result<Grid> parseCsv(std::string_view text)
{
    constexpr std::size_t maximumCells = 4'000'000, maximumProblems = 10'000;
    if (text.find('\0') != std::string_view::npos)
        return fail(ErrorCode::Input, "is binary: it holds zero bytes",
                    "text, with a header row and columns separated by commas");
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());

    CsvReader reader(text);
    skipBlanksAndComments(reader);
    if (reader.isAtEnd())
        return fail(ErrorCode::Input, "holds no rows", "a header row with column names, then rows of numbers");
    const char separator = detectSeparator(text);
    reader.setSeparator(separator);

    Result<std::vector<GridCell>> header = reader.readRow(0);
    if (!header)
        return fail(std::move(header.error()));
    Grid grid{.header = std::move(*header), .rows = {}};
    const std::size_t columns = grid.header.size();
    Error error;
    std::set<std::string> names;
    for (const GridCell& cell : grid.header)
        if (!cell.text.empty() && !names.insert(lowerCase(cell.text)).second)
            error.problems.push_back(problemAt(cell.where.line, cell.where.column,
                                               formatMessage("the header names {} twice", inQuotes(cell.text)),
                                               "each column once"));
    const std::string hint = separator == ',' ? ", numbers with a decimal point instead of a comma" : "";
    std::size_t cells = columns;
    for (skipBlanksAndComments(reader); !reader.isAtEnd() && error.problems.size() < maximumProblems;
         skipBlanksAndComments(reader)) {
        const int line = reader.line();
        Result<std::vector<GridCell>> row = reader.readRow(columns);
        if (!row) {
            error.problems.push_back(std::move(row.error().problems.front()));
            break;
        }
        cells += row->size();
        if (cells > maximumCells)
            return fail(ErrorCode::Input, formatMessage("more than {} cells", maximumCells), "fewer rows or columns",
                        ProblemLocation{.line = line});
        if (row->size() != columns)
            error.problems.push_back(
                problemAt(line, 0,
                          formatMessage("{} where the header has {}",
                                        countWithNoun(static_cast<long>(row->size()), "field"), columns),
                          formatMessage("{}, one for each column{}", columns, hint)));
        grid.rows.push_back(std::move(*row));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return grid;
}

}  // namespace scalewright
