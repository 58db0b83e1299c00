//! Signposts: names that people bring from elsewhere, and what rustc says to write instead.
//!
//! A signpost is a method that can't be called, because its bound holds for no type; rustc shows the bound's message. It
//! belongs to a type to which chains, vectors and their parts dereference, which rustc searches last, so that methods of
//! a program's own traits come first, whatever they take. What the signposts say stands in the tables of the modules, whose
//! rows the guide shows as well: the text for a chain, for a vector, and for parts of them (segments, groups, columns), the
//! items that do it, and the names, each after those who use it.
//!
//! A method that exists, but takes other arguments elsewhere, has a comment behind `self` in its signature, as in
//! ``fn sort(self /* in another order: `sort_by(Greater)` */)``: rustc's message about a wrong number of arguments quotes
//! the signature.

use std::marker::PhantomData;
use std::ops::{Deref, Index};

use crate::backend::Backend;
use crate::chain::{Chain, IntoChain};
use crate::columns::Columns;
use crate::expr::{Expr, Slice};
use crate::groups::Groups;
use crate::pending::Pending;
use crate::segments::{Segments, SegmentsMut};
use crate::value::Element;
use crate::vec::{DeviceSlice, DeviceSliceMut, DeviceVec, PinnedVec};

/// Declares the types that have the signposts, and what dereferences to them.
macro_rules! owners {
    ($($(#[$meta:meta])* $name:ident: $([$($generic:tt)*] $owner:ty;)+)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name<T = ()>(PhantomData<T>);
        $(
            #[doc(hidden)]
            impl<$($generic)*> Deref for $owner {
                type Target = $name;
                fn deref(&self) -> &$name {
                    &$name(PhantomData)
                }
            }
        )+
    )+};
}
owners! {
    /// Names that chains don't have.
    Chains: [E, B] Chain<E, B>;
    /// Names that vectors and slices don't have.
    Vectors: [T, B: Backend] DeviceVec<T, B>; [T, B] DeviceSlice<'_, T, B>; [T, B] DeviceSliceMut<'_, T, B>;
    /// Names that parts of a chain or vector don't have.
    Parts: [E, P, B] Segments<E, P, B>; [T: Element, P, B: Backend] SegmentsMut<'_, T, P, B>; [E, K, B] Groups<E, K, B>; [E, B] Columns<E, B>;
    /// Names that calls don't have before they are ended.
    Calls: [R, B] Pending<R, B>;
    /// Names that pinned vectors don't have.
    Pinned: [T] PinnedVec<T>;
}

/// Declares methods that can't be called, because of the bound.
macro_rules! methods {
    ($bound:tt: $($name:ident($($argument:ident)*))+) => {$(
        #[doc(hidden)]
        #[allow(missing_docs, non_snake_case, clippy::empty_loop, clippy::wrong_self_convention)]
        pub fn $name<$($argument,)* R>(&self $(, _: $argument)*) -> R
        where
            Self: $bound,
        {
            loop {}
        }
    )+};
}

/// Declares a row's signposts of one owner: their bound with its message, and the methods; without a message the methods
/// of the bound that stands in its place, if there is one.
macro_rules! signposts {
    ($owner:ident, $label:literal: [] [] $row:tt $($name:tt)+) => {};
    ($owner:ident, $label:literal: [] [$otherwise:tt] $row:tt $($name:tt)+) => {
        impl<T> $owner<T> {
            methods! { $otherwise: $($name)+ }
        }
    };
    ($owner:ident, $label:literal: [$message:literal] [$($otherwise:tt)?] $row:tt $($name:tt)+) => {
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        pub trait $row {}
        impl<T> $owner<T> {
            methods! { $row: $($name)+ }
        }
    };
}

/// Makes the signposts of a table, and a macro of this name that hands its rows to another macro. Bounds and names are handed
/// on as tokens (`tt`), with their places in the table, so that rustc doesn't show the macros in between.
macro_rules! table {
    (@rows $otherwise:tt $($row:tt {
        $(chain $chain:literal)? $(vector $vector:literal)? $(parts $parts:literal)? see $($see:path),+;
        $($($from:ident)+: $($name:ident $arguments:tt)+;)+
    })+) => {
        mod chains {
            use super::super::Chains;
            $(signposts! { Chains, "not a method of chains": [$($chain)?] [] $row $($($name $arguments)+)+ })+
        }
        mod vectors {
            use super::super::Vectors;
            $(signposts! { Vectors, "not a method of vectors": [$($vector)?] [] $row $($($name $arguments)+)+ })+
        }
        mod parts {
            use super::super::{Parts, own::$otherwise};
            $(signposts! { Parts, "not a method of parts": [$($parts)?] [$otherwise] $row $($($name $arguments)+)+ })+
        }
    };
    ($d:tt $table:ident $otherwise:tt $($rows:tt)+) => {
        table! { @rows $otherwise $($rows)+ }
        #[doc(hidden)]
        #[macro_export]
        macro_rules! $table {
            ($d callback:ident $d($d argument:tt)*) => { $d callback! { $d($d argument)* $($rows)+ } };
        }
    };
}

mod items;
mod orders;
mod results;
mod vectors;

/// Names of this library's own methods, on what has others.
mod own {
    use super::{Calls, Chains, Parts, Pinned, Vectors};

    #[diagnostic::on_unimplemented(
        message = "mend the adaptor in front of this call, or write the bounds of a generic chain: `E: Repeatable + Indexed<Item = T>`",
        label = "needs a complete chain"
    )]
    pub trait Complete {}

    #[diagnostic::on_unimplemented(
        message = "`map` the items first: `.map(op!(…))`, to the type that this method needs",
        label = "needs other items",
        note = "`contains` needs numbers, `histogram_even_channels` arrays of them, `scatter_pairs` and `scatter_reduce_pairs` pairs of a position and a value"
    )]
    pub trait OfOtherItems {}

    #[diagnostic::on_unimplemented(
        message = "write `.collect()?` first, or call the method of the vector itself",
        label = "a method of vectors, not of chains"
    )]
    pub trait OfVectors {}

    #[diagnostic::on_unimplemented(
        message = "call it on the vector itself, or on its `.slice_mut(range)?`: a slice only reads",
        label = "a method of whole vectors, or of mutable slices"
    )]
    pub trait OfWholeVectors {}

    #[diagnostic::on_unimplemented(
        message = "write `.iter()` first: `x.iter().map(…)`, `x.iter().sum()`",
        label = "a method of the vector's chain, not of the vector"
    )]
    pub trait OfChains {}

    #[diagnostic::on_unimplemented(
        message = "write `.collect()?` first: the call does nothing until it is ended",
        label = "a method of the vector that `collect()?` makes"
    )]
    pub trait Ended {}

    #[diagnostic::on_unimplemented(
        message = "write it in front: `x.iter().map(…).segments(&offsets)`",
        label = "a method of the whole chain, not of its parts",
        note = "segments and groups have `sum`, `product`, `min`, `max`, `argmin`, `argmax`, `minmax`, `mean`, `variance`, `sample_variance`, `reduce`, `count`, `count_if`; segments also `scan_inclusive`, `scan_exclusive`, `sort`, `argsort`, `top_k`, `bottom_k`, `scatter`; groups also `collect`, whose offsets make them segments"
    )]
    pub trait InFront {}

    #[diagnostic::on_unimplemented(
        message = "write `.as_slice()?` first, or `.as_mut_slice()?` to change elements",
        label = "a method of slices",
        note = "the two wait for the copies from and to the vector"
    )]
    pub trait OfSlices {}

    impl<T> Pinned<T> {
        methods! { OfSlices:
            iter() iter_mut() into_iter() par_iter() par_iter_mut() first() last() get(A) get_mut(A) sort() sort_unstable()
            sort_by(A) sort_by_key(A) sort_unstable_by(A) sort_unstable_by_key(A) reverse() swap(A B) rotate_left(A)
            rotate_right(A) windows(A) chunks(A) chunks_exact(A) chunks_mut(A) split_at(A) split_at_mut(A) contains(A)
            starts_with(A) ends_with(A) binary_search(A) partition_point(A) is_sorted() concat() join(A) fill_with(A)
            copy_from_slice(A) clone_from_slice(A) copy_within(A B) as_ptr() as_mut_ptr() map(A) sum() max() min()
        }
    }

    macro_rules! own_names {
        (
            $complete:tt $of_other_items:tt $of_vectors:tt $of_chains:tt $of_whole_vectors:tt $in_front:tt $ended:tt
            ends [$($ends:tt)+] chains [$($chains:tt)+] items [$($items:tt)+] both [$($both:tt)+] vectors [$($vectors:tt)+]
        ) => {
            impl<T> Chains<T> {
                methods! { $complete: $($ends)+ $($chains)+ $($both)+ }
                methods! { $of_other_items: $($items)+ }
                methods! { $of_vectors: $($vectors)+ }
            }
            impl<T> Vectors<T> {
                methods! { $of_chains: $($ends)+ $($chains)+ $($items)+ }
                methods! { $of_whole_vectors: $($both)+ $($vectors)+ iter_mut() retain(A) sort_by(A) sort_by_key(A) }
            }
            impl<T> Parts<T> {
                methods! { $in_front: $($ends)+ $($chains)+ $($items)+ $($both)+ $($vectors)+ }
            }
            impl<T> Calls<T> {
                methods! { $complete: $($ends)+ }
                methods! { $ended: $($chains)+ $($items)+ $($both)+ $($vectors)+ iter() to_vec() at(A) first() last() }
            }
        };
    }
    // Tests compare the lists with the methods.
    own_names! {
        Complete OfOtherItems OfVectors OfChains OfWholeVectors InFront Ended
        ends [collect() collect_counted() collect_counted_into(A) collect_into(A)]
        chains [
            adjacent_difference(A) adjacent_difference_from(A B) adjacent_find() all(A) any(A) argmax() argmin() argsort()
            argsort_as() bincount(A) bottom_k(A) bottom_k_by_key(A B)
            bottom_k_positions(A) chain(A) chunks() cmp(A) columns() contained_in(A)
            count() count_if(A) cycle_to(A) enumerate() enumerate_2d() enumerate_3d() equal_range(A) expr()
            filter(A) filter_map(A) find_first_of(A) flat_map(A) for_each(A) gather_segments(A B) grid(A B) grid_3d(A B C)
            groups(A) histogram(A) histogram_even(A B)
            histogram_even_weighted(A B C) histogram_ranges(A) histogram_ranges_weighted(A B) histogram_weighted(A B) inner_product(A) inner_product_with(A B C D)
            is_partitioned(A) is_sorted() is_sorted_by(A) lower_bound(A) lower_bound_by(A B) lower_bound_by_key(A B) map(A)
            max() max_by(A) max_by_key(A) median() min() min_by(A) min_by_key(A) minmax() mismatch(A) moments()
            none(A) nth_element(A) offsets() on(A) pad(A B C) partition(A) partition_by(A B) partition_in_three(A B) permute(A) position(A)
            product() quantiles(A) reduce(A B) reduce_into(A B C) reduce_with(A) repeat_each(A) rev() rows()
            run_length_encode() run_length_encode_by(A) run_offsets() run_offsets_by(A) sample_variance()
            scan_inclusive_from(A B) scatter(A B) scatter_if(A B C) scatter_reduce(A B C) search(A) search_last(A) search_n(A B) segments(A)
            segments_of(A) skip(A) step_by(A) sum() sum_into(A) take(A) tile(A) top_k(A)
            top_k_by_key(A B) top_k_positions(A) transpose()
            transposed() upper_bound(A) upper_bound_by(A B) upper_bound_by_key(A B) variance() windows()
            windows_2d() windows_3d() windows_around(A) windows_around_3d(A) zip(A)
        ]
        items [
            contains(A) histogram_even_channels(A B) scatter_pairs(A) scatter_reduce_pairs(A B)
        ]
        both [
            dedup() dedup_by(A) device() equal(A) is_empty() len() scan_exclusive(A B) scan_inclusive(A) sort()
        ]
        vectors [
            append(A) as_mut_ptr() as_mut_slice() as_ptr() as_slice() capacity() clear() copy_from(A) copy_from_pinned(A)
            copy_to(A) copy_to_pinned(A) extend(A) extend_from_slice(A) extend_from_within(A) extend_iter(A) fill(A) pop()
            push(A) recover() reserve(A) reserve_exact(A) resize(A B) reverse() rotate_left(A) rotate_right(A)
            segments_mut(A) segments_of_mut(A) set(A B) set_len(A) shrink_to_fit() slice(A) slice_mut(A) split_at(A)
            split_at_mut(A) split_off(A) swap(A B) swap_remove(A) to_pinned() truncate(A) try_clone() view()
        ]
    }
}

