// SPDX-License-Identifier: GPL-3.0-or-later
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

/// For example "forward and backward, 96 % of the time · profile measured 2026-11-20"; the other origins are in the
/// tool tip.
bool isMeasured(const Quantity* quantity)
{
    return quantity->provenance.origin == Origin::Measured || quantity->provenance.origin == Origin::Imported;
}

QString basisText(const FlowProgress& flow)
{
    QStringList parts;
    const bool isRooflineBound = flow.diagnosis && (flow.diagnosis->bottleneck == Bottleneck::Compute ||
                                                    flow.diagnosis->bottleneck == Bottleneck::MemoryBandwidth);
    if (isRooflineBound && flow.diagnosis->dominatingStep && flow.diagnosis->steps.size() > 1) {
        const RooflinePoint& step = flow.diagnosis->steps[*flow.diagnosis->dominatingStep];
        // The verdict is about all steps together; the longest step has its own intensity.
        if (step.intensity)
            parts << DiagnosePage::tr("%1 alone: %2 FLOP/B")
                         .arg(toQString(step.name), shortAmountText(*step.intensity, Dimension::Ratio));
    }
    parts << weakestOriginText(flow);
    return parts.join(QStringLiteral(" · "));
}

/// The tree's figures, for its caption.
QString treeCaption(const FlowProgress& flow, const QString& title, const QString& whatIf)
{
    QStringList figures{originText(flow)};  // first: a column shows only the first parts
    const auto add = [&](ProfileField field, const QString& pattern) {
        if (const MaybeQuantity quantity = total(flow.profile, field))
            figures << pattern.arg(shortAmountText(quantity->value, field->dimension));
    };
    add(&Baseline::workingSetBytes, DiagnosePage::tr("working set %1"));
    add(&Machine::memoryBytes, DiagnosePage::tr("memory %1"));
    add(&WorkloadStep::stepTimeS, DiagnosePage::tr("step %1"));
    add(&WorkloadStep::ioTimeS, DiagnosePage::tr("reading %1"));
    add(&WorkloadStep::flops, QStringLiteral("%1"));
    add(&WorkloadStep::bytesMoved, DiagnosePage::tr("%1 moved"));
    add(&Machine::peakFlops, QStringLiteral("π %1"));
    add(&Machine::memoryBandwidthBytesPerS, QStringLiteral("β %1"));
    add(&Baseline::networkBytes, DiagnosePage::tr("%1 between machines"));
    add(&Target::bandwidthBytesPerS, DiagnosePage::tr("at %1"));
    add(&Target::alphaS, QStringLiteral("α %1"));
    const QString subject = whatIf.isEmpty() ? title : DiagnosePage::tr("%1, what-if: %2").arg(title, whatIf);
    return DiagnosePage::tr("%1: %2").arg(subject, figures.join(QStringLiteral(" · ")));
}

}  // namespace

DiagnosePage::DiagnosePage(Document& document, QWidget* parent)
    : Page(document, tr("Which ceiling does the single machine hit first?"), parent),
      m_flow(document.analysis().diagnosisFlow),
      m_axisMenu(readAxisMenu())
{
    m_missingFields = addMissingLine();
    m_columns = new QBoxLayout(QBoxLayout::LeftToRight);
    m_columns->setSpacing(Theme::spacing(4));
    m_columns->addWidget(buildTree(), 70);
    m_columns->addWidget(buildCards(), 31);
    body().addLayout(m_columns, 1);

    connect(&document, &Document::fileChanged, this, &DiagnosePage::refresh);  // the caption contains the file name
    initializeView();
}

PageEntry DiagnosePage::entry()
{
    return {.id = QStringLiteral("diagnose"),
            .title = tr("Diagnose"),
            .section = QStringLiteral("41.2"),
            .group = PageGroup::OneMachine,
            .state =
                [](const Document& document) {
                    const FlowProgress& flow = document.analysis().diagnosisFlow;
                    if (!flow.diagnosis)
                        return PageState::Empty;
                    const std::vector<const Quantity*> used = quantitiesUsedBy(flow);
                    return std::all_of(used.begin(), used.end(), isMeasured) ? PageState::Measured : PageState::Assumed;
                },
            .create = [](Document& document, QWidget* parent) -> Page* { return new DiagnosePage(document, parent); }};
}

