// SPDX-License-Identifier: GPL-3.0-or-later
// Three pages over Settings; nothing takes effect before OK.
#include "app/gui/SettingsDialog.h"

#include "run/UpstreamFrontend.h"

#include <QCheckBox>
#include <QCoreApplication>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QProcess>
#include <QPushButton>
#include <QScrollArea>
#include <QTabWidget>
#include <QTimer>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace charonia::app {

namespace {
constexpr int kTestMs = 60'000; ///< an import of Triton may take long on a cold disk

QLabel *paragraph(const QString &text) {
  auto *label = new QLabel(text);
  label->setWordWrap(true);
  return label;
}
} // namespace

SettingsDialog::SettingsDialog(const Settings &settings, QWidget *parent)
    : QDialog(parent), m_settings(settings), m_pages(new QTabWidget) {
  setWindowTitle(tr("Settings"));
  auto *layout = new QVBoxLayout(this);
  m_pages->addTab(makeImports(), tr("Imports"));
  m_pages->addTab(makeUpstream(), tr("Upstream Triton"));
  m_pages->addTab(makeLimits(), tr("Limits"));
  layout->addWidget(m_pages, 1);
  auto *buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  // The dialogs of the desktop's own translation may be missing.
  buttons->button(QDialogButtonBox::Ok)->setText(tr("OK"));
  buttons->button(QDialogButtonBox::Cancel)->setText(tr("Cancel"));
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  layout->addWidget(buttons);
  updateButtons();
  updateUpstream();
  resize(620, 520);
}

SettingsDialog::~SettingsDialog() {
  if (m_test) {
    m_test->disconnect(this);
  }
}

QWidget *SettingsDialog::makeImports() {
  auto *page = new QWidget;
  auto *layout = new QVBoxLayout(page);
  layout->addWidget(paragraph(
      tr("Python files that a kernel imports are looked for in its own folder and package, then in "
         "these folders in order, then in the opened folder. They are read, never executed.")));
  m_folders = new QListWidget;
  m_folders->addItems(m_settings.searchPaths);
  m_folders->setAccessibleName(tr("Folders of imported files"));
  auto *row = new QHBoxLayout;
  row->addWidget(m_folders, 1);
  auto *buttons = new QVBoxLayout;
  auto *add = new QPushButton(tr("Add..."));
  m_remove = new QPushButton(tr("Remove"));
  m_up = new QPushButton(tr("Up"));
  m_down = new QPushButton(tr("Down"));
  for (QPushButton *button : {add, m_remove, m_up, m_down}) {
    buttons->addWidget(button);
  }
  buttons->addStretch(1);
  row->addLayout(buttons);
  layout->addLayout(row, 1);
  connect(add, &QPushButton::clicked, this, [this] {
    addFolder(QFileDialog::getExistingDirectory(this, tr("Folder of imported files")));
  });
  connect(m_remove, &QPushButton::clicked, this, [this] {
    delete m_folders->takeItem(m_folders->currentRow());
    updateButtons();
  });
  const auto move = [this](int by) {
    const int row = m_folders->currentRow();
    m_folders->insertItem(row + by, m_folders->takeItem(row));
    m_folders->setCurrentRow(row + by);
  };
  connect(m_up, &QPushButton::clicked, this, [move] { move(-1); });
  connect(m_down, &QPushButton::clicked, this, [move] { move(1); });
  connect(m_folders, &QListWidget::currentRowChanged, this, [this] { updateButtons(); });
  return page;
}

void SettingsDialog::addFolder(const QString &folder) {
  if (!folder.isEmpty() && m_folders->findItems(folder, Qt::MatchExactly).isEmpty()) {
    m_folders->addItem(folder);
    m_folders->setCurrentRow(m_folders->count() - 1);
  }
  updateButtons();
}

void SettingsDialog::updateButtons() {
  const int row = m_folders->currentRow();
  m_remove->setEnabled(row >= 0);
  m_up->setEnabled(row > 0);
  m_down->setEnabled(row >= 0 && row + 1 < m_folders->count());
}

QWidget *SettingsDialog::makeUpstream() {
  auto *page = new QWidget;
  auto *layout = new QVBoxLayout(page);
  layout->addWidget(paragraph(tr(
      "Upstream Triton can compile a kernel as well, to compare its IR with ours. Other than the "
      "built-in front end it executes the kernel's file and all that it imports, with your "
      "rights. Use it for files that you trust.")));
  m_upstream = new QCheckBox(tr("Use upstream Triton as a second front end"));
  m_upstream->setChecked(m_settings.upstream);
  layout->addWidget(m_upstream);
  auto *form = new QFormLayout;
  m_python = new QLineEdit(m_settings.python);
  const QString environment = QString::fromStdString(upstreamPython({}));
  m_python->setPlaceholderText(
      environment.isEmpty()
          ? tr("a Python that has Triton 3.4 to 3.6, such as /opt/venv/bin/python")
          : tr("%1 (from CHARONIA_PYTHON)").arg(environment));
  m_browse = new QPushButton(tr("Browse..."));
  auto *row = new QHBoxLayout;
  row->addWidget(m_python, 1);
  row->addWidget(m_browse);
  auto *label = new QLabel(tr("Python &interpreter"));
  label->setBuddy(m_python);
  form->addRow(label, row);
  m_seconds = new QDoubleSpinBox;
  m_seconds->setRange(kLeastUpstreamSeconds, kMostUpstreamSeconds);
  m_seconds->setDecimals(0);
  m_seconds->setSuffix(u" s"_s);
  m_seconds->setValue(m_settings.upstreamSeconds);
  form->addRow(tr("&Time limit"), m_seconds);
  layout->addLayout(form);
  m_testButton = new QPushButton(tr("Test"));
  m_testButton->setToolTip(tr("Starts the interpreter and asks for Triton's version"));
  m_result = paragraph({});
  m_result->setTextInteractionFlags(Qt::TextSelectableByMouse);
  auto *test = new QHBoxLayout;
  test->addWidget(m_testButton);
  test->addWidget(m_result, 1);
  layout->addLayout(test);
  layout->addStretch(1);
  connect(m_upstream, &QCheckBox::toggled, this, [this] { updateUpstream(); });
  connect(m_browse, &QPushButton::clicked, this, [this] {
    const QString path = QFileDialog::getOpenFileName(this, tr("Python interpreter"));
    if (!path.isEmpty()) {
      m_python->setText(path);
    }
  });
  connect(m_python, &QLineEdit::textChanged, this, [this] { m_result->clear(); });
  connect(m_testButton, &QPushButton::clicked, this, &SettingsDialog::testPython);
  return page;
}

