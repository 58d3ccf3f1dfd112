// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: the tables and the InfiniBand measurement in tests/data/oracles, read here by plain text search; the
// vendors' datasheets for values missing from them.
#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

#include <cmath>

#include "core/base/quantity/number_format.h"
#include "core/project/catalogue/catalogue.h"
#include "core/project/catalogue/name_search.h"
#include "core/project/document/baseline.h"
#include "core/project/document/target.h"
#include "tests/support/near.h"
#include "tests/support/registry.h"

using namespace scalewright;
using scalewright::test::near;

namespace {

QString read(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        QTest::qFail(qPrintable(path), __FILE__, __LINE__);
    return QString::fromUtf8(file.readAll());
}

Catalogue shipped()
{
    Catalogue loaded;
    for (const char* name : {"resources/catalogue/hardware.json", "resources/catalogue/links.json"}) {
        const Result<Catalogue> part = parseCatalogue(read(test::sourceFile(name)).toStdString());
        if (!part)
            QTest::qFail(describe(part.error()).c_str(), __FILE__, __LINE__);
        else
            loaded = mergeCatalogues(std::move(loaded), *part);
    }
    return loaded;
}

double peak(const HardwareEntry& entry, const char* format)
{
    for (const auto& [name, figure] : entry.peakFlops)
        if (name == format)
            return figure.value;
    return 0;
}

/// The values of one accelerator: fp32, tf32, fp16, bf16, fp8 (TFLOP/s), memory (GB), bandwidth (TB/s), power (W).
QStringList accelerator(const QString& text, const QString& name)
{
    for (const QString& line : text.split('\n'))
        if (line.startsWith(name + ','))
            return line.split(',').mid(1);
    return {};
}

const char* userCatalogue = R"({"format": "scalewright-catalogue", "version": 1,
  "sources": {"quote": {"title": "our supplier's quote", "date": "2026-11-02"}},
  "hardware": [{"id": "h100-sxm", "name": "Our H100", "kind": "card", "memory_bytes": "80 GB", "price_usd_per_hour": {"value": 2.1, "source": "quote"}},
               {"id": "our-node", "name": "4 x L40S", "kind": "node", "workers_per_node": 4, "peak_flops": {"bf16": "362 TFLOP/s"}}],
  "links": [{"id": "lab", "name": "The lab's switch", "alpha_s": "12 us", "bandwidth_bytes_per_s": "2.9 GB/s"}]})";

struct Environment {
    Environment(const char* name, const QByteArray& value)
        : m_name(name), m_before(qgetenv(name)), m_was(qEnvironmentVariableIsSet(name))
    {
        qputenv(name, value);
    }
    ~Environment() { m_was ? (void)qputenv(m_name, m_before) : (void)qunsetenv(m_name); }
    const char* m_name;
    QByteArray m_before;
    bool m_was;
};

}  // namespace

class tst_catalogue : public QObject {
    Q_OBJECT

private slots:
    void everyFigureHasSourceAndDate();
    void offersTheExpectedHardware();
    void peaksAgainstTheTable();
    void memoryAndPowerAgainstTheTables();
    void pricesAgainstTheSnapshot();
    void avoidsKnownWrongFigures();
    void datasheets();
    void measuredInfiniBand();
    void lineRates();
    void linksOfHardwareExist();
    void mistakes_data();
    void mistakes();
    void userFileReplacesAndAddsEntries();
    void explainsABrokenUserFile();
    void findsThePathOfTheUserFile();
    void fillingATarget();
    void fillingTheBaselinesMachine();
    void findsHardwareByCommonNames();
    void findsMachinesByCommonNames();
    void suggestsNamesForTypedText();
};

