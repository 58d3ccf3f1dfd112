// SPDX-License-Identifier: GPL-3.0-or-later
// A combo box that can be searched by any part of a name, and also accepts names that are not in its list.
#pragma once

#include <string>
#include <vector>

#include "ui/controls/no_wheel_combo.h"

class QStringListModel;

namespace scalewright::ui {

class SearchCombo : public QuietCombo {
    Q_OBJECT

public:
    SearchCombo(const QString& accessibleName, const QString& placeholder, QWidget* parent = nullptr);
    ~SearchCombo() override;

    /// Makes typed text select the first entry that contains it, even if several do. For lists whose entries carry
    /// data, which a custom name would not have.
    void acceptFirstMatch() { m_acceptsFirstMatch = true; }

    /// Shows a name, which need not be in the list. Emits no signal.
    void setName(const QString& name);

Q_SIGNALS:
    /// The user chose an entry by clicking it, by completion, or by typing its name or a part of it.
    void entryChosen(int index);
    /// The user entered a name that is not in the list.
    void customNameEntered(const QString& name);

private:
    void commitText();
    /// Fills the list under the field with the names that match the typed text, best match first.
    void showMatches(const QString& typed);
    [[nodiscard]] std::vector<std::string> entryNames() const;
    /// The index of the entry selected by the typed text; -1 if none.
    [[nodiscard]] int findEntry(const QString& typed) const;

    QStringListModel* m_matches;
    bool m_acceptsFirstMatch = false;
    QString m_name;
};

}  // namespace scalewright::ui
