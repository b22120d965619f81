// Every operation of a step survives being printed and read. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %S/../frontend/steps.cpp -o %t.ir
// RUN: %brickc --emit=ir %t.ir | diff %t.ir -
// RUN: %brickc --emit=source %t.ir > %t.source
// RUN: FileCheck %s < %t.source

// CHECK-LABEL: brick::generated<reductions>
// CHECK:         static void step(const brick::field<double, 2>& u, brick::field<double, 2>& next, const brick::box<2>& inside_box) {
// CHECK:           const std::array<std::int64_t, 4>& inside{inside_box.low[0], inside_box.low[1], inside_box.high[0]
// CHECK:           double product{};
// CHECK-NEXT:      double product_1{};
// CHECK-NEXT:      product = brick::reduce<::product>(::brick::sum, u, next);
// CHECK:           brick::on(brick::box<2>{{[{][{]}}0L, 2L}, {4L, 8L}}), next, u, product / product_1);
// CHECK-LABEL: brick::generated<boundaries>
// CHECK:           brick::apply_boundary<::inlet>(u.grid().high(1), u, {{.*}}c);
