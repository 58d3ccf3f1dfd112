// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/design_page.h"

#include <QApplication>
#include <QBoxLayout>
#include <QMenu>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/claim/value_at_p.h"
#include "core/decision/rules/checks.h"
#include "core/design/slots/design_catalogue.h"
#include "core/design/slots/slot_edits.h"
#include "core/output/answers/design_check.h"
#include "core/output/answers/story.h"
#include "core/project/document/project.h"
#include "core/project/document/variants.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/page_tabs.h"
#include "ui/controls/variant_bar.h"
#include "ui/design/compare/compare_view.h"
#include "ui/design/layouts/layouts_view.h"
#include "ui/design/map/algorithm_map_view.h"
#include "ui/design/slots/slot_card.h"
#include "ui/design/slots/slots_view.h"
#include "ui/design/whiteboard/whiteboard_view.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"
#include "ui/words/strip_text.h"

namespace scalewright::ui {

namespace {

constexpr double minimumHeaderWidth = 980, minimumButtonRowWidth = 620;  ///< Minimum widths, at type scale 1.

/// The parts of a step at the plan's p, for example "T 14.0 ms: compute 10.5 ms, communication 3.49 ms".
QString stepBreakdownText(const PredictionRow& row)
{
    const auto seconds = [](double value) { return toQString(timeText(value)); };
    QStringList parts;
    const auto add = [&](double value, const QString& words) {
        if (value != 0)
            parts << words.arg(seconds(value));
    };
    add(row.tCompS, DesignPage::tr("compute %1"));
    add(row.tCommS, DesignPage::tr("communication %1"));
    add(row.tCoordinationS, DesignPage::tr("coordination %1"));
    add(row.tWaitS, DesignPage::tr("waiting %1"));
    add(row.tFailureS, DesignPage::tr("failures %1"));
    return DesignPage::tr("step %1: %2").arg(seconds(row.tStepS), parts.join(QStringLiteral(", ")));
}

/// A summary of the findings, and what is still open.
QString findingsSummary(const std::vector<Finding>& findings)
{
    int slotsOpen = 0, reasonsOpen = 0;
    for (const Finding& finding : findings) {
        slotsOpen += finding.ruleName == "slot-empty" ? 1 : 0;
        reasonsOpen += finding.ruleName == "no-justification" ? 1 : 0;
    }
    QStringList parts;
    const auto addCount = [&parts](int number, const QString& words) {
        if (number > 0)
            parts << words.arg(number);
    };
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Advice}) {
        const int open = severity == Severity::Advice ? slotsOpen + reasonsOpen : 0;
        if (const std::string text = severityCountText(severity, count(findings, severity) - open); !text.empty())
            parts << toQString(text);
    }
    addCount(slotsOpen, slotsOpen == 1 ? DesignPage::tr("%1 slot open") : DesignPage::tr("%1 slots open"));
    addCount(reasonsOpen, reasonsOpen == 1 ? DesignPage::tr("%1 reason open") : DesignPage::tr("%1 reasons open"));
    return parts.isEmpty() ? DesignPage::tr("Checks: no findings")
                           : DesignPage::tr("Checks: %1").arg(parts.join(QStringLiteral(" · ")));
}

}  // namespace

