// SPDX-License-Identifier: GPL-3.0-or-later
// A page answers one question about the document. The shell uses pages only through this interface.
//
// Pages are registered by a PageEntry in app/window/pages.cpp. A page is built when it is first shown or exported, so
// its entry provides everything the rail needs beforehand. The base class provides the frame: the question as the
// heading, a one-line answer, the basis of the answer, and a body below them that scrolls if the window is too small.
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

class MissingFieldsLine;
class Text;

enum class PageGroup { Overview, OneMachine, OnPaper, ProveIt, HandIn };

/// The data behind a page: none yet, assumed or typed values, measured values, or measurements that no longer match the
/// current inputs.
enum class PageState { Empty, Assumed, Measured, Stale };

class Page : public DocumentView {
    Q_OBJECT

public:
    /// Scrolling: heading and body scroll together. Fixed: the heading stays in place, and the page fills the body
    /// itself (createScrollArea()).
    enum class Frame { Scrolling, Fixed };

    Page(Document& document, const QString& question, QWidget* parent, Frame frame = Frame::Scrolling);

    /// Names of the presets that the number keys 1, 2, … apply in lecture mode (at most nine). If empty, the keys open
    /// the examples.
    [[nodiscard]] virtual QStringList presets() const { return {}; }
    virtual void applyPreset(int index) { Q_UNUSED(index) }

    /// Whether pressing G hides the answer, so that the audience can guess it, and reveals it again.
    [[nodiscard]] virtual bool canGuess() const { return false; }
    [[nodiscard]] virtual bool isGuessing() const { return false; }
    virtual void setGuessing(bool guessing) { Q_UNUSED(guessing) }
    /// Whether digits and Backspace edit the guess while the audience is guessing. False if the page does not ask for a
    /// number.
    [[nodiscard]] virtual bool acceptsGuessKeys() const { return false; }
    virtual void handleGuessKey(int key) { Q_UNUSED(key) }
    /// Why the answer cannot be revealed yet, as a sentence; empty if it can.
    [[nodiscard]] virtual QString revealBlockedReason() const { return {}; }

    /// Whether the page shows a what-if: results for values that are not in the document.
    [[nodiscard]] virtual bool hasTrialFigures() const { return false; }

    /// Lecture mode began or ended. The type size has already changed; a page may collapse what an audience does not
    /// need.
    virtual void setLecture(bool lecture) { Q_UNUSED(lecture) }

    /// Focuses the field that edits the project at this JSON pointer ("/baseline/steps/0/flops"), or the first field of
    /// a section ("/goal"). Returns false if the page has none.
    virtual bool focusField(const QString& pointer)
    {
        Q_UNUSED(pointer)
        return false;
    }

    /// Scrolls to a part of the page by its id ("lost-folds", a tab's "compare"); empty: to the top. Returns false if
    /// the page has no such part.
    virtual bool showPart(const QString& id);

    /// Handles a dropped or opened file of a type that belongs to this page ("ladder.csv" on Measure).
    virtual void takeFile(const QString& path) { Q_UNUSED(path) }

    /// Handles a table pasted on any page; called on the page that imports ladders, which shows a preview first.
    virtual void openText(const QString& text) { Q_UNUSED(text) }

    /// Goes to the next missing field in the line whose link was followed last, otherwise in the first line. Returns
    /// false if nothing is missing.
    bool goToNextMissingField();

    /// The work that would be interrupted if the page closed now, as a sentence ("This machine is being measured.");
    /// empty if none.
    [[nodiscard]] virtual QString unfinishedWorkText() const { return {}; }

Q_SIGNALS:
    /// Guessing began or ended, through setGuessing() or a link on the page; the status strip also hides or reveals its
    /// answer.
    void guessingChanged(bool guessing);
    /// A what-if began or ended; during it, the status strip says that its verdict is for the unchanged document.
    void tryingChanged(bool trying);
    /// A link on the page leads to a field on another page: the shell shows that page and calls its focusField().
    /// Without a page id, this is the first page that has the field.
    void fieldRequested(const QString& pageId, const QString& pointer);
    /// A file dropped here belongs to another page; the shell opens it as usual.
    void openFileRequested(const QString& path);

protected:
    /// A page with tabs may show a different question on each tab.
    [[nodiscard]] Text& heading() const { return *m_heading; }
    /// The row with the question; further widgets are added on its right.
    [[nodiscard]] QHBoxLayout& headingRow() const { return *m_headingRow; }
    [[nodiscard]] QVBoxLayout& titleColumn() const
    {
        return *m_titleColumn;
    }  ///< heading row, answer, basis and further lines, above the body
    /// The answer to the heading's question, in one or two lines; hidden while empty.
    void setAnswer(const QString& answer);
    [[nodiscard]] Text& basisLine() const { return *m_basis; }  ///< one muted, wrapped line: the data behind the answer
    [[nodiscard]] QVBoxLayout& body() const { return *m_body; }
    /// The parent of the body's widgets. A widget created with another parent is styled twice.
    [[nodiscard]] QWidget* content() const;
    /// Adds a line under the titles that lists what the page's answer still needs; its links lead to the fields, on any
    /// page.
    [[nodiscard]] MissingFieldsLine* addMissingLine();
    /// The page's scroll area. Precondition: Frame::Scrolling.
    [[nodiscard]] QScrollArea& scrollArea() const { return *m_scrollArea; }
    /// Scrolls `part` to the top after pending layouts. Precondition: Frame::Scrolling.
    void scrollTo(QWidget& part);
    /// Runs `change` and then scrolls so that `pressed`, a widget on the page, stays at the same position as far as
    /// possible. Precondition: Frame::Scrolling.
    void keepInPlaceDuring(const QWidget& pressed, const std::function<void()>& change);
    /// Makes the page as high as its content requires at its width, for pages without a part that can shrink.
    void useFullHeight();

    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    Text* m_heading;
    QHBoxLayout* m_headingRow;
    QVBoxLayout* m_titleColumn;
    Text* m_answer;
    Text* m_basis;
    QVBoxLayout* m_body;
    QScrollArea* m_scrollArea = nullptr;
    QPointer<MissingFieldsLine> m_followedLine;
    QString m_followedPointer;  ///< JSON pointer of the most recently followed link
};

/// A frameless scroll area for `content` that scrolls only vertically, used by all pages and tabs.
[[nodiscard]] QScrollArea* createScrollArea(QWidget* content, QWidget* parent);

struct PageEntry {
    QString id;  ///< stable; for --page, settings and file names: "predict"
    QString title;  ///< shown in the rail: "Predict"
    QString section;  ///< in the book: "41.4"
    PageGroup group = PageGroup::OnPaper;
    std::function<PageState(const Document&)> state;
    std::function<Page*(Document&, QWidget* parent)> create;
    /// The page asks for something that other pages would give away, so the window must stay on this page.
    std::function<bool(const Document&)> locksNavigation{};
};

/// The state of a page that needs these quantities: Empty if any is missing, Measured if all are measured or imported,
/// otherwise Assumed.
[[nodiscard]] PageState pageStateOf(const std::vector<MaybeQuantity>& needed);

}  // namespace scalewright::ui
