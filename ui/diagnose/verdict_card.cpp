// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/diagnose/verdict_card.h"

#include <QGridLayout>
#include <QVBoxLayout>

#include <cmath>

#include "core/base/quantity/no_break_spaces.h"
#include "core/base/quantity/units.h"
#include "core/design/tools/tool_table.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/flow_words.h"
#include "core/output/answers/phrases.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/text_button.h"
#include "ui/diagnose/node_panel.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

/// The number of missing figures that are listed; any others are only counted.
constexpr std::size_t maximumMissingShown = 4;

QString figureText(const Profile& profile, ProfileField field)
{
    const MaybeQuantity quantity = total(profile, field);
    return quantity ? shortAmountText(quantity->value, field->dimension) : QString();
}

}  // namespace

QString bindingCeilingText(const FlowProgress& flow)
{
    const TestResult& last = flow.path.back();
    const QString left = shortAmountText(last.left.value_or(0), last.dimension);
    switch (flow.diagnosis->bottleneck) {
    case Bottleneck::MemoryCapacity:
        return VerdictCard::tr("memory capacity, %1").arg(figureText(flow.profile, &Machine::memoryBytes));
    case Bottleneck::Latency:
        return last.dimension == Dimension::Time ? VerdictCard::tr("latency, %1 per request").arg(left)
                                                 : VerdictCard::tr("throughput, %1 wanted").arg(left);
    case Bottleneck::DataIo:
        return last.dimension == Dimension::Bytes
                   ? VerdictCard::tr("storage, %1").arg(figureText(flow.profile, &Machine::storageBytes))
                   : VerdictCard::tr("data I/O, %1 of a %2 step")
                         .arg(left, figureText(flow.profile, &WorkloadStep::stepTimeS));
    case Bottleneck::Coordination: return VerdictCard::tr("coordination, %1 per round").arg(left);
    case Bottleneck::MemoryBandwidth:
        return VerdictCard::tr("memory bandwidth, β = %1")
            .arg(figureText(flow.profile, &Machine::memoryBandwidthBytesPerS));
    case Bottleneck::Compute: break;
    }
    return VerdictCard::tr("compute, π = %1").arg(figureText(flow.profile, &Machine::peakFlops));
}

VerdictCard::VerdictCard(QWidget* parent)
    : Card(parent),
      m_titleText(new Text(TextStyle::CardTitle, ColorRole::Ink, true, this)),
      m_ceilingText(new Text(TextStyle::Label, ColorRole::Ink, true, this)),
      m_rowsLayout(new QGridLayout),
      m_missingLayout(new QVBoxLayout),
      m_flipsLayout(new QVBoxLayout),
      m_detailsFold(new CollapsibleDetails(tr("the verdict"), this)),
      m_remarksText(new Text(TextStyle::Small, ColorRole::SoftInk, false, this))
{
    m_remarksText->setWordWrap(true);
    m_rowsLayout->setHorizontalSpacing(Theme::spacing(3));
    m_rowsLayout->setVerticalSpacing(2);
    m_rowsLayout->setContentsMargins(TextButton::indent, 0, TextButton::indent, 0);
    m_ceilingText->setWordWrap(true);
    for (Text* text : {m_titleText, m_ceilingText, m_remarksText})
        text->setContentsMargins(TextButton::indent, 0, TextButton::indent, 0);
    m_rowsLayout->setColumnStretch(1, 1);
    m_missingLayout->setSpacing(Theme::spacing(1));
    m_flipsLayout->setSpacing(0);
    auto* column = new QVBoxLayout(this);
    // Includes the indent.
    column->setContentsMargins(Theme::spacing(3), Theme::spacing(3), Theme::spacing(3), Theme::spacing(3));
    column->setSpacing(Theme::spacing(1) + 2);
    column->addWidget(m_titleText);
    column->addWidget(m_ceilingText);
    column->addLayout(m_flipsLayout);
    column->addLayout(m_rowsLayout);
    column->addLayout(m_missingLayout);
    column->addWidget(m_remarksText);
    column->addWidget(m_detailsFold);
}