void tst_catalogue::everyFigureHasSourceAndDate()
{
    const Catalogue shippedCatalogue = shipped();
    int figures = 0;
    const QRegularExpression date("^\\d{4}(-\\d\\d(-\\d\\d)?)?$");
    const auto check = [&](const Quantity& figure, const std::string& id) {
        ++figures;
        QVERIFY2(!figure.provenance.source.empty(), id.c_str());
        QVERIFY2(date.match(QString::fromStdString(figure.provenance.date)).hasMatch(), id.c_str());
        QVERIFY2(figure.provenance.origin == Origin::Catalogue ||
                     (figure.provenance.origin == Origin::Assumed && !figure.provenance.conditions.empty()),
                 id.c_str());
    };
    for (const HardwareEntry& entry : shippedCatalogue.hardware) {
        for (const MaybeQuantity* figure : {&entry.workersPerNode, &entry.memoryBytes, &entry.memoryBandwidthBytesPerS,
                                            &entry.powerW, &entry.priceUsdPerHour})
            if (*figure)
                check(**figure, entry.id);
        for (const auto& [name, figure] : entry.peakFlops)
            check(figure, entry.id);
        QVERIFY2(entry.memoryBytes && entry.memoryBandwidthBytesPerS && !entry.peakFlops.empty(), entry.id.c_str());
        QVERIFY(!entry.isUserEntry);
    }
    for (const LinkEntry& link : shippedCatalogue.links) {
        QVERIFY2(link.alphaS && link.bandwidthBytesPerS, link.id.c_str());
        check(*link.alphaS, link.id);
        check(*link.bandwidthBytesPerS, link.id);
    }
    QVERIFY(figures > 150);
}

void tst_catalogue::offersTheExpectedHardware()
{
    const Catalogue shippedCatalogue = shipped();
    for (const char* id : {"laptop-4-core", "t4", "l4", "a10g", "v100-sxm2-32", "a100-sxm-40", "a100-sxm-80",
                           "h100-sxm", "h200-sxm", "b200-sxm", "rtx-4090", "node-8x-h100", "cpu-2x-epyc-7763"})
        QVERIFY2(shippedCatalogue.findHardware(id) != nullptr, id);
    for (const char* id :
         {"wifi-6", "ethernet-1g", "ethernet-10g", "ethernet-25g", "ethernet-100g", "ethernet-200g", "ethernet-400g",
          "infiniband-hdr", "infiniband-ndr", "nvlink-3", "nvlink-4", "pcie-3", "pcie-4", "pcie-5"})
        QVERIFY2(shippedCatalogue.findLink(id) != nullptr, id);
    QVERIFY(shippedCatalogue.findHardware("nothing") == nullptr && shippedCatalogue.findLink("nothing") == nullptr);
}

void tst_catalogue::peaksAgainstTheTable()
{
    const QString path = scalewright::test::oracleFile("catalogue/accelerators.csv");
    const QString text = read(path);
    const Catalogue shippedCatalogue = shipped();
    const std::pair<const char*, const char*> rows[] = {
        {"h100-sxm", "NVIDIA H100 SXM"}, {"h100-pcie", "NVIDIA H100 PCIe"}, {"h200-sxm", "NVIDIA H200 SXM"},
        {"b200-sxm", "NVIDIA B200 SXM"}, {"l40s", "NVIDIA L40S"},           {"a100-sxm-80", "NVIDIA A100 SXM"},
        {"mi300x", "AMD MI300X"}};
    const char* columns[] = {"fp32", "tf32", "fp16", "bf16", "fp8"};
    for (const auto& [id, name] : rows) {
        const QStringList cells = accelerator(text, name);
        QVERIFY2(cells.size() == 8, name);
        for (int i = 0; i < 5; ++i) {
            bool number = false;
            const double teraflops = cells[i].toDouble(&number);
            if (number)
                QVERIFY2(near(peak(*shippedCatalogue.findHardware(id), columns[i]), teraflops * 1e12),
                         (std::string(name) + " " + columns[i]).c_str());
            else
                QCOMPARE(peak(*shippedCatalogue.findHardware(id), columns[i]), 0.0);
        }
    }
}

