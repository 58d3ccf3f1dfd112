#include "ui/baseline/target_card.h"

#include <QComboBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

#include "core/project/document/project.h"
#include "ui/controls/ask_file.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/quiet_combo.h"
#include "ui/controls/search_combo.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

bool has(const HardwareEntry& entry, const std::string& format)
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
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("Target"), TextStyle::CardTitle, Role::Ink, true, this));

    m_node = new SearchCombo(tr("node type"), tr("node type: choose, or type to search"), this);
    m_node->takeFirstMatch();
    for (const HardwareEntry& entry : m_catalogue.hardware)
        m_node->addItem(qt(entry.name));
    m_format = new QuietCombo(this);
    m_format->setAccessibleName(tr("number format of the peak"));
    m_format->setPlaceholderText(tr("peak in"));
    m_format->setToolTip(tr("In which number format the peak FLOP/s is taken"));
    m_link = new SearchCombo(tr("link"), tr("link: choose, or type to search"), this);
    m_link->takeFirstMatch();
    for (const LinkEntry& entry : m_catalogue.links)
        m_link->addItem(qt(entry.name));
    auto* nodes = new QHBoxLayout;
    nodes->setSpacing(Theme::space(2));
    nodes->addWidget(m_node, 1);
    nodes->addWidget(m_format);
    column->addLayout(nodes);
    m_nodeNameOnly = nameOnlyLine();
    column->addWidget(m_nodeNameOnly);
    column->addWidget(m_link);
    m_linkNameOnly = nameOnlyLine();
    column->addWidget(m_linkNameOnly);
    m_timings = quietButton(tr("Import timings…"), this);
    m_timings->setToolTip(
        tr("Alpha and bandwidth from what nccl-tests, the OSU or Intel benchmarks or scalewright-cli probe collective "
           "printed, or a CSV of sizes and times"));
    column->addLayout(wordsInLine({m_timings}));

    m_problem = new Text(TextStyle::Label, Role::Ink, false, this);
    m_problem->setMark(Role::Warning);
    m_problem->setWordWrap(true);
    if (!catalogue)
        m_problem->setText(
            tr("The catalogue cannot be read, so values have to be typed: %1").arg(said(catalogue.error())));
    else if (m_catalogue.ownError)
        m_problem->setText(tr("Your own catalogue was left out: %1").arg(said(*m_catalogue.ownError)));
    m_problem->setVisible(!m_problem->text().isEmpty());
    column->addWidget(m_problem);

    const auto ofNode = [](const Project& project) { return project.target.node; };
    const auto ofLink = [](const Project& project) { return project.target.link; };
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Target::alphaS), {}, ofLink},
                            {fieldOf(&Target::bandwidthBytesPerS), {}, ofLink},
                            {fieldOf(&Target::memoryBytes), {}, ofNode},
                            {fieldOf(&Target::priceUsdPerHour), {}, ofNode},
                            {fieldOf(&Target::machinesAvailable), {}, ofNode}},
                           this, tr("target: %1"));
    column->addWidget(m_grid);
    m_more = quietButton(tr("Nodes, peak, memory bandwidth, power"), this);
    m_more->setCheckable(true);
    m_how = quietButton(tr("Sources"), this);
    m_how->setAccessibleName(tr("sources of the target’s figures"));
    m_how->setCheckable(true);
    column->addLayout(wordsInLine({m_more, m_how}));
    m_folded = new FieldGrid(m_document,
                             {{fieldOf(&Target::workersPerNode), {}, ofNode},
                              {fieldOf(&Target::alpha2S)},
                              {fieldOf(&Target::bandwidth2BytesPerS)},
                              {fieldOf(&Target::oversubscription)},
                              {fieldOf(&Target::peakFlops), {}, ofNode},
                              {fieldOf(&Target::memoryBandwidthBytesPerS), {}, ofNode},
                              {fieldOf(&Target::powerW), {}, ofNode}},
                             this, tr("target: %1"));
    column->addWidget(m_folded);
    m_sources = new Text(TextStyle::Small, Role::Soft, false, this);
    m_sources->setWordWrap(true);
    column->addWidget(m_sources);

    connect(m_node, &SearchCombo::chosen, this, [this](int index) {
        const HardwareEntry& entry = m_catalogue.hardware.at(static_cast<std::size_t>(index));
        const std::string present = m_format->currentText().toStdString();
        chooseNode(static_cast<std::size_t>(index), has(entry, present) ? present : usualFormat(entry));
    });
    connect(m_node, &SearchCombo::named, this, [this](const QString& name) {
        Project after = m_document.project();
        after.target.node = name.toStdString();
        m_nodeNamed = after.target.node;
        m_document.edit(tr("name of the node type"), std::move(after));
    });
    connect(m_format, &QComboBox::activated, this, [this] {
        if (const HardwareEntry* entry = shownNode())
            choosePeak(*entry, m_format->currentText().toStdString());
    });
    connect(m_link, &SearchCombo::chosen, this, [this](int index) { chooseLink(static_cast<std::size_t>(index)); });
    connect(m_link, &SearchCombo::named, this, [this](const QString& name) {
        Project after = m_document.project();
        after.target.link = name.toStdString();
        m_linkNamed = after.target.link;
        m_document.edit(tr("name of the link"), std::move(after));
    });
    connect(m_timings, &QPushButton::clicked, this, &TargetCard::askTimings);
    connect(m_more, &QPushButton::toggled, m_folded, &QWidget::setVisible);
    connect(m_how, &QPushButton::toggled, this, &TargetCard::refresh);
    m_folded->hide();
    const auto restyle = [this] { m_format->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    refresh();
}

