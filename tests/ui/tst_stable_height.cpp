// SPDX-License-Identifier: GPL-3.0-or-later
// A what-if on Diagnose moves neither the tree nor anything above it, and the pressed button stays under the pointer;
// the same holds for the buttons below the curve on Predict.
#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QDir>
#include <QHash>
#include <QPointer>
#include <QScrollArea>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "app/window/pages.h"
#include "core/evidence/probes/probe.h"
#include "core/evidence/probes/run_history.h"
#include "core/project/document/project_file.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/diagnose/tree_view.h"
#include "ui/measure/fits_card.h"
#include "ui/shell/main_window.h"
#include "ui/theme/theme.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

/// The position and text of every widget.
using Picture = QHash<QWidget*, std::pair<QRect, QString>>;

/// What the window showed when it was next painted.
class FirstFrame : public QObject {
public:
    FirstFrame(QWidget* window, std::function<Picture()> capture) : m_window(window), m_look(std::move(capture))
    {
        qApp->installEventFilter(this);
    }
    [[nodiscard]] const std::optional<Picture>& picture() const { return m_picture; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (!m_picture && event->type() == QEvent::Paint && watched->isWidgetType() &&
            static_cast<QWidget*>(watched)->window() == m_window)
            m_picture = m_look();
        return QObject::eventFilter(watched, event);
    }

private:
    QWidget* m_window;
    std::function<Picture()> m_look;
    std::optional<Picture> m_picture;
};

/// States to be shown one after the other, each with more or less content than the previous one.
std::vector<std::pair<QString, Project>> projectStates()
{
    std::vector<std::pair<QString, Project>> states;
    ProbeReport report;
    report.kind = ProbeKind::Machine;
    report.cpuName = "a processor";
    report.date = "2026-03-01T10:00:00";
    const auto result = [](const char* name, Dimension dimension, double value) {
        ProbeResult one;
        one.name = name;
        one.dimension = dimension;
        one.quantity = {value, Interval{0.9 * value, 1.1 * value, 0.95},
                        Provenance{Origin::Measured, "a processor", "2026-03-01", {}}};
        one.bestValue = value;
        one.repeats = 7;
        return one;
    };
    Project project;
    report.results = {result("peak_flops", Dimension::ComputeRate, 1e11)};
    project = withMeasuredMachine(std::move(project), report);
    states.emplace_back(QStringLiteral("compute measured"), project);
    report.results = {result("memory_bandwidth_bytes_per_s", Dimension::Bandwidth, 2e10),
                      result("memory_bytes", Dimension::Bytes, 1.6e10)};
    project = withMeasuredMachine(std::move(project), report);
    states.emplace_back(QStringLiteral("memory measured"), project);
    report.results = {result("disk_read_bytes_per_s", Dimension::Bandwidth, 2e9)};
    project = withMeasuredMachine(std::move(project), report);
    states.emplace_back(QStringLiteral("disk measured"), project);
    for (const char* example : {"exercise-41.2.3", "student-41.7", "output-41.4.1"})
        if (Result<Project> read = readProject(std::filesystem::path(
                test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(QString::fromLatin1(example)))
                    .toStdString())))
            states.emplace_back(QString::fromLatin1(example), *read);
    states.emplace_back(QStringLiteral("nothing"), Project{});
    return states;
}

}  // namespace

