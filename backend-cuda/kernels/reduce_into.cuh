// reduce_into: combines all items as the kernel BASE does, and stores the result as item 0 of the output.
//
// The thread of BASE that has the result writes it to a variable of its own, which stays in registers. One launch.

template <class BASE, class Out>
struct ReduceInto : BASE {
  typedef typename BASE::T T;
  template <class In, class Op>
  DEVICE static void run(const In& in, const Op& op, const Maybe<T>& init, u64 chunk,
                         Partials<typename BASE::Partial> partials, Tickets tickets, const Out& out) {
    Maybe<T> result = nothing<T>();
    BASE::run(in, op, init, chunk, partials, tickets, HostResult<Maybe<T>>{&result});
    if (result.has) out.put(0, result.x);
  }
};

// The values of the chunks, each of which is a block of BASE: in the same way, with no last block. One launch.
template <class BASE, class Out, class Kept>
struct ReduceChunks : BASE {
  typedef typename BASE::T T;
  template <class In, class Op>
  DEVICE static void run(const In& in, const Op& op, u64 chunk, const Out& out, const Kept& kept) {
    Maybe<T> result = nothing<T>();
    BASE::template run<true>(in, op, nothing<T>(), chunk, Partials<typename BASE::Partial>{nullptr}, Tickets{nullptr},
                             HostResult<Maybe<T>>{&result});
    if (thread() != 0) return;
    if (result.has) out.put(block(), result.x);
    kept.put(block(), result.has);
  }
};
