// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/controls/file_dialog.h"

#include <QFileDialog>

#include <utility>

namespace scalewright::ui {

void openFileDialog(QFileDialog* dialog, const QObject* context, std::function<void(const QString& path)> run)
{
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    QObject::connect(dialog, &QFileDialog::fileSelected, context, std::move(run), Qt::QueuedConnection);
    dialog->open();
}

}  // namespace scalewright::ui
