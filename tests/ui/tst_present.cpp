// SPDX-License-Identifier: GPL-3.0-or-later
// The slides for an audience: their claims, sizes and keys, and that they leave nothing behind.
#include <QAccessible>
#include <QAction>
#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include "app/window/pages.h"
#include "app/window/slide_tools.h"
#include "core/decision/analysis/analysis.h"
#include "core/output/chart/chart_layout.h"
#include "core/output/lecture/lecture.h"
#include "core/project/document/project_fields.h"
#include "core/project/document/project_file.h"
#include "tests/support/child.h"
#include "tests/support/files.h"
#include "tests/support/projects.h"
#include "tests/support/registry.h"
#include "ui/figure/chart.h"
#include "ui/present/deck_pdf.h"
#include "ui/present/deck_view.h"
#include "ui/present/slide_control.h"
#include "ui/present/slide_drawing.h"
#include "ui/present/slides_dialog.h"
#include "ui/present/speaker_notes.h"
#include "ui/quantity/log_slider.h"
#include "ui/shell/export.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/theme/theme.h"
#include "ui/words/diagnosis_words.h"

using namespace scalewright;
using namespace scalewright::ui;

namespace {

QStringList shippedProjects()
{
    QStringList paths;
    for (const QFileInfo& file : QDir(test::sourceFile(QStringLiteral("resources/examples")))
                                     .entryInfoList({QStringLiteral("*.scalewright")}, QDir::Files))
        paths << file.filePath();
    return paths;
}

/// A project of the user's own in a folder, and the lecture file next to it.
struct OwnFolder {
    QString project, path;

    explicit OwnFolder(const QTemporaryDir& folder)
        : project(folder.filePath(QStringLiteral("own.scalewright"))),
          path(folder.filePath(QStringLiteral("lecture.json")))
    {
        test::setContent(project,
                         QByteArray::fromStdString(writeProject(test::example(QStringLiteral("output-41.4.1")))));
    }
    void write(const QByteArray& keys) const
    {
        test::setContent(path,
                         R"({"format": "scalewright-lecture", "version": 1, "title": "mine", "keys": )" + keys + "}");
    }
    [[nodiscard]] LectureFile lecture() const
    {
        return parseLecture(test::contentOf(path).toStdString()).value_or(LectureFile{});
    }
};

/// A window showing the slides of an example.
struct Talk {
    Document document;
    std::unique_ptr<MainWindow> window;

    explicit Talk(Project project = test::example(QStringLiteral("output-41.4.1")))
    {
        document.restore(std::move(project), {}, {});
        window = std::make_unique<MainWindow>(document, allPages());
        window->setSlideTools(slideTools());
        window->resize(1280, 720);
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
    }
    DeckView& begin()
    {
        window->activateWindow();  // a dialog may have been active
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
        type(Qt::Key_F5);
        return deck();
    }
    [[nodiscard]] DeckView& deck() const { return static_cast<DeckView&>(*window->slideShow()); }
    void type(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : window.get(), key, modifiers);
    }
    /// Shows the slide of that kind; false if none exists.
    bool show(SlideKind kind)
    {
        for (int i = 0; i < deck().slideCount(); ++i) {
            type(static_cast<Qt::Key>(Qt::Key_1 + i));
            if (deck().slide().kind == kind)
                return true;
        }
        return false;
    }
    /// The editor of the slides; nullptr if it does not open.
    SlidesDialog* openEditor()
    {
        window->action(QStringLiteral("slides-edit"))->trigger();
        for (auto* dialog : window->findChildren<SlidesDialog*>())
            if (dialog->isVisible() && QTest::qWaitForWindowActive(dialog))
                return dialog;
        return nullptr;
    }
    [[nodiscard]] double alpha() const { return fieldValue(document.project(), "/target/alpha_s")->value; }
};

