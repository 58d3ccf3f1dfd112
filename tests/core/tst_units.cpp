// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values: the unit definitions (SI, IEC 80000-13, 60 and 3600), written as literals.
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>

#include "core/base/quantity/entry.h"
#include "core/base/quantity/factor.h"
#include "core/base/quantity/model_size.h"
#include "core/base/quantity/no_break_spaces.h"
#include "core/base/quantity/units.h"
#include "core/base/text/quote.h"
#include "tests/support/comma_locale.h"
#include "tests/support/registry.h"
#include "tests/support/rounds.h"

using namespace scalewright;

Q_DECLARE_METATYPE(scalewright::Dimension)

namespace {

constexpr Dimension allDimensions[] = {
    Dimension::Time,        Dimension::Bytes, Dimension::Bandwidth, Dimension::Work,  Dimension::ComputeRate,
    Dimension::TimePerByte, Dimension::Price, Dimension::Money,     Dimension::Power, Dimension::Energy,
    Dimension::Rate,        Dimension::Count, Dimension::Ratio};

void refuses(const Result<double>& result, const QString& expectedText)
{
    QVERIFY2(!result, qPrintable(result ? QString::number(*result, 'g', 17) : QString()));
    QCOMPARE(result.error().code, ErrorCode::Input);
    const QString text = QString::fromStdString(describe(result.error()));
    QVERIFY2(text.contains(expectedText), qPrintable(text + QStringLiteral("\n  lacks: ") + expectedText));
    QVERIFY2(!result.error().problems.front().expected.empty(), qPrintable(text));
}

}  // namespace

