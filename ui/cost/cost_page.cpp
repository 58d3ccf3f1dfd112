// SPDX-License-Identifier: GPL-3.0-or-later
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
      m_missingLine(addMissingLine()),
      m_moneyView(new MoneyView(document, content())),
      m_carbonView(new CarbonView(document, content()))
{
    m_tabs->setAccessibleName(tr("views of the cost"));
    m_tabs->addTab(tr("Money"));
    m_tabs->addTab(tr("Energy and carbon"));
    headingRow().addWidget(m_tabs, 0, Qt::AlignBottom);
    addItems(body(), {{m_moneyView, 1}, {m_carbonView, 1}});
    m_carbonView->hide();
    connect(m_tabs, &PageTabs::currentChanged, this, &CostPage::showTab);
    useFullHeight();
    initializeView();
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
                    return measured && analysis.plan && analysis.plan->curveKind == CurveKind::Measured
                               ? PageState::Measured
                               : PageState::Assumed;
                },
            .create = [](Document& document, QWidget* parent) -> Page* { return new CostPage(document, parent); }};
}

void CostPage::showTab(int index)
{
    m_moneyView->setVisible(index == 0);
    m_carbonView->setVisible(index == 1);
    refresh();
}

void CostPage::refresh()
{
    m_moneyView->refreshIfStale();
    basisLine().setText(m_moneyView->basis());
    basisLine().setVisible(!basisLine().text().isEmpty());
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    if (m_tabs->currentIndex() == 1) {
        m_carbonView->refreshIfStale();
        heading().setText(tr("What does a run emit?"));
        setAnswer(m_carbonView->answerText());
        m_missingLine->setMissingFields(tr("To count energy and carbon, give"), missingForCarbon(project, analysis));
    } else {
        heading().setText(tr("Which p is worth its money?"));
        setAnswer(m_moneyView->answerText());
        m_missingLine->setMissingFields(tr("To tell which p is worth its money, give"),
                                        missingForCost(project, analysis));
    }
}

bool CostPage::focusField(const QString& pointer)
{
    if (m_moneyView->hasField(pointer)) {
        m_tabs->setCurrentIndex(0);
        return m_moneyView->focusField(pointer);
    }
    if (!m_carbonView->hasField(pointer))
        return false;
    m_tabs->setCurrentIndex(1);
    return m_carbonView->focusField(pointer);
}

void CostPage::setLecture(bool lecture)
{
    m_moneyView->setLecture(lecture);
}

std::vector<ExportableFigure> CostPage::exportables()
{
    m_moneyView->refreshIfStale();
    m_carbonView->refreshIfStale();
    std::vector<ExportableFigure> figures = m_moneyView->exportables();
    for (const ExportableFigure& each : m_carbonView->exportables())
        figures.push_back(each);
    return figures;
}

std::vector<PaletteItem> CostPage::paletteItems()
{
    m_moneyView->refreshIfStale();
    std::vector<PaletteItem> items;
    appendItems(items, m_moneyView->paletteItems(), [this] { m_tabs->setCurrentIndex(0); });
    items.push_back(actionItem(tr("Energy and carbon of a run"), [this] { m_tabs->setCurrentIndex(1); }));
    appendItems(items, m_carbonView->paletteItems(), [this] { m_tabs->setCurrentIndex(1); });
    return items;
}

}  // namespace scalewright::ui
