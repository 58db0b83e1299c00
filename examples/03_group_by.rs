//! Group by: the number of sales, their sum and the largest one for each shop.
//!
//! It shows `sort_by_key`, which brings equal keys together, and `reduce_by_key`, which combines the values of each run
//! of equal keys.

use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let mut shop = device.upload(&[3u32, 1, 3, 2, 1, 3, 2, 3])?;
    let mut cents = device.upload(&[250i64, 1999, 100, 4500, 1, 999, 500, 50])?;

    // Stable: the sales of a shop keep their order.
    sort_by_key(&mut shop, &mut cents)?;

    // One pass computes three aggregates of each group. A single sale is a group of one.
    let sales = cents.iter().map(op!(|c: i64| (1u64, c, c)));
    let both = op!(|a: (u64, i64, i64), b: (u64, i64, i64)| (a.0 + b.0, a.1 + b.1, a.2.max(b.2)));
    let (shop, (count, total, largest)) = reduce_by_key(&shop, sales, both).collect()?;

    let (shop, count, total, largest) = (shop.to_vec()?, count.to_vec()?, total.to_vec()?, largest.to_vec()?);
    println!("shop  sales     total   largest");
    for i in 0..shop.len() {
        let [total, largest] = [total[i], largest[i]].map(|cents| cents as f64 / 100.0);
        println!("{:4} {:6} {total:9.2} {largest:9.2}", shop[i], count[i]);
    }
    assert_eq!(shop, [1, 2, 3]);
    assert_eq!(count, [2, 2, 4]);
    assert_eq!(total, [2000, 5000, 1399]);
    assert_eq!(largest, [1999, 4500, 999]);
    Ok(())
}
