#include "core/evidence/import/csv.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/base/text/quote.h"
#include "core/evidence/import/text.h"

namespace scalewright {

namespace {

constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

Problem problemAt(int line, int column, std::string message, std::string expected = {})
{
    return {std::move(message), std::move(expected), Where{.line = line, .column = column}};
}

class CsvReader {
public:
    explicit CsvReader(std::string_view text) : m_text(text) {}

    void setSeparator(char separator) { m_separator = separator; }
    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] std::string_view restOfLine() const { return m_text.substr(m_at, lineEnd() - m_at); }
    [[nodiscard]] int line() const { return m_line; }

    void skipLine()
    {
        m_at = lineEnd();
        takeLineEnd();
    }

    /// A row of cells; the reader then stands at the start of the next line.
    Result<CsvRow> row()
    {
        CsvRow row{.line = m_line, .cells = {}};
        for (;;) {
            while (!atEnd() && isBlank(m_text[m_at]) && m_text[m_at] != m_separator)
                advance();
            CsvCell cell{.text = {}, .line = m_line, .column = m_column};
            if (!atEnd() && m_text[m_at] == '"') {
                if (Result<void> quotedText = quotedCell(cell); !quotedText)
                    return fail(std::move(quotedText.error()));
            } else {
                while (!atEnd() && m_text[m_at] != m_separator && !atLineEnd()) {
                    cell.text += m_text[m_at];
                    advance();
                }
                while (!cell.text.empty() && isBlank(cell.text.back()))
                    cell.text.pop_back();
            }
            row.cells.push_back(std::move(cell));
            if (!atEnd() && m_text[m_at] == m_separator) {
                advance();
                continue;
            }
            takeLineEnd();
            return row;
        }
    }

private:
    std::string_view m_text;
    std::size_t m_at = 0;
    char m_separator = ',';
    int m_line = 1;
    int m_column = 1;

    [[nodiscard]] bool atLineEnd() const { return m_text[m_at] == '\n' || m_text[m_at] == '\r'; }

    [[nodiscard]] std::size_t lineEnd() const { return std::min(m_text.find_first_of("\r\n", m_at), m_text.size()); }

    void advance()
    {
        if ((static_cast<unsigned char>(m_text[m_at]) & 0xC0u) != 0x80u)
            ++m_column;
        ++m_at;
    }

    void takeLineEnd()
    {
        if (atEnd())
            return;
        m_at += m_text.substr(m_at, 2) == "\r\n" ? 2 : 1;
        ++m_line;
        m_column = 1;
    }

    Result<void> quotedCell(CsvCell& cell)
    {
        advance();
        for (;;) {
            if (atEnd())
                return fail(
                    {ErrorCode::Input,
                     {problemAt(cell.line, cell.column, "a quote is opened and never closed", "a closing \"")}});
            const char c = m_text[m_at];
            if (c == '"' && m_text.substr(m_at, 2) != "\"\"")
                break;
            if (c == '"')
                advance();
            cell.text += atLineEnd() ? '\n' : c;
            if (atLineEnd())
                takeLineEnd();
            else
                advance();
        }
        advance();
        while (!atEnd() && isBlank(m_text[m_at]) && m_text[m_at] != m_separator)
            advance();
        if (!atEnd() && m_text[m_at] != m_separator && !atLineEnd())
            return fail({ErrorCode::Input,
                         {problemAt(m_line, m_column, "there is text after a closing quote",
                                    "the next field; a quote inside a field is written twice")}});
        return {};
    }
};

/// Blank lines and comments, up to the next row.
void skipToRow(CsvReader& reader)
{
    while (!reader.atEnd()) {
        const std::string_view line = reader.restOfLine();
        const std::size_t first = line.find_first_not_of(" \t");
        if (first != std::string_view::npos && line[first] != '#')
            return;
        reader.skipLine();
    }
}

char separatorOf(std::string_view header)
{
    for (const char separator : {',', ';', '\t'})
        if (header.find(separator) != std::string_view::npos)
            return separator;
    return ',';
}

}  // namespace

std::optional<std::size_t> CsvFile::find(std::string_view name) const
{
    const std::string wanted = lowerCase(name);
    for (std::size_t i = 0; i < header.cells.size(); ++i)
        if (lowerCase(header.cells[i].text) == wanted)
            return i;
    return std::nullopt;
}

Result<CsvFile> parseCsv(std::string_view text)
{
    if (text.find('\0') != std::string_view::npos)
        return fail(ErrorCode::Input, "is binary: it holds zero bytes",
                    "text, with a header row and columns separated by commas");
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());

    CsvReader reader(text);
    skipToRow(reader);
    if (reader.atEnd())
        return fail(ErrorCode::Input, "holds no rows",
                    "a header row with the names of the columns, then rows of numbers");
    const char separator = separatorOf(reader.restOfLine());
    reader.setSeparator(separator);

    CsvFile file;
    Result<CsvRow> header = reader.row();
    if (!header)
        return fail(std::move(header.error()));
    file.header = std::move(*header);

    const auto tooLarge = [&](std::size_t cells) { return cells > mostCsvCells; };
    if (tooLarge(file.header.cells.size()))
        return fail(ErrorCode::Input, say("more than {} cells", mostCsvCells), "fewer columns",
                    Where{.line = file.header.line});
    Error error;
    std::size_t cells = 0;
    std::set<std::string> names;
    for (const CsvCell& cell : file.header.cells) {
        if (!cell.text.empty() && !names.insert(lowerCase(cell.text)).second)
            error.problems.push_back(problemAt(
                cell.line, cell.column, say("the header names {} twice", inQuotes(cell.text)), "each column once"));
    }
    const std::string hint = separator == ',' ? ", numbers with a decimal point and not a comma" : "";
    for (skipToRow(reader); !reader.atEnd(); skipToRow(reader)) {
        Result<CsvRow> row = reader.row();
        if (!row) {
            error.problems.push_back(std::move(row.error().problems.front()));
            break;
        }
        const std::size_t wanted = file.header.cells.size();
        cells += row->cells.size();
        if (tooLarge(cells))
            return fail(ErrorCode::Input, say("more than {} cells", mostCsvCells), "fewer rows or columns",
                        Where{.line = row->line});
        if (row->cells.size() != wanted)
            error.problems.push_back(problemAt(row->line, 0,
                                               say("{} fields where the header has {}", row->cells.size(), wanted),
                                               say("{}, one for each column{}", wanted, hint)));
        if (error.problems.size() >= 10000)
            break;
        file.rows.push_back(std::move(*row));
    }
    if (!error.problems.empty())
        return fail(std::move(error));
    return file;
}

}  // namespace scalewright
