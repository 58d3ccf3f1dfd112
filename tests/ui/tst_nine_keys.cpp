// SPDX-License-Identifier: GPL-3.0-or-later
// The shipped lecture in the real window, by keyboard from F11 to Esc: at 1280x720 minus the window frame, each key
// shows its page, with everything its name promises visible without scrolling, and the open project is unchanged.
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QTextDocumentFragment>

#include <memory>

#include "app/window/pages.h"
#include "core/output/chart/chart_layout.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/charts/word_table.h"
#include "ui/diagnose/diagnose_page.h"
#include "ui/figure/chart.h"
#include "ui/quantity/log_slider.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

constexpr QSize sizeWithoutFrame(1280, 690);

struct Key {
    const char* page;
    QStringList promised;  ///< each must be part of a visible text
};

/// Expected: the book's outputs and exercises, and arithmetic.
const std::vector<Key> keys{
    // Output 41.2.1: its matrix product is compute bound, which points to the training axis; Table 41.2.1 names the
    // tools.
    {"diagnose", {"What is the bottleneck?", "compute bound", "distribute training", "PyTorch DDP, Horovod"}},
    // 13 billion parameters at 16 bytes are 208 GB on 80 GB cards: no other axis can run.
    {"diagnose",
     {"The wrong axis", "working set 208 GB > memory 80 GB", "What to distribute", "cannot run",
      "distribute the model"}},
    // Exercise 41.2.3: 20 TFLOP/s over 800 GB/s is 25 FLOP per byte; 6e12 FLOP over 1.2e11 bytes is 50.
    {"baseline", {"The roofline and its ridge", "ridge 25 FLOP/B", "I 50", "compute bound"}},
    // Output 41.4.1.
    {"predict", {"Why 34?", "p* 34 (fastest)", "7.49×", "R = 1 from p = 13"}},
    // T(p) = 1/p + 0.008 (p-1) + 0.08 (p-1)/p: T(10) = 0.2440, T(11) = 0.2436, T(12) = 0.2447; S(11) = 4.10.
    {"predict", {"alpha ten times larger", "p* 11 (fastest)", "4.10×", "p* 34", "alpha 0.8 ms"}},
    // One axis, two patterns: 1e8 rows of 64 4-byte numbers are the 25.6 GB that an all-reduce would move.
    // A design uses at most 95 % of a worker: 0.95 x 16 GB = 15.2 GB.
    {"design",
     {"Student A’s all-reduce on student B’s table", "What differs", "Speedup S(p)", "p* 26",
      "A copy on every worker: exceeds the usable 15.2 GB", "all-reduce needs 25.6 GB"}},
    // With 32 exponential jitters of 15 ms, the slowest is 15 ms (H_32 - 1) = 45.9 ms late; together with 400/32 ms of
    // work and 5.9 ms of communication, waiting is 71 %.
    {"predict",
     {"Forced to be synchronous", "forced synchronous", "bounded staleness", "71 % waiting", "p* 42",
      "p* 27 (fastest)"}},
    // Output 41.7.2: 800 s on one worker, 260 s on four, the plan, 206 s on eight, the fastest.
    {"measure",
     {"Where the missing folds went", "4 workers give 3.08×, not 4×. Limited by the communication wall", "fastest 8",
      "3.88×", "predicted", "communication", "waiting"}},
    // Output 41.7.2: a run on four costs $0.92, on eight $1.465.
    {"cost", {"What the speedup costs", "4 workers: 260 s, $0.92 a run", "p 8 · fastest", "$1.46 · 206 s"}},
};

class LectureWindow {
public:
    LectureWindow()
    {
        // Ignores warnings about features that the offscreen platform lacks.
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        own = test::output4141();
        own.title = "mine";
        document.edit(QStringLiteral("own"), own);
        [[maybe_unused]] const Result<void> saved =
            document.saveAs(folder.filePath(QStringLiteral("mine.scalewright")));
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(sizeWithoutFrame);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
    }
    ~LectureWindow() { Theme::instance().setTypeScale(1); }

