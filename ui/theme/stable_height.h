// SPDX-License-Identifier: GPL-3.0-or-later
// A container for a widget whose text changes in every frame of a drag, so that the surrounding layout is not
// invalidated each time.
//
// A label with a new text requests a layout from its parent's layout, which asks its own parent, and so on up to the
// window, which lays out the whole page even if nothing moved. This container passes the request on only if the height
// changes.
#pragma once

#include <QWidget>

#include <utility>
#include <vector>

namespace scalewright::ui {

class StableHeightHolder : public QWidget {
public:
    /// Takes ownership of `content`, which gets the container's width and the height it needs at that width. To hide
    /// the content, hide this container instead.
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
    /// Widths requested by the surrounding layouts, with the heights reported to them; the layouts cache some of these.
    mutable std::vector<std::pair<int, int>> m_reportedHeights;
};

}  // namespace scalewright::ui
