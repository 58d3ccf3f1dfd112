// SPDX-License-Identifier: GPL-3.0-or-later
// Whether and where a range holds a value; appending one range to another.
//
//     contains(options, id, &SlotOption::id);        // one has this id
//     findElement(options, id, &SlotOption::id);     // the first one, or nullptr
//     findElementIf(options, isPriced);
//     append(warnings, fit.warnings);
#pragma once

#include <algorithm>
#include <functional>
#include <iterator>
#include <string_view>

namespace scalewright {

template <class Range, class Value, class Projection = std::identity>
[[nodiscard]] constexpr bool contains(const Range& range, const Value& value, Projection projection = {})
{
    return std::ranges::find(range, value, projection) != std::ranges::end(range);
}

template <class Range, class Projection = std::identity>
[[nodiscard]] constexpr bool contains(const Range& range, const char* value, Projection projection = {})
{
    return contains(range, std::string_view(value), projection);
}

template <class Range, class Predicate>
[[nodiscard]] constexpr auto findElementIf(Range& range, Predicate predicate) -> decltype(&*std::ranges::begin(range))
{
    const auto found = std::ranges::find_if(range, predicate);
    return found == std::ranges::end(range) ? nullptr : &*found;
}

template <class Range, class Value, class Projection = std::identity>
[[nodiscard]] constexpr auto findElement(Range& range, const Value& value, Projection projection = {})
    -> decltype(&*std::ranges::begin(range))
{
    const auto found = std::ranges::find(range, value, projection);
    return found == std::ranges::end(range) ? nullptr : &*found;
}

/// Precondition: not the same container.
template <class Container, class Range>
constexpr void append(Container& to, const Range& from)
{
    to.insert(to.end(), std::ranges::begin(from), std::ranges::end(from));
}

}  // namespace scalewright
