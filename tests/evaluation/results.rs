//! `Result` as a value: its variants, patterns, methods and `?`, and where closures of its methods are called.

use onrush::ErrorKind;

use super::*;

/// What a parser finds wrong, which no memory holds.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Error {
    Empty,
    Digit(i64),
    Large { at: usize },
}
/// Another error, into which `?` converts.
#[device]
#[derive(Clone, Copy, Debug, PartialEq)]
enum Outer {
    Inner(Error),
    Odd,
    Number(u8),
}
#[device]
impl From<Error> for Outer {
    fn from(error: Error) -> Outer {
        Outer::Inner(error)
    }
}
#[device]
impl From<u8> for Outer {
    fn from(code: u8) -> Self {
        Self::Number(code.wrapping_add(1))
    }
}

programs! { of variants patterns guards questions converted unit_values methods closures_in_order laziness references nested loops
        early_returns closures_that_return shadowed mapped functions_by_name generic compared in_tuples failed_statements failed_else:
    pub fn small(v: i64) -> Result<i64, Error> {
        if v > 4 { Err(Error::Large { at: v as usize }) } else if v < 0 { Err(Error::Digit(v)) } else { Ok(v * 2) }
    }
    pub fn code(error: Error) -> i64 {
        match error {
            Error::Empty => 100,
            Error::Digit(d) => 200 + d,
            Error::Large { at } => 300 + at as i64,
        }
    }
    pub fn outer(error: Outer) -> i64 {
        match error {
            Outer::Inner(error) => 1000 + code(error),
            Outer::Odd => 2000,
            Outer::Number(n) => 3000 + n as i64,
        }
    }

    pub fn left(v: i64) -> Result<i64, Outer> {
        let Some(x) = v.checked_sub(1).filter(|x| *x > 0) else { Err(Error::Digit(v))? };
        let (1.., y) = (x, v * 3) else {
            let code = v as u8;
            (Err(code))?
        };
        let Ok(z) = small(y) else { Err(Outer::Odd)? };
        Ok(z + x)
    }
    pub fn nothing_left(v: i64) -> Option<i64> {
        if v == 3 { None?; }
        let Some(x) = v.checked_sub(1).filter(|x| *x > 0) else { None? };
        if x > 4 { { (None)?; } }
        Some(x)
    }
    pub fn failed_else(v: i64) -> i64 {
        let n = match left(v) { Ok(n) => n, Err(e) => outer(e) };
        n * 10 + nothing_left(v).unwrap_or(7)
    }

    pub fn variants(v: i64) -> i64 {
        let a: Result<i64, u8> = Ok(v);
        let b: std::result::Result<u8, i64> = std::result::Result::Err(v + 1);
        let c = if v % 2 == 0 { Result::<i64, ()>::Ok(v) } else { Err(()) };
        let mut d: Result<(i64, i64), [i64; 2]> = Err([v, 3]);
        if v > 2 { d = Ok((v, 4)); }
        a.unwrap_or(9) + b.unwrap_err() + c.unwrap_or(50) + match d { Ok((x, y)) => x * y, Err([x, y]) => x - y }
    }
    pub fn patterns(v: i64) -> i64 {
        let r = small(v);
        let a = match r { Ok(0) => 10, Ok(2 | 4) => 20, Ok(n) => n, Err(Error::Digit(-2..)) => 30, Err(e) => code(e) };
        let b = if let Ok(n @ 3..) = r { n } else { -1 };
        let c = if let Err(Error::Large { at: 5 }) = r { 7 } else { 8 };
        let d = matches!(r, Err(Error::Digit(d)) if d < -2) as i64;
        a + 1000 * b + 100_000 * c + 1_000_000 * d
    }
    pub fn guards(v: i64) -> i64 {
        let mut asked = 0;
        let r = small(v);
        let n = match r {
            Ok(n) if { asked += 1; n > 4 } => n,
            Err(e) if { asked += 10; code(e) > 300 } => 5,
            Ok(_) if { asked += 100; v == 0 } => 6,
            Ok(_) => 7,
            Err(_) => 8,
        };
        n + 1000 * asked
    }
    pub fn questions(v: i64) -> i64 {
        fn_sum(v).unwrap_or_else(|e| -code(e)) + fn_late(v).map_or_else(|e| code(e) * 3, |n| n)
    }
    pub fn fn_sum(v: i64) -> Result<i64, Error> {
        let a = small(v)?;
        let b = small(a)? + small(small(v)?)?;
        Ok(a + b)
    }
    pub fn fn_late(v: i64) -> Result<i64, Error> {
        let mut n = 0;
        for i in 0..v.max(0) {
            n += small(i)?;
            if n > 9 { return Err(Error::Empty); }
        }
        let half = (v % 2 == 0).then_some(v / 2).ok_or(Error::Digit(v))?;
        Ok(n + half)
    }
    pub fn fn_outer(v: i64) -> Result<i64, Outer> {
        if v == 6 { return Err(Outer::Odd); }
        let n = small(v)?;
        let m: Result<i64, u8> = if n == 4 { Err(254) } else if n == 8 { Err(255) } else { Ok(n) };
        Ok(m? + small(n - 3)?)
    }
    pub fn converted(v: i64) -> i64 {
        match fn_outer(v) { Ok(n) => n, Err(e) => outer(e) }
    }
    pub fn fn_check(v: i64) -> Result<(), Error> {
        if v > 3 { Err(Error::Empty) } else { Ok(()) }
    }
    pub fn fn_checks(v: i64) -> Result<i64, Error> {
        fn_check(v)?;
        let () = fn_check(v + 1)?;
        fn_check(v).map(|()| 4)?;
        match fn_check(v) { Ok(()) => Ok(1), Err(e) => Err(e) }
    }
    pub fn unit_values(v: i64) -> i64 {
        let r = fn_checks(v);
        let e: Result<i64, ()> = fn_check(v).map_err(|_| ()).and_then(|()| if v == 1 { Err(()) } else { Ok(v) });
        r.unwrap_or(20) + 100 * e.unwrap_or(7) + fn_check(v).is_ok() as i64
    }
    pub fn methods(v: i64) -> i64 {
        let r = small(v);
        let mut n = r.is_ok() as i64 + 2 * r.is_err() as i64;
        n += r.ok().unwrap_or(10) * 100 + r.err().map_or(3, |e| code(e));
        n += 7 * r.unwrap_or(1) + 11 * r.unwrap_or_default();
        let a: Result<i64, Error> = Ok(5);
        n += r.and(a).unwrap_or(13) * 17 + r.or(a).unwrap_or(19);
        let b: Result<i64, u8> = r.or(Err(3));
        n += b.unwrap_or(23) + b.map_err(|e| e as i64 * 2).unwrap_or_else(|e| e);
        n += Some(v).filter(|v| *v > 2).ok_or(Error::Empty).map_or(29, |v| v * 31);
        n + r.is_ok_and(|n| n > 3) as i64 * 1_000_000 + r.is_err_and(|e| code(e) > 199) as i64 * 2_000_000
    }
    pub fn closures_in_order(v: i64) -> i64 {
        let mut log = 1;
        let mut note = |n: i64| { log = log * 10 + n; log };
        let r = small(v + note(0) - 10).map(|n| n + note(1)).map_err(|e| code(e) + note(2)).and_then(|n| if n > 3 { Err(note(3)) } else { Ok(note(4)) });
        let s = r.or_else(|e| if e % 2 == 0 { Ok(note(5)) } else { Err(note(6)) });
        let t = s.map_or_else(|e| e + 7, |n| n + note(8));
        t + log
    }
    pub fn laziness(v: i64) -> i64 {
        let mut calls = 0;
        let r: Result<i64, i64> = if v > 2 { Err(v) } else { Ok(v) };
        let a = r.unwrap_or({ calls += 1; 3 });
        let b = r.unwrap_or_else(|e| { calls += 10; e });
        let c = Some(v).filter(|v| *v < 5).ok_or_else(|| { calls += 100; v }).unwrap_or(-7);
        let d = Some(v).filter(|v| *v < 5).ok_or({ calls += 1000; v }).is_ok();
        let e = r.map_or({ calls += 10_000; 4 }, |n| { calls += 100_000; n });
        a + b + c + d as i64 + e + calls
    }
    pub fn references(v: i64) -> i64 {
        let table = [3, 1, 4, 1, 5];
        fn_at(&table, v as usize).unwrap_or(-1) + fn_first(&table[(v.clamp(0, 5) as usize)..]).unwrap_or_else(|e| code(e))
    }
    pub fn fn_at(table: &[i64], at: usize) -> Result<i64, Error> {
        let found = table.get(at).ok_or(Error::Large { at: 1 })?;
        let next = *table.get(at + 1).ok_or(Error::Empty)?;
        Ok(*found * 10 + next)
    }
    pub fn fn_first(table: &[i64]) -> Result<i64, Error> {
        let Some(&first) = table.first() else { return Err(Error::Empty) };
        let r = table.last().ok_or(Error::Empty);
        let last = r.copied()?;
        Ok(first + last + match r { Ok(n) => *n, Err(_) => 0 })
    }
    pub fn nested(v: i64) -> i64 {
        let a: Result<Option<i64>, Error> = small(v).map(|n| (n > 2).then_some(n));
        let b: Option<Result<i64, Error>> = (v != 3).then_some(small(v));
        let c: Result<Result<i64, u8>, i64> = if v > 1 { Ok(Err(4)) } else if v < 0 { Err(v) } else { Ok(Ok(v)) };
        let x = match a { Ok(Some(n)) => n, Ok(None) => 100, Err(e) => code(e) };
        let y = match b { Some(Ok(n)) => n, Some(Err(_)) => 7, None => 8 };
        let z = match c { Ok(Ok(n)) => n, Ok(Err(n)) => n as i64 * 10, Err(n) => n * 100 };
        x + 10_000 * y + 1_000_000 * z
    }
    pub fn loops(v: i64) -> i64 {
        let mut n = 0;
        let mut i = v;
        while let Ok(m) = small(i) {
            n += m + 1;
            i += 1;
            if i > 3 { break; }
        }
        let last = loop { match small(i) { Ok(_) => i += 2, Err(e) => break Err::<i64, i64>(code(e)) } };
        let found = 'l: {
            let Ok(m) = small(v) else { break 'l -5 };
            m
        };
        n + last.unwrap_err() + found
    }
    pub fn early_returns(v: i64) -> i64 {
        let r = small(v);
        let Ok(n) = r else { return match r { Err(e) => code(e), Ok(_) => 0 } };
        if let Err(e) = small(n) { return -code(e); }
        n
    }
    pub fn closures_that_return(v: i64) -> i64 {
        let parse = |w: i64| -> Result<i64, Error> { let n = small(w)?; if n > 6 { return Err(Error::Empty); } Ok(n + small(n)?) };
        let plain = |w| { let n = small(w)?; Ok::<i64, Error>(n + 1) };
        let options = |w: i64| { let n = small(w).ok()?; Some(n - 1) };
        parse(v).unwrap_or_else(|e| code(e)) + 10_000 * plain(v).unwrap_or(-3) + options(v).unwrap_or(77)
    }
    pub fn shadowed(v: i64) -> i64 {
        let v = small(v).map(|v| { let v = v + 1; v }).map_err(|v| code(v));
        let v = match v { Ok(v) => v, Err(v) => { let v = v * 2; v } };
        v
    }
    pub fn mapped(v: i64) -> i64 {
        let rows = [small(v), small(v + 1), Ok(3)];
        let all = rows.map(|r| r.map(|n| n + 1).unwrap_or(40));
        let held = Some(small(v));
        let of_reference = &rows[0];
        all[0] + 100 * all[1] + all[2] + held.map(|r| r.map_or(5, |n| n)).unwrap_or(6) + of_reference.map(|n| n * 3).unwrap_or(8)
            + rows.iter().filter_map(|r| r.ok()).sum::<i64>() * 10_000
    }
    pub fn functions_by_name(v: i64) -> i64 {
        let r = small(v).map_err(code).and_then(fn_twice).map(fn_more);
        let s = Some(v).map(small).unwrap_or(Ok(1)).map_err(code);
        r.unwrap_or_else(|e| e) + s.unwrap_or(3) + (v > 3).then_some(v).map(Ok::<i64, i64>).map_or(4, |r| r.unwrap_or(9))
    }
    pub fn fn_twice(n: i64) -> Result<i64, i64> { if n > 5 { Err(n) } else { Ok(2 * n) } }
    pub fn fn_more(n: i64) -> i64 { n + 50 }
    pub fn generic(v: i64) -> i64 {
        fn_generic(v, 3i64).unwrap_or(0) + fn_generic(v as f32, 2.5).map_or(7, |x| (x * 4.0) as i64)
    }
    pub fn fn_generic<T: onrush::Number>(a: T, b: T) -> Result<T, i64> {
        if a > b { Err(4) } else { let c: Result<T, i64> = Ok(a); Ok(c? + b) }
    }
    pub fn compared(v: i64) -> i64 {
        let (r, s) = (small(v), small(2));
        let n = (r == s) as i64 + 2 * (r != Ok(6)) as i64 + 4 * (r == Err(Error::Digit(-1))) as i64 + 8 * (r == Err(Error::Large { at: 6 })) as i64;
        let f: Result<f64, u8> = Ok(if v > 0 { f64::NAN } else { -0.0 });
        let (g, h): (Result<(), i64>, Result<i64, ()>) = (if v > 2 { Err(v) } else { Ok(()) }, if v > 3 { Ok(v) } else { Err(()) });
        n + 16 * (f == Ok(0.0)) as i64 + 32 * (f == f) as i64 + 64 * (g == Ok(())) as i64 + 128 * (h != Err(())) as i64 + 256 * (g == Err(4)) as i64
    }
    pub fn failed_statements(v: i64) -> i64 {
        match fn_of_failures(v) { Ok(n) => n, Err(e) => outer(e) }
    }
    pub fn fn_of_failures(v: i64) -> Result<i64, Outer> {
        if v > 4 { Err(Outer::Odd)?; }
        let n = match v {
            0 => { Err(Error::Digit(v + 3))?; 5 }
            1 => { Err(7u8)?; 6 }
            _ => v * 2,
        };
        if n < 0 { Err(Outer::Number(n.unsigned_abs() as u8))?; }
        Ok(n)
    }
    pub fn in_tuples(v: i64) -> i64 {
        let (a, b) = (small(v), small(v + 3));
        match (a, b) {
            (Ok(x), Ok(y)) => x + y,
            (Ok(x), Err(e)) | (Err(e), Ok(x)) => x * 1000 + code(e),
            (Err(e), Err(f)) => code(e) * 1000 + code(f),
        }
    }
}

