//! The methods of [`Backend`](crate::Backend) that are primitives, and their implementations: they come from the table in
//! [`algo`](crate::algo).

/// The primitives as methods of the trait.
macro_rules! declare {
    ([] $(
        $(#[$doc:meta])*
        fn $name:ident<$($generic:ident),*>($request:ident<$($of:ty),*>: $($part:ident)+) -> $output:ty
        where { $($bounds:tt)* }
    )*) => {
        /// Whether the primitives leave the number of results in device memory where an output has a
        /// [counter](crate::storage::Storage::counter), and read the [length](crate::expr::Expr::LENGTH_ON_DEVICE) of a chain there, and
        /// that of [columns](crate::storage::Storage::length) that are sorted.
        /// It is the same in every answer and for every clone.
        #[doc(hidden)]
        fn keeps_lengths(&self) -> bool {
            false
        }
        $(
            $(#[$doc])*
            ///
            /// # Safety
            ///
            /// [The primitives' contract](Backend#the-primitives-contract).
            #[track_caller]
            unsafe fn $name<$($generic),*>(&self, request: $crate::algo::$request<$($of),*>) -> $crate::Result<$output>
            where
                $($bounds)*;
        )*
    };
}
pub(crate) use declare;

/// The primitives as methods of an implementation, with attributes and the body `callback! { arguments self.name(request: parts) }`,
/// for [`primitives`](crate::primitives!) and [`forward`](crate::forward!).
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
                $crate::recording::returns::<$output>(self)?;
                $crate::__implement!(@body $callback $arguments self.$name(request: $($part)+))
            }
        }
    )*};
    (@method [$($attribute:tt)*] $($method:tt)*) => { $($attribute)* $($method)* };
    (@body [$($callback:tt)*] [$($argument:tt)*] $($call:tt)*) => { $($callback)*! { $($argument)* $($call)* } };
}

/// The primitives of an `impl Backend`: `primitives!(call)` makes a method of each, with the body
/// `call!(self.name(request: parts))`. `name` is the primitive's name, and `parts` are the fields of its request that use
/// memory. Attributes in front of `call` are put on each method.
///
/// The macro `call` has one rule for all primitives, such as `$primitive::$primitive($self, $request)` in a backend with a
/// function for each primitive in a module of that name; or it has a rule for each primitive, whose body may name the type
/// parameters of the table in [`algo`](crate::algo), as in the package `examples/backend`. This wrapper prints each call:
///
/// ```
/// use onrush::{Backend, Cpu, Result};
///
/// /// A backend that prints the names of the primitives that it runs.
/// #[derive(Debug, Clone)]
/// struct Loud<B>(B);
///
/// macro_rules! call {
///     ($self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {{
///         println!("{} on {}", stringify!($primitive), $self.name());
///         // SAFETY: the caller's promise.
///         unsafe { $self.0.$primitive($request) }
///     }};
/// }
///
/// // SAFETY: the inner backend's methods.
/// unsafe impl<B: Backend> Backend for Loud<B> {
///     type Memory = B::Memory;
///     onrush_core::forward!(0: id stream_id name allocate shrink upload_to download_from synchronize);
///     onrush_core::primitives!(call);
/// }
///
/// assert_eq!(Loud(Cpu::new()).range(0..5).sum()?, 10); // reduce on 2 CPU threads
/// # Ok::<(), onrush::Error>(())
/// ```
///
/// A wrapper without code for each call needs [`forward`](crate::forward!) alone. A primitive that a later version of this crate
/// adds calls the macro with one more name.
#[macro_export]
macro_rules! primitives {
    ($(#[$($attribute:tt)*])* $call:ident) => {
        $crate::__primitives!($crate::__implement, [$(#[$($attribute)*])*] [$call] []);
    };
}

/// Methods of an `impl Backend` that call those of the backend in a field: `forward!(field: methods)`, where `primitives` stands
/// for all primitives, and `transfers` for events and the copies of pinned memory. The implementation writes out the other methods.
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
///     onrush_core::forward!(0: id stream_id name adopt shrink upload_to download_from synchronize transfers release_memory primitives);
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
/// assert_eq!(device.upload(&[3, 1, 2])?.iter().sort().collect()?.to_vec()?, [1, 2, 3]);
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
    (stream_id $field:tt) => {
        fn stream_id(&self) -> $crate::device::StreamId {
            self.$field.stream_id()
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
    (adopt $field:tt) => {
        fn adopt(&self, memory: $crate::HostMemory) -> $crate::Result<Self::Memory, $crate::HostMemory> {
            self.$field.adopt(memory)
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
        #[track_caller]
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
        #[track_caller]
        fn synchronize(&self) -> $crate::Result<()> {
            self.$field.synchronize()
        }
    };
    (transfers $field:tt) => {
        fn event(&self) -> $crate::Result<$crate::Event> {
            self.$field.event()
        }
        fn wait_for(&self, event: &$crate::Event) -> $crate::Result<()> {
            self.$field.wait_for(event)
        }
        fn allocate_pinned(&self, bytes: usize) -> $crate::Result<::std::boxed::Box<dyn $crate::Memory>> {
            self.$field.allocate_pinned(bytes)
        }
        unsafe fn upload_pinned_to<T: $crate::Element>(
            &self,
            from: *const T,
            len: usize,
            to: *mut T,
        ) -> $crate::Result<()> {
            // SAFETY: the caller's promise.
            unsafe { self.$field.upload_pinned_to(from, len, to) }
        }
        unsafe fn download_pinned_from<T: $crate::Element>(
            &self,
            from: *const T,
            len: usize,
            to: *mut T,
        ) -> $crate::Result<()> {
            // SAFETY: the caller's promise.
            unsafe { self.$field.download_pinned_from(from, len, to) }
        }
    };
    (put_down $field:tt) => {
        fn put_down(
            &self,
            step: $crate::recording::Step<'_>,
        ) -> $crate::Result<::std::option::Option<::std::boxed::Box<dyn $crate::recording::Recorded>>> {
            self.$field.put_down(step)
        }
    };
    (release_memory $field:tt) => {
        fn release_memory(&self) -> $crate::Result<()> {
            self.$field.release_memory()
        }
    };
    (primitives $field:tt) => {
        fn keeps_lengths(&self) -> bool {
            self.$field.keeps_lengths()
        }
        $crate::__primitives!($crate::__implement, [][$crate::__forward][$field]);
    };
    ($field:tt $self:ident.$primitive:ident($request:ident: $($part:ident)+)) => {
        // SAFETY: the caller's promise.
        unsafe { $self.$field.$primitive($request) }
    };
}
