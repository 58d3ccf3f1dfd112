#include "ui/figure/size_choice.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>

namespace scalewright::ui {

SizeChoice::SizeChoice(QFileDialog& dialog, FigureSize size) : m_box(new QComboBox(&dialog))
{
    dialog.setOption(QFileDialog::DontUseNativeDialog);
    m_box->setAccessibleName(tr("Size of the figures"));
    m_box->setToolTip(tr("Type of 8 to 10 pt there; 20 to 25 pt on a poster"));
    for (const FigureSize each : allSizes)
        m_box->addItem(describedSize(each), static_cast<int>(each));
    m_box->setCurrentIndex(m_box->findData(static_cast<int>(size)));
    auto* label = new QLabel(tr("Size:"), &dialog);
    label->setBuddy(m_box);
    if (auto* grid = qobject_cast<QGridLayout*>(dialog.layout())) {
        const int row = grid->rowCount();
        grid->addWidget(label, row, 0);
        grid->addWidget(m_box, row, 1);
    }
}

FigureSize SizeChoice::chosen() const
{
    return static_cast<FigureSize>(m_box->currentData().toInt());
}

}  // namespace scalewright::ui
