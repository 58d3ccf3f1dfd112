// A chart made small that a click swaps in: its title, its number, a note, and the drawing.
#pragma once

#include "ui/figure/chart_spec.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Chart;

class ChartCard : public Card {
    Q_OBJECT

public:
    explicit ChartCard(QWidget* parent = nullptr);

    [[nodiscard]] Chart* chart() const { return m_chart; }
    void present(const QString& title, const QString& number, const QString& note, ChartSpec spec);

private:
    Text* m_title;
    Text* m_number;
    Text* m_note;
    Chart* m_chart;
};

}  // namespace scalewright::ui
