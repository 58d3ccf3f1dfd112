// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/ladder_card.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/decision/analysis/analysis.h"
#include "core/project/document/project.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/figure/table_model.h"
#include "ui/measure/ladder_charts.h"
#include "ui/measure/ladder_model.h"
#include "ui/quantity/entry_delegate.h"
#include "ui/theme/widgets.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {
constexpr int maximumVisibleRows = 12;
}

LadderCard::LadderCard(Document& document, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_model(new LadderModel(document, this)),
      m_nameField(new QLineEdit(this)),
      m_scalingCombo(new QuietCombo(this)),
      m_scalingNote(createParagraph(TextStyle::Small, ColorRole::SoftInk, this)),
      m_conditionsButton(createQuietButton({}, this)),
      m_allColumnsButton(createDisclosureButton(tr("All columns"), this)),
      m_removeRowsButton(createQuietButton(tr("Remove rows"), this)),
      m_table(new QTableView(this)),
      m_problemLabel(createWarning(TextStyle::Label, this)),
      m_qualityRow(new QWidget(this)),
      m_qualityNameField(new QLineEdit(m_qualityRow)),
      m_targetField(new QLineEdit(m_qualityRow))
{
    auto* title = new Text(tr("The ladder"), TextStyle::CardTitle, ColorRole::Ink, true, this);
    setAccessibleName(title->text());
    auto* add = createQuietButton(tr("Add a row"), this);
    auto* remove = createQuietButton(tr("Remove the ladder"), this);
    auto* header = createBox<QHBoxLayout>(nullptr, Theme::spacing(3),
                                          {title, Stretch{}, add, m_removeRowsButton, m_allColumnsButton, remove});

    m_nameField->setAccessibleName(tr("name of the ladder"));
    m_nameField->setPlaceholderText(tr("name of the ladder"));
    m_scalingCombo->addItems(
        {tr("strong scaling: the same work"), tr("weak scaling: the work grows with p"), tr("not set")});
    m_scalingCombo->setAccessibleName(tr("strong or weak scaling"));
    m_scalingCombo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    auto* facts = createBox<QHBoxLayout>(nullptr, Theme::spacing(3), {{m_nameField, 1}, m_scalingCombo});

    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("runs of the ladder"));
    makeFlat(*m_table);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                             QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(LadderModel::columnOf(LadderColumn::P),
                                                      QHeaderView::ResizeToContents);
    m_table->installEventFilter(this);
    auto* delegate = new EntryDelegate(&LadderModel::problemWith, m_table);
    delegate->setWarningRole(LadderModel::problemRole);
    m_table->setItemDelegate(delegate);

    m_qualityNameField->setAccessibleName(tr("name of the quality"));
    m_qualityNameField->setPlaceholderText(tr("top-1 accuracy, loss"));
    m_targetField->setAccessibleName(tr("target of the quality"));
    m_targetField->setPlaceholderText(tr("none"));
    createBox<QHBoxLayout>(
        m_qualityRow, Theme::spacing(2),
        {new Text(tr("Quality is"), TextStyle::Label, ColorRole::SoftInk, false, m_qualityRow),
         {m_qualityNameField, 1},
         new Text(tr("speedups count at the target"), TextStyle::Label, ColorRole::SoftInk, false, m_qualityRow),
         m_targetField,
         Stretch{}});

    createBox<QVBoxLayout>(this, Theme::spacing(2),
                           {header,
                            facts,
                            {m_conditionsButton, 0, Qt::AlignLeft},
                            m_scalingNote,
                            m_table,
                            m_problemLabel,
                            m_qualityRow,
                            Stretch{}},
                           Theme::margins(4, 3, 4, 3));

    m_conditionsButton->setToolTip(
        tr("If the runs used the project’s current values, and the earlier ones were wrong"));
    connect(m_conditionsButton, &QPushButton::clicked, this,
            [this] { editLadder(tr("conditions of the runs"), [](Ladder& ladder) { ladder.conditions.reset(); }); });
    connect(add, &QPushButton::clicked, this, &LadderCard::addRow);
    connect(m_removeRowsButton, &QPushButton::clicked, this, &LadderCard::removeRows);
    connect(remove, &QPushButton::clicked, this, &LadderCard::removeLadder);
    connect(m_allColumnsButton, &QPushButton::toggled, this, &LadderCard::showColumns);
    connect(m_nameField, &QLineEdit::editingFinished, this, &LadderCard::commitName);
    connect(m_qualityNameField, &QLineEdit::editingFinished, this, &LadderCard::commitQuality);
    connect(m_targetField, &QLineEdit::editingFinished, this, &LadderCard::commitQuality);
    connect(m_scalingCombo, &QComboBox::activated, this, [this](int index) {
        setScaling(index == 0   ? std::optional(Scaling::Strong)
                   : index == 1 ? std::optional(Scaling::Weak)
                                : std::nullopt);
    });
    connect(delegate, &EntryDelegate::problemChanged, this, &LadderCard::showProblem);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_removeRowsButton->setEnabled(!selectedRows().empty()); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_removeRowsButton->setEnabled(false);
        restyle();
    });
    m_removeRowsButton->setEnabled(false);
    setTextStyle({m_nameField, m_scalingCombo, m_qualityNameField, m_targetField}, TextStyle::Label);
    followTheme(this, [this] { restyle(); });
    refresh();
}

