set breakpoint pending on
set environment BRICK_THREADS=1
info line debug-lines.cpp:22
break debug-lines.cpp:22
run
next
info source
frame
kill
