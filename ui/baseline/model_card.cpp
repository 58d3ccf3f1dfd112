#include "ui/baseline/model_card.h"

#include <algorithm>
#include <iterator>

#include <QCheckBox>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/base/quantity/units.h"
#include "core/model/memory/memory.h"
#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/quiet_combo.h"
#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

constexpr StateConvention conventions[]{StateConvention::Zero16, StateConvention::Megatron18,
                                        StateConvention::BothGradients20};

QString bytesText(double bytes)
{
    return qt(formatAmount(bytes, Dimension::Bytes).joined());
}

}  // namespace

ModelCard::ModelCard(Document& document, QWidget* parent) : Card(parent), m_document(document)
{
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(4), Theme::space(3), Theme::space(4), Theme::space(4));
    column->setSpacing(Theme::space(2));
    column->addWidget(new Text(tr("Model"), TextStyle::CardTitle, Role::Ink, true, this));
    m_open = quietButton(tr("A transformer’s shape"), this);
    m_open->setCheckable(true);
    m_open->setToolTip(tr("Layers, hidden size, heads …: the memory of training follows from them, part by part."));
    m_remove = quietButton(tr("Remove the model"), this);
    m_workingSet = quietButton(QString(), this);
    column->addLayout(wordsInLine({m_open, m_remove}));
    // A dense model has none of these: Ctrl+K finds them, and a value shows them.
    const auto never = [](const Project&) { return false; };
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
                            {fieldOf(&ModelShape::experts), never},
                            {fieldOf(&ModelShape::expertsPerToken), mixed}},
                           this);
    column->addWidget(m_grid);
    m_convention = new QuietCombo(this);
    m_convention->setAccessibleName(tr("bytes of state a parameter"));
    for (const StateConvention each : conventions)
        m_convention->addItem(qt(conventionTitle(each)));
    column->addWidget(m_convention);
    m_gated = flag(tr("gated feed-forward, no biases (Llama)"),
                   tr("Three matrices in the feed-forward part; else GPT’s layer"), &ModelShape::gated);
    m_tied = flag(tr("one embedding table for both ends"), tr("Input and output share it; of a gated model alone"),
                  &ModelShape::tiedEmbeddings);
    m_flash = flag(tr("flash attention"), tr("No attention scores are kept for the backward pass"),
                   &ModelShape::flashAttention);
    column->addWidget(m_gated);
    column->addWidget(m_tied);
    column->addWidget(m_flash);
    m_parts = new Text(TextStyle::Small, Role::Soft, false, this);
    m_parts->setWordWrap(true);
    column->addWidget(m_parts);
    column->addLayout(wordsInLine({m_workingSet}));

    connect(m_open, &QPushButton::toggled, this, [this] { refresh(); });
    connect(m_workingSet, &QPushButton::clicked, this, &ModelCard::takeWorkingSet);
    connect(m_convention, &QComboBox::activated, this, [this](int index) {
        Project after = m_document.project();
        after.baseline.model->convention = conventions[index];
        m_document.edit(tr("bytes of state a parameter"), std::move(after));
    });
    connect(m_remove, &QPushButton::clicked, this, [this] {
        Project after = m_document.project();
        after.baseline.model.reset();
        m_document.edit(tr("remove the model"), std::move(after));
    });
    connect(&Theme::instance(), &Theme::changed, this, &ModelCard::restyle);
    restyle();
    refresh();
}

QCheckBox* ModelCard::flag(const QString& label, const QString& toolTip, bool ModelShape::*member)
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
    m_convention->setFont(font);
    m_gated->setFont(font);
    m_tied->setFont(font);
    m_flash->setFont(font);
}

void ModelCard::refresh()
{
    const Project& project = m_document.project();
    const std::optional<ModelShape>& model = project.baseline.model;
    const bool open = m_open->isChecked();
    m_grid->refresh();
    m_grid->setVisible(open);
    m_remove->setVisible(open && model);
    for (QWidget* each : {static_cast<QWidget*>(m_convention), static_cast<QWidget*>(m_gated),
                          static_cast<QWidget*>(m_flash), static_cast<QWidget*>(m_parts)})
        each->setVisible(open && model);
    m_workingSet->hide();
    m_tied->hide();
    if (!model)
        return;
    m_convention->setCurrentIndex(static_cast<int>(
        std::find(std::begin(conventions), std::end(conventions), conventionOf(*model)) - std::begin(conventions)));
    m_gated->setChecked(model->gated);
    m_tied->setVisible(open && (model->gated || model->tiedEmbeddings));
    m_tied->setChecked(model->tiedEmbeddings);
    m_flash->setChecked(model->flashAttention);
    const Result<MemoryNeed> need = trainingMemory(project, 1);
    if (!need) {
        QStringList problems;  // the fields stand above: no pointer says which
        for (const Problem& problem : need.error().problems)
            problems << sentenceCase(problemText(problem)) + QLatin1Char('.');
        m_parts->setText(problems.join(QLatin1Char('\n')));
        return;
    }
    QStringList lines;
    for (const MemoryPart& part : need->parts)
        lines << tr("%1: %2 = %3 (%4)").arg(qt(part.name), bytesText(part.bytes), qt(part.formula), qt(part.source));
    lines << tr("In training on one machine: %1").arg(bytesText(need->total()));
    for (const std::string& note : need->notes)
        lines << qt(note);
    m_parts->setText(lines.join(QLatin1Char('\n')));
    const MaybeQuantity& workingSet = project.baseline.workingSetBytes;
    m_workingSet->setVisible(open && (!workingSet || workingSet->value != need->total()));
    m_workingSet->setText(tr("Working set from the model: %1").arg(bytesText(need->total())));
}

void ModelCard::takeWorkingSet()
{
    if (Result<Project> after = withModelsWorkingSet(m_document.project()))
        m_document.edit(tr("working set from the model"), *std::move(after));
}

void ModelCard::layOut(int columns)
{
    m_grid->layOut(columns);
}

bool ModelCard::focus(const QString& pointer)
{
    if (m_grid->has(pointer))
        m_open->setChecked(true);
    return m_grid->focus(pointer);
}

std::vector<PaletteItem> ModelCard::paletteItems()
{
    std::vector<PaletteItem> items = m_grid->paletteItems([this] { m_open->setChecked(true); });
    if (trainingMemory(m_document.project(), 1))
        items.push_back(
            {PaletteItem::Kind::Action, tr("Working set from the model"), {}, [this] { takeWorkingSet(); }});
    return items;
}

}  // namespace scalewright::ui
