// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/machine_card.h"

#include <QDate>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/project/document/project.h"
#include "core/project/document/this_machine.h"
#include "ui/baseline/fits_line.h"
#include "ui/baseline/measuring.h"
#include "ui/baseline/measuring_progress.h"
#include "ui/baseline/probe_table.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/search_combo.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

MachineCard::MachineCard(Document& document, MeasurementJob& measuring, Catalogue catalogue, QWidget* parent)
    : Card(parent),
      m_document(document),
      m_measurement(measuring),
      m_cardMeasurement(new CardMeasurement(document, this)),
      m_catalogue(std::move(catalogue))
{
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 4));
    auto* head = new QHBoxLayout;
    head->addWidget(new Text(tr("This machine"), TextStyle::CardTitle, ColorRole::Ink, true, this), 1);
    column->addLayout(head);

    m_nameCombo = new SearchCombo(tr("name of the baseline machine"), tr("name: type or choose"), this);
    for (const HardwareEntry& entry : m_catalogue.hardware)
        m_nameCombo->addItem(toQString(entry.name));
    m_measureButton = createPrimaryButton(tr("Measure this machine"), this);
    m_measureButton->setToolTip(
        tr("Times arithmetic, memory and disk; takes less than a minute and removes its files"));
    auto* top = new QHBoxLayout;
    top->setSpacing(Theme::spacing(2));
    top->addWidget(m_nameCombo, 1);
    top->addWidget(m_measureButton);
    column->addLayout(top);

    m_torchButton = createQuietButton(tr("Measure the card with PyTorch"), this);
    m_torchButton->setToolTip(
        tr("Times matrix products, memory and a training step for a minute, on the card or, without "
           "one, the processor: scalewright-torch.py"));
    column->addLayout(createButtonRow({m_torchButton}));

    m_progress = new MeasurementProgress(m_measurement, this);
    column->addWidget(m_progress);
    m_cardProgress = new MeasurementProgress(*m_cardMeasurement, this);
    column->addWidget(m_cardProgress);

    m_problemText = new Text(TextStyle::Label, ColorRole::Ink, false, this);
    m_problemText->setEdgeBar(ColorRole::Warning);
    m_problemText->setWordWrap(true);
    column->addWidget(m_problemText);

    m_descriptionText = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_descriptionText->setWordWrap(true);
    column->addWidget(m_descriptionText);

    const auto machineName = [](const Project& project) { return project.baseline.machine.name; };
    const auto neverNeeded = [](const Project&) { return false; };  // shown only if it has a value or is requested
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Machine::memoryBytes), {}, machineName},
                            {fieldOf(&Machine::storageBytes)},
                            {fieldOf(&Machine::peakFlops), {}, machineName},
                            {fieldOf(&Machine::memoryBandwidthBytesPerS), {}, machineName},
                            {fieldOf(&Machine::peakFlopsOneCore), neverNeeded, machineName},
                            {fieldOf(&Machine::memoryBandwidthOneCoreBytesPerS), neverNeeded, machineName}},
                           this, tr("this machine: %1"));
    column->addWidget(m_grid);
    m_memoryFitLine = new MemoryFitLine(m_document, fieldOf(&Baseline::workingSetBytes), this);
    column->addWidget(m_memoryFitLine);
    m_stalenessNote = new Text(TextStyle::Label, ColorRole::Ink, false, this);
    m_stalenessNote->setEdgeBar(ColorRole::Warning);
    m_stalenessNote->setWordWrap(true);
    column->addWidget(m_stalenessNote);
    m_typedOverNote = new Text(TextStyle::Label, ColorRole::SoftInk, false, this);
    m_typedOverNote->setWordWrap(true);
    column->addWidget(m_typedOverNote);
    m_sourcesButton = createQuietButton(tr("Sources"), this);
    m_sourcesButton->setAccessibleName(tr("sources of the machine’s figures"));
    m_sourcesButton->setCheckable(true);
    head->addWidget(m_sourcesButton);
    m_probeTable = new ProbeTable(this);
    column->addWidget(m_probeTable);
    m_historyTitle = new Text(tr("Its runs side by side, newest first"), TextStyle::Label, ColorRole::Ink, false, this);
    column->addWidget(m_historyTitle);
    m_probeHistory = new ProbeHistory(this);
    column->addWidget(m_probeHistory);
    m_sourcesText = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_sourcesText->setWordWrap(true);
    column->addWidget(m_sourcesText);

    connect(m_nameCombo, &SearchCombo::entryChosen, this,
            [this](int index) { chooseCatalogueEntry(static_cast<std::size_t>(index)); });
    connect(m_nameCombo, &SearchCombo::customNameEntered, this, &MachineCard::renameMachine);
    connect(m_measureButton, &QPushButton::clicked, this,
            [this] { m_measurement.start(MeasurementJob::Suite::MachineCeilings); });
    connect(m_torchButton, &QPushButton::clicked, m_cardMeasurement, &CardMeasurement::start);
    connect(m_cardMeasurement, &Job::changed, this, &MachineCard::showMeasurementState);
    connect(m_sourcesButton, &QPushButton::toggled, this, &MachineCard::refresh);
    connect(&m_measurement, &MeasurementJob::changed, this, &MachineCard::showMeasurementState);
    showMeasurementState();
    refresh();
}