void TargetCard::askTimings()
{
    auto* dialog = new QFileDialog(this, tr("Import timings of a link"), {},
                                   tr("Timings (*.txt *.log *.out *.csv *.tsv);;All files (*)"));
    dialog->setFileMode(QFileDialog::ExistingFile);
    askFile(dialog, this, [this](const QString& path) { Q_EMIT timingsChosen(path); });
}

const HardwareEntry* TargetCard::shownNode() const
{
    for (const HardwareEntry& entry : m_catalogue.hardware)
        if (entry.name == m_document.project().target.node)
            return &entry;
    return nullptr;
}

Text* TargetCard::nameOnlyLine()
{
    auto* line = new Text(tr("Name only: its figures are not changed."), TextStyle::Label, Role::Ink, false, this);
    line->setMark(Role::Warning);
    line->setWordWrap(true);
    line->hide();
    return line;
}

void TargetCard::refresh()
{
    const Target& target = m_document.project().target;
    m_nodeNameOnly->setVisible(!m_nodeNamed.empty() && m_nodeNamed == target.node);
    m_linkNameOnly->setVisible(!m_linkNamed.empty() && m_linkNamed == target.link);
    m_node->setName(qt(target.node));
    m_link->setName(qt(target.link));
    const HardwareEntry* entry = shownNode();
    m_format->setVisible(entry && entry->peakFlops.size() > 1);
    if (entry) {
        m_format->clear();
        int shown = -1;
        for (const auto& [name, peak] : entry->peakFlops) {
            if (target.peakFlops && target.peakFlops->value == peak.value && shown < 0)
                shown = m_format->count();
            m_format->addItem(qt(name));
        }
        m_format->setCurrentIndex(shown);
    }
    m_grid->refresh();
    m_folded->refresh();
    QStringList lines{m_grid->sources(), m_folded->sources()};
    lines.removeAll(QString());
    m_how->setVisible(!lines.isEmpty());
    m_sources->setText(lines.join(QLatin1Char('\n')));
    m_sources->setVisible(m_how->isChecked() && !lines.isEmpty());
}

void TargetCard::layOut(int columns)
{
    m_grid->layOut(columns);
    m_folded->layOut(columns);
}

void TargetCard::chooseNode(std::size_t index, const std::string& format)
{
    const HardwareEntry& entry = m_catalogue.hardware.at(index);
    Project after = m_document.project();
    const Result<void> filled = fillTarget(after.target, entry, format);
    keepTyped(after.target, m_document.project().target);
    m_problem->setText(filled ? QString() : said(filled.error()));
    m_problem->setVisible(!filled);
    if (filled)
        m_document.edit(tr("target %1").arg(qt(entry.name)), std::move(after));
}

void TargetCard::choosePeak(const HardwareEntry& entry, const std::string& format)
{
    Target filled;
    if (!fillTarget(filled, entry, format))
        return;
    Project after = m_document.project();
    after.target.peakFlops = filled.peakFlops;
    m_document.edit(tr("peak in %1").arg(qt(format)), std::move(after));
}

void TargetCard::chooseLink(std::size_t index)
{
    const LinkEntry& entry = m_catalogue.links.at(index);
    Project after = m_document.project();
    fillTarget(after.target, entry);
    m_document.edit(tr("link %1").arg(qt(entry.name)), std::move(after));
}

bool TargetCard::focus(const QString& pointer)
{
    if (!m_grid->has(pointer) && m_folded->has(pointer))
        m_more->setChecked(true);
    return m_grid->focus(pointer) || m_folded->focus(pointer);
}

std::vector<PaletteItem> TargetCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems();
    for (PaletteItem& item : m_folded->paletteItems([this] { m_more->setChecked(true); }))
        items.push_back(std::move(item));
    items.push_back(
        {PaletteItem::Kind::Action, tr("Import timings of a link: NCCL, OSU, MPI bandwidth log"), {}, [this] {
             askTimings();
         }});
    for (std::size_t i = 0; i < m_catalogue.hardware.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Target: %1").arg(qt(m_catalogue.hardware[i].name)),
                         tr("preset"), [this, i] { chooseNode(i, usualFormat(m_catalogue.hardware[i])); }});
    for (std::size_t i = 0; i < m_catalogue.links.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Link: %1").arg(qt(m_catalogue.links[i].name)), tr("preset"),
                         [this, i] { chooseLink(i); }});
    return items;
}

}  // namespace scalewright::ui
