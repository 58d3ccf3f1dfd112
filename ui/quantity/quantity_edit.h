// SPDX-License-Identifier: GPL-3.0-or-later
// An editor for one quantity: provenance dot, label, value with unit, log slider with a zero stop, and a line that
// describes the consequence of the value.
//
// The field accepts what parseEntry accepts ("10us", "25Gbit/s", "0,42 s", "7B params bf16"), shows how the entry was
// understood, both while typing and afterwards, and stores the typed text with the value (Quantity::asTyped). An
// invalid entry stays in the field, and the expected input is shown below it. Nothing is clamped: a value outside the
// slider's range widens the range; a value far outside leaves the range unchanged and gets a warning.
//
//     auto* alpha = new QuantityEdit({.label = tr("alpha, latency per hop"), .dimension = Dimension::Time,
//                                     .low = 1e-6, .high = 1e-2, .hasZeroStop = true});
//     alpha->setQuantity(project.target.alphaS);
//     connect(alpha, &QuantityEdit::valueEdited, this, [=](double seconds, EditPhase phase) { … });
#pragma once

#include <QWidget>

#include "core/base/quantity/units.h"
#include "core/project/document/field.h"
#include "ui/quantity/edit_phase.h"
#include "ui/quantity/log_scale.h"

class QHBoxLayout;
class QLabel;

namespace scalewright::ui {

class LogSlider;
class ProvenanceDot;
class QuantityNote;
class Text;
class ValueField;

struct QuantitySpec {
    QString label;  ///< "alpha, latency per hop"
    Dimension dimension = Dimension::Ratio;
    double low = 1e-6;  ///< ends of the slider in base units, > 0
    double high = 1;
    bool hasZeroStop = false;  ///< the slider's left end is zero
    Range range = Range::NotNegative;  ///< typed values outside this range are refused, with the expected range
    QString unsetHint;  ///< how to get the value; visible while the empty field has hover or focus
    QString relatedField{};  ///< label of the field that accepts the same quantity in another dimension
    Dimension relatedDimension = Dimension::Ratio;
};

class QuantityEdit : public QWidget {
    Q_OBJECT

public:
    explicit QuantityEdit(QuantitySpec spec, QWidget* parent = nullptr);
    ~QuantityEdit() override;

    /// Shows a value (or "not set" with the hint). Does not emit signals. An invalid entry that the user is still
    /// correcting is kept while the shown value does not change.
    void setQuantity(const MaybeQuantity& quantity);
    [[nodiscard]] const MaybeQuantity& quantity() const { return m_quantity; }

    /// The text for the line under the slider (the consequence) and for the dot at the label (the provenance), if the
    /// page provides its own wording.
    void setConsequence(const QString& text);
    void setProvenanceText(const QString& text);

    /// The error message under the field; empty if the entry is valid.
    [[nodiscard]] QString errorText() const;
    /// Shows an error found by the page's own rules (a validator's message); empty removes it.
    void setErrorText(const QString& text);

    /// The warning about an unusual value, which is accepted nevertheless; empty if none exists.
    [[nodiscard]] QString warningText() const;

    /// Whether emptying the field removes the value (and emits cleared()) instead of being refused.
    void setClearable(bool clearable) { m_clearable = clearable; }

    /// Takes no more room than needed: a quantity that is not set is one line, and the note appears with the focus or
    /// when it says something. The dot is beside the value.
    void setCompact();

    /// Makes the value read-only, with `reason` as tool tip. Empty: editable again.
    void setLocked(const QString& reason);

    /// Focuses the field and selects its text.
    void focusValueField();
    /// Focuses the slider: the arrow keys move it, and digits are ignored.
    void focusSlider();

Q_SIGNALS:
    /// `value` is in base units. A typed value is one End; a slider drag is Begin, Move…, End; a key press on the
    /// slider is one End. quantity() already returns the new value, including the typed text.
    void valueEdited(double value, scalewright::ui::EditPhase phase);
    void cleared();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void commitText();
    void showParsedValue(const QString& text);
    [[nodiscard]] bool isOutlier() const;
    void discardTyping();
    void refresh();
    void refreshNote();
    void updateNoteActivity();
    void updateCompactParts();

    QuantitySpec m_spec;
    MaybeQuantity m_quantity;
    QString m_consequence;
    QString m_provenanceText;
    Text* m_label;
    ValueField* m_field;
    bool m_clearable = false;
    Text* m_error;
    Text* m_warning;
    ProvenanceDot* m_provenanceDot;
    LogSlider* m_slider;
    QuantityNote* m_note;
    QWidget* m_noteHolder;
    QHBoxLayout* m_headerRow;
    bool m_isCompact = false;
};

/// The fewest digits that read back as the same value ("6 TFLOP"), so that the text being edited equals the value in
/// use.
[[nodiscard]] QString exactAmountText(double value, Dimension dimension);

/// "measured", "given" (imported), "catalogue", "typed", "assumed".
[[nodiscard]] QString originText(Origin origin);
/// "2.5 is not a share; expected a share above 0 and up to 1".
[[nodiscard]] QString problemText(const Problem& problem);
/// "measured · 2026-09-30 · two shared cores", "catalogue · 2026-09", "assumed": only the parts that are known.
[[nodiscard]] QString provenanceText(const Provenance& provenance);
/// "measured · 2026-11-21", "catalogue · 2020-01 · NVIDIA V100 datasheet": omits the conditions, which are long.
/// `entry`: a catalogue entry that is already shown and must not be repeated.
[[nodiscard]] QString shortProvenanceText(const Provenance& provenance, const std::string& entry = {});

}  // namespace scalewright::ui
