// SPDX-License-Identifier: GPL-3.0-or-later
// Other axes on K machines: time and cost for each, and one sentence with the numbers when expanded.
#pragma once

#include <optional>
#include <vector>

#include "core/model/bottleneck/wrong_axis.h"
#include "ui/diagnose/flow_view.h"
#include "ui/theme/widgets.h"

class QSpinBox;
class QVBoxLayout;

namespace scalewright::ui {

class TextButton;

class WrongAxisCard : public Card {
    Q_OBJECT

public:
    explicit WrongAxisCard(QWidget* parent = nullptr);
    void refresh(const FlowProgress& flow, const MaybeQuantity& priceUsdPerHour);

    [[nodiscard]] int deviceCount() const;
    [[nodiscard]] QSpinBox* devicesSpinBox() const { return m_devicesSpinBox; }
    [[nodiscard]] const std::vector<WrongAxis>& axes() const { return m_axes; }
    /// The verdict's axis on the same devices; it is the first row.
    [[nodiscard]] const std::optional<AxisEffect>& chosenAxis() const { return m_chosenAxis; }
    /// Expands the sentence for this axis and collapses the others.
    void unfoldAxis(std::optional<Axis> axis);

private:
    void refreshRows();

    struct Row {
        TextButton* button;
        Text* sentence;
    };
    FlowProgress m_flow;
    std::optional<double> m_priceUsdPerHour;
    std::optional<int> m_planP;  ///< K follows it until the user changes K
    /// The rows: the chosen axis, then the others; axes with equal figures share a row.
    [[nodiscard]] std::vector<std::vector<AxisEffect>> shownRows() const;

    std::optional<AxisEffect> m_chosenAxis;
    std::vector<WrongAxis> m_axes;
    std::optional<Axis> m_unfoldedAxis;
    Text* m_titleText;
    QSpinBox* m_devicesSpinBox;
    Text* m_reasonText;
    QVBoxLayout* m_rowsLayout;
    std::vector<Row> m_rows;
};

}  // namespace scalewright::ui
