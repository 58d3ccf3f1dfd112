// SPDX-License-Identifier: GPL-3.0-or-later
// QuantityEdit: slider arithmetic, typed amounts, invalid entries, missing values, edit phases, keyboard and names.
#include <QAbstractSlider>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <cmath>

#include "tests/support/registry.h"
#include "ui/quantity/log_scale.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/quantity/value_field.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

QuantitySpec alphaSpec()
{
    return {.label = QStringLiteral("alpha, latency per hop"),
            .dimension = Dimension::Time,
            .low = 1e-6,
            .high = 1e-2,
            .hasZeroStop = true};
}

struct Edit {
    explicit Edit(QuantitySpec spec = alphaSpec()) : edit(std::move(spec)), edits(&edit, &QuantityEdit::valueEdited)
    {
        edit.resize(300, 120);
        edit.show();
        QApplication::setActiveWindow(&edit);
        field = edit.findChild<QLineEdit*>();
        slider = edit.findChild<QAbstractSlider*>();
    }
    void type(const QString& text)
    {
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    [[nodiscard]] double value(qsizetype i) const { return edits.at(i).at(0).toDouble(); }
    [[nodiscard]] EditPhase phase(qsizetype i) const { return edits.at(i).at(1).value<EditPhase>(); }
    [[nodiscard]] const ProvenanceDot& dot() const
    {
        for (const QWidget* each : edit.findChildren<QWidget*>())
            if (const auto* found = dynamic_cast<const ProvenanceDot*>(each))
                return *found;
        qFatal("no dot");
    }
    [[nodiscard]] QString visibleText() const
    {
        QStringList texts;
        for (const QLabel* label : edit.findChildren<QLabel*>())
            if (label->isVisible())
                texts << label->text();
        return texts.join(QLatin1Char('|'))
            .replace(QChar::Nbsp, QLatin1Char(' '));  // labels keep a number on the same line as its unit
    }

    QuantityEdit edit;
    QSignalSpy edits;
    QLineEdit* field = nullptr;
    QAbstractSlider* slider = nullptr;
};

}  // namespace

