// The what-if bar at the bottom of the window: the inputs of a decision (p, the value of an hour, the deadline, the
// link, the price), the result, and the result before. It is the same on every page.
//
// A change here is an edit of the document, with its own undo step. The bar remembers the state before the first
// change: Escape or "was …" restores it, "Keep as a variant" keeps both.
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

    /// There is something to vary: a plan with a speedup read off a curve.
    [[nodiscard]] bool hasAnswer() const;
    /// All fields and the answer fit into that width.
    [[nodiscard]] bool fits(int width) const;
    void refresh();
    /// The text of the status strip: whether the design works and meets the goals, or without a goal the share of the
    /// best, is shown next to the answer; the full sentence as a tooltip.
    void setStripText(const StripText& newText);
    /// While the audience guesses, the answer must not appear anywhere, not even in hidden widgets.
    void setAnswerHidden(bool hidden);

    /// A what-if is active and can be reverted.
    [[nodiscard]] bool hasChanges() const { return m_previous.has_value(); }
    void revert();
    void keepAsVariant();

    /// "p", "hour", "deadline", "link" or "price".
    [[nodiscard]] ValueField& field(const QString& name) const;
    [[nodiscard]] QString answerText()
        const;  ///< "3.1× 260 s $0.92"; per step if only that is known: "5.3× 0.189 s $0.00151 a step"
    /// Next to the answer: the goals, the share of the best, or an input error.
    [[nodiscard]] QString stateText() const;
    [[nodiscard]] QString previousText() const;  ///< "was 5.3×"; empty without changes

Q_SIGNALS:
    /// Asks to show the field that a goal needs.
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
        /// An empty text removes the value. Error: what would be right.
        std::function<Result<Project>(const QString& text)> parseChange;
    };
    /// A field edited as a multiple of its value at ×1, until it is changed elsewhere.
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
    QPushButton* m_missingInputButton;
    Text* m_bestLabel;
    QPushButton* m_revertButton;
    QPushButton* m_keepButton;
};

}  // namespace scalewright::ui
