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

MachineCard::MachineCard(Document& document, Measuring& measuring, Catalogue catalogue, QWidget* parent)
    : Card(parent), m_document(document), m_measuring(measuring), m_catalogue(std::move(catalogue))
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("This machine"), TextStyle::CardTitle, Role::Ink, true, this));

    m_name = new SearchCombo(tr("name of the baseline machine"), tr("name: type or choose"), this);
    for (const HardwareEntry& entry : m_catalogue.hardware)
        m_name->addItem(qt(entry.name));
    m_measure = primaryButton(tr("Measure this machine"), this);
    m_measure->setToolTip(tr("Times arithmetic, memory and disk; takes under a minute and leaves nothing behind"));
    auto* top = new QHBoxLayout;
    top->setSpacing(Theme::space(2));
    top->addWidget(m_name, 1);
    top->addWidget(m_measure);
    column->addLayout(top);

    m_progress = new MeasuringProgress(m_measuring, this);
    column->addWidget(m_progress);

    m_problem = new Text(TextStyle::Label, Role::Ink, false, this);
    m_problem->setMark(Role::Warning);
    m_problem->setWordWrap(true);
    column->addWidget(m_problem);

    m_description = new Text(TextStyle::Small, Role::Soft, false, this);
    m_description->setWordWrap(true);
    column->addWidget(m_description);

    const auto named = [](const Project& project) { return project.baseline.machine.name; };
    const auto never = [](const Project&) { return false; };  // shown where it has a value, or is asked for
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Machine::memoryBytes), {}, named},
                            {fieldOf(&Machine::storageBytes)},
                            {fieldOf(&Machine::peakFlops), {}, named},
                            {fieldOf(&Machine::memoryBandwidthBytesPerS), {}, named},
                            {fieldOf(&Machine::peakFlopsOneCore), never, named},
                            {fieldOf(&Machine::memoryBandwidthOneCoreBytesPerS), never, named}},
                           this, tr("this machine: %1"));
    column->addWidget(m_grid);
    m_fits = new FitsLine(m_document, fieldOf(&Baseline::workingSetBytes), this);
    column->addWidget(m_fits);
    m_age = new Text(TextStyle::Label, Role::Ink, false, this);
    m_age->setMark(Role::Warning);
    m_age->setWordWrap(true);
    column->addWidget(m_age);
    m_typed = new Text(TextStyle::Label, Role::Soft, false, this);
    m_typed->setWordWrap(true);
    column->addWidget(m_typed);
    m_how = quietButton(tr("Sources"), this);
    m_how->setAccessibleName(tr("how the machine’s figures were found"));
    m_how->setCheckable(true);
    column->addLayout(wordsInLine({m_how}));
    m_probes = new ProbeTable(this);
    column->addWidget(m_probes);
    m_side = new Text(tr("Its runs side by side, the newest first"), TextStyle::Label, Role::Ink, false, this);
    column->addWidget(m_side);
    m_history = new ProbeHistory(this);
    column->addWidget(m_history);
    m_sources = new Text(TextStyle::Small, Role::Soft, false, this);
    m_sources->setWordWrap(true);
    column->addWidget(m_sources);

    connect(m_name, &SearchCombo::chosen, this, [this](int index) { choose(static_cast<std::size_t>(index)); });
    connect(m_name, &SearchCombo::named, this, &MachineCard::rename);
    connect(m_measure, &QPushButton::clicked, this, [this] { m_measuring.start(Measuring::Run::Machine); });
    connect(m_how, &QPushButton::toggled, this, &MachineCard::refresh);
    connect(&m_measuring, &Measuring::changed, this, &MachineCard::showMeasuring);
    showMeasuring();
    refresh();
}

