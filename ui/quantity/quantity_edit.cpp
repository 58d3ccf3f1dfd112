// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quantity/quantity_edit.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QVBoxLayout>

#include <cmath>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/number_format.h"
#include "core/base/quantity/units.h"
#include "ui/quantity/log_slider.h"
#include "ui/quantity/provenance_dot.h"
#include "ui/quantity/value_field.h"
#include "ui/theme/stable_height.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

// Keeps number and unit on one line.
QString unbreakableAmountText(double value, Dimension dimension)
{
    return toQString(formatAmount(value, dimension).joined()).replace(QLatin1Char(' '), QChar(QChar::Nbsp));
}

// Counts of a million or more with at most four significant digits are shortened ("13 B"); other integers keep all
// their digits.
AmountText displayedAmount(double value, Dimension dimension)
{
    if (dimension == Dimension::Count && value >= 1e6 &&
        std::fmod(value, std::pow(10, std::floor(std::log10(value)) - 3)) == 0)
        return formatLargeCount(value);
    return formatAmount(value, dimension);
}

// Allows line breaks at spaces, but not after the "/" of a unit.
QString withUnbreakableUnits(QString label)
{
    return label.replace(QLatin1Char('/'), QStringLiteral("/\u2060"));
}

constexpr double outlierFactor = 1e4;  // factor outside the slider's ends that suggests a wrong unit or a typo

// "33.6 to 45.5 GFLOP/s": a unit shared by both ends appears once.
QString intervalText(const Interval& interval, Dimension dimension)
{
    const AmountText low = formatAmount(interval.low, dimension), high = formatAmount(interval.high, dimension);
    const bool unitBehind = dimension != Dimension::Money && dimension != Dimension::Price;
    return QuantityEdit::tr("%1 to %2")
        .arg(unitBehind && low.unit == high.unit ? toQString(low.number)
                                                 : unbreakableAmountText(interval.low, dimension),
             unbreakableAmountText(interval.high, dimension));
}

}  // namespace

/// The line under the slider. Text that is only advice is visible only on hover or focus, but its space is reserved so
/// that nothing moves. Screen readers can always read it.
class QuantityNote : public Text {
public:
    explicit QuantityNote(QWidget* parent) : Text(TextStyle::Small, ColorRole::SoftInk, false, parent) {}

    /// `text`: the part that is always visible; nullopt: all of it.
    void setAlwaysVisibleText(const std::optional<QString>& lasting)
    {
        m_alwaysVisibleText = lasting;
        update();
    }
    void setActive(bool attended)
    {
        if (attended == m_active)
            return;
        m_active = attended;
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        if (m_active || !m_alwaysVisibleText) {
            Text::paintEvent(event);
            return;
        }
        if (m_alwaysVisibleText->isEmpty())
            return;
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(contentsRect(), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap,
                         withNoBreakSpaces(*m_alwaysVisibleText));
    }

private:
    std::optional<QString> m_alwaysVisibleText;
    bool m_active = false;
};

QuantityEdit::QuantityEdit(QuantitySpec spec, QWidget* parent)
    : QWidget(parent),
      m_spec(std::move(spec)),
      m_label(new Text(withUnbreakableUnits(m_spec.label), TextStyle::Label, ColorRole::Ink, true, this)),
      m_field(new ValueField(this)),
      m_error(createWarning(TextStyle::Small, this)),
      m_warning(createWarning(TextStyle::Small, this)),
      m_provenanceDot(new ProvenanceDot(this)),
      m_slider(new LogSlider({m_spec.low, m_spec.high, m_spec.hasZeroStop}, this)),
      m_note(new QuantityNote(this))
{
    m_label->setWordWrap(true);  // labels are never elided
    m_label->setAccessibleName(m_spec.label);
    m_label->setBuddy(m_field);
    m_note->setWordWrap(true);
    m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_field->setAccessibleName(m_spec.label);
    m_slider->setAccessibleName(tr("%1, slider").arg(m_spec.label));

    m_headerRow = createBox<QHBoxLayout>(nullptr, Theme::spacing(1), {{m_label, 1}, {m_field, 0}});
    m_noteHolder = new StableHeightHolder(m_note, this);
    auto* noteRow =
        createBox<QHBoxLayout>(nullptr, Theme::spacing(1), {{m_provenanceDot, 0, Qt::AlignTop}, {m_noteHolder, 1}});
    createBox<QVBoxLayout>(this, 2, {m_headerRow, m_error, m_warning, m_slider, noteRow});
    setFocusProxy(m_field);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);

    for (QWidget* each : std::initializer_list<QWidget*>{m_field, m_slider})
        each->installEventFilter(this);
    connect(m_field, &ValueField::committed, this, &QuantityEdit::commitText);
    connect(m_field, &QLineEdit::textEdited, this, &QuantityEdit::showParsedValue);
    connect(m_slider, &LogSlider::amountEdited, this, [this](double value, EditPhase phase) {
        m_quantity = typed(value);
        discardTyping();
        refresh();
        Q_EMIT valueEdited(value, phase);
    });
    refresh();
}

