// SPDX-License-Identifier: GPL-3.0-or-later
// One slide of a lecture, shown over the whole window: one claim, one chart, one control.
//
// Arrows, Space, Page Up/Down, Home and End turn pages; B and . blank the screen; G hides and reveals the prediction,
// digits type a guess, T counts the audience's guesses as dots; N shows the speaker's notes, I the sources of the
// numbers; W opens the page behind the slide; Escape leaves. A widget that was clicked or reached with Tab receives the
// arrow keys until Escape is pressed. The view presents the document passed to it: the caller must revert changes made
// during the presentation (Document::startPresentation).
#pragma once

#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

#include "core/output/answers/deck.h"
#include "core/output/lecture/lecture.h"
#include "ui/charts/typed_guess.h"
#include "ui/page/slide_show.h"
#include "ui/present/slide_charts.h"
#include "ui/present/slide_layout.h"

class QLabel;

namespace scalewright::ui {

class Chart;
class PlanMarkerController;
class SlideControl;
class SlideDrawing;
class SpeakerNotes;

class DeckView : public SlideShow {
    Q_OBJECT

public:
    explicit DeckView(Document& document, QWidget* parent = nullptr);
    ~DeckView() override;

    [[nodiscard]] Result<void> present(const Lecture& lecture, std::size_t index) override;
    void end() override;
    [[nodiscard]] bool isGuessing() const { return m_state.isHidden; }

    [[nodiscard]] int slideCount() const { return m_lecture ? static_cast<int>(m_lecture->keys.size()) : 0; }
    [[nodiscard]] int slideIndex() const { return static_cast<int>(m_index); }
    [[nodiscard]] const Slide& slide() const { return m_slide; }
    [[nodiscard]] const SlideState& state() const { return m_state; }
    [[nodiscard]] QString claimText() const;  ///< as displayed
    [[nodiscard]] QFont claimFont() const;
    [[nodiscard]] const SlideLayout& slideLayout() const { return m_slideLayout; }
    [[nodiscard]] bool isBlank() const { return !m_blankScreen.isNull(); }
    void setGuessing(bool guessing);

    [[nodiscard]] Chart& chart() const { return *m_chart; }
    [[nodiscard]] SpeakerNotes& notes() const { return *m_footerNotes; }  ///< at the bottom of the slide

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    enum class FooterContent { Empty, Notes, Sources };

    [[nodiscard]] StoryQuestion storyQuestion(bool withFindings) const;
    [[nodiscard]] std::optional<Slide> currentSlide() const;
    [[nodiscard]] QString nextClaim() const;
    void refresh();
    [[nodiscard]] QString fullClaim() const;
    void updateLayout();
    void updateFooter();
    void toggleFooter(FooterContent footer);
    void setScreenBlank(bool blank);
    void showHint(const QString& text);
    void stepSlide(int delta);
    void handleEscape();
    void goToWorkbench();
    void addGuess(int p);
    void openNotesWindow();
    bool handleKey(int key);
    bool handleGuessKey(int key);
    bool handlePageKey(int key);
    [[nodiscard]] bool hasActiveWidget() const;

    Document& m_document;
    const Lecture* m_lecture = nullptr;  ///< nullptr while nothing is presented
    std::size_t m_index = 0;
    SlideKind m_kind = SlideKind::Prediction;
    std::string m_headline;  ///< of the unchanged project's answer; a custom claim refers to it
    Slide m_slide;
    SlideState m_state;
    QString m_typedDigits;  ///< digits typed so far of a guess to be counted
    TypedGuess m_typedGuess;  ///< digits typed for the guess marker
    FooterContent m_footer = FooterContent::Empty;
    SlideLayout m_slideLayout;

    QLabel* m_claimLabel;
    QLabel* m_hintLabel;
    Chart* m_chart;
    PlanMarkerController* m_planMarker;
    SlideDrawing* m_drawing;
    SlideControl* m_control;
    SpeakerNotes* m_footerNotes;
    std::unique_ptr<SpeakerNotes> m_notesWindow;  ///< on the second screen
    QPointer<QWidget> m_activeWidget;  ///< the widget that was clicked or reached with Tab, until Escape is pressed
    QPointer<QWidget> m_blankScreen;
};

}  // namespace scalewright::ui
