//! Equality to the bit; a failure prints the first difference.

use std::fmt::Debug;

use half::{bf16, f16};

/// Equality of bits: −0.0 differs from +0.0, and a NaN equals itself.
pub trait Exact: Copy + Debug {
    /// Whether the two have the same bits.
    fn exact(&self, other: &Self) -> bool;
}

macro_rules! exact {
    ($($t:ty)*; $($f:ty)*) => {
        $(impl Exact for $t { fn exact(&self, other: &Self) -> bool { self == other } })*
        $(impl Exact for $f { fn exact(&self, other: &Self) -> bool { self.to_bits() == other.to_bits() } })*
    };
}
exact! { bool u8 u16 u32 u64 usize i8 i16 i32 i64 isize std::cmp::Ordering; f16 bf16 f32 f64 }

impl<T: Exact, const N: usize> Exact for [T; N] {
    fn exact(&self, other: &Self) -> bool {
        self.iter().zip(other).all(|(a, b)| a.exact(b))
    }
}
impl<T: Exact> Exact for Option<T> {
    fn exact(&self, other: &Self) -> bool {
        match (self, other) {
            (Some(a), Some(b)) => a.exact(b),
            (a, b) => a.is_none() && b.is_none(),
        }
    }
}

macro_rules! exact_tuples {
    ($(($($t:ident $i:tt),+))+) => {$(
        impl<$($t: Exact),+> Exact for ($($t,)+) {
            fn exact(&self, other: &Self) -> bool { $(self.$i.exact(&other.$i))&&+ }
        }
    )+};
}
exact_tuples! { (A 0, B 1) (A 0, B 1, C 2) (A 0, B 1, C 2, D 3) }

/// Fails unless the two have the same bits.
#[track_caller]
pub fn same<T: Exact>(what: &str, got: T, want: T) {
    assert!(got.exact(&want), "{what}: got {got:?}, expected {want:?}");
}

/// Fails unless the sequences have the same bits, and names the first difference.
#[track_caller]
pub fn all_same<T: Exact>(what: &str, got: &[T], want: &[T]) {
    assert!(got.len() == want.len(), "{what}: got {} items, expected {}", got.len(), want.len());
    if let Some(i) = (0..want.len()).find(|&i| !got[i].exact(&want[i])) {
        panic!(
            "{what}, {} items: the first difference is item {i}: got {:?}, expected {:?}",
            want.len(),
            got[i],
            want[i]
        );
    }
}
