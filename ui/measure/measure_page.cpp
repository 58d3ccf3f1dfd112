#include "ui/measure/measure_page.h"

#include <QBoxLayout>
#include <QMenu>
#include <QScrollArea>
#include <QShortcut>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/missing_fields.h"
#include "ui/charts/chart_card.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/page_tabs.h"
#include "ui/controls/quiet_combo.h"
#include "ui/controls/tab_order.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/measure/breakdown_chart.h"
#include "ui/measure/cause_card.h"
#include "ui/measure/fits_card.h"
#include "ui/measure/folds_view.h"
#include "ui/measure/import_panel.h"
#include "ui/measure/ladder_card.h"
#include "ui/measure/ladder_run.h"
#include "ui/measure/ledger_card.h"
#include "ui/measure/remedies_card.h"
#include "ui/measure/run_card.h"
#include "ui/measure/waterfall_chart.h"
#include "ui/timeline/break_card.h"
#include "ui/timeline/timeline_view.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double besideWidth = 900;  ///< two columns from here on, at type size 1

}  // namespace

MeasurePage::MeasurePage(Document& document, QWidget* parent)
    : Page(document, tr("Where did the missing speedup go?"), parent),
      m_tabs(new PageTabs(this)),
      m_ladderTab(new QWidget(this)),
      m_choice(new QuietCombo(this)),
      m_add(quietButton(tr("Add a ladder ▾"), this)),
      m_missing(addMissingLine()),
      m_message(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_import(new ImportPanel(this)),
      m_ladderRun(new LadderRun(document, this)),
      m_run(new RunCard(document, *m_ladderRun, this))
{
    setAcceptDrops(true);
    m_choice->setAccessibleName(tr("ladder in sight"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->setMinimumContentsLength(16);
    auto* menu = new QMenu(m_add);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillImportMenu(*menu); });
    m_add->setMenu(menu);
    top().setSpacing(Theme::space(3));
    top().addWidget(m_choice, 0, Qt::AlignTop);
    top().addWidget(m_add, 0, Qt::AlignTop);
    m_tabs->setAccessibleName(tr("views of what was measured"));
    m_tabs->addTab(tr("Ladder"));
    m_tabs->addTab(tr("Timeline"));
    top().addWidget(m_tabs, 0, Qt::AlignTop);
    m_message->setWordWrap(true);
    m_message->hide();
    m_import->hide();
    m_run->hide();
    watchReader();
    m_empty = buildEmpty();
    m_evidence = buildEvidence();
    auto* column = new QVBoxLayout(m_ladderTab);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(4));
    for (QWidget* part : {static_cast<QWidget*>(m_message), static_cast<QWidget*>(m_import),
                          static_cast<QWidget*>(m_run), m_empty, m_evidence})
        column->addWidget(part);
    column->addStretch();
    body().addWidget(m_ladderTab, 1);
    keepWhole();
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) { showTimeline(index == 1); });

    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { this->document().setShownLadder(static_cast<std::size_t>(index)); });
    // Ctrl+V anywhere on the page; a field that has the keyboard takes it first.
    auto* pasting = new QShortcut(QKeySequence::Paste, this);
    connect(pasting, &QShortcut::activated, this, [this] {
        if (currentTab() == QLatin1String("ladder"))
            paste();
    });
    connect(m_import, &ImportPanel::closed, m_import, &QWidget::hide);
    connect(m_ladderRun, &LadderRun::changed, this, [this, grows = false]() mutable {
        const bool before = std::exchange(grows, m_ladderRun->isRunning());
        if (grows && !before)
            scrollTo(*m_run);  // and what grows below it
    });
    connect(m_run, &RunCard::closed, m_run, &QWidget::hide);
    connect(m_import, &ImportPanel::taken, this, [this] {
        take(m_import->chosen(), {});
        m_import->hide();
    });
    begin();
}

MeasurePage::~MeasurePage() = default;

PageEntry MeasurePage::entry()
{
    return {.id = QStringLiteral("measure"),
            .title = tr("Measure"),
            .section = QStringLiteral("41.7"),
            .group = PageGroup::ProveIt,
            .state =
                [](const Document& document) {
                    const std::shared_ptr<const LadderAnalysis>& ladder = document.analysis().ladder;
                    if (!ladder || !ladder->measured)
                        return PageState::Empty;
                    const Origin origin = document.project().measurements.ladders[ladder->index].provenance.origin;
                    return origin == Origin::Measured || origin == Origin::Imported ? PageState::Measured
                                                                                    : PageState::Assumed;
                },
            .make = [](Document& document, QWidget* parent) -> Page* { return new MeasurePage(document, parent); }};
}

