// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/whiteboard/whiteboard_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/exchange_time.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/design/whiteboard/whiteboard.h"
#include "ui/figure/figure.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr std::array<int, 8> selectableP{2, 3, 4, 8, 16, 64, 256, 1024};

FigureTexts boardTexts(const Topology& board)
{
    FigureTexts texts;
    QStringList titles;
    for (const Panel& panel : board.panels)
        titles << panelTitle(panel);
    texts.title = board.p == 1 ? WhiteboardView::tr("Whiteboard: one worker")
                               : WhiteboardView::tr("Whiteboard: %1 workers").arg(board.p);
    texts.caption =
        WhiteboardView::tr("%1 · p = %2 · solid arrows carry data, dashed ones control, dotted ones recovery")
            .arg(titles.join(QStringLiteral(" + ")))
            .arg(board.p);
    texts.summary = spokenBoardText(board);
    return texts;
}

/// The board as drawn, with a single short note. Any others go into the caption, of which a printed column has room for
/// the first.
std::pair<Topology, FigureTexts> shownBoard(Topology board)
{
    constexpr qsizetype shortWords = 7;
    FigureTexts texts = boardTexts(board);
    const auto drawnNote = std::find_if(board.notes.begin(), board.notes.end(), [](const std::string& note) {
        return toQString(note).count(QLatin1Char(' ')) < shortWords;
    });
    for (auto note = board.notes.begin(); note != board.notes.end(); ++note)
        if (note != drawnNote)
            texts.caption += QStringLiteral(" · ") + toQString(*note);
    board.notes = drawnNote == board.notes.end() ? std::vector<std::string>() : std::vector<std::string>{*drawnNote};
    return {std::move(board), std::move(texts)};
}

}  // namespace

WhiteboardView::WhiteboardView(Document& document, QWidget* parent)
    : DocumentView(document, parent),
      m_board(new Whiteboard),
      m_exportBoard(new Whiteboard(this)),
      m_workersCombo(new QuietCombo(this))
{
    m_exportBoard->hide();
    m_figure = new Figure(m_board, m_board, this);

    auto* label = new Text(tr("Drawn for"), TextStyle::Label, ColorRole::SoftInk, false, this);
    label->setBuddy(m_workersCombo);
    m_workersCombo->setAccessibleName(tr("How many workers the whiteboard draws"));
    m_workersCombo->addItem(QString());
    for (const int p : selectableP)
        m_workersCombo->addItem(tr("p = %1").arg(p));
    auto* row = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {label, m_workersCombo, Stretch{}});
    createBox<QVBoxLayout>(this, Theme::spacing(2), {{m_figure, 1}, row});
    connect(m_workersCombo, &QComboBox::activated, this, [this](int index) {
        showP(index == 0 ? std::nullopt : std::optional(selectableP.at(static_cast<std::size_t>(index - 1))));
    });
    initializeView();
}

int WhiteboardView::shownP() const
{
    return m_chosenP.value_or(document().analysis().planP);
}

void WhiteboardView::showP(std::optional<int> p)
{
    m_chosenP = p;
    int index = 0;
    for (std::size_t i = 0; i < selectableP.size(); ++i)
        if (p == selectableP[i])
            index = static_cast<int>(i) + 1;
    m_workersCombo->setCurrentIndex(index);
    refresh();
}

void WhiteboardView::refresh()
{
    const Analysis& analysis = document().analysis();
    m_workersCombo->setItemText(0, (analysis.plan ? tr("the plan’s p = %1") : tr("p = %1")).arg(analysis.planP));
    auto [board, texts] =
        shownBoard(labelledTopology(document().project(), analysis.model ? &*analysis.model : nullptr, shownP()));
    m_board->setBoard(std::move(board), texts);
    m_figure->refresh();
}

std::vector<ExportableFigure> WhiteboardView::exportables()
{
    const Analysis& analysis = document().analysis();
    auto [board, texts] =
        shownBoard(labelledTopology(document().project(), analysis.model ? &*analysis.model : nullptr, analysis.planP));
    m_exportBoard->setBoard(std::move(board), texts);
    return {{QStringLiteral("whiteboard"), m_exportBoard}};
}

}  // namespace scalewright::ui