void tst_catalogue::memoryAndPowerAgainstTheTables()
{
    const QString path = scalewright::test::oracleFile("catalogue/accelerators.csv");
    const QString text = read(path);
    const Catalogue shippedCatalogue = shipped();
    const std::pair<const char*, const char*> rows[] = {
        {"h100-sxm", "NVIDIA H100 SXM"}, {"h200-sxm", "NVIDIA H200 SXM"},    {"b200-sxm", "NVIDIA B200 SXM"},
        {"l40s", "NVIDIA L40S"},         {"a100-sxm-80", "NVIDIA A100 SXM"}, {"mi300x", "AMD MI300X"}};
    for (const auto& [id, name] : rows) {
        const HardwareEntry& entry = *shippedCatalogue.findHardware(id);
        const QStringList figures = accelerator(text, name);
        QCOMPARE(figures.size(), 8);
        // A card of 80 GB reports between 80e9 bytes and 80 GiB.
        QVERIFY(entry.memoryBytes->value >= figures[5].toDouble() * 1e9 &&
                entry.memoryBytes->value <= figures[5].toDouble() * 1073741824.0);
        QVERIFY(near(entry.memoryBandwidthBytesPerS->value, figures[6].toDouble() * 1e12,
                     0.02));  // the table rounds to 10 GB/s
        QVERIFY(near(entry.powerW->value, figures[7].toDouble()));
    }
}

void tst_catalogue::pricesAgainstTheSnapshot()
{
    const QString path = scalewright::test::oracleFile("catalogue/skypilot_gpu_prices_extract.csv");
    const Catalogue shippedCatalogue = shipped();
    const std::pair<const char*, const char*> rows[] = {
        {"h100-sxm", "gpu-h100-sxm_1gpu"},     {"h200-sxm", "gpu-h200-sxm_1gpu"},
        {"node-8x-h100", "gpu-h100-sxm_8gpu"}, {"node-8x-h200", "gpu-h200-sxm_8gpu"},
        {"node-8x-b200", "gpu-b200-sxm_8gpu"}, {"node-8x-v100", "gpu_8x_v100"},
        {"node-8x-a100-40", "gpu_8x_a100"}};
    const QStringList lines = read(path).split('\n');
    for (const auto& [id, type] : rows) {
        bool isListed = false;
        for (const QString& line : lines) {
            const QStringList cells = line.split(',');
            if (cells.size() < 8 || !cells[1].startsWith(type))
                continue;
            isListed = true;
            const HardwareEntry& entry = *shippedCatalogue.findHardware(id);
            QCOMPARE(entry.priceUsdPerHour->value, cells[6].toDouble());
            QCOMPARE(entry.workersPerNode ? entry.workersPerNode->value : 1.0, cells[3].toDouble());
            // In some rows the column for memory per card contains the host's memory (204800 MiB for an H100), which is
            // not used.
            QVERIFY(entry.memoryBytes->value < 200e9);
        }
        QVERIFY2(isListed, type);
    }
}

void tst_catalogue::avoidsKnownWrongFigures()
{
    const Catalogue shippedCatalogue = shipped();
    // A widely copied list gives the H100 989 TFLOP/s "FP32"; that is dense bf16.
    QCOMPARE(peak(*shippedCatalogue.findHardware("h100-sxm"), "fp32"), 67e12);
    QCOMPARE(peak(*shippedCatalogue.findHardware("h100-sxm"), "bf16"), 989e12);
    // NVLink is quoted as the sum of both directions: 900 GB/s for the H100.
    QCOMPARE(shippedCatalogue.findLink("nvlink-4")->bandwidthBytesPerS->value, 450e9);
}

