// SPDX-License-Identifier: GPL-3.0-or-later
// A Design page for a project, for tests.
#pragma once

#include <QAccessible>
#include <QTest>

#include <memory>

#include "core/base/files/resources.h"
#include "core/project/document/project_file.h"
#include "ui/design/design_page.h"
#include "ui/design/slots/choice_button.h"
#include "ui/design/slots/slot_card.h"

namespace scalewright::test {

using namespace scalewright::ui;

/// A project from resources/examples.
inline Project example(const char* name)
{
    const Result<std::filesystem::path> path = resourcePath(std::string("examples/") + name + ".scalewright");
    const Result<Project> project = path ? readProject(*path) : Result<Project>(fail(path.error()));
    if (!project)
        qFatal("%s", describe(project.error()).c_str());
    return *project;
}

struct DesignSetup {
    Document document;
    std::unique_ptr<DesignPage> page;

    explicit DesignSetup(const Project& project)
    {
        document.edit(QStringLiteral("test"), project);
        page = std::make_unique<DesignPage>(document);
        page->resize(1204, 624);
    }
    void show()
    {
        page->show();
        QVERIFY(QTest::qWaitForWindowActive(page.get()));
    }
    [[nodiscard]] const Design& design() const { return document.project().design; }
    [[nodiscard]] SlotCard& card(Slot slot) const { return page->slotCard(slot); }
    /// The button of the slot's first choice.
    [[nodiscard]] ChoiceButton* choiceButton(Slot slot) const { return card(slot).findChild<ChoiceButton*>(); }
};

/// The name that a screen reader announces.
inline QString accessibleNameOf(QObject* object)
{
    QAccessibleInterface* interface = QAccessible::queryAccessibleInterface(object);
    return interface ? interface->text(QAccessible::Name) : QString();
}

}  // namespace scalewright::test