/// Every text in the widget that can be seen, hovered or read aloud.
QStringList slideTexts(const QWidget& widget)
{
    QStringList texts{widget.accessibleName(), widget.accessibleDescription(), widget.toolTip(), widget.windowTitle()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        texts << label->text();
    if (const auto* chart = qobject_cast<const Chart*>(&widget); chart && chart->isVisible()) {
        for (const PlacedLabel& label : chart->drawnLayout().labels)
            texts << QString(label.text) << QString(label.subText);
        texts << chart->texts().title << chart->texts().summary << chart->texts().caption << chart->omittedLabels();
    }
    for (const QObject* child : widget.children())
        if (const auto* each = qobject_cast<const QWidget*>(child); each && each->isVisibleTo(&widget))
            texts << slideTexts(*each);
    return texts;
}

int countPdfPages(const QByteArray& pdf)
{
    static const QRegularExpression page(QStringLiteral("/Type\\s*/Page\\b(?!s)"));
    auto each = page.globalMatch(QString::fromLatin1(pdf));
    int pages = 0;
    while (each.hasNext()) {
        each.next();
        ++pages;
    }
    return pages;
}

}  // namespace

class tst_present : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder->path());
        Theme::instance().setTypeScale(1);
        Theme::instance().setDark(false);
        QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support )")));
    }

    // One to nine slides, each with the headline of its answer and a drawing, and as many pages in the PDF.
    void everyExample()
    {
        for (const QString& path : shippedProjects()) {
            Document document;
            QVERIFY2(document.openCopy(path), qPrintable(path));
            const Result<Lecture> slides = presentedSlides(document, {}, allPages());
            QVERIFY2(slides && slides->keys.size() >= 1 && slides->keys.size() <= maximumLectureKeys, qPrintable(path));
            DeckView deck(document);
            deck.resize(1280, 720);
            deck.show();
            for (std::size_t i = 0; i < slides->keys.size(); ++i) {
                QVERIFY2(deck.present(*slides, i), qPrintable(path));
                const QByteArray slideName = (path + QLatin1Char(' ') + deck.claimText()).toUtf8();
                QVERIFY2(!deck.claimText().isEmpty(), slideName.constData());
                QCOMPARE(deck.claimText().toStdString(), deck.slide().answer.headline);
                const SlideContent content =
                    slideContent(deck.slide().kind, document.project(), document.analysis(), {});
                QVERIFY2((content.chart && content.chart->emptyText.empty()) ||
                             (content.bars && !content.bars->bars.empty()) ||
                             (content.chips && !content.chips->chips.empty()),
                         slideName.constData());
                // The parts of the slide are one below the other and within it.
                const SlideLayout& layout = deck.slideLayout();
                QVERIFY2(layout.claimRect.bottom() <= layout.chartRect.top() &&
                             layout.chartRect.bottom() <= layout.footRect.top() &&
                             QRectF(deck.rect()).contains(layout.chartRect) && layout.chartRect.height() > 300,
                         slideName.constData());
            }
            const Result<QByteArray> pdf = deckPdf(document, *slides);
            QVERIFY2(pdf && pdf->startsWith("%PDF"), qPrintable(path));
            QCOMPARE(countPdfPages(*pdf), deck.slideCount());
            QVERIFY(pdf->contains("[0 0 960 540]") || pdf->contains("[0 0 960.000000 540.000000]"));
        }
    }

    // At 1080 lines, the claim is at least 44 px high and all text in a chart at least 26.
    void typeIsLegibleFromTheLastRow()
    {
        Document document;
        document.restore(test::example(QStringLiteral("output-41.7.2")), {}, {});
        const Result<Lecture> slides = presentedSlides(document, {}, allPages());
        QVERIFY(slides);
        DeckView deck(document);
        deck.resize(1920, 1080);
        deck.show();
        for (std::size_t i = 0; i < slides->keys.size(); ++i) {
            QVERIFY(deck.present(*slides, i));
            QVERIFY(deck.claimFont().pixelSize() >= 44);
            QVERIFY(deck.claimFont().bold());
            for (const TextStyle style :
                 {TextStyle::Page, TextStyle::CardTitle, TextStyle::Body, TextStyle::Label, TextStyle::Small})
                QVERIFY(deck.slideLayout().look.font(style).pixelSize() >= 26);
            QCOMPARE(test::child<SlideDrawing>(deck).look(), deck.slideLayout().look);
            if (deck.chart().isVisible())
                for (const PlacedLabel& label : deck.chart().drawnLayout().labels)
                    QVERIFY2(label.rect.height() >= 26, label.text.c_str());
        }
        deck.resize(1280, 720);
        QVERIFY(deck.claimFont().pixelSize() >= 29);  // two thirds
    }

    void keysWalk()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        QVERIFY(deck.isVisible() && talk.window->isFullScreen());
        const int last = deck.slideCount() - 1;
        QVERIFY(last >= 2);
        talk.type(Qt::Key_Right);
        QCOMPARE(deck.slideIndex(), 1);
        talk.type(Qt::Key_Space);
        QCOMPARE(deck.slideIndex(), 2);
        talk.type(Qt::Key_PageUp);
        QCOMPARE(deck.slideIndex(), 1);
        talk.type(Qt::Key_Left);
        talk.type(Qt::Key_Left);
        QCOMPARE(deck.slideIndex(), 0);
        talk.type(Qt::Key_End);
        QCOMPARE(deck.slideIndex(), last);
        talk.type(Qt::Key_PageDown);
        QCOMPARE(deck.slideIndex(), last);
        talk.type(Qt::Key_Home);
        QCOMPARE(deck.slideIndex(), 0);
        talk.type(Qt::Key_Escape);
        QVERIFY(!talk.window->slideShow() && !deck.isVisible() && !talk.window->isFullScreen());
    }

    void blank()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        for (const Qt::Key key : {Qt::Key_B, Qt::Key_Period}) {
            talk.type(key);
            QVERIFY(deck.isBlank());
            const QImage picture = deck.grab().toImage();
            QCOMPARE(picture.pixelColor(picture.rect().center()), QColor(Qt::black));
            talk.type(Qt::Key_Right);
            QVERIFY(!deck.isBlank());
            QCOMPARE(deck.slideIndex(), 0);  // the key only restored the screen
        }
    }

    // A slider takes the arrow keys after a click, and Escape releases them; at the end the document is unchanged.
    void leavesNothingBehind()
    {
        Talk talk;
        Project edited = talk.document.project();
        edited.plan.p = 13;
        talk.document.edit(QStringLiteral("plan p"), edited);
        const std::string before = writeProject(talk.document.project());
        DeckView& deck = talk.begin();
        QVERIFY(talk.show(SlideKind::Prediction));
        LogSlider& slider = test::child<SlideControl>(deck).slider();
        QVERIFY(slider.isVisible());
        const double alpha = talk.alpha();
        const int at = deck.slideIndex();
        QTest::mouseClick(&slider, Qt::LeftButton, {}, QPoint(slider.width() * 3 / 4, slider.height() / 2));
        QVERIFY(talk.alpha() > alpha);
        const double clicked = talk.alpha();
        const QString claim = deck.claimText();
        talk.type(Qt::Key_Right);
        QVERIFY(talk.alpha() > clicked);
        QCOMPARE(deck.slideIndex(), at);
        QVERIFY(deck.claimText().toStdString() == deck.slide().answer.headline);
        talk.type(Qt::Key_Escape);
        talk.type(Qt::Key_Left);
        QVERIFY(deck.slideIndex() == at - 1);
        QVERIFY(writeProject(talk.document.project()) != before);
        talk.type(Qt::Key_Escape);
        QVERIFY(!talk.window->slideShow());
        QCOMPARE(QByteArray::fromStdString(writeProject(talk.document.project())), QByteArray::fromStdString(before));
        QVERIFY(talk.document.canUndo() && talk.document.isModified());
        QVERIFY(talk.window->notice().isVisible());  // the result can still be opened
        QVERIFY(!talk.document.isPresenting());
    }

    // While the audience guesses, the claim, the chart and the screen-reader text contain neither 34 nor 7.49 nor the
    // plan's numbers.
    void hiddenAnswersStayHidden()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        QVERIFY(talk.show(SlideKind::Prediction));
        const QString claim = deck.claimText();
        talk.type(Qt::Key_N);
        QVERIFY(deck.notes().isVisible());
        talk.type(Qt::Key_G);
        QVERIFY(deck.isGuessing() && deck.claimText() != claim);
        QVERIFY(!deck.notes().isVisible());
        static const QRegularExpression answer(QStringLiteral("\\b(34|7[.]49|5[.]30|71)\\b"));
        for (const QString& text : slideTexts(deck))
            QVERIFY2(!text.contains(answer) && !text.contains(claim), qPrintable(text));
        QVERIFY(deck.chart().spec().series.empty() || deck.chart().spec().series.front().isReference);
        talk.type(Qt::Key_W);  // pages tell it
        QVERIFY(deck.isVisible());
        talk.type(Qt::Key_PageDown);  // the other slides would reveal the answer too, so it is revealed first
        QVERIFY(!deck.isGuessing());
        QCOMPARE(deck.claimText(), claim);
        QVERIFY(slideTexts(deck).join(QLatin1Char(' ')).contains(QStringLiteral("34")));
    }

    // Digits enter the guess; an arrow reveals the answer and then turns the page, as on every slide.
    void acceptsTypedGuesses()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        QVERIFY(talk.show(SlideKind::Prediction));
        const int at = deck.slideIndex();
        talk.type(Qt::Key_G);
        for (const Qt::Key key : {Qt::Key_3, Qt::Key_4})
            talk.type(key);
        QCOMPARE(deck.state().guess, std::optional<int>(34));
        QVERIFY(deck.isGuessing() && deck.slideIndex() == at);
        talk.type(Qt::Key_Backspace);
        QCOMPARE(deck.state().guess, std::optional<int>(3));
        talk.type(Qt::Key_Right);
        QVERIFY(!deck.isGuessing());
        QCOMPARE(deck.slideIndex(), at);
        QCOMPARE(deck.state().guess, std::optional<int>(3));
        talk.type(Qt::Key_Right);
        QCOMPARE(deck.slideIndex(), at + 1);
    }

    void tally()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        QVERIFY(talk.show(SlideKind::Prediction));
        talk.type(Qt::Key_T);  // works only while the answer is hidden
        QVERIFY(!deck.state().isTallying);
        talk.type(Qt::Key_G);
        talk.type(Qt::Key_T);
        QVERIFY(deck.state().isTallying);
        for (const Qt::Key key : {Qt::Key_2, Qt::Key_0, Qt::Key_Return, Qt::Key_2, Qt::Key_0, Qt::Key_Enter, Qt::Key_0,
                                  Qt::Key_Return, Qt::Key_5, Qt::Key_Return, Qt::Key_Backspace})
            talk.type(key);
        QCOMPARE(deck.state().guesses, (std::vector<int>{20, 20}));  // 0 is not a valid p, and 5 was deleted
        Chart& chart = deck.chart();
        QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.toPixel(64, 2).toPoint());
        QCOMPARE(deck.state().guesses.size(), std::size_t(3));
        QVERIFY(std::abs(deck.state().guesses.back() - 64) <= 1);
        const auto dots = [&] {
            return std::count_if(chart.spec().points.begin(), chart.spec().points.end(),
                                 [](const PointSpec& point) { return point.id.starts_with("guess"); });
        };
        QCOMPARE(dots(), 3);
        talk.type(Qt::Key_G);
        QCOMPARE(dots(), 2);  // on the curve, one dot per p
        for (const PointSpec& point : chart.spec().points)
            if (point.id == QStringLiteral("guess-20"))
                QCOMPARE(point.y, talk.document.analysis().prediction->row(20).speedup);
        QVERIFY(*chart.spec().x.high >= 64);
        talk.type(Qt::Key_G);
        QVERIFY(deck.state().guesses.empty());  // another round
    }

    // Shows the sources of the numbers; opens the page behind the slide and returns, keeping the changed values.
    void sourcesAndWorkbench()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        QVERIFY(talk.show(SlideKind::Prediction));
        talk.type(Qt::Key_I);
        QVERIFY(deck.notes().isVisible());
        QVERIFY2(deck.notes().text().contains(QStringLiteral("alpha")), qPrintable(deck.notes().text()));
        const int notesTop = deck.notes().y();
        QVERIFY(test::child<SlideControl>(deck).geometry().bottom() <= notesTop);
        talk.type(Qt::Key_I);
        QVERIFY(!deck.notes().isVisible());
        const int at = deck.slideIndex();
        talk.type(Qt::Key_W);
        QVERIFY(!deck.isVisible() && talk.window->slideShow());
        QCOMPARE(talk.window->currentPageId(), QStringLiteral("predict"));
        QVERIFY(talk.window->page(QStringLiteral("predict"))->isVisible());
        talk.type(Qt::Key_W);
        QVERIFY(deck.isVisible());
        QCOMPARE(deck.slideIndex(), at);
        QVERIFY(!talk.window->page(QStringLiteral("predict"))->isVisible());
    }

    // With a second screen the notes are shown from the start, on any slide; with only one, N shows them.
    void showsNotesOnASecondScreen()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        SpeakerNotes* speakerNotes = nullptr;
        for (QWidget* each : QApplication::topLevelWidgets())
            if (auto* notes = qobject_cast<SpeakerNotes*>(each))
                speakerNotes = notes;
        QCOMPARE(speakerNotes != nullptr, QGuiApplication::screens().size() > 1);
        QVERIFY(!deck.notes().isVisible());
        if (!speakerNotes)
            QSKIP("there is one screen");
        QVERIFY(speakerNotes->isVisible() && speakerNotes->screen() != deck.screen());
        QVERIFY(talk.show(SlideKind::Prediction));
        talk.type(Qt::Key_G);
        QVERIFY(speakerNotes->text().contains(QString::fromStdString(deck.slide().answer.next.text).toHtmlEscaped()));
        talk.window->setLecture(false);
        for (QWidget* each : QApplication::topLevelWidgets())
            QVERIFY(!qobject_cast<SpeakerNotes*>(each));
    }

    // Opening another document while the slides are paused behind the workbench ends them.
    void anotherDocumentEndsTheSlides()
    {
        Talk talk;
        talk.begin();
        QVERIFY(talk.show(SlideKind::Prediction));
        talk.type(Qt::Key_W);
        QVERIFY(talk.window->slideShow() && talk.window->notice().isVisible());
        talk.document.restore(test::example(QStringLiteral("output-41.7.2")), {}, {});
        QVERIFY(!talk.window->slideShow() && !talk.document.isPresenting());
        QVERIFY(!talk.window->isFullScreen());
        DeckView& deck = talk.begin();
        QVERIFY(deck.isVisible());
        QVERIFY(talk.show(SlideKind::Measurement));
    }

    // Without an answer there are no slides, and the missing input is reported.
    void reportsWhyThereAreNoSlides()
    {
        Talk talk{Project()};
        talk.type(Qt::Key_F5);
        QVERIFY(!talk.window->slideShow());
        QVERIFY(talk.window->notice().isVisible() && !talk.document.isPresenting());
        QVERIFY(talk.window->page(talk.window->currentPageId())->isVisible());
        Document empty;
        QVERIFY(!deckPdf(empty, {}).has_value() && !presentedSlides(empty, {}, {}).has_value());
    }

    // The editor starts with the slides of the story. Removed, reordered, reworded and added slides are saved in
    // lecture.json, and both F5 and the number keys show them; a claim is replaced when the numbers change.
    void editedSlidesAreSaved()
    {
        OwnFolder own(*m_folder);
        Talk talk;
        QVERIFY(talk.document.open(own.project));
        SlidesDialog* dialog = talk.openEditor();
        QVERIFY(dialog);
        const auto child = [dialog](const char* name) { return QLatin1String(name); };
        auto& list = *dialog->findChild<QListWidget*>(child("slide-list"));
        const auto press = [&](const char* name) { dialog->findChild<QPushButton*>(child(name))->click(); };
        const auto replaceText = [&](const char* name, const char* text) {
            auto& field = *dialog->findChild<QLineEdit*>(child(name));
            field.setFocus();
            field.selectAll();
            QTest::keyClicks(&field, QLatin1String(text));
        };
        const int count = list.count();
        int prediction = -1;
        for (int i = 0; i < count; ++i)
            if (dialog->lecture().keys[static_cast<std::size_t>(i)].slideName == "prediction")
                prediction = i;
        QVERIFY(count >= 3 && prediction >= 0 && prediction < count - 1);
        list.setCurrentRow(prediction);
        replaceText("slide-title", "How many?");
        replaceText("slide-claim", "Nine will do.");
        while (dialog->findChild<QPushButton*>(child("slide-later"))->isEnabled())
            press("slide-later");
        QCOMPARE(list.currentRow(), count - 1);
        dialog->activateWindow();
        QTRY_COMPARE(QApplication::activeWindow(), dialog);
        list.setFocus();
        QTest::keyClick(&list, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(list.currentRow(), count - 2);
        QTest::keyClick(&list, Qt::Key_Down, Qt::AltModifier);
        list.setCurrentRow(0);
        const std::string removed = dialog->lecture().keys.front().slideName;
        QTest::keyClick(&list, Qt::Key_Delete);
        QCOMPARE(list.count(), count - 1);
        list.setCurrentRow(count - 2);
        dialog->findChild<QPushButton*>(child("slide-add"))->menu()->actions().front()->trigger();  // this page
        QCOMPARE(list.count(), count);
        dialog->accept();

        const LectureFile saved = own.lecture();
        QCOMPARE(saved.keys.size(), static_cast<std::size_t>(count));
        QVERIFY(std::none_of(saved.keys.begin(), saved.keys.end(),
                             [&](const LectureEntry& key) { return key.slideName == removed; }));
        const LectureEntry& reworded = saved.keys[saved.keys.size() - 2];
        QVERIFY(reworded.title == "How many?" && reworded.slideClaim == "Nine will do." &&
                reworded.slideName == "prediction");
        QCOMPARE(saved.keys.back().page, talk.window->currentPageId().toStdString());

        DeckView& deck = talk.begin();
        QCOMPARE(deck.slideCount(), count);
        talk.type(static_cast<Qt::Key>(Qt::Key_1 + count - 2));
        QCOMPARE(deck.claimText(), QStringLiteral("Nine will do."));
        QTest::mouseClick(&test::child<SlideControl>(deck).slider(), Qt::LeftButton, {},
                          QPoint(test::child<SlideControl>(deck).slider().width() / 4, 8));
        QVERIFY(deck.claimText() != QStringLiteral("Nine will do."));
        talk.window->setLecture(false);
        QCOMPARE(own.lecture(), saved);

        // The editor opens the file that it wrote, and writes it again without asking.
        talk.window->notice().dismiss();
        dialog = talk.openEditor();
        QVERIFY(dialog);
        QCOMPARE(dialog->lecture(), saved);
        dialog->findChild<QListWidget*>(child("slide-list"))->setCurrentRow(0);
        dialog->findChild<QPushButton*>(child("slide-remove"))->click();
        dialog->accept();
        QCOMPARE(own.lecture().keys.size(), saved.keys.size() - 1);
    }

    // Any page becomes a key with the values that differ from the project's file.
    void addsThePageAsAKey()
    {
        OwnFolder own(*m_folder);
        Talk talk;
        QVERIFY(talk.document.open(own.project));
        QVERIFY(talk.window->showPage(QStringLiteral("cost")));
        talk.window->action(QStringLiteral("add-key"))->trigger();
        QCOMPARE(own.lecture().keys.size(), std::size_t(1));
        QVERIFY(own.lecture().keys.front().fieldValues.empty());

        Project edited = talk.document.project();
        QVERIFY(setFieldText(edited, "/target/alpha_s", "8 ms"));
        edited.plan.p = 13;
        talk.document.edit(QStringLiteral("what if"), edited);
        QVERIFY(talk.window->showPage(QStringLiteral("predict")));
        talk.window->page(QStringLiteral("predict"))->setGuessing(true);
        talk.window->action(QStringLiteral("add-key"))->trigger();
        talk.window->page(QStringLiteral("predict"))->setGuessing(false);
        const LectureFile saved = own.lecture();
        QCOMPARE(saved.keys.size(), std::size_t(2));
        QCOMPARE(saved.keys.back().page, std::string("predict"));
        QVERIFY(saved.keys.back().hidesAnswer);
        QCOMPARE(saved.keys.back().fieldValues, (Json::Object{{"/target/alpha_s", "8 ms"}, {"/plan/p", Json(13.0)}}));

        // Another window shows the keys: 1 the project as saved, 2 with the values set.
        Talk other;
        QVERIFY(other.document.open(own.project));
        other.type(Qt::Key_F11);
        other.type(Qt::Key_2);
        QCOMPARE(other.window->currentPageId(), QStringLiteral("predict"));
        QCOMPARE(other.alpha(), 0.008);
        QCOMPARE(other.document.project().plan.p, std::optional<int>(13));
        QVERIFY(other.window->page(QStringLiteral("predict"))->isGuessing());
        other.type(Qt::Key_G);
        other.type(Qt::Key_1);
        QCOMPARE(other.window->currentPageId(), QStringLiteral("cost"));
        QCOMPARE(other.alpha(), 0.0008);
        other.window->setLecture(false);
        QCOMPARE(own.lecture(), saved);
    }

    // A file that was made elsewhere, or changed elsewhere since it was opened, is changed only after a question.
    void asksBeforeOverwriting()
    {
        OwnFolder own(*m_folder);
        own.write(R"([{"title": "mine", "project": "own.scalewright", "page": "predict", "note": "kept"}])");
        const LectureFile mine = own.lecture();
        Talk talk;
        QVERIFY(talk.document.open(own.project));
        const auto add = [&] { talk.window->action(QStringLiteral("add-key"))->trigger(); };
        const auto answer = [&](int button) {
            const QList<QPushButton*> buttons = talk.window->notice().findChildren<QPushButton*>();
            buttons.at(button)->click();
            QApplication::processEvents();
        };
        add();
        QVERIFY(talk.window->notice().isVisible());
        QCOMPARE(own.lecture(), mine);
        answer(2);  // keep the file
        QCOMPARE(own.lecture(), mine);
        add();
        answer(0);
        LectureFile added = own.lecture();
        QCOMPARE(added.keys.size(), std::size_t(2));
        QCOMPARE(added.keys.front(), mine.keys.front());
        QVERIFY(!added.keys.front().unknownMembers.empty());
        add();  // now the window knows the file
        QCOMPARE(own.lecture().keys.size(), std::size_t(3));

        // Changed by another program while the editor is open.
        talk.window->notice().dismiss();
        SlidesDialog* dialog = talk.openEditor();
        QVERIFY(dialog);
        own.write(R"([{"title": "theirs", "project": "own.scalewright", "page": "cost"}])");
        const LectureFile theirs = own.lecture(), edited = dialog->lecture();
        dialog->accept();
        QVERIFY(talk.window->notice().isVisible());
        QCOMPARE(own.lecture(), theirs);
        answer(0);
        QCOMPARE(own.lecture(), edited);

        // A file that cannot be read is never changed.
        test::setContent(own.path, "not a lecture");
        add();
        QCOMPARE(test::contentOf(own.path), QByteArray("not a lecture"));
        QVERIFY(!talk.openEditor());
    }

    // Without a file of its own the project is saved first.
    void asksForAFolder()
    {
        Talk talk;
        talk.window->action(QStringLiteral("add-key"))->trigger();
        QVERIFY(talk.window->notice().isVisible());
        QVERIFY(!talk.openEditor());
    }

    // An arrow keeps a change of the project, a number key starts again.
    void arrowsKeepChanges()
    {
        Talk talk;
        DeckView& deck = talk.begin();
        QVERIFY(talk.show(SlideKind::Prediction));
        const double alpha = talk.alpha();
        LogSlider& slider = test::child<SlideControl>(deck).slider();
        QTest::mouseClick(&slider, Qt::LeftButton, {}, QPoint(slider.width() * 3 / 4, slider.height() / 2));
        const double changed = talk.alpha();
        QVERIFY(changed > alpha);
        talk.type(Qt::Key_Escape);
        talk.type(Qt::Key_Right);
        QCOMPARE(talk.alpha(), changed);
        talk.type(Qt::Key_1);
        QCOMPARE(talk.alpha(), alpha);
    }

    // Without a ladder and a price, the slide about a change shows the speedup before and after it, each with its best p.
    void changeShowsTwoCurves()
    {
        const Project project = test::output4141();
        const Analysis analysis = analyse(project);
        const SlideContent content = slideContent(SlideKind::Change, project, analysis, {});
        QVERIFY(content.chart.has_value());
        QCOMPARE(std::count_if(content.chart->series.begin(), content.chart->series.end(),
                               [](const SeriesSpec& series) { return !series.isReference; }),
                 2);
        QStringList labels;
        for (const PointSpec& point : content.chart->points)
            labels << QString(point.label);
        // Output 41.4.1: p* 34, and 11 at ten times the latency.
        QVERIFY2(labels.contains(QStringLiteral("34 workers")) && labels.contains(QStringLiteral("11 workers")),
                 qPrintable(labels.join(QLatin1Char('|'))));
    }

    // The slider shows the value of the changed curve, ten times the project's own, and sets a tenth of what it shows.
    void changeSliderShowsTheChangedValue()
    {
        const Project project = test::output4141();
        const SlideContent content = slideContent(SlideKind::Change, project, analyse(project), {});
        QCOMPARE(content.changedPointer, std::string("/target/alpha_s"));
        QCOMPARE(content.changeFactor, 10.0);
        Document document;
        document.restore(project, {}, {});
        SlideControl control(document);
        control.setField(content.changedPointer);
        control.setChange(content.changedPointer, content.changeFactor);
        const double alpha = project.target.alphaS->value;
        QCOMPARE(control.slider().accessibleDescription(), shortAmountText(10 * alpha, Dimension::Time));
        Q_EMIT control.slider().amountEdited(20 * alpha, EditPhase::Begin);
        Q_EMIT control.slider().amountEdited(20 * alpha, EditPhase::End);
        QCOMPARE(document.project().target.alphaS->value, 2 * alpha);
        control.setChange("/target/other", 10);
        QCOMPARE(control.slider().accessibleDescription(), shortAmountText(2 * alpha, Dimension::Time));
    }

    // A lecture key with a focus shows that slide with its own claim and control; arrows go to the next key.
    void showsTheSlideOfALectureKey()
    {
        const QString file = m_folder->filePath(QStringLiteral("own.scalewright"));
        test::setContent(file, QByteArray::fromStdString(writeProject(test::example(QStringLiteral("output-41.4.1")))));
        test::setContent(m_folder->filePath(QStringLiteral("lecture.json")),
                         R"({"format": "scalewright-lecture", "version": 1, "title": "mine", "keys": [)"
                         R"({"title": "one", "project": "own.scalewright", "focus": "prediction",)"
                         R"( "claim": "Latency decides.", "control": "/baseline/t_comp_s"},)"
                         R"({"title": "two", "project": "own.scalewright", "page": "predict"}]})");
        Talk talk;
        QVERIFY(talk.document.open(file));
        talk.type(Qt::Key_F11);
        talk.type(Qt::Key_1);
        QVERIFY(talk.window->slideShow() != nullptr);
        QCOMPARE(talk.deck().claimText(), QStringLiteral("Latency decides."));
        QCOMPARE(talk.deck().slide().controlPointer, std::string("/baseline/t_comp_s"));
        QCOMPARE(talk.deck().slideCount(), 2);
        // Number keys work on a slide as on a page; a number without a lecture key does nothing.
        talk.type(Qt::Key_5);
        QVERIFY(talk.window->slideShow() != nullptr);
        talk.type(Qt::Key_2);
        QVERIFY(talk.window->slideShow() == nullptr && talk.window->isLecture());
        QCOMPARE(talk.window->currentPageId(), QStringLiteral("predict"));
        talk.type(Qt::Key_1);
        QVERIFY(talk.window->slideShow() != nullptr);
        talk.type(Qt::Key_Right);
        QVERIFY(talk.window->slideShow() == nullptr && talk.window->isLecture());
        QCOMPARE(talk.window->currentPageId(), QStringLiteral("predict"));
        talk.window->setLecture(false);
        QVERIFY(!talk.document.isPresenting());
    }
};

SCALEWRIGHT_TEST(tst_present)
#include "tst_present.moc"
