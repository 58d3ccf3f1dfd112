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
#include "ui/controls/quiet_combo.h"
#include "ui/measure/ladder_charts.h"
#include "ui/measure/ladder_model.h"
#include "ui/quantity/entry_delegate.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {
constexpr int mostRowsInSight = 12;
}

LadderCard::LadderCard(Document& document, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_model(new LadderModel(document, this)),
      m_name(new QLineEdit(this)),
      m_scaling(new QuietCombo(this)),
      m_scalingNote(new Text(TextStyle::Small, Role::Soft, false, this)),
      m_all(quietButton(tr("All columns"), this)),
      m_removeRows(quietButton(tr("Remove rows"), this)),
      m_table(new QTableView(this)),
      m_problem(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_qualityRow(new QWidget(this)),
      m_qualityName(new QLineEdit(m_qualityRow)),
      m_target(new QLineEdit(m_qualityRow))
{
    auto* title = new Text(tr("The ladder"), TextStyle::CardTitle, Role::Ink, true, this);
    setAccessibleName(title->text());
    auto* add = quietButton(tr("Add a row"), this);
    auto* remove = quietButton(tr("Remove the ladder"), this);
    m_all->setCheckable(true);
    auto* header = new QHBoxLayout;
    header->setSpacing(2);
    header->addWidget(title);
    header->addStretch();
    for (QPushButton* button : {add, m_removeRows, m_all, remove})
        header->addWidget(button);

    m_name->setAccessibleName(tr("name of the ladder"));
    m_name->setPlaceholderText(tr("name of the ladder"));
    m_scaling->addItems(
        {tr("strong scaling: the same work"), tr("weak scaling: the work grows with p"), tr("not said")});
    m_scaling->setAccessibleName(tr("strong or weak scaling"));
    m_scaling->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_scalingNote->setWordWrap(true);
    auto* facts = new QHBoxLayout;
    facts->setSpacing(Theme::space(3));
    facts->addWidget(m_name, 1);
    facts->addWidget(m_scaling);

    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("runs of the ladder"));
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionBehavior(QAbstractItemView::SelectItems);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                             QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionResizeMode(LadderModel::of(LadderColumn::P), QHeaderView::ResizeToContents);
    m_table->installEventFilter(this);
    auto* delegate = new EntryDelegate(&LadderModel::problemWith, m_table);
    delegate->setMarkRole(LadderModel::problemRole);
    m_table->setItemDelegate(delegate);
    m_problem->setWordWrap(true);
    m_problem->setMark(Role::Warning);
    m_problem->hide();

    m_qualityName->setAccessibleName(tr("name of the quality"));
    m_qualityName->setPlaceholderText(tr("top-1 accuracy, loss"));
    m_target->setAccessibleName(tr("target of the quality"));
    m_target->setPlaceholderText(tr("none"));
    auto* quality = new QHBoxLayout(m_qualityRow);
    quality->setContentsMargins(0, 0, 0, 0);
    quality->setSpacing(Theme::space(2));
    quality->addWidget(new Text(tr("Quality is"), TextStyle::Label, Role::Soft, false, m_qualityRow));
    quality->addWidget(m_qualityName, 1);
    quality->addWidget(new Text(tr("speedups count at the target"), TextStyle::Label, Role::Soft, false, m_qualityRow));
    quality->addWidget(m_target);
    quality->addStretch();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(3));
    column->setSpacing(Theme::space(2));
    column->addLayout(header);
    column->addLayout(facts);
    for (QWidget* each : {static_cast<QWidget*>(m_scalingNote), static_cast<QWidget*>(m_table),
                          static_cast<QWidget*>(m_problem), m_qualityRow})
        column->addWidget(each);
    column->addStretch();

    connect(add, &QPushButton::clicked, this, &LadderCard::addRow);
    connect(m_removeRows, &QPushButton::clicked, this, &LadderCard::removeRows);
    connect(remove, &QPushButton::clicked, this, &LadderCard::removeLadder);
    connect(m_all, &QPushButton::toggled, this, &LadderCard::showColumns);
    connect(m_name, &QLineEdit::editingFinished, this, &LadderCard::commitName);
    connect(m_qualityName, &QLineEdit::editingFinished, this, &LadderCard::commitQuality);
    connect(m_target, &QLineEdit::editingFinished, this, &LadderCard::commitQuality);
    connect(m_scaling, &QComboBox::activated, this, [this](int index) {
        setScaling(index == 0   ? std::optional(Scaling::Strong)
                   : index == 1 ? std::optional(Scaling::Weak)
                                : std::nullopt);
    });
    connect(delegate, &EntryDelegate::problem, this, &LadderCard::say);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            [this] { m_removeRows->setEnabled(!selectedRows().empty()); });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_removeRows->setEnabled(false);
        restyle();
    });
    connect(&Theme::instance(), &Theme::changed, this, &LadderCard::restyle);
    m_removeRows->setEnabled(false);
    restyle();
    refresh();
}

