use onrush_macros::{Element, device, op};

use crate::support::same;

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Shape {
    Circle(f32),
    Rect { w: f32, h: f32 },
    Labelled(u8, [u16; 2], Option<i64>),
    Empty,
}

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(i16)]
enum Level {
    Low = -3,
    Middle,
    High = 700,
}

/// An operation on two numbers.
#[device]
#[derive(Clone, Copy)]
enum Step {
    Push(i32),
    Add,
    Mul,
    Swap,
    Jump { to: usize, unless: Level },
    Place(Point),
}

#[derive(Clone, Copy, Element)]
#[repr(C)]
struct Point {
    x: i32,
    y: u8,
}

#[device]
#[derive(Clone, Copy)]
enum Only {
    One { value: u32 },
}

#[device]
impl Shape {
    const UNIT: Shape = Shape::Rect { w: 1.0, h: 1.0 };

    fn of(n: u32) -> Self {
        match n % 4 {
            0 => Self::Circle(n as f32),
            1 => Shape::Rect { h: n as f32, w: 0.5 },
            2 => Shape::Labelled(n as u8, [n as u16, 3], n.checked_sub(5).map(i64::from)),
            _ => Shape::Empty,
        }
    }
    fn area(&self) -> f32 {
        match self {
            Shape::Circle(r) => *r * *r * 3.0,
            Shape::Rect { w, h } => w * h,
            Shape::Labelled(a, [b, _], Some(c)) => *a as f32 + *b as f32 - *c as f32,
            Shape::Labelled(_, b, None) => b[1] as f32,
            Shape::Empty => -1.0,
        }
    }
    fn grow(&mut self, by: f32) -> bool {
        match self {
            Shape::Circle(r) => *r += by,
            Shape::Rect { h, .. } if *h > 8.0 => *h = by,
            Shape::Rect { w, .. } => *w += by,
            Shape::Labelled(..) => *self = Shape::Circle(by),
            Shape::Empty => return false,
        }
        true
    }
}

const N: [(u32,); 9] = [(0,), (1,), (2,), (3,), (7,), (10,), (13,), (100,), (4097,)];

#[test]
fn variants() {
    same(op!(|x: u32| Shape::of(x)), &N);
    same(op!(|x: u32| [Shape::Circle(x as f32), Shape::Empty, Shape::UNIT]), &N);
    same(op!(|x: u32| (Some(Shape::of(x)), x as u8, if x > 3 { Shape::Empty } else { Shape::of(x + 1) })), &N);
    same(op!(|x: u32| (Only::One { value: x }, Level::Middle)), &N);
}

#[test]
fn patterns() {
    same(op!(|x: u32| Shape::of(x).area()), &N);
    same(
        op!(|x: u32| match Shape::of(x) {
            Shape::Circle(r) if r > 3.0 => 1,
            Shape::Rect { w: _, h: mut height } => {
                height *= 2.0;
                height as u32
            }
            Shape::Labelled(2 | 6, ..) | Shape::Empty => 3,
            Shape::Labelled(_, [a @ 10..=99, b], _) => u32::from(a ^ b),
            _ => 5,
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let Shape::Rect { w, h } = Shape::of(x) else { return 7.0 };
            let Only::One { value } = (Only::One { value: x });
            if let Shape::Circle(r) = Shape::of(x + 3)
                && r > 1.0
            {
                return r;
            }
            w + h + value as f32
        }),
        &N,
    );
    same(
        op!(|x: u32| {
            let pair = (Shape::of(x), Some(Shape::of(x / 2)));
            match pair {
                (Shape::Circle(a), Some(Shape::Circle(b))) => a - b,
                (Shape::Rect { .. }, Some(Shape::Labelled(1.., ..))) => 9.0,
                (s, Some(Shape::Empty)) => s.area(),
                (_, o) => o.map_or(2.0, |s| s.area()),
            }
        }),
        &N,
    );
    same(op!(|x: u32| matches!(Shape::of(x), Shape::Circle(_) | Shape::Labelled(_, _, Some(5..)))), &N);
}

#[test]
fn changes() {
    same(
        op!(|x: u32| {
            let mut s = Shape::of(x);
            let a = s.grow(1.5);
            let old = s;
            if let Shape::Rect { w, h } = &mut s {
                (*w, *h) = (*h, *w);
            }
            let b = s.grow(0.25);
            s = match s {
                Shape::Circle(r) => Shape::Rect { w: r, h: r },
                Shape::Rect { w, .. } => Shape::Circle(w),
                other => other,
            };
            (a, b, old, s)
        }),
        &N,
    );
}

#[test]
fn without_fields() {
    same(
        op!(|x: u32| {
            let level = match x {
                0..3 => Level::Low,
                3 | 7 => Level::Middle,
                _ => Level::High,
            };
            let other = if x > 7 { Level::High } else { Level::Low };
            (level as i16, level as u8, level as i64, level == other, level != Level::Middle, other)
        }),
        &N,
    );
    let captured = Level::Middle;
    same(op!(|x: u32| (captured as i32 + x as i32, matches!(captured, Level::Middle))), &N);
}

#[test]
fn comparisons() {
    same(
        op!(|x: u32| {
            let (a, b) = (Shape::of(x), Shape::of(x % 10));
            (a == b, a != b, a == Shape::Empty, Some(a) == Some(b), [a, b] == [b, a])
        }),
        &N,
    );
    same(op!(|x: f32| Shape::Circle(x) == Shape::Circle(x)), &[(1.0,), (f32::NAN,), (-0.0,)]);
}

/// Runs a program of a few steps on a stack.
#[device]
fn run(program: [Step; 5], input: i32) -> Option<i32> {
    let (mut stack, mut top, mut at, mut rounds) = ([input; 8], 1usize, 0usize, 0);
    while at < 5 && rounds < 20 {
        rounds += 1;
        at += 1;
        match program[at - 1] {
            Step::Push(n) => {
                stack[top] = n;
                top += 1;
            }
            Step::Add | Step::Mul => {
                let (a, b) = (stack[top.checked_sub(2)?], stack[top - 1]);
                top -= 1;
                stack[top - 1] = if let Step::Add = program[at - 1] { a.wrapping_add(b) } else { a.wrapping_mul(b) };
            }
            Step::Swap => stack.swap(0, top - 1),
            Step::Jump { to, unless: Level::High } if stack[top - 1] < 700 => at = to,
            Step::Jump { unless, .. } => stack[top - 1] += unless as i32,
            Step::Place(Point { x, y }) => stack[y as usize] = x,
        }
    }
    Some(stack[top - 1])
}

#[test]
fn programs() {
    let inputs = [(1,), (5,), (-7,), (300,), (900,)];
    same(
        op!(|x: i32| run(
            [Step::Push(3), Step::Mul, Step::Push(x), Step::Add, Step::Jump { to: 0, unless: Level::High }],
            x
        )),
        &inputs,
    );
    same(
        op!(|x: i32| run(
            [
                Step::Push(x),
                Step::Place(Point { x: 9, y: 1 }),
                Step::Swap,
                Step::Jump { to: 9, unless: Level::Low },
                Step::Add
            ],
            4
        )),
        &inputs,
    );
    same(op!(|x: i32| run([Step::Add; 5], x)), &inputs);
}
