//! The table of primitives, from which come the methods of [`Backend`](crate::Backend) and their implementations.

/// The table: each primitive's documentation, name, type parameters, request, the request's parts that use memory, result, and
/// bounds. `__primitives!(callback, arguments)` is `callback! { [arguments] rows }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __primitives {
    ($callback:path, $($argument:tt)*) => {
        $callback! { [$($argument)*]
            /// Runs every slot of a chain of units.
            fn for_each<E>(ForEach<E>: input) -> () where {
                E: $crate::expr::Expr<Item = ()>,
            }
            /// Stores every item.
            fn collect<E, S>(Collect<E, S>: input output) -> () where {
                E: $crate::expr::Indexed,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Combines all items.
            fn reduce<E, O>(Reduce<E, O, E::Item>: input op) -> Option<E::Item> where {
                E: $crate::expr::Repeatable<Item: $crate::Value>,
                O: $crate::operator::Operator<E::Item>,
            }
            /// Finds the first `true`.
            fn find<E>(Find<E>: input) -> Option<usize> where {
                E: $crate::expr::Repeatable<Item = bool>,
            }
            /// Stores all prefixes.
            fn scan<E, O, S>(Scan<E, O, S>: input op output) -> () where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                O: $crate::operator::Operator<E::Item>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Stores the items that a chain keeps, in order; returns how many.
            fn select<E, S>(Select<E, S>: input output) -> usize where {
                E: $crate::expr::Repeatable,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Stores the items in two places by a predicate, both in order; returns for how many it holds.
            fn partition<E, F, S>(Partition<E, F, S>: input predicate selected rejected) -> usize where {
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                F: $crate::function::Function<(E::Item,), Output = bool>,
                S: $crate::storage::Storage<Item = E::Item>,
            }
            /// Sorts keys in their radix order, stably, and the values along.
            fn sort<K, V>(Sort<K, V>: keys values) -> () where {
                K: $crate::Key,
                V: $crate::storage::Storage,
            }
            /// Sorts items by a comparator, stably.
            fn sort_by<S, F>(SortBy<S, F>: items less) -> () where {
                S: $crate::storage::Storage,
                F: $crate::function::Function<(S::Item, S::Item), Output = bool>,
            }
            /// Merges two sorted sequences, stably.
            fn merge<L, R, F, S>(Merge<L, R, F, S>: left right less output) -> () where {
                L: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                R: $crate::expr::Repeatable + $crate::expr::Indexed<Item = L::Item>,
                F: $crate::function::Function<(L::Item, L::Item), Output = bool>,
                S: $crate::storage::Storage<Item = L::Item>,
            }
            /// Combines the values of each run of equal keys; returns the number of runs.
            fn reduce_by_key<K, V, Q, O, SK, SV>(
                ReduceByKey<K, V, Q, O, SK, SV>: keys values equal op out_keys out_values
            ) -> usize where {
                K: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                V: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                Q: $crate::function::Function<(K::Item, K::Item), Output = bool>,
                O: $crate::operator::Operator<V::Item>,
                SK: $crate::storage::Storage<Item = K::Item>,
                SV: $crate::storage::Storage<Item = V::Item>,
            }
            /// Stores all prefixes within each run of equal keys.
            fn scan_by_key<K, V, Q, O, S>(ScanByKey<K, V, Q, O, S>: keys values equal op output) -> () where {
                K: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                V: $crate::expr::Repeatable + $crate::expr::Indexed<Item: $crate::Value>,
                Q: $crate::function::Function<(K::Item, K::Item), Output = bool>,
                O: $crate::operator::Operator<V::Item>,
                S: $crate::storage::Storage<Item = V::Item>,
            }
            /// Stores items at computed positions; of several items for one position the last one stays.
            fn scatter<T, E, S>(Scatter<E, S>: input output) -> () where {
                T: $crate::Value,
                E: $crate::expr::Repeatable + $crate::expr::Indexed<Item = (usize, T)>,
                S: $crate::storage::Storage<Item = T>,
            }
            /// Counts how often each number below the number of bins occurs.
            fn histogram<E>(Histogram<E>: input counts) -> () where {
                E: $crate::expr::Repeatable<Item = usize>,
            }
        }
    };
}

/// The primitives as methods of the trait.
macro_rules! declare {
    ([] $(
        $(#[$doc:meta])*
        fn $name:ident<$($generic:ident),*>($request:ident<$($of:ty),*>: $($part:ident)+) -> $output:ty
        where { $($bounds:tt)* }
    )*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        ///
        /// [The primitives' contract](Backend#the-primitives-contract).
        #[track_caller]
        unsafe fn $name<$($generic),*>(&self, request: $crate::algo::$request<$($of),*>) -> $crate::Result<$output>
        where
            $($bounds)*;
    )*};
}
pub(crate) use declare;

/// The primitives as methods of an implementation, with attributes and the body `callback! { arguments self.name(request: parts) }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __implement {
    // Attributes, callback and arguments are groups: within a row they can't be repeated.
    ([$attributes:tt $callback:tt $arguments:tt] $(
        $(#[$doc:meta])*
        fn $name:ident<$($generic:ident),*>($request:ident<$($of:ty),*>: $($part:ident)+) -> $output:ty
        where { $($bounds:tt)* }
    )*) => {$(
        $crate::__implement! { @method $attributes
            unsafe fn $name<$($generic),*>(&self, request: $crate::algo::$request<$($of),*>) -> $crate::Result<$output>
            where
                $($bounds)*
            {
                $crate::__implement!(@body $callback $arguments self.$name(request: $($part)+))
            }
        }
    )*};
    (@method [$($attribute:tt)*] $($method:tt)*) => { $($attribute)* $($method)* };
    (@body [$($callback:tt)*] [$($argument:tt)*] $($call:tt)*) => { $($callback)*! { $($argument)* $($call)* } };
}

/// The primitives of an `impl Backend`. Each is a method with the body `call!(self.name(request: parts))`, where `name` is the
/// primitive's and `parts` are the fields of its request that use memory. Attributes before `call` become those of each method.
///
/// A backend with a function for each primitive, in a module of the same name:
///
/// ```ignore
/// macro_rules! call {
///     ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {
///         $primitive::$primitive(&$self.pool, $request)
///     };
/// }
///
/// // SAFETY: each primitive keeps the trait's contract.
/// unsafe impl Backend for Cpu {
///     type Memory = Block;
///     // ... `id`, `name`, `allocate` and the like
///     onrush_core::primitives!(call);
/// }
/// ```
///
/// A wrapper needs [`forward`](crate::forward!) alone. A primitive that is new in a version of this crate is one more name that
/// the macro is called with.
#[macro_export]
macro_rules! primitives {
    ($(#[$($attribute:tt)*])* $call:ident) => {
        $crate::__primitives!($crate::__implement, [$(#[$($attribute)*])*] [$call] []);
    };
}

/// Methods of an `impl Backend` that are those of the backend in a field: `forward!(field: methods)`, where `primitives` stands
/// for all primitives. The other methods are written out.
///
/// ```
/// use std::sync::Arc;
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
///
/// use onrush::{Cpu, Result};
/// use onrush_core::Backend;
///
/// /// A backend that counts its allocations.
/// #[derive(Debug, Clone)]
/// struct Counting<B>(B, Arc<AtomicUsize>);
///
/// // SAFETY: the inner backend's methods.
/// unsafe impl<B: Backend> Backend for Counting<B> {
///     type Memory = B::Memory;
///     onrush_core::forward!(0: id place name shrink upload_to download_from synchronize primitives);
///
///     fn stream(&self) -> Result<Self> {
///         Ok(Counting(self.0.stream()?, self.1.clone()))
///     }
///     fn allocate(&self, bytes: usize, align: usize) -> Result<B::Memory> {
///         self.1.fetch_add(1, Relaxed);
///         self.0.allocate(bytes, align)
///     }
/// }
///
/// # fn main() -> Result<()> {
/// let device = Counting(Cpu::new(), Arc::default());
/// assert_eq!(device.upload(&[3, 1, 2])?.iter().sort()?.to_vec()?, [1, 2, 3]);
/// assert_eq!(device.1.load(Relaxed), 2);
/// # Ok(()) }
/// ```
#[macro_export]
macro_rules! forward {
    ($field:tt: $($method:ident)+) => { $($crate::__forward!($method $field);)+ };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __forward {
    (id $field:tt) => {
        fn id(&self) -> $crate::device::DeviceId {
            self.$field.id()
        }
    };
    (place $field:tt) => {
        fn place(&self) -> $crate::device::Place {
            self.$field.place()
        }
    };
    (name $field:tt) => {
        fn name(&self) -> ::std::string::String {
            self.$field.name()
        }
    };
    (allocate $field:tt) => {
        fn allocate(&self, bytes: usize, align: usize) -> $crate::Result<Self::Memory> {
            self.$field.allocate(bytes, align)
        }
    };
    (shrink $field:tt) => {
        fn shrink(&self, memory: &mut Self::Memory, bytes: usize) -> $crate::Result<()> {
            self.$field.shrink(memory, bytes)
        }
    };
    (upload_to $field:tt) => {
        unsafe fn upload_to<T: $crate::Element>(&self, from: &[T], to: *mut T) -> $crate::Result<()> {
            // SAFETY: the caller's promise.
            unsafe { self.$field.upload_to(from, to) }
        }
    };
    (download_from $field:tt) => {
        unsafe fn download_from<T: $crate::Element>(
            &self,
            from: *const T,
            len: usize,
            to: *mut T,
        ) -> $crate::Result<()> {
            // SAFETY: the caller's promise.
            unsafe { self.$field.download_from(from, len, to) }
        }
    };
    (synchronize $field:tt) => {
        fn synchronize(&self) -> $crate::Result<()> {
            self.$field.synchronize()
        }
    };
    (primitives $field:tt) => {
        $crate::__primitives!($crate::__implement, [][$crate::__forward][$field]);
    };
    ($field:tt $self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {
        // SAFETY: the caller's promise.
        unsafe { $self.$field.$primitive($request) }
    };
}
