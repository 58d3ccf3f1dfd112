// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/measure_page.h"

#include <QBoxLayout>
#include <QGridLayout>
#include <QMenu>
#include <QScrollArea>
#include <QShortcut>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/attribution/attribution_text.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/page_tabs.h"
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
#include "ui/measure/lost_speedup_card.h"
#include "ui/measure/remedies_card.h"
#include "ui/measure/run_card.h"
#include "ui/measure/waterfall_chart.h"
#include "ui/theme/widgets.h"
#include "ui/timeline/break_card.h"
#include "ui/timeline/timeline_view.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double twoColumnMinimumWidth = 900;  ///< minimum width for two columns, at type scale 1

struct Tab {
    const char* id;
    const char* name;
    const char* question;
};
constexpr std::array<Tab, 5> tabs{
    {{"ladder", QT_TRANSLATE_NOOP("Scalewright", "Ladder"),
      QT_TRANSLATE_NOOP("Scalewright", "Where did the missing speedup go?")},
     {"laws", QT_TRANSLATE_NOOP("Scalewright", "Laws"), QT_TRANSLATE_NOOP("Scalewright", "Where does scaling end?")},
     {"prediction", QT_TRANSLATE_NOOP("Scalewright", "Prediction"),
      QT_TRANSLATE_NOOP("Scalewright", "How far off was the prediction?")},
     {"table", QT_TRANSLATE_NOOP("Scalewright", "Table"), QT_TRANSLATE_NOOP("Scalewright", "What was measured?")},
     {"timeline", QT_TRANSLATE_NOOP("Scalewright", "Timeline"),
      QT_TRANSLATE_NOOP("Scalewright", "Where does each worker’s time go?")}}};
constexpr int timelineTab = static_cast<int>(tabs.size()) - 1;

}  // namespace

MeasurePage::MeasurePage(Document& document, QWidget* parent)
    : Page(document, Tr::tr(tabs.front().question), parent),
      m_tabs(new PageTabs(this)),
      m_ladderTab(new QWidget(content())),
      m_ladderCombo(new QuietCombo(tr("shown ladder"), 16, this)),
      m_addButton(createQuietButton(tr("Add a ladder ▾"), this)),
      m_missingLine(addMissingLine()),
      m_messageLabel(createParagraph(TextStyle::Label, ColorRole::Ink, m_ladderTab)),
      m_importPanel(new ImportPanel(m_ladderTab)),
      m_ladderRun(new LadderRun(document, this)),
      m_runCard(new RunCard(document, *m_ladderRun, m_ladderTab))
{
    setAcceptDrops(true);
    auto* menu = new QMenu(m_addButton);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillImportMenu(*menu); });
    m_addButton->setMenu(menu);
    headingRow().setSpacing(Theme::spacing(3));
    addItems(headingRow(), {{m_ladderCombo, 0, Qt::AlignTop}, {m_addButton, 0, Qt::AlignTop}});
    m_tabs->setAccessibleName(tr("measurement views"));
    for (const Tab& tab : tabs)
        m_tabs->addTab(Tr::tr(tab.name));
    headingRow().addWidget(m_tabs, 0, Qt::AlignTop);
    m_messageLabel->hide();
    m_importPanel->hide();
    m_runCard->hide();
    connectReader();
    m_emptyCard = buildEmptyCard();
    m_evidence = buildEvidence();
    auto* column = createBox<QVBoxLayout>(m_ladderTab, Theme::spacing(4),
                                          {m_messageLabel, m_importPanel, m_runCard, m_emptyCard, m_evidence});
    column->setStretchFactor(m_evidence, 1);
    column->addStretch();  // keeps the empty card as high as its content
    body().addWidget(m_ladderTab, 1);
    useFullHeight();
    connect(m_tabs, &QTabBar::currentChanged, this, &MeasurePage::showCurrentTab);

    connect(m_ladderCombo, &QComboBox::activated, this,
            [this](int index) { this->document().setShownLadderIndex(static_cast<std::size_t>(index)); });
    // Ctrl+V anywhere on the page; a focused field handles it first.
    auto* pasting = new QShortcut(QKeySequence::Paste, this);
    connect(pasting, &QShortcut::activated, this, [this] {
        if (!isTimelineShown())
            paste();
    });
    connect(m_importPanel, &ImportPanel::closed, m_importPanel, &QWidget::hide);
    connect(m_ladderRun, &LadderRun::changed, this, [this, grows = false]() mutable {
        const bool before = std::exchange(grows, m_ladderRun->isRunning());
        if (grows && !before)
            scrollTo(*m_runCard);  // and to the ladder that grows below it
    });
    connect(m_runCard, &RunCard::closeRequested, m_runCard, &QWidget::hide);
    connect(m_importPanel, &ImportPanel::ladderAccepted, this, [this] {
        addLadders(m_importPanel->chosenLadders(), {});
        m_importPanel->hide();
    });
    initializeView();
    if (isEmpty() && !this->document().project().measurements.traces.empty())
        showTab(QStringLiteral("timeline"));
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
                        return document.project().measurements.traces.empty() ? PageState::Empty : PageState::Measured;
                    const Origin origin = document.project().measurements.ladders[ladder->index].provenance.origin;
                    return origin == Origin::Measured || origin == Origin::Imported ? PageState::Measured
                                                                                    : PageState::Assumed;
                },
            .create = [](Document& document, QWidget* parent) -> Page* { return new MeasurePage(document, parent); }};
}

