// What to run at several p, and how: command, worker counts, runs of each, what starts the processes, and where.
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
    struct Order {
        std::vector<std::string> words;
        std::vector<int> p;
        int repeats = 1;
        Launcher launcher = Launcher::None;
        std::string folder;
    };
    using Refuse = std::function<void(QWidget* field, const QString& why)>;

    RunForm(Document& document, std::vector<Launcher> launchers, int repeats, QWidget* parent = nullptr);

    /// The keyboard into the command; the folder begins as the project's, else as the person's own.
    void takeFocus();
    /// What the fields say; nullopt where one is wrong, which `refuse` is told.
    [[nodiscard]] std::optional<Order> read(const Refuse& refuse = {}) const;

    [[nodiscard]] QLineEdit* command() const { return m_command; }
    [[nodiscard]] QLineEdit* counts() const { return m_counts; }
    [[nodiscard]] QLineEdit* folder() const { return m_folder; }
    [[nodiscard]] QSpinBox* repeats() const { return m_repeats; }
    [[nodiscard]] QComboBox* launcher() const { return m_launcher; }
    [[nodiscard]] Launcher chosenLauncher() const;
    /// Between what starts the processes and the folder.
    void addRow(QWidget* row);

Q_SIGNALS:
    void changed();
    /// Enter in the command.
    void entered();

private:
    void restyle();

    Document& m_document;
    std::vector<Launcher> m_launchers;
    QLineEdit* m_command;
    QLineEdit* m_counts;
    QLineEdit* m_folder;
    QSpinBox* m_repeats;
    QComboBox* m_launcher;
    QVBoxLayout* m_column;
};

}  // namespace scalewright::ui
