// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog that asks for a file or folder.
#pragma once

#include <QString>

#include <functional>

class QFileDialog;
class QObject;

namespace scalewright::ui {

/// Opens the dialog, which deletes itself. Calls `run` with the chosen path from the event loop, never from within the
/// dialog, because the user could close the dialog during a slow `run`. Not called after `context` is destroyed.
void openFileDialog(QFileDialog* dialog, const QObject* context, std::function<void(const QString& path)> run);

}  // namespace scalewright::ui
