//! `as` between all primitives that Rust converts, `cast_from` between all numbers, and `from` where nothing is lost.

use half::{bf16, f16};
use onrush_core::number::Number;

use crate::case::{Cases, Equal};

pub(crate) fn add(cases: &mut Cases) {
    macro_rules! casts {
        ($($from:ident)* => $to:tt) => {$( casts!(@to $from $to); )*};
        (@to $from:ident ($($to:ident)*)) => {$(
            cases.one("as", concat!("cast<", stringify!($to), ">(a)"), false, Equal::Value, |a: $from| a as $to);
        )*};
    }
    casts! { i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 => (i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64) }
    casts! { bool => (bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128) }

    macro_rules! numbers {
        ($($from:ident)* => $to:tt) => {$( numbers!(@to $from $to); )*};
        (@to $from:ident ($($to:ident)*)) => {$(
            cases.one(
                "cast_from",
                concat!("r_cast_from<", stringify!($to), ">(trap, 0, a)"),
                false,
                Equal::Value,
                |a: $from| <$to as Number>::cast_from(a),
            );
        )*};
    }
    numbers! {
        i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 f16 bf16 => (i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 f16 bf16)
    }
    macro_rules! constants { ($($t:ident)*) => {$(
        cases.one("zero", concat!("r_zero<", stringify!($t), ">(trap, 0)"), true, Equal::Bits, |_: $t| <$t as Number>::ZERO);
        cases.one("one", concat!("r_one<", stringify!($t), ">(trap, 0)"), true, Equal::Bits, |_: $t| <$t as Number>::ONE);
    )*}; }
    constants! { i8 i16 i32 i64 u8 u16 u32 u64 f32 f64 f16 bf16 }

    macro_rules! froms { ($($to:ident: $($from:ident)*;)*) => {$($(
        cases.one("from", concat!("r_from<", stringify!($to), ">(trap, 0, a)"), false, Equal::Value, |a: $from| $to::from(a));
        cases.one("from", concat!("r_from<", stringify!($to), ">(trap, 0, a)"), false, Equal::Value, |a: $to| $to::from(a));
    )*)*}; }
    froms! {
        i8: bool; i16: bool i8 u8; i32: bool i8 i16 u8 u16; i64: bool i8 i16 i32 u8 u16 u32;
        i128: bool i8 i16 i32 i64 u8 u16 u32 u64; u128: bool u8 u16 u32 u64;
        u8: bool; u16: bool u8; u32: bool u8 u16; u64: bool u8 u16 u32;
        f32: bool i8 i16 u8 u16 f16 bf16; f64: bool i8 i16 i32 u8 u16 u32 f32 f16 bf16;
        f16: i8 u8; bf16: i8 u8;
    }
}