QuantityEdit::~QuantityEdit()
{
    // The field loses the focus while QWidget's destructor runs, and would then commit to an object that is no longer a
    // QuantityEdit.
    m_field->disconnect(this);
    m_slider->disconnect(this);
}

void QuantityEdit::setQuantity(const MaybeQuantity& quantity)
{
    if (quantity == m_quantity && m_error->text().isEmpty())
        return;
    const bool sameValue =
        m_quantity.has_value() == quantity.has_value() && (!quantity || m_quantity->value == quantity->value);
    const bool beingTyped = sameValue && (m_field->isEdited() || m_field->isInvalid());
    m_quantity = quantity;
    if (!beingTyped)
        discardTyping();
    refresh();
}

void QuantityEdit::setConsequence(const QString& text)
{
    if (m_consequence == text)
        return;
    m_consequence = text;
    refreshNote();
}

void QuantityEdit::setProvenanceText(const QString& text)
{
    if (m_provenanceText == text)
        return;
    m_provenanceText = text;
    refreshNote();
}

QString QuantityEdit::errorText() const
{
    return m_error->text();
}

void QuantityEdit::setErrorText(const QString& text)
{
    m_error->showText(text);
    m_field->setInvalid(!text.isEmpty());
    m_field->setAccessibleDescription(text.isEmpty() ? m_note->text() : text);
}

QString QuantityEdit::warningText() const
{
    return m_warning->text();
}

void QuantityEdit::setCompact()
{
    m_isCompact = true;
    QSizePolicy policy = m_provenanceDot->sizePolicy();
    policy.setRetainSizeWhenHidden(true);  // aligns the values
    m_provenanceDot->setSizePolicy(policy);
    m_headerRow->addWidget(m_provenanceDot);
    refresh();
}

void QuantityEdit::updateCompactParts()
{
    if (!m_isCompact)
        return;
    const bool isActive = m_field->hasFocus() || m_slider->hasFocus();
    m_provenanceDot->setVisible(m_quantity.has_value());
    m_slider->setVisible(m_quantity.has_value() || m_slider->hasFocus());
    m_noteHolder->setVisible((isActive || m_quantity) && !m_note->text().isEmpty());
}

void QuantityEdit::setLocked(const QString& reason)
{
    m_field->setReadOnly(!reason.isEmpty());
    m_slider->setEnabled(reason.isEmpty());
    m_field->setToolTip(reason);
    m_slider->setToolTip(reason);
}

void QuantityEdit::resizeEvent(QResizeEvent*)
{
    m_field->setAvailableWidth(width() - m_label->sizeHint().width() - Theme::spacing(1) -
                               (m_isCompact ? m_provenanceDot->sizeHint().width() + Theme::spacing(1) : 0));
}

void QuantityEdit::enterEvent(QEnterEvent* event)
{
    QWidget::enterEvent(event);
    updateNoteActivity();
}

void QuantityEdit::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    updateNoteActivity();
}

bool QuantityEdit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        m_note->setActive(underMouse() || event->type() == QEvent::FocusIn);
    const bool filtered = QWidget::eventFilter(watched, event);
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        QMetaObject::invokeMethod(this, &QuantityEdit::updateCompactParts, Qt::QueuedConnection);
    return filtered;
}

void QuantityEdit::updateNoteActivity()
{
    m_note->setActive(underMouse() || m_field->hasFocus() || m_slider->hasFocus());
}

