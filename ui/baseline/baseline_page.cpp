#include "ui/baseline/baseline_page.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

#include "core/bottleneck/profile.h"
#include "core/quantity/units.h"
#include "ui/baseline/machine_card.h"
#include "ui/baseline/measuring.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/baseline/steps_card.h"
#include "ui/baseline/target_card.h"
#include "ui/figure/chart.h"
#include "ui/figure/figure.h"

namespace scalewright::ui {

namespace {

constexpr double cardsWidth = 400;   ///< at type size 1
constexpr double chartWidth = 420;   ///< the least that is left beside them
constexpr double quantityWidth = 160;

}  // namespace

BaselinePage::BaselinePage(Document& document, QWidget* parent) : Page(document, parent), m_measuring(new Measuring(document, this))
{
    auto* page = new QVBoxLayout(this);
    page->setContentsMargins(Theme::space(6), Theme::space(5), Theme::space(6), Theme::space(4));
    page->setSpacing(Theme::space(4));
    auto* titles = new QVBoxLayout;
    titles->setSpacing(Theme::space(1));
    titles->addWidget(new Text(tr("What does one machine do already?"), TextStyle::Page, Role::Ink, true, this));
    m_basis = new Text(TextStyle::Label, Role::Soft, false, this);
    m_basis->setWordWrap(true);
    titles->addWidget(m_basis);
    page->addLayout(titles);

    auto* cards = new QWidget;
    m_cards = new QVBoxLayout(cards);
    m_cards->setContentsMargins(0, 0, 0, 0);
    m_cards->setSpacing(Theme::space(2));
    m_machine = new MachineCard(document, *m_measuring, cards);
    m_steps = new StepsCard(document, *m_measuring, cards);
    m_target = new TargetCard(document, readCatalogue(), cards);
    for (QWidget* card : {static_cast<QWidget*>(m_machine), static_cast<QWidget*>(m_steps), static_cast<QWidget*>(m_target)})
        m_cards->addWidget(card);
    m_cards->addStretch();
    m_scroll = new QScrollArea(this);
    m_scroll->setWidget(cards);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);

    m_chart = new Chart;
    m_chart->setTable([this] { return rooflineTable(this->document().project()); });
    m_figure = new Figure(m_chart, this);
    m_row = new QHBoxLayout;
    m_row->setSpacing(Theme::space(2));
    m_row->addWidget(m_scroll);
    m_row->addWidget(m_figure, 1);
    page->addLayout(m_row, 1);

    connect(&document, &Document::changed, this, &BaselinePage::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &BaselinePage::layOut);
    layOut();
    refresh();
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
                                    total(profileOf(document.project()), ProfileField::StepTime)});
                },
            .make = [](Document& document, QWidget* parent) -> Page* { return new BaselinePage(document, parent); }};
}

void BaselinePage::layOut()
{
    const double scale = Theme::instance().typeScale();
    const int margins = Theme::space(12) + Theme::space(2);
    const bool beside = width() - margins >= (cardsWidth + chartWidth) * scale;
    if (beside && m_row->indexOf(m_figure) < 0)
        m_row->addWidget(m_figure, 1);
    else if (!beside && m_cards->indexOf(m_figure) < 0)
        m_cards->insertWidget(m_cards->count() - 1, m_figure);
    // The scroll bar lies between cards and figure, where the gap is.
    const int wide = static_cast<int>(std::clamp(0.38 * (width() - margins), cardsWidth * scale, 1.25 * cardsWidth * scale)) + Theme::space(3);
    m_scroll->setMinimumWidth(beside ? wide : 0);
    m_scroll->setMaximumWidth(beside ? wide : QWIDGETSIZE_MAX);
    m_cards->setContentsMargins(0, 0, Theme::space(3), 0);
    const int room = (beside ? wide : width() - margins) - Theme::space(11);
    const int columns = std::clamp(static_cast<int>(room / (quantityWidth * scale)), 1, 4);
    m_machine->layOut(columns);
    m_steps->layOut(columns);
    m_target->layOut(columns);
    m_figure->setMinimumHeight(static_cast<int>(beside ? 0 : 320 * scale));
}

void BaselinePage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    layOut();
}

void BaselinePage::refresh()
{
    const Project& project = document().project();
    m_basis->setText(baselineBasis(project));
    m_machine->refresh();
    m_steps->refresh();
    m_target->refresh();
    m_chart->setSpec(rooflineChart(project));
    m_chart->setTexts(rooflineTexts(project));
    m_figure->refreshTable();
}

std::vector<Exportable> BaselinePage::exportables()
{
    return {{QStringLiteral("roofline"), m_chart}};
}

std::vector<PaletteItem> BaselinePage::paletteItems()
{
    std::vector<PaletteItem> items = m_machine->paletteItems();
    for (PaletteItem& item : m_steps->paletteItems())
        items.push_back(std::move(item));
    for (PaletteItem& item : m_target->paletteItems())
        items.push_back(std::move(item));
    return items;
}

QString baselineBasis(const Project& project)
{
    const Baseline& baseline = project.baseline;
    QStringList parts;
    const MaybeQuantity& ceiling = baseline.machine.peakFlops ? baseline.machine.peakFlops : baseline.machine.memoryBandwidthBytesPerS;
    if (!baseline.machine.name.empty())
        parts << QString::fromStdString(baseline.machine.name);
    if (ceiling)
        parts << BaselinePage::tr("ceilings %1").arg(ceiling->provenance.date.empty()
                                                         ? QString::fromLatin1(originName(ceiling->provenance.origin))
                                                         : QStringLiteral("%1 %2").arg(QString::fromLatin1(originName(ceiling->provenance.origin)),
                                                                                       QString::fromStdString(ceiling->provenance.date)));
    if (!baseline.steps.empty()) {
        const QString steps = BaselinePage::tr("%n step(s)", nullptr, static_cast<int>(baseline.steps.size()));
        const MaybeQuantity time = total(profileOf(project), ProfileField::StepTime);
        parts << (time ? BaselinePage::tr("%1, %2 in all").arg(steps, QString::fromStdString(formatAmount(time->value, Dimension::Time).joined()))
                       : steps);
    }
    if (parts.isEmpty())
        return BaselinePage::tr("Nothing is known yet: measure this machine, or type what you know.");
    return parts.join(QStringLiteral(" · "));
}

}  // namespace scalewright::ui
