// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json/json.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <new>
#include <unordered_set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/text/quote.h"

namespace scalewright {

std::string roundTripText(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

Json::Json(double value) : m_value(Number{roundTripText(value)}) {}

std::string Json::kindName() const
{
    switch (m_value.index()) {
    case 1: return asBool() && *asBool() ? "true" : "false";
    case 2: return "a number";
    case 3: return "a string";
    case 4: return "a list";
    case 5: return "an object";
    default: return "null";
    }
}

const Json* Json::find(std::string_view key) const
{
    if (const Object* members = asObject())
        for (const Member& member : *members)
            if (member.first == key)
                return &member.second;
    return nullptr;
}

void Json::set(std::string_view key, Json value)
{
    if (isNull())
        m_value = Object{};
    Object& members = std::get<Object>(m_value);
    const auto existing = std::ranges::find(members, key, &Member::first);
    if (existing != members.end())
        existing->second = std::move(value);
    else
        members.emplace_back(std::string(key), std::move(value));
}

std::string jsonPointerToken(std::string_view key)
{
    std::string out;
    for (const char c : key) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

namespace {

// Tracks how far the lexer has read, so that the text of a number can be taken from the input itself.
class TrackedIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackedIterator(const char* position, const char** lexerPosition)
        : m_position(position), m_lexerPosition(lexerPosition)
    {
    }
    reference operator*() const { return *m_position; }
    TrackedIterator& operator++()
    {
        *m_lexerPosition = ++m_position;
        return *this;
    }
    TrackedIterator operator++(int)
    {
        TrackedIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TrackedIterator& other) const { return m_position == other.m_position; }
    bool operator!=(const TrackedIterator& other) const { return m_position != other.m_position; }

private:
    const char* m_position;
    const char** m_lexerPosition;
};

bool isNumberCharacter(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

struct OpenContainer {
    Json value;  // an array or an object
    std::string key;
    std::unordered_set<std::string> seenKeys;
};

class JsonBuilder {
public:
    JsonBuilder(std::string_view text, const JsonLimits& limits)
        : m_text(text), m_limits(limits), m_lexerPosition(text.data())
    {
    }

    Result<Json> parse()
    {
        const TrackedIterator begin(m_text.data(), &m_lexerPosition);
        const TrackedIterator end(m_text.data() + m_text.size(), &m_lexerPosition);
        if (!nlohmann::json::sax_parse(begin, end, this))
            return fail(m_error);
        return std::move(m_document);
    }

    // The SAX interface of nlohmann_json, with its method names. NOLINTBEGIN(readability-identifier-naming)
    bool null() { return addValue(Json()); }
    bool boolean(bool value) { return addValue(Json(value)); }
    bool number_integer(std::int64_t) { return addNumber(); }
    bool number_unsigned(std::uint64_t) { return addNumber(); }
    bool number_float(double, const std::string&) { return addNumber(); }
    bool string(std::string& value) { return addValue(Json(std::move(value))); }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return openContainer(Json(Json::Object{})); }
    bool start_array(std::size_t) { return openContainer(Json(Json::Array{})); }
    bool end_object() { return closeContainer(); }
    bool end_array() { return closeContainer(); }

    bool key(std::string& name)
    {
        OpenContainer& object = m_openContainers.back();
        object.key = name;
        if (!object.seenKeys.insert(name).second)
            return reportError(consumedBytes(), formatMessage("duplicate name {}", inQuotes(name)),
                               "each name once per object");
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& problem)
    {
        if (problem.id == 406)
            return reportError(position, "the number is too large", "a number below 1.8e308");
        // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while parsing value - invalid
        // number; expected digit after '-'; last read: '-I'", possibly followed by another "; expected …".
        std::string_view libraryMessage = problem.what();
        if (const auto dash = libraryMessage.find(" - "); dash != std::string_view::npos)
            libraryMessage.remove_prefix(dash + 3);
        std::string expected;
        if (const auto expectedAt = libraryMessage.rfind("; expected ");
            expectedAt != std::string_view::npos && expectedAt > libraryMessage.find("; last read") &&
            isTokenName(libraryMessage.substr(expectedAt + 11)))
            expected = readableMessage(libraryMessage.substr(expectedAt + 11));
        libraryMessage = libraryMessage.substr(0, libraryMessage.find("; last read"));
        if (const auto expectedAt = libraryMessage.find("; expected "); expectedAt != std::string_view::npos) {
            if (expected.empty())
                expected = readableMessage(libraryMessage.substr(expectedAt + 11));
            libraryMessage = libraryMessage.substr(0, expectedAt);
        }
        const bool atEnd = libraryMessage.find("unexpected end of input") != std::string_view::npos;
        if (atEnd && m_text.find_first_not_of(" \t\r\n") == std::string_view::npos)
            return reportError(position, "the input is empty", "a JSON document");
        if (atEnd)
            return reportError(position, "the text ends too early", expected);
        if (m_openContainers.empty() && m_isComplete)
            return reportError(position, "there is text after the end of the document", "a single JSON document");
        return reportError(position, formatMessage("this is not JSON: {}", readableMessage(libraryMessage)), expected);
    }
    // NOLINTEND(readability-identifier-naming)

private:
    /// True if the library uses this name for a token. Otherwise it is text from the document, quoted as the last text
    /// read.
    static bool isTokenName(std::string_view name)
    {
        using Lexer = nlohmann::detail::lexer_base<nlohmann::json>;
        for (int type = 0; type <= int(Lexer::token_type::literal_or_value); ++type)
            if (name == Lexer::token_type_name(static_cast<Lexer::token_type>(type)))
                return true;
        return false;
    }

    static std::string readableMessage(std::string_view libraryMessage)
    {
        struct TokenName {
            std::string_view libraryName, displayName;
        };
        constexpr TokenName words[] = {
            {"end of input", "the end of the text"},
            {"string literal", "a string in double quotes"},
            {"number literal", "number"},
            {"invalid literal", "not a number, a string in double quotes, true, false or null"},
            {"'[', '{', or a literal", "a value"},
            {"<parse error>", "invalid text"},
            {"<uninitialized>", "invalid text"}};
        std::string out(libraryMessage);
        for (const TokenName& word : words)
            if (const auto found = out.find(word.libraryName); found != std::string::npos)
                out = fmt::format("{}{}{}", out.substr(0, found), word.displayName,
                                  out.substr(found + word.libraryName.size()));
        return out;
    }

    [[nodiscard]] std::size_t consumedBytes() const
    {
        return static_cast<std::size_t>(m_lexerPosition - m_text.data());
    }

    // The lexer is just after the number, or one character further if it had to read that character to find the end.
    bool addNumber()
    {
        const char* end = m_lexerPosition;
        if (end > m_text.data() && !isNumberCharacter(end[-1]))
            --end;
        const char* begin = end;
        while (begin > m_text.data() && isNumberCharacter(begin[-1]))
            --begin;
        return addValue(Json(Json::Number{std::string(begin, end)}));
    }

    bool addValue(Json value)
    {
        if (m_openContainers.empty()) {
            m_document = std::move(value);
            m_isComplete = true;
            return true;
        }
        OpenContainer& parent = m_openContainers.back();
        if (Json::Array* elements = parent.value.asArray())
            elements->push_back(std::move(value));
        else
            parent.value.asObject()->emplace_back(parent.key, std::move(value));
        return true;
    }

    bool openContainer(Json empty)
    {
        if (m_openContainers.size() >= static_cast<std::size_t>(std::max(0, m_limits.maximumDepth)))
            return reportError(consumedBytes(),
                               formatMessage("lists and objects are nested more than {} deep", m_limits.maximumDepth),
                               "less nesting");
        m_openContainers.push_back({std::move(empty), {}, {}});
        return true;
    }

    bool closeContainer()
    {
        Json completed = std::move(m_openContainers.back().value);
        m_openContainers.pop_back();
        return addValue(std::move(completed));
    }

    // JSON pointer to the value being read.
    [[nodiscard]] std::string currentPointer() const
    {
        std::string out;
        for (const OpenContainer& container : m_openContainers) {
            const Json::Array* elements = container.value.asArray();
            if (elements || !container.seenKeys.empty())
                out += '/';
            if (elements)
                out += std::to_string(elements->size());
            else
                out += jsonPointerToken(container.key);
        }
        return out;
    }

    // `position` counts the bytes up to and including the one that caused the error.
    bool reportError(std::size_t position, std::string message, std::string expected)
    {
        const std::size_t offset = std::min(position == 0 ? 0 : position - 1, m_text.size());
        const std::string_view before = m_text.substr(0, offset);
        const std::size_t newline = before.rfind('\n');
        const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
        ProblemLocation location;
        location.line = 1 + static_cast<int>(std::ranges::count(before, '\n'));
        location.column = 1 + static_cast<int>(std::ranges::count_if(line, [](char c) { return (c & 0xC0) != 0x80; }));
        location.jsonPointer = currentPointer();
        m_error = {ErrorCode::Input, {{std::move(message), std::move(expected), std::move(location)}}};
        return false;
    }

    std::string_view m_text;
    JsonLimits m_limits;
    const char* m_lexerPosition;
    std::vector<OpenContainer> m_openContainers;
    Json m_document;
    bool m_isComplete = false;
    Error m_error;
};

void appendQuotedString(const std::string& text, std::string& out)
{
    // Invalid UTF-8, which can only come from a program, becomes U+FFFD so that the file stays readable.
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void appendValue(const Json& value, std::size_t indent, std::string& out)
{
    const auto newLine = [&out](std::size_t spaces) {
        out += '\n';
        out.append(spaces, ' ');
    };
    if (const bool* truth = value.asBool()) {
        out += *truth ? "true" : "false";
    } else if (const Json::Number* number = value.asNumber()) {
        out += number->text;
    } else if (const std::string* text = value.asString()) {
        appendQuotedString(*text, out);
    } else if (const Json::Array* elements = value.asArray()) {
        out += '[';
        for (const Json& element : *elements) {
            if (&element != &elements->front())
                out += ',';
            newLine(indent + 2);
            appendValue(element, indent + 2, out);
        }
        if (!elements->empty())
            newLine(indent);
        out += ']';
    } else if (const Json::Object* members = value.asObject()) {
        out += '{';
        for (const auto& [name, member] : *members) {
            if (&name != &members->front().first)
                out += ',';
            newLine(indent + 2);
            appendQuotedString(name, out);
            out += ": ";
            appendValue(member, indent + 2, out);
        }
        if (!members->empty())
            newLine(indent);
        out += '}';
    } else {
        out += "null";
    }
}

}  // namespace

Result<Json> parseJson(std::string_view text, const JsonLimits& limits)
{
    if (text.size() > limits.maximumBytes)
        return fail(ErrorCode::Input, formatMessage("the text has {} bytes", text.size()),
                    formatMessage("at most {} bytes", limits.maximumBytes));
    try {
        return JsonBuilder(text, limits).parse();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::Environment, "not enough memory to read this text");
    }
}

std::string writeJson(const Json& document)
{
    std::string out;
    appendValue(document, 0, out);
    out += '\n';
    return out;
}

}  // namespace scalewright
