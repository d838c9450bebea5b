<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
    <context>
        <name>Commands</name>
        <message>
            <source>Open...</source>
            <translation>Open...</translation>
        </message>
        <message>
            <source>Save source</source>
            <translation>Save source</translation>
        </message>
        <message>
            <source>Save launch file</source>
            <translation>Save launch file</translation>
        </message>
        <message>
            <source>Export view as image...</source>
            <translation>Export view as image...</translation>
        </message>
        <message>
            <source>Quit</source>
            <translation>Quit</translation>
        </message>
        <message>
            <source>Undo</source>
            <translation>Undo</translation>
        </message>
        <message>
            <source>Redo</source>
            <translation>Redo</translation>
        </message>
        <message>
            <source>Find in source...</source>
            <translation>Find in source...</translation>
        </message>
        <message>
            <source>Previous selection</source>
            <translation>Previous selection</translation>
        </message>
        <message>
            <source>Next selection</source>
            <translation>Next selection</translation>
        </message>
        <message>
            <source>Compile and simulate now</source>
            <translation>Compile and simulate now</translation>
        </message>
        <message>
            <source>Simulate</source>
            <translation>Simulate</translation>
        </message>
        <message>
            <source>Stop</source>
            <translation>Stop</translation>
        </message>
        <message>
            <source>Simulate after each compilation</source>
            <translation>Simulate after each compilation</translation>
        </message>
        <message>
            <source>Next changed pass</source>
            <translation>Next changed pass</translation>
        </message>
        <message>
            <source>Previous changed pass</source>
            <translation>Previous changed pass</translation>
        </message>
        <message>
            <source>IR: plain</source>
            <translation>IR: plain</translation>
        </message>
        <message>
            <source>IR: unified diff</source>
            <translation>IR: unified diff</translation>
        </message>
        <message>
            <source>IR: side by side</source>
            <translation>IR: side by side</translation>
        </message>
        <message>
            <source>Light theme</source>
            <translation>Light theme</translation>
        </message>
        <message>
            <source>Dark theme</source>
            <translation>Dark theme</translation>
        </message>
        <message>
            <source>Larger text</source>
            <translation>Larger text</translation>
        </message>
        <message>
            <source>Smaller text</source>
            <translation>Smaller text</translation>
        </message>
        <message>
            <source>Reset layout</source>
            <translation>Reset layout</translation>
        </message>
        <message>
            <source>Command palette...</source>
            <translation>Command palette...</translation>
        </message>
        <message>
            <source>Keyboard shortcuts...</source>
            <translation>Keyboard shortcuts...</translation>
        </message>
        <message>
            <source>About Charonia</source>
            <translation>About Charonia</translation>
        </message>
        <message>
            <source>Compile in a worker process</source>
            <translation>Compile in a worker process</translation>
        </message>
        <message>
            <source>Open folder...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Open a file of the folder...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Settings...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Compare with upstream Triton</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Front ends: next difference</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Front ends: previous difference</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Apply the fix of a message</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Next problem</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Previous problem</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>About this message</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>Limits</name>
        <message>
            <source>Size of a source</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Size of IR text</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Nested brackets in a source</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Nested indents</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Chain of operators, attributes or elif</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Nested regions in IR</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Operations of a kernel after inlining</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Arguments' memory in all</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Program ids of a launch</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Steps of a run</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Time of a run</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Events kept of a run</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Memory of a worker process</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>Panels</name>
        <message>
            <source>Source</source>
            <translation>Source</translation>
        </message>
        <message>
            <source>Launch</source>
            <translation>Launch</translation>
        </message>
        <message>
            <source>Passes</source>
            <translation>Passes</translation>
        </message>
        <message>
            <source>IR</source>
            <translation>IR</translation>
        </message>
        <message>
            <source>Heat map</source>
            <translation>Heat map</translation>
        </message>
        <message>
            <source>CB timeline</source>
            <translation>CB timeline</translation>
        </message>
        <message>
            <source>Schedule</source>
            <translation>Schedule</translation>
        </message>
        <message>
            <source>Problems</source>
            <translation>Problems</translation>
        </message>
        <message>
            <source>Decisions</source>
            <translation>Decisions</translation>
        </message>
        <message>
            <source>Run report</source>
            <translation>Run report</translation>
        </message>
        <message>
            <source>Files</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Front ends</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::app::CommandPalette</name>
        <message>
            <source>Command palette</source>
            <translation>Command palette</translation>
        </message>
        <message>
            <source>Type a command</source>
            <translation>Type a command</translation>
        </message>
        <message>
            <source>Command</source>
            <translation>Command</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>Commands</translation>
        </message>
        <message>
            <source>Keyboard shortcuts</source>
            <translation>Keyboard shortcuts</translation>
        </message>
        <message>
            <source>In timelines</source>
            <translation>In timelines</translation>
        </message>
        <message>
            <source>In the heat map</source>
            <translation>In the heat map</translation>
        </message>
        <message>
            <source>Arrows choose a PE, Shift+arrows add to the selection.</source>
            <translation>Arrows choose a PE, Shift+arrows add to the selection.</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::FixActions</name>
        <message>
            <source>There is no fix here.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>The fix belongs to another file: %1</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>The text has changed since. Wait for the next compilation.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Applied: %1</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>There is no message with a page here. Put the caret on one.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>There is no page about %1.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>About this message</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>The source has no problems.</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::app::MainWindow</name>
        <message>
            <source>There is no launch file: one was made from the signature. Check it in the launch panel and save it.</source>
            <translation>There is no launch file: one was made from the signature. Check it in the launch panel and save it.</translation>
        </message>
        <message>
            <source>&amp;File</source>
            <translation>&amp;File</translation>
        </message>
        <message>
            <source>&amp;Edit</source>
            <translation>&amp;Edit</translation>
        </message>
        <message>
            <source>&amp;Run</source>
            <translation>&amp;Run</translation>
        </message>
        <message>
            <source>&amp;View</source>
            <translation>&amp;View</translation>
        </message>
        <message>
            <source>&amp;Help</source>
            <translation>&amp;Help</translation>
        </message>
        <message>
            <source>Panels</source>
            <translation>Panels</translation>
        </message>
        <message>
            <source>Main tool bar</source>
            <translation>Main tool bar</translation>
        </message>
        <message>
            <source>Open a kernel or a launch</source>
            <translation>Open a kernel or a launch</translation>
        </message>
        <message>
            <source>Kernels and launches (*.py *.ttir *.mlir *.launch.json);;All files (*)</source>
            <translation>Kernels and launches (*.py *.ttir *.mlir *.launch.json);;All files (*)</translation>
        </message>
        <message>
            <source>Saved %1</source>
            <translation>Saved %1</translation>
        </message>
        <message>
            <source>Save launch file</source>
            <translation>Save launch file</translation>
        </message>
        <message>
            <source>About Charonia</source>
            <translation>About Charonia</translation>
        </message>
        <message>
            <source>Charonia %1: an IDE for Triton kernels on an accelerator with circular buffers.
