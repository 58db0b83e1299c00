//! Options: what is evaluated, how often and in which order; what is copied; where `?` and `let … else` leave.

use onrush::ErrorKind;

use super::*;

/// Half of an even number.
#[device]
fn half(v: i64) -> Option<i64> {
    if v % 2 == 0 { Some(v / 2) } else { None }
}

#[device]
fn negative(v: i64) -> i64 {
    -v
}

#[device]
fn positive(v: &i64) -> bool {
    *v > 0
}

/// Counts its calls.
#[device]
fn counted(calls: &mut i64, v: Option<i64>) -> Option<i64> {
    *calls += 1;
    v.filter(|v| *v > 0)
}

functions! {
    /// The receiver, then the other value, then the closure.
    fn in_order(v: i64) -> i64 {
        let mut n = 1;
        let a = counted(&mut n, Some(v)).map_or({ n *= 10; n }, |w| w * 1000);
        let b = counted(&mut n, half(v)).unwrap_or({ n *= 3; n });
        let c = counted(&mut n, half(v)).or({ n += 7; Some(n) });
        a ^ b << 4 ^ c.unwrap() << 9 ^ n << 13
    }
    /// Closures run where their value is needed alone.
    fn only_where_needed(v: i64) -> i64 {
        let mut n = 0;
        let a = half(v).map(|w| { n += 1; w + n });
        let b = half(v).or_else(|| { n += 10; half(v + 1) });
        let c = half(v).unwrap_or_else(|| { n += 100; n });
        let d = half(v).map_or_else(|| 5, |w| { n += 10_000; w });
        let e = half(v).and_then(|w| { n += 100_000; half(w) });
        let f = half(v).is_some_and(|w| { n += 1_000_000; w > 1 });
        n ^ a.unwrap_or(0) ^ b.unwrap() ^ c ^ d ^ e.unwrap_or(77) ^ f as i64
    }
    /// The receiver is copied before the closure changes it.
    fn receivers_are_copied(v: i64) -> i64 {
        let mut o = half(v);
        let a = o.map(|w| { o = Some(100); w + 1 });
        let b = o.unwrap_or_else(|| { o = Some(7); 3 });
        let c = o.filter(|w| { o = None; *w > 2 });
        a.unwrap_or(-1) * 10_000 + b * 100 + c.unwrap_or(5) + o.map_or(1, |w| w)
    }
    fn names_are_copies(v: i64) -> i64 {
        let mut o = Some(v);
        if let Some(mut w) = o {
            w += 5;
            o = Some(w * 2);
            w += 1;
            if let Some(x) = o { o = None; return x * 100 + w + o.map_or(1, |_| 0) + o.map_or(Pair { x: 3, y: w }, |y| Pair { x: y, y: 1 }).sum(); }
        }
        0
    }
    fn through_references(v: i64) -> i64 {
        let mut o = half(v);
        if let Some(w) = &mut o { *w += 3; }
        {
            let r = &mut o;
            match r {
                Some(w) if *w > 4 => { *w *= 2; *w += 1; }
                Some(w) => *w = -*w,
                None => *r = Some(9),
            }
        }
        let mut pair = (o, [Some(1), None, Some(v)]);
        if let (Some(a), [Some(b), None, Some(c)]) = &mut pair { *a += *b; *b = *c; *c += *a; }
        let (Some(a), [Some(b), _, Some(c)]) = pair else { return -1 };
        a * 10_000 + b * 100 + c
    }
    fn taken_and_replaced(v: i64) -> i64 {
        let mut o = half(v);
        let a = o.take();
        let b = o.replace(v);
        let c = o.replace(v + 1);
        let mut array = [Some(1), None, Some(v)];
        let mut i = 0;
        let d = array[{ i += 1; i % 3 }].take();
        let e = array[{ i += 1; i % 3 }].replace({ i += 10; i as i64 });
        let f = array[2].take().or(a);
        a.unwrap_or(1) + b.unwrap_or(2) * 3 + c.unwrap() * 5 + d.unwrap_or(4) * 7 + e.unwrap() * 11 + f.unwrap() * 13
            + o.unwrap() * 17 + array[2].unwrap_or(6) * 19 + i as i64
    }
    fn a_state_that_is_taken(v: i64) -> i64 {
        let (mut state, mut sum, mut rounds) = (Some(v + 5), 0, 0);
        while let Some(n) = state.take() {
            rounds += 1;
            sum = sum * 3 + n;
            if n > 1 { state.replace(n / 2); }
            if rounds == 3 { continue; }
            if rounds > 5 { break; }
        }
        sum * 100 + rounds + state.map_or(0, |s| s)
    }
    /// `?` leaves the innermost closure or function.
    fn questions_leave_the_closure(v: i64) -> i64 {
        let mut n = 0;
        let mut step = |w: i64| -> Option<i64> {
            n += 1;
            let h = half(w)?;
            n += 10;
            let inner = |x: i64| { let q = half(x)?; Some(q + 1) };
            let i = inner(h).or(Some(50))?;
            n += 100;
            Some(i + half(h)?)
        };
        let a = step(v).unwrap_or(-1);
        let b = step(v * 4);
        a ^ b.unwrap_or(-2) << 3 ^ n << 12
    }
    fn questions_in_chains(v: i64) -> i64 {
        let mut n = 0;
        let found = (0..v.max(0)).find_map(|i| { n += 1; let h = half(i)?; n += 10; half(h + 1) });
        let sum: i64 = (0..6).filter_map(|i| { n += 100; half(i + v)?.checked_sub(1) }).sum();
        let till: i64 = (0..6).map_while(|i| { n += 1000; half(v * i) }).map(|w| w + 1).sum();
        found.unwrap_or(55) ^ sum << 4 ^ till << 8 ^ n << 11
    }
    fn else_leaves(v: i64) -> i64 {
        let mut n = 0;
        let r = 'found: {
            for i in 0..5 {
                let Some(h) = half(v + i) else { n += 1; continue };
                let Some(q) = half(h) else { n += 10; if n > 20 { break } else { continue } };
                let Some(1..) = half(q).map(|x| x + 1) else { break 'found q };
                n += 100;
            }
            let Some(h): Option<i64> = half(v) else { return n };
            let h = h + 1;
            let Some(v) = half(h) else { return h * 1000 + n };
            v + h
        };
        r * 10 + n
    }
    fn shadowed(v: i64) -> i64 {
        let v = half(v);
        let Some(v) = v else { return v.map_or(1, |v| v + 1) };
        let w = if let Some(v) = half(v) { let v = v + 1; v } else { v };
        let v = Some(v).map(|v| { let v = v + w; v }).filter(|v| *v != w);
        match v { Some(v) if v > 3 => { let v = v * 2; v } Some(w) => w, None => w - 1 }
    }
    fn chains_of_lets(v: i64) -> i64 {
        let mut n = 0;
        if let Some(a) = counted(&mut n, Some(v)) && a > 2 && let Some(b) = counted(&mut n, half(a)) && { n += 100; b > 1 } { n += a * b * 1000; }
        if v > 1 && let Some(a) = counted(&mut n, half(v)) { n += a; }
        let c = if let Some(a) = counted(&mut n, half(v)) && { n += 10; a > 1 } { a } else { n };
        while let Some(a) = counted(&mut n, Some(v + 8 - { let m = v & 3; m })) && a > 2 { n += 3; if a == 4 || n > 50 { break; } }
        n * 7 + c
    }
    fn guards_with_effects(v: i64) -> i64 {
        let mut n = 0;
        let a = match half(v) {
            Some(w) if { n += 1; w > 1 } => w,
            Some(0) => { n += 10; 3 }
            Some(w) if { n += 100; w == 1 } => -1,
            Some(_) => 4,
            None if { n += 1000; v > 0 } => 5,
            None => 6,
        };
        let b = matches!(half(v), Some(w) if { n += 10_000; w > 0 });
        a + n * 10 + b as i64
    }
    fn nested(v: i64) -> i64 {
        let o = Some(half(v)).filter(|_| v != 3);
        let a = match o { Some(Some(w @ 1..)) => w, Some(Some(_)) => 10, Some(None) => 11, None => 12 };
        let b = o.flatten().zip(half(v + 2));
        let c = if let Some((x, y)) = b { x * y } else { 13 };
        a * 100 + c + (o == Some(None)) as i64 + (b != None) as i64 * 2
    }
    fn elements(v: i64) -> i64 {
        let mut a = [v, 2, 5, -v];
        let first = a.first().copied();
        a[0] = 100;
        let i = (v + 4) as usize;
        let mut sum = first.unwrap() + a.get(i).map_or(1, |w| *w);
        if let Some(&w) = a.get(i / 2) { a[1] = w * 3; sum += w; }
        let Some(w) = a.get(1) else { return 0 };
        sum += *w + *a.last().unwrap();
        let found = a.iter().find(|w| **w > 4).copied();
        a[2] = 0;
        sum + found.unwrap_or(0) + a.iter().copied().min().unwrap() + (a.iter().position(|w| *w == v) == None) as i64
    }
    fn in_closures_that_change(v: i64) -> i64 {
        let mut best: Option<i64> = None;
        let mut see = |w: i64| {
            if best.is_none_or(|b| w > b) { best.replace(w) } else { None }
        };
        let olds = [see(v), see(2), see(v * v), see(1)];
        let mut last = olds[0];
        for o in olds { last = o.or(last); }
        best.map_or(0, |b| b * 100) + last.unwrap_or(7) + olds.iter().copied().filter_map(|o| o).count() as i64
    }
    fn typed_variants(v: i64) -> i64 {
        let Some(x) = Some::<u8>(255) else { return 0 };
        let y = None::<i8>.unwrap_or(-128);
        ((!x) as i64) + v + y.wrapping_neg() as i64 + Option::<u16>::Some(65535).map_or(0, |w| w.wrapping_add(2) as i64)
    }
    /// A closure that is passed on by its name is the same one if it captures by reference.
    fn closures_by_name(v: i64) -> i64 {
        let mut n = v;
        let mut f = |x: i64| { n += x; n };
        let a = half(v).map(|x| f(x));
        let g = |x: i64| x * 3 + v;
        let b = half(v + 1).map(g).or(a.map(g));
        let h = || v + 7;
        let c = half(v).unwrap_or_else(h) + half(v).map_or_else(h, g);
        a.unwrap_or(1) * 100 + b.unwrap_or(2) + c + half(v).and_then(half).map(negative).unwrap_or(9)
    }
    fn functions_by_name(v: i64) -> i64 {
        let o = half(v);
        o.and_then(half).or(o.map(negative)).map(Some).flatten().filter(positive).map_or(11, negative)
    }
    fn references_that_are_kept(v: i64) -> i64 {
        let a = [v, 5, 7];
        let o = a.first();
        let x = o.unwrap();
        let y = a.get(1).expect("three");
        let z = if v > 0 { a.last() } else { a.get(2) };
        let w = match z { Some(w) => w, None => x };
        *x + *y * 10 + *w * 100 + *a.get(5).unwrap_or(y)
    }
    fn labels_and_values(v: i64) -> i64 {
        let o = 'o: {
            if v > 3 { break 'o None; }
            Some(if let Some(h) = half(v) { h } else { break 'o Some(-9) })
        };
        let p = loop { if let Some(h) = o { break Some(h + 1); } break None; };
        let q = match p { Some(h) => Some(h.checked_mul(3)), None => None };
        o.unwrap_or(1) + p.map_or(20, |x| x) + q.flatten().unwrap_or(400)
    }
}

/// A missing value fails on every backend with std's message, at the method that asked for it.
fn failures<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[5u32, 4, 3, 9])?;
    let line = line!();
    let unwrapped = op!(|v: u32| v.checked_sub(4).unwrap());
    let expected = op!(|v: u32| v.checked_sub(4).map(|v| v * 2).expect("at least {four}"));
    let found = op!(|v: u32| [v, 9].iter().position(|w| *w + 1 == v).map(|i| i as u32).unwrap());
    let results = [x.iter().map(unwrapped).sum(), x.iter().map(expected).sum(), x.iter().map(found).sum()];
    let unwrap = "called `Option::unwrap()` on a `None` value";
    let places = [(unwrap, 51), ("at least {four}", 65), (unwrap, 88)];
    for ((i, result), (expected, column)) in (1..).zip(results).zip(places) {
        let error: onrush::Error = result.expect_err("3 is too small");
        let ErrorKind::Panic { message, location: Some(at) } = error.kind() else { panic!("{error}") };
        assert!(at.file.ends_with("options.rs"), "{error}");
        assert_eq!((message.as_str(), at.line - line, at.column), (expected, i, column));
    }
    Ok(())
}
mod failing {
    use super::failures;
    crate::everywhere! { failures }
}
