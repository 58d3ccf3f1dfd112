// SPDX-License-Identifier: GPL-3.0-or-later
// How to start the plan: two launch lines, and the whole scripts in a card of their own.
#pragma once

#include <vector>

#include "core/base/error/result.h"
#include "core/design/sizing/sizing.h"
#include "core/design/tools/launch.h"
#include "ui/theme/widgets.h"

class QPlainTextEdit;
class QPushButton;
class QTabBar;

namespace scalewright::ui {

class Document;

class LaunchCard final : public Card {
    Q_OBJECT

public:
    explicit LaunchCard(QWidget* parent);

    /// `sizing`: of the same document; nullptr if nothing is sized.
    void refresh(const Document& document, const Sizing* sizing);
    /// Hidden until its button is pressed or the page has room for it; the page places it.
    [[nodiscard]] QWidget* scriptsCard() const { return m_scriptsCard; }
    void setRoomForScripts(bool hasRoom);

    [[nodiscard]] const std::vector<LaunchFile>& files() const { return m_files; }
    void copyShownFile();
    /// Asks for a folder. Existing files are not overwritten; the card reports that.
    void saveFiles();
    [[nodiscard]] Result<void> saveFiles(const QString& folder);

Q_SIGNALS:
    void scriptsShown();

private:
    void buildScriptsCard();
    void showSelectedFile();
    void updateScripts();

    bool m_hasRoomForScripts = false;
    std::vector<LaunchFile> m_files;
    QPlainTextEdit* m_lines;
    Text* m_note;
    QPushButton* m_scriptsButton;
    QPushButton* m_copyButton;
    QPushButton* m_saveButton;
    Card* m_scriptsCard;
    QTabBar* m_fileTabs;
    QPlainTextEdit* m_fileText;
};

}  // namespace scalewright::ui
