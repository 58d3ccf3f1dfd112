// SPDX-License-Identifier: GPL-3.0-or-later
// Where the missing speedup went at one p: a waterfall from the ideal to the reached speedup, and a button per p.
#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/figure/figure.h"

namespace scalewright {
struct LadderAnalysis;
}

namespace scalewright::ui {

class WaterfallChart;

class LostSpeedupCard : public Figure {
    Q_OBJECT

public:
    explicit LostSpeedupCard(QWidget* parent = nullptr);

    void refresh(std::shared_ptr<const LadderAnalysis> ladder);
    /// Until another p is chosen, the one that the answer explains (Attribution::explainedP).
    void chooseP(int p);
    [[nodiscard]] int shownP() const { return m_shownP; }
    [[nodiscard]] WaterfallChart& chart() const { return *m_chart; }

private:
    LostSpeedupCard(WaterfallChart* chart, QWidget* parent);
    void showP(int p);

    WaterfallChart* m_chart;
    std::vector<std::pair<int, QPushButton*>> m_pButtons;  ///< no QButtonGroup, in which Tab reaches only one button
    std::shared_ptr<const LadderAnalysis> m_ladder;
    std::vector<int> m_choices;
    std::optional<int> m_chosenP;
    int m_shownP = 1;
};

}  // namespace scalewright::ui
