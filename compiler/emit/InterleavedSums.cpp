// Sums are cut into terms, and the terms dealt out by what they read. SPDX-License-Identifier: MIT
//
// Of 125 points three weighted sums read the same six values. One sum after the other all six must be kept, and ten
// weights besides, for which sixteen registers are too few; term by term one value is.
#include "compiler/emit/InterleavedSums.h"
#include "compiler/ir/Visitor.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

namespace brickc::emit {
namespace {

using namespace ir;

bool isSum(const ExprRef& expr) {
  const auto* call = llvm::dyn_cast<CallExpr>(expr.get());
  const auto* binary = llvm::dyn_cast<BinaryExpr>(expr.get());
  return (call && call->function->name == "fma") ||
         (binary && (binary->op == BinaryOp::Add || binary->op == BinaryOp::Sub));
}

/// The part of a sum that comes before its last term; null where it is one term.
ExprRef sumBefore(const ExprRef& sum) {
  if (!isSum(sum)) return nullptr;
  ExprRef before;
  if (const auto* call = llvm::dyn_cast<CallExpr>(sum.get())) {
    before = call->arguments[2];
  } else {
    const auto& binary = llvm::cast<BinaryExpr>(*sum);
    const bool isBehind = binary.op == BinaryOp::Add && isSum(binary.right) && !isSum(binary.left);
    before = isBehind ? binary.right : binary.left;
  }
  return isLeaf(*before) ? nullptr : before;
}

/// Puts something else in the place of one node.
class Replacer : public ExprMutator {
public:
  Replacer(const ExprRef& node, ExprRef by) : node(node), by(std::move(by)) {}

protected:
  ExprRef rewrite(const ExprRef& expr) override { return expr == node ? by : expr; }

private:
  const ExprRef& node;
  ExprRef by;
};

/// The parts of a sum, a term each, and how far they have been taken.
class Terms {
public:
  explicit Terms(const Share& share) {
    std::vector<ExprRef> sums; // up to each term, the last one first
    for (ExprRef sum = share.value; sum; sum = sumBefore(sum))
      sums.push_back(sum);
    for (const ExprRef& sum : llvm::reverse(sums)) {
      const ExprRef before = sumBefore(sum);
      const ExprRef value = before ? Replacer(before, make<LocalExpr>(before->type(), share.name)).mutate(sum) : sum;
      parts.push_back({&share, value, !before, sum == share.value});
    }
  }

  std::size_t left() const { return parts.size() - taken; }

  /// What the next term reads.
  std::set<std::pair<std::string, std::vector<int>>> reads() const {
    std::set<std::pair<std::string, std::vector<int>>> loads;
    forEachNode(parts[taken].value, [&](const ExprRef& node) {
      if (const auto* load = llvm::dyn_cast<LoadExpr>(node.get())) loads.insert({load->field, load->offset});
    });
    return loads;
  }

  const SharePart& take() { return parts[taken++]; }

private:
  std::vector<SharePart> parts;
  std::size_t taken = 0;
};

class Interleaver {
public:
  explicit Interleaver(llvm::ArrayRef<const Share*> stage) : stage(stage) {}

  std::vector<SharePart> run() {
    std::vector<Terms> sums;
    for (const Share* share : stage)
      if (!isReadInStage(*share)) sums.emplace_back(*share);
    for (;;) {
      const auto longest = std::max_element(sums.begin(), sums.end(),
                                            [](const Terms& a, const Terms& b) { return a.left() < b.left(); });
      if (longest == sums.end() || longest->left() == 0) return std::move(result);
      const auto values = longest->reads();
      for (Terms& sum : sums)
        if (sum.left() > 0 && sum.reads() == values) append(sum.take());
    }
  }

private:
  static bool isHere(const LoadExpr& load) {
    return llvm::all_of(load.offset, [](int offset) { return offset == 0; });
  }

  /// Whether another value of the stage is computed from this one, in the same cell.
  bool isReadInStage(const Share& share) const {
    bool found = false;
    for (const Share* reader : stage)
      forEachNode(reader->value, [&](const ExprRef& node) {
        const auto* load = llvm::dyn_cast<LoadExpr>(node.get());
        found |= load && load->field == share.name && isHere(*load);
      });
    return found;
  }

  /// Behind all that it is computed from.
  void append(const SharePart& part) {
    forEachNode(part.value, [&](const ExprRef& node) {
      const auto* load = llvm::dyn_cast<LoadExpr>(node.get());
      if (!load || !isHere(*load)) return;
      const auto read = llvm::find_if(stage, [&](const Share* share) { return share->name == load->field; });
      if (read != stage.end() && done.insert(load->field).second) append({*read, (*read)->value, true, true});
    });
    result.push_back(part);
  }

  llvm::ArrayRef<const Share*> stage;
  std::set<std::string> done; ///< of those that others read
  std::vector<SharePart> result;
};

} // namespace

std::vector<SharePart> interleaveSums(llvm::ArrayRef<const Share*> stage) { return Interleaver(stage).run(); }

} // namespace brickc::emit