DesignPage::DesignPage(Document& document, QWidget* parent)
    : Page(document, tr("Who holds what, and who talks to whom?"), parent, Frame::Fixed),
      m_stepTimeText(new Text(TextStyle::Label, ColorRole::SoftInk, false, this)),
      m_findingsText(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_buttonRow(createFlexibleRow(Theme::spacing(3))),
      m_tabBar(new PageTabs(this)),
      m_stack(new QStackedWidget(this))
{
    m_tabBar->setAccessibleName(tr("views of the design"));
    headingRow().addWidget(m_tabBar, 0, Qt::AlignBottom);

    m_caseStudiesButton = createQuietButton(tr("Load case study ▾"), this);
    auto* menu = new QMenu(m_caseStudiesButton);
    m_caseStudiesButton->setMenu(menu);
    m_variantBar = new VariantBar(document, this);
    auto* words = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {m_caseStudiesButton, m_variantBar});
    addItems(*m_buttonRow, {{m_stepTimeText, 0, Qt::AlignTop}, {m_findingsText, 1, Qt::AlignTop}, words});
    m_buttonRow->setAlignment(words, Qt::AlignLeft | Qt::AlignTop);
    basisLine().setColorRole(ColorRole::Ink);
    m_openSlots = addMissingLine();
    m_missingForPrediction = addMissingLine();
    titleColumn().addLayout(m_buttonRow);
    body().addWidget(m_stack, 1);

    const Result<DesignCatalogue>& catalogue = designCatalogue();
    if (!catalogue) {
        m_caseStudiesButton->hide();
        basisLine().setEdgeBar(ColorRole::Warning);
        basisLine().setText(
            tr("The design catalogue cannot be read, so no slots can be filled: %1").arg(errorText(catalogue.error())));
        return;
    }
    m_catalogue = &*catalogue;
    for (const CaseStudy& study : m_catalogue->caseStudies)
        menu->addAction(tr("%1\t%2").arg(toQString(study.title), toQString(study.chapter)), this,
                        [this, id = study.id] { loadCaseStudy(id); })
            ->setToolTip(toQString(study.note));
    menu->setToolTipsVisible(true);
    addTab(QStringLiteral("slots"), tr("Slots"),
           [this](QWidget* framed) { return m_slotsView = new SlotsView(this->document(), *m_catalogue, framed); });
    addTab(QStringLiteral("whiteboard"), tr("Whiteboard"),
           [this](QWidget* framed) { return new WhiteboardView(this->document(), framed); });
    addTab(QStringLiteral("algorithm-map"), tr("Algorithm map"), [this](QWidget* framed) {
        m_mapView = new AlgorithmMapView(this->document(), framed);
        connect(m_mapView, &AlgorithmMapView::answerChanged, this, &DesignPage::showAnswer);
        return m_mapView;
    });
    addTab(QStringLiteral("layouts"), tr("Layouts"), [this](QWidget* framed) {
        m_layoutsView = new LayoutsView(this->document(), framed);
        connect(m_layoutsView, &LayoutsView::goTo, this, &Page::fieldRequested);
        connect(m_layoutsView, &LayoutsView::answerChanged, this, &DesignPage::showAnswer);
        return m_layoutsView;
    });
    addTab(QStringLiteral("compare"), tr("Compare"), [this](QWidget* framed) {
        auto* compare = new CompareView(this->document(), *m_catalogue, framed);
        connect(compare, &CompareView::answerChanged, this, &DesignPage::showAnswer);
        return compare;
    });
    static_cast<void>(ensureView(0));
    connect(m_slotsView, &SlotsView::goTo, this, &Page::fieldRequested);
    connect(m_slotsView, &SlotsView::fieldFocused, this, &DesignPage::showSlotsTab);
    for (const Slot slot : allSlots) {
        auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(slot))),
                                       this, this, [this, slot] {
                                           showTab(QStringLiteral("slots"));
                                           slotCard(slot).focusChoice();
                                           m_tabs.front().scrollArea->ensureWidgetVisible(&slotCard(slot), 0, 0);
                                       });
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    }
    connect(m_tabBar, &PageTabs::currentChanged, this, [this](int index) {
        static_cast<void>(ensureView(static_cast<std::size_t>(index)));
        m_stack->setCurrentIndex(index);
        setGuessing(false);  // Another tab could reveal the answer.
        if (!m_isLecture)
            Q_EMIT guessingChanged(isGuessing());  // The new tab may have something else to guess, or nothing.
        layOut();
    });
    initializeView();
}

PageEntry DesignPage::entry()
{
    return {.id = QStringLiteral("design"),
            .title = tr("Design"),
            .section = QStringLiteral("41.4"),
            .group = PageGroup::OnPaper,
            .state =
                [](const Document& document) {
                    return isEmpty(document.project().design) ? PageState::Empty : PageState::Assumed;
                },
            .create = [](Document& document, QWidget* parent) -> Page* { return new DesignPage(document, parent); }};
}

void DesignPage::addTab(const QString& id, const QString& title, std::function<DocumentView*(QWidget* parent)> make)
{
    auto* framed = new QWidget;
    (new QVBoxLayout(framed))->setContentsMargins(Theme::spacing(6), 0, Theme::spacing(6), Theme::spacing(4));
    QScrollArea* area = createScrollArea(framed, m_stack);
    m_stack->addWidget(area);
    m_tabs.push_back({id, area, std::move(make)});
    m_tabBar->addTab(title);
}

DocumentView& DesignPage::ensureView(std::size_t index)
{
    Tab& tab = m_tabs.at(index);
    if (!tab.view) {
        QWidget* framed = tab.scrollArea->widget();
        tab.view = tab.createView(framed);
        framed->layout()->addWidget(tab.view);
    }
    return *tab.view;
}

