// SPDX-License-Identifier: GPL-3.0-or-later
// The smallest possible window with a curve: Qt Widgets and one QCustomPlot, 1280x720. Prints the milliseconds from
// $SCALEWRIGHT_STARTUP_PROBE to its first painted frame, as the window does (app/window/startup_probe.h).
#include <QApplication>
#include <QHBoxLayout>
#include <QTimer>
#include <QVector>
#include <QWidget>

#include <qcustomplot.h>

#include "app/window/startup_probe.h"

int main(int argc, char** argv)
{
    QApplication app(argc, argv);
    QWidget window;
    window.resize(1280, 720);
    auto* plot = new QCustomPlot;
    QVector<double> p, speedup;
    for (int i = 1; i <= 100; ++i) {
        p.append(i);
        speedup.append(1 / (1.0 / i + 0.0008 * (i - 1) + 0.08 * (i - 1) / i));
    }
    plot->addGraph()->setData(p, speedup);
    plot->rescaleAxes();
    auto* layout = new QHBoxLayout(&window);
    layout->addWidget(plot);
    installStartupProbe(window);
    window.show();
    return QApplication::exec();
}
