// SPDX-License-Identifier: GPL-3.0-or-later
// Every quantity in core's tables, in the window: found on a page by its pointer, typed, checked against its range,
// undone. Expected values: the typed value, and ranges that follow from the meaning of each quantity.
#include <QAbstractSpinBox>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>

#include <cmath>
#include <map>
#include <memory>

#include "app/window/pages.h"
#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/project/document/project_fields.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/field_specs.h"
#include "ui/quantity/log_slider.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/strip.h"
#include "ui/theme/theme.h"
#include "ui/words/strip_text.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

// The reason why no page edits it.
const std::map<std::string, const char*> notEditable{
    {"/design/communication/further/*/message_bytes",
     "a file's own, and --exchange; the design's card and the captions show it"},
    {"/design/communication/further/*/shards", "as above"},
    {"/design/communication/further/*/local_steps", "as above"},
    {"/baseline/net_bytes",
     "the design's message is what a step exchanges; where a file gives another, Baseline shows it: tst_diagnose"},
    {"/measurements/ladders/*/quality_target", "a file's own, next to its rows; --quality-target and --set set it"},
    {"/measurements/ladders/*/steps_per_time", "asked where a ladder is held against a prediction: tst_measure"},
};

QString indexedPointer(const FieldInfo& field)
{
    return QString::fromLatin1(field.jsonPointer).replace(QLatin1Char('*'), QLatin1Char('0'));
}

bool isShare(Range range)
{
    return range == Range::Share || range == Range::ShareOrZero || range == Range::ConfidenceLevel;
}

/// A text outside the range; empty if every number is in range.
QString outOfRangeText(Range range)
{
    switch (range) {
    case Range::Any: return {};
    case Range::Positive: return QStringLiteral("0");
    case Range::Share: return QStringLiteral("2.5");
    case Range::AtLeastOne: return QStringLiteral("0.5");
    case Range::PositiveInteger:
    case Range::WorkerCount:
    case Range::NonNegativeInteger: return QStringLiteral("2.5");
    default: return QStringLiteral("-1");
    }
}

/// The amounts that a hint suggests typing: "the model’s configuration: 32", "five years is 43800 h".
QStringList amountsIn(const QString& hint)
{
    static const QRegularExpression amountPattern(QStringLiteral(
        "(?:^|: |such as |, | is | are | or )([$]?\\d.*?)(?=$|[,;:](?= |$)| unless | if | of | where | or )"));
    QStringList amounts;
    for (auto match = amountPattern.globalMatch(hint); match.hasNext();)
        amounts << match.next().captured(1);
    return amounts;
}

struct Window {
    QTemporaryDir folder;
    Document document;
    std::unique_ptr<MainWindow> window;

    Window()
    {
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, folder.path());
        Project project = test::output4141();
        project.baseline.steps.push_back({.name = "step"});
        document.edit(QStringLiteral("start"), project);
        window = std::make_unique<MainWindow>(document, allPages());
        window->resize(1400, 900);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
    }

    static void type(const QString& text)
    {
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field);
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
        QCoreApplication::processEvents();  // a table's editor commits only after the key event
    }
};

}  // namespace