QWidget* MeasurePage::buildEmptyCard()
{
    auto* card = new Card(m_ladderTab);
    card->setAccessibleName(tr("no ladder yet"));
    auto* column = createBox<QVBoxLayout>(card, Theme::spacing(2), {}, Theme::margins(5, 4, 5, 5));
    const auto words = [&](const QString& text, TextStyle style, ColorRole role, bool bold) {
        column->addWidget(createParagraph(style, role, card, bold, text));
    };
    words(tr("A ladder is the same program at 1, 2, 4, … workers: one row per run."), TextStyle::CardTitle,
          ColorRole::Ink, true);
    words(tr("Total times are enough; their parts (compute, communication, waiting) also show the cause."),
          TextStyle::Body, ColorRole::SoftInk, false);
    m_pasteButton = createPrimaryButton(tr("Paste a table"), card);
    auto* file = createQuietButton(tr("Choose a file…"), card);
    auto* measured = createQuietButton(tr("Measure one here…"), card);
    measured->setAccessibleName(tr("Measure a ladder on this machine"));
    auto* typed = createQuietButton(tr("Type one"), card);
    typed->setAccessibleName(tr("Type a ladder"));
    auto* buttons =
        createBox<QHBoxLayout>(nullptr, Theme::spacing(3), {m_pasteButton, measured, file, typed, Stretch{}});
    column->addSpacing(Theme::spacing(2));
    column->addLayout(buttons);
    connect(m_pasteButton, &QPushButton::clicked, this, &MeasurePage::paste);
    connect(file, &QPushButton::clicked, this, &MeasurePage::chooseLadderFile);
    connect(typed, &QPushButton::clicked, this, &MeasurePage::addEmptyLadder);
    connect(measured, &QPushButton::clicked, this, &MeasurePage::showRunCard);
    const QList<Example> shipped = ladderExamples();
    if (!shipped.isEmpty()) {
        column->addSpacing(Theme::spacing(2));
        words(tr("Or an example:"), TextStyle::Label, ColorRole::SoftInk, false);
        for (const Example& example : shipped) {
            auto* button = createQuietButton(example.title, card);
            button->setAccessibleName(tr("Add the ladder of %1").arg(example.title));
            connect(button, &QPushButton::clicked, this, [this, path = example.path] { addExample(path); });
            column->addWidget(button, 0, Qt::AlignLeft);
        }
    }
    return card;
}

