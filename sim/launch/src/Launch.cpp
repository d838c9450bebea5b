// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "charonia/launch/Launch.h"
