#include "ui/design/slots/slot_card.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/quantity/units.h"
#include "core/design/slots/slot_edits.h"
#include "core/model/scaling/pattern.h"
#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/quiet_combo.h"
#include "ui/controls/search_combo.h"
#include "ui/controls/words_button.h"
#include "ui/design/slots/choice_button.h"
#include "ui/design/slots/finding_row.h"
#include "ui/design/slots/sentence_edit.h"
#include "ui/design/slots/slot_fields.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

// Sentences, quiet words and offers begin a little left of the text that stands still, for their frames' sake.
constexpr int inset = SentenceEdit::indent;
const QMargins textMargins(inset, 0, inset, 0);
constexpr int reasonLines = 3;  // six cards stay in sight at 1280 x 720

Text* wrappedText(TextStyle style, Role role, QWidget* parent)
{
    auto* text = new Text(style, role, false, parent);
    text->setWordWrap(true);
    text->setContentsMargins(textMargins);
    return text;
}

/// A word that is seen while its card is looked at: under the pointer, by keyboard, or while what it unfolds is open.
class ShyWord : public QPushButton {
public:
    ShyWord(const QString& text, QWidget& card) : QPushButton(text, &card), m_card(card)
    {
        setProperty("look", QStringLiteral("quiet"));
        setCursor(Qt::PointingHandCursor);
        const auto restyle = [this] { setFont(Theme::instance().font(TextStyle::Label)); };
        restyle();
        connect(&Theme::instance(), &Theme::changed, this, restyle);
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

QVBoxLayout* columnOf(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(2));
    return column;
}

/// What the card asks for by itself, with a field that is empty: not said a second time under it.
bool isAskedFor(const Finding& finding)
{
    return finding.rule == "slot-empty" || finding.rule == "no-justification";
}

}  // namespace

SlotCard::SlotCard(Document& document, const DesignCatalogue& catalogue, Slot slot, QWidget* parent)
    : Card(parent), m_document(document), m_catalogue(catalogue), m_slot(slot), m_title(qt(menu().title))
{
    const int number = static_cast<int>(slot) + 1;
    setAccessibleName(tr("%1. %2").arg(number).arg(m_title));
    setAccessibleDescription(qt(menu().question));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4) - inset, Theme::space(3), Theme::space(4) - inset, Theme::space(3));
    column->setSpacing(Theme::space(2));

    auto* head = new QHBoxLayout;
    head->setSpacing(Theme::space(2));
    auto* title = new Text(tr("%1. %2").arg(number).arg(m_title), TextStyle::CardTitle, Role::Ink, true, this);
    title->setToolTip(tr("%1 · %2 · Alt+%3").arg(qt(menu().question), qt(menu().chapters)).arg(number));
    m_question = new Text(qt(menu().question), TextStyle::Label, Role::Soft, false, this);
    m_question->setElided(true);
    head->addWidget(title);
    head->addStretch(1);
    auto* titles = new QVBoxLayout;
    titles->setContentsMargins(textMargins);
    titles->setSpacing(0);
    titles->addLayout(head);
    titles->addWidget(m_question);
    column->addLayout(titles);

    buildChoices(*column);
    m_why = new SentenceEdit(document, justificationField(slot), this);
    m_why->setAccessibleName(tr("%1: why this choice").arg(m_title));
    m_why->setFoldedLines(reasonLines);
    column->addWidget(m_why);
    buildWords(*column);
    m_findings = new QVBoxLayout;
    m_findings->setContentsMargins(textMargins);
    m_findings->setSpacing(Theme::space(2));
    column->addLayout(m_findings);
    column->addStretch(1);
}

SlotCard::~SlotCard()
{
    // A child with the keyboard gives it up as it goes, when the words that hear of it are gone.
    disconnect(qApp, nullptr, this, nullptr);
}

void SlotCard::updateWords()
{
    for (QPushButton* word : {m_parametersWord, m_rejectedWord, m_addWord})
        word->update();
}

void SlotCard::enterEvent(QEnterEvent* event)
{
    Card::enterEvent(event);
    updateWords();
}

void SlotCard::leaveEvent(QEvent* event)
{
    Card::leaveEvent(event);
    updateWords();
}

