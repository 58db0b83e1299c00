//! Own traits for numbers: an operation calls the method that Rust does, or is refused (`refused/own_traits.rs`).

use super::{Pair, programs};

programs! {
    of numbers references references_to_references changes beside_own_types each_other in_closures literals flags shadowed assigned
        indexed made by_path by_own_name nested effects:

    pub trait Saturating {
        const STEP: i64 = 3;
        fn checked_sq(self) -> u32;
        fn step(self) -> i64;
        fn twice(self) -> i64
        where
            Self: Sized,
        {
            7
        }
    }
    impl Saturating for u32 {
        fn checked_sq(self) -> u32 {
            self.saturating_mul(self)
        }
        fn step(self) -> i64 {
            self as i64 + Self::STEP_OF_OWN
        }
    }
    impl Saturating for i64 {
        const STEP: i64 = 5;
        fn checked_sq(self) -> u32 {
            (self as u32).checked_sq() / 2
        }
        fn step(self) -> i64 {
            self * 31 + (self as u8 as u32).step()
        }
        fn twice(self) -> i64 {
            self.step() * 2
        }
    }
    pub trait OfOwn {
        const STEP_OF_OWN: i64;
    }
    impl OfOwn for u32 {
        const STEP_OF_OWN: i64 = 11;
    }

    pub trait Shown {
        fn shown(&self, by: i64) -> i64;
        fn grow(&mut self, by: i64) -> i64;
    }
    impl Shown for i64 {
        fn shown(&self, by: i64) -> i64 {
            *self * 10 + by
        }
        fn grow(&mut self, by: i64) -> i64 {
            *self += by;
            *self * 2
        }
    }
    impl Shown for Pair {
        fn shown(&self, by: i64) -> i64 {
            self.x - self.y + by
        }
        fn grow(&mut self, by: i64) -> i64 {
            self.x += by;
            self.y -= by;
            self.shown(by)
        }
    }

    pub trait Make {
        fn make(from: i64) -> Self;
        fn made_of(&self, other: &Self) -> Self;
    }
    impl Make for u32 {
        fn make(from: i64) -> Self {
            from as u32 / 3
        }
        fn made_of(&self, other: &Self) -> Self {
            *self / 2 + *other / 4
        }
    }
    impl Make for f32 {
        fn make(from: i64) -> Self {
            Self::halved(from as f32)
        }
        fn made_of(&self, other: &Self) -> Self {
            *self + Self::halved(*other) * Self::make(3).made_of_none()
        }
    }

    pub trait Halved {
        const HALF: f32 = 0.5;
        fn halved(of: Self) -> Self;
        fn made_of_none(&self) -> Self;
    }
    impl Halved for f32 {
        fn halved(of: Self) -> Self {
            of * Self::HALF
        }
        fn made_of_none(&self) -> Self {
            Self::halved(<Self as Halved>::halved(*self as Self))
        }
    }

    pub trait Flag {
        fn flipped(self) -> Self;
        fn flip(&mut self) -> i64;
    }
    impl Flag for bool {
        fn flipped(self) -> bool {
            !self
        }
        fn flip(&mut self) -> i64 {
            *self = self.flipped();
            if *self { 3 } else { 5 }
        }
    }

    pub trait Taken {
        fn taken(self, by: i64) -> i64;
    }
    impl Taken for i64 {
        fn taken(mut self, by: i64) -> i64 {
            self *= 3;
            self - by
        }
    }

    pub fn made(v: i64) -> i64 {
        let m = <f32 as Make>::make(v);
        u32::make(v) as i64 + m as i64 + m.made_of(&(v as f32)) as i64 + (v as u32).made_of(&u32::make(9)) as i64
    }
    pub fn by_path(v: i64) -> i64 {
        let mut n = v;
        let a = i64::shown(&n, 3) + <i64 as Shown>::shown(&n, n);
        let b = <i64 as Shown>::grow(&mut n, 4) + i64::grow(&mut n, v);
        <i64 as Shown>::shown(&a, b) + u32::checked_sq(3) as i64 + std::primitive::u32::checked_sq(4) as i64
    }
    pub fn by_own_name(v: i64) -> i64 {
        f32::make(v).made_of_none() as i64 + f32::halved(v as f32) as i64 + (f32::HALF * 8.0) as i64 + i64::STEP
    }
    pub fn effects(v: i64) -> i64 {
        let (mut n, mut a) = (v, [v, 2, 3]);
        let b = n.taken({ n += 1; n }) * 3 + a[1].grow({ n *= 2; n }) + [n, { n += 1; n }, 3][1].shown(n.grow(1));
        b + n.taken(n.grow(2)) + n.grow(n + a[1]) + a[1].taken(a[0].grow(3)) + (if v > 2 { n } else { a[1] }).grow(3) + n * 7 + a[0]
    }
    pub fn nested(v: i64) -> i64 {
        let mut a = [[v, 2], [3, 4]];
        for row in &mut a {
            for x in row.iter_mut() {
                x.grow(v);
            }
        }
        let longest = a.iter().map(|row| row.iter().map(|x| x.taken(1)).max().unwrap_or(0).shown(2)).sum::<i64>();
        let o = if v > 1 { Some(v) } else { None };
        longest + o.map(|x| x.taken(3)).unwrap_or(7).shown(1) + match o { Some(x) => x.shown(2), None => 9.5f32.halved_as() }
    }
    pub trait As {
        fn halved_as(self) -> i64;
    }
    impl As for f32 {
        fn halved_as(self) -> i64 {
            f32::halved(self) as i64
        }
    }
    pub fn references_to_references(v: i64) -> i64 {
        let a = [v, 2, 3, v + 1];
        let kept = a.iter().filter(|x| x.shown(1) > 21 && x.taken(2) > 3).count() as i64;
        let r = &v;
        let more = a.iter().map(|x| (*x).taken(*r)).sum::<i64>();
        kept * 100 + more + a.iter().copied().map(|x| x.taken(1)).max().unwrap_or(3)
    }
    pub fn flags(v: i64) -> i64 {
        let mut on = v > 0;
        let a = on.flip() + on.flip() * 10;
        if on.flipped() { a } else { a * 2 + (v == 2).flipped() as i64 }
    }
    pub fn numbers(v: i64) -> i64 {
        (v as u32).checked_sq() as i64 + v.checked_sq() as i64 * 3 + (v as u32).step() + v.step() + v.twice()
    }
    pub fn references(v: i64) -> i64 {
        let x = v + 1;
        let r = &v;
        let s = &x;
        r.shown(1) + s.shown(r.shown(2)) + s.step() + (*r).step() + by_reference(&v, &x)
    }
    pub fn by_reference(a: &i64, b: &i64) -> i64 {
        a.shown(*b) + a.step() * b.shown(a.twice())
    }
    pub fn changes(v: i64) -> i64 {
        let mut n = v;
        let a = n.grow(3);
        let b = n.grow(n) + n.grow(n.shown(1));
        let r = &mut n;
        let c = r.grow(2) + r.shown(1);
        a + b * 3 + c * 5 + n
    }
    pub fn beside_own_types(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 2 };
        p.grow(v) + p.shown(3) * 10 + p.sum() + v.shown(p.x)
    }
    pub fn each_other(v: i64) -> i64 {
        v.shown(v.shown(v.step())) + [v, v.step(), 1][1].shown([1, v.step(), 2][v.step() as usize % 3].shown(3))
    }
    pub fn in_closures(v: i64) -> i64 {
        let k = v + 1;
        let f = |x: i64| x.shown(k) + k.step();
        let a = [v, 2, 3];
        f(v) + a.iter().map(|x| x.shown(1)).sum::<i64>() + a.iter().filter(|x| x.shown(0) > 20).count() as i64
    }
    pub fn literals(v: i64) -> i64 {
        7i64.shown(v) + (3u32).checked_sq() as i64 + (v + 1).shown(2) + (if v > 0 { v } else { -v }).step()
    }
    pub fn shadowed(v: i64) -> i64 {
        let shown = |x: i64| x * 2;
        let v = v.shown(shown(1));
        v.shown(shown(v))
    }
    pub fn assigned(v: i64) -> i64 {
        let mut a = [[1i64, 2, v], [v, 5, 6]];
        a[(v & 1) as usize][0] += v.shown(2);
        a[1][0].grow(a[0][2]) + a[0][1].shown(a[1][0]) + a[0][1].grow(3) + a[0][1]
    }
    pub fn indexed(v: i64) -> i64 {
        let mut i = 0i64;
        let mut a = [v, 1, 2];
        let n = a[(i.grow(1) - 1) as usize].grow(i.grow(1));
        n * 100 + a[1] * 10 + i
    }
}

