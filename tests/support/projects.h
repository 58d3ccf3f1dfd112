// SPDX-License-Identifier: GPL-3.0-or-later
// Projects shared by several tests.
#pragma once

#include "core/model/scaling/model.h"
#include "core/project/document/project.h"
#include "core/project/document/project_file.h"
#include "tests/support/registry.h"

namespace scalewright::test {

/// Output 41.4.1 of the book: T_comp 1 s, alpha 0.8 ms, beta 40 ms (1 GB over 25 GB/s).
inline Project output4141()
{
    Project project;
    project.title = "Output 41.4.1";
    project.baseline.tCompS = typed(1);
    project.target.alphaS = typed(0.0008);
    project.target.bandwidthBytesPerS = typed(25e9);
    project.design.communication.messageBytes = typed(1e9);
    return project;
}

/// The same as a model, without further terms.
inline ScalingModel bookModel()
{
    return {.tCompS = 1, .exchanges = {{.communication = {.alphaS = 0.0008, .betaS = 0.04}}}};
}

/// A shipped example: resources/examples/NAME.scalewright.
inline Project example(const QString& name)
{
    const Result<Project> project =
        readProject(sourceFile(QStringLiteral("resources/examples/%1.scalewright").arg(name)).toStdString());
    if (!project)
        qFatal("%s", describe(project.error()).c_str());
    return *project;
}

}  // namespace scalewright::test
