#include "ui/diagnose/diagnose_page.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QPushButton>
#include <QScrollArea>
#include <QSpinBox>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/output/answers/diagnosis.h"
#include "core/project/document/project.h"
#include "ui/controls/card_column.h"
#include "ui/controls/missing_line.h"
#include "ui/controls/tab_order.h"
#include "ui/diagnose/next_bars.h"
#include "ui/diagnose/node_panel.h"
#include "ui/diagnose/verdict_card.h"
#include "ui/diagnose/wrong_axis_card.h"
#include "ui/figure/figure.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

/// "forward and backward, 96 % of the time · profile measured 2026-11-20"; the other origins are in the tool tip.
QString basisText(const FlowView& flow)
{
    QStringList parts;
    const bool onRoof = flow.diagnosis && (flow.diagnosis->bottleneck == Bottleneck::Compute ||
                                           flow.diagnosis->bottleneck == Bottleneck::MemoryBandwidth);
    if (onRoof && flow.diagnosis->dominatingStep && flow.diagnosis->steps.size() > 1) {
        const StepPoint& step = flow.diagnosis->steps[*flow.diagnosis->dominatingStep];
        parts << DiagnosePage::tr("%1, %2 % of the time").arg(qt(step.name)).arg(std::lround(100 * *step.timeShare));
    }
    parts << weakestOriginText(flow);
    return parts.join(QStringLiteral(" · "));
}

/// The figures behind the tree, for its caption.
QString captionText(const FlowView& flow, const QString& title, const QString& whatIf)
{
    QStringList figures;
    const auto add = [&](ProfileField field, const QString& pattern) {
        if (const MaybeQuantity quantity = total(flow.profile, field))
            figures << pattern.arg(amountText(quantity->value, field->dimension));
    };
    add(&Baseline::workingSetBytes, DiagnosePage::tr("working set %1"));
    add(&Machine::memoryBytes, DiagnosePage::tr("memory %1"));
    add(&WorkloadStep::stepTimeS, DiagnosePage::tr("step %1"));
    add(&WorkloadStep::ioTimeS, DiagnosePage::tr("reading %1"));
    add(&WorkloadStep::flops, QStringLiteral("%1"));
    add(&WorkloadStep::bytesMoved, DiagnosePage::tr("%1 moved"));
    add(&Machine::peakFlops, QStringLiteral("π %1"));
    add(&Machine::memoryBandwidthBytesPerS, QStringLiteral("β %1"));
    add(&Baseline::netBytes, DiagnosePage::tr("%1 between machines"));
    add(&Target::bandwidthBytesPerS, DiagnosePage::tr("at %1"));
    add(&Target::alphaS, QStringLiteral("α %1"));
    figures << originText(flow);
    const QString what = whatIf.isEmpty() ? title : DiagnosePage::tr("%1, what-if: %2").arg(title, whatIf);
    return DiagnosePage::tr("%1: %2").arg(what, figures.join(QStringLiteral(", ")));
}

}  // namespace

DiagnosePage::DiagnosePage(Document& document, QWidget* parent)
    : Page(document, tr("Which ceiling does the single machine hit first?"), parent),
      m_flow(document.analysis().flow),
      m_menu(readAxisMenu())
{
    m_missing = addMissingLine();
    m_body = new QBoxLayout(QBoxLayout::LeftToRight);
    m_body->setSpacing(Theme::space(4));
    m_body->addWidget(buildTree(), 70);
    m_body->addWidget(buildColumn(), 31);
    body().addLayout(m_body, 1);

    connect(&document, &Document::fileChanged, this, &DiagnosePage::refresh);  // the caption names it
    begin();
}

PageEntry DiagnosePage::entry()
{
    return {.id = QStringLiteral("diagnose"),
            .title = tr("Diagnose"),
            .section = QStringLiteral("41.2"),
            .group = PageGroup::OneMachine,
            .state =
                [](const Document& document) {
                    const FlowView& flow = document.analysis().flow;
                    const std::vector<Quantity> known = quantitiesBehind(flow);
                    return flow.diagnosis ? stateOf({known.begin(), known.end()}) : PageState::Empty;
                },
            .make = [](Document& document, QWidget* parent) -> Page* { return new DiagnosePage(document, parent); }};
}

