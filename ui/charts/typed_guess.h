// A guess of p as it is typed, digit by digit: 3, then 34. After a pause the next digit begins another number.
//
//     if (m_typed.take(event.key(), most))
//         m_view.guess = m_typed.value();
#pragma once

#include <QElapsedTimer>
#include <QtGlobal>

#include <optional>

namespace scalewright::ui {

class TypedGuess {
public:
    /// False where the key belongs to no number. A digit that would lead beyond `most` begins another number.
    bool take(int key, int most)
    {
        constexpr qint64 pauseMs = 2000;
        if (key == Qt::Key_Backspace) {
            m_value /= 10;
            m_since.start();
            return true;
        }
        if (key < Qt::Key_0 || key > Qt::Key_9)
            return false;
        const int digit = key - Qt::Key_0;
        const bool goesOn = m_since.isValid() && m_since.elapsed() < pauseMs && 10 * m_value + digit <= most;
        m_value = goesOn ? 10 * m_value + digit : digit;
        m_since.start();
        return true;
    }

    [[nodiscard]] std::optional<int> value() const { return m_value > 0 ? std::optional(m_value) : std::nullopt; }
    void clear() { *this = {}; }

private:
    int m_value = 0;
    QElapsedTimer m_since;
};

}  // namespace scalewright::ui
