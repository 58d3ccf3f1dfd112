// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/predict/curve_thumbnail.h"

#include "ui/figure/chart.h"
#include "ui/theme/stable_height.h"

namespace scalewright::ui {

CurveThumbnail::CurveThumbnail(Curve curve, QWidget* parent)
    : Card(parent),
      m_curve(curve),
      m_title(new Text(TextStyle::Label, ColorRole::Ink, true, this)),
      m_number(new Text(TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_note(createParagraph(TextStyle::Small, ColorRole::SoftInk, this)),
      m_chart(new Chart(this))
{
    setClickable(true);
    auto* words = createBox<QVBoxLayout>(
        nullptr, Theme::spacing(1),
        {Stretch{}, m_title, new StableHeightHolder(m_number), new StableHeightHolder(m_note), Stretch{}});
    m_chart->setFocusPolicy(Qt::NoFocus);
    m_chart->setAttribute(Qt::WA_TransparentForMouseEvents);
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_chart->setMinimumSize(72, 48);
    createBox<QHBoxLayout>(this, -1, {{words, 5}, {m_chart, 4}}, Theme::margins(3, 2, 3, 2));
    connect(this, &Card::surfaceChanged, m_chart, &Chart::setSurface);
}

void CurveThumbnail::refresh(const Project& project, const Analysis& analysis, bool hidden)
{
    const Headline headline =
        hidden ? Headline{QStringLiteral("?"), tr("hidden")} : curveHeadline(m_curve, project, analysis);
    CurveView view;
    view.isThumbnail = true;
    const QString title = curveTitle(m_curve, project);
    m_title->setText(title);
    m_number->setText(headline.number);
    m_note->setText(headline.note);
    m_chart->setSpec(hidden ? ChartSpec{.isThumbnail = true} : curveChart(m_curve, project, analysis, view));
    m_chart->setSummary(title);
    setAccessibleName(title);
    setAccessibleDescription(tr("%1, %2. Press to enlarge.").arg(headline.number, headline.note));
    setToolTip(m_curve == Curve::StepTime && !hidden ? designTermsText(project, analysis) : QString());
}

}  // namespace scalewright::ui
