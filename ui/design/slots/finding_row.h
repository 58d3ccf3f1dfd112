// SPDX-License-Identifier: GPL-3.0-or-later
// A rule's finding, next to the slot it concerns: severity, sentence, source, and the fix as a button.
#pragma once

#include <QWidget>

#include "core/decision/rules/checks.h"

namespace scalewright::ui {

class Text;
class TextButton;

/// "Cannot work", "Costs more" or "Suggestion".
[[nodiscard]] QString severityText(Severity severity);

class FindingRow : public QWidget {
    Q_OBJECT

public:
    explicit FindingRow(QWidget* parent = nullptr);

    void setFinding(const Finding& finding);
    [[nodiscard]] const Finding& finding() const { return m_finding; }

Q_SIGNALS:
    /// The fix was requested or, if none exists, the field to change.
    void fixRequested();
    void fieldRequested(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Finding m_finding;
    Text* m_severityText;
    Text* m_sentenceText;
    TextButton* m_actionButton;
};

}  // namespace scalewright::ui