    void press(int key) const
    {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : window.get(),
                        static_cast<Qt::Key>(key));
        for (int round = 0; round < 8; ++round)
            QApplication::processEvents();
    }
    /// Resizes the window as on a 1280x720 screen, since the test's screen may differ.
    void resizeToScreen() const
    {
        window->setWindowState(Qt::WindowNoState);
        window->resize(sizeWithoutFrame);
        Theme::instance().setTypeScale(MainWindow::lectureTypeScale(1, 720));
        for (int round = 0; round < 8; ++round)
            QApplication::processEvents();
    }

    /// All texts that are fully visible without scrolling: words, chart labels, table cells.
    [[nodiscard]] QStringList visibleTexts() const
    {
        QStringList texts;
        const auto isFullyVisible = [](const QWidget* widget, QRect part) {  // true if no parent widget cuts it off
            if (!widget->isVisible())
                return false;
            for (; widget && widget->rect().contains(part); widget = widget->parentWidget()) {
                if (widget->isWindow())
                    return true;
                part.translate(widget->pos());
            }
            return false;
        };
        const auto readable = [&](const QWidget* widget) { return isFullyVisible(widget, widget->rect()); };
        for (const QLabel* label : window->findChildren<QLabel*>())
            if (readable(label))
                texts << (Qt::mightBeRichText(label->text())
                              ? QTextDocumentFragment::fromHtml(label->text()).toPlainText()
                              : label->text());
        for (const QAbstractButton* button : window->findChildren<QAbstractButton*>())
            if (readable(button))
                texts << button->text() << button->accessibleName();
        for (const Chart* chart : window->findChildren<Chart*>())
            for (const PlacedLabel& label : chart->drawnLayout().labels)
                if (isFullyVisible(chart,
                                   QRectF(label.rect.left, label.rect.top, label.rect.width(), label.rect.height())
                                       .toAlignedRect()))
                    texts << QString(label.text) << QString(label.subText);
        for (const TextTable* table : window->findChildren<TextTable*>())
            if (readable(table))
                for (const auto& row : table->content().table.rows)
                    for (const auto& cell : row)
                        if (const auto* words = std::get_if<std::string>(&cell))
                            texts << QString::fromStdString(*words);
        for (const QTableView* table : window->findChildren<QTableView*>())
            if (readable(table))
                for (int row = 0; row < table->model()->rowCount(); ++row)
                    for (int column = 0; column < table->model()->columnCount(); ++column)
                        texts << table->model()->index(row, column).data().toString();
        for (QString& text : texts)
            text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
        return texts;
    }

    QTemporaryDir folder;
    Project own;
    Document document;
    std::unique_ptr<MainWindow> window;
};

}  // namespace