/// Traits with methods of one name: that in scope is called.
mod first {
    #[onrush::device]
    pub(super) trait First {
        fn of_two(self) -> i64;
        fn lent(&self) -> i64;
    }
    #[onrush::device]
    impl First for i64 {
        fn of_two(self) -> i64 {
            self + 1
        }
        fn lent(&self) -> i64 {
            *self + 2
        }
    }
}
mod second {
    #[onrush::device]
    pub(super) trait Second {
        fn of_two(&self) -> i64;
    }
    #[onrush::device]
    impl Second for i64 {
        fn of_two(&self) -> i64 {
            *self * 1000
        }
    }
}
mod by_first {
    use super::first::First as Renamed;
    #[onrush::device]
    pub(super) fn call(v: i64) -> i64 {
        v.of_two() + v.lent() * 3
    }
    pub(super) fn plain(v: i64) -> i64 {
        v.of_two() + v.lent() * 3
    }
}
mod by_second {
    use super::second::Second as _;
    #[onrush::device]
    pub(super) fn call(v: i64) -> i64 {
        let r = &v;
        v.of_two() + r.of_two()
    }
    pub(super) fn plain(v: i64) -> i64 {
        let r = &v;
        v.of_two() + r.of_two()
    }
}

/// A trait is in scope in its own impl, without `use`.
mod own_impl {
    pub(super) mod a {
        #[onrush::device]
        pub(crate) trait Apart {
            const OF: i64 = 5;
            fn both(self) -> i64;
            fn single(&self) -> i64;
        }
    }
    use onrush::prelude::*;

