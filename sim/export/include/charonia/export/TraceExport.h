// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Traces in the formats of other tools: Perfetto's TrackEvent protobuf and Chrome's JSON. One track
// per PE and unit, CB fill as counters; one cycle is shown as one nanosecond.
#pragma once

#include "charonia/simdata/Trace.h"

#include <string>

namespace charonia::traceexport {

std::string toPerfetto(const simdata::Trace &trace);
std::string toChromeJson(const simdata::Trace &trace);

} // namespace charonia::traceexport
