// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/target_card.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/file_dialog.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/controls/search_combo.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

bool hasPeakFormat(const HardwareEntry& entry, const std::string& format)
{
    return std::any_of(entry.peakFlops.begin(), entry.peakFlops.end(),
                       [&](const auto& each) { return each.first == format; });
}

}  // namespace

TargetCard::TargetCard(Document& document, const Result<Catalogue>& catalogue, QWidget* parent)
    : Card(parent), m_document(document)
{
    if (catalogue)
        m_catalogue = *catalogue;
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 4));
    column->addWidget(new Text(tr("Target"), TextStyle::CardTitle, ColorRole::Ink, true, this));

    m_nodeCombo = new SearchCombo(tr("node type"), tr("node type: choose, or type to search"), this);
    m_nodeCombo->acceptFirstMatch();
    for (const HardwareEntry& entry : m_catalogue.hardware)
        m_nodeCombo->addItem(toQString(entry.name));
    m_formatCombo = new QuietCombo(this);
    m_formatCombo->setAccessibleName(tr("number format of the peak"));
    m_formatCombo->setPlaceholderText(tr("number format"));
    m_formatCombo->setToolTip(tr("Number format of the peak FLOP/s"));
    m_linkCombo = new SearchCombo(tr("link"), tr("link: choose, or type to search"), this);
    m_linkCombo->acceptFirstMatch();
    for (const LinkEntry& entry : m_catalogue.links)
        m_linkCombo->addItem(toQString(entry.name));
    auto* nodes = new QHBoxLayout;
    nodes->setSpacing(Theme::spacing(2));
    nodes->addWidget(m_nodeCombo, 1);
    nodes->addWidget(m_formatCombo);
    column->addLayout(nodes);
    m_nodeNameOnlyText = createNameOnlyText();
    column->addWidget(m_nodeNameOnlyText);
    column->addWidget(m_linkCombo);
    m_linkNameOnlyText = createNameOnlyText();
    column->addWidget(m_linkNameOnlyText);
    m_timingsButton = createQuietButton(tr("Import timings…"), this);
    m_timingsButton->setToolTip(
        tr("Reads alpha and bandwidth from the output of nccl-tests, the OSU or Intel benchmarks or scalewright-cli "
           "probe collective, or from a CSV of sizes and times"));
    column->addLayout(createButtonRow({m_timingsButton}));

    m_problemText = new Text(TextStyle::Label, ColorRole::Ink, false, this);
    m_problemText->setEdgeBar(ColorRole::Warning);
    m_problemText->setWordWrap(true);
    if (!catalogue)
        m_problemText->setText(
            tr("The catalogue cannot be read, so type the values: %1").arg(errorText(catalogue.error())));
    else if (m_catalogue.userCatalogueError)
        m_problemText->setText(
            tr("Your own catalogue was ignored: %1").arg(errorText(*m_catalogue.userCatalogueError)));
    m_problemText->setVisible(!m_problemText->text().isEmpty());
    column->addWidget(m_problemText);

    const auto nodeName = [](const Project& project) { return project.target.node; };
    const auto linkName = [](const Project& project) { return project.target.link; };
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Target::alphaS), {}, linkName},
                            {fieldOf(&Target::bandwidthBytesPerS), {}, linkName},
                            {fieldOf(&Target::memoryBytes), {}, nodeName},
                            {fieldOf(&Target::priceUsdPerHour), {}, nodeName},
                            {fieldOf(&Target::machinesAvailable), {}, nodeName}},
                           this, tr("target: %1"));
    column->addWidget(m_grid);
    m_moreButton = createQuietButton(tr("Nodes, peak, memory bandwidth, power"), this);
    m_moreButton->setCheckable(true);
    m_sourcesButton = createQuietButton(tr("Sources"), this);
    m_sourcesButton->setAccessibleName(tr("sources of the target’s figures"));
    m_sourcesButton->setCheckable(true);
    column->addLayout(createButtonRow({m_moreButton, m_sourcesButton}));
    m_moreGrid = new FieldGrid(m_document,
                               {{fieldOf(&Target::workersPerNode), {}, nodeName},
                                {fieldOf(&Target::alpha2S)},
                                {fieldOf(&Target::bandwidth2BytesPerS)},
                                {fieldOf(&Target::oversubscription)},
                                {fieldOf(&Target::peakFlops), {}, nodeName},
                                {fieldOf(&Target::memoryBandwidthBytesPerS), {}, nodeName},
                                {fieldOf(&Target::powerW), {}, nodeName}},
                               this, tr("target: %1"));
    column->addWidget(m_moreGrid);
    m_sourcesText = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_sourcesText->setWordWrap(true);
    column->addWidget(m_sourcesText);

    connect(m_nodeCombo, &SearchCombo::entryChosen, this, [this](int index) {
        const HardwareEntry& entry = m_catalogue.hardware.at(static_cast<std::size_t>(index));
        const std::string present = m_formatCombo->currentText().toStdString();
        chooseNode(static_cast<std::size_t>(index),
                   hasPeakFormat(entry, present) ? present : defaultNumberFormat(entry));
    });
    connect(m_nodeCombo, &SearchCombo::customNameEntered, this, [this](const QString& name) {
        Project after = m_document.project();
        after.target.node = name.toStdString();
        m_unmatchedNodeName = after.target.node;
        m_document.edit(tr("name of the node type"), std::move(after));
    });
    connect(m_formatCombo, &QComboBox::activated, this, [this] {
        if (const HardwareEntry* entry = nodeEntry())
            choosePeak(*entry, m_formatCombo->currentText().toStdString());
    });
    connect(m_linkCombo, &SearchCombo::entryChosen, this,
            [this](int index) { chooseLink(static_cast<std::size_t>(index)); });
    connect(m_linkCombo, &SearchCombo::customNameEntered, this, [this](const QString& name) {
        Project after = m_document.project();
        after.target.link = name.toStdString();
        m_unmatchedLinkName = after.target.link;
        m_document.edit(tr("name of the link"), std::move(after));
    });
    connect(m_timingsButton, &QPushButton::clicked, this, &TargetCard::chooseTimingsFile);
    connect(m_moreButton, &QPushButton::toggled, m_moreGrid, &QWidget::setVisible);
    connect(m_sourcesButton, &QPushButton::toggled, this, &TargetCard::refresh);
    m_moreGrid->hide();
    const auto restyle = [this] { m_formatCombo->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    refresh();
}

