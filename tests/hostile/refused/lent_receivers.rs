//! Methods of values that are shared references: what changes its receiver, and what the references have themselves.
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Count {
    n: i64,
}

#[device]
impl Count {
    fn bump(&mut self) -> i64 {
        self.n += 1;
        self.n
    }
}

#[device]
trait Tripled {
    fn tripled(self) -> i64;
}
#[device]
impl Tripled for i64 {
    fn tripled(self) -> i64 {
        self * 2
    }
}
trait AnotherTripled {
    fn tripled(self) -> i64;
}
impl AnotherTripled for &i64 {
    fn tripled(self) -> i64 {
        *self * 3
    }
}

#[device]
fn changes_a_payload(a: [Count; 2]) -> i64 {
    match a.get(1) {
        Some(p) => p.bump(),
        None => 0,
    }
}
#[device]
fn changes_a_value(a: [Count; 2]) -> i64 {
    a.first().unwrap().bump()
}
#[device]
fn of_references(a: [i64; 2]) -> i64 {
    match a.get(1) {
        Some(p) => *p.clamp(&0, &3),
        None => 0,
    }
}
#[device]
fn of_another_trait_for_references(a: [i64; 2]) -> i64 {
    match a.get(1) {
        Some(p) => p.tripled(),
        None => a.first().unwrap().tripled(),
    }
}
#[device]
fn outlived(a: [i64; 2], v: i64) -> i64 {
    let r = a.get(5).unwrap_or(&(v + 1));
    *r
}

fn main() {}
