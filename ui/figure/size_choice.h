// SPDX-License-Identifier: GPL-3.0-or-later
// A "Size" row in a file dialog: the medium that figures are sized for.
#pragma once

#include <QCoreApplication>

#include "ui/figure/figure.h"

class QComboBox;
class QFileDialog;

namespace scalewright::ui {

class FigureSizeChoice {
    Q_DECLARE_TR_FUNCTIONS(SizeChoice)

public:
    /// Switches the dialog to Qt's own, since native dialogs cannot show an additional row.
    FigureSizeChoice(QFileDialog& dialog, FigureSize size);
    [[nodiscard]] FigureSize chosenSize() const;

private:
    QComboBox* m_box;
};

}  // namespace scalewright::ui
