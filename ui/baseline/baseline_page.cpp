#include "ui/baseline/baseline_page.h"

#include <QHBoxLayout>

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/model/bottleneck/profile.h"
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
#include "ui/controls/card_column.h"
#include "ui/controls/missing_line.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr double cardsWidth = 400;   ///< at type size 1
constexpr double chartWidth = 420;   ///< the least that is left beside them
constexpr double quantityWidth = 160;
constexpr int scrollBarWidth = 10;

}  // namespace

BaselinePage::BaselinePage(Document& document, QWidget* parent)
    : Page(document, tr("What does one machine do already?"), parent),
      m_measuring(new Measuring(document, this)),
      m_study(new StudyRun(document, this))
{
    m_toVerdict = addMissingLine();
    m_toPrediction = addMissingLine();
    m_askStudy = quietButton(tr("Measure everything…"), this);
    m_askStudy->setToolTip(tr("This machine, one run of your program, and a ladder, in one go"));
    top().addWidget(m_askStudy, 0, Qt::AlignTop);
    m_studyCard = new StudyCard(document, *m_study, this);
    m_studyCard->hide();
    titles().insertWidget(2, m_studyCard);  // above what is missing, which Tab comes to first
    connect(m_askStudy, &QPushButton::clicked, this, &BaselinePage::askStudy);
    connect(m_studyCard, &StudyCard::closed, this, [this] {
        m_studyCard->hide();
        m_askStudy->setFocus(Qt::OtherFocusReason);
    });
    connect(m_study, &StudyRun::finished, this, [this] {
        if (m_study->isComplete())
            Q_EMIT goTo(QStringLiteral("story"), QString());
    });
    m_cards = new CardColumn(this);
    const Result<Catalogue> catalogue = readCatalogue();
    m_machine = new MachineCard(document, *m_measuring, catalogue.value_or(Catalogue()));
    m_steps = new StepsCard(document, *m_measuring);
    m_model = new ModelCard(document);
    m_target = new TargetCard(document, catalogue);
    m_goal = new GoalCard(document);
    for (QWidget* card :
         {static_cast<QWidget*>(m_machine), static_cast<QWidget*>(m_steps), static_cast<QWidget*>(m_model),
          static_cast<QWidget*>(m_target), static_cast<QWidget*>(m_goal)})
        m_cards->addCard(card);
    for (FitsLine* line : {m_machine->fits(), m_steps->fits()})
        connect(line, &FitsLine::wanted, this, [this](const QString& pointer) { Q_EMIT goTo(QString(), pointer); });
    connect(m_target, &TargetCard::timingsChosen, this, &BaselinePage::openElsewhere);
    connect(m_steps, &StepsCard::sightWanted, this, [this](QWidget* part) {
        QMetaObject::invokeMethod(
            part, [this, part] { m_cards->ensureWidgetVisible(part); }, Qt::QueuedConnection);  // once it is laid out
    });
    m_chart = new Chart;
    m_chart->setTable([this] { return rooflineTable(this->document().project()); });
    m_figure = new Figure(m_chart, this);
    m_row = new QBoxLayout(QBoxLayout::LeftToRight);
    m_row->setSpacing(Theme::space(1));
    m_row->addWidget(m_cards);
    m_row->addWidget(m_figure, 1);
    body().addLayout(m_row, 1);
    begin();
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
                    return stateOf({baseline.machine.peakFlops, baseline.machine.memoryBandwidthBytesPerS,
                                    total(document.project().baseline.steps, &WorkloadStep::stepTimeS)});
                },
            .make = [](Document& document, QWidget* parent) -> Page* { return new BaselinePage(document, parent); }};
}