SlotCard& DesignPage::slotCard(Slot slot) const
{
    return m_slotsView->slotCard(slot);
}

CompareView& DesignPage::compareView()
{
    return static_cast<CompareView&>(ensureView(m_tabs.size() - 1));
}

LayoutsView& DesignPage::layoutsView()
{
    return static_cast<LayoutsView&>(ensureView(m_tabs.size() - 2));
}

bool DesignPage::canGuess() const
{
    return !m_tabs.empty() && currentTab() == QLatin1String("layouts");
}

bool DesignPage::isGuessing() const
{
    return m_layoutsView && m_layoutsView->isGuessing() && canGuess();
}

void DesignPage::setGuessing(bool guessing)
{
    if (!m_layoutsView || guessing == m_layoutsView->isGuessing())
        return;
    m_layoutsView->setGuessing(guessing);
    Q_EMIT guessingChanged(guessing);
}

void DesignPage::showTab(const QString& id)
{
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        if (m_tabs[i].id == id)
            m_tabBar->setCurrentIndex(static_cast<int>(i));
}

QString DesignPage::currentTab() const
{
    return m_tabs.at(static_cast<std::size_t>(m_tabBar->currentIndex())).id;
}

QStringList DesignPage::tabIds() const
{
    QStringList ids;
    for (const Tab& tab : m_tabs)
        ids << tab.id;
    return ids;
}

QString DesignPage::basisText() const
{
    return basisLine().text();
}

void DesignPage::refresh()
{
    if (!m_catalogue)
        return;
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    const StripText strip = stripText(project, analysis, document().designErrorCount());
    const std::vector<MissingField> missing = missingForPrediction(project, analysis);
    basisLine().setText(analysis.prediction ? tr("%1 · %2").arg(strip.fastest, strip.plan)
                        : missing.empty()   ? strip.fastest
                                            : QString());
    basisLine().setVisible(!basisLine().text().isEmpty() && !analysis.prediction);  // the strip shows it
    m_openSlots->setMissingFields(tr("To fill the design, choose"), missingForDesign(project.design, *m_catalogue));
    m_missingForPrediction->setMissingFields(tr("To predict how it scales, give"), missing);
    // Predict also shows the parts of the step.
    const std::optional<double> ran = measuredStepS(project, analysis, analysis.planP);
    m_stepTimeText->setText(analysis.prediction && analysis.plan
                                ? tr("step %1").arg(toQString(timeText(ran.value_or(analysis.planRow.tStepS))))
                                : QString());
    m_stepTimeText->setToolTip(analysis.prediction ? stepBreakdownText(analysis.planRow) : QString());
    layOut();

    showAnswer();
    m_findingsText->setText(ui::findingsSummary(document().findings()));
    m_findingsText->setColorRole(count(document().findings(), Severity::Error) > 0 ? ColorRole::Ink
                                                                                   : ColorRole::SoftInk);
}

void DesignPage::showAnswer()
{
    if (!m_catalogue)
        return;
    const QString tab = currentTab();
    if (tab == QLatin1String("compare")) {
        heading().setText(tr("Which design is better?"));
        setAnswer(compareView().answer());
        return;
    }
    heading().setText(tab == QLatin1String("layouts")         ? tr("Which layout wins?")
                      : tab == QLatin1String("algorithm-map") ? tr("Which algorithm is fastest where?")
                                                              : tr("Who holds what, and who talks to whom?"));
    const bool showsSlots = tab == QLatin1String("slots") || tab == QLatin1String("whiteboard");
    setAnswer(showsSlots                        ? toQString(designClaim(document().project().design, *m_catalogue))
              : tab == QLatin1String("layouts") ? layoutsView().headline()
              : m_mapView                       ? m_mapView->headline()
                                                : QString());
}

