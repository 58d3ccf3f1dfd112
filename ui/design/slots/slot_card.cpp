// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/slots/slot_card.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

#include "core/base/quantity/units.h"
#include "core/base/text/message.h"
#include "core/design/slots/slot_edits.h"
#include "core/model/scaling/pattern.h"
#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/search_combo.h"
#include "ui/controls/text_button.h"
#include "ui/design/slots/choice_button.h"
#include "ui/design/slots/finding_row.h"
#include "ui/design/slots/sentence_edit.h"
#include "ui/design/slots/slot_fields.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

// Sentences and flat buttons have invisible frames; this inset aligns their text with plain text.
constexpr int frameInset = SentenceEdit::textIndent;
const QMargins textMargins(frameInset, 0, frameInset, 0);
constexpr int foldedReasonLines = 3;  // so that six cards fit at 1280 x 720

Text* createWrappedText(TextStyle style, ColorRole role, QWidget* parent)
{
    Text* text = createParagraph(style, role, parent);
    text->setContentsMargins(textMargins);
    return text;
}

/// A button that is only visible while its card is hovered or focused, or while it is checked.
class HoverButton : public QPushButton {
public:
    HoverButton(const QString& text, QWidget& card) : QPushButton(text, &card), m_card(card)
    {
        setProperty("look", QStringLiteral("quiet"));
        setCursor(Qt::PointingHandCursor);
        setTextStyle({this}, TextStyle::Label);
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        const QWidget* focused = QApplication::focusWidget();
        if (isChecked() || isDown() || m_card.underMouse() || (focused && m_card.isAncestorOf(focused)))
            QPushButton::paintEvent(event);
    }

private:
    QWidget& m_card;
};

QVBoxLayout* createColumn(QWidget* widget)
{
    return createBox<QVBoxLayout>(widget, Theme::spacing(2));
}

/// The card already prompts for these with an empty field, so it does not repeat the finding below it.
bool isShownAsPrompt(const Finding& finding)
{
    return finding.ruleName == "slot-empty" || finding.ruleName == "no-justification";
}

}  // namespace

SlotCard::SlotCard(Document& document, const DesignCatalogue& catalogue, Slot slot, QWidget* parent)
    : Card(parent), m_document(document), m_catalogue(catalogue), m_slot(slot), m_title(toQString(menu().title))
{
    const int number = static_cast<int>(slot) + 1;
    setAccessibleName(tr("%1. %2").arg(number).arg(m_title));
    setAccessibleDescription(toQString(menu().question));

    auto* title = new Text(tr("%1. %2").arg(number).arg(m_title), TextStyle::CardTitle, ColorRole::Ink, true, this);
    title->setToolTip(tr("%1 · %2 · Alt+%3").arg(toQString(menu().question), toQString(menu().chapters)).arg(number));
    m_questionText = new Text(toQString(menu().question), TextStyle::Label, ColorRole::SoftInk, false, this);
    m_questionText->setElided(true);
    auto* head = createBox<QHBoxLayout>(nullptr, Theme::spacing(2), {title, Stretch{1}});
    auto* titles = createBox<QVBoxLayout>(nullptr, 0, {head, m_questionText}, textMargins);
    auto* column = createBox<QVBoxLayout>(
        this, Theme::spacing(2), {titles},
        {Theme::spacing(4) - frameInset, Theme::spacing(3), Theme::spacing(4) - frameInset, Theme::spacing(3)});

    buildChoices(*column);
    m_justificationEdit = new SentenceEdit(document, justificationField(slot), this);
    m_justificationEdit->setAccessibleName(tr("%1: why this choice").arg(m_title));
    m_justificationEdit->setFoldedLines(foldedReasonLines);
    column->addWidget(m_justificationEdit);
    m_rejectedText = createWrappedText(TextStyle::Label, ColorRole::SoftInk, this);
    m_rejectedText->setProperty("own", true);
    column->addWidget(m_rejectedText);
    buildHoverButtons(*head, *column);
    m_findingsLayout = createBox<QVBoxLayout>(nullptr, Theme::spacing(2), textMargins);
    addItems(*column, {m_findingsLayout, Stretch{1}});
}

SlotCard::~SlotCard()
{
    // A focused child loses the focus during destruction, after the hover buttons have been destroyed.
    disconnect(qApp, nullptr, this, nullptr);
}

void SlotCard::updateHoverButtons()
{
    for (QPushButton* word : {m_parametersButton, m_rejectedButton, m_addChoiceButton})
        word->update();
}

void SlotCard::enterEvent(QEnterEvent* event)
{
    Card::enterEvent(event);
    updateHoverButtons();
}

