// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/story/story_page.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>
#include <functional>

#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/chart_range.h"
#include "core/design/slots/design_catalogue.h"
#include "core/project/document/project.h"
#include "ui/charts/speedup_thumbnail.h"
#include "ui/figure/chart.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/story/story_drawing.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QString pageIdOf(StoryStep step)
{
    switch (step) {
    case StoryStep::Ceiling: return QStringLiteral("diagnose");
    case StoryStep::Design: return QStringLiteral("design");
    case StoryStep::Predict: return QStringLiteral("predict");
    case StoryStep::Measure: return QStringLiteral("measure");
    case StoryStep::Decide: break;
    }
    return QStringLiteral("cost");
}

/// The provenance dot has no state for predictions or simulations: they count as assumed.
Origin originOf(Basis basis)
{
    switch (basis) {
    case Basis::Measured: return Origin::Measured;
    case Basis::Catalogue: return Origin::Catalogue;
    case Basis::Typed: return Origin::Typed;
    case Basis::Calibrated:
    case Basis::Simulated:
    case Basis::Predicted:
    case Basis::Assumed: break;
    }
    return Origin::Assumed;
}

/// The range for which p is best, and its neighbours: at most five.
std::vector<HourValueRange> neighbouringRanges(const std::vector<HourValueRange>& ranges, int p)
{
    constexpr std::ptrdiff_t maximumRanges = 5;
    const auto at = std::find_if(ranges.begin(), ranges.end(), [&](const HourValueRange& each) { return each.p >= p; });
    const std::ptrdiff_t first = std::clamp<std::ptrdiff_t>(
        at - ranges.begin() - maximumRanges / 2, 0, std::max<std::ptrdiff_t>(0, std::ssize(ranges) - maximumRanges));
    return {ranges.begin() + first, ranges.begin() + std::min(first + maximumRanges, std::ssize(ranges))};
}

std::vector<StoryBarPart> lostFoldParts(const LadderAnalysis& ladder)
{
    const Attribution& attribution = *ladder.attribution;
    const Rung* rung = ladder.measured->findRung(attribution.explainedP);
    const auto lost = std::find_if(attribution.rows.begin(), attribution.rows.end(),
                                   [&](const LostFolds& each) { return each.p == attribution.explainedP; });
    if (!rung || lost == attribution.rows.end())
        return {};
    const QString unknownCause = StoryPage::tr("cause unknown");
    const int baseP = ladder.measured->baseP;
    std::vector<StoryBarPart> parts{
        {rung->speedup, numberText(rung->speedup),
         baseP == 1 ? StoryPage::tr("measured") : StoryPage::tr("measured, S(%1) = %1").arg(baseP), ColorRole::Ink},
        {lost->communication, numberText(lost->communication), StoryPage::tr("communication"),
         ColorRole::Communication},
        {lost->waiting, numberText(lost->waiting), StoryPage::tr("waiting"), ColorRole::Waiting},
        {lost->compute, numberText(lost->compute), StoryPage::tr("compute"), ColorRole::Compute},
        {lost->io, numberText(lost->io), StoryPage::tr("I/O"), ColorRole::InputOutput},
        {lost->unattributed, numberText(lost->unattributed), unknownCause, ColorRole::Hairline}};
    std::erase_if(parts, [](const StoryBarPart& part) { return part.value <= 0; });
    if (parts.size() > 1)
        std::ranges::stable_sort(parts.begin() + 1, parts.end(), std::greater<>(), &StoryBarPart::value);
    if (!lost->hasParts && lost->unattributed <= 0 && lost->total > 0)
        parts.push_back({lost->total, numberText(lost->total), unknownCause, ColorRole::Hairline});
    return parts;
}

}  // namespace

