#include "ui/diagnose/verdict_card.h"

#include <cmath>

#include <QGridLayout>
#include <QVBoxLayout>

#include "core/base/quantity/unbroken.h"
#include "core/base/quantity/units.h"
#include "core/model/bottleneck/step_doubts.h"
#include "core/output/answers/phrases.h"
#include "ui/controls/why.h"
#include "ui/controls/words_button.h"
#include "ui/diagnose/node_panel.h"
#include "ui/words/diagnosis_words.h"
#include "ui/words/message_text.h"
#include "ui/words/qt.h"
#include "ui/words/verdict_text.h"

namespace scalewright::ui {

namespace {

/// Of the missing figures the next ones; the rest is counted.
constexpr std::size_t mostMissing = 4;

QString figureText(const Profile& profile, ProfileField field)
{
    const MaybeQuantity quantity = total(profile, field);
    return quantity ? amountText(quantity->value, field->dimension) : QString();
}

}  // namespace

QString bindingText(const FlowView& flow)
{
    const TestResult& last = flow.path.back();
    const QString left = amountText(last.left.value_or(0), last.dimension);
    switch (flow.diagnosis->bottleneck) {
    case Bottleneck::MemoryCapacity:
        return VerdictCard::tr("memory capacity, %1").arg(figureText(flow.profile, &Machine::memoryBytes));
    case Bottleneck::Latency:
        return last.dimension == Dimension::Time ? VerdictCard::tr("latency, %1 a request").arg(left)
                                                 : VerdictCard::tr("throughput, %1 wanted").arg(left);
    case Bottleneck::DataIo:
        return last.dimension == Dimension::Bytes
                   ? VerdictCard::tr("storage, %1").arg(figureText(flow.profile, &Machine::storageBytes))
                   : VerdictCard::tr("data I/O, %1 of a %2 step")
                         .arg(left, figureText(flow.profile, &WorkloadStep::stepTimeS));
    case Bottleneck::Coordination: return VerdictCard::tr("coordination, %1 a round").arg(left);
    case Bottleneck::MemoryBandwidth:
        return VerdictCard::tr("memory bandwidth, β = %1")
            .arg(figureText(flow.profile, &Machine::memoryBandwidthBytesPerS));
    case Bottleneck::Compute: break;
    }
    return VerdictCard::tr("compute, π = %1").arg(figureText(flow.profile, &Machine::peakFlops));
}

VerdictCard::VerdictCard(QWidget* parent)
    : Card(parent),
      m_title(new Text(TextStyle::CardTitle, Role::Ink, true, this)),
      m_ceiling(new Text(TextStyle::Label, Role::Ink, true, this)),
      m_rows(new QGridLayout),
      m_missing(new QVBoxLayout),
      m_flips(new QVBoxLayout),
      m_why(new Why(tr("the verdict"), this)),
      m_remark(new Text(TextStyle::Small, Role::Soft, false, this))
{
    m_remark->setWordWrap(true);
    m_rows->setHorizontalSpacing(Theme::space(3));
    m_rows->setVerticalSpacing(2);
    m_rows->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 0);
    m_ceiling->setWordWrap(true);
    for (Text* text : {m_title, m_ceiling, m_remark})
        text->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 0);
    m_rows->setColumnStretch(1, 1);
    m_missing->setSpacing(Theme::space(1));
    m_flips->setSpacing(0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(Theme::space(3), Theme::space(3), Theme::space(3), Theme::space(3));  // and the indent
    column->setSpacing(Theme::space(1) + 2);
    column->addWidget(m_title);
    column->addWidget(m_ceiling);
    column->addLayout(m_flips);
    column->addLayout(m_rows);
    column->addLayout(m_missing);
    column->addWidget(m_remark);
    column->addWidget(m_why);
}

