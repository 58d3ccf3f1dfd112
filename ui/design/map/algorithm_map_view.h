// The algorithm-map tab: which pattern is cheapest over p and message size, the design a dot on it, the link on
 // sliders.
#pragma once

#include "ui/page/document_view.h"
#include "ui/quantity/edit_phase.h"

class QGridLayout;

namespace scalewright::ui {

class AlgorithmMapChart;
class Figure;
class Why;
class QuantityEdit;
class Text;

class AlgorithmMapView final : public DocumentView {
    Q_OBJECT

public:
    explicit AlgorithmMapView(Document& document, QWidget* parent = nullptr);

    /// "algorithm-map".
    [[nodiscard]] std::vector<Exportable> exportables() override;

protected:
    void refresh() override;
    void layOut() override;

private:
    AlgorithmMapChart* m_chart;
    Figure* m_figure;
    Why* m_flips;
    QGridLayout* m_sliders;
    QuantityEdit* m_alpha;
    QuantityEdit* m_bandwidth;
    QuantityEdit* m_message;
};

}  // namespace scalewright::ui
