#include "ui/baseline/target_card.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

#include "ui/controls/quantity_grid.h"
#include "ui/controls/search_combo.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

QuantityGrid::Field fieldOf(const char* key, QuantitySpec spec, MaybeQuantity Target::*member)
{
    const QString title = TargetCard::tr("target: %1").arg(spec.label);
    const bool ofLink = member == &Target::alphaS || member == &Target::bandwidthBytesPerS;
    return {QString::fromLatin1(key), std::move(spec), [member](const Project& project) { return project.target.*member; },
            [member](Project& project, const Quantity& quantity) { project.target.*member = quantity; },
            [ofLink](const Project& project) { return ofLink ? project.target.link : project.target.node; }, title};
}

/// What a peak is quoted in unless the person says otherwise: what models are trained in, then ever wider numbers.
std::string usualFormat(const HardwareEntry& entry)
{
    for (const char* format : {"bf16", "fp16", "tf32", "fp32", "fp64", "fp8"})
        for (const auto& [name, unused] : entry.peakFlops)
            if (name == format)
                return name;
    return {};
}

bool has(const HardwareEntry& entry, const std::string& format)
{
    return std::any_of(entry.peakFlops.begin(), entry.peakFlops.end(), [&](const auto& each) { return each.first == format; });
}

}  // namespace

TargetCard::TargetCard(Document& document, Result<Catalogue> catalogue, QWidget* parent) : Card(parent), m_document(document)
{
    if (catalogue)
        m_catalogue = *std::move(catalogue);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("Target"), TextStyle::CardTitle, Role::Ink, true, this));

    m_node = new SearchCombo(tr("node type"), tr("node type: choose, or type to search"), this);
    for (const HardwareEntry& entry : m_catalogue.hardware)
        m_node->addItem(QString::fromStdString(entry.name));
    m_format = new QComboBox(this);
    m_format->setAccessibleName(tr("number format of the peak"));
    m_format->setPlaceholderText(tr("peak in"));
    m_format->setToolTip(tr("In which number format the peak FLOP/s is taken"));
    m_link = new SearchCombo(tr("link"), tr("link: choose, or type to search"), this);
    for (const LinkEntry& entry : m_catalogue.links)
        m_link->addItem(QString::fromStdString(entry.name));
    auto* nodes = new QHBoxLayout;
    nodes->setSpacing(Theme::space(2));
    nodes->addWidget(m_node, 1);
    nodes->addWidget(m_format);
    column->addLayout(nodes);
    column->addWidget(m_link);

    m_problem = new Text(TextStyle::Label, Role::Ink, false, this);
    m_problem->setMark(Role::Warning);
    m_problem->setWordWrap(true);
    if (!catalogue)
        m_problem->setText(tr("The catalogue cannot be read, so values have to be typed: %1").arg(said(catalogue.error())));
    else if (m_catalogue.ownError)
        m_problem->setText(tr("Your own catalogue was left out: %1").arg(said(*m_catalogue.ownError)));
    m_problem->setVisible(!m_problem->text().isEmpty());
    column->addWidget(m_problem);

    m_grid = new QuantityGrid(
        m_document,
        {fieldOf("target.alpha", {.label = tr("alpha, latency"), .dimension = Dimension::Time, .low = 1e-7, .high = 1e-1, .zeroStop = true,
                                  .unsetHint = tr("choose a link, or time small messages")},
                 &Target::alphaS),
         fieldOf("target.bandwidth", {.label = tr("link bandwidth"), .dimension = Dimension::Bandwidth, .low = 1e6, .high = 1e12, .zeroAllowed = false,
                                      .unsetHint = tr("choose a link; one direction: 100 Gbit/s")},
                 &Target::bandwidthBytesPerS),
         fieldOf("target.memory", {.label = tr("memory of a worker"), .dimension = Dimension::Bytes, .low = 1e9, .high = 1e13, .zeroAllowed = false,
                                   .unsetHint = tr("choose a node type")},
                 &Target::memoryBytes),
         fieldOf("target.price", {.label = tr("price per node-hour"), .dimension = Dimension::Price, .low = 0.1, .high = 100, .zeroStop = true,
                                  .unsetHint = tr("from your provider’s price list")},
                 &Target::priceUsdPerHour)},
        this);
    column->addWidget(m_grid);
    m_more = quietButton(tr("Peak, memory bandwidth, power"), this);
    m_more->setCheckable(true);
    m_how = quietButton(tr("Sources"), this);
    m_how->setAccessibleName(tr("sources of the target’s figures"));
    m_how->setCheckable(true);
    column->addLayout(wordsInLine({m_more, m_how}));
    m_folded = new QuantityGrid(
        m_document,
        {fieldOf("target.peak", {.label = tr("target’s peak"), .dimension = Dimension::ComputeRate, .low = 1e9, .high = 1e16, .zeroAllowed = false,
                                 .unsetHint = tr("choose a node type and a number format")},
                 &Target::peakFlops),
         fieldOf("target.memory_bandwidth", {.label = tr("memory bandwidth"), .dimension = Dimension::Bandwidth, .low = 1e9, .high = 1e14,
                                             .zeroAllowed = false, .unsetHint = tr("choose a node type")},
                 &Target::memoryBandwidthBytesPerS),
         fieldOf("target.power", {.label = tr("power"), .dimension = Dimension::Power, .low = 1, .high = 1e4, .zeroStop = true,
                                  .unsetHint = tr("its board power, or what a meter reads")},
                 &Target::powerW)},
        this);
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
        m_document.edit(tr("name of the link"), std::move(after));
    });
    connect(m_more, &QPushButton::toggled, m_folded, &QWidget::setVisible);
    connect(m_how, &QPushButton::toggled, this, &TargetCard::refresh);
    m_folded->hide();
    const auto restyle = [this] { m_format->setFont(Theme::instance().font(TextStyle::Label)); };
    restyle();
    connect(&Theme::instance(), &Theme::changed, this, restyle);
    refresh();
}