const DesignSlot& SlotCard::state() const
{
    return slotOf(m_document.project().design, m_slot);
}

void SlotCard::buildChoices(QVBoxLayout& column)
{
    m_notGiven = wrappedText(TextStyle::Label, Role::Ink, this);
    column.addWidget(m_notGiven);

    m_choiceRows = new QVBoxLayout;
    m_choiceRows->setSpacing(Theme::space(1));
    column.addLayout(m_choiceRows);

    // Nothing is chosen: the figure's menu, to be read and pressed.
    auto* offer = new QVBoxLayout;
    offer->setContentsMargins(inset - WordsButton::indent, 0, inset - WordsButton::indent, 0);
    offer->setSpacing(0);
    for (const SlotOption& option : menu().options) {
        if (!option.inFigure)
            continue;
        auto* button = new WordsButton(this);
        button->setWords(qt(option.title), {}, true, true);
        button->setToolTip(tr("%1\n%2 (%3)").arg(qt(option.how), qt(option.does), qt(option.chapters)));
        button->setAccessibleDescription(qt(option.does));
        connect(button, &QAbstractButton::clicked, this, [this, id = option.id] {
            choose(0, id);
            takeFocus();
        });
        offer->addWidget(button);
        m_options.push_back(button);
    }
    column.addLayout(offer);
    m_others = quietButton(tr("Not in the figure ▾"), this);
    m_others->setAccessibleName(tr("%1: options that are not in the figure").arg(m_title));
    auto* others = new QMenu(m_others);
    others->setToolTipsVisible(true);
    for (const SlotOption& option : menu().options) {
        if (option.inFigure)
            continue;
        QAction* action =
            others->addAction(tr("%1\t%2").arg(qt(option.title), qt(option.source)), this, [this, id = option.id] {
                choose(0, id);
                takeFocus();
            });
        action->setToolTip(qt(option.does));
    }
    m_others->setMenu(others);

    if (m_slot == Slot::Communication) {
        m_pattern = quietButton(QString(), this);
        auto* patterns = new QMenu(m_pattern);
        patterns->setToolTipsVisible(true);
        connect(patterns, &QMenu::aboutToShow, this, [this, patterns] { fillPatterns(*patterns); });
        m_pattern->setMenu(patterns);
        column.addWidget(m_pattern, 0, Qt::AlignLeft);
        m_notPriced = wrappedText(TextStyle::Small, Role::Soft, this);
        column.addWidget(m_notPriced);
    }
}

void SlotCard::buildWords(QVBoxLayout& column)
{
    m_parametersWord = new ShyWord(tr("Parameters"), *this);
    m_rejectedWord = new ShyWord(tr("Rejected"), *this);
    m_addWord = new ShyWord(QStringLiteral("+"), *this);
    connect(qApp, &QApplication::focusChanged, this, &SlotCard::updateWords);
    for (QPushButton* word : {m_parametersWord, m_rejectedWord})
        word->setCheckable(true);
    m_parametersWord->setAccessibleName(tr("%1: %2").arg(m_title, m_parametersWord->text()));
    m_rejectedWord->setAccessibleName(tr("%1: rejected alternative, shown").arg(m_title));
    m_addWord->setAccessibleName(tr("%1: second choice").arg(m_title));
    m_addWord->setToolTip(
        tr("A second choice, where the slot holds two values: training and serving, two kinds of partition"));
    auto* words = new QHBoxLayout;
    words->setSpacing(Theme::space(1));
    words->addWidget(m_others);
    words->addWidget(m_parametersWord);
    words->addWidget(m_rejectedWord);
    words->addWidget(m_addWord);
    words->addStretch();
    column.addLayout(words);
    connect(m_addWord, &QPushButton::clicked, this, &SlotCard::addChoice);
    m_folded = new QVBoxLayout;
    m_folded->setSpacing(Theme::space(2));
    column.addLayout(m_folded);
    connect(m_parametersWord, &QPushButton::toggled, this, [this](bool shown) {
        makeParameters();
        m_parameters->setVisible(shown);
        refreshSummary();
        Q_EMIT fieldsChanged();
    });
    connect(m_rejectedWord, &QPushButton::toggled, this, [this](bool shown) {
        makeRejected();
        m_rejected->setVisible(shown);
        refreshSummary();
        Q_EMIT fieldsChanged();
    });
}

