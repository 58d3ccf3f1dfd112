// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/baseline_page.h"

#include <QHBoxLayout>

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/model/bottleneck/flow.h"
#include "core/output/answers/card_memory.h"
#include "core/output/answers/diagnosis.h"
#include "core/output/answers/flow_words.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "ui/baseline/fits_line.h"
#include "ui/baseline/goal_card.h"
#include "ui/baseline/machine_card.h"
#include "ui/baseline/measuring.h"
#include "ui/baseline/model_card.h"
#include "ui/baseline/program_run.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/baseline/steps_card.h"
#include "ui/baseline/steps_model.h"
#include "ui/baseline/study_card.h"
#include "ui/baseline/study_run.h"
#include "ui/baseline/target_card.h"
#include "ui/charts/memory_bar.h"
#include "ui/controls/card_column.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/page_tabs.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double minimumCardsWidth = 400;   ///< Minimum width, at type scale 1.
constexpr double minimumChartWidth = 420;   ///< Minimum width left for the chart next to the cards.
constexpr double quantityWidth = 160;
constexpr int scrollBarWidth = 10;

}  // namespace

BaselinePage::BaselinePage(Document& document, QWidget* parent)
    : Page(document, tr("What does one machine do already?"), parent),
      m_measurement(new MeasurementJob(document, this)),
      m_study(new StudyRun(document, this))
{
    m_missingForVerdict = addMissingLine();
    m_missingForPrediction = addMissingLine();
    m_studyButton = createQuietButton(tr("Measure everything…"), this);
    m_studyButton->setToolTip(tr("Measures this machine, one run of your program, and a ladder in one go"));
    headingRow().addWidget(m_studyButton, 0, Qt::AlignTop);
    m_studyCard = new StudyCard(document, *m_study, this);
    m_studyCard->hide();
    titleColumn().insertWidget(2, m_studyCard);  // above the missing-fields lines, so that Tab reaches it first
    connect(m_studyButton, &QPushButton::clicked, this, &BaselinePage::openStudyCard);
    connect(m_studyCard, &StudyCard::closeRequested, this, [this] {
        m_studyCard->hide();
        m_studyButton->setFocus(Qt::OtherFocusReason);
    });
    connect(m_study, &StudyRun::finished, this, [this] {
        if (m_study->isComplete())
            Q_EMIT fieldRequested(QStringLiteral("story"), QString());
    });
    m_cards = new CardColumn(content());
    const Result<Catalogue> catalogue = readCatalogue(OwnCatalogue::Optional);
    m_machineCard = new MachineCard(document, *m_measurement, catalogue.value_or(Catalogue()), m_cards->widget());
    m_stepsCard = new StepsCard(document, *m_measurement, m_cards->widget());
    m_modelCard = new ModelCard(document, m_cards->widget());
    m_targetCard = new TargetCard(document, catalogue, m_cards->widget());
    m_goalCard = new GoalCard(document, m_cards->widget());
    m_tabs = new PageTabs(content());
    m_tabs->setAccessibleName(tr("inputs"));
    for (const auto& [card, name] : {std::pair<QWidget*, QString>{m_machineCard, tr("Machine")},
                                     {m_stepsCard, tr("Program")},
                                     {m_modelCard, tr("Model")},
                                     {m_targetCard, tr("Target")},
                                     {m_goalCard, tr("Goal")}}) {
        m_cards->addCard(card);
        m_tabCards.push_back(card);
        m_tabs->addTab(name);
        card->setVisible(card == m_machineCard);
    }
    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        for (std::size_t i = 0; i < m_tabCards.size(); ++i)
            m_tabCards[i]->setVisible(static_cast<int>(i) == index);
    });
    for (MemoryFitLine* line : {m_machineCard->memoryFitLine(), m_stepsCard->memoryFitLine()})
        connect(line, &MemoryFitLine::fieldRequested, this,
                [this](const QString& pointer) { Q_EMIT fieldRequested(QString(), pointer); });
    connect(m_targetCard, &TargetCard::timingsChosen, this, &BaselinePage::openFileRequested);
    connect(m_stepsCard, &StepsCard::revealRequested, this, [this](QWidget* part) {
        showCard(m_stepsCard);
        QMetaObject::invokeMethod(
            // Queued, so that it runs after the layout has been updated.
            part, [this, part] { m_cards->ensureWidgetVisible(part); }, Qt::QueuedConnection);
    });
    m_chart = new Chart;
    m_chart->setTableSource([this] {
        return rooflineTable(this->document().project(), stepsOnRoofline(this->document().analysis().diagnosisFlow));
    });
    m_figure = new Figure(m_chart, content());
    m_memoryBar = new MemoryBar(tr("What fills the machine"));
    m_memoryFigure = new Figure(m_memoryBar, m_memoryBar, content());
    m_memoryFigure->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_contentLayout = new QBoxLayout(QBoxLayout::LeftToRight);
    m_contentLayout->setSpacing(Theme::spacing(2));
    auto* inputs = createBox<QVBoxLayout>(nullptr, Theme::spacing(2));
    inputs->addWidget(m_tabs);
    inputs->addWidget(m_cards, 1);
    m_contentLayout->addLayout(inputs);
    auto* pictures = createBox<QVBoxLayout>(nullptr, Theme::spacing(2));
    pictures->addWidget(m_memoryFigure);
    pictures->addWidget(m_figure, 100);
    pictures->addStretch(1);
    m_contentLayout->addLayout(pictures, 1);
    body().addLayout(m_contentLayout, 1);
    initializeView();
}

