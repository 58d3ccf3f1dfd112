// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/lost_speedup_card.h"

#include <algorithm>

#include "core/decision/analysis/analysis.h"
#include "ui/measure/ladder_charts.h"
#include "ui/measure/waterfall_chart.h"

namespace scalewright::ui {

LostSpeedupCard::LostSpeedupCard(QWidget* parent) : LostSpeedupCard(new WaterfallChart, parent) {}

LostSpeedupCard::LostSpeedupCard(WaterfallChart* chart, QWidget* parent) : Figure(chart, chart, parent), m_chart(chart)
{
}

void LostSpeedupCard::refresh(std::shared_ptr<const LadderAnalysis> shown)
{
    m_ladder = std::move(shown);
    const LadderAnalysis& ladder = *m_ladder;
    constexpr std::size_t maximumChoices = 7;
    std::vector<int> choices;
    if (ladder.measured)
        for (const Rung& rung : rungsToDraw(*ladder.measured, maximumChoices))
            if (rung.p > ladder.measured->baseP)
                choices.push_back(rung.p);
    if (choices != m_choices) {
        m_choices = choices;
        m_chosenP.reset();
        for (const auto& [p, button] : m_pButtons)
            delete button;
        m_pButtons.clear();
        for (const int p : choices) {
            QPushButton* button = createToggleButton(QString::number(p), this);
            button->setProperty("look", QStringLiteral("chip"));
            button->setAccessibleName(tr("speedup lost at p = %1").arg(p));
            connect(button, &QPushButton::clicked, this, [this, p] { chooseP(p); });
            m_pButtons.emplace_back(p, button);
            addTitleButton(button);
            button->show();
        }
    }
    if (m_chosenP && !(ladder.measured && ladder.measured->findRung(*m_chosenP)))
        m_chosenP.reset();
    showP(m_chosenP.value_or(ladder.measured ? ladder.attribution->explainedP : 1));
}

void LostSpeedupCard::chooseP(int p)
{
    m_chosenP = p;
    showP(p);
}

void LostSpeedupCard::showP(int p)
{
    m_shownP = p;
    for (const auto& [each, button] : m_pButtons)
        button->setChecked(each == p);
    m_chart->setContent(m_ladder->measured ? lostSpeedupWaterfall(*m_ladder->measured, *m_ladder->attribution, p)
                                           : WaterfallContent{.title = tr("Speedup lost"),
                                                              .emptyText = tr("The ladder cannot be read yet.")});
    Figure::refresh();
}

}  // namespace scalewright::ui
