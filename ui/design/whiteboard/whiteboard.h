// SPDX-License-Identifier: GPL-3.0-or-later
// Draws a whiteboard, identically on screen and in SVG, PDF and PNG. Its table view lists who holds what and who talks
// to whom.
#pragma once

#include "ui/design/whiteboard/whiteboard_layout.h"
#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class Whiteboard : public FigureView {
    Q_OBJECT

public:
    explicit Whiteboard(QWidget* parent = nullptr);

    void setBoard(Topology board, FigureTexts texts);
    [[nodiscard]] const Topology& board() const { return m_board; }
    [[nodiscard]] const BoardLayout& shownLayout() const { return m_layout; }

    [[nodiscard]] FigureTexts texts() const override { return m_texts; }
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    [[nodiscard]] QSizeF sizeForWidth(double width) const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void measure() override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void updateLayout();

    Topology m_board;
    FigureTexts m_texts;
    BoardLayout m_layout;
};

/// The board as spoken sentences.
[[nodiscard]] QString spokenBoardText(const Topology& board);

}  // namespace scalewright::ui
