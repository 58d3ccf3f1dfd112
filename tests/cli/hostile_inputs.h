// SPDX-License-Identifier: GPL-3.0-or-later
// Hostile input files of every kind that the program reads: a fixed corpus, and a seeded generator.
//
//     HostileInputs inputs(seed);
//     const HostileInput one = inputs.next();   // the same for the same seed, on every machine
#pragma once

#include <QByteArray>
#include <QRandomGenerator>
#include <QString>
#include <QStringList>

#include <vector>

namespace scalewright::test {

struct HostileInput {
    QString kind;        ///< "two ladders, tab"
    /// File name, whose suffix sets its type; "jobs/…" is in a folder like those that ladder script creates.
    QString name;
    QByteArray content;
    /// Commands that read the file; "FILE" is replaced by its path, "NEW" by the path of a file that does not exist.
    std::vector<QStringList> commands{};
    bool twoLadders = false;  ///< p and time of two ladders: an answer without a warning means that they were averaged
    bool isProject = false;  ///< may be passed to the window's export
};

/// Inputs that the generator need not find by chance: one of each kind.
[[nodiscard]] std::vector<HostileInput> hostileCorpus();

class HostileInputs {
public:
    explicit HostileInputs(quint32 seed);
    [[nodiscard]] HostileInput next();

private:
    QRandomGenerator m_random;
    std::vector<QByteArray> m_projects;  ///< the examples

    int below(int end) { return static_cast<int>(m_random.bounded(end)); }
    template <class List>
    auto pickOne(const List& list)
    {
        return list[static_cast<decltype(list.size())>(below(static_cast<int>(list.size())))];
    }
    QByteArray number();
    QByteArray words();
    QByteArray mutated(QByteArray text);
    HostileInput project();
    HostileInput ladder();
    HostileInput twoLadders();
    HostileInput encoded();
    HostileInput timings();
    HostileInput benchmarkLog();
    HostileInput profile();
    HostileInput trace();
    HostileInput recorded();
    HostileInput runs();
    HostileInput jobs();
    HostileInput package();
    HostileInput exercise();
    HostileInput rubbish();
};

}  // namespace scalewright::test
