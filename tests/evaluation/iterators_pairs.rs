//! Items that are pairs, of which a part is a reference: taken apart, named, found, compared, and kept.

use super::{Pair, functions, three};

functions! {
    fn pairs_found(v: i64) -> i64 {
        let a = [3, v, 5, 8];
        let (i, x) = a.iter().enumerate().find(|(_, x)| **x > 3).unwrap();
        let o = i as i64 * 10 + *x;
        let p = a.iter().enumerate().find(|p| p.0 > 1 && *p.1 > 4).unwrap().0 as i64;
        let q = match a.iter().enumerate().find(|&(i, x)| i > 0 && *x == v) { Some((i, x)) => i as i64 * 10 + *x, None => -1 };
        let r = a.iter().enumerate().find(|(_, x)| **x == 77).is_none() as i64;
        let s = a.iter().enumerate().find(|&(i, &x)| x == i as i64 + 2).map(|(i, x)| i as i64 + *x).unwrap_or(50);
        let t = *a.iter().enumerate().find(|p| *p.1 == 5).unwrap().1;
        let b = [v, 5, 8, 3];
        let u = if let Some((x, y)) = a.iter().zip(&b).find(|(x, y)| x > y) { *x * 3 + *y } else { 9 };
        let w = a.iter().zip(b.iter()).enumerate().find(|p| p.1.0 < p.1.1).map(|(i, (x, y))| i as i64 * 100 + *x * 10 + *y).unwrap_or(-3);
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + u * 17 + w * 19
    }
    fn pairs_best(v: i64) -> i64 {
        let a = [3, v, 5, v];
        let (i, x) = a.iter().enumerate().max_by(|(_, a), (_, b)| a.cmp(b)).unwrap();
        let o = i as i64 * 10 + *x;
        let (i, _) = a.iter().enumerate().min_by(|a, b| a.1.cmp(b.1)).unwrap();
        let p = i as i64;
        let q = a.iter().enumerate().max_by(|a, b| a.1.cmp(&b.1)).map(|(i, _)| i).unwrap_or(9) as i64;
        let f = [v as f32, 1.5, -2.0];
        let r = f.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).map(|(i, _)| i).unwrap() as i64;
        let s = f.iter().enumerate().min_by(|(_, x), (_, y)| x.total_cmp(y)).unwrap().0 as i64;
        let (i, x) = a.iter().enumerate().last().unwrap();
        let t = i as i64 + *x;
        let b = [v, 4, 5, 6];
        let (x, y) = a.iter().zip(&b).max_by(|p, q| (p.0 - p.1).cmp(&(q.0 - q.1))).unwrap();
        let (mut n, mut m) = (0, 0);
        let w = a.iter().enumerate().filter(|p| { n += 1; *p.1 != 3 }).min_by(|&(i, a), &(j, b)| { m += 10; (a * 10 + i as i64).cmp(&(b * 10 + j as i64)) });
        let w = match w { Some((i, x)) => i as i64 + *x * 10, None => 7 };
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + *x * 17 + *y * 19 + w * 23 + (n + m) * 29
    }
    fn by_key(v: i64) -> i64 {
        let m = 0;
        let (a, mut n) = ([3, v, 5, -v, 8], 0);
        let o = *a.iter().min_by_key(|x| { n += 1; (**x - 2).abs() }).unwrap();
        let p = a.iter().copied().max_by_key(|x| { n += *x; x % 3 }).unwrap();
        let (i, x) = a.iter().enumerate().max_by_key(|(_, x)| **x).unwrap();
        let q = i as i64 * 10 + *x;
        let (i, x) = a.iter().enumerate().min_by_key(|p| (*p.1 - 4).abs()).unwrap();
        let r = i as i64 * 10 + *x;
        let s = (0..5).min_by_key(|&i| (a[i] - 4).abs()).unwrap() as i64;
        let t = a[..v.rem_euclid(3) as usize].iter().max_by_key(|x| x.abs()).copied().unwrap_or(40);
        let u = a.iter().min_by_key(|x| { n += 100; -**x }).copied();
        let w = a.iter().map(|x| Pair { x: *x, y: x * x % 7 }).max_by_key(|p| p.y).map(|p| p.x).unwrap();
        let z = a.iter().zip(three(v)).min_by_key(|(x, y)| (*x - y).abs()).unwrap().1;
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + u.unwrap_or(0) * 17 + w * 19 + z * 23 + n * 29
    }
    fn reduced(v: i64) -> i64 {
        let (a, mut n) = ([3, v, 5, -v, 8], 0);
        let o = a.iter().copied().reduce(|a, b| { n += 1; a * 3 - b }).unwrap();
        let p = a[..v.rem_euclid(3) as usize].iter().map(|x| { n += 10; x + 1 }).reduce(|a, b| a * b);
        let q = (1..v).reduce(|a, b| a + b * 2).unwrap_or(-1);
        let r = a.into_iter().enumerate().reduce(|p, q| if q.1 > p.1 { q } else { p }).unwrap();
        o + p.unwrap_or(5) * 3 + q * 5 + r.0 as i64 * 7 + r.1 + n * 11
    }
    fn folded_pairs(v: i64) -> i64 {
        let a = [3, v, 5, -v, 8];
        let o = a.iter().enumerate().fold(0, |s, p| s * 3 + p.0 as i64 + p.1);
        let p = a.iter().zip(&a[1..]).map(|p| p.0 * 2 - *p.1).sum::<i64>();
        let q = a.iter().enumerate().filter(|p| p.0 % 2 == 0).map(|p| p.1 + 1).sum::<i64>();
        let r = a.iter().enumerate().any(|p| { let p = (p.1, p.0); *p.0 == p.1 as i64 }) as i64;
        o + p * 3 + q * 5 + r * 7
    }
    fn pair_names(v: i64) -> i64 {
        let a = [3, v, 5, -v, 8];
        let d = [[v, 2, 3], [4, v, 6], [7, 8, v]];
        let o = d.iter().enumerate().map(|p| p.1.iter().sum::<i64>() * p.0 as i64).sum::<i64>();
        let p = a.iter().enumerate().map(|p| d.iter().map(|y| y[0] * p.1).sum::<i64>()).sum::<i64>();
        let q = a.iter().enumerate().map(|p| { let (i, x) = p; i as i64 - *x }).fold(0, |s, x| s * 3 + x);
        let r = a.iter().zip(&a[1..]).enumerate().filter(|&(i, p)| i > 0 && p.0 < p.1).map(|(i, p)| i as i64 * p.0 - p.1).sum::<i64>();
        let s = a.iter().enumerate().find(|&p| *p.1 > 4).map(|p| p.0).unwrap_or(7) as i64;
        let t = a.iter().enumerate().filter(|p| { let p = *p; let (i, x) = p; i > 1 && *x > 0 }).count() as i64;
        let u = a.iter().enumerate().map(|p| { let p = p.0 + 1; p }).sum::<usize>() as i64;
        let w = d.iter().zip(&d[1..]).map(|p| { let mut s = 0; for (x, y) in p.0.iter().zip(p.1) { s = s * 3 + x - y; } s + p.1[1] + p.0.len() as i64 }).sum::<i64>();
        let z = d.iter().enumerate().max_by_key(|p| p.1[0] + p.1.iter().max().copied().unwrap()).unwrap();
        let y = z.1[1] + z.0 as i64;
        let x = a.iter().enumerate().map(|p| p.1.abs().min(p.0 as i64)).sum::<i64>() + a.iter().enumerate().all(|p| { assert!(p.0 < 5 && *p.1 < 10); *p.1 != 77 }) as i64;
        o + p * 3 + q * 5 + r * 7 + s * 11 + t * 13 + u * 17 + w * 19 + y * 23 + x * 29
    }
    fn pair_names_changed(v: i64) -> i64 {
        let mut a = [3, v, 5, -v, 8];
        a.iter_mut().enumerate().for_each(|p| *p.1 += p.0 as i64);
        a.iter_mut().enumerate().filter(|p| *p.1 > 4).for_each(|(i, x)| *x -= i as i64);
        a.iter_mut().zip(&[1, 2, 3]).for_each(|p| { *p.0 *= p.1; });
        let n = a.iter_mut().enumerate().find(|p| *p.1 > 4).is_some() as i64;
        let m = a.iter().copied().enumerate().max_by_key(|p| p.1 % 5).unwrap().0 as i64;
        a.iter().fold(0, |s, x| s * 3 + x) + n + m * 7
    }
    fn keys(v: i64) -> i64 {
        let a = [3, v, 5, -v, 8];
        let o = *a.iter().min_by_key(|x| (**x % 3, -**x)).unwrap();
        let p = *a.iter().max_by_key(|x| **x > 4).unwrap();
        let q = a.iter().enumerate().min_by_key(|(i, x)| (**x as u8, *i)).unwrap().0 as i64;
        let s = *a.iter().max_by_key(|x| [**x % 2, **x]).unwrap();
        o + p * 3 + q * 5 + s
    }
}
