#include "ui/predict/pattern_details.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include <cmath>

#include "ui/controls/bind_quantity.h"
#include "ui/quantity/quantity_edit.h"

namespace scalewright::ui {

namespace {

PatternInputs inputsOf(const Project& project)
{
    return patternInputs(project.design.communication.pattern);
}

bool always(const Project&)
{
    return true;
}

}  // namespace

PatternDetails::PatternDetails(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_grid(new QGridLayout)
    , m_scaling(new QComboBox(this))
    , m_sharedCard(new QCheckBox(tr("one network card shared by the node"), this))
    , m_linear(new QCheckBox(tr("linear instead of binomial"), this))
{
    const auto add = [&](const char* key, QuantitySpec spec, MaybeQuantity (*value)(const Project&),
                         bool (*needed)(const Project&), std::function<void(Project&, double)> apply) {
        auto* edit = new QuantityEdit(spec, this);
        bindQuantity(edit, m_document, QString::fromLatin1(key), spec.label, std::move(apply));
        m_fields.push_back({edit, value, needed});
    };
    // A whole number: what lies between is said to be wrong, not rounded.
    const auto addCount = [&](const char* key, const QString& label, double high, MaybeQuantity (*value)(const Project&),
                              bool (*needed)(const Project&), MaybeQuantity& (*field)(Project&)) {
        auto* edit = new QuantityEdit({.label = label, .dimension = Dimension::Count, .low = 1, .high = high, .zeroAllowed = false}, this);
        m_fields.push_back({edit, value, needed});
        auto gesture = std::make_shared<int>(0);
        connect(edit, &QuantityEdit::valueEdited, this, [=, this](double number, EditPhase phase) {
            const bool dragged = phase != EditPhase::End || *gesture != 0;
            if (phase == EditPhase::Begin)
                *gesture = Document::newGesture();
            if (dragged)
                number = std::max(1.0, std::round(number));
            if (number != std::floor(number) || number < 1) {
                edit->setErrorText(tr("not a whole number: enter 1, 2, 3 …"));
                return;
            }
            Project after = m_document.project();
            field(after) = typed(number);
            m_document.edit(label, std::move(after), dragged ? QString::fromLatin1(key) : QString(), *gesture);
            if (phase == EditPhase::End)
                *gesture = 0;
        });
    };

    add("message", {.label = tr("message of a step"), .dimension = Dimension::Bytes, .low = 1e3, .high = 1e12,
                    .unsetHint = tr("the gradients, say: 7B params bf16")},
        [](const Project& p) { return p.design.communication.messageBytes; }, always,
        [](Project& p, double v) { p.design.communication.messageBytes = typed(v); });
    add("bandwidth", {.label = tr("link bandwidth"), .dimension = Dimension::Bandwidth, .low = 1e6, .high = 1e12, .zeroAllowed = false,
                      .unsetHint = tr("one link, one direction: 100 Gbit/s")},
        [](const Project& p) { return p.target.bandwidthBytesPerS; }, always,
        [](Project& p, double v) { p.target.bandwidthBytesPerS = typed(v); });
    add("gamma", {.label = tr("gamma, reduction per byte"), .dimension = Dimension::TimePerByte, .low = 1e-13, .high = 1e-8, .zeroStop = true,
                  .unsetHint = tr("0 unless the reduction itself takes time")},
        [](const Project& p) { return p.design.communication.gammaSPerByte; },
        [](const Project& p) { return inputsOf(p).gamma; },
        [](Project& p, double v) { p.design.communication.gammaSPerByte = typed(v); });
    add("alpha2", {.label = tr("alpha between nodes"), .dimension = Dimension::Time, .low = 1e-7, .high = 1e-1, .zeroStop = true,
                   .unsetHint = tr("latency of a message from node to node")},
        [](const Project& p) { return p.target.alpha2S; }, [](const Project& p) { return inputsOf(p).hierarchy; },
        [](Project& p, double v) { p.target.alpha2S = typed(v); });
    add("bandwidth2", {.label = tr("bandwidth between nodes"), .dimension = Dimension::Bandwidth, .low = 1e6, .high = 1e12,
                       .zeroAllowed = false, .unsetHint = tr("of one network card: 100 Gbit/s")},
        [](const Project& p) { return p.target.bandwidth2BytesPerS; }, [](const Project& p) { return inputsOf(p).hierarchy; },
        [](Project& p, double v) { p.target.bandwidth2BytesPerS = typed(v); });
    addCount("workers-per-node", tr("workers on a node"), 64, [](const Project& p) { return p.target.workersPerNode; },
             [](const Project& p) { return inputsOf(p).hierarchy; },
             [](Project& p) -> MaybeQuantity& { return p.target.workersPerNode; });
    addCount("shards", tr("server shards"), 1024, [](const Project& p) { return p.design.communication.shards; },
             [](const Project& p) { return inputsOf(p).shards; },
             [](Project& p) -> MaybeQuantity& { return p.design.communication.shards; });
    addCount("neighbours", tr("neighbours"), 64, [](const Project& p) { return p.design.communication.neighbours; },
             [](const Project& p) { return inputsOf(p).neighbours; },
             [](Project& p) -> MaybeQuantity& { return p.design.communication.neighbours; });
    add("participation", {.label = tr("share of clients in a round"), .dimension = Dimension::Ratio, .low = 0.001, .high = 1,
                          .zeroAllowed = false, .unsetHint = tr("above 0, up to 1")},
        [](const Project& p) { return p.design.communication.participation; },
        [](const Project& p) { return inputsOf(p).participation; },
        [](Project& p, double v) { p.design.communication.participation = typed(v); });
    addCount("local-steps", tr("local steps between exchanges"), 1000, [](const Project& p) { return p.design.communication.localSteps; },
             always, [](Project& p) -> MaybeQuantity& { return p.design.communication.localSteps; });
    addCount("steps", tr("steps per run"), 1e7, [](const Project& p) { return p.plan.steps; }, always,
             [](Project& p) -> MaybeQuantity& { return p.plan.steps; });

    m_scaling->addItem(tr("strong scaling: the work is fixed"));
    m_scaling->addItem(tr("weak scaling: the work grows with p"));
    m_scaling->setAccessibleName(tr("scaling"));
    connect(m_scaling, &QComboBox::activated, this, [this](int index) {
        Project after = m_document.project();
        after.plan.scaling = index == 0 ? Scaling::Strong : Scaling::Weak;
        m_document.edit(tr("scaling"), std::move(after));
    });
    connect(m_sharedCard, &QCheckBox::clicked, this, [this](bool on) {
        Project after = m_document.project();
        after.design.communication.sharedNetworkCard = on;
        m_document.edit(tr("shared network card"), std::move(after));
    });
    connect(m_linear, &QCheckBox::clicked, this, [this](bool on) {
        Project after = m_document.project();
        after.design.communication.linearScatter = on;
        m_document.edit(tr("linear scatter"), std::move(after));
    });

    auto* switches = new QHBoxLayout;
    switches->setSpacing(Theme::space(4));
    switches->addWidget(m_scaling);
    switches->addWidget(m_sharedCard);
    switches->addWidget(m_linear);
    switches->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(3));
    m_grid->setHorizontalSpacing(Theme::space(8));
    m_grid->setVerticalSpacing(Theme::space(3));
    column->addLayout(m_grid);
    column->addLayout(switches);
    layOut(m_columns);
}

void PatternDetails::layOut(int columns)
{
    m_columns = columns;
    int next = 0;
    for (const Field& field : m_fields) {
        m_grid->removeWidget(field.edit);
        const bool needed = field.needed(m_document.project());
        field.edit->setVisible(needed);
        if (!needed)
            continue;
        m_grid->addWidget(field.edit, next / columns, next % columns, Qt::AlignTop);
        ++next;
    }
    for (int column = 0; column < 4; ++column)
        m_grid->setColumnStretch(column, column < columns ? 1 : 0);
}

void PatternDetails::refresh()
{
    const Project& project = m_document.project();
    bool moved = false;
    for (const Field& field : m_fields) {
        field.edit->setQuantity(field.value(project));
        moved |= field.needed(project) != field.edit->isVisibleTo(this);
    }
    if (moved)
        layOut(m_columns);
    m_scaling->setCurrentIndex(project.plan.scaling == Scaling::Strong ? 0 : 1);
    m_sharedCard->setChecked(project.design.communication.sharedNetworkCard);
    m_sharedCard->setVisible(inputsOf(project).hierarchy);
    m_linear->setChecked(project.design.communication.linearScatter);
    m_linear->setVisible(inputsOf(project).linearScatter);
}

}  // namespace scalewright::ui
