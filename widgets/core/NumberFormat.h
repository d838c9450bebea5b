// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers as the panels print them: grouped cycles, bytes with binary units, shares, times.
#pragma once

#include <QString>

#include <cstdint>

namespace charonia::ui {

/// "12,345".
QString formatCount(uint64_t value);
/// "512 B", "12.5 KiB", "3.0 MiB".
QString formatBytes(double bytes);
/// "71.3 %"; `fraction` 1 is 100 %.
QString formatShare(double fraction, int decimals = 1);
/// "850 ns", "12.3 us", "4.56 ms" from cycles at a clock in GHz.
QString formatTime(double cycles, double clockGhz);
/// Short form for cramped places: "950", "12.3k", "4.5M".
QString formatShort(double value);
/// `text` with the folders of absolute paths left out: "load q (k.py:15)".
QString withoutFolders(QString text);
/// UTF-8 of the engines to QString.
inline QString fromUtf8(const std::string &text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace charonia::ui
