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
#include "ui/theme/steady.h"
#include "ui/theme/widgets.h"
#include "ui/words/qt.h"

namespace scalewright::ui {

namespace {

// Number and unit stay on one line.
QString amountText(double value, Dimension dimension)
{
    return qt(formatAmount(value, dimension).joined()).replace(QLatin1Char(' '), QChar(QChar::Nbsp));
}

// A count of four digits and zeros as models are counted, "13 B"; of other whole numbers no digit goes.
AmountText atRest(double value, Dimension dimension)
{
    if (dimension == Dimension::Count && value >= 1e6 &&
        std::fmod(value, std::pow(10, std::floor(std::log10(value)) - 3)) == 0)
        return countAmount(value);
    return formatAmount(value, dimension);
}

// A line of it may end at a blank, not behind the "/" of a unit.
QString inOnePiece(QString label)
{
    return label.replace(QLatin1Char('/'), QStringLiteral("/\u2060"));
}

constexpr double farOut = 1e4;  // times beyond the slider's ends: a slip of a unit, or of a key

// "33.6 to 45.5 GFLOP/s": a unit that both ends have is said once.
QString intervalText(const Interval& interval, Dimension dimension)
{
    const AmountText low = formatAmount(interval.low, dimension), high = formatAmount(interval.high, dimension);
    const bool unitBehind = dimension != Dimension::Money && dimension != Dimension::Price;
    return QuantityEdit::tr("%1 to %2")
        .arg(unitBehind && low.unit == high.unit ? qt(low.number) : amountText(interval.low, dimension),
             amountText(interval.high, dimension));
}

}  // namespace

/// The line under the slider. What is only advice is painted while somebody is at the field, and keeps its place: nothing
/// moves when the pointer comes. Screen readers have it always.
class QuantityNote : public Text {
public:
    explicit QuantityNote(QWidget* parent) : Text(TextStyle::Small, Role::Soft, false, parent) {}

    /// `lasting`: the part that is in sight in any case; nullopt: all of it.
    void setLasting(const std::optional<QString>& lasting)
    {
        m_lasting = lasting;
        update();
    }
    void setAttended(bool attended)
    {
        if (attended == m_attended)
            return;
        m_attended = attended;
        update();
    }

protected:
    void paintEvent(QPaintEvent* event) override
    {
        if (m_attended || !m_lasting) {
            Text::paintEvent(event);
            return;
        }
        if (m_lasting->isEmpty())
            return;
        QPainter painter(this);
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(contentsRect(), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, unbrokenText(*m_lasting));
    }

private:
    std::optional<QString> m_lasting;
    bool m_attended = false;
};

QuantityEdit::QuantityEdit(QuantitySpec spec, QWidget* parent)
    : QWidget(parent),
      m_spec(std::move(spec)),
      m_label(new Text(inOnePiece(m_spec.label), TextStyle::Label, Role::Ink, true, this)),
      m_field(new ValueField(this)),
      m_error(new Text(TextStyle::Small, Role::Ink, false, this)),
      m_doubt(new Text(TextStyle::Small, Role::Ink, false, this)),
      m_dot(new ProvenanceDot(this)),
      m_slider(new LogSlider({m_spec.low, m_spec.high, m_spec.zeroStop}, this)),
      m_note(new QuantityNote(this))
{
    m_label->setWordWrap(true);  // a name is never cut
    m_label->setAccessibleName(m_spec.label);
    m_label->setBuddy(m_field);
    m_error->setMark(Role::Warning);
    m_error->setWordWrap(true);
    m_error->hide();
    m_doubt->setMark(Role::Warning);
    m_doubt->setWordWrap(true);
    m_doubt->hide();
    m_note->setWordWrap(true);
    m_note->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_field->setAccessibleName(m_spec.label);
    m_slider->setAccessibleName(tr("%1, slider").arg(m_spec.label));

    auto* header = new QHBoxLayout;
    header->setSpacing(Theme::space(1));
    header->addWidget(m_label, 1);
    header->addWidget(m_field, 0);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(header);
    column->addWidget(m_error);
    column->addWidget(m_doubt);
    column->addWidget(m_slider);
    auto* said = new QHBoxLayout;
    said->setSpacing(Theme::space(1));
    said->addWidget(m_dot, 0, Qt::AlignTop);
    said->addWidget(new Steady(m_note), 1);
    column->addLayout(said);
    setFocusProxy(m_field);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);

    for (QWidget* each : {static_cast<QWidget*>(m_field), static_cast<QWidget*>(m_slider)})
        each->installEventFilter(this);
    connect(m_field, &ValueField::committed, this, &QuantityEdit::commitText);
    connect(m_field, &QLineEdit::textEdited, this, &QuantityEdit::sayBack);
    connect(m_slider, &LogSlider::amountEdited, this, [this](double value, EditPhase phase) {
        m_quantity = typed(value);
        takeBackTyping();
        refresh();
        Q_EMIT valueEdited(value, phase);
    });
    refresh();
}

