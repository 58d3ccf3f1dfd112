// The what-if bar at the bottom of the window: what a decision is made with (p, an hour's worth, the deadline, the link,
// the price), what it gives, and what it gave before. The same on every page.
//
// A change here is an edit of the document, with its step of undo. From the first one on the bar remembers what stood
// before: Escape or "was …" goes back there, "Keep as a variant" leaves both.
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

    /// There is something to vary: a plan that was read off a curve.
    [[nodiscard]] bool hasAnswer() const;
    /// All fields and the answer fit into that width.
    [[nodiscard]] bool fits(int width) const;
    void refresh();
    /// What the strip would say: whether it works and meets the goals, or without one what share of the best it
    /// is, stands beside the answer; the sentence on hover.
    void say(const StripText& says);
    /// While a room guesses, the answer is nowhere, not even where nobody looks.
    void keepSecret(bool secret);

    /// Something was changed here that can be taken back.
    [[nodiscard]] bool isTrying() const { return m_before.has_value(); }
    void takeBack();
    void keepAsVariant();

    /// "p", "hour", "deadline", "link" or "price".
    [[nodiscard]] ValueField& field(const QString& name) const;
    [[nodiscard]] QString answer()
        const;  ///< "3.1×   260 s   $0.92", of a step where that is all that is known: "5.3×   0.189 s   $0.00151 a step"
    [[nodiscard]] QString state() const;  ///< beside the answer: the goals, the share of the best, what was mistyped
    [[nodiscard]] QString before() const;  ///< "was 5.3×"; empty where nothing was changed

Q_SIGNALS:
    /// To the field without which a goal is not judged.
    void goTo(const QString& pointer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void settleBest();
    struct Field {
        QString name;
        Text* label = nullptr;
        ValueField* edit = nullptr;
        std::function<void()> show;
        /// Empty text: the value goes. Error: what would be right.
        std::function<Result<Project>(const QString& text)> changed;
    };
    /// What a factor is of: its value at ×1, as long as nobody else changes it.
    struct Factor {
        const FieldInfo* field = nullptr;
        std::optional<double> whole, set;
        [[nodiscard]] double now(const Project& project) const;
    };
    /// What stood before the first change.
    struct Before {
        std::shared_ptr<const Project> project;
        QString speedup, timeAndCost;
    };

    ValueField* addField(const QString& name, const QString& label, const QString& description);
    void addAmount(const QString& name, const QString& label, const FieldInfo& field);
    void addFactor(const QString& name, const QString& label, Factor& factor);
    void commit(Field& field);
    void step(int by);
    void apply(const QString& text, Project after);
    [[nodiscard]] QString speedupText() const;
    [[nodiscard]] QString timeAndCostText() const;

    Document& m_document;
    std::vector<Field> m_fields;
    Factor m_link, m_price;
    std::optional<Before> m_before;
    bool m_applying = false, m_secret = false;
    StripText m_said;
    ProvenanceDot* m_dot;
    Text* m_speedup;
    Text* m_rest;
    Text* m_state;
    QPushButton* m_ask;
    Text* m_best;
    QPushButton* m_was;
    QPushButton* m_keep;
};

}  // namespace scalewright::ui
