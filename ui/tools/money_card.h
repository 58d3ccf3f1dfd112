// SPDX-License-Identifier: GPL-3.0-or-later
// Build or buy: the cost of a managed and of an own cluster against the hours of use, with their break-even.
#pragma once

#include "core/design/sizing/sizing.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

class Chart;
class CollapsibleDetails;
class Document;
class FieldGrid;

class MoneyCard final : public Card {
    Q_OBJECT

public:
    MoneyCard(Document& document, QWidget* parent);

    void refresh(const SizingNeed& need, double cardCount);
    void layOut();
    [[nodiscard]] Chart* chart() const { return m_chart; }
    [[nodiscard]] bool hasChart() const;  ///< whether it has curves
    [[nodiscard]] FieldGrid& inputs() const { return *m_grid; }
    void openInputs();

private:
    SizingNeed m_need;
    double m_cardCount = 0;
    bool m_lacksInputs = false;  ///< then the inputs are open
    Text* m_note;
    Chart* m_chart;
    CollapsibleDetails* m_inputs;
    FieldGrid* m_grid;
};

}  // namespace scalewright::ui