class tst_units : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // A factor of ten or more has three digits.
    void factors()
    {
        using Factor = std::pair<double, std::string>;
        for (const auto& [factor, text] :
             {Factor{0.8437, "0.84"}, Factor{9.994, "9.99"}, Factor{9.996, "10.0"}, Factor{11.15, "11.2"},
              Factor{12.346, "12.3"}, Factor{99.94, "99.9"}, Factor{99.96, "100"}, Factor{100, "100"},
              Factor{123.45, "123"}, Factor{5524.35, "5520"}, Factor{15588.08, "15600"}})
            QCOMPARE(plainFactorText(factor), text);
    }
    void amounts_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Dimension>("dimension");
        QTest::addColumn<double>("value");
        const auto row = [](const char* text, Dimension dimension, double value) {
            QTest::newRow(qPrintable(QStringLiteral("%1 #%2").arg(QString::fromUtf8(text)).arg(int(dimension))))
                << QByteArray(text) << dimension << value;
        };
        for (const char* text : {"10us", "10 us", "10µs", "10 \u00B5s", "10 \u03BCs", " 10us ", "0.01ms", "1e-5",
                                 "1e-5 s", "10 microseconds", "10000ns", "1e7ps", "+10us", "10\u00A0µs", "10\u202Fµs",
                                 "10usec", ".00001", "0.00001s"})
            row(text, Dimension::Time, 1e-5);
        // Times as written by Slurm's sacct, time(1) and people; multiplied by 60 and 3600 by hand.
        row("02:13:40", Dimension::Time, 8020);
        row("1-02:03:04", Dimension::Time, 93784);
        row("0:42", Dimension::Time, 42);
        row("1:02.5", Dimension::Time, 62.5);
        row("1h 12m", Dimension::Time, 4320);
        row("21m30s", Dimension::Time, 1290);
        row("0m42.25s", Dimension::Time, 42.25);
        row("2 days 3 h", Dimension::Time, 183600);
        row("0.8 ms", Dimension::Time, 0.0008);
        row("1.5s", Dimension::Time, 1.5);
        row("2 sec", Dimension::Time, 2);
        row("5.", Dimension::Time, 5);
        row("3 Seconds", Dimension::Time, 3);
        row("1.5 min", Dimension::Time, 90);
        row("2h", Dimension::Time, 7200);
        row("2 hours", Dimension::Time, 7200);
        row("2 days", Dimension::Time, 172800);
        row("-1 s", Dimension::Time, -1);
        row("0", Dimension::Time, 0);
        row("0e999", Dimension::Time, 0);

        row("100", Dimension::Bytes, 100);
        row("100B", Dimension::Bytes, 100);
        row("1 byte", Dimension::Bytes, 1);
        row("1kB", Dimension::Bytes, 1000);
        row("1KB", Dimension::Bytes, 1000);
        row("1 KiB", Dimension::Bytes, 1024);
        row("4MiB", Dimension::Bytes, 4194304);
        row("4GiB", Dimension::Bytes, 4294967296.0);
        row("1 TiB", Dimension::Bytes, 1099511627776.0);
        row("1.6 GB", Dimension::Bytes, 1.6e9);
        row("1 TB", Dimension::Bytes, 1e12);
        row("1EB", Dimension::Bytes, 1e18);
        row("1 Gbit", Dimension::Bytes, 1.25e8);
        row("8b", Dimension::Bytes, 1);
        row("7B", Dimension::Bytes, 7);

        // 7 billion parameters at 2 bytes are 14 GB, at 4 bytes 28 GB…
        row("7B params bf16", Dimension::Bytes, 14e9);
        row("7B params at 16 bytes each", Dimension::Bytes, 112e9);
        row("7e9 parameters, 0.5 bytes a weight", Dimension::Bytes, 3.5e9);
        row("7 B parameters, bf16", Dimension::Bytes, 14e9);
        row("7B bf16", Dimension::Bytes, 14e9);
        row("7e9 params fp32", Dimension::Bytes, 28e9);
        row("7e9 parameters, fp32", Dimension::Bytes, 28e9);
        row("7 billion parameters in FP16", Dimension::Bytes, 14e9);
        row("25.6M params fp32", Dimension::Bytes, 102.4e6);
        row("25557032 parameters fp32", Dimension::Bytes, 102228128);
        row("1.5B params tf32", Dimension::Bytes, 6e9);
        row("8B", Dimension::Bytes, 8);
        row("1.5 B", Dimension::Bytes, 1.5);
        row("1.3B bf16", Dimension::Bytes, 2.6e9);
        row("70B params int8", Dimension::Bytes, 70e9);
        row("70B params fp8", Dimension::Bytes, 70e9);
        row("70B params int4", Dimension::Bytes, 35e9);
        row("1T params fp64", Dimension::Bytes, 8e12);

        for (const char* text : {"25GB/s", "25 GB/s", "200Gbit/s", "200 Gb/s", "200Gbps", "200 Gbit / s", "25 GBps",
                                 "25e9", "25 GB per second", "0.025 TB/s"})
            row(text, Dimension::Bandwidth, 25e9);
        row("1 MiB/s", Dimension::Bandwidth, 1048576);
        row("10 B/s", Dimension::Bandwidth, 10);
        row("6 GB/min", Dimension::Bandwidth, 1e8);

        row("1 FLOP", Dimension::Work, 1);
        row("2 GFLOP", Dimension::Work, 2e9);
        row("27M", Dimension::Work, 27e6);  // FLOP are counted
        row("1.5 T", Dimension::ComputeRate, 1.5e12);
        row("2 GFLOPs", Dimension::Work, 2e9);
        for (const char* text : {"312 TFLOPS", "312 TFLOP/s", "312TFLOPs", "312 Tflops", "312e12", "0.312 PFLOP/s"})
            row(text, Dimension::ComputeRate, 312e12);
        row("2 GFLOP/s", Dimension::ComputeRate, 2e9);

        row("1 ns/B", Dimension::TimePerByte, 1e-9);
        row("2 s/GB", Dimension::TimePerByte, 2e-9);
        row("8 s/KiB", Dimension::TimePerByte, 8.0 / 1024);

        for (const char* text :
             {"3.2", "$3.20", "3.20 $/h", "$3.20/h", "3.20 USD/h", "3.20 USD", "USD 3.20", "USD 3.20/hour", "US$3.20",
              "3.2 dollars per hour", "$ 3.20 / hr", "$76.80/day", "3.20 USD/node-hour"})
            row(text, Dimension::Price, 3.2);
        row("$3.20", Dimension::Money, 3.2);
        row("3.20 USD", Dimension::Money, 3.2);
        row("$10k", Dimension::Money, 10000);
        row("10k$", Dimension::Money, 10000);
        row("1.5 M USD", Dimension::Money, 1.5e6);
        row("-$3", Dimension::Money, -3);

        row("700W", Dimension::Power, 700);
        row("250 kJ", Dimension::Energy, 250e3);
        row("1.2 kWh", Dimension::Energy, 4.32e6);  // 1.2 * 1000 W * 3600 s
        row("3 MJ", Dimension::Energy, 3e6);
        row("5 mJ", Dimension::Energy, 5e-3);
        row("1.2 kW", Dimension::Power, 1200);
        row("200 1/s", Dimension::Rate, 200);
        row("200/s", Dimension::Rate, 200);
        row("200 /s", Dimension::Rate, 200);
        row("200 requests/s", Dimension::Rate, 200);
        row("200 requests per second", Dimension::Rate, 200);
        row("200 qps", Dimension::Rate, 200);
        row("1.5 k/s", Dimension::Rate, 1500);
        row("120/min", Dimension::Rate, 2);
        row("10k", Dimension::Count, 10000);
        row("7B", Dimension::Count, 7e9);
        row("1.5 billion", Dimension::Count, 1.5e9);
        row("8", Dimension::Count, 8);
        row("8.0", Dimension::Count, 8);
        row("1.500e3", Dimension::Count, 1500);
        row("1e6", Dimension::Count, 1000000);
        row("50%", Dimension::Ratio, 0.5);
        row("0.5", Dimension::Ratio, 0.5);
    }
    void amounts()
    {
        QFETCH(QByteArray, text);
        QFETCH(Dimension, dimension);
        QFETCH(double, value);
        const Result<double> parsed = parseAmount(text.toStdString(), dimension);
        QVERIFY2(parsed, parsed ? "" : describe(parsed.error()).c_str());
        // The last bit may differ if the conversion divides by 24 or 60.
        QVERIFY2(*parsed == value || std::abs(*parsed - value) <= 4e-16 * std::abs(value),
                 qPrintable(QString::number(*parsed, 'g', 17)));
    }

    // 10 * 1e-6 is not the double nearest to 1e-5; "10us" must be.
    void convertsDecimalUnitsExactly()
    {
        QCOMPARE(parseAmount("10us", Dimension::Time).value(), 1e-5);
        QVERIFY(parseAmount("10us", Dimension::Time).value() == 1e-5);
        QVERIFY(parseAmount("0.3ms", Dimension::Time).value() == 0.0003);
        QVERIFY(parseAmount("0.8 ms", Dimension::Time).value() == 0.0008);
        QVERIFY(parseAmount("4.35 GB", Dimension::Bytes).value() == 4.35e9);
    }

    void refused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Dimension>("dimension");
        QTest::addColumn<QString>("says");
        const auto row = [](const QByteArray& text, Dimension dimension, const char* expectedText) {
            QTest::newRow(text.constData()) << text << dimension << QString::fromUtf8(expectedText);
        };
        const Dimension time = Dimension::Time;
        row("", time, "no value entered");
        row("   ", time, "no value entered");
        row("nan", time, "is not an amount");
        row("NaN s", time, "is not an amount");
        row("inf", time, "is not an amount");
        row("-inf", time, "is not an amount");
        row("Infinity", time, "is not an amount");
        row("nan(0x1)", time, "is not an amount");
        row("0x10", time, "hexadecimal");
        row("-0x10", time, "hexadecimal");
        row("0x1p3", time, "hexadecimal");
        row("10 us extra", time, "unknown unit \"us extra\"");
        row("10us10", time, "unknown unit");
        row("10 us 5 ns", time, "unknown unit");
        row("1.3B", Dimension::Bytes, "1.3GB");
        row("0.5B", Dimension::Bytes, "0.5B params");
        row("1e400", time, "too large or too small");
        row("-1e400", time, "too large or too small");
        row("1e-400", time, "too large or too small");
        row("1e308 h", time, "too large or too small");
        row("1e-320 ns", time, "too large or too small");
        row("1e999999999999999999999", time, "too large or too small");
        row("0,5", time, "the decimal point is '.'");
        row("0,5 s", time, "the decimal point is '.'");
        row("1,000 s", time, "thousands are not separated");
        row("1e", time, "exponent without digits");
        row("1e+", time, "exponent without digits");
        row("1e+ s", time, "exponent without digits");
        row("--1", time, "does not start with a number");
        row("+-1", time, "does not start with a number");
        row("-", time, "does not start with a number");
        row(".", time, "does not start with a number");
        row("s", time, "does not start with a number");
        row("1.2.3", time, "unknown unit");
        row("30.000", Dimension::Count, "30 or 30000");
        row("1.500", Dimension::Count, "1.5 or 1500");
        row("1 000", time, "unknown unit");
        row("1_000", time, "unknown unit");
        row("5 m", time, "unknown unit");
        row("5 S", time, "unknown unit");
        row("5 Ms", time, "unknown unit");
        row("5 kx", time, "unknown unit");
        row("10GB", time, "is an amount of data, not a time");
        row("10 GB/s", time, "is a bandwidth, not a time");
        row("$3", time, "is an amount of money, not a time");
        row("7B params bf16", time, "is an amount of data, not a time");
        row("10us", Dimension::Bytes, "is a time, not an amount of data");
        row("25 GB/s", Dimension::Bytes, "is a bandwidth, not an amount of data");
        row("10M", Dimension::Bytes, "is a count, not an amount of data");
        row("10 gb", Dimension::Bytes, "unknown unit");
        row("7B params", Dimension::Bytes, "how large each parameter is");
        row("7B params fp12", Dimension::Bytes, "how large each parameter is");
        row("7B params at 16", Dimension::Bytes, "how large each parameter is");
        row("7B params at 16 apples each", Dimension::Bytes, "how large each parameter is");
        row("7B params bf16 at 16 bytes", Dimension::Bytes, "how large each parameter is");
        row("7 GB params bf16", Dimension::Bytes, "how large each parameter is");
        row("7B bf16 fp32", Dimension::Bytes, "how large each parameter is");
        row("25GB", Dimension::Bandwidth, "is an amount of data, not a bandwidth");
        row("25 GB/", Dimension::Bandwidth, "unknown unit");
        row("25 GB/s/s", Dimension::Bandwidth, "unknown unit");
        row("312 TFLOPS", Dimension::Work, "is a compute rate, not an amount of work");
        row("27B", Dimension::Work, "is an amount of data, not an amount of work");
        row("27m", Dimension::Work, "unknown unit");
        row("312 TFLOP", Dimension::ComputeRate, "is an amount of work, not a compute rate");
        row("€3", Dimension::Money, "does not start with a number");
        row("3 €", Dimension::Money, "unknown unit");
        row("$3/h", Dimension::Money, "is a price per hour, not an amount of money");
        row("$-3", Dimension::Money, "does not start with a number");
        row("$", Dimension::Money, "does not start with a number");
        row("1E", Dimension::Count, "exponent without digits");
        row("2.5", Dimension::Count, "is not a whole number");
        row("1e-3", Dimension::Count, "is not a whole number");
        row("50%", Dimension::Count, "is a plain number, not a count");
        row("5 k", Dimension::Ratio, "is a count, not a plain number");
        row(QByteArray("1\0s", 3), time, "unknown unit");
        row("\xff\xfe", time, "does not start with a number");
    }
    void refused()
    {
        QFETCH(QByteArray, text);
        QFETCH(Dimension, dimension);
        QFETCH(QString, says);
        refuses(parseAmount(text.toStdString(), dimension), says);
    }

    void entries_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Dimension>("dimension");
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("back");  // the displayed text; empty if it equals the input
        const auto row = [](const char* text, Dimension dimension, double value, const char* back) {
            QTest::newRow(qPrintable(QStringLiteral("%1 #%2").arg(QString::fromUtf8(text)).arg(int(dimension))))
                << QByteArray(text) << dimension << value << QByteArray(back);
        };
        row("0.42 s", Dimension::Time, 0.42, "");
        row("5 s", Dimension::Time, 5, "");
        row("10 us", Dimension::Time, 1e-5, "");
        row("0.42", Dimension::Time, 0.42, "0.42 = 0.42 s");
        row("0,42 s", Dimension::Time, 0.42, "0,42 s = 0.42 s");
        row("0,125", Dimension::Time, 0.125, "0,125 = 0.125 s");  // a group of thousands cannot begin with 0
        row("1,5e3", Dimension::Bytes, 1500, "1,5e3 = 1.5 kB");
        row("0.42 s a step", Dimension::Time, 0.42, "0.42 s a step = 0.42 s");
        row("0.42s/step", Dimension::Time, 0.42, "0.42s/step = 0.42 s");
        row("25 Gbps", Dimension::Bandwidth, 3.125e9, "25 Gbps = 3.125 GB/s");  // 25e9 / 8
        row("100 Gbit/s", Dimension::Bandwidth, 12.5e9, "100 Gbit/s = 12.5 GB/s");
        row("100 gbit/s", Dimension::Bandwidth, 12.5e9, "100 gbit/s = 12.5 GB/s");
        row("16 gb", Dimension::Bytes, 16e9, "16 gb = 16 GB");
        row("16GB", Dimension::Bytes, 16e9, "");
        row("7B params at 16 bytes each", Dimension::Bytes, 112e9, "7B params at 16 bytes each = 112 GB");
        row("340M params at 16 bytes each to train", Dimension::Bytes, 5.44e9,
            "340M params at 16 bytes each to train = 5.44 GB");  // 340e6 x 16
        row("10 GbE", Dimension::Bandwidth, 1.25e9, "10 GbE = 1.25 GB/s");  // 10e9 / 8
        row("6*340M*32*512", Dimension::Work, 33423360000000, "6*340M*32*512 ≈ 33.4234 TFLOP");  // 6 x 340e6 x 32 x 512
        row("4 × 25 Gbit/s", Dimension::Bandwidth, 12.5e9, "4 × 25 Gbit/s = 12.5 GB/s");
        row("2/3", Dimension::Ratio, 2.0 / 3, "2/3 ≈ 0.666667");
        row("3*112/4", Dimension::Bytes, 84, "3*112/4 = 84 B");
        row("3*112 GB/4", Dimension::Bytes, 84e9, "3*112 GB/4 = 84 GB");
        row("2 * 5.2 s", Dimension::Time, 10.4, "2 * 5.2 s = 10.4 s");
        row("5.2 s * 2", Dimension::Time, 10.4, "5.2 s * 2 = 10.4 s");
        row("(3+1) * 2 GB", Dimension::Bytes, 8e9, "(3+1) * 2 GB = 8 GB");
        row("112 GB / 4", Dimension::Bytes, 28e9, "112 GB / 4 = 28 GB");
        row("1 GB + 24 MB - 2 * (3 MB + 4 MB)", Dimension::Bytes, 1.01e9, "1 GB + 24 MB - 2 * (3 MB + 4 MB) = 1.01 GB");
        row("10 Gbit/s/2", Dimension::Bandwidth, 625e6, "10 Gbit/s/2 = 625 MB/s");
        row("100 GB / 8 s", Dimension::Bandwidth, 12.5e9, "100 GB / 8 s = 12.5 GB/s");
        row("25 GB / 100 Gbit/s", Dimension::Time, 2, "25 GB / 100 Gbit/s = 2 s");
        row("6e18 FLOP / (0.4 * 300 TFLOP/s)", Dimension::Time, 50000, "6e18 FLOP / (0.4 * 300 TFLOP/s) ≈ 13.8889 h");
        row("2 * $3.20", Dimension::Price, 6.4, "2 * $3.20 = $6.40/h");
        row("$3 + $3.20/h", Dimension::Price, 6.2, "$3 + $3.20/h = $6.20/h");
        row("1e-3 - 5e-4", Dimension::Time, 5e-4, "1e-3 - 5e-4 = 0.5 ms");
        row("-2*-3", Dimension::Ratio, 6, "-2*-3 = 6");
        row("2 * 7B params at 12 bytes each", Dimension::Bytes, 168e9, "2 * 7B params at 12 bytes each = 168 GB");
        row("7B params * 12 bytes", Dimension::Bytes, 84e9, "7B params * 12 bytes = 84 GB");
        row("7B*16", Dimension::Bytes, 112e9, "7B*16 = 112 GB");
        row("7B + 1 kB", Dimension::Bytes, 1007, "7B + 1 kB = 1.007 kB");
        row("10 GB / 2 GB", Dimension::Ratio, 5, "10 GB / 2 GB = 5");
        row("8 GB ÷ 2", Dimension::Bytes, 4e9, "8 GB ÷ 2 = 4 GB");
        row("2,5 GB * 2", Dimension::Bytes, 5e9, "2,5 GB * 2 = 5 GB");
        row("25,6M params fp32", Dimension::Bytes, 102.4e6, "25,6M params fp32 = 102.4 MB");  // 25.6e6 x 4
        row("15.7 tflops", Dimension::ComputeRate, 15.7e12, "15.7 tflops = 15.7 TFLOP/s");
        row("$2.50", Dimension::Price, 2.5, "");
        row("2.50/h", Dimension::Price, 2.5, "2.50/h = $2.50/h");
        row("$2.50 an hour", Dimension::Price, 2.5, "$2.50 an hour = $2.50/h");
        row("2,50 €", Dimension::Price, 2.5, "2,50 € = $2.50/h");
        row("1.234,5", Dimension::Ratio, 1234.5, "1.234,5 = 1234.5");
        row("1,234.5", Dimension::Ratio, 1234.5, "1,234.5 = 1234.5");
        row("1,234,567", Dimension::Count, 1234567, "1,234,567 = 1234567");
        row("10 000", Dimension::Count, 10000, "");
        row("64 images", Dimension::Count, 64, "64 images = 64");
        row("7B", Dimension::Count, 7e9, "7B = 7000000000");
    }
    void entries()
    {
        QFETCH(QByteArray, text);
        QFETCH(Dimension, dimension);
        QFETCH(double, value);
        QFETCH(QByteArray, back);
        const Result<ParsedEntry> entry = parseEntry(text.toStdString(), dimension);
        QVERIFY2(entry, entry ? "" : describe(entry.error()).c_str());
        QCOMPARE(entry->value, value);
        QCOMPARE(QByteArray::fromStdString(interpretationText(text.toStdString(), value, dimension)), back);
        Quantity quantity = typed(value);
        quantity.asTyped = text.toStdString();
        QCOMPARE(std::string(typedTextFor(quantity, dimension)), text.toStdString());
        quantity.value = 2 * value + 1;
        QVERIFY(typedTextFor(quantity, dimension).empty());  // the text was typed for another value
    }

    void reportsAmbiguousEntries()
    {
        for (const Dimension dimension : allDimensions) {
            const Result<ParsedEntry> ambiguous = parseEntry("1,000", dimension);
            QVERIFY(!ambiguous);
            QVERIFY2(describe(ambiguous.error()).find("\"1,000\" may be 1000 or 1.0; expected 1000 or 1.0") !=
                         std::string::npos,
                     describe(ambiguous.error()).c_str());
        }
        QVERIFY(!parseEntry("12,345 s", Dimension::Time));
        QCOMPARE(parseTypedAmount("0,40", Dimension::Price).value_or(-1), 0.4);
        QCOMPARE(parseTypedAmount("3,4 s", Dimension::Time).value_or(-1), 3.4);
        QCOMPARE(parseTypedAmount("7,49 %", Dimension::Ratio).value_or(-1), 0.0749);
        // command-line options may have absurd values.
        QCOMPARE(parseTypedAmount("1e40", Dimension::Price).value_or(-1), 1e40);
        QVERIFY(!parseTypedAmount("1,000", Dimension::Ratio) && !parseTypedAmount("nan", Dimension::Ratio));
        QCOMPARE(parseEntry("38m", Dimension::Time)->value, 2280.0);  // a field shows it
        const Result<ParsedEntry> clock = parseEntry("1:30", Dimension::Time);
        QVERIFY(clock);
        QCOMPARE(clock->value, 90.0);
        QVERIFY(clock->note.find("minutes and seconds") != std::string::npos);
        QVERIFY(parseEntry("1:30:00", Dimension::Time)->note.empty());
        for (const char* invalidText :
             {"1:75", "1:2", "1-2:30", "25-30:00:00", "1:00:00:00", "30m 2h", "1h 12", "-0:30", ":30", "1:"})
            QVERIFY2(!parseEntry(invalidText, Dimension::Time), invalidText);
        QVERIFY(!parseEntry("1,2,3", Dimension::Time));
        QVERIFY(!parseEntry("", Dimension::Time));
        QVERIFY(!parseEntry("€3", Dimension::Time));
        for (const char* invalidText : {"2*", "*2", "2**3", "2/0", "2 s*3", "2 (3)", "(2)(3)", "2(", "()", "0/0"})
            QVERIFY2(!parseEntry(invalidText, Dimension::Ratio), invalidText);
        const std::string manyOnes = fmt::format("1{:*<63}", "*") + "1";
        QVERIFY(!parseEntry(manyOnes, Dimension::Ratio));
        // Impossible values, and the largest possible ones: a million per hour to rent Frontier, 1e23 bytes per year.
        for (const Dimension dimension : allDimensions)
            if (dimension != Dimension::Energy)  // in no field
                QVERIFY2(!parseEntry("1e40", dimension) && !parseEntry("-1e40", dimension), baseUnit(dimension));
        QVERIFY2(describe(parseEntry("1e40", Dimension::Price).error()).find("expected at most $1000000000/h, ") !=
                     std::string::npos,
                 describe(parseEntry("1e40", Dimension::Price).error()).c_str());
        QVERIFY(parseEntry("$1000000/h", Dimension::Price) && parseEntry("1e23", Dimension::Bytes) &&
                parseEntry("1.7 EFLOP/s", Dimension::ComputeRate));
        QVERIFY(parseEntry("$2.50", Dimension::Price)->note.empty());
        QVERIFY(parseEntry("2,50 €", Dimension::Price)->note.find("no exchange rate") != std::string::npos);
        // Every text that parseAmount accepts keeps its value.
        for (const char* text : {"10us", "1.5 min", "0e999", "-1 s", "1e-5 s"})
            QCOMPARE(parseEntry(text, Dimension::Time)->value, *parseAmount(text, Dimension::Time));
    }

    void splitsModelSizes()
    {
        const auto each = [](const char* text) {
            const std::optional<ModelSizeText> size = splitModelSize(text);
            return size ? std::pair(size->parameters, size->bytesPerParameter) : std::pair(0.0, 0.0);
        };
        QCOMPARE(each("7B params at 12 bytes each"), std::pair(7e9, 12.0));
        QCOMPARE(each("340M parameters bf16"), std::pair(340e6, 2.0));
        QCOMPARE(each("25,6M params fp32"), std::pair(25.6e6, 4.0));
        for (const char* other : {"112 GB", "7B", "7B params", "2 * 7B params bf16", "", "params", "0B params bf16"})
            QVERIFY2(!splitModelSize(other), other);
    }

    void explainsInvalidArithmetic_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<Dimension>("dimension");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](const char* text, Dimension dimension, const char* message) {
            QTest::newRow(text) << QByteArray(text) << dimension << QByteArray(message);
        };
        row("5 s + 3 GB", Dimension::Bytes, "\"5 s\" is a time, but \"3 GB\" is an amount of data");
        row("2 + 3 GB", Dimension::Bytes, "\"2\" is a number without a unit, but \"3 GB\" is an amount of data");
        row("112 GB / (3 - 3)", Dimension::Bytes, "divides by zero");
        row("0/0", Dimension::Ratio, "divides by zero");
        row("(3 + 1 * 2 GB", Dimension::Bytes, "does not close a parenthesis");
        row("3 + 1) * 2 GB", Dimension::Bytes, "closes a parenthesis that is not open");
        row("2 GB * 3 GB", Dimension::Bytes, "is in a combined unit, not an amount of data");
        row("2 * 5.2 s", Dimension::Bytes, "is a time, not an amount of data");
        row("10 GB / 2 GB", Dimension::Bytes, "is a number without a unit, not an amount of data");
        row("3 * 2 parsecs", Dimension::Bytes, "unknown unit \"parsecs\"");
        row("(3 + 1)(2 GB)", Dimension::Bytes, "an operator is missing before \"(2 GB)\"");
        row("3 *", Dimension::Bytes, "ends where a number is missing");
        row("3 * / 2", Dimension::Bytes, "a number is missing before \"/\"");
        row("1e300*1e300", Dimension::Ratio, "too large or too small");
        row("1e-300*1e-300", Dimension::Ratio, "too large or too small");
        row("3/2", Dimension::Count, "\"3/2\" = 1.5 is not a whole number");
    }
    void explainsInvalidArithmetic()
    {
        QFETCH(QByteArray, text);
        QFETCH(Dimension, dimension);
        QFETCH(QByteArray, message);
        refuses(parseEntry(text.toStdString(), dimension).map([](const ParsedEntry& entry) { return entry.value; }),
                QString::fromUtf8(message));
        refuses(parseTypedAmount(text.toStdString(), dimension), QString::fromUtf8(message));
    }

    void numbers()
    {
        QCOMPARE(parseNumber("0.0008").value(), 0.0008);
        QCOMPARE(parseNumber("-5e-3").value(), -0.005);
        QCOMPARE(parseNumber("+2").value(), 2.0);
        QVERIFY(parseNumber("1.7976931348623157e308").value() == std::numeric_limits<double>::max());
        QVERIFY(parseNumber("5e-324").value() == std::numeric_limits<double>::denorm_min());
        for (const char* text :
             {"", " 1", "1 ", "1s", "nan", "inf", "0x10", "1e400", "1e-400", "0,5", "1e", "one", "1f", "١"})
            QVERIFY2(!parseNumber(text), text);
        refuses(parseNumber("0,5"), QStringLiteral("the decimal point is '.'"));
        // A million digits are parsed like any other number.
        QCOMPARE(parseNumber(fmt::format("0.{:0<1000000}1e1000001", "")).value(), 1.0);
    }

    void parsesCounts()
    {
        QCOMPARE(parseCount("1", 1, 10).value(), 1L);
        QCOMPARE(parseCount("10", 1, 10).value(), 10L);
        QCOMPARE(parseCount("+7", 1, 10).value(), 7L);
        for (const char* text :
             {"0", "11", "-1", "1e1", "1.0", "", " 1", "1 ", "0x1", "99999999999999999999", "+", "+-1", "1k"}) {
            const auto result = parseCount(text, 1, 10);
            QVERIFY2(!result, text);
            QVERIFY(describe(result.error()).find("a whole number from 1 to 10") != std::string::npos);
        }
    }

    void formatsAmountsForReading_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<Dimension>("dimension");
        QTest::addColumn<QString>("text");
        const auto row = [](double value, Dimension dimension, const char* text) {
            QTest::newRow(qPrintable(QStringLiteral("%1 #%2").arg(value, 0, 'g', 17).arg(int(dimension))))
                << value << dimension << QString::fromUtf8(text);
        };
        row(0.0008, Dimension::Time, "0.80 ms");
        row(0.04, Dimension::Time, "40.0 ms");
        row(1, Dimension::Time, "1.00 s");
        row(0.16049, Dimension::Time, "0.160 s");
        row(0.1, Dimension::Time, "0.10 s");
        row(0.0999, Dimension::Time, "99.9 ms");
        row(0.9999996, Dimension::Time, "1.00 s");
        row(0.09999996, Dimension::Time, "0.10 s");
        row(1e-5, Dimension::Time, "10.0 µs");
        row(1e-4, Dimension::Time, "0.10 ms");
        row(2.5e-7, Dimension::Time, "0.250 µs");
        row(3e-9, Dimension::Time, "3.00 ns");
        row(0, Dimension::Time, "0 s");
        row(-0.0, Dimension::Time, "0 s");
        row(-0.0008, Dimension::Time, "-0.80 ms");
        row(59.96, Dimension::Time, "60.0 s");
        row(999.4, Dimension::Time, "999 s");
        row(999.9996, Dimension::Time, "16.7 min");
        row(3600, Dimension::Time, "60.0 min");
        row(7200, Dimension::Time, "2.00 h");
        row(172800, Dimension::Time, "48.0 h");
        row(864000, Dimension::Time, "10.0 d");
        row(1e-30, Dimension::Time, "1.00e-15 fs");
        row(1e9, Dimension::Bytes, "1.00 GB");
        row(102228128, Dimension::Bytes, "102 MB");
        row(999.9996, Dimension::Bytes, "1.00 kB");
        row(999999, Dimension::Bytes, "1.00 MB");
        row(4, Dimension::Bytes, "4.00 B");
        row(0.5, Dimension::Bytes, "0.50 B");
        row(25e9, Dimension::Bandwidth, "25.0 GB/s");
        row(1.25e9, Dimension::Bandwidth, "1.25 GB/s");
        row(312e12, Dimension::ComputeRate, "312 TFLOP/s");
        row(6.28e12, Dimension::Work, "6.28 TFLOP");
        row(1e-11, Dimension::TimePerByte, "10.0 ps/B");
        row(3.2, Dimension::Money, "$3.20");
        row(3.2, Dimension::Price, "$3.20/h");
        row(-3.2, Dimension::Money, "-$3.20");
        row(0, Dimension::Money, "$0.00");
        row(-0.0, Dimension::Price, "$0.00/h");
        row(0.000142, Dimension::Money, "$0.000142");
        row(0.12, Dimension::Money, "$0.12");
        row(999.996, Dimension::Money, "$1000");
        row(12345.67, Dimension::Money, "$12346");
        row(700, Dimension::Power, "700 W");
        row(4.32e6, Dimension::Energy, "4.32 MJ");
        row(1200, Dimension::Power, "1.20 kW");
        row(1500, Dimension::Rate, "1500 1/s");
        row(34, Dimension::Count, "34");
        row(1024, Dimension::Count, "1024");
        row(0.5, Dimension::Ratio, "0.500");
        row(std::numeric_limits<double>::quiet_NaN(), Dimension::Time, "not a number");
        row(std::numeric_limits<double>::infinity(), Dimension::Money, "too large to compute");
    }
    void formatsAmountsForReading()
    {
        QFETCH(double, value);
        QFETCH(Dimension, dimension);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(formatAmount(value, dimension).joined()), text);
    }

    void formatsPlainNumbers()
    {
        QCOMPARE(significantText(7.4914), std::string("7.49"));
        QCOMPARE(significantText(34), std::string("34"));
        QCOMPARE(significantText(0.03118), std::string("0.0312"));
        QCOMPARE(significantText(7.4914, 2), std::string("7.5"));
        QCOMPARE(significantText(7.5), std::string("7.50"));
        QCOMPARE(significantText(99.96), std::string("100"));
        QCOMPARE(significantText(12345.6), std::string("12346"));
        QCOMPARE(significantText(1048576), std::string("1048576"));
        QCOMPARE(significantText(-0.0), std::string("0"));
        QCOMPARE(significantText(1e-9), std::string("1.00e-09"));
        QCOMPARE(significantText(1.5e300), std::string("1.50e+300"));
        QCOMPARE(significantText(std::numeric_limits<double>::quiet_NaN()), std::string("not a number"));
    }

    void shortestText()
    {
        QCOMPARE(roundTripText(0.04), std::string("0.04"));
        QCOMPARE(roundTripText(1e-5), std::string("1e-05"));
        QCOMPARE(roundTripText(1), std::string("1"));
    }

    // Formatted text reads back: any double through roundTrip, and every printed amount to its printed digits.
    void formattedTextReadsBack()
    {
        std::mt19937_64 random(20260930);
        std::uniform_real_distribution<double> exponent(-13, 17);
        std::uniform_real_distribution<double> mantissa(1, 10);
        for (int i = 0; i < 3000; ++i) {
            const double value = mantissa(random) * std::pow(10, exponent(random));
            QVERIFY(parseNumber(roundTripText(value)).value() == value);
            for (const Dimension dimension : allDimensions) {
                const std::string text = formatAmount(value, dimension).joined();
                const Result<double> back =
                    parseAmount(text, dimension == Dimension::Count ? Dimension::Ratio : dimension);
                QVERIFY2(back, back ? "" : (text + ": " + describe(back.error())).c_str());
                const bool cents = (dimension == Dimension::Money || dimension == Dimension::Price) && value >= 0.095;
                const double tolerance =
                    cents ? (value < 1000 ? 0.00501 : std::max(0.501, value >= 1e15 ? 0.00501 * value : 0))
                          : 0.00501 * value;
                QVERIFY2(std::abs(*back - value) <= tolerance, text.c_str());
                QVERIFY2(text.find("nan") == std::string::npos && text.find("inf") == std::string::npos, text.c_str());
            }
        }
    }

    // No field input may crash it, and accepted values are finite. A unit stays on the line of its number; other words
    // may wrap.
    void unbrokenAmounts()
    {
        for (const auto& [text, shown] : {std::pair{"25 MB", "25\u00A0MB"},
                                          {"of 12.5 GB/s, 8.19 ms.", "of 12.5\u00A0GB/s, 8.19\u00A0ms."},
                                          {"83 % of 10 µs (1.5 GiB)", "83\u00A0% of 10\u00A0µs (1.5\u00A0GiB)"},
                                          {"I = 2 FLOP/B; 3 h", "I = 2\u00A0FLOP/B; 3\u00A0h"},
                                          {"13 steps, p 34 (fastest)", "13 steps, p 34 (fastest)"},
                                          {"at 4 workers", "at 4 workers"},
                                          {"a ring, R(2) 0.0762", "a ring, R(2)\u00A00.0762"},
                                          {"S(2) of (a) 3", "S(2) of (a) 3"},
                                          {" B", " B"},
                                          {"", ""}})
            QCOMPARE(QByteArray::fromStdString(withNoBreakSpaces(text)), QByteArray(shown));
        for (const Dimension dimension : allDimensions)
            for (const double value : {1.5e-7, 0.42, 25e6, 3.3e12}) {
                const std::string amount = formatAmount(value, dimension).joined();
                QVERIFY2(withNoBreakSpaces(amount).find(' ') == std::string::npos, amount.c_str());
            }
    }

    void survivesArbitraryBytes()
    {
        std::mt19937 random(41);
        const std::string alphabet = "0123456789.eE+-*(),$%/ kKMGTPmunpsBbith\xC2\xB5\xE2\x80\xAFUSDFLOPx\t";
        for (int i = 0; i < test::rounds(20000); ++i) {
            std::string text;
            for (auto length = random() % 14; length > 0; --length)
                text += alphabet[random() % alphabet.size()];
            for (const Dimension dimension : allDimensions)
                for (const Result<double>& value : {parseAmount(text, dimension), parseTypedAmount(text, dimension)})
                    if (value)
                        QVERIFY2(std::isfinite(*value), text.c_str());
        }
        for (const Dimension dimension : allDimensions) {
            QVERIFY(!parseAmount(fmt::format("{:x<1000000}", ""), dimension));
            QVERIFY(!parseAmount(fmt::format("1{:/<1000000}", ""), dimension));
        }
    }

    void ignoresTheLocale()
    {
        const test::CommaLocale comma;
        if (!comma.active())
            QSKIP("SKIPPED: needs localedef and the sources of the locale de_DE");
        QCOMPARE(parseAmount("0.5 ms", Dimension::Time).value(), 0.0005);
        QCOMPARE(formatAmount(0.16049, Dimension::Time).joined(), std::string("0.160 s"));
        QCOMPARE(roundTripText(0.04), std::string("0.04"));
    }

    void everyDimensionExplainsItself()
    {
        for (const Dimension dimension : allDimensions) {
            const QString expected = QString::fromStdString(exampleOf(dimension));
            QString examples = expected.mid(expected.indexOf(QStringLiteral("such as ")) + 8);
            examples.replace(QStringLiteral(" or "), QStringLiteral(", "));
            const QStringList each = examples.split(QStringLiteral(", "));
            QVERIFY(each.size() >= 2);
            for (const QString& example : each)
                QVERIFY2(parseAmount(example.toStdString(), dimension), qPrintable(example));
        }
    }

    void decimals()
    {
        QCOMPARE(decimalText(2.005, 2), std::string("2.00"));  // the double nearest to 2.005 is below it
        QCOMPARE(decimalText(-0.001, 2), std::string("0.00"));
        QCOMPARE(decimalText(-0.0, 1), std::string("0.0"));
        QCOMPARE(decimalText(-0.51, 0), std::string("-1"));
        QCOMPARE(decimalText(999999999999.4, 0), std::string("999999999999"));
        QCOMPARE(decimalText(1.7e308, 2), std::string("1.700e+308"));
        QCOMPARE(decimalText(std::numeric_limits<double>::infinity(), 2), std::string("(too large to compute)"));
    }

    void cleanedText_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("clean");
        QTest::addColumn<QByteArray>("json");  // the same text as a JSON string, which escapes these characters
        const QByteArray sign = "\xEF\xBF\xBD";
        const auto row = [](const char* name, const QByteArray& text, const QByteArray& clean, const QByteArray& json) {
            QTest::newRow(name) << text << clean << json;
        };
        row("words", "k\xC3\xBC, \xCE\xB1 \xF0\x9F\x98\x80\n\t\"<&", "k\xC3\xBC, \xCE\xB1 \xF0\x9F\x98\x80\n\t\"<&",
            "k\xC3\xBC, \xCE\xB1 \xF0\x9F\x98\x80\n\t\"<&");
        row("escape", "a\x1b[31m", "a" + sign + "[31m", "a\\u001b[31m");
        row("carriage return", "a\rb", "a" + sign + "b", "a\\u000db");
        row("delete, C1", "\x7F\xC2\x9B", sign + sign, "\\u007f\\u009b");
        row("an override",
            "\xE2\x80\xAE"
            "0.61 %\xE2\x80\xAC",
            sign + "0.61 %" + sign, "\\u202e0.61 %\\u202c");
        row("an isolate, a mark", "\xE2\x81\xA6\xE2\x80\x8F", sign + sign, "\\u2066\\u200f");
        row("non-characters", "\xEF\xBF\xBF\xEF\xB7\x90\xF0\x9F\xBF\xBE", sign + sign + sign,
            "\\uffff\\ufdd0\\ud83f\\udffe");
        row("no UTF-8", "\xFF\xC3(\xED\xA0\x80", sign + sign + "(" + sign + sign + sign,
            "\\ufffd\\ufffd(\\ufffd\\ufffd\\ufffd");
        row("zero", QByteArray("a\0b", 3), "a" + sign + "b", "a\\u0000b");
    }
    void cleanedText()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, clean);
        QFETCH(QByteArray, json);
        QCOMPARE(QByteArray::fromStdString(sanitised(text.toStdString())), clean);
        QCOMPARE(QByteArray::fromStdString(escapeUnsafeJsonCharacters(text.toStdString())), json);
        QCOMPARE(sanitised(clean.toStdString()), clean.toStdString());
    }

    // Parameter counts as in papers: Llama 2 13B, BERT-large's 335 M.
    void formatsLargeCounts()
    {
        QCOMPARE(formatLargeCount(13e9).joined(), std::string("13 B"));
        QCOMPARE(formatLargeCount(335e6).joined(), std::string("335 M"));
        QCOMPARE(formatLargeCount(1.558e9).joined(), std::string("1.558 B"));
        QCOMPARE(formatLargeCount(999'999).joined(), std::string("999999"));
        QCOMPARE(formatLargeCount(0).joined(), std::string("0"));
    }

    void quotesFitATerminal()
    {
        QCOMPARE(inQuotes("10 us"), std::string("\"10 us\""));
        QCOMPARE(inQuotes("a\nb\x1b[31m"), std::string("\"a?b?[31m\""));
        QCOMPARE(inQuotes("\xff µ"), std::string("\"? µ\""));
        QCOMPARE(inQuotes("\xC0\x80\xED\xA0\x80"), std::string("\"?????\""));  // overlong NUL, lone surrogate
        const std::string longText = inQuotes(fmt::format("{:x<47}µµµ", ""));
        QVERIFY(longText.size() <= 48 + 2 + 3);
        QVERIFY(longText.ends_with("…\""));
        QVERIFY(!QString::fromStdString(longText).contains(QChar::ReplacementCharacter));
    }
};

SCALEWRIGHT_TEST(tst_units)
#include "tst_units.moc"
