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
#include "ui/controls/search_combo.h"
#include "ui/design/layouts/layout_search.h"
#include "ui/quantity/field_specs.h"
#include "ui/theme/widgets.h"
#include "ui/words/number_words.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

bool trainsModels(const HardwareEntry& entry)
{
    return (entry.kind == "card" || entry.kind == "node") &&
           std::any_of(entry.peakFlops.begin(), entry.peakFlops.end(),
                       [](const auto& each) { return each.first == "bf16" || each.first == "fp16"; });
}

/// The name, else "13.0 B parameters"; empty without a model.
QString nameOfModel(const Project& project)
{
    if (!project.baseline.model)
        return {};
    const ModelShape& model = *project.baseline.model;
    if (!model.name.empty())
        return qt(model.name);
    return model.parameters ? LayoutQuestion::tr("%1 parameters").arg(qt(countAmount(model.parameters->value).joined()))
                            : LayoutQuestion::tr("the project’s model");
}

}  // namespace

LayoutQuestion::LayoutQuestion(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new SearchCombo(tr("model"), tr("model, or 13e9"), this)),
      m_cluster(new SearchCombo(tr("cluster"), tr("card or node"), this)),
      m_absent(quietButton(QString(), this)),
      m_grid(new QGridLayout(this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(Theme::space(5));
    m_grid->setVerticalSpacing(Theme::space(2));
    if (knownModels())
        for (const ModelEntry& entry : *knownModels())
            m_model->addItem(qt(entry.name));
    if (const Result<Catalogue> catalogue = readCatalogue())
        m_catalogue = *catalogue;
    for (std::size_t i = 0; i < m_catalogue.hardware.size(); ++i)
        if (trainsModels(m_catalogue.hardware[i])) {
            m_clusters.push_back(i);
            m_cluster->addItem(qt(m_catalogue.hardware[i].name));
        }

    auto* cards = new QuantityEdit(
        {.label = tr("cards p"), .dimension = Dimension::Count, .low = 1, .high = 4096, .range = Range::Workers}, this);
    bindQuantity(
        cards, document, QStringLiteral("plan"), tr("plan p"),
        [](const Project& project) { return project.plan.p ? MaybeQuantity(typed(*project.plan.p)) : std::nullopt; },
        [&document](Project& project, double value, bool) -> Result<void> {
            const double whole = std::round(value);
            if (whole < 1 || whole > document.pMax())
                return fail(ErrorCode::Input, "no such number of cards", scalewright::say("1 to {}", document.pMax()));
            project.plan.p = static_cast<int>(whole);
            return {};
        });
    m_fields.push_back({QString::fromLatin1(planPField.pointer), tr("cards p"), cards, true});
    addField(fieldOf(&Baseline::batch), true);
    addSequence();
    for (const FieldInfo* field :
         {&fieldOf(&ModelShape::parameters), &fieldOf(&ModelShape::layers), &fieldOf(&ModelShape::hidden),
          &fieldOf(&ModelShape::heads), &fieldOf(&ModelShape::vocabulary), &fieldOf(&ModelShape::expertsPerToken),
          &fieldOf(&Target::memoryBytes), &fieldOf(&Target::peakFlops), &fieldOf(&Target::alphaS),
          &fieldOf(&Target::bandwidthBytesPerS)})
        addField(*field, false);

    connect(m_model, &SearchCombo::chosen, this, [this](int index) { chooseModel(static_cast<std::size_t>(index)); });
    connect(m_model, &SearchCombo::named, this, &LayoutQuestion::nameModel);
    connect(m_cluster, &SearchCombo::chosen, this,
            [this](int index) { chooseCluster(static_cast<std::size_t>(index)); });
    connect(m_cluster, &SearchCombo::named, this, [this](const QString& name) {
        Project after = m_document.project();
        after.target.node = name.toStdString();
        m_document.edit(tr("name of the node type"), std::move(after));
    });
    connect(m_absent, &QPushButton::clicked, this, &LayoutQuestion::takeAbsent);
    connect(&document, &Document::replaced, this, [this] { m_keptLink.reset(); });
}

void LayoutQuestion::addField(const FieldInfo& field, bool always)
{
    m_fields.push_back(
        {QString::fromLatin1(field.pointer), fieldLabel(field), boundField(m_document, field, this), always});
}

QuantityEdit* LayoutQuestion::edit(const QString& pointer) const
{
    for (const Bound& each : m_fields)
        if (each.pointer == pointer)
            return each.edit;
    return nullptr;
}

QString LayoutQuestion::missing(const std::vector<Problem>& problems) const
{
    QStringList labels;
    for (const Bound& each : m_fields)
        for (const Problem& problem : problems)
            if (QString::fromStdString(problem.where.pointer) == each.pointer)
                labels << each.label;
    return labels.join(QStringLiteral(", "));
}

const HardwareEntry* LayoutQuestion::shownNode() const
{
    for (const HardwareEntry& entry : m_catalogue.hardware)
        if (entry.name == m_document.project().target.node && trainsModels(entry))
            return &entry;
    return nullptr;
}

/// With a shorter name than among the model's other fields.
void LayoutQuestion::addSequence()
{
    const FieldInfo& field = fieldOf(&ModelShape::sequence);
    QuantitySpec spec = fieldSpec(field);
    spec.label = tr("sequence");
    auto* edit = new QuantityEdit(spec, this);
    edit->setClearable(true);
    bindQuantity(
        edit, m_document, QString::fromLatin1(field.pointer), fieldLabel(field),
        [](const Project& project) { return fieldValue(project, fieldOf(&ModelShape::sequence).pointer); },
        [](Project& project, double value, bool) {
            return setField(project, fieldOf(&ModelShape::sequence).pointer, typed(std::round(value)));
        });
    connect(edit, &QuantityEdit::cleared, this, [this, edit] {
        if (const Result<void> set = editField(m_document, fieldOf(&ModelShape::sequence), std::nullopt); !set)
            edit->setErrorText(problemText(set.error().problems.front()));
    });
    m_fields.push_back({QString::fromLatin1(field.pointer), tr("sequence"), edit, true});
}

void LayoutQuestion::refresh(const std::vector<Problem>& problems, std::optional<double> sequence)
{
    const Project& project = m_document.project();
    m_model->setName(nameOfModel(project));
    m_cluster->setName(qt(project.target.node));
    const auto lacks = [&problems](const QString& pointer) {
        return std::any_of(problems.begin(), problems.end(), [&pointer](const Problem& each) {
            return QString::fromStdString(each.where.pointer) == pointer;
        });
    };
    bool ofTarget = false;
    for (const Bound& each : m_fields) {
        const bool missing = lacks(each.pointer);
        ofTarget = ofTarget || (missing && each.pointer.startsWith(QStringLiteral("/target/")));
        MaybeQuantity value = each.pointer == QLatin1String(planPField.pointer)
                                  ? MaybeQuantity(typed(m_document.analysis().planP))
                                  : fieldValue(project, each.pointer.toLatin1().constData());
        if (!value && sequence && each.pointer == QLatin1String(fieldOf(&ModelShape::sequence).pointer))
            value = assumed(*sequence);
        each.edit->setQuantity(value);
        each.edit->setVisible(each.always || missing);
    }
    const HardwareEntry* entry = shownNode();
    m_absent->setVisible(entry && (ofTarget || keepsLink()));
    m_absent->setText(ofTarget ? tr("Take the rest from the catalogue") : tr("Your link stays: take its own"));
    layOut(width());
}

void LayoutQuestion::layOut(int width)
{
    const double cell = 150 * Theme::instance().typeScale();
    const int columns = std::clamp(static_cast<int>(width / cell), 2, 5);
    for (int i = m_grid->count() - 1; i >= 0; --i)
        m_grid->takeAt(i);
    int at = 0;
    const auto place = [&](QWidget* widget, int span) {
        if (at % columns + span > columns)
            at += columns - at % columns;
        m_grid->addWidget(widget, at / columns, at % columns, 1, span,
                          widget == m_absent ? Qt::AlignTop | Qt::AlignLeft : Qt::AlignTop);
        at += span;
    };
    place(m_model, 1);
    place(m_cluster, 1);
    for (const Bound& each : m_fields)
        if (!each.edit->isHidden())
            place(each.edit, 1);
    if (!m_absent->isHidden())
        place(m_absent, 2);
    for (int column = 0; column < 5; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void LayoutQuestion::chooseModel(std::size_t index)
{
    const ModelEntry& entry = knownModels()->at(index);
    Project after = m_document.project();
    after.baseline.model = shapeOf(entry, after.baseline.model.value_or(ModelShape{}));
    m_document.edit(tr("model %1").arg(qt(entry.name)), std::move(after));
}

void LayoutQuestion::nameModel(const QString& text)
{
    Project after = m_document.project();
    if (text.isEmpty()) {
        after.baseline.model.reset();
        m_document.edit(tr("no model"), std::move(after));
        return;
    }
    ModelShape model = after.baseline.model.value_or(ModelShape{});
    if (const Result<Entry> entry = parseEntry(text.toStdString(), Dimension::Count); entry && entry->value >= 1e6) {
        // A number is how many parameters it has: a shape that was another's goes.
        ModelShape counted;
        counted.parameters = typed(entry->value);
        counted.sequence = model.sequence;
        counted.convention = model.convention;
        counted.flashAttention = model.flashAttention;
        after.baseline.model = std::move(counted);
    } else {
        model.name = text.toStdString();
        after.baseline.model = std::move(model);
    }
    m_document.edit(tr("model"), std::move(after));
}

void LayoutQuestion::chooseCluster(std::size_t index)
{
    const HardwareEntry& entry = m_catalogue.hardware.at(m_clusters.at(index));
    Project after = m_document.project();
    if (Result<ClusterTarget> filled = withCluster(after.target, m_catalogue, entry.id, {}, {})) {
        m_keptLink.reset();
        if (filled->linkKept)
            m_keptLink = filled->target;
        after.target = std::move(filled->target);
        m_document.edit(tr("target %1").arg(qt(entry.name)), std::move(after));
    }
}

bool LayoutQuestion::keepsLink() const
{
    return m_keptLink == m_document.project().target;
}

void LayoutQuestion::takeAbsent()
{
    const HardwareEntry* entry = shownNode();
    if (!entry)
        return;
    const Result<ClusterTarget> filled = withCluster({}, m_catalogue, entry->id, {}, {});
    if (!filled)
        return;
    Project after = m_document.project();
    if (keepsLink()) {
        after.target.link = filled->target.link;
        for (MaybeQuantity Target::*member :
             {&Target::alphaS, &Target::bandwidthBytesPerS, &Target::alpha2S, &Target::bandwidth2BytesPerS})
            after.target.*member = filled->target.*member;
        m_keptLink.reset();
    }
    for (MaybeQuantity Target::*member : {&Target::memoryBytes, &Target::peakFlops, &Target::memoryBandwidthBytesPerS,
                                          &Target::alphaS, &Target::bandwidthBytesPerS, &Target::powerW})
        if (!(after.target.*member))
            after.target.*member = filled->target.*member;
    m_document.edit(tr("figures of %1").arg(qt(entry->name)), std::move(after));
}

bool LayoutQuestion::focus(const QString& pointer)
{
    if (pointer == QStringLiteral("/baseline/model")) {
        m_model->setFocus(Qt::OtherFocusReason);
        return true;
    }
    QuantityEdit* found = edit(pointer);
    if (!found || found->isHidden())
        return false;
    found->editValue();
    return true;
}

std::vector<PaletteItem> LayoutQuestion::paletteItems()
{
    std::vector<PaletteItem> items;
    items.push_back({PaletteItem::Kind::Action, tr("Layouts: choose a model"), nameOfModel(m_document.project()),
                     [this] { m_model->setFocus(Qt::ShortcutFocusReason); }});
    items.push_back({PaletteItem::Kind::Action, tr("Layouts: choose a cluster"), qt(m_document.project().target.node),
                     [this] { m_cluster->setFocus(Qt::ShortcutFocusReason); }});
    if (knownModels())
        for (std::size_t i = 0; i < knownModels()->size(); ++i)
            items.push_back({PaletteItem::Kind::Action, tr("Model: %1").arg(qt(knownModels()->at(i).name)),
                             tr("preset"), [this, i] { chooseModel(i); }});
    return items;
}

}  // namespace scalewright::ui
