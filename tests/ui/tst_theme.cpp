// SPDX-License-Identifier: GPL-3.0-or-later
// Theme: style tokens, contrast computed by WCAG 2.1, type sizes, and changes at run time.
#include <QApplication>
#include <QComboBox>
#include <QImage>
#include <QLineEdit>
#include <QPalette>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QVBoxLayout>

#include <cmath>
#include <utility>

#include "tests/support/registry.h"
#include "ui/theme/stable_height.h"
#include "ui/theme/theme.h"
#include "ui/theme/widgets.h"

using namespace scalewright::ui;

namespace {

// Relative luminance and contrast ratio, WCAG 2.1.
double luminance(const QColor& color)
{
    const auto linear = [](double c) { return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b)
{
    const double one = luminance(a), two = luminance(b);
    return (std::max(one, two) + 0.05) / (std::min(one, two) + 0.05);
}

bool containsColour(const QImage& image, const QColor& wanted)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == wanted)
                return true;
    return false;
}

}  // namespace

class tst_theme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // A name of 100 000 letters without a space once needed gigabytes for layout; the stored text is complete.
    void elidesAnEndlessWord()
    {
        const QString endless(100'000, QLatin1Char('x'));
        Text text(QStringLiteral("before %1 after").arg(endless), TextStyle::Body, ColorRole::Ink, false, nullptr);
        text.setWordWrap(true);
        QVERIFY(text.heightForWidth(300) < 1000);
        QVERIFY(text.QLabel::text().endsWith(QStringLiteral("x… after")));
        QCOMPARE(text.text().size(), qsizetype(100'000 + 13));
    }

    void init()
    {
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
        Theme::instance().setAppearance(Appearance::Light);
        Theme::instance().setTypeScale(1);
    }
    void cleanupTestCase() { init(); }

    void tokens_data()
    {
        QTest::addColumn<int>("role");
        QTest::addColumn<QString>("light");
        QTest::addColumn<QString>("dark");
        const auto add = [](const char* name, ColorRole role, const char* light, const char* dark) {
            QTest::newRow(name) << static_cast<int>(role) << QString::fromLatin1(light) << QString::fromLatin1(dark);
        };
        add("background", ColorRole::Background, "#f6f6f3", "#161718");
        add("card", ColorRole::Card, "#ffffff", "#1e2021");
        add("hairline", ColorRole::Hairline, "#e2e2dc", "#34373a");
        add("hover", ColorRole::Hover, "#efefea", "#282b2d");
        add("ink", ColorRole::Ink, "#1b1b1a", "#ececE8");
        add("soft", ColorRole::SoftInk, "#6a6a66", "#a2a5a6");
        add("faint", ColorRole::FaintInk, "#a3a39d", "#6c7072");
        add("compute", ColorRole::Compute, "#0072b2", "#56b4e9");
        add("communication", ColorRole::Communication, "#e69f00", "#e69f00");
        add("waiting", ColorRole::Waiting, "#999999", "#9a9a9a");
        add("input/output", ColorRole::InputOutput, "#009e73", "#2bb88f");
        add("money", ColorRole::Money, "#cc79a7", "#d994bc");
        add("warning", ColorRole::Warning, "#d55e00", "#f0803c");
    }
    void tokens()
    {
        QFETCH(int, role);
        QFETCH(QString, light);
        QFETCH(QString, dark);
        QCOMPARE(VisualStyle{}.color(static_cast<ColorRole>(role)), QColor(light));
        QCOMPARE((VisualStyle{true, 1}).color(static_cast<ColorRole>(role)), QColor(dark));
    }

    void textHasEnoughContrast()
    {
        QVERIFY(std::abs(contrast(Qt::black, Qt::white) - 21) < 1e-9);  // the largest possible ratio
        for (const bool dark : {false, true}) {
            const VisualStyle visualStyle{dark, 1};
            for (const ColorRole text : {ColorRole::Ink, ColorRole::SoftInk})
                for (const ColorRole surface : {ColorRole::Card, ColorRole::Background, ColorRole::Hover}) {
                    const double ratio = contrast(visualStyle.color(text), visualStyle.color(surface));
                    QVERIFY2(ratio >= 4.5, qPrintable(QString::number(ratio)));
                }
            // Marks and data lines on the card: 3:1 (WCAG 1.4.11) if only colour distinguishes them, without an
            // ink-coloured label.
            QVERIFY(contrast(visualStyle.color(ColorRole::Compute), visualStyle.color(ColorRole::Card)) >= 3);
            QVERIFY(contrast(visualStyle.color(ColorRole::Warning), visualStyle.color(ColorRole::Card)) >= 3);
        }
    }

    void sizes()
    {
        const VisualStyle one;
        QCOMPARE(one.font(TextStyle::Page).pixelSize(), 20);
        QCOMPARE(one.font(TextStyle::CardTitle).pixelSize(), 14);
        QCOMPARE(one.font(TextStyle::Body).pixelSize(), 13);
        QCOMPARE(one.font(TextStyle::Label).pixelSize(), 12);
        QCOMPARE(one.font(TextStyle::Small).pixelSize(), 11);
        QCOMPARE((VisualStyle{false, 1.75}).font(TextStyle::Page).pixelSize(), 35);
        QCOMPARE((VisualStyle{false, 1.75}).font(TextStyle::Label).pixelSize(), 21);
        QVERIFY(one.font(TextStyle::Body, true).bold());
        QCOMPARE(Theme::spacing(4), 16);
    }

    void changesAtRunTime()
    {
        Theme& theme = Theme::instance();
        QSignalSpy changes(&theme, &Theme::changed);
        Text text(QStringLiteral("alpha"), TextStyle::Label, ColorRole::SoftInk);
        theme.setAppearance(Appearance::Dark);
        QCOMPARE(changes.size(), 1);
        QVERIFY(theme.isDark());
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0x16, 0x17, 0x18));
        QCOMPARE(text.palette().color(QPalette::WindowText), QColor(0xA2, 0xA5, 0xA6));
        theme.setAppearance(Appearance::Dark);
        QCOMPARE(changes.size(), 1);  // no change
        theme.setTypeScale(1.5);
        QCOMPARE(changes.size(), 2);
        QCOMPARE(text.font().pixelSize(), 18);
        QCOMPARE(QApplication::font().pixelSize(), 20);  // 19.5
    }

    void followsTheSystem()
    {
        Theme& theme = Theme::instance();
        theme.setAppearance(Appearance::System);
        QVERIFY(!theme.isDark());  // the offscreen platform's theme
        QPalette dark;
        dark.setColor(QPalette::Window, QColor(30, 30, 30));
        QApplication::setPalette(dark);
        QCoreApplication::processEvents();
        QVERIFY(theme.isDark());
        QCOMPARE(QApplication::palette().color(QPalette::Window), QColor(0x16, 0x17, 0x18));

        theme.setAppearance(Appearance::Light);
        QApplication::setPalette(dark);
        QCoreApplication::processEvents();
        QVERIFY(!theme.isDark());  // the user has chosen the light theme
    }

    void plainWidgetsFollowTheTheme()
    {
        for (const bool dark : {false, true}) {
            Theme::instance().setDark(dark);
            const VisualStyle visualStyle = Theme::instance().visualStyle();
            QWidget window;
            auto* column = new QVBoxLayout(&window);
            auto* button = new QPushButton(QStringLiteral("Cancel"));
            auto* field = new QLineEdit(QStringLiteral("10us"));
            auto* primary = createPrimaryButton(QStringLiteral("Measure"));
            for (QWidget* widget : std::initializer_list<QWidget*>{button, field, primary, new QComboBox})
                column->addWidget(widget);
            window.show();
            QApplication::setActiveWindow(&window);
            field->setFocus();
            QVERIFY(containsColour(button->grab().toImage(), visualStyle.color(ColorRole::Hairline)));
            QVERIFY(containsColour(primary->grab().toImage(), visualStyle.color(ColorRole::Ink)));
            QVERIFY(containsColour(field->grab().toImage(), visualStyle.color(ColorRole::Ink)));  // the focus ring
            QVERIFY(containsColour(window.grab().toImage(), visualStyle.color(ColorRole::Background)));
        }
    }

    // A clickable word differs from plain text by its underline, in both themes; one that is switched on has a
    // background.
    void activeWordsAreUnderlined()
    {
        // The longest run of `colour` in one row.
        const auto longestRun = [](const QImage& image, const QColor& colour) {
            int longest = 0;
            for (int y = 0; y < image.height(); ++y)
                for (int x = 0, run = 0; x < image.width(); ++x) {
                    run = image.pixelColor(x, y) == colour ? run + 1 : 0;
                    longest = std::max(longest, run);
                }
            return longest;
        };
        for (const bool dark : {false, true}) {
            Theme::instance().setDark(dark);
            const VisualStyle visualStyle = Theme::instance().visualStyle();
            QWidget window;
            auto* column = new QVBoxLayout(&window);
            QPushButton* word = createToggleButton(QStringLiteral("Compare patterns"), &window);
            auto* text = new Text(word->text(), TextStyle::Label, ColorRole::SoftInk);
            column->addWidget(word);
            column->addWidget(text);
            window.show();
            window.setFocus();
            const int width = word->fontMetrics().horizontalAdvance(word->text());
            QVERIFY(longestRun(word->grab().toImage(), visualStyle.color(ColorRole::SoftInk)) > width / 2);
            QVERIFY(longestRun(text->grab().toImage(), visualStyle.color(ColorRole::SoftInk)) < width / 4);
            QVERIFY(longestRun(word->grab().toImage(), visualStyle.color(ColorRole::Hover)) < width / 4);
            word->setChecked(true);
            QVERIFY(longestRun(word->grab().toImage(), visualStyle.color(ColorRole::Hover)) > width / 2);
        }
    }

    void cardActsByMouseAndKeyboard()
    {
        Card card;
        card.resize(120, 60);
        QSignalSpy clicks(&card, &Card::clicked);
        QTest::mouseClick(&card, Qt::LeftButton);
        QCOMPARE(clicks.size(), 0);
        card.setClickable(true);
        card.show();
        QTest::mouseClick(&card, Qt::LeftButton);
        QTest::keyClick(&card, Qt::Key_Return);
        QTest::keyClick(&card, Qt::Key_Space);
        QCOMPARE(clicks.size(), 3);
        QTest::mousePress(&card, Qt::LeftButton);
        QTest::mouseRelease(&card, Qt::LeftButton, {}, QPoint(500, 500));
        QCOMPARE(clicks.size(), 3);  // let go outside
    }

    // A Text measures and paints with a layout that it computes once; the result is pixel-identical to QLabel, which
    // repeats the layout each time.
    void textPaintsLikeQLabel_data()
    {
        QTest::addColumn<QString>("words");
        QTest::newRow("a word") << QStringLiteral("alpha");
        QTest::newRow("a line") << QStringLiteral("p* 34 (7.49×), 83\u00a0% of the speedup at 46\u00a0% of the cost");
        QTest::newRow("wraps") << QStringLiteral(
            "Speedup against the number of workers, book ring all-reduce: T_comp 1 s, alpha 0.8 ms, beta 40 ms. "
            "Fastest at p* = 34, knee at 9; from 13 workers on communication costs more than compute, and what "
            "is added after that mostly waits.");
        QTest::newRow("lines") << QStringLiteral("one\ntwo, which is longer\n\nfour ");
        QTest::newRow("a long word") << QStringLiteral(
            "/a/folder/whose-name-goes-on-and-on-without-a-place-to-break-it/and-a-file.scalewright");
        QTest::newRow("ampersand") << QStringLiteral("cut & dried, A&B, 3 < 4");
        QTest::newRow("accents") << QStringLiteral("Größe, naïve, ≤ 4 µs → Ελληνικά, кириллица");
    }
    void textPaintsLikeQLabel()
    {
        QFETCH(const QString, words);
        QLineEdit field;
        for (const TextStyle style : {TextStyle::Page, TextStyle::Label, TextStyle::Small})
            for (const bool isBold : {false, true})
                for (const bool wraps : {false, true})
                    for (const int state : {0, 1, 2, 3, 4}) {
                        Text text(QStringLiteral("something else before"), style, ColorRole::Ink, isBold);
                        static_cast<void>(text.sizeHint());
                        text.setText(words);
                        QLabel label(withNoBreakSpaces(words));
                        label.setTextFormat(Qt::PlainText);
                        label.setFont(text.font());
                        label.setPalette(text.palette());
                        for (QLabel* each : {static_cast<QLabel*>(&text), &label}) {
                            each->setWordWrap(wraps);
                            if (state == 1)
                                each->setContentsMargins(8, 1, 3, 0);
                            if (state == 2) {
                                each->setAlignment(Qt::AlignRight | Qt::AlignTop);
                                each->setMinimumWidth(50);
                            }
                            if (state == 3) {
                                each->setAlignment(Qt::AlignHCenter | Qt::AlignBottom);
                                each->setMaximumWidth(200);
                                each->setEnabled(false);
                            }
                            if (state == 4)
                                each->setBuddy(&field);
                        }
                        const auto hints = [&](const QString& sizeHints) {
                            const QString location =
                                QStringLiteral("%1 wraps %2 state %3").arg(sizeHints).arg(wraps).arg(state);
                            QVERIFY2(text.sizeHint() == label.sizeHint() &&
                                         text.minimumSizeHint() == label.minimumSizeHint(),
                                     qPrintable(location));
                            for (const int width : {1, 60, 150, 301, 640, 2000})
                                QVERIFY2(text.heightForWidth(width) == label.heightForWidth(width),
                                         qPrintable(location + QString::number(width)));
                        };
                        hints(QStringLiteral("fresh"));
                        for (const QSize size : {label.sizeHint(), QSize(120, 40), QSize(333, 90)}) {
                            text.resize(size);
                            label.resize(size);
                            QCOMPARE(text.grab().toImage(), label.grab().toImage());
                        }
                        for (QLabel* each : {static_cast<QLabel*>(&text), &label}) {
                            QFont other = each->font();
                            other.setPixelSize(other.pixelSize() + 5);
                            each->setFont(other);
                        }
                        hints(QStringLiteral("another font"));
                        QCOMPARE(text.grab().toImage(), label.grab().toImage());
                    }
    }

    // Away from a card's edge, the repainted area is filled without drawing the card; the pixels must be the same.
    void partialPaintingMatchesTheWholeCard()
    {
        Card card;
        card.resize(200, 120);
        const auto painted = [&](const QRegion& part) {
            QImage image(card.size(), QImage::Format_ARGB32_Premultiplied);
            image.fill(Qt::magenta);
            card.render(&image, part.boundingRect().topLeft(), part);
            return image;
        };
        const QImage wholeImage = painted(card.rect());
        for (const QRect part : {QRect(8, 8, 184, 104), QRect(50, 30, 90, 20), QRect(0, 40, 30, 30),
                                 QRect(192, 112, 8, 8), QRect(3, 3, 190, 100)})
            QCOMPARE(painted(part).copy(part), wholeImage.copy(part));
    }

    // A new text with the same height does not request a layout; one with another height does.
    void steadyWidgetReportsOnlyItsHeight()
    {
        class LayoutRequestCounter : public QObject {
        public:
            int count = 0;
            bool eventFilter(QObject*, QEvent* event) override
            {
                count += event->type() == QEvent::LayoutRequest;
                return false;
            }
        } requestCounter;
        QWidget page;
        auto* text = new Text(QStringLiteral("p* 34"), TextStyle::Small);
        text->setWordWrap(true);
        auto* place = new StableHeightHolder(text);
        auto* below = new QPushButton(QStringLiteral("below"));
        auto* column = new QVBoxLayout(&page);
        column->addWidget(place);
        column->addWidget(below);
        column->addStretch();
        page.resize(200, 400);
        page.show();
        QVERIFY(QTest::qWaitForWindowExposed(&page));
        QApplication::processEvents();
        page.installEventFilter(&requestCounter);
        const auto setTextAndCount = [&](const QString& words) {
            text->setText(words);
            for (int i = 0; i < 3; ++i)
                QApplication::processEvents();
            return std::exchange(requestCounter.count, 0);
        };
        const int top = below->y(), line = text->height();
        QCOMPARE(setTextAndCount(QStringLiteral("p* 7, and as high")), 0);
        QCOMPARE(text->geometry(), place->rect());
        QCOMPARE(below->y(), top);
        QVERIFY(setTextAndCount(QStringLiteral(
                    "p* 34, which is the fastest, and so much more of it that it takes several lines")) > 0);
        QVERIFY(text->height() >= 2 * line);
        QCOMPARE(text->height(), text->heightForWidth(text->width()));
        QCOMPARE(below->y() - top, text->height() - line);
        QVERIFY(setTextAndCount(QStringLiteral("p* 34")) > 0);
        QCOMPARE(below->y(), top);
        // It does not widen the page, and follows the page's width.
        QCOMPARE(page.minimumSizeHint().width(), below->minimumSizeHint().width() + column->contentsMargins().left() +
                                                     column->contentsMargins().right());
        page.resize(300, 400);
        QApplication::processEvents();
        QCOMPARE(text->width(), place->width());
        QVERIFY(text->width() > 250);
    }

    void longTextIsElided()
    {
        Text text(QStringLiteral("a label that is much too long for its place"), TextStyle::Label, ColorRole::Ink,
                  true);
        const int naturalWidth = text.minimumSizeHint().width();
        text.setElided(true);
        QVERIFY(text.minimumSizeHint().width() < naturalWidth / 2);
    }
};

SCALEWRIGHT_TEST(tst_theme)
#include "tst_theme.moc"
