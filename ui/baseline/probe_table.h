// SPDX-License-Identifier: GPL-3.0-or-later
// The probe results, one row per figure: its median, its interval and its age.
#pragma once

#include <QTableWidget>

#include <vector>

#include "core/evidence/probes/probe.h"

namespace scalewright {
struct Project;
}

namespace scalewright::ui {

/// The measured figures of the project's machine, as probe results.
[[nodiscard]] std::vector<ProbeResult> storedProbeResults(const Project& project);

/// For example "today" or "3 days ago"; empty if the date is not a valid ISO 8601 date.
[[nodiscard]] QString ageText(const std::string& date, const QDate& today);

/// A warning about the age of the oldest figure measured on this machine; empty while all figures are fresh.
[[nodiscard]] QString stalenessText(const Project& project, const QDate& today);

/// Typed figures that the newest run also measured, one per line, for example "peak FLOP/s, π: typed; measured 43.1
/// GFLOP/s, today".
[[nodiscard]] QString typedOverMeasuredText(const Project& project, const QDate& today);

/// A frameless table that is as tall as its rows and scrolls horizontally.
class FramelessTable : public QTableWidget {
    Q_OBJECT

public:
    FramelessTable(int columns, QWidget* parent);

protected:
    void setCell(int row, int column, const QString& text, const QString& tip);
    void restyle();
    void resizeEvent(QResizeEvent* event) override;

private:
    void fitHeight();

    int m_rowHeight = 0;
};

class ProbeTable : public FramelessTable {
    Q_OBJECT

public:
    explicit ProbeTable(QWidget* parent = nullptr);
    void setResults(const std::vector<ProbeResult>& results);
};

/// The probe runs stored in the project, one column per run, newest first.
class ProbeHistory : public FramelessTable {
    Q_OBJECT

public:
    explicit ProbeHistory(QWidget* parent = nullptr);
    void setRuns(const std::vector<Machine>& runs, const QDate& today);
};

}  // namespace scalewright::ui
