// SPDX-License-Identifier: GPL-3.0-or-later
// The what-if bar at the bottom of the window: the inputs of a decision (p, the value of an hour, the deadline, the
// link, the price), the result, and the previous result. It is the same on every page.
//
// A change here is an edit of the document, with its own undo step. The bar remembers the state before the first
// change: Escape or "was …" restores it, and "Keep as a variant" keeps both.
#pragma once

#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error/result.h"
#include "core/base/quantity/quantity.h"
#include "core/project/document/field.h"
#include "ui/document/document.h"
#include "ui/words/strip_text.h"

class QPushButton;

namespace scalewright {
struct Project;
}

namespace scalewright::ui {

class ProvenanceDot;
class Text;
class ValueField;

class WhatIfBar : public QWidget {
    Q_OBJECT

public:
    explicit WhatIfBar(Document& document, QWidget* parent = nullptr);
    ~WhatIfBar() override;

    /// Whether there is something to vary: a plan with a speedup read from a curve.
    [[nodiscard]] bool hasAnswer() const;
    /// Whether all fields and the answer fit into that width.
    [[nodiscard]] bool fits(int width) const;
    void refresh();
    /// Sets the text of the status strip. Next to the answer, the bar shows whether the design works and meets the
    /// goals, or without a goal the percentage of the speedup; the tooltip shows the full sentence.
    void setStripText(const StripText& newText);
    /// While the audience guesses, the answer must not appear anywhere, not even in hidden widgets.
    void setAnswerHidden(bool hidden);

    /// Whether a what-if is active and can be reverted.
    [[nodiscard]] bool hasChanges() const { return m_previous.has_value(); }
    void revert();
    void keepAsVariant();

    /// "p", "hour", "deadline", "link" or "price".
    [[nodiscard]] ValueField& field(const QString& name) const;
    [[nodiscard]] QString answerText()
        const;  ///< "3.1× 260 s $0.92"; per step if only that is known: "5.3× 0.189 s $0.00151 a step"
    /// The text next to the answer: the goals, the percentage of the speedup, or an input error.
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString previousText() const;  ///< "was 5.3×"; empty if nothing has changed

Q_SIGNALS:
    /// Requests that the field needed to check a goal is shown.
    void fieldRequested(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateBestVisibility();
    struct Field {
        QString name;
        Text* label = nullptr;
        ValueField* edit = nullptr;
        std::function<void()> updateText;
        /// An empty text removes the value. The error says what would be accepted.
        std::function<Result<Project>(const QString& text)> parseChange;
    };
    /// A field edited as a multiple of a base value, which counts as ×1 until the field is changed elsewhere.
    struct Factor {
        const FieldInfo* field = nullptr;
        std::optional<double> baseValue, lastSetValue;
        [[nodiscard]] double currentFactor(const Project& project) const;
    };
    /// The state before the first change.
    struct PreviousState {
        std::shared_ptr<const Project> project;
        QString speedup, timeAndCost;
    };

    ValueField* addField(const QString& name, const QString& label, const QString& description);
    void addAmount(const QString& name, const QString& label, const FieldInfo& field);
    void addFactor(const QString& name, const QString& label, Factor& factor);
    void commitField(Field& field);
    void stepP(int delta);
    void applyChange(const QString& text, Project after);
    [[nodiscard]] QString speedupText() const;
    [[nodiscard]] QString timeAndCostText() const;

    Document& m_document;
    std::vector<Field> m_fields;
    Factor m_linkFactor, m_priceFactor;
    std::optional<PreviousState> m_previous;
    bool m_isApplying = false, m_isAnswerHidden = false;
    StripText m_stripText;
    ProvenanceDot* m_provenanceDot;
    Text* m_speedupLabel;
    Text* m_timeAndCostLabel;
    Text* m_stateLabel;
    QString m_stateText;  ///< in full; the label shortens it if there is no room
    QPushButton* m_missingInputButton;
    Text* m_bestLabel;
    QPushButton* m_revertButton;
    QPushButton* m_keepButton;
};

}  // namespace scalewright::ui
