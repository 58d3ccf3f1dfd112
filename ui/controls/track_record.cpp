#include "ui/controls/track_record.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/theme/widgets.h"

namespace scalewright::ui {

TrackRecordFold::TrackRecordFold(const QString& question, QWidget* parent)
    : QWidget(parent), m_ask(quietButton(question, this)), m_answer(new Text(TextStyle::Small, Role::Soft, false, this))
{
    m_ask->setCheckable(true);
    m_answer->setWordWrap(true);
    m_answer->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(1));
    column->addWidget(m_ask, 0, Qt::AlignLeft);
    column->addWidget(m_answer);
    connect(m_ask, &QPushButton::toggled, m_answer, &QWidget::setVisible);
    hide();
}

void TrackRecordFold::setText(const QString& text)
{
    m_answer->setText(text);
    setVisible(!text.isEmpty());
}

QString TrackRecordFold::text() const
{
    return m_answer->text();
}

}  // namespace scalewright::ui
