// SPDX-License-Identifier: GPL-3.0-or-later
// The interactive Figure 41.2.1: the drawing, with a focusable, named item over every diamond and leaf.
//
// Tab moves through the items in the order of the flow (the page sets this order). Up and Down move along the trunk,
// Right moves to a diamond's leaf, Left back; Enter or Space opens an item. Screen and export show the same drawing.
#pragma once

#include <QAbstractButton>
#include <QWidget>

#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "ui/diagnose/tree_layout.h"
#include "ui/figure/figure_content.h"

namespace scalewright::ui {

/// A diamond (identified by its test) or a leaf (by its bottleneck).
using TreeNode = std::variant<Test, Bottleneck>;

class TreeItem : public QAbstractButton {
    Q_OBJECT

public:
    TreeItem(TreeNode node, QWidget* parent);
    [[nodiscard]] const TreeNode& node() const { return m_node; }
    /// Sets the shape of the drawn node; the item is slightly larger so that it contains its focus ring.
    void setShape(const QPolygonF& shape);

protected:
    [[nodiscard]] bool hitButton(const QPoint& position) const override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    TreeNode m_node;
    QPolygonF m_shape;
    bool m_isHovered = false;
    /// The focus came from the keyboard; showing the page or clicking does not show the ring.
    bool m_showsFocusRing = false;
};

class TreeView : public QWidget, public FigureContent {
    Q_OBJECT

public:
    explicit TreeView(QWidget* parent = nullptr);

    void setFlow(FlowProgress flow, bool hasServingQuestion, const QString& whatIf);
    void setTexts(FigureTexts texts) { m_texts = std::move(texts); }
    /// The node whose panel is open, if any.
    void setOpenNode(const std::optional<TreeNode>& node);

    [[nodiscard]] const TreeContent& content() const { return m_content; }
    [[nodiscard]] const TreeLayout& shownLayout() const { return m_layout; }
    /// In the order of the flow, each diamond before its leaf.
    [[nodiscard]] std::vector<TreeItem*> items() const;
    /// nullptr if the tree has no such node.
    [[nodiscard]] TreeItem* item(const TreeNode& node) const;

    [[nodiscard]] FigureTexts texts() const override { return m_texts; }
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    [[nodiscard]] QSizeF sizeForWidth(double width) const override;
    void render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void nodeOpened(const scalewright::ui::TreeNode& node);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void updateLayout();
    void draw(QPainter& painter, const TreeLayout& layout, const VisualStyle& look,
              const std::optional<TreeNode>& opened) const;
    void rebuildItems();
    [[nodiscard]] TreeItem* neighbourOf(const TreeItem& from, int key) const;

    FlowProgress m_flow;
    TreeContent m_content;
    TreeLayout m_layout;
    FigureTexts m_texts;
    bool m_hasServingQuestion = false;
    std::optional<TreeNode> m_openNode;
    std::vector<TreeItem*> m_items;
};

}  // namespace scalewright::ui