QWidget* DiagnosePage::buildTree()
{
    auto* view = new QWidget(content());
    auto* column = new QVBoxLayout(view);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::spacing(1));
    m_tree = new TreeView(view);
    column->addWidget(m_tree, 1);
    m_servingOffer = new QWidget(view);
    auto* offer = new QHBoxLayout(m_servingOffer);
    offer->setContentsMargins(0, 0, 0, 0);
    offer->setSpacing(Theme::spacing(1));
    m_addServingButton = createQuietButton(tr("Add serving"), m_servingOffer);
    m_addServingButton->setAccessibleName(tr("Add the question for serving workloads"));
    m_addServingButton->setToolTip(tr("From Table 41.2.1: is the latency or throughput budget missed?"));
    offer->addWidget(m_addServingButton);
    offer->addStretch(1);
    column->addWidget(m_servingOffer);

    m_figure = new Figure(view, m_tree, this);
    m_keepButton = createPrimaryButton(tr("Keep"), m_figure);
    m_keepButton->setStyleSheet(QStringLiteral("padding: 1px 10px"));  // no taller than the buttons next to it
    m_keepButton->setToolTip(tr("Write the what-if into the project"));
    m_keepButton->setAccessibleName(tr("Keep the what-if"));
    m_discardButton = createQuietButton(tr("Discard"), m_figure);
    m_discardButton->setToolTip(tr("Discard the what-if (Esc)"));
    m_discardButton->setAccessibleName(tr("Discard the what-if"));
    m_figure->addTitleButton(m_keepButton);
    m_figure->addTitleButton(m_discardButton);
    connect(m_keepButton, &QPushButton::clicked, this, &DiagnosePage::keepWhatIf);
    connect(m_discardButton, &QPushButton::clicked, this, &DiagnosePage::discardWhatIf);
    connect(m_addServingButton, &QPushButton::clicked, this, &DiagnosePage::addServing);
    connect(m_tree, &TreeView::nodeOpened, this, [this](const TreeNode& node) {
        if (m_nodePanel->node() == node)
            closePanel();
        else
            openNode(node);
    });
    return m_figure;
}

QWidget* DiagnosePage::buildCards()
{
    m_cards = new CardColumn(content());
    m_nodePanel = new NodePanel(m_cards->widget());
    m_verdictCard = new VerdictCard(m_cards->widget());
    m_nextBars = new NextBottleneckBars;
    m_nextFigure = new Figure(m_nextBars, m_nextBars, m_cards->widget());
    m_nextFigure->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_wrongAxisCard = new WrongAxisCard(m_cards->widget());
    for (QWidget* card : std::initializer_list<QWidget*>{m_nodePanel, m_verdictCard, m_nextFigure, m_wrongAxisCard})
        m_cards->addCard(card);

    connect(m_nodePanel, &NodePanel::figureEdited, this,
            [this](ProfileField field, double value, EditPhase) { tryFigure(field, value); });
    connect(m_nodePanel, &NodePanel::flipChosen, this, &DiagnosePage::tryFlip);
    connect(m_nodePanel, &NodePanel::baselineRequested, this, &DiagnosePage::openBaseline);
    connect(m_nodePanel, &NodePanel::closeRequested, this, &DiagnosePage::closePanel);
    connect(m_verdictCard, &VerdictCard::flipChosen, this, &DiagnosePage::tryFlip);
    connect(m_verdictCard, &VerdictCard::baselineRequested, this, &DiagnosePage::openBaseline);
    return m_cards;
}

