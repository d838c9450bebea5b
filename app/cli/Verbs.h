// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of charonia-cli. Each adds its subcommand and, when it was chosen, sets `exitCode`.
#pragma once

#include <CLI/CLI.hpp>

namespace charonia::app {

void addCompileVerb(CLI::App &app, int &exitCode);
void addPassesVerb(CLI::App &app, int &exitCode);
void addExplainVerb(CLI::App &app, int &exitCode);
void addCodesVerb(CLI::App &app, int &exitCode);
void addLintVerb(CLI::App &app, int &exitCode);
void addRunVerb(CLI::App &app, int &exitCode);
void addCorpusVerb(CLI::App &app, int &exitCode);
void addConvertVerb(CLI::App &app, int &exitCode);
void addBenchVerb(CLI::App &app, int &exitCode);
void addQueryVerb(CLI::App &app, int &exitCode);
void addServeVerb(CLI::App &app, int &exitCode);

} // namespace charonia::app
