// The prediction ledger: freeze what the design predicts today, choose which prediction the ladder is held against.
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
    ~LedgerCard() override { m_stepsField->disconnect(this); }  // a field that dies with its card commits nothing

    void refresh();

    /// Adds the shown variant's prediction to the ledger, dated; one step of undo.
    void freezeNow();
    /// nullopt: the design as it stands; else an index of Project::ledger.
    void choose(std::optional<std::size_t> frozen);
    [[nodiscard]] std::optional<std::size_t> chosen() const { return m_chosen; }
    [[nodiscard]] QString chosenName() const;
    /// The chosen prediction's model, or what it misses.
    [[nodiscard]] Result<ScalingModel> model() const;
    /// The chosen frozen prediction, else the last frozen one: what the curves show as a ghost.
    [[nodiscard]] const FrozenPrediction* ghost() const;

    /// Where the waterfall stands: a rung. 0 where there is no ladder.
    [[nodiscard]] int p() const;
    void chooseP(int p);
    /// Steps that one measured time covers: T_step = T / steps. Until a person says so, 1, or the plan's run where that
    /// is nearer to the prediction.
    [[nodiscard]] double stepsPerTime() const;
    void focusSteps();
    [[nodiscard]] QString problem() const { return m_problem->text(); }

    /// From the chosen prediction to the ladder at p, or why there is none in words.
    struct Fall {
        std::optional<Waterfall> waterfall;
        QString caption, why;
        QString doubt;  ///< that the two are of one thing
    };
    [[nodiscard]] const Fall& fall() const { return m_fall; }

Q_SIGNALS:
    void changed();

private:
    [[nodiscard]] Fall computeFall() const;
    [[nodiscard]] const Ladder* shownLadder() const;
    void rebuildRows();
    void remove(std::size_t index);
    void commitSteps();
    void say(const QString& problem);

    Document& m_document;
    std::optional<std::size_t> m_chosen;
    std::optional<int> m_p;  ///< chosen by hand; else the plan's, else the fastest
    Fall m_fall;
    QStringList m_rowsShown;
    std::vector<int> m_rungs;  ///< in the combo
    QPushButton* m_freeze;
    QVBoxLayout* m_rows;
    QComboBox* m_at;
    Text* m_stepsLabel;
    QLineEdit* m_stepsField;
    QPushButton* m_planSteps;
    Text* m_why;
    Text* m_problem;
};

}  // namespace scalewright::ui
