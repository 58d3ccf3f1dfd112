// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/pages.h"

#include "app/cli/execute_json.h"
#include "ui/baseline/baseline_page.h"
#include "ui/cost/cost_page.h"
#include "ui/design/design_page.h"
#include "ui/diagnose/diagnose_page.h"
#include "ui/exercise/exercise_page.h"
#include "ui/measure/measure_page.h"
#include "ui/predict/predict_page.h"
#include "ui/report/report_page.h"
#include "ui/story/story_page.h"
#include "ui/tools/tools_page.h"

namespace scalewright::ui {

std::vector<PageEntry> allPages()
{
    return {StoryPage::entry(),
            BaselinePage::entry(),
            DiagnosePage::entry(),
            DesignPage::entry(),
            PredictPage::entry(),
            ToolsPage::entry(),
            MeasurePage::entry(),
            CostPage::entry(),
            ReportPage::entry(StoryPage::entry().state),
            ExercisePage::entry(cli::executeCommandLineAsJson)};
}

QStringList pageIds()
{
    QStringList ids;
    for (const PageEntry& page : allPages())
        ids << page.id;
    return ids;
}

}  // namespace scalewright::ui
