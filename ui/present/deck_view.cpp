// SPDX-License-Identifier: GPL-3.0-or-later
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
#include "core/output/lecture/lecture.h"
#include "ui/charts/plan_marker.h"
#include "ui/controls/blank_screen.h"
#include "ui/figure/chart.h"
#include "ui/present/slide_control.h"
#include "ui/present/slide_drawing.h"
#include "ui/present/speaker_notes.h"
#include "ui/quantity/log_slider.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

QLabel* makePlainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setAttribute(Qt::WA_TransparentForMouseEvents);
    return label;
}

/// A screen that does not show the slides; nullptr if none exists.
QScreen* otherScreen(const QWidget& slides)
{
    for (QScreen* screen : QGuiApplication::screens())
        if (screen != slides.screen())
            return screen;
    return nullptr;
}

constexpr int notesFontPixels = 22;  // on the speaker's own screen

}  // namespace

DeckView::DeckView(Document& document, QWidget* parent)
    : SlideShow(parent),
      m_document(document),
      m_claimLabel(makePlainLabel(this)),
      m_hintLabel(makePlainLabel(this)),
      m_chart(new Chart(this)),
      m_planMarker(new PlanMarkerController(document, *m_chart)),
      m_drawing(new SlideDrawing(this)),
      m_control(new SlideControl(document, this)),
      m_footerNotes(new SpeakerNotes(this))
{
    setObjectName(QStringLiteral("deck"));
    setFocusPolicy(Qt::StrongFocus);
    m_claimLabel->setWordWrap(true);
    m_claimLabel->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_claimLabel->setObjectName(QStringLiteral("claim"));
    m_hintLabel->setObjectName(QStringLiteral("hint"));
    m_footerNotes->hide();
    m_planMarker->addHandle({QStringLiteral("guess"), [this] { return m_state.guess.value_or(1); },
                             [this](int p, EditPhase) {
                                 m_state.guess = p;
                                 refresh();
                             }});
    connect(m_planMarker, &PlanMarkerController::dragFinished, this, &DeckView::refresh);
    connect(&m_document, &Document::changed, this, [this] {
        if (m_lecture && isVisible())
            refresh();
    });
    connect(&m_document, &Document::gestureEnded, this, [this] {
        if (m_lecture && isVisible())
            refresh();
    });
    connect(&Theme::instance(), &Theme::changed, this, [this] {
        if (m_lecture)
            refresh();
    });
}

DeckView::~DeckView()
{
    end();
}

// The rules are slow, and only some slides use their findings.
StoryQuestion DeckView::storyQuestion(bool withFindings) const
{
    static const std::vector<Finding> noFindings;
    return {m_document.project(), m_document.analysis(), designCatalogueOrEmpty(),
            withFindings ? m_document.findings() : noFindings};
}

Result<void> DeckView::present(const Lecture& lecture, std::size_t index)
{
    const LectureKey& key = lecture.keys.at(index);
    const StoryQuestion story = storyQuestion(true);
    const std::optional<SlideKind> kind = valueNamed<SlideKind>(key.slideName);
    const std::optional<Slide> slide = kind ? makeSlide(*kind, story) : std::nullopt;
    if (!slide)
        return fail(ErrorCode::Refused, noSlidesReason(story));
    const bool begins = !m_lecture;
    m_lecture = &lecture;
    m_index = index;
    m_kind = *kind;
    m_headline = slide->answer.headline;
    if (m_document.project() != key.project) {  // a slide before this one has changed it
        const Analysis analysis = analyse(key.project, {.pMax = m_document.pMax()});
        if (const std::optional<Slide> unchanged = makeSlide(
                *kind, {key.project, analysis, designCatalogueOrEmpty(), story.findings}, SlideDetail::ClaimOnly))
            m_headline = unchanged->answer.headline;
    }
    m_state = {};
    m_typedDigits.clear();
    m_activeWidget = nullptr;
    if (begins) {
        m_footer = FooterContent::Empty;
        qApp->installEventFilter(this);
    }
    if (const std::optional<Slide> shown = currentSlide())
        m_control->setField(shown->controlPointer);
    showHint({});
    refresh();
    if (key.hidesAnswer)
        setGuessing(true);
    openNotesWindow();
    return {};
}

void DeckView::end()
{
    if (!std::exchange(m_lecture, nullptr))
        return;
    qApp->removeEventFilter(this);
    setScreenBlank(false);
    m_notesWindow.reset();
    m_state = {};
    m_typedDigits.clear();
    m_footerNotes->clear();
}

