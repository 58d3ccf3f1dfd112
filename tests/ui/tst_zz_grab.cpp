#include <QApplication>
#include <QSignalSpy>
#include <QTest>
#include <QTableView>
#include "tests/support/registry.h"
#include "ui/baseline/baseline_page.h"
#include "ui/baseline/machine_card.h"
#include "ui/baseline/measuring.h"
#include "ui/baseline/steps_card.h"
#include "ui/baseline/target_card.h"
#include "ui/baseline/search_combo.h"
#include "ui/shell/main_window.h"
#include <QLineEdit>
using namespace scalewright; using namespace scalewright::ui;
class tst_zz_grab : public QObject { Q_OBJECT
private Q_SLOTS:
  void grab() {
    Theme::instance().setDark(false);
    Document d; MainWindow w(d, allPages()); w.resize(1280,720); w.show(); w.showPage(QStringLiteral("baseline"));
    auto* p = static_cast<BaselinePage*>(w.page(QStringLiteral("baseline")));
    const auto shot=[&](const char* n){ for(int i=0;i<20;++i) QApplication::processEvents(); w.grab().save(QStringLiteral("/tmp/bl/real-%1.png").arg(QLatin1String(n))); };
    QSignalSpy fin(&p->measuring(), &Measuring::finished);
    p->machine().measureButton()->click();
    QTRY_VERIFY_WITH_TIMEOUT(p->measuring().share()>0.4 || fin.count(), 60000);
    shot("during");
    QTRY_COMPARE_WITH_TIMEOUT(fin.count(),1,120000);
    shot("machine");
    p->measuring().start(Measuring::Run::Book);
    QTRY_COMPARE_WITH_TIMEOUT(fin.count(),2,120000);
    shot("book");
    p->target().node()->setCurrentText(QStringLiteral("NVIDIA A100 SXM 80 GB"));
    Q_EMIT p->target().node()->lineEdit()->editingFinished();
    p->target().link()->setCurrentText(QStringLiteral("Ethernet, 100 Gbit/s"));
    Q_EMIT p->target().link()->lineEdit()->editingFinished();
    p->steps().table()->setCurrentIndex(p->steps().table()->model()->index(0,1));
    shot("target");
    w.resize(1920,1080); shot("target-big");
    Theme::instance().setDark(true); shot("target-big-dark");
    for (auto* b : p->findChildren<QPushButton*>()) if (b->isCheckable() && b->text()!=QStringLiteral("Table")) b->setChecked(true);
    shot("unfolded");
    Theme::instance().setDark(false);
    w.resize(1280,3000); shot("tall");
  }
};
SCALEWRIGHT_TEST(tst_zz_grab)
#include "tst_zz_grab.moc"