QWidget* MeasurePage::buildEmpty()
{
    auto* card = new Card(this);
    card->setAccessibleName(tr("no ladder yet"));
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(Theme::space(5), Theme::space(4), Theme::space(5), Theme::space(5));
    column->setSpacing(Theme::space(2));
    m_emptyWarning = new Text(TextStyle::Label, Role::Ink, false, card);
    m_emptyWarning->setMark(Role::Warning);
    m_emptyWarning->setWordWrap(true);
    column->addWidget(m_emptyWarning);
    const auto words = [&](const QString& text, TextStyle style, Role role, bool bold) {
        auto* label = new Text(text, style, role, bold, card);
        label->setWordWrap(true);
        column->addWidget(label);
    };
    words(tr("A ladder is the same program at 1, 2, 4, … workers: one row for every run."), TextStyle::CardTitle,
          Role::Ink, true);
    words(tr("Its time is enough; its parts (compute, communication, waiting) name a cause."), TextStyle::Body,
          Role::Soft, false);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(Theme::space(3));
    m_paste = primaryButton(tr("Paste a table"), card);
    auto* file = quietButton(tr("Choose a file…"), card);
    auto* measured = quietButton(tr("Measure one here…"), card);
    measured->setAccessibleName(tr("Measure a ladder on this machine"));
    auto* typed = quietButton(tr("Type one"), card);
    typed->setAccessibleName(tr("Type a ladder"));
    for (QPushButton* button : {m_paste, measured, file, typed})
        buttons->addWidget(button);
    buttons->addStretch();
    column->addSpacing(Theme::space(2));
    column->addLayout(buttons);
    connect(m_paste, &QPushButton::clicked, this, &MeasurePage::paste);
    connect(file, &QPushButton::clicked, this, &MeasurePage::askFile);
    connect(typed, &QPushButton::clicked, this, &MeasurePage::addEmptyLadder);
    connect(measured, &QPushButton::clicked, this, &MeasurePage::showRunCard);
    const QList<Example> shipped = ladderExamples();
    if (!shipped.isEmpty()) {
        column->addSpacing(Theme::space(2));
        words(tr("Or one that is shipped:"), TextStyle::Label, Role::Soft, false);
        for (const Example& example : shipped) {
            auto* button = quietButton(example.title, card);
            button->setAccessibleName(tr("Add the ladder of %1").arg(example.title));
            connect(button, &QPushButton::clicked, this, [this, path = example.path] { addExample(path); });
            column->addWidget(button, 0, Qt::AlignLeft);
        }
    }
    return card;
}

