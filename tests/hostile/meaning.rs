//! Each name in an operation has one meaning: ambiguous names, odd names, and effects between operands.

use onrush::prelude::*;

crate::everywhere! {
    methods_like_primitives methods_beside_the_devices macros_like_std names_spelled_alike odd_names shadowed_types
    hygiene labels_from_macros constructors fields_under_conditions effects_of_arguments constants_matched
    functions_of_one_name parts_borrowed_together outputs_of_prefix_operators assertions_in_their_own_words
    structs_by_path
}

fn all<A: Element, R: Element>(
    b: &impl Backend,
    input: &[A],
    operation: impl onrush::function::Function<(A,), Output = R>,
) -> onrush::Result<Vec<R>> {
    b.upload(input)?.iter().map(operation).collect()?.to_vec()
}

/// A user's trait whose methods have the names of the primitives' methods.
#[allow(dead_code)]
trait Strange: Sized {
    fn pow(self, _n: u32) -> u8 {
        77
    }
    fn wrapping_add(&self, _other: u8) -> u8 {
        78
    }
    fn clamp(self, _low: u8, _high: u8) -> u8 {
        80
    }
}
impl Strange for u8 {}

fn methods_like_primitives<B: Backend>(b: &B) -> onrush::Result<()> {
    let twos = all(b, &[1u8, 2, 3], op!(|x: u8| x.pow(2).wrapping_add(250).clamp(3, 253)))?;
    assert_eq!(twos, [251, 253, 3]);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Vector {
    x: f32,
    y: f32,
}
#[device]
impl Vector {
    fn norm(&self) -> f32 {
        self.x.abs() + self.y.abs()
    }
    fn abs(self) -> f32 {
        self.norm()
    }
    fn grow(&mut self, by: f32) -> f32 {
        self.x += by;
        self.x
    }
    fn len(&self) -> f32 {
        2.0
    }
    fn sqrt(&self) -> f32 {
        1.0
    }
}
/// Rustc's method lookup finds the type's own methods before these.
#[allow(dead_code)]
trait Norm: Sized {
    fn norm(&self) -> f32 {
        -1.0
    }
    fn abs(self) -> f32 {
        -1.0
    }
    fn grow(&mut self, _by: f32) -> f32 {
        -1.0
    }
}
impl Norm for Vector {}

/// Every type has these, which are found behind a type's own, but not behind std's.
#[allow(dead_code)]
trait Everywhere: Sized {
    fn len(&self) -> f32 {
        -1.0
    }
    fn sqrt(&self) -> f32 {
        -1.0
    }
}
impl<T> Everywhere for T {}

fn methods_beside_the_devices<B: Backend>(b: &B) -> onrush::Result<()> {
    let v = [Vector { x: 3.0, y: -4.0 }];
    assert_eq!(all(b, &v, op!(|v: Vector| v.norm() + v.abs()))?, [14.0]);
    let grown = op!(|v: Vector| {
        let mut w = v;
        w.grow(w.x) + w.norm() + w.norm()
    });
    assert_eq!(all(b, &v, grown)?, [26.0]);
    let measured = op!(|v: Vector| {
        let r = &v;
        v.len() + r.len() + [v].first().map_or(0.0, |p| p.len() + p.sqrt()) + r.sqrt() + 4f32.sqrt()
    });
    assert_eq!(all(b, &v, measured)?, [10.0]);
    Ok(())
}

fn macros_like_std<B: Backend>(b: &B) -> onrush::Result<()> {
    #[allow(unused_macros)]
    macro_rules! assert {
        ($($anything:tt)*) => {};
    }
    #[allow(unused_macros)]
    macro_rules! matches {
        ($($anything:tt)*) => {
            false
        };
    }
    let checked = op!(|x: i32| {
        assert!(x < 3, "{x} is too large");
        if matches!(x, 1 | 2) { 10 } else { 20 }
    });
    assert_eq!(all(b, &[0, 1, 2], checked)?, [20, 10, 10]);
    core::assert!(all(b, &[3], checked).is_err());
    Ok(())
}

mod first {
    use onrush::prelude::*;
    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    #[repr(C)]
    pub(crate) struct Foo {
        pub(crate) a: u8,
    }
    #[device]
    pub(crate) fn f(x: u32) -> u32 {
        x + 1
    }
}
mod second {
    use onrush::prelude::*;
    #[derive(Clone, Copy, Debug, PartialEq, Element)]
    #[repr(C)]
    pub(crate) struct Foo {
        pub(crate) a: u64,
    }
    #[device]
    pub(crate) fn f(x: u32) -> u32 {
        x + 2
    }
}
#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
#[allow(non_camel_case_types)]
struct Foo_1 {
    a: f32,
}
#[device]
fn f_1(x: u32) -> u32 {
    x + 3
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Letters {
    é: u8,
    ue9: u16,
    ue9_: u32,
}

fn names_spelled_alike<B: Backend>(b: &B) -> onrush::Result<()> {
    let sums = op!(|x: u32| {
        let (p, q, r) = (first::Foo { a: 1 }, second::Foo { a: 2 }, Foo_1 { a: 4.0 });
        first::f(x) + 10 * second::f(x) + 100 * f_1(x) + (p.a as u32) * 1000 + (q.a as u32) * 10_000 + r.a as u32
    });
    assert_eq!(all(b, &[0], sums)?, [21_325]);
    let letters = [Letters { é: 1, ue9: 2, ue9_: 3 }];
    let sums = op!(|l: Letters| {
        let (é, ue9, ue9_) = (l.é as u32, l.ue9 as u32, l.ue9_);
        é + 10 * ue9 + 100 * ue9_
    });
    assert_eq!(all(b, &letters, sums)?, [321]);
    Ok(())
}

#[device]
fn template(class: u32, int: u32) -> u32 {
    class * int
}

fn odd_names<B: Backend>(b: &B) -> onrush::Result<()> {
    let __w0 = 1;
    let (trap, unit, host) = (2, 3, 4);
    let odd = op!(|new: u32| {
        let (and, register, __host, __this, r#type) = (new, 2, 3, 4, 5);
        let (t0, p0, v_x, __w1) = (and, register, __host, __this);
        template(t0, p0) + v_x + __w1 + r#type + __w0 + trap + unit + host
    });
    assert_eq!(all(b, &[10], odd)?, [42]);
    Ok(())
}

fn shadowed_types<B: Backend>(b: &B) -> onrush::Result<()> {
    #[allow(non_camel_case_types)]
    type f32 = f64;
    #[allow(non_camel_case_types, dead_code)]
    struct u32;
    #[allow(dead_code)]
    mod core {}
    let third = op!(|x: f32| x / 3.0 + 0f64 * (7u32 as f32));
    assert_eq!(all(b, &[1.0f64], third)?, [1.0f64 / 3.0]);
    Ok(())
}

macro_rules! twice_and {
    ($x:ident, $more:expr) => {
        op!(|$x: i32| {
            let t = $x * 2;
            let y = $more;
            t + y
        })
    };
}

fn hygiene<B: Backend>(b: &B) -> onrush::Result<()> {
    let t = 1000;
    assert_eq!(all(b, &[5], twice_and!(x, x + t))?, [1015]);
    let y = 7;
    assert_eq!(all(b, &[5], twice_and!(t, y + t))?, [22]);
    Ok(())
}

macro_rules! first_beyond {
    ($label:lifetime, $limit:ident) => {
        op!(|$limit: i64| {
            let mut n = 0i64;
            $label: loop {
                while n < 100 {
                    n += 3;
                    if n > $limit {
                        break $label n;
                    }
                    if n % 2 == 0 {
                        continue $label;
                    }
                }
                break -1;
            }
        })
    };
}

fn labels_from_macros<B: Backend>(b: &B) -> onrush::Result<()> {
    assert_eq!(all(b, &[5, 200], first_beyond!('search, limit))?, [6, -1]);
    Ok(())
}

#[device]
fn exchange(a: &mut i64, b: &mut i64) {
    let old = *a;
    *a = *b;
    *b = old;
}

/// The checks of one part don't borrow the others.
fn parts_borrowed_together<B: Backend>(b: &B) -> onrush::Result<()> {
    let operation = op!(|v: i64| {
        let mut t = ((v, 2i64), [3i64, 4]);
        exchange(&mut t.0.0, &mut t.0.1);
        let r = &mut t.1[0];
        t.0.1 += *r;
        *r = t.0.0;
        let late;
        late = t.1[0] + t.1[1];
        t.0.1 * 100 + late
    });
    assert_eq!(all(b, &[5], operation)?, [806]);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Level(i64);
#[device]
impl std::ops::Not for Level {
    type Output = bool;
    fn not(self) -> bool {
        self.0 == 0
    }
}
#[device]
impl std::ops::Neg for Level {
    type Output = i64;
    fn neg(self) -> i64 {
        -self.0
    }
}
#[device]
fn is_down(level: &Level) -> bool {
    !*level
}

/// rustc would expect the operand to have the type of the result.
fn outputs_of_prefix_operators<B: Backend>(b: &B) -> onrush::Result<()> {
    let operation = op!(|v: i64| {
        let (level, levels) = (Level(v), [Level(v); 2]);
        let sum: i64 = -level;
        if !level || !!is_down(&level) { -levels[1] + 10 } else { sum }
    });
    assert_eq!(all(b, &[0, 3], operation)?, [10, -3]);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Kilometres(f64);
#[device]
#[allow(non_snake_case)]
fn Kilo(x: f64) -> Kilometres {
    Kilometres(x / 1000.0)
}

fn constructors<B: Backend>(b: &B) -> onrush::Result<()> {
    let metres = Kilo(2000.0);
    assert_eq!(all(b, &[1.0], op!(|x: f64| Kilometres(x).0 + metres.0))?, [3.0]);
    Ok(())
}

/// rustc removes fields whose condition is false before the derive sees them.
#[derive(Clone, Copy, Debug, PartialEq, Element, Key)]
#[repr(C)]
struct Conditional {
    #[cfg(any())]
    never: String,
    #[cfg(test)]
    always: u32,
    #[cfg_attr(all(), allow(dead_code))]
    last: u32,
}

fn fields_under_conditions<B: Backend>(b: &B) -> onrush::Result<()> {
    let c = [Conditional { always: 1, last: 2 }];
    assert_eq!(all(b, &c, op!(|c: Conditional| c.always + 10 * c.last))?, [21]);
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Draw {
    state: u64,
}
#[device]
impl Draw {
    fn next(&mut self) -> u64 {
        self.state += 1;
        self.state
    }
    fn add_to(&mut self, by: u64) -> u64 {
        self.state += by;
        self.state
    }
    fn with(self, by: u64) -> u64 {
        self.state * 100 + by
    }
}

/// A receiver sees the changes that its argument makes, in the order of Rust's evaluation.
fn effects_of_arguments<B: Backend>(b: &B) -> onrush::Result<()> {
    let operation = op!(|seed: u64| {
        let (mut one, mut two) = (Draw { state: seed }, Draw { state: 5 });
        let a = one.add_to(two.next());
        let b = one.with(one.next());
        let c = one.add_to(one.state);
        (a + 1000 * b + 1_000_000 * c) * 10 + one.state
    });
    let expected = |seed: u64| {
        let a = seed + 6;
        let b = a * 100 + a + 1;
        let c = (a + 1) * 2;
        (a + 1000 * b + 1_000_000 * c) * 10 + c
    };
    assert_eq!(all(b, &[1, 2], operation)?, [expected(1), expected(2)]);
    Ok(())
}

const SMALL: u8 = 3;
const HALF: f32 = 0.5;

fn constants_matched<B: Backend>(b: &B) -> onrush::Result<()> {
    let kinds = op!(|x: u8| match (x, x as f32) {
        (SMALL, _) | (u8::MAX, _) => 1u32,
        (_, HALF) => 2,
        (n, _) => n as u32,
    });
    assert_eq!(all(b, &[3, 255, 9], kinds)?, [1, 1, 9]);
    Ok(())
}

fn functions_of_one_name<B: Backend>(b: &B) -> onrush::Result<()> {
    #[device]
    fn f_1(x: u32) -> u32 {
        x * 2
    }
    assert_eq!(all(b, &[7], op!(|x: u32| f_1(x)))?, [14]);
    Ok(())
}

/// A failure in the value of a `break` names its own line, not that of the macro.
#[test]
fn the_value_of_a_break_fails_at_its_place() {
    let x = Cpu::new().upload(&[1usize]).unwrap();
    let line = line!() + 3;
    let operation = op!(|v: usize| {
        let found = loop {
            break v - 2;
        };
        found
    });
    let error = x.iter().map(operation).collect().unwrap_err().to_string();
    assert!(error.contains(&format!("meaning.rs:{line}:")), "{error}");
}

/// Both sides report the condition as it is written, not as it is expanded.
fn assertions_in_their_own_words<B: Backend>(b: &B) -> onrush::Result<()> {
    let limit = 3i64;
    let failed = all(
        b,
        &[1, 5],
        op!(|v: i64| {
            assert!(v * 2 < limit && !(v == 4));
            v
        }),
    );
    let said = failed.unwrap_err().to_string();
    assert!(said.contains("assertion failed: v * 2 < limit && !(v == 4)"), "{said}");
    Ok(())
}

fn structs_by_path<B: Backend>(b: &B) -> onrush::Result<()> {
    let largest = op!(|v: i64| std::cmp::Reverse(-v).0 + core::cmp::Reverse(v).0);
    assert_eq!(all(b, &[4, -7], largest)?, [0, 0]);
    Ok(())
}
