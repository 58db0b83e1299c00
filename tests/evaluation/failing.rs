//! Where functions fail: at the place that plain Rust names, of which rustc says that parentheses around an expression are part of it.

use std::cell::Cell;
use std::panic::{catch_unwind, set_hook, take_hook};
use std::sync::Once;

use onrush::ErrorKind;
use onrush::prelude::*;

type Place = (u32, u32);

/// The place of the panic of a plain function.
fn place_of(fails: impl Fn() -> i64 + std::panic::UnwindSafe) -> Place {
    thread_local!(static PLACE: Cell<Place> = const { Cell::new((0, 0)) });
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = take_hook();
        set_hook(Box::new(move |info| {
            PLACE.set(info.location().map_or((0, 0), |at| (at.line(), at.column())));
            before(info);
        }));
    });
    assert!(catch_unwind(fails).is_err());
    PLACE.get()
}

macro_rules! failing {
    ($(fn $name:ident($v:ident: $in:ty) -> $out:ty { $($body:tt)* })*) => {
        #[allow(warnings, clippy::all)]
        mod plain {
            $(pub(super) fn $name($v: $in) -> $out { $($body)* })*
        }
        #[allow(warnings, clippy::all)]
        mod device {
            use onrush::prelude::*;
            $(#[device] pub(super) fn $name($v: $in) -> $out { $($body)* })*
        }
        fn all<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
            let zero = b.upload(&[0i64])?;
            let mut elsewhere = Vec::new();
            $({
                let error: onrush::Error = zero.iter().map(op!(|v: i64| device::$name(v))).sum().expect_err(stringify!($name));
                let ErrorKind::Panic { location: Some(at), .. } = error.kind() else { panic!("{error}") };
                let (found, expected) = ((at.line, at.column), place_of(|| plain::$name(0)));
                if found != expected {
                    elsewhere.push((stringify!($name), found, expected));
                }
            })*
            assert_eq!(elsewhere, []);
            Ok(())
        }
    };
}

failing! {
    fn divided(v: i64) -> i64 {
        1 + (
            100 / v
        )
    }
    fn divided_twice(v: i64) -> i64 {
        1 + ((
            (100 + v) / v))
    }
    fn left_of_an_operator(v: i64) -> i64 {
        (
            (7 % v) + 1) * 2
    }
    fn overflowing(v: i64) -> i64 {
        1 * (
            i64::MAX - v + 1)
    }
    fn overflowing_on_the_left(v: i64) -> i64 {
        (
            ( i64::MAX - v) + 1)
    }
    fn negated(v: i64) -> i64 {
        2 + (
            -(i64::MIN + v))
    }
    fn shifted(v: i64) -> i64 {
        2 + (
            1 << (v + 64))
    }
    fn indexed(v: i64) -> i64 {
        let a = [v; 3];
        2 + (
            a[v as usize + 3])
    }
    fn indexed_in_parentheses(v: i64) -> i64 {
        let a = [[v; 3]; 2];
        2 + ( (
            a[v as usize])[v as usize + 3])
    }
    fn assigned(v: i64) -> i64 {
        let mut a = [v; 3];
        (
            a[v as usize + 3]) = 4;
        a[0]
    }
    fn added_to(v: i64) -> i64 {
        let mut a = [i64::MAX; 3];
        (
            a[v as usize]) += 4;
        a[0]
    }
    fn divided_in_place(v: i64) -> i64 {
        let mut a = [3; 3];
        ( a[v as usize] /= v);
        a[0]
    }
    fn sliced(v: i64) -> i64 {
        let a = [v; 3];
        (
            a[v as usize + 4..]).len() as i64
    }
    fn of_a_method(v: i64) -> i64 {
        2 + (
            v.pow(2).checked_sub(9).filter(|x| *x > 2).unwrap())
    }
    fn of_an_associated_function(v: i64) -> i64 {
        2 + (
            i64::div_euclid(4, v))
    }
    fn of_a_panic(v: i64) -> i64 {
        2 + (
            if v == 0 { (
                panic!("zero")) } else { 3 })
    }
    fn of_an_assertion(v: i64) -> i64 {
        (
            assert!(v > 2));
        4
    }
    fn in_a_condition(v: i64) -> i64 {
        if (
            3 / v > 2) { 1 } else { 2 }
    }
    fn in_an_argument(v: i64) -> i64 {
        3i64.max((
            3 / v))
    }
    fn in_a_cast(v: i64) -> i64 {
        (
            ( 3 / v as i8) as i64)
    }
    fn in_a_range(v: i64) -> i64 {
        let mut n = 0;
        for i in (
            3 / v)..( 9 ) { n += i; }
        n
    }
    fn in_an_iterator(v: i64) -> i64 {
        [1, 2].iter().map(|x| (
            x / v)).sum::<i64>()
    }
    fn where_a_fold_starts(v: i64) -> i64 {
        [1, 2].iter().fold(
            3 / v, |s, x| s + x)
    }
    fn among_the_arguments_of_adaptors(v: i64) -> i64 {
        [1, 2].iter().skip(
            3 / v as usize).sum()
    }
    fn beside_an_option(v: i64) -> i64 {
        v.checked_sub(1).map_or(
            3 / v, |x| x + 1)
    }
    fn in_place_of_an_option(v: i64) -> i64 {
        v.checked_div(v).unwrap_or(
            3 / v)
    }
    fn in_the_only_item(v: i64) -> i64 {
        std::iter::once((
            3 / v)).chain([1]).sum()
    }
    fn in_a_closure(v: i64) -> i64 {
        let f = |x: i64| (
            x / v);
        2 + f(3)
    }
    fn in_a_block(v: i64) -> i64 {
        2 + ({
            3 / v })
    }
}
crate::everywhere! { all }
