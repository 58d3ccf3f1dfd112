// The other of S(p) and E(p), small: its number at the plan's p or the fastest. A click swaps the two.
#pragma once

#include "ui/charts/chart_card.h"
#include "ui/measure/ladder_charts.h"

namespace scalewright::ui {

class TwinCard : public ChartCard {
    Q_OBJECT

public:
    using ChartCard::ChartCard;
    void refresh(LadderCurve curve, const Project& project, const Analysis& analysis);
};

}  // namespace scalewright::ui
