// What would move the knee: what-ifs on the ladder itself, and remedies of the design that open as variants in Predict.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/remedies/remedies.h"
#include "ui/theme/widgets.h"

class QVBoxLayout;

namespace scalewright::ui {

/// "Halve communication", "Balance the load", "Parallelise the serial stage", "Halve input and output".
[[nodiscard]] QString whatIfTitle(Cause cause);

class RemediesCard : public Card {
    Q_OBJECT

public:
    explicit RemediesCard(QWidget* parent = nullptr);

    void refresh(const Project& project, const Analysis& analysis);

    /// The what-if in sight, and the ladder as it would stand then.
    [[nodiscard]] std::optional<Cause> whatIf() const { return m_whatIf; }
    [[nodiscard]] const std::optional<MeasuredLadder>& answered() const { return m_answered; }
    /// The sentence under the what-ifs: the knee before and after.
    [[nodiscard]] QString effect() const { return m_effect->text(); }
    void setWhatIf(std::optional<Cause> cause);
    [[nodiscard]] const std::vector<DesignRemedy>& remedies() const { return m_remedies; }

Q_SIGNALS:
    void whatIfChanged();
    void remedyChosen(const QString& id);

private:
    void rebuildWhatIfs(const std::vector<Cause>& causes);
    void rebuildRemedies();

    std::optional<Cause> m_whatIf;
    std::optional<MeasuredLadder> m_ladder, m_answered;
    std::vector<Cause> m_causes;
    std::vector<DesignRemedy> m_remedies;
    std::vector<std::pair<Cause, QPushButton*>> m_buttons;
    Text* m_question;
    QVBoxLayout* m_whatIfs;
    Text* m_effect;
    Text* m_designTitle;
    QVBoxLayout* m_offers;
};

}  // namespace scalewright::ui
