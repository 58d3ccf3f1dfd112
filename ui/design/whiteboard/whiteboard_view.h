// The whiteboard tab: the design as boxes and arrows at the plan's p, or at another p that is only looked at.
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

    /// "whiteboard", at the plan's p whatever is looked at.
    [[nodiscard]] std::vector<Exportable> exportables() override;

    /// How many workers are drawn: the plan's p unless another was chosen.
    [[nodiscard]] int shownP() const;
    void showP(std::optional<int> p);

protected:
    void refresh() override;

private:
    std::optional<int> m_p;
    Whiteboard* m_board;
    Whiteboard* m_export;
    Figure* m_figure;
    QComboBox* m_choice;
};

}  // namespace scalewright::ui
