// SPDX-License-Identifier: GPL-3.0-or-later
// One of the compared designs at its own plan: speedup, time and cost, each with a bar as long as its share of the larger
// of the two designs' values. The better value is bold.
#pragma once

#include <array>

#include "core/output/answers/compared_plan.h"
#include "ui/theme/widgets.h"

class QHBoxLayout;

namespace scalewright::ui {

class ShareBar;

class PlanCard : public Card {
    Q_OBJECT

public:
    /// `chooser` selects the design and is shown as the card's title.
    PlanCard(QWidget* chooser, QWidget* parent);

    void setPlans(const ComparedPlan& own, const ComparedPlan& other);
    /// Nothing is chosen: only this text is shown.
    void setPrompt(const QString& text);

private:
    struct Row {
        Text* name;
        Text* value;
        ShareBar* bar;
    };
    std::array<Row, 4> m_rows;  ///< speedup, time, cost, and memory if one of the two does not fit
    Text* m_betterLabel;
    Text* m_note;
};

}  // namespace scalewright::ui
