// SPDX-License-Identifier: GPL-3.0-or-later
// Reading theme files and deriving palettes from them.
#include "widgets/core/Theme.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

using namespace Qt::StringLiterals;

namespace charonia::ui {

namespace {
constexpr std::array<const char *, kNumRoles> kRoleNames = {
    "window",  "base",        "alternateBase", "text",        "mutedText",  "border",
    "accent",  "accentText",  "selection",     "currentLine", "error",      "warning",
    "note",    "success",     "addedBack",     "removedBack", "addedText",  "removedText",
    "stale",   "staleText",   "gridLine",      "cbFill",      "cbReserved", "cbFull",
    "cbEmpty", "opHighlight", "keyword",       "builtin",     "string",     "number",
    "comment", "type",        "operation",     "value",       "attribute",  "decorator"};
constexpr std::array<const char *, arch::kNumUnits> kUnitNames = {
    "core0", "core1", "fi.read", "fi.write", "dpe", "re", "se", "mlu"};
constexpr std::array<const char *, simdata::kNumStallClasses> kStallNames = {
    "busy", "element", "space", "port", "issue", "blocked", "peer", "drained", "launch"};

template <size_t N>
bool readColors(const QJsonObject &object, const std::array<const char *, N> &names,
                std::array<QColor, N> &colors, QString *error) {
  for (size_t i = 0; i < N; ++i) {
    const QString key = QString::fromLatin1(names[i]);
    colors[i] = QColor(object.value(key).toString());
    if (!colors[i].isValid()) {
      *error = u"no valid colour for \"%1\""_s.arg(key);
      return false;
    }
  }
  return true;
}

double luminance(const QColor &color) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) +
         0.0722 * linear(color.blueF());
}
} // namespace

QColor HeatScale::color(double fraction) const {
  if (m_stops.empty()) {
    return {};
  }
  if (!(fraction > 0)) {
    return m_stops.front();
  }
  if (fraction >= 1) {
    return m_stops.back();
  }
  const double position = fraction * static_cast<double>(m_stops.size() - 1);
  const auto index = static_cast<size_t>(position);
  const double t = position - static_cast<double>(index);
  const QColor &a = m_stops[index];
  const QColor &b = m_stops[index + 1];
  const auto mix = [t](int x, int y) { return static_cast<int>(std::lround(x + (y - x) * t)); };
  return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

double contrast(const QColor &a, const QColor &b) {
  const double x = luminance(a);
  const double y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

QColor readableOn(const QColor &background) {
  const QColor black(0x11, 0x11, 0x11);
  const QColor white(0xff, 0xff, 0xff);
  return contrast(background, black) >= contrast(background, white) ? black : white;
}

std::optional<Theme> Theme::parse(const QByteArray &json, QString *error) {
  QJsonParseError parseError;
  const QJsonObject root = QJsonDocument::fromJson(json, &parseError).object();
  if (parseError.error != QJsonParseError::NoError) {
    *error = parseError.errorString();
    return std::nullopt;
  }
  Theme theme;
  theme.m_id = root.value("id"_L1).toString();
  theme.m_dark = root.value("dark"_L1).toBool();
  std::vector<QColor> stops;
  for (const QJsonValue &value : root.value("heat"_L1).toArray()) {
    stops.emplace_back(value.toString());
  }
  if (stops.size() < 2) {
    *error = u"the heat scale needs two colours or more"_s;
    return std::nullopt;
  }
  theme.m_heat = HeatScale(std::move(stops));
  if (!readColors(root.value("colors"_L1).toObject(), kRoleNames, theme.m_colors, error) ||
      !readColors(root.value("units"_L1).toObject(), kUnitNames, theme.m_units, error) ||
      !readColors(root.value("stalls"_L1).toObject(), kStallNames, theme.m_stalls, error)) {
    return std::nullopt;
  }
  return theme;
}

Theme Theme::load(const QString &id) {
  for (const QString &candidate : {id, u"light"_s}) {
    QFile file(u":/charonia/themes/%1.json"_s.arg(candidate));
    QString error;
    if (!file.open(QIODevice::ReadOnly)) {
      continue;
    }
    if (std::optional<Theme> theme = parse(file.readAll(), &error)) {
      return *theme;
    }
    qWarning("theme %s: %s", qPrintable(candidate), qPrintable(error));
  }
  return {};
}

QPalette Theme::palette() const {
  QPalette p;
  p.setColor(QPalette::Window, color(Role::Window));
  p.setColor(QPalette::WindowText, color(Role::Text));
  p.setColor(QPalette::Base, color(Role::Base));
  p.setColor(QPalette::AlternateBase, color(Role::AlternateBase));
  p.setColor(QPalette::Text, color(Role::Text));
  p.setColor(QPalette::PlaceholderText, color(Role::MutedText));
  p.setColor(QPalette::Button, color(Role::Window));
  p.setColor(QPalette::ButtonText, color(Role::Text));
  p.setColor(QPalette::BrightText, color(Role::Error));
  p.setColor(QPalette::ToolTipBase, color(Role::AlternateBase));
  p.setColor(QPalette::ToolTipText, color(Role::Text));
  p.setColor(QPalette::Highlight, color(Role::Accent));
  p.setColor(QPalette::HighlightedText, color(Role::AccentText));
  p.setColor(QPalette::Link, color(Role::Accent));
  p.setColor(QPalette::Light, color(Role::Base).lighter(m_dark ? 130 : 100));
  p.setColor(QPalette::Midlight, color(Role::AlternateBase));
  p.setColor(QPalette::Mid, color(Role::Border));
  p.setColor(QPalette::Dark, color(Role::Border).darker(m_dark ? 100 : 120));
  p.setColor(QPalette::Shadow, QColor(0, 0, 0));
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
    p.setColor(QPalette::Disabled, role, color(Role::MutedText));
  }
  return p;
}

void ThemeHolder::setTheme(Theme theme) {
  m_theme = std::move(theme);
  Q_EMIT changed();
}

} // namespace charonia::ui
