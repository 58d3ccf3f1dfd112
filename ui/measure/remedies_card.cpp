#include "ui/measure/remedies_card.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

void clear(QLayout& layout)
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
    case Cause::ComputeInflation: return MeasureTr::tr("Keep compute as fast as alone");
    case Cause::InputOutput: return MeasureTr::tr("Halve input and output");
    default: return {};
    }
}

RemediesCard::RemediesCard(QWidget* parent)
    : Card(parent),
      m_question(new Text(tr("What would move the knee?"), TextStyle::CardTitle, Role::Ink, true, this)),
      m_effect(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_designTitle(new Text(tr("Try it on the design: a variant in Predict"), TextStyle::Label, Role::Ink, true, this))
{
    setAccessibleName(m_question->text());
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(1));
    m_whatIfs = new QVBoxLayout;
    m_whatIfs->setSpacing(0);
    m_offers = new QVBoxLayout;
    m_offers->setSpacing(Theme::space(1));
    m_effect->setWordWrap(true);
    column->addWidget(m_question);
    column->addLayout(m_whatIfs);
    column->addWidget(m_effect);
    column->addSpacing(Theme::space(2));
    column->addWidget(m_designTitle);
    column->addLayout(m_offers);
    column->addStretch();
}

void RemediesCard::refresh(const Project& project, const Analysis& analysis)
{
    m_ladder.reset();
    if (analysis.ladder && analysis.ladder->measured)
        m_ladder = *analysis.ladder->measured;
    std::vector<Cause> causes =
        m_ladder ? whatIfCauses(*m_ladder, *analysis.ladder->attribution) : std::vector<Cause>{};
    if (causes != m_causes || m_buttons.empty())
        rebuildWhatIfs(causes);
    setWhatIf(m_whatIf && std::find(causes.begin(), causes.end(), *m_whatIf) != causes.end() ? m_whatIf : std::nullopt);

    std::vector<DesignRemedy> remedies = designRemedies(project, analysis);
    const auto same = [](const DesignRemedy& a, const DesignRemedy& b) {
        return a.id == b.id && a.assumes == b.assumes && a.proposal.has_value() == b.proposal.has_value();
    };
    const bool unchanged =
        std::equal(remedies.begin(), remedies.end(), m_remedies.begin(), m_remedies.end(), same) && !remedies.empty();
    m_remedies = std::move(remedies);
    if (!unchanged)
        rebuildRemedies();
}

void RemediesCard::rebuildWhatIfs(const std::vector<Cause>& causes)
{
    m_causes = causes;
    m_buttons.clear();
    clear(*m_whatIfs);
    for (const Cause cause : causes) {
        QPushButton* button = quietButton(tr("What if: %1").arg(whatIfTitle(cause)), this);
        button->setCheckable(true);
        button->setToolTip(tr("Assumes that %1.").arg(qt(remedyAssumption(cause))));
        connect(button, &QPushButton::clicked, this, [this, cause](bool checked) {
            setWhatIf(checked ? std::optional(cause) : std::nullopt);
            Q_EMIT whatIfChanged();
        });
        m_whatIfs->addWidget(button, 0, Qt::AlignLeft);
        m_buttons.emplace_back(cause, button);
    }
}

void RemediesCard::setWhatIf(std::optional<Cause> cause)
{
    m_whatIf = cause;
    m_answered.reset();
    for (const auto& [each, button] : m_buttons)
        button->setChecked(cause == each);
    if (!m_ladder) {
        m_effect->setText(tr("A ladder comes first."));
    } else if (!m_ladder->hasParts) {
        m_effect->setText(
            tr("A what-if needs the parts of the time (comp, comm, idle) at every p: this ladder has totals."));
    } else if (!cause) {
        m_effect->setText(tr("Choose one: the curve as it would be is drawn beside the measured one."));
    } else if (const Result<MeasuredLadder> after = withRemedy(*m_ladder, *cause); after) {
        m_answered = *after;
        m_effect->setText(qt(remedyEffect(*m_ladder, *after, *cause)));
    } else {
        m_effect->setText(said(after.error()));
    }
    m_effect->setRole(m_answered ? Role::Ink : Role::Soft);
}

void RemediesCard::rebuildRemedies()
{
    clear(*m_offers);
    m_designTitle->setVisible(!m_remedies.empty());
    for (const DesignRemedy& remedy : m_remedies) {
        const QString title = qt(remedy.title), words = qt(remedy.assumes);
        QPushButton* button = quietButton(title, this);
        button->setEnabled(remedy.proposal.has_value());
        button->setToolTip(qt(remedy.how));
        button->setAccessibleName(tr("%1, as a variant in Predict").arg(title));
        button->setAccessibleDescription(words);
        connect(button, &QPushButton::clicked, this, [this, id = qt(remedy.id)] { Q_EMIT remedyChosen(id); });
        auto* assumes = new Text(words, TextStyle::Small, Role::Soft, false, this);
        assumes->setWordWrap(true);
        assumes->setContentsMargins(Theme::space(1) + 2, 0, 0, 0);
        m_offers->addWidget(button, 0, Qt::AlignLeft);
        m_offers->addWidget(assumes);
    }
}

}  // namespace scalewright::ui
