// A table of words as a figure: wrapped cells under soft headings, hairlines between rows; on screen and in files
 // alike.
#pragma once

#include <map>
#include <memory>
#include <vector>

#include "ui/figure/figure_view.h"

namespace scalewright::ui {

class WordTable : public FigureView {
    Q_OBJECT

public:
    struct Content {
        Table table;               ///< its caption is that of the texts
        std::vector<double> widths;  ///< of the columns, relative to one another
        std::vector<bool> soft;    ///< rows that say nothing new; absent rows are ink
        /// In the window, in place of the table's rows, which stay the table twin's and the exports'; empty: those. The
        /// last cell of a row with fewer cells than columns takes the rest of the width, and the row is soft.
        std::vector<std::vector<Cell>> brief{};
    };

    explicit WordTable(QWidget* parent = nullptr);
    void setContent(FigureTexts texts, Content content);
    [[nodiscard]] const Content& content() const { return m_content; }

    [[nodiscard]] FigureTexts texts() const override { return m_texts; }
    [[nodiscard]] Table table() const override { return m_content.table; }
    [[nodiscard]] QSizeF naturalSize() const override;
    [[nodiscard]] QSizeF sizeAt(double width) const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void measure() override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Sizes;
    struct Placed;
    using Rows = std::vector<std::vector<Cell>>;
    [[nodiscard]] Sizes sizes(const Look& look, const Rows& rows) const;
    [[nodiscard]] const Rows& shownRows() const;  ///< on screen
    [[nodiscard]] const Sizes& onScreen() const;  ///< in the theme's look
    [[nodiscard]] Placed place(double width, const Look& look, const Rows& rows, const Sizes& sizes) const;
    void draw(QPainter& painter, const Placed& placed, double width, const Look& look) const;

    FigureTexts m_texts;
    Content m_content;
    mutable std::shared_ptr<const Sizes> m_sizes;
    mutable std::map<int, int> m_heights;  ///< by width: layouts ask again and again
};

}  // namespace scalewright::ui
