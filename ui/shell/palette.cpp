#include "ui/shell/palette.h"

#include <QAccessible>
#include <QApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QRegularExpression>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "ui/glossary/glossary_text.h"
#include "ui/shell/fuzzy.h"
#include "ui/shell/palette_model.h"

namespace scalewright::ui {

QString kindName(PaletteItem::Kind kind)
{
    switch (kind) {
    case PaletteItem::Kind::Page: return CommandPalette::tr("page");
    case PaletteItem::Kind::Action: return CommandPalette::tr("action");
    case PaletteItem::Kind::Quantity: return CommandPalette::tr("quantity");
    case PaletteItem::Kind::Pattern: return CommandPalette::tr("pattern");
    case PaletteItem::Kind::Example: return CommandPalette::tr("example");
    case PaletteItem::Kind::Exercise: return CommandPalette::tr("exercise");
    case PaletteItem::Kind::Word: return CommandPalette::tr("word");
    }
    return {};
}

namespace {
constexpr int byItsWords = 1000000;  // before what has the letters scattered
constexpr int bySynonym = byItsWords / 2;
constexpr int byItsMeaning = bySynonym / 2;  // of a word of the glossary
constexpr int byItsName = 2 * byItsWords;  // "cost" is the page

/// Every word of the query begins a word of what the item, or its term, is called besides ("gradient": the message of a
/// step).
bool isCalled(const QString& query, const PaletteItem& item)
{
    const QStringList wanted = query.toCaseFolded().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const QStringList words = (synonymsOf(item.title) + QLatin1Char(' ') + item.also)
                                  .toCaseFolded()
                                  .split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return !wanted.isEmpty() && std::all_of(wanted.begin(), wanted.end(), [&](const QString& each) {
        return each.size() > 1 &&
               std::any_of(words.begin(), words.end(), [&](const QString& word) { return word.startsWith(each); });
    });
}
/// Every word of the query begins a word of the text.
bool begins(const QString& query, const QString& text)
{
    const QStringList wanted = query.toCaseFolded().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    static const QRegularExpression between(QStringLiteral("[^\\w*]+"), QRegularExpression::UseUnicodePropertiesOption);
    const QStringList words = text.toCaseFolded().split(between, Qt::SkipEmptyParts);
    return std::all_of(wanted.begin(), wanted.end(), [&](const QString& each) {
        return std::any_of(words.begin(), words.end(), [&](const QString& word) { return word.startsWith(each); });
    });
}
}  // namespace

std::vector<PaletteItem> eachOnce(std::vector<std::pair<QString, PaletteItem>> items)
{
    std::set<std::tuple<PaletteItem::Kind, QString, QString, QString>> seen;
    std::erase_if(items, [&](const auto& each) {
        const PaletteItem& item = each.second;
        return !seen.emplace(item.kind, item.of.isEmpty() ? item.title : QString(),
                             item.of.isEmpty() ? item.detail : QString(), item.of)
                    .second;
    });
    std::map<QString, int> named;
    for (const auto& [page, item] : items)
        ++named[item.title];
    std::vector<PaletteItem> once;
    for (auto& [page, item] : items) {
        if (named[item.title] > 1 && !page.isEmpty())
            item.title = CommandPalette::tr("%1, on %2").arg(item.title, page);
        once.push_back(std::move(item));
    }
    return once;
}

std::vector<PaletteItem> matching(const std::vector<PaletteItem>& items, const QString& query)
{
    std::vector<std::pair<int, const PaletteItem*>> scored;
    for (const PaletteItem& item : items) {
        // The kind is matched too ("pattern ring"), behind the title so that it counts less.
        const QString whole = item.title + QLatin1Char(' ') + kindName(item.kind);
        const auto score = fuzzyScore(query, whole);
        const bool begun = begins(query, whole), called = isCalled(query, item);
        // A word only explains: it stands behind what can be set or seen, and is found by its words alone.
        if (item.kind == PaletteItem::Kind::Word) {
            if (!query.trimmed().isEmpty() && (begun || called))
                scored.emplace_back(score.value_or(0) + (begun ? byItsMeaning : byItsMeaning / 2), &item);
            continue;
        }
        // Return does what stands first: what changes the project is found by its words, not by letters here and there.
        if (item.kind == PaletteItem::Kind::Action && score && !begun && !called &&
            !item.title.contains(query.trimmed(), Qt::CaseInsensitive) && query.trimmed().contains(QLatin1Char(' ')))
            continue;
        const bool named =
            item.kind == PaletteItem::Kind::Page && item.title.compare(query.trimmed(), Qt::CaseInsensitive) == 0;
        if (score || called)
            scored.emplace_back(score.value_or(0) + (named    ? byItsName
                                                     : begun  ? byItsWords
                                                     : called ? bySynonym
                                                              : 0),
                                &item);
    }
    std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<PaletteItem> found;
    for (const auto& [score, item] : scored)
        found.push_back(*item);
    return found;
}

CommandPalette::CommandPalette(QWidget* parent)
    : Card(parent),
      m_model(new PaletteModel(this)),
      m_field(new QLineEdit),
      m_list(new QListView),
      m_nothing(new Text(tr("Nothing of that name."), TextStyle::Body, Role::Soft))
{
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Find a page, action, quantity, pattern or example"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::space(3), Theme::space(3), Theme::space(3), Theme::space(3));
    layout->setSpacing(Theme::space(2));
    m_field->setObjectName(QStringLiteral("palette-field"));
    m_field->setPlaceholderText(tr("Find a page, quantity, pattern or example"));
    m_field->setAccessibleName(tr("Find"));
    m_field->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("palette-list"));
    m_list->setAccessibleName(tr("Found"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);  // the field keeps the keyboard; the list follows it
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->viewport()->setAutoFillBackground(false);
    layout->addWidget(m_field);
    layout->addWidget(m_list);
    layout->addWidget(m_nothing);
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListView::clicked, this, &CommandPalette::runSelected);
    hide();
}

