// SPDX-License-Identifier: GPL-3.0-or-later
// Form and tables of the launch panel.
#include "widgets/launchpanel/LaunchPanel.h"

#include "widgets/core/ElidedLabel.h"
#include "widgets/core/FillingColumn.h"
#include "widgets/core/NumberFormat.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSplitter>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
/// A combo box for places.
class PlaceDelegate : public QStyledItemDelegate {
public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &,
                        const QModelIndex &) const override {
    auto *box = new QComboBox(parent);
    box->addItems({u"dram"_s, u"llc"_s, u"sram"_s});
    return box;
  }
  void setEditorData(QWidget *editor, const QModelIndex &index) const override {
    static_cast<QComboBox *>(editor)->setCurrentText(index.data(Qt::EditRole).toString());
  }
  void setModelData(QWidget *editor, QAbstractItemModel *model,
                    const QModelIndex &index) const override {
    model->setData(index, static_cast<QComboBox *>(editor)->currentText(), Qt::EditRole);
  }
};

QTableView *makeTable(QAbstractItemModel *model, int filling, const QString &name) {
  auto *table = new QTableView;
  table->setModel(model);
  table->setAccessibleName(name);
  table->setFrameShape(QFrame::NoFrame);
  table->verticalHeader()->hide();
  table->verticalHeader()->setDefaultSectionSize(table->fontMetrics().height() + 8);
  table->setAlternatingRowColors(true);
  table->setShowGrid(false);
  table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                         QAbstractItemView::AnyKeyPressed | QAbstractItemView::SelectedClicked);
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
  new FillingColumn(table, table->horizontalHeader(), filling);
  return table;
}
} // namespace

