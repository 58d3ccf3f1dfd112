// SPDX-License-Identifier: GPL-3.0-or-later
// Which files are accelerators, and their names according to the drivers. The information about a card is in the format
// of NVIDIA's driver (README of the Linux driver, "Driver information in /proc").
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

#include "core/evidence/runs/open_devices.h"
#include "tests/support/registry.h"

using namespace scalewright;
using namespace scalewright::detail;

class tst_open_devices : public QObject {
    Q_OBJECT

private slots:
    void recognizesAcceleratorFiles()
    {
        for (const char* acceleratorPath : {"/dev/nvidia0", "/dev/nvidia15", "/dev/kfd", "/dev/accel/accel0",
                                            "/dev/accel3", "/dev/neuron1", "/dev/davinci7"})
            QVERIFY2(isAccelerator(acceleratorPath), acceleratorPath);
        // Control files, display files, files shared by all cards, or a user's own file.
        for (const char* otherPath :
             {"/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia", "/dev/nvidia0 (deleted)", "/dev/dri/renderD128",
              "/dev/null", "/dev/kfd0", "/dev/accel/", "/home/dev/nvidia0", "", "/dev/nvidia-caps/nvidia-cap1"})
            QVERIFY2(!isAccelerator(otherPath), otherPath);
    }

    void namesCardsLikeTheirDrivers()
    {
        const QTemporaryDir driver;
        const auto card = [&](const char* bus, const char* model, int minor) {
            const QString folder = driver.filePath("gpus/" + QString(bus));
            QVERIFY(QDir().mkpath(folder));
            QFile file(folder + "/information");
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write("Model: \t\t " + QByteArray(model) + "\nIRQ:   \t\t 236\nBus Type: \t PCIe\nDevice Minor: \t " +
                       QByteArray::number(minor) + "\nGPU Excluded:\t No\n");
        };
        card("0000:07:00.0", "NVIDIA A100-SXM4-40GB", 0);
        card("0000:0f:00.0", "NVIDIA A100-SXM4-40GB", 1);
        card("0000:47:00.0", "Tesla T4", 10);
        const std::string folder = driver.path().toStdString();
        QCOMPARE(acceleratorName("/dev/nvidia1", folder), std::string("NVIDIA A100-SXM4-40GB"));
        QCOMPARE(acceleratorName("/dev/nvidia10", folder), std::string("Tesla T4"));
        QCOMPARE(acceleratorNames({"/dev/nvidia0", "/dev/nvidia1", "/dev/nvidia10"}, folder),
                 std::string("2 × NVIDIA A100-SXM4-40GB and Tesla T4"));
        // No driver names the model: a card that does not exist, or one from another vendor.
        for (const char* silent : {"/dev/nvidia2", "/dev/nvidia0"})
            QCOMPARE(acceleratorName(silent, folder + (silent[11] == '0' ? "/nothing" : "")),
                     std::string("an NVIDIA GPU"));
        QCOMPARE(acceleratorName("/dev/kfd", folder), std::string("an AMD GPU"));
        QCOMPARE(acceleratorNames({}, folder), std::string());
    }

    void ignoresItsOwnFiles()
    {
        OpenDeviceWatch devices;
        QVERIFY(devices.startInspectionIfDue(10) && !devices.startInspectionIfDue(10.2) &&
                devices.startInspectionIfDue(10.3));
        devices.inspectProcess(getpid());
        devices.inspectProcess(-1);
        QVERIFY(devices.devices().empty());
    }
};

SCALEWRIGHT_TEST(tst_open_devices)
#include "tst_open_devices.moc"
