// SPDX-License-Identifier: GPL-3.0-or-later
// "Profile 1 node, plan 64": a step measured on fewer cards sets the efficiency of every layout. The fields are filled
// with the smallest run of the chosen layout, so that usually only its time is typed. The step is kept in the project.
#pragma once

#include <QWidget>

#include <optional>

#include "core/output/answers/layouts.h"

class QBoxLayout;
class QLineEdit;
class QPushButton;

namespace scalewright::ui {

class QuantityEdit;
class Text;

class LayoutRunEditor : public QWidget {
    Q_OBJECT

public:
    explicit LayoutRunEditor(QWidget* parent = nullptr);

    /// `chosen`: the layout to profile.
    void refresh(const LayoutsQuestion& question, const ParallelLayout& chosen);
    /// Shows or hides the fields.
    void setOpen(bool isOpen);
    void showProblem(const QString& text);
    void layOut(int width);

    [[nodiscard]] QPushButton* openButton() const { return m_openButton; }
    [[nodiscard]] QuantityEdit* stepTimeEdit() const { return m_stepTimeEdit; }
    [[nodiscard]] QuantityEdit* cardsEdit() const { return m_cardsEdit; }
    [[nodiscard]] QuantityEdit* batchEdit() const { return m_batchEdit; }
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void runEntered(const scalewright::MeasuredRun& run);

private:
    void keepRun();

    std::optional<LayoutsQuestion> m_question;
    std::optional<MeasuredRun> m_suggestedRun;
    QPushButton* m_openButton;
    Text* m_resultText;
    QWidget* m_fields;
    QBoxLayout* m_fieldsLayout;
    QuantityEdit* m_stepTimeEdit;
    QuantityEdit* m_cardsEdit;
    QuantityEdit* m_batchEdit;
    QLineEdit* m_layoutEdit;
    QPushButton* m_keepButton;
};

}  // namespace scalewright::ui
