#include "ui/story/story_page.h"

#include <QAction>
#include <QBoxLayout>
#include <QPushButton>

#include <algorithm>

#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/shown_range.h"
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

QString pageOf(StoryStep step)
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

/// The dot of the fields knows no predictions and no simulations: what they rest on is assumed.
Origin originOf(Basis basis)
{
    switch (basis) {
    case Basis::Measured: return Origin::Measured;
    case Basis::Catalogue: return Origin::Catalogue;
    case Basis::Typed: return Origin::Typed;
    case Basis::Simulated:
    case Basis::Predicted:
    case Basis::Assumed: break;
    }
    return Origin::Assumed;
}

const DesignCatalogue& catalogue()
{
    static const DesignCatalogue none;
    const Result<DesignCatalogue>& read = designCatalogue();
    return read ? *read : none;
}

/// The one that is right for p and its neighbours: five at most.
std::vector<RightRange> around(const std::vector<RightRange>& ranges, int p)
{
    constexpr std::ptrdiff_t most = 5;
    const auto at = std::find_if(ranges.begin(), ranges.end(), [&](const RightRange& each) { return each.p >= p; });
    const std::ptrdiff_t first = std::clamp<std::ptrdiff_t>(at - ranges.begin() - most / 2, 0,
                                                            std::max<std::ptrdiff_t>(0, std::ssize(ranges) - most));
    return {ranges.begin() + first, ranges.begin() + std::min(first + most, std::ssize(ranges))};
}

std::vector<StoryBarPart> foldsOf(const LadderAnalysis& ladder)
{
    const Attribution& why = *ladder.attribution;
    const Rung* rung = ladder.measured->at(why.atP);
    const auto lost =
        std::find_if(why.rows.begin(), why.rows.end(), [&](const LostFolds& each) { return each.p == why.atP; });
    if (!rung || lost == why.rows.end())
        return {};
    const QString unknown = StoryPage::tr("cause unknown");
    std::vector<StoryBarPart> parts{
        {rung->speedup, number(rung->speedup, 2), StoryPage::tr("speedup"), Role::Compute},
        {lost->communication, number(lost->communication), StoryPage::tr("communication"), Role::Communication},
        {lost->waiting, number(lost->waiting), StoryPage::tr("waiting"), Role::Waiting},
        {lost->serial, number(lost->serial), StoryPage::tr("serial"), Role::Faint},
        {lost->io, number(lost->io), StoryPage::tr("I/O"), Role::InputOutput},
        {lost->unattributed, number(lost->unattributed), unknown, Role::Hairline}};
    std::erase_if(parts, [](const StoryBarPart& part) { return part.value <= 0; });
    if (!lost->partsKnown && lost->unattributed <= 0 && lost->total > 0)
        parts.push_back({lost->total, number(lost->total), unknown, Role::Hairline});
    return parts;
}

}  // namespace

StoryPage::StoryPage(Document& document, QWidget* parent) : Page(document, QString(), parent)
{
    m_onward = new QHBoxLayout;
    m_onward->setSpacing(Theme::space(2));
    // The window's own actions, which a page by itself does not have.
    const auto trigger = [this](const char* name) {
        if (auto* action = window()->findChild<QAction*>(QLatin1String(name)); action && action->isEnabled())
            action->trigger();
    };
    QPushButton* slides = quietButton(tr("Slides…"), this);
    slides->setAccessibleDescription(tr("Choose and reword slides"));
    connect(slides, &QPushButton::clicked, this, [trigger] { trigger("slides-edit"); });
    m_present = primaryButton(tr("Present"), this);
    m_present->setToolTip(tr("The slides of this story, full screen (F5)"));
    connect(m_present, &QPushButton::clicked, this, [trigger] { trigger("slides"); });
    m_onward->addWidget(slides);
    m_onward->addWidget(m_present);
    top().addLayout(m_onward);
    QPushButton* report = quietButton(tr("Report"), this);
    report->setAccessibleDescription(tr("the same answers as a report to hand in"));
    connect(report, &QPushButton::clicked, this, [this] { Q_EMIT goTo(QStringLiteral("report"), QString()); });
    m_onward->addWidget(report);
    body().setSpacing(Theme::space(2));
    for (const StoryStep step : allStorySteps) {
        m_rows.at(static_cast<std::size_t>(step)) = makeRow(step);
        body().addWidget(m_rows.at(static_cast<std::size_t>(step)).card, 1);
    }
    m_weak = new Card(this);
    m_weak->setClickable(true);
    auto* weak = new QHBoxLayout(m_weak);
    weak->setContentsMargins(Theme::space(4), Theme::space(2), Theme::space(4), Theme::space(2));
    weak->setSpacing(Theme::space(4));
    m_weakWord = new Text(tr("Weakest link"), TextStyle::Body, Role::Ink, true, m_weak);
    m_weakSays = new Text(TextStyle::Body, Role::Soft, false, m_weak);
    m_weakNext = new Text(TextStyle::Body, Role::Ink, true, m_weak);
    m_weakSays->setWordWrap(true);
    weak->addWidget(m_weakWord);
    weak->addWidget(m_weakSays, 1);
    weak->addWidget(m_weakNext);
    m_weak->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    body().addWidget(m_weak);
    body().addStretch();
    connect(m_weak, &Card::clicked, this, &StoryPage::openWeakest);
    area().setFocus(Qt::OtherFocusReason);  // no row is marked before somebody comes by Tab
    begin();
}

