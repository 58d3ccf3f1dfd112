// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/model_card.h"

#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/base/quantity/units.h"
#include "core/model/memory/memory.h"
#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/no_wheel_combo.h"
#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

ModelCard::ModelCard(Document& document, QWidget* parent) : Card(parent), m_document(document)
{
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(2), Theme::margins(4, 3, 4, 4));
    column->addWidget(new Text(tr("Model"), TextStyle::CardTitle, ColorRole::Ink, true, this));
    m_shapeButton = createQuietButton(tr("A transformer’s shape"), this);
    m_shapeButton->setCheckable(true);
    m_shapeButton->setToolTip(tr("Layers, hidden size, heads …: they determine the memory of training, part by part."));
    m_removeButton = createQuietButton(tr("Remove the model"), this);
    m_workingSetButton = createQuietButton(QString(), this);
    column->addLayout(createButtonRow({m_shapeButton, m_removeButton}));
    // A dense model has no experts. The fields can be found with Ctrl+K, and are shown when they have a value.
    const auto neverNeeded = [](const Project&) { return false; };
    const auto mixed = [](const Project& project) {
        return project.baseline.model && project.baseline.model->experts.has_value();
    };
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&ModelShape::parameters)},
                            {fieldOf(&ModelShape::layers)},
                            {fieldOf(&ModelShape::hidden)},
                            {fieldOf(&ModelShape::heads)},
                            {fieldOf(&ModelShape::kvHeads)},
                            {fieldOf(&ModelShape::feedForward)},
                            {fieldOf(&ModelShape::vocabulary)},
                            {fieldOf(&ModelShape::sequence)},
                            {fieldOf(&ModelShape::experts), neverNeeded},
                            {fieldOf(&ModelShape::expertsPerToken), mixed},
                            {fieldOf(&ModelShape::bytesPerParameter)}},
                           this);
    column->addWidget(m_grid);
    m_stateCombo = new QuietCombo(this);
    m_stateCombo->setAccessibleName(tr("named bytes per parameter"));
    m_stateCombo->setPlaceholderText(tr("named bytes per parameter"));
    if (namedStates())
        for (const NamedState& each : *namedStates()) {
            m_stateCombo->addItem(toQString(titleOf(each.state)), toQString(each.id));
            m_stateCombo->setItemData(m_stateCombo->count() - 1, toQString(each.source), Qt::ToolTipRole);
        }
    column->addWidget(m_stateCombo);
    m_gatedBox =
        createFlagBox(tr("gated feed-forward, no biases (Llama)"),
                      tr("Three matrices in the feed-forward part; otherwise the layer of GPT"), &ModelShape::gated);
    m_tiedEmbeddingsBox = createFlagBox(tr("tied input and output embeddings"),
                                        tr("Input and output share one embedding table; only for gated models"),
                                        &ModelShape::tiedEmbeddings);
    m_flashAttentionBox = createFlagBox(
        tr("flash attention"), tr("Attention scores are not kept for the backward pass"), &ModelShape::flashAttention);
    column->addWidget(m_gatedBox);
    column->addWidget(m_tiedEmbeddingsBox);
    column->addWidget(m_flashAttentionBox);
    m_memoryPartsText = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_memoryPartsText->setWordWrap(true);
    column->addWidget(m_memoryPartsText);
    column->addLayout(createButtonRow({m_workingSetButton}));

    connect(m_shapeButton, &QPushButton::toggled, this, [this] { refresh(); });
    connect(m_workingSetButton, &QPushButton::clicked, this, &ModelCard::applyModelWorkingSet);
    connect(m_stateCombo, &QComboBox::activated, this, [this](int index) {
        const NamedState* named = findNamedState(m_stateCombo->itemData(index).toString().toStdString());
        if (!named)
            return;
        Project after = m_document.project();
        after.baseline.model->bytesPerParameter = quantityOf(named->state);
        m_document.edit(tr("bytes per parameter"), std::move(after));
    });
    connect(m_removeButton, &QPushButton::clicked, this, [this] {
        Project after = m_document.project();
        after.baseline.model.reset();
        m_document.edit(tr("remove the model"), std::move(after));
    });
    connect(&Theme::instance(), &Theme::changed, this, &ModelCard::restyle);
    restyle();
    refresh();
}