void SlotCard::leaveEvent(QEvent* event)
{
    Card::leaveEvent(event);
    updateHoverButtons();
}

const DesignSlot& SlotCard::designSlot() const
{
    return slotOf(m_document.project().design, m_slot);
}

void SlotCard::buildChoices(QVBoxLayout& column)
{
    m_notGivenText = createWrappedText(TextStyle::Label, ColorRole::Ink, this);
    column.addWidget(m_notGivenText);

    m_choiceRows = createBox<QVBoxLayout>(nullptr, Theme::spacing(1));
    column.addLayout(m_choiceRows);

    // Shown while nothing is chosen: the figure's options as buttons.
    auto* offer =
        createBox<QVBoxLayout>(nullptr, 0, {frameInset - TextButton::indent, 0, frameInset - TextButton::indent, 0});
    for (const SlotOption& option : menu().options) {
        if (!option.isInFigure)
            continue;
        auto* button = new TextButton(this);
        button->setTexts(toQString(option.title), {}, true, true);
        button->setToolTip(
            tr("%1\n%2 (%3)")
                .arg(toQString(option.figureLabel), toQString(option.description), toQString(option.chapters)));
        button->setAccessibleDescription(toQString(option.description));
        connect(button, &QAbstractButton::clicked, this, [this, id = option.id] {
            chooseOption(0, id);
            focusChoice();
        });
        offer->addWidget(button);
        m_optionButtons.push_back(button);
    }
    column.addLayout(offer);
    m_otherOptionsButton = createQuietButton(tr("Not in the figure ▾"), this);
    m_otherOptionsButton->setAccessibleName(tr("%1: options that are not in the figure").arg(m_title));
    auto* otherOptions = new QMenu(m_otherOptionsButton);
    otherOptions->setToolTipsVisible(true);
    for (const SlotOption& option : menu().options) {
        if (option.isInFigure)
            continue;
        QAction* action = otherOptions->addAction(tr("%1\t%2").arg(toQString(option.title), toQString(option.source)),
                                                  this, [this, id = option.id] {
                                                      chooseOption(0, id);
                                                      focusChoice();
                                                  });
        action->setToolTip(toQString(option.description));
    }
    m_otherOptionsButton->setMenu(otherOptions);

    if (m_slot == Slot::Communication) {
        m_patternButton = createQuietButton(QString(), this);
        auto* patterns = new QMenu(m_patternButton);
        patterns->setToolTipsVisible(true);
        connect(patterns, &QMenu::aboutToShow, this, [this, patterns] { fillPatternMenu(*patterns); });
        m_patternButton->setMenu(patterns);
        auto* patternRow = createBox<QHBoxLayout>(nullptr, 0, {m_patternButton, Stretch{}}, textMargins);
        column.addLayout(patternRow);
        m_notPricedText = createWrappedText(TextStyle::Small, ColorRole::SoftInk, this);
        column.addWidget(m_notPricedText);
    }
}

void SlotCard::buildHoverButtons(QHBoxLayout& head, QVBoxLayout& column)
{
    m_parametersButton = new HoverButton(tr("Parameters"), *this);
    m_rejectedButton = new HoverButton(tr("Rejected"), *this);
    m_addChoiceButton = new HoverButton(QStringLiteral("+"), *this);
    connect(qApp, &QApplication::focusChanged, this, &SlotCard::updateHoverButtons);
    for (QPushButton* word : {m_parametersButton, m_rejectedButton})
        word->setCheckable(true);
    m_parametersButton->setAccessibleName(tr("%1: %2").arg(m_title, m_parametersButton->text()));
    m_rejectedButton->setAccessibleName(tr("%1: show the rejected alternative").arg(m_title));
    m_addChoiceButton->setAccessibleName(tr("%1: second choice").arg(m_title));
    m_addChoiceButton->setToolTip(
        tr("Add a second choice if the slot has two values, such as training and serving, or two kinds of partition"));
    addItems(head, {m_parametersButton, m_rejectedButton, m_addChoiceButton});
    auto* others = createBox<QHBoxLayout>(nullptr, 0, {m_otherOptionsButton, Stretch{}}, textMargins);
    column.addLayout(others);
    connect(m_addChoiceButton, &QPushButton::clicked, this, &SlotCard::addChoice);
    m_foldedLayout = createBox<QVBoxLayout>(nullptr, Theme::spacing(2));
    column.addLayout(m_foldedLayout);
    connect(m_parametersButton, &QPushButton::toggled, this, [this](bool shown) {
        createParameters();
        m_parametersPane->setVisible(shown);
        refreshSummary();
        Q_EMIT fieldsChanged();
    });
    connect(m_rejectedButton, &QPushButton::toggled, this, [this](bool shown) {
        createRejected();
        m_rejectedPane->setVisible(shown);
        refreshSummary();
        Q_EMIT fieldsChanged();
    });
}

