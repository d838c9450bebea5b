// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the compiler knows about the process that it runs in.
#pragma once

namespace charonia::compiler {

/// True after a recovered crash of a Session's compile(), print() or interpret() in this process:
/// memory may be damaged, so save, and compile in another process.
bool processTainted();

} // namespace charonia::compiler
