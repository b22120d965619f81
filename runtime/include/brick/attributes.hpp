// SPDX-License-Identifier: MIT
// [[brick::stencil]] and its like mean something to brickc only: other compilers and editors shall not warn of them.
// GCC can be told so for these attributes alone, Clang for unknown attributes as a whole; both from here to the end of
// the file that includes this.
#pragma once

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunknown-attributes"
#elif defined(__GNUC__) && __GNUC__ >= 12
#pragma GCC diagnostic ignored_attributes "brick::"
#endif