void QuantityEdit::focusSlider()
{
    m_slider->setFocus(Qt::OtherFocusReason);
}

void QuantityEdit::focusValueField()
{
    m_field->setFocus(Qt::OtherFocusReason);
}

void QuantityEdit::commitText()
{
    if (!m_field->isEdited()) {
        discardTyping();
        refresh();
        return;
    }
    const std::string text = m_field->text().trimmed().toStdString();
    if (text.empty() && m_clearable) {
        m_quantity.reset();
        discardTyping();
        refresh();
        Q_EMIT cleared();
        return;
    }
    const Result<ParsedEntry> entry = parseEntry(text, m_spec.dimension);
    if (!entry && !m_spec.relatedField.isEmpty() && parseEntry(text, m_spec.relatedDimension)) {
        setErrorText(tr("%1 belongs in the field “%2”; expected here: %3")
                         .arg(m_field->text().trimmed(), m_spec.relatedField, toQString(exampleOf(m_spec.dimension))));
    } else if (!entry) {
        setErrorText(problemText(entry.error().problems.front()));
    } else if (const std::optional<Problem> problem =
                   rangeProblem(entry->value, m_spec.dimension, m_spec.range, text)) {
        setErrorText(problemText(*problem));
    } else {
        m_quantity = typed(entry->value);
        if (!parseNumber(text))
            m_quantity->asTyped = text;
        discardTyping();
        refresh();
        Q_EMIT valueEdited(entry->value, EditPhase::End);
    }
}

// Called while typing, to show that "25 Gbps" is read as 3.125 GB/s before it is committed.
void QuantityEdit::showParsedValue(const QString& text)
{
    const std::string written = text.trimmed().toStdString();
    const Result<ParsedEntry> entry = parseEntry(written, m_spec.dimension);
    const std::string back = entry ? interpretationText(written, entry->value, m_spec.dimension) : std::string();
    if (back.empty())
        refreshNote();
    else
        m_note->setText(entry->note.empty() ? toQString(back)
                                            : QStringLiteral("%1 · %2").arg(toQString(back), toQString(entry->note)));
    updateCompactParts();
    // Keeps the note about the entry in view while typing.
    for (QWidget* around = parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around))
            area->ensureWidgetVisible(this, 0, Theme::spacing(1));
}

bool QuantityEdit::isOutlier() const
{
    return m_quantity && m_quantity->value > 0 &&
           (m_quantity->value > outlierFactor * m_spec.high || m_quantity->value < m_spec.low / outlierFactor);
}

void QuantityEdit::discardTyping()
{
    setErrorText({});
    m_field->revert();
}

void QuantityEdit::refresh()
{
    if (m_quantity) {
        if (!isOutlier())
            m_slider->setScale(m_slider->scale().widened(m_quantity->value));
        m_slider->setAmount(m_quantity->value);
    } else {
        m_slider->setAmount(std::nullopt);
    }
    m_warning->showText(!isOutlier() ? QString()
                                     : tr("Far beyond what is usual, %1 to %2: is the unit right?")
                                           .arg(unbreakableAmountText(m_spec.low, m_spec.dimension),
                                                unbreakableAmountText(m_spec.high, m_spec.dimension)));
    if (!m_field->isEdited() && !m_field->isInvalid()) {
        const std::string written(m_quantity ? typedTextFor(*m_quantity, m_spec.dimension) : std::string_view());
        if (m_quantity)
            m_field->setAmount(
                displayedAmount(m_quantity->value, m_spec.dimension),
                written.empty() ? exactAmountText(m_quantity->value, m_spec.dimension) : toQString(written));
        else
            m_field->setAmount({{}, tr("set…").toStdString()}, {});
    }
    refreshNote();
}

