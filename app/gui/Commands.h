// SPDX-License-Identifier: GPL-3.0-or-later
// Every command of the window in one table: id, words, default key, menu. Menus, tool bar, palette
// and the shortcut sheet read it.
#pragma once

#include <QtGlobal>

#include <array>

namespace charonia::app {

enum class Command : uint8_t {
  Open,
  OpenFolder,
  QuickOpen,
  SaveSource,
  SaveLaunch,
  Settings,
  Quit,
  Undo,
  Redo,
  Find,
  ApplyFix,
  NextProblem,
  PreviousProblem,
  CompileNow,
  Simulate,
  Stop,
  AutoSimulate,
  CompileInWorker,
  CompareFrontends,
  NextChangedPass,
  PreviousChangedPass,
  IrPlain,
  IrUnified,
  IrSideBySide,
  NextDifference,
  PreviousDifference,
  SelectionBack,
  SelectionForward,
  ThemeLight,
  ThemeDark,
  ResetLayout,
  LargerText,
  SmallerText,
  ExportImage,
  Palette,
  CodeHelp,
  Shortcuts,
  About,
};

enum class Menu : uint8_t { File, Edit, Run, View, Help };

struct CommandInfo {
  Command command;
  const char *id;   ///< stable, for settings and scripts
  const char *text; ///< English; translated in the context "Commands"
  const char *key;  ///< default key, "" if none
  Menu menu;
  const char *icon; ///< of resources/icons, "" if none
  bool checkable = false;
};

inline constexpr std::array<CommandInfo, 38> kCommands = {{
    {Command::Open, "file.open", QT_TRANSLATE_NOOP("Commands", "Open..."), "Ctrl+O", Menu::File,
     "open"},
    {Command::OpenFolder, "file.openFolder", QT_TRANSLATE_NOOP("Commands", "Open folder..."),
     "Ctrl+Shift+O", Menu::File, ""},
    {Command::QuickOpen, "file.quickOpen",
     QT_TRANSLATE_NOOP("Commands", "Open a file of the folder..."), "Ctrl+P", Menu::File, ""},
    {Command::SaveSource, "file.save", QT_TRANSLATE_NOOP("Commands", "Save source"), "Ctrl+S",
     Menu::File, "save"},
    {Command::SaveLaunch, "file.saveLaunch", QT_TRANSLATE_NOOP("Commands", "Save launch file"),
     "Ctrl+Shift+S", Menu::File, ""},
    {Command::ExportImage, "file.exportImage",
     QT_TRANSLATE_NOOP("Commands", "Export view as image..."), "", Menu::File, ""},
    {Command::Settings, "file.settings", QT_TRANSLATE_NOOP("Commands", "Settings..."), "Ctrl+,",
     Menu::File, ""},
    {Command::Quit, "file.quit", QT_TRANSLATE_NOOP("Commands", "Quit"), "Ctrl+Q", Menu::File, ""},
    {Command::Undo, "edit.undo", QT_TRANSLATE_NOOP("Commands", "Undo"), "Ctrl+Z", Menu::Edit, ""},
    {Command::Redo, "edit.redo", QT_TRANSLATE_NOOP("Commands", "Redo"), "Ctrl+Shift+Z", Menu::Edit,
     ""},
    {Command::Find, "edit.find", QT_TRANSLATE_NOOP("Commands", "Find in source..."), "Ctrl+F",
     Menu::Edit, ""},
    {Command::ApplyFix, "edit.fix", QT_TRANSLATE_NOOP("Commands", "Apply the fix of a message"),
     "Alt+Return", Menu::Edit, ""},
    {Command::NextProblem, "edit.nextProblem", QT_TRANSLATE_NOOP("Commands", "Next problem"), "F8",
     Menu::Edit, ""},
    {Command::PreviousProblem, "edit.previousProblem",
     QT_TRANSLATE_NOOP("Commands", "Previous problem"), "Shift+F8", Menu::Edit, ""},
    {Command::SelectionBack, "edit.selectionBack",
     QT_TRANSLATE_NOOP("Commands", "Previous selection"), "Alt+Left", Menu::Edit, ""},
    {Command::SelectionForward, "edit.selectionForward",
     QT_TRANSLATE_NOOP("Commands", "Next selection"), "Alt+Right", Menu::Edit, ""},
    {Command::CompileNow, "run.compile", QT_TRANSLATE_NOOP("Commands", "Compile and simulate now"),
     "Ctrl+Return", Menu::Run, "compile"},
    {Command::Simulate, "run.simulate", QT_TRANSLATE_NOOP("Commands", "Simulate"), "F5", Menu::Run,
     "run"},
    {Command::Stop, "run.stop", QT_TRANSLATE_NOOP("Commands", "Stop"), "Shift+F5", Menu::Run,
     "stop"},
    {Command::AutoSimulate, "run.auto",
     QT_TRANSLATE_NOOP("Commands", "Simulate after each compilation"), "", Menu::Run, "", true},
    {Command::CompileInWorker, "run.worker",
     QT_TRANSLATE_NOOP("Commands", "Compile in a worker process"), "", Menu::Run, "", true},
    {Command::CompareFrontends, "run.compareFrontends",
     QT_TRANSLATE_NOOP("Commands", "Compare with upstream Triton"), "Ctrl+Alt+U", Menu::Run, ""},
    {Command::NextChangedPass, "view.nextPass", QT_TRANSLATE_NOOP("Commands", "Next changed pass"),
     "Alt+Down", Menu::View, ""},
    {Command::PreviousChangedPass, "view.previousPass",
     QT_TRANSLATE_NOOP("Commands", "Previous changed pass"), "Alt+Up", Menu::View, ""},
    {Command::IrPlain, "view.irPlain", QT_TRANSLATE_NOOP("Commands", "IR: plain"), "Alt+1",
     Menu::View, ""},
    {Command::IrUnified, "view.irUnified", QT_TRANSLATE_NOOP("Commands", "IR: unified diff"),
     "Alt+2", Menu::View, ""},
    {Command::IrSideBySide, "view.irSideBySide", QT_TRANSLATE_NOOP("Commands", "IR: side by side"),
     "Alt+3", Menu::View, ""},
    {Command::NextDifference, "view.nextDifference",
     QT_TRANSLATE_NOOP("Commands", "Front ends: next difference"), "F7", Menu::View, ""},
    {Command::PreviousDifference, "view.previousDifference",
     QT_TRANSLATE_NOOP("Commands", "Front ends: previous difference"), "Shift+F7", Menu::View, ""},
    {Command::ThemeLight, "view.light", QT_TRANSLATE_NOOP("Commands", "Light theme"), "",
     Menu::View, ""},
    {Command::ThemeDark, "view.dark", QT_TRANSLATE_NOOP("Commands", "Dark theme"), "", Menu::View,
     ""},
    {Command::LargerText, "view.larger", QT_TRANSLATE_NOOP("Commands", "Larger text"), "Ctrl++",
     Menu::View, ""},
    {Command::SmallerText, "view.smaller", QT_TRANSLATE_NOOP("Commands", "Smaller text"), "Ctrl+-",
     Menu::View, ""},
    {Command::ResetLayout, "view.resetLayout", QT_TRANSLATE_NOOP("Commands", "Reset layout"), "",
     Menu::View, ""},
    {Command::Palette, "help.palette", QT_TRANSLATE_NOOP("Commands", "Command palette..."),
     "Ctrl+Shift+P", Menu::Help, ""},
    {Command::CodeHelp, "help.code", QT_TRANSLATE_NOOP("Commands", "About this message"), "F1",
     Menu::Help, ""},
    {Command::Shortcuts, "help.shortcuts", QT_TRANSLATE_NOOP("Commands", "Keyboard shortcuts..."),
     "Ctrl+?", Menu::Help, ""},
    {Command::About, "help.about", QT_TRANSLATE_NOOP("Commands", "About Charonia"), "", Menu::Help,
     ""},
}};

} // namespace charonia::app
