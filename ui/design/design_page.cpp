#include "ui/design/design_page.h"

#include <QApplication>
#include <QBoxLayout>
#include <QGridLayout>
#include <QMenu>
#include <QScrollArea>
#include <QShortcut>
#include <QStackedWidget>

#include <algorithm>

#include "core/quantity/units.h"
#include "ui/design/algorithm_map_view.h"
#include "ui/design/compare_view.h"
#include "ui/design/design_tables.h"
#include "ui/design/slot_card.h"
#include "core/design/slot_edits.h"
#include "ui/design/whiteboard_view.h"
#include "ui/words/verdict_text.h"
#include "ui/controls/words_button.h"
#include "core/design/design_catalogue.h"
#include "ui/figure/figure.h"
#include "ui/controls/variant_bar.h"
#include "ui/words/strip_text.h"
#include "ui/controls/page_tabs.h"
#include "ui/controls/tab_order.h"

namespace scalewright::ui {

namespace {

constexpr double cardWidth = 310;  ///< the least, at type size 1
constexpr double headerWidth = 980, wordsWidth = 620;
constexpr double quantityWidth = 165;

/// "T 14.0 ms: compute 10.5 ms, communication 3.49 ms": what each choice costs in a step at the plan's p.
QString stepText(const PredictionRow& row)
{
    const auto seconds = [](double value) { return QString::fromStdString(formatAmount(value, Dimension::Time).joined()); };
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
    say(count(findings, Severity::Error), DesignPage::tr("%1 cannot work"));
    say(count(findings, Severity::Warning), DesignPage::tr("%1 at a price"));
    say(count(findings, Severity::Advice) - slotsOpen - reasonsOpen, DesignPage::tr("%1 worth a sentence"));
    say(slotsOpen, slotsOpen == 1 ? DesignPage::tr("%1 slot open") : DesignPage::tr("%1 slots open"));
    say(reasonsOpen, reasonsOpen == 1 ? DesignPage::tr("%1 reason open") : DesignPage::tr("%1 reasons open"));
    return found.isEmpty() ? DesignPage::tr("Checks: nothing found, nothing open") : DesignPage::tr("Checks: %1").arg(found.join(QStringLiteral(" · ")));
}

bool isEmpty(const Design& design)
{
    return std::all_of(allSlots.begin(), allSlots.end(), [&](Slot slot) { return slotOf(design, slot).choices.empty(); });
}

}  // namespace

DesignPage::DesignPage(Document& document, QWidget* parent)
    : Page(document, parent)
    , m_heading(new Text(tr("Who holds what, and who talks to whom?"), TextStyle::Page, Role::Ink, true, this))
    , m_consequence(new Text(TextStyle::Label, Role::Ink, false, this))
    , m_step(new Text(TextStyle::Label, Role::Soft, false, this))
    , m_findings(new Text(TextStyle::Label, Role::Soft, false, this))
    , m_tabBar(new PageTabs(this))
    , m_stack(new QStackedWidget(this))
{
    m_heading->setWordWrap(true);
    m_consequence->setWordWrap(true);
    m_findings->setWordWrap(true);
    m_tabBar->setAccessibleName(tr("views of the design"));

    auto* studies = quietButton(tr("Load case study ▾"), this);
    auto* menu = new QMenu(studies);
    studies->setMenu(menu);
    auto* top = new QHBoxLayout;
    top->setSpacing(Theme::space(4));
    top->addWidget(m_heading, 1);
    top->addWidget(m_tabBar, 0, Qt::AlignBottom);
    m_words = new QBoxLayout(QBoxLayout::LeftToRight);
    m_words->setSpacing(Theme::space(1));
    auto* words = new QHBoxLayout;
    words->setSpacing(Theme::space(2));
    words->addWidget(studies);
    words->addWidget(new VariantBar(document, this));
    m_words->addWidget(m_findings, 1, Qt::AlignTop);
    m_words->addLayout(words);
    m_words->setAlignment(words, Qt::AlignLeft | Qt::AlignTop);
    auto* titles = new QVBoxLayout;
    titles->setContentsMargins(Theme::space(6), Theme::space(5), Theme::space(6), Theme::space(3));
    titles->setSpacing(0);
    titles->addLayout(top);
    titles->addSpacing(Theme::space(1));
    auto* consequences = new QHBoxLayout;
    consequences->setSpacing(Theme::space(3));
    consequences->addWidget(m_consequence, 1);
    consequences->addWidget(m_step);
    titles->addLayout(consequences);
    titles->addLayout(m_words);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(titles);
    all->addWidget(m_stack, 1);

    const Result<DesignCatalogue>& catalogue = designCatalogue();
    if (!catalogue) {
        studies->hide();
        m_consequence->setMark(Role::Warning);
        m_consequence->setText(tr("The design catalogue cannot be read, so there are no slots to fill: %1").arg(QString::fromStdString(describe(catalogue.error()))));
        return;
    }
    m_catalogue = &*catalogue;
    for (const CaseStudy& study : m_catalogue->caseStudies)
        menu->addAction(tr("%1\t%2").arg(QString::fromStdString(study.title), QString::fromStdString(study.chapter)), this,
                        [this, id = study.id] { loadCaseStudy(id); })
            ->setToolTip(QString::fromStdString(study.note));
    menu->setToolTipsVisible(true);
    addTab(QStringLiteral("slots"), tr("Slots"), [this] { return makeSlots(); }, {}, [this] {
        return isEmpty(this->document().project().design) ? std::vector<Exportable>{} : std::vector<Exportable>{{QStringLiteral("slots"), m_template}};
    });
    addTab(QStringLiteral("whiteboard"), tr("Whiteboard"), [this] { return m_whiteboard = new WhiteboardView(this->document()); }, {},
           [this] { return m_whiteboard->exportables(); });
    addTab(QStringLiteral("algorithm-map"), tr("Algorithm map"), [this] { return m_map = new AlgorithmMapView(this->document()); }, {},
           [this] { return m_map->exportables(); });
    addTab(QStringLiteral("compare"), tr("Compare"), [this] { return m_compare = new CompareView(this->document(), *m_catalogue); },
           [this] { m_compare->refresh(); }, [this] { return m_compare->exportables(); });
    made(0);

    connect(m_tabBar, &PageTabs::currentChanged, this, [this](int index) {
        made(static_cast<std::size_t>(index));
        m_stack->setCurrentIndex(index);
        m_stale = true;
        refreshCurrent();
    });
    connect(&document, &Document::changed, this, &DesignPage::refresh);
    connect(&Theme::instance(), &Theme::changed, this, &DesignPage::layOut);
    layOut();
    refresh();
}

PageEntry DesignPage::entry()
{
    return {.id = QStringLiteral("design"),
            .title = tr("Design"),
            .section = QStringLiteral("41.4"),
            .group = PageGroup::OnPaper,
            .state = [](const Document& document) { return isEmpty(document.project().design) ? PageState::Empty : PageState::Assumed; },
            .make = [](Document& document, QWidget* parent) -> Page* { return new DesignPage(document, parent); }};
}

QWidget* DesignPage::makeSlots()
{
    auto* content = new QWidget;
    auto* column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(2));
    m_axis = new WordsButton(content);
    m_axis->setToolTip(tr("To the Diagnose page"));
    connect(m_axis, &QAbstractButton::clicked, this, [this] { Q_EMIT goTo(QStringLiteral("diagnose"), {}); });
    column->addWidget(m_axis);
    m_study = new Text(TextStyle::Label, Role::Soft, false, content);
    m_study->setWordWrap(true);
    m_study->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 0);
    column->addWidget(m_study);
    m_grid = new QGridLayout;
    m_grid->setSpacing(Theme::space(2));
    for (const Slot slot : allSlots) {
        auto* card = new SlotCard(document(), *m_catalogue, slot, content);
        connect(card, &SlotCard::fieldWanted, this, [this](const QString& pointer) {
            if (!toField(pointer))
                Q_EMIT goTo({}, pointer);
        });
        connect(card, &SlotCard::fieldsChanged, this, &DesignPage::orderTabs);
        const auto number = static_cast<int>(slot);
        auto* shortcut = new QShortcut(QKeySequence(Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + number)), this, this, [this, card] {
            showTab(QStringLiteral("slots"));
            card->takeFocus();
            m_tabs.front().area->ensureWidgetVisible(card, 0, 0);
        });
        shortcut->setContext(Qt::WidgetWithChildrenShortcut);
        m_cards.at(static_cast<std::size_t>(slot)) = card;
    }
    column->addLayout(m_grid);
    m_template = new WordTable;
    m_templateFigure = new Figure(m_template, m_template, content);
    column->addWidget(m_templateFigure);
    column->addStretch(1);
    return content;
}

