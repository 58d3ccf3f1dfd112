// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "core/decision/analysis/analysis.h"
#include "core/evidence/import/profile_import.h"
#include "core/evidence/probes/book.h"
#include "core/model/bottleneck/profile_into_project.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/model/step/compute_estimate.h"
#include "core/output/answers/phrases.h"
#include "core/project/document/project.h"
#include "ui/baseline/estimate_panel.h"
#include "ui/baseline/fits_line.h"
#include "ui/baseline/measuring.h"
#include "ui/baseline/measuring_progress.h"
#include "ui/baseline/program_panel.h"
#include "ui/baseline/program_run.h"
#include "ui/baseline/roofline_chart.h"
#include "ui/baseline/steps_model.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/file_dialog.h"
#include "ui/quantity/entry_delegate.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr qint64 maximumFileBytes = 64 << 20;

}  // namespace

StepsCard::StepsCard(Document& document, MeasurementJob& measuring, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_measurement(measuring),
      m_programRun(new ProgramRun(document, this)),
      m_reader(new Worker<ImportedProfile>(this)),
      m_model(new StepsModel(document, this))
{
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 4));

    auto* header = new QHBoxLayout;
    header->setSpacing(2);
    header->addWidget(new Text(tr("Steps"), TextStyle::CardTitle, ColorRole::Ink, true, this), 1);
    m_addButton = createQuietButton(tr("Add"), this);
    m_addButton->setAccessibleName(tr("add a step"));
    m_removeButton = createQuietButton(tr("Remove"), this);
    m_removeButton->setAccessibleName(tr("remove the step"));
    m_upButton = createQuietButton(tr("Up"), this);
    m_upButton->setAccessibleName(tr("move the step up"));
    m_downButton = createQuietButton(tr("Down"), this);
    m_downButton->setAccessibleName(tr("move the step down"));
    for (QPushButton* button : {m_addButton, m_removeButton, m_upButton, m_downButton})
        header->addWidget(button);
    column->addLayout(header);
    column->addWidget(buildTable());

    m_bookButton = createQuietButton(tr("Run the book’s three workloads"), this);
    m_bookButton->setToolTip(
        tr("Runs Code 41.2.1 on this machine: a matrix product, a long sum, and writing and reading a file. They "
           "become the steps."));
    m_importButton = createQuietButton(tr("Import a profile…"), this);
    m_importButton->setToolTip(
        tr("Reads the output of perf stat, py-spy (raw or speedscope), ncu --csv or scalewright-cli measure. Its parts "
           "become the steps."));
    m_tCompFromStepsButton = createQuietButton(QString(), this);
    m_measureProgramButton = createQuietButton(tr("Measure my program…"), this);
    m_measureProgramButton->setCheckable(true);
    m_measureProgramButton->setToolTip(tr("Runs your command on this machine and measures what it needs"));
    m_programPanel = new ProgramPanel(m_document, *m_programRun, this);
    m_programPanel->hide();
    column->addLayout(createButtonRow({m_bookButton}));
    m_bookQuestion = new Text(TextStyle::Label, ColorRole::Ink, false, this);
    m_bookQuestion->setEdgeBar(ColorRole::Warning);
    m_bookQuestion->setWordWrap(true);
    m_replaceStepsButton = createQuietButton(tr("Replace my steps"), this);
    m_keepStepsButton = createQuietButton(tr("Keep my steps"), this);
    m_progress = new MeasurementProgress(m_measurement, this);
    column->addWidget(m_bookQuestion);
    column->addLayout(createButtonRow({m_keepStepsButton, m_replaceStepsButton}));
    column->addWidget(m_progress);
    column->addLayout(createButtonRow({m_measureProgramButton, m_importButton}));
    column->addLayout(createButtonRow({m_tCompFromStepsButton}));
    column->addWidget(m_programPanel);

    m_mainGrid = new FieldGrid(m_document,
                               {{fieldOf(&Baseline::tCompS)},
                                {fieldOf(&Baseline::workingSetBytes)},
                                {fieldOf(&Baseline::batch)},
                                {fieldOf(&Communication::messageBytes)}},
                               this);
    m_moreButton = createQuietButton(tr("Dataset and batches"), this);
    m_servingButton = createQuietButton(tr("Serving budget"), this);
    for (QPushButton* button : {m_moreButton, m_servingButton})
        button->setCheckable(true);
    // By default a step exchanges the design's message, set above. This field is for a step that moves fewer bytes.
    const auto neverNeeded = [](const Project&) { return false; };
    m_moreGrid = new FieldGrid(m_document,
                               {{fieldOf(&Baseline::datasetBytes)},
                                {fieldOf(&Baseline::criticalBatch)},
                                {fieldOf(&Baseline::minSteps)},
                                {fieldOf(&Baseline::networkBytes), neverNeeded},
                                {fieldOf(&Baseline::ioDominanceShare)}},
                               this);
    m_servingGrid = new FieldGrid(m_document,
                                  {{fieldOf(&Serving::latencyS)},
                                   {fieldOf(&Serving::latencyBudgetS)},
                                   {fieldOf(&Serving::throughputPerS)},
                                   {fieldOf(&Serving::throughputTargetPerS)},
                                   {fieldOf(&Serving::concurrentRequests)}},
                                  this);
    m_removeServingButton = createQuietButton(tr("Remove the serving budget"), this);
    m_moreGrid->hide();
    column->addWidget(m_mainGrid);
    m_estimateButton = createQuietButton(tr("Estimate T_comp…"), this);
    m_estimateButton->setCheckable(true);
    m_estimateButton->setToolTip(tr("For a model that does not fit on one machine, where a step cannot be timed"));
    m_estimatePanel = new EstimatePanel(m_document, this);
    m_estimatePanel->hide();
    column->addLayout(createButtonRow({m_estimateButton}));
    column->addWidget(m_estimatePanel);
    m_memoryFitLine = new MemoryFitLine(m_document, fieldOf(&Machine::memoryBytes), this);
    column->addWidget(m_memoryFitLine);
    column->addLayout(createButtonRow({m_moreButton, m_servingButton}));
    column->addWidget(m_moreGrid);
    column->addWidget(m_servingGrid);
    column->addLayout(createButtonRow({m_removeServingButton}));

    connect(m_addButton, &QPushButton::clicked, this, &StepsCard::addStep);
    connect(m_removeButton, &QPushButton::clicked, this, [this] {
        const int row = currentRow();
        m_model->removeStep(row);
        selectStep(std::min(row, m_model->rowCount() - 1), StepsModel::Name);
    });
    connect(m_upButton, &QPushButton::clicked, this, [this] { moveStep(-1); });
    connect(m_downButton, &QPushButton::clicked, this, [this] { moveStep(1); });
    connect(m_bookButton, &QPushButton::clicked, this, &StepsCard::confirmBookRun);
    connect(m_replaceStepsButton, &QPushButton::clicked, this, [this] { startBookRun(); });
    connect(m_keepStepsButton, &QPushButton::clicked, this, [this] {
        hideBookQuestion();
        m_bookButton->setFocus(Qt::OtherFocusReason);
    });
    connect(m_importButton, &QPushButton::clicked, this, &StepsCard::chooseProfileFile);
    connect(m_measureProgramButton, &QPushButton::toggled, this, [this](bool shown) {
        m_programPanel->setVisible(shown);
        if (shown)
            m_programPanel->takeFocus();
    });
    connect(m_sampledTimeButton, &QPushButton::clicked, this, [this] {
        if (!m_reader->isRunning())
            readProfile(m_importedPath, std::nullopt);
    });
    connect(m_tCompFromStepsButton, &QPushButton::clicked, this, &StepsCard::setTCompFromSteps);
    connect(m_estimateButton, &QPushButton::toggled, this, [this] { refresh(); });
    connect(m_moreButton, &QPushButton::toggled, m_moreGrid, &QWidget::setVisible);
    connect(m_servingButton, &QPushButton::toggled, this, [this] { refresh(); });
    connect(m_removeServingButton, &QPushButton::clicked, this, [this] {
        Project after = m_document.project();
        after.baseline.serving.reset();
        m_document.edit(tr("remove the serving budget"), std::move(after));
    });
    connect(m_reader, &WorkerBase::finished, this, &StepsCard::applyProfile);
    connect(&m_measurement, &MeasurementJob::changed, this, &StepsCard::showMeasurementState);
    connect(&Theme::instance(), &Theme::changed, this, &StepsCard::restyle);
    hideBookQuestion();
    showMeasurementState();
    restyle();
    refresh();
}

