// What happens when brickc is told to stop (SIGINT, SIGTERM, SIGHUP, SIGPIPE). SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace brickc {

/// From now on these signals go to the program that brickc waits for, too, and the folder of temporary files goes with
/// the files in it.
void catchInterrupts();

/// The program that brickc waits for; 0 for none.
void forwardInterruptsTo(int process);

/// The folder to remove; it must stay the same, unless it is "" for none.
void removeOnInterrupt(const std::string& folder);

} // namespace brickc
