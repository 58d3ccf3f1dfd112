// SPDX-License-Identifier: GPL-3.0-or-later
// Random projects: six slots filled from the menus, most fields randomly set or not. For properties that hold for any
// project.
#pragma once

#include <array>
#include <initializer_list>
#include <random>

#include "core/design/slots/slots.h"
#include "core/project/document/project.h"

namespace scalewright::test {

class RandomProjects {
public:
    RandomProjects(unsigned firstSeed, const DesignCatalogue& menus) : m_random(firstSeed), m_menus(menus) {}

    Project next()
    {
        Project project;
        Baseline& baseline = project.baseline;
        baseline.tCompS = typed(std::array{0.05, 1.0, 10.0, 100.0}[below(4)]);
        project.target.alphaS = typed(std::array{0.0, 1e-6, 8e-4}[below(3)]);
        project.target.bandwidthBytesPerS = typed(std::array{1e9, 25e9, 450e9}[below(3)]);
        project.design.communication.messageBytes = typed(1e9);
        constexpr std::array<const char*, 3> scopes{"", "training", "serving"};
        for (const Slot slot : allSlots) {
            const std::vector<SlotOption>& options = m_menus.menu(slot).options;
            for (std::size_t i = below(3); i > 0; --i)
                slotOf(project.design, slot)
                    .choices.push_back({options[below(options.size())].id, scopes[below(3)], {}});
        }
        Communication& c = project.design.communication;
        c.pattern = allPatterns[below(allPatterns.size())];
        sometimes(c.messageBytes, {0, 1e6, 1e9, 40e9});
        sometimes(c.shards, {1, 4, 64});
        sometimes(c.participation, {0.1, 1});
        sometimes(c.localSteps, {1, 16, 100});
        sometimes(c.overlap, {0, 0.5, 1});
        sometimes(c.backwardShare, {0, 0.6});
        sometimes(baseline.workingSetBytes, {8e9, 16e9, 17e9, 128e9, 500e9});
        sometimes(baseline.networkBytes, {1e5, 1e9});
        sometimes(baseline.batch, {1, 6, 64, 1024});
        sometimes(baseline.criticalBatch, {100, 1e6});
        sometimes(baseline.minSteps, {5000});
        sometimes(project.target.memoryBytes, {16e9, 80e9});
        if (below(4) == 0)
            baseline.model.emplace().parameters = typed(std::array{1e9, 7e9, 70e9}[below(3)]);
        Partitioning& partitioning = project.design.partitioning;
        sometimes(partitioning.partitions, {1, 8, 100});
        sometimes(partitioning.shardingStage, {0, 1, 2, 3});
        sometimes(project.design.consistency.stalenessSteps, {0, 3, 9});
        sometimes(project.design.consistency.toleratedStalenessSteps, {0, 4});
        sometimes(project.design.coordination.secondsPerWorker, {0.001});
        FaultTolerance& faults = project.design.faultTolerance;
        sometimes(faults.checkpointIntervalS, {60, 36000});
        sometimes(faults.checkpointS, {0, 30, 3000});
        sometimes(faults.restartS, {600});
        sometimes(project.target.nodeMtbfS, {36000, 1e8});
        LoadBalancing& balance = project.design.loadBalancing;
        if (below(2) == 0)
            sometimes(balance.jitterS, {0, 1e-9, 0.005, 0.01, 0.2});
        else
            sometimes(balance.jitterShare, {0, 0.02, 0.3});
        balance.jitterShape = below(2) == 0 ? JitterShape::Normal : JitterShape::Exponential;
        sometimes(balance.skew, {1, 1.3});
        sometimes(balance.backupWorkers, {0, 1, 500});
        sometimes(project.plan.steps, {1, 1e7});
        sometimes(project.target.priceUsdPerHour, {1, 32});
        sometimes(project.goal.deadlineS, {10, 1e6});
        sometimes(project.goal.latencyS, {0.01, 1});
        project.target.preemptible = below(2) == 0;
        project.plan.scaling = below(4) == 0 ? Scaling::Weak : Scaling::Strong;
        if (below(2) == 0)
            project.plan.p = 1 << below(8);
        return project;
    }

private:
    std::size_t below(std::size_t n) { return m_random() % n; }
    void sometimes(MaybeQuantity& quantity, std::initializer_list<double> values)
    {
        if (below(2) == 0)
            quantity = typed(values.begin()[below(values.size())]);
    }

    std::mt19937 m_random;
    const DesignCatalogue& m_menus;
};

}  // namespace scalewright::test