LaunchPanel::LaunchPanel(const PanelContext &context, QWidget *parent)
    : Panel(u"launch"_s, context, parent), m_title(new ElidedLabel), m_hint(new QLabel),
      m_status(new QLabel), m_form(new QFormLayout), m_mapping(new QComboBox),
      m_cases(new QComboBox), m_configs(new QComboBox), m_warm(new QCheckBox(tr("Warm LLC"))),
      m_hardware(new QLineEdit), m_save(new QPushButton(tr("Save"))),
      m_arguments(new ArgumentModel(&m_draft, context.theme, this)),
      m_constants(new ConstexprModel(&m_draft, context.theme, this)) {
  setAccessibleName(tr("Launch"));
  auto *content = new QWidget;
  auto *layout = new QVBoxLayout(content);
  layout->setContentsMargins(8, 6, 8, 6);
  layout->setSpacing(4);
  QFont bold = m_title->font();
  bold.setBold(true);
  m_title->setFont(bold);
  auto *head = new QHBoxLayout;
  head->addWidget(m_title, 1);
  head->addWidget(m_save);
  layout->addLayout(head);
  m_hint->setWordWrap(true);
  layout->addWidget(m_hint);
  QFormLayout *form = m_form;
  form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  form->setVerticalSpacing(4);
  auto *gridRow = new QHBoxLayout;
  const QString axes[] = {u"x"_s, u"y"_s, u"z"_s};
  for (int axis = 0; axis < 3; ++axis) {
    m_grid[axis] = new QLineEdit;
    m_grid[axis]->setPlaceholderText(axes[axis]);
    m_grid[axis]->setToolTip(tr("Number of program ids along %1: a whole number, or an expression "
                                "such as cdiv(M, BLOCK_M)")
                                 .arg(axes[axis]));
    m_grid[axis]->setAccessibleName(tr("Grid, %1").arg(axes[axis]));
    gridRow->addWidget(m_grid[axis], axis == 0 ? 3 : 1);
    connect(m_grid[axis], &QLineEdit::editingFinished, this, [this] { takeGrid(); });
  }
  form->addRow(tr("Grid"), gridRow);
  m_mapping->addItem(tr("linear"), u"linear"_s);
  m_mapping->addItem(tr("round-robin"), u"round-robin"_s);
  m_mapping->addItem(tr("zigzag"), u"zigzag"_s);
  m_mapping->addItem(tr("lpt (longest first)"), u"lpt"_s);
  m_mapping->addItem(tr("auto"), u"auto"_s);
  m_mapping->setToolTip(tr("Which PE runs which program id"));
  form->addRow(tr("PID mapping"), m_mapping);
  m_hardware->setPlaceholderText(tr("the hardware file of the program"));
  m_cases->setToolTip(tr("Data that the arguments are filled with, and what is expected of them"));
  m_cases->setAccessibleName(tr("Case"));
  form->addRow(tr("Case"), m_cases);
  m_configs->setToolTip(tr("Constants and options that the launch file offers to choose from"));
  m_configs->setAccessibleName(tr("Config"));
  form->addRow(tr("Config"), m_configs);
  // Long entries must not widen the panel.
  for (QComboBox *box : {m_cases, m_configs, m_mapping}) {
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    constexpr int kShownCharacters = 8;
    box->setMinimumContentsLength(kShownCharacters);
  }
  form->addRow(tr("Hardware"), m_hardware);
  m_warm->setToolTip(tr("Arguments in DRAM start in the LLC"));
  form->addRow(QString(), m_warm);
  layout->addLayout(form);
  auto *splitter = new QSplitter(Qt::Vertical);
  QTableView *constants = makeTable(m_constants, ConstexprModel::ValueColumn, tr("Constants"));
  QTableView *arguments = makeTable(m_arguments, ArgumentModel::ValueColumn, tr("Arguments"));
  arguments->setItemDelegateForColumn(ArgumentModel::PlaceColumn, new PlaceDelegate(arguments));
  splitter->addWidget(constants);
  splitter->addWidget(arguments);
  splitter->setStretchFactor(0, 2);
  splitter->setStretchFactor(1, 3);
  splitter->setChildrenCollapsible(false);
  layout->addWidget(splitter, 1);
  m_status->setWordWrap(true);
  layout->addWidget(m_status);
  setContent(content);
  connect(m_mapping, &QComboBox::currentIndexChanged, this, [this] {
    if (!m_showing) {
      m_draft.launch.mapping = m_mapping->currentData().toString().toStdString();
      edited();
    }
  });
  connect(m_cases, &QComboBox::currentIndexChanged, this, [this](int index) {
    if (!m_showing && index >= 0) {
      m_currentCase = static_cast<size_t>(index);
      Q_EMIT caseChosen(m_currentCase);
    }
  });
  connect(m_configs, &QComboBox::activated, this, &LaunchPanel::chooseConfig);
  connect(m_warm, &QCheckBox::toggled, this, [this](bool on) {
    if (!m_showing) {
      m_draft.launch.warm = on;
      edited();
    }
  });
  connect(m_hardware, &QLineEdit::editingFinished, this, [this] {
    const std::string file = m_hardware->text().toStdString();
    if (file != m_draft.launch.hardware) {
      m_draft.launch.hardware = file;
      edited();
    }
  });
  for (DraftModel *model :
       {static_cast<DraftModel *>(m_arguments), static_cast<DraftModel *>(m_constants)}) {
    connect(model, &DraftModel::edited, this, [this] { edited(); });
    connect(model, &DraftModel::refused, this,
            [this](const QString &message) { setStatus(message, true); });
  }
  connect(m_save, &QPushButton::clicked, this, &LaunchPanel::saveRequested);
  clear();
}

void LaunchPanel::setLaunch(launch::Launch launch, GuessedKeys guessed, size_t currentCase) {
  m_currentCase = currentCase;
  // A launch that this panel has edited comes back: what it was without a config is known.
  if (launch.file != m_base.file || launch.function != m_base.function) {
    m_base = launch;
  }
  m_draft.launch = std::move(launch);
  m_draft.guessed = std::move(guessed);
  setEnabled(true);
  showLaunch();
}

void LaunchPanel::clear() {
  m_draft = {};
  m_base = {};
  m_currentCase = 0;
  showLaunch();
  m_title->setText(tr("No launch yet"));
  setEnabled(false);
}

void LaunchPanel::showLaunch() {
  const QScopedValueRollback showing(m_showing, true);
  const launch::Launch &l = m_draft.launch;
  const QString file = fromUtf8(l.file).section(u'/', -1);
  m_title->setText(file.isEmpty() ? fromUtf8(l.function)
                                  : u"%1 \u2013 %2"_s.arg(fromUtf8(l.function), file));
  m_title->setToolTip(u"%1\n%2"_s.arg(fromUtf8(l.function), fromUtf8(l.file)).trimmed());
  m_hint->setVisible(!m_draft.guessed.empty());
  m_hint->setText(
      tr("Entries with \"?\" are guessed from the signature. Edit them, or save to accept."));
  QPalette palette = m_hint->palette();
  palette.setColor(QPalette::WindowText, theme().color(Role::Warning));
  m_hint->setPalette(palette);
  for (size_t axis = 0; axis < 3; ++axis) {
    m_grid[axis]->setText(axis < l.grid.size() ? fromUtf8(l.grid[axis]) : QString());
    m_grid[axis]->setCursorPosition(0);
  }
  const QString mapping = fromUtf8(l.mapping);
  int index = m_mapping->findData(mapping);
  if (index < 0 && !mapping.isEmpty()) {
    // A mapping of the file that this list does not offer stays selectable.
    m_mapping->addItem(mapping, mapping);
    index = m_mapping->count() - 1;
  }
  m_mapping->setCurrentIndex(std::max(0, index));
  showCases();
  showConfigs();
  m_warm->setChecked(l.warm);
  m_hardware->setText(fromUtf8(l.hardware));
  m_arguments->reload();
  m_constants->reload();
  setStatus({}, false);
}

