// Runs the real program, as a person or a script would.
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace scalewright::test {

struct CliResult {
    int status = -1;  ///< exit status; -1 where it was killed or did not start
    QByteArray out;
    QByteArray err;

    /// The answer of --json; an empty object (and a failed test) where it is no JSON.
    [[nodiscard]] QJsonObject json() const;
};

/// `scalewright-cli arguments…` with `input` as standard input, in the folder `folder` where one is given.
CliResult runCli(const QStringList& arguments, const QByteArray& input = {}, const QString& folder = {});

/// A shell line in which $CLI is the program: for redirections and pipes. `status` is the line's.
CliResult runShell(const QString& line, const QString& folder = {});

/// Writes a file and returns its path.
QString writeFile(const QString& path, const QByteArray& content);

}  // namespace scalewright::test