QWidget* DiagnosePage::buildTree()
{
    auto* view = new QWidget(this);
    auto* column = new QVBoxLayout(view);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(1));
    m_tree = new TreeView(view);
    column->addWidget(m_tree, 1);
    m_servingOffer = new QWidget(view);
    auto* offer = new QHBoxLayout(m_servingOffer);
    offer->setContentsMargins(0, 0, 0, 0);
    offer->setSpacing(Theme::space(1));
    m_addServing = quietButton(tr("Add serving"), m_servingOffer);
    m_addServing->setAccessibleName(tr("Add the question for serving workloads"));
    m_addServing->setToolTip(tr("From Table 41.2.1: is the latency or throughput budget missed?"));
    offer->addWidget(m_addServing);
    offer->addStretch(1);
    column->addWidget(m_servingOffer);

    m_figure = new Figure(view, m_tree, this);
    m_keep = primaryButton(tr("Keep"), m_figure);
    m_keep->setStyleSheet(QStringLiteral("padding: 1px 10px"));  // no higher than the words beside it
    m_keep->setToolTip(tr("Write the what-if into the project"));
    m_keep->setAccessibleName(tr("Keep the what-if"));
    m_discard = quietButton(tr("Discard"), m_figure);
    m_discard->setToolTip(tr("Take the what-if back (Esc)"));
    m_discard->setAccessibleName(tr("Discard the what-if"));
    m_figure->addWord(m_keep);
    m_figure->addWord(m_discard);
    connect(m_keep, &QPushButton::clicked, this, &DiagnosePage::keep);
    connect(m_discard, &QPushButton::clicked, this, &DiagnosePage::discard);
    connect(m_addServing, &QPushButton::clicked, this, &DiagnosePage::addServing);
    connect(m_tree, &TreeView::opened, this, [this](const TreeNode& node) {
        if (m_panel->node() == node)
            closePanel();
        else
            openNode(node);
    });
    return m_figure;
}

QWidget* DiagnosePage::buildColumn()
{
    m_column = new CardColumn(this);
    m_panel = new NodePanel(m_column);
    m_verdict = new VerdictCard(m_column);
    m_next = new NextBars(m_column);
    m_nextFigure = new Figure(m_next, m_next, m_column);
    m_nextFigure->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_wrongAxis = new WrongAxisCard(m_column);
    for (QWidget* card : std::initializer_list<QWidget*>{m_panel, m_verdict, m_nextFigure, m_wrongAxis})
        m_column->addCard(card);

    connect(m_panel, &NodePanel::figureEdited, this,
            [this](ProfileField field, double value, EditPhase) { tryFigure(field, value); });
    connect(m_panel, &NodePanel::flipChosen, this, &DiagnosePage::tryFlip);
    connect(m_panel, &NodePanel::baselineWanted, this, &DiagnosePage::toBaseline);
    connect(m_panel, &NodePanel::closeWanted, this, &DiagnosePage::closePanel);
    connect(m_verdict, &VerdictCard::flipChosen, this, &DiagnosePage::tryFlip);
    connect(m_verdict, &VerdictCard::baselineWanted, this, &DiagnosePage::toBaseline);
    return m_column;
}

