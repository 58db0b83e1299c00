// The check of arguments of kernels that users write. Each must fit its parameter without a conversion: C++ would convert a number
// of any type to one of any other.

// Whether integers of the type P are those of the type A by another name.
template <class A, class P>
constexpr bool same_integers = sizeof(A) == sizeof(long) &&
                               (((same<A, i64> || same<A, i32>) && same<P, long>) ||
                                ((same<A, u64> || same<A, u32>) && same<P, unsigned long>));

// Whether an argument of the type A fits a parameter of the type P.
template <class A, class P>
struct Fits {
  static constexpr bool value = same<A, P> || same_integers<A, P>;
};
template <class T, class P>
struct Fits<Elements<T>, P> {
  static constexpr bool value = same<P, Elements<T>> || same<P, Elements<const T>> || same<P, T*> || same<P, const T*>;
};

// An argument that converts to the types that it fits, and one that converts to any type. An argument doesn't fit if the function
// can be called with the latter in its place, but not with the former. A parameter whose type is deduced accepts neither.
template <class A>
struct FittingArgument {
  template <class P, typename When<Fits<A, typename WithoutConst<P>::type>::value>::type = 0>
  DEVICE operator P() const;
};
struct AnyArgument {
  template <class P>
  DEVICE operator P() const;
};

// An argument as it is passed.
template <class A> struct Passed { typedef const A& type; };
template <class T> struct Passed<Elements<T>> { typedef PassedElements<T> type; };
template <class A> using passed = typename Passed<A>::type;

// Whether the function can be called with arguments of these types: `Callable::with<A...>(0)`.
#define CALLABLE(FUNCTION)                                                                                 \
  struct Callable {                                                                                        \
    template <class... A>                                                                                  \
    DEVICE static constexpr auto with(int) -> decltype(FUNCTION(some<A>()...), true) { return true; }      \
    template <class... A>                                                                                  \
    DEVICE static constexpr bool with(...) { return false; }                                               \
  };
