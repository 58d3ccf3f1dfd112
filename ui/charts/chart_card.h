// SPDX-License-Identifier: GPL-3.0-or-later
// A small chart with a title, a number and a note. Clicking it makes it the page's large chart.
#pragma once

#include "core/output/chart/chart_spec.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Chart;

class ChartCard : public Card {
    Q_OBJECT

public:
    explicit ChartCard(QWidget* parent = nullptr);

    [[nodiscard]] Chart* chart() const { return m_chart; }
    void setContent(const QString& title, const QString& number, const QString& note, ChartSpec spec);

private:
    Text* m_title;
    Text* m_number;
    Text* m_note;
    Chart* m_chart;
};

}  // namespace scalewright::ui
