#include "ui/baseline/machine_card.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QProgressBar>
#include <QVBoxLayout>

#include "core/project/project.h"
#include "ui/baseline/measuring.h"
#include "ui/controls/field_grid.h"

namespace scalewright::ui {

namespace {

constexpr int progressSteps = 1000;

}  // namespace

MachineCard::MachineCard(Document& document, Measuring& measuring, QWidget* parent)
    : Card(parent), m_document(document), m_measuring(measuring)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("This machine"), TextStyle::CardTitle, Role::Ink, true, this));

    m_name = new QLineEdit(this);
    m_name->setPlaceholderText(tr("its name"));
    m_name->setAccessibleName(tr("name of the baseline machine"));
    m_measure = primaryButton(tr("Measure this machine"), this);
    m_measure->setToolTip(tr("Times arithmetic, memory and disk; takes under a minute and leaves nothing behind"));
    auto* top = new QHBoxLayout;
    top->setSpacing(Theme::space(2));
    top->addWidget(m_name, 1);
    top->addWidget(m_measure);
    column->addLayout(top);

    m_progress = new QWidget(this);
    m_bar = new QProgressBar(m_progress);
    m_bar->setRange(0, progressSteps);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("progress of the measurement"));
    m_doing = new Text(TextStyle::Label, Role::Soft, false, m_progress);
    m_cancel = quietButton(tr("Cancel"), m_progress);
    m_cancel->setAccessibleName(tr("cancel the measurement"));
    auto* words = new QHBoxLayout;
    words->addWidget(m_doing, 1);
    words->addWidget(m_cancel);
    auto* progress = new QVBoxLayout(m_progress);
    progress->setContentsMargins(0, Theme::space(1), 0, 0);
    progress->setSpacing(Theme::space(1));
    progress->addWidget(m_bar);
    progress->addLayout(words);
    column->addWidget(m_progress);

    m_problem = new Text(TextStyle::Label, Role::Ink, false, this);
    m_problem->setMark(Role::Warning);
    m_problem->setWordWrap(true);
    column->addWidget(m_problem);

    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Machine::memoryBytes)}, {fieldOf(&Machine::storageBytes)}, {fieldOf(&Machine::peakFlops)},
                            {fieldOf(&Machine::memoryBandwidthBytesPerS)}},
                           this, tr("this machine: %1"));
    column->addWidget(m_grid);
    m_how = quietButton(tr("How these were found"), this);
    m_how->setCheckable(true);
    column->addLayout(wordsInLine({m_how}));
    m_sources = new Text(TextStyle::Small, Role::Soft, false, this);
    m_sources->setWordWrap(true);
    column->addWidget(m_sources);

    connect(m_name, &QLineEdit::editingFinished, this, &MachineCard::rename);
    connect(m_measure, &QPushButton::clicked, this, [this] { m_measuring.start(Measuring::Run::Machine); });
    connect(m_cancel, &QPushButton::clicked, &m_measuring, &Measuring::cancel);
    connect(m_how, &QPushButton::toggled, this, &MachineCard::refresh);
    connect(&m_measuring, &Measuring::changed, this, &MachineCard::showMeasuring);
    const auto restyle = [this] { m_name->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    showMeasuring();
    refresh();
}

MachineCard::~MachineCard()
{
    m_name->disconnect(this);  // it loses the keyboard while QWidget's destructor runs
}

void MachineCard::refresh()
{
    const QString name = QString::fromStdString(m_document.project().baseline.machine.name);
    if (!m_name->isModified() && m_name->text() != name) {
        m_name->setText(name);
        m_name->setCursorPosition(0);
    }
    m_grid->refresh();
    QStringList lines{m_grid->sources()};
    lines << m_measuring.remarks();
    lines.removeAll(QString());
    m_how->setVisible(!lines.isEmpty());
    m_sources->setText(lines.join(QLatin1Char('\n')));
    m_sources->setVisible(m_how->isChecked() && !lines.isEmpty());
}

void MachineCard::layOut(int columns) { m_grid->layOut(columns); }

void MachineCard::showMeasuring()
{
    const bool running = m_measuring.isRunning();
    const bool hadFocus = m_measure->hasFocus() || m_cancel->hasFocus();
    m_progress->setVisible(running);
    m_measure->setEnabled(!running);
    m_bar->setValue(static_cast<int>(m_measuring.share() * progressSteps));
    m_doing->setText(m_measuring.isStopping() ? tr("Stopping …") : tr("Measuring: %1").arg(m_measuring.doing()));
    QStringList problems{m_measuring.problem()};
    problems << m_measuring.warnings();
    problems.removeAll(QString());
    m_problem->setText(problems.join(QLatin1Char('\n')));
    m_problem->setVisible(!running && !problems.isEmpty());
    if (hadFocus)  // the keyboard stays with the action, and does not fall to whatever comes next
        (running ? m_cancel : m_measure)->setFocus(Qt::OtherFocusReason);
    refresh();
}

void MachineCard::rename()
{
    m_name->setModified(false);
    Project after = m_document.project();
    after.baseline.machine.name = m_name->text().trimmed().toStdString();
    m_document.edit(tr("name of the machine"), std::move(after));
}

bool MachineCard::focus(const QString& pointer) { return m_grid->focus(pointer); }

std::vector<PaletteItem> MachineCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems();
    if (m_measuring.isRunning())
        items.insert(items.begin(), {PaletteItem::Kind::Action, tr("Cancel the measurement"), {}, [this] { m_measuring.cancel(); }});
    else
        items.insert(items.begin(), {PaletteItem::Kind::Action, tr("Measure this machine"), {}, [this] { m_measuring.start(Measuring::Run::Machine); }});
    return items;
}

}  // namespace scalewright::ui
