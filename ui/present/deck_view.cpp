#include "ui/present/deck_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QScreen>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/decision/analysis/analysis.h"
#include "core/design/slots/design_catalogue.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/blank_screen.h"
#include "ui/figure/chart.h"
#include "ui/present/slide_control.h"
#include "ui/present/slide_drawing.h"
#include "ui/present/speaker_notes.h"
#include "ui/quantity/log_slider.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

const DesignCatalogue& deckCatalogue()
{
    static const DesignCatalogue none;
    const Result<DesignCatalogue>& read = designCatalogue();
    return read ? *read : none;
}

void colour(QLabel& label, const QColor& color)
{
    QPalette palette = label.palette();
    palette.setColor(QPalette::WindowText, color);
    label.setPalette(palette);
}

QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    return label;
}

/// A screen that the slides are not on; nullptr where there is none.
QScreen* otherScreen(const QWidget& slides)
{
    for (QScreen* screen : QGuiApplication::screens())
        if (screen != slides.screen())
            return screen;
    return nullptr;
}

constexpr int notesPixels = 22;  // on a screen of the speaker's own

}  // namespace

DeckView::DeckView(Document& document, QWidget* parent)
    : SlideShow(parent),
      m_document(document),
      m_claim(plainLabel(this)),
      m_hint(plainLabel(this)),
      m_chart(new Chart(this)),
      m_plan(new PlanMarker(document, *m_chart)),
      m_drawing(new SlideDrawing(this)),
      m_control(new SlideControl(document, this)),
      m_foot(new SpeakerNotes(this))
{
    setObjectName(QStringLiteral("deck"));
    setFocusPolicy(Qt::StrongFocus);
    m_claim->setWordWrap(true);
    m_claim->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_claim->setObjectName(QStringLiteral("claim"));
    m_hint->setObjectName(QStringLiteral("hint"));
    m_foot->hide();
    m_plan->add({QStringLiteral("guess"), [this] { return m_state.guess.value_or(1); },
                 [this](int p, EditPhase) {
                     m_state.guess = p;
                     refresh();
                 }});
    connect(m_plan, &PlanMarker::released, this, &DeckView::refresh);
    connect(&m_document, &Document::changed, this, [this] {
        if (m_running && isVisible())
            refresh();
    });
    connect(&m_document, &Document::gestureEnded, this, [this] {
        if (m_running && isVisible())
            refresh();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (m_running)
            refresh();
    });
}

DeckView::~DeckView()
{
    end();
}

// What the rules find takes long, and only some slides say something of it.
StoryQuestion DeckView::question(bool withFindings) const
{
    static const std::vector<Finding> none;
    return {m_document.project(), m_document.analysis(), deckCatalogue(), withFindings ? m_document.findings() : none};
}

Result<void> DeckView::begin(const Only& only)
{
    m_only = only;
    m_kinds.clear();
    m_headlines.clear();
    const StoryQuestion asked = question(true);
    const auto take = [&](const Slide& slide) {
        m_kinds.push_back(slide.kind);
        m_headlines.push_back(slide.answer.headline);
    };
    if (const auto kind = slideKind(only.slide.toStdString())) {
        if (const std::optional<Slide> slide = slideOf(*kind, asked))
            take(*slide);
    } else {
        for (const Slide& slide : slidesOf(asked))
            take(slide);
    }
    if (m_kinds.empty())
        return fail(ErrorCode::Refused, noSlidesText(asked));
    m_state = {};
    m_shownFoot = Foot::Nothing;
    m_taken = nullptr;
    if (!std::exchange(m_running, true))
        qApp->installEventFilter(this);
    m_at = m_kinds.size();
    showSlide(0);
    if (only.guess)
        setGuessing(true);
    openNotesWindow();
    return {};
}

void DeckView::end()
{
    if (!std::exchange(m_running, false))
        return;
    qApp->removeEventFilter(this);
    setBlank(false);
    m_window.reset();
    m_state = {};
    m_typed.clear();
    m_foot->clear();
}

void DeckView::openNotesWindow()
{
    QScreen* screen = otherScreen(*this);
    if (!screen || m_window)
        return;
    m_window = std::make_unique<SpeakerNotes>();
    m_window->setAttribute(Qt::WA_ShowWithoutActivating);
    m_window->setWindowTitle(tr("Speaker’s notes"));
    m_window->setPixels(notesPixels);
    m_window->setGeometry(screen->availableGeometry());
    m_window->show();
    showFoot();
}

