// SPDX-License-Identifier: GPL-3.0-or-later
// The compare tab: any two designs at their plans, slot by slot, S(p) for both, what moved p*, and its elasticities.
#pragma once

#include <optional>

#include "core/design/slots/slots.h"
#include "ui/design/compare/compare_tables.h"
#include "ui/page/document_view.h"

class QBoxLayout;
class QPushButton;
class QVBoxLayout;

namespace scalewright::ui {

class Chart;
class PlanMarkerController;
class Figure;
class PlanCard;
class QuietCombo;

class CompareView final : public DocumentView {
    Q_OBJECT

public:
    CompareView(Document& document, const DesignCatalogue& catalogue, QWidget* parent = nullptr);

    /// Empty until two sides are chosen or the project has variants.
    [[nodiscard]] std::vector<ExportableFigure> exportables() override;

    void setSides(const DesignSide& left, const DesignSide& right);
    [[nodiscard]] const DesignSide& left() const { return m_left; }
    [[nodiscard]] const DesignSide& right() const { return m_right; }
    [[nodiscard]] const std::optional<ComparedDesigns>& comparedDesigns() const { return m_comparedDesigns; }
    [[nodiscard]] QString answer() const;

Q_SIGNALS:
    void answerChanged();

protected:
    void refresh() override;
    void layOut() override;

private:
    struct TableFigure {
        TextTable* table = nullptr;
        Figure* figure = nullptr;
    };
    TableFigure addTable(QBoxLayout& column);
    void fillSideCombo(QuietCombo& choice, const DesignSide& side);
    void refreshDifferences();
    /// Two designs to compare: chosen by the user, or a variant.
    [[nodiscard]] bool hasTwoDesigns() const;

    const DesignCatalogue& m_catalogue;
    DesignSide m_left, m_right;
    std::size_t m_differenceCount = 0;
    bool m_sidesChosen = false;
    std::vector<DesignSide> m_sides;  ///< in the order of the two combo boxes
    std::optional<ComparedDesigns> m_comparedDesigns;

    QuietCombo* m_leftCombo;
    QuietCombo* m_rightCombo;
    QPushButton* m_whyButton;     ///< shows what moved p* while it is checked
    QPushButton* m_inFullButton;  ///< shows all slots in full
    PlanCard* m_leftCard;
    PlanCard* m_rightCard;
    QVBoxLayout* m_column;
    QBoxLayout* m_upperRow;
    Chart* m_chart;
    PlanMarkerController* m_planMarker;
    Figure* m_figure;
    TableFigure m_differences, m_pStarChanges, m_elasticities;
};

}  // namespace scalewright::ui