/// An error fails on every backend at the method that asked for the value, with std's words before the error's own.
fn failures<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[5u32, 4, 3, 9])?;
    let line = line!();
    let unwrapped = op!(|v: u32| v.checked_sub(4).ok_or(v).unwrap());
    let expected = op!(|v: u32| v.checked_sub(4).ok_or_else(|| v + 1).expect("at least {four}"));
    let errors = op!(|v: u32| if v == 3 { Ok(v) } else { Err(v) }.unwrap_err());
    let results = [x.iter().map(unwrapped).sum(), x.iter().map(expected).sum(), x.iter().map(errors).sum()];
    let unwrap = "called `Result::unwrap()` on an `Err` value";
    let places = [(unwrap, 60), ("at least {four}", 71), ("called `Result::unwrap_err()` on an `Ok` value", 67)];
    for ((i, result), (expected, column)) in (1..).zip(results).zip(places) {
        let error: onrush::Error = result.expect_err("3 is too small");
        let ErrorKind::Panic { message, location: Some(at) } = error.kind() else { panic!("{error}") };
        assert!(at.file.ends_with("results.rs"), "{error}");
        assert_eq!((at.line - line, at.column), (i, column), "{error}");
        let rest = message.strip_prefix(expected).unwrap_or_else(|| panic!("{message}"));
        assert!(rest.is_empty() || rest.starts_with(": "), "{message}");
    }
    Ok(())
}
mod failing {
    use super::failures;
    crate::everywhere! { failures }
}