StoryPage::StoryPage(Document& document, QWidget* parent) : Page(document, QString(), parent)
{
    m_actionsLayout = new QHBoxLayout;
    m_actionsLayout->setSpacing(Theme::spacing(2));
    // The actions belong to the window, so a page without a window has none.
    const auto trigger = [this](const char* name) {
        if (auto* action = window()->findChild<QAction*>(QLatin1String(name)); action && action->isEnabled())
            action->trigger();
    };
    QPushButton* slides = createQuietButton(tr("Slides…"), this);
    slides->setAccessibleDescription(tr("Choose and reword slides"));
    connect(slides, &QPushButton::clicked, this, [trigger] { trigger("slides-edit"); });
    m_presentButton = createPrimaryButton(tr("Present"), this);
    m_presentButton->setToolTip(tr("The slides of this story, full screen (F5)"));
    connect(m_presentButton, &QPushButton::clicked, this, [trigger] { trigger("slides"); });
    m_actionsLayout->addWidget(slides);
    m_actionsLayout->addWidget(m_presentButton);
    headingRow().addLayout(m_actionsLayout);
    QPushButton* report = createQuietButton(tr("Report"), this);
    report->setAccessibleDescription(tr("the same answers as a report to hand in"));
    connect(report, &QPushButton::clicked, this,
            [this] { Q_EMIT fieldRequested(QStringLiteral("report"), QString()); });
    m_actionsLayout->addWidget(report);
    m_whyThisP = new Text(TextStyle::Body, ColorRole::Ink, false, this);
    m_whyThisP->setWordWrap(true);
    titleColumn().insertWidget(1, m_whyThisP);
    body().setSpacing(Theme::spacing(2));
    for (const StoryStep step : allStorySteps) {
        m_rows.at(static_cast<std::size_t>(step)) = createRow(step);
        body().addWidget(m_rows.at(static_cast<std::size_t>(step)).card, 1);
    }
    m_weakestCard = new Card(content());
    m_weakestCard->setClickable(true);
    auto* weak = new QHBoxLayout(m_weakestCard);
    weak->setContentsMargins(Theme::spacing(4), Theme::spacing(2), Theme::spacing(4), Theme::spacing(2));
    weak->setSpacing(Theme::spacing(4));
    m_weakestTitle = new Text(tr("Weakest link"), TextStyle::Body, ColorRole::Ink, true, m_weakestCard);
    m_weakestText = new Text(TextStyle::Body, ColorRole::SoftInk, false, m_weakestCard);
    m_weakestNext = new Text(TextStyle::Body, ColorRole::Ink, true, m_weakestCard);
    m_weakestText->setWordWrap(true);
    weak->addWidget(m_weakestTitle);
    weak->addWidget(m_weakestText, 1);
    weak->addWidget(m_weakestNext);
    m_weakestCard->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    body().addWidget(m_weakestCard);
    body().addStretch();
    connect(m_weakestCard, &Card::clicked, this, &StoryPage::openWeakestLink);
    scrollArea().setFocus(Qt::OtherFocusReason);  // No row is marked as focused until the user presses Tab.
    initializeView();
}

PageEntry StoryPage::entry()
{
    return {.id = QStringLiteral("story"),
            .title = tr("Story"),
            .section = QStringLiteral("41.8"),
            .group = PageGroup::Overview,
            .state =
                [](const Document& document) {
                    const Analysis& analysis = document.analysis();
                    return analysis.ladderOfRuns()                             ? PageState::Measured
                           : analysis.plan || analysis.diagnosisFlow.diagnosis ? PageState::Assumed
                                                                               : PageState::Empty;
                },
            .create = [](Document& document, QWidget* parent) -> Page* { return new StoryPage(document, parent); }};
}

StoryPage::Row StoryPage::createRow(StoryStep step)
{
    Row row;
    row.card = new Card(content());
    row.card->setClickable(true);
    auto* line = new QHBoxLayout(row.card);
    line->setContentsMargins(Theme::spacing(4), Theme::spacing(2), Theme::spacing(4), Theme::spacing(2));
    line->setSpacing(Theme::spacing(3));
    row.number =
        new Text(QString::number(static_cast<int>(step) + 1), TextStyle::Label, ColorRole::SoftInk, true, row.card);
    row.title = new Text(toQString(storyStepTitle(step)), TextStyle::Label, ColorRole::SoftInk, true, row.card);
    row.headline = new Text(TextStyle::CardTitle, ColorRole::Ink, true, row.card);
    row.headline->setWordWrap(true);
    row.headline->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    row.number->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    row.because = new Text(TextStyle::Label, ColorRole::SoftInk, false, row.card);
    row.because->setWordWrap(true);
    row.dot = new ProvenanceDot(row.card);
    auto* below = new QHBoxLayout;
    below->setSpacing(Theme::spacing(1));
    below->addWidget(row.dot, 0, Qt::AlignTop);
    below->addWidget(row.because, 1);
    auto* words = new QVBoxLayout;
    words->setSpacing(Theme::spacing(1));
    words->addStretch();
    words->addWidget(row.headline);
    words->addLayout(below);
    words->addStretch();
    line->addWidget(row.number, 0, Qt::AlignVCenter);
    line->addWidget(row.title, 0, Qt::AlignVCenter);
    line->addLayout(words, 1);
    if (step == StoryStep::Predict) {
        row.curve = new Chart(row.card);
        row.curve->setFocusPolicy(Qt::NoFocus);
        row.curve->setAttribute(Qt::WA_TransparentForMouseEvents);
        row.curve->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Ignored);
        connect(row.card, &Card::surfaceChanged, row.curve, &Chart::setSurface);
        line->addWidget(row.curve);
    } else {
        row.drawing = new StoryDrawing(row.card);
        line->addWidget(row.drawing);
    }
    connect(row.card, &Card::clicked, this, [this, step] { openStep(step); });
    return row;
}

