// SPDX-License-Identifier: GPL-3.0-or-later
// charonia-cli: the compiler and the simulator on the command line.
#include "cli/Verbs.h"

using namespace charonia::app;

int main(int argc, char **argv) {
  CLI::App app{
      "Compiles, simulates and inspects Triton kernels for an accelerator with circular buffers."};
  app.require_subcommand(1);
  app.footer(
      "Exit codes: 0 all expectations hold, 1 mismatch, 2 compile error, 3 simulation error, "
      "64 bad usage or unreadable file.");
  int exitCode = 0;
  addCompileVerb(app, exitCode);
  addPassesVerb(app, exitCode);
  addExplainVerb(app, exitCode);
  addCodesVerb(app, exitCode);
  addLintVerb(app, exitCode);
  addRunVerb(app, exitCode);
  addCorpusVerb(app, exitCode);
  addConvertVerb(app, exitCode);
  addBenchVerb(app, exitCode);
  addQueryVerb(app, exitCode);
  addServeVerb(app, exitCode);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    // CLI11's own codes mean nothing to callers; bad usage is 64 everywhere.
    return app.exit(error) == 0 ? 0 : 64;
  }
  return exitCode;
}
