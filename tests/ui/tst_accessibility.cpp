// SPDX-License-Identifier: GPL-3.0-or-later
// The complete window with every registered page, as used with a screen reader and a keyboard.
#include <QAbstractScrollArea>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <cmath>
#include <map>
#include <set>
#include <string>

#include "app/window/pages.h"
#include "tests/support/child.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/figure/chart.h"
#include "ui/measure/fits_card.h"
#include "ui/measure/measure_page.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

QString described(const QWidget* widget)
{
    QString text = QLatin1String(widget->metaObject()->className());
    if (const auto* button = qobject_cast<const QAbstractButton*>(widget))
        text += QStringLiteral(" “%1”").arg(button->text());
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
    text += QStringLiteral(" named “%1”, role %2").arg(interface->text(QAccessible::Name)).arg(interface->role());
    for (const QWidget* ancestor = widget->parentWidget(); ancestor; ancestor = ancestor->parentWidget())
        if (ancestor->metaObject()->className() != QLatin1String("QWidget"))
            return text + QStringLiteral(" in ") + QLatin1String(ancestor->metaObject()->className());
    return text;
}

/// The widgets that Tab should reach: visible, enabled, and with a tab focus policy. Excludes widgets inside a view or
/// an editable combo box, which handle their own focus.
std::vector<QWidget*> tabStops(const QWidget& root)
{
    std::vector<QWidget*> stops;
    for (QWidget* widget : root.findChildren<QWidget*>())
        if (widget->isVisible() && widget->isEnabled() && (widget->focusPolicy() & Qt::TabFocus) &&
            !widget->focusProxy())
            stops.push_back(widget);
    return stops;
}

/// One button in an exclusive group represents the others, which are reached with the arrow keys.
bool isReachedByArrowKeys(const QWidget* widget)
{
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    return button && button->isCheckable() && (button->autoExclusive() || button->group()) && !button->isChecked();
}

const std::set<QAccessible::Role> controlRoles{
    QAccessible::PushButton,     QAccessible::CheckBox,     QAccessible::RadioButton, QAccessible::ButtonMenu,
    QAccessible::ButtonDropDown, QAccessible::EditableText, QAccessible::ComboBox,    QAccessible::SpinBox,
    QAccessible::Slider,         QAccessible::Table,        QAccessible::List,        QAccessible::Tree,
    QAccessible::PageTab,        QAccessible::PageTabList,  QAccessible::Link,        QAccessible::Chart,
    QAccessible::Graphic,        QAccessible::MenuItem};

/// Everything visible that a screen reader can reach from `root`.
void walk(QAccessibleInterface* root, const std::function<void(QAccessibleInterface*)>& visit)
{
    if (!root || !root->isValid() || root->state().invisible)
        return;
    visit(root);
    for (int i = 0; i < root->childCount(); ++i)
        walk(root->child(i), visit);
}

double luminance(const QColor& color)  // WCAG 2.1
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a), two = luminance(b);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

}  // namespace

class tst_accessibility : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void everyPage_data();
    void everyPage();

private:
    void controlsHaveANameAndRole();
    void namesAreUnique();
    void plotsHaveDescriptions();
    void nodesHaveNames();
    void tabReachesEverythingAndReturns();
    void textHasEnoughContrast();
    /// Opens the page named in the data row, with all collapsible sections expanded.
    void open();

    Document m_document;
    std::unique_ptr<MainWindow> m_window;
    Page* m_page = nullptr;
};

void tst_accessibility::everyPage_data()
{
    QTest::addColumn<QString>("page");
    QTest::addColumn<QString>("project");
    for (const QString& page : pageIds())
        for (const char* project : {"", "exercise-41.2.3", "output-41.2.1", "thirteen-billion", "output-41.7.2"}) {
            if (test::sanitized && !std::set<std::string>{"", "output-41.7.2"}.contains(project))
                continue;
            const QByteArray name = page.toUtf8() + (*project ? " on " : " on an empty project") + project;
            QTest::newRow(name.constData()) << page << QString::fromLatin1(project);
        }
}

void tst_accessibility::init()
{
    QAccessible::setActive(true);
    Theme::instance().setDark(false);
}

void tst_accessibility::open()
{
    QFETCH(QString, page);
    QFETCH(QString, project);
    m_document.newProject();
    if (!project.isEmpty())
        QVERIFY(
            m_document.openCopy(test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(project))));
    m_window = std::make_unique<MainWindow>(m_document, allPages());
    m_window->resize(1280, 720);
    m_window->show();
    m_window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    QVERIFY(m_window->showPage(page));
    m_page = m_window->page(page);
    if (const auto* measure = qobject_cast<MeasurePage*>(m_page))  // wait for what is enabled after fitting
        QTRY_VERIFY_WITH_TIMEOUT(!test::child<FitsCard>(*measure).isFitting(), 60000);
    for (int round = 0; round < 3; ++round)  // sections may be nested
        for (QPushButton* button : m_page->findChildren<QPushButton*>())
            if (button->isVisible() && button->isCheckable() && !button->isChecked() && !button->group() &&
                !button->autoExclusive())
                button->click();
    QApplication::processEvents();
    QCOMPARE(QApplication::activeWindow(), m_window.get());
}

void tst_accessibility::everyPage()
{
    open();
    for (void (tst_accessibility::*const check)() :
         {&tst_accessibility::controlsHaveANameAndRole, &tst_accessibility::namesAreUnique,
          &tst_accessibility::plotsHaveDescriptions, &tst_accessibility::nodesHaveNames,
          &tst_accessibility::tabReachesEverythingAndReturns, &tst_accessibility::textHasEnoughContrast})
        if (!QTest::currentTestFailed())
            (this->*check)();
}

