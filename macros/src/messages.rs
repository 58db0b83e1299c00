//! The errors that the macros report: the code that is refused, and the code to write instead.

/// An error and its help; `{}` stands for a name from the user's code.
#[derive(Clone, Copy)]
pub(crate) struct Message {
    pub(crate) text: &'static str,
    pub(crate) help: &'static str,
}

macro_rules! messages {
    ($($name:ident = $text:literal, $help:literal;)*) => {$(
        pub(crate) const $name: Message = Message { text: $text, help: $help };
    )*};
}

messages! {
    NOT_A_CLOSURE = "`op!` takes a closure", "write `op!(|x: f32| x * x)`";
    NO_PARAMETERS = "an operation has one to four parameters", "take several values as a tuple: `|(a, b): (f32, f32)| …`";
    PARAMETER_TYPE = "an operation's parameters need their types", "write `|{}: f32| …` with the type of the chain's items";
    ASYNC = "device code can't be `async`", "remove `async`: a chain's work is asynchronous already";
    UNSAFE = "device code can't be `unsafe`", "index a view: `view[i]` is checked, and an index out of bounds becomes an error";
    GENERIC_LIFETIME = "device code can't name lifetimes", "remove it: lifetimes of parameters are inferred, as in `&f32` and `View<f32>`";
    GENERIC_CONST = "a constant parameter of device code is a `usize` or a `bool`", "take a parameter of the function instead";
    GENERIC_UNUSED = "the type that this impl is for doesn't contain the parameter `{}`", "remove the parameter, or write a generic function";
    GENERIC_BLANKET = "a `#[device]` impl can't be for a type parameter", "write a generic function: `#[device] fn f<T: Number>(x: T) -> T { … }`";
    IMPL_FOR_TRAIT = "a `#[device]` impl can't be for `dyn Trait`", "write an impl for each type, since device code has no trait objects";
    METHOD_GENERIC = "a method of a `#[device]` impl can't have generic parameters of its own", "declare them on the impl, or write a generic function";
    EXTERN = "a `#[device]` function can't be `extern`", "write a plain `fn`";
    RETURNS_REFERENCE = "a `#[device]` function can't return a reference", "return the value, or take `&mut` and write to it";
    PARAMETER_IMPL = "`impl Trait` and `dyn Trait` can't be used in device code, except `impl Fn(…) -> …` as the type of a function's parameter", "name the type; a `#[device]` function, not a method, can take a closure as `f: impl Fn(f32) -> f32`";
    FUNCTION_POINTER = "a function pointer can't be used in device code", "take any function: `f: impl Fn(f32) -> f32`";
    SELF_TYPE = "`self` must be taken as `self`, `&self` or `&mut self`", "remove the type";
    TRAIT_GENERIC = "a trait with generic parameters can't have methods for numbers in device code", "write a trait without parameters, or a `#[device] fn` with them";
    TRAIT_FOR = "traits have methods for your own types, numbers and `bool` in device code, not for references, arrays, slices and tuples", "write a `#[device] fn` that takes one";
    TRAIT_NAME = "a trait of this name is taken for the operator's, which std defines for numbers", "choose another name for the trait";
    TRAIT_METHOD_NAME = "`{}` is the name of a method of std's types, which device code would call instead of the trait's", "choose another name";
    DEVICE_STRUCT = "`#[device]` on a struct stands above its `#[derive(Element)]`", "write it first: with it devices know the `Default`, `PartialEq` and `PartialOrd` that are derived below";
    DEVICE_ON = "`#[device]` applies to functions, impls, traits, enums and structs with `#[derive(Element)]`", "remove it";
    DEVICE_ON_METHOD = "`#[device]` belongs on the whole impl, not on one of its methods", "write `#[device]` above `impl …`, and move functions that run on the host alone to another impl";
    DEVICE_ARGUMENTS = "`#[device]` takes no arguments but `crate = path`, the library's path where it isn't `::onrush`", "write `#[device]`";
    IMPL_DEREF = "devices don't know `{}`: a field or method might be that of another type", "write a method that returns the part, `fn items(&self) -> &[u8]`, and call it";
    IMPL_ITEM = "only functions and constants are allowed in a `#[device]` impl", "move it to another impl";
    RESERVED_METHOD = "`{}` is a method of the primitive types that a device treats specially", "choose another name";
    NUMERIC_METHOD_MUT = "`{}` is a method of the primitive types or of arrays and can't take `&mut self` here", "choose another name";

    ATTRIBUTE = "attributes can't be used inside device code", "put `#[allow(…)]` on the enclosing item; instead of `#[cfg(…)]`, capture the result of an `if cfg!(…)` outside, or write two functions";
    ITEM_ATTRIBUTE = "the attribute `{}` can't be used on device code: it would change the host's function only", "put it on a function that calls this one, or remove it";
    RECURSION = "a device function can't call itself, because a device's stack is small", "write a loop";
    OPERATOR_METHOD = "the operator's method `{}` can't be called by name in device code", "write the operator";
    OPERATOR_NAME = "`{}` is the name of an operator's method", "implement the operator's trait from `std::ops` or `std::cmp` under its own name, or choose another name for the method";
    MACRO_PATH = "the macro `{}!` can be used in device code only if it is std's", "write it without a path";
    MESSAGE = "this expression can't be used in a message, because it could do more than show a value", "bind its value to a name first, and use the name in the message";

    CLOSURE = "a closure can only be bound to a name by `let`, or be the argument of a `#[device]` function, in device code", "write `let f = |y: f32| …;` and call `f(y)`";
    CLOSURE_METHOD = "the method `{}` can't be given a closure in device code", "write a loop, or a `#[device] fn` that takes a closure: `fn first_where(a: &[f32], f: impl Fn(f32) -> bool) -> usize`";
    CLOSURE_VALUE = "the closure `{}` can only be called or passed to a `#[device]` function in device code, not stored or returned", "call it here, or write a `#[device] fn`";
    CLOSURE_PARAMETER = "a parameter that is a closure needs a name", "write `f: impl Fn(f32) -> f32`";
    CLOSURE_TYPE = "`{}`, the type of a closure, can be only the type of parameters, or of references that are parameters", "write `f: {}`";
    CLOSURE_BOUND = "a closure that a `#[device]` function takes can have only the bounds `Fn`, `FnMut` or `FnOnce`, `Send` and `Sync`, and beside `Fn` also `Copy` and `Clone`, and no `for<'a>`", "remove it; references need no lifetimes: `impl Fn(&f32) -> f32`";
    CLOSURE_RETURNS_REFERENCE = "a closure that a `#[device]` function takes can't return a reference", "let it return the value";
    CLOSURE_PASSED = "the function would get a copy of this `move` closure, which keeps to itself what it changes", "pass `&mut` the closure";
    CLOSURE_PAIR = "a pair that contains a reference must be taken apart in device code", "write `|(i, v)| …`";
    CLOSURE_NUMBER = "this closure is given {}", "write a parameter for each; a pair is one value, which `|(a, b)| …` takes apart";
    CLOSURE_MOVED = "a `move` closure can't call a closure that changes something", "remove `move`";
    CLOSURE_COPIED = "Rust would call a copy of the `move` closure here, which keeps to itself what it changes", "write the closure here, or one that calls it: `|x| f(x)`";
    CLOSURE_CALLS = "closures call each other too often here: device code contains the body of a closure once for each call", "write a `#[device] fn`";
    MACRO = "the macro `{}!` can't be used in device code", "only `matches!`, `panic!`, `unreachable!`, `assert!`, `assert_eq!`, `assert_ne!` and their `debug_` forms can";
    PRINT = "`{}!` can't be used in device code", "return what you want to see, and print it on the host";
    VEC = "`vec!` can't be used in device code: a device can't allocate", "use an array of fixed length, `[0.0; 4]`, or a second vector in the chain with `.zip()`";
    ALLOCATES = "`{}` can't be used in device code: a device can't allocate", "use an array of fixed length, `[0.0; 4]`, or a second vector in the chain with `.zip()`";
    OPTION_FIELDS = "an `Option` is written as a call in device code", "write `Some(x)` or `None`";
    QUESTION = "`?` takes an `Option` or a `Result` in device code, not a reference to one", "write `(*x)?`";
    TRY = "`try` and `async` blocks can't be used in device code", "write a plain block";
    AWAIT = "`await` can't be used in device code", "remove it: a chain's work is asynchronous already";
    IF_LET = "a `let` in a condition can't be used here in device code", "write it first: `if let Some(x) = a && x > 3 { … }`, or `match`";
    LET_CHAIN = "such a chain of `let`s can't be used in device code", "write one `let` with plain conditions behind it, or `match`";
    STRING = "strings can't be used in device code", "use numbers; only the message of a `panic!` can be a string";
    CHAR = "`char` can't be used in device code", "use a `u32`, or a byte literal such as `b'a'`";
    PATTERN_WIDE = "the integers of patterns are below 2^127 in device code", "compare in a guard: `n if n == LIMIT => …`";
    POINTER = "pointers can't be used in device code", "capture a view: `let table = vector.view();` and then `table[i]`";
    VIEW_REFERENCE = "device code takes views by value, not by reference", "write `View<f32>` without `&`: a view is an address and a length, and to copy it copies no elements";
    SLICE_TYPE = "a slice can only be a parameter of a `#[device]` function or of a closure, or bound by `let`, in device code", "use an array `[f32; 4]`, or capture a view: `let table = vector.view();`";
    GET_RANGE = "what `{}` gives of a range can't be used here in device code", "take it apart: `if let Some(s) = a.get(i..j) { … }`, or by `let Some(s) = … else { … }`, `match`, `let s = a.get(i..j)?;`, `is_some` or `map_or`";
    PIECE = "what `{}` gives can't be used here in device code", "take it apart, of an array or slice with a name: `if let Some((first, rest)) = a.split_first() { … }`, `let (p, q) = a.split_at(m);`";
    PIECE_PATTERN = "this pattern can't be matched with a part of an array in device code", "write `Some(s)`, or with `split_first` and `split_last` `Some((first, rest))`, and test the name in a guard";
    RANGE = "a range can be used only in `for` and in patterns", "write `for i in 0..n { … }`";
    FOR_ITER = "`for` can iterate only over ranges, arrays and parts of arrays in device code", "write `for i in 0..n { … }`, `for v in &a { … }` or `for v in &a[i..] { … }`, with `iter iter_mut windows chunks chunks_exact rev enumerate zip skip take step_by copied` for arrays, and `rev step_by` for ranges";
    FOR_PAIR = "a loop over pairs must take them apart in device code", "write `for (i, v) in a.iter().enumerate() { … }`";
    ITERATOR = "this iterator can't be used in device code", "write a loop; iterators over arrays, their `windows` and `chunks` and ranges, `iter::successors` and `iter::from_fn` can have `map flat_map filter filter_map map_while inspect scan skip_while enumerate zip chain flatten cycle rev skip take take_while step_by copied`, and end by `sum product count fold try_fold for_each any all find find_map position last min max min_by max_by min_by_key max_by_key reduce eq ne`";
    CHAIN_REV = "`rev` can't be used behind this in device code", "write it before the adaptors that count or end the items, such as `zip`, `skip`, `take` and `take_while`";
    CHAIN_TAKE = "whether the closures in front of `skip` are called if nothing is left to be taken depends on what ends the chain, so `take` can't follow in device code", "write `skip` before them: `a.iter().skip(n).map(f).take(m)`";
    CHAIN_ZIP = "whether the closures in front of this `zip` are called for an item without a partner is no promise of Rust's, so it can't be used in device code", "call them behind it, `a.iter().zip(&b).map(|(x, y)| …)`, or write `iter` on both sides, without `rev` and `take`";
    CHAIN_PARTNER = "`zip` can't be given this iterator in device code", "give it an array, or an iterator over one or a range, with `map`, `copied`, `enumerate` and `rev`";
    CHAIN_JOINED = "`chain` can't join these iterators in device code", "give it an array, or an iterator over one or a range; both have values or shared references to elements as items: `a.iter().copied().chain([x])`";
    CHAIN_ENDED = "`chain` can't follow this in device code", "write what ends the items, such as `take(n)`, before `map`: `a.iter().take(n).map(f).chain(&b)`";
    CHAIN_COMPARED = "`{}` can't compare these iterators in device code", "compare arrays, or iterators over arrays with `map`, `copied` and `rev` whose items are both values or both references; else write `a.iter().zip(&b).all(|(x, y)| x == y)`, and compare the lengths";
    CHAIN_SLICE = "`{}` gives a slice, which can't be kept in device code", "find its position: `let i = a.windows(2).position(|w| w[0] > w[1]).unwrap(); a[i + 1]`";
    CHAIN_TEMPORARY = "`{}` gives a reference to a part of a value without a name here, which device code doesn't keep", "bind the array to a name first: `let a = [x, y, z];`";
    CHAIN_PAIRS = "`{}` can't compare pairs with references in device code", "write `min_by`, `max_by`, `min_by_key` or `max_by_key`";
    CHAIN_EXCLUSIVE = "`{}` gives a `&mut` to an element, which can't be kept in device code", "find its position, and name the element: `let i = a.iter().position(|v| *v > 0).unwrap(); a[i] += 1;`";
    CHAIN_REFERENCE = "`{}` gives a reference to an element, which can't be kept in device code", "write `.copied()` before it or behind it, or `*` before the whole";
    NAMED_VALUE = "`{}` is an iterator, which is no value in device code", "use it where it is named: `for x in it`, `it.map(f).sum::<f32>()`, or if it is `mut`, `it.next()`";
    NAMED_MUT = "`{}` isn't `mut`, so nothing can be taken from it", "write `let mut`";
    NAMED_AGAIN = "`{}` would be used up by the first turn of this loop or call of this closure", "make the iterator in it";
    NAMED_HIDDEN = "`{}` is another variable where the iterator is used than where it was made", "choose another name";
    NAMED_RESUMES = "an iterator with a name that is `mut` can't have `take`, `skip`, `step_by`, `flat_map` or `flatten` behind `from_fn`, `map_while` or `scan` in device code: what they do behind a `None` is std's own", "remove `mut`, or write them where the iterator is used";
    NAMED_STEPS = "this iterator can't have a name that is `mut` in device code: a range in steps, or a loop in a loop, keeps no position", "remove `mut`, or write a loop";
    FOR_NESTED = "a loop over `flat_map` can't have a label, or a `break`, in device code", "write a loop in a loop";
    FLAT_MAP = "the closure of `flat_map` can only be written where it stands, without `move`, and be an iterator or an array by its last expression in device code, without `return` and `?`", "write `|x| (0..n).map(move |i| …)`, or `|x| [x, x + 1]`";
    FLAT_MAP_SLICE = "the closure of `flat_map` can't name a slice that may be assigned anew in device code", "name the slice again before it: `let part = rest;`";
    CYCLE = "`cycle` can't repeat this iterator in device code", "write it behind `iter` or `copied` of an array, before closures";
    SORT = "`{}` can't be used here in device code", "sort an array or a slice, with a closure where it stands or its name";
    REFERENCE = "a reference can't be kept in device code", "use the value; `&x` and `&mut x` can only be arguments of `#[device]` functions, or bound by `let`";
    DEREF = "only a parameter or variable that is a reference can be dereferenced here", "bind it to a name: `|(x, y): (f32, &mut f32)| …` and then `*y`";
    DEREF_NAME = "`{}` isn't known to be a reference here, so `*{}` can't be read", "of a closure's parameter write the type, `|{}: &f32| …` or `|{}: &mut f32| …`; of a value leave `*` out";
    DEREF_CAPTURE = "`*{}` can't be used in device code: operations capture values", "bind the value before the operation, `let value = *{};`, and use `value` in it";
    CHANGES_CAPTURE = "`{}` is captured: an operation has a copy of it, which it can't change", "let the chain count or combine the items, by `count_if`, `sum` or `reduce`; to change a copy for each item, write `let mut copy = {};` in the operation";
    LOST = "this changes a copy of the item, and the operation has no result", "to change the items of a vector, take them by `&mut`: `x.iter_mut().for_each(op!(|v: &mut f32| *v *= 2.0))`";
    ASSIGN_PARTS = "this can't be assigned to in device code", "assign to names, fields, elements, and tuples and arrays of these; other values are taken apart first: `let Point { x, y } = …; a = x; b = y;`";
    ASSIGN_REFERENCE = "a reference can't be assigned in device code: it refers to one place as long as it lives", "assign to what it refers to, `*r = …`, or bind another reference by `let`";
    SLICE_COMPARED = "slices can't be compared by `{}` in device code", "compare their elements, `a[..n].iter().eq(&b[1..])` or `ne`; for an order find the first two that differ";
    SLICE_VALUE = "a slice can be assigned only a reference that stands here in device code", "write `rest = &a[1..]` or the name of a slice; of branches, an assignment in each";
    SLICE_ENDS = "the elements may be a copy that ends before the slice does in device code", "declare what they are part of before the slice";
    SLICE_HIDDEN = "the closure may assign this slice or a variable of its own that has the same name", "choose another name for the closure's own variable";
    IMPORT = "only variants and constants can be imported in device code, at the beginning of the body", "write `use` outside; in an inner block a variant has its enum's name before it: `State::Start`";
    IMPORT_TWO = "the variants of one enum alone can be imported by `*` in device code", "name those of the other one: `use State::{Start, Done}`";
    ITEM = "items can't be declared in device code, except constants in the body's own block", "move it outside";
    CONSTANT_NAME = "a constant or import of the body can't have a name that the function's signature mentions", "choose another name";
    CALLEE = "only functions named by a path can be called in device code", "call a `#[device] fn` by its path";
    GENERIC_ARGUMENTS = "this path can't be used in device code", "name the type: `T::cast_from(x)`, `Vec3::<f32>::ZERO`; functions of a trait for numbers can be called by `<u32 as Trait>::f(x)`";
    METHOD_ARGUMENTS = "methods have no generic arguments in device code, except `x.cast::<f64>()`", "let them be inferred";
    THEN_WITH = "`then_with` can't be used in device code: it takes a closure", "write `a.cmp(&b).then(c.cmp(&d))`, which evaluates both";
    UNTYPED = "`{}` needs to know the number's type", "write the type behind the number, as in `2i32.pow(n)` or `2f64.sqrt()`";
    STD_MIN = "`{}` has no device form", "use the method: `a.min(b)`";
    STD_MAX = "`{}` has no device form", "use the method: `a.max(b)`";
    STD_SWAP = "`{}` has no device form", "write `let t = a; a = b; b = t;`";
    STD_REPLACE = "`{}` has no device form", "write `let old = a; a = new;`";
    ITER_FUNCTION = "`{}` can't be used here in device code", "write adaptors or a method that ends it behind it, or name it by `let`; or write a `loop`";
    STD_FUNCTION = "`{}` has no device form", "use a method of the numbers, such as `x.sqrt()`, or write the function yourself with `#[device]`";
    ARRAY_METHOD = "`{}` can't be used on arrays in device code", "write a loop: `for i in 0..a.len() { … a[i] … }`";
    FROM_REFERENCE = "a conversion of a reference can't be used in device code", "convert the value: `impl From<Metres> for f64`";
    SELF_CAPTURE = "`self` can't be captured by an operation", "bind what you need to a name first: `let cut = self.cut;`";
    FORMAT_SELF = "unstable or unknown syntax can't be used in device code", "rewrite it with stable syntax";
    CONST_BLOCK = "`const` blocks can't be used in device code", "name a constant";
    BREAK_OUTSIDE = "`{}` is used outside of a loop", "use `return`";
    BREAK_CONDITION = "`{}` in the condition of a `while` needs a label", "name the loop that it is about: `'a: while …`";

    PATTERN = "this pattern can't be used in device code", "use names, `_`, tuples, arrays, structs, numbers, ranges and `|`";
    PATTERN_REF = "`ref` can't be used in device code", "bind the value";
    PATTERN_FLOAT = "floats can't be matched in device code", "compare in a guard: `x if x == 0.5 => …`";
    PATTERN_OR_BINDS = "alternatives of a pattern can't bind names here in device code", "write a `match` with an arm for each";
    GUARD_REPEATED = "this guard changes a variable, and a value may match several of the arm's alternatives: Rust asks the guard for each of them", "write an arm for each alternative";
    PATTERN_REST_MUT = "the elements that `..` stands for can't have a name behind `&mut` in device code", "write `let (a, rest) = x.split_at_mut(1);`";
    PATTERN_REST = "`..` can be used only at the end of a pattern of a tuple", "write `_` for each omitted part";

    ENUM_CONDITION = "a variant or field of a `#[device]` enum can't have a condition", "write the condition above the whole enum, and two enums";
    ENUM_GENERIC = "a `#[device]` enum can't be generic", "write an enum for each type";
    ENUM_EMPTY = "a `#[device]` enum needs at least one variant", "use `()`";
    ENUM_VARIANTS = "a `#[device]` enum has at most 256 variants", "use a number";

    DERIVE_ENUM = "an enum can't be an element: bytes in device memory may be no variant of it", "store a `u8` or `u32`; operations compute with enums that have `#[device]`";
    STATE_STRUCT = "a recording's state with this derive is a struct, all of whose fields are shown to the recording", "put the enum's vectors in a struct, or implement `State`: its method `visit` visits each vector";
    DERIVE_UNION = "a union can't be an element: the meaning of its bytes isn't known", "use a struct, or an array of bytes";
    DERIVE_REPR = "an element needs `#[repr(C)]`: without it Rust may order its fields in any way", "write `#[repr(C)]` above `struct {}`";
    DERIVE_PACKED = "an element can't be `packed`: its fields would not be aligned on the device", "remove `packed`, or store the fields in separate vectors";
    DERIVE_ALIGN = "an element's alignment can't exceed 16 bytes, the largest of kernel parameters and shared memory", "remove `align`: vectors begin at a cache line in any case";
    DERIVE_TUPLE = "an element can't contain a tuple: Rust may order its parts in any way", "use an array, `[f32; 2]`, or a struct with `#[derive(Element)]`";
    DERIVE_EMPTY = "an element needs at least one field: C++ has no types of size zero", "leave it out of the vector; an error is an enum, `#[device] #[derive(Clone, Copy)] enum Error { Empty }`";
    DERIVE_GENERIC = "an element can't contain references: an address means nothing in another memory", "store values, not references";
}
