//! Closures and iterators compile to the machine code of the loop that a person would write.

use onrush::prelude::*;
use onrush_core::function::Function;
use onrush_core::lower::TranslationUnit;
use onrush_core::value::Item;
use onrush_cuda::jit;

/// The instructions of a kernel that applies the operation to one item.
fn instructions<A: Item, F: Function<(A,)>>(_: F) -> Vec<u8> {
    let mut unit = TranslationUnit::new();
    let functor = F::lower(&mut unit);
    let (item, result) = (unit.spell(&A::ty()), unit.spell(&F::Output::ty()));
    let kernel = format!(
        "\nextern \"C\" __global__ void each(const {item}* in, {result}* out) {{ {functor} f; out[threadIdx.x] = f(in[threadIdx.x]); }}\n"
    );
    let cubin = jit::compile(&(unit.source() + &kernel), "sm_90", &[]).unwrap_or_else(|error| panic!("{error}"));
    section(cubin.code(), ".text.each").expect("the kernel has code").to_vec()
}

/// A section of an ELF file of 64 bits.
fn section<'f>(file: &'f [u8], name: &str) -> Option<&'f [u8]> {
    let number = |at: usize, size: usize| {
        file[at..at + size].iter().rev().fold(0usize, |number, byte| number << 8 | usize::from(*byte))
    };
    let (table, size, count, names) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2), number(0x3e, 2));
    let names = number(table + names * size + 0x18, 8);
    (0..count).map(|i| table + i * size).find_map(|header| {
        let found = &file[names + number(header, 4)..];
        let at = number(header + 0x18, 8);
        (found.starts_with(name.as_bytes()) && found[name.len()] == 0).then(|| &file[at..at + number(header + 0x20, 8)])
    })
}

macro_rules! pairs {
    ($v:ident $($name:ident($item:ty): { $($one:tt)* } or { $($other:tt)* })*) => {$(
        let one = instructions::<$item, _>(op!(|$v: $item| { $($one)* }));
        let other = instructions::<$item, _>(op!(|$v: $item| { $($other)* }));
        assert!(one == other, "{}: {} and {} instructions", stringify!($name), one.len() / 16, other.len() / 16);
    )*};
}

#[test]
#[ignore = "repeats at length"]
fn the_code_is_that_of_a_loop() {
    if let Err(error) = jit::version() {
        assert!(std::env::var_os("ONRUSH_REQUIRE_NVRTC").is_none(), "NVRTC is required: {error}");
        eprintln!("SKIPPED: {error}");
        return;
    }
    pairs! { v
        lerp([f32; 4]): { let t = v[3]; let lerp = |a: f32, b: f32| a + (b - a) * t; lerp(lerp(v[0], v[1]), lerp(v[1], v[2])) }
            or { let t = v[3]; let p = v[0] + (v[1] - v[0]) * t; let q = v[1] + (v[2] - v[1]) * t; p + (q - p) * t }
        sum([f32; 8]): { v.iter().sum::<f32>() } or { let mut s = -0.0; for i in 0..8 { s += v[i]; } s }
        squares([f32; 8]): { v.iter().map(|x| x * x).sum::<f32>() } or { let mut s = -0.0; for i in 0..8 { s += v[i] * v[i]; } s }
        hash([u32; 8]): { v.iter().fold(7u32, |s, x| s.wrapping_mul(31) ^ x) }
            or { let mut s = 7u32; for i in 0..8 { s = s.wrapping_mul(31) ^ v[i]; } s }
        any([f32; 8]): { v.iter().any(|x| *x > 1.5) } or { for i in 0..8 { if v[i] > 1.5 { return true; } } false }
        position([u32; 8]): { v.iter().position(|x| *x == 5).unwrap_or(99) }
            or { for i in 0..8 { if v[i] == 5 { return i; } } 99 }
        most([i32; 8]): { *v.iter().max().unwrap() } or { let mut m = v[0]; for i in 1..8 { if !(m > v[i]) { m = v[i]; } } m }
        dot([f32; 8]): { v[..4].iter().zip(&v[4..]).map(|(a, b)| a * b).sum::<f32>() }
            or { let mut s = -0.0; for i in 0..4 { s += v[i] * v[i + 4]; } s }
        between(u32): { (7..90).contains(&v) } or { 7 <= v && v < 90 }
        letters([u8; 16]): { v.iter().filter(|c| (b'a'..=b'z').contains(*c)).count() }
            or { let mut n = 0usize; for i in 0..16 { if b'a' <= v[i] && v[i] <= b'z' { n = n.wrapping_add(1); } } n }
    }
}
