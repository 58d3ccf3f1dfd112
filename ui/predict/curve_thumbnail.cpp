#include "ui/predict/curve_thumbnail.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/figure/chart.h"

namespace scalewright::ui {

CurveThumbnail::CurveThumbnail(Curve curve, QWidget* parent)
    : Card(parent)
    , m_curve(curve)
    , m_title(new Text(TextStyle::Label, Role::Ink, true, this))
    , m_number(new Text(TextStyle::CardTitle, Role::Ink, true, this))
    , m_note(new Text(TextStyle::Small, Role::Soft, false, this))
    , m_chart(new Chart(this))
{
    setClickable(true);
    auto* words = new QVBoxLayout;
    words->setSpacing(Theme::space(1));
    words->addStretch();
    words->addWidget(m_title);
    words->addWidget(m_number);
    words->addWidget(m_note);
    words->addStretch();
    m_note->setWordWrap(true);

    m_chart->setFocusPolicy(Qt::NoFocus);
    m_chart->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_chart->setMinimumSize(72, 48);

    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(Theme::space(3), Theme::space(2), Theme::space(3), Theme::space(2));
    row->addLayout(words, 5);
    row->addWidget(m_chart, 4);
    connect(this, &Card::surfaceChanged, m_chart, &Chart::setSurface);
}

void CurveThumbnail::refresh(const Project& project, const Analysis& analysis, bool hidden)
{
    const Headline headline = hidden ? Headline{QStringLiteral("?"), tr("hidden")} : curveHeadline(m_curve, analysis);
    const QString title = curveTitle(m_curve, project);
    m_title->setText(title);
    m_number->setText(headline.number);
    m_note->setText(headline.note);
    CurveView view;
    view.thumbnail = true;
    m_chart->setSpec(hidden ? ChartSpec{.thumbnail = true} : curveChart(m_curve, project, analysis, view));
    m_chart->setSummary(title);
    setToolTip(m_curve == Curve::StepTime && !hidden ? termsText(project, analysis) : QString());
    setAccessibleName(title);
    setAccessibleDescription(tr("%1, %2. Press to show it large.").arg(headline.number, headline.note));
}

}  // namespace scalewright::ui