License: GPL-3.0-or-later.</source>
            <translation>Charonia %1: an IDE for Triton kernels on an accelerator with circular buffers.
License: GPL-3.0-or-later.</translation>
        </message>
        <message>
            <source>Open</source>
            <translation>Open</translation>
        </message>
        <message>
            <source>Compiling...</source>
            <translation>Compiling...</translation>
        </message>
        <message>
            <source>Simulating...</source>
            <translation>Simulating...</translation>
        </message>
        <message>
            <source>Errors in the source</source>
            <translation>Errors in the source</translation>
        </message>
        <message>
            <source>Ready</source>
            <translation>Ready</translation>
        </message>
        <message>
            <source>Open a kernel to begin.</source>
            <translation>Open a kernel to begin.</translation>
        </message>
        <message>
            <source>compiled in %1 ms</source>
            <translation>compiled in %1 ms</translation>
        </message>
        <message>
            <source>%1 cycles (%2), simulated in %3 s</source>
            <extracomment>figures in the status bar: cycles, time on the chip, time to simulate</extracomment>
            <translation>%1 cycles (%2), simulated in %3 s</translation>
        </message>
        <message>
            <source>Save source</source>
            <translation>Save source</translation>
        </message>
        <message>
            <source>Unsaved changes</source>
            <translation>Unsaved changes</translation>
        </message>
        <message>
            <source>The source has unsaved changes. Save them?</source>
            <translation>The source has unsaved changes. Save them?</translation>
        </message>
        <message>
            <source>an unnamed document</source>
            <translation>an unnamed document</translation>
        </message>
        <message>
            <source>Recover</source>
            <translation>Recover</translation>
        </message>
        <message>
            <source>The program ended before changes to %1 were saved (%2). Restore them?</source>
            <translation>The program ended before changes to %1 were saved (%2). Restore them?</translation>
        </message>
        <message>
            <source>Export view as image</source>
            <translation>Export view as image</translation>
        </message>
        <message>
            <source>Images (*.png)</source>
            <translation>Images (*.png)</translation>
        </message>
        <message>
            <source>%1 cannot be written.</source>
            <translation>%1 cannot be written.</translation>
        </message>
        <message>
            <source>Notice</source>
            <translation>Notice</translation>
        </message>
        <message>
            <source>The compiler crashed and was recovered. Your text is kept safe and a worker process compiles from now on; start the program again when it suits you.</source>
            <translation>The compiler crashed and was recovered. Your text is kept safe and a worker process compiles from now on; start the program again when it suits you.</translation>
        </message>
        <message>
            <source>Close</source>
            <translation>Close</translation>
        </message>
        <message>
            <source>Open a folder</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Command palette</source>
            <translation type="unfinished">Command palette</translation>
        </message>
        <message>
            <source>Type a command</source>
            <translation type="unfinished">Type a command</translation>
        </message>
        <message>
            <source>Open a folder or a file first.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Looking for files...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Open a file of %1</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Type a part of the file's name</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::app::Panels</name>
        <message>
            <source>Compiling...</source>
            <translation>Compiling...</translation>
        </message>
        <message>
            <source>imported IR</source>
            <translation>imported IR</translation>
        </message>
        <message>
            <source>Stale: the source has errors. This is the last good result.</source>
            <translation>Stale: the source has errors. This is the last good result.</translation>
        </message>
        <message>
            <source>The IR of this pass is no longer there. Compile again to see it.</source>
            <translation>The IR of this pass is no longer there. Compile again to see it.</translation>
        </message>
        <message>
            <source>Stale: this run is of an earlier text or of another case.</source>
            <translation>Stale: this run is of an earlier text or of another case.</translation>
        </message>
        <message>
            <source>There is nothing to compare.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Stale: this comparison is of an earlier text or launch.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Simulating...</source>
            <translation type="unfinished">Simulating...</translation>
        </message>
        <message>
            <source>Compare to see what upstream Triton makes of this kernel.</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::app::SettingsDialog</name>
        <message>
            <source>Settings</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Imports</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Limits</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>OK</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Cancel</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Python files that a kernel imports are looked for in its own folder and package, then in these folders in order, then in the opened folder. They are read, never executed.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Folders of imported files</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Add...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Remove</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Up</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Down</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Folder of imported files</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton can compile a kernel as well, to compare its IR with ours. Other than the built-in front end it executes the kernel's file and all that it imports, with your rights. Use it for files that you trust.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Use upstream Triton as a second front end</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>a Python that has Triton 3.4 to 3.6, such as /opt/venv/bin/python</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>%1 (from CHARONIA_PYTHON)</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Browse...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Python &amp;interpreter</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>&amp;Time limit</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Test</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Starts the interpreter and asks for Triton's version</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Python interpreter</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>No interpreter is named.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Starting %1...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>It cannot be started: %1</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Triton %1 with Python %2</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>It has no Triton that can be imported: %1</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>What is larger is refused with a message that names the limit. Higher limits may cost memory and time.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>From %1 to %2; normally %3</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Restore defaults</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::app::SourcePanel</name>
        <message>
            <source>Source</source>
            <translation>Source</translation>
        </message>
        <message>
            <source>Find (Enter: next, Esc: close)</source>
            <translation>Find (Enter: next, Esc: close)</translation>
        </message>
    </context>
    <context>
        <name>charonia::app::UpstreamActions</name>
        <message>
            <source>Open a kernel to compare.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton is off, because it executes the kernel's file. It can be turned on in the settings.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>No Python interpreter is chosen. Name one that has Triton 3.4 to 3.6 in the settings.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Nothing was executed.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton executes %1 and all that it imports.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>%1 runs it with your rights, now and at each later comparison. Go on if you trust the file.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Execute</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Cancel</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::app::Workspace</name>
        <message>
            <source>%1 cannot be written: %2</source>
            <translation>%1 cannot be written: %2</translation>
        </message>
        <message>
            <source>%1 cannot be read: %2</source>
            <translation>%1 cannot be read: %2</translation>
        </message>
        <message>
            <source>%1 is larger than the limit of %2 MiB.</source>
            <translation>%1 is larger than the limit of %2 MiB.</translation>
        </message>
        <message>
            <source>%1 is not UTF-8 text.</source>
            <translation>%1 is not UTF-8 text.</translation>
        </message>
        <message>
            <source>%1 names neither a source nor an IR file.</source>
            <translation>%1 names neither a source nor an IR file.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ArgumentModel</name>
        <message>
            <source>Argument</source>
            <translation>Argument</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>Type</translation>
        </message>
        <message>
            <source>Shape or value</source>
            <translation>Shape or value</translation>
        </message>
        <message>
            <source>Place</source>
            <translation>Place</translation>
        </message>
        <message>
            <source>A shape is positive whole numbers with x between them, such as 128 x 64.</source>
            <translation>A shape is positive whole numbers with x between them, such as 128 x 64.</translation>
        </message>
        <message>
            <source>"%1" is no value: give a number, True, False, None, 'text' or = expression.</source>
            <translation>"%1" is no value: give a number, True, False, None, 'text' or = expression.</translation>
        </message>
        <message>
            <source>"%1" is no type: write it as Triton's signatures do, such as *fp16, i32 or fp32.</source>
            <translation>"%1" is no type: write it as Triton's signatures do, such as *fp16, i32 or fp32.</translation>
        </message>
        <message>
            <source>A place is dram, llc or sram.</source>
            <translation>A place is dram, llc or sram.</translation>
        </message>
        <message>
            <source>This cell cannot be edited.</source>
            <translation>This cell cannot be edited.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CbCanvas</name>
        <message>
            <source>CB occupancy</source>
            <translation>CB occupancy</translation>
        </message>
        <message>
            <source>The occupancy of the circular buffers shows here after a run.</source>
            <translation>The occupancy of the circular buffers shows here after a run.</translation>
        </message>
        <message>
            <source>PE %1 used no circular buffer in this run.</source>
            <translation>PE %1 used no circular buffer in this run.</translation>
        </message>
        <message>
            <source>%1 at cycle %2: %3 filled, %4 reserved or filled, of %5 slots
