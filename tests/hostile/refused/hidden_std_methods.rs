//! Calls of std's methods for which Rust's lookup finds a trait's before: a reference is asked for its own first.
use onrush::prelude::*;

trait Others: Sized {
    fn abs(&self) -> i64 {
        1000
    }
    fn pow(&self, _by: u32) -> i64 {
        1000
    }
    fn unwrap_or(&self, _other: i64) -> i64 {
        1000
    }
    fn count_ones(&mut self) -> u32 {
        1000
    }
}
impl Others for i64 {}
impl Others for Option<i64> {}

#[device]
fn of_a_parameter(p: &i64) -> i64 {
    p.pow(2)
}
#[device]
fn of_a_changed_parameter(p: &mut i64) -> u32 {
    p.count_ones()
}

fn main() {
    let _ = op!(|v: i64| {
        let r = &v;
        r.abs()
    });
    let _ = op!(|v: i64| {
        let o = Some(v);
        let r = &o;
        r.unwrap_or(3)
    });
    let _ = op!(|v: i64| {
        let mut n = 0;
        for p in &[v, 2] {
            n += p.abs();
        }
        n
    });
    let _ = op!(|v: i64| [v, 2].iter().filter(|x| x.abs() > 500).count());
    let _ = op!(|v: i64| [v, 2].iter().map(|x| x.abs()).sum::<i64>());
    let _ = op!(|v: i64| {
        let a = [v, 2];
        a.get(1).map_or(0, |p| p.abs())
    });
    let _ = op!(|v: i64| {
        let a = [v, 2];
        let Some(p) = a.get(1) else { return 0 };
        p.abs()
    });
    let _ = op!(|v: i64| [v, 2].iter().max_by_key(|x| x.abs()).copied());
    let _ = op!(|v: i64| [v, 2].iter().enumerate().map(|p| p.1.abs()).sum::<i64>());
    let _ = op!(|v: i64| {
        let o = Some(v);
        match &o {
            Some(x) => x.abs(),
            None => 0,
        }
    });
    let _ = op!(|v: i64| {
        let a = [(v, 2)];
        a.iter().map(|(x, _)| x.abs()).sum::<i64>()
    });
    // Of a value it is std's.
    let _ = op!(|v: i64| v.abs());
    let _ = op!(|v: i64| {
        let r = &v;
        (*r).abs()
    });
}
