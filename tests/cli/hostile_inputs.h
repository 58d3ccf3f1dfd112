// The kinds of files that fall to a program that reads what people have: a fixed corpus of each, and a seeded
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
    QString name;  ///< of the file: its ending says what it is; "jobs/…" stands in a folder as ladder script leaves it
    QByteArray content;
    std::vector<QStringList>
        commands{};  ///< that read it; "FILE" stands for its path, "NEW" for one where nothing is yet
    bool twoLadders = false;  ///< p, time of two ladders: whoever answers without a word has averaged them
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
    auto oneOf(const List& list)
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