QWidget* MeasurePage::buildEvidence()
{
    auto* evidence = new QWidget(m_ladderTab);
    m_cardGrid = createGrid(evidence, Theme::spacing(3), Theme::spacing(3));

    m_causeCard = new CauseCard(this);
    titleColumn().addWidget(m_causeCard);
    connect(m_causeCard, &CauseCard::scalingChosen, this,
            [this](Scaling scaling) { m_ladderCard->setScaling(scaling); });
    m_lostCard = new LostSpeedupCard(evidence);
    for (QPushButton* button : {m_causeCard->copyButton(), m_causeCard->whyButton()})
        m_lostCard->addTitleButton(button);

    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_curveFigure = new Figure(m_chart, evidence);
    m_chart->setTableSource(
        [this] { return ladderTable(document().project(), document().analysis(), overlay(false)); });
    m_efficiencyButton = createToggleButton(tr("Efficiency"), m_curveFigure, tr("E(p) instead of S(p)"));
    m_curveFigure->addTitleButton(m_efficiencyButton);
    connect(m_efficiencyButton, &QPushButton::clicked, this,
            [this](bool checked) { showLargeCurve(checked ? Curve::Efficiency : Curve::Speedup); });
    m_planMarker = new PlanMarkerController(document(), *m_chart);
    connect(m_planMarker, &PlanMarkerController::dragFinished, this, [this] {
        refreshCurves();
        m_remediesCard->refresh(document().project(), document().analysis());
    });

    m_breakdownChart = new BreakdownChart;
    m_breakdownFigure = new Figure(m_breakdownChart, m_breakdownChart, evidence);
    m_secondsButton = createToggleButton(tr("Seconds"), m_breakdownFigure, tr("Seconds instead of shares of the time"),
                                         tr("Breakdown in seconds"));
    connect(m_secondsButton, &QPushButton::toggled, this, [this](bool checked) {
        m_breakdownChart->setPercent(!checked);
        m_breakdownFigure->refresh();
    });
    m_breakdownFigure->addTitleButton(m_secondsButton);

    m_foldsView = new FoldsView;
    m_foldsFigure = new Figure(m_foldsView, m_foldsView, evidence);
    m_remediesCard = new RemediesCard(evidence);
    m_fitsCard = new FitsCard(evidence);
    connect(m_remediesCard, &RemediesCard::whatIfChanged, this, &MeasurePage::refreshCurves);
    connect(m_remediesCard, &RemediesCard::remedyChosen, this, &MeasurePage::tryRemedy);

    m_ledgerCard = new LedgerCard(document(), evidence);
    m_waterfallChart = new WaterfallChart;
    m_waterfallFigure = new Figure(m_waterfallChart, m_waterfallChart, evidence);
    m_ladderCard = new LadderCard(document(), evidence);
    connect(m_ledgerCard, &LedgerCard::changed, this, [this] {
        refreshCurves();
        refreshWaterfall();
        updateAnswer();
    });

    connect(m_fitsCard, &FitsCard::fitChanged, this, [this] {
        refreshCurves();
        updateAnswer();
    });
    connect(m_ladderCard, &LadderCard::pasteRequested, this, &MeasurePage::paste);
    return evidence;
}

QString MeasurePage::unfinishedWorkText() const
{
    if (m_timelineView && m_timelineView->isImporting())
        return tr("Traces are being read.");
    if (m_ladderRun->isRunning())
        return tr("A ladder is being measured.");
    return m_importPanel->isHidden() || !m_importPanel->hasText()
               ? QString()
               : tr("A ladder is being imported and was not added yet.");
}

TimelineView& MeasurePage::timelineView()
{
    if (!m_timelineView) {
        m_timelineView = new TimelineView(document(), content());
        m_timelineView->setVisible(isTimelineShown());
        body().addWidget(m_timelineView, 1);
        connect(m_timelineView, &TimelineView::basisChanged, this, [this] {
            if (isTimelineShown()) {
                updateAnswer();
                showMissingFields();
            }
        });
    }
    return *m_timelineView;
}

void MeasurePage::showTab(const QString& id)
{
    const auto* tab =
        std::find_if(tabs.begin(), tabs.end(), [&](const Tab& each) { return id == QLatin1String(each.id); });
    m_tabs->setCurrentIndex(tab == tabs.end() ? 0 : static_cast<int>(tab - tabs.begin()));
}

bool MeasurePage::showPart(const QString& id)
{
    const bool isAnswer = id.isEmpty() || id == QLatin1String("verdict"), isCurve = id == QLatin1String("curve"),
               isLoss = id == QLatin1String("lost-folds");
    if (!isAnswer && !isCurve && !isLoss &&
        std::none_of(tabs.begin(), tabs.end(), [&](const Tab& each) { return id == QLatin1String(each.id); }))
        return false;
    showTab(isCurve ? QStringLiteral("laws") : id);  // where S(p) is large
    if (isLoss)
        scrollTo(*m_lostCard);
    else
        Page::showPart({});
    return true;
}