void tst_catalogue::datasheets()
{
    const Catalogue shippedCatalogue = shipped();
    QCOMPARE(peak(*shippedCatalogue.findHardware("t4"), "fp16"), 65e12);
    QCOMPARE(shippedCatalogue.findHardware("t4")->powerW->value, 70.0);
    QCOMPARE(peak(*shippedCatalogue.findHardware("v100-sxm2-16"), "fp32"), 15.7e12);
    QCOMPARE(shippedCatalogue.findHardware("a100-sxm-40")->memoryBandwidthBytesPerS->value, 1555e9);
    QCOMPARE(peak(*shippedCatalogue.findHardware("rtx-4090"), "fp32"), 82.6e12);
    // As nvidia-smi reports them; 85 520 809 984 bytes on an H100 (modal-client, pull request 2797).
    QCOMPARE(shippedCatalogue.findHardware("h100-sxm")->memoryBytes->value, 85520809984.0);
    QCOMPARE(shippedCatalogue.findHardware("a100-sxm-40")->memoryBytes->value, 40960.0 * 1048576);
    QCOMPARE(shippedCatalogue.findHardware("rtx-4090")->memoryBytes->value, 24564.0 * 1048576);
}

void tst_catalogue::measuredInfiniBand()
{
    const QString path =
        scalewright::test::oracleFile("collectives/imb/csd3_cclake-ib-gcc9-ompi3-ucx_IMB_PingPong.out");
    double zero = 0, largest = 0;
    for (const QString& line : read(path).split('\n')) {
        const QStringList cells = line.split(QRegularExpression("\\s+"), Qt::SkipEmptyParts);
        if (cells.size() != 4 || cells[0].startsWith('#'))
            continue;
        if (cells[0] == "0")
            zero = cells[2].toDouble() * 1e-6;
        largest = cells[3].toDouble() * 1e6;
    }
    const LinkEntry link = *shipped().findLink("infiniband-hdr100");
    QVERIFY(near(link.alphaS->value, zero, 0.1));
    QVERIFY(near(link.bandwidthBytesPerS->value, largest, 0.005));
    QCOMPARE(link.alphaS->provenance.origin, Origin::Catalogue);
}

void tst_catalogue::lineRates()
{
    const Catalogue shippedCatalogue = shipped();
    for (const auto& [id, gigabits] : {std::pair{"ethernet-1g", 1.0},
                                       {"ethernet-10g", 10.0},
                                       {"ethernet-25g", 25.0},
                                       {"ethernet-100g", 100.0},
                                       {"ethernet-200g", 200.0},
                                       {"ethernet-400g", 400.0},
                                       {"infiniband-hdr", 200.0},
                                       {"infiniband-ndr", 400.0}})
        QVERIFY2(near(shippedCatalogue.findLink(id)->bandwidthBytesPerS->value, gigabits * 1e9 / 8), id);
    // 16 lanes with 128b/130b encoding: 8, 16 and 32 GT/s.
    for (const auto& [id, transfers] : {std::pair{"pcie-3", 8e9}, {"pcie-4", 16e9}, {"pcie-5", 32e9}})
        QVERIFY2(near(shippedCatalogue.findLink(id)->bandwidthBytesPerS->value, 16 * transfers * 128 / 130 / 8, 1e-4),
                 id);
}

void tst_catalogue::linksOfHardwareExist()
{
    const Catalogue shippedCatalogue = shipped();
    for (const HardwareEntry& entry : shippedCatalogue.hardware)
        if (!entry.link.empty())
            QVERIFY2(shippedCatalogue.findLink(entry.link) != nullptr, entry.id.c_str());
}

