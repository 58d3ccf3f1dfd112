// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity/arithmetic.h"

#include <array>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/error/try.h"
#include "core/base/quantity/units.h"
#include "core/base/text/ascii.h"
#include "core/base/text/quote.h"

namespace scalewright {

namespace {

constexpr std::size_t maximumOperators = 64;
constexpr std::size_t maximumArithmeticLength = 1000;

/// A unit as powers of the base units. Prices are per hour and all other rates per second: `hours` counts the factors of
/// 3600 that are not yet applied, so that twice a price stays exact.
struct UnitPowers {
    int seconds = 0, bytes = 0, flop = 0, dollars = 0, joules = 0;
    int hours = 0;

    bool operator==(const UnitPowers&) const = default;
    [[nodiscard]] bool isSameUnit(const UnitPowers& other) const
    {
        UnitPowers comparable = other;
        comparable.hours = hours;
        return *this == comparable;
    }
    [[nodiscard]] UnitPowers plus(const UnitPowers& other, int sign) const
    {
        return {seconds + sign * other.seconds, bytes + sign * other.bytes,   flop + sign * other.flop,
                dollars + sign * other.dollars, joules + sign * other.joules, hours + sign * other.hours};
    }
};

UnitPowers unitPowersOf(Dimension dimension)
{
    switch (dimension) {
    case Dimension::Time: return {.seconds = 1};
    case Dimension::Bytes: return {.bytes = 1};
    case Dimension::Bandwidth: return {.seconds = -1, .bytes = 1};
    case Dimension::Work: return {.flop = 1};
    case Dimension::ComputeRate: return {.seconds = -1, .flop = 1};
    case Dimension::TimePerByte: return {.seconds = 1, .bytes = -1};
    case Dimension::Price: return {.seconds = -1, .dollars = 1, .hours = -1};
    case Dimension::Money: return {.dollars = 1};
    case Dimension::Power: return {.seconds = -1, .joules = 1};
    case Dimension::Energy: return {.joules = 1};
    case Dimension::Rate: return {.seconds = -1};
    case Dimension::Count:
    case Dimension::Ratio: break;
    }
    return {};
}

/// In the order in which an operand's unit is looked up; "$3" is money, although a price may omit "/h".
constexpr std::array unitDimensions{Dimension::Time,   Dimension::Bytes,       Dimension::Bandwidth,
                                    Dimension::Work,   Dimension::ComputeRate, Dimension::TimePerByte,
                                    Dimension::Money,  Dimension::Price,       Dimension::Power,
                                    Dimension::Energy, Dimension::Rate};

/// "a time", "an amount of data".
std::string unitNoun(const UnitPowers& unit)
{
    if (unit.isSameUnit({}))
        return "a number without a unit";
    for (const Dimension dimension : unitDimensions)
        if (unit.isSameUnit(unitPowersOf(dimension))) {
            const std::string example = exampleOf(dimension);
            return example.substr(0, example.find(" such as "));
        }
    return "in a combined unit";
}

enum class TokenKind { Operand, Plus, Minus, Times, Divide, Open, Close };

struct Token {
    TokenKind kind = TokenKind::Operand;
    std::string_view text;
};

bool startsOperand(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos)
        return false;
    text.remove_prefix(first);
    return isDigit(text[0]) || text[0] == '.' || text[0] == '(' || text[0] == '$' || text.starts_with("€") ||
           text.starts_with("£") || text.starts_with("¥");
}

/// The operator at the start of the text and its length in bytes.
std::optional<std::pair<TokenKind, std::size_t>> findOperator(std::string_view text)
{
    for (const auto& [sign, kind] : {std::pair<std::string_view, TokenKind>{"*", TokenKind::Times},
                                     {"\u00D7", TokenKind::Times},
                                     {"\u00F7", TokenKind::Divide},
                                     {")", TokenKind::Close}})
        if (text.starts_with(sign))
            return std::pair(kind, sign.size());
    for (const auto& [sign, kind] : {std::pair<std::string_view, TokenKind>{"+", TokenKind::Plus},
                                     {"-", TokenKind::Minus},
                                     {"\u2212", TokenKind::Minus},
                                     {"/", TokenKind::Divide}})
        if (text.starts_with(sign) && startsOperand(text.substr(sign.size())))
            return std::pair(kind, sign.size());
    return std::nullopt;
}

/// The length of the operand at the start of the text: up to the next operator. The sign of an exponent and parentheses
/// inside the operand ("7B params (bf16)") belong to it.
std::size_t operandLength(std::string_view text)
{
    int depth = 0;
    std::size_t i = 0;
    for (; i < text.size(); ++i) {
        const bool isExponent = i + 2 < text.size() && i > 0 && (text[i] == 'e' || text[i] == 'E') &&
                                (isDigit(text[i - 1]) || text[i - 1] == '.') &&
                                (text[i + 1] == '+' || text[i + 1] == '-') && isDigit(text[i + 2]);
        if (isExponent) {
            ++i;
        } else if (text[i] == '(') {
            ++depth;
        } else if (text[i] == ')' && depth > 0) {
            --depth;
        } else if (depth == 0 && findOperator(text.substr(i))) {
            break;
        }
    }
    return i;
}

std::string_view trimBlanks(std::string_view text)
{
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Stops after more operators than are accepted.
std::vector<Token> splitTokens(std::string_view text)
{
    std::vector<Token> tokens;
    std::size_t operators = 0;
    for (text = trimBlanks(text); !text.empty() && operators <= maximumOperators; text = trimBlanks(text)) {
        const bool expectsOperand =
            tokens.empty() || (tokens.back().kind != TokenKind::Operand && tokens.back().kind != TokenKind::Close);
        Token token;
        std::size_t length = 0;
        if (expectsOperand && text[0] == '(') {
            token.kind = TokenKind::Open;
            length = 1;
        } else if (const auto sign = findOperator(text)) {
            token.kind = sign->first;
            length = sign->second;
        } else {
            length = operandLength(text);
        }
        operators += token.kind != TokenKind::Operand;
        token.text = trimBlanks(text.substr(0, length));
        tokens.push_back(token);
        text.remove_prefix(length);
    }
    return tokens;
}

/// The meaning of an operand that could be read in more than one way, such as "7B" among bytes.
enum class Preference { PlainNumber, ResultUnit, OtherUnit };

class Evaluator {
public:
    Evaluator(std::string_view text, const std::vector<Token>& tokens, Dimension dimension, OperandParser parseOperand,
              Preference preference)
        : m_text(text), m_tokens(tokens), m_dimension(dimension), m_parseOperand(parseOperand), m_preference(preference)
    {
    }

    Result<ParsedEntry> evaluate()
    {
        TRY(Term sum, evaluateSum());
        if (m_next < m_tokens.size())
            return failWith(formatMessage("an operator is missing before {}", inQuotes(m_tokens[m_next].text)));
        const UnitPowers target = unitPowersOf(m_dimension);
        if (!m_hasUnit)
            sum.unit = target;
        // A price field is always per hour, so "2 * $3.20" means the same as "2 * $3.20/h".
        if (m_dimension == Dimension::Price && sum.unit == unitPowersOf(Dimension::Money))
            sum.unit = target;
        if (!sum.unit.isSameUnit(target))
            return failWith(formatMessage("{} is {}, not {}", inQuotes(m_text), unitNoun(sum.unit), unitNoun(target)));
        double value = sum.value * std::pow(3600, sum.unit.hours - target.hours);
        if (!std::isfinite(value))
            return failOutOfRange();
        if (m_dimension == Dimension::Count) {
            constexpr double rounding = 1e-12;
            const double whole = std::round(value);
            if (std::abs(value - whole) > rounding * std::abs(value))
                return failWith(formatMessage("{} = {} is not a whole number", inQuotes(m_text), roundTripText(value)));
            value = whole;
        }
        return ParsedEntry{value + 0.0, m_note};
    }

private:
    struct Term {
        double value = 0;
        UnitPowers unit;
        std::string_view text;
    };

    [[nodiscard]] tl::unexpected<Error> failWith(std::string message) const
    {
        return fail(ErrorCode::Input, std::move(message), exampleOf(m_dimension));
    }
    [[nodiscard]] tl::unexpected<Error> failOutOfRange() const
    {
        return failWith(formatMessage("{} is too large or too small to compute", inQuotes(m_text)));
    }

    [[nodiscard]] bool isNext(TokenKind kind) const
    {
        return m_next < m_tokens.size() && m_tokens[m_next].kind == kind;
    }

    /// The text from the start of one term to the end of another.
    [[nodiscard]] static std::string_view spanned(std::string_view first, std::string_view last)
    {
        return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
    }

    Result<Term> evaluateSum()
    {
        Result<Term> sum = evaluateProduct();
        while (sum && (isNext(TokenKind::Plus) || isNext(TokenKind::Minus))) {
            const int sign = m_tokens[m_next++].kind == TokenKind::Plus ? 1 : -1;
            Result<Term> term = evaluateProduct();
            if (!term)
                return term;
            if (!sum->unit.isSameUnit(term->unit))
                return failWith(formatMessage("{} is {}, but {} is {}; both sides of + or - need the same unit",
                                              inQuotes(sum->text), unitNoun(sum->unit), inQuotes(term->text),
                                              unitNoun(term->unit)));
            sum->value += sign * term->value * std::pow(3600, term->unit.hours - sum->unit.hours);
            sum->text = spanned(sum->text, term->text);
            if (!std::isfinite(sum->value))
                return failOutOfRange();
        }
        return sum;
    }

    Result<Term> evaluateProduct()
    {
        Result<Term> product = evaluateFactor();
        while (product && (isNext(TokenKind::Times) || isNext(TokenKind::Divide))) {
            const bool divides = m_tokens[m_next++].kind == TokenKind::Divide;
            Result<Term> factor = evaluateFactor();
            if (!factor)
                return factor;
            if (divides && factor->value == 0)
                return failWith(formatMessage("{} divides by zero", inQuotes(m_text)));
            const double before = product->value;
            product->value = divides ? before / factor->value : before * factor->value;
            product->unit = product->unit.plus(factor->unit, divides ? -1 : 1);
            product->text = spanned(product->text, factor->text);
            if (!std::isfinite(product->value) || (product->value == 0 && before != 0 && factor->value != 0))
                return failOutOfRange();
        }
        return product;
    }

    Result<Term> evaluateFactor()
    {
        if (m_next == m_tokens.size())
            return failWith(formatMessage("{} ends where a number is missing", inQuotes(m_text)));
        const Token& token = m_tokens[m_next++];
        switch (token.kind) {
        case TokenKind::Plus:
        case TokenKind::Minus: {
            Result<Term> factor = evaluateFactor();
            if (factor) {
                factor->value *= token.kind == TokenKind::Minus ? -1 : 1;
                factor->text = spanned(token.text, factor->text);
            }
            return factor;
        }
        case TokenKind::Open: {
            Result<Term> sum = evaluateSum();
            if (!sum)
                return sum;
            if (!isNext(TokenKind::Close))
                return failWith(formatMessage("an operator is missing before {}", inQuotes(m_tokens[m_next].text)));
            sum->text = spanned(token.text, m_tokens[m_next++].text);
            return sum;
        }
        case TokenKind::Operand: return readOperand(token.text);
        case TokenKind::Times:
        case TokenKind::Divide:
        case TokenKind::Close: break;
        }
        return failWith(formatMessage("{}: a number is missing before {}", inQuotes(m_text), inQuotes(token.text)));
    }

    Result<Term> readOperand(std::string_view text)
    {
        const auto tryPlain = [&]() -> std::optional<Term> {
            for (const Dimension plain : {Dimension::Count, Dimension::Ratio})
                if (const Result<ParsedEntry> entry = m_parseOperand(text, plain))
                    return Term{entry->value, {}, text};
            return std::nullopt;
        };
        const auto tryUnit = [&](Dimension dimension) -> std::optional<Term> {
            const Result<ParsedEntry> entry = m_parseOperand(text, dimension);
            if (!entry)
                return std::nullopt;
            if (m_note.empty())
                m_note = entry->note;
            m_hasUnit = true;
            return Term{entry->value, unitPowersOf(dimension), text};
        };
        const auto tryOthers = [&]() -> std::optional<Term> {
            for (const Dimension dimension : unitDimensions)
                if (const std::optional<Term> term = tryUnit(dimension))
                    return term;
            return std::nullopt;
        };
        const bool isPlainResult = unitPowersOf(m_dimension) == UnitPowers{};
        // A number without anything else has no unit, although each dimension accepts it.
        const bool isBareNumber = m_parseOperand(text, Dimension::Ratio).has_value();
        std::optional<Term> term;
        if (isBareNumber || m_preference != Preference::ResultUnit)
            term = tryPlain();
        if (!term && !isPlainResult && m_preference != Preference::OtherUnit)
            term = tryUnit(m_dimension);
        if (!term)
            term = tryPlain();
        if (!term)
            term = tryOthers();
        if (term)
            return *term;
        return fail(std::move(m_parseOperand(text, m_dimension).error()));
    }

    std::string_view m_text;
    const std::vector<Token>& m_tokens;
    Dimension m_dimension;
    OperandParser m_parseOperand;
    Preference m_preference;
    std::size_t m_next = 0;
    bool m_hasUnit = false;
    std::string m_note;
};

}  // namespace

bool isArithmetic(std::string_view text)
{
    if (text.size() > maximumArithmeticLength)
        return false;
    const std::vector<Token> tokens = splitTokens(text);
    for (std::size_t i = 0; i < tokens.size(); ++i)
        // The sign of a single number is part of the number.
        if (tokens[i].kind != TokenKind::Operand &&
            (i > 0 || tokens.size() > 2 || (tokens[i].kind != TokenKind::Plus && tokens[i].kind != TokenKind::Minus)))
            return true;
    return false;
}

Result<ParsedEntry> evaluateArithmetic(std::string_view text, Dimension dimension, OperandParser parseOperand)
{
    const std::vector<Token> tokens = splitTokens(text);
    std::size_t operators = 0;
    int openParentheses = 0;
    for (const Token& token : tokens) {
        operators += token.kind != TokenKind::Operand;
        openParentheses += token.kind == TokenKind::Open ? 1 : token.kind == TokenKind::Close ? -1 : 0;
        if (openParentheses < 0)
            return fail(ErrorCode::Input, formatMessage("{} closes a parenthesis that is not open", inQuotes(text)),
                        exampleOf(dimension));
    }
    if (operators > maximumOperators)
        return fail(ErrorCode::Input, formatMessage("{} has more than {} operators", inQuotes(text), maximumOperators),
                    exampleOf(dimension));
    if (openParentheses > 0)
        return fail(ErrorCode::Input, formatMessage("{} does not close a parenthesis", inQuotes(text)),
                    exampleOf(dimension));
    Result<ParsedEntry> first = Evaluator(text, tokens, dimension, parseOperand, Preference::PlainNumber).evaluate();
    for (const Preference preference : {Preference::ResultUnit, Preference::OtherUnit})
        if (!first)
            if (Result<ParsedEntry> other = Evaluator(text, tokens, dimension, parseOperand, preference).evaluate())
                return other;
    return first;
}

}  // namespace scalewright