QString MeasurePage::currentTab() const
{
    return QLatin1String(tabs[static_cast<std::size_t>(m_tabs->currentIndex())].id);
}

bool MeasurePage::isTimelineShown() const
{
    return m_tabs->currentIndex() == timelineTab;
}

void MeasurePage::showCurrentTab()
{
    const bool isTimeline = isTimelineShown();
    m_ladderTab->setVisible(!isTimeline);
    m_addButton->setVisible(!isTimeline);
    m_ladderCombo->setVisible(!isTimeline && m_ladderCombo->count() > 1);
    timelineView().setVisible(isTimeline);
    showMissingFields();
    heading().setText(Tr::tr(tabs[static_cast<std::size_t>(m_tabs->currentIndex())].question));
    updateAnswer();
    arrangeCards();
    refreshCurves();
}

void MeasurePage::updateAnswer()
{
    const QString basis = isTimelineShown() ? m_timelineView->basis() : m_ladderBasis;
    basisLine().setText(basis);
    basisLine().setVisible(!basis.isEmpty());
    const QString tab = currentTab();
    QString answer;
    if (isTimelineShown()) {
        answer = m_timelineView->answerText();
    } else if (!isEmpty()) {
        if (tab == QLatin1String("laws"))
            answer = m_fitsCard->answerText();
        else if (tab == QLatin1String("prediction"))
            answer = m_ledgerCard->answerText();
        else if (tab == QLatin1String("ladder"))
            answer = m_causeCard->answer();
        else if (const LadderAnalysis& ladder = *document().analysis().ladder; ladder.measured && ladder.attribution)
            answer = toQString(speedupHeadline(*ladder.measured, *ladder.attribution));
    }
    setAnswer(answer);
    m_causeCard->setVisible(!isEmpty() && tab == QLatin1String("ladder"));
}

void MeasurePage::showMissingFields()
{
    const Analysis& analysis = document().analysis();
    const bool simulates = isTimelineShown();
    if (!simulates && isEmpty())
        m_missingLine->setMissingFields(tr("To say where the speedup went, give"), missingForAttribution(analysis));
    else if (simulates && m_timelineView->shownRunIndex() >= 0)
        m_missingLine->setMissingFields({}, {});
    else
        m_missingLine->setMissingFields(
            simulates ? tr("To simulate a run, give") : tr("To compare it with a prediction, give"),
            missingForPrediction(document().project(), analysis));
}

bool MeasurePage::isEmpty() const
{
    return !document().analysis().ladder;
}

void MeasurePage::layOut()
{
    arrangeCards();
}