void StepsCard::confirmBookRun()
{
    const std::vector<WorkloadStep>& steps = m_document.project().baseline.steps;
    if (m_measurement.isRunning() || steps.empty() || areBookWorkloads(steps))
        return startBookRun();
    m_stepsToReplace = steps;
    m_bookQuestion->setText(
        tr("The book’s three workloads replace your steps, the working set, and T_comp if it is their total; this "
           "machine’s ceilings are measured again. Undo restores them."));
    for (QWidget* each : {static_cast<QWidget*>(m_bookQuestion), static_cast<QWidget*>(m_replaceStepsButton),
                          static_cast<QWidget*>(m_keepStepsButton)})
        each->show();
    m_keepStepsButton->setFocus(Qt::OtherFocusReason);
    Q_EMIT revealRequested(m_replaceStepsButton);
}

void StepsCard::startBookRun()
{
    m_bookButton->setFocus(Qt::OtherFocusReason);  // showMeasurementState() moves the focus on to the cancel button
    hideBookQuestion();
    m_measurement.start(MeasurementJob::Suite::BookWorkloads);
}

void StepsCard::hideBookQuestion()
{
    m_stepsToReplace.clear();
    for (QWidget* each : {static_cast<QWidget*>(m_bookQuestion), static_cast<QWidget*>(m_replaceStepsButton),
                          static_cast<QWidget*>(m_keepStepsButton)})
        each->hide();
}

