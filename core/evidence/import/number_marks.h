// Which mark is the decimal one in a file that a program wrote in some locale: decided by all of its numbers, as one
// alone may be either ("117.344").
//
//     NumberMarks marks;
//     marks.add("27.595.520");
//     marks.read("117.344");   // 117344
#pragma once

#include <optional>
#include <string_view>

namespace scalewright {

class NumberMarks {
public:
    /// A number of the file. `whole`: it counts something, so that a mark in it parts thousands.
    void add(std::string_view number, bool whole = false);

    /// A number as it was printed; nullopt: none, or negative. Where the file does not tell its decimal mark, one mark
    /// with three digits behind it parts thousands where `whole` or a comma, else it is the decimal one.
    [[nodiscard]] std::optional<double> read(std::string_view number, bool whole = false) const;

    /// '.' or ','; nullopt where no number tells, or two contradict each other.
    [[nodiscard]] std::optional<char> decimal() const;

private:
    bool m_point = false, m_comma = false;
};

}  // namespace scalewright
