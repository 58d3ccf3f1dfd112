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

std::string roundTrip(double value)
{
    return std::isfinite(value) ? fmt::format("{}", value) : "null";
}

Json::Json(double value) : m_value(Number{roundTrip(value)}) {}

std::string Json::kindName() const
{
    switch (m_value.index()) {
    case 1: return asBool() && *asBool() ? "true" : "false";
    case 2: return "a number";
    case 3: return "a text";
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
    const auto at =
        std::find_if(members.begin(), members.end(), [&](const Member& member) { return member.first == key; });
    if (at != members.end())
        at->second = std::move(value);
    else
        members.emplace_back(std::string(key), std::move(value));
}

std::string pointerToken(std::string_view key)
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

// Tells how far the lexer has read, so that the text of a number can be taken from the input itself.
class TrackedIterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackedIterator(const char* at, const char** read) : m_at(at), m_read(read) {}
    reference operator*() const { return *m_at; }
    TrackedIterator& operator++()
    {
        *m_read = ++m_at;
        return *this;
    }
    TrackedIterator operator++(int)
    {
        TrackedIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const TrackedIterator& other) const { return m_at == other.m_at; }
    bool operator!=(const TrackedIterator& other) const { return m_at != other.m_at; }

private:
    const char* m_at;
    const char** m_read;
};

