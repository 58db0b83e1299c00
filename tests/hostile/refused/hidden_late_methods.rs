//! Calls of std's methods that take references, or are slices', for which Rust's lookup finds a trait's before.
use onrush::prelude::*;

trait Others: Sized {
    fn len(&self) -> usize {
        1000
    }
    fn first(self) -> Option<i64> {
        None
    }
    fn contains(&self, _x: &i64) -> bool {
        true
    }
    fn swap(&mut self, _i: usize, _j: usize) {}
    fn sort(self) {}
    fn is_some(self) -> bool {
        false
    }
    fn to_ascii_uppercase(self) -> u8 {
        0
    }
    fn total_cmp(self, _other: &f32) -> std::cmp::Ordering {
        std::cmp::Ordering::Less
    }
    fn reverse(self) {}
    fn take(&self) -> Option<i64> {
        None
    }
    fn pow(&self, _by: u32) -> u8 {
        0
    }
}
impl Others for [i64; 2] {}
impl Others for Option<i64> {}
impl Others for u8 {}
impl Others for f32 {}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Row {
    items: [i64; 2],
}

/// What takes a reference comes before std's method of what it refers to.
trait OfReferences {
    fn reverse(&self) -> std::cmp::Ordering {
        std::cmp::Ordering::Less
    }
    fn total_cmp(&mut self, _other: &f64) -> std::cmp::Ordering {
        std::cmp::Ordering::Less
    }
}
impl OfReferences for std::cmp::Ordering {}
impl OfReferences for f64 {}
#[device]
fn changed(v: &mut f64) -> bool {
    v.total_cmp(&1.0).is_lt()
}

/// Methods of own types with names of std's.
#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Own {
    x: i64,
}
#[device]
impl Own {
    fn abs(&self) -> i64 {
        self.x
    }
    fn first(&self) -> i64 {
        self.x
    }
    fn pow(self, by: u32) -> i64 {
        self.x + by as i64
    }
    fn sqrt(&self) -> i64 {
        self.x
    }
}
trait OfOwn: Sized {
    fn abs(self) -> i64 {
        1000
    }
    fn first(self) -> i64 {
        1000
    }
    fn pow(&self, _by: u32) -> i64 {
        1000
    }
    fn sqrt(&self) -> i64 {
        1000
    }
}
impl OfOwn for Own {}

fn main() {
    let _ = op!(|o: Own| o.abs());
    let _ = op!(|o: Own| o.first());
    let _ = op!(|o: Own| {
        let p = &o;
        p.pow(2)
    });
    let _ = op!(|o: Own| [o].get(0).map_or(0, |p| p.pow(2)));
    // Rust finds these as the type's own.
    let _ = op!(|o: Own| o.pow(2) + o.sqrt());
    let _ = op!(|v: i64| {
        let a = [v, 2];
        a.len()
    });
    let _ = op!(|v: i64| [v, 2].len());
    let _ = op!(|v: i64| [v, 2].first().is_some());
    let _ = op!(|v: i64| [v, 2].contains(&v));
    let _ = op!(|v: i64| {
        let mut a = [v, 2];
        a.swap(0, 1);
        a.sort();
        a.reverse();
        a[0]
    });
    let _ = op!(|r: Row| r.items.first().copied().unwrap_or(0));
    let _ = op!(|v: i64| {
        let a = [[v, 2]; 2];
        let r = &a[0];
        r.len() + a[1].len()
    });
    let _ = op!(|v: i64| Some(v).is_some());
    let _ = op!(|v: i64| {
        let mut o = Some(v);
        o.take().is_none()
    });
    let _ = op!(|v: u8| v.to_ascii_uppercase());
    let _ = op!(|v: f32| v.total_cmp(&1.0));
    let _ = op!(|v: i64| {
        let o = v.cmp(&2);
        let p = &o;
        p.reverse().is_lt()
    });
    // Of other types, of values, and of slices, they are std's, and Rust finds `pow` of a value first.
    let _ = op!(|v: i64| [v, 2, 3].len());
    let _ = op!(|v: i64| [v, 2][..].len());
    let _ = op!(|v: u8| v.pow(2));
    let _ = op!(|v: i64| v.cmp(&2).reverse().is_lt());
    let _ = op!(|v: f64| {
        let o = Some(v);
        let p = &o;
        v.total_cmp(&1.0).is_lt() && p.is_some()
    });
}
