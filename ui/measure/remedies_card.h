// SPDX-License-Identifier: GPL-3.0-or-later
// What to do about the lost speedup: what-ifs on the ladder itself with the speedup that each would give, the plan, and
// design remedies that open as variants in Predict.
#pragma once

#include <optional>
#include <vector>

#include "core/decision/remedies/remedies.h"
#include "ui/theme/widgets.h"

class QVBoxLayout;

namespace scalewright::ui {

class CollapsibleDetails;
class TextButton;

/// "Halve communication", "Halve waiting" …
[[nodiscard]] QString whatIfTitle(Cause cause);

class RemediesCard : public Card {
    Q_OBJECT

public:
    explicit RemediesCard(QWidget* parent = nullptr);

    void refresh(const Project& project, const Analysis& analysis);

    [[nodiscard]] const std::optional<MeasuredLadder>& whatIfLadder() const { return m_whatIfLadder; }
    /// The sentence below the what-ifs: the knee before and after.
    [[nodiscard]] QString effectText() const { return m_effectLabel->text(); }
    void setWhatIf(std::optional<Cause> cause);
    [[nodiscard]] const std::vector<DesignRemedy>& remedies() const { return m_remedies; }

Q_SIGNALS:
    void whatIfChanged();
    void remedyChosen(const QString& id);

private:
    void rebuildWhatIfs(const std::vector<Cause>& causes);
    void rebuildRemedies();

    std::optional<Cause> m_whatIfCause;
    std::optional<MeasuredLadder> m_ladder, m_whatIfLadder;
    std::vector<DesignRemedy> m_remedies;
    int m_explainedP = 1;
    std::vector<std::pair<Cause, TextButton*>> m_whatIfButtons;
    Text* m_titleLabel;
    CollapsibleDetails* m_details;  ///< what each remedy assumes
    QVBoxLayout* m_whatIfColumn;
    Text* m_effectLabel;
    QPushButton* m_designButton;  ///< a menu of the remedies for the design
};

}  // namespace scalewright::ui
