#include "ui/baseline/goal_card.h"

#include <QLineEdit>
#include <QVBoxLayout>

#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/document/document.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

GoalCard::GoalCard(Document& document, QWidget* parent) : Card(parent), m_document(document)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("Goal"), TextStyle::CardTitle, Role::Ink, true, this));
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Goal::deadlineS)},
                            {fieldOf(&Goal::budgetUsd)},
                            {fieldOf(&Goal::hourValueUsd)},
                            {fieldOf(&Goal::latencyS)},
                            {fieldOf(&Goal::quality)}},
                           this, tr("goal: %1"));
    column->addWidget(m_grid);
    m_quality = new QLineEdit(this);
    m_quality->setPlaceholderText(tr("quality of what: top-1 accuracy, perplexity …"));
    m_quality->setAccessibleName(tr("what the quality goal is of"));
    column->addWidget(m_quality);

    connect(m_quality, &QLineEdit::editingFinished, this, &GoalCard::rename);
    const auto restyle = [this] { m_quality->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    refresh();
}

GoalCard::~GoalCard()
{
    m_quality->disconnect(this);  // it loses the keyboard while QWidget's destructor runs
}

void GoalCard::refresh()
{
    const QString name = qt(m_document.project().goal.qualityName);
    if (!m_quality->isModified() && m_quality->text() != name) {
        m_quality->setText(name);
        m_quality->setCursorPosition(0);
    }
    m_grid->refresh();
}

void GoalCard::layOut(int columns)
{
    m_grid->layOut(columns);
}

void GoalCard::rename()
{
    m_quality->setModified(false);
    Project after = m_document.project();
    after.goal.qualityName = m_quality->text().trimmed().toStdString();
    m_document.edit(tr("what the quality goal is of"), std::move(after));
}

bool GoalCard::focus(const QString& pointer)
{
    if (pointer != QLatin1String("/goal/quality_name"))
        return m_grid->focus(pointer);
    m_quality->setFocus(Qt::OtherFocusReason);
    return true;
}

std::vector<PaletteItem> GoalCard::paletteItems()
{
    return m_grid->paletteItems();
}

}  // namespace scalewright::ui
