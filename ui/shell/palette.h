// Ctrl+K: one field that finds any page, action, quantity, pattern or example with the keyboard alone.
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

/// Removes duplicates: an item of several pages is kept once, for the first page; different items with the same title
/// get their page's title appended. Each item is paired with its page's title, or an empty text.
[[nodiscard]] std::vector<PaletteItem> withoutDuplicates(std::vector<std::pair<QString, PaletteItem>> items);

/// The items that match the query, best first; equal ones keep their order. An empty query matches all.
[[nodiscard]] std::vector<PaletteItem> matchingItems(const std::vector<PaletteItem>& items, const QString& query);

/// An overlay on its parent: open() shows it, Esc or losing the focus hides it, Enter runs the selected item.
class CommandPalette : public Card {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* parent);
    void open(std::vector<PaletteItem> items);
    void close();
    /// Keeps it at the top centre of the parent.
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
