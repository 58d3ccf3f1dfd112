// Another axis instead, on K machines: time and cost of each, and one sentence with the numbers unfolded.
#pragma once

#include <optional>
#include <vector>

#include "core/model/bottleneck/wrong_axis.h"
#include "ui/diagnose/flow_view.h"
#include "ui/theme/widgets.h"

class QSpinBox;
class QVBoxLayout;

namespace scalewright::ui {

class WordsButton;

class WrongAxisCard : public Card {
    Q_OBJECT

public:
    explicit WrongAxisCard(QWidget* parent = nullptr);
    void refresh(const FlowView& flow, const MaybeQuantity& priceUsdPerHour);

    [[nodiscard]] int devices() const;
    [[nodiscard]] QSpinBox* devicesBox() const { return m_devices; }
    [[nodiscard]] const std::vector<WrongAxis>& axes() const { return m_axes; }
    /// The named axis on the same devices: it stands first.
    [[nodiscard]] const std::optional<AxisEffect>& chosen() const { return m_chosen; }
    /// Unfolds that axis' sentence, folds the others.
    void unfold(std::optional<Axis> axis);

private:
    void fill();

    struct Row {
        WordsButton* button;
        Text* sentence;
    };
    FlowView m_flow;
    std::optional<double> m_price;
    std::optional<int> m_planP;  ///< K goes with it, until somebody turns K
    /// A row each: the chosen axis, then the others, those of equal figures in one.
    [[nodiscard]] std::vector<std::vector<AxisEffect>> shown() const;

    std::optional<AxisEffect> m_chosen;
    std::vector<WrongAxis> m_axes;
    std::optional<Axis> m_unfolded;
    Text* m_title;
    Text* m_columns;  ///< what the figures of a row are
    QSpinBox* m_devices;
    Text* m_why;
    QVBoxLayout* m_list;
    std::vector<Row> m_rows;
};

}  // namespace scalewright::ui