void MeasurePage::arrangeCards()
{
    // At most two columns of cards; the card that grows takes the height that is left in its column.
    struct Place {
        QWidget* card;
        int row, column;
        int rows = 1;
        bool grows = false;
    };
    const QString tab = currentTab();
    std::vector<Place> places;
    if (tab == QLatin1String("laws"))
        places = {{m_curveFigure, 0, 0, 1, true}, {m_fitsCard, 0, 1}};
    else if (tab == QLatin1String("prediction"))
        places = {{m_waterfallFigure, 0, 0, 2}, {m_ledgerCard, 0, 1}, {m_curveFigure, 1, 1, 1, true}};
    else if (tab == QLatin1String("table"))
        places = {{m_ladderCard, 0, 0, 1, true}, {m_foldsFigure, 1, 0}, {m_breakdownFigure, 0, 1, 2}};
    else
        places = {{m_lostCard, 0, 0, 2}, {m_curveFigure, 0, 1, 1, true}, {m_remediesCard, 1, 1}};

    const double scale = Theme::instance().typeScale();
    const bool isWide = width() >= twoColumnMinimumWidth * scale;
    while (QLayoutItem* item = m_cardGrid->takeAt(0))
        delete item;
    for (int row = 0; row < m_cardGrid->rowCount(); ++row)
        m_cardGrid->setRowStretch(row, 0);
    for (QWidget* card :
         std::initializer_list<QWidget*>{m_lostCard, m_curveFigure, m_remediesCard, m_fitsCard, m_ledgerCard,
                                         m_waterfallFigure, m_ladderCard, m_foldsFigure, m_breakdownFigure})
        card->setVisible(
            std::any_of(places.begin(), places.end(), [&](const Place& each) { return each.card == card; }));
    int row = 0;
    for (const Place& place : places) {
        if (isWide)
            m_cardGrid->addWidget(place.card, place.row, place.column, place.rows, 1);
        else
            m_cardGrid->addWidget(place.card, row++, 0, 1, 2);
        m_cardGrid->setRowStretch(isWide ? place.row : row - 1, place.grows ? 1 : 0);
    }
    m_cardGrid->setColumnStretch(0, 65);
    m_cardGrid->setColumnStretch(1, 35);
    // In lecture mode, the chart alone fills the screen.
    const double large = m_lectureMode ? std::max(200 + 80 * scale, height() - 270 * scale) : 200 + 160 * scale;
    const bool isCurveSmall = isWide && places.front().card != m_curveFigure;
    m_curveFigure->setMinimumHeight(static_cast<int>(isCurveSmall ? 170 * scale : large));
    for (Figure* figure : {static_cast<Figure*>(m_lostCard), m_waterfallFigure, m_breakdownFigure})
        figure->setMinimumHeight(static_cast<int>(isWide ? 240 * scale : large));
    updateTabOrder();
}

void MeasurePage::setLecture(bool lecture)
{
    m_lectureMode = lecture;
    layOut();
}

LadderOverlay MeasurePage::overlay(bool isOfEveryTab) const
{
    LadderOverlay overlay;
    const QString tab = currentTab();
    if (isOfEveryTab || tab == QLatin1String("laws")) {
        overlay.fit = m_fitsCard->chosenFit();
        overlay.amdahlCeiling = m_fitsCard->amdahlCeiling();
    }
    overlay.whatIfLadder = m_remediesCard->whatIfLadder();
    if (const FrozenPrediction* frozen =
            isOfEveryTab || tab == QLatin1String("prediction") ? m_ledgerCard->ghostPrediction() : nullptr)
        if (Result<ScalingCurve> curve = curveOf(*frozen, ladderAxisEnd(document().analysis()))) {
            overlay.frozenCurve = std::move(*curve);
            overlay.frozenName = tr("frozen %1").arg(toQString(frozen->date));
        }
    return overlay;
}

void MeasurePage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    showMissingFields();
    m_emptyCard->setVisible(isEmpty());
    m_evidence->setVisible(!isEmpty());
    QStringList names;
    for (const Ladder& ladder : project.measurements.ladders)
        names << (ladder.name.empty() ? tr("unnamed ladder") : toQString(ladder.name));
    m_ladderCombo->showItems(names, isEmpty() ? -1 : static_cast<int>(analysis.ladder->index));
    m_ladderCombo->setVisible(names.size() > 1 && !isTimelineShown());
    if (isEmpty() && !isTimelineShown())
        showTab(QStringLiteral("ladder"));
    for (int tab = 1; tab < timelineTab; ++tab)
        m_tabs->setTabVisible(tab, !isEmpty());
    if (isEmpty()) {
        m_shownLadder.reset();
        m_ladderBasis.clear();
        updateAnswer();
        m_fitsCard->refresh(project, analysis);
        return;
    }
    const LadderAnalysis& ladderAnalysis = *analysis.ladder;
    const Ladder& ladder = project.measurements.ladders[ladderAnalysis.index];
    const MeasuredLadder* measured = ladderAnalysis.measured ? &*ladderAnalysis.measured : nullptr;
    m_ladderBasis = measured ? ladderBasisText(ladder, *measured, false) : toQString(ladder.name);
    if (const MeasuredLadder* runs = analysis.ladderOfRuns(); runs && runs->isCalibrated())
        m_ladderBasis += tr(" · measured at %1; other pages show it calibrated").arg(toQString(runs->measuredAt));
    basisLine().setToolTip(measured ? ladderBasisText(ladder, *measured) : QString());
    m_causeCard->refresh(analysis);
    // The remedies for the plan's p can wait until a drag ends, so that the page is laid out only once.
    if (!m_planMarker->isMoving())
        m_remediesCard->refresh(project, analysis);
    m_ledgerCard->refresh();
    m_fitsCard->refresh(project, analysis);
    refreshCurves();
    refreshWaterfall();
    updateAnswer();
    // The lost folds are explained at the plan's p.
    m_lostCard->refresh(analysis.ladder);
    if (!m_shownLadder || *m_shownLadder != ladder)
        refreshEvidence();
    updateTabOrder();
}