const HardwareEntry* TargetCard::shownNode() const
{
    for (const HardwareEntry& entry : m_catalogue.hardware)
        if (entry.name == m_document.project().target.node)
            return &entry;
    return nullptr;
}

void TargetCard::refresh()
{
    const Target& target = m_document.project().target;
    m_node->setName(QString::fromStdString(target.node));
    m_link->setName(QString::fromStdString(target.link));
    const HardwareEntry* entry = shownNode();
    m_format->setVisible(entry && entry->peakFlops.size() > 1);
    if (entry) {
        m_format->clear();
        int shown = -1;
        for (const auto& [name, peak] : entry->peakFlops) {
            if (target.peakFlops && target.peakFlops->value == peak.value && shown < 0)
                shown = m_format->count();
            m_format->addItem(QString::fromStdString(name));
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
    m_problem->setText(filled ? QString() : said(filled.error()));
    m_problem->setVisible(!filled);
    if (filled)
        m_document.edit(tr("target %1").arg(QString::fromStdString(entry.name)), std::move(after));
}

void TargetCard::choosePeak(const HardwareEntry& entry, const std::string& format)
{
    Target filled;
    if (!fillTarget(filled, entry, format))
        return;
    Project after = m_document.project();
    after.target.peakFlops = filled.peakFlops;
    m_document.edit(tr("peak in %1").arg(QString::fromStdString(format)), std::move(after));
}

void TargetCard::chooseLink(std::size_t index)
{
    const LinkEntry& entry = m_catalogue.links.at(index);
    Project after = m_document.project();
    fillTarget(after.target, entry);
    m_document.edit(tr("link %1").arg(QString::fromStdString(entry.name)), std::move(after));
}

bool TargetCard::focus(const QString& key) { return m_grid->focus(key); }

std::vector<PaletteItem> TargetCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems();
    for (PaletteItem& item : m_folded->paletteItems([this] { m_more->setChecked(true); }))
        items.push_back(std::move(item));
    for (std::size_t i = 0; i < m_catalogue.hardware.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Target: %1").arg(QString::fromStdString(m_catalogue.hardware[i].name)), tr("preset"),
                         [this, i] { chooseNode(i, usualFormat(m_catalogue.hardware[i])); }});
    for (std::size_t i = 0; i < m_catalogue.links.size(); ++i)
        items.push_back({PaletteItem::Kind::Action, tr("Link: %1").arg(QString::fromStdString(m_catalogue.links[i].name)), tr("preset"),
                         [this, i] { chooseLink(i); }});
    return items;
}

}  // namespace scalewright::ui
