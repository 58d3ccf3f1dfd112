// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/track_record.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

CollapsibleTrackRecord::CollapsibleTrackRecord(const QString& question, QWidget* parent)
    : QWidget(parent),
      m_questionButton(createDisclosureButton(question, this)),
      m_answer(createParagraph(TextStyle::Small, ColorRole::SoftInk, this))
{
    m_answer->hide();
    createBox<QVBoxLayout>(this, Theme::spacing(1), {{m_questionButton, 0, Qt::AlignLeft}, m_answer});
    connect(m_questionButton, &QPushButton::toggled, m_answer, &QWidget::setVisible);
    hide();
}

void CollapsibleTrackRecord::setText(const QString& text)
{
    m_answer->setText(text);
    setVisible(!text.isEmpty());
}

QString CollapsibleTrackRecord::text() const
{
    return m_answer->text();
}

}  // namespace scalewright::ui
