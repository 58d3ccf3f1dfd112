// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/study_card.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/evidence/runs/ladder_run.h"
#include "ui/baseline/study_run.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/progress_bar.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

StudyCard::StudyCard(Document& document, StudyRun& study, QWidget* parent)
    : Card(parent),
      m_study(study),
      m_setupPane(new QWidget(this)),
      m_form(new RunForm(document, {Launcher::None, Launcher::Mpirun, Launcher::Torchrun}, 3, m_setupPane)),
      m_startButton(createPrimaryButton(tr("Measure everything"), m_setupPane)),
      m_closeButton(createQuietButton(tr("Close"), m_setupPane)),
      m_progressPane(new QWidget(this)),
      m_progressBar(new ProgressBar(tr("progress of the measurement"), m_progressPane)),
      m_activityText(new Text(TextStyle::Label, ColorRole::SoftInk, false, m_progressPane)),
      m_stopButton(createQuietButton(tr("Stop"), m_progressPane)),
      m_messageText(new Text(TextStyle::Label, ColorRole::Ink, false, this))
{
    auto* title = new Text(tr("Measure everything"), TextStyle::CardTitle, ColorRole::Ink, true, this);
    setAccessibleName(title->text());
    auto* explanation =
        new Text(tr("Measures the machine’s ceilings, one run, then every p. {p} in the command is the worker count."),
                 TextStyle::Label, ColorRole::SoftInk, false, m_setupPane);
    explanation->setWordWrap(true);
    m_closeButton->setAccessibleName(tr("Close the measure-everything card"));
    m_stopButton->setAccessibleName(tr("Stop measuring"));
    m_activityText->setElided(true);
    m_messageText->setWordWrap(true);
    m_messageText->setEdgeBar(ColorRole::Warning);
    m_messageText->setTextFormat(Qt::PlainText);
    m_messageText->hide();

    auto* setupLayout = createBox<QVBoxLayout>(m_setupPane, Theme::spacing(2));
    setupLayout->addWidget(explanation);
    setupLayout->addWidget(m_form);
    setupLayout->addLayout(createButtonRow({m_startButton, m_closeButton}));
    auto* words = new QHBoxLayout;
    words->addWidget(m_activityText, 1);
    words->addWidget(m_stopButton);
    auto* progress = createBox<QVBoxLayout>(m_progressPane, Theme::spacing(1));
    progress->addWidget(m_progressBar);
    progress->addLayout(words);
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 4));
    column->addWidget(title);
    column->addWidget(m_setupPane);
    column->addWidget(m_progressPane);
    column->addWidget(m_messageText);

    connect(m_startButton, &QPushButton::clicked, this, &StudyCard::start);
    connect(m_form, &RunForm::commandEntered, this, &StudyCard::start);
    connect(m_closeButton, &QPushButton::clicked, this, &StudyCard::closeRequested);
    connect(m_stopButton, &QPushButton::clicked, &m_study, &StudyRun::cancel);
    connect(&m_study, &StudyRun::changed, this, &StudyCard::showRunState);
    showRunState();
}

void StudyCard::takeFocus()
{
    m_form->focusCommand();
}

void StudyCard::start()
{
    if (m_study.isRunning())
        return;
    const auto refuse = [this](QWidget* field, const QString& reason) {
        showMessage(reason);
        field->setFocus(Qt::OtherFocusReason);
    };
    std::optional<RunForm::RunRequest> order = m_form->readRequest(refuse);
    if (!order)
        return;
    const QString command = m_form->commandEdit()->text();
    if (const std::string unnamed =
            missingCountWarning({.p = order->workerCounts, .launcher = order->launcher, .argv = order->commandWords});
        !unnamed.empty() && m_commandWithoutCount != command) {
        m_commandWithoutCount = command;
        refuse(m_form->commandEdit(),
               tr("%1. If it does, press the button again.").arg(sentenceCase(toQString(unnamed))));
        return;
    }
    showMessage({});
    m_study.start(*std::move(order));
}

void StudyCard::showRunState()
{
    const bool running = m_study.isRunning();
    const bool hadFocus = m_startButton->hasFocus() || m_stopButton->hasFocus() || m_form->commandEdit()->hasFocus();
    m_progressPane->setVisible(running);
    m_setupPane->setVisible(!running);
    m_progressBar->setFraction(m_study.progress());
    m_activityText->setText(m_study.isStopping() ? tr("Stopping …") : m_study.activity());
    QStringList lines{m_study.problem()};
    lines << m_study.warnings();
    lines.removeAll(QString());
    if (running || !lines.isEmpty())
        showMessage(lines.join(QLatin1Char('\n')));
    if (hadFocus)  // keeps the focus on the action
        (running ? m_stopButton : m_startButton)->setFocus(Qt::OtherFocusReason);
}

void StudyCard::showMessage(const QString& text)
{
    m_messageText->setText(text);
    m_messageText->setVisible(!text.isEmpty());
}

QString StudyCard::message() const
{
    return m_messageText->isHidden() ? QString() : m_messageText->text();
}

}  // namespace scalewright::ui