std::optional<Slide> DeckView::slideAt(std::size_t index) const
{
    if (index >= m_kinds.size())
        return std::nullopt;
    const SlideKind kind = m_kinds[index];
    const bool needsFindings = kind == SlideKind::Design || kind == SlideKind::Change;
    // A hand that holds a slider cannot wait for the rules; what they find is said once it lets go.
    std::optional<Slide> slide = slideOf(kind, question(needsFindings && !m_document.isHeld()),
                                         m_document.isHeld() ? SlideDetail::Claim : SlideDetail::Whole);
    if (!slide)
        return slide;
    if (!m_only.claim.isEmpty())
        slide->claim = m_only.claim.toStdString();
    if (!m_only.control.isEmpty())
        slide->control = m_only.control.toStdString();
    if (slide->answer.headline != m_headlines[index])
        slide->claim = slide->answer.headline;  // a person's words were of other numbers
    return slide;
}

void DeckView::showSlide(int index)
{
    if (index < 0 || index >= count() || index == this->index())
        return;
    m_at = static_cast<std::size_t>(index);
    m_state = {};
    m_typed.clear();
    m_taken = nullptr;
    if (std::optional<Slide> slide = slideAt(m_at))
        m_control->setField(slide->control);
    hint({});
    refresh();
    setFocus(Qt::OtherFocusReason);
}

QString DeckView::claim() const
{
    return m_claim->text();
}

QFont DeckView::claimFont() const
{
    return m_claim->font();
}

void DeckView::refresh()
{
    if (m_at >= m_kinds.size())
        return;
    const SlideKind kind = m_kinds[m_at];
    std::optional<Slide> slide = slideAt(m_at);
    SlideContent content;
    m_state.reach = m_plan->heldReach();
    if (slide) {
        m_slide = std::move(*slide);
        content = slideContent(kind, m_document.project(), m_document.analysis(), m_state);
    } else {
        m_slide = {.kind = kind, .claim = noSlidesText(question(false)), .control = m_slide.control};
    }
    m_chart->setVisible(content.chart.has_value());
    m_drawing->setVisible(!content.chart.has_value());
    if (content.chart) {
        m_chart->setSpec(*content.chart);
        m_chart->setTexts(content.texts);
    }
    m_drawing->setContent(content.chart ? SlideContent{} : std::move(content));
    m_control->refresh();
    setAccessibleName(tr("Slide %1 of %2: %3").arg(m_at + 1).arg(count()).arg(wholeClaim()));
    showFoot();
    layOut();
    update();
}

QString DeckView::wholeClaim() const
{
    return m_state.hidden ? tr("What is your guess?") : qt(m_slide.claim);
}

void DeckView::layOut()
{
    const bool dark = Theme::instance().isDark();
    const bool foot = m_shownFoot != Foot::Nothing && !m_foot->isHidden();
    m_layout = layOutSlide(size(), wholeClaim(), {.control = m_control->hasField(), .notes = foot}, dark);
    m_claim->setFont(m_layout.claimFont);
    m_claim->setText(m_layout.claimText);
    colour(*m_claim, m_layout.look.color(Role::Ink));
    m_claim->setGeometry(m_layout.claim.toAlignedRect());
    m_chart->setLook(m_layout.look);
    m_drawing->setLook(m_layout.look);
    m_chart->setGeometry(m_layout.chart.toAlignedRect());
    m_drawing->setGeometry(m_layout.chart.toAlignedRect());
    m_control->setGeometry(m_layout.control.toAlignedRect());
    m_control->layOut(m_layout);
    m_foot->setPixels(std::max(14, static_cast<int>(std::lround(22 * m_layout.scale))));
    m_foot->setGeometry(m_layout.notes.toAlignedRect());
    m_hint->setFont(m_layout.look.font(TextStyle::Small));
    colour(*m_hint, m_layout.look.color(Role::Soft));
    m_hint->setGeometry(m_layout.foot.toAlignedRect().adjusted(0, 0, -m_layout.foot.toAlignedRect().width() / 3, 0));
    if (m_blank)
        m_blank->setGeometry(rect());
}

