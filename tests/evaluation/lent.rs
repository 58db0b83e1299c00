//! Names and values that may be shared references, as only rustc knows: their methods, and what the results of `unwrap_or` and its kin
//! refer to.

use super::*;

#[device]
trait Squared {
    fn squared(self) -> i64;
    fn less(&self, by: i64) -> i64;
}
#[device]
impl Squared for i64 {
    fn squared(self) -> i64 {
        self * self
    }
    fn less(&self, by: i64) -> i64 {
        *self - by
    }
}

#[device]
fn magnitude<T: onrush::Signed>(a: [T; 2], i: usize) -> T {
    let first = a.first().unwrap().abs();
    match a.get(i) {
        Some(p) if p.abs() > *p => p.abs() + first,
        Some(p) => p.signum(),
        None => first,
    }
}

#[device]
fn at(v: i64) -> usize {
    (v + 4) as usize
}

functions! {
    fn payloads(v: i64) -> i64 {
        let a = [1, v, 3];
        let b = match a.get(at(v)) { Some(p) => p.abs() + p.pow(2) + p.wrapping_sub(5).abs(), None => 8 };
        let c = if let Some(p) = a.get(at(v) / 2) { p.squared() + p.less(3) + p.cmp(&2) as i64 } else { 3 };
        let Some(p) = a.last() else { return 5 };
        let d = matches!(a.first(), Some(q) if q.is_positive() && q.abs() < 2);
        b + c * 10 + p.signum() + d as i64
    }
    /// The same text, whether the value is a reference or not.
    fn values_and_references(v: i64) -> i64 {
        let (a, o) = ([v, -2], Some(v));
        let b = match a.get(at(v)) { Some(p) => p.abs(), None => 1 };
        let c = match o { Some(p) => p.abs(), None => 1 };
        let d = match &o { Some(p) => p.abs(), None => 1 };
        let e = match &a.get(at(v)) { Some(p) => p.abs(), None => 1 };
        let lent = a.get(0);
        let f = match (lent, o) { (Some(p), Some(r)) => p.pow(2) + r.squared() - p.squared(), _ => 0 };
        b + c * 3 + d * 5 + e * 7 + f
    }
    fn values_without_names(v: i64) -> i64 {
        let a = [v, -2, 7];
        let b = a.get(at(v)).unwrap_or(&-9).abs() + a.first().unwrap().squared() + a.last().expect("three").less(v);
        let c = (if v > 2 { a.get(0) } else { a.get(1) }).unwrap().cmp(&v) as i64;
        let d = (match a.get(at(v)) { Some(p) => p, None => a.last().unwrap() }).abs();
        let rows = [[1, v], [v, 3]];
        let e = rows.get(at(v)).unwrap_or(&[5, 6]).get(1).unwrap_or(&9).pow(2) + rows.first().unwrap().len() as i64;
        b + c + d + e * 3
    }
    /// A method that changes a value changes the copy that it is called on.
    fn changed_copies(v: i64) -> i64 {
        let o = Some(Pair { x: v, y: 2 });
        let a = o.unwrap().bump() * 10 + o.unwrap().sum() + o.unwrap_or(Pair { x: 1, y: 1 }).add_to(v);
        let all = [Pair { x: v, y: 3 }, Pair { x: 4, y: v }];
        let p = all.get(at(v)).unwrap_or(&Pair { x: 3, y: -1 });
        a + p.sum() + p.with(3).sum() + all.last().unwrap().with(v).bump() + match all.get(0) { Some(p) => p.plus(v), None => 0 }
    }
    fn options_in_options(v: i64) -> i64 {
        let a = [Some(v), None];
        let b = match a.get(at(v)) { Some(p) if p.is_some() => p.unwrap_or(3), Some(p) => p.unwrap_or(7), None => 2 };
        let c = match Some(a[0]) { Some(p) if p.is_some() => p.unwrap().abs(), _ => 1 };
        b * 10 + c + a.first().unwrap().map_or(4, |w| w.abs())
    }
    fn questions(v: i64) -> i64 {
        let a = [v, 5];
        let f = |i: usize| { let p = a.get(i)?; Some(p.abs() + a.get(i / 2)?.pow(2)) };
        let flags = [true, false];
        let g = |i: usize| flags.get(i)?.then_some(3);
        f(at(v)).unwrap_or(4) + g(at(v)).unwrap_or(40)
    }
    /// Constants live as long as they are referred to.
    fn constants(v: i64) -> i64 {
        let a = [v, 2];
        let r = a.get(at(v)).unwrap_or(&-7);
        let rows = [[v, 1]];
        let s = rows.get(at(v)).unwrap_or(&[8, 9]);
        let pairs = [(v, true)];
        let t = pairs.get(at(v)).unwrap_or(&(3, false));
        let u = pairs.get(at(v)).map_or(0, |p| p.0);
        let w = a.get(at(v)).or(Some(&6)).unwrap();
        *r + s[1] * 3 + t.0 + t.1 as i64 + u + *w * 11
    }
    /// Other values live to the end of the statement.
    fn temporaries(v: i64) -> i64 {
        let a = [v, 2];
        let b = *a.get(at(v)).unwrap_or(&(v + 1)) * 3 + *a.get(7).or(Some(&(v - 1))).unwrap();
        let o = a.get(at(v));
        let mut changed = o;
        let c = *o.unwrap_or(&(v * 2)) + *changed.or(Some(&(v + 2))).unwrap() + *changed.xor(Some(&three(v)[1])).unwrap_or(&two(v).0);
        changed = a.first();
        let pairs = [Pair { x: v, y: 2 }];
        let d = pairs.get(at(v)).unwrap_or(&Pair { x: v + 1, y: v }).sum() + match pairs.get(at(v)).unwrap_or(&Pair::new(v, 1)) { p => p.x };
        b + c * 5 + d * 7 + *changed.unwrap()
    }
    /// The receiver is copied, then the argument is evaluated, whether it is needed or not.
    fn in_order(v: i64) -> i64 {
        let (a, mut n) = ([v, 2], v);
        let x = *a.get(next(&mut n) as usize & 3).unwrap_or(&next(&mut n));
        let mut o = a.first();
        let y = *o.or({ o = None; a.last() }).unwrap() + *o.unwrap_or(&{ o = a.last(); n += 1; n });
        let z = *a.get(5).and(Some(&next(&mut n))).unwrap_or(&next(&mut n));
        x * 100 + y * 10 + z + n + o.map_or(3, |w| *w)
    }
    fn smaller_and_larger(v: i64) -> i64 {
        let a = [1.5f64, v as f64];
        let p = a.get(at(v)).unwrap_or(&-0.5);
        let q = p.max(0.25) * 4.0 + p.min(*a.first().unwrap()) * 2.0 + a.get(1).unwrap().max(2.0);
        let o = Some(v);
        let r = match o { Some(w) => w.max(2) + w.min(v * 2), None => 0 };
        q as i64 + r + o.unwrap().max(v + 1)
    }
    /// A name that changes: a reference, of which the referent has the method, or a value.
    fn names_that_change(v: i64) -> i64 {
        let (a, o) = ([v, -2], Some(v));
        let mut p = a.first().unwrap();
        let b = p.abs();
        if v > 1 { p = a.last().unwrap(); }
        let mut q = o.unwrap();
        let c = q.wrapping_sub({ q += 3; q });
        let mut s = Some(Pair::new(v, 1)).unwrap();
        let d = s.bump() * 10 + s.add_to(s.y);
        p.abs() + b * 3 + p.pow(2) + p.cmp(&3) as i64 + c + q.abs() + d + match o { Some(mut w) => { w += 1; w.abs() + w.min(2) } None => 0 }
    }
    fn generic_payloads(v: i64) -> i64 {
        magnitude([v, -v], at(v)) + magnitude([v as f64, 2.5], at(v)) as i64
    }
}