SlotCard::Choice SlotCard::makeChoice(std::size_t index)
{
    Choice choice;
    choice.row = new QWidget(this);
    auto* row = new QHBoxLayout(choice.row);
    row->setContentsMargins(textMargins);
    row->setSpacing(Theme::space(1));
    choice.button = new ChoiceButton(choice.row);
    auto* options = new QMenu(choice.button);
    options->setToolTipsVisible(true);
    connect(options, &QMenu::aboutToShow, this, [this, options, index] { fillMenu(*options, index); });
    choice.button->setMenu(options);
    choice.scope = new SentenceEdit(
        m_document,
        {.key = QStringLiteral("/design/%1/choices/%2/for").arg(QLatin1String(slotName(m_slot))).arg(index),
         .name = tr("%1: for what, choice %2").arg(m_title).arg(index + 1),
         .placeholder = tr("for what?"),
         .value =
             [slot = m_slot, index](const Project& project) {
                 const std::vector<SlotChoice>& choices = slotOf(project.design, slot).choices;
                 return index < choices.size() ? choices[index].scope : std::string();
             },
         .apply = [slot = m_slot, index](
                      Project& project,
                      const std::string& text) { project = withScope(std::move(project), slot, index, text); }},
        choice.row);
    choice.remove = quietButton(QString(QChar(0xD7)), choice.row);
    choice.remove->setProperty("look", QStringLiteral("sign"));
    choice.remove->setToolTip(tr("Take this choice away"));
    connect(choice.remove, &QPushButton::clicked, this, [this, index] { removeChoice(index); });
    row->addWidget(choice.button);
    row->addWidget(choice.scope, 1);
    row->addWidget(choice.remove);
    m_choiceRows->addWidget(choice.row);
    return choice;
}

void SlotCard::makeParameters()
{
    if (m_parameters)
        return;
    m_parameters = new QWidget(this);
    QVBoxLayout* inner = columnOf(m_parameters);
    for (SentenceEdit::Field& field : slotWords(m_slot)) {
        auto* label = new Text(sentenceCase(field.name), TextStyle::Label, Role::Ink, true, m_parameters);
        label->setContentsMargins(textMargins);
        auto* edit = new SentenceEdit(m_document, std::move(field), m_parameters);
        auto* row = new QVBoxLayout;
        row->setSpacing(0);
        row->addWidget(label);
        row->addWidget(edit);
        inner->addLayout(row);
        m_words.push_back(edit);
    }
    m_grid = new FieldGrid(m_document, slotQuantities(m_slot), m_parameters);
    m_grid->layout()->setContentsMargins(textMargins);
    inner->addWidget(m_grid);
    auto* switches = new QVBoxLayout;
    switches->setContentsMargins(textMargins);
    switches->setSpacing(Theme::space(2));
    inner->addLayout(switches);
    if (m_slot == Slot::LoadBalancing) {
        m_shape = new QuietCombo(m_parameters);
        m_shape->addItem(tr("jitter: normal"));
        m_shape->addItem(tr("jitter: exponential, a long tail"));
        m_shape->setAccessibleName(tr("shape of the jitter"));
        connect(m_shape, &QComboBox::activated, this, [this](int index) {
            Project after = m_document.project();
            after.design.loadBalancing.jitterShape = index == 0 ? JitterShape::Normal : JitterShape::Exponential;
            edit(tr("shape of the jitter"), std::move(after));
        });
        switches->addWidget(m_shape);
    }
    m_switches = slotSwitches(m_slot);
    for (const SlotSwitch& each : m_switches) {
        auto* box = new QCheckBox(each.label, m_parameters);
        connect(box, &QCheckBox::clicked, this, [this, apply = each.apply, label = each.label](bool on) {
            Project after = m_document.project();
            apply(after, on);
            edit(label, std::move(after));
        });
        switches->addWidget(box);
        m_boxes.push_back(box);
    }
    const auto restyle = [this] {
        if (m_shape)
            m_shape->setFont(Theme::instance().font(TextStyle::Label));
        for (QCheckBox* box : m_boxes)
            box->setFont(Theme::instance().font(TextStyle::Label));
    };
    restyle();
    connect(&Theme::instance(), &Theme::changed, m_parameters, restyle);
    m_parameters->hide();
    m_folded->insertWidget(0, m_parameters);
    m_grid->layOut(m_columns);
    refreshParameters();
}

