// A question for a file or a folder.
#pragma once

#include <QString>

#include <functional>

class QFileDialog;
class QObject;

namespace scalewright::ui {

/// Opens the dialog, which ends itself. What was chosen goes to `run` from the event loop and never from within the
/// dialog: what takes its time there may let somebody close the dialog meanwhile. Not after `context` is gone.
void askFile(QFileDialog* dialog, const QObject* context, std::function<void(const QString& path)> run);

}  // namespace scalewright::ui
