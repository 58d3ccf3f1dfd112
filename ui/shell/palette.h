// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl+K: a field that finds any page, action, quantity, pattern or example using only the keyboard.
#pragma once

#include <QPointer>
#include <QString>

#include <utility>
#include <vector>

#include "ui/page/page.h"
#include "ui/theme/widgets.h"

class QLineEdit;
class QListView;

namespace scalewright::ui {

class PaletteModel;

/// "page", "action", "quantity", "pattern", "example".
[[nodiscard]] QString kindName(PaletteItem::Kind kind);

/// Removes duplicates: an item that appears on several pages is kept once, for the first page; different items with the
/// same title get the title of their page appended. Each item is paired with its page's title, or an empty text.
[[nodiscard]] std::vector<PaletteItem> withoutDuplicates(std::vector<std::pair<QString, PaletteItem>> items);

/// The items that match the query, best first; equally good items keep their order. An empty query matches all items.
[[nodiscard]] std::vector<PaletteItem> matchingItems(const std::vector<PaletteItem>& items, const QString& query);

/// An overlay on its parent: open() shows it, Esc or losing the focus hides it, Enter runs the selected item.
class CommandPalette : public Card {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* parent);
    void open(std::vector<PaletteItem> items);
    void close();
    /// Keeps the palette at the top centre of its parent.
    void placeInParent();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void applyFilter();
    void selectRow(int row);
    void runSelected();

    std::vector<PaletteItem> m_items;
    PaletteModel* m_model;
    QLineEdit* m_searchField;
    QListView* m_list;
    Text* m_noMatchLabel;
    QPointer<QWidget> m_previousFocus;
};

}  // namespace scalewright::ui
