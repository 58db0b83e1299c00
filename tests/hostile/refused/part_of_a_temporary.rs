//! A change of part of a value without a name, which nobody could see.
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Pair {
    x: i64,
    y: i64,
}
#[device]
impl std::ops::SubAssign for Pair {
    fn sub_assign(&mut self, other: Pair) {
        self.x -= other.x;
    }
}
#[device]
fn pairs(n: &mut i64) -> [Pair; 3] {
    *n += 1;
    [Pair { x: *n, y: 1 }; 3]
}
#[device]
fn next(n: &mut i64) -> usize {
    *n += 1;
    (*n & 1) as usize
}

fn main() {
    let _ = op!(|p: Pair| {
        let mut n = p.x;
        pairs(&mut n)[next(&mut n)] -= { n = 3; p };
        n
    });
    let _ = op!(|p: Pair| {
        let mut n = p.x;
        pairs(&mut n)[0].x += next(&mut n) as i64;
        n
    });
    let _ = op!(|p: Pair| {
        Pair { x: p.y, ..p } -= p;
        p.x
    });
}
