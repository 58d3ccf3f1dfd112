// SPDX-License-Identifier: GPL-3.0-or-later
// A small version of one of the other curves: its name, its value at the plan's p, and a small drawing. Clicking it
// swaps it with the large chart.
#pragma once

#include "ui/predict/predict_charts.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Chart;

class CurveThumbnail : public Card {
    Q_OBJECT

public:
    explicit CurveThumbnail(Curve curve, QWidget* parent = nullptr);

    [[nodiscard]] Chart* chart() const { return m_chart; }
    [[nodiscard]] Curve curve() const { return m_curve; }
    void setCurve(Curve curve) { m_curve = curve; }
    void refresh(const Project& project, const Analysis& analysis, bool hidden);

private:
    Curve m_curve;
    Text* m_title;
    Text* m_number;
    Text* m_note;
    Chart* m_chart;
};

}  // namespace scalewright::ui
