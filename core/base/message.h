// What core says to a person, as a value: a wording in English and what stands in its places.
//
// The command line writes english(message); the window looks every wording up in its language first. A number or an
// amount is formatted before it becomes an argument (core/quantity) and is the same in every language, like a name that
// a person gave; an argument that is itself a Message is put into words on its own.
//
//     Message m = say("at p = {} a step takes {}", p, formatAmount(t, Dimension::Time).joined());
//     english(m);                                  // "at p = 16 a step takes 2.1 ms"
//     m += say(" {} workers wait.", waiting);      // sentences are appended as they are
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace scalewright {

#ifdef SCALEWRIGHT_LUPDATE
Q_DECLARE_TR_FUNCTIONS(
    Core)  // for lupdate, which reads it whether defined or not: what say() says is in the context Core
#endif

class Message {
public:
    enum class Kind : std::uint8_t {
        Joined,  ///< parts with text() between them; without parts it says nothing
        Said,  ///< text() is a wording of core; the parts stand in its places
        Data,  ///< text() is a name or sentence of core's data (menus, case studies); translated as a whole
        Verbatim,  ///< text() is a number, a name, what somebody typed: the same in every language
        Capital,  ///< its one part at the start of a sentence
        Lower,  ///< its one part within a sentence
    };

    Message() = default;  ///< says nothing
    Message(Kind kind, std::string text, std::vector<Message> parts)
        : m_kind(kind), m_text(std::move(text)), m_parts(std::move(parts))
    {
    }

    [[nodiscard]] Kind kind() const { return m_kind; }
    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] const std::vector<Message>& parts() const { return m_parts; }
    [[nodiscard]] bool empty() const;

    Message& operator+=(Message next);  ///< without anything between
    friend Message operator+(Message first, Message second) { return std::move(first += std::move(second)); }
    friend bool operator==(const Message&, const Message&) = default;
    friend bool operator==(const Message&, std::string_view) = delete;  ///< its words are english(message)

private:
    Kind m_kind = Kind::Joined;
    std::string m_text;
    std::vector<Message> m_parts;
};

/// A literal with as many {} as there are arguments; checked when it is compiled. {{ and }} stand for themselves.
template <class... Arguments>
class Wording {
public:
    template <std::size_t N>
    consteval Wording(const char (&literal)[N]) : m_text(literal, N - 1)
    {
        std::size_t places = 0;
        for (std::size_t i = 0; i + 1 < N; ++i) {
            if (literal[i] != '{')
                continue;
            if (literal[i + 1] == '}')
                ++places;
            else if (literal[i + 1] == '{')
                ++i;
            else
                throw "a place is {}: numbers are formatted before they are said";
        }
        if (places != sizeof...(Arguments))
            throw "as many arguments as places";
    }

    [[nodiscard]] std::string text() const { return std::string(m_text); }

private:
    std::string_view m_text;
};

/// A wording without places for a constexpr table; said where it is shown.
struct Phrase {
    const char* english;
    operator Message() const { return {Message::Kind::Said, english, {}}; }
};
[[nodiscard]] consteval Phrase phrase(const char* english)
{
    return {english};
}

/// A number, a name, what somebody typed: the same in every language.
[[nodiscard]] Message verbatim(std::string text);

namespace detail {

template <class Argument>
[[nodiscard]] Message argument(Argument&& value)
{
    using Value = std::remove_cvref_t<Argument>;
    if constexpr (std::same_as<Value, Message> || std::same_as<Value, Phrase>) {
        return std::forward<Argument>(value);
    } else if constexpr (std::same_as<Value, std::string> || std::same_as<Value, std::string_view>) {
        return verbatim(std::string(value));
    } else {
        static_assert(std::integral<Value> && !std::same_as<Value, bool>,
                      "an argument is a Message, a name (std::string) or a whole number; words are said, other numbers "
                      "formatted first");
        return verbatim(std::to_string(value));
    }
}

}  // namespace detail

/// The wording with these arguments: Messages, names (std::string), whole numbers.
template <class... Arguments>
[[nodiscard]] Message say(std::type_identity_t<Wording<std::remove_cvref_t<Arguments>...>> wording,
                          Arguments&&... arguments)
{
    return {Message::Kind::Said, wording.text(), {detail::argument(std::forward<Arguments>(arguments))...}};
}

/// A text of resources/catalogue.
[[nodiscard]] Message fromData(std::string text);
/// "a", ", ", "b": parts that say nothing are left out. What separates is punctuation, not words.
[[nodiscard]] Message joined(std::vector<Message> parts, std::string separator);
/// For the start of a sentence; for a place within one ("All-reduce" -> "all-reduce").
[[nodiscard]] Message capital(Message message);
[[nodiscard]] Message lowered(Message message);

/// How a language puts a message into words; this one is English.
class Language {
public:
    virtual ~Language() = default;
    /// Kind Said or Data: the wording, with its places.
    [[nodiscard]] virtual std::string wording(Message::Kind, const std::string& english) const { return english; }
    [[nodiscard]] virtual std::string capital(std::string text) const;
    [[nodiscard]] virtual std::string lowered(std::string text) const;
};

/// A translation may name its places {0}, {1} to change their order.
[[nodiscard]] std::string inWords(const Message& message, const Language& language);
[[nodiscard]] std::string english(const Message& message);

}  // namespace scalewright
