// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of the app, read from resources/themes/*.json: a palette for widgets, syntax colours, one
// colour per unit and stall class, and the heat scale. ThemeHolder tells panels when it changes.
#pragma once

#include "charonia/arch/DeviceModel.h"
#include "charonia/simdata/Trace.h"

#include <QColor>
#include <QObject>
#include <QPalette>
#include <QString>

#include <array>
#include <optional>
#include <vector>

namespace charonia::ui {

/// What a colour is for. The name in the theme file is the enumerator with a small first letter.
enum class Role : uint8_t {
  Window,
  Base,
  AlternateBase,
  Text,
  MutedText,
  Border,
  Accent,
  AccentText,
  Selection,
  CurrentLine,
  Error,
  Warning,
  Note,
  Success,
  AddedBack,
  RemovedBack,
  AddedText,
  RemovedText,
  Stale,
  StaleText,
  GridLine,
  CbFill,
  CbReserved,
  CbFull,
  CbEmpty,
  OpHighlight,
  Keyword,
  Builtin,
  String,
  Number,
  Comment,
  Type,
  Operation,
  Value,
  Attribute,
  Decorator,
};
inline constexpr size_t kNumRoles = 36;

/// A colour scale from 0 to 1, readable with every kind of colour vision and in greyscale.
class HeatScale {
public:
  HeatScale() = default;
  explicit HeatScale(std::vector<QColor> stops) : m_stops(std::move(stops)) {}
  /// Colour of `fraction`, clamped to [0, 1]; NaN counts as 0.
  QColor color(double fraction) const;

private:
  std::vector<QColor> m_stops;
};

/// Black or white, whichever reads better on `background`.
QColor readableOn(const QColor &background);
/// WCAG contrast ratio of two opaque colours, 1 to 21.
double contrast(const QColor &a, const QColor &b);

class Theme {
public:
  /// The built-in theme `id` ("light", "dark"); light if there is no such theme.
  static Theme load(const QString &id);
  /// Parses a theme file; `error` says what is missing or wrong.
  static std::optional<Theme> parse(const QByteArray &json, QString *error);

  const QString &id() const { return m_id; }
  bool isDark() const { return m_dark; }
  QColor color(Role role) const { return m_colors[static_cast<size_t>(role)]; }
  QColor unit(arch::Unit unit) const { return m_units[static_cast<size_t>(unit)]; }
  QColor stall(simdata::StallClass c) const { return m_stalls[static_cast<size_t>(c)]; }
  const HeatScale &heat() const { return m_heat; }
  /// For QApplication::setPalette.
  QPalette palette() const;

private:
  QString m_id;
  bool m_dark = false;
  std::array<QColor, kNumRoles> m_colors;
  std::array<QColor, arch::kNumUnits> m_units;
  std::array<QColor, simdata::kNumStallClasses> m_stalls;
  HeatScale m_heat;
};

/// Holds the theme in use.
class ThemeHolder : public QObject {
  Q_OBJECT
public:
  explicit ThemeHolder(Theme theme, QObject *parent = nullptr)
      : QObject(parent), m_theme(std::move(theme)) {}
  const Theme &theme() const { return m_theme; }
  void setTheme(Theme theme);

Q_SIGNALS:
  void changed();

private:
  Theme m_theme;
};

} // namespace charonia::ui
