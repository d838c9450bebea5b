// SPDX-License-Identifier: GPL-3.0-or-later
// What widgets do where there is little room: they scroll, elide or show less, and lose nothing.
#include "Synthetic.h"
#include "widgets/core/ElidedLabel.h"
#include "widgets/core/FillingColumn.h"
#include "widgets/core/PanelScroll.h"
#include "widgets/grid/PeGridView.h"

#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QScrollBar>
#include <QStandardItemModel>
#include <QTest>
#include <QToolTip>
#include <QTreeView>
#include <QVBoxLayout>

#include <gtest/gtest.h>

namespace charonia::ui {
namespace {

using namespace Qt::StringLiterals;

/// A text that wraps, above a box that needs 200 x 100.
struct Content {
  Content() : scroll(new QWidget) {
    auto *layout = new QVBoxLayout(scroll.widget());
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    label->setWordWrap(true);
    layout->addWidget(label);
    box->setMinimumSize(200, 100);
    layout->addWidget(box, 1);
  }
  void show(int width, int height) {
    scroll.resize(width, height);
    scroll.show();
    QApplication::processEvents();
  }
  int down() const { return scroll.verticalScrollBar()->maximum(); }
  int across() const { return scroll.horizontalScrollBar()->maximum(); }

  QLabel *label = new QLabel(u"one two three four five six seven eight nine ten eleven twelve"_s);
  QWidget *box = new QWidget;
  PanelScroll scroll;
};

TEST(PanelScrollTest, ContentFillsTheRoomThereIs) {
  Content content;
  content.show(500, 400);
  EXPECT_EQ(content.scroll.widget()->size(), QSize(500, 400));
  EXPECT_EQ(content.down(), 0);
  EXPECT_EQ(content.across(), 0);
}

TEST(PanelScrollTest, ContentLargerThanTheRoomIsScrolled) {
  Content content;
  content.show(120, 60);
  EXPECT_EQ(content.scroll.widget()->width(), 200);
  EXPECT_GE(content.scroll.widget()->height(), content.label->heightForWidth(200) + 100);
  EXPECT_EQ(content.across(), 200 - content.scroll.viewport()->width());
  EXPECT_EQ(content.down(),
            content.scroll.widget()->height() - content.scroll.viewport()->height());
}

TEST(PanelScrollTest, WrappedTextScrollsNoSoonerThanItMust) {
  Content content;
  const int least = content.label->heightForWidth(220) + 100;
  content.show(220, least);
  EXPECT_EQ(content.down(), 0);
  content.show(220, least - 1);
  EXPECT_GT(content.down(), 0);
}

TEST(PanelScrollTest, ContentThatGrowsGetsItsScrollBar) {
  Content content;
  content.show(500, 400);
  content.box->setMinimumHeight(600);
  QApplication::processEvents();
  EXPECT_GT(content.down(), 0);
}

class FillingColumnTest : public ::testing::Test {
protected:
  FillingColumnTest() {
    m_model.appendRow(
        {new QStandardItem(u"a name that is rather long"_s), new QStandardItem(u"1"_s)});
    m_view.setModel(&m_model);
    m_view.header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    new FillingColumn(&m_view, m_view.header(), 0);
  }
  void show(int width) {
    m_view.resize(width, 200);
    m_view.show();
    QTest::qWait(5);
  }
  int needed() const {
    const QAbstractItemView &view = m_view;
    return view.sizeHintForIndex(m_model.index(0, 0)).width();
  }
  QStandardItemModel m_model;
  QTreeView m_view;
};

TEST_F(FillingColumnTest, TakesTheRoomThatOthersLeave) {
  show(700);
  EXPECT_EQ(m_view.header()->length(), m_view.viewport()->width());
}

TEST_F(FillingColumnTest, IsNoNarrowerThanItsTexts) {
  show(100);
  EXPECT_GE(m_view.header()->sectionSize(0), needed());
  EXPECT_GT(m_view.horizontalScrollBar()->maximum(), 0);
}

TEST_F(FillingColumnTest, FollowsNewRows) {
  show(100);
  const int before = m_view.header()->sectionSize(0);
  m_model.appendRow(new QStandardItem(u"a name that is longer than the one above it"_s));
  QTest::qWait(5);
  EXPECT_GT(m_view.header()->sectionSize(0), before);
}

TEST(ElidedLabelTest, TheWholeTextIsTheToolTipOfAShortenedOne) {
  ElidedLabel label(u"attention, attention-causal-2x300x64.launch.json"_s);
  label.resize(80, 20);
  label.show();
  QHelpEvent event(QEvent::ToolTip, QPoint(5, 5), label.mapToGlobal(QPoint(5, 5)));
  QApplication::sendEvent(&label, &event);
  EXPECT_EQ(QToolTip::text(), label.text());
  QToolTip::hideText();
}

TEST(SmallHeatMapTest, GridAndChartFitALowPanel) {
  ThemeHolder theme(Theme::load(u"light"_s));
  SelectionHub hub;
  PeGridView view({&hub, &theme});
  view.resize(448, 404);
  view.show();
  view.setTrace(testing::makeTrace());
  QApplication::processEvents();
  const auto *scroll = view.findChild<PanelScroll *>();
  ASSERT_NE(scroll, nullptr);
  EXPECT_EQ(scroll->verticalScrollBar()->maximum(), 0);
}

} // namespace
} // namespace charonia::ui