void StepsCard::showMeasurementState()
{
    const bool running = m_measurement.isRunning(),
               book = m_measurement.suite() == MeasurementJob::Suite::BookWorkloads;
    const bool starts = running && book && m_progress->isHidden(), ends = !running && !m_progress->isHidden();
    const bool hadFocus = m_bookButton->hasFocus() || m_progress->cancelButton()->hasFocus();
    m_progress->setVisible(running && book);
    m_progress->refresh();
    m_bookButton->setEnabled(!running);
    if (running)
        hideBookQuestion();
    if (starts || ends)
        showProblem(ends ? m_measurement.problem() : QString());
    if (starts)
        Q_EMIT revealRequested(m_progress);
    if (hadFocus)
        (running && book ? m_progress->cancelButton() : m_bookButton)->setFocus(Qt::OtherFocusReason);
}

QWidget* StepsCard::buildTable()
{
    auto* box = new QWidget(this);
    auto* column = createBox<QVBoxLayout>(box, Theme::spacing(1));
    m_emptyText = new Text(tr("Add the steps of your program, with their times."), TextStyle::Label, ColorRole::SoftInk,
                           false, box);
    m_emptyText->setWordWrap(true);
    m_emptyText->setToolTip(
        tr("For example load, forward and backward, optimizer. The book’s three workloads show the three kinds of "
           "ceiling on this machine."));
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
    // Columns keep their width while the user types.
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->horizontalHeader()->setSectionResizeMode(StepsModel::Name, QHeaderView::Stretch);
    m_table->horizontalHeader()->setSectionsClickable(false);
    auto* delegate = new EntryDelegate(&StepsModel::inputProblem, m_table);
    m_table->setItemDelegate(delegate);
    m_cellDetails = new Text(TextStyle::Small, ColorRole::SoftInk, false, box);
    m_cellDetails->setWordWrap(true);
    m_problemText = new Text(TextStyle::Small, ColorRole::Ink, false, box);
    m_problemText->setEdgeBar(ColorRole::Warning);
    m_problemText->setWordWrap(true);
    m_problemText->hide();
    m_importNote = new Text(TextStyle::Small, ColorRole::Ink, false, box);
    m_importNote->setWordWrap(true);
    m_importNote->hide();
    m_sampledTimeButton = createQuietButton(tr("Take the sampled time instead"), box);
    m_sampledTimeButton->setToolTip(
        tr("The steps get the sampled time. T_comp is unchanged until you take it from the steps."));
    m_doubtsText = new Text(TextStyle::Small, ColorRole::Ink, false, box);
    m_doubtsText->setEdgeBar(ColorRole::Warning);
    m_doubtsText->setWordWrap(true);
    m_doubtsText->hide();
    for (QWidget* each : {static_cast<QWidget*>(m_emptyText), static_cast<QWidget*>(m_table),
                          static_cast<QWidget*>(m_problemText), static_cast<QWidget*>(m_importNote)})
        column->addWidget(each);
    column->addLayout(createButtonRow({m_sampledTimeButton}));
    column->addWidget(m_doubtsText);
    column->addWidget(m_cellDetails);

    connect(delegate, &EntryDelegate::problemChanged, this, &StepsCard::showProblem);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this, &StepsCard::showCellDetails);
    connect(m_model, &QAbstractItemModel::dataChanged, this, &StepsCard::showCellDetails);
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
    m_emptyText->setVisible(empty);
    const bool handled = m_removeButton->hasFocus() || m_upButton->hasFocus() || m_downButton->hasFocus();
    for (QPushButton* button : {m_removeButton, m_upButton, m_downButton})
        button->setVisible(!empty && m_table->currentIndex().isValid());
    if (empty && handled)
        m_addButton->setFocus(Qt::OtherFocusReason);
    for (FieldGrid* grid : {m_mainGrid, m_moreGrid, m_servingGrid})
        grid->refresh();
    m_memoryFitLine->refresh();
    m_programPanel->refresh();
    const bool canEstimate = mayEstimateComputeTime(project);
    m_estimateButton->setVisible(canEstimate);
    m_estimatePanel->setVisible(canEstimate && m_estimateButton->isChecked());
    m_estimatePanel->refresh();
    if (!m_stepsToReplace.empty() && m_stepsToReplace != project.baseline.steps)
        hideBookQuestion();  // The question was about the previous steps.
    m_servingGrid->setVisible(m_servingButton->isChecked());
    m_removeServingButton->setVisible(m_servingButton->isChecked() && project.baseline.serving.has_value());
    m_importNote->setVisible(!m_importNote->text().isEmpty() && m_importedSteps == project.baseline.steps);
    m_sampledTimeButton->setVisible(!m_importNote->isHidden() && m_sharesKnownTime && !m_reader->isRunning());
    const FlowProgress& flow = m_document.analysis().diagnosisFlow;
    const Profile& profile = flow.profile;
    QStringList doubts;
    if (const std::vector<RooflinePoint> points = stepsOnRoofline(flow); !points.empty())
        for (const std::string& doubt : stepWarnings(profile, points))
            doubts << sentenceCase(toQString(doubt)) + QLatin1Char('.');
    const MaybeQuantity sum = total(profile, &WorkloadStep::stepTimeS);
    m_doubtsText->setToolTip(doubts.join(QLatin1Char('\n')));
    for (QString& doubt : doubts)
        doubt = toQString(firstStatement(doubt.toStdString()));
    m_doubtsText->setText(doubts.join(QLatin1Char('\n')));
    m_doubtsText->setVisible(!doubts.isEmpty());
    m_tCompFromStepsButton->setVisible(
        sum && (!project.baseline.tCompS || std::abs(project.baseline.tCompS->value / sum->value - 1) > 1e-9));
    if (sum)
        m_tCompFromStepsButton->setText(tr("T_comp from the steps: %1").arg(toQString(timeText(sum->value))));
    showCellDetails();
}

