// SPDX-License-Identifier: GPL-3.0-or-later
// Time against cost: the plane, the bar of hour values, regimes, the marginal table, two uses of one curve, and the
// sliders.
#pragma once

#include <memory>
#include <optional>

#include "core/decision/cost/time_cost.h"
#include "core/output/answers/answer.h"
#include "core/project/document/field.h"
#include "ui/page/document_view.h"
#include "ui/quantity/edit_phase.h"

class QBoxLayout;
class QPushButton;

namespace scalewright::ui {

class Card;
class Chart;
class FieldGrid;
class Figure;
class HourBar;
class PlanMarkerController;
class Text;
class CollapsibleDetails;
class TextTable;
enum class MarkerStep;

class MoneyView final : public DocumentView {
    Q_OBJECT

public:
    explicit MoneyView(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] bool hasField(const QString& pointer) const;
    /// Precondition: hasField.
    bool focusField(const QString& pointer);

    /// In lecture mode, the buttons that show more are hidden.
    void setLecture(bool lecture);

    [[nodiscard]] const Result<TimeCostAnalysis>& costAnalysis() const { return m_costAnalysis; }
    [[nodiscard]] QString basis() const;
    /// Which p is chosen, its time and cost, and for which hour values it is best; empty without a price.
    [[nodiscard]] QString answerText() const;
    [[nodiscard]] Chart& chart() const { return *m_chart; }

protected:
    void refresh() override;
    void layOut() override;

private:
    Card* buildUsesCard();
    QWidget* buildSliders();
    /// Precondition: there is a cost analysis.
    [[nodiscard]] Answer decision() const;
    void chooseCurve(CurveKind curve);
    void dragHandle(const QString& id, double x, double y, EditPhase phase);
    void stepHandle(const QString& id, MarkerStep step);
    /// One undo step; a value outside the field's range changes nothing.
    void dragField(const FieldInfo& field, double value, EditPhase phase);

    /// The curve chosen here, and the plan's p before that choice.
    struct CurveChoice {
        CurveKind curve;
        int previousP;
    };

    Result<TimeCostAnalysis> m_costAnalysis;
    std::optional<CurveChoice> m_curveChoice;
    std::optional<double> m_draggedHandleS;  ///< position of the line's handle during a drag
    int m_gestureId = 0;
    bool m_lectureMode = false;
    Chart* m_chart;
    Figure* m_costFigure;
    PlanMarkerController* m_planMarker;
    QPushButton* m_predictedButton;
    QPushButton* m_measuredButton;
    HourBar* m_hourBar;
    Figure* m_hourFigure;
    TextTable* m_regimeTable;
    Figure* m_regimeFigure;
    CollapsibleDetails* m_regimeFold;
    Text* m_priceNote;
    TextTable* m_marginalTable;
    Figure* m_marginalFigure;
    CollapsibleDetails* m_usesFold;
    Text* m_nightly;
    Text* m_nightlyDetail;
    Text* m_interactive;
    Text* m_interactiveDetail;
    FieldGrid* m_fieldGrid;
    FieldGrid* m_moreFieldGrid;
    QPushButton* m_moreButton;
    QBoxLayout* m_column;
    QBoxLayout* m_upperRow;
};

}  // namespace scalewright::ui
