// Ctrl+K: one field that finds any page, action, quantity, pattern or example, by keyboard alone.
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

/// What several pages lead to stands once, for the page named first; different things of one title say which page's
/// they are. Each with its page's title, or none.
[[nodiscard]] std::vector<PaletteItem> eachOnce(std::vector<std::pair<QString, PaletteItem>> items);

/// The items that fit the query, best first; equal ones keep their order. All of them for an empty query.
[[nodiscard]] std::vector<PaletteItem> matching(const std::vector<PaletteItem>& items, const QString& query);

/// An overlay of its parent: open() shows it, Esc or a lost focus hides it, Enter runs the selected item.
class CommandPalette : public Card {
    Q_OBJECT

public:
    explicit CommandPalette(QWidget* parent);
    void open(std::vector<PaletteItem> items);
    void close();
    /// Keeps it at the top middle of the parent.
    void place();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void filter();
    void select(int row);
    void runSelected();

    std::vector<PaletteItem> m_items;
    PaletteModel* m_model;
    QLineEdit* m_field;
    QListView* m_list;
    Text* m_nothing;
    QPointer<QWidget> m_focusBefore;
};

}  // namespace scalewright::ui