/// Declares an operator that isn't there: rustc asks for the bound, and shows its message.
macro_rules! no_index {
    ($([$($generic:tt)*] $owner:ty: $bound:ident, $message:literal, $label:literal;)+) => {$(
        /// An index on the host; no type is one.
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        pub trait $bound {}
        #[doc(hidden)]
        impl<$($generic)*, I: $bound> Index<I> for $owner {
            type Output = T;
            fn index(&self, _: I) -> &T {
                unreachable!("no type satisfies the bound")
            }
        }
    )+};
}
no_index! {
    [T: Element, B: Backend] DeviceVec<T, B>: IndexOnHost,
        "write `vector.at(i)?` for one element, `vector.to_vec()?` for all, or `vector.view()` to index in an operation",
        "the elements lie on the device";
    [T] PinnedVec<T>: IndexOfPinned,
        "write `pinned.as_slice()?[i]`, or `pinned.as_mut_slice()?[i]` to change an element",
        "the two wait for the copies from and to the vector";
}

/// The items of a vector or chain, in rustc's messages.
#[derive(Debug)]
pub struct Items<T>(PhantomData<T>);

/// Declares iterators without items: rustc then asks for the bound, and shows its message.
macro_rules! no_loops {
    ($($bound:ident, $message:literal, $label:literal: $([$($generic:tt)*] $t:ty, $item:ty;)+)+) => {$(
        /// Items over which the host can loop; no items are such.
        #[diagnostic::on_unimplemented(message = $message, label = $label)]
        pub trait $bound {}
        $(
            #[doc(hidden)]
            impl<$($generic)*> Iterator for $t
            where
                Items<$item>: $bound,
            {
                type Item = $item;
                fn next(&mut self) -> Option<$item> {
                    unreachable!("no items are on the host")
                }
            }
        )+
    )+};
}
no_loops! {
    OnTheHost, "write `for v in x.to_vec()?` to loop on the host over a vector `x`, or let the device work on `x.iter()`",
        "the items lie on the device":
        [E: Expr, B] Chain<E, B>, E::Item;
        [T: Element, B: Backend] DeviceVec<T, B>, T;
        [T: Element, B: Backend] &DeviceVec<T, B>, T;
    InASlice, "write `for v in pinned.as_slice()?`", "the method waits for the copies from and to the vector":
        [T] PinnedVec<T>, T;
        [T] &PinnedVec<T>, T;
}

/// A vector that a call takes; no vector is one.
#[diagnostic::on_unimplemented(
    message = "write `&x` for a vector `x`: calls read vectors by reference",
    label = "a vector, where a call reads a reference to it"
)]
pub trait Taken {}

#[doc(hidden)]
impl<T: Element, B: Backend> IntoChain<B> for DeviceVec<T, B>
where
    Items<T>: Taken,
{
    type Expr = Slice<'static, T>;
    fn into_chain(self) -> Chain<Self::Expr, B> {
        unreachable!("no type satisfies the bound")
    }
}
