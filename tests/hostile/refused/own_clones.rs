//! What std clones of types with a `Clone` of their own, which need not be a copy: a device would copy.

use std::iter;

use onrush::prelude::*;

#[derive(Copy, Element)]
#[repr(C)]
struct Counted {
    x: u32,
}

impl Clone for Counted {
    fn clone(&self) -> Counted {
        Counted { x: self.x + 1 }
    }
}

#[device]
#[derive(Copy)]
enum Turned {
    Left,
    Right,
}

impl Clone for Turned {
    fn clone(&self) -> Turned {
        Turned::Right
    }
}

/// Its fields are cloned one by one, if std derives no `Copy`.
#[device]
#[derive(Clone, Element)]
#[repr(C)]
struct Around {
    counted: Counted,
}

impl Copy for Around {}

/// Beside `Element`, the derive isn't seen.
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Unseen {
    x: u32,
}

#[device]
fn filled<T: Copy>(x: T) -> [T; 2] {
    let mut a = [x; 2];
    a.fill(x);
    a
}

#[device]
fn filled_anew<T: Element>(x: T) -> [T; 2] {
    let mut a = [x; 2];
    a.fill(x);
    a
}

fn main() {
    let _ = op!(|v: u32| {
        let mut a = [Counted { x: 0 }; 2];
        a.fill(Counted { x: v });
        a[1..].fill(Counted { x: v });
        a[0].x
    });
    let _ = op!(|v: u32| {
        let mut a = [Around { counted: Counted { x: 0 } }; 2];
        a.fill(Around { counted: Counted { x: v } });
        let mut b = [Unseen { x: 0 }; 2];
        b.fill(Unseen { x: v });
        a[0].counted.x + b[0].x
    });
    let _ = op!(|v: u32| {
        let mut a = [(0, Some([Counted { x: v }]))];
        a.fill((1, Some([Counted { x: v }])));
        a[0].0
    });
    let _ = op!(|v: u32| iter::repeat(Counted { x: v }).take(2).map(|c| c.x).sum::<u32>());
    let _ = op!(|v: u32| iter::repeat_n(Counted { x: v }, 2).map(|c| c.x).sum::<u32>());
    let _ = op!(|v: u32| {
        let a = [Counted { x: v }; 2];
        let mut sum = 0;
        for c in a.iter().cloned() {
            sum += c.x;
        }
        for (c, d) in a.iter().cloned().zip(&a) {
            sum += c.x * d.x;
        }
        for c in [a].iter().flatten().cloned() {
            sum += c.x;
        }
        sum
    });
    let _ = op!(|v: u32| {
        let a = [Counted { x: v }; 2];
        let named = a.iter().cloned();
        a.iter().cloned().map(|c| c.x).sum::<u32>()
            + a.iter().filter(|c| c.x > 1).cloned().map(|c| c.x).sum::<u32>()
            + named.map(|c| c.x).sum::<u32>()
    });
    let _ = op!(|v: u32| {
        let a = [Counted { x: v }; 2];
        let (most, last) = (a.iter().max_by_key(|c| c.x).cloned(), a.iter().last().cloned().unwrap());
        most.unwrap().x + last.x
    });
    let _ = op!(|v: u32| {
        let a = [Counted { x: v }; 2];
        a.first().cloned().unwrap().x + a.get(1).ok_or(v).cloned().unwrap().x
    });
    let _ = op!(|v: u32| {
        let a = [Counted { x: v }; 2];
        a.into_iter().cycle().take(3).map(|c| c.x).sum::<u32>()
            + a.iter().zip(a).cycle().take(3).map(|(_, c)| c.x).sum::<u32>()
    });
    let _ = op!(|v: u32| {
        let a = [Turned::Left; 2];
        match a.iter().cloned().last() {
            Some(Turned::Left) => v,
            _ => 0,
        }
    });
    let _ = op!(|v: u32| filled(Counted { x: v })[0].x);
    // Copies are taken.
    let _ = op!(|v: u32| {
        let mut a = [Counted { x: v }; 2];
        for c in &mut a {
            *c = Counted { x: 1 };
        }
        a.iter().copied().cycle().take(3).map(|c| c.x).sum::<u32>()
            + a.iter().cycle().take(3).map(|c| c.x).sum::<u32>()
            + (0..2).map(|_| a[0]).map(|c| c.x).sum::<u32>()
            + a.iter().copied().max_by_key(|c| c.x).unwrap().x
            + a.iter().last().copied().unwrap().x
            + iter::once(a[0]).map(|c| c.x).sum::<u32>()
    });
}
