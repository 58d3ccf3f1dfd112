// A page's tabs as words at the right of its heading; the shown one is bold over a line of ink.
#pragma once

#include <QTabBar>

namespace scalewright::ui {

class PageTabs : public QTabBar {
    Q_OBJECT

public:
    explicit PageTabs(QWidget* parent = nullptr);

protected:
    /// Room for the word in bold, whichever is shown: nothing moves when another is.
    [[nodiscard]] QSize tabSizeHint(int index) const override;
    [[nodiscard]] QSize minimumTabSizeHint(int index) const override { return tabSizeHint(index); }
};

}  // namespace scalewright::ui