void TargetCard::chooseTimingsFile()
{
    auto* dialog = new QFileDialog(this, tr("Import timings of a link"), {},
                                   tr("Timings (*.txt *.log *.out *.csv *.tsv);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    openFileDialog(dialog, this, [this](const QString& path) { Q_EMIT timingsChosen(path); });
}

const HardwareEntry* TargetCard::nodeEntry() const
{
    for (const HardwareEntry& entry : m_catalogue.hardware)
        if (entry.name == m_document.project().target.node)
            return &entry;
    return nullptr;
}

Text* TargetCard::createNameOnlyText()
{
    auto* line =
        new Text(tr("Unknown name: the figures are unchanged."), TextStyle::Label, ColorRole::Ink, false, this);
    line->setEdgeBar(ColorRole::Warning);
    line->setWordWrap(true);
    line->hide();
    return line;
}

void TargetCard::refresh()
{
    const Target& target = m_document.project().target;
    m_nodeNameOnlyText->setVisible(!m_unmatchedNodeName.empty() && m_unmatchedNodeName == target.node);
    m_linkNameOnlyText->setVisible(!m_unmatchedLinkName.empty() && m_unmatchedLinkName == target.link);
    m_nodeCombo->setName(toQString(target.node));
    m_linkCombo->setName(toQString(target.link));
    const HardwareEntry* entry = nodeEntry();
    m_formatCombo->setVisible(entry && entry->peakFlops.size() > 1);
    if (entry) {
        m_formatCombo->clear();
        int formatIndex = -1;
        for (const auto& [name, peak] : entry->peakFlops) {
            if (target.peakFlops && target.peakFlops->value == peak.value && formatIndex < 0)
                formatIndex = m_formatCombo->count();
            m_formatCombo->addItem(toQString(name));
        }
        m_formatCombo->setCurrentIndex(formatIndex);
    }
    m_grid->refresh();
    m_moreGrid->refresh();
    QStringList lines{m_grid->sourcesText(), m_moreGrid->sourcesText()};
    lines.removeAll(QString());
    m_sourcesButton->setVisible(!lines.isEmpty());
    m_sourcesText->setText(lines.join(QLatin1Char('\n')));
    m_sourcesText->setVisible(m_sourcesButton->isChecked() && !lines.isEmpty());
}

void TargetCard::layOut(int columns)
{
    m_grid->layOut(columns);
    m_moreGrid->layOut(columns);
}

void TargetCard::chooseNode(std::size_t index, const std::string& format)
{
    const HardwareEntry& entry = m_catalogue.hardware.at(index);
    Project after = m_document.project();
    const Result<void> filled = fillTarget(after.target, entry, format);
    restoreTypedValues(after.target, m_document.project().target, entry);
    m_problemText->setText(filled ? QString() : errorText(filled.error()));
    m_problemText->setVisible(!filled);
    if (filled)
        m_document.edit(tr("target %1").arg(toQString(entry.name)), std::move(after));
}

void TargetCard::choosePeak(const HardwareEntry& entry, const std::string& format)
{
    Target filled;
    if (!fillTarget(filled, entry, format))
        return;
    Project after = m_document.project();
    after.target.peakFlops = filled.peakFlops;
    m_document.edit(tr("peak in %1").arg(toQString(format)), std::move(after));
}

void TargetCard::chooseLink(std::size_t index)
{
    const LinkEntry& entry = m_catalogue.links.at(index);
    Project after = m_document.project();
    fillTarget(after.target, entry);
    m_document.edit(tr("link %1").arg(toQString(entry.name)), std::move(after));
}

bool TargetCard::focusField(const QString& pointer)
{
    if (!m_grid->hasField(pointer) && m_moreGrid->hasField(pointer))
        m_moreButton->setChecked(true);
    return m_grid->focusOn(pointer) || m_moreGrid->focusOn(pointer);
}

std::vector<PaletteItem> TargetCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems();
    for (PaletteItem& item : m_moreGrid->paletteItems([this] { m_moreButton->setChecked(true); }))
        items.push_back(std::move(item));
    items.push_back(
        {PaletteItem::Kind::Action, tr("Import timings of a link: NCCL, OSU, MPI bandwidth log"), {}, [this] {
             chooseTimingsFile();
         }});
    for (std::size_t i = 0; i < m_catalogue.hardware.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Target: %1").arg(toQString(m_catalogue.hardware[i].name)),
                         tr("preset"), [this, i] { chooseNode(i, defaultNumberFormat(m_catalogue.hardware[i])); }});
    for (std::size_t i = 0; i < m_catalogue.links.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Link: %1").arg(toQString(m_catalogue.links[i].name)),
                         tr("preset"), [this, i] { chooseLink(i); }});
    return items;
}

}  // namespace scalewright::ui
