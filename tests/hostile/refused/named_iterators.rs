//! Names of iterators whose arrays and captures change before they are used, and that are used again: rustc's own messages.
use onrush::prelude::*;

#[device]
fn changed_array(v: i64) -> i64 {
    let mut a = [v, 2, 3];
    let it = a.iter().map(|x| x * 2);
    a[0] = 5;
    it.sum::<i64>()
}

#[device]
fn changed_capture(v: i64) -> i64 {
    let a = [v, 2, 3];
    let mut n = 1;
    let it = a.iter().map(|x| x * n);
    n += 1;
    it.sum::<i64>() + n
}

#[device]
fn read_while_changed(v: i64) -> i64 {
    let a = [v, 2, 3];
    let mut n = 1;
    let mut it = a.iter().map(|x| {
        n += 1;
        x * n
    });
    let first = it.next().unwrap();
    first * n + it.next().unwrap()
}

#[device]
fn used_twice(v: i64) -> i64 {
    let a = [v, 2, 3];
    let it = a.iter().map(|x| x * 2);
    it.sum::<i64>() + it.count() as i64
}

struct Summed;
#[device]
impl Summed {
    fn of(mut a: [i64; 3], given: &mut [i64; 3]) -> i64 {
        let it = a.iter().zip(given.iter());
        given[0] = 7;
        a[1] = 2;
        it.map(|(x, y)| x * y).sum()
    }
}

fn main() {
    let k = 4;
    let _ = op!(|v: i64| {
        let mut a = [v, k];
        let mut it = a.iter();
        a[1] = 3;
        *it.next().unwrap()
    });
}
