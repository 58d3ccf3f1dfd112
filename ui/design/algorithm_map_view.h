// The algorithm-map tab: which pattern is cheapest over p and message size, the design a dot on it, the link on sliders.
#pragma once

#include <QWidget>

#include <vector>

#include "ui/shell/page.h"

namespace scalewright::ui {

class AlgorithmMapChart;
class Figure;
class QuantityEdit;

class AlgorithmMapView : public QWidget {
    Q_OBJECT

public:
    explicit AlgorithmMapView(Document& document, QWidget* parent = nullptr);

    /// "algorithm-map".
    [[nodiscard]] std::vector<Exportable> exportables();
    /// Draws the document again; it does so by itself when the document changes.
    void refresh();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOutControls();

    Document& m_document;
    AlgorithmMapChart* m_chart;
    Figure* m_figure;
    QuantityEdit* m_alpha;
    QuantityEdit* m_bandwidth;
    QuantityEdit* m_message;
    int m_gesture = 0;
};

}  // namespace scalewright::ui
