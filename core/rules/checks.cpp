#include "core/rules/checks.h"

#include <algorithm>

#include "core/rules/rule.h"

namespace scalewright {

namespace {

// In the order of their first slot; the template's own rules, which read every slot, come first.
std::vector<const detail::Rule*> allRules()
{
    std::vector<const detail::Rule*> rules;
    for (const std::vector<detail::Rule>* of :
         {&detail::templateRules(), &detail::partitioningRules(), &detail::communicationRules(), &detail::consistencyRules(),
          &detail::coordinationRules(), &detail::faultRules(), &detail::balancingRules()})
        for (const detail::Rule& rule : *of)
            rules.push_back(&rule);
    return rules;
}

}  // namespace

const char* severityName(Severity severity)
{
    switch (severity) {
    case Severity::Error: return "error";
    case Severity::Warning: return "warning";
    case Severity::Advice: break;
    }
    return "advice";
}

std::vector<RuleInfo> designRules()
{
    std::vector<RuleInfo> infos;
    for (const detail::Rule* rule : allRules())
        infos.push_back(rule->info);
    return infos;
}

std::vector<Finding> checkDesign(const Project& project, const Analysis& analysis, const DesignCatalogue& catalogue)
{
    std::vector<Finding> findings;
    const bool designed = std::any_of(allSlots.begin(), allSlots.end(), [&](Slot slot) { return !slotOf(project.design, slot).choices.empty(); });
    const detail::Situation situation(project, analysis, analysis, catalogue);
    for (const detail::Rule* rule : allRules()) {
        if (!designed && rule->info.name != "slot-empty" && rule->info.name != "plan-misses-a-goal")
            continue;
        detail::Report report(rule->info, findings);
        rule->check(situation, report);
    }
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::pair(a.slotsRead.front(), a.severity) < std::pair(b.slotsRead.front(), b.severity);
    });
    return findings;
}

bool sameFindings(const Project& project, const Analysis& analysis, const Project& other, const Analysis& ofOther)
{
    return analysis.pMax == ofOther.pMax && analysis.plan == ofOther.plan && project.baseline == other.baseline &&
           static_cast<const Proposal&>(project) == other;
}

int count(const std::vector<Finding>& findings, Severity severity)
{
    return static_cast<int>(std::count_if(findings.begin(), findings.end(), [severity](const Finding& each) { return each.severity == severity; }));
}

}  // namespace scalewright