// During destruction a field that loses focus must not commit.
LadderCard::~LadderCard()
{
    for (QObject* each : {static_cast<QObject*>(m_nameField), static_cast<QObject*>(m_qualityNameField),
                          static_cast<QObject*>(m_targetField), static_cast<QObject*>(m_table->itemDelegate()),
                          static_cast<QObject*>(m_table->selectionModel()), static_cast<QObject*>(m_model)})
        each->disconnect(this);
    m_table->removeEventFilter(this);
}

void LadderCard::refresh()
{
    const std::shared_ptr<const LadderAnalysis>& ladderAnalysis = m_document.analysis().ladder;
    if (!ladderAnalysis)
        return;
    const Ladder& ladder = m_document.project().measurements.ladders[ladderAnalysis->index];
    if (!m_nameField->isModified())
        m_nameField->setText(QString::fromStdString(ladder.name));
    m_scalingCombo->setCurrentIndex(!ladder.scaling ? 2 : *ladder.scaling == Scaling::Strong ? 0 : 1);
    m_scalingNote->showText(ladder.scaling ? QString() : toQString(guessScaling(ladder).reason));
    const MeasuredLadder* runs = m_document.analysis().ladderOfRuns();
    m_conditionsButton->setVisible(runs && runs->isCalibrated());
    if (runs && runs->isCalibrated())
        m_conditionsButton->setText(
            tr("Measured at %1: the runs used the current values instead").arg(toQString(runs->measuredAt)));
    m_qualityRow->setVisible(m_model->hasValues(LadderModel::columnOf(LadderColumn::Quality)));
    if (!m_qualityNameField->isModified())
        m_qualityNameField->setText(QString::fromStdString(ladder.qualityName));
    if (!m_targetField->isModified())
        m_targetField->setText(ladder.qualityTarget ? toQString(roundTripText(ladder.qualityTarget->value))
                                                    : QString());
    showProblem(ladderAnalysis->measured ? QString() : errorText(ladderAnalysis->measured.error(), 6));
    showColumns();
}

void LadderCard::showColumns()
{
    for (int column = 0; column < LadderModel::columns; ++column) {
        const bool isAlwaysShown = column == LadderModel::columnOf(LadderColumn::P) ||
                                   (column == LadderModel::columnOf(LadderColumn::Time) &&
                                    !m_model->hasValues(LadderModel::columnOf(LadderColumn::Throughput)) &&
                                    !m_model->hasValues(LadderModel::columnOf(LadderColumn::Compute)));
        m_table->setColumnHidden(column,
                                 !isAlwaysShown && !m_allColumnsButton->isChecked() && !m_model->hasValues(column));
    }
}