void VerdictCard::addRow(const QString& label, const QString& value, bool bold)
{
    const int row = m_shownRows++;
    m_lines << tr("%1: %2").arg(label, value);
    const auto text = [&](int column) {
        QLayoutItem* item = m_rows->itemAtPosition(row, column);
        if (item)
            return static_cast<Text*>(item->widget());
        auto* made = new Text(TextStyle::Label, column == 0 ? Role::Soft : Role::Ink, false, this);
        made->setWordWrap(column == 1);
        m_rows->addWidget(made, row, column, Qt::AlignTop);
        return made;
    };
    text(0)->setText(label);
    text(1)->setText(value);
    text(1)->setBold(bold);
    text(1)->setAccessibleName(m_lines.constLast());
    text(0)->show();
    text(1)->show();
}

void VerdictCard::refresh(const FlowView& flow, bool isWhatIf, const Result<AxisMenu>& menu)
{
    m_lines.clear();
    m_shownRows = 0;
    if (flow.diagnosis) {
        m_title->setText(isWhatIf ? tr("Verdict of the what-if") : tr("Verdict"));
        m_ceiling->show();
        emptyLayout(*m_missing);
        showVerdict(flow, isWhatIf, menu);
    } else {
        m_title->setText(flow.waiting ? tr("What the flow needs next") : tr("A figure cannot be right"));
        fillWithFlips(*m_flips, {}, {}, FlipWords::Short, {});
        m_ceiling->hide();
        m_remark->hide();
        m_why->hide();
        showMissing(flow);
    }
    for (int row = m_shownRows; row < m_rows->rowCount(); ++row)
        for (const int column : {0, 1})
            if (QLayoutItem* item = m_rows->itemAtPosition(row, column))
                item->widget()->hide();
    setAccessibleName(m_title->text());
    setAccessibleDescription(m_lines.join(QStringLiteral(". ")));
}

void VerdictCard::showVerdict(const FlowView& flow, bool isWhatIf, const Result<AxisMenu>& menu)
{
    const Diagnosis& diagnosis = *flow.diagnosis;
    m_lines << (isCertain(diagnosis) ? tr("Binding ceiling: %1") : tr("Binding ceiling, uncertain: %1"))
                   .arg(bindingText(flow));
    m_ceiling->setText(qt(unbroken(m_lines.constLast().toStdString()))
                           .replace(QLatin1Char('/'), QStringLiteral("/\u2060")));  // no "GFLOP/" over "s"
    m_lines << tr("Axis: %1").arg(remedyText(diagnosis.axis));  // in sight at the tree's leaf
    if (!diagnosis.axisBuysNothing.empty())
        addRow(tr("Mind"), qt(firstStatement(diagnosis.axisBuysNothing)), true);
    QStringList remarks, details;
    if (!diagnosis.axisBuysNothing.empty())
        details << qt(diagnosis.axisBuysNothing);
    if (menu) {
        const AxisRow& row = menu->row(diagnosis.axis);
        QStringList tools;
        for (const std::string& tool : row.tools)
            tools << qt(tool);
        details << tr("Book: %1").arg(qt(row.book));
        m_lines << details.constLast();
        addRow(tr("Tools"), tools.join(QStringLiteral(", ")), false);
        if (const std::string& remark = menu->leaf(diagnosis.bottleneck).remark; !remark.empty())
            details << qt(remark);
    } else {
        remarks << said(menu.error());
    }
    if (isWhatIf || tuneFirst(diagnosis) || beyondRoof(diagnosis) || restsOnOtherDevice(diagnosis))
        addRow(tr("Because"), inequalityText(flow.path.back()), true);
    else  // the page's answer says it
        m_lines << tr("Because: %1").arg(inequalityText(flow.path.back()));
    // Where it does not even fit, or only reads, more workers are no answer.
    const bool works = diagnosis.bottleneck == Bottleneck::Coordination ||
                       diagnosis.bottleneck == Bottleneck::MemoryBandwidth ||
                       diagnosis.bottleneck == Bottleneck::Compute;
    if (works && diagnosis.workers) {
        const WorkerImplication& workers = *diagnosis.workers;
        const QString ratio = qt(significant(workers.commToComputeAt2, 3));
        const bool otherTime = workers.statedTCompS && std::abs(*workers.statedTCompS / workers.tCompS - 1) > 0.01;
        const bool other = workers.predictedPStar && (*workers.predictedPStar != workers.ringPStar || otherTime);
        const QString onARing = workers.ringAtEdge ? tr("no best number up to %1").arg(workers.ringPStar)
                                                   : QString::number(workers.ringPStar);
        const QString predicted = !workers.predictedPStar   ? QString()
                                  : workers.predictedAtEdge ? tr("no p* up to %1").arg(*workers.predictedPStar)
                                                            : tr("p* %1").arg(*workers.predictedPStar);
        details << tr("Workers: %1")
                       .arg(
                           !workers.predictedPStar ? tr("%1 at best on a ring, R(2) %2").arg(onARing, ratio)
                           : other
                               ? tr("%1 on Predict; of this work %2 for a ring, R(2) %3").arg(predicted, onARing, ratio)
                               : tr("%1, R(2) %2").arg(predicted, ratio));
        m_lines << details.constLast();
        if (other || workers.ownWorkS)
            details << qt(workers.sentence);
    }
    for (const std::string& warning : diagnosis.warnings) {
        const std::string first = firstStatement(warning);
        if (!isCertain(diagnosis))  // a doubt that leaves the verdict as it is can wait
            remarks << sentenceCase(qt(first));
        if (first != warning || isCertain(diagnosis))
            details << qt(warning);
    }
    m_remark->setText(remarks.join(QLatin1Char('\n')));
    m_remark->setVisible(!remarks.isEmpty());
    m_why->setText(details.join(QLatin1Char('\n')));

    // The nearest way to another ceiling; the others stand at their questions.
    std::vector<Flip> all, flips;
    for (const TestResult& result : flow.path)
        all.insert(all.end(), result.flips.begin(), result.flips.end());
    for (const Flip& flip : nearestFirst(std::move(all), flow.profile))
        if (flip.becomes != diagnosis.bottleneck && flips.empty())
            flips.push_back(flip);
    fillWithFlips(*m_flips, flips, tr("Flips with %1: %2"), FlipWords::Short,
                  [this](const Flip& flip) { Q_EMIT flipChosen(flip); });
}

