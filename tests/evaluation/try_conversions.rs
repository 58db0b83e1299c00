//! Conversions that may fail: between integers, of slices into arrays, and of types with an impl of `TryFrom`.

use super::*;

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Base {
    A,
    C,
}
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bad {
    Letter(u8),
    Number,
}
#[device]
impl TryFrom<u8> for Base {
    type Error = Bad;
    fn try_from(letter: u8) -> Result<Self, Self::Error> {
        match letter {
            b'A' => Ok(Self::A),
            b'C' => Ok(Base::C),
            _ => Err(Bad::Letter(letter)),
        }
    }
}
#[device]
impl std::convert::TryFrom<i64> for Base {
    type Error = Bad;
    fn try_from(v: i64) -> Result<Base, Bad> {
        let letter = u8::try_from(v + 65).ok().ok_or(Bad::Number)?;
        Base::try_from(letter)
    }
}

programs! { of small large floats_no own inferred slices slices_too_short asked by_name wide:
    pub fn small(v: i64) -> i64 {
        let w = v * 60;
        let a = u8::try_from(w).map_or(1000, i64::from) + i8::try_from(w).map_or(2000, |n| n as i64);
        let b = u16::try_from(v * 20_000).map_or(3000, i64::from) + i16::try_from(v * 12_000).map_or(4000, i64::from);
        let c = u32::try_from(v << 30).map_or(5000, i64::from) + i32::try_from(v << 29).map_or(6000, i64::from);
        a + b * 3 + c * 5
    }
    pub fn large(v: i64) -> i64 {
        let most = u64::MAX - 3 + v.clamp(0, 3) as u64;
        let a = i64::try_from(most).unwrap_or(7) ^ i64::try_from(most >> 1).unwrap_or(8);
        let b = u64::try_from(v).map_or(9, |n| n as i64 * 2) + usize::try_from(v).map_or(10, |n| n as i64);
        let c = i64::try_from(v).unwrap_or(11) + u64::try_from(i64::MIN + v.clamp(0, 5)).map_or(12, |n| n as i64);
        let d = i8::try_from(-128 - v.clamp(0, 1)).map_or(13, i64::from) + u8::try_from(255u16 + v.clamp(0, 1) as u16).map_or(14, i64::from);
        a.wrapping_add(b).wrapping_add(c.wrapping_mul(100)).wrapping_add(d * 10_000) + isize::try_from(v as i8).map_or(15, |n| n as i64)
    }
    pub fn floats_no(v: i64) -> i64 {
        let r: Result<u32, _> = v.try_into();
        match r { Ok(n) => n as i64, Err(_) => -50 }
    }
    pub fn own(v: i64) -> i64 {
        let a = match Base::try_from(v) { Ok(Base::A) => 1, Ok(Base::C) => 2, Err(Bad::Letter(l)) => l as i64, Err(Bad::Number) => 4 };
        let b: Result<Base, Bad> = (v as u8).wrapping_add(63).try_into();
        a + 1000 * b.map_or(7, |b| (b == Base::C) as i64)
    }
    pub fn inferred(v: i64) -> i64 {
        fn_inferred(v).unwrap_or(-1)
    }
    pub fn fn_inferred(v: i64) -> Option<i64> {
        let small: u8 = (v * v * 20).try_into().ok()?;
        let other: i16 = small.try_into().ok()?;
        let signed: i8 = other.try_into().unwrap_or(-100);
        Some(small as i64 * 1000 + signed as i64)
    }
    pub fn slices(v: i64) -> i64 {
        let bytes = (v * 0x0102_0304_0506_0708).to_le_bytes();
        let head = u32::from_le_bytes(bytes[..4].try_into().unwrap());
        let mut n = head as i64;
        for part in bytes.chunks_exact(2) { n = n * 3 + i16::from_be_bytes(part.try_into().unwrap()) as i64; }
        n + fn_words(&bytes) + fn_words(&bytes[1..7])
    }
    pub fn fn_words(bytes: &[u8]) -> i64 {
        let whole: [u8; 6] = match bytes.try_into() { Ok(whole) => whole, Err(_) => return 5 };
        whole[0] as i64 + 7 * whole[5] as i64
    }
    pub fn slices_too_short(v: i64) -> i64 {
        let table = [v, 2, 3, 4];
        let found: Result<[i64; 2], _> = table[..v.clamp(0, 4) as usize].try_into();
        found.map_or(9, |[a, b]| a * 10 + b)
    }
    pub fn asked(v: i64) -> i64 {
        fn_asked(v).map_or_else(|e| match e { Bad::Letter(l) => l as i64, Bad::Number => -9 }, |b| (b == Base::A) as i64)
    }
    pub fn fn_asked(v: i64) -> Result<Base, Bad> {
        let base = Base::try_from(v)?;
        let again: Base = 67u8.try_into()?;
        Ok(if v > 0 { again } else { base })
    }
    pub fn wide(v: i64) -> i64 {
        let high = (v as i128) << 100;
        let a = u8::try_from(high).map_or(-1, i64::from) + 3 * i64::try_from(high >> 95).unwrap_or(-2);
        let b = u64::try_from(v as u128).map_or(5, |n| n as i64) + 7 * i64::try_from(i128::MIN + v.clamp(0, 6) as i128).unwrap_or(11);
        let c: Result<u16, _> = ((v as i128) << 90).try_into();
        let d = i64::try_from((v as i128) * 3_037_000_500 * 3_037_000_500).map_or(13, |n| n ^ 1);
        let e = u64::try_from(u64::MAX as u128 + v.clamp(0, 1) as u128).map_or(17, |n| (n >> 60) as i64);
        a.wrapping_add(b).wrapping_add(c.map_or(19, i64::from) * 23).wrapping_add(d).wrapping_add(e * 29)
    }
    pub fn by_name(v: i64) -> i64 {
        Some(v * 100).and_then(|n| u8::try_from(n).ok()).map_or(-3, i64::from)
    }
}

/// Parts of arrays that an operation owns become arrays, as in functions.
mod owned {
    use super::*;

    fn owned<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
        let x = b.upload(&[[1u8, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]])?;
        let words = op!(|d: [u8; 6]| {
            let first: [u8; 4] = d[..4].try_into().unwrap();
            let s = &d[2..];
            let second: [u8; 4] = s.try_into().unwrap();
            let e = d;
            let (_, last) = e.split_at(4);
            let third: Result<[u8; 2], _> = last.try_into();
            u32::from_le_bytes(first) ^ u32::from_be_bytes(second) ^ third.map_or(0, |t| t[1] as u32)
        });
        let plain = |d: [u8; 6]| {
            u32::from_le_bytes([d[0], d[1], d[2], d[3]]) ^ u32::from_be_bytes([d[2], d[3], d[4], d[5]]) ^ d[5] as u32
        };
        let found = x.iter().map(words).collect()?.to_vec()?;
        assert_eq!(found, x.to_vec()?.into_iter().map(plain).collect::<Vec<_>>());
        Ok(())
    }
    crate::everywhere! { owned }
}
