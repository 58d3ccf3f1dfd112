// A row "Size" in a file dialog: what the figures are drawn for.
#pragma once

#include <QCoreApplication>

#include "ui/figure/figure.h"

class QComboBox;
class QFileDialog;

namespace scalewright::ui {

class SizeChoice {
    Q_DECLARE_TR_FUNCTIONS(SizeChoice)

public:
    /// The dialog becomes Qt's own, since a system's takes no further row.
    SizeChoice(QFileDialog& dialog, FigureSize size);
    [[nodiscard]] FigureSize chosen() const;

private:
    QComboBox* m_box;
};

}  // namespace scalewright::ui
