#include "ui/timeline/mend_card.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QGridLayout>

#include <cmath>

#include "ui/controls/quiet_combo.h"
#include "ui/quantity/log_slider.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

MendCard::MendCard(QWidget* parent)
    : Card(parent),
      m_controls(new QWidget(this)),
      m_median(new QuietCombo(this)),
      m_without(new QuietCombo(this)),
      m_exchange(new LogSlider({0.1, 10, true}, this)),
      m_exchangeValue(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_overlap(new QCheckBox(tr("all of it overlapped"), this)),
      m_span(new Text(TextStyle::Page, Role::Ink, true, this)),
      m_spanBefore(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_words(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_asRecorded(quietButton(tr("As recorded"), this))
{
    setAccessibleName(tr("mend it"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(2));
    auto* head = new QHBoxLayout;
    head->addWidget(new Text(tr("Mend it"), TextStyle::CardTitle, Role::Ink, true, this), 1);
    head->addWidget(m_asRecorded);
    column->addLayout(head);
    m_asRecorded->setToolTip(tr("Forgets what was mended here"));
    connect(m_asRecorded, &QPushButton::clicked, this, [this] { setHandles({}); });
    m_median->setAccessibleName(tr("rank that becomes as fast as the median"));
    m_without->setAccessibleName(tr("rank that is gone"));
    m_exchange->setAccessibleName(tr("seconds of an exchange, as a multiple"));
    m_exchangeValue->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_overlap->setToolTip(tr("A transfer counts only as far as the work after it does not hide it"));
    for (QuietCombo* combo : {m_median, m_without})
        combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);

    auto* grid = new QGridLayout(m_controls);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(Theme::space(3));
    grid->setVerticalSpacing(Theme::space(2));
    const auto label = [&](const QString& text, int row) {
        auto* made = new Text(text, TextStyle::Label, Role::Ink, true, m_controls);
        made->setWordWrap(true);
        grid->addWidget(made, row, 0);
    };
    label(tr("as fast as the median"), 0);
    grid->addWidget(m_median, 0, 1, 1, 2, Qt::AlignLeft);
    label(tr("exchange takes"), 1);
    grid->addWidget(m_exchangeValue, 1, 1);
    grid->addWidget(m_exchange, 1, 2);
    label(tr("gone"), 2);
    grid->addWidget(m_without, 2, 1, 1, 2, Qt::AlignLeft);
    grid->addWidget(m_overlap, 3, 0, 1, 3);
    grid->setColumnStretch(2, 1);

    auto* sides = new QHBoxLayout;
    sides->setSpacing(Theme::space(5));
    sides->addWidget(m_controls, 1);
    auto* outcome = new QVBoxLayout;
    outcome->setSpacing(0);
    outcome->addStretch();
    for (Text* text : {m_span, m_spanBefore}) {
        text->setAlignment(Qt::AlignRight);
        outcome->addWidget(text);
    }
    outcome->addStretch();
    sides->addLayout(outcome);
    column->addLayout(sides, 1);
    m_words->setWordWrap(true);
    column->addWidget(m_words);

    connect(m_median, &QComboBox::currentIndexChanged, this, &MendCard::answer);
    connect(m_without, &QComboBox::currentIndexChanged, this, &MendCard::answer);
    connect(m_overlap, &QCheckBox::toggled, this, &MendCard::answer);
    connect(m_exchange, &LogSlider::amountEdited, this, [this](double factor) {
        m_factor = std::abs(factor - 1) < 0.06 ? 1 : factor;
        answer();
    });
    answer();
}

void MendCard::setRun(const TraceRun* run, const QString& why)
{
    if (run && run == m_run)
        return;  // what was mended stays
    m_run = run;
    m_factor = 1;
    {
        const QSignalBlocker a(m_median), b(m_without), c(m_overlap);
        m_overlap->setChecked(false);
        for (QuietCombo* combo : {m_median, m_without}) {
            combo->clear();
            combo->addItem(combo == m_median ? tr("no rank") : tr("nobody"), -1);
            if (run)
                for (const TraceRank& rank : run->ranks)
                    combo->addItem(tr("rank %1").arg(rank.rank), rank.rank);
        }
    }
    const bool can = run && replay(*run).has_value();
    m_controls->setVisible(can);
    answer();
    if (!run)
        m_words->setText(why);
}

void MendCard::setHandles(const ReplayHandles& handles)
{
    {
        const QSignalBlocker a(m_median), b(m_without), c(m_overlap);
        m_median->setCurrentIndex(handles.asMedian.empty() ? 0
                                                           : std::max(0, m_median->findData(handles.asMedian.front())));
        m_without->setCurrentIndex(handles.without.empty() ? 0
                                                           : std::max(0, m_without->findData(handles.without.front())));
        m_overlap->setChecked(handles.overlapAll);
    }
    m_factor = handles.exchangeFactor;
    answer();
}

ReplayHandles MendCard::handles() const
{
    ReplayHandles handles;
    if (m_median->currentData().toInt() >= 0 && m_median->currentIndex() > 0)
        handles.asMedian = {m_median->currentData().toInt()};
    if (m_without->currentIndex() > 0)
        handles.without = {m_without->currentData().toInt()};
    handles.exchangeFactor = m_factor;
    handles.overlapAll = m_overlap->isChecked();
    return handles;
}

void MendCard::answer()
{
    m_exchange->setAmount(m_factor);
    m_exchangeValue->setText(times(m_factor));
    m_span->clear();
    m_spanBefore->clear();
    m_words->clear();
    m_asRecorded->setVisible(m_run && handles() != ReplayHandles{});
    const bool was = m_mended.has_value();
    m_mended.reset();
    if (m_run)
        replayed();
    if (was || m_mended)
        Q_EMIT changed();
}

void MendCard::replayed()
{
    const Result<Replay> same = replay(*m_run);
    if (!same) {
        m_words->setText(said(same.error()));
        return;
    }
    const ReplayHandles asked = handles();
    const Result<Replay> mended = replay(*m_run, asked);
    if (!mended) {
        m_words->setText(said(mended.error()));
        return;
    }
    m_span->setText(amount(mended->spanS, Dimension::Time));
    const bool isMended = asked != ReplayHandles{};
    m_spanBefore->setText(isMended ? tr("instead of %1").arg(amount(same->spanS, Dimension::Time))
                                   : tr("recorded %1").arg(amount(same->recordedSpanS, Dimension::Time)));
    if (isMended)
        m_mended = *mended;
    const double error = same->error();
    m_words->setText(
        tr("Replayed unchanged it takes %1, %2 %3 than the recording.%4")
            .arg(amount(same->spanS, Dimension::Time), NumberTr::tr("%1 %").arg(number(100 * std::abs(error), 2)),
                 error < 0 ? tr("shorter") : tr("longer"),
                 asked.without.empty() ? QString() : tr(" Nobody takes over the work of the rank that is gone.")));
}

}  // namespace scalewright::ui
