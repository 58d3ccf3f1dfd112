// Phrases that several answers share.
#pragma once

#include <string>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"

namespace scalewright {

/// "1 worker", "8 workers"
[[nodiscard]] inline std::string workersText(long p)
{
    return p == 1 ? "1 worker" : say("{} workers", p);
}

/// "3.88×"
[[nodiscard]] inline std::string foldsText(double speedup)
{
    return significant(speedup) + "×";
}

/// At most three significant digits, without zeros that say nothing: "1.6", "100", "0.0429".
[[nodiscard]] std::string shortNumber(double value);

/// The first statement of a text that is longer than twenty words; a shorter one whole. The rest is among the details.
[[nodiscard]] std::string firstStatement(const std::string& says);

/// Ends as a sentence does: "yes" -> "Yes."; empty stays empty.
[[nodiscard]] std::string sentence(std::string text);

}  // namespace scalewright
