//! Reviewed snapshots of the C++ text of operations, which the host's C++ compiler must accept. `ONRUSH_BLESS=1 cargo
//! test` rewrites them.
#![allow(missing_docs, unsafe_code, clippy::all)]

extern crate self as onrush;
pub use onrush_core::__private;

use std::path::Path;
use std::process::Command;

use onrush_core::View;
use onrush_core::function::Function;
use onrush_core::lower::TranslationUnit;
use onrush_macros::{Element, device, op};

#[track_caller]
fn snapshot<A, F: Function<A>>(name: &str, _: F) {
    let mut unit = TranslationUnit::new();
    F::lower(&mut unit);
    let sites = unit.sites().iter().enumerate().map(|(i, s)| format!("// {i}: {}\n", s.message));
    let text = unit.generated() + &sites.collect::<String>();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/text/{name}.cu"));
    if std::env::var_os("ONRUSH_BLESS").is_some() {
        std::fs::write(&path, &text).expect("the snapshot is written");
    }
    let known = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(known == text, "{} differs:\n{text}", path.display());

    let source = std::env::temp_dir().join(format!("onrush-text-{}-{name}.cpp", std::process::id()));
    std::fs::write(&source, unit.source()).expect("the text is written");
    let flags = ["-std=c++17", "-DONRUSH_EMULATED", "-fsyntax-only", "-Wall", "-Wno-unused", "-Wno-unknown-pragmas"];
    let compiled = Command::new("g++").args(flags).arg(&source).output().expect("g++ is installed");
    let log = String::from_utf8_lossy(&compiled.stderr);
    let ours = log.lines().any(|line| line.starts_with("chain:"));
    assert!(compiled.status.success() && !ours, "{log}");
    let _ = std::fs::remove_file(source);
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Body {
    position: [f32; 2],
    speed: [f32; 2],
    mass: f64,
}

#[device]
impl Body {
    fn step(&mut self, dt: f32) {
        for k in 0..2 {
            self.position[k] += self.speed[k] * dt;
        }
    }
    fn energy(&self) -> f64 {
        let (u, v) = (self.speed[0] as f64, self.speed[1] as f64);
        0.5 * self.mass * (u * u + v * v)
    }
}

#[device]
fn collatz(start: u64) -> u32 {
    let mut n = start;
    let mut steps = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        steps += 1;
    }
    steps
}

#[device]
fn interpolate(table: View<f32>, x: f32) -> f32 {
    let i = x as usize;
    let part = x - i as f32;
    table[i] * (1.0 - part) + table[i + 1] * part
}

