// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/tree_view.h"

#include <QKeyEvent>
#include <QPainterPath>

#include <algorithm>

#include "core/output/answers/flow_words.h"
#include "ui/theme/widgets.h"
#include "ui/words/diagnosis_words.h"

namespace scalewright::ui {

namespace {

constexpr double focusRingOffset = 4;  // distance between a node and its focus ring
constexpr double leafCornerRadius = 6;

QPolygonF rectPolygon(const QRectF& rect)
{
    return QPolygonF({rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()});
}

/// The diamond with all sides moved outwards by `growth`. Its long tips are cut off at the same distance so that they
/// do not overlap the text there.
QPolygonF expandedDiamond(const QPolygonF& diamond, double growth)
{
    const QRectF rect = diamond.boundingRect();
    const double w = rect.width() / 2, h = rect.height() / 2;
    const double scale = 1 + growth * std::hypot(w, h) / (w * h);
    QTransform about;
    about.translate(rect.center().x(), rect.center().y());
    about.scale(scale, scale);
    about.translate(-rect.center().x(), -rect.center().y());
    return about.map(diamond).intersected(QPolygonF(rect.adjusted(-growth, -growth, growth, growth)));
}

void drawText(QPainter& painter, const TreeText& text, const VisualStyle& look)
{
    painter.setFont(look.font(text.style, text.bold));
    painter.setPen(look.color(text.role));
    painter.drawText(text.baseline, text.text);
}

template <class Texts>
void drawTexts(QPainter& painter, const Texts& texts, const VisualStyle& look)
{
    for (const TreeText& text : texts)
        drawText(painter, text, look);
}

QPen linePen(bool isTaken, const VisualStyle& look)
{
    return {look.color(isTaken ? ColorRole::Ink : ColorRole::FaintInk), isTaken ? 2.0 : 1.0, Qt::SolidLine, Qt::FlatCap,
            Qt::MiterJoin};
}

}  // namespace

TreeItem::TreeItem(TreeNode node, QWidget* parent) : QAbstractButton(parent), m_node(node)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setAttribute(Qt::WA_Hover);
}

void TreeItem::setShape(const QPolygonF& shape)
{
    const QRect geometry =
        shape.boundingRect()
            .adjusted(-focusRingOffset - 1, -focusRingOffset - 1, focusRingOffset + 1, focusRingOffset + 1)
            .toAlignedRect();
    m_shape = shape.translated(-geometry.topLeft());
    setGeometry(geometry);
    update();
}

bool TreeItem::hitButton(const QPoint& position) const
{
    return m_shape.containsPoint(position, Qt::OddEvenFill);
}

bool TreeItem::event(QEvent* event)
{
    if (event->type() == QEvent::HoverMove || event->type() == QEvent::HoverEnter ||
        event->type() == QEvent::HoverLeave) {
        const bool inside =
            event->type() != QEvent::HoverLeave && hitButton(static_cast<QHoverEvent*>(event)->position().toPoint());
        if (inside != m_isHovered) {
            m_isHovered = inside;
            update();
        }
    }
    return QAbstractButton::event(event);
}

void TreeItem::focusInEvent(QFocusEvent* event)
{
    const Qt::FocusReason reason = event->reason();
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
        m_showsFocusRing =
            reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    QAbstractButton::focusInEvent(event);
}

void TreeItem::keyPressEvent(QKeyEvent* event)
{
    m_showsFocusRing = true;
    update();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void TreeItem::paintEvent(QPaintEvent*)
{
    const bool ringed = hasFocus() && m_showsFocusRing;
    if (!ringed && !m_isHovered)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const VisualStyle& look = Theme::instance().visualStyle();
    painter.setPen(ringed ? QPen(look.color(ColorRole::Ink), 2) : QPen(look.color(ColorRole::FaintInk), 1));
    painter.setBrush(Qt::NoBrush);
    if (std::holds_alternative<Test>(m_node))
        painter.drawPolygon(expandedDiamond(m_shape, focusRingOffset));
    else
        painter.drawRoundedRect(
            m_shape.boundingRect().adjusted(-focusRingOffset, -focusRingOffset, focusRingOffset, focusRingOffset),
            leafCornerRadius + focusRingOffset, leafCornerRadius + focusRingOffset);
}

TreeView::TreeView(QWidget* parent) : QWidget(parent), m_flow(evaluateFlow({}))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, &TreeView::updateLayout);
    setFlow(m_flow, false, {});
}

