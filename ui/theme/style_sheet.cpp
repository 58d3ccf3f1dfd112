// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme/style_sheet.h"

#include <array>
#include <utility>

namespace scalewright::ui {

namespace {

// Text buttons ("quiet") are underlined, except in the header row and for symbols ("sign"). @names are replaced by the
// style's colours. Focus is shown by a 2 px ink border instead of a 1 px hairline, with 1 px less padding so that
// nothing moves.
constexpr auto styleSheetTemplate = R"(
QPushButton, QToolButton { border: 1px solid @hairline; border-radius: 6px; padding: 5px 13px; background: @card; color: @ink; }
QPushButton:hover, QToolButton:hover, QPushButton:checked { background: @hover; }
QPushButton:pressed, QToolButton:pressed { background: @hairline; }
QPushButton:disabled, QToolButton:disabled { color: @faint; }
QPushButton:focus, QToolButton:focus { border: 2px solid @ink; padding: 4px 12px; outline: none; }
QPushButton::menu-indicator, QToolButton::menu-indicator { image: none; width: 0; }
QPushButton[look="primary"] { background: @ink; color: @card; border-color: @ink; font-weight: bold; }
QPushButton[look="primary"]:hover { background: @soft; border-color: @soft; }
QPushButton[look="primary"]:focus { border: 2px solid @faint; }
QPushButton[look="primary"]:disabled { background: @hairline; border-color: @hairline; color: @soft; }
QPushButton[look="quiet"], QPushButton[look="sign"] { border: 2px solid transparent; border-radius: 5px; padding: 1px 4px; background: transparent; color: @soft; }
QPushButton[look="quiet"] { text-decoration: underline; }
QPushButton[look="quiet"] { padding: 1px 0; }
QPushButton[look="quiet"]:hover, QPushButton[look="sign"]:hover { color: @ink; background: @hover; }
QPushButton[look="quiet"]:checked { color: @ink; text-decoration: none; }
QPushButton[look="quiet"][boxed="true"]:checked { background: @hover; border: 2px solid @hairline; }
QPushButton[look="quiet"]:focus, QPushButton[look="sign"]:focus { border: 2px solid @ink; color: @ink; }
QPushButton[look="quiet"]:focus { padding: 1px 0; }
QPushButton[look="quiet"][boxed="true"], QPushButton[look="quiet"][boxed="true"]:focus { padding: 1px 8px; }
QPushButton[look="quiet"][boxed="true"]:focus { border: 2px solid @ink; }
QPushButton[look="sign"]:focus { padding: 1px 4px; }
QFileDialog QToolButton, QFileDialog QToolButton:focus { padding: 3px; }
QPushButton[look="quiet"]:disabled, QPushButton[look="sign"]:disabled { color: @faint; text-decoration: none; }
QPushButton[look="chip"] { border: 1px solid @hairline; border-radius: 11px; padding: 2px 10px; background: @card; color: @ink; }
QPushButton[look="chip"]:hover { background: @hover; }
QPushButton[look="chip"]:checked { background: @hover; border-color: @hover; font-weight: bold; }
QPushButton[look="chip"]:focus { border: 2px solid @ink; padding: 1px 9px; }

QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox { border: 1px solid @hairline; border-radius: 6px; padding: 4px 8px;
  background: @card; color: @ink; selection-background-color: @hairline; selection-color: @ink; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QAbstractSpinBox:focus { border: 2px solid @ink; padding: 3px 7px; }
QPlainTextEdit[look="flat"] { border: 1px solid transparent; border-radius: 5px; padding: 3px 5px; background: transparent; }
QPlainTextEdit[look="flat"]:hover { border-color: @hairline; }
QPlainTextEdit[look="flat"]:focus { border: 2px solid @ink; padding: 2px 4px; background: @card; }
QLineEdit:disabled { color: @faint; background: @background; }
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button { width: 0; border: none; }
QComboBox { combobox-popup: 0; border: 1px solid @hairline; border-radius: 6px; padding: 4px 8px 4px 10px; background: @card; color: @ink; }
QComboBox:hover { background: @hover; }
QComboBox:focus { border: 2px solid @ink; padding: 3px 7px 3px 9px; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(:/scalewright/theme/down-@variant.svg); width: 10px; height: 10px; }
QComboBox QAbstractItemView { border: 1px solid @hairline; background: @card; selection-background-color: @hover; selection-color: @ink; outline: none; }
QCheckBox, QRadioButton { spacing: 8px; }
QCheckBox::indicator, QRadioButton::indicator { width: 14px; height: 14px; border: 1px solid @soft; border-radius: 4px; background: @card; }
QRadioButton::indicator { border-radius: 8px; }
QCheckBox::indicator:checked { background: @ink; border-color: @ink; image: url(:/scalewright/theme/check-@variant.svg); }
QRadioButton::indicator:checked { border: 5px solid @ink; width: 6px; height: 6px; background: @card; }
QCheckBox:focus, QRadioButton:focus { outline: none; }
QCheckBox::indicator:focus, QRadioButton::indicator:focus { border: 2px solid @ink; width: 12px; height: 12px; }

QMenuBar { background: @card; border-bottom: 1px solid @hairline; }
QMenuBar::item { padding: 5px 10px; background: transparent; border-radius: 5px; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @card; border: 1px solid @hairline; border-radius: 8px; padding: 5px; color: @ink; }
QMenu::item { padding: 6px 28px 6px 12px; border-radius: 5px; background: transparent; }
QMenu::item:selected { background: @hover; }
QMenu::item:disabled { color: @faint; }
QMenu::separator { height: 1px; background: @hairline; margin: 5px 8px; }
QToolTip { background: @card; color: @ink; border: 1px solid @hairline; padding: 5px 8px; }

QTableView, QTreeView, QListView { background: @card; border: none; gridline-color: transparent; outline: none;
  selection-background-color: @hover; selection-color: @ink; alternate-background-color: @background; }
QTableView::item { padding: 3px 8px; border-bottom: 1px solid @hover; }
QTableView::item:selected { background: @hover; color: @ink; }
QTableView::item:focus { border: 1px solid @ink; border-radius: 3px; padding: 2px 7px 3px 7px; }
QListView::item, QTreeView::item { padding: 5px 8px; border-radius: 5px; }
QListView::item:selected, QTreeView::item:selected { background: @hover; color: @ink; }
QHeaderView { background: @card; border: none; }
QHeaderView::section { background: @card; color: @soft; border: none; border-bottom: 1px solid @hairline; padding: 4px 8px; font-weight: normal; }
QTableCornerButton::section { background: @card; border: none; border-bottom: 1px solid @hairline; }

QScrollArea, QAbstractScrollArea { border: none; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @hairline; border-radius: 3px; margin: 2px; min-height: 28px; min-width: 28px; }
QScrollBar::handle:hover, QScrollBar::handle:pressed { background: @faint; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QTabWidget::pane { border: none; }
QTabBar { background: transparent; }
QTabBar::tab { background: transparent; color: @soft; padding: 5px 4px; margin-right: 16px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:last, QTabBar::tab:only-one { margin-right: 0; }
QTabBar::tab:hover { color: @ink; }
QTabBar::tab:selected { color: @ink; font-weight: bold; border-bottom: 2px solid @ink; }
QTabBar::tab:focus { background: @hover; }
QProgressBar { border: none; border-radius: 2px; background: @hairline; max-height: 4px; text-align: right; }
QProgressBar::chunk { background: @ink; border-radius: 2px; }
QSplitter::handle { background: @hairline; }
QStatusBar::item { border: none; }
)";

}  // namespace

QString styleSheetOf(const VisualStyle& visualStyle)
{
    QString text = QString::fromLatin1(styleSheetTemplate);
    const std::array<std::pair<const char*, ColorRole>, 7> names{{{"@background", ColorRole::Background},
                                                                  {"@card", ColorRole::Card},
                                                                  {"@hairline", ColorRole::Hairline},
                                                                  {"@hover", ColorRole::Hover},
                                                                  {"@ink", ColorRole::Ink},
                                                                  {"@soft", ColorRole::SoftInk},
                                                                  {"@faint", ColorRole::FaintInk}}};
    for (const auto& [name, role] : names)
        text.replace(QLatin1String(name), visualStyle.color(role).name());
    text.replace(QLatin1String("@variant"), visualStyle.dark ? QLatin1String("dark") : QLatin1String("light"));
    return text;
}

}  // namespace scalewright::ui
