// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/remedies_card.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/base/quantity/factor.h"
#include "core/decision/analysis/analysis.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/text_button.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

QString whatIfTitle(Cause cause)
{
    switch (cause) {
    case Cause::CommunicationWall: return Tr::tr("Halve communication");
    case Cause::LoadImbalance: return Tr::tr("Halve waiting");
    case Cause::SerialFraction: return Tr::tr("Halve the serial stage");
    case Cause::ComputeInflation: return Tr::tr("Halve the slowdown of compute");
    case Cause::InputOutput: return Tr::tr("Halve input and output");
    default: return {};
    }
}

RemediesCard::RemediesCard(QWidget* parent)
    : Card(parent),
      m_titleLabel(new Text(tr("What to do"), TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_details(new CollapsibleDetails(tr("what each change assumes"), this)),
      m_effectLabel(createParagraph(TextStyle::Label, ColorRole::Ink, this)),
      m_designButton(createQuietButton(tr("Try it ▾"), this))
{
    setAccessibleName(m_titleLabel->text());
    m_whatIfColumn =  // aligned with the title
        createBox<QVBoxLayout>(nullptr, 0, QMargins(-TextButton::indent, 0, -TextButton::indent, 0));
    m_designButton->setMenu(new QMenu(m_designButton));
    m_designButton->menu()->setToolTipsVisible(true);
    auto* header = createBox<QHBoxLayout>(nullptr, -1, {{m_titleLabel, 1}, m_details->button()});
    createBox<QVBoxLayout>(
        this, Theme::spacing(1),
        {header, m_whatIfColumn, m_effectLabel, {m_designButton, 0, Qt::AlignLeft}, m_details, Stretch{}},
        Theme::margins(4, 3, 4, 3));
}

void RemediesCard::refresh(const Project& project, const Analysis& analysis)
{
    m_ladder.reset();
    if (analysis.ladder && analysis.ladder->measured)
        m_ladder = *analysis.ladder->measured;
    std::vector<Cause> causes;
    if (m_ladder) {
        m_explainedP = analysis.ladder->attribution->explainedP;
        causes = whatIfCauses(*m_ladder, *analysis.ladder->attribution);
    }
    m_titleLabel->setText(causes.empty() ? tr("What to do") : tr("What to do at p = %1").arg(m_explainedP));
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
    while (m_whatIfButtons.size() > causes.size()) {
        delete m_whatIfButtons.back().second;
        m_whatIfButtons.pop_back();
    }
    while (m_whatIfButtons.size() < causes.size()) {
        auto* button = new TextButton(this);
        button->setCheckable(true);
        const std::size_t i = m_whatIfButtons.size();
        connect(button, &QAbstractButton::clicked, this, [this, i](bool checked) {
            setWhatIf(checked ? std::optional(m_whatIfButtons[i].first) : std::nullopt);
            Q_EMIT whatIfChanged();
        });
        m_whatIfColumn->addWidget(button);
        m_whatIfButtons.emplace_back(causes[i], button);
    }
    for (std::size_t i = 0; i < causes.size(); ++i) {
        auto& [cause, button] = m_whatIfButtons[i];
        cause = causes[i];
        const double speedup = withRemedy(*m_ladder, cause)->findRung(m_explainedP)->speedup;
        button->setTexts(whatIfTitle(cause),
                         speedup > m_ladder->findRung(m_explainedP)->speedup
                             ? tr("%1×").arg(toQString(plainFactorText(speedup)))
                             : tr("no gain"),
                         true, true);
        button->setAccessibleName(tr("What if: %1").arg(button->accessibleName()));
        button->setToolTip(tr("Assumes that %1.").arg(toQString(remedyAssumption(cause))));
        button->show();
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
        m_effectLabel->clear();
    } else if (const Result<MeasuredLadder> after = withRemedy(*m_ladder, *cause); after) {
        m_whatIfLadder = *after;
        m_effectLabel->setText(toQString(remedyEffect(*m_ladder, *after, *cause, m_explainedP)));
    } else {
        m_effectLabel->setText(errorText(after.error()));
    }
    m_effectLabel->setColorRole(m_whatIfLadder ? ColorRole::Ink : ColorRole::SoftInk);
    m_effectLabel->setVisible(!m_effectLabel->text().isEmpty());
}

void RemediesCard::rebuildRemedies()
{
    m_designButton->menu()->clear();
    QStringList assumptions;
    for (const DesignRemedy& remedy : m_remedies) {
        const QString title = toQString(remedy.title);
        assumptions << tr("%1. %2").arg(title, toQString(remedy.assumptionText));
        if (!remedy.proposal)
            continue;
        QAction* action = m_designButton->menu()->addAction(
            title, this, [this, id = toQString(remedy.id)] { Q_EMIT remedyChosen(id); });
        action->setToolTip(toQString(remedy.description));
    }
    m_designButton->setVisible(!m_designButton->menu()->isEmpty());
    m_details->setText(assumptions.join(QLatin1Char('\n')));
}

}  // namespace scalewright::ui