void TreeView::setFlow(FlowProgress flow, bool hasServingQuestion, const QString& whatIf)
{
    m_flow = std::move(flow);
    m_hasServingQuestion = hasServingQuestion;
    m_content = makeTreeContent(m_flow, hasServingQuestion, whatIf);
    rebuildItems();
    updateLayout();
}

void TreeView::rebuildItems()
{
    std::vector<TreeNode> nodes;
    for (const TreeQuestion& question : m_content.questions) {
        nodes.emplace_back(question.test);
        nodes.emplace_back(question.leaf);
    }
    nodes.emplace_back(Bottleneck::Compute);

    // Existing items are reused and keep their focus; only missing or surplus items are created or deleted.
    std::vector<TreeItem*> items;
    for (const TreeNode& node : nodes) {
        TreeItem* treeItem = item(node);
        if (!treeItem) {
            treeItem = new TreeItem(node, this);
            treeItem->installEventFilter(this);
            connect(treeItem, &QAbstractButton::clicked, this, [this, node] { Q_EMIT nodeOpened(node); });
            treeItem->show();
        }
        const bool diamond = std::holds_alternative<Test>(node);
        const QString name =
            diamond ? spokenQuestion(m_flow, std::get<Test>(node)) : spokenLeaf(m_flow, std::get<Bottleneck>(node));
        treeItem->setAccessibleName(name);
        treeItem->setAccessibleDescription(diamond ? tr("Press to change its figures as a what-if")
                                                   : tr("Press for its row of Table 41.2.1"));
        items.push_back(treeItem);
    }
    for (TreeItem* old : m_items)
        if (std::find(items.begin(), items.end(), old) == items.end())
            old->deleteLater();
    m_items = std::move(items);
}

void TreeView::updateLayout()
{
    const VisualStyle& look = Theme::instance().visualStyle();
    const double requiredWidth = treeMinimumWidth(m_content, look);
    setMinimumWidth(static_cast<int>(requiredWidth));
    const double across = std::max<double>(width(), requiredWidth);
    const double height = treeMinimumHeight(m_content, look, across);
    setMinimumHeight(static_cast<int>(height));
    m_layout = layOutTree(m_content, look, {across, std::max<double>(this->height(), height)});
    for (const TreeDiamond& diamond : m_layout.diamonds)
        item(diamond.test)->setShape(diamond.polygon());
    for (const TreeLeaf& leaf : m_layout.leaves)
        item(leaf.bottleneck)->setShape(rectPolygon(leaf.rect));
    update();
}

void TreeView::setOpenNode(const std::optional<TreeNode>& node)
{
    m_openNode = node;
    update();
}

std::vector<TreeItem*> TreeView::items() const
{
    return m_items;
}

TreeItem* TreeView::item(const TreeNode& node) const
{
    for (TreeItem* each : m_items)
        if (each->node() == node)
            return each;
    return nullptr;
}

TreeItem* TreeView::neighbourOf(const TreeItem& from, int key) const
{
    const auto at = std::find(m_items.begin(), m_items.end(), &from) - m_items.begin();
    const auto count = static_cast<std::ptrdiff_t>(m_items.size());
    const bool diamond = std::holds_alternative<Test>(from.node());
    const auto last = count - 1;  // the leaf below the trunk
    std::ptrdiff_t targetIndex = 0;
    switch (key) {
    case Qt::Key_Right: targetIndex = diamond ? at + 1 : at; break;
    case Qt::Key_Left: targetIndex = diamond || at == last ? at : at - 1; break;
    // Diamonds and leaves alternate, so the next node of the same kind is two items away.
    case Qt::Key_Down: targetIndex = at == last ? at : at + 2 <= last ? at + 2 : last; break;
    case Qt::Key_Up: targetIndex = at == last ? last - 2 : at - 2 >= 0 ? at - 2 : at; break;
    default: return nullptr;
    }
    return targetIndex == at ? nullptr : m_items[static_cast<std::size_t>(targetIndex)];
}

