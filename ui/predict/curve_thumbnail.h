// SPDX-License-Identifier: GPL-3.0-or-later
// A small version of one of the other curves: its name, its value at the plan's p, and a small drawing. Clicking it
// swaps it with the large chart.
#pragma once

#include "ui/charts/chart_card.h"
#include "ui/predict/predict_charts.h"

namespace scalewright::ui {

class CurveThumbnail : public ChartCard {
    Q_OBJECT

public:
    explicit CurveThumbnail(Curve curve, QWidget* parent = nullptr) : ChartCard(parent), m_curve(curve) {}

    [[nodiscard]] Curve curve() const { return m_curve; }
    void setCurve(Curve curve) { m_curve = curve; }
    void refresh(const Project& project, const Analysis& analysis, bool hidden);

private:
    Curve m_curve;
};

}  // namespace scalewright::ui