PageEntry BaselinePage::entry()
{
    return {.id = QStringLiteral("baseline"),
            .title = tr("Baseline"),
            .section = QStringLiteral("41.2"),
            .group = PageGroup::OneMachine,
            .state =
                [](const Document& document) {
                    const Baseline& baseline = document.project().baseline;
                    const PageState state =
                        pageStateOf({baseline.machine.peakFlops, baseline.machine.memoryBandwidthBytesPerS,
                                     total(baseline.steps, &WorkloadStep::stepTimeS)});
                    const bool isAnythingKnown = baseline.tCompS || baseline.workingSetBytes ||
                                                 baseline.machine.memoryBytes || baseline.machine.peakFlops ||
                                                 baseline.machine.memoryBandwidthBytesPerS || !baseline.steps.empty() ||
                                                 baseline.model;
                    return state == PageState::Empty && isAnythingKnown ? PageState::Assumed : state;
                },
            .create = [](Document& document, QWidget* parent) -> Page* { return new BaselinePage(document, parent); }};
}

void BaselinePage::layOut()
{
    const double scale = Theme::instance().typeScale();
    const int availableWidth = width() - Theme::spacing(13);
    const bool hasPicture = !m_figure->isHidden() || !m_memoryFigure->isHidden();
    const bool sideBySide = hasPicture && availableWidth >= (minimumCardsWidth + minimumChartWidth) * scale;
    m_contentLayout->setDirection(sideBySide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_cards->setFullHeight(!sideBySide);
    const int wide = static_cast<int>(std::clamp(0.38 * availableWidth, minimumCardsWidth * scale,
                                                 1.25 * minimumCardsWidth * scale)) +
                     scrollBarWidth;
    m_cards->setMinimumWidth(sideBySide ? wide : 0);
    m_cards->setMaximumWidth(sideBySide ? wide : QWIDGETSIZE_MAX);
    m_figure->setMinimumHeight(static_cast<int>(sideBySide ? 0 : 320 * scale));
    int columns =
        std::clamp(static_cast<int>(((sideBySide ? wide : availableWidth) - scrollBarWidth - Theme::spacing(8)) /
                                    (quantityWidth * scale)),
                   1, 4);
    if (columns == 3)
        columns = 2;
    m_machineCard->layOut(columns);
    m_stepsCard->layOut(columns);
    m_modelCard->layOut(columns);
    m_targetCard->layOut(columns);
    m_goalCard->layOut(columns);
}

void BaselinePage::refresh()
{
    const Project& project = document().project();
    const FlowProgress& flow = document().analysis().diagnosisFlow;
    const std::vector<RooflinePoint> points = stepsOnRoofline(flow);
    const TestResult* fits = flow.resultOf(Test::FitsInMemory);
    setAnswer(fits && fits->answer == TestAnswer::No && fits->left && fits->right
                  ? tr("It does not fit: %1, %2.").arg(toQString(inequalityText(*fits)), toQString(marginText(*fits)))
                  : toQString(rooflineHeadline(points)));
    basisLine().setText(baselineBasisText(project));
    m_missingForVerdict->setMissingFields(tr("To name the ceiling, give"),
                                          missingForVerdict(project, document().analysis()));
    // Once the page has its answer, Predict asks for the rest.
    m_missingForPrediction->setMissingFields(
        tr("To predict how it scales, give"),
        flow.diagnosis ? std::vector<MissingField>() : missingForPrediction(project, document().analysis()));
    m_machineCard->refresh();
    m_stepsCard->refresh();
    m_modelCard->refresh();
    m_targetCard->refresh();
    m_goalCard->refresh();
    const Analysis& analysis = document().analysis();
    const std::optional<chart::MemoryChart> memory =
        oneMachineMemory(project, analysis.diagnosisFlow, analysis.feasible, analysis.planP, document().findings());
    m_memoryBar->setContent(memory.value_or(chart::MemoryChart()), {});
    m_memoryBar->setMinimumHeight(3 * m_memoryBar->sizeHint().height() / 2);
    m_memoryFigure->refresh();
    m_memoryFigure->setVisible(memory.has_value());
    ChartSpec roofline = rooflineChart(project, points);
    m_figure->setVisible(roofline.emptyText.empty() && (!memory || !roofline.points.empty()));
    m_chart->setSpec(std::move(roofline));
    m_chart->setTexts(rooflineTexts(project, points));
    m_figure->refreshTable();
    layOut();
}

std::vector<ExportableFigure> BaselinePage::exportables()
{
    std::vector<ExportableFigure> figures{{QStringLiteral("roofline"), m_chart}};
    if (!m_memoryBar->content().rows.empty())
        figures.insert(figures.begin(), {QStringLiteral("memory"), m_memoryBar});
    return figures;
}

void BaselinePage::openStudyCard()
{
    m_studyCard->show();
    m_studyCard->form().focusCommand();
}

std::vector<PaletteItem> BaselinePage::paletteItems()
{
    std::vector<PaletteItem> items = m_machineCard->paletteItems();
    for (PaletteItem& item : items)
        item.run = [this, run = item.run] {
            showCard(m_machineCard);
            run();
        };
    items.push_back({PaletteItem::Kind::Action,
                     tr("Measure everything…"),
                     {},
                     [this] { openStudyCard(); },
                     {},
                     tr("run program ladder benchmark study")});
    const auto add = [&](auto* card) {
        for (PaletteItem& item : card->paletteItems()) {
            item.run = [this, card, run = item.run] {
                showCard(card);
                run();
            };
            items.push_back(std::move(item));
        }
    };
    add(m_stepsCard);
    add(m_modelCard);
    add(m_targetCard);
    add(m_goalCard);
    return items;
}

bool BaselinePage::focusField(const QString& pointer)
{
    const auto focusIn = [&](auto* card) {
        if (!card->focusField(pointer))
            return false;
        showCard(card);
        return card->focusField(pointer);  // a hidden field takes no focus
    };
    return focusIn(m_machineCard) || focusIn(m_stepsCard) || focusIn(m_modelCard) || focusIn(m_targetCard) ||
           focusIn(m_goalCard);
}

bool BaselinePage::showPart(const QString& id)
{
    const QStringList ids{QStringLiteral("machine"), QStringLiteral("program"), QStringLiteral("model"),
                          QStringLiteral("target"), QStringLiteral("goal")};
    if (!ids.contains(id))
        return Page::showPart(id);
    m_tabs->setCurrentIndex(static_cast<int>(ids.indexOf(id)));
    return true;
}

void BaselinePage::showCard(const QWidget* card)
{
    m_tabs->setCurrentIndex(
        static_cast<int>(std::find(m_tabCards.begin(), m_tabCards.end(), card) - m_tabCards.begin()));
}

QString BaselinePage::unfinishedWorkText() const
{
    return m_measurement->isRunning() || m_machineCard->cardMeasurement().isRunning()
               ? tr("This machine is being measured.")
           : m_study->isRunning() || m_stepsCard->programRun()->isRunning() ? tr("A program is being measured.")
                                                                            : QString();
}

void BaselinePage::takeFile(const QString& path)
{
    showCard(m_stepsCard);
    m_stepsCard->importProfile(path);
}

QString baselineBasisText(const Project& project)
{
    const Baseline& baseline = project.baseline;
    QStringList parts;
    const MaybeQuantity& ceiling =
        baseline.machine.peakFlops ? baseline.machine.peakFlops : baseline.machine.memoryBandwidthBytesPerS;
    if (ceiling)
        parts << BaselinePage::tr("ceilings %1")
                     .arg(ceiling->provenance.date.empty()
                              ? originText(ceiling->provenance.origin)
                              : QStringLiteral("%1 %2").arg(originText(ceiling->provenance.origin),
                                                            toQString(ceiling->provenance.date)));
    if (!baseline.steps.empty()) {
        const QString steps = baseline.steps.size() == 1 ? BaselinePage::tr("1 step")
                                                         : BaselinePage::tr("%1 steps").arg(baseline.steps.size());
        const MaybeQuantity time = total(project.baseline.steps, &WorkloadStep::stepTimeS);
        parts << (time ? BaselinePage::tr("%1, %2").arg(steps, toQString(timeText(time->value))) : steps);
    }
    if (parts.isEmpty() && !baseline.machine.name.empty())  // otherwise leave the name to the machine's name field
        parts << toQString(baseline.machine.name);
    const auto isKnown = [&](const FieldInfo* field) {
        const std::string_view pointer = field->jsonPointer;
        return (pointer.starts_with("/baseline/") || pointer.starts_with("/target/")) && fieldValue(project, pointer);
    };
    if (parts.isEmpty())
        return std::any_of(allFields().begin(), allFields().end(), isKnown)
                   ? BaselinePage::tr("No ceilings and no steps yet.")
                   : BaselinePage::tr("Nothing is known yet: measure this machine, or enter its figures.");
    return parts.join(QStringLiteral(" · "));
}

}  // namespace scalewright::ui