SlotCard::Choice SlotCard::createChoice(std::size_t index)
{
    Choice choice;
    choice.row = new QWidget(this);
    auto* row = createBox<QHBoxLayout>(choice.row, Theme::spacing(1), textMargins);
    choice.button = new ChoiceButton(choice.row);
    auto* options = new QMenu(choice.button);
    options->setToolTipsVisible(true);
    connect(options, &QMenu::aboutToShow, this, [this, options, index] { fillOptionMenu(*options, index); });
    choice.button->setMenu(options);
    choice.scopeEdit = new SentenceEdit(
        m_document,
        {.undoName = tr("%1: scope of choice %2").arg(m_title).arg(index + 1),
         .mergeKey = QStringLiteral("/design/%1/choices/%2/for").arg(QLatin1String(nameOf(m_slot))).arg(index),
         .read =
             [slot = m_slot, index](const Project& project) {
                 const std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
                 return index < choices.size() ? QString::fromStdString(choices[index].scope) : QString();
             },
         .write =
             [slot = m_slot, index](Project& project, const QString& text) {
                 project = withScope(std::move(project), slot, index, text.toStdString());
             },
         .placeholder = tr("for what?")},
        choice.row);
    choice.removeButton = createQuietButton(QString(QChar(0xD7)), choice.row);
    choice.removeButton->setProperty("look", QStringLiteral("sign"));
    choice.removeButton->setToolTip(tr("Remove this choice"));
    connect(choice.removeButton, &QPushButton::clicked, this, [this, index] { removeChoice(index); });
    addItems(*row, {choice.button, {choice.scopeEdit, 1}, choice.removeButton});
    m_choiceRows->addWidget(choice.row);
    return choice;
}

void SlotCard::createParameters()
{
    if (m_parametersPane)
        return;
    m_parametersPane = new QWidget(this);
    QVBoxLayout* inner = createColumn(m_parametersPane);
    for (SentenceEdit::Binding& field : slotSentenceFields(m_slot)) {
        auto* label = new Text(sentenceCase(field.undoName), TextStyle::Label, ColorRole::Ink, true, m_parametersPane);
        label->setContentsMargins(textMargins);
        auto* edit = new SentenceEdit(m_document, std::move(field), m_parametersPane);
        auto* row = createBox<QVBoxLayout>(nullptr, 0, {label, edit});
        inner->addLayout(row);
        m_sentenceEdits.push_back(edit);
    }
    m_parameterGrid = new FieldGrid(m_document, slotQuantityFields(m_slot), m_parametersPane);
    m_parameterGrid->layout()->setContentsMargins(textMargins);
    m_parameterGrid->createEditors();  // the pane itself is created when first shown
    inner->addWidget(m_parameterGrid);
    auto* switches = createBox<QVBoxLayout>(nullptr, Theme::spacing(2), textMargins);
    inner->addLayout(switches);
    if (m_slot == Slot::LoadBalancing) {
        m_jitterShapeCombo = new QuietCombo(m_parametersPane);
        m_jitterShapeCombo->addItem(tr("jitter: normal"));
        m_jitterShapeCombo->addItem(tr("jitter: exponential, a long tail"));
        m_jitterShapeCombo->setAccessibleName(tr("shape of the jitter"));
        connect(m_jitterShapeCombo, &QComboBox::activated, this, [this](int index) {
            Project after = m_document.project();
            after.design.loadBalancing.jitterShape = index == 0 ? JitterShape::Normal : JitterShape::Exponential;
            applyEdit(tr("shape of the jitter"), std::move(after));
        });
        switches->addWidget(m_jitterShapeCombo);
    }
    m_switches = slotSwitches(m_slot);
    for (const SlotSwitch& each : m_switches) {
        auto* box = new QCheckBox(each.label, m_parametersPane);
        connect(box, &QCheckBox::clicked, this, [this, apply = each.apply, label = each.label](bool on) {
            Project after = m_document.project();
            apply(after, on);
            applyEdit(label, std::move(after));
        });
        setTextStyle({box}, TextStyle::Label);
        switches->addWidget(box);
        m_switchBoxes.push_back(box);
    }
    if (m_jitterShapeCombo)
        setTextStyle({m_jitterShapeCombo}, TextStyle::Label);
    m_parametersPane->hide();
    m_foldedLayout->insertWidget(0, m_parametersPane);
    m_parameterGrid->layOut(m_columnCount);
    refreshParameters();
}