QWidget* MeasurePage::buildEvidence()
{
    auto* evidence = new QWidget(this);
    auto* column = new QVBoxLayout(evidence);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(3));
    const auto row = [&] {
        auto* made = new QBoxLayout(QBoxLayout::LeftToRight);
        made->setSpacing(Theme::space(3));
        column->addLayout(made);
        m_rows.push_back(made);
        return made;
    };

    m_cause = new CauseCard(evidence);
    column->addWidget(m_cause);
    connect(m_cause, &CauseCard::scalingSaid, this, [this](Scaling scaling) { m_ladder->setScaling(scaling); });

    QBoxLayout* curves = row();
    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_figure = new Figure(m_chart, evidence);
    m_chart->setTable([this] { return ladderTable(document().project(), document().analysis(), overlay()); });
    m_plan = new PlanMarker(document(), *m_chart);
    connect(m_plan, &PlanMarker::released, this, [this] {
        refreshCurves();
        m_remedies->refresh(document().project(), document().analysis());
    });
    curves->addWidget(m_figure, 60);
    auto* side = new QVBoxLayout;
    side->setSpacing(Theme::space(2));
    m_twin = new ChartCard(evidence);
    connect(m_twin, &Card::clicked, this,
            [this] { showLarge(m_large == Curve::Speedup ? Curve::Efficiency : Curve::Speedup); });
    side->addWidget(m_twin);
    m_breakdown = new BreakdownChart;
    m_breakdownFigure = new Figure(m_breakdown, m_breakdown, evidence);
    m_seconds = quietButton(tr("Seconds"), m_breakdownFigure);
    m_seconds->setCheckable(true);
    m_seconds->setToolTip(tr("Seconds instead of shares of the time"));
    m_seconds->setAccessibleName(tr("Breakdown in seconds"));
    connect(m_seconds, &QPushButton::toggled, this, [this](bool on) {
        m_breakdown->setPercent(!on);
        m_breakdownFigure->refresh();
    });
    m_breakdownFigure->addWord(m_seconds);
    side->addWidget(m_breakdownFigure, 1);
    curves->addLayout(side, 43);

    QBoxLayout* why = row();
    auto* proof = new QVBoxLayout;
    proof->setSpacing(Theme::space(3));
    m_folds = new FoldsView;
    m_foldsFigure = new Figure(m_folds, m_folds, evidence);
    m_remedies = new RemediesCard(evidence);
    proof->addWidget(m_foldsFigure);
    why->addLayout(proof, 58);
    auto* answers = new QVBoxLayout;
    answers->setSpacing(Theme::space(3));
    answers->addWidget(m_remedies);
    m_fits = new FitsCard(evidence);
    answers->addWidget(m_fits, 1);
    why->addLayout(answers, 45);
    connect(m_remedies, &RemediesCard::whatIfChanged, this, &MeasurePage::refreshCurves);
    connect(m_remedies, &RemediesCard::remedyChosen, this, &MeasurePage::tryRemedy);

    m_ledger = new LedgerCard(document(), evidence);
    m_waterfall = new WaterfallChart;
    m_waterfallFigure = new Figure(m_waterfall, m_waterfall, evidence);
    proof->addWidget(m_ledger);
    proof->addWidget(m_waterfallFigure);
    m_ladder = new LadderCard(document(), evidence);
    proof->addWidget(m_ladder, 1);
    connect(m_ledger, &LedgerCard::changed, this, [this] {
        refreshCurves();
        refreshWaterfall();
    });

    connect(m_fits, &FitsCard::fitChanged, this, &MeasurePage::refreshCurves);
    connect(m_ladder, &LadderCard::pasteWanted, this, &MeasurePage::paste);
    return evidence;
}

QString MeasurePage::underWay() const
{
    if (m_timeline && m_timeline->isImporting())
        return tr("Traces are being read.");
    if (m_ladderRun->isRunning())
        return tr("A ladder is being measured.");
    return m_import->isHidden() || !m_import->hasText() ? QString()
                                                        : tr("A ladder is being imported, and not taken yet.");
}

TimelineView& MeasurePage::timeline()
{
    if (!m_timeline) {
        m_timeline = new TimelineView(document(), this);
        m_timeline->setVisible(m_tabs->currentIndex() == 1);
        body().addWidget(m_timeline, 1);
        connect(m_timeline, &TimelineView::basisChanged, this, [this] {
            if (m_tabs->currentIndex() == 1) {
                sayBasis(m_timeline->basis());
                sayWhatIsMissing();
            }
        });
    }
    return *m_timeline;
}

void MeasurePage::showTab(const QString& id)
{
    m_tabs->setCurrentIndex(id == QLatin1String("timeline") ? 1 : 0);
}

bool MeasurePage::showPart(const QString& id)
{
    const bool folds = id == QLatin1String("lost-folds"), curve = id == QLatin1String("curve"),
               verdict = id == QLatin1String("verdict"), timeline = id == QLatin1String("timeline");
    if (!folds && !curve && !verdict && !timeline && !id.isEmpty())
        return false;
    showTab(timeline ? id : QStringLiteral("ladder"));
    if (folds)
        scrollTo(*m_foldsFigure);
    else if (curve)
        scrollTo(*m_figure);
    else
        Page::showPart({});  // the verdict is the page's answer
    return true;
}

QString MeasurePage::currentTab() const
{
    return m_tabs->currentIndex() == 1 ? QStringLiteral("timeline") : QStringLiteral("ladder");
}

void MeasurePage::showTimeline(bool shown)
{
    m_ladderTab->setVisible(!shown);
    m_add->setVisible(!shown);
    m_choice->setVisible(!shown && m_choice->count() > 1);
    timeline().setVisible(shown);
    sayWhatIsMissing();
    heading().setText(shown ? tr("Where does each worker’s time go?") : tr("Where did the missing speedup go?"));
    sayBasis(shown ? m_timeline->basis() : m_ladderBasis);
}

