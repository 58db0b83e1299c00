//! `const fn` with `#[device]`: constants of their values, and calls in operations.

use onrush::ErrorKind;

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Counter {
    n: i64,
    step: i64,
}

#[device]
impl Counter {
    const fn new(n: i64, step: i64) -> Self {
        Counter { n, step }
    }
    const fn by(&self, k: i64) -> i64 {
        self.n * 10 + self.step * k
    }
    const fn bump(&mut self) -> i64 {
        self.n += self.step;
        self.by(2) + Self::new(1, 2).n
    }
    const START: Counter = Counter::new(3, 4);
    fn restarted(self) -> Counter {
        Counter::new(Self::START.n, self.step)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Held<T: Element> {
    t: T,
}
#[device]
impl<T: onrush::Number> Held<T> {
    const fn new(t: T) -> Self {
        Held { t }
    }
    const fn get(self) -> T {
        self.t
    }
}

#[device]
const fn cube(x: i64) -> i64 {
    let (mut i, mut product) = (0, 1i64);
    while i < 3 {
        product = product.wrapping_mul(x);
        i += 1;
    }
    product
}

#[device]
const fn picked<const N: usize>(a: [i64; N], i: usize) -> i64 {
    if i < N { a[i] } else { -1 }
}

#[device]
const fn kept(o: Option<i64>) -> i64 {
    match o {
        Some(x) if x > 2 => cube(x),
        Some(_) => 1,
        None => 0,
    }
}

/// A function of a raw name.
#[device]
const fn r#move(x: &mut i64, by: i64) -> i64 {
    *x += by;
    *x
}

const CUBE: i64 = cube(3) + kept(Some(4)) + kept(None);
const TABLE: [i64; 3] = [cube(1), cube(2), picked([5, 6], 1)];
const COUNTER: Counter = Counter::new(5, 6);
const BUMPED: i64 = {
    let mut counter = COUNTER;
    counter.bump() + counter.n
};
static HELD: i64 = Held::new(7i64).get();

/// Nothing but operations calls its method, which is no dead code.
#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Once {
    n: i64,
}
#[device]
impl Once {
    #[deny(dead_code)]
    const fn new(n: i64) -> Self {
        Once { n }
    }
}

functions! {
    fn of_a_method_that_operations_alone_call(v: i64) -> i64 {
        Once::new(v * 3).n
    }
    fn constants(v: i64) -> i64 {
        CUBE + TABLE[v.rem_euclid(3) as usize] + COUNTER.by(v) + BUMPED + HELD + Counter::START.n
    }
    fn functions_and_methods(v: i64) -> i64 {
        let mut c = Counter::new(v, 2);
        let (a, b) = (c.bump(), c.bump());
        let mut n = v;
        cube(v) + a + b * 3 + c.restarted().by(v) + Held::new(v).get() + Held::new(2.5f32).get() as i64 + r#move(&mut n, 3) + n
    }
    fn generic_and_by_name(v: i64) -> i64 {
        let o = Some(v).map(cube).map(Held::new).map(|h| h.get());
        picked([v, 3], (v + 4) as usize) + picked::<1>([v], 0) + kept(Some(v)) + o.unwrap_or(0)
    }
    fn constants_of_the_body(v: i64) -> i64 {
        const SEVENTH: i64 = cube(7);
        SEVENTH + v
    }
}

#[device]
const fn divided(x: u32, y: u32) -> u32 {
    x / y
}

/// A failure has its place.
fn failures<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[2u32, 1, 0])?;
    let error = x.iter().map(op!(|v: u32| divided(7, v))).sum().expect_err("a division by zero");
    let ErrorKind::Panic { message, location: Some(at) } = error.kind() else { panic!("{error}") };
    assert!(message.starts_with("attempt to divide by zero") && at.file.ends_with("const_functions.rs"), "{error}");
    Ok(())
}
mod failing {
    use super::failures;
    crate::everywhere! { failures }
}
