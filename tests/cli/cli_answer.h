// SPDX-License-Identifier: GPL-3.0-or-later
// Access to the "answer" in a command's JSON.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QString>

namespace scalewright::test {

/// Whether a detail of this kind ("figure") with this label ("knee") contains this text: a number, an amount, a name.
inline bool hasFact(const QJsonObject& json, const QString& kind, const QString& label, const QString& expectedText)
{
    const QJsonArray details = json["answer"].toObject()["details"].toArray();
    for (const QJsonValue& each : details)
        if (each["kind"].toString() == kind && each["label"].toString() == label &&
            each["says"].toString().contains(expectedText))
            return true;
    return false;
}

/// answerText(json, "because"), answerText(json, "next", "command"); empty if missing.
inline QString answerText(const QJsonObject& json, const QString& key, const QString& member = {})
{
    const QJsonValue value = json["answer"].toObject()[key];
    return member.isEmpty() ? value.toString() : value.toObject()[member].toString();
}

inline QString headlineOf(const QJsonObject& json)
{
    return answerText(json, "headline");
}

}  // namespace scalewright::test