void MeasurePage::sayBasis(const QString& text)
{
    basis().setText(text);
    basis().setVisible(!text.isEmpty());
    setAnswer(m_tabs->currentIndex() == 1 ? m_timeline->answer() : isEmpty() ? QString() : m_cause->sentence());
}

void MeasurePage::sayWhatIsMissing()
{
    const Analysis& analysis = document().analysis();
    const bool simulates = m_tabs->currentIndex() == 1;
    if (!simulates && isEmpty())
        m_missing->present(tr("To say where the speedup went, give"), missingForAttribution(analysis));
    else if (simulates && m_timeline->shownRun() >= 0)
        m_missing->present({}, {});
    else
        m_missing->present(simulates ? tr("To simulate a run, give") : tr("To hold it against a prediction, give"),
                           missingForPrediction(document().project(), analysis));
}

bool MeasurePage::isEmpty() const
{
    return !document().analysis().ladder;
}

void MeasurePage::layOut()
{
    const double scale = Theme::instance().typeScale();
    const bool beside = width() >= besideWidth * scale;
    for (QBoxLayout* row : m_rows)
        row->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    // In a lecture verdict and charts are in sight at once.
    const double less = m_lecture ? 120 * scale : 0, charts = m_lecture ? height() - 270 * scale : 0;
    m_figure->setMinimumHeight(static_cast<int>(std::max(200 + 240 * scale - less, charts)));
    m_breakdownFigure->setMinimumHeight(static_cast<int>(140 + 200 * scale - less));
}

void MeasurePage::setLecture(bool lecture)
{
    m_lecture = lecture;
    layOut();
}

LadderOverlay MeasurePage::overlay() const
{
    LadderOverlay overlay;
    overlay.fit = m_fits->chosen();
    overlay.amdahlCeiling = m_fits->amdahlCeiling();
    overlay.whatIf = m_remedies->answered();
    if (const FrozenPrediction* frozen = m_ledger->ghost())
        if (Result<ScalingCurve> curve = curveOf(*frozen, ladderReach(document().analysis()))) {
            overlay.frozen = std::move(*curve);
            overlay.frozenName = tr("frozen %1").arg(qt(frozen->date));
        }
    return overlay;
}

void MeasurePage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    sayWhatIsMissing();
    m_empty->setVisible(isEmpty());
    m_evidence->setVisible(!isEmpty());
    m_emptyWarning->setVisible(planLacksCause(analysis));
    m_emptyWarning->setText(tr("The plan’s p rests on no named cause: there is no ladder to name one."));
    QStringList names;
    for (const Ladder& ladder : project.measurements.ladders)
        names << (ladder.name.empty() ? tr("a ladder without a name") : qt(ladder.name));
    QStringList present;
    for (int i = 0; i < m_choice->count(); ++i)
        present << m_choice->itemText(i);
    if (present != names) {
        m_choice->clear();
        m_choice->addItems(names);
    }
    m_choice->setVisible(names.size() > 1 && m_tabs->currentIndex() == 0);
    if (isEmpty()) {
        m_ladderShown.reset();
        m_ladderBasis.clear();
        if (m_tabs->currentIndex() == 0)
            sayBasis(m_ladderBasis);
        m_fits->refresh(project, analysis);
        return;
    }
    const LadderAnalysis& shown = *analysis.ladder;
    m_choice->setCurrentIndex(static_cast<int>(shown.index));
    const Ladder& ladder = project.measurements.ladders[shown.index];
    const MeasuredLadder* measured = shown.measured ? &*shown.measured : nullptr;
    m_ladderBasis = measured ? ladderBasis(ladder, *measured, false) : qt(ladder.name);
    basis().setToolTip(measured ? ladderBasis(ladder, *measured) : QString());
    m_cause->refresh(analysis);
    if (m_tabs->currentIndex() == 0)
        sayBasis(m_ladderBasis);
    if (!m_plan->isMoving())  // what it says of the plan's p can wait for the end of a drag, and the page is laid out
        // once
        m_remedies->refresh(project, analysis);
    m_ledger->refresh();
    m_fits->refresh(project, analysis);
    refreshTwin();
    refreshCurves();
    refreshWaterfall();
    if (!m_ladderShown || *m_ladderShown != ladder)
        refreshEvidence();
    orderTabs();
}

