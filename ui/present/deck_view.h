// The slides of a document over the whole window: one claim, one chart, the one control that matters.
//
// Arrows, Space, Page keys, Home and End page; B and . blank; G hides the prediction and reveals it, digits type a guess,
// T counts the room's guesses as dots; N shows the speaker's notes, I where the numbers come from; W goes to the page behind the slide;
// Escape leaves. What was clicked or reached by Tab takes the arrows until Escape. It presents the document it is given:
// whoever shows it takes back what was moved (Document::present).
#pragma once

#include <QPointer>

#include <memory>
#include <optional>
#include <vector>

#include "core/output/answers/deck.h"
#include "ui/charts/typed_guess.h"
#include "ui/page/slide_show.h"
#include "ui/present/slide_charts.h"
#include "ui/present/slide_layout.h"

class QLabel;

namespace scalewright::ui {

class Chart;
class PlanMarker;
class SlideControl;
class SlideDrawing;
class SpeakerNotes;

class DeckView : public SlideShow {
    Q_OBJECT

public:
    explicit DeckView(Document& document, QWidget* parent = nullptr);
    ~DeckView() override;

    [[nodiscard]] Result<void> begin(const Only& only) override;
    void end() override;
    [[nodiscard]] bool isGuessing() const override { return m_state.hidden; }

    [[nodiscard]] int count() const { return static_cast<int>(m_kinds.size()); }
    [[nodiscard]] int index() const { return static_cast<int>(m_at); }
    void showSlide(int index);
    [[nodiscard]] const Slide& slide() const { return m_slide; }
    [[nodiscard]] const SlideState& state() const { return m_state; }
    [[nodiscard]] QString claim() const;  ///< as it is in sight
    [[nodiscard]] QFont claimFont() const;
    [[nodiscard]] const SlideLayout& layoutShown() const { return m_layout; }
    [[nodiscard]] bool isBlank() const { return !m_blank.isNull(); }
    void setGuessing(bool guessing);

    [[nodiscard]] Chart& chart() const { return *m_chart; }
    [[nodiscard]] SlideDrawing& drawing() const { return *m_drawing; }
    [[nodiscard]] SlideControl& control() const { return *m_control; }
    [[nodiscard]] SpeakerNotes& notes() const { return *m_foot; }  ///< at the slide's foot

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    enum class Foot { Nothing, Notes, Sources };

    [[nodiscard]] StoryQuestion question(bool withFindings) const;
    [[nodiscard]] std::optional<Slide> slideAt(std::size_t index) const;
    void refresh();
    [[nodiscard]] QString wholeClaim() const;
    void layOut();
    void showFoot();
    void setFoot(Foot foot);
    void setBlank(bool blank);
    void hint(const QString& text);
    void step(int by);
    void leave();
    void goToWorkbench();
    void addGuess(int p);
    void openNotesWindow();
    bool takeKey(int key);
    bool takeGuessKey(int key);
    bool takePageKey(int key);
    [[nodiscard]] bool isTaken() const;

    Document& m_document;
    std::vector<SlideKind> m_kinds;
    std::vector<std::string> m_headlines;  ///< as each answer was at first: words of a person's own are of that
    std::size_t m_at = 0;
    Only m_only;
    Slide m_slide;
    SlideState m_state;
    QString m_typed;  ///< of a guess that is counted
    TypedGuess m_typedGuess;  ///< of the marker's
    Foot m_shownFoot = Foot::Nothing;
    SlideLayout m_layout;
    bool m_running = false;

    QLabel* m_claim;
    QLabel* m_hint;
    Chart* m_chart;
    PlanMarker* m_plan;
    SlideDrawing* m_drawing;
    SlideControl* m_control;
    SpeakerNotes* m_foot;
    std::unique_ptr<SpeakerNotes> m_window;  ///< on the second screen
    QPointer<QWidget> m_taken;  ///< what was clicked, until Escape
    QPointer<QWidget> m_blank;
};

}  // namespace scalewright::ui
