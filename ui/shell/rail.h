// SPDX-License-Identifier: GPL-3.0-or-later
// The rail: the pages in groups, each with its section in the book and a dot for its provenance.
//
// It is a single tab stop; the arrow keys move through the pages. A narrow rail shows small titles below the dots.
#pragma once

#include <QPushButton>
#include <QWidget>

#include <vector>

#include "ui/page/page.h"

class QButtonGroup;
class QVBoxLayout;

namespace scalewright::ui {

[[nodiscard]] QString groupTitle(PageGroup group);
/// "measured", "assumed", "empty", "stale".
[[nodiscard]] QString stateName(PageState state);

class RailItem : public QPushButton {
    Q_OBJECT

public:
    RailItem(const PageEntry& entry, QWidget* parent);
    void setState(PageState state);
    void setNarrow(bool narrow);
    [[nodiscard]] PageState state() const { return m_state; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_section;
    PageState m_state = PageState::Empty;
    bool m_isNarrow = false;
};

class Rail : public QWidget {
    Q_OBJECT

public:
    Rail(const std::vector<PageEntry>& pages, QWidget* parent = nullptr);
    void setCurrent(const QString& id);
    void setState(const QString& id, PageState state);
    void setNarrow(bool narrow);
    [[nodiscard]] bool isNarrow() const { return m_isNarrow; }
    [[nodiscard]] RailItem* item(const QString& id) const;

Q_SIGNALS:
    void pageChosen(const QString& id);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void updateLayout();

    QVBoxLayout* m_layout;
    QButtonGroup* m_buttons;
    std::vector<std::pair<QString, RailItem*>> m_items;
    std::vector<QWidget*> m_groupTitles;  ///< of the groups
    bool m_isNarrow = false;
};

}  // namespace scalewright::ui
