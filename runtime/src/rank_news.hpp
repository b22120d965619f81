// SPDX-License-Identifier: MIT
// What a rank tells others that may wait for it, when it will not come.
//
// Who waits cannot tell a rank that is slow from one that never comes; the one that does not come can. So a rank that
// ends, that an exception has torn out of an exchange, or that has waited for others for a while, says so in a small
// message, which is looked for only by ranks that have waited for a while themselves. It goes to the ranks with which
// there are exchanges, to those that have said that they wait for this one, and to both neighbours in the order of
// ranks: if all ranks that are left wait for one that has ended in an agreement, one of them is its neighbour. A rank
// that dies says nothing, but its process is gone, as others on its node see; launchers see that too.
//
// Two ranks that wait for each other wait for ever. Agreements and exchanges are counted, so that what a rank has told
// about its waiting may be old and still prove something: who waits for this rank in an exchange that has not begun
// here waits yet. What a rank told while an exchange was that has been removed here since proves nothing.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <mpi.h>

#include "brick/communicator.hpp"

namespace brick::detail {

struct awaited;

/// "rank 1 will not come: it has ended"
std::string will_not_come(int rank, const std::string& why);

class rank_news {
public:
  /// `ranks` is used for nothing else; `node` are those of them that may be on this node. Collective over both.
  rank_news(communicator ranks, const communicator& node);
  rank_news(const rank_news&) = delete;
  rank_news& operator=(const rank_news&) = delete;
  ~rank_news();

  /// This rank and `rank` wait for each other in exchanges.
  void add_partner(int rank);

  /// An agreement of all ranks begins, in which each waits for all others: that call of MPI, a literal of one word, on
  /// the communicator of that number. All begin the same ones in the same order.
  void agreement_begins(int on, const char* call) { own_ = {own_.count + 1, on, call}; }

  /// An exchange of all ranks, made by all in the same order, that counts in `begun` how often it has begun; returns
  /// its number.
  int add_exchange(const std::uint64_t& begun);
  void remove_exchange(int number) { exchanges_.erase(number); }

  /// This rank waits in the agreement that it began last.
  void tell_waiting(const std::string& what);

  /// This rank waits for `ranks` in an exchange, in its turn of that count.
  void tell_waiting(const std::vector<int>& ranks, int exchange, std::uint64_t count, const std::string& what);

  /// Nobody will complete an exchange of this rank on the communicator of that number, nor begins another one there:
  /// which.
  void tell_given_up(int on, const std::string& what) noexcept;

  /// This rank waits for `ranks` in something that is not counted. They tell it when they end.
  void tell_waiting_for(const std::vector<int>& ranks);

  /// This rank takes part in nothing any more.
  void tell_ended() noexcept;

  /// Takes what others have told.
  void listen();

  /// Why `rank` will not send what this one awaits from it, as far as is known here; empty if it may. "It" is the rank.
  /// `on` is the number of the communicator where an exchange is awaited, -1 where it is something else, which a rank
  /// that has given up exchanges may still send.
  [[nodiscard]] std::string why_not(int rank, int on = -1) const;

  /// The same where what is awaited goes on while `rank` waits for something else.
  [[nodiscard]] std::string why_gone(int rank) const;

  /// One of `ranks` that will not come, and why, as words, where this rank needs all of them in an exchange, in that
  /// turn of its count, and does not know which are missing. Empty where it may be one that can still come: who has
  /// ended may have come before.
  [[nodiscard]] std::string who_is_missing(const std::vector<int>& ranks, int exchange, std::uint64_t count) const;

  /// A rank that will not take part in an agreement that has begun here, and why, as words; empty if none is known.
  [[nodiscard]] std::string who_does_not_agree() const;

  /// A rank of this node that has died, as words; empty if none has. Only for those who wait for all ranks: others may
  /// have ended.
  [[nodiscard]] std::string who_has_died() const;

  /// Says that ranks are late, for which this one has waited so long; in a program at most once in five minutes. Of
  /// those that it has told so, and that have taken it, it says nothing at first: they wait themselves, and of a row of
  /// ranks that each wait for the next one only the last is worth a word.
  void say_late(const awaited& waits, std::chrono::steady_clock::duration waited, std::chrono::seconds limit);

  /// Waits until all ranks have ended; false where they have not `at_most` so much later. Collective.
  [[nodiscard]] bool wait_for_all(std::optional<std::chrono::seconds> at_most);

private:
  enum class kind : char { agrees = 'a', exchanges = 'x', waits = 'w', given_up = 'g', ended = 'e' };

  struct agreement {
    std::uint64_t count = 0; ///< of those that have begun here, this one too
    int on = -1;
    const char* call = "";
    /// The same text for agreements that ranks can come to together.
    [[nodiscard]] std::string kind() const { return std::to_string(on) + ':' + call; }
  };

  /// What a rank has told last, each kind for itself.
  struct heard {
    bool ended = false;
    std::uint64_t ended_after = 0;       ///< so many agreements
    std::map<int, std::string> given_up; ///< by communicator
    std::uint64_t agreement = 0;         ///< that it waited in; the first is 1
    std::string agreement_kind, agreement_name;
    int exchange = -1; ///< that it waited in, and its count
    std::uint64_t count = 0;
    std::string exchange_name;
  };
  struct letter {
    int rank;
    std::string text;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void tell(kind what, const std::string& text) noexcept;
  void tell_waiting(int rank, const std::string& text);
  void send(int rank, const std::string& text);
  void forget_sent();
  void take(int rank, const std::string& text);
  [[nodiscard]] std::vector<int> silent_among(const awaited& waits) const;
  void add_waiting(int rank);
  [[nodiscard]] bool has_begun(int rank, int exchange, std::uint64_t count) const;
  [[nodiscard]] bool waits_for_this(const heard& of) const;
  [[nodiscard]] std::string why_not_agreeing(const heard& of) const;
  [[nodiscard]] bool has_died(int rank) const;

  communicator ranks_;
  std::set<int> partners_;
  std::map<int, pid_t> processes_; ///< of other ranks whose processes this one sees
  std::map<int, heard> heard_;
  std::list<letter> sent_;          ///< that may still be on their way
  std::map<int, std::string> told_; ///< about waiting, last
  std::map<int, const std::uint64_t*> exchanges_;
  int next_exchange_ = 0;
  agreement own_;                                     ///< that has begun last
  bool ended_ = false;                                ///< this rank
  std::chrono::steady_clock::time_point next_word_{}; ///< about ranks that are late: not before
};

} // namespace brick::detail