Full %6, empty %7 of the makespan; most slots used: %8</source>
            <translation>%1 at cycle %2: %3 filled, %4 reserved or filled, of %5 slots
Full %6, empty %7 of the makespan; most slots used: %8</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CbModel</name>
        <message>
            <source>RE banks</source>
            <translation>RE banks</translation>
        </message>
        <message>
            <source>CB</source>
            <translation>CB</translation>
        </message>
        <message>
            <source>Tile</source>
            <translation>Tile</translation>
        </message>
        <message>
            <source>Depth</source>
            <translation>Depth</translation>
        </message>
        <message>
            <source>Bytes</source>
            <translation>Bytes</translation>
        </message>
        <message>
            <source>Producer → readers</source>
            <translation>Producer → readers</translation>
        </message>
        <message>
            <source>Most slots</source>
            <translation>Most slots</translation>
        </message>
        <message>
            <source>Full</source>
            <translation>Full</translation>
        </message>
        <message>
            <source>Empty</source>
            <translation>Empty</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CbTimelineView</name>
        <message>
            <source>CB timeline</source>
            <translation>CB timeline</translation>
        </message>
        <message>
            <source>Circular buffers</source>
            <translation>Circular buffers</translation>
        </message>
        <message>
            <source>PE %1 (row %2, column %3). Dark: filled; light: reserved. Bar above a strip: full; bar below: empty.</source>
            <extracomment>a PE by number, row and column, then the key to the drawing</extracomment>
            <translation>PE %1 (row %2, column %3). Dark: filled; light: reserved. Bar above a strip: full; bar below: empty.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::CodeEditor</name>
        <message>
            <source>Alt+Enter: %1</source>
            <extracomment>%1 is what a fix does; Alt+Enter is the key that applies it</extracomment>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::ui::ConstexprModel</name>
        <message>
            <source>Constant</source>
            <translation>Constant</translation>
        </message>
        <message>
            <source>Value</source>
            <translation>Value</translation>
        </message>
        <message>
            <source>"%1" is no value: give a number, True, False, None, 'text' or = expression.</source>
            <translation>"%1" is no value: give a number, True, False, None, 'text' or = expression.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::DraftModel</name>
        <message>
            <source>Guessed from the signature: check it.</source>
            <translation>Guessed from the signature: check it.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::FilesPanel</name>
        <message>
            <source>Open folder...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Files</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Files of the folder</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>No folder is open</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Files of an opened folder find each other when they are imported.</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::ui::FrontendDiffView</name>
        <message>
            <source>Previous difference</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Next difference</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Compare</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Front ends</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton can compile the kernel as well, to compare its IR with ours. Choose a Python that has Triton in the settings, then compare.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Settings...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Has upstream Triton compile the present text. This executes the file.</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>IR of upstream Triton</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>IR of the built-in front end</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Built-in front end</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Why there is no comparison</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Upstream Triton %1</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Stop</source>
            <translation type="unfinished">Stop</translation>
        </message>
        <message>
            <source>Upstream Triton compiles...</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Both front ends give the same IR.</source>
            <translation type="unfinished"/>
        </message>
        <message numerus="yes">
            <source>%n op(s) differ</source>
            <translation>
                <numerusform>%n op differs</numerusform>
                <numerusform>%n ops differ</numerusform>
            </translation>
        </message>
        <message>
            <source>%1; difference %2 of %3</source>
            <extracomment>%1 is "3 ops differ"</extracomment>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::ui::IrView</name>
        <message>
            <source>IR</source>
            <translation>IR</translation>
        </message>
        <message>
            <source>Unified diff</source>
            <translation>Unified diff</translation>
        </message>
        <message>
            <source>Side by side</source>
            <translation>Side by side</translation>
        </message>
        <message>
            <source>How to show the IR</source>
            <translation>How to show the IR</translation>
        </message>
        <message>
            <source>IR before the pass</source>
            <translation>IR before the pass</translation>
        </message>
        <message>
            <source>IR after the pass</source>
            <translation>IR after the pass</translation>
        </message>
        <message>
            <source>The IR shows here after the first compilation.</source>
            <translation>The IR shows here after the first compilation.</translation>
        </message>
        <message>
            <source>Nothing selected is in this IR.</source>
            <translation>Nothing selected is in this IR.</translation>
        </message>
        <message>
            <source>This pass left the IR as it was.</source>
            <translation>This pass left the IR as it was.</translation>
        </message>
        <message>
            <source>(coarse: the texts differ too much)</source>
            <translation>(coarse: the texts differ too much)</translation>
        </message>
        <message>
            <source>The first IR: there is none before it.</source>
            <translation>The first IR: there is none before it.</translation>
        </message>
        <message>
            <source>Function to show</source>
            <translation>Function to show</translation>
        </message>
        <message>
            <source>The IR is long, so one function of it is shown</source>
            <translation>The IR is long, so one function of it is shown</translation>
        </message>
        <message numerus="yes">
            <source>%1: %n line(s)</source>
            <translation>
                <numerusform>%1: %n line</numerusform>
                <numerusform>%1: %n lines</numerusform>
            </translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::LaunchPanel</name>
        <message>
            <source>Warm LLC</source>
            <translation>Warm LLC</translation>
        </message>
        <message>
            <source>Arguments in DRAM start in the LLC</source>
            <translation>Arguments in DRAM start in the LLC</translation>
        </message>
        <message>
            <source>Save</source>
            <translation>Save</translation>
        </message>
        <message>
            <source>Launch</source>
            <translation>Launch</translation>
        </message>
        <message>
            <source>Number of program ids along %1: a whole number, or an expression such as cdiv(M, BLOCK_M)</source>
            <translation>Number of program ids along %1: a whole number, or an expression such as cdiv(M, BLOCK_M)</translation>
        </message>
        <message>
            <source>Grid, %1</source>
            <translation>Grid, %1</translation>
        </message>
        <message>
            <source>Grid</source>
            <translation>Grid</translation>
        </message>
        <message>
            <source>linear</source>
            <translation>linear</translation>
        </message>
        <message>
            <source>round-robin</source>
            <translation>round-robin</translation>
        </message>
        <message>
            <source>zigzag</source>
            <translation>zigzag</translation>
        </message>
        <message>
            <source>Which PE runs which program id</source>
            <translation>Which PE runs which program id</translation>
        </message>
        <message>
            <source>PID mapping</source>
            <translation>PID mapping</translation>
        </message>
        <message>
            <source>the hardware file of the program</source>
            <translation>the hardware file of the program</translation>
        </message>
        <message>
            <source>Hardware</source>
            <translation>Hardware</translation>
        </message>
        <message>
            <source>Constants</source>
            <translation>Constants</translation>
        </message>
        <message>
            <source>Arguments</source>
            <translation>Arguments</translation>
        </message>
        <message>
            <source>No launch yet</source>
            <translation>No launch yet</translation>
        </message>
        <message>
            <source>Entries with "?" are guessed from the signature. Edit them, or save to accept.</source>
            <translation>Entries with "?" are guessed from the signature. Edit them, or save to accept.</translation>
        </message>
        <message>
            <source>Case</source>
            <translation>Case</translation>
        </message>
        <message>
            <source>Data that the arguments are filled with, and what is expected of them</source>
            <translation>Data that the arguments are filled with, and what is expected of them</translation>
        </message>
        <message>
            <source>%1: floats from %2 to %3</source>
            <extracomment>%1 is the name of a case, %2 and %3 bound the numbers that fill its arguments</extracomment>
            <translation>%1: floats from %2 to %3</translation>
        </message>
        <message>
            <source>lpt (longest first)</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>auto</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Constants and options that the launch file offers to choose from</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Config</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>The launch's own constants</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::ui::LoadChart</name>
        <message>
            <source>Load of each PE</source>
            <translation>Load of each PE</translation>
        </message>
        <message>
            <source>Selected PE</source>
            <translation>Selected PE</translation>
        </message>
        <message>
            <source>PE number</source>
            <translation>PE number</translation>
        </message>
        <message>
            <source>cycles</source>
            <translation>cycles</translation>
        </message>
        <message>
            <source>%1: mean %2 (dashed), max / mean %3</source>
            <extracomment>%1 is what the bars show, %2 the mean, %3 a ratio such as 1.35</extracomment>
            <translation>%1: mean %2 (dashed), max / mean %3</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PassListModel</name>
        <message>
            <source>1 Parsing</source>
            <translation>1 Parsing</translation>
        </message>
        <message>
            <source>2 Mapping</source>
            <translation>2 Mapping</translation>
        </message>
        <message>
            <source>3 Lowering</source>
            <translation>3 Lowering</translation>
        </message>
        <message>
            <source>4 Code generation</source>
            <translation>4 Code generation</translation>
        </message>
        <message>
            <source>imported IR</source>
            <translation>imported IR</translation>
        </message>
        <message>
            <source>%1 ops before, %2 after</source>
            <translation>%1 ops before, %2 after</translation>
        </message>
        <message>
            <source>changed, %1</source>
            <translation>changed, %1</translation>
        </message>
        <message>
            <source>unchanged</source>
            <translation>unchanged</translation>
        </message>
        <message>
            <source>Pass</source>
            <translation>Pass</translation>
        </message>
        <message>
            <source>Change</source>
            <translation>Change</translation>
        </message>
        <message>
            <source>Time</source>
            <translation>Time</translation>
        </message>
        <message>
            <source>Ops</source>
            <translation>Ops</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PassListView</name>
        <message>
            <source>Changed only</source>
            <translation>Changed only</translation>
        </message>
        <message>
            <source>Passes</source>
            <translation>Passes</translation>
        </message>
        <message>
            <source>Find a pass</source>
            <translation>Find a pass</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeGridCanvas</name>
        <message>
            <source>PE grid</source>
            <translation>PE grid</translation>
        </message>
        <message>
            <source>The load of each PE shows here after a run.</source>
            <translation>The load of each PE shows here after a run.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeGridModel</name>
        <message>
            <source>PE row %1, column %2 (number %3)</source>
            <extracomment>PE at row %1, column %2, with the number %3</extracomment>
            <translation>PE row %1, column %2 (number %3)</translation>
        </message>
        <message>
            <source>%1 of the makespan on %2:</source>
            <translation>%1 of the makespan on %2:</translation>
        </message>
        <message>
            <source>Finishes at cycle %1; %2 program ids; DMA %3 in, %4 out</source>
            <translation>Finishes at cycle %1; %2 program ids; DMA %3 in, %4 out</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeGridView</name>
        <message>
            <source>Heat map</source>
            <translation>Heat map</translation>
        </message>
        <message>
            <source>Busiest unit</source>
            <translation>Busiest unit</translation>
        </message>
        <message>
            <source>Quantity</source>
            <translation>Quantity</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Unit</translation>
        </message>
        <message>
            <source>Quantity that colours the PEs</source>
            <translation>Quantity that colours the PEs</translation>
        </message>
        <message>
            <source>Unit of the PE whose cycles are counted</source>
            <translation>Unit of the PE whose cycles are counted</translation>
        </message>
        <message>
            <source>%1. Lowest %2, highest %3.</source>
            <extracomment>%1 describes the quantity, %2 and %3 are its lowest and highest value</extracomment>
            <translation>%1. Lowest %2, highest %3.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::PeMetrics</name>
        <message>
            <source>Busy</source>
            <translation>Busy</translation>
        </message>
        <message>
            <source>Finish time</source>
            <translation>Finish time</translation>
        </message>
        <message>
            <source>DMA bytes</source>
            <translation>DMA bytes</translation>
        </message>
        <message>
            <source>Program ids</source>
            <translation>Program ids</translation>
        </message>
        <message>
            <source>Share of the makespan in which %1 works</source>
            <translation>Share of the makespan in which %1 works</translation>
        </message>
        <message>
            <source>Cycle at which the PE finishes its last work</source>
            <translation>Cycle at which the PE finishes its last work</translation>
        </message>
        <message>
            <source>Bytes that the PE's DMA moves to and from global memory</source>
            <translation>Bytes that the PE's DMA moves to and from global memory</translation>
        </message>
        <message>
            <source>Program ids that the PE runs</source>
            <translation>Program ids that the PE runs</translation>
        </message>
        <message>
            <source>Share of the makespan in which %1: %2</source>
            <translation>Share of the makespan in which %1: %2</translation>
        </message>
        <message>
            <source>%1 cycles</source>
            <translation>%1 cycles</translation>
        </message>
        <message>
            <source>busy</source>
            <translation>busy</translation>
        </message>
        <message>
            <source>waits for input</source>
            <translation>waits for input</translation>
        </message>
        <message>
            <source>waits for room</source>
            <translation>waits for room</translation>
        </message>
        <message>
            <source>waits for memory</source>
            <translation>waits for memory</translation>
        </message>
        <message>
            <source>waits for issue</source>
            <translation>waits for issue</translation>
        </message>
        <message>
            <source>core blocked</source>
            <translation>core blocked</translation>
        </message>
        <message>
            <source>waits for other PEs</source>
            <translation>waits for other PEs</translation>
        </message>
        <message>
            <source>finished</source>
            <translation>finished</translation>
        </message>
        <message>
            <source>launch</source>
            <translation>launch</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ProblemsModel</name>
        <message>
            <source>Error</source>
            <translation>Error</translation>
        </message>
        <message>
            <source>Warning</source>
            <translation>Warning</translation>
        </message>
        <message>
            <source>Note</source>
            <translation>Note</translation>
        </message>
        <message>
            <source>Message</source>
            <translation>Message</translation>
        </message>
        <message>
            <source>Code</source>
            <translation>Code</translation>
        </message>
        <message>
            <source>Place</source>
            <translation>Place</translation>
        </message>
        <message>
            <source>Fix: %1</source>
            <extracomment>%1 is what a fix does, such as "did you mean `load`?"</extracomment>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Activate to apply (Alt+Enter)</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::ui::ProblemsView</name>
        <message>
            <source>Problems</source>
            <translation>Problems</translation>
        </message>
        <message>
            <source>No problems</source>
            <translation>No problems</translation>
        </message>
        <message>
            <source>%1, %2</source>
            <extracomment>%1 is "3 errors", %2 is "1 warning"</extracomment>
            <translation>%1, %2</translation>
        </message>
        <message numerus="yes">
            <source>%n error(s)</source>
            <translation>
                <numerusform>%n error</numerusform>
                <numerusform>%n errors</numerusform>
            </translation>
        </message>
        <message numerus="yes">
            <source>%n warning(s)</source>
            <translation>
                <numerusform>%n warning</numerusform>
                <numerusform>%n warnings</numerusform>
            </translation>
        </message>
        <message>
            <source>Fix: %1</source>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>About %1</source>
            <extracomment>%1 is the code of a message</extracomment>
            <translation type="unfinished"/>
        </message>
        <message>
            <source>Copy</source>
            <translation type="unfinished"/>
        </message>
    </context>
    <context>
        <name>charonia::ui::RunReportView</name>
        <message>
            <source>Run report</source>
            <translation>Run report</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Unit</translation>
        </message>
        <message>
            <source>Commands</source>
            <translation>Commands</translation>
        </message>
        <message>
            <source>The launch file states no expected values, so results were not compared.</source>
            <translation>The launch file states no expected values, so results were not compared.</translation>
        </message>
        <message>
            <source>All expected values hold.</source>
            <translation>All expected values hold.</translation>
        </message>
        <message numerus="yes">
            <source>%n expected value(s) do not hold:</source>
            <translation>
                <numerusform>%n expected value does not hold:</numerusform>
                <numerusform>%n expected values do not hold:</numerusform>
            </translation>
        </message>
        <message>
            <source>%1, %2: expected %3, got %4 (tolerance %5)</source>
            <translation>%1, %2: expected %3, got %4 (tolerance %5)</translation>
        </message>
        <message>
            <source>%1 cycles</source>
            <translation>%1 cycles</translation>
        </message>
        <message>
            <source>Load</source>
            <translation>Load</translation>
        </message>
        <message>
            <source>Program ids</source>
            <translation>Program ids</translation>
        </message>
        <message>
            <source>PEs at work</source>
            <translation>PEs at work</translation>
        </message>
        <message>
            <source>%1 of %2</source>
            <translation>%1 of %2</translation>
        </message>
        <message>
            <source>Imbalance (slowest PE over mean)</source>
            <translation>Imbalance (slowest PE over mean)</translation>
        </message>
        <message>
            <source>PID mapping</source>
            <translation>PID mapping</translation>
        </message>
        <message>
            <source>Launch cost</source>
            <translation>Launch cost</translation>
        </message>
        <message>
            <source>Units: mean share of the makespan</source>
            <translation>Units: mean share of the makespan</translation>
        </message>
        <message>
            <source>Traffic</source>
            <translation>Traffic</translation>
        </message>
        <message>
            <source>DMA reads</source>
            <translation>DMA reads</translation>
        </message>
        <message>
            <source>DMA writes</source>
            <translation>DMA writes</translation>
        </message>
        <message>
            <source>Scalar accesses</source>
            <translation>Scalar accesses</translation>
        </message>
        <message>
            <source>Busiest: %1</source>
            <translation>Busiest: %1</translation>
        </message>
        <message>
            <source>%1 busy, %2</source>
            <translation>%1 busy, %2</translation>
        </message>
        <message>
            <source>Simulated in %1 s, %2 events, on %3.</source>
            <translation>Simulated in %1 s, %2 events, on %3.</translation>
        </message>
        <message>
            <source>Numerics policy: %1.</source>
            <translation>Numerics policy: %1.</translation>
        </message>
        <message>
            <source>The trace reached its limit: later commands are missing in the timelines, totals are complete.</source>
            <translation>The trace reached its limit: later commands are missing in the timelines, totals are complete.</translation>
        </message>
        <message>
            <source>The figures of a run show here.</source>
            <translation>The figures of a run show here.</translation>
        </message>
        <message>
            <source>%1 of the roofline: at best %3 cycles, bound by %2.</source>
            <extracomment>%1 is a share, %2 a level such as DRAM, %3 cycles</extracomment>
            <translation>%1 of the roofline: at best %3 cycles, bound by %2.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ScheduleCanvas</name>
        <message>
            <source>Schedule</source>
            <translation>Schedule</translation>
        </message>
        <message>
            <source>The commands of each DMA and FFU show here after a run.</source>
            <translation>The commands of each DMA and FFU show here after a run.</translation>
        </message>
        <message>
            <source>PE %1, %2: %3
