// SPDX-License-Identifier: GPL-3.0-or-later
// The whiteboard tab: the design as boxes and arrows at the plan's p, or at another p for viewing only.
#pragma once

#include <optional>

#include "ui/page/document_view.h"

class QComboBox;

namespace scalewright::ui {

class Figure;
class Whiteboard;

class WhiteboardView final : public DocumentView {
    Q_OBJECT

public:
    explicit WhiteboardView(Document& document, QWidget* parent = nullptr);

    /// The figure "whiteboard", always at the plan's p.
    [[nodiscard]] std::vector<ExportableFigure> exportables() override;

    /// The number of workers drawn: the plan's p unless another was chosen.
    [[nodiscard]] int shownP() const;
    void showP(std::optional<int> p);

protected:
    void refresh() override;

private:
    std::optional<int> m_chosenP;
    Whiteboard* m_board;
    Whiteboard* m_exportBoard;
    Figure* m_figure;
    QComboBox* m_workersCombo;
};

}  // namespace scalewright::ui
