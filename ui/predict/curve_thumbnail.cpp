// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/predict/curve_thumbnail.h"

namespace scalewright::ui {

void CurveThumbnail::refresh(const Project& project, const Analysis& analysis, bool hidden)
{
    const Headline headline =
        hidden ? Headline{QStringLiteral("?"), tr("hidden")} : curveHeadline(m_curve, project, analysis);
    CurveView view;
    view.isThumbnail = true;
    setContent(curveTitle(m_curve, project), headline.number, headline.note,
               hidden ? ChartSpec{.isThumbnail = true} : curveChart(m_curve, project, analysis, view));
    setToolTip(m_curve == Curve::StepTime && !hidden ? designTermsText(project, analysis) : QString());
}

}  // namespace scalewright::ui