QuantityEdit::~QuantityEdit()
{
    // The field loses the keyboard while QWidget's destructor runs, and would commit to what is no QuantityEdit any
    // more.
    m_field->disconnect(this);
    m_slider->disconnect(this);
}

void QuantityEdit::setQuantity(const MaybeQuantity& quantity)
{
    if (quantity == m_quantity && m_error->text().isEmpty())
        return;
    const bool sameValue =
        m_quantity.has_value() == quantity.has_value() && (!quantity || m_quantity->value == quantity->value);
    const bool beingTyped = sameValue && (m_field->isTouched() || m_field->isBad());
    m_quantity = quantity;
    if (!beingTyped)
        takeBackTyping();
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
    m_error->setText(text);
    m_error->setVisible(!text.isEmpty());
    m_field->setBad(!text.isEmpty());
    m_field->setAccessibleDescription(text.isEmpty() ? m_note->text() : text);
}

QString QuantityEdit::doubtText() const
{
    return m_doubt->text();
}

void QuantityEdit::setLocked(const QString& why)
{
    m_field->setReadOnly(!why.isEmpty());
    m_slider->setEnabled(why.isEmpty());
    m_field->setToolTip(why);
    m_slider->setToolTip(why);
}

void QuantityEdit::resizeEvent(QResizeEvent*)
{
    m_field->setRoom(width() - m_label->sizeHint().width() - Theme::space(1));
}

void QuantityEdit::enterEvent(QEnterEvent* event)
{
    QWidget::enterEvent(event);
    refreshAttention();
}

void QuantityEdit::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    refreshAttention();
}

bool QuantityEdit::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut)
        m_note->setAttended(underMouse() || event->type() == QEvent::FocusIn);
    return QWidget::eventFilter(watched, event);
}

void QuantityEdit::refreshAttention()
{
    m_note->setAttended(underMouse() || m_field->hasFocus() || m_slider->hasFocus());
}

void QuantityEdit::slide()
{
    m_slider->setFocus(Qt::OtherFocusReason);
}

void QuantityEdit::editValue()
{
    m_field->setFocus(Qt::OtherFocusReason);
}

void QuantityEdit::commitText()
{
    if (!m_field->isTouched()) {
        takeBackTyping();
        refresh();
        return;
    }
    const std::string text = m_field->text().trimmed().toStdString();
    if (text.empty() && m_clearable) {
        m_quantity.reset();
        takeBackTyping();
        refresh();
        Q_EMIT cleared();
        return;
    }
    const Result<Entry> entry = parseEntry(text, m_spec.dimension);
    if (!entry && !m_spec.neighbour.isEmpty() && parseEntry(text, m_spec.neighbourDimension)) {
        setErrorText(tr("%1 belongs in the field “%2”; here: %3")
                         .arg(m_field->text().trimmed(), m_spec.neighbour, qt(exampleOf(m_spec.dimension))));
    } else if (!entry) {
        setErrorText(problemText(entry.error().problems.front()));
    } else if (const std::optional<Problem> problem =
                   rangeProblem(entry->value, m_spec.dimension, m_spec.range, text)) {
        setErrorText(problemText(*problem));
    } else {
        m_quantity = typed(entry->value);
        if (!parseNumber(text))
            m_quantity->asTyped = text;
        takeBackTyping();
        refresh();
        Q_EMIT valueEdited(entry->value, EditPhase::End);
    }
}

// While it is typed, so that "25 Gbps" is seen to be 3.125 GB/s before it counts.
void QuantityEdit::sayBack(const QString& text)
{
    const std::string written = text.trimmed().toStdString();
    const Result<Entry> entry = parseEntry(written, m_spec.dimension);
    const std::string back = entry ? understood(written, entry->value, m_spec.dimension) : std::string();
    if (back.empty())
        refreshNote();
    else
        m_note->setText(entry->note.empty() ? qt(back) : QStringLiteral("%1 · %2").arg(qt(back), qt(entry->note)));
    // What is said of the entry is in sight while it is typed.
    for (QWidget* around = parentWidget(); around; around = around->parentWidget())
        if (auto* area = qobject_cast<QScrollArea*>(around))
            area->ensureWidgetVisible(this, 0, Theme::space(1));
}

bool QuantityEdit::isFarOut() const
{
    return m_quantity && m_quantity->value > 0 &&
           (m_quantity->value > farOut * m_spec.high || m_quantity->value < m_spec.low / farOut);
}

void QuantityEdit::takeBackTyping()
{
    setErrorText({});
    m_field->revert();
}