void DiagnosePage::layOut()
{
    basisLine().setVisible(!Theme::instance().visualStyle().isLecture);  // leaves room for the whole tree
    // Two columns if the tree still gets two thirds of the page; otherwise one column, and the page scrolls as a whole.
    const double scale = Theme::instance().typeScale();
    const int columnWidth = static_cast<int>(270 * scale);
    const int treeWidth = m_tree->minimumSizeHint().width() + 2 * Theme::spacing(4);
    const int availableWidth = width() - 3 * Theme::spacing(6);
    // A what-if changes the texts in the tree. The layout direction changes only if there is much more room, or far too
    // little.
    const int hysteresis = m_whatIf.isEmpty()                                  ? 0
                           : m_columns->direction() == QBoxLayout::TopToBottom ? columnWidth / 4
                                                                               : -columnWidth / 4;
    const bool sideBySide = availableWidth >= treeWidth + columnWidth + hysteresis;
    m_columns->setDirection(sideBySide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    m_cards->setFullHeight(!sideBySide);
    m_cards->setMinimumWidth(sideBySide ? std::min(columnWidth, availableWidth - treeWidth) : 0);
}

bool DiagnosePage::hasServingQuestion() const
{
    if (m_servingAdded)
        return true;
    const std::vector<ProfileField> servingFields = inputsOf(Test::ServingBudgetMet);
    return std::any_of(servingFields.begin(), servingFields.end(),
                       [&](ProfileField field) { return fieldQuantity(m_flow.profile, field).has_value(); });
}

void DiagnosePage::refresh()
{
    if (m_whatIf.isEmpty())
        scrollArea().widget()->setMinimumHeight(0);
    const FlowProgress& base = document().analysis().diagnosisFlow;
    m_flow = m_whatIf.isEmpty() ? base : evaluateFlow(applyWhatIf(base.profile, m_whatIf));
    const QString changes = changesText(base.profile, m_whatIf);
    const QString title = document().displayName();

    // The text above the tree describes the document; the tree and its caption show the what-if. This way nothing moves
    // under the pointer.
    setAnswer(base.diagnosis ? toQString(diagnosisHeadline(*base.diagnosis)) : QString());
    basisLine().setText(basisText(base));
    basisLine().setToolTip(originText(base));
    m_missingFields->setMissingFields(tr("To name the ceiling, give"),
                                      missingForVerdict(document().project(), document().analysis()));
    m_tree->setFlow(m_flow, hasServingQuestion(), changes);
    m_tree->setTexts(
        {tr("The first ceiling"), treeCaption(m_flow, title, changes), spokenSummary(m_flow, hasServingQuestion())});
    m_figure->refresh();
    m_figure->refreshTable();
    m_tree->setOpenNode(m_nodePanel->node());
    m_keepButton->setVisible(!m_whatIf.isEmpty());
    m_discardButton->setVisible(!m_whatIf.isEmpty());
    m_servingOffer->setVisible(!hasServingQuestion());

    m_nodePanel->refresh(m_flow, m_whatIf, m_axisMenu);
    m_verdictCard->refresh(m_flow, !m_whatIf.isEmpty(), m_axisMenu);
    if (m_flow.diagnosis)
        m_nextBars->setNext(
            m_flow.diagnosis->nextBottlenecks, tr("No other question has all its figures yet."),
            tr("%1: at 100 %, that ceiling binds too").arg(m_whatIf.isEmpty() ? title : tr("%1, what-if").arg(title)));
    else
        m_nextBars->setNext({}, tr("There is no verdict yet."), {});
    m_nextFigure->setVisible(!m_nextBars->bottlenecks().empty());  // hidden if there is nothing to show
    m_wrongAxisCard->setVisible(m_flow.diagnosis.has_value());
    m_nextFigure->refresh();
    m_nextFigure->refreshTable();
    m_wrongAxisCard->refresh(m_flow, document().project().target.priceUsdPerHour);
    updateTabOrder();
    layOut();
    if (std::exchange(m_hadTrialFigures, hasTrialFigures()) != hasTrialFigures())
        Q_EMIT tryingChanged(hasTrialFigures());
}

void DiagnosePage::openNode(const TreeNode& node)
{
    m_nodePanel->openNode(node, m_flow, m_whatIf, m_axisMenu);
    m_tree->setOpenNode(node);
    updateTabOrder();
    layOut();
    m_cards->ensureVisible(0, 0);
    m_nodePanel->focusFirstFigure();
    if (m_columns->direction() == QBoxLayout::TopToBottom) {
        scrollArea().widget()->layout()->activate();
        scrollArea().ensureWidgetVisible(m_nodePanel);
    }
}

void DiagnosePage::closePanel()
{
    const std::optional<TreeNode> node = m_nodePanel->node();
    m_nodePanel->closeNode();
    m_tree->setOpenNode({});
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

QString DiagnosePage::unfinishedWorkText() const
{
    return m_whatIf.isEmpty() ? QString()
                              : tr("A what-if on Diagnose is not saved: %1.")
                                    .arg(changesText(document().analysis().diagnosisFlow.profile, m_whatIf));
}

void DiagnosePage::setWhatIf(ProfileField field, double value)
{
    const Profile& base = document().analysis().diagnosisFlow.profile;
    WhatIf next = m_whatIf;
    const MaybeQuantity before = total(base, field);
    if (before && before->value == value)
        next.remove(field);
    else
        next.set(field, value);
    m_whatIf = std::move(next);
    scrollArea().widget()->setMinimumHeight(
        scrollArea().widget()->height());  // A what-if with shorter texts must not shrink the page.
    refresh();
}

void DiagnosePage::updateTabOrder()
{
    // The tree is the main content, so it comes first, then the buttons around it, then the cards from the top.
    QList<QWidget*> tabs;
    for (TreeItem* item : m_tree->items())
        tabs << item;
    tabs << m_addServingButton << m_keepButton << m_discardButton;
    QList<QWidget*> words;
    addTabStops(*m_figure->layout(), words);
    for (QWidget* word : std::as_const(words))
        if (!tabs.contains(word))
            tabs << word;
    addTabStops(*m_cards->widget()->layout(), tabs);
    chainTabOrder(tabs);
}

void DiagnosePage::tryFigure(ProfileField field, double value)
{
    WhatIf singleChange;
    singleChange.set(field, value);
    if (const Result<void> valid = validate(applyWhatIf(Profile{}, singleChange)); !valid) {
        const Problem& problem = valid.error().problems.front();
        m_nodePanel->editorOf(field)->setErrorText(
            tr("%1; expected %2").arg(toQString(problem.message), toQString(problem.expected)));
        return;
    }
    setWhatIf(field, value);
}

void DiagnosePage::tryFlip(const FlipPoint& flip)
{
    QWidget* pressed = focusWidget();
    if (pressed && m_cards->isAncestorOf(pressed))
        m_cards->keepInPlaceDuring(pressed, [&] { setWhatIf(flip.field, valueBeyondFlip(flip)); });
    else
        setWhatIf(flip.field, valueBeyondFlip(flip));
}

void DiagnosePage::keepWhatIf()
{
    if (m_whatIf.isEmpty())
        return;
    const QString text = tr("what-if: %1").arg(changesText(document().analysis().diagnosisFlow.profile, m_whatIf));
    Project after = commitWhatIf(document().project(), m_whatIf);
    m_whatIf.clear();
    document().edit(text, std::move(after));
    refresh();
}

void DiagnosePage::discardWhatIf()
{
    m_whatIf.clear();
    refresh();
}

void DiagnosePage::openBaseline(const QString& pointer)
{
    Q_EMIT fieldRequested(QStringLiteral("baseline"), pointer);
}

bool DiagnosePage::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && cancelsWithEscape(*static_cast<QKeyEvent*>(event)))
        event->accept();  // Esc first closes a what-if or an open panel; only then does it end the lecture.
    return Page::event(event);
}

