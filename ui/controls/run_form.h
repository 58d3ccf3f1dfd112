// SPDX-License-Identifier: GPL-3.0-or-later
// A form for running a command at several p: command, worker counts, runs per p, launcher and folder.
#pragma once

#include <QWidget>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/evidence/runs/launcher.h"

class QComboBox;
class QLineEdit;
class QSpinBox;
class QVBoxLayout;

namespace scalewright::ui {

class Document;

class RunForm : public QWidget {
    Q_OBJECT

public:
    struct RunRequest {
        std::vector<std::string> commandWords;
        std::vector<int> workerCounts;
        int repeats = 1;
        Launcher launcher = Launcher::None;
        std::string workingFolder;
    };
    using FieldErrorHandler = std::function<void(QWidget* field, const QString& reason)>;

    RunForm(Document& document, std::vector<Launcher> launchers, int repeats, QWidget* parent = nullptr);

    /// Focuses the command field. An empty folder field is set to the project's folder, or to the home folder.
    void focusCommand();
    /// The request described by the fields; nullopt if a field is invalid. `refuse` is then called with the field and
    /// the reason.
    [[nodiscard]] std::optional<RunRequest> readRequest(const FieldErrorHandler& refuse = {}) const;

    [[nodiscard]] QLineEdit* commandEdit() const { return m_command; }
    [[nodiscard]] QLineEdit* workerCountsEdit() const { return m_workerCounts; }
    [[nodiscard]] QLineEdit* folderEdit() const { return m_folder; }
    [[nodiscard]] QSpinBox* repeatsBox() const { return m_repeats; }
    [[nodiscard]] QComboBox* launcherBox() const { return m_launcher; }
    [[nodiscard]] Launcher chosenLauncher() const;
    /// Inserts a row between the launcher and the folder.
    void addRow(QWidget* row);

Q_SIGNALS:
    void changed();
    /// Enter was pressed in the command field.
    void commandEntered();

private:
    void restyle();

    Document& m_document;
    std::vector<Launcher> m_launchers;
    QLineEdit* m_command;
    QLineEdit* m_workerCounts;
    QLineEdit* m_folder;
    QSpinBox* m_repeats;
    QComboBox* m_launcher;
    QVBoxLayout* m_column;
};

}  // namespace scalewright::ui