void tst_catalogue::mistakes_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<bool>("ownFile");
    const auto row = [](const char* name, const char* from, const char* to, const char* expectedText,
                        bool isUserFile = true) {
        QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QByteArray(expectedText) << isUserFile;
    };
    row("cut", "\"links\"", "\"", "line");
    row("another file", "scalewright-catalogue", "scalewright-project", "/format");
    row("newer", "\"version\": 1", "\"version\": 2", "/version");
    row("no version", "\"version\": 1,", "", "/version");
    row("kind", "\"kind\": \"card\"", "\"kind\": \"gpu\"", "/hardware/0/kind");
    row("no id", "\"id\": \"lab\", ", "", "/links/0/id");
    row("same id", "\"our-node\"", "\"h100-sxm\"", "/hardware/1/id");
    row("number format", "\"bf16\"", "\"half\"", "/hardware/1/peak_flops/half");
    row("negative", "\"80 GB\"", "-1", "/hardware/0/memory_bytes");
    row("unit", "\"2.9 GB/s\"", "\"2.9 GB\"", "/links/0/bandwidth_bytes_per_s");
    row("member", "\"alpha_s\"", "\"alpha\"", "/links/0/alpha");
    row("half a worker", "\"workers_per_node\": 4", "\"workers_per_node\": 4.5", "/hardware/1/workers_per_node");
    row("source without date", ", \"date\": \"2026-11-02\"", "", "/sources/quote/date");
    row("shipped without source", "\"80 GB\"", "\"80 GB\"", "/hardware/0/memory_bytes: the figure has no source",
        false);
}

void tst_catalogue::mistakes()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, says);
    QFETCH(bool, ownFile);
    QByteArray text(userCatalogue);
    QVERIFY(text.contains(from));
    text.replace(text.indexOf(from), from.size(), to);
    const Result<Catalogue> catalogue = parseCatalogue(text.toStdString(), ownFile);
    QVERIFY(!catalogue);
    QCOMPARE(catalogue.error().code, ErrorCode::Input);
    QVERIFY2(describe(catalogue.error(), 100).find(says.toStdString()) != std::string::npos,
             describe(catalogue.error(), 100).c_str());
}

void tst_catalogue::userFileReplacesAndAddsEntries()
{
    const QTemporaryDir config;
    const Environment environment("XDG_CONFIG_HOME", config.path().toUtf8());
    const Environment resources("SCALEWRIGHT_RESOURCES", test::sourceFile("resources").toUtf8());
    const Result<Catalogue> before = readCatalogue();
    QVERIFY2(before.has_value(), before ? "" : describe(before.error()).c_str());
    QVERIFY(QDir(config.path()).mkdir("scalewright"));
    QFile file(config.path() + "/scalewright/catalogue.json");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(userCatalogue) > 0);
    file.close();

    const Result<Catalogue> after = readCatalogue();
    QVERIFY(after.has_value() && !after->userCatalogueError);
    QCOMPARE(after->hardware.size(), before->hardware.size() + 1);
    QCOMPARE(after->links.size(), before->links.size() + 1);
    const HardwareEntry& replaced = *after->findHardware("h100-sxm");
    QCOMPARE(replaced.name, std::string("Our H100"));
    QVERIFY(replaced.isUserEntry && replaced.peakFlops.empty());
    QCOMPARE(replaced.priceUsdPerHour->provenance.source, std::string("our supplier's quote"));
    QCOMPARE(replaced.priceUsdPerHour->provenance.date, std::string("2026-11-02"));
    QCOMPARE(replaced.memoryBytes->provenance.source, std::string("your catalogue"));
    QCOMPARE(after->findLink("lab")->alphaS->value, 12e-6);
}

void tst_catalogue::explainsABrokenUserFile()
{
    const QTemporaryDir config;
    const Environment environment("XDG_CONFIG_HOME", config.path().toUtf8());
    const Environment resources("SCALEWRIGHT_RESOURCES", test::sourceFile("resources").toUtf8());
    QVERIFY(QDir(config.path()).mkdir("scalewright"));
    QFile file(config.path() + "/scalewright/catalogue.json");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"format\": ") > 0);
    file.close();
    const Result<Catalogue> required = readCatalogue();
    QVERIFY(!required && required.error().code == ErrorCode::Input);
    QVERIFY(describe(required.error()).find("catalogue.json") != std::string::npos);
    QVERIFY(readCatalogue(OwnCatalogue::Skipped).has_value());
    const Result<Catalogue> catalogue = readCatalogue(OwnCatalogue::Optional);
    QVERIFY(catalogue.has_value());
    QVERIFY(catalogue->findHardware("h100-sxm") != nullptr);
    QVERIFY(catalogue->userCatalogueError.has_value());
    QVERIFY(describe(*catalogue->userCatalogueError).find("catalogue.json") != std::string::npos);
    // A folder or a pipe in its place is an error, too, and does not wait for a writer.
    QVERIFY(file.remove() && QDir(config.path()).mkdir("scalewright/catalogue.json"));
    QVERIFY(!readCatalogue());
    QVERIFY(QDir(config.path()).rmdir("scalewright/catalogue.json"));
    QCOMPARE(::mkfifo(file.fileName().toLocal8Bit().constData(), 0600), 0);
    QVERIFY(!readCatalogue());
}

