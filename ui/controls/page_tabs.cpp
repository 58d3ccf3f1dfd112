// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/page_tabs.h"

#include "ui/theme/theme.h"

namespace scalewright::ui {

namespace {
// These match QTabBar::tab in the style sheet: left plus right padding, and the margin between two tabs.
constexpr int tabPadding = 8, tabMargin = 16, tabSlack = 2;
}// namespace

PageTabs::PageTabs(QWidget* parent) : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideNone);
    followTheme(this, [this] {
        setFont(Theme::instance().font(TextStyle::Body));
        updateGeometry();
    });
}

QSize PageTabs::tabSizeHint(int index) const
{
    const QFontMetrics bold(Theme::instance().font(TextStyle::Body, true));
    const int after = index + 1 < count() ? tabMargin : 0;
    return {bold.horizontalAdvance(tabText(index)) + tabPadding + tabSlack + after,
            QTabBar::tabSizeHint(index).height()};
}

}  // namespace scalewright::ui
