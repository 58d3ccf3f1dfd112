// SPDX-License-Identifier: GPL-3.0-or-later
// The footprint of a ladder or a prediction, with its JSON form.
#include <algorithm>
#include <cmath>

#include "core/decision/cost/carbon.h"
#include "core/output/answers/footprint.h"

namespace scalewright {

Result<Answered> answerFootprint(const CurveInput& input, const Project& project, int pMax)
{
    const MeasuredLadder* ladder = input.ladder ? &input.ladder->measuredRuns : nullptr;
    const Forecast predicted = makeForecast(project.baseline, project, pMax, ladder);
    if (!ladder && !predicted.prediction)
        return fail(withFileName(Error(predicted.model.error()), input.fileName));

    FootprintQuestion question{
        .project = project, .forecast = predicted, .name = project.title.empty() ? input.fileName : project.title};
    if (ladder) {  // energy is per run, as is the price
        const LadderReading reading = ladderReadingOf(*input.ladder);
        question.ladder.emplace(*ladder, reading.caption, reading.mappingSummary, reading.columns,
                                reading.unreadHeaders, reading.warnings);
    }
    const std::vector<FootprintRow> footprints = footprintRows(question);
    if (footprints.empty())
        return fail(ErrorCode::Refused, "the run never finishes at any p", "a design that recovers from failures",
                    {.file = input.fileName});
    if (project.target.powerW && std::ranges::any_of(footprints, [](const FootprintRow& row) {
            return !row.footprint.kwh || !std::isfinite(*row.footprint.kwh);
        }))
        return fail(withFileName(Error{ErrorCode::Input,
                                       {{formatMessage("{} makes the energy too large to compute",
                                                       roundTripText(project.target.powerW->value)),
                                         "a smaller power, such as 700 W",
                                         {.jsonPointer = fieldOf(&Target::powerW).jsonPointer}}}},
                                 input.fileName));
    const std::string noEnergy = noEnergyReason(ladder != nullptr);
    const auto row = [&](const FootprintRow& run) {
        return objectOf({{"p", run.p},
                         {"t", run.runTimeS},
                         {"t_same_work", run.baseWorkTimeS},
                         {"energy_kwh", run.footprint.kwh, noEnergy},
                         {"co2e_g", run.footprint.gramsCo2e, run.footprint.kwh ? noGridReason() : noEnergy},
                         {"measured", run.footprint.isMeasured},
                         {"beaten", run.isDominated}});
    };
    const auto valueOf = [](const MaybeQuantity& quantity) {
        return quantity ? std::optional(quantity->value) : std::nullopt;
    };
    const Target& target = project.target;
    Answer answer = footprintAnswer(question, footprints);
    const Table table = answer.table;
    return Answered{.answer = std::move(answer),
                    .json = objectOf({{"curve", ladder ? "measured" : "predicted"},
                                      {"pue", valueOf(target.pue).value_or(1)},
                                      {"power_w", valueOf(target.powerW), noEnergy},
                                      {"intensity_g_per_kwh", valueOf(target.gridCo2GramsPerKwh), noGridReason()},
                                      {"rows", listOf(footprints, row)},
                                      {"assumptions", footprintAssumptions(question)},
                                      ladder ? ladderFields(*input.ladder) : Json::Object()}),
                    .rows = table};
}

}  // namespace scalewright
