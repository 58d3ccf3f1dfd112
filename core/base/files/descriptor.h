// SPDX-License-Identifier: GPL-3.0-or-later
// A file descriptor that is closed by its owner.
#pragma once

#include <unistd.h>

#include <utility>

namespace scalewright {

class FileDescriptor {
public:
    explicit FileDescriptor(int value = -1) : m_descriptor(value) {}
    FileDescriptor(FileDescriptor&& other) noexcept : m_descriptor(std::exchange(other.m_descriptor, -1)) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept
    {
        std::swap(m_descriptor, other.m_descriptor);
        return *this;
    }
    ~FileDescriptor() { close(); }
    /// False if closing reports that some data was not written, as network file systems do.
    bool close() { return m_descriptor < 0 || ::close(std::exchange(m_descriptor, -1)) == 0; }
    [[nodiscard]] int get() const { return m_descriptor; }
    [[nodiscard]] bool isValid() const { return m_descriptor >= 0; }

private:
    int m_descriptor;
};

}  // namespace scalewright
