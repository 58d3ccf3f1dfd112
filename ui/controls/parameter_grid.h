// The quantities of one slot side by side, each bound to its member of the project and held to its range.
#pragma once

#include <QWidget>

#include <functional>
#include <vector>

#include "core/project/range.h"
#include "ui/document/document.h"
#include "ui/quantity/quantity_edit.h"

class QGridLayout;
class QPushButton;

namespace scalewright::ui {

class ParameterGrid : public QWidget {
    Q_OBJECT

public:
    struct Field {
        QString pointer;  ///< "/design/consistency/staleness_steps"; its edits merge under it
        QuantitySpec spec;
        Range range = Range::NotNegative;
        std::function<MaybeQuantity(const Project&)> value;
        std::function<void(Project&, const MaybeQuantity&)> apply;
        std::function<bool(const Project&)> needed{};  ///< absent: always. A field that holds a value is shown anyway
        QString unset{};     ///< "Use Daly’s": takes the value away, where its absence means something; empty: no such word
    };

    ParameterGrid(Document& document, std::vector<Field> fields, QWidget* parent = nullptr);

    void refresh();
    void layOut(int columns);

    [[nodiscard]] QuantityEdit* edit(const QString& pointer) const;
    [[nodiscard]] QPushButton* unsetButton(const QString& pointer) const;

private:
    struct Bound {
        Field field;
        QWidget* cell = nullptr;
        QuantityEdit* edit = nullptr;
        QPushButton* unset = nullptr;
    };
    [[nodiscard]] bool isNeeded(const Field& field) const;
    void take(const Bound& bound, double value, EditPhase phase, int& gesture);

    Document& m_document;
    std::vector<Bound> m_fields;
    QGridLayout* m_grid;
    int m_columns = 2;
};

}  // namespace scalewright::ui
