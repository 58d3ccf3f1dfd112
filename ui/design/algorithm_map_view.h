// The algorithm-map tab: which pattern is cheapest over p and message size, the design a dot on it, the link on sliders.
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

#include "ui/quantity/edit_phase.h"
#include "ui/page/page.h"

class QGridLayout;

namespace scalewright::ui {

class AlgorithmMapChart;
class Figure;
class QuantityEdit;
class Text;

class AlgorithmMapView : public QWidget {
    Q_OBJECT

public:
    explicit AlgorithmMapView(Document& document, QWidget* parent = nullptr);

    /// "algorithm-map".
    [[nodiscard]] std::vector<Exportable> exportables();
    /// Draws the document again; it does so by itself when the document changes.
    void refresh();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOutControls();
    void moveDot(int p, EditPhase phase);

    Document& m_document;
    AlgorithmMapChart* m_chart;
    Figure* m_figure;
    Text* m_words;
    QGridLayout* m_sliders;
    QuantityEdit* m_alpha;
    QuantityEdit* m_bandwidth;
    QuantityEdit* m_message;
    bool m_stale = false;  ///< the document changed while nobody looked
    int m_gesture = 0;
};

}  // namespace scalewright::ui
