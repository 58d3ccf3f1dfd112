// What `cost` asks (cost.cpp), and its JSON: the rows and the plan (cost_output.cpp), which p is right for whom
// (cost_worth.cpp).
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/cli/command.h"
#include "app/cli/ladder_input.h"
#include "core/output/answers/cost.h"
#include "core/project/document/project.h"

namespace scalewright::cli {

struct Question {
    CurveInput input;
    double priceUsdPerHour = 0;  ///< on demand
    std::string priceFrom;
    Project project;  ///< the file's, or an empty one, with what the options say laid over
    int pMax = defaultPMax;
    std::vector<std::string> goalsFrom;  ///< what of the goal is the project's, and what of its plan is set aside
    RegimeTerms terms;
    std::vector<Regime> regimes{Regime::OnDemand};

    [[nodiscard]] const MeasuredLadder* measured() const { return input.ladder ? &input.ladder->runs : nullptr; }
};

/// For core/output/answers: of what stands in `question`, which has to outlive it.
[[nodiscard]] CostQuestion costQuestion(const Question& question);

/// The answer if the work was fixed, where that it grew is a guess.
struct Opposite {
    Question question;
    CostFindings findings;
};

[[nodiscard]] Json::Object costJson(const Question& question, const CostFindings& found,
                                    const std::optional<Opposite>& other);

/// Which p is right for which value of an hour.
void addWorth(Json::Object& json, const Question& question, const Worth& worth);

}  // namespace scalewright::cli