    #[derive(Clone, Copy, Element)]
    #[repr(C)]
    pub(super) struct Part {
        pub(super) x: i64,
    }
    #[device]
    impl a::Apart for i64 {
        fn both(self) -> i64 {
            self.single() + Self::single(&2) + i64::single(&self) + Self::OF
        }
        fn single(&self) -> i64 {
            *self * 3
        }
    }
    #[device]
    impl a::Apart for Part {
        fn both(self) -> i64 {
            self.single() + self.x.single() + self.x.both()
        }
        fn single(&self) -> i64 {
            self.x - Self::OF
        }
    }
}

mod scopes {
    use super::own_impl::{Part, a::Apart};
    use super::{by_first, by_second};
    use onrush::prelude::*;

    fn all<B: Backend>(b: &B) -> onrush::Result<()> {
        use super::second::Second;
        let values: Vec<i64> = (-4..7).collect();
        let x = b.upload(&values)?;
        let found = x.iter().map(op!(|v: i64| [
            by_first::call(v),
            by_second::call(v),
            v.of_two(),
            v.both(),
            Part { x: v }.both()
        ]));
        for (v, row) in values.iter().zip(found.collect()?.to_vec()?) {
            let expected = [by_first::plain(*v), by_second::plain(*v), v.of_two(), v.both(), Part { x: *v }.both()];
            assert_eq!(row, expected, "{v}");
        }
        Ok(())
    }
    crate::everywhere! { all }

