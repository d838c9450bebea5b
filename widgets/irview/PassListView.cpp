// SPDX-License-Identifier: GPL-3.0-or-later
// Tree of passes; selection survives a recompilation.
#include "widgets/irview/PassListView.h"

#include "widgets/core/FillingColumn.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

PassListView::PassListView(const PanelContext &context, QWidget *parent)
    : Panel(u"passes"_s, context, parent), m_model(new PassListModel(context.theme, this)),
      m_filter(new PassFilter(this)), m_tree(new QTreeView),
      m_changedOnly(new QCheckBox(tr("Changed only"))), m_search(new QLineEdit) {
  setAccessibleName(tr("Passes"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  auto *bar = new QHBoxLayout;
  bar->setContentsMargins(6, 4, 6, 4);
  m_search->setPlaceholderText(tr("Find a pass"));
  m_search->setClearButtonEnabled(true);
  bar->addWidget(m_search, 1);
  bar->addWidget(m_changedOnly);
  layout->addLayout(bar);
  m_filter->setSourceModel(m_model);
  m_tree->setModel(m_filter);
  m_tree->setAccessibleName(tr("Passes"));
  m_tree->setUniformRowHeights(true);
  m_tree->setFrameShape(QFrame::NoFrame);
  m_tree->setIndentation(12);
  m_tree->setAllColumnsShowFocus(true);
  m_tree->header()->setMinimumSectionSize(36);
  m_tree->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
  new FillingColumn(m_tree, m_tree->header(), PassListModel::NameColumn);
  layout->addWidget(m_tree, 1);
  setContent(content);
  connect(m_changedOnly, &QCheckBox::toggled, this, [this](bool on) {
    m_filter->setChangedOnly(on);
    m_tree->expandAll();
  });
  connect(m_search, &QLineEdit::textChanged, this, [this](const QString &part) {
    m_filter->setNamePart(part);
    m_tree->expandAll();
  });
  connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
          [this](const QModelIndex &current) {
            const int pass = m_model->pass(m_filter->mapToSource(current));
            if (pass >= 0 && pass != m_current) {
              m_current = pass;
              Q_EMIT passSelected(pass);
            }
          });
}

void PassListView::setPasses(std::vector<compiler::PassRecord> passes,
                             std::map<std::string, std::string> summaries) {
  std::string wanted;
  const auto &old = m_model->passes();
  const bool hadOne = m_current >= 0 && static_cast<size_t>(m_current) < old.size();
  if (hadOne) {
    wanted = old[static_cast<size_t>(m_current)].flag;
  }
  int next = passes.empty() ? -1 : static_cast<int>(passes.size()) - 1;
  for (size_t i = 0; hadOne && i < passes.size(); ++i) {
    if (passes[i].flag == wanted) {
      next = static_cast<int>(i);
      break;
    }
  }
  m_current = -1;
  m_model->setPasses(std::move(passes), std::move(summaries));
  m_tree->expandAll();
  if (next >= 0) {
    selectPass(next);
  }
}

void PassListView::selectPass(int pass) {
  const QModelIndex index = m_filter->mapFromSource(m_model->indexOf(pass));
  if (index.isValid()) {
    m_tree->setCurrentIndex(index);
    m_tree->scrollTo(index);
  }
  if (m_current != pass) { // filtered out, or not yet told
    m_current = pass;
    Q_EMIT passSelected(pass);
  }
}

void PassListView::stepChanged(bool forward) {
  const int count = static_cast<int>(m_model->passes().size());
  for (int pass = m_current + (forward ? 1 : -1); pass >= 0 && pass < count;
       pass += forward ? 1 : -1) {
    if (pass == 0 || m_model->passes()[static_cast<size_t>(pass)].changed) {
      selectPass(pass);
      return;
    }
  }
}

QJsonObject PassListView::saveState() const {
  return m_changedOnly->isChecked() ? QJsonObject{{u"changedOnly"_s, true}} : QJsonObject();
}

void PassListView::restoreState(const QJsonObject &state) {
  m_changedOnly->setChecked(state.value("changedOnly"_L1).toBool());
}

} // namespace charonia::ui
