// SPDX-License-Identifier: GPL-3.0-or-later
// The prediction ledger: freezes what the design predicts today, and chooses the prediction to compare the ladder with.
#pragma once

#include <QLineEdit>
#include <QStringList>

#include <optional>
#include <vector>

#include "core/decision/attribution/ledger.h"
#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QComboBox;
class QVBoxLayout;

namespace scalewright::ui {

class LedgerCard : public Card {
    Q_OBJECT

public:
    explicit LedgerCard(Document& document, QWidget* parent = nullptr);
    // A field that is destroyed together with its card must not commit.
    ~LedgerCard() override { m_stepsField->disconnect(this); }

    void refresh();

    /// Adds the shown variant's prediction to the ledger, with the date; one undo step.
    void freezeNow();
    /// nullopt: the current design; otherwise an index into Project::ledger.
    void choosePrediction(std::optional<std::size_t> index);
    [[nodiscard]] QString chosenName() const;
    /// The chosen prediction's model, or what is missing for it.
    [[nodiscard]] Result<ScalingModel> predictionModel() const;
    /// The chosen frozen prediction, otherwise the last one; the curves show it as a ghost.
    [[nodiscard]] const FrozenPrediction* ghostPrediction() const;

    /// The rung compared in the waterfall; 0 if there is no ladder.
    [[nodiscard]] int comparedP() const;
    void chooseP(int p);
    /// The number of steps in one measured time: T_step = T / steps. Until the user sets it, it is 1, or the number of
    /// steps in the plan's run if that is closer to the prediction.
    [[nodiscard]] double stepsPerTime() const;
    void focusStepsField();
    [[nodiscard]] QString problemText() const { return m_problemLabel->text(); }

    /// Compares the chosen prediction with the ladder at p, or gives the reason why that is impossible.
    struct Comparison {
        std::optional<Waterfall> waterfall;
        QString caption, reason;
        QString doubt;  ///< why the two may not be comparable
    };
    [[nodiscard]] const Comparison& comparison() const { return m_comparison; }
    /// "0.157 s predicted, 0.206 s measured at p = 8."; without a comparison, how the prediction is contradicted, if it
    /// is.
    [[nodiscard]] QString answerText() const;

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] Comparison computeComparison() const;
    [[nodiscard]] const Ladder* shownLadder() const;
    void rebuildRows();
    void removePrediction(std::size_t index);
    void commitSteps();
    void showProblem(const QString& problem);

    Document& m_document;
    std::optional<std::size_t> m_chosenIndex;
    std::optional<int> m_chosenP;  ///< chosen by the user; otherwise the plan's p or the fastest
    Comparison m_comparison;
    QStringList m_shownTitles;
    std::vector<int> m_selectablePs;  ///< the entries of the combo box
    QPushButton* m_freezeButton;
    QVBoxLayout* m_predictionRows;
    QComboBox* m_pCombo;
    Text* m_stepsLabel;
    QLineEdit* m_stepsField;
    QPushButton* m_planStepsButton;
    Text* m_reasonLabel;
    Text* m_problemLabel;
};

}  // namespace scalewright::ui
