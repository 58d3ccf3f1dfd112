// SPDX-License-Identifier: GPL-3.0-or-later
// A page's tabs as words at the right of its heading; the current tab is bold and underlined in ink.
#pragma once

#include <QTabBar>

namespace scalewright::ui {

class PageTabs : public QTabBar {
    Q_OBJECT

public:
    explicit PageTabs(QWidget* parent = nullptr);

protected:
    /// Reserves the width of the bold text, so that nothing moves when the current tab changes.
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
};

}  // namespace scalewright::ui