    #[test]
    fn within_a_function() -> onrush::Result<()> {
        #[device]
        trait Local {
            fn local(self) -> f32;
        }
        #[device]
        impl Local for f32 {
            fn local(self) -> f32 {
                self + 0.5
            }
        }
        let x = Device::cpu().upload(&[1.0f32, 2.0])?;
        assert_eq!(x.iter().map(op!(|v: f32| v.local())).collect()?.to_vec()?, [1.5, 2.5]);
        Ok(())
    }

    /// A struct of one's own may have a primitive's name in its module.
    mod le {
        #[derive(Clone, Copy, Debug, PartialEq, onrush::Element)]
        #[repr(C)]
        pub(super) struct U(pub(super) i64);
        pub(super) use U as u32;
    }

    #[test]
    fn of_a_struct_named_as_a_primitive() -> onrush::Result<()> {
        #[device]
        trait Helped {
            fn helped(self) -> i64;
            fn help() -> i64;
        }
        #[device]
        impl Helped for le::u32 {
            fn helped(self) -> i64 {
                Self::help() + self.0
            }
            fn help() -> i64 {
                3
            }
        }
        #[device]
        impl Helped for u32 {
            fn helped(self) -> i64 {
                Self::help() * 10
            }
            fn help() -> i64 {
                6
            }
        }
        let x = Device::cpu().upload(&[1i64, 2])?;
        let both = op!(|v: i64| le::U(v).helped() + (v as u32).helped());
        assert_eq!(x.iter().map(both).collect()?.to_vec()?, [64, 65]);
        assert_eq!((le::U(1).helped(), 1u32.helped()), (4, 60));
        Ok(())
    }

    /// A struct of one's own may have a name of std's, and its trait needs no attribute.
    #[test]
    fn of_a_struct_named_as_std_s() -> onrush::Result<()> {
        #[derive(Clone, Copy, Debug, PartialEq, Element)]
        #[repr(C)]
        struct Ordering {
            x: u32,
        }
        trait Twice {
            fn twice(self) -> u32;
        }
        #[device]
        impl Twice for Ordering {
            fn twice(self) -> u32 {
                self.x * 2
            }
        }
        let x = Device::cpu().upload(&[1u32, 2])?;
        assert_eq!(x.iter().map(op!(|v: u32| Ordering { x: v }.twice())).collect()?.to_vec()?, [2, 4]);
        Ok(())
    }

    /// What a trait written by a macro is called by.
    #[test]
    fn by_a_macro() -> onrush::Result<()> {
        macro_rules! traits {
            ($($name:ident $method:ident $t:ty)*) => {$(
                #[device]
                trait $name {
                    fn $method(self) -> $t;
                    fn fixed(self) -> $t;
                }
                #[device]
                impl $name for $t {
                    fn $method(self) -> $t {
                        self * 2
                    }
                    fn fixed(self) -> $t {
                        self * 3
                    }
                }
            )*};
        }
        traits! { A a u32  B b u64 }
        let x = Device::cpu().upload(&[1u32, 2])?;
        let both = op!(|v: u32| (v.a() + v.fixed()) as u64 + (v as u64).b() + (v as u64).fixed());
        assert_eq!(x.iter().map(both).collect()?.to_vec()?, [10, 20]);
        Ok(())
    }

    /// One macro declares traits of one name at one place; of one of them the host alone has the impl.
    #[test]
    fn of_one_name() -> onrush::Result<()> {
        macro_rules! named {
            ($($function:ident $by:literal)*) => {$(
                fn $function(x: &DeviceVec<u32, Device>) -> onrush::Result<u32> {
                    #[device]
                    trait Local {
                        fn local(self) -> u32;
                    }
                    #[device]
                    impl Local for u32 {
                        fn local(self) -> u32 {
                            self * $by
                        }
                    }
                    x.iter().map(op!(|v: u32| v.local())).sum()
                }
            )*};
        }
        named! { twice 2  thrice 3 }
        let x = Device::cpu().upload(&[1u32, 2])?;
        assert_eq!((twice(&x)?, thrice(&x)?), (6, 9));
        Ok(())
    }
}