void CommandPalette::open(std::vector<PaletteItem> items)
{
    m_items = std::move(items);
    m_focusBefore = QApplication::focusWidget();
    m_field->clear();
    filter();
    place();
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::close()
{
    if (isHidden())
        return;
    const bool hadFocus = m_field->hasFocus();
    hide();
    if (hadFocus && m_focusBefore)
        m_focusBefore->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::place()
{
    const double scale = Theme::instance().typeScale();
    const QSize whole = parentWidget()->size();
    const int width = std::min(static_cast<int>(560 * scale), whole.width() - Theme::space(8));
    const int height = std::min(static_cast<int>(400 * scale), whole.height() - Theme::space(16));
    setGeometry((whole.width() - width) / 2, Theme::space(14), width, height);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason)
        hide();
    if (event->type() == QEvent::ShortcutOverride)
        if (const int key = static_cast<QKeyEvent*>(event)->key();
            key == Qt::Key_Escape || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            event->accept();  // this list's, not those of a lecture around it
            return true;
        }
    if (event->type() != QEvent::KeyPress)
        return Card::eventFilter(watched, event);
    const int rows = m_model->rowCount();
    const int row = m_list->currentIndex().row();
    const int page = std::max(1, m_list->viewport()->height() / std::max(1, m_list->sizeHintForRow(0)));
    switch (static_cast<QKeyEvent*>(event)->key()) {
    case Qt::Key_Escape: close(); return true;
    case Qt::Key_Return:
    case Qt::Key_Enter: runSelected(); return true;
    case Qt::Key_Tab:
    case Qt::Key_Down: select(row + 1 < rows ? row + 1 : 0); return true;
    case Qt::Key_Backtab:
    case Qt::Key_Up: select(row > 0 ? row - 1 : rows - 1); return true;
    case Qt::Key_PageDown: select(std::min(row + page, rows - 1)); return true;
    case Qt::Key_PageUp: select(std::max(row - page, 0)); return true;
    default: return Card::eventFilter(watched, event);
    }
}

void CommandPalette::filter()
{
    m_model->setItems(matching(m_items, m_field->text()));
    m_list->setVisible(m_model->rowCount() > 0);
    m_nothing->setVisible(m_model->rowCount() == 0);
    select(0);
}

void CommandPalette::select(int row)
{
    if (row < 0 || row >= m_model->rowCount()) {
        m_field->setAccessibleDescription(m_nothing->text());
        return;
    }
    const QModelIndex index = m_model->index(row);
    m_list->setCurrentIndex(index);
    // A reader announces the selected item although the field has the focus.
    m_field->setAccessibleDescription(
        tr("%1; %2 found").arg(index.data(Qt::AccessibleTextRole).toString()).arg(m_model->rowCount()));
    QAccessibleEvent event(m_field, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void CommandPalette::runSelected()
{
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid())
        return;
    const std::function<void()> run = m_model->item(index.row()).run;
    close();
    if (run)
        run();
}

}  // namespace scalewright::ui
