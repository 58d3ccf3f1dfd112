// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/predict/pattern_details.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "core/model/scaling/pattern.h"
#include "core/project/document/project.h"
#include "ui/controls/field_grid.h"
#include "ui/controls/no_wheel_combo.h"

namespace scalewright::ui {

namespace {

PatternInputs inputsOf(const Project& project)
{
    return patternInputs(project.design.communication.pattern);
}

}  // namespace

PatternDetails::PatternDetails(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_scalingCombo(new QuietCombo(this)),
      m_sharedCardBox(new QCheckBox(tr("one network card shared by the node"), this)),
      m_linearScatterBox(new QCheckBox(tr("linear instead of binomial"), this))
{
    const auto nodes = [](const Project& project) {
        return inputsOf(project).hierarchy || workersOnNode(project.target) > 1;
    };
    const auto weak = [](const Project& project) { return project.plan.scaling == Scaling::Weak; };
    const auto isPatternInput = [](bool PatternInputs::*input) {
        return [input](const Project& project) { return inputsOf(project).*input; };
    };
    m_grid = new FieldGrid(m_document,
                           {{fieldOf(&Communication::messageBytes)},
                            {fieldOf(&Target::bandwidthBytesPerS)},
                            {fieldOf(&Communication::gammaSPerByte), isPatternInput(&PatternInputs::gamma)},
                            {fieldOf(&Target::workersPerNode)},
                            {fieldOf(&Target::alpha2S), nodes},
                            {fieldOf(&Target::bandwidth2BytesPerS), nodes},
                            {fieldOf(&Target::oversubscription), nodes},
                            {fieldOf(&Communication::shards), isPatternInput(&PatternInputs::serverShards)},
                            {fieldOf(&Communication::neighbours), isPatternInput(&PatternInputs::neighbours)},
                            {fieldOf(&Communication::participation), isPatternInput(&PatternInputs::participation)},
                            {fieldOf(&Communication::buckets)},
                            {fieldOf(&Communication::localSteps)},
                            {planPField},
                            {fieldOf(&Plan::efficiencyTarget), weak},
                            {fieldOf(&Plan::steps)}},
                           this);

    m_scalingCombo->addItem(tr("strong scaling: the work is fixed"));
    m_scalingCombo->addItem(tr("weak scaling: the work grows with p"));
    m_scalingCombo->setAccessibleName(tr("scaling"));
    connect(m_scalingCombo, &QComboBox::activated, this, [this](int index) {
        m_document.applyChange(
            tr("scaling"), [&](Project& after) { after.plan.scaling = index == 0 ? Scaling::Strong : Scaling::Weak; });
    });
    connect(m_sharedCardBox, &QCheckBox::clicked, this, [this](bool on) {
        m_document.applyChange(tr("shared network card"),
                               [&](Project& after) { after.design.communication.sharedNetworkCard = on; });
    });
    connect(m_linearScatterBox, &QCheckBox::clicked, this, [this](bool on) {
        m_document.applyChange(tr("linear scatter"),
                               [&](Project& after) { after.design.communication.linearScatter = on; });
    });

    auto* switches = createBox<QHBoxLayout>(nullptr, Theme::spacing(4),
                                            {m_scalingCombo, m_sharedCardBox, m_linearScatterBox, Stretch{}});
    createBox<QVBoxLayout>(this, Theme::spacing(3), {m_grid, switches});
}

void PatternDetails::layOut(int columns)
{
    m_grid->layOut(columns);
}

void PatternDetails::refresh()
{
    const Project& project = m_document.project();
    m_grid->refresh();
    m_scalingCombo->setCurrentIndex(project.plan.scaling == Scaling::Strong ? 0 : 1);
    m_sharedCardBox->setChecked(project.design.communication.sharedNetworkCard);
    m_sharedCardBox->setVisible(inputsOf(project).hierarchy || hasTwoLevels(project.target));
    m_linearScatterBox->setChecked(project.design.communication.linearScatter);
    m_linearScatterBox->setVisible(inputsOf(project).linearScatter);
}

}  // namespace scalewright::ui