void SlotCard::makeRejected()
{
    if (m_rejected)
        return;
    m_rejected = new QWidget(this);
    QVBoxLayout* inner = columnOf(m_rejected);
    m_alternative =
        new SearchCombo(tr("%1: rejected alternative").arg(m_title), tr("which? choose, or type your own"), m_rejected);
    for (const SlotOption& option : menu().options)
        m_alternative->addItem(qt(option.title));
    connect(m_alternative, &SearchCombo::chosen, this,
            [this](int index) { reject(menu().options.at(static_cast<std::size_t>(index)).id); });
    connect(m_alternative, &SearchCombo::named, this, [this](const QString& text) { reject(text.toStdString()); });
    m_because = new SentenceEdit(m_document, rejectedBecauseField(m_slot), m_rejected);
    m_because->setAccessibleName(tr("%1: why the alternative was rejected").arg(m_title));
    auto* which = new QHBoxLayout;
    which->setContentsMargins(textMargins);
    which->addWidget(m_alternative);
    inner->addLayout(which);
    inner->addWidget(m_because);
    m_rejected->hide();
    m_folded->addWidget(m_rejected);
    refreshRejected();
}

void SlotCard::setParametersShown(bool shown)
{
    m_parametersWord->setChecked(shown);
}

void SlotCard::setRejectedShown(bool shown)
{
    m_rejectedWord->setChecked(shown);
}

QPushButton* SlotCard::choiceButton(std::size_t index) const
{
    return m_choices.at(index).button;
}

FieldGrid& SlotCard::parameters()
{
    makeParameters();
    return *m_grid;
}

void SlotCard::layOut(int columns)
{
    m_columns = columns;
    if (m_grid)
        m_grid->layOut(columns);
}

void SlotCard::refresh(const std::vector<Finding>& findings, const CaseStudy* study)
{
    refreshChoices(study);
    m_why->refresh();
    refreshParameters();
    refreshRejected();
    refreshSummary();
    refreshFindings(findings);
}

void SlotCard::refreshParameters()
{
    if (!m_parameters)
        return;
    const Project& project = m_document.project();
    m_grid->refresh();
    for (SentenceEdit* words : m_words)
        words->refresh();
    if (m_shape)
        m_shape->setCurrentIndex(project.design.loadBalancing.jitterShape == JitterShape::Normal ? 0 : 1);
    for (std::size_t i = 0; i < m_switches.size(); ++i) {
        const bool on = m_switches[i].value(project);
        m_boxes[i]->setChecked(on);
        m_boxes[i]->setVisible(on || m_switches[i].needed(project));
    }
}

void SlotCard::refreshRejected()
{
    if (!m_rejected)
        return;
    const SlotOption* alternative = menu().find(state().rejected);
    m_alternative->setName(alternative ? qt(alternative->title) : qt(state().rejected));
    m_because->refresh();
}

