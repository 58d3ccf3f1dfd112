// Phrases shared by several answers.
#pragma once

#include <string>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"

namespace scalewright {

/// "1 worker", "8 workers"
[[nodiscard]] inline std::string workersText(long p)
{
    return p == 1 ? "1 worker" : formatMessage("{} workers", p);
}

/// "3.88×"
[[nodiscard]] inline std::string speedupFactorText(double speedup)
{
    return significantText(speedup) + "×";
}

/// At most three significant digits, without trailing zeros: "1.6", "100", "0.0429".
[[nodiscard]] std::string shortNumber(double value);

/// The whole text if it has at most twenty words, otherwise its first statement. Details show the rest.
[[nodiscard]] std::string firstStatement(const std::string& text);

/// Capitalised and ending with a full stop: "yes" -> "Yes."; empty stays empty.
[[nodiscard]] std::string asSentence(std::string text);

}  // namespace scalewright
