// The window: header, rail, the current page, the status strip; and what belongs to no single page: files, undo, look,
// Ctrl+K, lecture mode. It holds no state of the project: that is the document's.
#pragma once

#include <QHash>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

#include "ui/document/document.h"
#include "ui/page/page.h"
#include "ui/page/slide_show.h"
#include "ui/settings/settings.h"

class QAction;
class QActionGroup;
class QFileDialog;
class QMenu;
class QStackedWidget;
class QHBoxLayout;
class QVBoxLayout;

namespace scalewright {
struct Lecture;
}

namespace scalewright::ui {

enum class FigureSize;
class CommandPalette;
class HelpCard;
class Header;
class Notice;
class Rail;
class StatusStrip;
class WhatIfBar;
class Text;
template <class Item>
class Worker;

class MainWindow : public QWidget {
    Q_OBJECT

public:
    /// `pages` in the order of the rail; the last page the person was on is shown, else Predict, else the first.
    MainWindow(Document& document, std::vector<PageEntry> pages, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// False where there is no page of that id.
    bool showPage(const QString& id);
    /// The page that has the field at that JSON pointer, with the keyboard in it: the current one, else the first of
    /// the rail. False where none has.
    bool showField(const QString& pointer);
    [[nodiscard]] QString currentPageId() const { return m_current; }
    /// Built on first use; nullptr where there is no page of that id.
    Page* page(const QString& id);

    /// A project, or a CSV of timings, as opened, dropped or named on the command line. Asks first where edits would be
    /// lost. Problems are said in the notice.
    void openFile(const QString& path);
    /// As a copy; in a lecture it is shown over the person's own, as a number key shows one.
    void openExample(const QString& path);

    /// The one way out of a document: whatever puts another one in its place (or closes the window) is `then`. Asks
    /// first where edits or work under way would be lost, and does `stayed` where the person decides against it.
    [[nodiscard]] QStringList whatIsUnderWay() const;
    void leaveDocument(std::function<void()> then, std::function<void()> stayed = {});

    /// Full screen and large type; the number keys show the lecture beside the project ("lecture.json"), else the
    /// shipped one. A lecture that cannot be read is said, with the key that is wrong.
    void setLecture(bool lecture);
    /// How large type is to a room, before what Ctrl++ there made of it: as large on every screen as `typeScale` is on
    /// one of 720 lines, but a quarter larger than the window's at least, up to the largest.
    [[nodiscard]] static double lectureTypeScale(double typeScale, int screenLines);
    [[nodiscard]] bool isLecture() const { return m_lecture; }

    /// What presents, edits and exports the slides; without it the window has none.
    void setSlideTools(SlideTools tools);
    /// The document's slides over the whole window; what is moved while they last is taken back at their end. What is
    /// missing is said where there is none.
    void beginSlides(const SlideShow::Only& only = {});
    void endSlides();
    /// nullptr while there are none.
    [[nodiscard]] SlideShow* slides() const { return m_presenting ? m_slideShow : nullptr; }

    /// One of the window's actions by its object name ("save", "present"), nullptr where there is none.
    [[nodiscard]] QAction* action(const QString& name) const;
    [[nodiscard]] Notice& notice() const { return *m_notice; }
    [[nodiscard]] StatusStrip& strip() const { return *m_strip; }
    [[nodiscard]] WhatIfBar& whatIf() const { return *m_whatIf; }
    [[nodiscard]] Rail& rail() const { return *m_rail; }
    [[nodiscard]] CommandPalette& palette() const { return *m_palette; }
    void openPalette();

    /// Below this width at type size 1 the rail is narrow.
    static constexpr int wideRailFrom = 1300;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    /// Ctrl+V that no text field and no page took: a table leads to the ladders.
    void keyPressEvent(QKeyEvent* event) override;

private:
    // main_window.cpp
    void refresh();
    void refreshTitle();
    void showFoot();
    void arrange();
    void showEdgesAt(const QPoint& pointer, Qt::MouseButtons buttons);
    void beginLecture();
    /// Names what is in sight: a key, or with none the lecture; neither while the room guesses.
    void nameLecture(const QString& key);
    void applyPreset(int index);
    /// Says that the person's own is back; `shown` with its changes can be opened, where it is not nullptr.
    void offerShown(const std::shared_ptr<const Project>& shown, const QString& title);
    /// Shows `shown` to the room in the place of the person's own, which keeps its pages.
    void setAside(const Project& shown);
    /// Does `show`, which presents something to the room.
    void showToRoom(const std::function<void()>& show);
    void showExample(const QString& path);
    void showLectureKey(std::size_t index);
    [[nodiscard]] std::size_t presetCount() const;
    void focusForRoom(Page& page, const QString& field);
    void showPageWithContent();
    /// True where the page in sight guesses: then a question stands between that and `then`.
    bool isAnswerHidden(const QString& why, const QString& reveal, std::function<void()> then);
    void dropPages();
    void showAnew();
    /// What was shown to the room goes; the person's own is back, on the page it was left on.
    void backToOwn();
    void leaveFieldForKeys(QWidget* field);
    void stepLecture(int by);
    /// A digit is the guess's where the page in sight asks for one, unless it is typed into a field.
    [[nodiscard]] bool typesGuess(const QKeyEvent& key) const;
    /// False where the keyboard's owner keeps the arrows: text, a list that is open, what was clicked.
    [[nodiscard]] bool arrowsPage() const;
    void takeArrows(QWidget* clicked);
    void setBlank(bool blank);
    [[nodiscard]] Page* currentPage() const;
    /// The page that the document stays on (PageEntry::holds), else `id`.
    [[nodiscard]] QString allowed(const QString& id) const;
    void bringFocusIntoView();
    [[nodiscard]] std::vector<PaletteItem> paletteItems();

    // main_window_slides.cpp
    void makeSlideActions();
    void showSlides(bool inSight);
    /// They go, and the document stays as it is.
    void dropSlides();
    void showWorkbench(const QString& page, const QString& part);
    void editSlides();
    void askSlidesFile();

    // main_window_actions.cpp
    QAction* addAction(const QString& name, const QString& text, const QKeySequence& keys, std::function<void()> run);
    void makeActions();
    void makeMenus();
    void fillExamplesMenu(QMenu& menu);
    void fillExercisesMenu(QMenu& menu);
    void fillRecentMenu(QMenu& menu);
    void setTypeScale(double scale);
    void about();

    // main_window_files.cpp
    void open(const QString& path);
    /// A file that is no project, and what it is for.
    struct Seen;
    [[nodiscard]] static Seen lookAt(const QString& path, std::shared_ptr<const Project> project);
    void take(const Seen& seen);
    void takeTimings(const Seen& seen);
    void openProject(const QString& path);
    void openExercise(const QString& path);
    void save(const std::function<void()>& afterwards);
    void saveAs(const std::function<void()>& afterwards);
    void notSaved(const Error& error, const std::function<void()>& afterwards);
    void commitTyping();
    void askExport();
    void exportFigures(const QString& folder, FigureSize size);

    Document& m_document;
    Settings m_settings;
    std::vector<PageEntry> m_entries;
    QHash<QString, Page*> m_pages;  ///< those that are built
    QString m_current;

    Header* m_header;
    Rail* m_rail = nullptr;
    QVBoxLayout* m_column;
    QHBoxLayout* m_body;
    QStackedWidget* m_stack = nullptr;
    Notice* m_notice = nullptr;
    QWidget* m_foot = nullptr;  ///< the what-if bar, or the strip's sentence where there is nothing to vary or no room
    WhatIfBar* m_whatIf = nullptr;
    StatusStrip* m_strip = nullptr;
    CommandPalette* m_palette = nullptr;
    HelpCard* m_help = nullptr;
    Worker<Seen>* m_reader = nullptr;  ///< of a file that is long
    QString m_next;  ///< to be opened after it
    QString m_askedOfAnswer;  ///< the notice's title while it asks whether the answer stays hidden

    bool m_frameWaits = false;

    SlideTools m_slideTools;
    SlideShow* m_slideShow = nullptr;  ///< made for the first slides
    bool m_presenting = false;  ///< the slides last, in sight or behind the workbench
    std::shared_ptr<const Project> m_shownBefore;  ///< what a lecture showed when they began; nullptr: the person's own
    QString m_pageBefore;
    Qt::WindowStates m_statesBeforeSlides;

    bool m_lecture = false;
    std::unique_ptr<Lecture> m_keys;  ///< what the number keys show while it lasts; nullptr without a file of it
    QString m_keyTitle;
    int m_keyShown = -1;  ///< the last number key that was shown, counted from 0; -1: none
    QString m_ownPage;  ///< the last one that was shown of the person's own
    Text* m_keyName;  ///< the key in sight, by number and name
    QPointer<QWidget> m_hasArrows;  ///< what was clicked in a lecture, until Escape
    QPointer<QWidget> m_blank;  ///< black over everything, while the room looks elsewhere
    bool m_edgesFloat = false;  ///< header and rail lie over the page instead of beside it
    bool m_edgesBeside = false;  ///< called by F10: they push the page aside
    bool m_edgesShown = false;  ///< header and rail called back during a lecture
    double m_typeScaleBefore = 1;
    Qt::WindowStates m_statesBefore;
    bool m_closing = false;  ///< edits are saved or given up: the window may go
};

}  // namespace scalewright::ui
