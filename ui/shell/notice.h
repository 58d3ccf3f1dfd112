// A notice inside the window instead of a box over it: what went wrong and where, what was done, or a question.
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
    std::function<void()> run;   ///< empty: the notice just goes
    bool primary = false;        ///< black, and what Enter gives; without one, Enter gives the first
};

class Notice : public Card {
    Q_OBJECT

public:
    explicit Notice(QWidget* parent = nullptr);

    /// Replaces what was said before. The notice goes with its actions, or by Esc; the last action is what Esc does.
    void tell(const QString& title, const QStringList& lines, std::vector<NoticeAction> actions);
    /// The problems of an error, each with file, pointer and what would be right; ten at most, then a count.
    void showError(const QString& title, const Error& error);
    void dismiss();

    [[nodiscard]] QString title() const { return m_title; }
    [[nodiscard]] QStringList lines() const { return m_lines; }

Q_SIGNALS:
    /// What was said is answered, or not of interest any more.
    void gone();

protected:
    bool event(QEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void act(std::size_t index);

    QString m_title;
    QStringList m_lines;
    std::vector<NoticeAction> m_actions;
    QVBoxLayout* m_layout;
    QWidget* m_body = nullptr;
    QPointer<QWidget> m_focusBefore;
};

}  // namespace scalewright::ui
