//! Functions that hide a device function of the same name. Rustc finds the companion, a type, beside the function that
//! hides the device function, so that only the types of both functions tell them apart: what rustc can't refuse, the
//! operation refuses when it is made.

use std::panic::{AssertUnwindSafe, UnwindSafe, catch_unwind};

use onrush::prelude::*;

#[device]
fn f(v: i64) -> i64 {
    v + 1
}

#[device]
fn twice<T: Number>(v: T) -> T {
    v + v
}

trait Unit {
    const SCALE: i64;
}
struct Feet;
impl Unit for Feet {
    const SCALE: i64 = 3;
}

#[device]
fn scale<U: Unit>(v: i64) -> i64 {
    U::SCALE * v
}

mod other {
    #[onrush::device]
    pub(super) fn f(v: i64) -> i64 {
        v + 5
    }
}

/// The program panics because another function hides the one of this name.
#[track_caller]
fn refused<R>(name: &str, program: impl FnOnce() -> R + UnwindSafe) {
    let said = catch_unwind(program).err().expect("the operation is refused");
    let said = said.downcast_ref::<String>().expect("the message is formatted");
    assert_eq!(*said, format!("another function `{name}` hides the device function `{name}` here: rename it"));
}

/// What the operation gives on the CPU and on the emulated device.
macro_rules! both {
    ($operation:expr) => {{
        let cpu = Cpu::new().upload(&[10]).unwrap().iter().map($operation).sum().unwrap();
        if let Some(emulated) = onrush_test_support::machines::emulated().unwrap() {
            assert_eq!(emulated.upload(&[10]).unwrap().iter().map($operation).sum().unwrap(), cpu);
        }
        cpu
    }};
}

#[test]
fn with_a_lifetime() {
    fn f<'a: 'a>(v: i64) -> i64 {
        v + 2
    }
    assert_eq!(f(1), 3);
    refused("f", || op!(|v: i64| f(v)));
}

#[test]
fn in_an_inner_block() {
    let made = {
        fn f<'a: 'a>(v: i64) -> i64 {
            v + 2
        }
        assert_eq!(f(1), 3);
        catch_unwind(|| op!(|v: i64| f(v) * 2)).is_ok()
    };
    assert!(!made);
    assert_eq!(both!(op!(|v: i64| f(v))), 11);
}

#[test]
fn beside_the_device_function_of_a_block() {
    #[device]
    fn local(v: i64) -> i64 {
        v + 1
    }
    assert_eq!(both!(op!(|v: i64| local(v))), 11);
    // Both have one path, `local` in this test.
    {
        fn local<'a: 'a>(v: i64) -> i64 {
            v + 2
        }
        assert_eq!(local(1), 3);
        refused("local", || op!(|v: i64| local(v)));
    }
}

#[test]
fn with_types() {
    fn twice<'a: 'a, T: Number>(v: T) -> T {
        v + v + v
    }
    fn scale<'a: 'a, U: Unit>(v: i64) -> i64 {
        U::SCALE + v
    }
    assert_eq!((twice(1), scale::<Feet>(1)), (3, 4));
    refused("twice", || op!(|v: i64| twice(v)));
    refused("twice", || op!(|v: i64| twice::<i64>(v)));
    refused("scale", || op!(|v: i64| scale::<Feet>(v)));
}

#[test]
fn in_device_functions() {
    fn f<'a: 'a>(v: i64) -> i64 {
        v + 3
    }
    #[device]
    fn calls(v: i64) -> i64 {
        f(v) * 2
    }
    #[device]
    fn calls_of<T: Number>(v: T, w: i64) -> (T, i64) {
        (v, f(w))
    }
    assert_eq!(f(1), 4);
    refused("f", || calls(1));
    refused("f", || calls_of(1u8, 1));
    // A CPU calls the function, and other devices make its text.
    let (calls, calls_of) = (op!(|v: i64| calls(v)), op!(|v: i64| calls_of(v, v).1));
    let said = Cpu::new().upload(&[10]).unwrap().iter().map(calls).sum().unwrap_err().to_string();
    assert!(said.contains("another function `f` hides the device function `f` here: rename it"), "{said}");
    let Some(emulated) = onrush_test_support::machines::emulated().unwrap() else { return };
    let x = emulated.upload(&[10]).unwrap();
    refused("f", AssertUnwindSafe(|| x.iter().map(calls).sum()));
    refused("f", AssertUnwindSafe(|| x.iter().map(calls_of).sum()));
    assert_eq!(x.iter().map(op!(|v: i64| v + 1)).sum().unwrap(), 11);
}

#[test]
fn in_methods() {
    fn f<'a: 'a>(v: i64) -> i64 {
        v + 3
    }
    #[derive(Clone, Copy, Element)]
    #[repr(C)]
    struct Own(i64);
    #[device]
    impl Own {
        fn calls(self) -> i64 {
            f(self.0) * 2
        }
        fn f(self) -> i64 {
            self.0
        }
    }
    assert_eq!((f(1), Own(1).f()), (4, 1));
    refused("f", || Own(1).calls());
    // A method hides no function.
    assert_eq!(both!(op!(|v: i64| Own(v).f())), 10);
}

#[test]
fn another_device_function_is_the_one_that_is_meant() {
    {
        use other::f;
        assert_eq!(both!(op!(|v: i64| f(v))), 15);
    }
    {
        use other::f as twice;
        assert_eq!(both!(op!(|v: i64| twice(v))), 15);
    }
    #[device]
    fn f(v: i64) -> i64 {
        v + 7
    }
    assert_eq!(both!(op!(|v: i64| f(v) + self::f(v) + other::f(v))), 17 + 11 + 15);
    assert_eq!(both!(op!(|v: i64| twice(v) + twice::<i64>(v) + scale::<Feet>(v))), 70);
}

#[test]
#[deny(warnings)]
fn a_deprecated_function_is_reported_where_it_is_called() {
    #[deprecated]
    #[device]
    fn old(v: i64) -> i64 {
        v + 1
    }
    #[expect(deprecated)]
    let called = both!(op!(|v: i64| old(v)));
    assert_eq!(called, 11);
}
