// The other of S(p) and E(p), small: its number at the plan's p or the fastest. A click swaps the two.
#pragma once

#include "ui/measure/ladder_charts.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Chart;

class TwinCard : public Card {
    Q_OBJECT

public:
    explicit TwinCard(QWidget* parent = nullptr);
    void refresh(LadderCurve curve, const Project& project, const Analysis& analysis);

private:
    Text* m_title;
    Text* m_number;
    Text* m_note;
    Chart* m_chart;
};

}  // namespace scalewright::ui
