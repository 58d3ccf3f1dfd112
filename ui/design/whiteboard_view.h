// The whiteboard tab: the design as boxes and arrows at the plan's p, or at another p that is only looked at.
#pragma once

#include <QWidget>

#include <optional>
#include <vector>

#include "ui/page/page.h"

class QComboBox;

namespace scalewright::ui {

class Figure;
class Whiteboard;

class WhiteboardView : public QWidget {
    Q_OBJECT

public:
    explicit WhiteboardView(Document& document, QWidget* parent = nullptr);

    /// "whiteboard", at the plan's p whatever is looked at.
    [[nodiscard]] std::vector<Exportable> exportables();
    /// Draws the document again; it does so by itself when the document changes.
    void refresh();

    /// How many workers are drawn: the plan's p unless another was chosen.
    [[nodiscard]] int shownP() const;
    void showP(std::optional<int> p);

protected:
    void showEvent(QShowEvent* event) override;

private:
    Document& m_document;
    std::optional<int> m_p;
    bool m_stale = false;  ///< the document changed while nobody looked
    Whiteboard* m_board;
    Whiteboard* m_export;
    Figure* m_figure;
    QComboBox* m_choice;
};

}  // namespace scalewright::ui