class tst_fields_window : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void editsEachField_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const FieldInfo* field : allFields()) {
            if (!test::sanitized || index % 5 == 0)
                QTest::newRow(field->jsonPointer) << index;
            ++index;
        }
    }
    void editsEachField()
    {
        QFETCH(int, index);
        const FieldInfo& field = *allFields()[static_cast<std::size_t>(index)];
        const QuantitySpec spec = quantitySpecOf(field);  // has a row
        QVERIFY(!spec.label.isEmpty() && !spec.unsetHint.isEmpty());
        QVERIFY(spec.low > 0 && spec.low < spec.high);
        QVERIFY(!rangeProblem(field.dimension == Dimension::Count ? std::ceil(spec.low) : spec.low, field.dimension,
                              field.range));
        QVERIFY(!rangeProblem(spec.high, field.dimension, field.range));
        QVERIFY2(!spec.hasZeroStop || !rangeProblem(0, field.dimension, field.range),
                 "the slider's left end would be refused");
        if (notEditable.contains(field.jsonPointer))
            return;

        Window w;
        const QString pointer = indexedPointer(field);
        const std::string place = pointer.toStdString();
        QVERIFY2(w.window->showField(pointer), field.jsonPointer);
        QWidget* focus = QApplication::focusWidget();
        QVERIFY(focus && focus->isVisible());
        QVERIFY(w.window->page(w.window->currentPageId())->isAncestorOf(focus));
        QTRY_VERIFY2(!focus->visibleRegion().isEmpty(), "it is scrolled out of sight");

        const Project before = w.document.project();
        // Before a value is committed, undo reverts the typing and Escape restores the old text.
        const QString steps = w.document.undoText();
        auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(line);
        const QString stood = line->text();
        for (const bool escape : {false, true}) {
            line->selectAll();
            QTest::keyClicks(line, QStringLiteral("77"));
            if (escape)
                QTest::keyClick(line, Qt::Key_Escape);
            else
                QTest::keyClick(line, Qt::Key_Z, Qt::ControlModifier);
            QCoreApplication::processEvents();
            QVERIFY(w.document.project() == before);
            QCOMPARE(w.document.undoText(), steps);
            if (!escape)
                QCOMPARE(line->text(), stood);
        }
        QVERIFY(w.window->showField(pointer));  // the cell's editor has closed
        line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(line);
        QCOMPARE(line->text(), stood);

        if (const QString bad = outOfRangeText(field.range); !bad.isEmpty()) {
            Window::type(bad);
            QVERIFY(w.document.project() == before);
            QVERIFY(w.window->showField(pointer));
        }
        Window::type(isShare(field.range) ? QStringLiteral("0.25") : QStringLiteral("4"));
        const MaybeQuantity current = fieldValue(w.document.project(), place);
        QVERIFY(current.has_value());
        for (const QString& amount : amountsIn(spec.unsetHint)) {  // a field accepts the values that its hint suggests
            QVERIFY(w.window->showField(pointer));
            Window::type(amount);
            const MaybeQuantity entered = fieldValue(w.document.project(), place);
            const Result<ParsedEntry> expectedEntry = parseEntry(amount.toStdString(), field.dimension);
            QVERIFY2(entered && expectedEntry && entered->value == expectedEntry->value, qPrintable(amount));
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
            QCOMPARE(fieldValue(w.document.project(), place), current);
        }
        QCOMPARE(current->value, isShare(field.range) ? 0.25 : 4.0);
        QCOMPARE(current->provenance.origin, Origin::Typed);
        // After it is committed, undo applies to the document, wherever the focus is.
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(w.document.project() == before);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(fieldValue(w.document.project(), place) == current);
    }

    // The values suggested in errors are accepted; also checks that suggestions are found at all.
    void acceptsSuggestedAmounts()
    {
        for (int dimension = 0; dimension <= static_cast<int>(Dimension::Ratio); ++dimension) {
            const QString example = QString::fromStdString(exampleOf(static_cast<Dimension>(dimension)));
            const QStringList amounts = amountsIn(example);
            QVERIFY2(amounts.size() >= 2, qPrintable(example));
            for (const QString& amount : amounts)
                QVERIFY2(parseEntry(amount.toStdString(), static_cast<Dimension>(dimension)), qPrintable(amount));
        }
        QStringList amounts;
        for (const FieldInfo* field : allFields())
            amounts << amountsIn(quantitySpecOf(*field).unsetHint);
        for (const char* expectedAmount :
             {"6*340M*32*512", "7B params at 16 bytes each to train", "43800 h", "100 Gbit/s", "2/3", "7e9", "40 h"})
            QVERIFY2(amounts.contains(QLatin1String(expectedAmount)), expectedAmount);
    }

    // In the smallest window with normal type, every quantity's label is completely visible.
    void labelsAreNotCut()
    {
        Window w;
        w.window->resize(1280, 720);
        int labels = 0;
        QStringList cutLabels;
        for (const FieldInfo* field : allFields()) {
            if (notEditable.contains(field->jsonPointer) || !w.window->showField(indexedPointer(*field)))
                continue;
            for (int round = 0; round < 4; ++round)
                QCoreApplication::processEvents();
            for (QuantityEdit* edit : w.window->findChildren<QuantityEdit*>()) {
                const auto* label = edit->findChild<QLabel*>();
                if (!edit->isVisible() || !label || label->text().isEmpty())
                    continue;
                ++labels;
                const auto* line = edit->findChild<QLineEdit*>();
                if (line && line->hasFocus() &&
                    !line->text().isEmpty())  // a long text being edited takes precedence over its label
                    continue;
                const QSize space = label->contentsRect().size();
                const QSize wrapped = label->fontMetrics()
                                          .boundingRect(QRect(0, 0, space.width(), QWIDGETSIZE_MAX),
                                                        label->wordWrap() ? Qt::TextWordWrap : 0, label->text())
                                          .size();
                if ((wrapped.width() > space.width() || wrapped.height() > space.height()) &&
                    cutLabels.filter(label->text()).isEmpty())
                    cutLabels << QStringLiteral("%1 (%2 x %3 of %4 x %5)")
                                     .arg(label->text())
                                     .arg(space.width())
                                     .arg(space.height())
                                     .arg(wrapped.width())
                                     .arg(wrapped.height());
            }
        }
        QVERIFY(labels > 100);
        QVERIFY2(cutLabels.isEmpty(), qPrintable(cutLabels.join(QStringLiteral(" | "))));
    }

    // Step 4 in the README. p* 107 is from the book's exercise 41.4.2.
    void theReadmesFourthStep()
    {
        Window w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        QVERIFY(w.window->showField(QStringLiteral("/target/alpha_s")));
        Window::type(QStringLiteral("80us"));
        QCOMPARE(w.document.analysis().prediction->landmarks.pStar, 107);
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        QVERIFY(field);
        QTest::keyClick(field, Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(w.document.analysis().prediction->landmarks.pStar, 34);
        QVERIFY(field->hasFocus() && field->text().contains(QStringLiteral("0.8")));
    }

    // An invalid entry stays in the field for correction; undo or Escape clears the error.
    void undoRevertsAnInvalidEntry()
    {
        for (const bool escape : {false, true}) {
            Window w;
            QVERIFY(w.window->showPage(QStringLiteral("predict")));
            QVERIFY(w.window->showField(QStringLiteral("/target/alpha_s")));
            auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
            auto* edit = qobject_cast<QuantityEdit*>(field->parentWidget());
            QVERIFY(edit);
            const QString stood = field->text();
            Window::type(QStringLiteral("soon"));
            QVERIFY(!edit->errorText().isEmpty());
            QTest::keyClick(field, escape ? Qt::Key_Escape : Qt::Key_Z, escape ? Qt::NoModifier : Qt::ControlModifier);
            QCOMPARE(field->text(), stood);
            QCOMPARE(edit->errorText(), QString());
        }
    }

    // Scrolling over a control scrolls the page: no control on any page treats the wheel as an edit.
    void wheelOnlyScrolls()
    {
        Window w;
        QVERIFY(w.document.openCopy(test::sourceFile(QStringLiteral("resources/examples/output-41.7.2.scalewright"))));
        const Project before = w.document.project();
        int controls = 0;
        for (const PageEntry& entry : allPages()) {
            QVERIFY(w.window->showPage(entry.id));
            QCoreApplication::processEvents();
            for (QWidget* each : w.window->findChildren<QWidget*>()) {
                auto* combo = qobject_cast<QComboBox*>(each);
                auto* spin = qobject_cast<QSpinBox*>(each);
                if (!combo && !spin && !qobject_cast<LogSlider*>(each))
                    continue;
                ++controls;
                const int index = combo ? combo->currentIndex() : spin ? spin->value() : 0;
                for (const int turn : {-120, 120}) {
                    QWheelEvent wheel(QPointF(4, 4), each->mapToGlobal(QPointF(4, 4)), {}, QPoint(0, turn),
                                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
                    QApplication::sendEvent(each, &wheel);
                    QVERIFY2((combo  ? combo->currentIndex()
                              : spin ? spin->value()
                                     : 0) == index,
                             qPrintable(entry.id + each->accessibleName()));
                }
            }
        }
        QVERIFY2(controls > 30, qPrintable(QString::number(controls)));
        QVERIFY(w.document.project() == before);
    }

    // Names and other text lines on every page, and sentences, which are stored in the document while they are typed.
    void everyLineRevertsItsTyping()
    {
        Window w;
        QVERIFY(w.document.openCopy(test::sourceFile(QStringLiteral("resources/examples/output-41.7.2.scalewright"))));
        int lines = 0, sentences = 0;
        for (const PageEntry& entry : allPages()) {
            QVERIFY(w.window->showPage(entry.id));
            QCoreApplication::processEvents();
            Page* page = w.window->page(entry.id);
            const Project before = w.document.project();
            for (QLineEdit* line : page->findChildren<QLineEdit*>()) {
                if (!line->isVisible() || !line->isEnabled() || line->isReadOnly() || line->validator() ||
                    qobject_cast<QAbstractSpinBox*>(line->parentWidget()))
                    continue;
                line->setFocus();
                const QString stood = line->text();
                for (const bool escape : {false, true}) {
                    QTest::keyClicks(line, QStringLiteral("zz"));
                    QVERIFY(line->text() != stood);
                    QTest::keyClick(line, escape ? Qt::Key_Escape : Qt::Key_Z,
                                    escape ? Qt::NoModifier : Qt::ControlModifier);
                    QCOMPARE(line->text(), stood);
                    QVERIFY(w.document.project() == before);
                }
                ++lines;
            }
            for (QPlainTextEdit* sentence : page->findChildren<QPlainTextEdit*>()) {
                if (!sentence->isVisible() || !sentence->isEnabled() || sentence->isReadOnly())
                    continue;
                const QString steps = w.document.undoText();
                const QString stood = sentence->toPlainText();
                for (const bool escape : {false, true}) {
                    sentence->clearFocus();
                    sentence->setFocus();
                    QTest::keyClicks(sentence, QStringLiteral("zz"));
                    QVERIFY(w.document.project() != before);
                    QTest::keyClick(sentence, escape ? Qt::Key_Escape : Qt::Key_Z,
                                    escape ? Qt::NoModifier : Qt::ControlModifier);
                    QCOMPARE(sentence->toPlainText(), stood);
                    QVERIFY(w.document.project() == before);
                    QCOMPARE(w.document.undoText(), steps);
                }
                ++sentences;
            }
        }
        QVERIFY2(lines >= 10 && sentences >= 6,
                 qPrintable(QStringLiteral("%1 lines, %2 sentences").arg(lines).arg(sentences)));
    }

    // Escape leaves a lecture; in a field it first reverts the typing, then leaves the field.
    void escapeInALectureRevertsTypingFirst()
    {
        Window w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        w.window->setLecture(true);
        QVERIFY(w.window->showField(QStringLiteral("/target/alpha_s")));
        auto* field = qobject_cast<QLineEdit*>(QApplication::focusWidget());
        const QString stood = field->text();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("80us"));
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(w.window->isLecture());
        QCOMPARE(field->text(), stood);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(w.window->isLecture() && !field->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QVERIFY(!w.window->isLecture());
        Theme::instance().setTypeScale(1);
    }

    // While the audience guesses, no output of the page reveals the answer: p* 34 with 7.49 times, from Output 41.4.1.
    void hiddenAnswerAppearsNowhere()
    {
        Window w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        Page* page = w.window->page(QStringLiteral("predict"));
        const QRegularExpression answer(QStringLiteral("\\b34\\b|\\b7\\.[45]"));
        const auto visibleText = [&] {
            QStringList all;
            for (QWidget* widget : w.window->findChildren<QWidget*>()) {
                all << widget->accessibleName() << widget->accessibleDescription() << widget->toolTip();
                if (const auto* label = qobject_cast<QLabel*>(widget))
                    all << label->text();
                if (const auto* button = qobject_cast<QAbstractButton*>(widget))
                    all << button->text();
                if (const auto* view = qobject_cast<QTableView*>(widget); view && view->isVisible()) {
                    for (int column = 0; column < view->model()->columnCount(); ++column) {
                        all << view->model()->headerData(column, Qt::Horizontal).toString();
                        for (int row = 0; row < view->model()->rowCount(); ++row)
                            all << view->model()->index(row, column).data().toString();
                    }
                }
            }
            return all.filter(answer);
        };
        Figure* figure = page->findChild<Figure*>();
        QVERIFY(figure);
        for (const bool hidden : {false, true}) {
            page->setGuessing(hidden);
            figure->showTable(true);
            QCoreApplication::processEvents();
            QVERIFY2(visibleText().isEmpty() == hidden, qPrintable(visibleText().join(QLatin1Char('\n'))));
            auto* twin = figure->findChild<QTableView*>();
            twin->setFocus();
            twin->selectAll();
            QGuiApplication::clipboard()->clear();
            QTest::keyClick(twin, Qt::Key_C, Qt::ControlModifier);
            QCOMPARE(QGuiApplication::clipboard()->text().contains(answer), !hidden);
            figure->copy();
            const QMimeData* copied = QGuiApplication::clipboard()->mimeData();
            QCOMPARE(copied->text().contains(answer), !hidden);
            QCOMPARE(QString::fromUtf8(copied->data(QStringLiteral("text/csv"))).contains(answer), !hidden);
            QCOMPARE(QString::fromUtf8(copied->data(QStringLiteral("image/svg+xml"))).contains(QStringLiteral("p* 34")),
                     !hidden);
            const auto& content = static_cast<const FigureContent&>(*figure->findChild<Chart*>());
            for (const FigureFormat format : availableFormats(content))
                if (format == FigureFormat::Svg || format == FigureFormat::Csv || format == FigureFormat::Booktabs ||
                    format == FigureFormat::Pgfplots) {
                    const Result<QByteArray> bytes = encodeFigure(content, format);
                    // Pictures contain coordinates, so only their words can give the answer away.
                    const QRegularExpression told =
                        format == FigureFormat::Svg ? QRegularExpression(QStringLiteral(">[^<]*(p\\* 34|7\\.49)"))
                        : format == FigureFormat::Pgfplots
                            ? QRegularExpression(QStringLiteral("\\{[^{}]*(p\\S* 34|7\\.49)"))
                            : answer;
                    QVERIFY2(!bytes || !hidden || !QString::fromUtf8(*bytes).contains(told),
                             qPrintable(told.match(QString::fromUtf8(*bytes)).captured()));
                }
            figure->showTable(false);
        }
        // Export would reveal the answer, so it asks first.
        w.window->action(QStringLiteral("export"))->trigger();
        QVERIFY(w.window->notice().isVisible());
        QVERIFY(w.window->findChildren<QFileDialog*>().isEmpty());
        QVERIFY(page->isGuessing());
        QCOMPARE(visibleText(), QStringList());
    }

    void stripLinksToTheGoalAndThePlan()
    {
        Window w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        // The parts are side by side if there is space, and clicking one opens its field; in a narrow window they are
        // links in one text.
        auto strip = std::make_unique<StatusStrip>();
        StatusStrip& stripWidget = *strip;
        stripWidget.setText(stripText(w.document.project(), w.document.analysis(), 0));
        stripWidget.resize(2400, 40);
        stripWidget.show();
        QTest::qWait(0);
        QSignalSpy led(&stripWidget, &StatusStrip::fieldRequested);
        for (QLabel* part : stripWidget.findChildren<QLabel*>())
            if (part->isVisible())
                QTest::mouseClick(part, Qt::LeftButton);
        QStringList fields;
        for (const QVariantList& each : led)
            fields << each.first().toString();
        QCOMPARE(fields, (QStringList{QStringLiteral("/plan/p"), QStringLiteral("/goal")}));
        stripWidget.resize(700, 40);
        QTest::qWait(0);
        QString flowing;
        for (QLabel* part : stripWidget.findChildren<QLabel*>())
            if (part->isVisible())
                flowing += part->text();
        QVERIFY2(
            flowing.contains(QLatin1String("href=\"/goal\"")) && flowing.contains(QLatin1String("href=\"/plan/p\"")),
            qPrintable(flowing));

        strip.reset();
        w.window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(w.window.get()));
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        Q_EMIT w.window->statusStrip().fieldRequested(QStringLiteral("/goal"));
        QCOMPARE(w.window->currentPageId(), QStringLiteral("baseline"));
        Window::type(QStringLiteral("2h"));
        QCOMPARE(w.document.project().goal.deadlineS->value, 7200.0);
        Project with = w.document.project();
        with.goal.deadlineS.reset();
        with.goal.budgetUsd = typed(50);
        w.document.edit(QStringLiteral("budget"), with);
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        Q_EMIT w.window->statusStrip().fieldRequested(QStringLiteral("/goal"));  // now opens the part that is set
        Window::type(QStringLiteral("$20"));
        QCOMPARE(w.document.project().goal.budgetUsd->value, 20.0);

        Q_EMIT w.window->statusStrip().fieldRequested(QStringLiteral("/plan/p"));
        QCOMPARE(w.window->currentPageId(), QStringLiteral("predict"));
        Window::type(QStringLiteral("13"));
        QCOMPARE(w.document.project().plan.p, std::optional<int>(13));
    }

    void reportsFieldsWithoutAPage()
    {
        Window w;
        QVERIFY(w.window->showPage(QStringLiteral("predict")));
        QVERIFY(!w.window->showField(QStringLiteral("/target/no_such_field")));
        QCOMPARE(w.window->currentPageId(), QStringLiteral("predict"));
    }
};

SCALEWRIGHT_TEST(tst_fields_window)
#include "tst_fields_window.moc"
