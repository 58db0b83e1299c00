//! Calls of std's and own methods for which Rust's lookup finds that of a trait for references before, however the trait takes `self`.
use onrush::prelude::*;

/// By `&self` and `&mut self`, of references.
trait Shared {
    fn ok_or(&self, _error: u32) -> Result<u64, u32> {
        Ok(99)
    }
    fn unwrap_or(&mut self, _other: u64) -> u64 {
        99
    }
    fn abs(&self) -> i64 {
        99
    }
    fn checked_add(&self, _other: i64) -> Option<i64> {
        None
    }
    fn rem_euclid(&mut self, _by: i64) -> i64 {
        99
    }
}
impl Shared for &Option<u64> {}
impl Shared for &i64 {}

/// Of all types, by `&self`: it comes first if the receiver is a reference.
mod blanket {
    use super::*;
    trait Any {
        fn pow(&self, _by: u32) -> i64 {
            99
        }
        fn and_then(&self, _f: impl Fn(i64) -> Option<i64>) -> Option<i64> {
            Some(99)
        }
    }
    impl<T: ?Sized> Any for T {}

    #[device]
    fn of_a_number(p: &i64) -> i64 {
        p.pow(2)
    }
    pub fn all() {
        let _ = op!(|v: i64| of_a_number(&v));
        let _ = op!(|v: i64| {
            let o = v.checked_sub(3);
            let p = &o;
            p.and_then(|x| Some(x)).unwrap_or(1)
        });
        // Of a value it is the option's.
        let _ = op!(|v: i64| v.checked_sub(3).and_then(|x| Some(x)).unwrap_or(1).pow(2));
    }
}

/// By value, of exclusive references and of references to references.
mod exclusive {
    use super::*;
    trait Ext: Sized {
        fn map(self, _f: impl Fn(u64) -> u64) -> Option<u64> {
            Some(99)
        }
        fn map_err(self, _f: impl Fn(u64) -> u64) -> Result<u64, u64> {
            Ok(99)
        }
        fn len(self) -> usize {
            99
        }
        fn is_empty(&self) -> bool {
            true
        }
        fn contains(&mut self, _x: &u64) -> bool {
            true
        }
        fn partition_point(self, _f: impl Fn(&u64) -> bool) -> usize {
            99
        }
    }
    impl Ext for &mut Option<u64> {}
    impl Ext for &mut Result<u64, u64> {}
    impl Ext for &&[u64] {}
    impl Ext for &[u64; 2] {}
    impl Ext for &mut [u64] {}

    #[device]
    fn mapped(o: &mut Option<u64>) -> u64 {
        o.map(|x| x + 1).unwrap_or(0)
    }
    #[device]
    fn of_a_result(r: &mut Result<u64, u64>) -> u64 {
        r.map_err(|x| x + 1).unwrap_or(0)
    }
    #[device]
    fn twice_referred(a: &[u64]) -> usize {
        let b = &a;
        b.len()
    }
    #[device]
    fn searched(a: &[u64]) -> usize {
        let b = &a;
        b.partition_point(|x| *x < 3)
    }
    #[device]
    fn of_an_array(a: &[u64; 2]) -> bool {
        a.is_empty()
    }
    #[device]
    fn of_a_slice(a: &mut [u64]) -> bool {
        a.is_empty() || a.contains(&3)
    }
    /// The slice itself has its own.
    #[device]
    fn of_the_slice(a: &[u64]) -> bool {
        a.is_empty() || a.contains(&3) || a.len() == 1
    }
}

/// Of slices.
mod slices {
    use super::*;
    trait Parts {
        fn split_at(&self, _mid: usize) -> (&[i64], &[i64]);
        fn first(&self) -> Option<&i64> {
            None
        }
        fn swap(&self, _i: usize, _j: usize) {}
    }
    impl Parts for &mut [i64] {
        fn split_at(&self, _: usize) -> (&[i64], &[i64]) {
            (&[], &[])
        }
    }
    impl Parts for [i64] {
        fn split_at(&self, _: usize) -> (&[i64], &[i64]) {
            (&[], &[])
        }
    }
    #[device]
    fn halves(a: &mut [i64]) -> usize {
        let (p, _) = a.split_at(1);
        p.len()
    }
    #[device]
    fn first(a: &mut [i64]) -> i64 {
        a.first().copied().unwrap_or(0)
    }
    #[device]
    fn swapped(a: &mut [i64]) {
        a[..].swap(0, 1)
    }
    /// Rust finds the slice's own.
    #[device]
    fn own(a: &mut [i64]) {
        a.swap(0, 1)
    }
}

/// Own types.
mod own {
    use super::*;
    #[derive(Clone, Copy, Element)]
    #[repr(C)]
    struct Own {
        x: i64,
    }
    #[device]
    impl Own {
        fn taken(self) -> i64 {
            self.x
        }
        fn lent(&self) -> i64 {
            self.x
        }
        fn changed(&mut self) -> i64 {
            self.x += 1;
            self.x
        }
        fn abs(self) -> i64 {
            self.x
        }
        fn through_itself(&self) -> i64 {
            self.taken()
        }
    }
    trait Others {
        fn taken(&self) -> i64 {
            99
        }
        fn lent(&self) -> i64 {
            99
        }
        fn changed(&self) -> i64 {
            99
        }
        fn abs(&mut self) -> i64 {
            99
        }
    }
    impl Others for &Own {}
    impl Others for &mut Own {}

    #[device]
    fn taken(o: &Own) -> i64 {
        o.taken()
    }
    #[device]
    fn lent(o: &mut Own) -> i64 {
        o.lent()
    }
    #[device]
    #[allow(unused_mut)]
    fn abs(mut o: &Own) -> i64 {
        o.abs()
    }
    #[device]
    fn of_elements(o: Own) -> i64 {
        [o].iter().map(|p| p.taken()).sum()
    }
    #[device]
    fn twice(o: &Own) -> i64 {
        let p = &o;
        p.lent()
    }
    /// Rust finds the type's own.
    #[device]
    fn own(o: &Own, p: &mut Own) -> i64 {
        o.lent() + p.changed() + (*o).taken() + (*p).abs()
    }
}

fn main() {
    let _ = op!(|v: u64| {
        let o = v.checked_sub(3);
        let p = &o;
        p.ok_or(1).unwrap_or(2)
    });
    let _ = op!(|v: u64| [v.checked_sub(3)].first().unwrap().unwrap_or(3));
    let _ = op!(|v: i64| {
        let p = &v;
        p.abs()
    });
    let _ = op!(|v: i64| {
        let p = &v;
        p.checked_add(1).unwrap_or(2)
    });
    let _ = op!(|v: i64| [v, 2].iter().filter(|p| p.abs() > 1).count());
    let _ = op!(|v: i64| [v, 2].iter().map(|p| p.abs()).sum::<i64>());
    let _ = op!(|v: i64| [v, 2].first().unwrap().rem_euclid(3));
    blanket::all();
    // Of values they are std's.
    let _ = op!(|v: i64| v.abs() + v.checked_add(1).unwrap_or(2) + v.rem_euclid(3));
}
