// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithm-map tab: the cheapest pattern over p and message size, with a dot for the design and sliders for the
// link.
#pragma once

#include "ui/page/document_view.h"
#include "ui/quantity/edit_phase.h"

class QGridLayout;

namespace scalewright::ui {

class AlgorithmMapChart;
class Figure;
class CollapsibleDetails;
class QuantityEdit;
class Text;

class AlgorithmMapView final : public DocumentView {
    Q_OBJECT

public:
    explicit AlgorithmMapView(Document& document, QWidget* parent = nullptr);

    /// The page's answer.
    [[nodiscard]] QString headline() const { return m_headline; }
    /// "algorithm-map".
    [[nodiscard]] std::vector<ExportableFigure> exportables() override;

Q_SIGNALS:
    void answerChanged();

protected:
    void refresh() override;
    void layOut() override;

private:
    AlgorithmMapChart* m_chart;
    Figure* m_figure;
    QString m_headline;
    CollapsibleDetails* m_boundaryDetails;
    QGridLayout* m_sliders;
    QuantityEdit* m_alpha;
    QuantityEdit* m_bandwidth;
    QuantityEdit* m_message;
};

}  // namespace scalewright::ui
