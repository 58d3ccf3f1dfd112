#include "ui/controls/why.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

Why::Why(const QString& topic, QWidget* parent, const QString& word)
    : QWidget(parent),
      m_word(quietButton(word.isEmpty() ? tr("Why") : word, this)),
      m_folded(new QWidget(this)),
      m_column(new QVBoxLayout(m_folded)),
      m_text(new Text(TextStyle::Small, Role::Soft, false, m_folded))
{
    m_word->setCheckable(true);
    m_word->setAccessibleName(tr("%1: %2").arg(m_word->text(), topic));
    m_text->setWordWrap(true);
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(Theme::space(2));
    m_column->addWidget(m_text);
    m_folded->hide();
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(Theme::space(1));
    all->addWidget(m_word, 0, Qt::AlignLeft);
    all->addWidget(m_folded);
    connect(m_word, &QPushButton::toggled, this, [this](bool open) {
        m_folded->setVisible(open);
        Q_EMIT toggled(open);
    });
    settle();
}

void Why::setText(const QString& text)
{
    m_text->setText(text);
    settle();
}

QString Why::text() const
{
    return m_text->text();
}

void Why::setOpen(bool open)
{
    m_word->setChecked(open);
}

bool Why::isOpen() const
{
    return m_word->isChecked();
}

void Why::settle()
{
    m_text->setVisible(!m_text->text().isEmpty());
    const bool any = !m_text->text().isEmpty() || m_column->count() > 1;
    setVisible(any);
    m_word->setVisible(any);
}

}  // namespace scalewright::ui
