// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/design/layouts/layout_question.h"

#include <QGridLayout>
#include <QPushButton>

#include <algorithm>

#include "core/base/quantity/entry.h"
#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/model/layout/sources.h"
#include "core/project/document/project.h"
#include "core/project/document/project_fields.h"
#include "ui/controls/bind_quantity.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/search_combo.h"
#include "ui/design/layouts/layout_search.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

bool isTrainingHardware(const HardwareEntry& entry)
{
    return (entry.kind == "card" || entry.kind == "node") &&
           std::any_of(entry.peakFlops.begin(), entry.peakFlops.end(),
                       [](const auto& each) { return each.first == "bf16" || each.first == "fp16"; });
}

/// The model's name, or "13.0 B parameters" if it has none; empty without a model.
QString modelTitle(const Project& project)
{
    if (!project.baseline.model)
        return {};
    const ModelShape& model = *project.baseline.model;
    if (!model.name.empty())
        return toQString(model.name);
    return model.parameters
               ? LayoutForm::tr("%1 parameters").arg(toQString(formatLargeCount(model.parameters->value).joined()))
               : LayoutForm::tr("the project’s model");
}

}  // namespace

LayoutForm::LayoutForm(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_modelCombo(new SearchCombo(tr("model"), tr("model, or 13e9"), this)),
      m_clusterCombo(new SearchCombo(tr("cluster"), tr("card or node"), this)),
      m_fillMissingButton(createQuietButton(QString(), this)),
      m_asSoldButton(createQuietButton(QString(), this)),
      m_grid(createGrid(nullptr, Theme::spacing(5), Theme::spacing(2)))
{
    const auto titled = [this](const QString& title, QWidget* combo) {
        auto* cell = new QWidget(this);
        auto* label = new Text(title, TextStyle::Label, ColorRole::Ink, true, cell);
        label->setContentsMargins(0, Theme::spacing(1), 0, 0);  // level with the labels of the other fields
        createBox<QVBoxLayout>(cell, Theme::spacing(1), {label, combo});
        return cell;
    };
    m_comboCells = {titled(tr("model"), m_modelCombo), titled(tr("card or node"), m_clusterCombo)};
    createBox<QVBoxLayout>(this, Theme::spacing(2), {m_grid, createButtonRow({m_fillMissingButton, m_asSoldButton})});
    if (catalogueModels())
        for (const ModelEntry& entry : *catalogueModels())
            m_modelCombo->addItem(toQString(entry.name));
    if (const Result<Catalogue> catalogue = readCatalogue(OwnCatalogue::Optional))
        m_catalogue = *catalogue;
    for (std::size_t i = 0; i < m_catalogue.hardware.size(); ++i)
        if (isTrainingHardware(m_catalogue.hardware[i])) {
            m_clusterIndices.push_back(i);
            m_clusterCombo->addItem(toQString(m_catalogue.hardware[i].name));
        }

    auto* cards = new QuantityEdit(
        {.label = tr("cards p"), .dimension = Dimension::Count, .low = 1, .high = 4096, .range = Range::WorkerCount},
        this);
    bindQuantity(
        cards, document, QStringLiteral("plan"), tr("plan p"),
        [](const Project& project) { return project.plan.p ? MaybeQuantity(typed(*project.plan.p)) : std::nullopt; },
        [&document](Project& project, double value, bool) -> Result<void> {
            const double rounded = std::round(value);
            if (rounded < 1 || rounded > document.pMax())
                return fail(ErrorCode::Input, "number of cards out of range",
                            scalewright::formatMessage("1 to {}", document.pMax()));
            project.plan.p = static_cast<int>(rounded);
            return {};
        });
    cards->setCompact();
    m_fields.push_back({QString::fromLatin1(planPField.jsonPointer), tr("cards p"), cards, true});
    addField(fieldOf(&Baseline::batch), true);
    addField(fieldOf(&ModelShape::sequence), true, tr("sequence"));
    for (const FieldInfo* field :
         {&fieldOf(&ModelShape::parameters), &fieldOf(&ModelShape::layers), &fieldOf(&ModelShape::hidden),
          &fieldOf(&ModelShape::heads), &fieldOf(&ModelShape::vocabulary), &fieldOf(&ModelShape::expertsPerToken),
          &fieldOf(&Target::memoryBytes), &fieldOf(&Target::peakFlops), &fieldOf(&Target::alphaS),
          &fieldOf(&Target::bandwidthBytesPerS)})
        addField(*field, false);

    connect(m_modelCombo, &SearchCombo::entryChosen, this,
            [this](int index) { chooseModel(static_cast<std::size_t>(index)); });
    connect(m_modelCombo, &SearchCombo::customNameEntered, this, &LayoutForm::applyModelText);
    connect(m_clusterCombo, &SearchCombo::entryChosen, this,
            [this](int index) { chooseCluster(static_cast<std::size_t>(index)); });
    connect(m_clusterCombo, &SearchCombo::customNameEntered, this, [this](const QString& name) {
        m_document.applyChange(tr("name of the node type"),
                               [&](Project& after) { after.target.node = name.toStdString(); });
    });
    connect(m_fillMissingButton, &QPushButton::clicked, this, &LayoutForm::fillMissingFigures);
    connect(m_asSoldButton, &QPushButton::clicked, this, &LayoutForm::useWorkersAsSold);
    connect(&document, &Document::replaced, this, [this] { m_targetWithKeptLink.reset(); });
}

void LayoutForm::addField(const FieldInfo& field, bool isAlwaysShown, const QString& label)
{
    m_fields.push_back({QString::fromLatin1(field.jsonPointer), label.isEmpty() ? fieldLabel(field) : label,
                        createBoundField(m_document, field, this, label), isAlwaysShown});
    m_fields.back().edit->setCompact();
}

QuantityEdit* LayoutForm::editorOf(const QString& pointer) const
{
    for (const BoundField& each : m_fields)
        if (each.pointer == pointer)
            return each.edit;
    return nullptr;
}

QString LayoutForm::missingFieldLabels(const std::vector<Problem>& problems) const
{
    QStringList labels;
    for (const BoundField& each : m_fields)
        for (const Problem& problem : problems)
            if (QString::fromStdString(problem.location.jsonPointer) == each.pointer)
                labels << each.label;
    return labels.join(QStringLiteral(", "));
}

const HardwareEntry* LayoutForm::nodeEntry() const
{
    for (const HardwareEntry& entry : m_catalogue.hardware)
        if (entry.name == m_document.project().target.node && isTrainingHardware(entry))
            return &entry;
    return nullptr;
}

void LayoutForm::refresh(const std::vector<Problem>& problems, std::optional<double> sequence)
{
    const Project& project = m_document.project();
    m_modelCombo->setName(modelTitle(project));
    m_clusterCombo->setName(toQString(project.target.node));
    const auto lacks = [&problems](const QString& pointer) {
        return std::any_of(problems.begin(), problems.end(), [&pointer](const Problem& each) {
            return QString::fromStdString(each.location.jsonPointer) == pointer;
        });
    };
    bool isTargetMissing = false;
    for (const BoundField& each : m_fields) {
        const bool missing = lacks(each.pointer);
        isTargetMissing = isTargetMissing || (missing && each.pointer.startsWith(QStringLiteral("/target/")));
        const std::optional<int> plannedP = m_document.analysis().plannedP();
        MaybeQuantity value = each.pointer == QLatin1String(planPField.jsonPointer)
                                  ? plannedP ? MaybeQuantity(typed(*plannedP)) : std::nullopt
                                  : fieldValue(project, each.pointer.toLatin1().constData());
        if (!value && sequence && each.pointer == QLatin1String(fieldOf(&ModelShape::sequence).jsonPointer))
            value = assumed(*sequence);
        each.edit->setQuantity(value);
        each.edit->setVisible(each.isAlwaysShown || missing);
    }
    const HardwareEntry* entry = nodeEntry();
    m_fillMissingButton->setVisible(entry && (isTargetMissing || hasKeptLink()));
    m_fillMissingButton->setText(isTargetMissing ? tr("Fill the rest from the catalogue")
                                                 : tr("Your link is kept: use its own"));
    const std::optional<double> sold = otherWorkersAsSold();
    m_asSoldButton->setVisible(sold.has_value());
    if (sold)
        m_asSoldButton->setText(
            tr("%1 per node: use %2, as sold")
                .arg(countedNounText(workersOnNode(project.target), tr("card")), numberText(*sold)));
    layOut(width());
}

void LayoutForm::layOut(int width)
{
    const double cell = 150 * Theme::instance().typeScale();
    const int columns = std::clamp(static_cast<int>(width / cell), 2, 5);
    for (int i = m_grid->count() - 1; i >= 0; --i)
        delete m_grid->takeAt(i);
    int position = 0;
    const auto place = [&](QWidget* widget) {
        m_grid->addWidget(widget, position / columns, position % columns, Qt::AlignTop);
        ++position;
    };
    for (QWidget* combo : m_comboCells)
        place(combo);
    for (const BoundField& each : m_fields)
        if (!each.edit->isHidden())
            place(each.edit);
    for (int column = 0; column < 5; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void LayoutForm::chooseModel(std::size_t index)
{
    const ModelEntry& entry = catalogueModels()->at(index);
    m_document.applyChange(tr("model %1").arg(toQString(entry.name)), [&](Project& after) {
        after.baseline.model = modelShapeOf(entry, after.baseline.model.value_or(ModelShape{}));
    });
}

void LayoutForm::applyModelText(const QString& text)
{
    Project after = m_document.project();
    if (text.isEmpty()) {
        after.baseline.model.reset();
        m_document.edit(tr("no model"), std::move(after));
        return;
    }
    ModelShape model = after.baseline.model.value_or(ModelShape{});
    if (const Result<ParsedEntry> entry = parseEntry(text.toStdString(), Dimension::Count);
        entry && entry->value >= 1e6) {
        // A typed number is the parameter count. It replaces the shape of the previous model.
        ModelShape sizedModel;
        sizedModel.parameters = typed(entry->value);
        sizedModel.sequence = model.sequence;
        sizedModel.bytesPerParameter = model.bytesPerParameter;
        sizedModel.flashAttention = model.flashAttention;
        after.baseline.model = std::move(sizedModel);
    } else {
        model.name = text.toStdString();
        after.baseline.model = std::move(model);
    }
    m_document.edit(tr("model"), std::move(after));
}

void LayoutForm::chooseCluster(std::size_t index)
{
    const HardwareEntry& entry = m_catalogue.hardware.at(m_clusterIndices.at(index));
    Project after = m_document.project();
    if (Result<ClusterTarget> filled = withCluster(after.target, m_catalogue, entry.id, {}, {})) {
        m_targetWithKeptLink.reset();
        if (filled->isLinkKept)
            m_targetWithKeptLink = filled->target;
        after.target = std::move(filled->target);
        m_document.edit(tr("target %1").arg(toQString(entry.name)), std::move(after));
    }
}

bool LayoutForm::hasKeptLink() const
{
    return m_targetWithKeptLink == m_document.project().target;
}

void LayoutForm::fillMissingFigures()
{
    const HardwareEntry* entry = nodeEntry();
    if (!entry)
        return;
    const Result<ClusterTarget> filled = withCluster({}, m_catalogue, entry->id, {}, {});
    if (!filled)
        return;
    Project after = m_document.project();
    if (hasKeptLink()) {
        after.target.link = filled->target.link;
        for (MaybeQuantity Target::*member :
             {&Target::alphaS, &Target::bandwidthBytesPerS, &Target::alpha2S, &Target::bandwidth2BytesPerS})
            after.target.*member = filled->target.*member;
        m_targetWithKeptLink.reset();
    }
    for (MaybeQuantity Target::*member : {&Target::memoryBytes, &Target::peakFlops, &Target::memoryBandwidthBytesPerS,
                                          &Target::alphaS, &Target::bandwidthBytesPerS, &Target::powerW})
        if (!(after.target.*member))
            after.target.*member = filled->target.*member;
    m_document.edit(tr("figures of %1").arg(toQString(entry->name)), std::move(after));
}

std::optional<double> LayoutForm::otherWorkersAsSold() const
{
    const HardwareEntry* entry = nodeEntry();
    const HardwareEntry* node = entry ? nodeAsSold(m_catalogue, *entry) : nullptr;
    if (!node || node->workersPerNode->value == workersOnNode(m_document.project().target))
        return std::nullopt;
    return node->workersPerNode->value;
}

void LayoutForm::useWorkersAsSold()
{
    const std::optional<double> sold = otherWorkersAsSold();
    if (!sold)
        return;
    const HardwareEntry* entry = nodeEntry();
    Project after = m_document.project();
    Target& target = after.target;
    const int before = workersOnNode(target);
    target.workersPerNode = nodeAsSold(m_catalogue, *entry)->workersPerNode;
    if (const MaybeQuantity listed = priceForWorkers(*entry, *sold))
        target.priceUsdPerHour = listed;
    else if (target.priceUsdPerHour)
        target.priceUsdPerHour =
            Quantity{target.priceUsdPerHour->value * *sold / before,
                     std::nullopt,
                     {Origin::Assumed,
                      "the typed price",
                      {},
                      tr("for %1 cards instead of %2").arg(numberText(*sold), numberText(before)).toStdString()}};
    m_document.edit(tr("%1 cards per node, priced in proportion").arg(numberText(*sold)), std::move(after));
}

bool LayoutForm::focusField(const QString& pointer)
{
    if (pointer == QStringLiteral("/baseline/model")) {
        m_modelCombo->setFocus(Qt::OtherFocusReason);
        return true;
    }
    QuantityEdit* editor = editorOf(pointer);
    if (!editor || editor->isHidden())
        return false;
    editor->focusValueField();
    return true;
}

std::vector<PaletteItem> LayoutForm::paletteItems()
{
    const Project& project = m_document.project();
    std::vector<PaletteItem> items{
        actionItem(
            tr("Layouts: choose a model"), [this] { m_modelCombo->setFocus(Qt::ShortcutFocusReason); },
            modelTitle(project)),
        actionItem(
            tr("Layouts: choose a cluster"), [this] { m_clusterCombo->setFocus(Qt::ShortcutFocusReason); },
            toQString(project.target.node))};
    if (catalogueModels())
        for (std::size_t i = 0; i < catalogueModels()->size(); ++i)
            items.push_back(actionItem(
                tr("Model: %1").arg(toQString(catalogueModels()->at(i).name)), [this, i] { chooseModel(i); },
                tr("preset")));
    return items;
}

}  // namespace scalewright::ui
