#include "ui/baseline/steps_card.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/quantity/units.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/probes/book.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/phrases.h"
#include "core/project/document/project.h"
#include "ui/baseline/fits_line.h"
#include "ui/baseline/measuring.h"
#include "ui/baseline/measuring_progress.h"
#include "ui/baseline/program_panel.h"
#include "ui/baseline/program_run.h"
#include "ui/baseline/steps_model.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/field_grid.h"
#include "ui/quantity/entry_delegate.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr qint64 largestFile = 64 << 20;

bool near(double a, double b)
{
    return std::abs(a - b) <= 0.01 * std::max(a, b);
}

QString timeOf(double seconds)
{
    return qt(formatAmount(seconds, Dimension::Time).joined());
}

}  // namespace

StepsCard::StepsCard(Document& document, Measuring& measuring, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_measuring(measuring),
      m_program(new ProgramRun(document, this)),
      m_reader(new Worker<Read>(this)),
      m_model(new StepsModel(document, this))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));

    auto* header = new QHBoxLayout;
    header->setSpacing(2);
    header->addWidget(new Text(tr("Workload steps"), TextStyle::CardTitle, Role::Ink, true, this), 1);
    m_add = quietButton(tr("Add"), this);
    m_add->setAccessibleName(tr("add a step"));
    m_remove = quietButton(tr("Remove"), this);
    m_remove->setAccessibleName(tr("remove the step"));
    m_up = quietButton(tr("Up"), this);
    m_up->setAccessibleName(tr("move the step up"));
    m_down = quietButton(tr("Down"), this);
    m_down->setAccessibleName(tr("move the step down"));
    for (QPushButton* button : {m_add, m_remove, m_up, m_down})
        header->addWidget(button);
    column->addLayout(header);
    column->addWidget(buildTable());

    m_book = quietButton(tr("Run the book’s three workloads"), this);
    m_book->setToolTip(tr(
        "Code 41.2.1 on this machine: a matrix product, a long sum, a file written and read. They become the steps."));
    m_import = quietButton(tr("Import a profile…"), this);
    m_import->setToolTip(
        tr("What perf stat, py-spy (raw or speedscope), ncu --csv or scalewright-cli measure wrote. Its parts become "
           "the steps."));
    m_fromSteps = quietButton(QString(), this);
    m_mine = quietButton(tr("Measure my program…"), this);
    m_mine->setCheckable(true);
    m_mine->setToolTip(tr("Runs a command of yours here and measures what it needs"));
    m_panel = new ProgramPanel(m_document, *m_program, this);
    m_panel->hide();
    column->addLayout(wordsInLine({m_book}));
    m_bookAsk = new Text(TextStyle::Label, Role::Ink, false, this);
    m_bookAsk->setMark(Role::Warning);
    m_bookAsk->setWordWrap(true);
    m_bookRun = quietButton(tr("Replace my steps"), this);
    m_bookKeep = quietButton(tr("Keep my steps"), this);
    m_progress = new MeasuringProgress(m_measuring, this);
    column->addWidget(m_bookAsk);
    column->addLayout(wordsInLine({m_bookKeep, m_bookRun}));
    column->addWidget(m_progress);
    column->addLayout(wordsInLine({m_mine, m_import}));
    column->addLayout(wordsInLine({m_fromSteps}));
    column->addWidget(m_panel);

    m_always = new FieldGrid(m_document,
                             {{fieldOf(&Baseline::tCompS)},
                              {fieldOf(&Baseline::workingSetBytes)},
                              {fieldOf(&Baseline::batch)},
                              {fieldOf(&Communication::messageBytes)}},
                             this);
    m_more = quietButton(tr("Dataset and batches"), this);
    m_serving = quietButton(tr("Serving budget"), this);
    for (QPushButton* button : {m_more, m_serving})
        button->setCheckable(true);
    // What a step exchanges is the design's message, above; a step that touches less than the design moves says so
    // here.
    const auto ofItsOwn = [](const Project&) { return false; };
    m_folded = new FieldGrid(m_document,
                             {{fieldOf(&Baseline::datasetBytes)},
                              {fieldOf(&Baseline::criticalBatch)},
                              {fieldOf(&Baseline::minSteps)},
                              {fieldOf(&Baseline::netBytes), ofItsOwn},
                              {fieldOf(&Baseline::ioDominatesAt)}},
                             this);
    m_servingGrid = new FieldGrid(m_document,
                                  {{fieldOf(&Serving::latencyS)},
                                   {fieldOf(&Serving::latencyBudgetS)},
                                   {fieldOf(&Serving::throughputPerS)},
                                   {fieldOf(&Serving::throughputTargetPerS)},
                                   {fieldOf(&Serving::requestsAtOnce)}},
                                  this);
    m_noServing = quietButton(tr("Remove the serving budget"), this);
    m_folded->hide();
    column->addWidget(m_always);
    m_fits = new FitsLine(m_document, fieldOf(&Machine::memoryBytes), this);
    column->addWidget(m_fits);
    column->addLayout(wordsInLine({m_more, m_serving}));
    column->addWidget(m_folded);
    column->addWidget(m_servingGrid);
    column->addLayout(wordsInLine({m_noServing}));

    connect(m_add, &QPushButton::clicked, this, &StepsCard::addStep);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        const int row = currentRow();
        m_model->removeStep(row);
        selectStep(std::min(row, m_model->rowCount() - 1), StepsModel::Name);
    });
    connect(m_up, &QPushButton::clicked, this, [this] { moveStep(-1); });
    connect(m_down, &QPushButton::clicked, this, [this] { moveStep(1); });
    connect(m_book, &QPushButton::clicked, this, &StepsCard::askBook);
    connect(m_bookRun, &QPushButton::clicked, this, [this] { runBook(); });
    connect(m_bookKeep, &QPushButton::clicked, this, [this] {
        hideAsk();
        m_book->setFocus(Qt::OtherFocusReason);
    });
    connect(m_import, &QPushButton::clicked, this, &StepsCard::askProfile);
    connect(m_mine, &QPushButton::toggled, this, [this](bool shown) {
        m_panel->setVisible(shown);
        if (shown)
            m_panel->takeFocus();
    });
    connect(m_sampled, &QPushButton::clicked, this, [this] {
        if (!m_reader->isRunning())
            readProfile(m_importedPath, std::nullopt);
    });
    connect(m_fromSteps, &QPushButton::clicked, this, &StepsCard::setTCompFromSteps);
    connect(m_more, &QPushButton::toggled, m_folded, &QWidget::setVisible);
    connect(m_serving, &QPushButton::toggled, this, [this] { refresh(); });
    connect(m_noServing, &QPushButton::clicked, this, [this] {
        Project after = m_document.project();
        after.baseline.serving.reset();
        m_document.edit(tr("remove the serving budget"), std::move(after));
    });
    connect(m_reader, &WorkerBase::finished, this, &StepsCard::takeProfile);
    connect(&m_measuring, &Measuring::changed, this, &StepsCard::showMeasuring);
    connect(&Theme::instance(), &Theme::changed, this, &StepsCard::restyle);
    hideAsk();
    showMeasuring();
    restyle();
    refresh();
}

