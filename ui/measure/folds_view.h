// The lost folds of every p by cause, as a table with a bar behind each number; gains are outlined and said.
#pragma once

#include <QTableView>

#include "core/decision/attribution/attribution.h"
#include "ui/figure/figure_content.h"

namespace scalewright::ui {

class TableModel;

class FoldsView : public QTableView, public FigureContent {
    Q_OBJECT

public:
    explicit FoldsView(QWidget* parent = nullptr);

    /// `attribution` nullptr: `why` says why there is nothing to show.
    void setAttribution(const Attribution* attribution, const QString& caption, const QString& why);

    [[nodiscard]] FigureTexts texts() const override;
    [[nodiscard]] Table table() const override { return m_table; }
    [[nodiscard]] QSizeF naturalSize() const override;
    [[nodiscard]] QSizeF sizeAt(double /*width*/) const override
    {
        return naturalSize();
    }  // columns of numbers that would run together
    void render(QCPPainter& painter, const QSizeF& size, const Look& look) const override;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    class Delegate;
    void restyle();

    TableModel* m_model;
    Table m_table;
    double m_most = 1;  ///< the largest number: a bar of full width
    QString m_caption, m_why, m_summary;
};

/// The table behind it: p, the total, and one column for each cause that occurs; nothing where a rung was measured in
/// total only.
[[nodiscard]] Table foldsTable(const Attribution& attribution);

}  // namespace scalewright::ui
