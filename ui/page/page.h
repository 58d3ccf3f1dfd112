// A page: one question, answered over the document. The shell knows pages only through this interface.
//
// A page is registered by one PageEntry in app/window/pages.cpp. It is built when it is first shown (or exported), so an
// entry answers everything the rail needs without building it. A page scrolls by itself where the window is too small.
#pragma once

#include <QString>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

#include "ui/controls/palette_item.h"
#include "ui/document/document.h"

namespace scalewright::ui {

class FigureContent;

enum class PageGroup { OneMachine, OnPaper, ProveIt, HandIn };

/// What a page stands on: nothing yet, numbers that were assumed or typed, numbers that were measured, or measurements
/// that no longer belong to the inputs beside them.
enum class PageState { Empty, Assumed, Measured, Stale };

/// A figure as it leaves the page: `name` is stable and becomes the file name ("speedup" -> predict-speedup.svg).
struct Exportable {
    QString name;
    const FigureContent* content = nullptr;  ///< lives as long as the page
};

class Page : public QWidget {
    Q_OBJECT

public:
    Page(Document& document, QWidget* parent) : QWidget(parent), m_document(document) {}

    /// The figures in the order they are exported; the first is the page's large one. They must be ready without the
    /// page ever having been shown.
    [[nodiscard]] virtual std::vector<Exportable> exportables() { return {}; }

    /// What Ctrl+K finds here. Asked each time the palette opens, so details may carry present values.
    [[nodiscard]] virtual std::vector<PaletteItem> paletteItems() { return {}; }

    /// Lecture mode's number keys: names of what 1, 2, … apply (at most nine). Empty: the keys apply the examples.
    [[nodiscard]] virtual QStringList presets() const { return {}; }
    virtual void applyPreset(int index) { Q_UNUSED(index) }

    /// G hides the answer so that a room can guess it, and reveals it again.
    [[nodiscard]] virtual bool canGuess() const { return false; }
    [[nodiscard]] virtual bool isGuessing() const { return false; }
    virtual void setGuessing(bool guessing) { Q_UNUSED(guessing) }

    /// Lecture mode began or ended. The type has grown already; a page may fold away what a room does not need.
    virtual void setLecture(bool lecture) { Q_UNUSED(lecture) }

    /// Puts the keyboard into the field that edits the project at this JSON pointer ("/baseline/steps/0/flops"), or the first
    /// of a section ("/goal"); false where the page has none.
    virtual bool focusField(const QString& pointer)
    {
        Q_UNUSED(pointer)
        return false;
    }

    /// A file that was dropped or opened, and that this page is for ("ladder.csv" on Measure).
    virtual void takeFile(const QString& path) { Q_UNUSED(path) }

Q_SIGNALS:
    /// Guessing began or ended, by setGuessing or by a link on the page: the strip hides and reveals with it.
    void guessingChanged(bool guessing);
    /// A word on the page leads to a field of another page: the shell shows that page and hands it focusField().
    /// Without a page id, the first page that has the field.
    void goTo(const QString& pageId, const QString& pointer);

protected:
    [[nodiscard]] Document& document() const { return m_document; }

private:
    Document& m_document;
};

struct PageEntry {
    QString id;       ///< stable, for --page, settings and file names: "predict"
    QString title;    ///< in the rail: "Predict"
    QString section;  ///< of the book: "41.4"
    PageGroup group = PageGroup::OnPaper;
    std::function<PageState(const Document&)> state;
    std::function<Page*(Document&, QWidget* parent)> make;
};

/// What a page that rests on these quantities stands on: Empty when a needed one is missing, Measured when every one
/// was measured or imported, else Assumed.
[[nodiscard]] PageState stateOf(const std::vector<MaybeQuantity>& needed);

}  // namespace scalewright::ui