void StepsCard::askBook()
{
    const std::vector<WorkloadStep>& steps = m_document.project().baseline.steps;
    if (m_measuring.isRunning() || steps.empty() || areBookWorkloads(steps))
        return runBook();
    m_stepsAsked = steps;
    m_bookAsk->setText(
        tr("The book’s three workloads take the place of your steps, of T_comp where it is their time, and of the "
           "working set; this machine’s ceilings are measured anew. Undo brings yours back."));
    for (QWidget* each :
         {static_cast<QWidget*>(m_bookAsk), static_cast<QWidget*>(m_bookRun), static_cast<QWidget*>(m_bookKeep)})
        each->show();
    m_bookKeep->setFocus(Qt::OtherFocusReason);
    Q_EMIT sightWanted(m_bookRun);
}

void StepsCard::runBook()
{
    m_book->setFocus(Qt::OtherFocusReason);  // it goes on to the word that cancels
    hideAsk();
    m_measuring.start(Measuring::Run::Book);
}

void StepsCard::hideAsk()
{
    m_stepsAsked.clear();
    for (QWidget* each :
         {static_cast<QWidget*>(m_bookAsk), static_cast<QWidget*>(m_bookRun), static_cast<QWidget*>(m_bookKeep)})
        each->hide();
}

void StepsCard::showMeasuring()
{
    const bool running = m_measuring.isRunning(), book = m_measuring.run() == Measuring::Run::Book;
    const bool begins = running && book && m_progress->isHidden(), ends = !running && !m_progress->isHidden();
    const bool hadFocus = m_book->hasFocus() || m_progress->cancelButton()->hasFocus();
    m_progress->setVisible(running && book);
    m_progress->refresh();
    m_book->setEnabled(!running);
    if (running)
        hideAsk();
    if (begins || ends)
        say(ends ? m_measuring.problem() : QString());
    if (begins)
        Q_EMIT sightWanted(m_progress);
    if (hadFocus)
        (running && book ? m_progress->cancelButton() : m_book)->setFocus(Qt::OtherFocusReason);
}

