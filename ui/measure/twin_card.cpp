#include "ui/measure/twin_card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/figure/chart.h"

namespace scalewright::ui {

TwinCard::TwinCard(QWidget* parent)
    : Card(parent)
    , m_title(new Text(TextStyle::Label, Role::Ink, true, this))
    , m_number(new Text(TextStyle::CardTitle, Role::Ink, true, this))
    , m_note(new Text(TextStyle::Small, Role::Soft, false, this))
    , m_chart(new Chart(this))
{
    setClickable(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(Theme::space(1));
    words->addStretch();
    for (Text* text : {m_title, m_number, m_note})
        words->addWidget(text);
    words->addStretch();
    m_note->setWordWrap(true);
    m_chart->setFocusPolicy(Qt::NoFocus);
    m_chart->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_chart->setMinimumSize(72, 56);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(Theme::space(3), Theme::space(2), Theme::space(3), Theme::space(2));
    row->addLayout(words, 5);
    row->addWidget(m_chart, 4);
    connect(this, &Card::surfaceChanged, m_chart, &Chart::setSurface);
}

void TwinCard::refresh(LadderCurve curve, const Project& project, const Analysis& analysis)
{
    const QString title = ladderCurveTitle(curve, analysis);
    m_title->setText(title);
    if (analysis.ladder && analysis.ladder->measured) {
        const MeasuredLadder& ladder = *analysis.ladder->measured;
        const std::optional<int> plan = knownPlanP(project, analysis);
        const Rung* planned = plan ? ladder.at(*plan) : nullptr;
        const Rung& rung = planned ? *planned : *ladder.at(ladder.fastestP);
        m_number->setText(curve == LadderCurve::Speedup ? formatNumber(rung.speedup, {NumberStyle::Kind::Times})
                                                        : formatNumber(rung.efficiency, {NumberStyle::Kind::Percent}));
        m_note->setText((planned ? tr("measured at plan p %1") : tr("at the fastest p %1")).arg(rung.p));
    } else {
        m_number->setText(QStringLiteral("–"));
        m_note->setText(tr("no ladder that can be read"));
    }
    m_chart->setSpec(ladderChart(curve, project, analysis, {}, true));
    m_chart->setSummary(title);
    setAccessibleName(title);
    setAccessibleDescription(tr("%1, %2. Press to show it large.").arg(m_number->text(), m_note->text()));
}

}  // namespace scalewright::ui
