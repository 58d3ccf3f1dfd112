// SPDX-License-Identifier: GPL-3.0-or-later
// Random walks through the real window with all its pages: buttons, keys, fields, sliders, charts, undo. After any
// sequence of actions, no page shows an invalid number, there are no warnings, and undo restores the first document.
//
// QTEST_FUNCTION_TIMEOUT=7200000 SCALEWRIGHT_MONKEY=N walks N actions and reports how much memory grows in the second
// half, measured each time with the first document open; SCALEWRIGHT_SEED=K selects another walk.
#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPixmapCache>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QSettings>
#include <QSlider>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <malloc.h>
#include <unistd.h>

#include <memory>
#include <random>
#include <set>
#include <string>

#include "app/window/pages.h"
#include "core/project/document/project_file.h"
#include "tests/support/projects.h"
#include "tests/support/rounds.h"
#include "ui/shell/main_window.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

/// Memory of the process, in MB.
struct Memory {
    double resident = 0, allocated = 0;
    double large = 0;  ///< the part of `allocated` in separately mapped blocks
    qsizetype widgets = 0, objects = 0;

    static Memory current()
    {
        Memory memory;
        QFile file(QStringLiteral("/proc/self/statm"));
        if (file.open(QIODevice::ReadOnly))
            memory.resident = file.readAll().split(' ').value(1).toDouble() * double(sysconf(_SC_PAGESIZE)) / 1e6;
        const struct mallinfo2 heap = mallinfo2();
        memory.allocated = double(heap.uordblks + heap.hblkhd) / 1e6;
        memory.large = double(heap.hblkhd) / 1e6;
        memory.widgets = QApplication::allWidgets().size();
        for (const QWidget* top : QApplication::topLevelWidgets())
            memory.objects += top->findChildren<QObject*>().size();
        return memory;
    }
    [[nodiscard]] QString words() const
    {
        return QStringLiteral("%1 MB allocated (%2 MB in large blocks), %3 MB resident, %4 widgets, %5 objects")
            .arg(allocated, 0, 'f', 2)
            .arg(large, 0, 'f', 2)
            .arg(resident, 0, 'f', 1)
            .arg(widgets)
            .arg(objects);
    }
};

class Walk : public QObject {
public:
    explicit Walk(std::uint64_t seed) : m_random(seed)
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QDir::setCurrent(m_folder.path());
        m_document.edit(QStringLiteral("an example"), test::example(QStringLiteral("output-41.7.2")));
        Result<void> saved = m_document.saveAs(m_start);
        if (saved)
            saved = m_document.saveAs(m_folder.filePath(QStringLiteral("walk.scalewright")));
        if (!saved)
            qFatal("%s", describe(saved.error()).c_str());
        open();
        while (m_document.canUndo())
            m_document.undo();
        remember();
        connect(&m_document, &Document::replaced, this, [this] { remember(); });
        // Answers every dialog with No or Later.
        connect(&m_answers, &QTimer::timeout, this, [] {
            if (QWidget* popup = QApplication::activePopupWidget())
                popup->close();
            else if (auto* dialog = qobject_cast<QDialog*>(QApplication::activeModalWidget()))
                dialog->reject();
            else if (QWidget* modal = QApplication::activeModalWidget())
                modal->close();
        });
        m_answers.start(30);
    }

    /// Performs one action; returns its description.
    QString step()
    {
        QString stepTaken;
        switch (m_random() % 10) {
        case 0:
        case 1:
        case 2: stepTaken = press(); break;
        case 3:
        case 4: stepTaken = type(); break;
        case 5: stepTaken = drag(); break;
        case 6: stepTaken = choose(); break;
        case 7: stepTaken = act(); break;
        default: stepTaken = key(); break;
        }
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        if (stepTaken.contains(QStringLiteral("Commit permanently")))
            remember();
        return stepTaken;
    }

    /// A visible text with an invalid number (NaN, infinity); empty if none exists.
    [[nodiscard]] QString textWithInvalidNumber() const
    {
        static const QRegularExpression invalidNumber(R"((?<![\w.+-])[-+]?(?:nan|inf|infinity)(?!\w))",
                                                      QRegularExpression::CaseInsensitiveOption);
        for (const QLabel* label : m_window->findChildren<QLabel*>())
            if (label->isVisible() && invalidNumber.match(label->text()).hasMatch())
                return label->text();
        return {};
    }

    /// Ends the lecture and undoes everything; true if the document is the same as at the start.
    [[nodiscard]] bool leadsBack()
    {
        m_window->setLecture(false);
        QCoreApplication::processEvents();
        const std::string end = text();
        int steps = 0;
        for (; m_document.canUndo(); ++steps)
            m_document.undo();
        const bool known = m_starts.contains(std::hash<std::string>{}(text()));
        for (; steps > 0; --steps)
            m_document.redo();
        return known && text() == end;
    }

    /// Memory with the first document, page and window size in a newly opened window: widgets that were expanded in the
    /// old window are not a leak.
    [[nodiscard]] Memory memoryAfterReset()
    {
        m_window.reset();
        open();
        const Result<void> opened = m_document.open(m_start);
        if (!opened)
            qFatal("%s", describe(opened.error()).c_str());
        for (const QString& page : pageIds()) {
            m_window->showPage(page);
            QTest::qWait(200);
        }
        m_window->showPage(pageIds().front());
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QPixmapCache::clear();  // Qt's own cache, up to 10 MB
        malloc_trim(0);
        return Memory::current();
    }

    [[nodiscard]] QString page() const { return m_window->currentPageId(); }

