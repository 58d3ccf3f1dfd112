// SPDX-License-Identifier: GPL-3.0-or-later
// Phrases shared by several answers.
#pragma once

#include <string>

#include "core/base/quantity/factor.h"
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

/// "2.87× as fast as 2" for a measured speedup with S(p0) = p0, where p0 = 2 is the smallest measured p; "3.88×" if that
/// is 1.
[[nodiscard]] inline std::string speedupFactorText(double speedup, int baseP)
{
    return baseP == 1 ? speedupFactorText(speedup)
                      : formatMessage("{} as fast as {}", speedupFactorText(speedup / baseP), baseP);
}

/// "speedup 3.88"; "2.87× as fast as 2" or "the smallest measured p" if that is not 1.
[[nodiscard]] inline std::string measuredSpeedupText(double speedup, int p, int baseP)
{
    return baseP == 1   ? "speedup " + plainFactorText(speedup)
           : p == baseP ? std::string("the smallest measured p")
                        : speedupFactorText(speedup, baseP);
}

/// At most three significant digits, without trailing zeros: "1.6", "100", "0.0429".
[[nodiscard]] std::string shortNumber(double value);

/// The whole text if it has at most twenty words, otherwise its first statement. Details show the rest.
[[nodiscard]] std::string firstStatement(const std::string& text);

/// Capitalised and ending with a full stop: "yes" -> "Yes."; empty stays empty.
[[nodiscard]] std::string asSentence(std::string text);

}  // namespace scalewright
