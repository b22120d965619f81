// SPDX-License-Identifier: MIT
#include "brick/metrics.hpp"

#include <array>

#include <gtest/gtest.h>

namespace {

TEST(Metrics, Statistic) {
  const std::array values{1.0, 2.0, 3.0, 6.0};
  const auto s = brick::statistic::of(values);
  EXPECT_EQ(s.min, 1);
  EXPECT_EQ(s.avg, 3);
  EXPECT_EQ(s.max, 6);
  EXPECT_NEAR(s.sigma * s.sigma, 3.5, 1e-12);
  EXPECT_EQ(brick::statistic::of({}).max, 0);
}

TEST(Metrics, TextAndJson) {
  brick::metrics_report report;
  report.ranks = 2;
  report.steps = 10;
  report.calc = {1e-6, 2e-6, 3e-6, 0.5e-6};
  report.notes = {"a \"note\""};
  EXPECT_NE(report.text().find("2 ranks x 1 thread, 10 steps"), std::string::npos);
  EXPECT_NE(report.text().find("calc      [1, 2, 3] (0.5) \u00b5s per step"), std::string::npos);
  EXPECT_NE(report.text().find("note: a \"note\"\n"), std::string::npos);
  EXPECT_NE(report.json().find(R"("calc": {"min": 1e-06, "avg": 2e-06, "max": 3e-06, "sigma": 5e-07})"),
            std::string::npos);
  EXPECT_EQ(report.text().find("speed"), std::string::npos) << "nothing is sent";
  report.bytes = {1e6, 1e6, 1e6, 0};
  report.mpi_speed = {1, 2, 3, 0.5};
  EXPECT_NE(report.text().find("speed     [1, 2, 3] (0.5) GB/s while calling and waiting\n"), std::string::npos);
  EXPECT_NE(report.json().find(R"("mpi_speed": {"min": 1, "avg": 2, "max": 3, "sigma": 0.5})"), std::string::npos);
  EXPECT_NE(report.json().find(R"("notes": ["a \"note\""]})"), std::string::npos);
}

} // namespace
