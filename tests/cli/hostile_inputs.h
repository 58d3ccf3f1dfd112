// The kinds of files that are given to a program that reads users' data: a fixed corpus of each, and a seeded
// generator.
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
    QString name;  ///< of the file, whose suffix sets its type; "jobs/…" is in a folder as ladder script leaves it
    QByteArray content;
    std::vector<QStringList>
        commands{};  ///< that read it; "FILE" is replaced by its path, "NEW" by the path of a file that does not exist
    bool twoLadders = false;  ///< p, time of two ladders: an answer without a warning has averaged them
    bool isProject = false;  ///< may go through the window's export
};

/// What no generator has to find: one of each kind.
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
