// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/money_card.h"

#include <QBoxLayout>
#include <QPushButton>

#include "core/design/sizing/build_or_buy.h"
#include "core/project/document/target.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/field_grid.h"
#include "ui/figure/chart.h"
#include "ui/words/number_words.h"

namespace scalewright::ui {

MoneyCard::MoneyCard(Document& document, QWidget* parent) : Card(parent)
{
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 3));
    auto* head = new QHBoxLayout;
    head->addWidget(new Text(tr("Build or buy"), TextStyle::CardTitle, ColorRole::Ink, true, this), 1);
    m_inputs = new CollapsibleDetails(tr("build or buy"), this, tr("Inputs"));
    head->addWidget(m_inputs->button());
    column->addLayout(head);
    m_note = new Text(TextStyle::Label, ColorRole::Ink, false, this);
    m_note->setWordWrap(true);
    column->addWidget(m_note);
    m_chart = new Chart;
    m_chart->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored);
    m_chart->setTableSource([this] {
        Table table;
        table.columns = {{"hour_value", tr("an hour of the team").toStdString(), "USD", 2},
                         {"break_even_hours", tr("break-even").toStdString(), "h", -1}};
        for (const BreakEvenRow& each : breakEvenRows(buildOrBuyTerms(m_need, m_cardCount), m_need.hours)) {
            Cell hours;
            if (each.breakEvenHours)
                hours = *each.breakEvenHours;
            table.rows.push_back({each.operatorHourUsd, hours});
        }
        return table;
    });
    column->addWidget(m_chart, 1);
    m_grid = new FieldGrid(document,
                           {{.info = fieldOf(&Target::managedPremium),
                             .assumed = Quantity{.value = BuildOrBuyTerms().managedPriceFactor,
                                                 .provenance = {.origin = Origin::Assumed}}},
                            {fieldOf(&Target::operatingTimeS)},
                            {fieldOf(&Target::operatorHourUsd)},
                            {fieldOf(&Target::priceUsdPerHour)}},
                           this);
    m_inputs->contentLayout().addWidget(m_grid);
    m_inputs->setText({});
    column->addWidget(m_inputs);
    column->addStretch();
}

void MoneyCard::refresh(const SizingNeed& need, double cardCount)
{
    m_need = need;
    m_cardCount = cardCount;
    ChartSpec spec;
    spec.hasIntegerX = false;
    spec.x = {.title = tr("hours of card use"), .low = 0};
    spec.y = {.title = tr("total"), .numberStyle = {.kind = NumberStyle::Kind::Amount, .dimension = Dimension::Money}};
    FigureTexts texts{.title = tr("Build or buy"), .caption = {}, .summary = {}};
    const BuildOrBuyTerms terms = buildOrBuyTerms(m_need, cardCount);
    if (terms.accelerators == 0) {
        spec.emptyText = tr("No cards to pay for: neither a model to size nor a plan.");
    } else if (terms.operatorHours * terms.operatorHourUsd <= 0) {
        spec.emptyText = tr("Enter the hours needed to operate the cluster and the cost of an operator’s hour.");
    } else {
        const std::optional<double> breakEven = breakEvenHours(terms);
        const double maximumHours = 2 * (breakEven && *breakEven > 0 ? *breakEven : m_need.hours.value_or(100));
        SeriesSpec self{.key = QStringLiteral("self"),
                        .name = tr("self-managed"),
                        .label = tr("self-managed"),
                        .role = ColorRole::Compute};
        SeriesSpec managed{
            .key = QStringLiteral("managed"), .name = tr("managed"), .label = tr("managed"), .role = ColorRole::Money};
        for (int i = 0; i <= 40; ++i) {
            const double hours = maximumHours * i / 40;
            const CostTotals totals = costTotalsAfter(terms, hours);
            for (SeriesSpec* each : {&self, &managed})
                each->x.push_back(hours);
            self.y.push_back(totals.selfManagedUsd);
            managed.y.push_back(totals.managedUsd);
        }
        spec.series = {std::move(self), std::move(managed)};
        if (breakEven) {
            const CostTotals totals = costTotalsAfter(terms, *breakEven);
            spec.points.push_back({.id = QStringLiteral("even"),
                                   .x = *breakEven,
                                   .y = totals.selfManagedUsd,
                                   .label = tr("break-even %1 h").arg(numberText(*breakEven)),
                                   .subLabel = amountWithUnit(totals.selfManagedUsd, Dimension::Money),
                                   .role = ColorRole::Ink});
        }
        if (m_need.hours && *m_need.hours < maximumHours)
            spec.markers.push_back({.id = QStringLiteral("run"),
                                    .x = *m_need.hours,
                                    .label = tr("one run: %1 h").arg(numberText(*m_need.hours))});
        texts.caption = breakEven ? tr("Below %1 h managed is cheaper: %2 cards, premium %3, %4 h of the team at %5")
                                        .arg(numberText(*breakEven))
                                        .arg(numberText(terms.accelerators))
                                        .arg(numberText(terms.managedPriceFactor), numberText(terms.operatorHours),
                                             amountWithUnit(terms.operatorHourUsd, Dimension::Money))
                                  : sentenceCase(toQString(noBreakEvenReason(terms)));
    }
    texts.summary = spec.emptyText.empty() ? texts.caption : toQString(spec.emptyText);
    m_note->setText(texts.summary);
    m_note->setColorRole(spec.emptyText.empty() ? ColorRole::Ink : ColorRole::SoftInk);
    m_chart->setVisible(spec.emptyText.empty());  // no axes without curves
    if (const bool lacksInputs = terms.accelerators != 0 && !spec.emptyText.empty(); lacksInputs != m_lacksInputs) {
        m_lacksInputs = lacksInputs;
        m_inputs->setOpen(lacksInputs);
        m_note->setVisible(!lacksInputs);  // the open fields ask for the same
    }
    m_chart->setSpec(std::move(spec));
    m_chart->setTexts(texts);
    m_grid->refresh();
}

void MoneyCard::layOut()
{
    m_grid->layOut(1);
    m_chart->setMinimumHeight(static_cast<int>(110 * Theme::instance().typeScale()));
}

bool MoneyCard::hasChart() const
{
    return m_chart->spec().emptyText.empty();
}

void MoneyCard::openInputs()
{
    m_inputs->setOpen(true);
}

}  // namespace scalewright::ui