void SettingsDialog::updateUpstream() {
  const bool on = m_upstream->isChecked();
  for (QWidget *widget : std::initializer_list<QWidget *>{m_python, m_browse, m_seconds}) {
    widget->setEnabled(on);
  }
  m_testButton->setEnabled(on && !isTesting());
}

void SettingsDialog::testPython() {
  const QString python =
      QString::fromStdString(upstreamPython(m_python->text().trimmed().toStdString()));
  if (python.isEmpty()) {
    m_result->setText(tr("No interpreter is named."));
    return;
  }
  m_result->setText(tr("Starting %1...").arg(python));
  m_testButton->setEnabled(false);
  m_test = std::make_unique<QProcess>();
  connect(m_test.get(), &QProcess::finished, this, [this] { takeTest(); });
  connect(m_test.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
    if (error == QProcess::FailedToStart) {
      takeTest();
    }
  });
  QTimer::singleShot(kTestMs, m_test.get(), [process = m_test.get()] { process->kill(); });
  m_test->start(python,
                {u"-B"_s, u"-c"_s,
                 u"import sys, triton; print(triton.__version__, sys.version.split()[0])"_s});
}

void SettingsDialog::takeTest() {
  // The process is the sender, so it goes later.
  QProcess *process = m_test.release();
  process->disconnect(this);
  process->deleteLater();
  const QStringList words = QString::fromUtf8(process->readAllStandardOutput()).split(u' ');
  const QString errors = QString::fromUtf8(process->readAllStandardError()).trimmed();
  if (process->error() == QProcess::FailedToStart) {
    m_result->setText(tr("It cannot be started: %1").arg(process->errorString()));
  } else if (process->exitStatus() == QProcess::NormalExit && process->exitCode() == 0 &&
             words.size() == 2) {
    m_result->setText(tr("Triton %1 with Python %2").arg(words[0], words[1].trimmed()));
  } else {
    m_result->setText(
        tr("It has no Triton that can be imported: %1").arg(errors.section(u'\n', -1)));
  }
  updateUpstream();
}

QString SettingsDialog::testResult() const { return m_result->text(); }

QWidget *SettingsDialog::makeLimits() {
  auto *page = new QWidget;
  auto *layout = new QVBoxLayout(page);
  layout->addWidget(paragraph(
      tr("What is larger is refused with a message that names the limit. Higher limits may cost "
         "memory and time.")));
  auto *form = new QFormLayout;
  form->setHorizontalSpacing(16);
  for (const LimitInfo &info : limitTable()) {
    auto *box = new QDoubleSpinBox;
    box->setDecimals(0);
    box->setGroupSeparatorShown(true);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setRange(info.least, info.most);
    box->setSuffix(info.unit[0] == '\0' ? QString() : u' ' + QString::fromLatin1(info.unit));
    box->setValue(info.get(m_settings.limits) / info.scale);
    const double standard = info.get(RunLimits{}) / info.scale;
    box->setToolTip(tr("From %1 to %2; normally %3")
                        .arg(box->textFromValue(info.least), box->textFromValue(info.most),
                             box->textFromValue(standard)));
    form->addRow(QCoreApplication::translate("Limits", info.label), box);
    m_limits.push_back(box);
  }
  auto *content = new QWidget;
  content->setLayout(form);
  auto *scroll = new QScrollArea;
  scroll->setFrameShape(QFrame::NoFrame);
  scroll->setWidgetResizable(true);
  scroll->setWidget(content);
  layout->addWidget(scroll, 1);
  auto *restore = new QPushButton(tr("Restore defaults"));
  connect(restore, &QPushButton::clicked, this, [this] {
    for (size_t i = 0; i < m_limits.size(); ++i) {
      const LimitInfo &info = limitTable()[i];
      m_limits[i]->setValue(info.get(RunLimits{}) / info.scale);
    }
  });
  auto *row = new QHBoxLayout;
  row->addStretch(1);
  row->addWidget(restore);
  layout->addLayout(row);
  return page;
}

Settings SettingsDialog::settings() const {
  Settings settings = m_settings;
  settings.searchPaths.clear();
  for (int row = 0; row < m_folders->count(); ++row) {
    settings.searchPaths += m_folders->item(row)->text();
  }
  settings.upstream = m_upstream->isChecked();
  settings.python = m_python->text().trimmed();
  settings.upstreamSeconds = m_seconds->value();
  for (size_t i = 0; i < m_limits.size(); ++i) {
    const LimitInfo &info = limitTable()[i];
    info.set(settings.limits, m_limits[i]->value() * info.scale);
  }
  return settings;
}

void SettingsDialog::showPage(Page page) { m_pages->setCurrentIndex(static_cast<int>(page)); }

} // namespace charonia::app