void StoryPage::layOut()
{
    const double scale = Theme::instance().typeScale();
    const bool wide = width() >= 760 * scale;
    // In a wide window the pictures grow; the words need no more room.
    const int pictureWidth = static_cast<int>(std::max(280 * scale, 280 * scale + 1.3 * (width() - 1300 * scale)));
    int titles = 0;
    for (const Row& row : m_rows)
        titles = std::max(titles, QFontMetrics(row.title->font()).horizontalAdvance(row.title->text()));
    for (const Row& row : m_rows) {
        row.title->setFixedWidth(titles + Theme::spacing(2));
        row.dot->setFixedHeight(
            QFontMetrics(Theme::instance().font(TextStyle::Label)).height());  // centred on its line
        if (row.drawing) {
            row.drawing->setVisible(wide);
            row.drawing->setFixedWidth(pictureWidth);
        }
        if (row.curve) {
            row.curve->setVisible(wide);
            row.curve->setFixedWidth(pictureWidth);
        }
        row.card->setMinimumHeight(static_cast<int>(46 * scale));
    }
    for (const StoryRow& row : m_story.rows)
        m_rows.at(static_cast<std::size_t>(row.step))
            .card->setMaximumHeight(static_cast<int>((!row.isKnown                 ? 60
                                                      : pictureWidth > 280 * scale ? 160
                                                                                   : 110) *
                                                     scale));
}

void StoryPage::refresh()
{
    m_story = makeStory({document().project(), document().analysis(), designCatalogueOrEmpty(), document().findings()});
    heading().setText(toQString(m_story.headline));
    m_whyThisP->setText(toQString(m_story.whyThisP));
    m_whyThisP->setVisible(!m_story.whyThisP.empty());
    basisLine().setText(toQString(joinNonEmpty({m_story.confidence, m_story.terms}, " · ")));
    basisLine().setVisible(!basisLine().text().isEmpty());
    for (const StoryRow& row : m_story.rows)
        refreshRow(row);
    m_presentButton->setEnabled(m_story.hasKnownRow());
    m_weakestCard->setVisible(m_story.weakestLink.has_value());
    if (m_story.weakestLink) {
        const bool isAlreadySaid = m_story.confidence.find(m_story.weakestLink->text) != std::string::npos;
        m_weakestTitle->setText(isAlreadySaid ? tr("Next") : tr("Weakest link"));
        m_weakestText->setText(isAlreadySaid ? QString() : toQString(m_story.weakestLink->text));
        m_weakestNext->setText(tr("%1 →").arg(toQString(m_story.weakestLink->next.text)));
        m_weakestCard->setAccessibleName(tr("Weakest link: %1").arg(toQString(m_story.weakestLink->text)));
        m_weakestCard->setAccessibleDescription(toQString(m_story.weakestLink->next.text));
    }
    layOut();
}