void VerdictCard::addRow(const QString& label, const QString& value, bool bold)
{
    const int row = m_shownRowCount++;
    m_lines << tr("%1: %2").arg(label, value);
    const auto text = [&](int column) {
        QLayoutItem* item = m_rowsLayout->itemAtPosition(row, column);
        if (item)
            return static_cast<Text*>(item->widget());
        auto* cell = new Text(TextStyle::Label, column == 0 ? ColorRole::SoftInk : ColorRole::Ink, false, this);
        cell->setWordWrap(column == 1);
        m_rowsLayout->addWidget(cell, row, column, Qt::AlignTop);
        return cell;
    };
    text(0)->setText(label);
    text(1)->setText(value);
    text(1)->setBold(bold);
    text(1)->setAccessibleName(m_lines.constLast());
    text(0)->show();
    text(1)->show();
}

void VerdictCard::refresh(const FlowProgress& flow, bool isWhatIf, const Result<AxisMenu>& menu)
{
    m_lines.clear();
    m_shownRowCount = 0;
    if (flow.diagnosis) {
        m_titleText->setText(isWhatIf ? tr("Verdict of the what-if") : tr("Verdict"));
        m_ceilingText->show();
        removeWidgets(*m_missingLayout);
        showVerdict(flow, isWhatIf, menu);
    } else {
        m_titleText->setText(flow.blockedTest ? tr("What the flow needs next") : tr("A figure is invalid"));
        fillFlipButtons(*m_flipsLayout, {}, {}, FlipLabel::Short, {});
        m_ceilingText->hide();
        m_remarksText->hide();
        m_detailsFold->hide();
        showMissing(flow);
    }
    for (int row = m_shownRowCount; row < m_rowsLayout->rowCount(); ++row)
        for (const int column : {0, 1})
            if (QLayoutItem* item = m_rowsLayout->itemAtPosition(row, column))
                item->widget()->hide();
    setAccessibleName(m_titleText->text());
    setAccessibleDescription(m_lines.join(QStringLiteral(". ")));
}

void VerdictCard::showVerdict(const FlowProgress& flow, bool isWhatIf, const Result<AxisMenu>& menu)
{
    const Diagnosis& diagnosis = *flow.diagnosis;
    m_lines << (isCertain(diagnosis) ? tr("Binding ceiling: %1") : tr("Binding ceiling, uncertain: %1"))
                   .arg(bindingCeilingText(flow));
    m_ceilingText->setText(
        toQString(
            scalewright::withNoBreakSpaces(
                (isCertain(diagnosis) ? sentenceCase(bindingCeilingText(flow)) : m_lines.constLast()).toStdString()))
            .replace(QLatin1Char('/'), QStringLiteral("/\u2060")));  // avoids a line break in "GFLOP/s"
    m_lines << tr("Axis: %1").arg(toQString(remedyText(diagnosis.axis)));  // shown at the leaf of the tree
    if (!diagnosis.noSpeedupNote.empty())
        addRow(tr("Mind"), toQString(firstStatement(diagnosis.noSpeedupNote)), true);
    QStringList remarks, details;
    if (!diagnosis.noSpeedupNote.empty())
        details << toQString(diagnosis.noSpeedupNote);
    if (menu) {
        const AxisRow& row = menu->row(diagnosis.axis);
        QStringList tools;
        for (const std::string& tool : toolsForAxis(row, flow.profile))
            tools << toQString(tool);
        details << tr("Book: %1").arg(toQString(row.bookSection));
        m_lines << details.constLast();
        addRow(tr("Tools"), tools.join(QStringLiteral(", ")), false);
        if (const std::string& remark = menu->leaf(diagnosis.bottleneck).remark; !remark.empty())
            details << toQString(remark);
    } else {
        remarks << errorText(menu.error());
    }
    if (isWhatIf || shouldTuneFirst(diagnosis) || exceedsRoof(diagnosis) || dependsOnOtherDevice(diagnosis))
        addRow(tr("Because"), toQString(inequalityText(flow.path.back())), true);
    else  // shown in the page's answer
        m_lines << tr("Because: %1").arg(toQString(inequalityText(flow.path.back())));
    // More workers do not help if the workload does not fit in memory or only reads.
    const bool works = diagnosis.bottleneck == Bottleneck::Coordination ||
                       diagnosis.bottleneck == Bottleneck::MemoryBandwidth ||
                       diagnosis.bottleneck == Bottleneck::Compute;
    if (works && diagnosis.workerImplication) {
        const WorkerImplication& workers = *diagnosis.workerImplication;
        const QString ratio = toQString(significantText(workers.commToComputeAt2, 3));
        const bool hasOtherStepTime =
            workers.statedTCompS && std::abs(*workers.statedTCompS / workers.tCompS - 1) > 0.01;
        const bool differsFromRing =
            workers.predictedPStar && (*workers.predictedPStar != workers.ringPStar || hasOtherStepTime);
        const QString ringText = workers.isRingAtSearchLimit ? tr("no optimum up to %1").arg(workers.ringPStar)
                                                             : QString::number(workers.ringPStar);
        const QString predicted = !workers.predictedPStar            ? QString()
                                  : workers.isPredictedAtSearchLimit ? tr("no p* up to %1").arg(*workers.predictedPStar)
                                                                     : tr("p* %1").arg(*workers.predictedPStar);
        details
            << tr("Workers: %1")
                   .arg(!workers.predictedPStar ? tr("%1 on a ring, R(2) %2").arg(ringText, ratio)
                        : differsFromRing
                            ? tr("%1 on Predict; %2 for this work on a ring, R(2) %3").arg(predicted, ringText, ratio)
                            : tr("%1, R(2) %2").arg(predicted, ratio));
        m_lines << details.constLast();
        if (differsFromRing || workers.measuredWorkS)
            details << toQString(workers.sentence);
    }
    for (const std::string& warning : diagnosis.warnings) {
        const std::string first = firstStatement(warning);
        if (!isCertain(diagnosis))  // A warning that does not change the verdict appears only in the details.
            remarks << sentenceCase(toQString(first));
        if (first != warning || isCertain(diagnosis))
            details << toQString(warning);
    }
    m_remarksText->setText(remarks.join(QLatin1Char('\n')));
    m_remarksText->setVisible(!remarks.isEmpty());
    m_detailsFold->setText(details.join(QLatin1Char('\n')));

    // The nearest flip to another ceiling; the other flips are shown at their questions.
    std::vector<FlipPoint> allFlips, flips;
    for (const TestResult& result : flow.path)
        allFlips.insert(allFlips.end(), result.flips.begin(), result.flips.end());
    for (const FlipPoint& flip : sortedByDistance(std::move(allFlips), flow.profile))
        if (flip.newBottleneck != diagnosis.bottleneck && flips.empty())
            flips.push_back(flip);
    fillFlipButtons(*m_flipsLayout, flips, tr("With %1: %2"), FlipLabel::Short,
                    [this](const FlipPoint& flip) { Q_EMIT flipChosen(flip); });
}

