// SPDX-License-Identifier: GPL-3.0-or-later
// Start of the desktop app.
#include "app/gui/MainWindow.h"
#include "app/gui/ViewRenderer.h"

#include <QApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QStyleFactory>
#include <QTranslator>

#include <cstdio>

using namespace Qt::StringLiterals;

namespace {
/// Translations of the app and of Qt's own dialogs; they must live as long as the application.
struct Translators {
  QTranslator own, qt;

  void install(const QString &language) {
    const QLocale locale = language.isEmpty() ? QLocale() : QLocale(language);
    if (own.load(locale, u"charonia"_s, u"_"_s, u":/charonia/i18n"_s) ||
        own.load(u":/charonia/i18n/charonia_en.qm"_s)) {
      QCoreApplication::installTranslator(&own);
    }
    if (qt.load(locale, u"qtbase"_s, u"_"_s, QLibraryInfo::path(QLibraryInfo::TranslationsPath))) {
      QCoreApplication::installTranslator(&qt);
    }
  }
};
} // namespace

int main(int argc, char **argv) {
  QStringList words;
  for (int i = 1; i < argc; ++i) {
    words += QString::fromLocal8Bit(argv[i]);
  }
  const charonia::app::Arguments arguments = charonia::app::parseArguments(words);
  if (!arguments.error.isEmpty()) {
    std::fprintf(stderr, "charonia: %s\n%s", qPrintable(arguments.error),
                 qPrintable(charonia::app::usageText()));
    return 64;
  }
  if (arguments.help || arguments.version) {
    std::printf("%s", arguments.version ? "charonia " CHARONIA_VERSION "\n"
                                        : qPrintable(charonia::app::usageText()));
    return 0;
  }
  if (arguments.headless()) {
    // No display is needed, and none is used if there is one: pictures are the same everywhere.
    qputenv("QT_QPA_PLATFORM", "offscreen");
  }
  QApplication::setApplicationName(u"charonia"_s);
  QApplication::setOrganizationName(u"charonia"_s);
  QApplication::setApplicationVersion(QStringLiteral(CHARONIA_VERSION));
  QApplication app(argc, argv);
  QApplication::setStyle(QStyleFactory::create(u"Fusion"_s));
  Translators translators;
  translators.install(arguments.language);
  if (arguments.headless()) {
    return charonia::app::renderHeadless(arguments);
  }
  charonia::app::MainWindow window(arguments, charonia::app::MainWindow::Session::User);
  window.show();
  // What was restored is not replaced by the file that the same command line names.
  if (!window.offerRecovery()) {
    for (const QString &file : arguments.files) {
      window.openFile(file);
    }
  }
  return QApplication::exec();
}
