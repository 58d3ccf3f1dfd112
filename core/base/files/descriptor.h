// A file descriptor that is closed with its owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace scalewright {

class Descriptor {
public:
    explicit Descriptor(int value = -1) : m_value(value) {}
    Descriptor(Descriptor&& other) noexcept : m_value(std::exchange(other.m_value, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_value, other.m_value);
        return *this;
    }
    ~Descriptor() { close(); }
    /// False where closing reports that something was not written, as network file systems do.
    bool close() { return m_value < 0 || ::close(std::exchange(m_value, -1)) == 0; }
    [[nodiscard]] int get() const { return m_value; }
    [[nodiscard]] bool valid() const { return m_value >= 0; }

private:
    int m_value;
};

}  // namespace scalewright
