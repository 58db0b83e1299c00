//! Methods and variants with the names of `Result`'s that are the user's, `?` without a conversion, and results where none can be.

use onrush::prelude::*;

#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Error {
    Low,
}
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Other {
    High,
}
#[device]
fn small(x: u32) -> Result<u32, Error> {
    if x > 3 { Ok(x) } else { Err(Error::Low) }
}

mod behind_references {
    use super::*;
    trait Ext {
        fn map_err(self, f: impl Fn(u32) -> u32) -> Option<u32>;
        fn and_then(self, f: impl Fn(u32) -> Result<u32, Error>) -> Result<u32, Error>;
        fn ok(self) -> Option<u32>;
    }
    impl Ext for &Result<u32, Error> {
        fn map_err(self, _: impl Fn(u32) -> u32) -> Option<u32> {
            Some(99)
        }
        fn and_then(self, _: impl Fn(u32) -> Result<u32, Error>) -> Result<u32, Error> {
            Ok(99)
        }
        fn ok(self) -> Option<u32> {
            Some(99)
        }
    }
    pub fn all() {
        let _ = op!(|x: u32| {
            let r = small(x);
            let of = &r;
            of.map_err(|e| e).is_some()
        });
        let _ = op!(|x: u32| {
            let r = small(x);
            let of = &r;
            of.and_then(|v| Ok(v)).is_ok()
        });
        let _ = op!(|x: u32| {
            let r = small(x);
            let of = &r;
            of.ok().is_some()
        });
        // The result itself has its own methods.
        let _ = op!(|x: u32| small(x).and_then(|v| small(v)).map_err(|e| e).ok().is_some());
    }
}

mod by_value {
    use super::*;
    trait Ext {
        fn is_ok(self) -> bool;
    }
    impl Ext for Result<u32, Error> {
        fn is_ok(self) -> bool {
            false
        }
    }
    pub fn all() {
        let _ = op!(|x: u32| small(x).is_ok());
    }
}

mod own_variants {
    use super::*;
    #[device]
    #[derive(Clone, Copy)]
    pub enum Result {
        Ok(u32),
        Err(u32),
    }
    #[allow(non_snake_case)]
    fn Ok(x: u32) -> core::result::Result<u32, u32> {
        core::result::Result::Err(x)
    }
    pub fn all() {
        let _ = op!(|x: u32| match Result::Ok(x) {
            Result::Ok(v) => v,
            Result::Err(v) => v,
        });
        let _ = op!(|x: u32| Ok(x).unwrap_or(1));
    }
}

mod questions {
    use super::*;
    #[device]
    fn of_an_option(x: u32) -> Result<u32, Error> {
        let v = x.checked_sub(3)?;
        Ok(v)
    }
    #[device]
    fn in_an_option(x: u32) -> Option<u32> {
        let v = small(x)?;
        Some(v)
    }
    #[device]
    fn without_conversion(x: u32) -> Result<u32, Other> {
        let v = small(x)?;
        if v > 9 { Err(Other::High) } else { Ok(v) }
    }
}

mod of_options {
    use super::*;
    pub fn all() {
        let _ = op!(|x: u32| x.checked_sub(3).unwrap_or_else(|e| e));
        let _ = op!(|x: u32| x.checked_sub(3).is_ok_and(|v| v > 3));
        let _ = op!(|x: u32| small(x).is_some_and(|v| v > 3));
        let _ = op!(|x: u32| small(x).unwrap_or_else(|| 3));
        let _ = op!(|x: u32| small(x).and_then(|v| if v > 5 { Ok(v) } else { Err(Other::High) }).is_ok());
    }
}

fn main() -> onrush::Result<()> {
    behind_references::all();
    by_value::all();
    own_variants::all();
    of_options::all();
    let x = Cpu::new().upload(&[1u32, 2])?;
    let _ = x.iter().map(op!(|x: u32| small(x))).collect()?;
    Ok(())
}