QWidget* StepsCard::buildTable()
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(1));
    m_empty = new Text(tr("Add your program’s steps, with their times."), TextStyle::Label, Role::Soft, false, box);
    m_empty->setWordWrap(true);
    m_empty->setToolTip(
        tr("Such as load, forward and backward, optimizer. The book’s three workloads show the three kinds of ceiling "
           "on this machine."));
    m_table = new QTableView(box);
    m_table->setModel(m_model);
    m_table->setAccessibleName(tr("workload steps"));
    m_table->setShowGrid(false);
    m_table->setTabKeyNavigation(false);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::SelectedClicked |
                             QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);  // columns stand still while one types
    m_table->horizontalHeader()->setSectionResizeMode(StepsModel::Name, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionsClickable(false);
    auto* delegate = new EntryDelegate(&StepsModel::problemWith, m_table);
    m_table->setItemDelegate(delegate);
    m_cell = new Text(TextStyle::Small, Role::Soft, false, box);
    m_cell->setWordWrap(true);
    m_problem = new Text(TextStyle::Small, Role::Ink, false, box);
    m_problem->setMark(Role::Warning);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_taken = new Text(TextStyle::Small, Role::Ink, false, box);
    m_taken->setWordWrap(true);
    m_taken->hide();
    m_sampled = quietButton(tr("Take the sampled time instead"), box);
    m_sampled->setToolTip(
        tr("The steps get the time that was sampled. T_comp stays until you take it from the steps."));
    m_doubts = new Text(TextStyle::Small, Role::Ink, false, box);
    m_doubts->setMark(Role::Warning);
    m_doubts->setWordWrap(true);
    m_doubts->hide();
    for (QWidget* each : {static_cast<QWidget*>(m_empty), static_cast<QWidget*>(m_table),
                          static_cast<QWidget*>(m_problem), static_cast<QWidget*>(m_taken)})
        column->addWidget(each);
    column->addLayout(wordsInLine({m_sampled}));
    column->addWidget(m_doubts);
    column->addWidget(m_cell);

    connect(delegate, &EntryDelegate::problem, this, &StepsCard::say);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &StepsCard::showCell);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &StepsCard::showCell);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &StepsCard::fitTable);
    m_table->installEventFilter(this);
    connect(m_model, &QAbstractItemModel::modelReset, this, &StepsCard::restyle);
    return box;
}

