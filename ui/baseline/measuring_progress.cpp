// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/measuring_progress.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/controls/progress_bar.h"
#include "ui/document/job.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

MeasurementProgress::MeasurementProgress(Job& measuring, QWidget* parent)
    : QWidget(parent),
      m_measurement(measuring),
      m_progressBar(new ProgressBar(tr("progress of the measurement"), this)),
      m_activityText(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_cancelButton(createQuietButton(tr("Cancel"), this))
{
    m_cancelButton->setAccessibleName(tr("cancel the measurement"));
    auto* words = new QHBoxLayout;
    words->addWidget(m_activityText, 1);
    words->addWidget(m_cancelButton);
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(1), {0, Theme::spacing(1), 0, 0});
    column->addWidget(m_progressBar);
    column->addLayout(words);
    connect(m_cancelButton, &QPushButton::clicked, &m_measurement, &Job::cancel);
}

void MeasurementProgress::refresh()
{
    m_progressBar->setFraction(m_measurement.progress());
    m_activityText->setText(m_measurement.isStopping() ? tr("Stopping …")
                                                       : tr("Measuring: %1").arg(m_measurement.activity()));
}

}  // namespace scalewright::ui