void tst_catalogue::findsThePathOfTheUserFile()
{
    const Environment home("HOME", "/home/someone");
    {
        const Environment config("XDG_CONFIG_HOME", "/etc/xdg");
        QCOMPARE(userCataloguePath()->string(), std::string("/etc/xdg/scalewright/catalogue.json"));
    }
    const Environment config("XDG_CONFIG_HOME", "");
    QCOMPARE(userCataloguePath()->string(), std::string("/home/someone/.config/scalewright/catalogue.json"));
    const Environment relative("HOME", "here");
    QVERIFY(!userCataloguePath());
}

void tst_catalogue::fillingATarget()
{
    const Catalogue shippedCatalogue = shipped();
    Target target;
    target.alphaS = typed(1);
    target.priceUsdPerHour = typed(99);
    QVERIFY(fillTarget(target, *shippedCatalogue.findHardware("a100-sxm-80"), "bf16").has_value());
    QCOMPARE(target.node, std::string("NVIDIA A100 SXM 80 GB"));
    QCOMPARE(target.memoryBytes->value, 81920.0 * 1048576);
    QCOMPARE(target.peakFlops->value, 312e12);
    QCOMPARE(target.peakFlops->provenance.origin, Origin::Catalogue);
    QCOMPARE(target.peakFlops->provenance.date, std::string("2021-06"));
    QVERIFY(target.peakFlops->provenance.source.find("A100") != std::string::npos);
    QVERIFY(target.peakFlops->provenance.conditions.starts_with("bf16"));
    QVERIFY(!target.priceUsdPerHour);  // the old price belonged to another machine
    QCOMPARE(target.alphaS->value, 1.0);  // the link stays
    // Typed workers per node are kept, and the price of a node of eight is divided among two; a typed price is kept only
    // if the catalogue has none.
    Target before;
    before.priceUsdPerHour = typed(1.1);
    before.workersPerNode = typed(2);
    Target card = target;
    const HardwareEntry &a100 = *shippedCatalogue.findHardware("a100-sxm-80"),
                        &eightH100 = *shippedCatalogue.findHardware("node-8x-h100");
    restoreTypedValues(card, before, a100);
    QCOMPARE(card.priceUsdPerHour->value, 1.1);
    QCOMPARE(card.workersPerNode->value, 2.0);
    Target node;
    QVERIFY(fillTarget(node, eightH100, "fp8").has_value());
    restoreTypedValues(node, before, eightH100);
    QCOMPARE(node.priceUsdPerHour->value, 23.6 / 4);
    QVERIFY(node.priceUsdPerHour->provenance.conditions.find("for 8, 2 here") != std::string::npos);
    QCOMPARE(node.workersPerNode->value, 2.0);
    // The price of one H100, 2.95, becomes that of two.
    const HardwareEntry& h100 = *shippedCatalogue.findHardware("h100-sxm");
    QCOMPARE(priceForWorkers(h100, 2)->value, 5.9);
    QCOMPARE(priceForWorkers(h100, 1)->value, 2.95);
    QVERIFY(!priceForWorkers(a100, 2));
    before.workersPerNode.reset();
    QVERIFY(fillTarget(node, eightH100, "fp8").has_value());
    restoreTypedValues(node, before, eightH100);
    QCOMPARE(node.priceUsdPerHour->value, 23.6);
    QCOMPARE(node.workersPerNode->value, 8.0);
    before.priceUsdPerHour->provenance.origin = Origin::Catalogue;
    Target otherTarget = target;
    restoreTypedValues(otherTarget, before, a100);
    QVERIFY(!otherTarget.priceUsdPerHour);

    QVERIFY(fillTarget(target, *shippedCatalogue.findHardware("node-8x-h100"), "fp8").has_value());
    QCOMPARE(target.workersPerNode->value, 8.0);
    QCOMPARE(target.priceUsdPerHour->value, 23.6);
    fillTarget(target, *shippedCatalogue.findLink("nvlink-4"));
    fillLinkBetweenNodes(target, *shippedCatalogue.findLink("infiniband-ndr"));
    QCOMPARE(target.bandwidthBytesPerS->value, 450e9);
    QCOMPARE(target.bandwidth2BytesPerS->value, 50e9);
    QCOMPARE(target.alphaS->provenance.origin, Origin::Assumed);

    const Target previousTarget = target;
    const Result<void> refused = fillTarget(target, *shippedCatalogue.findHardware("t4"), "bf16");
    QVERIFY(!refused);
    QVERIFY(describe(refused.error()).find("one of fp32, fp16") != std::string::npos);
    QVERIFY(target == previousTarget);
    QVERIFY(fillTarget(target, *shippedCatalogue.findHardware("t4"), "").has_value());
    QVERIFY(!target.peakFlops);
}