void StepsCard::layOut(int columns)
{
    for (FieldGrid* grid : {m_mainGrid, m_moreGrid, m_servingGrid})
        grid->layOut(columns);
}

void StepsCard::restyle()
{
    const Theme& theme = Theme::instance();
    const QFont font = theme.font(TextStyle::Label);
    m_table->setFont(font);
    m_table->horizontalHeader()->setFont(font);
    const int row = QFontMetrics(font).height() + Theme::spacing(2);
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
    // Amounts are never elided: every column is as wide as its content. The name gets the remaining width and wraps.
    const QFontMetrics metrics(Theme::instance().font(TextStyle::Label));
    const int padding = Theme::spacing(6);  // the style sheet's cell padding, and the focus frame
    int nameWidth = m_table->width() - 2 * m_table->frameWidth() - padding;
    for (int column = StepsModel::StepTime; column <= StepsModel::BytesMoved; ++column) {
        int widest = metrics.horizontalAdvance(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString());
        for (int row = 0; row < m_model->rowCount(); ++row)
            widest = std::max(widest, metrics.horizontalAdvance(m_model->index(row, column).data().toString()));
        m_table->horizontalHeader()->resizeSection(column, widest + padding);
        nameWidth -= widest + padding;
    }
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QString name = m_model->index(row, StepsModel::Name).data().toString();
        const int height =
            metrics.boundingRect(QRect(0, 0, std::max(nameWidth, 1), QWIDGETSIZE_MAX), Qt::TextWordWrap, name).height();
        m_table->setRowHeight(row, height + Theme::spacing(2));
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
    showCellDetails();
}