void MachineCard::refresh()
{
    m_nameCombo->setName(toQString(m_document.project().baseline.machine.name));
    m_descriptionText->setText(toQString(m_document.project().baseline.machine.description));
    m_descriptionText->setVisible(!m_descriptionText->text().isEmpty());
    m_grid->refresh();
    m_memoryFitLine->refresh();
    QStringList lines{m_grid->sourcesText()};
    lines << m_measurement.remarks();
    lines.removeAll(QString());
    const std::vector<ProbeResult> probes =
        m_measurement.results().empty() ? storedProbeResults(m_document.project()) : m_measurement.results();
    m_probeTable->setVisible(m_sourcesButton->isChecked() && !probes.empty());
    if (m_sourcesButton->isChecked())
        m_probeTable->setResults(probes);
    const std::vector<Machine>& runs = m_document.project().measurements.machines;
    const bool several = m_sourcesButton->isChecked() && runs.size() > 1;
    m_historyTitle->setVisible(several);
    m_probeHistory->setVisible(several);
    if (several)
        m_probeHistory->setRuns(runs, QDate::currentDate());
    QStringList doubts{typedOverMeasuredText(m_document.project(), QDate::currentDate())};
    if (!m_typedName.isEmpty() && toQString(m_document.project().baseline.machine.name) == m_typedName &&
        hasCatalogueFigures(m_document.project().baseline.machine))
        doubts << tr("The catalogue has no single machine with that name: the figures are still those of %1.")
                      .arg(m_previousName);
    doubts.removeAll(QString());
    m_typedOverNote->setText(doubts.join(QLatin1Char('\n')));
    m_typedOverNote->setVisible(!m_typedOverNote->text().isEmpty());
    m_stalenessNote->setText(stalenessText(m_document.project(), QDate::currentDate()));
    m_stalenessNote->setVisible(!m_stalenessNote->text().isEmpty());
    m_sourcesButton->setVisible(!lines.isEmpty());
    m_sourcesText->setText(lines.join(QLatin1Char('\n')));
    m_sourcesText->setVisible(m_sourcesButton->isChecked() && !lines.isEmpty());
}

void MachineCard::showEvent(QShowEvent* event)
{
    Card::showEvent(event);
    m_cardMeasurement->findPython();
}

QPushButton* MachineCard::cancelButton() const
{
    return m_progress->cancelButton();
}

void MachineCard::layOut(int columns)
{
    m_grid->layOut(columns);
}

void MachineCard::showMeasurementState()
{
    const bool running = m_measurement.isRunning();
    const bool hadFocus = m_measureButton->hasFocus() || cancelButton()->hasFocus();
    // The progress of the book's workloads is shown on the steps card.
    const bool showsProgress = running && m_measurement.suite() == MeasurementJob::Suite::MachineCeilings;
    if (running && m_measureButton->isEnabled())
        refresh();  // clears the messages from the previous run
    m_progress->setVisible(showsProgress);
    const bool measuresCard = m_cardMeasurement->isRunning();
    m_measureButton->setEnabled(!running && !measuresCard);
    m_torchButton->setVisible(m_cardMeasurement->hasPython());
    m_torchButton->setEnabled(m_measureButton->isEnabled());
    m_progress->refresh();
    m_cardProgress->setVisible(measuresCard);
    m_cardProgress->refresh();
    QStringList problems{m_measurement.problem(), m_cardMeasurement->problem()};
    problems << m_measurement.warnings();
    problems.removeAll(QString());
    m_problemText->setText(problems.join(QLatin1Char('\n')));
    m_problemText->setVisible(!running && !measuresCard && !problems.isEmpty());
    if (hadFocus)  // keeps the focus on the action instead of moving it to the next widget
        (showsProgress ? cancelButton() : m_measureButton)->setFocus(Qt::OtherFocusReason);
}

void MachineCard::chooseCatalogueEntry(std::size_t index)
{
    const HardwareEntry& entry = m_catalogue.hardware.at(index);
    Project after = m_document.project();
    fillMachine(after.baseline.machine, entry);
    m_document.edit(tr("machine %1").arg(toQString(entry.name)), std::move(after));
}

void MachineCard::renameMachine(const QString& name)
{
    if (const HardwareEntry* entry = m_catalogue.findHardwareByWords(name.toStdString()))
        return chooseCatalogueEntry(static_cast<std::size_t>(entry - m_catalogue.hardware.data()));
    Project after = m_document.project();
    if (hasCatalogueFigures(after.baseline.machine)) {
        // After a second rename the figures still belong to the first name.
        if (m_typedName.isEmpty() || toQString(after.baseline.machine.name) != m_typedName)
            m_previousName = toQString(after.baseline.machine.name);
        m_typedName = name;
    }
    after.baseline.machine.name = name.toStdString();
    m_document.edit(tr("name of the machine"), std::move(after));
}

bool MachineCard::focusField(const QString& pointer)
{
    return m_grid->focusOn(pointer);
}

std::vector<PaletteItem> MachineCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems();
    if (m_cardMeasurement->hasPython() && m_torchButton->isEnabled())
        items.insert(items.begin(),
                     {PaletteItem::Kind::Action, m_torchButton->text(), {}, [this] { m_cardMeasurement->start(); }});
    if (m_measurement.isRunning())
        items.insert(items.begin(),
                     {PaletteItem::Kind::Action, tr("Cancel the measurement"), {}, [this] { m_measurement.cancel(); }});
    else
        items.insert(items.begin(), {PaletteItem::Kind::Action, tr("Measure this machine"), {}, [this] {
                                         m_measurement.start(MeasurementJob::Suite::MachineCeilings);
                                     }});
    for (std::size_t i = 0; i < m_catalogue.hardware.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("This machine: %1").arg(toQString(m_catalogue.hardware[i].name)),
                         tr("preset"), [this, i] { chooseCatalogueEntry(i); }});
    return items;
}

}  // namespace scalewright::ui
