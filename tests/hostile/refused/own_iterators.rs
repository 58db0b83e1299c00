//! Loops over what only looks like an array's iterator: rustc would call another method, or refuse the loop.
use onrush::prelude::*;

trait OwnIter {
    fn iter(self) -> [i64; 3];
}
impl OwnIter for [i64; 3] {
    fn iter(self) -> [i64; 3] {
        [self[2] * 7, 0, 0]
    }
}

static PARTS: [[i64; 2]; 2] = [[100, 2], [3, 4]];

trait OwnParts {
    fn chunks(&self, size: usize) -> std::slice::Iter<'static, [i64; 2]>;
    fn windows(&self, size: usize) -> std::slice::Iter<'static, [i64; 2]>;
}
impl OwnParts for [i64; 4] {
    fn chunks(&self, _: usize) -> std::slice::Iter<'static, [i64; 2]> {
        PARTS.iter()
    }
    fn windows(&self, _: usize) -> std::slice::Iter<'static, [i64; 2]> {
        PARTS.iter()
    }
}

fn main() -> onrush::Result<()> {
    let _ = op!(|v: i64| {
        let a = [v, 2, 3];
        let mut sum = 0;
        for m in a.iter() {
            sum += m;
        }
        sum
    });
    let _ = op!(|v: i64| {
        let a = [v, 2, 3, 4];
        let mut sum = a.chunks(2).map(|part| part[0]).sum::<i64>();
        for part in a.windows(2) {
            sum += part[0];
        }
        sum
    });
    let device = Device::best()?;
    let table = device.upload(&[1i64, 2])?;
    let table = table.view();
    let _ = op!(|v: i64| {
        let mut sum = v;
        for m in &table {
            sum += m;
        }
        sum
    });
    Ok(())
}