void DesignPage::addTab(const QString& id, const QString& title, std::function<QWidget*()> make, std::function<void()> refresh,
                        std::function<std::vector<Exportable>()> exportables)
{
    auto* area = new QScrollArea(m_stack);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setFocusPolicy(Qt::NoFocus);
    m_stack->addWidget(area);
    m_tabs.push_back({id, area, std::move(make), std::move(refresh), std::move(exportables)});
    m_tabBar->addTab(title);
}

DesignPage::Tab& DesignPage::made(std::size_t index)
{
    Tab& tab = m_tabs.at(index);
    if (!tab.area->widget()) {
        auto* framed = new QWidget;
        auto* frame = new QVBoxLayout(framed);
        frame->setContentsMargins(Theme::space(6), 0, Theme::space(6), Theme::space(4));
        frame->addWidget(tab.make());
        tab.area->setWidget(framed);
    }
    return tab;
}

CompareView& DesignPage::compare()
{
    made(m_tabs.size() - 1);
    return *m_compare;
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
    return m_consequence->text();
}

QString DesignPage::findingsText() const
{
    return m_findings->text();
}

void DesignPage::refresh()
{
    const Project& project = document().project();
    const Analysis& analysis = document().analysis();
    const StripText strip = stripText(project, analysis, document().findings());
    m_consequence->setText(analysis.prediction ? tr("%1 · %2").arg(strip.fastest, strip.plan) : strip.fastest);
    m_step->setText(analysis.prediction ? stepText(analysis.atPlan) : QString());
    layOut();

    const CaseStudy* study = caseStudyOf(*m_catalogue, project.design);
    m_findings->setText(ui::findingsText(document().findings()));
    m_study->setVisible(study);
    if (study)
        m_study->setText(tr("Case study %1, %2: %3").arg(QString::fromStdString(study->title), QString::fromStdString(study->chapter), QString::fromStdString(study->note)));
    m_findings->setRole(count(document().findings(), Severity::Error) > 0 ? Role::Ink : Role::Soft);
    m_axis->setWords(tr("Chosen axis: %1").arg(verdictSentence(analysis.profile, analysis.diagnosis)), {});
    for (SlotCard* card : m_cards)
        card->refresh(document().findings(), study);
    m_template->setContent(templateTexts(project, *m_catalogue), templateTable(project, *m_catalogue));
    m_templateFigure->refresh();
    m_stale = true;
    refreshCurrent();
    orderTabs();
}

