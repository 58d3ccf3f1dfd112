// SPDX-License-Identifier: GPL-3.0-or-later
// No state of a document remains after another one replaces it. Every example is opened after several others (after
// every other and after New with SCALEWRIGHT_EVERY=1), each time with tabs changed, sections expanded, what-ifs tried,
// guesses made and pages scrolled. Then every page is compared, word by word and pixel by pixel, with a window in which
// only that example was opened. The comparison includes history, title, strip, rail and notice.
#include <QAbstractButton>
#include <QAbstractItemModel>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QCryptographicHash>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>
#include <QSettings>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>
#include <numeric>
#include <vector>

#include "app/window/pages.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/diagnose/diagnose_page.h"
#include "ui/document/examples.h"
#include "ui/measure/measure_page.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/palette.h"
#include "ui/shell/rail.h"
#include "ui/shell/strip.h"
#include "ui/theme/theme.h"
#include "ui/words/number_words.h"
#include "ui/worker/worker.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

/// Appends all texts and the visibility of a widget, its children and its table cells.
void appendVisibleState(const QWidget& widget, QStringList& lines)
{
    QStringList parts{QString::fromLatin1(widget.metaObject()->className()), widget.objectName(),
                      widget.accessibleName(), widget.accessibleDescription(), widget.toolTip()};
    if (!widget.isVisible())
        parts << QStringLiteral("hidden");
    if (!widget.isEnabled())
        parts << QStringLiteral("disabled");
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        parts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        parts << button->text() << (button->isChecked() ? QStringLiteral("checked") : QString());
    if (const auto* line = qobject_cast<const QLineEdit*>(&widget))
        parts << line->text() << line->placeholderText() << (line->isModified() ? QStringLiteral("typed") : QString());
    if (const auto* text = qobject_cast<const QPlainTextEdit*>(&widget))
        parts << text->toPlainText();
    if (const auto* combo = qobject_cast<const QComboBox*>(&widget))
        parts << combo->currentText() << QString::number(combo->count());
    if (const auto* bar = qobject_cast<const QScrollBar*>(&widget))
        parts << QStringLiteral("%1 of %2").arg(bar->value()).arg(bar->maximum());
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        parts << QString::number(tabs->currentIndex());
    if (const auto* table = qobject_cast<const QTableView*>(&widget); table && table->model())
        for (int row = 0; row < table->model()->rowCount(); ++row)
            for (int column = 0; column < table->model()->columnCount(); ++column)
                parts << table->model()->index(row, column).data().toString();
    parts.removeAll(QString());
    lines << parts.join(QStringLiteral(" | "));
    for (const QObject* child : widget.children())
        if (const auto* inner = qobject_cast<const QWidget*>(child); inner && !inner->isWindow())
            appendVisibleState(*inner, lines);
}

struct Sight {
    QStringList words;
    QByteArray pixels;
};

struct Seen {
    QStringList around;  ///< outside the page: title, strip, rail, notice, enabled actions
    std::map<QString, Sight> pages;
};

/// Waits until the workers have finished, the layouts are stable, and everything queued has been painted.
void waitUntilIdle(MainWindow& window)
{
    const auto running = [&] {
        const QList<WorkerBase*> workers = window.findChildren<WorkerBase*>();
        return std::any_of(workers.begin(), workers.end(),
                           [](const WorkerBase* worker) { return worker->isRunning(); });
    };
    do {
        QTRY_VERIFY_WITH_TIMEOUT(!running(), 120000);
        // A result changes a text, the text its card, the card the layout: on a busy machine, each in a separate turn
        // of the event loop. It may also start another worker.
        for (int turn = 0; turn < 4; ++turn)
            QApplication::processEvents();
    } while (running());
}

Seen captureWindow(MainWindow& window, const QString& imageFolder = {})
{
    Seen seen;
    for (const PageEntry& entry : allPages()) {
        window.showPage(entry.id);
        Page* page = window.page(entry.id);
        // Repeats until two images are equal: a page that is still being laid out cannot be compared.
        QImage image, before;
        for (int tries = 0; tries == 0 || (image != before && tries < 10); ++tries) {
            before = std::move(image);
            waitUntilIdle(window);
            image = page->grab().toImage().convertToFormat(QImage::Format_RGB32);
        }
        Sight sight;
        appendVisibleState(*page, sight.words);
        sight.pixels =
            QCryptographicHash::hash(QByteArrayView(image.constBits(), image.sizeInBytes()), QCryptographicHash::Md5);
        if (!imageFolder.isEmpty())
            image.save(imageFolder + QLatin1Char('-') + entry.id + QStringLiteral(".png"));
        seen.pages[entry.id] = std::move(sight);
    }
    seen.around << window.windowTitle() << window.statusStrip().sentence()
                << (window.notice().isVisible() ? window.notice().title() : QString());
    for (QWidget* part : {static_cast<QWidget*>(&window.rail()), static_cast<QWidget*>(&window.statusStrip()),
                          window.findChild<QWidget*>(QStringLiteral("header"))})
        appendVisibleState(*part, seen.around);
    for (const QAction* action : window.actions())
        seen.around << action->text() + (action->isEnabled() ? QStringLiteral(" +") : QStringLiteral(" -"));
    return seen;
}

