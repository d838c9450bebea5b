// SPDX-License-Identifier: GPL-3.0-or-later
// The window on a small screen: how small it can be made, that panels lose nothing then, and where
// it opens.
#include "app/gui/MainWindow.h"
#include "app/gui/SettingsDialog.h"
#include "app/gui/ViewRenderer.h"

#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSettings>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QTranslator>

#include <gtest/gtest.h>

#include <tuple>

namespace charonia::app {
namespace {

using namespace Qt::StringLiterals;

constexpr QSize kSmall(1000, 640);

/// Widgets that show parts of their content in ways of their own: they scroll or elide.
bool isWhole(const QWidget *widget) {
  return (qobject_cast<const QAbstractScrollArea *>(widget) != nullptr &&
          qobject_cast<const QScrollArea *>(widget) == nullptr) ||
         qobject_cast<const QComboBox *>(widget) != nullptr ||
         qobject_cast<const QLineEdit *>(widget) != nullptr ||
         qobject_cast<const QTabBar *>(widget) != nullptr ||
         qobject_cast<const QScrollBar *>(widget) != nullptr;
}

/// Whether all of `widget` is within its parent or can be scrolled into it.
bool isReachable(const QWidget *widget) {
  const QWidget *parent = widget->parentWidget();
  const auto *area = qobject_cast<const QScrollArea *>(parent->parentWidget());
  if (area != nullptr && area->viewport() == parent) {
    return widget->width() - parent->width() <= area->horizontalScrollBar()->maximum() &&
           widget->height() - parent->height() <= area->verticalScrollBar()->maximum();
  }
  return parent->rect().contains(widget->geometry());
}

/// Whether `widget` has the room that it needs to show all its content.
bool hasRoom(const QWidget *widget) {
  if (qobject_cast<const QScrollArea *>(widget) != nullptr) {
    return true; // its content is looked at by itself
  }
  const auto *label = qobject_cast<const QLabel *>(widget);
  if (label != nullptr && label->wordWrap()) {
    return label->height() >= label->heightForWidth(label->width());
  }
  const QSize least = widget->minimumSizeHint().expandedTo(widget->minimumSize());
  return widget->width() >= least.width() && widget->height() >= least.height();
}

/// Names the visible widgets below `root` of which a part cannot be seen.
void collectLost(const QWidget *root, QStringList &lost) {
  for (const QObject *child : root->children()) {
    const auto *widget = qobject_cast<const QWidget *>(child);
    if (widget == nullptr || !widget->isVisible()) {
      continue;
    }
    const bool reachable = isReachable(widget);
    if (!reachable || !hasRoom(widget)) {
      lost += u"%1 \"%2\" of %3, %4x%5"_s
                  .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName(),
                       QLatin1String(root->metaObject()->className()))
                  .arg(widget->width())
                  .arg(widget->height());
    }
    if (!isWhole(widget)) {
      collectLost(widget, lost);
    }
  }
}

/// In one language, with a usual and a large font.
class WindowSizeTest : public ::testing::TestWithParam<std::tuple<const char *, int>> {
protected:
  void SetUp() override {
    const QString language = QString::fromLatin1(std::get<0>(GetParam()));
    ASSERT_TRUE(m_translator.load(u":/charonia/i18n/charonia_%1.qm"_s.arg(language)));
    QCoreApplication::installTranslator(&m_translator);
    QFont font = m_font;
    font.setPixelSize(std::get<1>(GetParam()));
    QApplication::setFont(font);
    m_window = std::make_unique<MainWindow>(Arguments{}, MainWindow::Session::Fresh);
    m_window->resize(1600, 1000);
    m_window->show();
    QString error;
    ASSERT_TRUE(m_window->workspace().open(
        QString::fromLatin1(CHARONIA_SOURCE_DIR
                            "/resources/samples/vector_add/vector_add-1000.launch.json"),
        &error))
        << error.toStdString();
    ASSERT_TRUE(waitForResults(m_window->workspace(), m_window->panels(), 60'000));
  }
  void TearDown() override {
    m_window.reset();
    QApplication::setFont(m_font);
    QCoreApplication::removeTranslator(&m_translator);
  }

  /// Everything that comes and goes is there: the notice of a crash, strips of stale panels.
  void showNotices() {
    m_window->crashBanner()->show();
    for (const PanelInfo &info : kPanels) {
      m_window->panels().panel(QString::fromLatin1(info.id))->setStale(u"Stale: not current."_s);
    }
    QTest::qWait(20);
  }
  void expectSmall(const char *arrangement) {
    const QSize least = m_window->minimumSizeHint();
    EXPECT_LE(least.width(), kSmall.width()) << arrangement;
    EXPECT_LE(least.height(), kSmall.height()) << arrangement;
  }

  QFont m_font = QApplication::font();
  QTranslator m_translator;
  std::unique_ptr<MainWindow> m_window;
};

TEST_P(WindowSizeTest, FitsASmallScreenWhicheverPanelsAreShown) {
  expectSmall("default");
  showNotices();
  for (const PanelInfo &info : kPanels) {
    if (QDockWidget *dock = m_window->dock(QString::fromLatin1(info.id))) {
      dock->raise();
      QTest::qWait(1);
      expectSmall(info.id);
      dock->toggleViewAction()->trigger();
      QTest::qWait(1);
      expectSmall(info.id);
      dock->toggleViewAction()->trigger();
    }
  }
  m_window->resize(kSmall);
  EXPECT_EQ(m_window->size(), kSmall);
}

TEST_P(WindowSizeTest, PanelsOfASmallWindowLoseNothing) {
  showNotices();
  m_window->resize(kSmall);
  for (const PanelInfo &info : kPanels) {
    const QString id = QString::fromLatin1(info.id);
    if (QDockWidget *dock = m_window->dock(id)) {
      dock->raise();
    }
    QTest::qWait(20);
    const ui::Panel *panel = m_window->panels().panel(id);
    ASSERT_TRUE(panel->isVisible()) << info.id;
    QStringList lost;
    collectLost(panel, lost);
    EXPECT_TRUE(lost.isEmpty()) << info.id << ": " << lost.join(u"; "_s).toStdString();
  }
}

TEST_P(WindowSizeTest, TheNoticeOfACrashIsWholeInASmallWindow) {
  showNotices();
  m_window->resize(kSmall);
  QTest::qWait(20);
  QStringList lost;
  collectLost(m_window->crashBanner(), lost);
  EXPECT_TRUE(lost.isEmpty()) << lost.join(u"; "_s).toStdString();
}

TEST_P(WindowSizeTest, TheSettingsFitASmallScreen) {
  const SettingsDialog dialog{Settings()};
  EXPECT_LE(dialog.minimumSizeHint().width(), kSmall.width());
  EXPECT_LE(dialog.minimumSizeHint().height(), kSmall.height());
}

INSTANTIATE_TEST_SUITE_P(Languages, WindowSizeTest,
                         ::testing::Combine(::testing::Values("en", "ko"),
                                            ::testing::Values(12, 16)));

TEST(WindowPlaceTest, AWindowLargerThanTheScreenIsMadeSmaller) {
  EXPECT_EQ(placedWithin(QRect(0, 24, 1366, 744), QRect(0, 24, 1600, 1000)),
            QRect(0, 24, 1366, 744));
}

TEST(WindowPlaceTest, AWindowBesideTheScreenIsMovedBack) {
  EXPECT_EQ(placedWithin(QRect(100, 24, 1366, 744), QRect(3000, -500, 1200, 700)),
            QRect(266, 24, 1200, 700));
  EXPECT_EQ(placedWithin(QRect(100, 24, 1366, 744), QRect(-900, 900, 1200, 700)),
            QRect(100, 68, 1200, 700));
}

TEST(WindowPlaceTest, AWindowOnTheScreenStays) {
  const QRect window(150, 30, 1100, 650);
  EXPECT_EQ(placedWithin(QRect(100, 24, 1366, 744), window), window);
}

/// Sessions with settings in a folder of their own.
class WindowSessionTest : public ::testing::Test {
protected:
  WindowSessionTest() {
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_folder.path());
  }
  ~WindowSessionTest() override { QSettings::setDefaultFormat(QSettings::NativeFormat); }
  static QRect room() { return QGuiApplication::primaryScreen()->availableGeometry(); }
  QTemporaryDir m_folder;
};

TEST_F(WindowSessionTest, TheFirstWindowFitsTheScreen) {
  const MainWindow window(Arguments{}, MainWindow::Session::User);
  EXPECT_TRUE(room().contains(window.geometry()));
  EXPECT_EQ(window.width(), std::min(room().width(), 1600));
}

TEST_F(WindowSessionTest, AWindowLeftBesideTheScreenOpensOnIt) {
  {
    MainWindow window(Arguments{}, MainWindow::Session::User);
    window.setGeometry(room().right() + 400, room().bottom() + 400, 620, 500);
    window.show();
    window.close();
  }
  const MainWindow window(Arguments{}, MainWindow::Session::User);
  EXPECT_TRUE(room().contains(window.geometry()));
  EXPECT_EQ(window.size(), QSize(620, 500));
}

} // namespace
} // namespace charonia::app
