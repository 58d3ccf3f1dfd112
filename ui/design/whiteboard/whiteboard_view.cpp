#include "ui/design/whiteboard/whiteboard_view.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

#include "core/decision/analysis/analysis.h"
#include "ui/controls/quiet_combo.h"
#include "ui/design/whiteboard/whiteboard.h"
#include "ui/figure/figure.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr std::array<int, 8> otherP{2, 3, 4, 8, 16, 64, 256, 1024};

FigureTexts textsOf(const Topology& board)
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
    texts.summary = spokenBoard(board);
    return texts;
}

}  // namespace

WhiteboardView::WhiteboardView(Document& document, QWidget* parent)
    : DocumentView(document, parent),
      m_board(new Whiteboard),
      m_export(new Whiteboard(this)),
      m_choice(new QuietCombo(this))
{
    m_export->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(2));
    m_figure = new Figure(m_board, m_board, this);
    column->addWidget(m_figure, 1);

    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::space(2));
    auto* label = new Text(tr("Drawn for"), TextStyle::Label, Role::Soft, false, this);
    label->setBuddy(m_choice);
    m_choice->setAccessibleName(tr("How many workers the whiteboard draws"));
    m_choice->addItem(QString());
    for (const int p : otherP)
        m_choice->addItem(tr("p = %1").arg(p));
    row->addWidget(label);
    row->addWidget(m_choice);
    row->addStretch();
    column->addLayout(row);
    connect(m_choice, &QComboBox::activated, this, [this](int index) {
        showP(index == 0 ? std::nullopt : std::optional(otherP.at(static_cast<std::size_t>(index - 1))));
    });
    begin();
}

int WhiteboardView::shownP() const
{
    return m_p.value_or(document().analysis().planP);
}

void WhiteboardView::showP(std::optional<int> p)
{
    m_p = p;
    int index = 0;
    for (std::size_t i = 0; i < otherP.size(); ++i)
        if (p == otherP[i])
            index = static_cast<int>(i) + 1;
    m_choice->setCurrentIndex(index);
    refresh();
}

void WhiteboardView::refresh()
{
    m_choice->setItemText(0, tr("the plan’s p = %1").arg(document().analysis().planP));
    // One short note is drawn; the others stand behind Why, and in what is exported.
    constexpr qsizetype shortWords = 7;
    Topology board = topologyOf(document().project(), shownP());
    FigureTexts texts = textsOf(board);
    const auto drawn = std::find_if(board.notes.begin(), board.notes.end(), [](const std::string& note) {
        return qt(note).count(QLatin1Char(' ')) < shortWords;
    });
    for (auto note = board.notes.begin(); note != board.notes.end(); ++note)
        if (note != drawn)
            texts.caption += QStringLiteral(" · ") + qt(*note);
    board.notes = drawn == board.notes.end() ? std::vector<std::string>() : std::vector<std::string>{*drawn};
    m_board->setBoard(std::move(board), texts);
    m_figure->refresh();
}

std::vector<Exportable> WhiteboardView::exportables()
{
    Topology board = topologyOf(document().project(), document().analysis().planP);
    const FigureTexts texts = textsOf(board);
    m_export->setBoard(std::move(board), texts);
    return {{QStringLiteral("whiteboard"), m_export}};
}

}  // namespace scalewright::ui
