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

std::vector<Finding> checkDesign(const Project& project, const DesignCatalogue& catalogue)
{
    std::vector<Finding> findings;
    const bool designed = std::any_of(allSlots.begin(), allSlots.end(), [&](Slot slot) { return !slotOf(project.design, slot).choices.empty(); });
    const detail::Situation situation(project, catalogue);
    for (const detail::Rule* rule : allRules()) {
        if (!designed && rule->info.name != "slot-empty")
            continue;
        detail::Report report(rule->info, findings);
        rule->check(situation, report);
    }
    std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
        return std::pair(a.slotsRead.front(), a.severity) < std::pair(b.slotsRead.front(), b.severity);
    });
    return findings;
}

}  // namespace scalewright