void DeckView::openNotesWindow()
{
    QScreen* screen = otherScreen(*this);
    if (!screen || m_notesWindow)
        return;
    m_notesWindow = std::make_unique<SpeakerNotes>();
    m_notesWindow->setAttribute(Qt::WA_ShowWithoutActivating);
    m_notesWindow->setWindowTitle(tr("Speaker’s notes"));
    m_notesWindow->setFontPixels(notesFontPixels);
    m_notesWindow->setGeometry(screen->availableGeometry());
    m_notesWindow->show();
    updateFooter();
}

std::optional<Slide> DeckView::currentSlide() const
{
    const bool needsFindings = m_kind == SlideKind::Design || m_kind == SlideKind::Change;
    // The rules are too slow to run while a slider is dragged; their findings appear when it is released.
    std::optional<Slide> slide = makeSlide(m_kind, storyQuestion(needsFindings && !m_document.isGestureActive()),
                                           m_document.isGestureActive() ? SlideDetail::ClaimOnly : SlideDetail::Full);
    if (!slide)
        return slide;
    const LectureKey& key = m_lecture->keys[m_index];
    if (!key.slideClaim.empty())
        slide->claim = key.slideClaim;
    if (!key.slideControl.empty())
        slide->controlPointer = key.slideControl;
    if (slide->answer.headline != m_headline)
        slide->claim = slide->answer.headline;  // the user's text referred to other numbers
    return slide;
}

QString DeckView::nextClaim() const
{
    if (m_index + 1 >= m_lecture->keys.size())
        return {};
    const LectureKey& next = m_lecture->keys[m_index + 1];
    const std::optional<SlideKind> kind = valueNamed<SlideKind>(next.slideName);
    if (!next.slideClaim.empty() || !kind || next.project != m_lecture->keys[m_index].project)
        return toQString(next.slideClaim.empty() ? next.title : next.slideClaim);
    const std::optional<Slide> slide = makeSlide(*kind, storyQuestion(true));
    return toQString(slide ? slide->claim : next.title);
}

QString DeckView::claimText() const
{
    return m_claimLabel->text();
}

QFont DeckView::claimFont() const
{
    return m_claimLabel->font();
}

void DeckView::refresh()
{
    if (!m_lecture)
        return;
    std::optional<Slide> slide = currentSlide();
    SlideContent content;
    m_state.axisLimit = m_planMarker->largestPDuringGesture();
    if (slide) {
        m_slide = std::move(*slide);
        content = slideContent(m_kind, m_document.project(), m_document.analysis(), m_state);
    } else {
        m_slide = {
            .kind = m_kind, .claim = noSlidesReason(storyQuestion(false)), .controlPointer = m_slide.controlPointer};
    }
    m_chart->setVisible(content.chart.has_value());
    m_drawing->setVisible(!content.chart.has_value());
    if (content.chart) {
        m_chart->setSpec(*content.chart);
        m_chart->setTexts(content.texts);
    }
    m_control->setChange(content.changedPointer, content.changeFactor);
    m_drawing->setContent(content.chart ? SlideContent{} : std::move(content));
    setAccessibleName(tr("Slide %1 of %2: %3").arg(m_index + 1).arg(slideCount()).arg(fullClaim()));
    updateFooter();
    updateLayout();
    update();
}

QString DeckView::fullClaim() const
{
    return m_state.isHidden ? tr("What is your guess?") : toQString(m_slide.claim);
}

void DeckView::updateLayout()
{
    const bool dark = Theme::instance().isDark();
    const bool hasFooter = m_footer != FooterContent::Empty && !m_footerNotes->isHidden();
    m_slideLayout =
        layOutSlide(size(), fullClaim(), {.hasControl = m_control->hasField(), .hasNotes = hasFooter}, dark);
    m_claimLabel->setFont(m_slideLayout.claimFont);
    m_claimLabel->setText(m_slideLayout.claimText);
    setTextColor(*m_claimLabel, m_slideLayout.look.color(ColorRole::Ink));
    m_claimLabel->setGeometry(m_slideLayout.claimRect.toAlignedRect());
    m_chart->setVisualStyle(m_slideLayout.look);
    m_drawing->setLook(m_slideLayout.look);
    m_chart->setGeometry(m_slideLayout.chartRect.toAlignedRect());
    m_drawing->setGeometry(m_slideLayout.chartRect.toAlignedRect());
    m_control->setGeometry(m_slideLayout.controlRect.toAlignedRect());
    m_control->applyLayout(m_slideLayout);
    m_footerNotes->setFontPixels(std::max(14, static_cast<int>(std::lround(22 * m_slideLayout.scale))));
    m_footerNotes->setGeometry(m_slideLayout.notesRect.toAlignedRect());
    m_hintLabel->setFont(m_slideLayout.look.font(TextStyle::Small));
    setTextColor(*m_hintLabel, m_slideLayout.look.color(ColorRole::SoftInk));
    m_hintLabel->setGeometry(
        m_slideLayout.footRect.toAlignedRect().adjusted(0, 0, -m_slideLayout.footRect.toAlignedRect().width() / 3, 0));
    if (m_blankScreen)
        m_blankScreen->setGeometry(rect());
}