class tst_nine_keys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theChapter()
    {
        LectureWindow lecture;
        const QString path = lecture.document.path();
        const QByteArray file = test::contentOf(path);
        lecture.press(Qt::Key_F11);
        lecture.resizeToScreen();
        for (std::size_t i = 0; i < keys.size(); ++i) {
            lecture.press(Qt::Key_1 + static_cast<int>(i));
            QCOMPARE(lecture.window->currentPageId(), QString::fromLatin1(keys[i].page));
            QVERIFY(!lecture.window->notice().isVisible());
            const QWidget* focus = QApplication::focusWidget();
            QVERIFY2(focus && focus != lecture.window->page(QString::fromLatin1(keys[i].page)),
                     qPrintable(QStringLiteral("key %1: no control has the keyboard").arg(i + 1)));
            if (lecture.window->page(lecture.window->currentPageId())->isGuessing()) {  // the audience guesses first
                QCOMPARE(i, std::size_t(3));
                QVERIFY(lecture.visibleTexts().filter(QStringLiteral("34")).isEmpty());
                lecture.press(Qt::Key_G);
            } else {
                QVERIFY(i != 3);
            }
            const QStringList seen = lecture.visibleTexts();
            for (const QString& promised : keys[i].promised)
                QVERIFY2(
                    std::any_of(seen.begin(), seen.end(), [&](const QString& text) { return text.contains(promised); }),
                    qPrintable(QStringLiteral("key %1: “%2” is not above the fold; what is: %3")
                                   .arg(i + 1)
                                   .arg(promised, seen.join(QStringLiteral(" | ")))));
        }
        lecture.press(Qt::Key_4);  // keys work in any order, and a page starts at the top
        lecture.press(Qt::Key_G);
        QVERIFY(lecture.visibleTexts().contains(QStringLiteral("p* 34 (fastest)")));
        // A clicker's arrows turn the page, even if alpha has the keyboard focus; they move alpha only between a click
        // on it and Escape.
        const auto alpha = [&lecture] { return lecture.document.project().target.alphaS->value; };
        QCOMPARE(alpha(), 0.0008);
        QVERIFY(qobject_cast<LogSlider*>(QApplication::focusWidget()));
        lecture.press(Qt::Key_Right);
        QCOMPARE(alpha(), 0.008);  // the value set by key 5, not changed by the arrow
        lecture.press(Qt::Key_Down);
        QCOMPARE(lecture.window->currentPageId(), QStringLiteral("design"));
        lecture.press(Qt::Key_Up);
        lecture.press(Qt::Key_Left);
        QVERIFY(lecture.window->page(QStringLiteral("predict"))->isGuessing());
        lecture.press(Qt::Key_G);
        auto* slider = qobject_cast<LogSlider*>(QApplication::focusWidget());
        QVERIFY(slider);
        QTest::mouseClick(slider, Qt::LeftButton, {}, slider->rect().center());
        const double clicked = alpha();
        lecture.press(Qt::Key_Right);
        QVERIFY(alpha() > clicked);
        lecture.press(Qt::Key_Left);
        lecture.press(Qt::Key_Escape);
        QVERIFY(lecture.window->isLecture());
        const double left = alpha();
        lecture.press(Qt::Key_Right);
        QVERIFY(left < 0.008);
        QCOMPARE(alpha(), 0.008);
        lecture.press(Qt::Key_4);
        lecture.press(Qt::Key_G);
        // 0 first resets a zoomed chart, and only then returns to the user's project.
        Chart* chart = nullptr;
        for (Chart* each : lecture.window->findChildren<Chart*>())
            if (each->isVisible() && !each->spec().isThumbnail)
                chart = each;
        QVERIFY(chart);
        chart->setFocus();
        lecture.press(Qt::Key_Plus);
        QVERIFY(chart->isZoomed());
        lecture.press(Qt::Key_0);
        QVERIFY(!chart->isZoomed() && lecture.document.isPresenting());
        lecture.press(Qt::Key_0);
        QVERIFY(!lecture.document.isPresenting());
        const auto isVisibleText = [&lecture](const QString& words) {
            const QStringList seen = lecture.visibleTexts();
            return std::any_of(seen.begin(), seen.end(), [&](const QString& text) { return text.contains(words); });
        };
        QVERIFY(!isVisibleText(QStringLiteral("Why 34?")));
        QVERIFY(isVisibleText(QStringLiteral(
            "Chapter 41 in nine keys: keys 1 to 9 · G hides and reveals · 0 back to what was open · Escape leaves")));
        QVERIFY2(isVisibleText(QStringLiteral("p* 34 (7.49×)")), "the strip speaks of the own project");
        lecture.press(Qt::Key_4);
        // The title would reveal the answer. Digits enter the guess and are not lecture keys.
        QVERIFY(!isVisibleText(QStringLiteral("34")));
        lecture.press(Qt::Key_2);
        QVERIFY(isVisibleText(QStringLiteral("your guess: p* 2")));
        lecture.press(Qt::Key_0);
        QVERIFY(isVisibleText(QStringLiteral("your guess: p* 20")) && lecture.document.isPresenting());
        lecture.press(Qt::Key_Backspace);
        lecture.press(Qt::Key_9);
        QVERIFY(isVisibleText(QStringLiteral("your guess: p* 29")));
        QVERIFY(lecture.window->page(QStringLiteral("predict"))->isGuessing());
        // An arrow key turns the page, as everywhere in the lecture, so the answer appears before the next key's page.
        lecture.press(Qt::Key_Right);
        QVERIFY(!lecture.window->page(QStringLiteral("predict"))->isGuessing());
        QVERIFY(isVisibleText(QStringLiteral("your guess 29")));
        QVERIFY(isVisibleText(QStringLiteral("Why 34?")));
        // Escape leaves the field first, and only then the lecture.
        QVERIFY(lecture.window->page(lecture.window->currentPageId())->focusField(QStringLiteral("/target/alpha_s")));
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        lecture.press(Qt::Key_Escape);
        QVERIFY(lecture.window->isLecture());
        QVERIFY(!qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        lecture.press(Qt::Key_5);
        // Return enters the typed text and Escape reverts it; afterwards number keys select pages again.
        for (const int ends : {Qt::Key_Return, Qt::Key_Escape}) {
            QVERIFY(lecture.window->page(QStringLiteral("predict"))->focusField(QStringLiteral("/target/alpha_s")));
            qobject_cast<QLineEdit*>(QApplication::focusWidget())->selectAll();
            QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("80us"));
            lecture.press(ends);
            QVERIFY2(lecture.window->isLecture() && !qobject_cast<QLineEdit*>(QApplication::focusWidget()),
                     "the field has the number keys");
            QCOMPARE(lecture.document.project().target.alphaS->value, ends == Qt::Key_Return ? 80e-6 : 0.008);
            lecture.press(Qt::Key_5);
            QVERIFY(isVisibleText(QStringLiteral("p* 11 (fastest)")));
        }
        // A rejected value stays in the field for correction.
        QVERIFY(lecture.window->page(QStringLiteral("predict"))->focusField(QStringLiteral("/target/alpha_s")));
        qobject_cast<QLineEdit*>(QApplication::focusWidget())->selectAll();
        QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("80 parsecs"));
        lecture.press(Qt::Key_Return);
        QVERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
        lecture.press(Qt::Key_Escape);
        // A clicker sends Page Down and Page Up, which step through the lecture's keys, wherever the focus is.
        lecture.press(Qt::Key_PageUp);
        QVERIFY(isVisibleText(QStringLiteral("What is your guess?")));
        QCOMPARE(lecture.document.project().target.alphaS->value, 0.0008);
        lecture.press(Qt::Key_PageDown);  // the answer first
        QVERIFY(isVisibleText(QStringLiteral("Why 34?")));
        lecture.press(Qt::Key_PageDown);
        lecture.press(Qt::Key_PageDown);
        QVERIFY(isVisibleText(QStringLiteral("Student A’s all-reduce on")));
        lecture.press(Qt::Key_9);
        lecture.press(Qt::Key_PageDown);
        QVERIFY(isVisibleText(QStringLiteral("What the speedup costs")));
        lecture.press(Qt::Key_Escape);
        QVERIFY(!lecture.window->isLecture());
        QCOMPARE(lecture.document.project(), lecture.own);
        QCOMPARE(lecture.document.path(), path);
        QVERIFY(!lecture.document.isModified());
        QCOMPARE(test::contentOf(path), file);
    }

    // A note that grows from one word to two lines when the answer is revealed must be completely visible.
    void aRevealCutsNoNote()
    {
        LectureWindow lecture;
        lecture.press(Qt::Key_F11);
        lecture.resizeToScreen();
        lecture.window->resize(1280, 720);
        for (int i = 0; i < 8; ++i)
            QApplication::processEvents();
        lecture.press(Qt::Key_4);
        lecture.press(Qt::Key_Right);
        lecture.press(Qt::Key_G);
        int notes = 0;
        for (const QLabel* label : lecture.window->findChildren<QLabel*>())
            if (label->isVisible() && label->wordWrap()) {
                ++notes;
                QVERIFY2(label->height() >= label->heightForWidth(label->width()), qPrintable(label->text()));
            }
        QVERIFY(notes >= 3);
    }

    // The same with the mouse: a button in the header starts the lecture, moving the pointer to the upper edge shows
    // the header again, and its menu lists the keys.
    void showsEveryKeyByMouse()
    {
        LectureWindow lecture;
        const auto processAllEvents = [] {
            for (int round = 0; round < 8; ++round)
                QApplication::processEvents();
        };
        QWidget* header = lecture.window->findChild<QWidget*>(QStringLiteral("header"));
        const auto press = [&](const QString& word) {
            for (QPushButton* each : header->findChildren<QPushButton*>())
                if (each->text() == word && each->isVisible()) {
                    QTest::mouseClick(each, Qt::LeftButton);
                    processAllEvents();
                    return true;
                }
            return false;
        };
        const auto choose = [&](QMenu* menu, const QString& start) {
            for (QAction* each : menu->actions())
                if (each->text().startsWith(start)) {
                    QTest::mouseClick(menu, Qt::LeftButton, {}, menu->actionGeometry(each).center());
                    processAllEvents();
                    return true;
                }
            return false;
        };
        QVERIFY(press(QStringLiteral("Lecture")));
        QVERIFY(lecture.window->isLecture());
        lecture.resizeToScreen();
        QMenu* listed = nullptr;
        for (QMenu* each : lecture.window->findChildren<QMenu*>())
            if (each->title() == QStringLiteral("Keys of the lecture"))
                listed = each;
        QVERIFY(listed);
        for (std::size_t i = 0; i < keys.size(); ++i) {
            QTest::mouseMove(lecture.window.get(), {300, 300});
            QTest::mouseMove(lecture.window.get(), {300, 0});
            processAllEvents();
            QVERIFY(header->isVisible());
            listed->popup(lecture.window->mapToGlobal(QPoint(40, 40)));
            processAllEvents();
            QVERIFY(choose(listed, QStringLiteral("Show %1: ").arg(i + 1)));
            QTest::mouseMove(lecture.window.get(), {500, 500});
            processAllEvents();
            QCOMPARE(lecture.window->currentPageId(), QString::fromLatin1(keys[i].page));
            if (lecture.window->page(lecture.window->currentPageId())->isGuessing()) {  // the audience guesses first
                QCOMPARE(i, std::size_t(3));
                QVERIFY(lecture.visibleTexts().filter(QStringLiteral("34")).isEmpty());
                lecture.press(Qt::Key_G);
            } else {
                QVERIFY(i != 3);
            }
            const QStringList seen = lecture.visibleTexts();
            for (const QString& promised : keys[i].promised)
                QVERIFY2(
                    std::any_of(seen.begin(), seen.end(), [&](const QString& text) { return text.contains(promised); }),
                    qPrintable(QStringLiteral("key %1: “%2” is not above the fold; what is: %3")
                                   .arg(i + 1)
                                   .arg(promised, seen.join(QStringLiteral(" | ")))));
        }
        listed->popup(lecture.window->mapToGlobal(QPoint(40, 40)));
        processAllEvents();
        QVERIFY(choose(listed, QStringLiteral("Back to what was open")));
        QCOMPARE(lecture.document.project(), lecture.own);
        lecture.window->setLecture(false);
    }

    // If a page lacks the requested part, this is reported with its key. As the list of keys says, the first Escape
    // reverts a what-if and the next one leaves.
    void escapeRevertsAWhatIfFirst()
    {
        LectureWindow lecture;
        lecture.press(Qt::Key_F11);
        lecture.press(Qt::Key_2);
        QCOMPARE(lecture.window->currentPageId(), QStringLiteral("diagnose"));
        auto* page = static_cast<DiagnosePage*>(lecture.window->page(QStringLiteral("diagnose")));
        page->setWhatIf(&Baseline::workingSetBytes, 80e9);
        QVERIFY(!page->whatIf().isEmpty());
        lecture.press(Qt::Key_Escape);
        QVERIFY(page->whatIf().isEmpty() && lecture.window->isLecture());
        lecture.press(Qt::Key_Escape);
        QVERIFY(!lecture.window->isLecture());
    }

    void reportsAMissingPart()
    {
        LectureWindow lecture;
        test::setContent(lecture.folder.filePath(QStringLiteral("lecture.json")),
                         "{\"format\": \"scalewright-lecture\", \"version\": 1, \"keys\": [{\"title\": \"Folds\", "
                         "\"project\": \"mine.scalewright\", \"page\": \"measure\", \"part\": \"fold\"}]}");
        lecture.press(Qt::Key_F11);
        lecture.press(Qt::Key_1);
        QCOMPARE(lecture.window->notice().title(), QStringLiteral("Key 1: page measure has no part \"fold\""));
        lecture.window->setLecture(false);
    }
};

SCALEWRIGHT_TEST(tst_nine_keys)
#include "tst_nine_keys.moc"
