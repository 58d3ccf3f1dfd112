// The report's sections in the method's order: each with its answer in a few words, and a mark where a person's own words
// stand.
#pragma once

#include <QListWidget>

#include <optional>

#include "core/output/report/report.h"

namespace scalewright {
struct Project;
}

namespace scalewright::ui {

class SectionList : public QListWidget {
    Q_OBJECT

public:
    explicit SectionList(QWidget* parent = nullptr);

    /// `report`: the answers, nullptr while there are none.
    void present(const Project& project, const Report* report);
    /// One of wordPlaces.
    [[nodiscard]] QString place() const;
    void setPlace(const QString& place);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

    /// What an item holds besides its text, the title.
    enum ItemRole { HeadlineRole = Qt::UserRole, PlaceRole, WordsRole };

Q_SIGNALS:
    void chosen(const QString& place);
};

}  // namespace scalewright::ui