void SlotCard::createRejected()
{
    if (m_rejectedPane)
        return;
    m_rejectedPane = new QWidget(this);
    QVBoxLayout* inner = createColumn(m_rejectedPane);
    m_alternativeCombo =
        new SearchCombo(tr("%1: rejected alternative").arg(m_title), tr("choose, or type your own"), m_rejectedPane);
    for (const SlotOption& option : menu().options)
        m_alternativeCombo->addItem(toQString(option.title));
    connect(m_alternativeCombo, &SearchCombo::entryChosen, this,
            [this](int index) { rejectOption(menu().options.at(static_cast<std::size_t>(index)).id); });
    connect(m_alternativeCombo, &SearchCombo::customNameEntered, this,
            [this](const QString& text) { rejectOption(text.toStdString()); });
    m_rejectedBecauseEdit = new SentenceEdit(m_document, rejectedBecauseField(m_slot), m_rejectedPane);
    m_rejectedBecauseEdit->setAccessibleName(tr("%1: why the alternative was rejected").arg(m_title));
    auto* which = createBox<QHBoxLayout>(nullptr, -1, {m_alternativeCombo}, textMargins);
    addItems(*inner, {which, m_rejectedBecauseEdit});
    m_rejectedPane->hide();
    m_foldedLayout->addWidget(m_rejectedPane);
    refreshRejected();
}

void SlotCard::setParametersShown(bool shown)
{
    m_parametersButton->setChecked(shown);
}

void SlotCard::setRejectedShown(bool shown)
{
    m_rejectedButton->setChecked(shown);
}

FieldGrid& SlotCard::parameterGrid()
{
    createParameters();
    return *m_parameterGrid;
}

void SlotCard::layOut(int columns)
{
    m_columnCount = columns;
    if (m_parameterGrid)
        m_parameterGrid->layOut(columns);
}

void SlotCard::refresh(const std::vector<Finding>& findings, const CaseStudy* study)
{
    refreshChoices(study);
    m_justificationEdit->refresh();
    refreshParameters();
    refreshRejected();
    refreshSummary();
    refreshFindings(findings);
}

void SlotCard::refreshParameters()
{
    if (!m_parametersPane)
        return;
    const Project& project = m_document.project();
    m_parameterGrid->refresh();
    for (SentenceEdit* words : m_sentenceEdits)
        words->refresh();
    if (m_jitterShapeCombo)
        m_jitterShapeCombo->setCurrentIndex(project.design.loadBalancing.jitterShape == JitterShape::Normal ? 0 : 1);
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        const bool on = m_switches[i].value(project);
        m_switchBoxes[i]->setChecked(on);
        m_switchBoxes[i]->setVisible(on || m_switches[i].isNeeded(project));
    }
}

void SlotCard::refreshRejected()
{
    if (!m_rejectedPane)
        return;
    const SlotOption* alternative = menu().find(designSlot().rejected);
    m_alternativeCombo->setName(alternative ? toQString(alternative->title) : toQString(designSlot().rejected));
    m_rejectedBecauseEdit->refresh();
}

