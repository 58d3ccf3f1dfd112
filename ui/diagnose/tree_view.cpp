#include "ui/diagnose/tree_view.h"

#include <QKeyEvent>
#include <QPainterPath>

#include <algorithm>

#include "ui/theme/widgets.h"
#include "ui/words/diagnosis_words.h"

namespace scalewright::ui {

namespace {

constexpr double ring = 4;  // the focus ring lies this far outside a node
constexpr double leafRadius = 6;

QPolygonF boxOf(const QRectF& rect)
{
    return QPolygonF({rect.topLeft(), rect.topRight(), rect.bottomRight(), rect.bottomLeft()});
}

/// The diamond with all its sides moved out by `by`, and its long tips cut as near: they would run into the words
/// there.
QPolygonF grown(const QPolygonF& diamond, double by)
{
    const QRectF rect = diamond.boundingRect();
    const double w = rect.width() / 2, h = rect.height() / 2;
    const double scale = 1 + by * std::hypot(w, h) / (w * h);
    QTransform about;
    about.translate(rect.center().x(), rect.center().y());
    about.scale(scale, scale);
    about.translate(-rect.center().x(), -rect.center().y());
    return about.map(diamond).intersected(QPolygonF(rect.adjusted(-by, -by, by, by)));
}

void drawText(QPainter& painter, const TreeText& text, const Look& look)
{
    painter.setFont(look.font(text.style, text.bold));
    painter.setPen(look.color(text.role));
    painter.drawText(text.baseline, text.text);
}

template <class Texts>
void drawTexts(QPainter& painter, const Texts& texts, const Look& look)
{
    for (const TreeText& text : texts)
        drawText(painter, text, look);
}

QPen linePen(bool taken, const Look& look)
{
    return {look.color(taken ? Role::Ink : Role::Faint), taken ? 2.0 : 1.0, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin};
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
    const QRect geometry = shape.boundingRect().adjusted(-ring - 1, -ring - 1, ring + 1, ring + 1).toAlignedRect();
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
        if (inside != m_hovered) {
            m_hovered = inside;
            update();
        }
    }
    return QAbstractButton::event(event);
}

void TreeItem::focusInEvent(QFocusEvent* event)
{
    const Qt::FocusReason reason = event->reason();
    if (reason != Qt::ActiveWindowFocusReason && reason != Qt::PopupFocusReason)
        m_ringed =
            reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason || reason == Qt::ShortcutFocusReason;
    QAbstractButton::focusInEvent(event);
}

void TreeItem::keyPressEvent(QKeyEvent* event)
{
    m_ringed = true;
    update();
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        click();
    else
        QAbstractButton::keyPressEvent(event);
}

void TreeItem::paintEvent(QPaintEvent*)
{
    const bool ringed = hasFocus() && m_ringed;
    if (!ringed && !m_hovered)
        return;
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Look& look = Theme::instance().look();
    painter.setPen(ringed ? QPen(look.color(Role::Ink), 2) : QPen(look.color(Role::Faint), 1));
    painter.setBrush(Qt::NoBrush);
    if (std::holds_alternative<Test>(m_node))
        painter.drawPolygon(grown(m_shape, ring));
    else
        painter.drawRoundedRect(m_shape.boundingRect().adjusted(-ring, -ring, ring, ring), leafRadius + ring,
                                leafRadius + ring);
}

TreeView::TreeView(QWidget* parent) : QWidget(parent), m_flow(flowOf({}))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&Theme::instance(), &Theme::changed, this, &TreeView::place);
    setFlow(m_flow, false, {});
}

void TreeView::setFlow(FlowView flow, bool asksServing, const QString& whatIf)
{
    m_flow = std::move(flow);
    m_asksServing = asksServing;
    m_content = treeContent(m_flow, asksServing, whatIf);
    rebuildItems();
    place();
}

void TreeView::rebuildItems()
{
    std::vector<TreeNode> nodes;
    for (const TreeQuestion& question : m_content.questions) {
        nodes.emplace_back(question.test);
        nodes.emplace_back(question.leaf);
    }
    nodes.emplace_back(Bottleneck::Compute);

    // Items that stay keep their focus; only those that come or go are made or deleted.
    std::vector<TreeItem*> items;
    for (const TreeNode& node : nodes) {
        TreeItem* made = item(node);
        if (!made) {
            made = new TreeItem(node, this);
            made->installEventFilter(this);
            connect(made, &QAbstractButton::clicked, this, [this, node] { Q_EMIT opened(node); });
            made->show();
        }
        const bool diamond = std::holds_alternative<Test>(node);
        const QString name =
            diamond ? spokenQuestion(m_flow, std::get<Test>(node)) : spokenLeaf(m_flow, std::get<Bottleneck>(node));
        made->setAccessibleName(name);
        made->setAccessibleDescription(diamond ? tr("Press to change its figures as a what-if")
                                               : tr("Press for its row of Table 41.2.1"));
        items.push_back(made);
    }
    for (TreeItem* old : m_items)
        if (std::find(items.begin(), items.end(), old) == items.end())
            old->deleteLater();
    m_items = std::move(items);
}