void StepsCard::refresh()
{
    const Project& project = m_document.project();
    m_table->setVisible(m_model->rowCount() > 0);
    const bool empty = m_model->rowCount() == 0;
    m_empty->setVisible(empty);
    const bool handled = m_remove->hasFocus() || m_up->hasFocus() || m_down->hasFocus();
    for (QPushButton* button : {m_remove, m_up, m_down})
        button->setVisible(!empty);  // there is nothing to take away or to move
    if (empty && handled)
        m_add->setFocus(Qt::OtherFocusReason);
    for (FieldGrid* grid : {m_always, m_folded, m_servingGrid})
        grid->refresh();
    m_fits->refresh();
    m_panel->refresh();
    if (!m_stepsAsked.empty() && m_stepsAsked != project.baseline.steps)
        hideAsk();  // it was about other steps
    m_servingGrid->setVisible(m_serving->isChecked());
    m_noServing->setVisible(m_serving->isChecked() && project.baseline.serving.has_value());
    m_taken->setVisible(!m_taken->text().isEmpty() && m_stepsTaken == project.baseline.steps);
    m_sampled->setVisible(!m_taken->isHidden() && m_sharesTime && !m_reader->isRunning());
    const Profile profile = profileOf(project);
    QStringList doubts;
    if (validate(profile))
        for (const std::string& doubt : stepDoubts(profile, stepPoints(profile)))
            doubts << sentenceCase(qt(doubt)) + QLatin1Char('.');
    const MaybeQuantity sum = total(profile, &WorkloadStep::stepTimeS),
                        reading = total(profile, &WorkloadStep::ioTimeS);
    if (const MaybeQuantity& tComp = project.baseline.tCompS;
        sum && tComp && !near(tComp->value, sum->value) &&
        !(reading && near(tComp->value, sum->value - reading->value)))
        doubts << tr("Predict takes T_comp, %1; the steps add up to %2.").arg(timeOf(tComp->value), timeOf(sum->value));
    m_doubts->setToolTip(doubts.join(QLatin1Char('\n')));
    for (QString& doubt : doubts)
        doubt = qt(firstStatement(doubt.toStdString()));
    m_doubts->setText(doubts.join(QLatin1Char('\n')));
    m_doubts->setVisible(!doubts.isEmpty());
    m_fromSteps->setVisible(
        sum && (!project.baseline.tCompS || std::abs(project.baseline.tCompS->value / sum->value - 1) > 1e-9));
    if (sum)
        m_fromSteps->setText(
            tr("T_comp from the steps: %1").arg(qt(formatAmount(sum->value, Dimension::Time).joined())));
    showCell();
}

void StepsCard::layOut(int columns)
{
    for (FieldGrid* grid : {m_always, m_folded, m_servingGrid})
        grid->layOut(columns);
}

void StepsCard::restyle()
{
    const Theme& theme = Theme::instance();
    const QFont font = theme.font(TextStyle::Label);
    m_table->setFont(font);
    m_table->horizontalHeader()->setFont(font);
    const int row = QFontMetrics(font).height() + Theme::space(2);
    m_table->verticalHeader()->setMinimumSectionSize(row);
    m_table->verticalHeader()->setDefaultSectionSize(row);
    m_table->horizontalHeader()->setFixedHeight(row);
    fitTable();
}

bool StepsCard::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::Resize)
        fitTable();
    return Card::eventFilter(watched, event);
}

void StepsCard::fitTable()
{
    // Amounts are never cut: a column is as wide as what stands in it. A name has what is left, on several lines if
    // need be.
    const QFontMetrics metrics(Theme::instance().font(TextStyle::Label));
    const int padding = Theme::space(6);  // the style sheet's of a cell, and its focus frame
    int room = m_table->width() - 2 * m_table->frameWidth() - padding;
    for (int column = StepsModel::StepTime; column <= StepsModel::BytesMoved; ++column) {
        int widest = metrics.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < m_model->rowCount(); ++row)
            widest = std::max(widest, metrics.horizontalAdvance(m_model->index(row, column).data().toString()));
        m_table->horizontalHeader()->resizeSection(column, widest + padding);
        room -= widest + padding;
    }
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString name = m_model->index(row, StepsModel::Name).data().toString();
        const int height =
            metrics.boundingRect(QRect(0, 0, std::max(room, 1), QWIDGETSIZE_MAX), Qt::TextWordWrap, name).height();
        m_table->setRowHeight(row, height + Theme::space(2));
    }
    m_table->setFixedHeight(m_table->verticalHeader()->length() + m_table->horizontalHeader()->height() + 2);
}

