// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/measure/cause_card.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "core/base/text/message.h"
#include "core/decision/analysis/analysis.h"
#include "core/decision/attribution/attribution_text.h"
#include "core/output/chart/chart_spec.h"
#include "ui/controls/collapsible_details.h"
#include "ui/controls/track_record.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

bool isScalingMissing(const Error& error)
{
    return std::any_of(error.problems.begin(), error.problems.end(), [](const Problem& problem) {
        return problem.location.field == "scaling" || problem.location.jsonPointer == "/scaling";
    });
}

QString landmarksText(const MeasuredLadder& ladder)
{
    const auto speedupAt = [&](int p) {
        return toQString(formatNumber(ladder.findRung(p)->speedup, {NumberStyle::Kind::Factor}));
    };
    if (ladder.rungs.size() == 1)
        return toQString(ladder.kneeNote);
    const auto doubted = [](const QString& landmark, const std::string& doubt) {
        return doubt.empty() ? landmark : CauseCard::tr("%1 (%2)").arg(landmark, toQString(doubt));
    };
    QStringList parts{
        doubted(
            CauseCard::tr("knee p %1 (Eager, Zahorjan, Lazowska): %2").arg(ladder.kneeP).arg(speedupAt(ladder.kneeP)),
            ladder.kneeCaveat),
        doubted(CauseCard::tr("fastest p %1: %2").arg(ladder.fastestP).arg(speedupAt(ladder.fastestP)),
                ladder.fastestCaveat)};
    for (const std::string* note : {&ladder.kneeNote, &ladder.runsNote})
        if (!note->empty())
            parts << toQString(*note);
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

CauseCard::CauseCard(QWidget* parent)
    : QWidget(parent),
      m_ownerLabel(createParagraph(TextStyle::Body, ColorRole::Ink, this, true)),
      m_errorLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_details(new CollapsibleDetails(tr("where the missing speedup went"), this)),
      m_trackRecord(new CollapsibleTrackRecord(tr("How often is this attribution right?"), this)),
      m_landmarksLabel(createParagraph(TextStyle::Label, ColorRole::SoftInk, this)),
      m_warningLabel(createWarning(TextStyle::Label, this)),
      m_copyButton(createQuietButton(tr("Copy sentence"), this)),
      m_strongButton(createQuietButton(tr("It is strong scaling: the same work at every p"), this)),
      m_weakButton(createQuietButton(tr("It is weak scaling: the work grows with p"), this))
{
    setAccessibleName(tr("where the missing speedup went"));
    auto* scalingButtons = createBox<QHBoxLayout>(nullptr, -1, {m_strongButton, m_weakButton, Stretch{}});
    for (QWidget* widget : std::initializer_list<QWidget*>{m_ownerLabel, m_trackRecord, m_landmarksLabel})
        m_details->contentLayout().addWidget(widget);
    createBox<QVBoxLayout>(this, Theme::spacing(1), {m_errorLabel, m_warningLabel, m_details, scalingButtons});
    connect(m_copyButton, &QPushButton::clicked, this, &CauseCard::copySentence);
    connect(m_strongButton, &QPushButton::clicked, this, [this] { Q_EMIT scalingChosen(Scaling::Strong); });
    connect(m_weakButton, &QPushButton::clicked, this, [this] { Q_EMIT scalingChosen(Scaling::Weak); });
}

QString CauseCard::explanation() const
{
    return m_errorLabel->text().isEmpty() ? m_details->text() : m_errorLabel->text();
}

QPushButton* CauseCard::whyButton() const
{
    return m_details->button();
}

void CauseCard::copySentence()
{
    QGuiApplication::clipboard()->setText(sentence());
    m_copyButton->setText(tr("Copied"));
    QTimer::singleShot(2000, m_copyButton, [button = m_copyButton] { button->setText(tr("Copy sentence")); });
}

void CauseCard::refresh(const Analysis& analysis)
{
    if (!analysis.ladder)
        return;
    const LadderAnalysis& ladderAnalysis = *analysis.ladder;
    const bool read = ladderAnalysis.measured.has_value();
    const bool needsScaling = !read && isScalingMissing(ladderAnalysis.measured.error());
    QStringList warnings;
    if (analysis.claim.isChosenWithoutCause)
        warnings << tr("The cause is unknown, so the plan’s p is a guess (Table 41.7.1).");
    if (read) {
        const Attribution& attribution = *ladderAnalysis.attribution;
        const MeasuredLadder& ladder = *ladderAnalysis.measured;
        m_sentence = toQString(attribution.summary);
        // The chart shows the folds of each part.
        const std::string limit = limitText(attribution);
        m_answer = toQString(joinNonEmpty(
            {speedupHeadline(ladder, attribution), limit.empty() ? lossReasonText(ladder, attribution) : "",
             lateRankText(ladder, attribution), attribution.scalingEnd, limit, fastestRunText(ladder, attribution)},
            " "));
        const bool hasNamedOwner = attribution.mainCause != Cause::Unknown && attribution.mainCause != Cause::None;
        const QString title = toQString(titleOf(attribution.mainCause));
        m_ownerLabel->setText(!hasNamedOwner ? QString()
                              : attribution.mainCause == Cause::Undecided
                                  ? tr("Owner: undecided")
                                  : tr("Owner: %1, %2").arg(title, toQString(titleOf(attribution.evidence))));
        m_trackRecord->setText(toQString(attribution.calibrationText));
        if (hasNamedOwner)
            m_ownerLabel->setEdgeBar(causeRole(attribution.mainCause));
        QStringList notes;
        for (const std::string* each : {&attribution.confidence, &attribution.slowdown})
            if (!each->empty())
                notes << toQString(*each);
        if ((!hasNamedOwner || attribution.mainCause == Cause::Undecided) &&
            !attribution.remedyText.empty())  // the remedies for a named cause are in a separate card
            notes << toQString(attribution.remedyText);
        m_errorLabel->clear();
        m_details->setText(notes.join(QLatin1Char('\n')));
        m_landmarksLabel->setText(landmarksText(*ladderAnalysis.measured));
        warnings << toQStrings(ladderAnalysis.measured->warnings);
    } else {
        m_sentence = needsScaling ? tr("Strong or weak scaling? The numbers alone do not show it.")
                                  : tr("This ladder cannot be read yet.");
        m_answer = m_sentence;
        m_ownerLabel->clear();
        m_trackRecord->setText({});
        m_errorLabel->setText(errorText(ladderAnalysis.measured.error(), 6));
        m_landmarksLabel->clear();
    }
    m_details->setVisible(read);
    m_details->button()->setVisible(read);
    for (Text* text : {m_ownerLabel, m_errorLabel, m_landmarksLabel})
        text->setVisible(!text->text().isEmpty());
    constexpr qsizetype maximumWarnings = 5;
    if (warnings.size() > maximumWarnings)
        warnings = warnings.mid(0, maximumWarnings) << tr("and %1 more").arg(warnings.size() - maximumWarnings);
    m_warningLabel->showText(warnings.join(QLatin1Char('\n')));
    m_copyButton->setVisible(read);
    m_strongButton->setVisible(needsScaling);
    m_weakButton->setVisible(needsScaling);
}

}  // namespace scalewright::ui
