// What probes measured, a row a figure: its median, the interval around it, and how old it is.
#pragma once

#include <QTableWidget>

#include <vector>

#include "core/evidence/probes/probe.h"

namespace scalewright {
struct Project;
}

namespace scalewright::ui {

/// The results of one run, or, where there was none, what the project keeps of an earlier one.
[[nodiscard]] std::vector<ProbeResult> probesKept(const Project& project);

/// "today", "3 days ago"; empty where the date (ISO 8601) is none.
[[nodiscard]] QString ageOf(const std::string& date, const QDate& today);

/// What is said of the oldest figure that was measured on this machine; empty while it is fresh.
[[nodiscard]] QString staleness(const Project& project, const QDate& today);

/// What a person typed over a figure that the newest run measured, with that: "peak FLOP/s, π: typed; measured 43.1
/// GFLOP/s, today".
[[nodiscard]] QString typedOverMeasured(const Project& project, const QDate& today);

/// As high as its rows, without a frame; what is wider than the card is scrolled to.
class FlatTable : public QTableWidget {
    Q_OBJECT

public:
    FlatTable(int columns, QWidget* parent);

protected:
    void setCell(int row, int column, const QString& text, const QString& tip);
    void restyle();
    void resizeEvent(QResizeEvent* event) override;

private:
    void fit();

    int m_rowHeight = 0;
};

class ProbeTable : public FlatTable {
    Q_OBJECT

public:
    explicit ProbeTable(QWidget* parent = nullptr);
    void present(const std::vector<ProbeResult>& results);
};

/// The runs of the probes that a project keeps, side by side: a column a run, the newest first.
class ProbeHistory : public FlatTable {
    Q_OBJECT

public:
    explicit ProbeHistory(QWidget* parent = nullptr);
    void present(const std::vector<Machine>& runs, const QDate& today);
};

}  // namespace scalewright::ui