void DesignPage::layOut()
{
    const double scale = Theme::instance().typeScale();
    // With large type, the header has room for only a few lines.
    const bool isSlotsTab = m_tabs.empty() || currentTab() == QLatin1String("slots");
    m_stepTimeText->setVisible(isSlotsTab && width() >= minimumHeaderWidth * scale &&
                               !m_stepTimeText->text().isEmpty());
    m_findingsText->setVisible(isSlotsTab);
    // The layouts tab asks for its missing inputs itself.
    const bool isLayoutsTab = canGuess();
    showAnswer();
    m_variantBar->setVisible(!isLayoutsTab);
    m_caseStudiesButton->setVisible(!isLayoutsTab && m_catalogue);
    m_openSlots->setVisible(isSlotsTab && !m_openSlots->missingFields().empty());
    m_missingForPrediction->setVisible(!isLayoutsTab && !m_missingForPrediction->missingFields().empty());
    if (m_slotsView)
        m_slotsView->setAvailableWidth(width() - Theme::spacing(12));
    // A large window also shows the answer to the page's question below the slots.
    const bool showsBoard = m_slotsView && !m_isLecture && width() >= 1500 * scale && height() >= 800 * scale &&
                            !isEmpty(document().project().design);
    if (showsBoard && !m_boardBelowSlots) {
        m_boardBelowSlots = new WhiteboardView(document());
        static_cast<QVBoxLayout*>(m_tabs.front().scrollArea->widget()->layout())->addWidget(m_boardBelowSlots, 1);
    }
    if (m_boardBelowSlots)
        m_boardBelowSlots->setVisible(showsBoard);
    setSideBySide(*m_buttonRow, width() >= minimumButtonRowWidth * scale);
}

void DesignPage::setLecture(bool lecture)
{
    m_isLecture = lecture;
    if (lecture && m_slotsView)
        m_slotsView->foldCards();
}

void DesignPage::loadCaseStudy(const std::string& id)
{
    if (const CaseStudy* study = m_catalogue->find(id))
        document().edit(tr("case study %1").arg(toQString(study->title)), withCaseStudy(document().project(), *study));
}

QStringList DesignPage::presets() const
{
    QStringList names;
    if (m_catalogue)
        for (const CaseStudy& study : m_catalogue->caseStudies)
            names << toQString(study.title);
    return names;
}

void DesignPage::applyPreset(int index)
{
    // Shown as a variation, so that the lecturer's own file is not changed.
    const CaseStudy& study = m_catalogue->caseStudies.at(static_cast<std::size_t>(index));
    document().startPresentation(withCaseStudy(document().project(), study),
                                 Document::PresentationKind::ProjectVariation);
}

void DesignPage::showSlotsTab()
{
    showTab(QStringLiteral("slots"));
    QScrollArea& area = *m_tabs.front().scrollArea;
    area.widget()->layout()->activate();
    if (QWidget* focus = QApplication::focusWidget(); focus && area.widget()->isAncestorOf(focus))
        area.ensureWidgetVisible(focus);
}

bool DesignPage::showPart(const QString& id)
{
    const QString tab = id.isEmpty() ? QStringLiteral("slots") : id;
    if (!tabIds().contains(tab))
        return false;
    showTab(tab);
    return true;
}

bool DesignPage::focusField(const QString& pointer)
{
    if (canGuess() && m_layoutsView && m_layoutsView->focusField(pointer))
        return true;
    return m_slotsView && m_slotsView->focusField(pointer);
}

std::vector<ExportableFigure> DesignPage::exportables()
{
    std::vector<ExportableFigure> figures;
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        ensureView(i).refreshIfStale();
        for (const ExportableFigure& each : ensureView(i).exportables())
            figures.push_back(each);
    }
    return figures;
}

std::vector<PaletteItem> DesignPage::paletteItems()
{
    std::vector<PaletteItem> items;
    if (!m_catalogue)
        return items;
    m_slotsView->refreshIfStale();
    appendItems(items, m_slotsView->paletteItems(), [this] { showTab(QStringLiteral("slots")); });
    layoutsView().refreshIfStale();
    appendItems(items, layoutsView().paletteItems(), [this] { showTab(QStringLiteral("layouts")); });
    for (const CaseStudy& study : m_catalogue->caseStudies)
        items.push_back({PaletteItem::Kind::Example, tr("Case study: %1").arg(toQString(study.title)),
                         toQString(study.chapter), [this, id = study.id] { loadCaseStudy(id); }});
    items.push_back({PaletteItem::Kind::Action, tr("Add a variant"), tr("a copy of the current design"), [this] {
                         const Project& project = document().project();
                         if (const Result<Project> after = withVariantAdded(project, unusedVariantName(project)))
                             document().edit(tr("add variant"), *after);
                     }});
    for (int i = 0; i < m_tabBar->count(); ++i)
        items.push_back(
            actionItem(tr("Design: %1").arg(m_tabBar->tabText(i)), [this, i] { m_tabBar->setCurrentIndex(i); }));
    return items;
}

}  // namespace scalewright::ui
