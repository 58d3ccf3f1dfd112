// SPDX-License-Identifier: GPL-3.0-or-later
// The report's sections in the method's order: each with a short answer, and a mark if the user wrote their own words.
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

    /// `report`: the answers; nullptr while they are not available.
    void showSections(const Project& project, const Report* report);
    /// One of reportTextPlaces.
    [[nodiscard]] QString currentSectionId() const;
    void setCurrentSection(const QString& place);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

    /// Item roles other than its title.
    enum ItemRole { HeadlineRole = Qt::UserRole, SectionIdRole, HasWordsRole };

Q_SIGNALS:
    void sectionChosen(const QString& place);
};

}  // namespace scalewright::ui
