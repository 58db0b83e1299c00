//! A method of the user's own by the name of one of arrays, which rustc finds first for a reference to an array.
use onrush::prelude::*;

trait OwnMap {
    fn map(self, f: impl Fn(i64) -> i64) -> i64;
}
impl OwnMap for &[i64; 3] {
    fn map(self, f: impl Fn(i64) -> i64) -> i64 {
        f(self[2]) * 7
    }
}

#[device]
fn mapped(a: &[i64; 3]) -> i64 {
    let b = a.map(|x| x + 1);
    b[0]
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Table {
    row: [i64; 3],
}
#[device]
fn mapped_through_a_name(t: &Table) -> i64 {
    let row = &t.row;
    let b = row.map(|x| x + 1);
    b[0]
}
#[device]
fn neither(t: Table) -> i64 {
    let u = t.map(|x| x + 1);
    u
}

fn main() {
    let _ = op!(|v: i64| mapped(&[v, 2, 3]));
}