void MachineCard::refresh()
{
    m_name->setName(qt(m_document.project().baseline.machine.name));
    m_description->setText(qt(m_document.project().baseline.machine.description));
    m_description->setVisible(!m_description->text().isEmpty());
    m_grid->refresh();
    m_fits->refresh();
    QStringList lines{m_grid->sources()};
    lines << m_measuring.remarks();
    lines.removeAll(QString());
    const std::vector<ProbeResult> probes =
        m_measuring.results().empty() ? probesKept(m_document.project()) : m_measuring.results();
    m_probes->setVisible(m_how->isChecked() && !probes.empty());
    if (m_how->isChecked())
        m_probes->present(probes);
    const std::vector<Machine>& runs = m_document.project().measurements.machines;
    const bool several = m_how->isChecked() && runs.size() > 1;
    m_side->setVisible(several);
    m_history->setVisible(several);
    if (several)
        m_history->present(runs, QDate::currentDate());
    QStringList doubts{typedOverMeasured(m_document.project(), QDate::currentDate())};
    if (!m_nameGiven.isEmpty() && qt(m_document.project().baseline.machine.name) == m_nameGiven &&
        hasCatalogueFigures(m_document.project().baseline.machine))
        doubts << tr("The catalogue has no one machine of that name: the figures are still those of %1.")
                      .arg(m_nameBefore);
    doubts.removeAll(QString());
    m_typed->setText(doubts.join(QLatin1Char('\n')));
    m_typed->setVisible(!m_typed->text().isEmpty());
    m_age->setText(staleness(m_document.project(), QDate::currentDate()));
    m_age->setVisible(!m_age->text().isEmpty());
    m_how->setVisible(!lines.isEmpty());
    m_sources->setText(lines.join(QLatin1Char('\n')));
    m_sources->setVisible(m_how->isChecked() && !lines.isEmpty());
}

QPushButton* MachineCard::cancelButton() const
{
    return m_progress->cancelButton();
}

void MachineCard::layOut(int columns)
{
    m_grid->layOut(columns);
}

void MachineCard::showMeasuring()
{
    const bool running = m_measuring.isRunning();
    const bool hadFocus = m_measure->hasFocus() || cancelButton()->hasFocus();
    const bool mine =
        running && m_measuring.run() == Measuring::Run::Machine;  // the book's workloads say theirs with the steps
    if (running && m_measure->isEnabled())
        refresh();  // what the run before it said is gone
    m_progress->setVisible(mine);
    m_measure->setEnabled(!running);
    m_progress->refresh();
    QStringList problems{m_measuring.problem()};
    problems << m_measuring.warnings();
    problems.removeAll(QString());
    m_problem->setText(problems.join(QLatin1Char('\n')));
    m_problem->setVisible(!running && !problems.isEmpty());
    if (hadFocus)  // the keyboard stays with the action, and does not fall to whatever comes next
        (mine ? cancelButton() : m_measure)->setFocus(Qt::OtherFocusReason);
}

void MachineCard::choose(std::size_t index)
{
    const HardwareEntry& entry = m_catalogue.hardware.at(index);
    Project after = m_document.project();
    fillMachine(after.baseline.machine, entry);
    m_document.edit(tr("machine %1").arg(qt(entry.name)), std::move(after));
}

void MachineCard::rename(const QString& name)
{
    if (const HardwareEntry* entry = m_catalogue.findHardwareNamed(name.toStdString()))
        return choose(static_cast<std::size_t>(entry - m_catalogue.hardware.data()));
    Project after = m_document.project();
    if (hasCatalogueFigures(after.baseline.machine)) {
        if (m_nameGiven.isEmpty() ||
            qt(after.baseline.machine.name) != m_nameGiven)  // renamed twice, they are the first one's
            m_nameBefore = qt(after.baseline.machine.name);
        m_nameGiven = name;
    }
    after.baseline.machine.name = name.toStdString();
    m_document.edit(tr("name of the machine"), std::move(after));
}

bool MachineCard::focus(const QString& pointer)
{
    return m_grid->focus(pointer);
}

std::vector<PaletteItem> MachineCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems();
    if (m_measuring.isRunning())
        items.insert(items.begin(),
                     {PaletteItem::Kind::Action, tr("Cancel the measurement"), {}, [this] { m_measuring.cancel(); }});
    else
        items.insert(items.begin(), {PaletteItem::Kind::Action, tr("Measure this machine"), {}, [this] {
                                         m_measuring.start(Measuring::Run::Machine);
                                     }});
    for (std::size_t i = 0; i < m_catalogue.hardware.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("This machine: %1").arg(qt(m_catalogue.hardware[i].name)),
                         tr("preset"), [this, i] { choose(i); }});
    return items;
}

}  // namespace scalewright::ui
