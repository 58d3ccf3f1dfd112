// Cost (book 41.7): which p is worth its money? Time against cost with the value of an hour, and energy and carbon as a
// tab.
#pragma once

#include "ui/page/page.h"

namespace scalewright::ui {

class CarbonView;
class MissingLine;
class MoneyView;
class PageTabs;

class CostPage final : public Page {
    Q_OBJECT

public:
    explicit CostPage(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] static PageEntry entry();

    [[nodiscard]] std::vector<Exportable> exportables() override;
    [[nodiscard]] std::vector<PaletteItem> paletteItems() override;
    bool focusField(const QString& pointer) override;
    void setLecture(bool lecture) override;

    [[nodiscard]] MoneyView& money() const { return *m_money; }
    [[nodiscard]] CarbonView& carbon() const { return *m_carbon; }

protected:
    void refresh() override;

private:
    void showTab(int index);

    PageTabs* m_tabs;
    MissingLine* m_missing;
    MoneyView* m_money;
    CarbonView* m_carbon;
};

}  // namespace scalewright::ui