class tst_stable_height : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { Theme::instance().setTypeScale(1); }

    void whatIfMovesNothing_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<double>("type");
        for (const char* example : {"exercise-41.2.3", "output-41.2.1", "thirteen-billion", "heat-lumi"})
            for (const double type : {1.0, 1.75})
                QTest::addRow("%s, type %g", example, type) << QString::fromLatin1(example) << type;
    }

    void whatIfMovesNothing()
    {
        QFETCH(QString, example);
        QFETCH(double, type);
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        Theme::instance().setTypeScale(type);
        Document document;
        QVERIFY(document.openCopy(test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(example))));
        MainWindow window(document, allPages());
        window.resize(1280, 720);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.showPage(QStringLiteral("diagnose")));
        QCoreApplication::processEvents();
        Page& page = *window.page(QStringLiteral("diagnose"));
        QPointer<QAbstractButton> flip;
        for (QAbstractButton* each : page.findChildren<QAbstractButton*>())
            if (!flip && each->isVisible() && each->accessibleDescription() == QStringLiteral("Press to try it out"))
                flip = each;
        QVERIFY(flip);
        const QWidget* tree = page.findChild<TreeView*>();
        QVERIFY(tree);
        const QPoint before = tree->mapTo(&window, QPoint());
        flip->click();
        QCoreApplication::processEvents();
        QVERIFY2(!page.unfinishedWorkText().isEmpty(), "the what-if is active");
        const QPoint after = tree->mapTo(&window, QPoint());
        QVERIFY2((after - before).manhattanLength() <= 1,
                 qPrintable(QStringLiteral("moved by %1").arg(after.y() - before.y())));
    }

    // Presses three times at the same position: afterwards, either the same button or no button is there.
    void pressedButtonStaysUnderThePointer_data()
    {
        QTest::addColumn<QString>("example");
        QTest::addColumn<QString>("page");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("type");
        struct WindowCase {
            QSize size;
            double type;
            bool operator==(const WindowCase&) const = default;
        };
        // With the cards next to the tree, and below it.
        const std::vector<WindowCase> rooms{
            {{1280, 720}, 1}, {{1920, 1080}, 1}, {{1024, 600}, 1}, {{1280, 720}, 1.75}, {{1920, 1080}, 1.75}};
        const QStringList otherExamples{
            QStringLiteral("exercise-41.2.3.scalewright"), QStringLiteral("heat-lumi.scalewright"),
            QStringLiteral("resnet-50-k80.scalewright"), QStringLiteral("student-a.scalewright")};
        int number = 0;
        for (const WindowCase& windowCase : rooms) {
            ++number;  // two of the other examples per window case, all with SCALEWRIGHT_EVERY=1
            const auto row = [&](const char* page, const QString& example) {
                QTest::addRow("%s, %s, %d, type %g", page, qPrintable(example), windowCase.size.width(),
                              windowCase.type)
                    << example << QString::fromLatin1(page) << windowCase.size << windowCase.type;
            };
            const QDir examples(test::sourceFile(QStringLiteral("resources/examples")));
            for (const QString& file : examples.entryList({QStringLiteral("*.scalewright")}))
                if (test::sanitized ? file.startsWith(QLatin1String("exercise-41.2.3"))
                                    : windowCase == rooms.front() ||
                                          (otherExamples.contains(file) &&
                                           (test::every() || (otherExamples.indexOf(file) + number) % 2 == 0)))
                    row("diagnose", QString(file).remove(QStringLiteral(".scalewright")));
            row("predict", QStringLiteral("output-41.4.1"));
        }
    }

    void pressedButtonStaysUnderThePointer()
    {
        QFETCH(QString, example);
        QFETCH(QString, page);
        QFETCH(QSize, size);
        QFETCH(double, type);
        Theme::instance().setTypeScale(type);
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        Document document;
        QVERIFY(document.openCopy(test::sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(example))));
        MainWindow window(document, allPages());
        window.resize(size);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const bool diagnose = page == QLatin1String("diagnose");
        const auto words = [&] {
            QList<QPointer<QAbstractButton>> found;
            for (QAbstractButton* each : window.page(page)->findChildren<QAbstractButton*>())
                if (each->isVisible() &&
                    (diagnose ? each->accessibleDescription() == QStringLiteral("Press to try it out")
                              : each->text() == QStringLiteral("Compare patterns") ||
                                    each->text() == QStringLiteral("Details") ||
                                    each->text().contains(QStringLiteral("(G)"))))
                    found << each;
            return found;
        };
        const auto pressAllButtons = [&](const QString& location) {
            const int number = static_cast<int>(words().size());
            for (int i = 0; i < number; ++i) {
                QPointer<QAbstractButton> word = words().value(i);
                if (!word)
                    continue;
                for (QWidget* around = word->parentWidget(); around; around = around->parentWidget())
                    if (auto* scrolled = qobject_cast<QScrollArea*>(around))
                        scrolled->ensureWidgetVisible(word, 0, 0);
                QCoreApplication::processEvents();
                const QPoint at = word->mapTo(&window, QPoint(word->width() / 4, word->height() / 2));
                if (window.childAt(at) != word)
                    continue;  // cut off by a scroll area lower than the button
                for (int press = 0; press < 3 && word; ++press) {
                    const QString buttonText = word->text();
                    QTest::mouseClick(word, Qt::LeftButton, {}, word->mapFrom(&window, at));
                    for (int round = 0; round < 3; ++round)
                        QCoreApplication::processEvents();
                    QVERIFY2(!word || !word->isVisible() || window.childAt(at) == word,
                             qPrintable(QStringLiteral("%1: %2 is at %3 of %4 now, under %5")
                                            .arg(location, buttonText)
                                            .arg(word->mapFrom(&window, at).y())
                                            .arg(word->height())
                                            .arg(window.childAt(at) ? QString::fromLatin1(
                                                                          window.childAt(at)->metaObject()->className())
                                                                    : QString())));
                }
            }
        };
        QVERIFY(window.showPage(page));
        QCoreApplication::processEvents();
        QVERIFY(diagnose || !words().isEmpty());  // a verdict with missing inputs has nothing to try
        pressAllButtons(page);
        if (!diagnose)
            return;
        for (TreeItem* item : window.page(page)->findChild<TreeView*>()->items()) {
            item->setFocus();
            QTest::keyClick(item, Qt::Key_Return);
            QCoreApplication::processEvents();
            pressAllButtons(item->accessibleName());
        }
    }

    // Whatever an edit adds or removes is in its final position in the first frame: no briefly squeezed rows, no second
    // frame with other positions.
    void firstFrameIsFinal_data()
    {
        QTest::addColumn<QString>("page");
        QTest::addColumn<double>("type");
        for (const PageEntry& page : allPages()) {
            QTest::addRow("%s", qPrintable(page.id)) << page.id << 1.0;
            if (test::every() && !test::sanitized)
                QTest::addRow("%s, large", qPrintable(page.id)) << page.id << 1.75;
        }
    }

    void firstFrameIsFinal()
    {
        QFETCH(QString, page);
        QFETCH(double, type);
        QTemporaryDir folder;
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        Theme::instance().setTypeScale(type);
        Document document;
        MainWindow window(document, allPages());
        window.resize(1280, 720);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        QVERIFY(window.showPage(page));
        const auto capture = [&] {
            Picture found;
            for (QWidget* each : window.page(page)->findChildren<QWidget*>())
                if (each->isVisible() && !qobject_cast<QAbstractScrollArea*>(each->parentWidget()))
                    found.insert(
                        each, {QRect(each->mapTo(&window, QPoint()), each->size()), each->property("text").toString()});
            return found;
        };
        const FitsCard* fits = window.page(page)->findChild<FitsCard*>();
        int pictures = 0;
        const std::vector<std::pair<QString, Project>> states = projectStates();
        QCOMPARE(states.size(), std::size_t{7});
        for (const auto& [name, project] : states) {
            for (int round = 0; round < 10; ++round)
                QCoreApplication::processEvents();
            FirstFrame first(&window, capture);
            // Another thread delivers its result after the first frame, which changes the picture.
            bool answered = false;
            const QMetaObject::Connection fitted =
                fits ? connect(fits, &FitsCard::fitChanged, this, [&] { answered |= first.picture().has_value(); })
                     : QMetaObject::Connection();
            document.edit(name, project);
            for (int round = 0; round < 10; ++round)
                QCoreApplication::processEvents();
            disconnect(fitted);
            if (!first.picture())
                continue;  // this page does not show the change
            const Picture last = capture();
            const auto textDiffers = [&](auto each) {
                return each.value().second != last.value(each.key()).second && last.contains(each.key());
            };
            for (auto each = first.picture()->cbegin(); each != first.picture()->cend(); ++each)
                answered |= textDiffers(each);
            for (auto each = last.cbegin(); each != last.cend() && !answered; ++each) {
                const auto& [place, text] = each.value();
                const QRect firstRect = first.picture()->value(each.key()).first;
                QVERIFY2(
                    firstRect == place,
                    qPrintable(QStringLiteral("%1: %2 \"%3\" was painted at %4,%5 %6x%7, then at %8,%9 %10x%11")
                                   .arg(name, QString::fromLatin1(each.key()->metaObject()->className()), text.left(40))
                                   .arg(firstRect.x())
                                   .arg(firstRect.y())
                                   .arg(firstRect.width())
                                   .arg(firstRect.height())
                                   .arg(place.x())
                                   .arg(place.y())
                                   .arg(place.width())
                                   .arg(place.height())));
            }
            pictures += !answered;
        }
        QVERIFY(pictures >= 2);
    }
};

SCALEWRIGHT_TEST(tst_stable_height)
#include "tst_stable_height.moc"
