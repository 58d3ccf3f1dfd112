// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/study_card.h"

#include "core/evidence/runs/ladder_run.h"
#include "ui/baseline/study_run.h"

namespace scalewright::ui {

StudyCard::StudyCard(Document& document, StudyRun& study, QWidget* parent)
    : RunFormCard(
          document, study,
          {.title = tr("Measure everything"),
           .explanation =
               tr("Measures the machine’s ceilings, one run, then every p. {p} in the command is the worker count."),
           .start = tr("Measure everything"),
           .closeName = tr("Close the measure-everything card"),
           .stop = tr("Stop"),
           .stopName = tr("Stop measuring"),
           .progressName = tr("progress of the measurement")},
          {Launcher::None, Launcher::Mpirun, Launcher::Torchrun}, 3, parent),
      m_study(study)
{
}

void StudyCard::start()
{
    if (m_study.isRunning())
        return;
    std::optional<RunForm::RunRequest> order =
        form().readRequest([this](QWidget* field, const QString& reason) { refuse(field, reason); });
    if (!order ||
        !isCountConfirmed({.p = order->workerCounts, .launcher = order->launcher, .argv = order->commandWords}))
        return;
    showMessage({});
    m_study.start(*std::move(order));
}

}  // namespace scalewright::ui