void StepsCard::addStep()
{
    const int row = m_model->addStep();
    selectStep(row, StepsModel::Name);
    m_table->setFocus(Qt::OtherFocusReason);
    m_table->edit(m_model->index(row, StepsModel::Name));
}

void StepsCard::moveStep(int offset)
{
    const int column = m_table->currentIndex().column();
    selectStep(m_model->moveStep(currentRow(), offset), column);
}

void StepsCard::setTCompFromSteps()
{
    Project after = m_document.project();
    after.baseline.tCompS = total(after.baseline.steps, &WorkloadStep::stepTimeS);
    m_document.edit(tr("T_comp from the steps"), std::move(after));
}

void StepsCard::chooseProfileFile()
{
    auto* dialog = new QFileDialog(this, tr("Import a profile"), {},
                                   tr("Profiles (*.txt *.json *.csv *.folded *.out);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    openFileDialog(dialog, this, [this](const QString& path) { importProfile(path); });
}

void StepsCard::importProfile(const QString& path)
{
    if (m_reader->isRunning())
        m_nextPath = path;
    else
        readProfile(path, knownStepTime(m_document.project()));
}

void StepsCard::readProfile(const QString& path, std::optional<double> stepTimeS)
{
    const QFileInfo info(path);
    m_importedPath = path;
    m_importedName = info.fileName();
    m_importedSteps = m_document.project().baseline.steps;
    showProblem({});
    m_importNote->setText(tr("Reading %1 …").arg(m_importedName));
    m_importNote->setEdgeBar(ColorRole::Hairline);
    m_importNote->show();
    m_reader->start([path, info, stepTimeS, tooLarge = tr("the file is larger than 64 MiB")](
                        std::stop_token, const Worker<ImportedProfile>::Reporter& report) -> Result<void> {
        QFile file(path);
        if (info.size() > maximumFileBytes || !file.open(QIODevice::ReadOnly))
            return fail(ErrorCode::Environment,
                        (info.size() > maximumFileBytes ? tooLarge : file.errorString()).toStdString());
        const std::string text = file.readAll().toStdString();
        Result<Profile> profile =
            readAnyProfile(text, {.stepTimeS = stepTimeS,
                                  .source = info.fileName().toStdString(),
                                  .date = info.lastModified().date().toString(Qt::ISODate).toStdString()});
        if (!profile)
            return fail(std::move(profile.error()));
        report.addItem({*std::move(profile), stepTimeS && holdsStackSamples(text)});
        return {};
    });
}

bool StepsCard::isReading() const
{
    return m_reader->isRunning();
}

void StepsCard::applyProfile()
{
    m_importNote->setText({});
    m_importNote->hide();
    m_sharesKnownTime = false;
    m_sampledTimeButton->hide();
    Result<Project> after = m_reader->outcome() ? withProfile(m_document.project(), m_reader->items().front().profile,
                                                              m_reader->items().front().sharesKnownTime)
                                                : Result<Project>(fail(m_reader->outcome().error()));
    if (!after) {
        showProblem(tr("No steps were imported from %1: %2").arg(m_importedName, errorText(after.error(), 3)));
    } else {
        m_importedSteps = after->baseline.steps;
        const std::string machineRemark = machineChangeText(m_document.project(), *after);
        m_document.edit(tr("import steps of %1").arg(m_importedName), *std::move(after));
        QStringList lines{tr("Imported from %1. Undo removes the steps.").arg(m_importedName)};
        m_sharesKnownTime = m_reader->items().front().sharesKnownTime;
        std::vector<std::string> warnings = m_reader->items().front().profile.warnings;
        if (!machineRemark.empty())
            warnings.insert(warnings.begin(), capitalised(machineRemark) + ".");
        for (const std::string& warning : warnings)
            lines << toQString(warning);
        m_importNote->setText(lines.join(QLatin1Char('\n')));
        m_importNote->setEdgeBar(warnings.empty() ? ColorRole::Hairline : ColorRole::Warning);
        refresh();
    }
    if (!m_nextPath.isEmpty())
        importProfile(std::exchange(m_nextPath, {}));
}

void StepsCard::showCellDetails()
{
    const QModelIndex index = m_table->currentIndex();
    for (QPushButton* button : {m_removeButton, m_upButton, m_downButton})
        button->setVisible(index.isValid() && m_model->rowCount() > 0);
    m_removeButton->setEnabled(index.isValid());
    m_upButton->setEnabled(index.isValid() && index.row() > 0);
    m_downButton->setEnabled(index.isValid() && index.row() + 1 < m_model->rowCount());
    QString text;
    if (const MaybeQuantity* quantity = m_model->quantity(index)) {
        const QString title = StepsModel::columnTitle(index.column());
        text = *quantity ? tr("%1: %2").arg(title, provenanceText((*quantity)->provenance))
                         : tr("%1: %2").arg(title, StepsModel::howToGet(index.column()));
    }
    m_cellDetails->setText(text);
    m_cellDetails->setVisible(!text.isEmpty() && m_model->rowCount() > 0);
}

void StepsCard::showProblem(const QString& problem)
{
    m_problemText->setText(problem);
    m_problemText->setVisible(!problem.isEmpty());
}

bool StepsCard::focusField(const QString& pointer)
{
    if (const int column = StepsModel::columnOf(pointer); column >= 0)
        return focusStep(pointer.section(QLatin1Char('/'), 3, 3).toInt(), column);
    if (pointer == QLatin1String(fieldOf(&Baseline::networkBytes).jsonPointer) &&
        !m_document.project().baseline.networkBytes)
        return m_mainGrid->focusOn(QLatin1String(fieldOf(&Communication::messageBytes).jsonPointer));
    if (m_moreGrid->hasField(pointer))
        m_moreButton->setChecked(true);
    else if (m_servingGrid->hasField(pointer))
        m_servingButton->setChecked(true);
    return m_mainGrid->focusOn(pointer) || m_moreGrid->focusOn(pointer) || m_servingGrid->focusOn(pointer);
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
    items.push_back(
        {PaletteItem::Kind::Action, tr("Run the book’s three workloads"), {}, [this] { confirmBookRun(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Measure my program"), {}, [this] {
                         m_measureProgramButton->setChecked(true);
                     }});
    items.push_back({PaletteItem::Kind::Action, tr("Import a profile"), {}, [this] { chooseProfileFile(); }});
    items.push_back({PaletteItem::Kind::Action, tr("Add a workload step"), {}, [this] { addStep(); }});
    if (!m_estimateButton->isHidden())
        items.push_back(
            {PaletteItem::Kind::Action, tr("Estimate T_comp"), {}, [this] { m_estimateButton->setChecked(true); }});
    if (!m_tCompFromStepsButton->isHidden())
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
    add(m_mainGrid->paletteItems());
    add(m_moreGrid->paletteItems([this] { m_moreButton->setChecked(true); }));
    add(m_servingGrid->paletteItems([this] { m_servingButton->setChecked(true); }));
    return items;
}

}  // namespace scalewright::ui
