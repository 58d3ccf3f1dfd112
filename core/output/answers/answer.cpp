#include "core/output/answers/answer.h"

#include <utility>

#include "core/base/text/message.h"

namespace scalewright {

const char* basisName(Basis basis)
{
    switch (basis) {
    case Basis::Measured: return "measured";
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
    case Clarity::NotKnown: return "not-known";
    }
    return "";
}

const char* factName(FactKind kind)
{
    switch (kind) {
    case FactKind::Figure: return "figure";
    case FactKind::Goal: return "goal";
    case FactKind::Range: return "range";
    case FactKind::Formula: return "formula";
    case FactKind::Source: return "source";
    case FactKind::Assumption: return "assumption";
    case FactKind::Rival: return "rival";
    case FactKind::Calibration: return "calibration";
    case FactKind::Reading: return "reading";
    case FactKind::Warning: return "warning";
    case FactKind::Advice: return "advice";
    }
    return "";
}

std::string markText(const Sure& sure)
{
    const std::string clarity = !sure.clarity                        ? std::string()
                                : *sure.clarity == Clarity::NotKnown ? "not known"
                                                                     : clarityName(*sure.clarity);
    const std::string mark = joined({sure.basis ? basisName(*sure.basis) : std::string(), clarity}, ", ");
    return joined({mark, sure.note}, "; ");
}

void addFact(Answer& answer, FactKind kind, std::string_view label, std::string says)
{
    if (!says.empty())
        answer.details.push_back({kind, std::string(label), std::move(says)});
}

void addFacts(Answer& answer, FactKind kind, std::string_view label, const std::vector<std::string>& says)
{
    for (const std::string& each : says)
        addFact(answer, kind, label, each);
}

}  // namespace scalewright
