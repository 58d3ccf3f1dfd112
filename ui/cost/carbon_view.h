// SPDX-License-Identifier: GPL-3.0-or-later
// Energy and carbon next to time and cost: the plane with its Pareto front, the grid, the building and the assumptions.
#pragma once

#include <vector>

#include "core/base/error/result.h"
#include "core/decision/cost/carbon.h"
#include "core/decision/cost/footprints.h"
#include "core/output/tables/table.h"
#include "ui/page/document_view.h"

class QBoxLayout;

namespace scalewright::ui {

class Chart;
class FieldGrid;
class Figure;
class SearchCombo;
class ProvenanceKey;
class CollapsibleDetails;

class CarbonView final : public DocumentView {
    Q_OBJECT

public:
    explicit CarbonView(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    [[nodiscard]] bool hasField(const QString& pointer) const;
    bool focusField(const QString& pointer);

    [[nodiscard]] const std::vector<FootprintRow>& rows() const { return m_rows; }
    /// What the plan's p emits, and which p emits least; empty if there is nothing to count.
    [[nodiscard]] QString answerText() const;
    void chooseRegion(std::size_t index);
    void choosePue(std::size_t index);

protected:
    void refresh() override;
    void layOut() override;

private:
    [[nodiscard]] Table table() const;

    Result<CarbonCatalogue> m_catalogue;
    std::vector<FootprintRow> m_rows;
    Chart* m_chart;
    Figure* m_figure;
    SearchCombo* m_regionCombo;
    SearchCombo* m_buildingCombo;
    ProvenanceKey* m_provenanceKey;
    FieldGrid* m_fieldGrid;
    CollapsibleDetails* m_assumptions;
    QBoxLayout* m_layout;
};

}  // namespace scalewright::ui