// NVIDIA's V100 data sheet: 125 TFLOP/s with tensor cores, 900 GB/s; 16160 MiB according to nvidia-smi.
void tst_catalogue::fillingTheBaselinesMachine()
{
    Machine machine;
    machine.storageBytes = typed(1e12);
    machine.peakFlops = typed(1);
    machine.description = "1 socket, 2 physical cores";
    fillMachine(machine, *shipped().findHardware("v100-sxm2-16"));
    QCOMPARE(machine.memoryBytes->value, 16160.0 * 1048576);
    QCOMPARE(machine.peakFlops->value, 125e12);
    QVERIFY(numberFormatOf(machine.peakFlops->provenance) == "fp16");
    for (const HardwareEntry& entry : shipped().hardware) {  // no peak is filled in without its number format
        fillMachine(machine, entry);
        QVERIFY2(machine.peakFlops && numberFormatOf(machine.peakFlops->provenance) == defaultNumberFormat(entry),
                 entry.id.c_str());
    }
    fillMachine(machine, *shipped().findHardware("v100-sxm2-16"));
    QVERIFY(numberFormatOf({.conditions = "bf16x3 by hand"}).empty() && numberFormatOf({}).empty());
    QCOMPARE(machine.memoryBandwidthBytesPerS->value, 900e9);
    QCOMPARE(machine.memoryBytes->provenance.origin, Origin::Catalogue);
    QVERIFY(!machine.name.empty());
    QCOMPARE(machine.storageBytes->value, 1e12);  // storage is not a property of the card
    QVERIFY(machine.description.empty());
}

void tst_catalogue::findsHardwareByCommonNames()
{
    for (const auto& [typed, name] : {std::pair{"l4", "NVIDIA L4"},
                                      {"nvidia l4", "NVIDIA L4"},
                                      {"Rtx 4090", "NVIDIA GeForce RTX 4090"},
                                      {"h100-pcie", "NVIDIA H100 PCIe"}}) {
        const Catalogue catalogue = shipped();
        const HardwareEntry* entry = catalogue.findHardwareByWords(typed);
        QVERIFY2(entry, typed);
        QCOMPARE(entry->name, std::string(name));
    }
    // Several entries match (40 and 80 GB), no entry matches, or no word names a model.
    for (const char* typed : {"a100", "rtx 3090", "l4 in the attic", "32 GB", "amd", "my laptop", "", " - "})
        QVERIFY2(!shipped().findHardwareByWords(typed), typed);
}