void SlotCard::refreshChoices(const CaseStudy* study)
{
    const std::vector<SlotChoice>& choices = state().choices;
    const bool empty = choices.empty();
    m_question->setVisible(empty);
    m_notGiven->setVisible(empty && study && slotOf(study->design, m_slot).choices.empty());
    if (study)
        m_notGiven->setText(sentenceCase(tr("%1 (%2).").arg(qt(m_catalogue.notGiven), qt(study->chapter))));
    for (WordsButton* option : m_options)
        option->setVisible(empty);
    m_others->setVisible(empty && !m_others->menu()->isEmpty());
    m_addWord->setVisible(choices.size() == 1);
    m_rejectedWord->setVisible(!empty || m_rejectedWord->isChecked() || !state().rejected.empty());
    while (m_choices.size() < choices.size())
        m_choices.push_back(makeChoice(m_choices.size()));
    for (std::size_t i = 0; i < m_choices.size(); ++i) {
        const Choice& shown = m_choices[i];
        shown.row->setVisible(i < choices.size());
        if (i >= choices.size())
            continue;
        const SlotOption* option = menu().find(choices[i].option);
        const QString title = option ? qt(option->title) : qt(choices[i].option);
        const bool scoped = choices.size() > 1 || !choices[i].scope.empty();
        const QString how = option && !scoped ? tr("%1 · %2").arg(title, qt(option->how)) : title;
        shown.button->setText(option && !option->inFigure && !scoped ? tr("%1 (not in the figure)").arg(title) : how);
        shown.button->setSizePolicy(scoped ? QSizePolicy::Maximum : QSizePolicy::Preferred, QSizePolicy::Fixed);
        shown.button->setAccessibleName(tr("%1: %2").arg(m_title, title));
        shown.button->setToolTip(
            option ? tr("%1\n%2, %3").arg(qt(option->does), qt(option->source), qt(option->chapters)) : QString());
        shown.button->setAccessibleDescription(option ? qt(option->does) : QString());
        shown.scope->setVisible(scoped);
        shown.scope->refresh();
        shown.remove->setVisible(choices.size() > 1);
        shown.remove->setAccessibleName(tr("take %1 away").arg(title));
    }
    m_why->setVisible(!empty || !state().justification.empty());
    if (!m_pattern)
        return;
    const Pattern pattern = m_document.project().design.communication.pattern;
    const QString name = qt(titleOf(pattern));
    m_pattern->setText(tr("Pattern: %1 ▾").arg(name));
    m_pattern->setAccessibleName(tr("communication pattern: %1").arg(name));
    QStringList notes;
    for (const SlotChoice& choice : choices)
        if (const SlotOption* option = menu().find(choice.option); option && !option->notPriced.empty())
            notes << sentenceCase(qt(option->notPriced));
    if (empty)
        notes << tr("The prediction uses it meanwhile.");
    m_notPriced->setText(notes.join(QLatin1Char('\n')));
    m_notPriced->setVisible(!notes.isEmpty());
}

// What is folded away is read on hover, and by a screen reader.
void SlotCard::refreshSummary()
{
    QStringList values;
    for (const SlotParameter& parameter : slotParameters(m_document.project().design, m_slot))
        if (parameter.pointer != "/design/communication/pattern")
            values << tr("%1 %2").arg(qt(parameter.name), qt(parameter.text));
    if (m_slot == Slot::FaultTolerance) {
        const Target& target = m_document.project().target;
        if (target.nodeMtbfS)
            values << tr("MTBF of a node %1").arg(qt(formatAmount(target.nodeMtbfS->value, Dimension::Time).joined()));
        if (target.preemptible)
            values << tr("preemptible nodes");
    }
    QString rejected;
    if (!state().rejected.empty()) {
        const SlotOption* alternative = menu().find(state().rejected);
        const QString name = alternative ? qt(alternative->title) : qt(state().rejected);
        rejected = state().rejectedBecause.empty() ? name : tr("%1: %2").arg(name, qt(state().rejectedBecause));
    }
    for (const auto& [word, says] :
         {std::pair{m_parametersWord, values.join(QStringLiteral(" · "))}, std::pair{m_rejectedWord, rejected}}) {
        word->setToolTip(says);
        word->setAccessibleDescription(says);
    }
}

void SlotCard::refreshFindings(const std::vector<Finding>& findings)
{
    std::size_t used = 0;
    for (const Finding& finding : findings) {
        if (finding.slotsRead.empty() || finding.slotsRead.front() != m_slot || isAskedFor(finding))
            continue;
        if (used == m_rows.size()) {
            auto* row = new FindingRow(this);
            connect(row, &FindingRow::fixWanted, this, [this, row] { applyFix(row->finding()); });
            connect(row, &FindingRow::fieldWanted, this, [this](const QString& pointer) {
                if (!focusField(pointer))
                    Q_EMIT fieldWanted(pointer);
            });
            m_findings->addWidget(row);
            m_rows.push_back(row);
        }
        m_rows[used]->setFinding(finding);
        m_rows[used]->show();
        ++used;
    }
    for (std::size_t i = used; i < m_rows.size(); ++i)
        m_rows[i]->hide();
}

std::vector<FindingRow*> SlotCard::findingRows() const
{
    std::vector<FindingRow*> shown;
    for (FindingRow* row : m_rows)
        if (!row->isHidden())
            shown.push_back(row);
    return shown;
}

}  // namespace scalewright::ui