/// Does what a user exploring a page might do: opens, switches, expands, scrolls and tries out everything; then a guess
/// starts and a warning is visible.
void changeEverything(MainWindow& window, const std::vector<PageEntry>& pageEntries)
{
    for (const PageEntry& entry : pageEntries) {
        window.showPage(entry.id);
        Page* page = window.page(entry.id);
        if (auto* diagnose = qobject_cast<DiagnosePage*>(page)) {
            diagnose->setWhatIf(&Baseline::workingSetBytes, 3e12);
            diagnose->openNode(scalewright::Test::IoDominates);
        }
        if (auto* measure = qobject_cast<MeasurePage*>(page)) {
            measure->importText(QStringLiteral("p,spent\n1,9\n2,5\n"), QStringLiteral("half.csv"),
                                QStringLiteral("2026-11-22"));
            measure->showLargeCurve(Curve::Efficiency);
        }
        for (QTabBar* tabs : page->findChildren<QTabBar*>())
            for (int tab = 1; tab < tabs->count(); ++tab)
                tabs->setCurrentIndex(tab);
        QList<QPointer<QAbstractButton>> buttons;  // a click may create buttons and delete others
        for (QAbstractButton* button : page->findChildren<QAbstractButton*>())
            buttons << button;
        for (const QPointer<QAbstractButton>& button : std::as_const(buttons))
            if (button && button->isCheckable() && button->isVisible() && button->isEnabled())
                button->click();
        for (Card* card : page->findChildren<Card*>())
            if (card->isClickable() && card->isVisible())
                Q_EMIT card->clicked();
        for (QSpinBox* box : page->findChildren<QSpinBox*>())
            box->setValue(box->value() + 3);
        if (page->canGuess())
            page->setGuessing(true);
        QApplication::processEvents();
        for (QScrollBar* bar : page->findChildren<QScrollBar*>())
            bar->setValue(bar->maximum());
    }
    window.showPage(QStringLiteral("predict"));
    window.page(QStringLiteral("predict"))->setGuessing(true);
    window.openFile(QStringLiteral("/no/such.csv"));  // a warning that stays visible
}

/// A walk that enters every place from each of the places that precede it by one of the given strides.
std::vector<int> strides(int count, const std::vector<int>& strideLengths)
{
    std::vector<int> walk{0};
    for (const int stride : strideLengths)
        for (int step = 0; std::gcd(stride, count) == 1 && step < count; ++step)
            walk.push_back((walk.back() + stride) % count);
    return walk;
}

/// A walk that visits every ordered pair of `count` places once, starting at the first place.
std::vector<int> tour(int count)
{
    std::vector<int> next(static_cast<std::size_t>(count), 0), stack{0}, walk;
    while (!stack.empty()) {
        int& to = next[static_cast<std::size_t>(stack.back())];
        if (to == stack.back())
            ++to;
        if (to < count) {
            stack.push_back(to++);
        } else {
            walk.push_back(stack.back());
            stack.pop_back();
        }
    }
    return {walk.rbegin(), walk.rend()};
}

}  // namespace

class tst_no_state_left : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QStringList m_places;  ///< the files of the examples; an empty path means New
    std::map<QString, Seen> m_fresh;

    static void open(Document& document, const QString& place)
    {
        if (place.isEmpty())
            document.newProject();
        else
            QVERIFY(document.openCopy(place));
    }

    static std::unique_ptr<MainWindow> openWindow(Document& document)
    {
        auto window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1280, 720);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
        return window;
    }

    Seen captureFreshWindow(const QString& place, const QString& imageFolder = {})
    {
        Document document;
        open(document, place);
        return captureWindow(*openWindow(document), imageFolder);
    }

    QString difference(const QString& from, const QString& place, const Seen& seen)
    {
        const Seen& expected = m_fresh[place];
        const QString location =
            QStringLiteral("after %1, %2").arg(QFileInfo(from).completeBaseName(), QFileInfo(place).completeBaseName());
        const auto words = [&](const QStringList& actual, const QStringList& wanted, const QString& name) {
            for (qsizetype i = 0; i < std::max(actual.size(), wanted.size()); ++i)
                if (actual.value(i) != wanted.value(i))
                    return QStringLiteral("%1: %2 says\n  %3\ninstead of\n  %4")
                        .arg(location, name, actual.value(i), wanted.value(i));
            return QString();
        };
        if (const QString around = words(seen.around, expected.around, QStringLiteral("the window")); !around.isEmpty())
            return around;
        for (const auto& [id, sight] : expected.pages) {
            const Sight& actual = seen.pages.at(id);
            if (const QString differingText = words(actual.words, sight.words, id); !differingText.isEmpty())
                return differingText;
            if (actual.pixels != sight.pixels)
                return QStringLiteral("%1: %2 looks different").arg(location, id);
        }
        return {};
    }

