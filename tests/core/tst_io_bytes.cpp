// SPDX-License-Identifier: GPL-3.0-or-later
// Which bytes of read and write calls belong to files. A child process performs given actions between two inspections,
// so its open files and the bytes it moves are known at each inspection.
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <limits>

#include "core/evidence/runs/io_bytes.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;
using detail::MovedBytesWatch;

namespace {

constexpr std::size_t megabytes = 2'000'000;  // bytes per action: more than the inspection threshold

/// Transfers all bytes, or ends the child.
template <class Call>
void transferAll(Call call)
{
    for (std::size_t bytesLeft = megabytes; bytesLeft > 0;) {
        const ssize_t transferred = call(bytesLeft);
        if (transferred <= 0)
            _exit(2);
        bytesLeft -= static_cast<std::size_t>(transferred);
    }
}

/// A process whose only open files are a pipe for orders, a pipe for answers, and the files that an order opens.
class Child {
public:
    explicit Child(const QString& file)
    {
        std::array<int, 2> orders{}, answers{};
        if (pipe(orders.data()) != 0 || pipe(answers.data()) != 0)
            qFatal("no pipe");
        const QByteArray name = QFile::encodeName(file);
        m_process = fork();
        if (m_process == 0)
            obey(orders[0], answers[1], name.constData());
        close(orders[0]);
        close(answers[1]);
        m_orders = orders[1];
        m_answers = answers[0];
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child()
    {
        kill(m_process, SIGKILL);
        waitpid(m_process, nullptr, 0);
        close(m_orders);
        close(m_answers);
    }

    /// Performs actions given by letters; each one is finished when this returns.
    void performActions(const char* deeds)
    {
        for (; *deeds != '\0'; ++deeds) {
            char reply = 0;
            QCOMPARE(write(m_orders, deeds, 1), ssize_t(1));
            QCOMPARE(read(m_answers, &reply, 1), ssize_t(1));
            QCOMPARE(reply, *deeds);
        }
    }
    [[nodiscard]] pid_t process() const { return m_process; }

private:
    [[noreturn]] static void obey(int orders, int answers, const char* name)
    {
        for (int each = 0; each < 1024; ++each)
            if (each != orders && each != answers)
                close(each);
        static std::array<char, 65536> block;
        std::array<int, 2> ends{};
        int file = -1, zero = -1, null = -1;
        for (char order = 0; read(orders, &order, 1) == 1;) {
            switch (order) {
            case 'f': file = open(name, O_RDONLY); break;
            case 'w': file = open(name, O_WRONLY); break;
            case 'c': close(file); break;
            case 'r':
                transferAll(
                    [&](std::size_t bytesLeft) { return read(file, block.data(), std::min(bytesLeft, block.size())); });
                break;
            case 'a':  // at explicit offsets
                transferAll([&](std::size_t bytesLeft) {
                    return pread(file, block.data(), std::min(bytesLeft, block.size()), 0);
                });
                break;
            case 'o':
                transferAll([&](std::size_t bytesLeft) {
                    return write(file, block.data(), std::min(bytesLeft, block.size()));
                });
                break;
            case 'p':
                if (pipe(ends.data()) != 0)
                    _exit(2);
                break;
            case 'q':
                close(ends[0]);
                close(ends[1]);
                break;
            case 's':  // the same amount is also read
                transferAll([&](std::size_t bytesLeft) {
                    const ssize_t bytesWritten = write(ends[1], block.data(), std::min(bytesLeft, std::size_t{4096}));
                    return bytesWritten > 0 && read(ends[0], block.data(), 4096) == bytesWritten ? bytesWritten : -1;
                });
                break;
            case 'z':
                zero = open("/dev/zero", O_RDONLY);
                null = open("/dev/null", O_WRONLY);
                transferAll([&](std::size_t bytesLeft) {
                    const ssize_t bytesRead = read(zero, block.data(), std::min(bytesLeft, block.size()));
                    return write(null, block.data(), static_cast<std::size_t>(bytesRead)) == bytesRead ? bytesRead : -1;
                });
                break;
            default: _exit(3);
            }
            if (write(answers, &order, 1) != 1)
                _exit(4);
        }
        _exit(0);
    }

    pid_t m_process = 0;
    int m_orders = -1, m_answers = -1;
};

}  // namespace

class tst_io_bytes : public QObject {
    Q_OBJECT

private slots:
    void separatesFilesFromOtherBytes_data();
    void separatesFilesFromOtherBytes();
    void reportsPossibleFileBytes();
    void countsChildBytesOnce();
    void handlesAMissingProcess();
};

void tst_io_bytes::separatesFilesFromOtherBytes_data()
{
    QTest::addColumn<QByteArrayList>("deeds");  // a look after each
    QTest::addColumn<double>("files");  // in multiples of `megabytes`
    QTest::addColumn<double>("elsewhere");
    QTest::addColumn<double>("nowhere");
    QTest::newRow("a file is read") << QByteArrayList{"fr", "fr"} << 2.0 << 0.0 << 0.0;
    QTest::newRow("at explicit offsets") << QByteArrayList{"fa"} << 1.0 << 0.0 << 0.0;
    QTest::newRow("a file is written") << QByteArrayList{"wo"} << 1.0 << 0.0 << 0.0;
    QTest::newRow("a pipe, in and out") << QByteArrayList{"ps", "s"} << 0.0 << 4.0 << 0.0;
    QTest::newRow("no storage behind it") << QByteArrayList{"z"} << 0.0 << 1.0 << 1.0;
    // In: a file and a pipe that cannot be distinguished. Out: only the pipe.
    QTest::newRow("both, and no position distinguishes them") << QByteArrayList{"fpas"} << 0.0 << 1.0 << 0.0;
    // As far as the file position advanced since the previous inspection.
    QTest::newRow("both, and a position distinguishes them") << QByteArrayList{"fpas", "rs"} << 1.0 << 2.0 << 0.0;
    QTest::newRow("one after the other between looks") << QByteArrayList{"fr", "cps"} << 1.0 << 1.0 << 0.0;
    QTest::newRow("closed before anybody looked") << QByteArrayList{"frc"} << 0.0 << 0.0 << 0.0;
}

void tst_io_bytes::separatesFilesFromOtherBytes()
{
    QFETCH(QByteArrayList, deeds);
    QFETCH(double, files);
    QFETCH(double, elsewhere);
    QFETCH(double, nowhere);
    const QTemporaryDir folder;
    const QString file = folder.filePath("data");
    test::setContent(file, QByteArray(2 * megabytes, 'x'));
    Child child(file);
    MovedBytesWatch watch;
    for (const QByteArray& each : deeds) {
        child.performActions(each);
        watch.inspectProcess(child.process(), 0, true);
        watch.finishRound();
    }
    const MovedBytes& movedBytes = watch.bytes();
    constexpr double orders = 100;  // orders and answers, one byte each
    QVERIFY2(std::abs(movedBytes.fileBytes - files * megabytes) < orders,
             qPrintable(QString::number(movedBytes.fileBytes)));
    QVERIFY2(std::abs(movedBytes.streamBytes - elsewhere * megabytes) < orders,
             qPrintable(QString::number(movedBytes.streamBytes)));
    QVERIFY2(std::abs(movedBytes.discardedBytes - nowhere * megabytes) < orders,
             qPrintable(QString::number(movedBytes.discardedBytes)));
}

void tst_io_bytes::reportsPossibleFileBytes()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("data");
    test::setContent(file, QByteArray(2 * megabytes, 'x'));
    Child child(file);
    MovedBytesWatch watch;
    const auto after = [&](const char* deeds, bool isSleeping) {
        child.performActions(deeds);
        watch.inspectProcess(child.process(), 0, isSleeping);
        watch.finishRound();
        return watch.mayAccessFiles();
    };
    QVERIFY(after("p", true));  // too few bytes were moved for an inspection; they may belong to a file
    QVERIFY(!after("", true));  // now it moves no bytes
    QVERIFY(after("", false));  // this may be a read that has not finished
    QVERIFY(!after("s", false));
    QVERIFY(after("fr", false));
    QVERIFY(after("", false));  // until something else is known
    QVERIFY(after("cs", false));  // the file was open at the start
    QVERIFY(!after("s", false));
    watch.finishRound();
    QVERIFY(!watch.mayAccessFiles());  // the process no longer exists
}

// If a child is waited for, its bytes are added to its parent's bytes, and its minor faults to those of the parent's
// children.
void tst_io_bytes::countsChildBytesOnce()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("data");
    test::setContent(file, QByteArray(2 * megabytes, 'x'));
    Child child(file);
    MovedBytesWatch watch;
    child.performActions("fr");
    watch.inspectProcess(child.process(), 0, true);
    watch.finishRound();
    child.performActions("r");
    watch.inspectProcess(child.process(), 17, true);  // it is unknown which files these bytes belong to
    watch.finishRound();
    QVERIFY(std::abs(watch.bytes().fileBytes - megabytes) < 100);
}

void tst_io_bytes::handlesAMissingProcess()
{
    MovedBytesWatch watch;
    watch.inspectProcess(std::numeric_limits<pid_t>::max(), 0, true);
    watch.finishRound();
    QCOMPARE(watch.bytes().fileBytes + watch.bytes().streamBytes + watch.bytes().discardedBytes, 0.0);
    QVERIFY(watch.mayAccessFiles());  // an invisible process may access files
}

SCALEWRIGHT_TEST(tst_io_bytes)
#include "tst_io_bytes.moc"