void LadderCard::restyle()
{
    const int row = QFontMetrics(Theme::instance().font(TextStyle::Label)).height() + Theme::spacing(2);
    m_table->horizontalHeader()->setMinimumSectionSize(Theme::scaled(60));
    m_table->verticalHeader()->setDefaultSectionSize(row);
    m_table->horizontalHeader()->setFixedHeight(row);
    m_table->setFixedHeight(row * (std::clamp(m_model->rowCount(), 1, maximumVisibleRows) + 1) + 2);
    m_targetField->setMaximumWidth(Theme::scaled(96));
}

std::set<int> LadderCard::selectedRows() const
{
    std::set<int> rows;
    for (const QItemSelectionRange& range : m_table->selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.insert(row);
    return rows;
}

void LadderCard::addRow()
{
    const int row = m_model->addRow();
    m_table->setCurrentIndex(m_model->index(row, LadderModel::columnOf(LadderColumn::P)));
    m_table->scrollTo(m_model->index(row, LadderModel::columnOf(LadderColumn::P)));
    m_table->setFocus(Qt::OtherFocusReason);
}

void LadderCard::removeRows()
{
    const std::set<int> rows = selectedRows();
    if (rows.empty())
        return;
    m_model->removeRungs(rows);
    if (m_model->rowCount() > 0)
        m_table->setCurrentIndex(
            m_model->index(std::min(*rows.begin(), m_model->rowCount() - 1), LadderModel::columnOf(LadderColumn::P)));
}

void LadderCard::removeLadder()
{
    Project after = m_document.project();
    std::vector<Ladder>& ladders = after.measurements.ladders;
    ladders.erase(ladders.begin() + static_cast<std::ptrdiff_t>(m_document.analysis().ladder->index));
    m_document.edit(tr("remove the ladder"), std::move(after));
}

void LadderCard::editLadder(const QString& text, const std::function<void(Ladder&)>& apply)
{
    Project after = m_document.project();
    apply(after.measurements.ladders.at(m_document.analysis().ladder->index));
    m_document.edit(text, std::move(after));
}

void LadderCard::setScaling(std::optional<Scaling> scaling)
{
    editLadder(tr("strong or weak scaling"), [&](Ladder& ladder) { ladder.scaling = scaling; });
}

void LadderCard::commitName()
{
    if (m_document.analysis().ladder && m_nameField->isModified()) {
        m_nameField->setModified(false);
        editLadder(tr("name of the ladder"),
                   [this](Ladder& ladder) { ladder.name = m_nameField->text().trimmed().toStdString(); });
    }
}

void LadderCard::commitQuality()
{
    if (!m_document.analysis().ladder)
        return;
    const QString target = m_targetField->text().trimmed();
    const Result<ParsedEntry> value = parseEntry(target.toStdString(), Dimension::Ratio);
    if (!target.isEmpty() && !value) {
        showProblem(said(value.error().problems.front()));
        return;
    }
    m_qualityNameField->setModified(false);
    m_targetField->setModified(false);
    editLadder(tr("quality of the ladder"), [&](Ladder& ladder) {
        ladder.qualityName = m_qualityNameField->text().trimmed().toStdString();
        if (target.isEmpty())
            ladder.qualityTarget.reset();
        else if (!ladder.qualityTarget || ladder.qualityTarget->value != value->value)
            ladder.qualityTarget = typed(value->value);
    });
}

void LadderCard::focusTable()
{
    m_table->setFocus(Qt::OtherFocusReason);
    if (!m_table->currentIndex().isValid() && m_model->rowCount() > 0)
        m_table->setCurrentIndex(m_model->index(0, LadderModel::columnOf(LadderColumn::P)));
}

void LadderCard::showProblem(const QString& problem)
{
    m_problemLabel->showText(problem);
}

bool LadderCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Paste)) {
            Q_EMIT pasteRequested();
            return true;
        }
        if (key->matches(QKeySequence::Delete) && !selectedRows().empty()) {
            removeRows();
            return true;
        }
    }
    return Card::eventFilter(watched, event);
}

}  // namespace scalewright::ui
