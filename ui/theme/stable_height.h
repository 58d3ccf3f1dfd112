// A container for a widget whose text changes in every frame of a drag, so that the layout around it is not
// invalidated.
//
// A label with a new text requests a layout from its parent layout, which asks its own parent, up to the window, which
// lays out the page even if nothing moved. This container passes the request on only if the height changes.
#pragma once

#include <QWidget>

#include <utility>
#include <vector>

namespace scalewright::ui {

class StableHeightHolder : public QWidget {
public:
    /// Takes ownership of `content`, at the width it is given and the height needed at that width. To hide the content,
    /// hide this container instead.
    explicit StableHeightHolder(QWidget* content, QWidget* parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, m_content->minimumSizeHint().height()}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] int contentHeightAt(int width) const;

    QWidget* m_content;
    /// Widths requested by the surrounding layouts, with the reported heights, some of which they cache.
    mutable std::vector<std::pair<int, int>> m_reportedHeights;
};

}  // namespace scalewright::ui