cycles %4 to %5 (%6)</source>
            <translation>PE %1, %2: %3
cycles %4 to %5 (%6)</translation>
        </message>
        <message>
            <source>PE %1, %2: nothing more to do</source>
            <translation>PE %1, %2: nothing more to do</translation>
        </message>
        <message>
            <source>PE %1, %2: %3 until cycle %4</source>
            <translation>PE %1, %2: %3 until cycle %4</translation>
        </message>
        <message>
            <source>on circular buffer %1</source>
            <translation>on circular buffer %1</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::ScheduleView</name>
        <message>
            <source>Schedule</source>
            <translation>Schedule</translation>
        </message>
        <message>
            <source>PEs shown: %1 (select others in the heat map).</source>
            <translation>PEs shown: %1 (select others in the heat map).</translation>
        </message>
        <message>
            <source>The trace reached its limit: later commands are missing here, totals are complete.</source>
            <translation>The trace reached its limit: later commands are missing here, totals are complete.</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::StallLegend</name>
        <message>
            <source>Hatched gaps:</source>
            <translation>Hatched gaps:</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::TimelineCanvas</name>
        <message>
            <source>W S zoom, A D pan, F fit, . , next and previous, Ctrl+wheel zooms at the cursor, Shift+drag selects a time range</source>
            <translation>W S zoom, A D pan, F fit, . , next and previous, Ctrl+wheel zooms at the cursor, Shift+drag selects a time range</translation>
        </message>
        <message>
            <source>cycle</source>
            <translation>cycle</translation>
        </message>
        <message>
            <source>time</source>
            <translation>time</translation>
        </message>
        <message>
            <source>%1 cycles</source>
            <translation>%1 cycles</translation>
        </message>
    </context>
    <context>
        <name>Decisions</name>
        <message>
            <source>Line</source>
            <translation>Line</translation>
        </message>
        <message>
            <source>Line of the source</source>
            <translation>Line of the source</translation>
        </message>
        <message>
            <source>Kind</source>
            <translation>Kind</translation>
        </message>
        <message>
            <source>What the operation does with memory</source>
            <translation>What the operation does with memory</translation>
        </message>
        <message>
            <source>Argument</source>
            <translation>Argument</translation>
        </message>
        <message>
            <source>Argument of the kernel that the address comes from</source>
            <translation>Argument of the kernel that the address comes from</translation>
        </message>
        <message>
            <source>Rung</source>
            <translation>Rung</translation>
        </message>
        <message>
            <source>How the tile moves. dma: one descriptor; wrap: a few; rows: one with a list of places; strided, indexed: a small box of memory from which the vector core takes elements; uniform: one element for the whole tile; gather: each element alone.</source>
            <translation>How the tile moves. dma: one descriptor; wrap: a few; rows: one with a list of places; strided, indexed: a small box of memory from which the vector core takes elements; uniform: one element for the whole tile; gather: each element alone.</translation>
        </message>
        <message>
            <source>Bytes/tile</source>
            <translation>Bytes/tile</translation>
        </message>
        <message>
            <source>Bytes that are moved for one tile</source>
            <translation>Bytes that are moved for one tile</translation>
        </message>
        <message>
            <source>Moves</source>
            <translation>Moves</translation>
        </message>
        <message>
            <source>What a descriptor moves: a box in elements and its strides in bytes. A question mark is known only in a run.</source>
            <translation>What a descriptor moves: a box in elements and its strides in bytes. A question mark is known only in a run.</translation>
        </message>
        <message>
            <source>Reason</source>
            <translation>Reason</translation>
        </message>
        <message>
            <source>Why no better rung was possible, and about how many cycles each possible one takes</source>
            <translation>Why no better rung was possible, and about how many cycles each possible one takes</translation>
        </message>
        <message>
            <source>Operation</source>
            <translation>Operation</translation>
        </message>
        <message>
            <source>Operation of the IR</source>
            <translation>Operation of the IR</translation>
        </message>
        <message>
            <source>Unit</source>
            <translation>Unit</translation>
        </message>
        <message>
            <source>What does the operation. dpe: matrix engine; re: reduction engine; se: SIMD engine; mlu: layout unit; fi: DMA; vec: vector core; sca: scalar core.</source>
            <translation>What does the operation. dpe: matrix engine; re: reduction engine; se: SIMD engine; mlu: layout unit; fi: DMA; vec: vector core; sca: scalar core.</translation>
        </message>
        <message>
            <source>Cycles/tile</source>
            <translation>Cycles/tile</translation>
        </message>
        <message>
            <source>Estimate for a whole tile on this unit</source>
            <translation>Estimate for a whole tile on this unit</translation>
        </message>
        <message>
            <source>Other units</source>
            <translation>Other units</translation>
        </message>
        <message>
            <source>Estimated cycles on the other units, or that they cannot do the operation</source>
            <translation>Estimated cycles on the other units, or that they cannot do the operation</translation>
        </message>
        <message>
            <source>Why this unit does the operation</source>
            <translation>Why this unit does the operation</translation>
        </message>
        <message>
            <source>Tile</source>
            <translation>Tile</translation>
        </message>
        <message>
            <source>A tile that the kernel makes, by the name of its buffer</source>
            <translation>A tile that the kernel makes, by the name of its buffer</translation>
        </message>
        <message>
            <source>Type</source>
            <translation>Type</translation>
        </message>
        <message>
            <source>Shape and type of the elements</source>
            <translation>Shape and type of the elements</translation>
        </message>
        <message>
            <source>Defined</source>
            <translation>Defined</translation>
        </message>
        <message>
            <source>The part of the tile that the masks leave, from its first element on</source>
            <translation>The part of the tile that the masks leave, from its first element on</translation>
        </message>
        <message>
            <source>Behind it</source>
            <translation>Behind it</translation>
        </message>
        <message>
            <source>What the elements outside of the defined part hold</source>
            <translation>What the elements outside of the defined part hold</translation>
        </message>
        <message>
            <source>Used</source>
            <translation>Used</translation>
        </message>
        <message>
            <source>The part of the tile that is used further on</source>
            <translation>The part of the tile that is used further on</translation>
        </message>
        <message>
            <source>Reduced</source>
            <translation>Reduced</translation>
        </message>
        <message>
            <source>What does less because only a part of the tile is used</source>
            <translation>What does less because only a part of the tile is used</translation>
        </message>
        <message>
            <source>Not reduced because</source>
            <translation>Not reduced because</translation>
        </message>
        <message>
            <source>Why all of the tile is used although masks leave less</source>
            <translation>Why all of the tile is used although masks leave less</translation>
        </message>
        <message>
            <source>load</source>
            <translation>load</translation>
        </message>
        <message>
            <source>store</source>
            <translation>store</translation>
        </message>
        <message>
            <source>atomic</source>
            <translation>atomic</translation>
        </message>
        <message>
            <source>No better rung</source>
            <translation>No better rung</translation>
        </message>
        <message>
            <source>not %1: %2</source>
            <translation>not %1: %2</translation>
        </message>
        <message>
            <source>Rows begin at multiples of %1 bytes</source>
            <translation>Rows begin at multiples of %1 bytes</translation>
        </message>
        <message>
            <source>not %1</source>
            <translation>not %1</translation>
        </message>
        <message>
            <source>%1: about %2 cycles a tile</source>
            <translation>%1: about %2 cycles a tile</translation>
        </message>
        <message>
            <source>Defined: %1</source>
            <translation>Defined: %1</translation>
        </message>
        <message>
            <source>Defined: %1, behind it %2</source>
            <translation>Defined: %1, behind it %2</translation>
        </message>
        <message>
            <source>Used: %1</source>
            <translation>Used: %1</translation>
        </message>
        <message>
            <source>All is used because of %1</source>
            <translation>All is used because of %1</translation>
        </message>
    </context>
    <context>
        <name>charonia::ui::DecisionsView</name>
        <message>
            <source>Decisions</source>
            <translation>Decisions</translation>
        </message>
        <message>
            <source>Accesses</source>
            <translation>Accesses</translation>
        </message>
        <message>
            <source>Placements</source>
            <translation>Placements</translation>
        </message>
        <message>
            <source>Boxes</source>
            <translation>Boxes</translation>
        </message>
        <message>
            <source>The compiler's decisions appear here once a kernel is compiled.</source>
            <translation>The compiler's decisions appear here once a kernel is compiled.</translation>
        </message>
        <message>
            <source>Bytes a tile by rung: %1. Operations by unit: %2.</source>
            <translation>Bytes a tile by rung: %1. Operations by unit: %2.</translation>
        </message>
        <message>
            <source>Scalar operations</source>
            <translation>Scalar operations</translation>
        </message>
        <message>
            <source>Also lists the operations on single numbers, such as those of addresses: there is nothing to decide about them.</source>
            <translation>Also lists the operations on single numbers, such as those of addresses: there is nothing to decide about them.</translation>
        </message>
    </context>
</TS>
