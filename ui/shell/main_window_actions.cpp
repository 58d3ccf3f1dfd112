// SPDX-License-Identifier: GPL-3.0-or-later
// Actions and menus, shared by the header buttons, the shortcuts and Ctrl+K.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

#include <utility>

#include "core/output/lecture/lecture.h"
#include "core/output/report/exercise/shipped.h"
#include "ui/controls/file_dialog.h"
#include "ui/document/examples.h"
#include "ui/glossary/glossary_text.h"
#include "ui/glossary/help_card.h"
#include "ui/glossary/term_at.h"
#include "ui/shell/header.h"
#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"
#include "ui/shell/typing.h"
#include "ui/theme/theme.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double typeScales[] = {1.0, 1.25, 1.5, 1.75};
constexpr int pMaxima[] = {64, 1024, 4096, 16384, 65536};

QString appearanceName(Appearance appearance)
{
    switch (appearance) {
    case Appearance::Light: return QStringLiteral("light");
    case Appearance::Dark: return QStringLiteral("dark");
    case Appearance::System: break;
    }
    return QStringLiteral("system");
}

/// Lists every shortcut by where it applies; the window's shortcuts are read from its actions, so that the list stays
/// correct.
QString shortcutsHtml(const MainWindow& window, const std::vector<PageEntry>& entries)
{
    QString rows;
    const auto group = [&](const QString& title) {
        rows += QStringLiteral("<tr><td colspan=\"2\"><br><b>%1</b></td></tr>").arg(title.toHtmlEscaped());
    };
    const auto row = [&](const QString& keys, const QString& effect) {
        rows += QStringLiteral("<tr><td style=\"padding-right:24px;white-space:nowrap\">%1</td><td>%2</td></tr>")
                    .arg(keys.toHtmlEscaped(), effect.toHtmlEscaped());
    };
    const auto keyText = [](Qt::KeyboardModifiers modifiers, int key) {
        return QKeySequence(static_cast<int>(modifiers.toInt()) | key).toString(QKeySequence::NativeText);
    };
    const QStringList lectureKeys{QStringLiteral("next-key"), QStringLiteral("previous-key"), QStringLiteral("blank")};
    const auto shortcutText = [&names = lectureKeys](const QAction& action) {
        QStringList keys;
        for (const QKeySequence& each : action.shortcuts())
            if (keys.isEmpty() || names.contains(action.objectName()))
                keys << each.toString(QKeySequence::NativeText);
        return keys.join(QLatin1Char(' '));
    };
    const auto acting = [&](const QStringList& names, bool isIncluded) {
        for (const QAction* action : window.actions())
            if (!action->text().isEmpty() && !action->shortcut().isEmpty() &&
                names.contains(action->objectName()) == isIncluded)
                row(shortcutText(*action), action->text());
    };
    const QStringList lecture{QStringLiteral("present"),      QStringLiteral("guess"), QStringLiteral("next-key"),
                              QStringLiteral("previous-key"), QStringLiteral("blank"), QStringLiteral("own"),
                              QStringLiteral("edges"),        QStringLiteral("leave"), QStringLiteral("slides"),
                              QStringLiteral("slides-back")};
    QStringList roomActions = lecture;
    for (int key = 1; key <= 9; ++key)
        roomActions << QStringLiteral("preset-%1").arg(key);  // listed below as keys of a lecture
    group(MainWindow::tr("Anywhere"));
    acting(roomActions, false);
    for (const QPushButton* word : window.findChild<Header*>()->findChildren<QPushButton*>())
        row(word->shortcut().toString(QKeySequence::NativeText), word->text());
    group(MainWindow::tr("Pages"));
    for (std::size_t i = 0; i < entries.size() && i < 9; ++i)
        row(keyText(Qt::ControlModifier, Qt::Key_1 + static_cast<int>(i)), entries[i].title);
    group(MainWindow::tr("In front of an audience"));
    acting(roomActions, true);
    row(MainWindow::tr("%1 to %2").arg(keyText({}, Qt::Key_1), keyText({}, Qt::Key_9)),
        MainWindow::tr("the presets, in full screen"));
    row(MainWindow::tr("%1 to %2").arg(keyText({}, Qt::Key_0), keyText({}, Qt::Key_9)),
        MainWindow::tr("the previous and the next slide"));
    group(MainWindow::tr("On the slides"));
    row(keyText({}, Qt::Key_Left) + QStringLiteral(" ") + keyText({}, Qt::Key_Right) + QStringLiteral(" ") +
            keyText({}, Qt::Key_Space),
        MainWindow::tr("the previous or next slide"));
    row(keyText({}, Qt::Key_T), MainWindow::tr("counts the audience’s guesses while the answer is hidden"));
    row(keyText({}, Qt::Key_N), MainWindow::tr("the speaker’s notes"));
    row(keyText({}, Qt::Key_I), MainWindow::tr("where the slide’s numbers come from"));
    row(keyText({}, Qt::Key_W), MainWindow::tr("the page behind the slide, and back"));
    group(MainWindow::tr("On the pages"));
    row(MainWindow::tr("%1 to %2").arg(keyText(Qt::AltModifier, Qt::Key_1), keyText(Qt::AltModifier, Qt::Key_6)),
        MainWindow::tr("the slots of the design"));
    row(keyText({}, Qt::Key_Return), MainWindow::tr("commits typed input"));
    row(keyText({}, Qt::Key_Escape), MainWindow::tr("discards typed input, or reverts a what-if"));
    row(keyText({}, Qt::Key_Left) + QStringLiteral(" ") + keyText({}, Qt::Key_Right),
        window.isLecture() ? MainWindow::tr("moves the clicked slider, chart or tree, until Escape")
                           : MainWindow::tr("the next value of a slider, point of a chart or question of the tree"));
    if (!window.isLecture())  // in a lecture, they are clicker keys and step through the lecture keys
        row(keyText({}, Qt::Key_PageUp) + QStringLiteral(" ") + keyText({}, Qt::Key_PageDown),
            MainWindow::tr("moves a slider ten times as far; doubles or halves the workers on a chart"));
    row(keyText(Qt::ControlModifier, Qt::Key_C), MainWindow::tr("copies a figure as picture, drawing and numbers"));
    row(keyText(Qt::ControlModifier, Qt::Key_V), MainWindow::tr("pastes a measured table, on Measure"));
    row(keyText({}, Qt::Key_Plus) + QStringLiteral(" ") + keyText({}, Qt::Key_Minus) + QStringLiteral(" ") +
            keyText({}, Qt::Key_0),
        MainWindow::tr("zooms a chart or the timeline in, out or to the whole"));
    row(keyText(Qt::ShiftModifier, Qt::Key_Left) + QStringLiteral(" ") + keyText(Qt::ShiftModifier, Qt::Key_Right),
        MainWindow::tr("pans a zoomed chart"));
    row(keyText({}, Qt::Key_N) + QStringLiteral(" ") + keyText({}, Qt::Key_P),
        MainWindow::tr("the next and previous span of the timeline"));
    return QStringLiteral("<table>%1</table>").arg(rows);
}

}  // namespace

