//! One operation on one choice of types: its Rust, its C++, and the comparison of the two.

use std::cell::Cell;
use std::fmt::Write as _;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

use onrush_core::lower::{ASCII, MATH, PRELUDE, TranslationUnit};
use onrush_core::scalars::METHODS;
use onrush_core::source::Fallible;
use quickcheck::{Arbitrary, Gen};

use crate::machine::{Machine, bytes, bytes_mut};
use crate::scalar::Scalar;

/// How a case compares its results.
#[derive(Clone, Copy)]
pub(crate) enum Equal {
    /// Bits are compared, but all NaNs are equal.
    Value,
    /// Bits are compared, those of NaNs too: for operations that move bits.
    Bits,
}

/// Runs a case on a machine with inputs of this seed; the error names the difference.
type Run = Box<dyn Fn(&dyn Machine, u64) -> Result<(), String>>;

/// A case: a method's name on a type, the text of a C++ function, and the comparison.
struct Case {
    /// The types of the first operand and of the result: one of them has the method.
    types: [&'static str; 2],
    name: &'static str,
    text: String,
    run: Run,
}

#[derive(Default)]
pub(crate) struct Cases {
    cases: Vec<Case>,
    /// The functions that methods of mathematics lower to.
    unit: TranslationUnit,
}

/// The most pairs of edge values that are tried: of a larger table, they are picked at equal steps.
const MOST: usize = 20_000;
/// The number of random inputs that follow the edge values.
const RANDOM: usize = 3_000;

impl Cases {
    pub(crate) fn len(&self) -> usize {
        self.cases.len()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.cases.iter().flat_map(|case| case.types.map(|ty| (ty, case.name)))
    }

    pub(crate) fn source(&self) -> String {
        let mut text = String::new();
        for piece in PRELUDE.iter().chain([&ASCII, &MATH]) {
            let _ = writeln!(text, "#line 1 \"{}\"\n{}", piece.name, piece.text);
        }
        let _ = writeln!(text, "#line 1 \"cases.cu\"\n{}", include_str!("cases.cu"));
        text += &self.unit.generated();
        for case in &self.cases {
            text += &case.text;
        }
        text
    }

