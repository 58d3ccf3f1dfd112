// A combo box one can search by typing any part of a name; a name of one's own is taken as it is.
#pragma once

#include <QComboBox>

#include <string>
#include <vector>

class QStringListModel;

namespace scalewright::ui {

class SearchCombo : public QComboBox {
    Q_OBJECT

public:
    SearchCombo(const QString& accessibleName, const QString& placeholder, QWidget* parent = nullptr);
    ~SearchCombo() override;

    /// What was typed means the first of the names that hold it, not only the one that alone does. For lists whose
    /// entries bring figures: a name of one's own has none.
    void takeFirstMatch() { m_takesFirst = true; }

    /// Shows a name, whether it is in the list or not. Never emits.
    void setName(const QString& name);

Q_SIGNALS:
    /// An entry of the list, by click, completion, its name or a part of it.
    void chosen(int index);
    /// Another name.
    void named(const QString& name);

protected:
    /// A wheel over it scrolls the page, and changes no value by accident.
    void wheelEvent(QWheelEvent* event) override;

private:
    void take();
    /// What the list under the field shows: the names that what was typed may mean, the best first.
    void showMatches(const QString& typed);
    [[nodiscard]] std::vector<std::string> names() const;
    /// The entry that is meant; -1: none.
    [[nodiscard]] int meant(const QString& typed) const;

    QStringListModel* m_matches;
    bool m_takesFirst = false;
    QString m_name;
};

}  // namespace scalewright::ui