void QuantityEdit::refreshNote()
{
    // The visible note describes the effect of the value and how it was understood. The provenance dot shows the
    // origin, which is also given to screen readers.
    QStringList parts;
    QString from;
    if (!m_quantity) {
        parts << (m_spec.unsetHint.isEmpty() ? tr("type %1").arg(toQString(exampleOf(m_spec.dimension)))
                                             : m_spec.unsetHint);
    } else {
        const Provenance& provenance = m_quantity->provenance;
        from = !m_provenanceText.isEmpty() ? m_provenanceText
               : provenance.date.empty()
                   ? originText(provenance.origin)
                   : originText(provenance.origin) + QStringLiteral(" · ") + toQString(provenance.date);
        if (const std::string written(typedTextFor(*m_quantity, m_spec.dimension)); !written.empty()) {
            if (const std::string back = interpretationText(written, m_quantity->value, m_spec.dimension);
                !back.empty())
                parts << toQString(back);
            if (const Result<ParsedEntry> entry = parseEntry(written, m_spec.dimension); entry && !entry->note.empty())
                parts << toQString(entry->note);
        }
        if (const auto& interval = m_quantity->interval)
            parts << tr("%1 (%2\u00A0%)")
                         .arg(intervalText(*interval, m_spec.dimension),
                              toQString(significantText(100 * interval->level)));
    }
    if (!m_consequence.isEmpty())
        parts << m_consequence;
    m_note->setText(parts.join(QStringLiteral(" · ")));
    m_note->setAlwaysVisibleText(m_quantity ? std::nullopt : std::optional(m_consequence));
    const QString story = m_quantity ? provenanceText(m_quantity->provenance) : QString();
    const QString fullProvenance = m_provenanceText.isEmpty() || !m_quantity || story.contains(m_provenanceText)
                                       ? story
                                       : QStringLiteral("%1 · %2").arg(m_provenanceText, story);
    m_provenanceDot->setOrigin(m_quantity ? std::optional(m_quantity->provenance.origin) : std::nullopt,
                               fullProvenance);
    m_note->setToolTip(fullProvenance);
    QString description =
        from.isEmpty() ? m_note->text() : (parts.isEmpty() ? from : from + QStringLiteral(" · ") + m_note->text());
    if (!description.contains(story))
        description += QStringLiteral(" · ") + story;
    m_slider->setAccessibleDescription(m_quantity ? unbreakableAmountText(m_quantity->value, m_spec.dimension) +
                                                        QStringLiteral(" · ") + description
                                                  : description);
    if (m_error->text().isEmpty())
        m_field->setAccessibleDescription(description);
    updateCompactParts();
}

QString exactAmountText(double value, Dimension dimension)
{
    constexpr double rounding = 1e-15;  // tolerates the rounding error of a quotient: 60 ms, not 59.99999999999999 ms
    for (int digits = 3; digits <= 17; ++digits) {
        const std::string text = formatAmount(value, dimension, digits).joined();
        if (const auto read = parseAmount(text, dimension);
            read && std::abs(*read - value) <= rounding * std::abs(value))
            return toQString(text);
    }
    return toQString(roundTripText(value));
}

QString originText(Origin origin)
{
    switch (origin) {
    case Origin::Measured: return QuantityEdit::tr("measured");
    case Origin::Imported: return QuantityEdit::tr("given");
    case Origin::Catalogue: return QuantityEdit::tr("catalogue");
    case Origin::Typed: return QuantityEdit::tr("typed");
    case Origin::Assumed: break;
    }
    return QuantityEdit::tr("assumed");
}

QString problemText(const Problem& problem)
{
    return toQString(messageOf(problem));
}

QString provenanceText(const Provenance& provenance)
{
    // An imported value states its source ("from book, output 41.4.1") instead of being called imported.
    const bool from = provenance.origin == Origin::Imported && !provenance.source.empty();
    QStringList parts{from ? QuantityEdit::tr("from %1").arg(toQString(provenance.source))
                           : originText(provenance.origin)};
    for (const std::string& part : {provenance.date, from ? std::string() : provenance.source, provenance.conditions})
        if (!part.empty())
            parts << toQString(part);
    return parts.join(QStringLiteral(" · "));
}

QString shortProvenanceText(const Provenance& provenance, const std::string& entry)
{
    Provenance shown = provenance;
    shown.conditions = numberFormatOf(provenance);  // a peak is meaningless without its number format
    if (provenance.origin == Origin::Measured)
        shown.source.clear();
    // "H100 SXM (its data sheet)" is shortened if H100 SXM is already shown.
    if (const std::string before = entry + " (";
        !entry.empty() && shown.source.starts_with(before) && shown.source.ends_with(')'))
        shown.source = shown.source.substr(before.size(), shown.source.size() - before.size() - 1);
    return provenanceText(shown);
}

}  // namespace scalewright::ui