// A field that loses the keyboard because its card is going has nobody to tell.
LadderCard::~LadderCard()
{
    for (QObject* each : {static_cast<QObject*>(m_name), static_cast<QObject*>(m_qualityName),
                          static_cast<QObject*>(m_target), static_cast<QObject*>(m_table->itemDelegate()),
                          static_cast<QObject*>(m_table->selectionModel()), static_cast<QObject*>(m_model)})
        each->disconnect(this);
    m_table->removeEventFilter(this);
}

void LadderCard::refresh()
{
    const std::shared_ptr<const LadderAnalysis>& shown = m_document.analysis().ladder;
    if (!shown)
        return;
    const Ladder& ladder = m_document.project().measurements.ladders[shown->index];
    if (!m_name->isModified())
        m_name->setText(QString::fromStdString(ladder.name));
    m_scaling->setCurrentIndex(!ladder.scaling ? 2 : *ladder.scaling == Scaling::Strong ? 0 : 1);
    m_scalingNote->setText(ladder.scaling ? QString() : qt(guessScaling(ladder).why));
    m_scalingNote->setVisible(!m_scalingNote->text().isEmpty());
    m_qualityRow->setVisible(m_model->hasValues(LadderModel::of(LadderColumn::Quality)));
    if (!m_qualityName->isModified())
        m_qualityName->setText(QString::fromStdString(ladder.qualityName));
    if (!m_target->isModified())
        m_target->setText(ladder.qualityTarget ? qt(roundTrip(ladder.qualityTarget->value)) : QString());
    say(shown->measured ? QString() : said(shown->measured.error(), 6));
    showColumns();
}

void LadderCard::showColumns()
{
    for (int column = 0; column < LadderModel::columns; ++column) {
        const bool always = column == LadderModel::of(LadderColumn::P) ||
                            (column == LadderModel::of(LadderColumn::Time) &&
                             !m_model->hasValues(LadderModel::of(LadderColumn::Throughput)) &&
                             !m_model->hasValues(LadderModel::of(LadderColumn::Comp)));
        m_table->setColumnHidden(column, !always && !m_all->isChecked() && !m_model->hasValues(column));
    }
}

void LadderCard::restyle()
{
    const Theme& theme = Theme::instance();
    const QFont font = theme.font(TextStyle::Label);
    for (QWidget* each : {static_cast<QWidget*>(m_table), static_cast<QWidget*>(m_table->horizontalHeader()),
                          static_cast<QWidget*>(m_name), static_cast<QWidget*>(m_scaling),
                          static_cast<QWidget*>(m_qualityName), static_cast<QWidget*>(m_target)})
        each->setFont(font);
    const int row = QFontMetrics(font).height() + Theme::space(2);
    m_table->horizontalHeader()->setMinimumSectionSize(static_cast<int>(60 * theme.typeScale()));
    m_table->verticalHeader()->setDefaultSectionSize(row);
    m_table->horizontalHeader()->setFixedHeight(row);
    m_table->setFixedHeight(row * (std::clamp(m_model->rowCount(), 1, mostRowsInSight) + 1) + 2);
    m_target->setMaximumWidth(static_cast<int>(96 * theme.typeScale()));
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
    m_table->setCurrentIndex(m_model->index(row, LadderModel::of(LadderColumn::P)));
    m_table->scrollTo(m_model->index(row, LadderModel::of(LadderColumn::P)));
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
            m_model->index(std::min(*rows.begin(), m_model->rowCount() - 1), LadderModel::of(LadderColumn::P)));
}

void LadderCard::removeLadder()
{
    Project after = m_document.project();
    std::vector<Ladder>& ladders = after.measurements.ladders;
    ladders.erase(ladders.begin() + static_cast<std::ptrdiff_t>(m_document.analysis().ladder->index));
    m_document.edit(tr("remove the ladder"), std::move(after));
}

void LadderCard::change(const QString& text, const std::function<void(Ladder&)>& apply)
{
    Project after = m_document.project();
    apply(after.measurements.ladders.at(m_document.analysis().ladder->index));
    m_document.edit(text, std::move(after));
}

void LadderCard::setScaling(std::optional<Scaling> scaling)
{
    change(tr("strong or weak scaling"), [&](Ladder& ladder) { ladder.scaling = scaling; });
}

void LadderCard::commitName()
{
    if (m_document.analysis().ladder && m_name->isModified()) {
        m_name->setModified(false);
        change(tr("name of the ladder"),
               [this](Ladder& ladder) { ladder.name = m_name->text().trimmed().toStdString(); });
    }
}

void LadderCard::commitQuality()
{
    if (!m_document.analysis().ladder)
        return;
    const QString target = m_target->text().trimmed();
    const Result<Entry> value = parseEntry(target.toStdString(), Dimension::Ratio);
    if (!target.isEmpty() && !value) {
        say(said(value.error().problems.front()));
        return;
    }
    m_qualityName->setModified(false);
    m_target->setModified(false);
    change(tr("quality of the ladder"), [&](Ladder& ladder) {
        ladder.qualityName = m_qualityName->text().trimmed().toStdString();
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
        m_table->setCurrentIndex(m_model->index(0, LadderModel::of(LadderColumn::P)));
}

void LadderCard::say(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

bool LadderCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Paste)) {
            Q_EMIT pasteWanted();
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
