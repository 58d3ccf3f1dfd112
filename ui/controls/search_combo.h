// A combo box one can search by typing any part of a name; a name of one's own is taken as it is.
#pragma once

#include <QComboBox>

namespace scalewright::ui {

class SearchCombo : public QComboBox {
    Q_OBJECT

public:
    SearchCombo(const QString& accessibleName, const QString& placeholder, QWidget* parent = nullptr);
    ~SearchCombo() override;

    /// Shows a name, whether it is in the list or not. Never emits.
    void setName(const QString& name);

Q_SIGNALS:
    /// An entry of the list, by click, completion or its whole name.
    void chosen(int index);
    /// Another name.
    void named(const QString& name);

protected:
    /// A wheel over it scrolls the page, and changes no value by accident.
    void wheelEvent(QWheelEvent* event) override;

private:
    void take();

    QString m_name;
};

}  // namespace scalewright::ui