void BaselinePage::layOut()
{
    const double scale = Theme::instance().typeScale();
    const int room = width() - Theme::space(13);
    const bool beside = room >= (cardsWidth + chartWidth) * scale;
    m_row->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_row->setSpacing(Theme::space(beside ? 1 : 2));
    m_cards->setWhole(!beside);
    const int bar = scrollBarWidth + Theme::space(1);
    const int wide = static_cast<int>(std::clamp(0.38 * room, cardsWidth * scale, 1.25 * cardsWidth * scale)) + bar;
    m_cards->setMinimumWidth(beside ? wide : 0);
    m_cards->setMaximumWidth(beside ? wide : QWIDGETSIZE_MAX);
    m_figure->setMinimumHeight(static_cast<int>(beside ? 0 : 320 * scale));
    int columns =
        std::clamp(static_cast<int>(((beside ? wide : room) - bar - Theme::space(8)) / (quantityWidth * scale)), 1, 4);
    if (columns == 3)
        columns = 2;
    m_machine->layOut(columns);
    m_steps->layOut(columns);
    m_model->layOut(columns);
    m_target->layOut(columns);
    m_goal->layOut(columns);
}

void BaselinePage::refresh()
{
    const Project& project = document().project();
    basis().setText(baselineBasis(project));
    m_toVerdict->present(tr("To name the ceiling, give"), missingForVerdict(project, document().analysis()));
    m_toPrediction->present(tr("To predict how it scales, give"), missingForPrediction(project, document().analysis()));
    m_machine->refresh();
    m_steps->refresh();
    m_model->refresh();
    m_target->refresh();
    m_goal->refresh();
    m_chart->setSpec(rooflineChart(project));
    m_chart->setTexts(rooflineTexts(project));
    m_figure->refreshTable();
}

std::vector<Exportable> BaselinePage::exportables()
{
    return {{QStringLiteral("roofline"), m_chart}};
}

void BaselinePage::askStudy()
{
    m_studyCard->show();
    m_studyCard->takeFocus();
}

std::vector<PaletteItem> BaselinePage::paletteItems()
{
    std::vector<PaletteItem> items = m_machine->paletteItems();
    items.push_back({PaletteItem::Kind::Action,
                     tr("Measure everything…"),
                     {},
                     [this] { askStudy(); },
                     {},
                     tr("run program ladder benchmark study")});
    for (PaletteItem& item : m_steps->paletteItems())
        items.push_back(std::move(item));
    for (PaletteItem& item : m_model->paletteItems())
        items.push_back(std::move(item));
    for (PaletteItem& item : m_target->paletteItems())
        items.push_back(std::move(item));
    for (PaletteItem& item : m_goal->paletteItems())
        items.push_back(std::move(item));
    return items;
}

bool BaselinePage::focusField(const QString& pointer)
{
    return m_machine->focus(pointer) || m_steps->focus(pointer) || m_model->focus(pointer) ||
           m_target->focus(pointer) || m_goal->focus(pointer);
}

QString BaselinePage::underWay() const
{
    return m_measuring->isRunning()                                  ? tr("This machine is being measured.")
           : m_study->isRunning() || m_steps->program()->isRunning() ? tr("A program is being measured.")
                                                                     : QString();
}

void BaselinePage::takeFile(const QString& path)
{
    m_cards->ensureWidgetVisible(m_steps);
    m_steps->importProfile(path);
}

QString baselineBasis(const Project& project)
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
                                                            qt(ceiling->provenance.date)));
    if (!baseline.steps.empty()) {
        const QString steps = baseline.steps.size() == 1 ? BaselinePage::tr("1 step")
                                                         : BaselinePage::tr("%1 steps").arg(baseline.steps.size());
        const MaybeQuantity time = total(project.baseline.steps, &WorkloadStep::stepTimeS);
        parts << (time ? BaselinePage::tr("%1, %2").arg(steps, qt(formatAmount(time->value, Dimension::Time).joined()))
                       : steps);
    }
    if (parts.isEmpty() && !baseline.machine.name.empty())  // else its own field says it
        parts << qt(baseline.machine.name);
    const auto isKnown = [&](const FieldInfo* field) {
        const std::string_view pointer = field->pointer;
        return (pointer.starts_with("/baseline/") || pointer.starts_with("/target/")) && fieldValue(project, pointer);
    };
    if (parts.isEmpty())
        return std::any_of(allFields().begin(), allFields().end(), isKnown)
                   ? BaselinePage::tr("No ceilings and no steps yet.")
                   : BaselinePage::tr("Nothing is known yet: measure this machine, or type what you know.");
    return parts.join(QStringLiteral(" · "));
}

}  // namespace scalewright::ui