void QuantityEdit::refresh()
{
    if (m_quantity) {
        if (!isFarOut())
            m_slider->setScale(m_slider->scale().widened(m_quantity->value));
        m_slider->setAmount(m_quantity->value);
    } else {
        m_slider->setAmount(std::nullopt);
    }
    m_doubt->setText(
        !isFarOut() ? QString()
                    : tr("Far beyond what is usual, %1 to %2: is the unit right?")
                          .arg(amountText(m_spec.low, m_spec.dimension), amountText(m_spec.high, m_spec.dimension)));
    m_doubt->setVisible(!m_doubt->text().isEmpty());
    if (!m_field->isTouched() && !m_field->isBad()) {
        const std::string written(m_quantity ? writtenFor(*m_quantity, m_spec.dimension) : std::string_view());
        if (m_quantity)
            m_field->setAmount(atRest(m_quantity->value, m_spec.dimension),
                               written.empty() ? exactAmountText(m_quantity->value, m_spec.dimension) : qt(written));
        else
            m_field->setAmount({{}, tr("not set").toStdString()}, {});
    }
    refreshNote();
}

void QuantityEdit::refreshNote()
{
    // In sight what the value does and how it was understood; where it came from is the dot's, and told to all who ask.
    QStringList parts;
    QString from;
    if (!m_quantity) {
        parts << (m_spec.unsetHint.isEmpty() ? tr("type %1").arg(qt(exampleOf(m_spec.dimension))) : m_spec.unsetHint);
    } else {
        const Provenance& provenance = m_quantity->provenance;
        from = !m_provenanceText.isEmpty() ? m_provenanceText
               : provenance.date.empty()   ? originText(provenance.origin)
                                         : originText(provenance.origin) + QStringLiteral(" · ") + qt(provenance.date);
        if (const std::string written(writtenFor(*m_quantity, m_spec.dimension)); !written.empty()) {
            if (const std::string back = understood(written, m_quantity->value, m_spec.dimension); !back.empty())
                parts << qt(back);
            if (const Result<Entry> entry = parseEntry(written, m_spec.dimension); entry && !entry->note.empty())
                parts << qt(entry->note);
        }
        if (const auto& interval = m_quantity->interval)
            parts << tr("%1 (%2\u00A0%)")
                         .arg(intervalText(*interval, m_spec.dimension), qt(significant(100 * interval->level)));
    }
    if (!m_consequence.isEmpty())
        parts << m_consequence;
    m_note->setText(parts.join(QStringLiteral(" · ")));
    m_note->setLasting(m_quantity ? std::nullopt : std::optional(m_consequence));
    const QString story = m_quantity ? provenanceText(m_quantity->provenance) : QString();
    const QString whole = m_provenanceText.isEmpty() || !m_quantity || story.contains(m_provenanceText)
                              ? story
                              : QStringLiteral("%1 · %2").arg(m_provenanceText, story);
    m_dot->mark(m_quantity ? std::optional(m_quantity->provenance.origin) : std::nullopt, whole);
    m_note->setToolTip(whole);
    QString told =
        from.isEmpty() ? m_note->text() : (parts.isEmpty() ? from : from + QStringLiteral(" · ") + m_note->text());
    if (!told.contains(story))
        told += QStringLiteral(" · ") + story;
    m_slider->setAccessibleDescription(
        m_quantity ? amountText(m_quantity->value, m_spec.dimension) + QStringLiteral(" · ") + told : told);
    if (m_error->text().isEmpty())
        m_field->setAccessibleDescription(told);
}

QString exactAmountText(double value, Dimension dimension)
{
    constexpr double rounding = 1e-15;  // what is left of a quotient's last digits: 60 ms, not 59.99999999999999 ms
    for (int digits = 3; digits <= 17; ++digits) {
        const std::string text = formatAmount(value, dimension, digits).joined();
        if (const auto read = parseAmount(text, dimension);
            read && std::abs(*read - value) <= rounding * std::abs(value))
            return qt(text);
    }
    return qt(roundTrip(value));
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
    return qt(messageOf(problem));
}

QString provenanceText(const Provenance& provenance)
{
    // What was read from somewhere says from where ("from book, output 41.4.1") rather than that it was read.
    const bool from = provenance.origin == Origin::Imported && !provenance.source.empty();
    QStringList parts{from ? QuantityEdit::tr("from %1").arg(qt(provenance.source)) : originText(provenance.origin)};
    for (const std::string& part : {provenance.date, from ? std::string() : provenance.source, provenance.conditions})
        if (!part.empty())
            parts << qt(part);
    return parts.join(QStringLiteral(" · "));
}

QString shortProvenance(const Provenance& provenance, const std::string& entry)
{
    Provenance shown = provenance;
    shown.conditions = numberFormatOf(provenance);  // a peak means nothing without it
    if (provenance.origin == Origin::Measured)
        shown.source.clear();
    // "H100 SXM (its data sheet)" where H100 SXM is said already.
    if (const std::string before = entry + " (";
        !entry.empty() && shown.source.starts_with(before) && shown.source.ends_with(')'))
        shown.source = shown.source.substr(before.size(), shown.source.size() - before.size() - 1);
    return provenanceText(shown);
}

}  // namespace scalewright::ui
