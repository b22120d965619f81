// SPDX-License-Identifier: MIT
// Everything a user's program needs.
#pragma once

#include "brick/macros_hidden.hpp" // before all others

#include "brick/accessor.hpp"
#include "brick/attributes.hpp"
#include "brick/boundary.hpp"
#include "brick/boundary_kernel.hpp"
#include "brick/environment.hpp"
#include "brick/error.hpp"
#include "brick/field.hpp"
#include "brick/grid.hpp"
#include "brick/grid_for.hpp"
#include "brick/interleaved.hpp"
#include "brick/metrics.hpp"
#include "brick/picture.hpp"
#include "brick/point.hpp"
#include "brick/reduce.hpp"
#include "brick/region.hpp"
#include "brick/runtime.hpp"
#include "brick/stencil.hpp"
#include "brick/step.hpp"

#include "brick/macros_shown.hpp"
