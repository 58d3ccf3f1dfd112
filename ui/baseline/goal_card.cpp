// SPDX-License-Identifier: GPL-3.0-or-later
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
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 4));
    column->addWidget(new Text(tr("Goal"), TextStyle::CardTitle, ColorRole::Ink, true, this));
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Goal::deadlineS)},
                            {fieldOf(&Goal::budgetUsd)},
                            {fieldOf(&Goal::hourValueUsd)},
                            {fieldOf(&Goal::latencyS)},
                            {fieldOf(&Goal::quality)}},
                           this, tr("goal: %1"));
    column->addWidget(m_grid);
    m_qualityNameEdit = new QLineEdit(this);
    m_qualityNameEdit->setPlaceholderText(tr("quality measure, such as top-1 accuracy or perplexity …"));
    m_qualityNameEdit->setAccessibleName(tr("quality measure of the goal"));
    column->addWidget(m_qualityNameEdit);

    connect(m_qualityNameEdit, &QLineEdit::editingFinished, this, &GoalCard::applyQualityName);
    const auto restyle = [this] { m_qualityNameEdit->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    refresh();
}

GoalCard::~GoalCard()
{
    m_qualityNameEdit->disconnect(this);  // The line edit loses the focus while QWidget's destructor runs.
}

void GoalCard::refresh()
{
    const QString name = toQString(m_document.project().goal.qualityName);
    if (!m_qualityNameEdit->isModified() && m_qualityNameEdit->text() != name) {
        m_qualityNameEdit->setText(name);
        m_qualityNameEdit->setCursorPosition(0);
    }
    m_grid->refresh();
}

void GoalCard::layOut(int columns)
{
    m_grid->layOut(columns);
}

void GoalCard::applyQualityName()
{
    m_qualityNameEdit->setModified(false);
    Project after = m_document.project();
    after.goal.qualityName = m_qualityNameEdit->text().trimmed().toStdString();
    m_document.edit(tr("quality measure of the goal"), std::move(after));
}

bool GoalCard::focusField(const QString& pointer)
{
    if (pointer != QLatin1String("/goal/quality_name"))
        return m_grid->focusOn(pointer);
    m_qualityNameEdit->setFocus(Qt::OtherFocusReason);
    return true;
}

std::vector<PaletteItem> GoalCard::paletteItems()
{
    return m_grid->paletteItems();
}

}  // namespace scalewright::ui