void VerdictCard::showMissing(const FlowView& flow)
{
    emptyLayout(*m_missing);
    const std::vector<Problem>& problems = flow.diagnosis.error().problems;
    for (std::size_t i = 0; i < std::min(mostMissing, problems.size()); ++i) {
        const Problem& problem = problems[i];
        const std::optional<ProfileField> field = fieldAt(problem.where.pointer);
        const bool absent = field && !total(flow.profile, *field);
        const QString what = absent ? sentenceCase(enterText(*field)) : said(problem);
        const QString how = absent ? sentenceCase(qt((*field)->howToGet)) : qt(problem.expected);
        auto* button = new WordsButton(this);
        button->setWords(what, absent ? QString() : how, true);
        button->setAccessibleDescription(tr("Press to enter it on the Baseline page"));
        button->setToolTip(absent ? how : tr("Enter it on the Baseline page"));
        const QString pointer = QString::fromStdString(problem.where.pointer);
        connect(button, &QAbstractButton::clicked, this, [this, pointer] { Q_EMIT baselineWanted(pointer); });
        m_missing->addWidget(button);
        button->show();
        m_lines << tr("%1: %2").arg(what, how);
    }
    if (problems.size() > mostMissing) {
        auto* rest =
            new Text(tr("and %1 more").arg(problems.size() - mostMissing), TextStyle::Label, Role::Soft, false, this);
        rest->setContentsMargins(WordsButton::indent, 0, WordsButton::indent, 0);
        m_missing->addWidget(rest);
        rest->show();
    }
    auto* go = new WordsButton(this);
    go->setWords(tr("To the Baseline page"), {});
    const QString first = QString::fromStdString(problems.front().where.pointer);
    connect(go, &QAbstractButton::clicked, this, [this, first] { Q_EMIT baselineWanted(first); });
    m_missing->addWidget(go);
    go->show();
}

}  // namespace scalewright::ui