void TreeView::place()
{
    const Look& look = Theme::instance().look();
    const double least = treeMinimumWidth(m_content, look);
    setMinimumWidth(static_cast<int>(least));
    const double across = std::max<double>(width(), least);
    const double height = treeMinimumHeight(m_content, look, across);
    setMinimumHeight(static_cast<int>(height));
    m_layout = layoutTree(m_content, look, {across, std::max<double>(this->height(), height)});
    for (const TreeDiamond& diamond : m_layout.diamonds)
        item(diamond.test)->setShape(diamond.polygon());
    for (const TreeLeaf& leaf : m_layout.leaves)
        item(leaf.bottleneck)->setShape(boxOf(leaf.rect));
    update();
}

void TreeView::setOpened(const std::optional<TreeNode>& node)
{
    m_opened = node;
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

TreeItem* TreeView::neighbour(const TreeItem& from, int key) const
{
    const auto at = std::find(m_items.begin(), m_items.end(), &from) - m_items.begin();
    const auto count = static_cast<std::ptrdiff_t>(m_items.size());
    const bool diamond = std::holds_alternative<Test>(from.node());
    const auto last = count - 1;  // the leaf below the trunk
    std::ptrdiff_t to = 0;
    switch (key) {
    case Qt::Key_Right: to = diamond ? at + 1 : at; break;
    case Qt::Key_Left: to = diamond || at == last ? at : at - 1; break;
    // Diamonds and leaves alternate, so two further is the next of its kind.
    case Qt::Key_Down: to = at == last ? at : at + 2 <= last ? at + 2 : last; break;
    case Qt::Key_Up: to = at == last ? last - 2 : at - 2 >= 0 ? at - 2 : at; break;
    default: return nullptr;
    }
    return to == at ? nullptr : m_items[static_cast<std::size_t>(to)];
}

bool TreeView::eventFilter(QObject* watched, QEvent* event)
{
    const auto* item = qobject_cast<TreeItem*>(watched);
    if (item && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (TreeItem* next = neighbour(*item, key)) {
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
    place();
}

void TreeView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    draw(painter, m_layout, Theme::instance().look(), m_opened);
}

void TreeView::render(QCPPainter& painter, const QSizeF& size, const Look& look) const
{
    draw(plainPainter(painter), layoutTree(m_content, look, size), look, {});
}

void TreeView::draw(QPainter& painter, const TreeLayout& layout, const Look& look,
                    const std::optional<TreeNode>& opened) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    drawTexts(painter, layout.head, look);
    // Lit lines last, so that no pale one crosses them.
    for (const bool taken : {false, true})
        for (const TreeEdge& edge : layout.edges)
            if (edge.taken == taken) {
                painter.setPen(linePen(taken, look));
                painter.drawLine(QLineF(edge.from, edge.to));
                drawTexts(painter, edge.label, look);
            }
    for (const TreeDiamond& diamond : layout.diamonds) {
        QPen pen = linePen(diamond.reached, look);
        if (diamond.addition)
            pen.setDashPattern({4, 3});
        painter.setPen(pen);
        painter.setBrush(look.color(opened == TreeNode(diamond.test) ? Role::Hover : Role::Card));
        painter.drawPolygon(diamond.polygon());
        drawTexts(painter, diamond.texts, look);
        drawTexts(painter, diamond.margins, look);
    }
    for (const TreeLeaf& leaf : layout.leaves) {
        painter.setPen(leaf.taken ? QPen(look.color(Role::Ink), 1) : linePen(false, look));
        painter.setBrush(look.color(leaf.taken                            ? Role::Ink
                                    : opened == TreeNode(leaf.bottleneck) ? Role::Hover
                                                                          : Role::Card));
        painter.drawRoundedRect(leaf.rect, leafRadius, leafRadius);
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
        const TestResult* result = m_flow.result(question.test);
        if (!question.reached || !result) {
            const QString answer = question.reached ? question.sides : tr("not reached");
            table.rows.push_back({name, {}, {}, {}, {}, answer.toStdString()});
            continue;
        }
        table.rows.push_back({name, number(result->left), number(result->right), result->unit, number(result->margin),
                              answerText(*result).toStdString()});
    }
    return table;
}

QSizeF TreeView::naturalSize() const
{
    return treeNaturalSize(m_content, Look{});
}

QSizeF TreeView::sizeAt(double width) const
{
    const double least = std::max(width, treeMinimumWidth(m_content, Look{}));
    return {least, treeMinimumHeight(m_content, Look{}, least)};
}

QSize TreeView::sizeHint() const
{
    return minimumSizeHint();  // the page gives it what is left
}

QSize TreeView::minimumSizeHint() const
{
    const Look& look = Theme::instance().look();
    const double least = treeMinimumWidth(m_content, look);
    return QSizeF(least, treeMinimumHeight(m_content, look, std::max<double>(least, width()))).toSize();
}

}  // namespace scalewright::ui
