// SPDX-License-Identifier: BSD-3-Clause
#ifndef TANDEM_PROGRAM_HPP
#define TANDEM_PROGRAM_HPP

#include <cstdint>
#include <limits>

// clang-format off: it would join lines of the example.
// What a graph algorithm gives the BSP engine: a class template over the execution space, of which every unit
// gets its own object for its partition. docs/write-your-own.md walks through a small one.
//
//     template <class ExecutionSpace>
//     class MyProgram {
//      public:
//       using Message = float;  // Nothing: that a message comes says all
//       using MemorySpace = typename ExecutionSpace::memory_space;
//
//       // Allocates and fills the state, with an entry for each slot of the partition.
//       MyProgram(ExecutionSpace const& space, Partition<MemorySpace> const&, MyOptions const&);
//
//       // One superstep: launches kernels and waits for them. `all` has the votes of the last superstep
//       // added up (empty in the first). Says what the units exchange next; all must say the same.
//       Exchange compute(int step, Vote const& all, Vote& mine);
//
//       // Asked after every superstep, with its votes added up.
//       bool done(int step, Vote const& all) const;
//
//       // Small functors for kernels: the value to send for a slot, and what to do with a value that arrives
//       // for one. In a push, slots to send are ghosts and slots to receive are owned; in a pull it is the
//       // other way round.
//       auto packer() const;                    // Message operator()(VertexId slot) const
//       // An unpacker of Nothing may also have a by_word(std::size_t word, std::uint64_t bits), for 64 slots
//       // that nobody else touches meanwhile.
//       auto unpacker(std::size_t peer) const;  // void operator()(VertexId slot, Message value) const
//
//       // For a push: the ghosts that have something to send, set by the kernel that writes them; the engine
//       // clears them when it sends. For pull_news: the owned vertices that do; the program clears them, not
//       // before its next superstep. Other kinds of exchange don't look.
//       Bitmap<MemorySpace> news() const;
//
//       // Optional, for a push: the same ghosts as a list, which saves looking through the set where they
//       // are few. Empty: there is no list.
//       NewsList<MemorySpace> news_list() const;
//
//       // Optional, for pulls of either kind: where the messages of the owned vertices lie one after the
//       // other, or, if messages have no value, the words of news(). Units that share memory with this one
//       // may read them there instead of having them packed. To be left alone until the next superstep but
//       // one begins.
//       void const* lent() const;
//
//       // Optional: false if there is nothing for a peer in this superstep, to save looking for it.
//       bool sends_to(std::size_t peer) const;
//     };
// clang-format on
namespace tandem {

/// What travels at the end of a superstep.
enum class Exchange {
  none,
  push,      ///< values of ghosts that have news, to the owners
  pull,      ///< values of owned vertices, to their ghosts elsewhere
  pull_news  ///< the same, of those vertices that have news; where these are many, of all
};

/// A message without a value.
struct Nothing {};

/// What a unit tells all others at the end of a superstep.
struct Vote {
  std::uint64_t active = 0;                                   ///< vertices that have work left; added up
  std::uint64_t edges = 0;                                    ///< looked at in this superstep; added up
  double sum = 0;                                             ///< for the program's use; added up
  double second_sum = 0;                                      ///< likewise
  double smallest = std::numeric_limits<double>::infinity();  ///< likewise; the smallest of all

  void add(Vote const& other) {
    active += other.active;
    edges += other.edges;
    sum += other.sum;
    second_sum += other.second_sum;
    if (other.smallest < smallest) smallest = other.smallest;
  }
};

}  // namespace tandem

#endif
