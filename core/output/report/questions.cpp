// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/report/questions.h"

namespace scalewright {

const std::vector<ReportQuestion>& reportQuestions()
{
    static const std::vector<ReportQuestion> questions{{"ceiling", "The ceiling", "41.2", "diagnose"},
                                                       {"design", "The design", "41.4", "design show"},
                                                       {"checks", "The design, checked", "41.4", "design check"},
                                                       {"prediction", "The prediction", "41.4", "predict"},
                                                       {"measurement", "The measurement", "41.7", "attribute"},
                                                       {"law", "The law", "41.7", "fit"},
                                                       {"price", "The price", "41.7", "cost"},
                                                       {"footprint", "The footprint", "41.7", "carbon"}};
    return questions;
}

std::string reportSectionTitle(std::string_view place)
{
    for (const ReportQuestion& question : reportQuestions())
        if (place == question.key)
            return question.title;
    return place == "introduction" ? "Introduction" : "Conclusion";
}

}  // namespace scalewright
