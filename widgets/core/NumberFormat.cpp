// SPDX-License-Identifier: GPL-3.0-or-later
// Number formatting, the same in every language: figures are compared across machines and reports.
#include "widgets/core/NumberFormat.h"

#include <QLocale>
#include <QRegularExpression>

#include <cmath>

using namespace Qt::StringLiterals;

namespace charonia::ui {

QString formatCount(uint64_t value) {
  return QLocale(QLocale::English, QLocale::UnitedStates).toString(static_cast<qulonglong>(value));
}

QString formatBytes(double bytes) {
  static constexpr const char *kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  int unit = 0;
  while (std::abs(bytes) >= 1024 && unit < 4) {
    bytes /= 1024;
    ++unit;
  }
  return u"%1 %2"_s.arg(bytes, 0, 'f', unit == 0 ? 0 : 1).arg(QString::fromLatin1(kUnits[unit]));
}

QString formatShare(double fraction, int decimals) {
  return u"%1 %"_s.arg(fraction * 100, 0, 'f', decimals);
}

QString formatTime(double cycles, double clockGhz) {
  if (!(clockGhz > 0)) {
    return u"%1 cycles"_s.arg(formatCount(static_cast<uint64_t>(cycles)));
  }
  const double ns = cycles / clockGhz;
  if (ns < 999.5) {
    return u"%1 ns"_s.arg(ns, 0, 'f', 0);
  }
  if (ns < 999.5e3) {
    return u"%1 us"_s.arg(ns / 1e3, 0, 'f', 2);
  }
  return u"%1 ms"_s.arg(ns / 1e6, 0, 'f', 3);
}

QString formatShort(double value) {
  const double magnitude = std::abs(value);
  if (magnitude < 1000) {
    return QString::number(value, 'f',
                           magnitude == std::floor(magnitude) || magnitude >= 100 ? 0 : 1);
  }
  static constexpr const char *kSuffixes[] = {"k", "M", "G", "T"};
  int index = -1;
  double scaled = value;
  while (std::abs(scaled) >= 1000 && index < 3) {
    scaled /= 1000;
    ++index;
  }
  return QString::number(scaled, 'f', std::abs(scaled) >= 100 ? 0 : 1) +
         QString::fromLatin1(kSuffixes[index]);
}

QString withoutFolders(QString text) {
  static const QRegularExpression kFolders(u"(?<=[(\\s])/[^\\s(),]*/"_s);
  return text.remove(kFolders);
}

} // namespace charonia::ui
