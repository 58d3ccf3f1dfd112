// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/baseline/estimate_panel.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/units.h"
#include "core/model/step/compute_estimate.h"
#include "core/project/document/baseline.h"
#include "ui/controls/bind_quantity.h"
#include "ui/controls/field_grid.h"
#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

/// The step time scaled to all layers, from the texts of both fields.
Result<Quantity> scaledTime(const Project& project, const QLineEdit& time, const QLineEdit& layers)
{
    const Result<ParsedEntry> seconds = parseEntry(time.text().trimmed().toStdString(), Dimension::Time);
    if (!seconds)
        return fail(seconds.error());
    if (seconds->value <= 0)
        return fail(ErrorCode::Input, "the time is not positive", exampleOf(Dimension::Time));
    const Result<ParsedEntry> count = parseEntry(layers.text().trimmed().toStdString(), Dimension::Count);
    if (!count)
        return fail(count.error());
    return scaleFromFewerLayers(project, typed(seconds->value), count->value);
}

void take(Document& document, const Result<Quantity>& estimate)
{
    // The button is hidden without an estimate, and a time above 0 is in the field's range.
    if (estimate)
        static_cast<void>(editField(document, fieldOf(&Baseline::tCompS), *estimate));
}

}  // namespace

EstimatePanel::EstimatePanel(Document& document, QWidget* parent) : QWidget(parent), m_document(document)
{
    auto* column = createBox<QVBoxLayout>(this, Theme::spacing(1));
    m_peakText = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_peakText->setWordWrap(true);
    m_peakButton = createQuietButton(QString(), this);
    m_timeField = new QLineEdit(this);
    m_timeField->setAccessibleName(tr("time of a step with fewer layers"));
    m_timeField->setPlaceholderText(tr("step with fewer layers: 0.5 s"));
    m_layersField = new QLineEdit(this);
    m_layersField->setAccessibleName(tr("layers of that step"));
    m_layersField->setPlaceholderText(tr("its layers: 2"));
    m_layersText = new Text(TextStyle::Small, ColorRole::SoftInk, false, this);
    m_layersText->setWordWrap(true);
    m_layersButton = createQuietButton(QString(), this);
    column->addWidget(m_peakText);
    column->addLayout(createButtonRow({m_peakButton}));
    auto* row = new QHBoxLayout;
    row->setSpacing(Theme::spacing(2));
    row->addWidget(m_timeField, 2);
    row->addWidget(m_layersField, 1);
    column->addLayout(row);
    column->addWidget(m_layersText);
    column->addLayout(createButtonRow({m_layersButton}));

    connect(m_peakButton, &QPushButton::clicked, this,
            [this] { take(m_document, estimateComputeTime(m_document.project())); });
    const auto takeLayers = [this] {
        take(m_document, scaledTime(m_document.project(), *m_timeField, *m_layersField));
    };
    connect(m_layersButton, &QPushButton::clicked, this, takeLayers);
    for (QLineEdit* field : {m_timeField, m_layersField}) {
        connect(field, &QLineEdit::textEdited, this, &EstimatePanel::refreshLayers);
        connect(field, &QLineEdit::returnPressed, this, takeLayers);
    }
    connect(&Theme::instance(), &Theme::changed, this, &EstimatePanel::restyle);
    restyle();
    refresh();
}

void EstimatePanel::refresh()
{
    const Result<Quantity> estimate = estimateComputeTime(m_document.project());
    m_peakButton->setVisible(estimate.has_value());
    if (estimate) {
        m_peakText->setText(sentenceCase(toQString(estimate->provenance.source)));
        m_peakText->setToolTip(toQString(estimate->provenance.conditions));
        m_peakButton->setText(tr("Assume %1").arg(toQString(timeText(estimate->value))));
    } else {
        QStringList missing;
        for (const Problem& problem : estimate.error().problems)
            missing << sentenceCase(problemText(problem)) + QLatin1Char('.');
        m_peakText->setText(missing.join(QLatin1Char('\n')));
        m_peakText->setToolTip({});
    }
    refreshLayers();
}

void EstimatePanel::refreshLayers()
{
    const bool isEmpty = m_timeField->text().trimmed().isEmpty() || m_layersField->text().trimmed().isEmpty();
    const Result<Quantity> scaled = scaledTime(m_document.project(), *m_timeField, *m_layersField);
    m_layersButton->setVisible(scaled.has_value());
    m_layersText->setVisible(!isEmpty);
    if (scaled) {
        m_layersText->setText(sentenceCase(toQString(scaled->provenance.conditions)) + QLatin1Char('.'));
        m_layersButton->setText(tr("Assume %1").arg(toQString(timeText(scaled->value))));
    } else if (!isEmpty) {
        m_layersText->setText(sentenceCase(problemText(scaled.error().problems.front())) + QLatin1Char('.'));
    }
}

void EstimatePanel::restyle()
{
    const QFont font = Theme::instance().font(TextStyle::Label);
    m_timeField->setFont(font);
    m_layersField->setFont(font);
}

}  // namespace scalewright::ui
