// SPDX-License-Identifier: MIT
// Opening other ranks' memory files, through the names that the system has for them.
#include "node_bricks.hpp"
#include "agreement.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>
#include <new>
#include <sstream>

namespace brick::detail {

namespace {

/// A file that this process has open.
class open_file {
public:
  explicit open_file(int descriptor) : descriptor_(descriptor) {}
  open_file(const open_file&) = delete;
  open_file& operator=(const open_file&) = delete;
  ~open_file() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int descriptor() const { return descriptor_; }

private:
  int descriptor_;
};

/// A memory file of any process, and how to tell it from others.
struct file_name {
  long process = 0;
  int descriptor = -1;
  std::int64_t first = 0; ///< byte of the storage that the file begins with
  unsigned long long device = 0, inode = 0;

  static file_name of(const storage& memory) {
    struct stat status{};
    if (::fstat(memory.file(), &status) != 0) throw storage_limit(std::string("fstat: ") + std::strerror(errno));
    return {static_cast<long>(::getpid()), memory.file(), static_cast<std::int64_t>(memory.private_bytes()),
            status.st_dev, status.st_ino};
  }

  /// Fails where processes do not see each other: other users, containers with processes of their own.
  [[nodiscard]] int open() const {
    const std::string path = "/proc/" + std::to_string(process) + "/fd/" + std::to_string(descriptor);
    const int result = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (result < 0) throw storage_limit("cannot open " + path + ": " + std::strerror(errno));
    struct stat status{};
    if (::fstat(result, &status) == 0 && status.st_dev == device && status.st_ino == inode) return result;
    ::close(result);
    throw storage_limit(path + " is another rank's file");
  }
};

std::ostream& operator<<(std::ostream& out, const file_name& name) {
  return out << name.process << ' ' << name.descriptor << ' ' << name.first << ' ' << name.device << ' ' << name.inode
             << ' ';
}

std::istream& operator>>(std::istream& in, file_name& name) {
  return in >> name.process >> name.descriptor >> name.first >> name.device >> name.inode;
}

/// The ranks of which bricks are seen.
std::vector<int> ranks_seen(const exchange_plan& plan) {
  std::vector<int> ranks;
  for (const seen_bricks& each : plan.seen)
    ranks.push_back(each.rank);
  std::ranges::sort(ranks);
  ranks.erase(std::unique(ranks.begin(), ranks.end()), ranks.end());
  return ranks;
}

/// Runs `body`; what an exception that it threw says, empty if none: the others wait to hear of it.
template <class Body> std::string refusal_of(Body&& body) {
  try {
    body();
    return "";
  } catch (const std::exception& refusal) {
    return refusal.what();
  }
}

} // namespace

node_bricks::node_bricks(const communicator& ranks, const exchange_plan& plan, const storage& memory,
                         std::string& refusal) {
  std::ostringstream files;
  const std::string no_file = refusal_of([&] {
    if (plan.seen.empty()) return;
    if (memory.kind() != memory::memfd)
      throw storage_limit(memory.refusal().empty() ? "the storage is no memory file" : memory.refusal());
    page_ = storage(system_page_bytes(), memory::memfd,
                    {.private_bytes = 0, .shown_bytes = ranks_seen(plan).size() * system_page_bytes()});
    set_own(new (page_.data()) rank_counts{});
    files << file_name::of(memory) << file_name::of(page_);
  });
  refusal = first_said(ranks, no_file);
  if (!refusal.empty()) return;
  const std::vector<std::string> all = ranks.all_gather(files.str());
  refusal = first_said(ranks, refusal_of([&] { show(all, plan, memory, ranks.rank()); }));
  open_ = refusal.empty() && !plan.seen.empty();
}

/// Collective calls stand between this and the end of any rank's file: it is still there when it is opened.
void node_bricks::show(const std::vector<std::string>& files, const exchange_plan& plan, const storage& memory,
                       int rank) {
  const auto page = static_cast<std::int64_t>(system_page_bytes());
  std::int64_t next_page = page;
  for (const int neighbour : ranks_seen(plan)) {
    file_name bricks, counts;
    std::istringstream(files[static_cast<std::size_t>(neighbour)]) >> bricks >> counts;
    const open_file file(bricks.open());
    for (const seen_bricks& each : plan.seen)
      if (each.rank == neighbour)
        for (const segment& piece : each.pieces)
          memory.show(file.descriptor(), {piece.source - bricks.first, piece.destination, piece.length});
    if (neighbour == rank) continue;
    const open_file count_file(counts.open());
    page_.show(count_file.descriptor(), {0, next_page, page});
    add_neighbour(neighbour, reinterpret_cast<const rank_counts*>(page_.data() + next_page));
    next_page += page;
  }
}

} // namespace brick::detail
