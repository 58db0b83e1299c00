//! Operators on references to own types, which may be others than those on values, and generic functions for types without the operators.

use onrush::prelude::*;
use std::ops::Add;

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Value {
    x: i32,
}
#[device]
impl Add for Value {
    type Output = Value;
    fn add(self, other: Value) -> Value {
        Value { x: self.x + other.x }
    }
}
impl Add<&Value> for Value {
    type Output = Value;
    fn add(self, other: &Value) -> Value {
        Value { x: self.x - other.x }
    }
}

#[device]
fn added(a: Value, b: &Value) -> Value {
    a + b
}
#[device]
fn added_to(a: Value, b: Value) -> Value {
    a + &b
}

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct OnHosts {
    x: i32,
}
impl Add for OnHosts {
    type Output = OnHosts;
    fn add(self, other: OnHosts) -> OnHosts {
        OnHosts { x: self.x + other.x }
    }
}

#[device]
fn twice<T: Copy + Add<Output = T>>(a: T) -> T {
    a + a
}
#[device]
fn twice_on_hosts(a: OnHosts) -> OnHosts {
    twice(a)
}

fn main() {}