void DiagnosePage::layOut()
{
    // Side by side while the tree keeps two thirds of the page; else below one another, and the page scrolls as a
    // whole.
    const double scale = Theme::instance().typeScale();
    const int columnWidth = static_cast<int>(270 * scale);
    const int treeWidth = m_tree->minimumSizeHint().width() + 2 * Theme::space(4);
    const int room = width() - 3 * Theme::space(6);
    // A what-if says other words in the tree: the page turns only where there is much more room, or far too little.
    const int turn = m_whatIf.isEmpty()                               ? 0
                     : m_body->direction() == QBoxLayout::TopToBottom ? columnWidth / 4
                                                                      : -columnWidth / 4;
    const bool beside = room >= treeWidth + columnWidth + turn;
    m_body->setDirection(beside ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_column->setWhole(!beside);
    m_column->setMinimumWidth(beside ? std::min(columnWidth, room - treeWidth) : 0);
}

bool DiagnosePage::asksServing() const
{
    if (m_servingAdded)
        return true;
    const std::vector<ProfileField> asked = inputsOf(Test::ServingBudgetMet);
    return std::any_of(asked.begin(), asked.end(),
                       [&](ProfileField field) { return figureOf(m_flow.profile, field).has_value(); });
}

void DiagnosePage::refresh()
{
    if (m_whatIf.isEmpty())
        area().widget()->setMinimumHeight(0);
    const FlowView& base = document().analysis().flow;
    m_flow = m_whatIf.isEmpty() ? base : flowOf(applied(base.profile, m_whatIf));
    const QString changes = changesText(base.profile, m_whatIf);
    const QString title = document().displayName();

    // What stands above the tree is the document's: the tree and its caption say what is tried, and nothing moves under
    // the pointer.
    setAnswer(base.diagnosis ? qt(diagnosisHeadline(*base.diagnosis)) : QString());
    basis().setText(basisText(base));
    basis().setToolTip(originText(base));
    m_missing->present(tr("To name the ceiling, give"), missingForVerdict(document().project(), document().analysis()));
    m_tree->setFlow(m_flow, asksServing(), changes);
    m_tree->setTexts({tr("Figure 41.2.1"), captionText(m_flow, title, changes), spokenSummary(m_flow, asksServing())});
    m_figure->refresh();
    m_figure->refreshTable();
    m_tree->setOpened(m_panel->node());
    m_keep->setVisible(!m_whatIf.isEmpty());
    m_discard->setVisible(!m_whatIf.isEmpty());
    m_servingOffer->setVisible(!asksServing());

    m_panel->refresh(m_flow, m_whatIf, m_menu);
    m_verdict->refresh(m_flow, !m_whatIf.isEmpty(), m_menu);
    if (m_flow.diagnosis)
        m_next->setNext(m_flow.diagnosis->next, tr("No other question has its figures yet."),
                        tr("%1: at 100 % it binds too").arg(m_whatIf.isEmpty() ? title : tr("%1, what-if").arg(title)));
    else
        m_next->setNext({}, tr("The verdict comes first."), {});
    m_nextFigure->setVisible(!m_next->next().empty());  // what there is nothing to say of is not in sight
    m_wrongAxis->setVisible(m_flow.diagnosis.has_value());
    m_nextFigure->refresh();
    m_nextFigure->refreshTable();
    m_wrongAxis->refresh(m_flow, document().project().target.priceUsdPerHour);
    orderTabs();
    layOut();
    if (std::exchange(m_saidToTry, isTrying()) != isTrying())
        Q_EMIT tryingChanged(isTrying());
}

void DiagnosePage::openNode(const TreeNode& node)
{
    m_panel->open(node, m_flow, m_whatIf, m_menu);
    m_tree->setOpened(node);
    orderTabs();
    layOut();
    m_column->ensureVisible(0, 0);
    m_panel->takeFocus();
    if (m_body->direction() == QBoxLayout::TopToBottom) {
        area().widget()->layout()->activate();
        area().ensureWidgetVisible(m_panel);
    }
}

void DiagnosePage::closePanel()
{
    const std::optional<TreeNode> node = m_panel->node();
    m_panel->close();
    m_tree->setOpened({});
    if (TreeItem* item = node ? m_tree->item(*node) : nullptr; item && isVisible())
        item->setFocus(Qt::TabFocusReason);
    layOut();
}

void DiagnosePage::addServing()
{
    m_servingAdded = true;
    refresh();
    openNode(Test::ServingBudgetMet);
}

QString DiagnosePage::underWay() const
{
    return m_whatIf.isEmpty() ? QString()
                              : tr("A what-if on Diagnose is not kept: %1.")
                                    .arg(changesText(document().analysis().flow.profile, m_whatIf));
}

void DiagnosePage::setWhatIf(ProfileField field, double value)
{
    const Profile& base = document().analysis().flow.profile;
    WhatIf next = m_whatIf;
    const MaybeQuantity before = total(base, field);
    if (before && before->value == value)
        next.remove(field);
    else
        next.set(field, value);
    m_whatIf = std::move(next);
    area().widget()->setMinimumHeight(
        area().widget()->height());  // a what-if of fewer words takes no room from the page
    refresh();
}

void DiagnosePage::orderTabs()
{
    // The tree is what the page is about: it comes first, then the words around it, then the cards from the top.
    QList<QWidget*> tabs;
    for (TreeItem* item : m_tree->items())
        tabs << item;
    tabs << m_addServing << m_keep << m_discard;
    QList<QWidget*> words;
    addTabStops(*m_figure->layout(), words);
    for (QWidget* word : std::as_const(words))
        if (!tabs.contains(word))
            tabs << word;
    addTabStops(*m_column->widget()->layout(), tabs);
    tabThrough(tabs);
}

void DiagnosePage::tryFigure(ProfileField field, double value)
{
    WhatIf alone;
    alone.set(field, value);
    if (const Result<void> valid = validate(applied(Profile{}, alone)); !valid) {
        const Problem& problem = valid.error().problems.front();
        m_panel->editor(field)->setErrorText(tr("%1; expected %2").arg(qt(problem.message), qt(problem.expected)));
        return;
    }
    setWhatIf(field, value);
}

void DiagnosePage::tryFlip(const Flip& flip)
{
    QWidget* pressed = focusWidget();
    if (pressed && m_column->isAncestorOf(pressed))
        m_column->keepInPlace(pressed, [&] { setWhatIf(flip.field, valueBeyond(flip)); });
    else
        setWhatIf(flip.field, valueBeyond(flip));
}

void DiagnosePage::keep()
{
    if (m_whatIf.isEmpty())
        return;
    const QString text = tr("what-if: %1").arg(changesText(document().analysis().flow.profile, m_whatIf));
    Project after = kept(document().project(), m_whatIf);
    m_whatIf.clear();
    document().edit(text, std::move(after));
    refresh();
}

void DiagnosePage::discard()
{
    m_whatIf.clear();
    refresh();
}

void DiagnosePage::toBaseline(const QString& pointer)
{
    Q_EMIT goTo(QStringLiteral("baseline"), pointer);
}

bool DiagnosePage::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && takesBack(*static_cast<QKeyEvent*>(event)))
        event->accept();  // a what-if goes first, and then the lecture
    return Page::event(event);
}