void VerdictCard::showMissing(const FlowProgress& flow)
{
    removeWidgets(*m_missingLayout);
    const std::vector<Problem>& problems = flow.diagnosis.error().problems;
    for (std::size_t i = 0; i < std::min(maximumMissingShown, problems.size()); ++i) {
        const Problem& problem = problems[i];
        const std::optional<ProfileField> field = profileFieldAt(problem.location.jsonPointer);
        const bool absent = field && !total(flow.profile, *field);
        const QString title = absent ? sentenceCase(enterFieldText(*field)) : said(problem);
        const QString hint = absent ? sentenceCase(toQString((*field)->howToGet)) : toQString(problem.expected);
        auto* button = new TextButton(this);
        button->setTexts(title, absent ? QString() : hint, true);
        button->setAccessibleDescription(tr("Press to enter it on the Baseline page"));
        button->setToolTip(absent ? hint : tr("Enter it on the Baseline page"));
        const QString pointer = QString::fromStdString(problem.location.jsonPointer);
        connect(button, &QAbstractButton::clicked, this, [this, pointer] { Q_EMIT baselineRequested(pointer); });
        m_missingLayout->addWidget(button);
        button->show();
        m_lines << tr("%1: %2").arg(title, hint);
    }
    if (problems.size() > maximumMissingShown) {
        auto* moreText = new Text(tr("and %1 more").arg(problems.size() - maximumMissingShown), TextStyle::Label,
                                  ColorRole::SoftInk, false, this);
        moreText->setContentsMargins(TextButton::indent, 0, TextButton::indent, 0);
        m_missingLayout->addWidget(moreText);
        moreText->show();
    }
    auto* go = new TextButton(this);
    go->setTexts(tr("Go to the Baseline page"), {});
    const QString first = QString::fromStdString(problems.front().location.jsonPointer);
    connect(go, &QAbstractButton::clicked, this, [this, first] { Q_EMIT baselineRequested(first); });
    m_missingLayout->addWidget(go);
    go->show();
}

}  // namespace scalewright::ui
