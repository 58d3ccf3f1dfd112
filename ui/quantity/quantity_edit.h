// One quantity by hand: a dot that says where it came from, label, value with unit, log slider with a zero stop, one
// consequence.
//
// The field takes what parseEntry takes ("10us", "25Gbit/s", "0,42 s", "7B params bf16"), says back how it was
// understood, while it is typed and after, and keeps the words beside the value (Quantity::asTyped). A bad entry keeps
// its text and says what would be right under the field; nothing is clamped: a value outside the slider's range widens
// the range, one far outside leaves it and is doubted.
//
//     auto* alpha = new QuantityEdit({.label = tr("alpha, latency per hop"), .dimension = Dimension::Time,
//                                     .low = 1e-6, .high = 1e-2, .zeroStop = true});
//     alpha->setQuantity(project.target.alphaS);
//     connect(alpha, &QuantityEdit::valueEdited, this, [=](double seconds, EditPhase phase) { … });
#pragma once

#include <QWidget>

#include "core/base/quantity/units.h"
#include "core/project/document/field.h"
#include "ui/quantity/edit_phase.h"
#include "ui/quantity/log_scale.h"

class QLabel;

namespace scalewright::ui {

class LogSlider;
class ProvenanceDot;
class QuantityNote;
class Text;
class ValueField;

struct QuantitySpec {
    QString label;                           ///< "alpha, latency per hop"
    Dimension dimension = Dimension::Ratio;
    double low = 1e-6;                       ///< ends of the slider, base units, > 0
    double high = 1;
    bool zeroStop = false;                   ///< the slider's left end is zero
    Range range = Range::NotNegative;        ///< what is typed outside it is refused, with what would be right
    QString unsetHint;                       ///< how to get the value; in sight while one is at the empty field
    QString neighbour{};  ///< the field that takes the same thing in another dimension, by its label
    Dimension neighbourDimension = Dimension::Ratio;
};

class QuantityEdit : public QWidget {
    Q_OBJECT

public:
    explicit QuantityEdit(QuantitySpec spec, QWidget* parent = nullptr);
    ~QuantityEdit() override;

    /// Shows a value (or "not set" with the hint). Never emits. A bad entry that the person is still correcting stays
    /// as long as the value shown is the same.
    void setQuantity(const MaybeQuantity& quantity);
    [[nodiscard]] const MaybeQuantity& quantity() const { return m_quantity; }

    /// The line under the slider says the consequence, the dot at the label where the value came from; the page may word
    /// that itself.
    void setConsequence(const QString& text);
    void setProvenanceText(const QString& text);

    /// The message under the field, empty when the entry is good.
    [[nodiscard]] QString errorText() const;
    /// Says what is wrong with the value by the page's own rules (a validator's message); empty takes it back.
    void setErrorText(const QString& text);

    /// What is odd about the value, which is kept; empty where nothing is.
    [[nodiscard]] QString doubtText() const;

    /// An emptied field takes the value away (cleared()); else it is refused.
    void setClearable(bool clearable) { m_clearable = clearable; }

    /// The value can be read, not changed; `why` is the tool tip. Empty: it can be changed.
    void setLocked(const QString& why);

    /// Puts the keyboard into the field with its text selected.
    void editValue();
    /// The slider has the keyboard: arrows move it, digits are not taken.
    void slide();

Q_SIGNALS:
    /// Base units. A typed value is one End; a slider drag is Begin, Move…, End; a key on the slider is one End.
    /// quantity() has it already, with what was typed.
    void valueEdited(double value, scalewright::ui::EditPhase phase);
    void cleared();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void commitText();
    void sayBack(const QString& text);
    [[nodiscard]] bool isFarOut() const;
    void takeBackTyping();
    void refresh();
    void refreshNote();
    void refreshAttention();

    QuantitySpec m_spec;
    MaybeQuantity m_quantity;
    QString m_consequence;
    QString m_provenanceText;
    Text* m_label;
    ValueField* m_field;
    bool m_clearable = false;
    Text* m_error;
    Text* m_doubt;
    ProvenanceDot* m_dot;
    LogSlider* m_slider;
    QuantityNote* m_note;
};

/// The fewest digits that read back as the same value ("6 TFLOP"): what one edits is what is computed with.
[[nodiscard]] QString exactAmountText(double value, Dimension dimension);

/// "measured", "given" (read from elsewhere), "catalogue", "typed", "assumed".
[[nodiscard]] QString originText(Origin origin);
/// "2.5 is not a share; expected a share above 0 and up to 1".
[[nodiscard]] QString problemText(const Problem& problem);
/// "measured · 2026-09-30 · two shared cores", "catalogue · 2026-09", "assumed": what is known, nothing else.
[[nodiscard]] QString provenanceText(const Provenance& provenance);
/// "measured · 2026-11-21", "catalogue · 2020-01 · NVIDIA V100 datasheet": without conditions, which fill a line or
/// two. `entry`: the catalogue entry that is named beside it and need not be named again.
[[nodiscard]] QString shortProvenance(const Provenance& provenance, const std::string& entry = {});

}  // namespace scalewright::ui