int StepsCard::currentRow() const
{
    return m_table->currentIndex().row();
}

void StepsCard::selectStep(int row, int column)
{
    if (row >= 0 && row < m_model->rowCount())
        m_table->setCurrentIndex(m_model->index(row, column));
    showCell();
}

void StepsCard::addStep()
{
    const int row = m_model->addStep();
    selectStep(row, StepsModel::Name);
    m_table->setFocus(Qt::OtherFocusReason);
    m_table->edit(m_model->index(row, StepsModel::Name));
}

void StepsCard::moveStep(int by)
{
    const int column = m_table->currentIndex().column();
    selectStep(m_model->moveStep(currentRow(), by), column);
}

void StepsCard::setTCompFromSteps()
{
    Project after = m_document.project();
    after.baseline.tCompS = total(after.baseline.steps, &WorkloadStep::stepTimeS);
    m_document.edit(tr("T_comp from the steps"), std::move(after));
}

void StepsCard::askProfile()
{
    auto* dialog = new QFileDialog(this, tr("Import a profile"), {},
                                   tr("Profiles (*.txt *.json *.csv *.folded *.out);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    askFile(dialog, this, [this](const QString& path) { importProfile(path); });
}

void StepsCard::importProfile(const QString& path)
{
    if (m_reader->isRunning())
        m_next = path;
    else
        readProfile(path, knownStepTime(m_document.project()));
}

void StepsCard::readProfile(const QString& path, std::optional<double> stepTimeS)
{
    const QFileInfo info(path);
    m_importedPath = path;
    m_imported = info.fileName();
    m_stepsTaken = m_document.project().baseline.steps;
    say({});
    m_taken->setText(tr("Reading %1 …").arg(m_imported));
    m_taken->setMark(Role::Hairline);
    m_taken->show();
    m_reader->start([path, info, stepTimeS, tooLarge = tr("the file is larger than 64 MiB")](
                        std::stop_token, const Worker<Read>::Report& report) -> Result<void> {
        QFile file(path);
        if (info.size() > largestFile || !file.open(QIODevice::ReadOnly))
            return fail(ErrorCode::Environment,
                        (info.size() > largestFile ? tooLarge : file.errorString()).toStdString());
        const std::string text = file.readAll().toStdString();
        Result<Profile> profile =
            readAnyProfile(text, {.stepTimeS = stepTimeS,
                                  .source = info.fileName().toStdString(),
                                  .date = info.lastModified().date().toString(Qt::ISODate).toStdString()});
        if (!profile)
            return fail(std::move(profile.error()));
        report.add({*std::move(profile), stepTimeS && holdsSamples(text)});
        return {};
    });
}

bool StepsCard::isReading() const
{
    return m_reader->isRunning();
}

void StepsCard::takeProfile()
{
    m_taken->setText({});
    m_taken->hide();
    m_sharesTime = false;
    m_sampled->hide();
    Result<Project> after = m_reader->outcome() ? withProfile(m_document.project(), m_reader->items().front().profile,
                                                              m_reader->items().front().sharesKnownTime)
                                                : Result<Project>(fail(m_reader->outcome().error()));
    if (!after) {
        say(tr("No steps were taken from %1: %2").arg(m_imported, said(after.error(), 3)));
    } else {
        m_stepsTaken = after->baseline.steps;
        const std::string ofMachine = saidOfMachine(m_document.project(), *after);
        m_document.edit(tr("steps of %1").arg(m_imported), *std::move(after));
        QStringList lines{tr("Taken from %1. Undo takes it back.").arg(m_imported)};
        m_sharesTime = m_reader->items().front().sharesKnownTime;
        std::vector<std::string> warnings = m_reader->items().front().profile.warnings;
        if (!ofMachine.empty())
            warnings.insert(warnings.begin(), capital(ofMachine) + ".");
        for (const std::string& warning : warnings)
            lines << qt(warning);
        m_taken->setText(lines.join(QLatin1Char('\n')));
        m_taken->setMark(warnings.empty() ? Role::Hairline : Role::Warning);
        refresh();
    }
    if (!m_next.isEmpty())
        importProfile(std::exchange(m_next, {}));
}

void StepsCard::showCell()
{
    const QModelIndex index = m_table->currentIndex();
    m_remove->setEnabled(index.isValid());
    m_up->setEnabled(index.isValid() && index.row() > 0);
    m_down->setEnabled(index.isValid() && index.row() + 1 < m_model->rowCount());
    QString text;
    if (const MaybeQuantity* quantity = m_model->quantity(index)) {
        const QString title = StepsModel::columnTitle(index.column());
        text = *quantity ? tr("%1: %2").arg(title, provenanceText((*quantity)->provenance))
                         : tr("%1: %2").arg(title, StepsModel::howToGet(index.column()));
    }
    m_cell->setText(text);
    m_cell->setVisible(!text.isEmpty() && m_model->rowCount() > 0);
}

void StepsCard::say(const QString& problem)
{
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

bool StepsCard::focus(const QString& pointer)
{
    if (const int column = StepsModel::columnOf(pointer); column >= 0)
        return focusStep(pointer.section(QLatin1Char('/'), 3, 3).toInt(), column);
    if (pointer == QLatin1String(fieldOf(&Baseline::netBytes).pointer) && !m_document.project().baseline.netBytes)
        return m_always->focus(QLatin1String(fieldOf(&Communication::messageBytes).pointer));
    if (m_folded->has(pointer))
        m_more->setChecked(true);
    else if (m_servingGrid->has(pointer))
        m_serving->setChecked(true);
    return m_always->focus(pointer) || m_folded->focus(pointer) || m_servingGrid->focus(pointer);
}

bool StepsCard::focusStep(int row, int column)
{
    if (row > m_model->rowCount())
        return false;
    if (row == m_model->rowCount())
        m_model->addStep();
    selectStep(row, column);
    m_table->setFocus(Qt::OtherFocusReason);
    m_table->edit(m_model->index(row, column));
    return true;
}

std::vector<PaletteItem> StepsCard::paletteItems()
{
    std::vector<PaletteItem> items;
    const auto add = [&items](std::vector<PaletteItem> more) {
        for (PaletteItem& item : more)
            items.push_back(std::move(item));
    };
    items.push_back({PaletteItem::Kind::Action, tr("Run the book’s three workloads"), {}, [this] { askBook(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Measure my program"), {}, [this] { m_mine->setChecked(true); }});
    items.push_back({PaletteItem::Kind::Action, tr("Import a profile"), {}, [this] { askProfile(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Add a workload step"), {}, [this] { addStep(); }});
    if (!m_fromSteps->isHidden())
        items.push_back({PaletteItem::Kind::Action, tr("T_comp from the steps"), {}, [this] { setTCompFromSteps(); }});
    for (int row = 0; row < std::max(1, m_model->rowCount()); ++row)
        for (const int figure : {StepsModel::StepTime, StepsModel::IoTime, StepsModel::Flops, StepsModel::BytesMoved}) {
            const QModelIndex index = m_model->index(row, figure);
            const QString title = StepsModel::columnTitle(figure);
            items.push_back({PaletteItem::Kind::Quantity,
                             m_model->rowCount() > 1
                                 ? tr("%1: %2").arg(m_model->index(row, StepsModel::Name).data().toString(), title)
                                 : title,
                             index.isValid() ? index.data().toString() : tr("not set"),
                             [this, row, figure] { focusStep(row, figure); }});
        }
    add(m_always->paletteItems());
    add(m_folded->paletteItems([this] { m_more->setChecked(true); }));
    add(m_servingGrid->paletteItems([this] { m_serving->setChecked(true); }));
    return items;
}

}  // namespace scalewright::ui
