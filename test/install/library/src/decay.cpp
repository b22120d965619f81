// SPDX-License-Identifier: MIT
#include "decay.hpp"

bool decay::is_compiled() { return brick::compiled<advance>; }
