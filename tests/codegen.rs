//! Reviewed snapshots, in `codegen/`, of the device text that chains lower to. `ONRUSH_BLESS=1 cargo test --test codegen`
//! rewrites them; review the difference before you commit it.
//!
//! Operations carry the overflow checks of the crate in which they are written, so the snapshots are those of a build with
//! overflow checks.
#![cfg(debug_assertions)]

use std::fmt::Write as _;
use std::path::Path;

use onrush::Result;
use onrush::expr::Expr;
use onrush::function::Function;
use onrush::operator::Less;
use onrush::prelude::*;
use onrush_core::lower::{Params, TranslationUnit};

/// Compares the lowered text with the snapshot of this name.
#[track_caller]
fn compare(name: &str, unit: &TranslationUnit, ty: &str) {
    let mut text = unit.generated();
    for (number, site) in unit.sites().iter().enumerate() {
        let _ = writeln!(text, "// site {number}: {}", site.message);
    }
    let _ = writeln!(text, "// {ty}");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/codegen/{name}.cu"));
    if std::env::var_os("ONRUSH_BLESS").is_some() {
        return std::fs::write(path, text).expect("the snapshot can be written");
    }
    let reviewed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(text == reviewed, "{} has changed:\n{text}", path.display());
}

#[track_caller]
fn chain<E: Expr, B>(name: &str, chain: &Chain<E, B>) {
    let _ = chain;
    let mut unit = TranslationUnit::new();
    let ty = E::lower(&mut unit);
    compare(name, &unit, &ty);
}

#[track_caller]
fn operation<Args, F: Function<Args>>(name: &str, _: F) {
    let mut unit = TranslationUnit::new();
    let ty = F::lower(&mut unit);
    compare(name, &unit, &ty);
}

#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(C)]
struct Event {
    day: u16,
    place: [f32; 2],
    kind: Kind,
}

#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(C)]
struct Kind(u8, bool);

#[device]
fn squared(x: f32, y: f32) -> f32 {
    x * x + y * y
}

/// A device function that takes structs and calls another device function.
#[device]
fn distance(a: Event, b: Event) -> f32 {
    squared(a.place[0] - b.place[0], a.place[1] - b.place[1]).sqrt()
}

#[test]
fn captures() -> Result<()> {
    let x = Cpu::new().upload(&[1.0f32])?;
    let (scale, shift) = (2.0f32, [0.5f32, 1.5]);
    let scaled = x.iter().map(op!(|v: f32| scale * v + shift[1]));
    chain("captures", &scaled);
    Ok(())
}

#[test]
fn fused() -> Result<()> {
    let b = Cpu::new();
    let (x, y) = (b.upload(&[1i32])?, b.upload(&[1u8])?);
    let fused = zip((&x, y.iter().rev(), b.range(0u64..1)))
        .map(op!(|(a, b, i): (i32, u8, u64)| a as i64 - b as i64 + i as i64))
        .filter(op!(|v: i64| v % 2 == 0 && v > -3))
        .map(op!(|v: i64| v as f64 / 2.0));
    chain("fused", &fused);
    Ok(())
}

#[test]
fn structures_and_functions() -> Result<()> {
    let b = Cpu::new();
    let x = b.upload(&[Event { day: 1, place: [0.0; 2], kind: Kind(1, true) }])?;
    let home = Event { day: 0, place: [3.0, 4.0], kind: Kind(0, false) };
    let near = x.iter().map(op!(|e: Event| {
        let far = distance(e, home);
        Event { day: e.day + 1, place: [far, squared(far, 1.0)], kind: Kind(e.kind.0, far > 2.5) }
    }));
    chain("structures_and_functions", &near);
    Ok(())
}

#[test]
fn stencil() -> Result<()> {
    let b = Cpu::new();
    let x = b.upload(&[1.0f64, 2.0, 4.0])?;
    let v = x.view();
    let smooth = b.range(1..v.len() - 1).map(op!(|i: usize| (v[i - 1] + 2.0 * v[i] + v[i + 1]) / 4.0));
    chain("stencil", &smooth);
    Ok(())
}

#[test]
fn control_flow() -> Result<()> {
    let b = Cpu::new();
    let steps = b.range(1u64..9).map(op!(|n: u64| {
        let mut n = n;
        let mut steps = 0u32;
        while n != 1 {
            n = match n % 4 {
                0 => n / 4,
                2 => n / 2,
                _ if n > 1000 => break,
                _ => 3 * n + 1,
            };
            steps += 1;
        }
        for i in 0..steps {
            if i == 77 {
                return 0;
            }
        }
        steps
    }));
    chain("control_flow", &steps);
    Ok(())
}

#[test]
fn in_place() -> Result<()> {
    let b = Cpu::new();
    let (mut y, x) = (b.upload(&[1.0f32])?, b.upload(&[1.0f32])?);
    let a = 3.0f32;
    let update = y.iter_mut().zip(&x).map(op!(|(y, x): (&mut f32, f32)| *y += a * x));
    chain("in_place", &update);
    Ok(())
}

#[test]
fn arrays() -> Result<()> {
    let x = Cpu::new().upload(&[1u8])?;
    let peaks = x.iter().windows::<3>().map(op!(|w: [u8; 3]| w[1] > w[0].max(w[2]))).enumerate();
    chain("arrays", &peaks);
    Ok(())
}

#[test]
fn failures() {
    operation::<(u32, u32), _>(
        "failures",
        op!(|a: u32, b: u32| {
            assert!(a > b, "a must be larger");
            if b == 77 { panic!("not 77") } else { (a - b) / b % 7 << b }
        }),
    );
}

#[test]
fn order_of_keys() {
    operation::<(Event, Event), _>("order_of_keys", Less);
}

/// The text depends on the type alone: chains of the same type have the same text, and chains of different types have
/// different texts.
#[test]
fn text_depends_on_types_alone() -> Result<()> {
    fn text<E: Expr, B>(_: &Chain<E, B>) -> String {
        let mut unit = TranslationUnit::new();
        let ty = E::lower(&mut unit);
        unit.generated() + &ty
    }
    let b = Cpu::new();
    let (x, y) = (b.upload(&[1.0f32])?, b.upload(&[2.0f32, 3.0])?);
    let above = |x: &DeviceVec<f32, Cpu>, cut: f32| text(&x.iter().filter(op!(|v: f32| v > cut)));
    assert_eq!(above(&x, 1.0), above(&y, 2.0));
    assert_ne!(text(&x.iter()), text(&x.iter().rev()));
    Ok(())
}

/// Values are passed as parameters, each member in a slot of 16 bytes: here a slice's address and length, then two
/// captures.
#[test]
fn values_are_parameters() -> Result<()> {
    let b = Cpu::new();
    let x = b.upload(&[1.0f32, 2.0])?;
    let (scale, wide) = (2.5f32, 7u64);
    let scaled = x.iter().map(op!(|v: f32| scale * v + wide as f32));
    let mut params = Params::new();
    scaled.expr().params(&mut params);
    let mut want = Vec::new();
    want.extend((x.view().as_ptr() as u64).to_ne_bytes());
    want.extend(2u64.to_ne_bytes());
    want.extend(2.5f32.to_ne_bytes());
    want.extend([0; 12]);
    want.extend(7u64.to_ne_bytes());
    want.extend([0; 8]);
    assert_eq!(params.bytes(), want);
    Ok(())
}