void SlotCard::refreshChoices(const CaseStudy* study)
{
    const std::vector<SlotChoice>& choices = designSlot().choices;
    const bool empty = choices.empty();
    m_questionText->setVisible(empty);
    m_notGivenText->setVisible(empty && study && slotOf(study->design, m_slot).choices.empty());
    if (study)
        m_notGivenText->setText(
            sentenceCase(tr("%1 (%2).").arg(toQString(m_catalogue.notGivenText), toQString(study->chapter))));
    for (TextButton* option : m_optionButtons)
        option->setVisible(empty);
    m_otherOptionsButton->setVisible(empty && !m_otherOptionsButton->menu()->isEmpty());
    m_addChoiceButton->setVisible(choices.size() == 1);
    m_rejectedButton->setVisible(!empty || m_rejectedButton->isChecked() || !designSlot().rejected.empty());
    while (m_choices.size() < choices.size())
        m_choices.push_back(createChoice(m_choices.size()));
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const Choice& widgets = m_choices[i];
        widgets.row->setVisible(i < choices.size());
        if (i >= choices.size())
            continue;
        const SlotOption* option = menu().find(choices[i].option);
        const QString title = option ? toQString(option->title) : toQString(choices[i].option);
        const bool scoped = choices.size() > 1 || !choices[i].scope.empty();
        const QString buttonText = option && !scoped ? tr("%1 · %2").arg(title, toQString(option->figureLabel)) : title;
        widgets.button->setText(option && !option->isInFigure && !scoped ? tr("%1 (not in the figure)").arg(title)
                                                                         : buttonText);
        widgets.button->setSizePolicy(scoped ? QSizePolicy::Maximum : QSizePolicy::Preferred, QSizePolicy::Fixed);
        widgets.button->setAccessibleName(tr("%1: %2").arg(m_title, title));
        widgets.button->setToolTip(
            option ? tr("%1\n%2, %3")
                         .arg(toQString(option->description), toQString(option->source), toQString(option->chapters))
                   : QString());
        widgets.button->setAccessibleDescription(option ? toQString(option->description) : QString());
        widgets.scopeEdit->setVisible(scoped);
        widgets.scopeEdit->refresh();
        widgets.removeButton->setVisible(choices.size() > 1);
        widgets.removeButton->setAccessibleName(tr("remove %1").arg(title));
    }
    m_justificationEdit->setVisible(!empty || !designSlot().justification.empty());
    if (!m_patternButton)
        return;
    const Pattern pattern = m_document.project().design.communication.pattern;
    const QString name = toQString(titleOf(pattern));
    m_patternButton->setText(tr("Pattern: %1 ▾").arg(name));
    m_patternButton->setAccessibleName(tr("communication pattern: %1").arg(name));
    QStringList notes;
    for (const SlotChoice& choice : choices)
        if (const SlotOption* option = menu().find(choice.option); option && !option->notPricedReason.empty())
            notes << sentenceCase(toQString(option->notPricedReason));
    if (empty)
        notes << tr("Meanwhile the prediction uses this pattern.");
    m_notPricedText->showText(notes.join(QLatin1Char('\n')));
}

// Collapsed values are available as tool tips and to screen readers.
void SlotCard::refreshSummary()
{
    QStringList values;
    for (const SlotParameter& parameter : slotParameters(m_document.project().design, m_slot))
        if (parameter.jsonPointer != "/design/communication/pattern")
            values << tr("%1 %2").arg(toQString(parameter.name), toQString(parameter.text));
    if (m_slot == Slot::FaultTolerance) {
        const Target& target = m_document.project().target;
        if (target.nodeMtbfS)
            values << tr("MTBF per node %1").arg(toQString(timeText(target.nodeMtbfS->value)));
        if (target.preemptible)
            values << tr("preemptible nodes");
    }
    QString rejected;
    if (!designSlot().rejected.empty()) {
        const SlotOption* alternative = menu().find(designSlot().rejected);
        rejected = tr("Not %1").arg(alternative ? toQString(uncapitalised(alternative->title))
                                                : toQString(designSlot().rejected));
        if (!designSlot().rejectedBecause.empty())
            rejected += tr(": %1").arg(toQString(uncapitalised(designSlot().rejectedBecause)));
    }
    m_rejectedText->setText(rejected);
    m_rejectedText->setVisible(!rejected.isEmpty() && !m_rejectedButton->isChecked());
    for (const auto& [button, summary] :
         {std::pair{m_parametersButton, values.join(QStringLiteral(" · "))}, std::pair{m_rejectedButton, rejected}}) {
        button->setToolTip(summary);
        button->setAccessibleDescription(summary);
    }
}

void SlotCard::refreshFindings(const std::vector<Finding>& findings)
{
    std::size_t used = 0;
    for (const Finding& finding : findings) {
        if (finding.slotsRead.empty() || finding.slotsRead.front() != m_slot || isShownAsPrompt(finding))
            continue;
        if (used == m_findingRows.size()) {
            auto* row = new FindingRow(this);
            connect(row, &FindingRow::fixRequested, this, [this, row] { applyFix(row->finding()); });
            connect(row, &FindingRow::fieldRequested, this, [this](const QString& pointer) {
                if (!focusField(pointer))
                    Q_EMIT fieldRequested(pointer);
            });
            m_findingsLayout->addWidget(row);
            m_findingRows.push_back(row);
        }
        m_findingRows[used]->setFinding(finding);
        m_findingRows[used]->show();
        ++used;
    }
    for (std::size_t i = used; i < m_findingRows.size(); ++i)
        m_findingRows[i]->hide();
}

std::vector<FindingRow*> SlotCard::visibleFindingRows() const
{
    std::vector<FindingRow*> visibleRows;
    for (FindingRow* row : m_findingRows)
        if (!row->isHidden())
            visibleRows.push_back(row);
    return visibleRows;
}

}  // namespace scalewright::ui
