// SPDX-License-Identifier: GPL-3.0-or-later
// "Measure everything": takes a program, the worker counts and a folder, then measures the machine, one run and the
// ladder in one go.
#pragma once

#include "ui/controls/run_form.h"

namespace scalewright::ui {

class StudyRun;

class StudyCard : public RunFormCard {
    Q_OBJECT

public:
    StudyCard(Document& document, StudyRun& study, QWidget* parent = nullptr);

    void start() override;

private:
    StudyRun& m_study;
};

}  // namespace scalewright::ui
