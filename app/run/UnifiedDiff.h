// SPDX-License-Identifier: GPL-3.0-or-later
// Two texts as a unified difference, as `diff -u` and `patch` write and read it.
#pragma once

#include <string>
#include <string_view>

namespace charonia::app {

/// Hunks with three lines of context under "--- before" and "+++ after"; empty if the texts are
/// equal.
std::string unifiedDiff(std::string_view before, std::string_view after,
                        const std::string &beforeName, const std::string &afterName);

} // namespace charonia::app