class tst_quantity_edit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)"))); }

    void scaleIsLogarithmic()
    {
        const LogScale scale{1e-6, 1e-2, false};
        QCOMPARE(scale.positionOf(1e-6), 0.0);
        QCOMPARE(scale.positionOf(1e-2), 1.0);
        QVERIFY(std::abs(scale.positionOf(1e-4) - 0.5) < 1e-12);  // half the decades
        QVERIFY(std::abs(scale.valueAt(0.5) - 1e-4) < 1e-18);
        QCOMPARE(scale.ticks().size(), std::size_t(5));
        QVERIFY(std::abs(scale.ticks()[1] - 0.25) < 1e-12);
    }

    void zeroStop()
    {
        const LogScale scale{1e-6, 1e-2, true};
        QCOMPARE(scale.positionOf(0), 0.0);
        QCOMPARE(scale.valueAt(0), 0.0);
        QCOMPARE(scale.positionOf(1e-6), LogScale::zeroStopShare);
        QCOMPARE(scale.valueAt(LogScale::zeroStopShare), 1e-6);
        QCOMPARE(scale.valueAt(0.9 * LogScale::zeroStopShare), 1e-6);
        QVERIFY(std::abs(scale.positionOf(1e-4) - (LogScale::zeroStopShare + (1 - LogScale::zeroStopShare) / 2)) <
                1e-12);
        QCOMPARE(scale.ticks().size(), std::size_t(6));  // five decades plus zero
        QCOMPARE(scale.stepped(1e-6, -1), 0.0);
        QCOMPARE(scale.stepped(0, -1), 0.0);
        QCOMPARE(scale.stepped(0, 1), 1e-6);
        const LogScale without{1e-6, 1e-2, false};
        QCOMPARE(without.stepped(1e-6, -1), 1e-6);
    }

    void sliderValuesAreRound()
    {
        const LogScale scale{1e-6, 1e-2, false};
        for (int i = 0; i <= 1000; ++i) {
            const double value = scale.valueAt(i / 1000.0);
            QVERIFY(value >= 1e-6 && value <= 1e-2);
            // Two digits: the decimal text with two digits reads back as the same double.
            QCOMPARE(QString::number(value, 'e', 1).toDouble(), value);
            QVERIFY(std::abs(scale.valueAt(scale.positionOf(value)) - value) < 1e-12 * value);
        }
    }

    void steps()
    {
        const LogScale scale{1e-6, 1e-2, false};
        QCOMPARE(scale.stepped(1e-4, 20), 1e-3);  // twenty steps of a twentieth of a decade
        QCOMPARE(scale.stepped(1e-4, -20), 1e-5);
        QCOMPARE(scale.stepped(1e-4, 1), 1.1e-4);  // 10^(1/20) = 1.122
        QCOMPARE(scale.stepped(1e-4, -1), 8.9e-5);
        QCOMPARE(scale.stepped(9e-3, 20), 1e-2);  // the end
        double value = 1e-6;
        int count = 0;
        for (; value < 1e-2; ++count) {
            const double next = scale.stepped(value, 1);
            QVERIFY2(next > value, qPrintable(QString::number(value)));
            value = next;
        }
        // Four decades with about 20 steps each.
        QVERIFY2(count >= 60 && count <= 100, qPrintable(QString::number(count)));
    }

    void rangeGrowsToTheDecade()
    {
        const LogScale scale{1e-6, 1e-2, true};
        QCOMPARE(scale.widened(0.5).high, 1.0);
        QCOMPARE(scale.widened(0.5).low, 1e-6);
        QCOMPARE(scale.widened(3e-9).low, 1e-9);
        QCOMPARE(scale.widened(0).low, 1e-6);
        QVERIFY(scale.widened(1e-3) == scale);
        QCOMPARE(scale.widened(1).high, 1.0);
    }

    void typedAmounts_data()
    {
        QTest::addColumn<QString>("typed");
        QTest::addColumn<int>("dimension");
        QTest::addColumn<double>("value");
        QTest::newRow("microseconds") << QStringLiteral("10us") << static_cast<int>(Dimension::Time) << 1e-5;
        QTest::newRow("bare") << QStringLiteral("0.0008") << static_cast<int>(Dimension::Time) << 0.0008;
        QTest::newRow("bits") << QStringLiteral("25Gbit/s") << static_cast<int>(Dimension::Bandwidth) << 3.125e9;
        QTest::newRow("a model") << QStringLiteral("7B params bf16") << static_cast<int>(Dimension::Bytes) << 14e9;
        QTest::newRow("zero") << QStringLiteral("0") << static_cast<int>(Dimension::Time) << 0.0;
        QTest::newRow("outside the slider") << QStringLiteral("90 s") << static_cast<int>(Dimension::Time) << 90.0;
    }
    void typedAmounts()
    {
        QFETCH(QString, typed);
        QFETCH(int, dimension);
        QFETCH(double, value);
        QuantitySpec spec = alphaSpec();
        spec.dimension = static_cast<Dimension>(dimension);
        Edit edit(spec);
        edit.edit.setQuantity(assumed(0.001));
        QVERIFY(edit.edits.isEmpty());  // setting never emits
        edit.type(typed);
        QCOMPARE(edit.edits.size(), 1);
        QCOMPARE(edit.value(0), value);
        QVERIFY(edit.phase(0) == EditPhase::End);
        QVERIFY(edit.edit.errorText().isEmpty());
        QCOMPARE(edit.edit.quantity()->value, value);  // the value is not clamped
        QVERIFY(edit.slider->value() >= 0 && edit.slider->value() <= 1000);
    }

    void editingKeepsEveryDigit()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(0.000812345));
        edit.field->setFocus();
        QTest::keyClick(edit.field, Qt::Key_Return);
        QVERIFY(edit.edits.isEmpty());  // no edit without typing
        QCOMPARE(edit.edit.quantity()->value, 0.000812345);
        edit.type(edit.field->text());  // the field contains the exact value
        for (int i = 0; i < edit.edits.size(); ++i)
            QCOMPARE(edit.value(i), 0.000812345);
    }

    /// 3.84 GB/s for 230.4 MB is 60 ms; the binary quotient differs in the last digit.
    void quotientHasNoRoundingDigits()
    {
        const double bandwidth = 230.4e6 / 0.06, back = 230.4e6 / bandwidth;
        QCOMPARE(exactAmountText(std::nextafter(0.06, 0), Dimension::Time), QStringLiteral("60.0 ms"));
        QCOMPARE(exactAmountText(back, Dimension::Time), QStringLiteral("60.0 ms"));
        QCOMPARE(exactAmountText(0.00134217728, Dimension::Time),
                 QStringLiteral("1.34217728 ms"));  // 2^27 B at 100 GB/s
    }

    void invalidTextIsKeptAndReported_data()
    {
        QTest::addColumn<QString>("typed");
        for (const char* text : {"fast", "10 parsecs", "nan", "inf", "1e400", "0x10", "-3ms", "3,200 ms", "10us later"})
            QTest::newRow(text) << QString::fromLatin1(text);
    }
    void invalidTextIsKeptAndReported()
    {
        QFETCH(QString, typed);
        Edit edit;
        edit.edit.setQuantity(assumed(0.0008));
        edit.type(typed);
        QVERIFY(edit.edits.isEmpty());
        QCOMPARE(edit.field->text(), typed);
        QVERIFY2(
            edit.edit.errorText().contains(typed.contains(QLatin1Char(',')) ? QStringLiteral("expected 3200 or 3.2")
                                                                            : QStringLiteral("a time such as 10us")),
            qPrintable(edit.edit.errorText()));
        QVERIFY(typed != QStringLiteral("-3ms") ||
                edit.edit.errorText().contains(QStringLiteral("-3ms is negative")));  // as it was typed
        QVERIFY(edit.visibleText().contains(edit.edit.errorText().replace(QChar::Nbsp, QLatin1Char(' '))));
        QCOMPARE(edit.field->accessibleDescription(), edit.edit.errorText());
        QCOMPARE(edit.edit.quantity()->value, 0.0008);

        edit.edit.setQuantity(assumed(0.0008));  // refreshing the page keeps the text that the user is correcting
        QCOMPARE(edit.field->text(), typed);
        QVERIFY(!edit.edit.errorText().isEmpty());
        edit.type(QStringLiteral("2ms"));
        QVERIFY(edit.edit.errorText().isEmpty());
        QCOMPARE(edit.value(0), 0.002);
    }

    void showsTheParsedValue()
    {
        QuantitySpec spec = alphaSpec();
        spec.dimension = Dimension::Bandwidth;
        spec.low = 1e6;
        spec.high = 1e12;
        Edit edit(spec);
        edit.field->setFocus();
        edit.field->selectAll();
        QTest::keyClicks(edit.field, QStringLiteral("25 Gbps"));
        QVERIFY2(edit.visibleText().contains(QStringLiteral("25 Gbps = 3.125 GB/s")),
                 qPrintable(edit.visibleText()));  // shown before it is entered: 25e9 / 8
        QVERIFY(edit.edits.isEmpty());
        QTest::keyClick(edit.field, Qt::Key_Return);
        QVERIFY2(edit.visibleText().contains(QStringLiteral("25 Gbps = 3.125 GB/s")), qPrintable(edit.visibleText()));
        QCOMPARE(edit.dot().origin(), std::optional(Origin::Typed));
        QCOMPARE(edit.edit.quantity()->asTyped, std::string("25 Gbps"));
        QCOMPARE(edit.field->text(), QStringLiteral("25 Gbps"));  // the field shows the text as it was typed
        edit.edit.setQuantity(assumed(1e9));
        QVERIFY(!edit.visibleText().contains(QStringLiteral("Gbps")));
    }

    void computesArithmeticAndKeepsItAsTyped()
    {
        QuantitySpec spec = alphaSpec();
        spec.dimension = Dimension::Bytes;
        spec.low = 1e6;
        spec.high = 1e12;
        Edit edit(spec);
        edit.type(QStringLiteral("3*112 GB/4"));
        QCOMPARE(edit.value(0), 84e9);
        QCOMPARE(edit.edit.quantity()->asTyped, std::string("3*112 GB/4"));
        QCOMPARE(edit.field->text(), QStringLiteral("3*112 GB/4"));
        QVERIFY2(edit.visibleText().contains(QStringLiteral("3*112 GB/4 = 84 GB")), qPrintable(edit.visibleText()));
        edit.type(QStringLiteral("112 GB / 0"));
        QVERIFY2(edit.edit.errorText().contains(QStringLiteral("divides by zero")), qPrintable(edit.edit.errorText()));
        QCOMPARE(edit.edit.quantity()->value, 84e9);
    }

    void keepsAndReportsAnotherCurrency()
    {
        QuantitySpec spec = alphaSpec();
        spec.dimension = Dimension::Price;
        spec.low = 0.1;
        spec.high = 100;
        Edit edit(spec);
        edit.field->setFocus();
        edit.field->selectAll();
        edit.field->insert(QStringLiteral("2,50 €"));
        QTest::keyClick(edit.field, Qt::Key_Return);
        QCOMPARE(edit.value(0), 2.5);
        QVERIFY2(edit.visibleText().contains(QStringLiteral("no exchange rate")), qPrintable(edit.visibleText()));
    }

    void canBeCleared()
    {
        Edit edit;
        QSignalSpy cleared(&edit.edit, &QuantityEdit::cleared);
        edit.edit.setQuantity(assumed(0.0008));
        edit.field->setFocus();
        edit.field->clear();
        QTest::keyClick(edit.field, Qt::Key_Return);
        QVERIFY(!edit.edit.errorText().isEmpty());  // even if there is no visible place for the error
        edit.edit.setClearable(true);
        QTest::keyClick(edit.field, Qt::Key_Return);
        QCOMPARE(cleared.size(), 1);
        QVERIFY(!edit.edit.quantity());
        QVERIFY(edit.edits.isEmpty() && edit.edit.errorText().isEmpty());
    }

    // A value ten thousand times the usual one shows a warning and does not change the slider's range.
    void unusualValueDoesNotChangeTheSlider()
    {
        Edit edit;
        edit.type(QStringLiteral("1e10"));
        QCOMPARE(edit.value(0), 1e10);
        QVERIFY(!edit.edit.warningText().isEmpty());
        QVERIFY(edit.visibleText().contains(edit.edit.warningText().replace(QChar::Nbsp, QLatin1Char(' '))));
        edit.type(QStringLiteral("0.1ms"));
        QVERIFY(edit.edit.warningText().isEmpty());
        edit.slider->setFocus();
        QTest::keyClick(edit.slider, Qt::Key_End);
        QCOMPARE(edit.edit.quantity()->value, 1e-2);  // the end it had
    }

    // An impossible value is rejected, and the error shows the maximum.
    void rejectsAnAbsurdValue()
    {
        Edit edit;
        edit.type(QStringLiteral("1e40"));
        QVERIFY(edit.edits.isEmpty());
        QVERIFY2(edit.edit.errorText().contains(QStringLiteral("the age of the universe")),
                 qPrintable(edit.edit.errorText()));
    }

    void escapeRevertsAnEntry()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(0.0008));
        const QString before = edit.field->text();
        edit.type(QStringLiteral("fast"));
        QTest::keyClick(edit.field, Qt::Key_Escape);
        QCOMPARE(edit.field->text(), before);
        QVERIFY(edit.edit.errorText().isEmpty());
        QVERIFY(edit.edits.isEmpty());
    }

    void anotherValueReplacesAnInvalidEntry()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(0.0008));
        edit.type(QStringLiteral("fast"));
        edit.edit.setQuantity(assumed(0.001));  // as after undo, or after opening another project
        QVERIFY(edit.edit.errorText().isEmpty());
        QVERIFY(edit.field->text().startsWith(QStringLiteral("1.0")));
    }

    void zeroCanBeRejected()
    {
        QuantitySpec spec = alphaSpec();
        spec.range = Range::Positive;
        spec.hasZeroStop = false;
        Edit edit(spec);
        edit.type(QStringLiteral("0"));
        QVERIFY(edit.edits.isEmpty());
        QVERIFY(edit.edit.errorText().contains(QStringLiteral("more than zero")));
    }

    void leavingTheFieldCommits()
    {
        QWidget window;
        auto* column = new QVBoxLayout(&window);
        auto* edit = new QuantityEdit(alphaSpec());
        auto* other = new QLineEdit;
        column->addWidget(edit);
        column->addWidget(other);
        window.show();
        QApplication::setActiveWindow(&window);
        QSignalSpy edits(edit, &QuantityEdit::valueEdited);
        auto* field = edit->findChild<QLineEdit*>();
        field->setFocus();
        QTest::keyClicks(field, QStringLiteral("5us"));
        other->setFocus();
        QCOMPARE(edits.size(), 1);
        QCOMPARE(edits[0][0].toDouble(), 5e-6);
    }

    void unsetValueShowsAHint()
    {
        QuantitySpec spec = alphaSpec();
        spec.unsetHint = QStringLiteral("time a message, or pick a link");
        Edit edit(spec);
        edit.edit.setQuantity(std::nullopt);
        QVERIFY(edit.visibleText().contains(QStringLiteral("time a message, or pick a link")));
        QVERIFY(!edit.edit.quantity());
        // The note is visible only while the field has focus or the pointer is over it; otherwise its space stays
        // reserved.
        QLabel* note = nullptr;
        for (auto* each : edit.edit.findChildren<QLabel*>())
            if (each->text().contains(QStringLiteral("time a message")))
                note = each;
        QVERIFY(note);
        edit.edit.show();
        edit.edit.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&edit.edit));
        edit.edit.setAttribute(Qt::WA_UnderMouse, false);  // independent of the pointer's position
        if (QWidget* focused = QApplication::focusWidget())
            focused->clearFocus();
        const auto inked = [note] {
            const QImage image = note->grab().toImage();
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0; x < image.width(); ++x)
                    if (image.pixel(x, y) != image.pixel(0, 0))
                        return true;
            return false;
        };
        const int height = edit.edit.sizeHint().height();
        QVERIFY(!inked());
        edit.slider->setFocus();
        QVERIFY(inked());
        QCOMPARE(edit.edit.sizeHint().height(), height);
        QTest::keyClick(edit.slider, Qt::Key_Right);
        QCOMPARE(edit.edits.size(), 1);
        QVERIFY(edit.value(0) > 0);
    }

    // A click on the value selects it, even if the pointer moves by a few pixels, so typing replaces it. The next click
    // sets the caret.
    void clickOnTheValueSelectsIt()
    {
        Edit edit;
        edit.edit.setQuantity(typed(80e-3));
        edit.edit.show();
        edit.edit.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&edit.edit));
        edit.slider->setFocus();
        auto* field = edit.edit.findChild<ValueField*>();
        const QPoint middle = field->rect().center();
        QTest::mousePress(field, Qt::LeftButton, {}, middle);
        QMouseEvent slip(QEvent::MouseMove, middle + QPoint(6, 1), field->mapToGlobal(middle + QPoint(6, 1)),
                         Qt::NoButton, Qt::LeftButton, {});
        QApplication::sendEvent(field, &slip);
        QTest::mouseRelease(field, Qt::LeftButton, {}, middle + QPoint(6, 1));
        QCOMPARE(field->selectedText(), field->text());
        QTest::keyClicks(field, QStringLiteral("0.80us"));
        QCOMPARE(field->text(), QStringLiteral("0.80us"));
        QTest::mouseClick(field, Qt::LeftButton, {}, middle);
        QVERIFY(!field->hasSelectedText());
    }

    // A slight pointer movement near an unset number does not set it; a real drag does.
    void clickOnAnUnsetSliderIsNoEdit()
    {
        Edit edit;
        edit.edit.setQuantity(std::nullopt);
        const int y = edit.slider->height() / 2 - 4;
        QTest::mouseClick(edit.slider, Qt::LeftButton, {}, QPoint(150, y));
        QCOMPARE(edit.edits.size(), 0);
        QVERIFY(!edit.edit.quantity());
        QTest::mousePress(edit.slider, Qt::LeftButton, {}, QPoint(150, y));
        for (const int x : {200, 210}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, y), edit.slider->mapToGlobal(QPointF(x, y)), Qt::NoButton,
                             Qt::LeftButton, Qt::NoModifier);
            QApplication::sendEvent(edit.slider, &move);
        }
        QTest::mouseRelease(edit.slider, Qt::LeftButton, {}, QPoint(210, y));
        QVERIFY(edit.edits.size() >= 3);
        QVERIFY(edit.phase(0) == EditPhase::Begin && edit.phase(edit.edits.size() - 1) == EditPhase::End);
    }

    void draggingHasThreePhases()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(1e-4));
        const int y = edit.slider->height() / 2 - 4;
        QTest::mousePress(edit.slider, Qt::LeftButton, {}, QPoint(150, y));
        QTest::mouseMove(edit.slider, QPoint(200, y));
        QTest::mouseMove(edit.slider, QPoint(5000, y));
        QTest::mouseRelease(edit.slider, Qt::LeftButton, {}, QPoint(5000, y));
        QVERIFY(edit.edits.size() >= 4);
        QVERIFY(edit.phase(0) == EditPhase::Begin);
        for (int i = 1; i + 1 < edit.edits.size(); ++i)
            QVERIFY(edit.phase(i) == EditPhase::Move);
        QVERIFY(edit.phase(edit.edits.size() - 1) == EditPhase::End);
        QCOMPARE(edit.value(edit.edits.size() - 1), 1e-2);  // the right end
        edit.edits.clear();
        QTest::mouseClick(edit.slider, Qt::LeftButton, {}, QPoint(3, y));
        QCOMPARE(edit.value(edit.edits.size() - 1), 0.0);  // the zero stop
    }

    void sliderKeys()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(1e-4));
        edit.slider->setFocus();
        for (const auto& [key, value] : std::initializer_list<std::pair<Qt::Key, double>>{{Qt::Key_Right, 1.1e-4},
                                                                                          {Qt::Key_Left, 9.8e-5},
                                                                                          {Qt::Key_PageUp, 9.8e-4},
                                                                                          {Qt::Key_PageDown, 9.8e-5},
                                                                                          {Qt::Key_End, 1e-2},
                                                                                          {Qt::Key_Home, 0.0}}) {
            edit.edits.clear();
            QTest::keyClick(edit.slider, key);
            QCOMPARE(edit.edits.size(), 1);
            QCOMPARE(edit.value(0), value);
            QVERIFY(edit.phase(0) == EditPhase::End);
        }
    }

    void wheelDoesNothing()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(1e-4));
        QWheelEvent wheel(QPointF(50, 10), edit.slider->mapToGlobal(QPointF(50, 10)), {}, {0, 120}, {}, {},
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(edit.slider, &wheel);
        QVERIFY(edit.edits.isEmpty());
    }

    void provenanceIntervalAndConsequence()
    {
        Edit edit;
        edit.edit.setQuantity(Quantity{
            0.0008, Interval{0.0006, 0.0011, 0.95}, {Origin::Measured, "two shared cores", "2026-09-30", "quiet"}});
        edit.edit.setConsequence(QStringLiteral("×10 moves p* to 11"));
        QString text = edit.visibleText();
        text.replace(QChar(QChar::Nbsp), QLatin1Char(' '));
        for (const char* part : {"95 %", "×10 moves p* to 11"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), qPrintable(text));
        // The origin is a mark, with its description as tooltip and for screen readers.
        QCOMPARE(edit.dot().origin(), std::optional(Origin::Measured));
        QCOMPARE(edit.dot().toolTip(), QStringLiteral("measured · 2026-09-30 · two shared cores · quiet"));
        QCOMPARE(edit.dot().accessibleName(), edit.dot().toolTip());
        QVERIFY(edit.field->accessibleDescription().contains(
            QStringLiteral("measured · 2026-09-30 · two shared cores · quiet")));
        QCOMPARE(provenanceText({Origin::Catalogue, {}, "2026-09", {}}), QStringLiteral("catalogue · 2026-09"));
        edit.edit.setProvenanceText(QStringLiteral("1 GB over 25 GB/s"));
        QVERIFY(edit.dot().toolTip().startsWith(QStringLiteral("1 GB over 25 GB/s")));
        edit.edit.setQuantity(std::nullopt);
        QVERIFY(!edit.dot().origin());
    }

    void hasAccessibleNames()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(0.0008));
        QAccessibleInterface* field = QAccessible::queryAccessibleInterface(edit.field);
        QAccessibleInterface* slider = QAccessible::queryAccessibleInterface(edit.slider);
        QCOMPARE(field->text(QAccessible::Name), QStringLiteral("alpha, latency per hop"));
        QCOMPARE(field->role(), QAccessible::EditableText);
        QVERIFY(slider->text(QAccessible::Name).contains(QStringLiteral("alpha, latency per hop")));
        QCOMPARE(slider->role(), QAccessible::Slider);
        QVERIFY(slider->text(QAccessible::Description).contains(QStringLiteral("0.80")));
    }

    void screenReaderMovesTheSlider()
    {
        Edit edit;
        edit.edit.setQuantity(assumed(1e-4));
        QAccessible::queryAccessibleInterface(edit.slider)->valueInterface()->setCurrentValue(1000);
        QCOMPARE(edit.edits.size(), 1);
        QCOMPARE(edit.value(0), 1e-2);
    }
};

SCALEWRIGHT_TEST(tst_quantity_edit)
#include "tst_quantity_edit.moc"
