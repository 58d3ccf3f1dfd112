#include "ui/baseline/measuring_progress.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/baseline/measuring.h"
#include "ui/controls/progress_bar.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

MeasuringProgress::MeasuringProgress(Measuring& measuring, QWidget* parent)
    : QWidget(parent),
      m_measuring(measuring),
      m_bar(new ProgressBar(tr("progress of the measurement"), this)),
      m_doing(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_cancel(quietButton(tr("Cancel"), this))
{
    m_cancel->setAccessibleName(tr("cancel the measurement"));
    auto* words = new QHBoxLayout;
    words->addWidget(m_doing, 1);
    words->addWidget(m_cancel);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, Theme::space(1), 0, 0);
    column->setSpacing(Theme::space(1));
    column->addWidget(m_bar);
    column->addLayout(words);
    connect(m_cancel, &QPushButton::clicked, &m_measuring, &Measuring::cancel);
}

void MeasuringProgress::refresh()
{
    m_bar->setShare(m_measuring.share());
    m_doing->setText(m_measuring.isStopping() ? tr("Stopping …") : tr("Measuring: %1").arg(m_measuring.doing()));
}

}  // namespace scalewright::ui