void DeckView::updateFooter()
{
    if (m_document.isGestureActive())
        return;  // during a drag the answer has only its headline
    // Notes reveal the answer; the sources do not.
    const bool notes = m_footer == FooterContent::Notes && !m_state.isHidden;
    if (notes)
        m_footerNotes->showAnswer(m_slide, {});
    else if (m_footer == FooterContent::Sources)
        m_footerNotes->showSources(m_slide, m_document.project());
    else
        m_footerNotes->clear();
    m_footerNotes->setVisible(notes || m_footer == FooterContent::Sources);
    if (!m_notesWindow)
        return;
    m_notesWindow->showAnswer(m_slide, nextClaim());
}

void DeckView::toggleFooter(FooterContent footer)
{
    m_footer = m_footer == footer ? FooterContent::Empty : footer;
    updateFooter();
    updateLayout();
}

void DeckView::showHint(const QString& text)
{
    m_hintLabel->setText(text);
}

void DeckView::setScreenBlank(bool blank)
{
    setScreenBlanked(this, blank, m_blankScreen);
}

void DeckView::setGuessing(bool guessing)
{
    if (guessing == m_state.isHidden || !m_lecture)
        return;
    if (!canGuess(m_kind)) {
        showHint(tr("There is nothing to guess here"));
        return;
    }
    m_state.isHidden = guessing;
    m_typedDigits.clear();
    m_typedGuess.clear();
    if (guessing) {
        m_state.guess.reset();
        m_state.guesses.clear();
        m_state.isTallying = false;
        showHint(tr("Type p · T counts guesses · G reveals"));
    } else {
        showHint({});
    }
    refresh();
    if (guessing)
        m_chart->selectMarker(QStringLiteral("guess"));
}

void DeckView::addGuess(int p)
{
    if (p < 1 || p > m_document.pMax()) {
        showHint(tr("A guess is a whole number from 1 to %1").arg(m_document.pMax()));
        return;
    }
    m_state.guesses.push_back(p);
    showHint(tr("%1 guesses · Backspace removes the last one · G reveals").arg(m_state.guesses.size()));
    refresh();
}

void DeckView::stepSlide(int delta)
{
    if (m_state.isHidden)  // the next slides would reveal the answer
        setGuessing(false);
    else
        Q_EMIT stepRequested(delta);
}

void DeckView::handleEscape()
{
    if (m_activeWidget) {
        m_activeWidget = nullptr;
        setFocus(Qt::OtherFocusReason);
    } else if (!m_typedDigits.isEmpty()) {
        m_typedDigits.clear();
        showHint({});
    } else if (m_footer != FooterContent::Empty) {
        toggleFooter(m_footer);
    } else {
        Q_EMIT exited();
    }
}

void DeckView::goToWorkbench()
{
    if (m_state.isHidden)
        showHint(tr("The answer is hidden: G reveals it"));
    else
        Q_EMIT pageRequested(QString::fromLatin1(slidePageId(m_slide.kind)),
                             QString::fromLatin1(slidePagePart(m_slide.kind)));
}

// While the audience guesses, digits set the guess; while guesses are counted, Enter adds one.
bool DeckView::handleGuessKey(int key)
{
    if (!m_state.isHidden)
        return false;
    if (!m_state.isTallying) {
        constexpr int maximumHiddenP = 1024;  // end of the p axis while the curve is hidden
        if ((hasActiveWidget() && m_activeWidget != m_chart) ||
            !m_typedGuess.handleKey(key, std::min(maximumHiddenP, m_document.pMax())))
            return false;
        m_state.guess = m_typedGuess.value();
        refresh();
        return true;
    }
    constexpr int maximumDigits = 6;
    if (key >= Qt::Key_0 && key <= Qt::Key_9) {
        if (m_typedDigits.size() < maximumDigits)
            m_typedDigits += QLatin1Char(static_cast<char>('0' + (key - Qt::Key_0)));
        showHint(tr("p = %1, Enter adds it").arg(m_typedDigits));
        return true;
    }
    if (key == Qt::Key_Return || key == Qt::Key_Enter) {
        if (!m_typedDigits.isEmpty())
            addGuess(std::exchange(m_typedDigits, {}).toInt());
        return true;
    }
    if (key == Qt::Key_Backspace) {
        if (!m_typedDigits.isEmpty()) {
            m_typedDigits.chop(1);
            showHint(m_typedDigits.isEmpty() ? QString() : tr("p = %1, Enter adds it").arg(m_typedDigits));
        } else if (!m_state.guesses.empty()) {
            m_state.guesses.pop_back();
            showHint({});
            refresh();
        }
        return true;
    }
    return false;
}