    /// Runs every case; returns what differs.
    pub(crate) fn run(&self, machine: &dyn Machine) -> Vec<String> {
        let seed = std::env::var("ONRUSH_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = seed.unwrap_or_else(|| std::time::UNIX_EPOCH.elapsed().unwrap().as_nanos() as u64);
        let failures: Vec<_> = self.cases.iter().filter_map(|case| (case.run)(machine, seed).err()).collect();
        if !failures.is_empty() {
            eprintln!("ONRUSH_SEED={seed}");
        }
        failures
    }

    /// The name of a function that `lower` declares.
    pub(crate) fn function(&mut self, lower: fn(&mut TranslationUnit) -> String) -> String {
        lower(&mut self.unit)
    }

    /// One operand: `expression` of `a` is what `f` is.
    pub(crate) fn one<A: Scalar, R: Scalar>(
        &mut self,
        name: &'static str,
        expression: &str,
        checked: bool,
        equal: Equal,
        f: fn(A) -> R,
    ) {
        self.three::<A, bool, bool, R>(name, expression, checked, equal, [1, 0, 0], Box::new(move |a, _, _| f(a)));
    }

    /// Two operands, `a` and `b`.
    pub(crate) fn two<A: Scalar, B: Scalar, R: Scalar>(
        &mut self,
        name: &'static str,
        expression: &str,
        checked: bool,
        equal: Equal,
        f: fn(A, B) -> R,
    ) {
        self.three::<A, B, bool, R>(name, expression, checked, equal, [1, 1, 0], Box::new(move |a, b, _| f(a, b)));
    }

    /// Three operands, `a`, `b` and `c`; `used` says how many of them there are.
    pub(crate) fn three<A: Scalar, B: Scalar, C: Scalar, R: Scalar>(
        &mut self,
        name: &'static str,
        expression: &str,
        checked: bool,
        equal: Equal,
        used: [usize; 3],
        f: Box<dyn Fn(A, B, C) -> R>,
    ) {
        let symbol = format!("case_{}", self.cases.len());
        let text =
            format!("CASE({symbol}, {checked}, {}, {}, {}, {}, ({expression}))\n", A::NAME, B::NAME, C::NAME, R::NAME);
        let what = format!("{expression} on {}, {}, {}", A::NAME, B::NAME, C::NAME);
        let types = [A::NAME, R::NAME];
        let fallible = types.iter().find_map(|ty| fallible(ty, name)).unwrap_or(Fallible::Never).when(checked);
        let run = move |machine: &dyn Machine, seed: u64| {
            let (a, b, c) = inputs::<A, B, C>(seed, used);
            let mut out = vec![R::from_bits(0); a.len()];
            let mut raised = vec![false; a.len()];
            machine.call(
                &symbol,
                [bytes(&a), bytes(&b), bytes(&c)],
                [bytes_mut(&mut out), bytes_mut(&mut raised)],
                a.len(),
            );
            for i in 0..a.len() {
                let expected = quietly(|| f(a[i], b[i], c[i]));
                let fine = match expected {
                    None => raised[i],
                    Some(expected) => !raised[i] && same(equal, expected, out[i]),
                };
                if !fine {
                    return Err(format!(
                        "{what}: {:#x}, {:#x}, {:#x}: Rust {:#x?}, C++ {:#x}{}",
                        a[i].bits(),
                        b[i].bits(),
                        c[i].bits(),
                        expected.map(Scalar::bits),
                        out[i].bits(),
                        if raised[i] { " and a panic" } else { "" }
                    ));
                }
            }
            // A program in which nothing can fail isn't asked whether it did.
            if raised.contains(&true) != fallible {
                return Err(format!("{what}: that it can fail is listed as {fallible}"));
            }
            Ok(())
        };
        self.cases.push(Case { types, name, text, run: Box::new(run) });
    }
}

/// The failure that the table of methods lists for the method.
fn fallible(ty: &str, name: &str) -> Option<Fallible> {
    METHODS.iter().copied().flatten().find(|m| (m.ty, m.name) == (ty, name)).map(|m| m.fallible)
}

fn same<R: Scalar>(equal: Equal, a: R, b: R) -> bool {
    match equal {
        Equal::Bits => a.bits() == b.bits(),
        _ if a.is_nan() || b.is_nan() => a.is_nan() && b.is_nan(),
        Equal::Value => a.bits() == b.bits(),
    }
}

/// The value of a Rust expression, or `None` if it panics.
fn quietly<R>(f: impl FnOnce() -> R) -> Option<R> {
    thread_local!(static QUIET: Cell<bool> = const { Cell::new(false) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                before(info);
            }
        }));
    });
    QUIET.set(true);
    let result = panic::catch_unwind(AssertUnwindSafe(f)).ok();
    QUIET.set(false);
    result
}

/// All values of small operands, else the edges crossed, and random bits.
fn inputs<A: Scalar, B: Scalar, C: Scalar>(seed: u64, used: [usize; 3]) -> (Vec<A>, Vec<B>, Vec<C>) {
    fn values<T: Scalar>(used: usize, all_bits: u32) -> Vec<T> {
        match used {
            0 => vec![T::from_bits(0)],
            _ if T::BITS <= all_bits => (0..1 << T::BITS).map(T::from_bits).collect(),
            _ => T::edges(),
        }
    }
    let operands = used.iter().sum::<usize>();
    let all_bits = [16, 16, 8, 0][operands];
    let (xs, ys, zs) = (values::<A>(used[0], all_bits), values::<B>(used[1], all_bits), values::<C>(used[2], all_bits));
    let total = xs.len() * ys.len() * zs.len();
    // A step that shares no factor with the table's sizes passes through all columns.
    let step = if total <= 70_000 { 1 } else { (total / MOST) | 1 };
    let picks: Vec<usize> = (0..total).step_by(step).collect();
    let mut a: Vec<A> = picks.iter().map(|i| xs[i / (ys.len() * zs.len())]).collect();
    let mut b: Vec<B> = picks.iter().map(|i| ys[i / zs.len() % ys.len()]).collect();
    let mut c: Vec<C> = picks.iter().map(|i| zs[i % zs.len()]).collect();
    let mut random = Gen::from_size_and_seed(64, seed);
    for _ in 0..RANDOM {
        a.push(random_value(&mut random, &xs));
        b.push(random_value(&mut random, &ys));
        c.push(random_value(&mut random, &zs));
    }
    (a, b, c)
}

/// Random bits, random low bits, or an edge.
fn random_value<T: Scalar>(random: &mut Gen, edges: &[T]) -> T {
    let bits = u128::arbitrary(random);
    match u8::arbitrary(random) % 4 {
        0 => *random.choose(edges).unwrap(),
        1 => T::from_bits(bits >> (u8::arbitrary(random) % 128)),
        _ => T::from_bits(bits),
    }
}
