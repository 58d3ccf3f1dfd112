// SPDX-License-Identifier: GPL-3.0-or-later
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
    case PaletteItem::Kind::GlossaryTerm: return CommandPalette::tr("word");
    }
    return {};
}

namespace {
constexpr int wordMatchScore = 1000000;  // ranks above matches of scattered letters
constexpr int synonymScore = wordMatchScore / 2;
constexpr int glossaryScore = synonymScore / 2;  // for a glossary word
constexpr int pageNameScore = 2 * wordMatchScore;  // for "cost", the Cost page

/// Every word in the query begins a word in the synonyms of the item or of its term ("gradient": the message of a
/// step).
bool matchesSynonym(const QString& query, const PaletteItem& item)
{
    const QStringList queryWords = query.toCaseFolded().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    const QStringList words = (synonymsText(item.title) + QLatin1Char(' ') + item.synonyms)
                                  .toCaseFolded()
                                  .split(QLatin1Char(' '), Qt::SkipEmptyParts);
    return !queryWords.isEmpty() && std::all_of(queryWords.begin(), queryWords.end(), [&](const QString& each) {
        return each.size() > 1 &&
               std::any_of(words.begin(), words.end(), [&](const QString& word) { return word.startsWith(each); });
    });
}
/// Every word in the query begins a word in the text.
bool matchesWordStarts(const QString& query, const QString& text)
{
    const QStringList queryWords = query.toCaseFolded().simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    static const QRegularExpression separators(QStringLiteral("[^\\w*]+"),
                                               QRegularExpression::UseUnicodePropertiesOption);
    const QStringList words = text.toCaseFolded().split(separators, Qt::SkipEmptyParts);
    return std::all_of(queryWords.begin(), queryWords.end(), [&](const QString& each) {
        return std::any_of(words.begin(), words.end(), [&](const QString& word) { return word.startsWith(each); });
    });
}
}  // namespace

std::vector<PaletteItem> withoutDuplicates(std::vector<std::pair<QString, PaletteItem>> items)
{
    std::set<std::tuple<PaletteItem::Kind, QString, QString, QString>> seen;
    std::erase_if(items, [&](const auto& each) {
        const PaletteItem& item = each.second;
        return !seen.emplace(item.kind, item.target.isEmpty() ? item.title : QString(),
                             item.target.isEmpty() ? item.detail : QString(), item.target)
                    .second;
    });
    std::map<QString, int> titleCounts;
    for (const auto& [page, item] : items)
        ++titleCounts[item.title];
    std::vector<PaletteItem> uniqueItems;
    for (auto& [page, item] : items) {
        if (titleCounts[item.title] > 1 && !page.isEmpty())
            item.title = CommandPalette::tr("%1, on %2").arg(item.title, page);
        uniqueItems.push_back(std::move(item));
    }
    return uniqueItems;
}

