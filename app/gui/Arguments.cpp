// SPDX-License-Identifier: GPL-3.0-or-later
// A small parser: options take their value from the next word or after '='.
#include "app/gui/Arguments.h"

#include <QMap>

using namespace Qt::StringLiterals;

namespace charonia::app {

const QStringList &viewNames() {
  static const QStringList kNames = {u"heatmap"_s, u"cb"_s,       u"schedule"_s,
                                     u"passes"_s,  u"source"_s,   u"report"_s,
                                     u"launch"_s,  u"problems"_s, u"decisions"_s};
  return kNames;
}

QString usageText() {
  return u"usage: charonia [--theme light|dark] [--lang en|ko] [FILE...]\n"
         "       charonia --view %1 --out FILE.png [--theme T] [--size WxH] LAUNCH.json\n"
         "       charonia --screenshot FILE.png [--theme T] [--size WxH] LAUNCH.json\n"
         "FILE is a Triton source (.py), IR (.ttir), a launch (.launch.json) or a folder.\n"_s.arg(
             viewNames().join(u'|'));
}

namespace {
void check(Arguments &a, const QString &size) {
  if (!a.error.isEmpty()) {
    return;
  }
  if (!a.view.isEmpty() && !viewNames().contains(a.view)) {
    a.error = u"unknown view \"%1\"; there are %2"_s.arg(a.view, viewNames().join(u", "_s));
  } else if (!a.theme.isEmpty() && a.theme != u"light"_s && a.theme != u"dark"_s) {
    a.error = u"unknown theme \"%1\"; there are light and dark"_s.arg(a.theme);
  } else if (!a.view.isEmpty() && a.out.isEmpty()) {
    a.error = u"--view needs --out FILE.png"_s;
  } else if (a.view.isEmpty() && !a.out.isEmpty()) {
    a.error = u"--out goes with --view"_s;
  } else if (a.headless() && a.files.size() != 1) {
    a.error = u"one launch file is needed"_s;
  }
  if (!size.isEmpty()) {
    const QStringList parts = size.split(u'x');
    a.width = parts.value(0).toInt();
    a.height = parts.value(1).toInt();
    constexpr int kLargest = 8192;
    if (parts.size() != 2 || a.width < 100 || a.height < 100 || a.width > kLargest ||
        a.height > kLargest) {
      a.error = u"--size takes WxH, each from 100 to %1"_s.arg(kLargest);
    }
  }
}
} // namespace

Arguments parseArguments(const QStringList &words) {
  Arguments a;
  QString size;
  const QMap<QString, QString *> options = {
      {u"--view"_s, &a.view},   {u"--out"_s, &a.out},
      {u"-o"_s, &a.out},        {u"--screenshot"_s, &a.screenshot},
      {u"--theme"_s, &a.theme}, {u"--lang"_s, &a.language},
      {u"--size"_s, &size}};
  for (qsizetype i = 0; i < words.size(); ++i) {
    const QString &word = words[i];
    const QString name = word.section(u'=', 0, 0);
    if (word == u"--help"_s || word == u"-h"_s) {
      a.help = true;
    } else if (word == u"--version"_s) {
      a.version = true;
    } else if (options.contains(name)) {
      if (word.contains(u'=')) {
        *options[name] = word.section(u'=', 1);
      } else if (i + 1 < words.size()) {
        *options[name] = words[++i];
      } else {
        a.error = u"%1 needs a value"_s.arg(name);
      }
    } else if (word.startsWith(u'-') && word.size() > 1) {
      a.error = u"unknown option %1"_s.arg(word);
    } else {
      a.files += word;
    }
  }
  check(a, size);
  return a;
}

} // namespace charonia::app
