// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the real program, as a user or a script would.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace scalewright::test {

struct CliResult {
    int status = -1;  ///< exit status; -1 if it was killed or did not start
    QByteArray out;
    QByteArray err;

    /// The answer from --json; an empty object (and a failed test) if the output is not JSON.
    [[nodiscard]] QJsonObject json() const;
};

/// Runs `scalewright-cli arguments…` with `input` as standard input, in `folder` if it is given.
CliResult runCli(const QStringList& arguments, const QByteArray& input = {}, const QString& folder = {});

/// Runs a shell command line in which $CLI is the program, for redirections and pipes. `status` is the exit status of
/// the whole line.
CliResult runShell(const QString& line, const QString& folder = {});

/// A command of tests/data/json-keys/keys.txt with its arguments, which may contain {example}, {data}, {root} and {out}.
struct ListedCommand {
    QString name, arguments;
    QStringList keys;  ///< that it prints with --json
};
QList<ListedCommand> listedCommands();

/// Writes a file and returns its path.
QString writeFile(const QString& path, const QByteArray& content);

/// A shipped example: resources/examples/NAME.scalewright.
QString examplePath(const QString& name);

/// Whether the process is running; false for a zombie whose status has not been collected.
bool alive(qint64 process);

/// The ladder from Output 41.7.2 as a table.
inline const QByteArray bookLadder =
    "p,comp,comm,idle\n1,800,0,0\n2,400,18,12\n4,200,34,26\n8,100,58,48\n16,50,95,90\n";

}  // namespace scalewright::test