private Q_SLOTS:
    void initTestCase()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        Theme::instance().setTypeScale(1);
        m_places << QString();
        for (const Example& example : examples())
            m_places << example.path;
        QVERIFY(m_places.size() >= 11);  // the examples that do not solve an exercise, and New
        for (const QString& place : std::as_const(m_places))
            m_fresh[place] = captureFreshWindow(place);
    }

    // Checks the comparison itself: a fresh start always looks the same, and changing everything is detected.
    void theComparisonSees()
    {
        const QString place = m_places.filter(QStringLiteral("heat-lumi")).first();  // differs from New on every page
        QCOMPARE(difference(place, place, captureFreshWindow(place)), QString());
        for (const PageEntry& entry : allPages())
            if (entry.id != QLatin1String("exercise"))  // neither place is an exercise
                QVERIFY2(m_fresh[QString()].pages[entry.id].pixels != m_fresh[place].pages[entry.id].pixels,
                         qPrintable(entry.id));
        Document document;
        open(document, place);
        const auto window = openWindow(document);
        changeEverything(*window, allPages());
        QVERIFY(!difference(place, place, captureWindow(*window)).isEmpty());
    }

    // "1 worker", "2 workers", never "worker(s)": checked in all texts on every page for every example.
    void pluralsAgreeWithTheirNumber()
    {
        const QString row = QStringLiteral("row");
        QCOMPARE(countedNounText(0, row), QStringLiteral("0 rows"));
        QCOMPARE(countedNounText(1, row), QStringLiteral("1 row"));
        QCOMPARE(countedNounText(2, row), QStringLiteral("2 rows"));
        QCOMPARE(countedNounText(21, row), QStringLiteral("21 rows"));
        const QRegularExpression wrong(QStringLiteral(
            "(?<![\\d.,/^=·×–-])1 (workers|worker counts|nodes|rows|ladders|files|days|runs|steps|points)\\b|"
            "\\b([2-9]|[1-9]\\d+) (worker count|row|ladder|file|day)\\b|"
            "[a-z]\\(s\\)"));
        int read = 0;
        QStringList found;
        for (const auto& [place, seen] : m_fresh) {
            QStringList lines = seen.around;
            for (const auto& [id, sight] : seen.pages)
                lines << sight.words;
            for (const QString& line : std::as_const(lines)) {
                if (const auto match = wrong.match(line); match.hasMatch())
                    found << QFileInfo(place).fileName() + QStringLiteral(": … ") +
                                 line.mid(std::max(match.capturedStart() - 40, qsizetype{0}), 80);
                read += line.contains(QLatin1String(" workers"));
            }
        }
        QVERIFY2(found.isEmpty(), qPrintable(found.join(QLatin1Char('\n'))));
        QVERIFY(read > 100);
    }

    void opensEveryExampleAfterOthers()
    {
        const int count = static_cast<int>(m_places.size());
        const std::vector<int> walk =
            test::every() ? tour(count)
                          : strides(count, test::sanitized ? std::vector{1} : std::vector{1, count - 1, 7});
        QVERIFY(static_cast<int>(walk.size()) >= (test::every()     ? count * (count - 1)
                                                  : test::sanitized ? count
                                                                    : 3 * count));
        Document document;
        open(document, m_places.at(walk.front()));
        const auto window = openWindow(document);
        const std::vector<PageEntry> pages = allPages();
        for (std::size_t step = 1; step < walk.size(); ++step) {
            const QString from = m_places.at(walk[step - 1]), to = m_places.at(walk[step]);
            changeEverything(*window, {pages[step % pages.size()]});
            if (to.isEmpty())
                window->action(QStringLiteral("new"))->trigger();
            else
                window->openExample(to);
            for (QPushButton* word : window->notice().findChildren<QPushButton*>())
                if (word->text() == QLatin1String("Discard the edits") ||
                    word->text() == QLatin1String("Leave anyway")) {
                    word->click();
                    break;
                }
            QApplication::processEvents();
            const Seen seen = captureWindow(*window);
            if (const QString fault = difference(from, to, seen); !fault.isEmpty()) {
                const QString pictures = QDir::temp().filePath(QStringLiteral("nothing-left"));
                captureWindow(*window, pictures + QStringLiteral("-now"));
                captureFreshWindow(to, pictures + QStringLiteral("-fresh"));
                QFAIL(qPrintable(fault + QStringLiteral("\npictures: ") + pictures));
            }
        }
    }
};

SCALEWRIGHT_TEST(tst_no_state_left)
#include "tst_no_state_left.moc"