void LaunchPanel::showCases() {
  const std::vector<launch::Case> &cases = m_draft.launch.cases;
  m_cases->clear();
  for (const launch::Case &item : cases) {
    //: %1 is the name of a case, %2 and %3 bound the numbers that fill its arguments
    m_cases->addItem(
        tr("%1: floats from %2 to %3").arg(fromUtf8(item.name)).arg(item.low).arg(item.high));
  }
  m_cases->setCurrentIndex(cases.empty() ? -1 : static_cast<int>(m_currentCase));
  m_form->setRowVisible(m_cases, cases.size() > 1);
}

void LaunchPanel::showConfigs() {
  m_choices = configsOf(m_base);
  m_configs->clear();
  m_configs->addItem(tr("The launch's own constants"));
  for (size_t i = 0; i < m_choices.size(); ++i) {
    m_configs->addItem(u"%1: %2"_s.arg(i + 1).arg(fromUtf8(m_choices[i].text)));
    m_configs->setItemData(static_cast<int>(i) + 1, fromUtf8(m_choices[i].text), Qt::ToolTipRole);
  }
  m_form->setRowVisible(m_configs, !m_choices.empty());
  updateConfig();
}

void LaunchPanel::updateConfig() {
  if (m_choices.empty()) {
    return;
  }
  const auto same = [this](const launch::Launch &other) {
    launch::Launch candidate = m_draft.launch;
    candidate.constexprs = other.constexprs;
    candidate.options = other.options;
    return launch::toJson(candidate) == launch::toJson(m_draft.launch);
  };
  int index = same(m_base) ? 0 : -1;
  for (size_t i = 0; i < m_choices.size() && index < 0; ++i) {
    launch::Launch candidate = m_base;
    applyConfig(candidate, m_choices[i]);
    index = same(candidate) ? static_cast<int>(i) + 1 : -1;
  }
  m_configs->setCurrentIndex(index); // none: the constants were edited by hand
}

void LaunchPanel::chooseConfig(int index) {
  launch::Launch chosen = m_base;
  if (index > 0 && static_cast<size_t>(index) <= m_choices.size()) {
    applyConfig(chosen, m_choices[static_cast<size_t>(index) - 1]);
  }
  m_draft.launch.constexprs = chosen.constexprs;
  m_draft.launch.options = chosen.options;
  // Expressions of arguments may refer to the constants.
  const launch::LaunchErrors errors = launch::resolveExpressions(m_draft.launch);
  m_constants->reload();
  m_arguments->reload();
  edited();
  if (!errors.empty()) {
    setStatus(fromUtf8(errors.front().message), true);
  }
}

void LaunchPanel::takeGrid() {
  std::vector<std::string> grid;
  for (const QLineEdit *edit : m_grid) {
    const std::string text = edit->text().trimmed().toStdString();
    grid.push_back(text.empty() ? "1" : text);
  }
  while (grid.size() > 1 && grid.back() == "1" && grid.size() > m_draft.launch.grid.size()) {
    grid.pop_back();
  }
  if (grid != m_draft.launch.grid) {
    m_draft.launch.grid = std::move(grid);
    m_draft.guessed.erase("grid");
    edited();
  }
}

void LaunchPanel::edited() {
  setStatus({}, false);
  m_hint->setVisible(!m_draft.guessed.empty());
  updateConfig();
  Q_EMIT launchEdited();
}

void LaunchPanel::setStatus(const QString &text, bool error) {
  QPalette palette = m_status->palette();
  palette.setColor(QPalette::WindowText, theme().color(error ? Role::Error : Role::MutedText));
  m_status->setPalette(palette);
  m_status->setText(text);
  m_status->setVisible(!text.isEmpty());
}

} // namespace charonia::ui
