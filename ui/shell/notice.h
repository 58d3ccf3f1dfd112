// SPDX-License-Identifier: GPL-3.0-or-later
// A notice inside the window instead of a message box: an error and its location, a result, or a question.
#pragma once

#include <QPointer>
#include <QString>
#include <QStringList>

#include <functional>
#include <vector>

#include "core/base/error/result.h"
#include "ui/theme/widgets.h"

class QVBoxLayout;

namespace scalewright::ui {

struct NoticeAction {
    QString text;
    std::function<void()> run;   ///< empty: only dismisses the notice
    /// Drawn black and triggered by Enter; without a primary action, Enter triggers the first one.
    bool isPrimary = false;
};

class Notice : public Card {
    Q_OBJECT

public:
    explicit Notice(QWidget* parent = nullptr);

    /// Replaces the previous notice. Any action dismisses it; Esc triggers the last action.
    void showMessage(const QString& title, const QStringList& lines, std::vector<NoticeAction> actions);
    /// Shows the problems in an error, each with file, pointer and what is expected; at most ten, followed by a count
    /// of the rest.
    void showError(const QString& title, const Error& error);
    void dismiss();

    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] QStringList lines() const { return m_lines; }

Q_SIGNALS:
    /// The notice was answered or dismissed.
    void dismissed();

protected:
    bool event(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void runAction(std::size_t index);

    QString m_title;
    QStringList m_lines;
    std::vector<NoticeAction> m_actions;
    QVBoxLayout* m_layout;
    QWidget* m_body = nullptr;
    QPointer<QWidget> m_previousFocus;
};

}  // namespace scalewright::ui