PageEntry StoryPage::entry()
{
    return {.id = QStringLiteral("story"),
            .title = tr("Story"),
            .section = QStringLiteral("41.8"),
            .group = PageGroup::Whole,
            .state =
                [](const Document& document) {
                    const Analysis& analysis = document.analysis();
                    return analysis.runs()                            ? PageState::Measured
                           : analysis.plan || analysis.flow.diagnosis ? PageState::Assumed
                                                                      : PageState::Empty;
                },
            .make = [](Document& document, QWidget* parent) -> Page* { return new StoryPage(document, parent); }};
}

StoryPage::Row StoryPage::makeRow(StoryStep step)
{
    Row row;
    row.card = new Card(this);
    row.card->setClickable(true);
    auto* line = new QHBoxLayout(row.card);
    line->setContentsMargins(Theme::space(4), Theme::space(2), Theme::space(4), Theme::space(2));
    line->setSpacing(Theme::space(3));
    row.number = new Text(QString::number(static_cast<int>(step) + 1), TextStyle::Label, Role::Soft, true, row.card);
    row.title = new Text(qt(storyTitle(step)), TextStyle::Label, Role::Soft, true, row.card);
    row.headline = new Text(TextStyle::CardTitle, Role::Ink, true, row.card);
    row.headline->setWordWrap(true);
    row.headline->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    row.number->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Preferred);
    row.because = new Text(TextStyle::Label, Role::Soft, false, row.card);
    row.because->setWordWrap(true);
    row.dot = new ProvenanceDot(row.card);
    auto* below = new QHBoxLayout;
    below->setSpacing(Theme::space(1));
    below->addWidget(row.dot, 0, Qt::AlignTop);
    below->addWidget(row.because, 1);
    auto* words = new QVBoxLayout;
    words->setSpacing(Theme::space(1));
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
    connect(row.card, &Card::clicked, this, [this, step] { open(step); });
    return row;
}

void StoryPage::layOut()
{
    const double scale = Theme::instance().typeScale();
    const bool wide = width() >= 760 * scale;
    int titles = 0;
    for (const Row& row : m_rows)
        titles = std::max(titles, row.title->sizeHint().width());
    for (const Row& row : m_rows) {
        row.title->setFixedWidth(titles + Theme::space(2));
        if (row.drawing)
            row.drawing->setVisible(wide);
        if (row.curve) {
            row.curve->setVisible(wide);
            row.curve->setFixedWidth(static_cast<int>(280 * scale));
        }
        row.card->setMinimumHeight(static_cast<int>(46 * scale));
        row.card->setMaximumHeight(static_cast<int>(110 * scale));
    }
}

void StoryPage::refresh()
{
    m_story = storyOf({document().project(), document().analysis(), catalogue(), document().findings()});
    heading().setText(qt(m_story.headline));
    basis().setText(qt(m_story.terms));
    basis().setVisible(!m_story.terms.empty());
    for (const StoryRow& row : m_story.rows)
        refreshRow(row);
    m_present->setEnabled(m_story.tells());
    m_weak->setVisible(m_story.weakest.has_value());
    if (m_story.weakest) {
        m_weakSays->setText(qt(m_story.weakest->says));
        m_weakNext->setText(tr("%1 →").arg(qt(m_story.weakest->next.says)));
        m_weak->setAccessibleName(tr("Weakest link: %1").arg(qt(m_story.weakest->says)));
        m_weak->setAccessibleDescription(qt(m_story.weakest->next.says));
    }
}

