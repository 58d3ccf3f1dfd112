// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/answer.h"

#include <utility>

namespace scalewright {

std::string confidenceText(const AnswerConfidence& confidence)
{
    const std::string clarity = !confidence.clarity                       ? std::string()
                                : *confidence.clarity == Clarity::Unknown ? "certainty unknown"
                                                                          : nameOf(*confidence.clarity);
    const std::string mark =
        joinNonEmpty({confidence.basis ? nameOf(*confidence.basis) : std::string(), clarity}, ", ");
    return joinNonEmpty({mark, confidence.note}, "; ");
}

void Answer::add(FactKind kind, std::string_view label, std::string text)
{
    if (!text.empty())
        details.push_back({kind, std::string(label), std::move(text)});
}

void Answer::add(FactKind kind, std::string_view label, const std::vector<std::string>& texts)
{
    for (const std::string& each : texts)
        add(kind, label, each);
}

}  // namespace scalewright