bool DiagnosePage::takesBack(const QKeyEvent& key) const
{
    return key.key() == Qt::Key_Escape && (!m_whatIf.isEmpty() || m_panel->node());
}

void DiagnosePage::keyPressEvent(QKeyEvent* event)
{
    if (!takesBack(*event)) {
        Page::keyPressEvent(event);
        return;
    }
    if (!m_whatIf.isEmpty())
        discard();
    else
        closePanel();
}

std::vector<Exportable> DiagnosePage::exportables()
{
    std::vector<Exportable> figures{{QStringLiteral("tree"), m_tree}};
    if (!m_next->next().empty())
        figures.push_back({QStringLiteral("next"), m_next});
    return figures;
}

std::vector<PaletteItem> DiagnosePage::paletteItems()
{
    std::vector<PaletteItem> items;
    for (const TreeQuestion& question : m_tree->content().questions)
        items.push_back({PaletteItem::Kind::Quantity, question.question, question.sides,
                         [this, test = question.test] { openNode(test); }});
    if (!m_whatIf.isEmpty()) {
        const QString changes = changesText(document().analysis().flow.profile, m_whatIf);
        items.push_back({PaletteItem::Kind::Action, tr("Keep the what-if"), changes, [this] { keep(); }});
        items.push_back({PaletteItem::Kind::Action, tr("Discard the what-if"), changes, [this] { discard(); }});
    }
    if (!asksServing())
        items.push_back({PaletteItem::Kind::Action, tr("Add the question for serving workloads"), QString(),
                         [this] { addServing(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Number of machines K, for the wrong axis"),
                     QString::number(m_wrongAxis->devices()),
                     [this] { m_wrongAxis->devicesBox()->setFocus(Qt::OtherFocusReason); }});
    return items;
}

}  // namespace scalewright::ui