void MeasurePage::refreshEvidence()
{
    const LadderAnalysis& shown = *document().analysis().ladder;
    const MeasuredLadder* measured = shown.measured ? &*shown.measured : nullptr;
    m_ladderShown = document().project().measurements.ladders[shown.index];
    m_ladder->refresh();
    const QString name = m_choice->currentText();
    const QString unread = tr("The ladder cannot be read yet.");
    const QString totalsOnly =
        tr("Only total times were measured, at least at one p. Measure compute, communication and waiting (a profiler "
           "tells "
           "them), and the bars appear.");
    m_breakdown->setLadder(measured, measured ? name : QString(), measured ? totalsOnly : unread);
    m_breakdownFigure->refresh();
    m_folds->setAttribution(shown.attribution ? &*shown.attribution : nullptr,
                            measured ? tr("%1 · p − S, by the part of the time it went into").arg(name) : QString(),
                            unread);
    m_foldsFigure->refresh();
}

void MeasurePage::orderTabs()
{
    // Words that come and go would otherwise queue up behind everything else.
    QList<QWidget*> stops;
    addTabStops(*m_evidence->layout(), stops);
    if (stops == m_stops)
        return;
    m_stops = stops;
    tabThrough(m_stops);
}

void MeasurePage::refreshCurves()
{
    if (isEmpty())
        return;
    LadderOverlay with = overlay();
    if (const std::optional<int> held = m_plan->heldReach())
        with.reach = *held;
    m_chart->setSpec(ladderChart(m_large, document().project(), document().analysis(), with));
    m_chart->setTexts(ladderTexts(m_large, document().project(), document().analysis(), with));
    m_figure->refreshTable();
}

void MeasurePage::refreshTwin()
{
    const Analysis& analysis = document().analysis();
    const Curve curve = m_large == Curve::Speedup ? Curve::Efficiency : Curve::Speedup;
    QString number = QStringLiteral("–"), note = tr("no ladder that can be read");
    if (analysis.ladder->measured) {
        const MeasuredLadder& ladder = *analysis.ladder->measured;
        const std::optional<int> plan = analysis.plannedP();
        const Rung* planned = plan ? ladder.at(*plan) : nullptr;
        const Rung& rung = planned ? *planned : *ladder.at(ladder.fastestP);
        if (ladder.rungs.size() > 1)
            number = formatNumber(curve == Curve::Speedup ? rung.speedup : rung.efficiency, styleOf(curve));
        note = ladder.rungs.size() == 1 ? tr("one p alone shows no scaling")
                                        : (!planned                           ? tr("at the fastest p %1")
                                           : ladder.origin == Origin::Assumed ? tr("assumed at plan p %1")
                                                                              : tr("measured at plan p %1"))
                                              .arg(rung.p);
    }
    m_twin->present(ladderCurveTitle(curve, analysis), number, note,
                    ladderChart(curve, document().project(), analysis, {}, true));
}

void MeasurePage::refreshWaterfall()
{
    const LedgerCard::Fall& fall = m_ledger->fall();
    m_waterfallFigure->setVisible(fall.waterfall.has_value());
    m_waterfall->setWaterfall(fall.waterfall, fall.caption, fall.why);
    m_waterfallFigure->refresh();
}

void MeasurePage::showLarge(Curve curve)
{
    m_large = curve;
    refresh();
}

void MeasurePage::say(const QString& text, bool problem)
{
    m_message->setText(text);
    m_message->setMark(problem ? Role::Warning : Role::Hairline);
    m_message->show();
    m_message->update();
}

void MeasurePage::tryRemedy(const QString& id)
{
    for (const DesignRemedy& remedy : m_remedies->remedies())
        if (remedy.id == id.toStdString() && remedy.proposal) {
            const QString title = qt(remedy.title);
            document().edit(tr("remedy as a variant: %1").arg(title), withRemedyAdded(document().project(), remedy));
            Q_EMIT goTo(QStringLiteral("predict"), QString());
            return;
        }
}

