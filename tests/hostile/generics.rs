//! Generic operations have the meaning of each type: its overflow, its panics at the user's line, and methods that no other
//! trait in scope can replace.

use onrush::prelude::*;
use onrush::{ErrorKind, Result};

crate::everywhere! {
    failures_name_the_line methods_of_other_traits names_of_primitives functions_of_one_name constants_of_types
    several_types_in_one_chain methods_of_std_fail_in_the_users_line
}

/// The operation failed in this line, with this message.
#[track_caller]
fn failed<T: std::fmt::Debug>(result: Result<T>, message: &str, line: u32) {
    let error = result.expect_err(message);
    let ErrorKind::Panic { message: said, location: Some(location), .. } = error.kind() else {
        panic!("no panic with a place: {error}")
    };
    assert!(said.contains(message), "{said}");
    assert_eq!((location.file.as_str(), location.line), (file!(), line), "{error}");
}

fn sums<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> Result<T> {
    x.iter().map(op!(|v: T| v + v)).max().map(|max| max.unwrap_or(T::ZERO))
}
const SUMS: u32 = line!() - 2;

fn quotients<T: Number, B: Backend>(x: &DeviceVec<T, B>, by: T) -> Result<T> {
    x.iter().map(op!(|v: T| v / by)).max().map(|max| max.unwrap_or(T::ZERO))
}
const QUOTIENTS: u32 = line!() - 2;

fn negated<T: Signed, B: Backend>(x: &DeviceVec<T, B>) -> Result<T> {
    x.iter().map(op!(|v: T| -v)).max().map(|max| max.unwrap_or(T::ZERO))
}
const NEGATED: u32 = line!() - 2;

fn shifted<T: Integer, B: Backend>(x: &DeviceVec<T, B>, n: u32) -> Result<T> {
    x.iter().map(op!(|v: T| v >> n)).max().map(|max| max.unwrap_or(T::ZERO))
}
const SHIFTED: u32 = line!() - 2;

#[device]
fn cube<T: Number>(v: T) -> T {
    v * v * v
}
const CUBE: u32 = line!() - 2;

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Pair<T>(T, T);

#[device]
impl<T: Number> Pair<T> {
    fn new(a: T, b: T) -> Self {
        Pair(a, b)
    }
    fn product(self) -> T {
        self.0 * self.1
    }
    fn part(self, i: usize) -> T {
        [self.0, self.1][i]
    }
}
const PRODUCT: u32 = line!() - 6;
const PART: u32 = line!() - 4;

fn cubes<T: Number, B: Backend>(x: &DeviceVec<T, B>) -> Result<T> {
    x.iter().map(op!(|v: T| cube(v))).max().map(|max| max.unwrap_or(T::ZERO))
}

fn products<T: Number, B: Backend>(x: &DeviceVec<T, B>, i: usize) -> Result<T> {
    x.iter().map(op!(|v: T| Pair::new(v, v).product() + Pair::<T>::new(v, v).part(i))).sum()
}

fn failures_name_the_line<B: Backend>(b: &B) -> Result<()> {
    let (small, bytes) = (b.upload(&[100u8, 3])?, b.upload(&[200u8, 3])?);
    let (ints, wide) = (b.upload(&[i32::MAX - 1, i32::MIN])?, b.upload(&[u64::MAX, 0])?);
    assert_eq!(sums(&small)?, 200);
    failed(sums(&bytes), "attempt to add with overflow", SUMS);
    failed(sums(&ints), "attempt to add with overflow", SUMS);
    failed(sums(&wide), "attempt to add with overflow", SUMS);
    assert_eq!(sums(&b.upload(&[f32::MAX, 1.0])?)?, f32::INFINITY);

    failed(quotients(&wide, 0), "attempt to divide by zero", QUOTIENTS);
    failed(quotients(&ints, -1), "attempt to divide", QUOTIENTS);
    assert_eq!(quotients(&b.upload(&[1.0f64])?, 0.0)?, f64::INFINITY);

    failed(negated(&ints), "attempt to negate with overflow", NEGATED);
    assert_eq!(negated(&b.upload(&[2.0f64, -3.5])?)?, 3.5);

    failed(shifted(&bytes, 8), "attempt to shift right with overflow", SHIFTED);
    assert_eq!(shifted(&bytes, 7)?, 1);

    failed(cubes(&small), "attempt to multiply with overflow", CUBE);
    assert_eq!(cubes(&b.upload(&[100u64])?)?, 1_000_000);

    failed(products(&small, 0), "attempt to multiply with overflow", PRODUCT);
    failed(products(&b.upload(&[2i64])?, 2), "index out of bounds", PART);
    assert_eq!(products(&b.upload(&[2i64, 3])?, 1)?, 18);
    crate::works(b)
}

/// A trait in scope, implemented for every number, whose functions have the names of the library's.
#[allow(dead_code)]
trait Strange: Sized {
    fn sqrt(self) -> u8 {
        77
    }
    fn zero() -> u16 {
        78
    }
    fn cast_from(_: u8) -> u16 {
        79
    }
    fn max(self, _: Self) -> u8 {
        80
    }
    fn cast<T>(self) -> u8 {
        81
    }
    fn product(self) -> u8 {
        82
    }
}
impl<T> Strange for T {}

