#include "ui/design/design_page.h"

#include <QApplication>
#include <QBoxLayout>
#include <QMenu>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/analysis/missing_fields.h"
#include "core/decision/analysis/value_at_p.h"
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
#include "ui/words/message_text.h"
#include "ui/words/qt.h"
#include "ui/words/strip_text.h"

namespace scalewright::ui {

namespace {

constexpr double headerWidth = 980, wordsWidth = 620;  ///< the least, at type size 1

/// "T 14.0 ms: compute 10.5 ms, communication 3.49 ms": what each choice costs in a step at the plan's p.
QString stepText(const PredictionRow& row)
{
    const auto seconds = [](double value) { return qt(formatAmount(value, Dimension::Time).joined()); };
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
    return DesignPage::tr("a step %1: %2").arg(seconds(row.tStepS), parts.join(QStringLiteral(", ")));
}

/// What the checks find and what is still open.
QString findingsText(const std::vector<Finding>& findings)
{
    int slotsOpen = 0, reasonsOpen = 0;
    for (const Finding& finding : findings) {
        slotsOpen += finding.rule == "slot-empty" ? 1 : 0;
        reasonsOpen += finding.rule == "no-justification" ? 1 : 0;
    }
    QStringList found;
    const auto say = [&found](int number, const QString& words) {
        if (number > 0)
            found << words.arg(number);
    };
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Advice}) {
        const int open = severity == Severity::Advice ? slotsOpen + reasonsOpen : 0;
        if (const std::string text = countText(severity, count(findings, severity) - open); !text.empty())
            found << qt(text);
    }
    say(slotsOpen, slotsOpen == 1 ? DesignPage::tr("%1 slot open") : DesignPage::tr("%1 slots open"));
    say(reasonsOpen, reasonsOpen == 1 ? DesignPage::tr("%1 reason open") : DesignPage::tr("%1 reasons open"));
    return found.isEmpty() ? DesignPage::tr("Checks: nothing found")
                           : DesignPage::tr("Checks: %1").arg(found.join(QStringLiteral(" · ")));
}

}  // namespace

DesignPage::DesignPage(Document& document, QWidget* parent)
    : Page(document, tr("Who holds what, and who talks to whom?"), parent, Frame::Fixed),
      m_step(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_findings(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_words(new QBoxLayout(QBoxLayout::LeftToRight)),
      m_tabBar(new PageTabs(this)),
      m_stack(new QStackedWidget(this))
{
    m_findings->setWordWrap(true);
    m_tabBar->setAccessibleName(tr("views of the design"));
    top().addWidget(m_tabBar, 0, Qt::AlignBottom);

    m_studies = quietButton(tr("Load case study ▾"), this);
    auto* menu = new QMenu(m_studies);
    m_studies->setMenu(menu);
    auto* words = new QHBoxLayout;
    words->setSpacing(Theme::space(2));
    words->addWidget(m_studies);
    m_variants = new VariantBar(document, this);
    words->addWidget(m_variants);
    m_words->setSpacing(Theme::space(3));
    m_words->addWidget(m_step, 0, Qt::AlignTop);
    m_words->addWidget(m_findings, 1, Qt::AlignTop);
    m_words->addLayout(words);
    m_words->setAlignment(words, Qt::AlignLeft | Qt::AlignTop);
    basis().setRole(Role::Ink);
    m_slotsOpen = addMissingLine();
    m_toPrediction = addMissingLine();
    titles().addLayout(m_words);
    body().addWidget(m_stack, 1);

    const Result<DesignCatalogue>& catalogue = designCatalogue();
    if (!catalogue) {
        m_studies->hide();
        basis().setMark(Role::Warning);
        basis().setText(
            tr("The design catalogue cannot be read, so there are no slots to fill: %1").arg(said(catalogue.error())));
        return;
    }
    m_catalogue = &*catalogue;
    for (const CaseStudy& study : m_catalogue->caseStudies)
        menu->addAction(tr("%1\t%2").arg(qt(study.title), qt(study.chapter)), this,
                        [this, id = study.id] { loadCaseStudy(id); })
            ->setToolTip(qt(study.note));
    menu->setToolTipsVisible(true);
    addTab(QStringLiteral("slots"), tr("Slots"),
           [this] { return m_slots = new SlotsView(this->document(), *m_catalogue); });
    addTab(QStringLiteral("whiteboard"), tr("Whiteboard"), [this] { return new WhiteboardView(this->document()); });
    addTab(QStringLiteral("algorithm-map"), tr("Algorithm map"),
           [this] { return new AlgorithmMapView(this->document()); });
    addTab(QStringLiteral("layouts"), tr("Layouts"), [this] {
        m_layouts = new LayoutsView(this->document());
        connect(m_layouts, &LayoutsView::goTo, this, &Page::goTo);
        return m_layouts;
    });
    addTab(QStringLiteral("compare"), tr("Compare"), [this] {
        auto* compare = new CompareView(this->document(), *m_catalogue);
        connect(compare, &CompareView::answerChanged, this, &DesignPage::showAnswer);
        return compare;
    });
    static_cast<void>(made(0));
    connect(m_slots, &SlotsView::goTo, this, &Page::goTo);
    connect(m_slots, &SlotsView::fieldFocused, this, &DesignPage::showSlots);
    for (const Slot slot : allSlots) {
        auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(slot))),
                                       this, this, [this, slot] {
                                           showTab(QStringLiteral("slots"));
                                           card(slot).takeFocus();
                                           m_tabs.front().area->ensureWidgetVisible(&card(slot), 0, 0);
                                       });
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
    }
    connect(m_tabBar, &PageTabs::currentChanged, this, [this](int index) {
        static_cast<void>(made(static_cast<std::size_t>(index)));
        m_stack->setCurrentIndex(index);
        setGuessing(false);  // another tab would tell
        if (!m_lecture)
            Q_EMIT guessingChanged(isGuessing());  // whether there is something to guess is another matter now
        layOut();
    });
    begin();
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
            .make = [](Document& document, QWidget* parent) -> Page* { return new DesignPage(document, parent); }};
}