bool isNumberCharacter(char c)
{
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

struct Container {
    Json value;  // an array or an object
    std::string key;
    std::unordered_set<std::string> seen;
};

class Builder {
public:
    Builder(std::string_view text, const JsonLimits& limits) : m_text(text), m_limits(limits), m_read(text.data()) {}

    Result<Json> run()
    {
        const TrackedIterator begin(m_text.data(), &m_read);
        const TrackedIterator end(m_text.data() + m_text.size(), &m_read);
        if (!nlohmann::json::sax_parse(begin, end, this))
            return fail(m_error);
        return std::move(m_document);
    }

    // The SAX interface of nlohmann_json, by its names. NOLINTBEGIN(readability-identifier-naming)
    bool null() { return add(Json()); }
    bool boolean(bool value) { return add(Json(value)); }
    bool number_integer(std::int64_t) { return number(); }
    bool number_unsigned(std::uint64_t) { return number(); }
    bool number_float(double, const std::string&) { return number(); }
    bool string(std::string& value) { return add(Json(std::move(value))); }
    bool binary(std::vector<std::uint8_t>&) { return false; }
    bool start_object(std::size_t) { return open(Json(Json::Object{})); }
    bool start_array(std::size_t) { return open(Json(Json::Array{})); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string& name)
    {
        Container& object = m_open.back();
        object.key = name;
        if (!object.seen.insert(name).second)
            return stop(consumed(), say("the name {} stands here a second time", inQuotes(name)),
                        "every name of an object once");
        return true;
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception& problem)
    {
        if (problem.id == 406)
            return stop(position, "the number is beyond what can be computed with", "a number below 1.8e308");
        // "[json.exception.parse_error.101] parse error at line 1, column 5: syntax error while parsing value - invalid
        // number; expected digit after '-'; last read: '-I'", and there may be a "; expected …" behind that as well.
        std::string_view said = problem.what();
        if (const auto dash = said.find(" - "); dash != std::string_view::npos)
            said.remove_prefix(dash + 3);
        std::string expected;
        if (const auto at = said.rfind("; expected ");
            at != std::string_view::npos && at > said.find("; last read") && isTokenName(said.substr(at + 11)))
            expected = readable(said.substr(at + 11));
        said = said.substr(0, said.find("; last read"));
        if (const auto at = said.find("; expected "); at != std::string_view::npos) {
            if (expected.empty())
                expected = readable(said.substr(at + 11));
            said = said.substr(0, at);
        }
        const bool atEnd = said.find("unexpected end of input") != std::string_view::npos;
        if (atEnd && m_text.find_first_not_of(" \t\r\n") == std::string_view::npos)
            return stop(position, "there is nothing here", "a JSON document");
        if (atEnd)
            return stop(position, "the text ends in the middle", expected);
        if (m_open.empty() && m_complete)
            return stop(position, "something follows the end of the document", "nothing after it");
        return stop(position, say("this is not JSON: {}", readable(said)), expected);
    }
    // NOLINTEND(readability-identifier-naming)

private:
    /// What the library calls a token. Else it is a text of the document, quoted as the last read.
    static bool isTokenName(std::string_view name)
    {
        using Lexer = nlohmann::detail::lexer_base<nlohmann::json>;
        for (int type = 0; type <= int(Lexer::token_type::literal_or_value); ++type)
            if (name == Lexer::token_type_name(static_cast<Lexer::token_type>(type)))
                return true;
        return false;
    }

    static std::string readable(std::string_view said)
    {
        struct Word {
            std::string_view theirs, ours;
        };
        constexpr Word words[] = {
            {"end of input", "the end of the text"},
            {"string literal", "text in double quotes"},
            {"number literal", "number"},
            {"invalid literal", "neither a number, a text in double quotes, true, false nor null"},
            {"'[', '{', or a literal", "a value"},
            {"<parse error>", "broken text"},
            {"<uninitialized>", "broken text"}};
        std::string out(said);
        for (const Word& word : words)
            if (const auto at = out.find(word.theirs); at != std::string::npos)
                out = fmt::format("{}{}{}", out.substr(0, at), word.ours, out.substr(at + word.theirs.size()));
        return out;
    }

    [[nodiscard]] std::size_t consumed() const { return static_cast<std::size_t>(m_read - m_text.data()); }

    // The lexer stands behind a number, or one character further where it had to look at that one to see the end.
    bool number()
    {
        const char* end = m_read;
        if (end > m_text.data() && !isNumberCharacter(end[-1]))
            --end;
        const char* begin = end;
        while (begin > m_text.data() && isNumberCharacter(begin[-1]))
            --begin;
        return add(Json(Json::Number{std::string(begin, end)}));
    }

    bool add(Json value)
    {
        if (m_open.empty()) {
            m_document = std::move(value);
            m_complete = true;
            return true;
        }
        Container& parent = m_open.back();
        if (Json::Array* elements = parent.value.asArray())
            elements->push_back(std::move(value));
        else
            parent.value.asObject()->emplace_back(parent.key, std::move(value));
        return true;
    }

    bool open(Json empty)
    {
        if (m_open.size() >= static_cast<std::size_t>(std::max(0, m_limits.depth)))
            return stop(consumed(), say("lists and objects lie more than {} deep", m_limits.depth), "less nesting");
        m_open.push_back({std::move(empty), {}, {}});
        return true;
    }

    bool close()
    {
        Json done = std::move(m_open.back().value);
        m_open.pop_back();
        return add(std::move(done));
    }

    // Of the value that was being read.
    [[nodiscard]] std::string pointer() const
    {
        std::string out;
        for (const Container& container : m_open) {
            const Json::Array* elements = container.value.asArray();
            if (elements || !container.seen.empty())
                out += '/';
            if (elements)
                out += std::to_string(elements->size());
            else
                out += pointerToken(container.key);
        }
        return out;
    }

    // `position` counts the bytes up to and including the one that gave offence.
    bool stop(std::size_t position, std::string message, std::string expected)
    {
        const std::size_t at = std::min(position == 0 ? 0 : position - 1, m_text.size());
        const std::string_view before = m_text.substr(0, at);
        const std::size_t newline = before.rfind('\n');
        const std::string_view line = newline == std::string_view::npos ? before : before.substr(newline + 1);
        Where where;
        where.line = 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
        where.column =
            1 + static_cast<int>(std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }));
        where.pointer = pointer();
        m_error = {ErrorCode::Input, {{std::move(message), std::move(expected), std::move(where)}}};
        return false;
    }

    std::string_view m_text;
    JsonLimits m_limits;
    const char* m_read;
    std::vector<Container> m_open;
    Json m_document;
    bool m_complete = false;
    Error m_error;
};

void writeText(const std::string& text, std::string& out)
{
    // Invalid UTF-8, which only a program can have put there, becomes U+FFFD: the file must stay readable.
    out += nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

void writeValue(const Json& value, std::size_t indent, std::string& out)
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
        writeText(*text, out);
    } else if (const Json::Array* elements = value.asArray()) {
        out += '[';
        for (const Json& element : *elements) {
            if (&element != &elements->front())
                out += ',';
            newLine(indent + 2);
            writeValue(element, indent + 2, out);
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
            writeText(name, out);
            out += ": ";
            writeValue(member, indent + 2, out);
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
    if (text.size() > limits.bytes)
        return fail(ErrorCode::Input, say("the text has {} bytes", text.size()), say("at most {} bytes", limits.bytes));
    try {
        return Builder(text, limits).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::Environment, "there is not enough memory to read this text");
    }
}

std::string writeJson(const Json& document)
{
    std::string out;
    writeValue(document, 0, out);
    out += '\n';
    return out;
}

}  // namespace scalewright