private:
    void open()
    {
        m_window = std::make_unique<MainWindow>(m_document, allPages());
        m_window->resize(1280, 720);
        m_window->show();
    }
    [[nodiscard]] std::string text() const { return writeProject(m_document.project()); }
    void remember()
    {
        if (!m_document.canUndo())
            m_starts.insert(std::hash<std::string>{}(text()));
    }

    template <class Widget>
    Widget* pickWidget()
    {
        QList<Widget*> found;
        for (Widget* each : m_window->findChildren<Widget*>())
            if (each->isVisible() && each->isEnabled() && !each->visibleRegion().isEmpty())
                found.append(each);
        return found.isEmpty() ? nullptr : found[qsizetype(m_random() % std::uint64_t(found.size()))];
    }

    /// Actions that start programs are tested elsewhere.
    [[nodiscard]] static bool isExcludedAction(const QString& text)
    {
        static const QRegularExpression starts(QStringLiteral("quit|probe|measure|run|start|install|launch|repeat"),
                                               QRegularExpression::CaseInsensitiveOption);
        return starts.match(text).hasMatch();
    }

    QString press()
    {
        auto* button = pickWidget<QAbstractButton>();
        if (!button || isExcludedAction(button->text() + button->objectName() + button->accessibleName()))
            return {};
        const QString description = QStringLiteral("press '%1' %2").arg(button->text(), button->objectName());
        button->click();
        return description;
    }
    QString type()
    {
        static const QStringList texts{"0",     "1",    "2.5 ms", "12",   "1e9",
                                       "-3",    "",     "64",     "3 GB", "100 Gbit/s",
                                       "$3.20", "abc",  "0,5",    "1024", "7B params bf16",
                                       "1e-9",  "0.95", "a word", "4096"};
        auto* field = pickWidget<QLineEdit>();
        if (!field || field->isReadOnly() || isExcludedAction(field->objectName() + field->accessibleName()))
            return {};
        const QString words = texts[qsizetype(m_random() % std::uint64_t(texts.size()))];
        // Set first, because the action may delete the widget.
        const QString description = QStringLiteral("type '%1' into %2").arg(words, field->accessibleName());
        const QPointer<QLineEdit> target = field;
        field->setFocus();
        field->selectAll();
        field->clear();
        for (const QChar each : words)
            if (target)
                QTest::keyClick(field, each.toLatin1());
        if (m_random() % 4 && target)
            QTest::keyClick(field, Qt::Key_Return);
        return description;
    }
    QString drag()
    {
        auto* widget = pickWidget<QWidget>();
        if (!widget || qobject_cast<QAbstractButton*>(widget) || qobject_cast<QMenu*>(widget) ||
            isExcludedAction(widget->objectName() + widget->accessibleName()))
            return {};
        const auto anywhere = [&] {
            return QPoint(int(m_random() % std::uint64_t(std::max(1, widget->width()))),
                          int(m_random() % std::uint64_t(std::max(1, widget->height()))));
        };
        const QString description =
            QStringLiteral("drag %1 %2").arg(widget->metaObject()->className(), widget->objectName());
        const QPointer<QWidget> target = widget;
        QTest::mousePress(widget, Qt::LeftButton, {}, anywhere());
        for (int i = 0; i < 3 && target; ++i)
            QTest::mouseMove(widget, anywhere());
        if (target)
            QTest::mouseRelease(widget, Qt::LeftButton, {}, anywhere());
        return description;
    }
    QString choose()
    {
        if (m_random() % 2) {
            auto* slider = pickWidget<QSlider>();
            if (!slider)
                return {};
            const QString description = QStringLiteral("slide ") + slider->accessibleName();
            slider->setValue(slider->minimum() +
                             int(m_random() % std::uint64_t(slider->maximum() - slider->minimum() + 1)));
            return description;
        }
        auto* box = pickWidget<QComboBox>();
        if (!box || box->count() == 0)
            return {};
        const int index = int(m_random() % std::uint64_t(box->count()));
        const QString description = QStringLiteral("choose %1 in %2").arg(index).arg(box->accessibleName());
        const QPointer<QComboBox> target = box;
        box->setCurrentIndex(index);
        if (target)
            Q_EMIT box->activated(index);
        return description;
    }
    QString act()
    {
        QList<QAction*> found;
        for (QAction* action : m_window->actions())
            if (action->isEnabled() && !isExcludedAction(action->objectName() + action->text()))
                found.append(action);
        if (found.isEmpty())
            return {};
        QAction* action = found[qsizetype(m_random() % std::uint64_t(found.size()))];
        const QString description = QStringLiteral("do ") + action->objectName();
        action->trigger();
        return description;
    }
    QString key()
    {
        static const QList<QKeyCombination> keys{Qt::Key_Tab,
                                                 Qt::Key_Tab,
                                                 Qt::Key_Backtab,
                                                 Qt::Key_Left,
                                                 Qt::Key_Right,
                                                 Qt::Key_Up,
                                                 Qt::Key_Down,
                                                 Qt::Key_Home,
                                                 Qt::Key_End,
                                                 Qt::Key_PageUp,
                                                 Qt::Key_PageDown,
                                                 Qt::Key_Escape,
                                                 Qt::Key_Space,
                                                 Qt::Key_G,
                                                 Qt::Key_L,
                                                 Qt::Key_A,
                                                 Qt::Key_B,
                                                 Qt::Key_7,
                                                 Qt::Key_F1,
                                                 Qt::Key_F5,
                                                 Qt::Key_F11,
                                                 Qt::Key_Delete,
                                                 Qt::CTRL | Qt::Key_Z,
                                                 Qt::CTRL | Qt::SHIFT | Qt::Key_Z,
                                                 Qt::CTRL | Qt::Key_Return,
                                                 Qt::CTRL | Qt::Key_K,
                                                 Qt::CTRL | Qt::Key_A,
                                                 Qt::CTRL | Qt::Key_C,
                                                 Qt::CTRL | Qt::Key_V,
                                                 Qt::CTRL | Qt::Key_X,
                                                 Qt::SHIFT | Qt::Key_L};
        const QKeyCombination chosen = keys[qsizetype(m_random() % std::uint64_t(keys.size()))];
        QWidget* to = QApplication::focusWidget() ? QApplication::focusWidget() : m_window.get();
        if (isExcludedAction(to->objectName() + to->accessibleName()))
            to = m_window.get();
        const QString description =
            QStringLiteral("key %1 to %2 %3")
                .arg(QKeySequence(chosen).toString(), to->metaObject()->className(), to->accessibleName());
        QTest::keyClick(to, chosen.key(), chosen.keyboardModifiers());
        return description;
    }

    std::mt19937_64 m_random;
    QTemporaryDir m_folder;
    const QString m_start = m_folder.filePath(QStringLiteral("start.scalewright"));
    Document m_document;
    std::unique_ptr<MainWindow> m_window;
    std::set<std::size_t> m_starts;  ///< hashes, since strings would count as memory of the window
    QTimer m_answers;
};