fn strange<T: Float + Strange, B: Backend>(x: &DeviceVec<T, B>) -> Result<Vec<T>> {
    let strange = op!(|v: T| v.sqrt().max(T::zero()) + T::cast_from(1) + v.cast::<T>() + Pair::new(v, v).product());
    x.iter().map(strange).collect()?.to_vec()
}

fn methods_of_other_traits<B: Backend>(b: &B) -> Result<()> {
    assert_eq!(strange(&b.upload(&[4.0f32, 9.0])?)?, [23.0, 94.0]);
    assert_eq!(strange(&b.upload(&[4.0f64])?)?, [23.0]);
    Ok(())
}

/// A type parameter may have the name of a primitive, or of a struct.
#[allow(non_camel_case_types, clippy::builtin_type_shadow)]
fn odd<u8: Number, Pair: Float, B: Backend>(x: &DeviceVec<u8, B>, y: &DeviceVec<Pair, B>) -> Result<Vec<u8>> {
    let odd = op!(|(a, b): (u8, Pair)| a + (b * Pair::from(2)).cast::<u8>() + u8::zero() - u8::cast_from(3u16));
    x.iter().zip(y).map(odd).collect()?.to_vec()
}

fn names_of_primitives<B: Backend>(b: &B) -> Result<()> {
    assert_eq!(odd(&b.upload(&[1000i32])?, &b.upload(&[500.25f32])?)?, [1997]);
    Ok(())
}

mod other {
    use onrush::prelude::*;

    #[device]
    pub(crate) fn cube<T: Number>(v: T) -> T {
        v + v + v
    }
}

fn functions_of_one_name<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[2u8, 3])?;
    let all = op!(|v: u8| {
        let wide = v as u64;
        (cube(v), cube(wide), other::cube(v), other::cube(v as f32), cube::<f32>(0.5))
    });
    let expected = [(8, 8, 6, 6.0, 0.125), (27, 27, 9, 9.0, 0.125)];
    let sums = x.iter().map(all).reduce(
        (0, 0, 0, 0.0, 0.0),
        op!(|a: (u8, u64, u8, f32, f32), b: (u8, u64, u8, f32, f32)| {
            (a.0 + b.0, a.1 + b.1, a.2 + b.2, a.3 + b.3, a.4 + b.4)
        }),
    )?;
    assert_eq!(sums, (35, 35, 15, 15.0, expected[0].4 * 2.0));
    Ok(())
}

/// Its constants differ from type to type, and nothing else.
trait Unit: Element {
    const SCALE: f32;
}
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Metres(f32);
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Feet(f32);
impl Unit for Metres {
    const SCALE: f32 = 1.0;
}
impl Unit for Feet {
    const SCALE: f32 = 0.3048;
}

#[device]
fn scale<T: Unit>() -> f32 {
    T::SCALE
}

fn scales<T: Unit, B: Backend>(b: &B) -> Result<Vec<f32>> {
    b.range(0u32..2).map(op!(|i: u32| T::SCALE + scale::<T>() + i as f32)).collect()?.to_vec()
}

fn constants_of_types<B: Backend>(b: &B) -> Result<()> {
    assert_eq!(scales::<Metres, B>(b)?, [2.0, 3.0]);
    assert_eq!(scales::<Feet, B>(b)?, [0.6096, 0.6096 + 1.0]);
    let both = b.range(0u32..1).map(op!(|_: u32| scale::<Feet>() * 2.0 - scale::<Metres>())).collect()?;
    assert_eq!(both.to_vec()?, [0.3048f32 * 2.0 - 1.0]);
    Ok(())
}

fn squared<T: Number, C: IntoChain<B, Expr: onrush::expr::Indexed<Item = T>>, B: Backend>(
    x: C,
) -> Chain<impl onrush::expr::Indexed<Item = T> + onrush::expr::Repeatable, B>
where
    C::Expr: onrush::expr::Repeatable,
{
    x.into_chain().map(op!(|v: T| v * v))
}

fn several_types_in_one_chain<B: Backend>(b: &B) -> Result<()> {
    let (x, y) = (b.upload(&[1.5f32, 2.0])?, b.upload(&[3u8, 4])?);
    let both = squared::<f32, _, B>(&x).zip(squared::<u8, _, B>(&y));
    let sum = both.map(op!(|(a, n): (f32, u8)| a * n as f32)).sum()?;
    assert_eq!(sum, 2.25 * 9.0 + 4.0 * 16.0);
    Ok(())
}

/// The methods of std that panic in a line of std.
fn methods_of_std_fail_in_the_users_line<B: Backend>(b: &B) -> Result<()> {
    let x = b.upload(&[i32::MIN])?;
    let (zero, low) = (0, -1.0f32);
    for kind in 0..7 {
        let first = line!() + 2;
        let y = x.iter().map(op!(|v: i32| match kind {
            0 => v.clamp(zero, v),
            1 => v.wrapping_div(zero),
            2 => v.wrapping_rem(zero),
            3 => 7u32.next_multiple_of(zero as u32) as i32,
            4 => (v as f32).clamp(1.0, low) as i32,
            5 => v.abs() + v.pow(3),
            _ => (v as u32 + 1).next_power_of_two() as i32,
        }));
        // The last two fail where overflow is checked.
        if kind < 5 || cfg!(debug_assertions) {
            failed(y.sum(), "", first + kind);
        }
    }
    Ok(())
}