void DeckView::showFoot()
{
    if (m_document.isHeld())
        return;  // the answer has no more than its headline until the hand lets go
    // Notes tell the answer; where the numbers come from does not.
    const bool notes = m_shownFoot == Foot::Notes && !m_state.hidden;
    if (notes)
        m_foot->showAnswer(m_slide, {});
    else if (m_shownFoot == Foot::Sources)
        m_foot->showSources(m_slide, m_document.project());
    else
        m_foot->clear();
    m_foot->setVisible(notes || m_shownFoot == Foot::Sources);
    if (!m_window)
        return;
    const std::optional<Slide> next = slideAt(m_at + 1);
    m_window->showAnswer(m_slide, next ? qt(next->claim) : QString());
}

void DeckView::setFoot(Foot foot)
{
    m_shownFoot = m_shownFoot == foot ? Foot::Nothing : foot;
    showFoot();
    layOut();
}

void DeckView::hint(const QString& text)
{
    m_hint->setText(text);
}

void DeckView::setBlank(bool blank)
{
    setBlankOver(this, blank, m_blank);
}

void DeckView::setGuessing(bool guessing)
{
    if (guessing == m_state.hidden || m_at >= m_kinds.size())
        return;
    if (!canGuess(m_kinds[m_at])) {
        hint(tr("There is nothing to guess here"));
        return;
    }
    m_state.hidden = guessing;
    m_typed.clear();
    m_typedGuess.clear();
    if (guessing) {
        m_state.guess.reset();
        m_state.guesses.clear();
        m_state.tally = false;
        hint(tr("Type p · T counts guesses · G reveals"));
    } else {
        hint({});
    }
    refresh();
    if (guessing)
        m_chart->selectMarker(QStringLiteral("guess"));
}

void DeckView::addGuess(int p)
{
    if (p < 1 || p > m_document.pMax()) {
        hint(tr("A guess is a whole number from 1 to %1").arg(m_document.pMax()));
        return;
    }
    m_state.guesses.push_back(p);
    hint(tr("%1 guesses · Backspace takes the last back · G reveals").arg(m_state.guesses.size()));
    refresh();
}

void DeckView::step(int by)
{
    if (m_state.hidden) {  // the next slides tell it
        setGuessing(false);
        return;
    }
    const int to = index() + by;
    if (to >= 0 && to < count())
        showSlide(to);
    else if (!m_only.slide.isEmpty())
        Q_EMIT pagedBeyond(by);
}

void DeckView::leave()
{
    if (m_taken) {
        m_taken = nullptr;
        setFocus(Qt::OtherFocusReason);
    } else if (!m_typed.isEmpty()) {
        m_typed.clear();
        hint({});
    } else if (m_shownFoot != Foot::Nothing) {
        setFoot(m_shownFoot);
    } else {
        Q_EMIT left();
    }
}

void DeckView::goToWorkbench()
{
    if (m_state.hidden)
        hint(tr("The answer is hidden: G reveals it"));
    else
        Q_EMIT workbenchWanted(QString::fromLatin1(pageOf(m_slide.kind)), QString::fromLatin1(partOf(m_slide.kind)));
}

// While the room guesses, digits are the guess; while its guesses are counted, Enter adds one.
bool DeckView::takeGuessKey(int key)
{
    if (!m_state.hidden)
        return false;
    if (!m_state.tally) {
        constexpr int drawn = 1024;  // where the axis of a hidden curve ends
        if ((isTaken() && m_taken != m_chart) || !m_typedGuess.take(key, std::min(drawn, m_document.pMax())))
            return false;
        m_state.guess = m_typedGuess.value();
        refresh();
        return true;
    }
    constexpr int mostDigits = 6;
    if (key >= Qt::Key_0 && key <= Qt::Key_9) {
        if (m_typed.size() < mostDigits)
            m_typed += QLatin1Char(static_cast<char>('0' + (key - Qt::Key_0)));
        hint(tr("p = %1, Enter adds it").arg(m_typed));
        return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        if (!m_typed.isEmpty())
            addGuess(std::exchange(m_typed, {}).toInt());
        return true;
    }
    if (key == Qt::Key_Backspace) {
        if (!m_typed.isEmpty()) {
            m_typed.chop(1);
            hint(m_typed.isEmpty() ? QString() : tr("p = %1, Enter adds it").arg(m_typed));
        } else if (!m_state.guesses.empty()) {
            m_state.guesses.pop_back();
            hint({});
            refresh();
        }
        return true;
    }
    return false;
}

