#include "ui/cost/cost_page.h"

#include <QHBoxLayout>

#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/page_tabs.h"
#include "ui/cost/carbon_view.h"
#include "ui/cost/money_view.h"
#include "ui/theme/widgets.h"

namespace scalewright::ui {

CostPage::CostPage(Document& document, QWidget* parent)
    : Page(document, tr("Which p is worth its money?"), parent),
      m_tabs(new PageTabs(this)),
      m_missing(addMissingLine()),
      m_money(new MoneyView(document, this)),
      m_carbon(new CarbonView(document, this))
{
    m_tabs->setAccessibleName(tr("views of the cost"));
    m_tabs->addTab(tr("Money"));
    m_tabs->addTab(tr("Energy and carbon"));
    top().addWidget(m_tabs, 0, Qt::AlignBottom);
    body().addWidget(m_money, 1);
    body().addWidget(m_carbon, 1);
    m_carbon->hide();
    connect(m_tabs, &PageTabs::currentChanged, this, &CostPage::showTab);
    keepWhole();
    begin();
}

PageEntry CostPage::entry()
{
    return {.id = QStringLiteral("cost"),
            .title = tr("Cost"),
            .section = QStringLiteral("41.7"),
            .group = PageGroup::ProveIt,
            .state =
                [](const Document& document) {
                    const Analysis& analysis = document.analysis();
                    const bool measured = analysis.ladder && analysis.ladder->measured;
                    if (!document.project().target.priceUsdPerHour || (!measured && !analysis.prediction))
                        return PageState::Empty;
                    return measured && analysis.plan && analysis.plan->curve == CurveKind::Measured
                               ? PageState::Measured
                               : PageState::Assumed;
                },
            .make = [](Document& document, QWidget* parent) -> Page* { return new CostPage(document, parent); }};
}

void CostPage::showTab(int index)
{
    m_money->setVisible(index == 0);
    m_carbon->setVisible(index == 1);
    refresh();
}

void CostPage::refresh()
{
    m_money->settle();
    basis().setText(m_money->basis());
    basis().setVisible(!basis().text().isEmpty());
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    if (m_tabs->currentIndex() == 1) {
        m_carbon->settle();
        heading().setText(tr("What does a run emit?"));
        setAnswer(m_carbon->answer());
        m_missing->present(tr("To count energy and carbon, give"), missingForCarbon(project, analysis));
    } else {
        heading().setText(tr("Which p is worth its money?"));
        setAnswer(m_money->answer());
        m_missing->present(tr("To tell which p is worth its money, give"), missingForCost(project, analysis));
    }
}

bool CostPage::focusField(const QString& pointer)
{
    if (m_money->hasField(pointer)) {
        m_tabs->setCurrentIndex(0);
        return m_money->focusField(pointer);
    }
    if (!m_carbon->hasField(pointer))
        return false;
    m_tabs->setCurrentIndex(1);
    return m_carbon->focusField(pointer);
}

void CostPage::setLecture(bool lecture)
{
    m_money->setLecture(lecture);
}

std::vector<Exportable> CostPage::exportables()
{
    m_money->settle();
    m_carbon->settle();
    std::vector<Exportable> figures = m_money->exportables();
    for (const Exportable& each : m_carbon->exportables())
        figures.push_back(each);
    return figures;
}

std::vector<PaletteItem> CostPage::paletteItems()
{
    m_money->settle();
    std::vector<PaletteItem> items = m_money->paletteItems();
    for (PaletteItem& item : items)
        item.run = [this, run = item.run] {
            m_tabs->setCurrentIndex(0);
            run();
        };
    items.push_back(
        {PaletteItem::Kind::Action, tr("Energy and carbon of a run"), {}, [this] { m_tabs->setCurrentIndex(1); }});
    for (PaletteItem& item : m_carbon->paletteItems()) {
        item.run = [this, run = item.run] {
            m_tabs->setCurrentIndex(1);
            run();
        };
        items.push_back(std::move(item));
    }
    return items;
}

}  // namespace scalewright::ui
