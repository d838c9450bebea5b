// SPDX-License-Identifier: GPL-3.0-or-later
// Divide and conquer on the middle of a shortest edit path; lines are compared by number.
#include "widgets/text/LineDiff.h"

#include <algorithm>
#include <unordered_map>

namespace charonia::ui {

namespace {

/// Edit steps that one search may take before it settles for less; keeps two unrelated texts of
/// many thousand lines within a few hundred milliseconds.
constexpr int kMaxHalfEdits = 6000;

class Differ {
public:
  Differ(std::vector<int> a, std::vector<int> b)
      : m_a(std::move(a)), m_b(std::move(b)), m_keepA(m_a.size()), m_keepB(m_b.size()) {
    const size_t span = 2 * (m_a.size() + m_b.size()) + 6;
    m_forward.resize(span);
    m_backward.resize(span);
  }

  void run() { compare(0, static_cast<int>(m_a.size()), 0, static_cast<int>(m_b.size())); }

  /// Whether line i of the old (new) text is in the common subsequence.
  const std::vector<char> &keepA() const { return m_keepA; }
  const std::vector<char> &keepB() const { return m_keepB; }
  bool approximate() const { return m_approximate; }

private:
  struct Point {
    int x = 0, y = 0;
    bool found = false;
  };

  void compare(int aBegin, int aEnd, int bBegin, int bEnd) {
    while (true) {
      while (aBegin < aEnd && bBegin < bEnd && same(aBegin, bBegin)) {
        keep(aBegin++, bBegin++);
      }
      while (aBegin < aEnd && bBegin < bEnd && same(aEnd - 1, bEnd - 1)) {
        keep(--aEnd, --bEnd);
      }
      if (aBegin == aEnd || bBegin == bEnd) {
        return;
      }
      const Point middle = split(aBegin, aEnd, bBegin, bEnd);
      if (!middle.found) {
        m_approximate = true;
        return; // the rest counts as replaced
      }
      compare(aBegin, middle.x, bBegin, middle.y);
      aBegin = middle.x;
      bBegin = middle.y;
    }
  }

  bool same(int i, int j) const {
    return m_a[static_cast<size_t>(i)] == m_b[static_cast<size_t>(j)];
  }
  void keep(int i, int j) {
    m_keepA[static_cast<size_t>(i)] = 1;
    m_keepB[static_cast<size_t>(j)] = 1;
  }

  /// A point on a shortest path, near its middle: forward and backward searches meet there.
  Point split(int aBegin, int aEnd, int bBegin, int bEnd) {
    const int n = aEnd - aBegin;
    const int m = bEnd - bBegin;
    const int delta = n - m;
    const int limit = std::min((n + m + 1) / 2, kMaxHalfEdits);
    const int base = static_cast<int>(m_a.size() + m_b.size()) + 2;
    const auto forward = [&](int k) -> int & { return m_forward[static_cast<size_t>(k + base)]; };
    const auto backward = [&](int k) -> int & { return m_backward[static_cast<size_t>(k + base)]; };
    forward(1) = 0;
    backward(1) = 0;
    for (int d = 0; d <= limit; ++d) {
      for (int k = -d; k <= d; k += 2) {
        int x = k == -d || (k != d && forward(k - 1) < forward(k + 1)) ? forward(k + 1)
                                                                       : forward(k - 1) + 1;
        const int startX = x;
        while (x < n && x - k < m && x - k >= 0 && same(aBegin + x, bBegin + x - k)) {
          ++x;
        }
        forward(k) = x;
        const int kr = delta - k; // the same diagonal, counted from the end
        if (delta % 2 != 0 && kr >= -(d - 1) && kr <= d - 1 && x + backward(kr) >= n) {
          return progress(aBegin, bBegin, x, x - k, startX, n, m);
        }
      }
      for (int k = -d; k <= d; k += 2) {
        int x = k == -d || (k != d && backward(k - 1) < backward(k + 1)) ? backward(k + 1)
                                                                         : backward(k - 1) + 1;
        while (x < n && x - k < m && x - k >= 0 && same(aEnd - 1 - x, bEnd - 1 - x + k)) {
          ++x;
        }
        backward(k) = x;
        const int kf = delta - k;
        if (delta % 2 == 0 && kf >= -d && kf <= d && x + forward(kf) >= n) {
          return progress(aBegin, bBegin, n - x, m - (x - k), n - x, n, m);
        }
      }
    }
    return {};
  }

  /// Guards against a split that leaves a part as large as the whole.
  Point progress(int aBegin, int bBegin, int x, int y, int, int n, int m) {
    if (x < 0 || y < 0 || x > n || y > m || (x == 0 && y == 0) || (x == n && y == m)) {
      return {};
    }
    return {aBegin + x, bBegin + y, true};
  }

  std::vector<int> m_a, m_b;
  std::vector<char> m_keepA, m_keepB;
  std::vector<int> m_forward, m_backward;
  bool m_approximate = false;
};

} // namespace

std::vector<std::string_view> splitLines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const size_t end = text.find('\n');
    lines.push_back(text.substr(0, end));
    if (end == std::string_view::npos) {
      break;
    }
    text.remove_prefix(end + 1);
  }
  return lines;
}

LineDiff diffLines(std::string_view before, std::string_view after) {
  LineDiff diff;
  diff.oldLines = splitLines(before);
  diff.newLines = splitLines(after);
  std::unordered_map<std::string_view, int> numbers;
  const auto number = [&](const std::vector<std::string_view> &lines) {
    std::vector<int> ids;
    ids.reserve(lines.size());
    for (const std::string_view line : lines) {
      ids.push_back(numbers.emplace(line, static_cast<int>(numbers.size())).first->second);
    }
    return ids;
  };
  std::vector<int> a = number(diff.oldLines);
  std::vector<int> b = number(diff.newLines);
  Differ differ(std::move(a), std::move(b));
  differ.run();
  diff.approximate = differ.approximate();
  size_t i = 0;
  size_t j = 0;
  while (i < diff.oldLines.size() || j < diff.newLines.size()) {
    if (i < diff.oldLines.size() && differ.keepA()[i] == 0) {
      diff.rows.push_back({DiffRow::Kind::Removed, static_cast<int>(i++), -1});
      ++diff.removed;
    } else if (j < diff.newLines.size() && differ.keepB()[j] == 0) {
      diff.rows.push_back({DiffRow::Kind::Added, -1, static_cast<int>(j++)});
      ++diff.added;
    } else {
      diff.rows.push_back({DiffRow::Kind::Same, static_cast<int>(i++), static_cast<int>(j++)});
    }
  }
  return diff;
}

} // namespace charonia::ui