void tst_accessibility::cleanup()
{
    m_window.reset();
    m_page = nullptr;
    // The platform must process the old window's closing before the next one is activated.
    QApplication::processEvents();
}

void tst_accessibility::controlsHaveANameAndRole()
{
    QStringList wrong;
    for (const QWidget* widget : tabStops(*m_window)) {
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        QVERIFY(interface);
        if (interface->text(QAccessible::Name).trimmed().isEmpty() || controlRoles.count(interface->role()) == 0)
            wrong << described(widget);
    }
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

void tst_accessibility::namesAreUnique()
{
    std::map<std::pair<QString, int>, QStringList> seen;
    for (const QWidget* widget : tabStops(*m_page)) {
        QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(const_cast<QWidget*>(widget));
        seen[{interface->text(QAccessible::Name), interface->role()}] << described(widget);
    }
    QStringList wrong;
    for (const auto& [name, widgets] : seen)
        if (widgets.size() > 1)
            wrong << widgets;
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

void tst_accessibility::plotsHaveDescriptions()
{
    int plots = 0;
    walk(QAccessible::queryAccessibleInterface(m_page), [&](QAccessibleInterface* each) {
        if (each->role() != QAccessible::Chart)
            return;
        ++plots;
        QVERIFY(!each->text(QAccessible::Name).isEmpty());
        QVERIFY2(!each->text(QAccessible::Description).isEmpty(), qPrintable(each->text(QAccessible::Name)));
    });
    for (const Chart* chart : m_page->findChildren<Chart*>())
        if (chart->isVisible() && chart->focusPolicy() != Qt::NoFocus)
            --plots;
    QCOMPARE(plots, 0);  // every one was met
}

// Nodes in a tree, cells in a table, items in a list: everything that is not a widget.
void tst_accessibility::nodesHaveNames()
{
    QStringList wrong;
    walk(QAccessible::queryAccessibleInterface(m_page), [&](QAccessibleInterface* each) {
        const QAccessible::Role role = each->role();
        const bool node = role == QAccessible::TreeItem || role == QAccessible::ListItem || role == QAccessible::Cell ||
                          role == QAccessible::PageTab || role == QAccessible::Graphic ||
                          (each->state().focusable && !each->object());
        if (node && each->text(QAccessible::Name).trimmed().isEmpty())
            wrong << QStringLiteral("role %1 in %2")
                         .arg(role)
                         .arg(each->parent() && each->parent()->object()
                                  ? QLatin1String(each->parent()->object()->metaObject()->className())
                                  : QLatin1String("?"));
    });
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
}

void tst_accessibility::tabReachesEverythingAndReturns()
{
    for (const bool forward : {true, false}) {
        const std::vector<QWidget*> pageStops = tabStops(*m_page);
        QVERIFY(!pageStops.empty());
        QWidget* first = pageStops.front();
        first->setFocus(Qt::TabFocusReason);
        const std::vector<QWidget*> stops = tabStops(*m_window);
        std::set<QWidget*> reached;
        bool returned = false;
        QString before;
        // Tab may need several presses to pass a chart's markers or a tree's nodes.
        for (std::size_t presses = 0; presses < 20 * stops.size() + 100 && !returned; ++presses) {
            QWidget* focused = QApplication::focusWidget();
            QVERIFY2(focused, qPrintable(QStringLiteral("the focus is nowhere after %1").arg(before)));
            before = described(focused);
            reached.insert(focused);
            QTest::keyClick(focused, forward ? Qt::Key_Tab : Qt::Key_Backtab,
                            forward ? Qt::NoModifier : Qt::ShiftModifier);
            returned = reached.size() > 1 && QApplication::focusWidget() == first;
        }
        QVERIFY2(
            returned,
            qPrintable(
                QStringLiteral("Tab does not come back; it is at %1").arg(described(QApplication::focusWidget()))));
        QStringList missed;
        for (QWidget* stop : stops) {
            const bool inside = std::any_of(reached.begin(), reached.end(), [&](QWidget* each) {
                return each->focusProxy() == stop || stop->focusProxy() == each;
            });
            if (reached.count(stop) == 0 && !inside && !isReachedByArrowKeys(stop) && stop->isVisible())
                missed << described(stop);
        }
        QVERIFY2(missed.isEmpty(), qPrintable(missed.join(QLatin1Char('\n'))));
    }
}

// WCAG 2.1, 1.4.3: 4.5 to 1 for text, in both themes. Disabled text is exempt.
void tst_accessibility::textHasEnoughContrast()
{
    for (const bool dark : {false, true}) {
        Theme& theme = Theme::instance();
        theme.setDark(dark);
        QApplication::processEvents();
        for (const QLabel* label : m_window->findChildren<QLabel*>()) {
            if (!label->isVisible() || !label->isEnabled() || label->text().trimmed().isEmpty())
                continue;
            const QColor text = label->palette().color(QPalette::WindowText);
            for (const ColorRole surface : {ColorRole::Card, ColorRole::Background})
                QVERIFY2(contrast(text, theme.color(surface)) >= 4.5,
                         qPrintable(QStringLiteral("“%1” in %2, %3")
                                        .arg(label->text(), text.name())
                                        .arg(dark ? QLatin1String("dark") : QLatin1String("light"))));
        }
    }
    Theme::instance().setDark(false);
}

SCALEWRIGHT_TEST(tst_accessibility)

#include "tst_accessibility.moc"