void MeasurePage::refreshEvidence()
{
    const LadderAnalysis& ladderAnalysis = *document().analysis().ladder;
    const MeasuredLadder* measured = ladderAnalysis.measured ? &*ladderAnalysis.measured : nullptr;
    m_shownLadder = document().project().measurements.ladders[ladderAnalysis.index];
    m_ladderCard->refresh();
    const QString name = m_ladderCombo->currentText();
    const QString unreadableText = tr("The ladder cannot be read yet.");
    const QString totalsOnlyText =
        tr("At least one p has only a total time. Measure compute, communication and waiting (with a profiler) to see "
           "the bars.");
    m_breakdownChart->setLadder(measured, measured ? name : QString(), measured ? totalsOnlyText : unreadableText);
    m_breakdownFigure->refresh();
    m_foldsView->setAttribution(ladderAnalysis.attribution ? &*ladderAnalysis.attribution : nullptr,
                                measured ? measured->baseP : 1,
                                measured ? tr("%1 · p − S, by part of the time").arg(name) : QString(), unreadableText);
    m_foldsFigure->refresh();
}

void MeasurePage::updateTabOrder()
{
    // Buttons that appear later would otherwise come last in the tab order.
    QList<QWidget*> stops;
    addTabStops(*m_evidence->layout(), stops);
    if (stops == m_tabStops)
        return;
    m_tabStops = stops;
    chainTabOrder(m_tabStops);
}

void MeasurePage::refreshCurves()
{
    if (isEmpty())
        return;
    LadderOverlay overlay = this->overlay(false);
    if (const std::optional<int> heldReach = m_planMarker->largestPDuringGesture())
        overlay.axisLimit = *heldReach;
    m_chart->setSpec(ladderChart(m_largeCurve, document().project(), document().analysis(), overlay));
    m_chart->setTexts(ladderTexts(m_largeCurve, document().project(), document().analysis(), overlay));
    m_curveFigure->refreshTable();
}

void MeasurePage::refreshWaterfall()
{
    const LedgerCard::Comparison& comparison = m_ledgerCard->comparison();
    m_waterfallChart->setContent(stepTimeWaterfall(comparison.waterfall, comparison.caption, comparison.reason));
    m_waterfallFigure->refresh();
}

void MeasurePage::showLargeCurve(Curve curve)
{
    m_largeCurve = curve;
    m_efficiencyButton->setChecked(curve == Curve::Efficiency);
    refresh();
}

void MeasurePage::tryRemedy(const QString& id)
{
    for (const DesignRemedy& remedy : m_remediesCard->remedies())
        if (remedy.id == id.toStdString() && remedy.proposal) {
            const QString title = toQString(remedy.title);
            document().edit(tr("remedy as a variant: %1").arg(title), withRemedyVariant(document().project(), remedy));
            Q_EMIT fieldRequested(QStringLiteral("predict"), QString());
            return;
        }
}

bool MeasurePage::focusField(const QString& pointer)
{
    const QLatin1String ladders("/measurements/ladders");
    if (!pointer.startsWith(ladders) || (isEmpty() && pointer != ladders))
        return false;
    if (isEmpty()) {
        showTab(QStringLiteral("ladder"));
        m_pasteButton->setFocus(Qt::OtherFocusReason);
        return true;
    }
    const bool isSteps = pointer.endsWith(QLatin1String("/steps_per_time"));
    showTab(isSteps ? QStringLiteral("prediction") : QStringLiteral("table"));
    if (isSteps) {
        scrollArea().ensureWidgetVisible(m_ledgerCard);
        m_ledgerCard->focusStepsField();
        return true;
    }
    scrollArea().ensureWidgetVisible(m_ladderCard);
    m_ladderCard->focusTable();
    return true;
}

