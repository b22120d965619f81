// Plans as YAML: round trip, and text that is no plan. SPDX-License-Identifier: MIT
#include "test/compiler/PlanText.h"
#include <random>

namespace brickc::test {
namespace {

const std::string good = R"(---
target:          x86-64-v4
vector-bytes:    64
fp:              strict
stencils:
  - name:            'waves::star<4>'
    brick:           [ 8, 8, 8 ]
    radius:          [ 4, 4, 4 ]
    lanes:           8
    row-loop:        out-of-cache
    unroll-vectors:  true
    fetch:           first-level
    fetch-in-caches: true
    stores-at-once:  one-line
    results-with-rows: true
    row-sums-in-memory: true
steps:
  - name:            advance
    brick:           [ 8, 8, 8 ]
    halo:            [ 4, 4, 4 ]
    element-bytes:   8
    exchange:        layout
...
)";

std::string problem(const std::string& text) {
  llvm::Expected<plan::Plan> plan = plan::planFromYaml(text, "p.yaml");
  return plan ? "" : errorText(plan.takeError());
}

std::string changed(const std::string& from, const std::string& to) {
  std::string text = good;
  return text.replace(text.find(from), from.size(), to);
}

TEST(PlanYaml, RoundTrip) {
  llvm::Expected<plan::Plan> plan = plan::planFromYaml(good, "p.yaml");
  ASSERT_TRUE(bool(plan)) << errorText(plan.takeError());
  EXPECT_EQ(plan::toYaml(*plan), good);
  EXPECT_EQ(plan->fp, plan::FpMode::Strict);
  EXPECT_EQ(plan->steps[0].exchange, plan::Exchange::Layout);
  EXPECT_EQ(plan->stencils[0].name, "waves::star<4>");
}

TEST(PlanYaml, RoundTripOfAnEmptyPlan) {
  plan::Plan plan;
  plan.target = "native";
  plan.vectorBytes = 16;
  llvm::Expected<plan::Plan> again = plan::planFromYaml(plan::toYaml(plan), "p.yaml");
  ASSERT_TRUE(bool(again)) << errorText(again.takeError());
  EXPECT_EQ(*again, plan);
}

TEST(PlanYaml, ErrorsSayWhere) {
  EXPECT_EQ(problem(""), "p.yaml:1:1: this is not a plan");
  EXPECT_EQ(problem(changed("lanes: ", "lane: ")).substr(0, 9), "p.yaml:6:");
  EXPECT_EQ(problem(changed("layout", "pigeon")),
            "p.yaml:22:22: unknown word; accepted: shared, memmap, layout, basic");
  EXPECT_EQ(problem(changed("[ 8, 8, 8 ]", "[ 8, x, 8 ]")).substr(0, 9), "p.yaml:7:");
  EXPECT_EQ(problem(changed("[ 8, 8, 8 ]", "[ 8, 99999999999, 8 ]")).substr(0, 9), "p.yaml:7:");
  EXPECT_NE(problem(changed("fp: ", "colour: red\nfp: ")).find("unknown key 'colour'"), std::string::npos);
  EXPECT_NE(problem(changed("vector-bytes:    64\n", "")).find("missing required key 'vector-bytes'"),
            std::string::npos);
  EXPECT_NE(problem("just text").find("p.yaml:1:1:"), std::string::npos);
  EXPECT_NE(problem("- 1\n- 2\n").find("p.yaml:1:"), std::string::npos);
}

TEST(PlanYaml, NestingAndTricksAreRefused) {
  EXPECT_EQ(problem(std::string(100000, '[')), "p.yaml:1:5: nested too deeply");
  EXPECT_EQ(problem(std::string(100000, '{')), "p.yaml:1:5: nested too deeply");
  std::string dashes;
  for (int i = 0; i < 100000; ++i)
    dashes += "- ";
  EXPECT_EQ(problem(dashes + "1"), "p.yaml:1:1: indented too deeply");
  std::string stairs;
  for (int i = 0; i < 2000; ++i)
    stairs += std::string(i, ' ') + "a:\n";
  EXPECT_NE(problem(stairs).find("indented too deeply"), std::string::npos);
  EXPECT_NE(problem(changed("advance", "&x advance")).find("anchors"), std::string::npos);
  EXPECT_NE(problem(changed("advance", "!!binary advance")).find("tags"), std::string::npos);
  EXPECT_NE(problem(good + good).find("a second document"), std::string::npos);
  EXPECT_NE(problem(good + "# more\nmore: 1\n").find("a second document"), std::string::npos);
  EXPECT_EQ(problem(good + "\n# that is all\n"), "");
  EXPECT_NE(problem("%YAML 9.9\n" + good).find("directives"), std::string::npos);
}

TEST(PlanYaml, EveryPrefixAndRandomMutations) {
  for (std::size_t length = 0; length < good.size(); ++length)
    problem(good.substr(0, length));
  std::mt19937 random(1);
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (int change = 0; change <= round % 4; ++change) {
      const std::size_t at = random() % text.size(), length = random() % 12;
      if (random() % 3 == 0)
        text[at] = static_cast<char>(random());
      else if (random() % 2 == 0)
        text.erase(at, length);
      else
        text.insert(random() % text.size(), text.substr(at, length));
    }
    const std::string error = problem(text);
    EXPECT_TRUE(error.empty() || error.starts_with("p.yaml:")) << error << "\nin\n" << text;
  }
}

} // namespace
} // namespace brickc::test
