// SPDX-License-Identifier: GPL-3.0-or-later
// The main window: header, rail, current page and status strip, and everything that does not belong to a single page:
// files, undo, theme, Ctrl+K, lecture mode. The project's state is in the document.
#pragma once

#include <QHash>
#include <QPointer>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <string>
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
    /// `pages` is in rail order; shows the page used last, otherwise Predict, otherwise the first.
    MainWindow(Document& document, std::vector<PageEntry> pages, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Returns false if there is no page with that id.
    bool showPage(const QString& id);
    /// Focuses the field at that JSON pointer: on the current page, otherwise on the first page in the rail that has
    /// it. Returns false if no page has it.
    bool showField(const QString& pointer);
    [[nodiscard]] QString currentPageId() const { return m_currentPageId; }
    /// Built on first use; nullptr if there is no page with that id.
    Page* page(const QString& id);

    /// Opens a project, or a CSV file of timings, that was chosen, dropped or named on the command line. Asks first if
    /// edits would be lost. Errors are shown in the notice.
    void openFile(const QString& path);
    /// Opens a copy; in a lecture it is presented over the user's project, as with a number key.
    void openExample(const QString& path);

    /// Every action that replaces the document or closes the window is passed to leaveDocument as `proceed`. It asks
    /// first if edits or work in progress would be lost, and calls `onStay` if the user cancels.
    [[nodiscard]] QStringList workInProgress() const;
    void leaveDocument(std::function<void()> proceed, std::function<void()> onStay = {});

    /// Full screen and large type; the number keys show the lecture stored next to the project ("lecture.json"),
    /// otherwise the shipped one, or with startSlides() the project's story. Errors in a lecture are reported together with the key they concern.
    void setLecture(bool lecture);
    /// The type scale for an audience, before changes made with Ctrl++: it looks as large on every screen as
    /// `typeScale` does on a screen with 720 lines, and is at least a quarter larger than in the window and at most the
    /// maximum.
    [[nodiscard]] static double lectureTypeScale(double typeScale, int screenLines);
    [[nodiscard]] bool isLecture() const { return m_lectureMode; }

    /// Sets the tools that present, edit and export slides; without them the window has no slides.
    void setSlideTools(SlideTools tools);
    /// Begins the lecture with the first slide of the project, otherwise shows what is missing; in a lecture, goes back
    /// to its slides.
    void startSlides();
    /// nullptr unless the lecture is at a slide, which may be paused behind a page.
    [[nodiscard]] SlideShow* slideShow() const { return m_isAtSlide ? m_slideShow : nullptr; }
    /// Adds the current page, with the values that differ from the project's file, to the lecture file next to it. Asks
    /// before changing a lecture file that this window has not opened.
    void addPageAsKey();

    /// One of the window's actions by its object name ("save", "present"); nullptr if there is no such action.
    [[nodiscard]] QAction* action(const QString& name) const;
    [[nodiscard]] Notice& notice() const { return *m_notice; }
    [[nodiscard]] StatusStrip& statusStrip() const { return *m_statusStrip; }
    [[nodiscard]] Rail& rail() const { return *m_rail; }
    [[nodiscard]] CommandPalette& commandPalette() const { return *m_commandPalette; }
    void openPalette();

    /// The rail is narrow if the window is narrower than this at type size 1.
    static constexpr int wideRailMinimumWidth = 1300;

protected:
    bool event(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void changeEvent(QEvent* event) override;
    /// Handles Ctrl+V if neither a text field nor a page did: a pasted table is imported as a ladder.
    void keyPressEvent(QKeyEvent* event) override;

private:
    // main_window.cpp
    void refresh();
    void refreshTitle();
    void updateFooter();
    void updateLayout();
    void showEdgesForPointer(const QPoint& pointer, Qt::MouseButtons buttons);
    void setLecture(bool lecture, std::unique_ptr<Lecture> slides);
    /// The lecture next to the project, otherwise the shipped one; nullptr if neither can be read.
    [[nodiscard]] std::unique_ptr<Lecture> lectureForKeys();
    /// Shows the name of the current lecture key, or of the lecture if `key` is empty. Shows neither while the audience
    /// guesses.
    void setLectureKeyName(const QString& key);
    /// Says that the user's project is open again; if `presented` is not nullptr, offers to open it with its changes.
    void offerPresentedProject(const std::shared_ptr<const Project>& presented, const QString& title);
    /// Calls `show` to present something; asks first if that would abort work on a page.
    void presentToRoom(const std::function<void()>& show);
    void presentExample(const QString& path);
    /// A step to the next key keeps the changes made to the project if both show the same one.
    void applyPreset(int index, bool keepsChanges = false);
    void showLectureKey(std::size_t index, bool keepsChanges);
    [[nodiscard]] std::size_t presetCount() const;
    void focusForLecture(Page& page, const QString& field);
    void showPageWithContent();
    /// Returns true if the current page hides its answer; in that case the user is asked before `proceed` is called.
    bool askBeforeRevealing(const QString& question, const QString& reveal, std::function<void()> proceed);
    void deletePages();
    void rebuildCurrentPage();
    /// Ends the presentation and restores the user's project, on the page that was shown before.
    void restoreOwnProject();
    void releaseFieldFocus(QWidget* field);
    void stepLecture(int delta);
    /// Whether a digit belongs to the guess on the current page; false if it is typed into a field.
    [[nodiscard]] bool isGuessKey(const QKeyEvent& key) const;
    /// False if the focused widget uses the arrow keys itself: a text field, an open list, a widget that was clicked.
    [[nodiscard]] bool canArrowsTurnPages() const;
    void claimArrowKeys(QWidget* clicked);
    void setScreenBlank(bool blank);
    [[nodiscard]] Page* currentPage() const;
    /// The page the document is restricted to (PageEntry::holds), otherwise `id`.
    [[nodiscard]] QString allowedPageId(const QString& id) const;
    void scrollToFocus();
    [[nodiscard]] std::vector<PaletteItem> paletteItems();

    // main_window_slides.cpp
    void makeSlideActions();
    void showSlide(std::size_t index);
    void setSlideVisible(bool visible);
    /// Leaves the slide without changing the document.
    void closeSlide();
    void pauseSlide(const QString& page, const QString& part);
    void editSlides();
    void openLectureEditor(LectureFile lecture);
    [[nodiscard]] LectureEntry currentPageKey(bool* missesChanges = nullptr) const;
    /// Calls `proceed` with the lecture file of the project, or with none; asks to save the project first, and shows
    /// why the file cannot be read.
    void withLectureFile(const std::function<void(std::optional<LectureFile>)>& proceed);
    [[nodiscard]] QString lecturePath() const;
    void rememberLecture();
    /// Asks before overwriting a file with another content than this window knows; `overwriteText` is the answer that
    /// overwrites it.
    void saveLecture(const LectureFile& lecture, const QString& overwriteText, const QStringList& notes);
    void chooseSlidesFile();

    // main_window_actions.cpp
    QAction* addAction(const QString& name, const QString& text, const QKeySequence& keys, std::function<void()> run);
    void makeActions();
    void makeMenus();
    void fillExamplesMenu(QMenu& menu);
    void fillExercisesMenu(QMenu& menu);
    void fillRecentMenu(QMenu& menu);
    void setTypeScale(double scale);
    void showAbout();

    // main_window_files.cpp
    void open(const QString& path);
    /// The result of inspecting a file: its kind and the page that opens it.
    struct InspectedFile;
    [[nodiscard]] static InspectedFile inspectFile(const QString& path, std::shared_ptr<const Project> project);
    void openInspectedFile(const InspectedFile& inspected);
    void applyTimings(const InspectedFile& inspected);
    void openProject(const QString& path);
    void openExercise(const QString& path);
    void save(const std::function<void()>& afterwards);
    void saveAs(const std::function<void()>& afterwards);
    void showSaveError(const Error& error, const std::function<void()>& afterwards);
    void commitPendingInput();
    void chooseExportFolder();
    void exportFigures(const QString& folder, FigureSize size);

    Document& m_document;
    Settings m_settings;
    std::vector<PageEntry> m_pageEntries;
    QHash<QString, Page*> m_pages;  ///< the pages built so far
    QString m_currentPageId;

    Header* m_header;
    Rail* m_rail = nullptr;
    QVBoxLayout* m_column;
    QHBoxLayout* m_body;
    QStackedWidget* m_pageStack = nullptr;
    Notice* m_notice = nullptr;
    /// The what-if bar, or the status strip if there is nothing to vary or not enough room.
    QWidget* m_footer = nullptr;
    WhatIfBar* m_whatIfBar = nullptr;
    StatusStrip* m_statusStrip = nullptr;
    CommandPalette* m_commandPalette = nullptr;
    HelpCard* m_helpCard = nullptr;
    Worker<InspectedFile>* m_reader = nullptr;  ///< for large files
    QString m_nextFile;  ///< to open next
    QString m_revealQuestion;  ///< the notice's title while it asks whether to reveal the answer

    bool m_isFrameDeferred = false;

    SlideTools m_slideTools;
    SlideShow* m_slideShow = nullptr;  ///< created on first use
    bool m_isAtSlide = false;  ///< the lecture shows a slide, whether visible or behind a page
    /// The lecture file that this window read or wrote last; another content is not overwritten without asking.
    struct OpenedLecture {
        QString path;
        std::string content;
    } m_openedLecture;

    bool m_lectureMode = false;
    bool m_isRestoringOwn = false;  ///< the document that is about to be replaced is a presented one
    /// The lecture shown by the number keys; nullptr outside a lecture or without a lecture file.
    std::unique_ptr<Lecture> m_lectureScript;
    QString m_lectureKeyTitle;
    int m_shownLectureKey = -1;  ///< index of the number key shown last, starting at 0; -1: none
    QString m_ownPageId;  ///< the last page shown for the user's own project
    Text* m_lectureKeyLabel;  ///< number and name of the current lecture key
    QPointer<QWidget> m_arrowKeyOwner;  ///< the widget clicked during a lecture, until Escape is pressed
    QPointer<QWidget> m_blankScreen;  ///< a black cover over the whole window
    bool m_edgesFloat = false;  ///< header and rail are drawn over the page instead of beside it
    bool m_edgesPinned = false;  ///< shown with F10: they take space from the page
    bool m_edgesShown = false;  ///< header and rail are shown during a lecture
    double m_typeScaleBefore = 1;
    Qt::WindowStates m_windowStatesBefore;
    bool m_isClosing = false;  ///< edits have been saved or discarded, so the window may close
};

}  // namespace scalewright::ui