bool TreeView::eventFilter(QObject* watched, QEvent* event)
{
    const auto* item = qobject_cast<TreeItem*>(watched);
    if (item && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (TreeItem* next = neighbourOf(*item, key)) {
            next->setFocus(Qt::TabFocusReason);
            return true;
        }
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_Left || key == Qt::Key_Right)
            return true;
    }
    return QWidget::eventFilter(watched, event);
}

void TreeView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    updateLayout();
}

void TreeView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, m_layout, Theme::instance().visualStyle(), m_openNode);
}

void TreeView::render(QPainter& painter, const QSizeF& size, const VisualStyle& look) const
{
    draw(painter,
         size.width() < treeMinimumWidth(m_content, look) ? layOutTakenPath(m_content, look, size.width())
                                                          : layOutTree(m_content, look, size),
         look, {});
}

void TreeView::draw(QPainter& painter, const TreeLayout& layout, const VisualStyle& look,
                    const std::optional<TreeNode>& opened) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    drawTexts(painter, layout.heading, look);
    // The edges of the path taken are drawn last, so that no other edge crosses them.
    for (const bool isTaken : {false, true})
        for (const TreeEdge& edge : layout.edges)
            if (edge.isTaken == isTaken) {
                painter.setPen(linePen(isTaken, look));
                painter.drawLine(QLineF(edge.from, edge.to));
                drawTexts(painter, edge.label, look);
            }
    for (const TreeDiamond& diamond : layout.diamonds) {
        QPen pen = linePen(diamond.isReached, look);
        if (diamond.isAddition)
            pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.setBrush(look.color(opened == TreeNode(diamond.test) ? ColorRole::Hover : ColorRole::Card));
        painter.drawPolygon(diamond.polygon());
        drawTexts(painter, diamond.texts, look);
        drawTexts(painter, diamond.marginTexts, look);
    }
    for (const TreeLeaf& leaf : layout.leaves) {
        painter.setPen(leaf.isTaken ? QPen(look.color(ColorRole::Ink), 1) : linePen(false, look));
        painter.setBrush(look.color(leaf.isTaken                          ? ColorRole::Ink
                                    : opened == TreeNode(leaf.bottleneck) ? ColorRole::Hover
                                                                          : ColorRole::Card));
        painter.drawRoundedRect(leaf.rect, leafCornerRadius, leafCornerRadius);
        drawTexts(painter, leaf.texts, look);
    }
}

Table TreeView::table() const
{
    Table table;
    table.caption = m_texts.caption.toStdString();
    table.columns = {
        {"question", tr("Question").toStdString(), "", -1}, {"left", tr("Left").toStdString(), "", -1},
        {"right", tr("Right").toStdString(), "", -1},       {"unit", tr("Unit").toStdString(), "", -1},
        {"margin", tr("Left/right").toStdString(), "", -1}, {"answer", tr("Answer").toStdString(), "", -1}};
    const auto number = [](const std::optional<double>& value) -> Cell {
        if (value)
            return *value;
        return {};
    };
    for (const TreeQuestion& question : m_content.questions) {
        const std::string name = question.question.toStdString();
        const TestResult* result = m_flow.resultOf(question.test);
        if (!question.isReached || !result) {
            const QString answer = question.isReached ? question.comparison : tr("not reached");
            table.rows.push_back({name, {}, {}, {}, {}, answer.toStdString()});
            continue;
        }
        table.rows.push_back({name, number(result->left), number(result->right), result->unit, number(result->margin),
                              answerText(*result)});
    }
    return table;
}

QSizeF TreeView::naturalSize() const
{
    return treeNaturalSize(m_content, VisualStyle{});
}

QSizeF TreeView::sizeForWidth(double width) const
{
    if (width < treeMinimumWidth(m_content, VisualStyle{}))
        return layOutTakenPath(m_content, VisualStyle{}, width).size;
    return {width, treeMinimumHeight(m_content, VisualStyle{}, width)};
}

QSize TreeView::sizeHint() const
{
    return minimumSizeHint();  // The page's layout assigns the remaining room.
}

QSize TreeView::minimumSizeHint() const
{
    const VisualStyle& look = Theme::instance().visualStyle();
    const double requiredWidth = treeMinimumWidth(m_content, look);
    return QSizeF(requiredWidth, treeMinimumHeight(m_content, look, std::max<double>(requiredWidth, width()))).toSize();
}

}  // namespace scalewright::ui
