// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/collapsible_details.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

CollapsibleDetails::CollapsibleDetails(const QString& topic, QWidget* parent, const QString& word)
    : QWidget(parent),
      m_button(createDisclosureButton(word.isEmpty() ? tr("Why") : word, this)),
      m_content(new QWidget(this)),
      m_contentLayout(createBox<QVBoxLayout>(m_content, Theme::spacing(2))),
      m_text(createParagraph(TextStyle::Small, ColorRole::SoftInk, m_content))
{
    m_button->setAccessibleName(tr("%1: %2").arg(m_button->text(), topic));
    m_contentLayout->addWidget(m_text);
    m_content->hide();
    createBox<QVBoxLayout>(this, Theme::spacing(1), {{m_button, 0, Qt::AlignLeft}, m_content});
    connect(m_button, &QPushButton::toggled, this, [this](bool open) {
        m_content->setVisible(open);
        Q_EMIT toggled(open);
    });
    updateVisibility();
}

void CollapsibleDetails::setText(const QString& text)
{
    m_text->setText(text);
    updateVisibility();
}

QString CollapsibleDetails::text() const
{
    return m_text->text();
}

void CollapsibleDetails::setOpen(bool open)
{
    m_button->setChecked(open);
}

bool CollapsibleDetails::isOpen() const
{
    return m_button->isChecked();
}

void CollapsibleDetails::updateVisibility()
{
    m_text->setVisible(!m_text->text().isEmpty());
    const bool hasContent = !m_text->text().isEmpty() || m_contentLayout->count() > 1;
    setVisible(hasContent);
    m_button->setVisible(hasContent);
}

}  // namespace scalewright::ui
