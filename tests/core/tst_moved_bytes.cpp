// Which bytes of read and write calls were of files. A child does what it is told between two looks, so that what it
// has open and what it moves are known at each.
#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <limits>

#include "core/evidence/runs/moved_bytes.h"
#include "tests/support/files.h"
#include "tests/support/registry.h"

using namespace scalewright;
using detail::MovedBytesWatch;

namespace {

constexpr std::size_t megabytes = 2'000'000;  // of each deed: more than what a look asks from on

/// All of it, or the child ends.
template <class Call>
void all(Call call)
{
    for (std::size_t left = megabytes; left > 0;) {
        const ssize_t moved = call(left);
        if (moved <= 0)
            _exit(2);
        left -= static_cast<std::size_t>(moved);
    }
}

/// A process that has nothing open but a pipe for orders and one for answers, and what an order opens.
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

    /// Deeds by their letters, each of which is over when this returns.
    void does(const char* deeds)
    {
        for (; *deeds != '\0'; ++deeds) {
            char done = 0;
            QCOMPARE(write(m_orders, deeds, 1), ssize_t(1));
            QCOMPARE(read(m_answers, &done, 1), ssize_t(1));
            QCOMPARE(done, *deeds);
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
                all([&](std::size_t left) { return read(file, block.data(), std::min(left, block.size())); });
                break;
            case 'a':  // at places of its own choice
                all([&](std::size_t left) { return pread(file, block.data(), std::min(left, block.size()), 0); });
                break;
            case 'o':
                all([&](std::size_t left) { return write(file, block.data(), std::min(left, block.size())); });
                break;
            case 'p':
                if (pipe(ends.data()) != 0)
                    _exit(2);
                break;
            case 'q':
                close(ends[0]);
                close(ends[1]);
                break;
            case 's':  // as much again is read
                all([&](std::size_t left) {
                    const ssize_t put = write(ends[1], block.data(), std::min(left, std::size_t{4096}));
                    return put > 0 && read(ends[0], block.data(), 4096) == put ? put : -1;
                });
                break;
            case 'z':
                zero = open("/dev/zero", O_RDONLY);
                null = open("/dev/null", O_WRONLY);
                all([&](std::size_t left) {
                    const ssize_t got = read(zero, block.data(), std::min(left, block.size()));
                    return write(null, block.data(), static_cast<std::size_t>(got)) == got ? got : -1;
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

class tst_moved_bytes : public QObject {
    Q_OBJECT

private slots:
    void toldApart_data();
    void toldApart();
    void ofFilesPerhaps();
    void aChildsBytesOnce();
    void noSuchProcess();
};

void tst_moved_bytes::toldApart_data()
{
    QTest::addColumn<QByteArrayList>("deeds");  // a look after each
    QTest::addColumn<double>("files");  // in megabytes of `megabytes`
    QTest::addColumn<double>("elsewhere");
    QTest::addColumn<double>("nowhere");
    QTest::newRow("a file is read") << QByteArrayList{"fr", "fr"} << 2.0 << 0.0 << 0.0;
    QTest::newRow("at places of its own choice") << QByteArrayList{"fa"} << 1.0 << 0.0 << 0.0;
    QTest::newRow("a file is written") << QByteArrayList{"wo"} << 1.0 << 0.0 << 0.0;
    QTest::newRow("a pipe, in and out") << QByteArrayList{"ps", "s"} << 0.0 << 4.0 << 0.0;
    QTest::newRow("no storage behind it") << QByteArrayList{"z"} << 0.0 << 1.0 << 1.0;
    // In: a file and a pipe, not told apart. Out: the pipe alone.
    QTest::newRow("both, and no position tells") << QByteArrayList{"fpas"} << 0.0 << 1.0 << 0.0;
    // As far as the file's position went on from the look before.
    QTest::newRow("both, and a position tells") << QByteArrayList{"fpas", "rs"} << 1.0 << 2.0 << 0.0;
    QTest::newRow("one after the other between looks") << QByteArrayList{"fr", "cps"} << 1.0 << 1.0 << 0.0;
    QTest::newRow("closed before anybody looked") << QByteArrayList{"frc"} << 0.0 << 0.0 << 0.0;
}

void tst_moved_bytes::toldApart()
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
        child.does(each);
        watch.look(child.process(), 0, true);
        watch.lookIsOver();
    }
    const MovedBytes& moved = watch.bytes();
    constexpr double orders = 100;  // and answers, a byte each
    QVERIFY2(std::abs(moved.files - files * megabytes) < orders, qPrintable(QString::number(moved.files)));
    QVERIFY2(std::abs(moved.elsewhere - elsewhere * megabytes) < orders, qPrintable(QString::number(moved.elsewhere)));
    QVERIFY2(std::abs(moved.nowhere - nowhere * megabytes) < orders, qPrintable(QString::number(moved.nowhere)));
}

void tst_moved_bytes::ofFilesPerhaps()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("data");
    test::setContent(file, QByteArray(2 * megabytes, 'x'));
    Child child(file);
    MovedBytesWatch watch;
    const auto after = [&](const char* deeds, bool sleeps) {
        child.does(deeds);
        watch.look(child.process(), 0, sleeps);
        watch.lookIsOver();
        return watch.mayMoveFiles();
    };
    QVERIFY(after("p", true));  // too little was moved for it to be asked, and that may be of a file
    QVERIFY(!after("", true));  // now it moves nothing
    QVERIFY(after("", false));  // and this may be a read that is not over
    QVERIFY(!after("s", false));
    QVERIFY(after("fr", false));
    QVERIFY(after("", false));  // until something else is known
    QVERIFY(after("cs", false));  // it was open when this began
    QVERIFY(!after("s", false));
    watch.lookIsOver();
    QVERIFY(!watch.mayMoveFiles());  // nobody is there any more
}

// Where a child is waited for, its bytes are added to its parent's, and its minor faults to those of the parent's
// children.
void tst_moved_bytes::aChildsBytesOnce()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath("data");
    test::setContent(file, QByteArray(2 * megabytes, 'x'));
    Child child(file);
    MovedBytesWatch watch;
    child.does("fr");
    watch.look(child.process(), 0, true);
    watch.lookIsOver();
    child.does("r");
    watch.look(child.process(), 17, true);  // whose bytes these were is not known
    watch.lookIsOver();
    QVERIFY(std::abs(watch.bytes().files - megabytes) < 100);
}

void tst_moved_bytes::noSuchProcess()
{
    MovedBytesWatch watch;
    watch.look(std::numeric_limits<pid_t>::max(), 0, true);
    watch.lookIsOver();
    QCOMPARE(watch.bytes().files + watch.bytes().elsewhere + watch.bytes().nowhere, 0.0);
    QVERIFY(watch.mayMoveFiles());  // what cannot be seen may do so
}

SCALEWRIGHT_TEST(tst_moved_bytes)
#include "tst_moved_bytes.moc"
