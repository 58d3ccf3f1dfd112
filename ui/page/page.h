// A page: one question, answered over the document. The shell knows pages only through this interface.
//
// A page is registered by one PageEntry in app/window/pages.cpp. It is built when it is first shown (or exported), so
// an entry answers everything the rail needs without building it. It comes with its frame: the question as its heading,
// the answer in a line, what it stands on, and below them a body that scrolls where the window is too small.
#pragma once

#include <QPointer>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

#include "core/project/document/field.h"
#include "ui/page/document_view.h"

class QHBoxLayout;
class QScrollArea;
class QVBoxLayout;

namespace scalewright::ui {

class MissingLine;
class Text;

enum class PageGroup { Whole, OneMachine, OnPaper, ProveIt, HandIn };

/// What a page stands on: nothing yet, numbers that were assumed or typed, numbers that were measured, or measurements
/// that no longer belong to the inputs beside them.
enum class PageState { Empty, Assumed, Measured, Stale };

class Page : public DocumentView {
    Q_OBJECT

public:
    /// Scrolling: heading and body are one sheet. Fixed: the heading stays, and the body is the page's to fill
    /// (scrolling()).
    enum class Frame { Scrolling, Fixed };

    Page(Document& document, const QString& question, QWidget* parent, Frame frame = Frame::Scrolling);

    /// Lecture mode's number keys: names of what 1, 2, … apply (at most nine). Empty: the keys apply the examples.
    [[nodiscard]] virtual QStringList presets() const { return {}; }
    virtual void applyPreset(int index) { Q_UNUSED(index) }

    /// G hides the answer so that a room can guess it, and reveals it again.
    [[nodiscard]] virtual bool canGuess() const { return false; }
    [[nodiscard]] virtual bool isGuessing() const { return false; }
    virtual void setGuessing(bool guessing) { Q_UNUSED(guessing) }
    /// While it guesses: a digit, or Backspace, is the guess's. False: the page asks for no number.
    [[nodiscard]] virtual bool takesGuessKeys() const { return false; }
    virtual void typeGuess(int key) { Q_UNUSED(key) }
    /// Why the answer cannot be revealed yet, in a sentence; empty: it can.
    [[nodiscard]] virtual QString staysHidden() const { return {}; }

    /// The page shows what becomes of figures that the document does not hold.
    [[nodiscard]] virtual bool isTrying() const { return false; }

    /// Lecture mode began or ended. The type has grown already; a page may fold away what a room does not need.
    virtual void setLecture(bool lecture) { Q_UNUSED(lecture) }

    /// Puts the keyboard into the field that edits the project at this JSON pointer ("/baseline/steps/0/flops"), or the
    /// first of a section ("/goal"); false where the page has none.
    virtual bool focusField(const QString& pointer)
    {
        Q_UNUSED(pointer)
        return false;
    }

    /// Brings a part of the page into sight, by its id ("lost-folds", a tab's "compare"); none: its beginning. False
    /// where the page has no such part.
    virtual bool showPart(const QString& id);

    /// A file that was dropped or opened, and that this page is for ("ladder.csv" on Measure).
    virtual void takeFile(const QString& path) { Q_UNUSED(path) }

    /// A table that was pasted on any page, for the page that reads ladders: to be looked at before it is taken.
    virtual void takeText(const QString& text) { Q_UNUSED(text) }

    /// Leads to what is missing next on the line that was followed last, else on the first one; false where nothing is
    /// missing.
    bool nextMissing();

    /// What would be broken off if the page went now, as a sentence ("This machine is being measured."); empty where
    /// nothing is.
    [[nodiscard]] virtual QString underWay() const { return {}; }

Q_SIGNALS:
    /// Guessing began or ended, by setGuessing or by a link on the page: the strip hides and reveals with it.
    void guessingChanged(bool guessing);
    /// Trying began or ended: the strip says that its verdict is the kept one.
    void tryingChanged(bool trying);
    /// A word on the page leads to a field of another page: the shell shows that page and hands it focusField().
    /// Without a page id, the first page that has the field.
    void goTo(const QString& pageId, const QString& pointer);
    /// A file that was dropped here is for another page: the shell opens it as any.
    void openElsewhere(const QString& path);

protected:
    [[nodiscard]] Text& heading() const { return *m_heading; }  ///< a page with tabs may ask another question on each
    [[nodiscard]] QHBoxLayout& top() const { return *m_top; }  ///< the question; words are added at its right
    [[nodiscard]] QVBoxLayout& titles() const
    {
        return *m_titles;
    }  ///< top row, basis, and what else is said before the body
    /// The answer to the heading, in a line or two; hidden while it is empty.
    void setAnswer(const QString& answer);
    [[nodiscard]] Text& basis() const { return *m_basis; }  ///< one soft line, wrapped: what the page stands on
    [[nodiscard]] QVBoxLayout& body() const { return *m_body; }
    /// One more line under the titles, of what the page's answer still lacks; its links lead to the field, on whichever
    /// page it is.
    [[nodiscard]] MissingLine* addMissingLine();
    /// What scrolls. Precondition: Frame::Scrolling.
    [[nodiscard]] QScrollArea& area() const { return *m_area; }
    /// Scrolls `part` to the top, once what was just shown is laid out. Precondition: Frame::Scrolling.
    void scrollTo(QWidget& part);
    /// What `change` does to the page does not move `pressed`, which is on it, as far as the page scrolls.
    /// Precondition: Frame::Scrolling.
    void keepInPlace(const QWidget& pressed, const std::function<void()>& change);
    /// A sheet as high as its lines need at its width, none cut: for pages whose body has no part that gives way.
    void keepWhole();

    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Text* m_heading;
    QHBoxLayout* m_top;
    QVBoxLayout* m_titles;
    Text* m_answer;
    Text* m_basis;
    QVBoxLayout* m_body;
    QScrollArea* m_area = nullptr;
    QPointer<MissingLine> m_followed;
    QString m_wanted;  ///< what its link led to
};

/// An area without a frame that scrolls `content` up and down only, as every page and tab does.
[[nodiscard]] QScrollArea* scrolling(QWidget* content, QWidget* parent);

struct PageEntry {
    QString id;  ///< stable, for --page, settings and file names: "predict"
    QString title;  ///< in the rail: "Predict"
    QString section;  ///< of the book: "41.4"
    PageGroup group = PageGroup::OnPaper;
    std::function<PageState(const Document&)> state;
    std::function<Page*(Document&, QWidget* parent)> make;
    /// Other pages would tell what this one asks: the window stays on it.
    std::function<bool(const Document&)> holds{};
};

/// What a page that rests on these quantities stands on: Empty when a needed one is missing, Measured when every one
/// was measured or imported, else Assumed.
[[nodiscard]] PageState stateOf(const std::vector<MaybeQuantity>& needed);

}  // namespace scalewright::ui