QAction* MainWindow::addAction(const QString& name, const QString& text, const QKeySequence& keys,
                               std::function<void()> run)
{
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    action->setShortcut(keys);
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    QWidget::addAction(action);
    return action;
}

QAction* MainWindow::action(const QString& name) const
{
    return findChild<QAction*>(name);
}

void MainWindow::makeActions()
{
    addAction(QStringLiteral("new"), tr("New"), QKeySequence::New, [this] {
        leaveDocument([this] {
            m_document.newProject();
            for (const PageEntry& entry : m_pageEntries)  // the method's first step
                if (entry.group != PageGroup::Overview) {
                    showPage(entry.id);
                    break;
                }
        });
    });
    addAction(QStringLiteral("open"), tr("Open…"), QKeySequence::Open, [this] {
        auto* dialog = new QFileDialog(this, tr("Open a project, an exercise, timings, a profile or a ladder"),
                                       QFileInfo(m_document.path()).path(),
                                       tr("Projects and measurements (*.scalewright *.csv *.tsv *.json *.log *.txt "
                                          "*.out *.folded);;All files (*)"));
        dialog->setFileMode(QFileDialog::ExistingFile);
        openFileDialog(dialog, this, [this](const QString& path) { openFile(path); });
    });
    addAction(QStringLiteral("save"), tr("Save"), QKeySequence::Save, [this] { save({}); });
    addAction(QStringLiteral("save-as"), tr("Save as…"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_S),
              [this] { saveAs({}); });

    QAction* undo = addAction(QStringLiteral("undo"), tr("Undo"), QKeySequence::Undo, [this] { m_document.undo(); });
    QAction* redo = addAction(QStringLiteral("redo"), tr("Redo"), {}, [this] { m_document.redo(); });
    undo->setIconText(tr("Undo"));
    redo->setIconText(tr("Redo"));
    redo->setShortcuts({QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)});
    const auto followHistory = [this, undo, redo] {
        undo->setEnabled(m_document.canUndo());
        redo->setEnabled(m_document.canRedo());
        undo->setText(m_document.canUndo() ? tr("Undo %1").arg(m_document.undoText()) : tr("Undo"));
        redo->setText(m_document.canRedo() ? tr("Redo %1").arg(m_document.redoText()) : tr("Redo"));
    };
    connect(&m_document, &Document::historyChanged, this, followHistory);
    followHistory();

    QAction* present = addAction(QStringLiteral("present"), tr("Lecture: full screen, large type"), Qt::Key_F11,
                                 [this] { setLecture(!m_lectureMode); });
    present->setIconText(tr("Lecture"));
    present->setCheckable(true);
    QAction* exporting = addAction(QStringLiteral("export"), tr("Export figures and verdict…"),
                                   QKeySequence(Qt::CTRL | Qt::Key_E), [this] { chooseExportFolder(); });
    exporting->setIconText(tr("Export…"));

    makeSlideActions();

    addAction(QStringLiteral("find"), tr("Find anything…"), QKeySequence(Qt::CTRL | Qt::Key_K),
              [this] { openPalette(); });
    addAction(QStringLiteral("missing"), tr("Next missing figure"), QKeySequence(Qt::CTRL | Qt::Key_Return), [this] {
        commitPendingInput();
        if (Page* current = currentPage())
            current->goToNextMissingField();
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    addAction(QStringLiteral("guess"), tr("Hide the answer, or reveal it"), Qt::Key_G, [this] {
        if (Page* current = page(m_currentPageId); current && current->canGuess())
            current->setGuessing(!current->isGuessing());
        else if (m_lectureMode)
            m_lectureKeyLabel->setText(tr("There is nothing to guess here: Predict hides its curve"));
    })->setEnabled(false);

    action(QStringLiteral("guess"))->setProperty("also", tr("guess, quiz, reveal"));

    addAction(QStringLiteral("type-larger"), tr("Larger type"), QKeySequence::ZoomIn, [this] {
        setTypeScale(Theme::instance().typeScale() + 0.25);
    })->setShortcuts({QKeySequence::ZoomIn, QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    addAction(QStringLiteral("type-smaller"), tr("Smaller type"), QKeySequence::ZoomOut,
              [this] { setTypeScale(Theme::instance().typeScale() - 0.25); });
    addAction(QStringLiteral("type-normal"), tr("Normal type"), QKeySequence(Qt::CTRL | Qt::Key_0), [this] {
        setTypeScale(m_lectureMode ? lectureTypeScale(m_typeScaleBefore, screen()->size().height()) : 1);
    });
    m_helpCard = new HelpCard(this);
    const auto listKeys = [this] { m_helpCard->showList(tr("Keys"), shortcutsHtml(*this, m_pageEntries)); };
    addAction(QStringLiteral("explain"), tr("Help: what is this?"), QKeySequence::HelpContents, [this, listKeys] {
        const QWidget* control = QApplication::focusWidget();
        if (const Term* term = control && isAncestorOf(control) ? termOfWidget(control) : nullptr)
            m_helpCard->showTerm(control, toQString(term->name), termHtml(*term), termSpokenText(*term));
        else
            listKeys();
    });
    addAction(QStringLiteral("keys"), tr("Help: keys"), {}, listKeys);
    addAction(QStringLiteral("words"), tr("Help: words"), {},
              [this] { m_helpCard->showList(tr("Words"), glossaryHtml()); });
    addAction(QStringLiteral("about"), tr("About Scalewright"), {}, [this] { showAbout(); });
    addAction(QStringLiteral("quit"), tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
    const QString type = tr("type size, bigger, smaller, text, font, zoom");  // synonyms for Ctrl+K
    for (const char* name : {"type-larger", "type-smaller", "type-normal"})
        findChild<QAction*>(QLatin1String(name))->setProperty("also", type);
    present->setProperty("also", tr("lecture, presentation, projector"));

    for (int i = 0; i < static_cast<int>(m_pageEntries.size()) && i < 9; ++i) {
        const PageEntry& entry = m_pageEntries[static_cast<std::size_t>(i)];
        // Without a text, because Ctrl+K lists the pages themselves.
        addAction(QStringLiteral("page-%1").arg(i + 1), {},
                  QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + i)),
                  [this, id = entry.id] { showPage(id); });
    }
    for (int i = 0; i < 9; ++i)
        addAction(QStringLiteral("preset-%1").arg(i + 1), {}, QKeySequence(static_cast<Qt::Key>(Qt::Key_1 + i)),
                  [this, i] { applyPreset(i); })
            ->setEnabled(false);
    QAction* next =
        addAction(QStringLiteral("next-key"), tr("Next key of the lecture"), {}, [this] { stepLecture(1); });
    next->setShortcuts({Qt::Key_PageDown, Qt::Key_Right, Qt::Key_Down});
    QAction* previous =
        addAction(QStringLiteral("previous-key"), tr("Previous key of the lecture"), {}, [this] { stepLecture(-1); });
    previous->setShortcuts({Qt::Key_PageUp, Qt::Key_Left, Qt::Key_Up});
    QAction* blank = addAction(QStringLiteral("blank"), tr("Blank screen; any key shows it again"), {},
                               [this] { setScreenBlank(true); });
    blank->setShortcuts({Qt::Key_B, Qt::Key_Period});
    for (QAction* each : {next, previous, blank})
        each->setEnabled(false);
    addAction(QStringLiteral("own"), tr("Back to what was open"), Qt::Key_0, [this] {
        restoreOwnProject();
        setLectureKeyName({});
    })->setEnabled(false);
    addAction(QStringLiteral("menu-key"), tr("File menu"), Qt::Key_F10, [this] { m_header->openMenu(); });
    addAction(QStringLiteral("edges"), tr("Show or hide header and rail"), Qt::Key_F10, [this] {
        m_edgesShown = m_edgesPinned = !m_edgesShown;
        updateLayout();
        if (m_edgesShown)
            m_header->focusMenu();
        else if (Page* current = currentPage())
            current->setFocus(Qt::OtherFocusReason);  // otherwise the next field would receive the focus
    })->setEnabled(false);
    addAction(QStringLiteral("leave"), tr("Leave the lecture"), Qt::Key_Escape, [this] {
        QWidget* focus = QApplication::focusWidget();
        Page* current = currentPage();
        if (current && focus && (lineEditOf(focus) || qobject_cast<QPlainTextEdit*>(focus)))
            current->setFocus(Qt::OtherFocusReason);  // first leave the field
        else if (focus && focus == m_arrowKeyOwner)
            m_arrowKeyOwner = nullptr;  // the arrow keys turn pages again
        else
            setLecture(false);
    })->setEnabled(false);
}

void MainWindow::makeMenus()
{
    auto* menu = new QMenu(tr("File"), this);
    const auto add = [&](const char* name) { menu->addAction(action(QLatin1String(name))); };
    const auto addFilled = [&](const QString& title, void (MainWindow::*fill)(QMenu&)) {
        QMenu* filled = menu->addMenu(title);
        connect(filled, &QMenu::aboutToShow, this, [this, filled, fill] {
            filled->clear();
            (this->*fill)(*filled);
        });
    };
    add("new");
    add("open");
    addFilled(tr("Open example"), &MainWindow::fillExamplesMenu);
    addFilled(tr("Open exercise"), &MainWindow::fillExercisesMenu);
    addFilled(tr("Open recent"), &MainWindow::fillRecentMenu);
    add("save");
    add("save-as");
    menu->addSeparator();
    add("slides");
    add("add-key");
    add("slides-edit");
    add("slides-export");
    menu->addSeparator();
    add("find");
    QMenu* keys = menu->addMenu(tr("Keys of the lecture"));
    connect(keys, &QMenu::aboutToShow, this, [this, keys] {
        keys->clear();
        for (int key = 1; key <= 9; ++key)
            if (QAction* preset = action(QStringLiteral("preset-%1").arg(key));
                preset->isEnabled() && !preset->text().isEmpty())
                keys->addAction(preset);
        keys->addAction(action(m_lectureMode ? QStringLiteral("own") : QStringLiteral("present")));
    });

    QMenu* look = menu->addMenu(tr("Look"));
    auto* appearances = new QActionGroup(this);
    for (const auto& [appearance, title] :
         {std::pair{Appearance::System, tr("Same as the system")}, std::pair{Appearance::Light, tr("Light")},
          std::pair{Appearance::Dark, tr("Dark")}}) {
        QAction* choice = addAction(QStringLiteral("theme-") + appearanceName(appearance), title, {},
                                    [this, appearance = appearance] {
                                        Theme::instance().setAppearance(appearance);
                                        m_settings.setTheme(appearanceName(appearance));
                                    });
        choice->setCheckable(true);
        choice->setChecked(Theme::instance().appearance() == appearance);
        appearances->addAction(choice);
        look->addAction(choice);
    }
    look->addSeparator();
    for (const char* name : {"type-larger", "type-smaller", "type-normal"})
        look->addAction(action(QLatin1String(name)));

    QMenu* search = menu->addMenu(tr("Search workers up to"));
    auto* maxima = new QActionGroup(this);
    for (const int pMax : pMaxima) {
        QAction* choice = search->addAction(QString::number(pMax), this, [this, pMax] {
            m_document.setPMax(pMax);
            m_settings.setPMax(pMax);
        });
        choice->setCheckable(true);
        choice->setChecked(m_document.pMax() == pMax);
        maxima->addAction(choice);
    }
    menu->addSeparator();
    add("quit");
    auto* help = new QMenu(tr("Help"), this);
    for (const char* name : {"explain", "keys", "words", "about"})
        help->addAction(action(QLatin1String(name)));

    m_header->addMenu(menu, QKeySequence(tr("Alt+F")));
    m_header->addMenu(help, QKeySequence(tr("Alt+H")));
    m_header->addAction(action(QStringLiteral("undo")), QKeySequence(tr("Alt+U")));
    m_header->addAction(action(QStringLiteral("redo")), QKeySequence(tr("Alt+R")));
    m_header->addAction(action(QStringLiteral("present")), QKeySequence(tr("Alt+L")));
    m_header->addAction(action(QStringLiteral("export")), QKeySequence(tr("Alt+X")));
}

void MainWindow::fillExamplesMenu(QMenu& menu)
{
    for (const Example& example : examples())
        // A menu right-aligns the text after a tab.
        menu.addAction(example.lesson.isEmpty() ? example.title : example.title + QLatin1Char('\t') + example.lesson,
                       this, [this, path = example.path] { openExample(path); });
    if (menu.isEmpty())
        menu.addAction(tr("No examples were found"))->setEnabled(false);
}

void MainWindow::fillExercisesMenu(QMenu& menu)
{
    for (const ShippedExercise& exercise : shippedExercises())
        menu.addAction(toQString(exercise.title) + QLatin1Char('\t') + toQString(exercise.id), this,
                       [this, path = QFile::decodeName(exercise.file.c_str())] { openExercise(path); });
    if (menu.isEmpty())
        menu.addAction(tr("No exercises were found"))->setEnabled(false);
}

void MainWindow::fillRecentMenu(QMenu& menu)
{
    for (const QString& path : m_settings.recentFiles())
        menu.addAction(QFileInfo(path).completeBaseName(), this, [this, path] { openFile(path); })->setToolTip(path);
    menu.setToolTipsVisible(true);
    if (menu.isEmpty()) {
        menu.addAction(tr("Nothing yet"))->setEnabled(false);
        return;
    }
    menu.addSeparator();
    menu.addAction(tr("Clear the list"), this, [this] { m_settings.clearRecentFiles(); });
}

void MainWindow::setTypeScale(double scale)
{
    const double bounded = std::clamp(scale, std::begin(typeScales)[0], std::end(typeScales)[-1]);
    Theme::instance().setTypeScale(bounded);
    if (m_lectureMode)
        m_settings.setLectureTypeFactor(bounded / lectureTypeScale(m_typeScaleBefore, screen()->size().height()));
    else
        m_settings.setTypeSize(bounded);
}

void MainWindow::showAbout()
{
    m_notice->showMessage(
        tr("Scalewright %1").arg(QCoreApplication::applicationVersion()),
        {tr("A workbench for distributed designs that can be defended with numbers."),
         tr("Free software under the GNU General Public License, version 3 or later; it comes without warranty."),
         tr("Charts are drawn by QCustomPlot, the window by Qt %1.").arg(QString::fromUtf8(qVersion()))},
        {{tr("Close"), {}}});
}

}  // namespace scalewright::ui
