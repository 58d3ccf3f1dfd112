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
      m_whole(new QWidget(this)),
      m_form(new RunForm(document, {Launcher::None, Launcher::Mpirun, Launcher::Torchrun}, 3, m_whole)),
      m_start(primaryButton(tr("Measure everything"), m_whole)),
      m_close(quietButton(tr("Close"), m_whole)),
      m_progress(new QWidget(this)),
      m_bar(new ProgressBar(tr("progress of the measurement"), m_progress)),
      m_doing(new Text(TextStyle::Label, Role::Soft, false, m_progress)),
      m_stop(quietButton(tr("Stop"), m_progress)),
      m_message(new Text(TextStyle::Label, Role::Ink, false, this))
{
    auto* title = new Text(tr("Measure everything"), TextStyle::CardTitle, Role::Ink, true, this);
    setAccessibleName(title->text());
    auto* how = new Text(tr("The machine’s ceilings, one run, then every p. {p} in the command is the count."),
                         TextStyle::Label, Role::Soft, false, m_whole);
    how->setWordWrap(true);
    m_close->setAccessibleName(tr("Close the card that measures everything"));
    m_stop->setAccessibleName(tr("Stop measuring"));
    m_doing->setElided(true);
    m_message->setWordWrap(true);
    m_message->setMark(Role::Warning);
    m_message->setTextFormat(Qt::PlainText);
    m_message->hide();

    auto* whole = new QVBoxLayout(m_whole);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(Theme::space(2));
    whole->addWidget(how);
    whole->addWidget(m_form);
    whole->addLayout(wordsInLine({m_start, m_close}));
    auto* words = new QHBoxLayout;
    words->addWidget(m_doing, 1);
    words->addWidget(m_stop);
    auto* progress = new QVBoxLayout(m_progress);
    progress->setContentsMargins(0, 0, 0, 0);
    progress->setSpacing(Theme::space(1));
    progress->addWidget(m_bar);
    progress->addLayout(words);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(title);
    column->addWidget(m_whole);
    column->addWidget(m_progress);
    column->addWidget(m_message);

    connect(m_start, &QPushButton::clicked, this, &StudyCard::start);
    connect(m_form, &RunForm::entered, this, &StudyCard::start);
    connect(m_close, &QPushButton::clicked, this, &StudyCard::closed);
    connect(m_stop, &QPushButton::clicked, &m_study, &StudyRun::cancel);
    connect(&m_study, &StudyRun::changed, this, &StudyCard::showRun);
    showRun();
}

void StudyCard::takeFocus()
{
    m_form->takeFocus();
}

void StudyCard::start()
{
    if (m_study.isRunning())
        return;
    const auto refuse = [this](QWidget* field, const QString& why) {
        say(why);
        field->setFocus(Qt::OtherFocusReason);
    };
    std::optional<RunForm::Order> order = m_form->read(refuse);
    if (!order)
        return;
    const QString command = m_form->command()->text();
    if (const std::string unnamed = countUnnamed({.p = order->p, .launcher = order->launcher, .words = order->words});
        !unnamed.empty() && m_unnamed != command) {
        m_unnamed = command;
        refuse(m_form->command(), tr("%1. Start once more if it does.").arg(sentenceCase(qt(unnamed))));
        return;
    }
    say({});
    m_study.start(*std::move(order));
}

void StudyCard::showRun()
{
    const bool running = m_study.isRunning();
    const bool hadFocus = m_start->hasFocus() || m_stop->hasFocus() || m_form->command()->hasFocus();
    m_progress->setVisible(running);
    m_whole->setVisible(!running);
    m_bar->setShare(m_study.share());
    m_doing->setText(m_study.isStopping() ? tr("Stopping …") : m_study.doing());
    QStringList lines{m_study.problem()};
    lines << m_study.warnings();
    lines.removeAll(QString());
    if (running || !lines.isEmpty())
        say(lines.join(QLatin1Char('\n')));
    if (hadFocus)  // the keyboard stays with the action
        (running ? m_stop : m_start)->setFocus(Qt::OtherFocusReason);
}

void StudyCard::say(const QString& text)
{
    m_message->setText(text);
    m_message->setVisible(!text.isEmpty());
}

QString StudyCard::message() const
{
    return m_message->isHidden() ? QString() : m_message->text();
}

QString StudyCard::doing() const
{
    return m_doing->text();
}

}  // namespace scalewright::ui
