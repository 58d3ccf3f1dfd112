// SPDX-License-Identifier: GPL-3.0-or-later
// Uses the window's notice to offer work left behind by a crash: open it, discard it, or decide later.
#pragma once

#include <QObject>

#include "ui/document/autosave.h"

namespace scalewright::ui {

class MainWindow;
class Notice;

class Recovery : public QObject {
    Q_OBJECT

public:
    Recovery(MainWindow& window, Autosave& autosave, QObject* parent = nullptr);

    /// Offers the newest leftover, and the next one after each decision; waits until the current notice is dismissed.
    /// Does nothing if none exists.
    void offerNewest();

private:
    void offerAfterNotice();
    void openLeftover(const Autosave::UnsavedWork& leftover);
    void discardLeftover(const Autosave::UnsavedWork& leftover);

    MainWindow& m_window;
    Notice& m_notice;
    Autosave& m_autosave;
};

}  // namespace scalewright::ui