long numberFromEnvironment(const char* name, long otherwise)
{
    const QByteArray value = qgetenv(name);
    return value.isEmpty() ? otherwise : value.toLong();
}

}  // namespace

class tst_monkey : public QObject {
    Q_OBJECT

private slots:
    void undoesBackToTheStart_data()
    {
        QTest::addColumn<int>("seed");
        const int first = int(numberFromEnvironment("SCALEWRIGHT_SEED", 1));
        for (int seed = first; seed < first + (qEnvironmentVariableIsSet("SCALEWRIGHT_MONKEY") ? 1 : 3); ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void undoesBackToTheStart()
    {
        QFETCH(int, seed);
        const long actions = numberFromEnvironment("SCALEWRIGHT_MONKEY", test::every() ? 2000 : test::rounds(120));
        const bool reportsMemory = qEnvironmentVariableIsSet("SCALEWRIGHT_MONKEY");
        Walk walk{std::uint64_t(seed)};
        Memory halfway;
        for (long i = 0; i < actions; ++i) {
            const QString stepTaken = walk.step();
            if (qEnvironmentVariableIsSet("SCALEWRIGHT_MONKEY_SAYS"))
                fprintf(stderr, "%ld %s: %s\n", i, qPrintable(walk.page()), qPrintable(stepTaken));
            if (i % 20 == 0)
                QVERIFY2(
                    walk.textWithInvalidNumber().isEmpty(),
                    qPrintable(QStringLiteral("%1 after %2: %3").arg(i).arg(stepTaken, walk.textWithInvalidNumber())));
            if (i % 500 == 499)
                QVERIFY2(walk.leadsBack(), qPrintable(QStringLiteral("%1 after %2").arg(i).arg(stepTaken)));
            if (reportsMemory && i == actions / 2)
                halfway = walk.memoryAfterReset();
            if (reportsMemory && i % 1000 == 999)
                qInfo("%ld actions, %s", i + 1, qPrintable(Memory::current().words()));
        }
        QVERIFY(walk.leadsBack());
        if (reportsMemory)
            qInfo("seed %d: %ld actions, halfway %s; at the end %s", seed, actions, qPrintable(halfway.words()),
                  qPrintable(walk.memoryAfterReset().words()));
    }
};

SCALEWRIGHT_TEST(tst_monkey)
#include "tst_monkey.moc"