/// The number of items of a sorted table that are less than `x`, by bisection.
#[device]
fn rank(table: View<'_, f32>, x: f32) -> usize {
    let (mut from, mut to) = (0, table.len());
    while from < to {
        let middle = (from + to) / 2;
        if table[middle] < x {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    from
}

fn weight<A, F: Function<A>>(_: F) -> usize {
    let mut unit = TranslationUnit::new();
    F::lower(&mut unit);
    unit.weight()
}

#[test]
fn weights() {
    assert_eq!(weight::<(f32,), _>(op!(|x: f32| x * x + 1.0)), 2);
    let in_a_loop = op!(|x: f32| {
        let mut y = x;
        for _ in 0..9 {
            y = y.sin() * y;
        }
        y + 1.0
    });
    assert_eq!(weight::<(f32,), _>(in_a_loop), 4 * (49 + 1) + 1);
    let behind_an_array = op!(|x: f32| {
        let seen = [x; 3];
        let y = x + 1.0;
        if y > 2.0 { y * seen[0] } else { y }
    });
    let (method, function) = (op!(|x: f32| x.sin()), op!(|x: f32| onrush_core::math::sin(x)));
    assert_eq!(
        weight::<(f32,), _>(function),
        weight::<(f32,), _>(method),
        "a function weighs as the method that calls it"
    );
    assert_eq!(weight::<(f32,), _>(behind_an_array), 3, "an array of equal items is no loop around what follows");
}

#[test]
fn mutable_items() {
    let dt = 0.5;
    snapshot::<(&mut Body,), _>("mutable_item", op!(|body: &mut Body| body.step(dt)));
    snapshot::<((f32, &mut f32),), _>("mutable_part", op!(|(x, y): (f32, &mut f32)| *y = dt * x + *y));
}

#[test]
fn views() {
    let data = [1.0f32, 2.0, 4.0];
    // SAFETY: the view is of `data`, which outlives it.
    let table = unsafe { View::new(data.as_ptr(), data.len(), onrush_core::device::DeviceId::HOST) };
    let blur = op!(|i: usize| {
        let last = table.len() - 1;
        let left = if i == 0 { 0 } else { i - 1 };
        (table[left] + table[i] + table[if i < last { i + 1 } else { last }]) / 3.0
    });
    assert_eq!(blur.call((1,)), 7.0 / 3.0);
    snapshot::<(usize,), _>("view", blur);
    snapshot::<(f32,), _>("view_argument", op!(|x: f32| interpolate(table, x)));
    let ranks = op!(|x: f32| rank(table, x));
    assert_eq!([1.0, 1.5, 9.0].map(|x| ranks.call((x,))), [0, 1, 3]);
    snapshot::<(f32,), _>("view_argument_length", ranks);
}

#[test]
fn functions() {
    snapshot::<(u64,), _>("function", op!(|n: u64| (n, collatz(n))));
    snapshot::<(Body, Body), _>("method", op!(|a: Body, b: Body| a.energy() < b.energy() && a.mass > 0.0));
}

#[device]
impl Draw {
    fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Draw {
    state: u64,
}

#[test]
fn order() {
    snapshot::<(u64,), _>(
        "order",
        op!(|seed: u64| {
            let mut draw = Draw { state: seed };
            let pair = (draw.next(), draw.state, draw.next() % 10);
            let either = draw.next() > pair.0 && draw.next() > pair.1;
            if either { draw.next() + draw.next() } else { pair.2 }
        }),
    );
}

#[test]
fn closures() {
    snapshot::<(f32, f32), _>(
        "closure",
        op!(|p: f32, q: f32| {
            let (t, mut calls) = (0.25, 0);
            let lerp = |a: f32, b: f32| a + (b - a) * t;
            let mut count = move |x: f32| {
                if x < 0.0 {
                    return -1;
                }
                calls += 1;
                calls
            };
            let first = count(lerp(lerp(p, q), lerp(q, p)));
            first + count(q) + calls
        }),
    );
}

#[test]
fn control() {
    let limit = 10u32;
    snapshot::<(i32, i32), _>(
        "match",
        op!(|x: i32, y: i32| match (x, y) {
            (0, 0) => 0,
            (_, 7..=9 | -1) => 1,
            (a, b @ (1 | 2)) => a << b,
            (0, _) => 2,
            (a, _) if a > 5 => {
                let twice = a * 2;
                twice.min(100)
            }
            _ => panic!("no such case"),
        }),
    );
    snapshot::<(u8,), _>("matches", op!(|c: u8| matches!(c, b'0'..=b'9' | b'_') || matches!(c, n if n > 200)));
    snapshot::<(f32,), _>(
        "loop",
        op!(|x: f32| {
            let mut z = (0.0, 0.0);
            for n in 0..limit {
                z = (z.0 * z.0 - z.1 * z.1 + x, 2.0 * z.0 * z.1);
                if z.0.abs() > 2.0 {
                    return n;
                }
            }
            limit
        }),
    );
    snapshot::<(u32,), _>(
        "labels",
        op!(|n: u32| {
            'rows: for i in (0..=n).rev() {
                for k in (0..i).step_by(3) {
                    if k * k > n {
                        continue 'rows;
                    }
                    if i * k == limit {
                        break 'rows;
                    }
                }
            }
            n
        }),
    );
}

#[device]
fn squared<T: onrush_core::Number>(v: T) -> T {
    v * v
}

/// Each type has its own function, and its own failures.
#[test]
fn generics() {
    fn sums<T: onrush_core::Number>() {
        snapshot("generic", op!(|v: T, n: u8| (squared(v) + T::cast_from(0.5), squared(n), v.cast::<f64>())));
    }
    sums::<f32>();
}
