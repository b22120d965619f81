inline double from_header(double x) { return x + 2; }
