// SPDX-License-Identifier: GPL-3.0-or-later
// A window with test-defined pages, for tests of the window frame.
#pragma once

#include <QApplication>
#include <QDropEvent>
#include <QLineEdit>
#include <QMimeData>
#include <QPushButton>
#include <QTest>

#include <memory>

#include "ui/shell/main_window.h"
#include "ui/shell/notice.h"

namespace scalewright::test {

using namespace scalewright::ui;

class TestPage final : public Page {
public:
    TestPage(Document& document, QWidget* parent)
        : Page(document, QStringLiteral("What is it?"), parent), m_field(new QLineEdit(this))
    {
        initializeView();
    }

    std::vector<PaletteItem> paletteItems() override
    {
        return {{PaletteItem::Kind::Quantity, QStringLiteral("alpha, latency per hop"), {}, [this] { ++alphaFound; }}};
    }
    [[nodiscard]] QStringList presets() const override { return presetNames; }
    void applyPreset(int index) override { applied << index; }
    [[nodiscard]] bool canGuess() const override { return true; }
    [[nodiscard]] bool isGuessing() const override { return m_guessing; }
    void setGuessing(bool guessing) override
    {
        m_guessing = guessing;
        Q_EMIT guessingChanged(guessing);
    }
    void setLecture(bool on) override { lecture = on; }
    void takeFile(const QString& path) override { taken = path; }
    QLineEdit& field() { return *m_field; }

    int refreshed = 0;
    int alphaFound = 0;
    bool lecture = false;
    QString taken;
    QStringList presetNames;
    QList<int> applied;

protected:
    void refresh() override { ++refreshed; }

private:
    QLineEdit* m_field;
    bool m_guessing = false;
};

inline PageEntry entry(const char* id, const char* title, PageGroup group)
{
    return {QString::fromLatin1(id),
            QString::fromLatin1(title),
            QStringLiteral("41.4"),
            group,
            [](const Document& document) { return pageStateOf({document.project().target.alphaS}); },
            [](Document& document, QWidget* parent) -> Page* { return new TestPage(document, parent); }};
}

inline std::vector<PageEntry> pages()
{
    return {entry("predict", "Predict", PageGroup::OnPaper), entry("measure", "Measure", PageGroup::ProveIt),
            entry("cost", "Cost", PageGroup::ProveIt)};
}

struct Shell {
    Document document;
    std::unique_ptr<MainWindow> window;

    Shell()
    {
        window = std::make_unique<MainWindow>(document, pages());
        window->show();
        window->activateWindow();
        [[maybe_unused]] const bool active = QTest::qWaitForWindowActive(window.get());
    }
    TestPage& page(const char* id) { return static_cast<TestPage&>(*window->page(QString::fromLatin1(id))); }
    void type(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QWidget* to = QApplication::focusWidget() ? QApplication::focusWidget() : window.get();
        QTest::keyClick(to, key, modifiers);
    }
    void drop(const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event({5, 5}, Qt::CopyAction, &data, Qt::LeftButton, {});
        QApplication::sendEvent(window.get(), &event);
    }
    /// Presses the notice's button with that text.
    void answer(const QString& text)
    {
        for (QPushButton* button : window->notice().findChildren<QPushButton*>())
            if (button->text() == text) {
                button->setFocus();
                QTest::keyClick(button, Qt::Key_Return);
                QApplication::processEvents();
                return;
            }
        QFAIL(qPrintable(QStringLiteral("the notice offers no '%1'").arg(text)));
    }
};

}  // namespace scalewright::test
