#include "core/probes/wire.h"

#include <charconv>
#include <optional>

#include <fmt/format.h>

namespace scalewright::detail {

namespace {

// "12:" off the front of what is left.
std::optional<std::size_t> takeCount(std::string_view& rest)
{
    std::size_t count = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), count);
    if (error != std::errc() || end == rest.data() + rest.size() || *end != ':')
        return std::nullopt;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()) + 1);
    return count;
}

std::optional<Message> takeMessage(std::string_view& rest)
{
    const auto kind = takeCount(rest), length = takeCount(rest);
    if (!kind || *kind > static_cast<std::size_t>(Message::Kind::Lower) || !length || *length > rest.size())
        return std::nullopt;
    std::string text(rest.substr(0, *length));
    rest.remove_prefix(*length);
    const auto count = takeCount(rest);
    std::vector<Message> parts;
    while (count && parts.size() < *count) {
        std::optional<Message> part = takeMessage(rest);
        if (!part)
            return std::nullopt;
        parts.push_back(*std::move(part));
    }
    const auto as = static_cast<Message::Kind>(*kind);
    const bool one = as == Message::Kind::Capital || as == Message::Kind::Lower;
    return count && (!one || parts.size() == 1) ? std::optional(Message(as, std::move(text), std::move(parts)))
                                                : std::nullopt;
}

}  // namespace

std::string wireMessage(const Message& message)
{
    std::string field = fmt::format("{}:{}:{}{}:", static_cast<int>(message.kind()), message.text().size(),
                                    message.text(), message.parts().size());
    for (const Message& part : message.parts())
        field += wireMessage(part);
    return field;
}

Message messageFromWire(const std::string& field)
{
    std::string_view rest = field;
    const std::optional<Message> message = takeMessage(rest);
    return message && rest.empty() ? *message : verbatim(field);
}

std::string wireLine(const std::vector<std::string>& fields)
{
    std::string line;
    for (const std::string& field : fields) {
        if (!line.empty())
            line += '\t';
        for (const char c : field)
            line += c == '\t' || c == '\n' || c == '\r' ? ' ' : c;
    }
    line += '\n';
    return line;
}

std::vector<std::string> wireFields(std::string_view line)
{
    std::vector<std::string> fields;
    for (std::size_t begin = 0;;) {
        const std::size_t tab = line.find('\t', begin);
        fields.emplace_back(line.substr(begin, tab == std::string_view::npos ? tab : tab - begin));
        if (tab == std::string_view::npos)
            return fields;
        begin = tab + 1;
    }
}

}  // namespace scalewright::detail
