// SPDX-License-Identifier: GPL-3.0-or-later
// A guess of p that is typed digit by digit: 3, then 34. After a pause, the next digit starts a new number.
//
//     if (m_typed.handleKey(event.key(), maximum))
//         m_view.guess = m_typed.value();
#pragma once

#include <QElapsedTimer>
#include <QtGlobal>

#include <optional>

namespace scalewright::ui {

class TypedGuess {
public:
    /// Returns false if the key is not part of a number. A digit that would exceed `maximum` starts a new number.
    bool handleKey(int key, int maximum)
    {
        constexpr qint64 pauseMs = 2000;
        if (key == Qt::Key_Backspace) {
            m_value /= 10;
            m_sinceLastKey.start();
            return true;
        }
        if (key < Qt::Key_0 || key > Qt::Key_9)
            return false;
        const int digit = key - Qt::Key_0;
        const bool continuesNumber =
            m_sinceLastKey.isValid() && m_sinceLastKey.elapsed() < pauseMs && 10 * m_value + digit <= maximum;
        m_value = continuesNumber ? 10 * m_value + digit : digit;
        m_sinceLastKey.start();
        return true;
    }

    [[nodiscard]] std::optional<int> value() const { return m_value > 0 ? std::optional(m_value) : std::nullopt; }
    void clear() { *this = {}; }

private:
    int m_value = 0;
    QElapsedTimer m_sinceLastKey;
};

}  // namespace scalewright::ui