bool MeasurePage::focusField(const QString& pointer)
{
    const QLatin1String ladders("/measurements/ladders");
    if (!pointer.startsWith(ladders) || (isEmpty() && pointer != ladders))
        return false;
    showTab(QStringLiteral("ladder"));
    if (isEmpty()) {
        m_paste->setFocus(Qt::OtherFocusReason);
        return true;
    }
    if (pointer.endsWith(QLatin1String("/steps_per_time"))) {
        area().ensureWidgetVisible(m_ledger);
        m_ledger->focusSteps();
        return true;
    }
    area().ensureWidgetVisible(m_ladder);
    m_ladder->focusTable();
    return true;
}

std::vector<Exportable> MeasurePage::exportables()
{
    const Analysis& analysis = document().analysis();
    timeline().settle();
    std::vector<Exportable> figures;
    const auto withTimeline = [&] {
        for (Exportable& figure : timeline().exportables())
            figures.push_back(std::move(figure));
        return figures;
    };
    if (!analysis.ladder || !analysis.ladder->measured)
        return withTimeline();
    m_fits->settle();
    const LadderOverlay with = overlay();
    for (const Curve curve : {Curve::Speedup, Curve::Efficiency}) {
        const std::size_t i = figures.size();
        if (m_exports.size() <= i)
            m_exports.push_back(std::make_unique<Chart>());
        Chart& chart = *m_exports[i];
        chart.setSpec(ladderChart(curve, document().project(), analysis, with));
        chart.setTexts(ladderTexts(curve, document().project(), analysis, with));
        chart.setTable([this, with] { return ladderTable(document().project(), document().analysis(), with); });
        figures.push_back({curve == Curve::Speedup ? QStringLiteral("speedup") : QStringLiteral("efficiency"), &chart});
    }
    if (analysis.ladder->measured->hasParts)
        figures.push_back({QStringLiteral("breakdown"), m_breakdown});
    figures.push_back({QStringLiteral("lost-folds"), m_folds});
    if (m_waterfall->waterfall())
        figures.push_back({QStringLiteral("waterfall"), m_waterfall});
    return withTimeline();
}

std::vector<PaletteItem> MeasurePage::paletteItems()
{
    std::vector<PaletteItem> items;
    const auto action = [&items](const QString& title, std::function<void()> run, const QString& detail = {}) {
        items.push_back({PaletteItem::Kind::Action, title, detail, std::move(run)});
    };
    action(tr("Paste a ladder"), [this] { paste(); });
    action(tr("Import a ladder from a file"), [this] { askFile(); });
    action(tr("Type a ladder"), [this] { addEmptyLadder(); });
    action(tr("Import runs of MLflow"), [this] { askRuns(); });
    if (m_ladderRun->isRunning())
        action(tr("Cancel the ladder"), [this] { m_ladderRun->cancel(); });
    else
        action(tr("Measure a ladder on this machine"), [this] { showRunCard(); });
    action(tr("Timeline: break it"), [this] {
        showTab(QStringLiteral("timeline"));
        timeline().showBreak();
        scrollTo(timeline().breakCard());
    });
    items.back().also = tr("slow a worker, kill a worker, straggler, jitter, backup");
    for (const PaletteItem& item : timeline().paletteItems())
        action(item.title, [this, run = item.run] {
            showTab(QStringLiteral("timeline"));
            run();
        });
    if (isEmpty())
        return items;
    for (int i = 0; i < m_choice->count() && m_choice->count() > 1; ++i)
        action(tr("Show the ladder %1").arg(m_choice->itemText(i)),
               [this, i] { document().setShownLadder(static_cast<std::size_t>(i)); });
    action(tr("Edit the ladder’s rows"), [this] { focusField(QStringLiteral("/measurements/ladders")); });
    action(
        tr("Copy the sentence for the report"), [this] { m_cause->copySentence(); }, m_cause->sentence());
    if (const LadderAnalysis& ladder = *document().analysis().ladder; ladder.measured)
        for (const Cause cause : whatIfCauses(*ladder.measured, *ladder.attribution))
            action(tr("What if: %1").arg(whatIfTitle(cause)), [this, cause] {
                m_remedies->setWhatIf(cause);
                refreshCurves();
            });
    for (const DesignRemedy& remedy : m_remedies->remedies())
        if (remedy.proposal)
            action(tr("Remedy as a variant: %1").arg(qt(remedy.title)), [this, id = qt(remedy.id)] { tryRemedy(id); });
    return items;
}

}  // namespace scalewright::ui
