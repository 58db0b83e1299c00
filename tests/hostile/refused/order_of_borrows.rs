//! An index through a reference to a variable that the other side changes: only an operator's own function would allow it,
//! which evaluates the index first.
use onrush::prelude::*;

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Pair {
    x: i64,
    y: i64,
}
#[device]
impl std::ops::DivAssign for Pair {
    fn div_assign(&mut self, other: Pair) {
        self.x = self.x * 3 + other.x;
        self.y -= other.y;
    }
}

fn main() {
    let _ = op!(|p: Pair| -> Pair {
        let (mut a, mut i) = ([p; 2], 0usize);
        let r = &i;
        a[*r] /= { i = 1; p };
        a[i]
    });
    let _ = op!(|p: Pair| -> Pair {
        let (mut a, mut i) = ([p; 2], 0usize);
        let r = &i;
        let s = &*r;
        a[*s] /= { i = 1; p };
        a[i]
    });
    let _ = op!(|p: Pair| -> Pair {
        let (mut a, mut t) = ([p; 2], (0usize, 1i64));
        let r = &t;
        match r {
            (i, _) => a[*i] /= { t = (1, 2); p },
        }
        a[t.0]
    });
    let _ = op!(|p: Pair| -> Pair {
        let (mut a, mut i) = ([p; 2], 0usize);
        let r = &mut i;
        a[{ *r += 1; *r }] /= Pair { x: i as i64, y: 0 };
        a[1]
    });
}