QCheckBox* ModelCard::createFlagBox(const QString& label, const QString& toolTip, bool ModelShape::*member)
{
    auto* box = new QCheckBox(label, this);
    box->setToolTip(toolTip);
    connect(box, &QCheckBox::clicked, this, [this, label, member](bool on) {
        Project after = m_document.project();
        (*after.baseline.model).*member = on;
        m_document.edit(label, std::move(after));
    });
    return box;
}

void ModelCard::restyle()
{
    const QFont font = Theme::instance().font(TextStyle::Label);
    m_stateCombo->setFont(font);
    m_gatedBox->setFont(font);
    m_tiedEmbeddingsBox->setFont(font);
    m_flashAttentionBox->setFont(font);
}

void ModelCard::refresh()
{
    const Project& project = m_document.project();
    const std::optional<ModelShape>& model = project.baseline.model;
    const bool open = m_shapeButton->isChecked();
    m_grid->refresh();
    m_grid->setVisible(open);
    m_removeButton->setVisible(open && model);
    for (QWidget* each : {static_cast<QWidget*>(m_stateCombo), static_cast<QWidget*>(m_gatedBox),
                          static_cast<QWidget*>(m_flashAttentionBox), static_cast<QWidget*>(m_memoryPartsText)})
        each->setVisible(open && model);
    m_workingSetButton->hide();
    m_tiedEmbeddingsBox->hide();
    if (!model)
        return;
    // A typed total has no name: no entry is chosen.
    m_stateCombo->setCurrentIndex(m_stateCombo->findData(toQString(stateOf(*model).id)));
    m_gatedBox->setChecked(model->gated);
    m_tiedEmbeddingsBox->setVisible(open && (model->gated || model->tiedEmbeddings));
    m_tiedEmbeddingsBox->setChecked(model->tiedEmbeddings);
    m_flashAttentionBox->setChecked(model->flashAttention);
    const Result<MemoryNeed> need = trainingMemory(project, 1);
    if (!need) {
        QStringList problems;  // Leave out field names: the fields are right above.
        for (const Problem& problem : need.error().problems)
            problems << sentenceCase(problemText(problem)) + QLatin1Char('.');
        m_memoryPartsText->setText(problems.join(QLatin1Char('\n')));
        return;
    }
    QStringList lines;
    for (const MemoryPart& part : need->parts)
        lines << tr("%1: %2 = %3 (%4)")
                     .arg(toQString(part.name), amountWithUnit(part.bytes, Dimension::Bytes), toQString(part.formula),
                          toQString(part.source));
    lines << tr("Training on one machine: %1").arg(amountWithUnit(need->total(), Dimension::Bytes));
    for (const std::string& note : need->notes)
        lines << toQString(note);
    m_memoryPartsText->setText(lines.join(QLatin1Char('\n')));
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    m_workingSetButton->setVisible(open && (!workingSet || workingSet->value != need->total()));
    m_workingSetButton->setText(
        tr("Working set from the model: %1").arg(amountWithUnit(need->total(), Dimension::Bytes)));
}

void ModelCard::applyModelWorkingSet()
{
    if (Result<Project> after = withWorkingSetFromModel(m_document.project()))
        m_document.edit(tr("working set from the model"), *std::move(after));
}

void ModelCard::layOut(int columns)
{
    m_grid->layOut(columns);
}

bool ModelCard::focusField(const QString& pointer)
{
    if (m_grid->hasField(pointer))
        m_shapeButton->setChecked(true);
    return m_grid->focusOn(pointer);
}

std::vector<PaletteItem> ModelCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems([this] { m_shapeButton->setChecked(true); });
    if (trainingMemory(m_document.project(), 1))
        items.push_back(
            {PaletteItem::Kind::Action, tr("Working set from the model"), {}, [this] { applyModelWorkingSet(); }});
    return items;
}

}  // namespace scalewright::ui
