// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a part of a page or view by its class.
#pragma once

#include <QObject>

namespace scalewright::test {

/// The part of that class. Precondition: there is exactly one.
template <class Part>
Part& child(const QObject& parent)
{
    const auto parts = parent.findChildren<Part*>();
    if (parts.size() != 1)
        qFatal("%d parts of class %s", static_cast<int>(parts.size()), Part::staticMetaObject.className());
    return *parts.front();
}

}  // namespace scalewright::test
