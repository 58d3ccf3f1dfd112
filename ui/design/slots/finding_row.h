// What a rule found, beside the slot it concerns: how bad, the sentence, its source, and the fix as a line one can
 // press.
#pragma once

#include <QWidget>

#include "core/decision/rules/checks.h"

namespace scalewright::ui {

class Text;
class WordsButton;

/// "Cannot work", "Works at a price", "Worth a sentence".
[[nodiscard]] QString severityText(Severity severity);

class FindingRow : public QWidget {
    Q_OBJECT

public:
    explicit FindingRow(QWidget* parent = nullptr);

    void setFinding(const Finding& finding);
    [[nodiscard]] const Finding& finding() const { return m_finding; }
    [[nodiscard]] WordsButton* button() const { return m_act; }

Q_SIGNALS:
    /// The fix was asked for or, where there is none, the field that would change it.
    void fixWanted();
    void fieldWanted(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Finding m_finding;
    Text* m_severity;
    Text* m_says;
    WordsButton* m_act;
};

}  // namespace scalewright::ui