void DesignPage::refreshCurrent()
{
    if (!m_stale || !isVisible())
        return;
    m_stale = false;
    if (const Tab& tab = made(static_cast<std::size_t>(m_tabBar->currentIndex())); tab.refresh)
        tab.refresh();
}

void DesignPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    if (m_catalogue)
        refreshCurrent();
}

void DesignPage::orderTabs()
{
    QList<QWidget*> stops;
    for (SlotCard* card : m_cards)
        addTabStops(*card->layout(), stops);
    addTabStops(*m_templateFigure->layout(), stops);
    tabThrough(stops);
}

void DesignPage::layOut()
{
    if (!m_grid)
        return;
    const double scale = Theme::instance().typeScale();
    // Large type leaves the header few lines: what the step is made of stands on Predict too.
    m_step->setVisible(width() >= headerWidth * scale && !m_step->text().isEmpty());
    m_words->setDirection(width() >= wordsWidth * scale ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    const int room = width() - Theme::space(12);
    int columns = std::clamp(static_cast<int>((room + Theme::space(2)) / (cardWidth * scale + Theme::space(2))), 1, 3);
    const int inner = room / columns - Theme::space(10);
    for (std::size_t i = 0; i < m_cards.size(); ++i) {
        const int index = static_cast<int>(i);
        m_grid->addWidget(m_cards[i], index / columns, index % columns);
        m_cards[i]->layOut(std::clamp(static_cast<int>(inner / (quantityWidth * scale)), 1, 4));
    }
    for (int column = 0; column < 3; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void DesignPage::resizeEvent(QResizeEvent* event)
{
    Page::resizeEvent(event);
    layOut();
}

void DesignPage::setLecture(bool lecture)
{
    if (!lecture || !m_catalogue)
        return;
    for (SlotCard* card : m_cards) {
        card->setParametersShown(false);
        card->setRejectedShown(false);
    }
}

void DesignPage::loadCaseStudy(const std::string& id)
{
    if (const CaseStudy* study = m_catalogue->find(id))
        document().edit(tr("case study %1").arg(QString::fromStdString(study->title)), withCaseStudy(document().project(), *study));
}

QStringList DesignPage::presets() const
{
    QStringList names;
    if (m_catalogue)
        for (const CaseStudy& study : m_catalogue->caseStudies)
            names << QString::fromStdString(study.title);
    return names;
}

void DesignPage::applyPreset(int index)
{
    loadCaseStudy(m_catalogue->caseStudies.at(static_cast<std::size_t>(index)).id);
}

bool DesignPage::toField(const QString& pointer)
{
    const bool found = std::any_of(m_cards.begin(), m_cards.end(), [&](SlotCard* card) { return card->focusField(pointer); });
    if (!found)
        return false;
    showTab(QStringLiteral("slots"));
    QScrollArea& area = *m_tabs.front().area;
    area.widget()->layout()->activate();
    if (QWidget* focus = QApplication::focusWidget(); focus && area.widget()->isAncestorOf(focus))
        area.ensureWidgetVisible(focus);
    return true;
}

bool DesignPage::focusField(const QString& pointer)
{
    return m_catalogue && toField(pointer);
}

std::vector<Exportable> DesignPage::exportables()
{
    std::vector<Exportable> figures;
    for (std::size_t i = 0; i < m_tabs.size(); ++i)
        for (const Exportable& each : made(i).exportables())
            figures.push_back(each);
    return figures;
}

std::vector<PaletteItem> DesignPage::paletteItems()
{
    std::vector<PaletteItem> items;
    if (!m_catalogue)
        return items;
    for (const Slot slot : allSlots)
        for (PaletteItem& item : card(slot).paletteItems()) {
            item.run = [this, run = std::move(item.run)] {
                showTab(QStringLiteral("slots"));
                run();
            };
            items.push_back(std::move(item));
        }
    for (const CaseStudy& study : m_catalogue->caseStudies)
        items.push_back({PaletteItem::Kind::Example, tr("Case study: %1").arg(QString::fromStdString(study.title)), QString::fromStdString(study.chapter),
                         [this, id = study.id] { loadCaseStudy(id); }});
    for (int i = 0; i < m_tabBar->count(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Design: %1").arg(m_tabBar->tabText(i)), {}, [this, i] { m_tabBar->setCurrentIndex(i); }});
    return items;
}

}  // namespace scalewright::ui
