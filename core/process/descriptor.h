// A file descriptor that is closed with its owner. Internal to core/process.
#pragma once

#include <unistd.h>

#include <utility>

namespace scalewright::detail {

class Descriptor {
public:
    explicit Descriptor(int value = -1) : m_value(value) {}
    Descriptor(Descriptor&& other) noexcept : m_value(std::exchange(other.m_value, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept
    {
        std::swap(m_value, other.m_value);
        return *this;
    }
    ~Descriptor() { reset(); }
    void reset()
    {
        if (m_value >= 0)
            close(m_value);
        m_value = -1;
    }
    [[nodiscard]] int get() const { return m_value; }

private:
    int m_value;
};

}  // namespace scalewright::detail