std::vector<ExportableFigure> MeasurePage::exportables()
{
    const Analysis& analysis = document().analysis();
    timelineView().refreshIfStale();
    std::vector<ExportableFigure> figures;
    const auto withTimelineFigures = [&] {
        for (ExportableFigure& figure : timelineView().exportables())
            figures.push_back(std::move(figure));
        return figures;
    };
    if (!analysis.ladder || !analysis.ladder->measured)
        return withTimelineFigures();
    m_fitsCard->fitNow();
    const LadderOverlay overlay = this->overlay(true);
    for (const Curve curve : {Curve::Speedup, Curve::Efficiency}) {
        const std::size_t i = figures.size();
        if (m_exportCharts.size() <= i)
            m_exportCharts.push_back(std::make_unique<Chart>());
        Chart& chart = *m_exportCharts[i];
        chart.setSpec(ladderChart(curve, document().project(), analysis, overlay));
        chart.setTexts(ladderTexts(curve, document().project(), analysis, overlay));
        chart.setTableSource(
            [this, overlay] { return ladderTable(document().project(), document().analysis(), overlay); });
        figures.push_back({curve == Curve::Speedup ? QStringLiteral("speedup") : QStringLiteral("efficiency"), &chart});
    }
    if (analysis.ladder->measured->hasParts)
        figures.push_back({QStringLiteral("breakdown"), m_breakdownChart});
    figures.push_back({QStringLiteral("lost-speedup"), &m_lostCard->chart()});
    figures.push_back({QStringLiteral("lost-folds"), m_foldsView});
    if (!m_waterfallChart->content().bars.empty())
        figures.push_back({QStringLiteral("waterfall"), m_waterfallChart});
    return withTimelineFigures();
}

std::vector<PaletteItem> MeasurePage::paletteItems()
{
    std::vector<PaletteItem> items;
    const auto action = [&items](const QString& title, std::function<void()> run, const QString& detail = {}) {
        items.push_back(actionItem(title, std::move(run), detail));
    };
    action(tr("Paste a ladder"), [this] { paste(); });
    action(tr("Import a ladder from a file"), [this] { chooseLadderFile(); });
    action(tr("Type a ladder"), [this] { addEmptyLadder(); });
    action(tr("Import runs of MLflow"), [this] { chooseRunFolder(); });
    if (m_ladderRun->isRunning())
        action(tr("Cancel the ladder"), [this] { m_ladderRun->cancel(); });
    else
        action(tr("Measure a ladder on this machine"), [this] { showRunCard(); });
    action(tr("Timeline: break it"), [this] {
        showTab(QStringLiteral("timeline"));
        timelineView().showBreakCard();
        scrollTo(timelineView().breakCard());
    });
    items.back().synonyms = tr("slow a worker, kill a worker, straggler, jitter, backup");
    appendItems(items, timelineView().paletteItems(), [this] { showTab(QStringLiteral("timeline")); });
    if (isEmpty())
        return items;
    for (int i = 0; i < m_ladderCombo->count() && m_ladderCombo->count() > 1; ++i)
        action(tr("Show the ladder %1").arg(m_ladderCombo->itemText(i)),
               [this, i] { document().setShownLadderIndex(static_cast<std::size_t>(i)); });
    action(tr("Edit the ladder’s rows"), [this] { focusField(QStringLiteral("/measurements/ladders")); });
    action(
        tr("Copy the sentence for the report"), [this] { m_causeCard->copySentence(); }, m_causeCard->sentence());
    if (const LadderAnalysis& ladder = *document().analysis().ladder; ladder.measured)
        for (const Cause cause : whatIfCauses(*ladder.measured, *ladder.attribution))
            action(tr("What if: %1").arg(whatIfTitle(cause)), [this, cause] {
                m_remediesCard->setWhatIf(cause);
                refreshCurves();
            });
    for (const DesignRemedy& remedy : m_remediesCard->remedies())
        if (remedy.proposal)
            action(tr("Remedy as a variant: %1").arg(toQString(remedy.title)),
                   [this, id = toQString(remedy.id)] { tryRemedy(id); });
    return items;
}

}  // namespace scalewright::ui
