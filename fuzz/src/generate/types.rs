//! Random types.

use std::fmt;

use super::Generator;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Ty {
    Prim(&'static str),
    Tuple(Vec<Ty>),
    Array(Box<Ty>, usize),
    Struct(usize),
}

pub(super) const SIGNED: &[&str] = &["i8", "i16", "i32", "i64", "isize"];
pub(super) const UNSIGNED: &[&str] = &["u8", "u16", "u32", "u64", "usize"];
pub(super) const INTEGERS: &[&str] = &["i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize"];
pub(super) const FLOATS: &[&str] = &["f32", "f64"];
pub(super) const HALVES: &[&str] = &["f16", "bf16"];
pub(super) const NUMBERS: &[&str] = &[
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize", "f32", "f64", "f16", "bf16", "i32", "f32",
];

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Prim(name) => f.write_str(name),
            Ty::Tuple(parts) => {
                let parts: Vec<_> = parts.iter().map(Ty::to_string).collect();
                write!(f, "({},)", parts.join(", "))
            }
            Ty::Array(t, n) => write!(f, "[{t}; {n}]"),
            Ty::Struct(i) => write!(f, "S{i}"),
        }
    }
}

impl Generator {
    pub(super) fn primitive(&mut self) -> Ty {
        Ty::Prim(if self.random.percent(10) { "bool" } else { self.random.pick::<&str>(NUMBERS) })
    }

    /// A type that vectors can store.
    pub(super) fn element(&mut self, depth: usize) -> Ty {
        match self.random.below(10) {
            0 | 1 if depth > 0 => Ty::Array(Box::new(self.element(depth - 1)), 1 + self.random.below(4)),
            2 | 3 if depth > 0 && !self.structs.is_empty() => Ty::Struct(self.random.below(self.structs.len())),
            _ => self.primitive(),
        }
    }

    /// A type that chains can carry.
    pub(super) fn value(&mut self, depth: usize) -> Ty {
        if depth > 0 && self.random.percent(15) {
            let n = 2 + self.random.below(2);
            return Ty::Tuple((0..n).map(|_| self.value(depth - 1)).collect());
        }
        self.element(depth)
    }
}
