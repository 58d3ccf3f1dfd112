// SPDX-License-Identifier: GPL-3.0-or-later
// Finds a part of a page or view by its class or its name.
#pragma once

#include <QAbstractButton>
#include <QWidget>

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

/// The widget with that name for screen readers, which may go on after a colon, or the button with that text.
/// Precondition: there is exactly one.
template <class Part>
Part* named(const QObject& parent, const char* name)
{
    const QString wanted = QString::fromUtf8(name);
    auto parts = parent.findChildren<Part*>();
    parts.removeIf([&](const QWidget* each) {
        const auto* button = qobject_cast<const QAbstractButton*>(each);
        const QString own = button && each->accessibleName().isEmpty() ? button->text() : each->accessibleName();
        return own != wanted && !own.startsWith(wanted + QLatin1Char(':'));
    });
    if (parts.size() != 1)
        qFatal("%d widgets with the name %s", static_cast<int>(parts.size()), name);
    return parts.front();
}

}  // namespace scalewright::test
