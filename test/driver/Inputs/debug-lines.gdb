set breakpoint pending on
set environment BRICK_THREADS=1
info line debug-lines.cpp:24
break debug-lines.cpp:24
run
next
info source
frame
kill
