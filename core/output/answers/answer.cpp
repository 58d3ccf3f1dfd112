// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/answers/answer.h"

#include <utility>

namespace scalewright {

const char* basisName(Basis basis)
{
    switch (basis) {
    case Basis::Measured: return "measured";
    case Basis::Calibrated: return "calibrated";
    case Basis::Simulated: return "simulated";
    case Basis::Predicted: return "predicted";
    case Basis::Catalogue: return "catalogue";
    case Basis::Typed: return "typed";
    case Basis::Assumed: return "assumed";
    }
    return "";
}

const char* clarityName(Clarity clarity)
{
    switch (clarity) {
    case Clarity::Clear: return "clear";
    case Clarity::Close: return "close";
    case Clarity::Unknown: return "not-known";
    }
    return "";
}

const char* factKindName(FactKind kind)
{
    switch (kind) {
    case FactKind::Value: return "figure";
    case FactKind::Goal: return "goal";
    case FactKind::Range: return "range";
    case FactKind::Formula: return "formula";
    case FactKind::Source: return "source";
    case FactKind::Assumption: return "assumption";
    case FactKind::Alternative: return "rival";
    case FactKind::Calibration: return "calibration";
    case FactKind::Interpretation: return "reading";
    case FactKind::Warning: return "warning";
    case FactKind::Advice: return "advice";
    }
    return "";
}

std::string confidenceText(const AnswerConfidence& confidence)
{
    const std::string clarity = !confidence.clarity                       ? std::string()
                                : *confidence.clarity == Clarity::Unknown ? "certainty unknown"
                                                                          : clarityName(*confidence.clarity);
    const std::string mark =
        joinNonEmpty({confidence.basis ? basisName(*confidence.basis) : std::string(), clarity}, ", ");
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
