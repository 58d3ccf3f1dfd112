// Actions and menus: what the header's words, the shortcuts and Ctrl+K have in common.
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QFileDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScreen>

#include <utility>

#include "core/output/report/exercise/shipped.h"
#include "ui/controls/ask_file.h"
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

/// Every key that acts, by where it does: the window's from its actions, so that the list is what they do.
QString keysText(const MainWindow& window, const std::vector<PageEntry>& entries)
{
    QString rows;
    const auto group = [&](const QString& title) {
        rows += QStringLiteral("<tr><td colspan=\"2\"><br><b>%1</b></td></tr>").arg(title.toHtmlEscaped());
    };
    const auto row = [&](const QString& keys, const QString& does) {
        rows += QStringLiteral("<tr><td style=\"padding-right:24px;white-space:nowrap\">%1</td><td>%2</td></tr>")
                    .arg(keys.toHtmlEscaped(), does.toHtmlEscaped());
    };
    const auto of = [](Qt::KeyboardModifiers modifiers, int key) {
        return QKeySequence(static_cast<int>(modifiers.toInt()) | key).toString(QKeySequence::NativeText);
    };
    const QStringList lectureKeys{QStringLiteral("next-key"), QStringLiteral("previous-key"), QStringLiteral("blank")};
    const auto keysOf = [&names = lectureKeys](const QAction& action) {
        QStringList keys;
        for (const QKeySequence& each : action.shortcuts())
            if (keys.isEmpty() || names.contains(action.objectName()))
                keys << each.toString(QKeySequence::NativeText);
        return keys.join(QLatin1Char(' '));
    };
    const auto acting = [&](const QStringList& names, bool among) {
        for (const QAction* action : window.actions())
            if (!action->text().isEmpty() && !action->shortcut().isEmpty() &&
                names.contains(action->objectName()) == among)
                row(keysOf(*action), action->text());
    };
    const QStringList lecture{QStringLiteral("present"),      QStringLiteral("guess"), QStringLiteral("next-key"),
                              QStringLiteral("previous-key"), QStringLiteral("blank"), QStringLiteral("own"),
                              QStringLiteral("edges"),        QStringLiteral("leave"), QStringLiteral("slides"),
                              QStringLiteral("slides-back")};
    QStringList room = lecture;
    for (int key = 1; key <= 9; ++key)
        room << QStringLiteral("preset-%1").arg(key);  // named where a lecture names them
    group(MainWindow::tr("Anywhere"));
    acting(room, false);
    for (const QPushButton* word : window.findChild<Header*>()->findChildren<QPushButton*>())
        row(word->shortcut().toString(QKeySequence::NativeText), word->text());
    group(MainWindow::tr("Pages"));
    for (std::size_t i = 0; i < entries.size() && i < 9; ++i)
        row(of(Qt::ControlModifier, Qt::Key_1 + static_cast<int>(i)), entries[i].title);
    group(MainWindow::tr("In front of a room"));
    acting(room, true);
    row(MainWindow::tr("%1 to %2").arg(of({}, Qt::Key_1), of({}, Qt::Key_9)),
        MainWindow::tr("the presets, in full screen"));
    row(MainWindow::tr("%1 to %2").arg(of({}, Qt::Key_0), of({}, Qt::Key_9)),
        MainWindow::tr("the room’s guess, while the answer is hidden"));
    group(MainWindow::tr("On the slides"));
    row(of({}, Qt::Key_Left) + QStringLiteral(" ") + of({}, Qt::Key_Right) + QStringLiteral(" ") +
            of({}, Qt::Key_Space),
        MainWindow::tr("the slide before, the next one"));
    row(of({}, Qt::Key_T), MainWindow::tr("counts the room’s guesses while the answer is hidden"));
    row(of({}, Qt::Key_N), MainWindow::tr("the speaker’s notes"));
    row(of({}, Qt::Key_I), MainWindow::tr("where the slide’s numbers come from"));
    row(of({}, Qt::Key_W), MainWindow::tr("the page behind the slide, and back"));
    group(MainWindow::tr("On the pages"));
    row(MainWindow::tr("%1 to %2").arg(of(Qt::AltModifier, Qt::Key_1), of(Qt::AltModifier, Qt::Key_6)),
        MainWindow::tr("the slots of the design"));
    row(of({}, Qt::Key_Return), MainWindow::tr("enters what was typed"));
    row(of({}, Qt::Key_Escape), MainWindow::tr("takes back what was typed, or a what-if"));
    row(of({}, Qt::Key_Left) + QStringLiteral(" ") + of({}, Qt::Key_Right),
        window.isLecture()
            ? MainWindow::tr("what was clicked: a slider, a chart, the tree; until Escape")
            : MainWindow::tr("a slider’s next value, the next point of a chart, the next question of the tree"));
    if (!window.isLecture())  // there they are a clicker's, and step through its keys
        row(of({}, Qt::Key_PageUp) + QStringLiteral(" ") + of({}, Qt::Key_PageDown),
            MainWindow::tr("a slider ten times further, twice and half the workers on a chart"));
    row(of(Qt::ControlModifier, Qt::Key_C), MainWindow::tr("a figure as picture, drawing and numbers"));
    row(of(Qt::ControlModifier, Qt::Key_V), MainWindow::tr("a measured table, on Measure"));
    row(of({}, Qt::Key_Plus) + QStringLiteral(" ") + of({}, Qt::Key_Minus) + QStringLiteral(" ") + of({}, Qt::Key_0),
        MainWindow::tr("a chart or the timeline nearer, farther, whole"));
    row(of(Qt::ShiftModifier, Qt::Key_Left) + QStringLiteral(" ") + of(Qt::ShiftModifier, Qt::Key_Right),
        MainWindow::tr("along a chart that is nearer"));
    row(of({}, Qt::Key_N) + QStringLiteral(" ") + of({}, Qt::Key_P),
        MainWindow::tr("the timeline’s next and previous span"));
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
            for (const PageEntry& entry : m_entries)  // where the method begins
                if (entry.group != PageGroup::Whole) {
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
        askFile(dialog, this, [this](const QString& path) { openFile(path); });
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
                                 [this] { setLecture(!m_lecture); });
    present->setIconText(tr("Lecture"));
    present->setCheckable(true);
    QAction* exporting = addAction(QStringLiteral("export"), tr("Export figures and verdict…"),
                                   QKeySequence(Qt::CTRL | Qt::Key_E), [this] { askExport(); });
    exporting->setIconText(tr("Export…"));

    makeSlideActions();

    addAction(QStringLiteral("find"), tr("Find anything…"), QKeySequence(Qt::CTRL | Qt::Key_K),
              [this] { openPalette(); });
    addAction(QStringLiteral("missing"), tr("Next missing figure"), QKeySequence(Qt::CTRL | Qt::Key_Return), [this] {
        commitTyping();
        if (Page* current = currentPage())
            current->nextMissing();
    })->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    addAction(QStringLiteral("guess"), tr("Hide the answer, or reveal it"), Qt::Key_G, [this] {
        if (Page* current = page(m_current); current && current->canGuess())
            current->setGuessing(!current->isGuessing());
        else if (m_lecture)
            m_keyName->setText(tr("There is nothing to guess here: Predict hides its curve"));
    })->setEnabled(false);

    action(QStringLiteral("guess"))->setProperty("also", tr("guess, quiz, reveal"));

    addAction(QStringLiteral("type-larger"), tr("Larger type"), QKeySequence::ZoomIn, [this] {
        setTypeScale(Theme::instance().typeScale() + 0.25);
    })->setShortcuts({QKeySequence::ZoomIn, QKeySequence(Qt::CTRL | Qt::Key_Equal)});
    addAction(QStringLiteral("type-smaller"), tr("Smaller type"), QKeySequence::ZoomOut,
              [this] { setTypeScale(Theme::instance().typeScale() - 0.25); });
    addAction(QStringLiteral("type-normal"), tr("Normal type"), QKeySequence(Qt::CTRL | Qt::Key_0),
              [this] { setTypeScale(m_lecture ? lectureTypeScale(m_typeScaleBefore, screen()->size().height()) : 1); });
    m_help = new HelpCard(this);
    const auto listKeys = [this] { m_help->list(tr("Keys"), keysText(*this, m_entries)); };
    addAction(QStringLiteral("explain"), tr("Help: what is this?"), QKeySequence::HelpContents, [this, listKeys] {
        const QWidget* control = QApplication::focusWidget();
        if (const Term* term = control && isAncestorOf(control) ? termOf(control) : nullptr)
            m_help->explain(control, qt(term->name), explained(*term), spoken(*term));
        else
            listKeys();
    });
    addAction(QStringLiteral("keys"), tr("Help: keys"), {}, listKeys);
    addAction(QStringLiteral("words"), tr("Help: words"), {}, [this] { m_help->list(tr("Words"), wholeGlossary()); });
    addAction(QStringLiteral("about"), tr("About Scalewright"), {}, [this] { about(); });
    addAction(QStringLiteral("quit"), tr("Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), [this] { close(); });
    const QString type = tr("type size, bigger, smaller, text, font, zoom");  // other words for Ctrl+K
    for (const char* name : {"type-larger", "type-smaller", "type-normal"})
        findChild<QAction*>(QLatin1String(name))->setProperty("also", type);
    present->setProperty("also", tr("lecture, presentation, projector"));

    for (int i = 0; i < static_cast<int>(m_entries.size()) && i < 9; ++i) {
        const PageEntry& entry = m_entries[static_cast<std::size_t>(i)];
        // Without a text, as Ctrl+K lists the pages themselves.
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
    QAction* blank =
        addAction(QStringLiteral("blank"), tr("Blank screen; any key shows it again"), {}, [this] { setBlank(true); });
    blank->setShortcuts({Qt::Key_B, Qt::Key_Period});
    for (QAction* each : {next, previous, blank})
        each->setEnabled(false);
    addAction(QStringLiteral("own"), tr("Back to what was open"), Qt::Key_0, [this] {
        backToOwn();
        nameLecture({});
    })->setEnabled(false);
    addAction(QStringLiteral("menu-key"), tr("File menu"), Qt::Key_F10, [this] { m_header->openMenu(); });
    addAction(QStringLiteral("edges"), tr("Show or hide header and rail"), Qt::Key_F10, [this] {
        m_edgesShown = m_edgesBeside = !m_edgesShown;
        arrange();
        if (m_edgesShown)
            m_header->focusMenu();
        else if (Page* current = currentPage())
            current->setFocus(Qt::OtherFocusReason);  // and not in whatever field comes next
    })->setEnabled(false);
    addAction(QStringLiteral("leave"), tr("Leave the lecture"), Qt::Key_Escape, [this] {
        QWidget* focus = QApplication::focusWidget();
        Page* current = currentPage();
        if (current && focus && (typingLine(focus) || qobject_cast<QPlainTextEdit*>(focus)))
            current->setFocus(Qt::OtherFocusReason);  // out of the field first
        else if (focus && focus == m_hasArrows)
            m_hasArrows = nullptr;  // the arrows page again
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
        keys->addAction(action(m_lecture ? QStringLiteral("own") : QStringLiteral("present")));
    });

    QMenu* look = menu->addMenu(tr("Look"));
    auto* appearances = new QActionGroup(this);
    for (const auto& [appearance, title] :
         {std::pair{Appearance::System, tr("As the system")}, std::pair{Appearance::Light, tr("Light")},
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
        // Behind a tab stands what a menu shows at its right.
        menu.addAction(example.teaches.isEmpty() ? example.title : example.title + QLatin1Char('\t') + example.teaches,
                       this, [this, path = example.path] { openExample(path); });
    if (menu.isEmpty())
        menu.addAction(tr("No examples were found"))->setEnabled(false);
}

void MainWindow::fillExercisesMenu(QMenu& menu)
{
    for (const ShippedExercise& exercise : shippedExercises())
        menu.addAction(qt(exercise.title) + QLatin1Char('\t') + qt(exercise.id), this,
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
    menu.addAction(tr("Forget these"), this, [this] { m_settings.forgetRecentFiles(); });
}

void MainWindow::setTypeScale(double scale)
{
    const double bounded = std::clamp(scale, std::begin(typeScales)[0], std::end(typeScales)[-1]);
    Theme::instance().setTypeScale(bounded);
    if (m_lecture)
        m_settings.setLectureType(bounded / lectureTypeScale(m_typeScaleBefore, screen()->size().height()));
    else
        m_settings.setTypeSize(bounded);
}

void MainWindow::about()
{
    m_notice->tell(
        tr("Scalewright %1").arg(QCoreApplication::applicationVersion()),
        {tr("A workbench for distributed designs that can be defended with numbers."),
         tr("Free software under the GNU General Public License, version 3 or later; it comes without warranty."),
         tr("Charts are drawn by QCustomPlot, the window by Qt %1.").arg(QString::fromUtf8(qVersion()))},
        {{tr("Close"), {}}});
}

}  // namespace scalewright::ui
