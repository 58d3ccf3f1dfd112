#include "ui/measure/cause_card.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "core/decision/analysis/analysis.h"
#include "ui/controls/track_record.h"
#include "ui/controls/why.h"
#include "ui/figure/chart_spec.h"
#include "ui/measure/ladder_charts.h"
#include "ui/words/message_text.h"

namespace scalewright::ui {

namespace {

bool asksForScaling(const Error& error)
{
    return std::any_of(error.problems.begin(), error.problems.end(), [](const Problem& problem) {
        return problem.where.field == "scaling" || problem.where.pointer == "/scaling";
    });
}

QString landmarksText(const MeasuredLadder& ladder)
{
    const auto at = [&](int p) { return formatNumber(ladder.at(p)->speedup, {NumberStyle::Kind::Times}); };
    if (ladder.rungs.size() == 1)
        return qt(ladder.kneeNote);
    const auto doubted = [](const QString& landmark, const std::string& doubt) {
        return doubt.empty() ? landmark : CauseCard::tr("%1 (%2)").arg(landmark, qt(doubt));
    };
    QStringList parts{
        doubted(CauseCard::tr("knee p %1 (Eager, Zahorjan, Lazowska): %2").arg(ladder.kneeP).arg(at(ladder.kneeP)),
                ladder.kneeDoubt),
        doubted(CauseCard::tr("fastest p %1: %2").arg(ladder.fastestP).arg(at(ladder.fastestP)), ladder.fastestDoubt)};
    for (const std::string* note : {&ladder.kneeNote, &ladder.runsNote})
        if (!note->empty())
            parts << qt(*note);
    return parts.join(QStringLiteral(" · "));
}

}  // namespace

CauseCard::CauseCard(QWidget* parent)
    : QWidget(parent),
      m_owner(new Text(TextStyle::Body, Role::Ink, true, this)),
      m_how(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_details(new Why(tr("where the missing speedup went"), this)),
      m_record(new TrackRecordFold(tr("How often is such an owner right?"), this)),
      m_landmarks(new Text(TextStyle::Label, Role::Soft, false, this)),
      m_warning(new Text(TextStyle::Label, Role::Ink, false, this)),
      m_copy(quietButton(tr("Copy sentence"), this)),
      m_strong(quietButton(tr("It is strong scaling: the same work at every p"), this)),
      m_weak(quietButton(tr("It is weak scaling: the work grows with p"), this))
{
    setAccessibleName(tr("where the missing speedup went"));
    for (Text* text : {m_owner, m_how, m_landmarks, m_warning})
        text->setWordWrap(true);
    m_warning->setMark(Role::Warning);
    auto* words = new QHBoxLayout;
    words->setSpacing(Theme::space(3));
    words->addWidget(m_details->word());
    words->addWidget(m_copy);
    words->addStretch();
    auto* ask = new QHBoxLayout;
    ask->addWidget(m_strong);
    ask->addWidget(m_weak);
    ask->addStretch();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(Theme::space(1));
    column->addWidget(m_how);
    column->addWidget(m_warning);
    column->addLayout(words);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_owner), static_cast<QWidget*>(m_record), static_cast<QWidget*>(m_landmarks)})
        m_details->column().addWidget(widget);
    column->addWidget(m_details);
    column->addLayout(ask);
    connect(m_copy, &QPushButton::clicked, this, &CauseCard::copySentence);
    connect(m_strong, &QPushButton::clicked, this, [this] { Q_EMIT scalingSaid(Scaling::Strong); });
    connect(m_weak, &QPushButton::clicked, this, [this] { Q_EMIT scalingSaid(Scaling::Weak); });
}

QString CauseCard::how() const
{
    return m_how->text().isEmpty() ? m_details->text() : m_how->text();
}

void CauseCard::copySentence()
{
    QGuiApplication::clipboard()->setText(sentence());
    m_copy->setText(tr("Copied"));
    QTimer::singleShot(2000, m_copy, [button = m_copy] { button->setText(tr("Copy sentence")); });
}

void CauseCard::refresh(const Analysis& analysis)
{
    if (!analysis.ladder)
        return;
    const LadderAnalysis& shown = *analysis.ladder;
    const bool read = shown.measured.has_value();
    const bool asks = !read && asksForScaling(shown.measured.error());
    QStringList warnings;
    if (planLacksCause(analysis))
        warnings << tr("The plan’s p rests on no named cause: a recommendation without one is a guess (Table 41.7.1).");
    if (read) {
        const Attribution& why = *shown.attribution;
        m_sentence = qt(why.sentence);
        const bool named = why.owner != Cause::Unknown && why.owner != Cause::None;
        const QString title = qt(causeTitle(why.owner));
        m_owner->setText(!named ? QString()
                         : why.owner == Cause::Undecided
                             ? tr("Owner: undecided")
                             : tr("Owner: %1, %2").arg(title, qt(evidenceWords(why.evidence))));
        m_record->setText(qt(why.calibration));
        if (named)
            m_owner->setMark(causeRole(why.owner));
        QStringList how;
        for (const std::string* each : {&why.confidence, &why.beyond})
            if (!each->empty())
                how << qt(*each);
        if ((!named || why.owner == Cause::Undecided) &&
            !why.remedy.empty())  // a named cause has its remedies in a card of their own
            how << qt(why.remedy);
        m_how->clear();
        m_details->setText(how.join(QLatin1Char('\n')));
        m_landmarks->setText(landmarksText(*shown.measured));
        for (const std::string& each : shown.measured->warnings)
            warnings << qt(each);
    } else {
        m_sentence =
            asks ? tr("Strong or weak scaling? The numbers do not tell.") : tr("This ladder cannot be read yet.");
        m_owner->clear();
        m_record->setText({});
        m_how->setText(said(shown.measured.error(), 6));
        m_landmarks->clear();
    }
    m_details->setVisible(read);
    for (Text* text : {m_owner, m_how, m_landmarks})
        text->setVisible(!text->text().isEmpty());
    constexpr qsizetype most = 5;
    if (warnings.size() > most)
        warnings = warnings.mid(0, most) << tr("and %1 more").arg(warnings.size() - most);
    m_warning->setText(warnings.join(QLatin1Char('\n')));
    m_warning->setVisible(!warnings.isEmpty());
    m_copy->setVisible(read);
    m_strong->setVisible(asks);
    m_weak->setVisible(asks);
}

}  // namespace scalewright::ui