bool DiagnosePage::cancelsWithEscape(const QKeyEvent& key) const
{
    return key.key() == Qt::Key_Escape && (!m_whatIf.isEmpty() || m_nodePanel->node());
}

void DiagnosePage::keyPressEvent(QKeyEvent* event)
{
    if (!cancelsWithEscape(*event)) {
        Page::keyPressEvent(event);
        return;
    }
    if (!m_whatIf.isEmpty())
        discardWhatIf();
    else
        closePanel();
}

std::vector<ExportableFigure> DiagnosePage::exportables()
{
    std::vector<ExportableFigure> figures{{QStringLiteral("tree"), m_tree}};
    if (!m_nextBars->bottlenecks().empty())
        figures.push_back({QStringLiteral("next"), m_nextBars});
    return figures;
}

std::vector<PaletteItem> DiagnosePage::paletteItems()
{
    std::vector<PaletteItem> items;
    for (const TreeQuestion& question : m_tree->content().questions)
        items.push_back({PaletteItem::Kind::Quantity, question.question, question.comparison,
                         [this, test = question.test] { openNode(test); }});
    if (!m_whatIf.isEmpty()) {
        const QString changes = changesText(document().analysis().diagnosisFlow.profile, m_whatIf);
        items.push_back({PaletteItem::Kind::Action, tr("Keep the what-if"), changes, [this] { keepWhatIf(); }});
        items.push_back({PaletteItem::Kind::Action, tr("Discard the what-if"), changes, [this] { discardWhatIf(); }});
    }
    if (!hasServingQuestion())
        items.push_back({PaletteItem::Kind::Action, tr("Add the question for serving workloads"), QString(),
                         [this] { addServing(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Number of machines K, for the wrong axis"),
                     QString::number(m_wrongAxisCard->deviceCount()),
                     [this] { m_wrongAxisCard->devicesSpinBox()->setFocus(Qt::OtherFocusReason); }});
    return items;
}

}  // namespace scalewright::ui
