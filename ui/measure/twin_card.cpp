#include "ui/measure/twin_card.h"

namespace scalewright::ui {

void TwinCard::refresh(LadderCurve curve, const Project& project, const Analysis& analysis)
{
    QString number = QStringLiteral("–"), note = tr("no ladder that can be read");
    if (analysis.ladder && analysis.ladder->measured) {
        const MeasuredLadder& ladder = *analysis.ladder->measured;
        const std::optional<int> plan = analysis.plannedP();
        const Rung* planned = plan ? ladder.at(*plan) : nullptr;
        const Rung& rung = planned ? *planned : *ladder.at(ladder.fastestP);
        number = curve == LadderCurve::Speedup ? formatNumber(rung.speedup, {NumberStyle::Kind::Times})
                                               : formatNumber(rung.efficiency, {NumberStyle::Kind::Percent});
        note = (planned ? tr("measured at plan p %1") : tr("at the fastest p %1")).arg(rung.p);
    }
    present(ladderCurveTitle(curve, analysis), number, note, ladderChart(curve, project, analysis, {}, true));
}

}  // namespace scalewright::ui
