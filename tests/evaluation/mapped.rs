//! `map` of arrays and options whose text doesn't show which they are: fields, results of calls, elements, references.

use super::*;

#[derive(Clone, Copy, Debug, PartialEq, Element)]
#[repr(C)]
struct Table {
    rows: [[i64; 3]; 2],
    row: [i64; 3],
}

#[device]
impl Table {
    fn raised(&self) -> [i64; 3] {
        self.row.map(|x| x + 1)
    }
    fn sums(self) -> [i64; 2] {
        self.rows.map(|row| row.iter().sum())
    }
}

#[device]
fn table(v: i64) -> Table {
    Table { rows: [[v, 2, 3], [4, v, 6]], row: [v, v + 1, 9] }
}

#[device]
fn half(v: i64) -> Option<i64> {
    if v % 2 == 0 { Some(v / 2) } else { None }
}

#[device]
fn negative(v: i64) -> i64 {
    -v
}

#[device]
fn sum(a: [i64; 3]) -> i64 {
    a[0] + a[1] * 10 + a[2] * 100
}

#[device]
fn shared(a: &[i64; 3], o: &Option<i64>) -> i64 {
    sum(a.map(|x| x - 1)) + o.map(|x| x * 2).unwrap_or(3)
}

#[device]
fn exclusive(a: &mut [i64; 3], o: &mut Option<i64>) -> i64 {
    let (b, c) = (a.map(|x| x - 1), o.map(|x| x * 2));
    a[0] = 3;
    *o = None;
    sum(b) + c.unwrap_or(3)
}

#[device]
fn of_any<T: onrush::Signed>(a: &[T; 2], o: Option<T>) -> T {
    let b = a.map(|x| x.abs());
    let c = o.map(|x| x.signum());
    b[1] + c.unwrap_or(b[0])
}

functions! {
    fn fields_and_calls(v: i64) -> i64 {
        let t = table(v);
        let a = t.row.map(|x| x * v);
        let b = three(v).map(|x| x * 2);
        let c = t.rows[(v & 1) as usize].map(|x| x - 1);
        let d = t.rows.map(|row| row.map(|x| x & 7));
        let e = half(v).map(|x| x + 1);
        sum(a) + sum(b) * 3 + sum(c) * 5 + sum(d[1]) * 7 + e.unwrap_or(77) + sum(t.raised()) * 11 + t.sums()[1]
    }
    fn in_order(v: i64) -> i64 {
        let (mut n, mut t) = (0, table(v));
        let a = { n += 1; t }.row.map(|x| { n = n * 3 + x; t.row[0] = n; n });
        let b = t.rows[{ n += 1; (n & 1) as usize }].map(|x| { n += x; if n % 2 == 0 { return n; } x });
        let mut o = half(v);
        let c = o.map(|w| { o = Some(100); n += 1000; w + 1 });
        sum(a) + sum(b) * 3 + c.unwrap_or(1) + o.unwrap_or(2) + n
    }
    fn closures_by_name(v: i64) -> i64 {
        let (t, mut n) = (table(v), v);
        let mut f = |x: i64| { n += x; n };
        let a = t.row.map(&mut f);
        let b = half(v).map(&mut f);
        let c = three(v).map(f);
        let mut e = v;
        let d = t.row.map(move |x| { e += x; e });
        let g = half(v).map(negative).map(Some).map(|x| x.map(|y| y + 1)).flatten();
        sum(a) + sum(c) * 3 + sum(d) * 5 + sum(t.row.map(negative)) + b.unwrap_or(6) + g.unwrap_or(5) + n + e
    }
    fn through_references(v: i64) -> i64 {
        let (mut a, mut o) = (three(v), Some(v));
        let n = shared(&a, &o) + exclusive(&mut a, &mut o) + a[0] + o.map_or(9, |x| x);
        let p = a.get((v + 4) as usize).map(|x| *x * 2 + x.abs()).unwrap_or(3);
        let q = { let first = a.first(); first.map(|&x| x + 1) };
        let r = { let last = a.last(); last.map(|x| *x + x.pow(2)) };
        n + p + q.unwrap_or(0) * 3 + r.unwrap_or(0) * 5
    }
    fn results(v: i64) -> i64 {
        let pair = (three(v), Some([v, 2]));
        let a = pair.0.map(|x| (x, x > 1));
        let b = pair.1.map(|row| row.map(|x| Pair::new(x, v)));
        let c;
        c = three(v).map(|mut x| { x += 1; x });
        let [x, y, z] = (if v > 1 { three(v) } else { [0, v, 1] }).map(|x| x & 7);
        let mut n = 0;
        half(v).map(|x| n += x);
        let d = table(v).row.map(|x| half(x)).map(|o| o.unwrap_or(4));
        let f = || half(v).map(|x| half(x)?.checked_add(1));
        a[1].0 + a[1].1 as i64 + b.map_or(3, |p| p[1].sum()) + sum(c) + x + y * 3 + z * 5 + n + sum(d) + f().flatten().unwrap_or(8)
    }
    fn generic_arrays(v: i64) -> i64 {
        of_any(&[v, -v], half(v)) + of_any(&[v as f64, 2.5], Some(v as f64)) as i64
    }
}

/// A closure that fails ends the array.
fn failures<B: onrush::Backend>(b: &B) -> onrush::Result<()> {
    let x = b.upload(&[2i64, 1, 0])?;
    let line = line!();
    let divided = op!(|v: i64| {
        let a = table(v).row.map(|x| if x == 0 { panic!("zero") } else { x });
        a[2] + half(v).map(|x| x + 1).unwrap_or(0)
    });
    let error = x.iter().map(divided).sum().expect_err("a zero");
    let onrush::ErrorKind::Panic { message, location: Some(at) } = error.kind() else { panic!("{error}") };
    assert_eq!((message.as_str(), at.line - line), ("zero", 2));
    Ok(())
}
mod failing {
    use super::failures;
    crate::everywhere! { failures }
}
