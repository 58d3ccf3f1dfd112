// Figure 41.2.1, live: the drawing, and over it an item for every diamond and leaf that takes focus and has a name.
//
// Tab shall walk through the items in the order of the flow (the page sets it); Up and Down go along the trunk, Right
// to a diamond's leaf, Left back; Enter or Space opens one. What is drawn on screen is what is exported.
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

/// A diamond (by its question) or a leaf (by its ceiling).
using TreeNode = std::variant<Test, Bottleneck>;

class TreeItem : public QAbstractButton {
    Q_OBJECT

public:
    TreeItem(TreeNode node, QWidget* parent);
    [[nodiscard]] const TreeNode& node() const { return m_node; }
    /// Where the node is drawn; the item is a little larger, for its ring.
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
    bool m_hovered = false;
    bool m_ringed = false;  ///< the focus came by key: a page that is shown, or a click, does not ring a diamond
};

class TreeView : public QWidget, public FigureContent {
    Q_OBJECT

public:
    explicit TreeView(QWidget* parent = nullptr);

    void setFlow(FlowView flow, bool asksServing, const QString& whatIf);
    void setTexts(FigureTexts texts) { m_texts = std::move(texts); }
    /// Which node's panel is open; none without a value.
    void setOpened(const std::optional<TreeNode>& node);

    [[nodiscard]] const TreeContent& content() const { return m_content; }
    [[nodiscard]] const TreeLayout& layoutShown() const { return m_layout; }
    /// In the order of the flow, each diamond before its leaf.
    [[nodiscard]] std::vector<TreeItem*> items() const;
    /// nullptr where the tree has no such node now.
    [[nodiscard]] TreeItem* item(const TreeNode& node) const;

    [[nodiscard]] FigureTexts texts() const override { return m_texts; }
    [[nodiscard]] Table table() const override;
    [[nodiscard]] QSizeF naturalSize() const override;
    [[nodiscard]] QSizeF sizeAt(double width) const override;
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void opened(const scalewright::ui::TreeNode& node);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();
    void draw(QPainter& painter, const TreeLayout& layout, const Look& look,
              const std::optional<TreeNode>& opened) const;
    void rebuildItems();
    [[nodiscard]] TreeItem* neighbour(const TreeItem& from, int key) const;

    FlowView m_flow;
    TreeContent m_content;
    TreeLayout m_layout;
    FigureTexts m_texts;
    bool m_asksServing = false;
    std::optional<TreeNode> m_opened;
    std::vector<TreeItem*> m_items;
};

}  // namespace scalewright::ui