bool DeckView::takePageKey(int key)
{
    switch (key) {
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_PageDown:
    case Qt::Key_Space: step(1); return true;
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_PageUp: step(-1); return true;
    case Qt::Key_Home: m_state.hidden ? setGuessing(false) : showSlide(0); return true;
    case Qt::Key_End: m_state.hidden ? setGuessing(false) : showSlide(count() - 1); return true;
    default: return false;
    }
}

bool DeckView::takeKey(int key)
{
    // A clicker's keys turn the page wherever the keyboard is.
    const bool clicker = key == Qt::Key_PageDown || key == Qt::Key_PageUp;
    if (takeGuessKey(key) || ((clicker || !isTaken()) && takePageKey(key)))
        return true;
    switch (key) {
    case Qt::Key_Space: step(1); return true;
    case Qt::Key_Escape: leave(); return true;
    case Qt::Key_B:
    case Qt::Key_Period: setBlank(true); return true;
    case Qt::Key_G: setGuessing(!m_state.hidden); return true;
    case Qt::Key_I: setFoot(Foot::Sources); return true;
    case Qt::Key_N:
        if (m_window)
            m_window->setVisible(!m_window->isVisible());
        else
            setFoot(Foot::Notes);
        return true;
    case Qt::Key_T:
        if (!m_state.hidden) {
            hint(canGuess(m_kinds[m_at]) ? tr("G hides the answer first") : tr("There is nothing to guess here"));
            return true;
        }
        m_state.tally = !m_state.tally;
        hint(m_state.tally ? tr("Click, or type p and Enter, for each guess")
                           : tr("Type p · T counts guesses · G reveals"));
        refresh();
        return true;
    case Qt::Key_W: goToWorkbench(); return true;
    case Qt::Key_F5: Q_EMIT left(); return true;
    default: break;
    }
    if (isTaken() || key < Qt::Key_1 || key > Qt::Key_9)
        return false;
    Q_EMIT keyWanted(key - Qt::Key_1);
    return true;
}

bool DeckView::isTaken() const
{
    // A chart without a chosen marker has no use for keys.
    const bool idle = m_taken == m_chart && m_chart->selectedMarker().isEmpty();
    return m_taken && !idle && m_taken == QApplication::focusWidget();
}

bool DeckView::event(QEvent* event)
{
    // The window's keys are the deck's while it is in sight, but for undo, redo and quit.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (!key->matches(QKeySequence::Undo) && !key->matches(QKeySequence::Redo) && key->key() != Qt::Key_Q) {
            event->accept();
            return true;
        }
    }
    return SlideShow::event(event);
}

bool DeckView::eventFilter(QObject* watched, QEvent* event)
{
    auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || !isVisible() || (widget != this && !isAncestorOf(widget)))
        return false;
    switch (event->type()) {
    case QEvent::KeyPress: {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier))
            return false;
        if (m_blank) {
            setBlank(false);
            return true;
        }
        return takeKey(key->key());
    }
    case QEvent::MouseButtonPress:
        if (m_blank) {
            setBlank(false);
            return true;
        }
        if (widget == m_chart && m_state.hidden && m_state.tally) {
            const QPointF at = static_cast<QMouseEvent*>(event)->position();
            if (m_chart->plotFrame().contains(at))
                addGuess(static_cast<int>(std::lround(m_chart->toX(at.x()))));
            return true;
        }
        return false;
    case QEvent::FocusIn: {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        const bool byHand =
            reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
        m_taken = byHand && widget != this ? widget : nullptr;
        return false;
    }
    default: return false;
    }
}

void DeckView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Look& look = m_layout.look;
    painter.fillRect(rect(), look.color(Role::Card));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double radius = 5 * m_layout.scale, step = 20 * m_layout.scale;
    const QRectF foot = m_layout.foot;
    for (int i = 0; count() > 1 && i < count(); ++i) {
        painter.setBrush(look.color(i == index() ? Role::Ink : Role::Hairline));
        painter.drawEllipse(QPointF(foot.right() - radius - (count() - 1 - i) * step, foot.center().y()), radius,
                            radius);
    }
}

void DeckView::resizeEvent(QResizeEvent*)
{
    layOut();
}

void DeckView::showEvent(QShowEvent* event)
{
    if (m_running)
        refresh();
    SlideShow::showEvent(event);
}

}  // namespace scalewright::ui
