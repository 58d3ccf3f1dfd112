#include "core/base/message.h"

#include <algorithm>

namespace scalewright {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The wording with its places filled; a place that no argument has stays as it is.
std::string filled(const std::string& wording, const std::vector<std::string>& arguments)
{
    std::string text;
    std::size_t next = 0;
    for (std::size_t i = 0; i < wording.size(); ++i) {
        const char c = wording[i];
        if ((c == '{' || c == '}') && i + 1 < wording.size() && wording[i + 1] == c) {
            text += c;
            ++i;
            continue;
        }
        std::size_t end = i + 1, index = 0;
        for (; c == '{' && end < wording.size() && isDigit(wording[end]) && index < arguments.size(); ++end)
            index = 10 * index + static_cast<std::size_t>(wording[end] - '0');
        if (c == '{' && end < wording.size() && wording[end] == '}') {
            if (end == i + 1)
                index = next++;
            if (index < arguments.size()) {
                text += arguments[index];
                i = end;
                continue;
            }
        }
        text += c;
    }
    return text;
}

// The first letter from one alphabet of 26 into the other. Not inlined: GCC 12 at -O3 takes the first of an empty text
// for uninitialised.
[[gnu::noinline]] std::string recased(std::string text, char from, char to)
{
    const char first = text.empty() ? '\0' : text.front();
    if (first >= from && first < from + 26)
        text.replace(0, 1, 1, static_cast<char>(first - from + to));
    return text;
}

Message around(Message::Kind kind, Message message)
{
    std::vector<Message> one;
    one.push_back(std::move(message));
    return {kind, {}, std::move(one)};
}

}  // namespace

bool Message::empty() const
{
    return m_kind == Kind::Said || m_kind == Kind::Data || m_kind == Kind::Verbatim
               ? m_text.empty()
               : std::all_of(m_parts.begin(), m_parts.end(), [](const Message& part) { return part.empty(); });
}

Message& Message::operator+=(Message next)
{
    if (next.empty())
        return *this;
    if (empty())
        return *this = std::move(next);
    if (m_kind != Kind::Joined || !m_text.empty()) {
        Message whole;
        whole.m_parts.push_back(std::move(*this));
        *this = std::move(whole);
    }
    m_parts.push_back(std::move(next));
    return *this;
}

Message verbatim(std::string text)
{
    return {Message::Kind::Verbatim, std::move(text), {}};
}

Message fromData(std::string text)
{
    return {Message::Kind::Data, std::move(text), {}};
}

Message joined(std::vector<Message> parts, std::string separator)
{
    std::erase_if(parts, [](const Message& part) { return part.empty(); });
    if (parts.size() == 1)
        return std::move(parts.front());
    return {Message::Kind::Joined, std::move(separator), std::move(parts)};
}

Message capital(Message message)
{
    return around(Message::Kind::Capital, std::move(message));
}

Message lowered(Message message)
{
    return around(Message::Kind::Lower, std::move(message));
}

std::string Language::capital(std::string text) const
{
    return recased(std::move(text), 'a', 'A');
}

std::string Language::lowered(std::string text) const
{
    return recased(std::move(text), 'A', 'a');
}

std::string inWords(const Message& message, const Language& language)
{
    std::vector<std::string> parts;
    for (const Message& part : message.parts())
        parts.push_back(inWords(part, language));
    switch (message.kind()) {
    case Message::Kind::Said: return filled(language.wording(message.kind(), message.text()), parts);
    case Message::Kind::Data: return language.wording(message.kind(), message.text());
    case Message::Kind::Verbatim: return message.text();
    case Message::Kind::Capital: return language.capital(std::move(parts.front()));
    case Message::Kind::Lower: return language.lowered(std::move(parts.front()));
    case Message::Kind::Joined: break;
    }
    std::string text;
    for (const std::string& part : parts) {
        if (&part != &parts.front())
            text += message.text();
        text += part;
    }
    return text;
}

std::string english(const Message& message)
{
    return inWords(message, Language());
}

}  // namespace scalewright
