// SPDX-License-Identifier: GPL-3.0-or-later
// The Cost page (book 41.7): which p is worth the money? Time against cost for a given value of an hour, and a tab for
// energy and carbon.
#pragma once

#include "ui/page/page.h"

namespace scalewright::ui {

class CarbonView;
class MissingFieldsLine;
class MoneyView;
class PageTabs;

class CostPage final : public Page {
    Q_OBJECT

public:
    explicit CostPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<ExportableFigure> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    void setLecture(bool lecture) override;

protected:
    void refresh() override;

private:
    void showTab(int index);

    PageTabs* m_tabs;
    MissingFieldsLine* m_missingLine;
    MoneyView* m_moneyView;
    CarbonView* m_carbonView;
};

}  // namespace scalewright::ui
