// Work that a crash left behind, offered in the window's notice: open it, discard it, or decide another time.
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

    /// Offers the newest leftover, after it is decided on the next one; where the notice says something, once that is
    /// answered. Does nothing where there is none.
    void offer();

private:
    void offerLater();
    void open(const Autosave::Leftover& leftover);
    void discard(const Autosave::Leftover& leftover);

    MainWindow& m_window;
    Notice& m_notice;
    Autosave& m_autosave;
};

}  // namespace scalewright::ui