void DesignPage::addTab(const QString& id, const QString& title, std::function<DocumentView*()> make)
{
    auto* framed = new QWidget;
    (new QVBoxLayout(framed))->setContentsMargins(Theme::space(6), 0, Theme::space(6), Theme::space(4));
    QScrollArea* area = scrolling(framed, m_stack);
    m_stack->addWidget(area);
    m_tabs.push_back({id, area, std::move(make)});
    m_tabBar->addTab(title);
}

DocumentView& DesignPage::made(std::size_t index)
{
    Tab& tab = m_tabs.at(index);
    if (!tab.view) {
        tab.view = tab.make();
        tab.area->widget()->layout()->addWidget(tab.view);
    }
    return *tab.view;
}

SlotCard& DesignPage::card(Slot slot) const
{
    return m_slots->card(slot);
}

CompareView& DesignPage::compare()
{
    return static_cast<CompareView&>(made(m_tabs.size() - 1));
}

LayoutsView& DesignPage::layouts()
{
    return static_cast<LayoutsView&>(made(m_tabs.size() - 2));
}

bool DesignPage::canGuess() const
{
    return !m_tabs.empty() && currentTab() == QLatin1String("layouts");
}

bool DesignPage::isGuessing() const
{
    return m_layouts && m_layouts->isGuessing() && canGuess();
}