void tst_catalogue::findsMachinesByCommonNames()
{
    // By id, by name, or as the driver reports it; with the requested number format, otherwise the usual one (H100
    // SXM's data sheet).
    for (const auto& [words, flops] : {std::pair{"h100-sxm", 989e12},
                                       {"h100-sxm:fp32", 67e12},
                                       {"NVIDIA H100 80GB HBM3", 989e12},
                                       {"NVIDIA H100 80GB HBM3:fp8", 1979e12},
                                       {"rtx 4090:fp32", 82.6e12},
                                       {"Tesla T4", 65e12}}) {
        Machine machine;
        machine.storageBytes = assumed(1e12);
        QVERIFY2(fillMachine(machine, shipped(), words), words);
        QCOMPARE(machine.peakFlops->value, flops);
        QCOMPARE(machine.storageBytes->value, 1e12);
    }
    for (const char* words : {"h100", "h100-sxm:fp64", "h100-sxm:", ":fp32", "", "NVIDIA H100"}) {
        Machine machine;
        const Result<void> filled = fillMachine(machine, shipped(), words);
        QVERIFY2(!filled && filled.error().code == ErrorCode::Input, words);
        QVERIFY2(machine == Machine{}, words);
    }
    // No two cards share a driver name.
    for (const HardwareEntry& entry : shipped().hardware)
        if (!entry.driverName.empty())
            QCOMPARE(shipped().findHardwareByDriverName(entry.driverName)->id, entry.id);
    QVERIFY(shipped().findHardwareByDriverName("") == nullptr);
}

void tst_catalogue::suggestsNamesForTypedText()
{
    const std::vector<std::string> names{
        "NVIDIA L40S",        "NVIDIA L4",           "NVIDIA H100 PCIe",     "NVIDIA H100 SXM",      "GeForce RTX 4090",
        "Ethernet, 1 Gbit/s", "Ethernet, 10 Gbit/s", "Ethernet, 100 Gbit/s", "NVIDIA A100 SXM 80 GB"};
    const auto first = [&](std::string_view typed) {
        const std::vector<std::size_t> matches = findMatchingNames(typed, names);
        return matches.empty() ? std::string() : names[matches.front()];
    };
    for (const auto& [typed, name] : {std::pair{"l4", "NVIDIA L4"},
                                      {"H100", "NVIDIA H100 PCIe"},
                                      {"h100 sxm", "NVIDIA H100 SXM"},
                                      {"RTX4090", "GeForce RTX 4090"},
                                      {"rtx-4090", "GeForce RTX 4090"},
                                      {"409", "GeForce RTX 4090"},
                                      {"1GbE", "Ethernet, 1 Gbit/s"},
                                      {"10 GbE", "Ethernet, 10 Gbit/s"},
                                      {"10GigE", "Ethernet, 10 Gbit/s"},
                                      {"10gbit", "Ethernet, 10 Gbit/s"},
                                      {"100 GbE", "Ethernet, 100 Gbit/s"},
                                      {"100 Gbps", "Ethernet, 100 Gbit/s"},
                                      {"a100-80gb", "NVIDIA A100 SXM 80 GB"}})
        QCOMPARE(first(typed), std::string(name));
    for (const char* typed : {"", " ", "-", "1", "RTX 3090", "our own machines", "25 GbE"})
        QVERIFY2(findMatchingNames(typed, names).empty(), typed);
    QCOMPARE(findMatchingNames("H100", names), (std::vector<std::size_t>{2, 3}));
    QCOMPARE(findUniqueMatch("rtx4090", names), std::size_t{4});
    QCOMPARE(findUniqueMatch("h100", names), names.size());
    QCOMPARE(findUniqueMatch("l4", names), names.size());
}

SCALEWRIGHT_TEST(tst_catalogue)
#include "tst_catalogue.moc"