std::vector<PaletteItem> matchingItems(const std::vector<PaletteItem>& items, const QString& query)
{
    std::vector<std::pair<int, const PaletteItem*>> scored;
    for (const PaletteItem& item : items) {
        // The kind is matched too ("pattern ring"); it comes after the title so that it scores less.
        const QString searchText = item.title + QLatin1Char(' ') + kindName(item.kind);
        const auto score = fuzzyScore(query, searchText);
        const bool startsWords = matchesWordStarts(query, searchText), isSynonym = matchesSynonym(query, item);
        // A glossary term ranks below everything that can be set or shown, and is found only by its own words.
        if (item.kind == PaletteItem::Kind::GlossaryTerm) {
            if (!query.trimmed().isEmpty() && (startsWords || isSynonym))
                scored.emplace_back(score.value_or(0) + (startsWords ? glossaryScore : glossaryScore / 2), &item);
            continue;
        }
        // Enter runs the first item, so actions are matched by whole words, not by scattered letters.
        if (item.kind == PaletteItem::Kind::Action && score && !startsWords && !isSynonym &&
            !item.title.contains(query.trimmed(), Qt::CaseInsensitive) && query.trimmed().contains(QLatin1Char(' ')))
            continue;
        const bool isPageName =
            item.kind == PaletteItem::Kind::Page && item.title.compare(query.trimmed(), Qt::CaseInsensitive) == 0;
        if (score || isSynonym)
            scored.emplace_back(score.value_or(0) + (isPageName    ? pageNameScore
                                                     : startsWords ? wordMatchScore
                                                     : isSynonym   ? synonymScore
                                                                   : 0),
                                &item);
    }
    std::stable_sort(scored.begin(), scored.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    std::vector<PaletteItem> matches;
    for (const auto& [score, item] : scored)
        matches.push_back(*item);
    return matches;
}

CommandPalette::CommandPalette(QWidget* parent)
    : Card(parent),
      m_model(new PaletteModel(this)),
      m_searchField(new QLineEdit),
      m_list(new QListView),
      m_noMatchLabel(new Text(tr("No match."), TextStyle::Body, ColorRole::SoftInk))
{
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Find a page, action, quantity, pattern or example"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(Theme::spacing(3), Theme::spacing(3), Theme::spacing(3), Theme::spacing(3));
    layout->setSpacing(Theme::spacing(2));
    m_searchField->setObjectName(QStringLiteral("palette-field"));
    m_searchField->setPlaceholderText(tr("Find a page, quantity, pattern or example"));
    m_searchField->setAccessibleName(tr("Find"));
    m_searchField->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("palette-list"));
    m_list->setAccessibleName(tr("Found"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new PaletteDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);  // the search field keeps the focus and passes keys to the list
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setUniformItemSizes(true);
    m_list->viewport()->setAutoFillBackground(false);
    layout->addWidget(m_searchField);
    layout->addWidget(m_list);
    layout->addWidget(m_noMatchLabel);
    connect(m_searchField, &QLineEdit::textChanged, this, &CommandPalette::applyFilter);
    connect(m_list, &QListView::clicked, this, &CommandPalette::runSelected);
    hide();
}

void CommandPalette::open(std::vector<PaletteItem> items)
{
    m_items = std::move(items);
    m_previousFocus = QApplication::focusWidget();
    m_searchField->clear();
    applyFilter();
    placeInParent();
    show();
    raise();
    m_searchField->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::close()
{
    if (isHidden())
        return;
    const bool hadFocus = m_searchField->hasFocus();
    hide();
    if (hadFocus && m_previousFocus)
        m_previousFocus->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::placeInParent()
{
    const double scale = Theme::instance().typeScale();
    const QSize parentSize = parentWidget()->size();
    const int width = std::min(static_cast<int>(560 * scale), parentSize.width() - Theme::spacing(8));
    const int height = std::min(static_cast<int>(400 * scale), parentSize.height() - Theme::spacing(16));
    setGeometry((parentSize.width() - width) / 2, Theme::spacing(14), width, height);
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusOut && static_cast<QFocusEvent*>(event)->reason() != Qt::ActiveWindowFocusReason)
        hide();
    if (event->type() == QEvent::ShortcutOverride)
        if (const int key = static_cast<QKeyEvent*>(event)->key();
            key == Qt::Key_Escape || key == Qt::Key_PageDown || key == Qt::Key_PageUp) {
            event->accept();  // Escape closes this list, not the lecture around it
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
    case Qt::Key_Down: selectRow(row + 1 < rows ? row + 1 : 0); return true;
    case Qt::Key_Backtab:
    case Qt::Key_Up: selectRow(row > 0 ? row - 1 : rows - 1); return true;
    case Qt::Key_PageDown: selectRow(std::min(row + page, rows - 1)); return true;
    case Qt::Key_PageUp: selectRow(std::max(row - page, 0)); return true;
    default: return Card::eventFilter(watched, event);
    }
}

void CommandPalette::applyFilter()
{
    m_model->setItems(matchingItems(m_items, m_searchField->text()));
    m_list->setVisible(m_model->rowCount() > 0);
    m_noMatchLabel->setVisible(m_model->rowCount() == 0);
    selectRow(0);
}

void CommandPalette::selectRow(int row)
{
    if (row < 0 || row >= m_model->rowCount()) {
        m_searchField->setAccessibleDescription(m_noMatchLabel->text());
        return;
    }
    const QModelIndex index = m_model->index(row);
    m_list->setCurrentIndex(index);
    // Makes a screen reader announce the selected item although the search field has the focus.
    m_searchField->setAccessibleDescription(
        tr("%1; %2 found").arg(index.data(Qt::AccessibleTextRole).toString()).arg(m_model->rowCount()));
    QAccessibleEvent event(m_searchField, QAccessible::DescriptionChanged);
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
