// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/remedies_card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

void clearLayout(QLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

struct MeasureTr {
    Q_DECLARE_TR_FUNCTIONS(Measure)
};

}  // namespace

QString whatIfTitle(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return MeasureTr::tr("Halve communication");
    case Cause::LoadImbalance: return MeasureTr::tr("Balance the load");
    case Cause::SerialFraction: return MeasureTr::tr("Parallelise the serial stage");
    case Cause::ComputeInflation: return MeasureTr::tr("Keep compute as fast as on one worker");
    case Cause::InputOutput: return MeasureTr::tr("Halve input and output");
    default: return {};
    }
}

RemediesCard::RemediesCard(QWidget* parent)
    : Card(parent),
      m_titleLabel(new Text(tr("What would move the knee?"), TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_effectLabel(new Text(TextStyle::Label, ColorRole::Ink, false, this)),
      m_designTitle(
          new Text(tr("Try it on the design: a variant in Predict"), TextStyle::Label, ColorRole::Ink, true, this))
{
    setAccessibleName(m_titleLabel->text());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::spacing(4), Theme::spacing(3), Theme::spacing(4), Theme::spacing(3));
    column->setSpacing(Theme::spacing(1));
    m_whatIfColumn = new QVBoxLayout;
    m_whatIfColumn->setSpacing(0);
    m_remedyColumn = new QVBoxLayout;
    m_remedyColumn->setSpacing(Theme::spacing(1));
    m_effectLabel->setWordWrap(true);
    column->addWidget(m_titleLabel);
    column->addLayout(m_whatIfColumn);
    column->addWidget(m_effectLabel);
    column->addSpacing(Theme::spacing(2));
    column->addWidget(m_designTitle);
    column->addLayout(m_remedyColumn);
    column->addStretch();
}

void RemediesCard::refresh(const Project& project, const Analysis& analysis)
{
    m_ladder.reset();
    if (analysis.ladder && analysis.ladder->measured)
        m_ladder = *analysis.ladder->measured;
    std::vector<Cause> causes =
        m_ladder ? whatIfCauses(*m_ladder, *analysis.ladder->attribution) : std::vector<Cause>{};
    if (causes != m_causes || m_whatIfButtons.empty())
        rebuildWhatIfs(causes);
    setWhatIf(m_whatIfCause && std::find(causes.begin(), causes.end(), *m_whatIfCause) != causes.end() ? m_whatIfCause
                                                                                                       : std::nullopt);

    std::vector<DesignRemedy> remedies = designRemedies(project, analysis);
    const auto isSameRemedy = [](const DesignRemedy& a, const DesignRemedy& b) {
        return a.id == b.id && a.assumptionText == b.assumptionText && a.proposal.has_value() == b.proposal.has_value();
    };
    const bool unchanged =
        std::equal(remedies.begin(), remedies.end(), m_remedies.begin(), m_remedies.end(), isSameRemedy) &&
        !remedies.empty();
    m_remedies = std::move(remedies);
    if (!unchanged)
        rebuildRemedies();
}

void RemediesCard::rebuildWhatIfs(const std::vector<Cause>& causes)
{
    m_causes = causes;
    m_whatIfButtons.clear();
    clearLayout(*m_whatIfColumn);
    for (const Cause cause : causes) {
        QPushButton* button = createQuietButton(tr("What if: %1").arg(whatIfTitle(cause)), this);
        button->setCheckable(true);
        button->setToolTip(tr("Assumes that %1.").arg(toQString(remedyAssumption(cause))));
        connect(button, &QPushButton::clicked, this, [this, cause](bool checked) {
            setWhatIf(checked ? std::optional(cause) : std::nullopt);
            Q_EMIT whatIfChanged();
        });
        m_whatIfColumn->addWidget(button, 0, Qt::AlignLeft);
        m_whatIfButtons.emplace_back(cause, button);
    }
}

void RemediesCard::setWhatIf(std::optional<Cause> cause)
{
    m_whatIfCause = cause;
    m_whatIfLadder.reset();
    for (const auto& [buttonCause, button] : m_whatIfButtons)
        button->setChecked(cause == buttonCause);
    if (!m_ladder) {
        m_effectLabel->setText(tr("Add a ladder first."));
    } else if (!m_ladder->hasParts) {
        m_effectLabel->setText(
            tr("A what-if needs the parts of the time (comp, comm, idle) at every p: this ladder has only totals."));
    } else if (!cause) {
        m_effectLabel->setText(tr("Choose one to draw its curve next to the measured one."));
    } else if (const Result<MeasuredLadder> after = withRemedy(*m_ladder, *cause); after) {
        m_whatIfLadder = *after;
        m_effectLabel->setText(toQString(remedyEffect(*m_ladder, *after, *cause)));
    } else {
        m_effectLabel->setText(errorText(after.error()));
    }
    m_effectLabel->setColorRole(m_whatIfLadder ? ColorRole::Ink : ColorRole::SoftInk);
}

void RemediesCard::rebuildRemedies()
{
    clearLayout(*m_remedyColumn);
    m_designTitle->setVisible(!m_remedies.empty());
    for (const DesignRemedy& remedy : m_remedies) {
        const QString title = toQString(remedy.title), words = toQString(remedy.assumptionText);
        QPushButton* button = createQuietButton(title, this);
        button->setEnabled(remedy.proposal.has_value());
        button->setToolTip(toQString(remedy.description));
        button->setAccessibleName(tr("%1, as a variant in Predict").arg(title));
        button->setAccessibleDescription(words);
        connect(button, &QPushButton::clicked, this, [this, id = toQString(remedy.id)] { Q_EMIT remedyChosen(id); });
        auto* assumes = new Text(words, TextStyle::Small, ColorRole::SoftInk, false, this);
        assumes->setWordWrap(true);
        assumes->setContentsMargins(Theme::spacing(1) + 2, 0, 0, 0);
        m_remedyColumn->addWidget(button, 0, Qt::AlignLeft);
        m_remedyColumn->addWidget(assumes);
    }
}

}  // namespace scalewright::ui
