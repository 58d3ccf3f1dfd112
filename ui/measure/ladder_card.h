// SPDX-License-Identifier: GPL-3.0-or-later
// The ladder itself: an editable table, strong or weak scaling, its quality and target.
#pragma once

#include <set>

#include "core/project/document/measurements.h"
#include "ui/document/document.h"
#include "ui/theme/widgets.h"

class QComboBox;
class QLineEdit;
class QTableView;

namespace scalewright::ui {

class LadderModel;

class LadderCard : public Card {
    Q_OBJECT

public:
    explicit LadderCard(Document& document, QWidget* parent = nullptr);
    ~LadderCard() override;

    void refresh();
    [[nodiscard]] QTableView* table() const { return m_table; }
    [[nodiscard]] LadderModel* model() const { return m_model; }
    [[nodiscard]] QString problemText() const { return m_problemLabel->text(); }
    void addRow();
    void removeRows();
    void setScaling(std::optional<Scaling> scaling);
    void focusTable();

Q_SIGNALS:
    /// Ctrl+V was pressed in the table.
    void pasteRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void restyle();
    void showColumns();
    void showProblem(const QString& problem);
    void commitName();
    void commitQuality();
    void removeLadder();
    [[nodiscard]] std::set<int> selectedRows() const;
    void editLadder(const QString& text, const std::function<void(Ladder&)>& apply);

    Document& m_document;
    LadderModel* m_model;
    QLineEdit* m_nameField;
    QComboBox* m_scalingCombo;
    Text* m_scalingNote;
    QPushButton* m_conditionsButton;  ///< shown while the runs are calibrated
    QPushButton* m_allColumnsButton;
    QPushButton* m_removeRowsButton;
    QTableView* m_table;
    Text* m_problemLabel;
    QWidget* m_qualityRow;
    QLineEdit* m_qualityNameField;
    QLineEdit* m_targetField;
};

}  // namespace scalewright::ui