bool DeckView::handlePageKey(int key)
{
    switch (key) {
    case Qt::Key_Right:
    case Qt::Key_Down:
    case Qt::Key_PageDown:
    case Qt::Key_Space: stepSlide(1); return true;
    case Qt::Key_Left:
    case Qt::Key_Up:
    case Qt::Key_PageUp: stepSlide(-1); return true;
    case Qt::Key_Home: m_state.isHidden ? setGuessing(false) : Q_EMIT slideRequested(0); return true;
    case Qt::Key_End: m_state.isHidden ? setGuessing(false) : Q_EMIT slideRequested(slideCount() - 1); return true;
    default: return false;
    }
}

bool DeckView::handleKey(int key)
{
    // A clicker's keys turn the page no matter where the focus is.
    const bool clicker = key == Qt::Key_PageDown || key == Qt::Key_PageUp;
    if (handleGuessKey(key) || ((clicker || !hasActiveWidget()) && handlePageKey(key)))
        return true;
    switch (key) {
    case Qt::Key_Space: stepSlide(1); return true;
    case Qt::Key_Escape: handleEscape(); return true;
    case Qt::Key_B:
    case Qt::Key_Period: setScreenBlank(true); return true;
    case Qt::Key_G: setGuessing(!m_state.isHidden); return true;
    case Qt::Key_I: toggleFooter(FooterContent::Sources); return true;
    case Qt::Key_N:
        if (m_notesWindow)
            m_notesWindow->setVisible(!m_notesWindow->isVisible());
        else
            toggleFooter(FooterContent::Notes);
        return true;
    case Qt::Key_T:
        if (!m_state.isHidden) {
            showHint(canGuess(m_kind) ? tr("Press G to hide the answer first") : tr("There is nothing to guess here"));
            return true;
        }
        m_state.isTallying = !m_state.isTallying;
        showHint(m_state.isTallying ? tr("Click, or type p and Enter, for each guess")
                                    : tr("Type p · T counts guesses · G reveals"));
        refresh();
        return true;
    case Qt::Key_W: goToWorkbench(); return true;
    case Qt::Key_F5:
    case Qt::Key_F11: Q_EMIT exited(); return true;
    default: break;
    }
    if (hasActiveWidget() || key < Qt::Key_0 || key > Qt::Key_9)
        return false;
    Q_EMIT slideRequested(key - Qt::Key_1);
    return true;
}

bool DeckView::hasActiveWidget() const
{
    // A chart without a selected marker does not need the keys.
    const bool idle = m_activeWidget == m_chart && m_chart->selectedMarker().isEmpty();
    return m_activeWidget && !idle && m_activeWidget == QApplication::focusWidget();
}

bool DeckView::event(QEvent* event)
{
    // While the slides are visible, they handle the window's shortcuts, except undo, redo and quit.
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
        if (m_blankScreen) {
            setScreenBlank(false);
            return true;
        }
        return handleKey(key->key());
    }
    case QEvent::MouseButtonPress:
        if (m_blankScreen) {
            setScreenBlank(false);
            return true;
        }
        if (widget == m_chart && m_state.isHidden && m_state.isTallying) {
            const QPointF position = static_cast<QMouseEvent*>(event)->position();
            if (m_chart->plotFrame().contains(position))
                addGuess(static_cast<int>(std::lround(m_chart->xAtPixel(position.x()))));
            return true;
        }
        return false;
    case QEvent::FocusIn: {
        const Qt::FocusReason reason = static_cast<QFocusEvent*>(event)->reason();
        const bool isUserFocus =
            reason == Qt::MouseFocusReason || reason == Qt::TabFocusReason || reason == Qt::BacktabFocusReason;
        m_activeWidget = isUserFocus && widget != this ? widget : nullptr;
        return false;
    }
    default: return false;
    }
}

void DeckView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const VisualStyle& look = m_slideLayout.look;
    painter.fillRect(rect(), look.color(ColorRole::Card));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    const double radius = 5 * m_slideLayout.scale, step = 20 * m_slideLayout.scale;
    const QRectF footRect = m_slideLayout.footRect;
    for (int i = 0; slideCount() > 1 && i < slideCount(); ++i) {
        painter.setBrush(look.color(i == slideIndex() ? ColorRole::Ink : ColorRole::Hairline));
        painter.drawEllipse(QPointF(footRect.right() - radius - (slideCount() - 1 - i) * step, footRect.center().y()),
                            radius, radius);
    }
}

void DeckView::resizeEvent(QResizeEvent*)
{
    updateLayout();
}

void DeckView::showEvent(QShowEvent* event)
{
    if (m_lecture)
        refresh();
    SlideShow::showEvent(event);
}

}  // namespace scalewright::ui