void DesignPage::setGuessing(bool guessing)
{
    if (!m_layouts || guessing == m_layouts->isGuessing())
        return;
    m_layouts->setGuessing(guessing);
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

QString DesignPage::consequence() const
{
    return basis().text();
}

QString DesignPage::findingsText() const
{
    return m_findings->text();
}

void DesignPage::refresh()
{
    if (!m_catalogue)
        return;
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    const StripText strip = stripText(project, analysis, document().designErrors());
    const std::vector<MissingField> missing = missingForPrediction(project, analysis);
    basis().setText(analysis.prediction ? tr("%1 · %2").arg(strip.fastest, strip.plan)
                    : missing.empty()   ? strip.fastest
                                        : QString());
    basis().setVisible(!basis().text().isEmpty() && !analysis.prediction);  // the strip says it
    m_slotsOpen->present(tr("To fill the design, choose"), missingForDesign(project.design, *m_catalogue));
    m_toPrediction->present(tr("To predict how it scales, give"), missing);
    // What it is made of stands on Predict too.
    const std::optional<double> ran = measuredStepS(project, analysis, analysis.planP);
    m_step->setText(
        analysis.prediction
            ? tr("a step %1").arg(qt(formatAmount(ran.value_or(analysis.atPlan.tStepS), Dimension::Time).joined()))
            : QString());
    m_step->setToolTip(analysis.prediction ? stepText(analysis.atPlan) : QString());
    layOut();

    showAnswer();
    m_findings->setText(ui::findingsText(document().findings()));
    m_findings->setRole(count(document().findings(), Severity::Error) > 0 ? Role::Ink : Role::Soft);
}

void DesignPage::showAnswer()
{
    if (!m_catalogue)
        return;
    const QString tab = currentTab();
    if (tab == QLatin1String("compare")) {
        heading().setText(tr("Which design is better?"));
        setAnswer(compare().answer());
        return;
    }
    heading().setText(tab == QLatin1String("layouts")         ? tr("Which layout wins?")
                      : tab == QLatin1String("algorithm-map") ? tr("Which algorithm is fastest where?")
                                                              : tr("Who holds what, and who talks to whom?"));
    const bool ofSlots = tab == QLatin1String("slots") || tab == QLatin1String("whiteboard");
    setAnswer(ofSlots ? qt(designClaim(document().project().design, *m_catalogue)) : QString());
}

void DesignPage::layOut()
{
    const double scale = Theme::instance().typeScale();
    // Large type leaves the header few lines.
    const bool onSlots = m_tabs.empty() || currentTab() == QLatin1String("slots");
    m_step->setVisible(onSlots && width() >= headerWidth * scale && !m_step->text().isEmpty());
    m_findings->setVisible(onSlots);
    // The layouts ask for what they lack themselves.
    const bool onLayouts = canGuess();
    showAnswer();
    m_variants->setVisible(!onLayouts);
    m_studies->setVisible(!onLayouts && m_catalogue);
    m_slotsOpen->setVisible(!onLayouts && !m_slotsOpen->missing().empty());
    m_toPrediction->setVisible(!onLayouts && !m_toPrediction->missing().empty());
    if (m_slots)
        m_slots->setRoom(width() - Theme::space(12));
    m_words->setDirection(width() >= wordsWidth * scale ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

void DesignPage::setLecture(bool lecture)
{
    m_lecture = lecture;
    if (lecture && m_slots)
        m_slots->fold();
}

void DesignPage::loadCaseStudy(const std::string& id)
{
    if (const CaseStudy* study = m_catalogue->find(id))
        document().edit(tr("case study %1").arg(qt(study->title)), withCaseStudy(document().project(), *study));
}

QStringList DesignPage::presets() const
{
    QStringList names;
    if (m_catalogue)
        for (const CaseStudy& study : m_catalogue->caseStudies)
            names << qt(study.title);
    return names;
}

void DesignPage::applyPreset(int index)
{
    // To a room, and not into the lecturer's own file.
    const CaseStudy& study = m_catalogue->caseStudies.at(static_cast<std::size_t>(index));
    document().present(withCaseStudy(document().project(), study), Document::Shown::Variation);
}

void DesignPage::showSlots()
{
    showTab(QStringLiteral("slots"));
    QScrollArea& area = *m_tabs.front().area;
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
    if (canGuess() && m_layouts && m_layouts->focusField(pointer))
        return true;
    return m_slots && m_slots->focusField(pointer);
}

std::vector<Exportable> DesignPage::exportables()
{
    std::vector<Exportable> figures;
    for (std::size_t i = 0; i < m_tabs.size(); ++i) {
        made(i).settle();
        for (const Exportable& each : made(i).exportables())
            figures.push_back(each);
    }
    return figures;
}

std::vector<PaletteItem> DesignPage::paletteItems()
{
    std::vector<PaletteItem> items;
    if (!m_catalogue)
        return items;
    m_slots->settle();
    for (PaletteItem& item : m_slots->paletteItems()) {
        item.run = [this, run = std::move(item.run)] {
            showTab(QStringLiteral("slots"));
            run();
        };
        items.push_back(std::move(item));
    }
    layouts().settle();
    for (PaletteItem& item : layouts().paletteItems()) {
        item.run = [this, run = std::move(item.run)] {
            showTab(QStringLiteral("layouts"));
            run();
        };
        items.push_back(std::move(item));
    }
    for (const CaseStudy& study : m_catalogue->caseStudies)
        items.push_back({PaletteItem::Kind::Example, tr("Case study: %1").arg(qt(study.title)), qt(study.chapter),
                         [this, id = study.id] { loadCaseStudy(id); }});
    items.push_back({PaletteItem::Kind::Action, tr("Add a variant"), tr("a copy of the design that is shown"), [this] {
                         const Project& project = document().project();
                         if (const Result<Project> after = withVariantAdded(project, freeVariantName(project)))
                             document().edit(tr("add variant"), *after);
                     }});
    for (int i = 0; i < m_tabBar->count(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Design: %1").arg(m_tabBar->tabText(i)), {}, [this, i] {
                             m_tabBar->setCurrentIndex(i);
                         }});
    return items;
}

}  // namespace scalewright::ui