void StoryPage::refreshRow(const StoryRow& row)
{
    const Row& shown = m_rows.at(static_cast<std::size_t>(row.step));
    shown.headline->setText(qt(row.headline));
    shown.headline->setRole(row.told ? Role::Ink : Role::Soft);
    shown.headline->setBold(row.told);
    shown.because->setText(row.basis ? tr("%1 · %2").arg(qt(basisName(*row.basis)), qt(row.because)) : qt(row.because));
    shown.because->setVisible(!row.because.empty());
    shown.dot->mark(row.basis ? std::optional(originOf(*row.basis)) : std::nullopt,
                    row.basis ? qt(basisName(*row.basis)) : QString());
    shown.dot->setVisible(row.basis && !row.because.empty());
    shown.card->setAccessibleName(tr("%1: %2").arg(qt(storyTitle(row.step)), qt(row.headline)));
    shown.card->setAccessibleDescription(qt(row.because));
    drawRow(row);
}

void StoryPage::drawRow(const StoryRow& row)
{
    const Analysis& analysis = document().analysis();
    const Row& shown = m_rows.at(static_cast<std::size_t>(row.step));
    if (shown.drawing)
        shown.drawing->showNothing();
    switch (row.step) {
    case StoryStep::Ceiling:
        if (analysis.flow.diagnosis && analysis.flow.diagnosis->intensity && analysis.flow.diagnosis->ridge &&
            *analysis.flow.diagnosis->intensity > 0 && *analysis.flow.diagnosis->ridge > 0) {
            const Diagnosis& diagnosis = *analysis.flow.diagnosis;
            const std::size_t step = diagnosis.dominatingStep.value_or(0);
            shown.drawing->showRoofline(*diagnosis.intensity / *diagnosis.ridge,
                                        step < diagnosis.steps.size() ? diagnosis.steps[step].ofRoof : std::nullopt);
        }
        break;
    case StoryStep::Design: {
        QStringList titles;
        for (const Slot slot : allSlots) {
            const std::vector<SlotChoice>& choices = slotOf(document().project().design, slot).choices;
            const SlotOption* option = choices.empty() ? nullptr : catalogue().menu(slot).find(choices.front().option);
            titles << (choices.empty() ? QString() : option ? qt(option->title) : qt(choices.front().option));
        }
        if (row.told)
            shown.drawing->showSlots(titles);
        break;
    }
    case StoryStep::Predict:
        shown.curve->setSpec(speedupThumbnail(analysis, axisEnd(shownReach(analysis), analysis.pMax), {}));
        shown.curve->setSummary(qt(row.headline));
        break;
    case StoryStep::Measure:
        if (analysis.ladder && analysis.ladder->measured && analysis.ladder->attribution)
            shown.drawing->showBar(foldsOf(*analysis.ladder));
        break;
    case StoryStep::Decide:
        if (m_story.choice && m_story.choice->ranges.size() > 1 && analysis.plan)
            shown.drawing->showRanges(around(m_story.choice->ranges, analysis.plan->p), analysis.plan->p);
        break;
    }
}

void StoryPage::open(StoryStep step)
{
    // What is missing leads to its field, wherever that is.
    const StoryRow& row = m_story.row(step);
    const bool field = !row.told && !row.pointer.empty();
    Q_EMIT goTo(field ? QString() : pageOf(step), field ? qt(row.pointer) : QString());
}

void StoryPage::openWeakest()
{
    if (m_story.weakest)
        Q_EMIT goTo(pageOf(m_story.weakest->step), qt(m_story.weakest->next.pointer));
}

std::vector<PaletteItem> StoryPage::paletteItems()
{
    std::vector<PaletteItem> items;
    for (const StoryRow& row : m_story.rows)
        items.push_back({PaletteItem::Kind::Action, tr("Story: %1").arg(qt(storyTitle(row.step))), qt(row.headline),
                         [this, step = row.step] { open(step); }});
    return items;
}

}  // namespace scalewright::ui