void StoryPage::refreshRow(const StoryRow& row)
{
    const Row& widgets = m_rows.at(static_cast<std::size_t>(row.step));
    widgets.headline->setText(toQString(row.headline));
    widgets.headline->setColorRole(row.isKnown ? ColorRole::Ink : ColorRole::SoftInk);
    widgets.headline->setBold(row.isKnown);
    // The line below the headline already gives the reason for the plan's p.
    const bool isReasonAbove =
        !m_story.whyThisP.empty() && (row.step == StoryStep::Predict || row.step == StoryStep::Decide);
    widgets.because->setText(isReasonAbove && row.basis ? toQString(nameOf(*row.basis))
                             : row.basis ? tr("%1 · %2").arg(toQString(nameOf(*row.basis)), toQString(row.because))
                                         : toQString(row.because));
    widgets.because->setVisible(!row.because.empty());
    widgets.dot->setOrigin(row.basis ? std::optional(originOf(*row.basis)) : std::nullopt,
                           row.basis ? toQString(nameOf(*row.basis)) : QString());
    widgets.dot->setVisible(row.basis && *row.basis != Basis::Typed && !row.because.empty());
    widgets.card->setAccessibleName(tr("%1: %2").arg(toQString(storyStepTitle(row.step)), toQString(row.headline)));
    widgets.card->setAccessibleDescription(toQString(row.because));
    widgets.card->setToolTip(isReasonAbove ? toQString(row.because) : QString());
    drawRow(row);
}

void StoryPage::drawRow(const StoryRow& row)
{
    const Analysis& analysis = document().analysis();
    const Row& widgets = m_rows.at(static_cast<std::size_t>(row.step));
    if (widgets.drawing)
        widgets.drawing->clear();
    switch (row.step) {
    case StoryStep::Ceiling:
        if (const TestResult* fits = analysis.diagnosisFlow.resultOf(Test::FitsInMemory);
            fits && fits->answer == TestAnswer::No && fits->left && fits->right) {
            widgets.drawing->showMemory(*fits->left, *fits->right);
            break;
        }
        if (analysis.diagnosisFlow.diagnosis && analysis.diagnosisFlow.diagnosis->intensity &&
            analysis.diagnosisFlow.diagnosis->ridge && *analysis.diagnosisFlow.diagnosis->intensity > 0 &&
            *analysis.diagnosisFlow.diagnosis->ridge > 0) {
            const Diagnosis& diagnosis = *analysis.diagnosisFlow.diagnosis;
            const std::size_t step = diagnosis.dominatingStep.value_or(0);
            widgets.drawing->showRoofline(*diagnosis.intensity / *diagnosis.ridge, step < diagnosis.steps.size()
                                                                                       ? diagnosis.steps[step].roofShare
                                                                                       : std::nullopt);
        }
        break;
    case StoryStep::Design: {
        QStringList titles;
        for (const Slot slot : allSlots) {
            const std::vector<SlotChoice>& choices = slotOf(document().project().design, slot).choices;
            const SlotOption* option =
                choices.empty() ? nullptr : designCatalogueOrEmpty().menu(slot).find(choices.front().option);
            titles << (choices.empty() ? QString()
                       : option        ? toQString(option->title)
                                       : toQString(choices.front().option));
        }
        if (row.isKnown)
            widgets.drawing->showSlots(titles);
        break;
    }
    case StoryStep::Predict:
        widgets.curve->setSpec(speedupThumbnail(analysis, axisEnd(largestChartedP(analysis), analysis.pMax), {}));
        widgets.curve->setSummary(toQString(row.headline));
        break;
    case StoryStep::Measure:
        if (analysis.ladder && analysis.ladder->measured && analysis.ladder->attribution)
            widgets.drawing->showBar(lostFoldParts(*analysis.ladder));
        break;
    case StoryStep::Decide:
        if (m_story.choice && m_story.choice->bestRanges.size() > 1 && analysis.plan)
            widgets.drawing->showRanges(neighbouringRanges(m_story.choice->bestRanges, analysis.plan->p),
                                        analysis.plan->p);
        break;
    }
}

void StoryPage::openStep(StoryStep step)
{
    // A row with missing values leads to the missing field, whichever page it is on.
    const StoryRow& row = m_story.row(step);
    const bool field = !row.isKnown && !row.jsonPointer.empty();
    Q_EMIT fieldRequested(field ? QString() : pageIdOf(step), field ? toQString(row.jsonPointer) : QString());
}

void StoryPage::openWeakestLink()
{
    if (m_story.weakestLink)
        Q_EMIT fieldRequested(pageIdOf(m_story.weakestLink->step), toQString(m_story.weakestLink->next.jsonPointer));
}

std::vector<PaletteItem> StoryPage::paletteItems()
{
    std::vector<PaletteItem> items;
    for (const StoryRow& row : m_story.rows)
        items.push_back({PaletteItem::Kind::Action, tr("Story: %1").arg(toQString(storyStepTitle(row.step))),
                         toQString(row.headline), [this, step = row.step] { openStep(step); }});
    return items;
}

}  // namespace scalewright::ui
