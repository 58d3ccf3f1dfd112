// The ladder itself: an editable table, strong or weak, its quality and target.
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
    [[nodiscard]] QString problem() const { return m_problem->text(); }
    void addRow();
    void removeRows();
    void setScaling(std::optional<Scaling> scaling);
    void focusTable();

Q_SIGNALS:
    /// Ctrl+V in the table.
    void pasteWanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void restyle();
    void showColumns();
    void say(const QString& problem);
    void commitName();
    void commitQuality();
    void removeLadder();
    [[nodiscard]] std::set<int> selectedRows() const;
    void change(const QString& text, const std::function<void(Ladder&)>& apply);

    Document& m_document;
    LadderModel* m_model;
    QLineEdit* m_name;
    QComboBox* m_scaling;
    Text* m_scalingNote;
    QPushButton* m_all;
    QPushButton* m_removeRows;
    QTableView* m_table;
    Text* m_problem;
    QWidget* m_qualityRow;
    QLineEdit* m_qualityName;
    QLineEdit* m_target;
};

}  // namespace scalewright::ui
