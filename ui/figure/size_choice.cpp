// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/figure/size_choice.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>

namespace scalewright::ui {

FigureSizeChoice::FigureSizeChoice(QFileDialog& dialog, FigureSize size) : m_box(new QComboBox(&dialog))
{
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    m_box->setAccessibleName(tr("Figure size"));
    m_box->setToolTip(tr("Type is 8 to 10 pt at that size; 20 to 25 pt on a poster"));
    for (const FigureSize figureSize : allFigureSizes)
        m_box->addItem(figureSizeText(figureSize), static_cast<int>(figureSize));
    m_box->setCurrentIndex(m_box->findData(static_cast<int>(size)));
    auto* label = new QLabel(tr("Size:"), &dialog);
    label->setBuddy(m_box);
    if (auto* grid = qobject_cast<QGridLayout*>(dialog.layout())) {
        const int row = grid->rowCount();
        grid->addWidget(label, row, 0);
        grid->addWidget(m_box, row, 1);
    }
}

FigureSize FigureSizeChoice::chosenSize() const
{
    return static_cast<FigureSize>(m_box->currentData().toInt());
}

}  // namespace scalewright::ui
