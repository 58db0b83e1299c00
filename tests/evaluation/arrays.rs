//! Methods of arrays, the bytes of numbers, and byte strings.

use super::{Pair, functions, next, push, three};

const PRIMES: [i64; 5] = [2, 3, 5, 7, 11];

functions! {
    fn exchanged(v: i64) -> i64 {
        let (mut a, mut s) = ([v, 2, 5, 9], [Pair { x: v, y: 1 }, Pair { x: 2, y: v }]);
        a.swap(0, 2);
        a.swap(1, v.rem_euclid(4) as usize);
        a.swap(3, 3);
        s.swap(0, 1);
        { let r = &mut a; r.swap(1, 2); r[0] += 1; }
        let mut d = [[v, 1], [2, 3]];
        d.swap(0, 1);
        d[0].swap(0, 1);
        a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + s[0].sum() * 11 + d[0][0] * 13 + d[1][0] * 17
    }
    fn with_effects(v: i64) -> i64 {
        let (mut a, mut k) = ([3usize, 1, 2, 0], v.rem_euclid(4) as usize);
        a.swap(push(&mut k), push(&mut k));
        let (i, j) = (a[0], a[a[1]]);
        a.swap(i, j);
        let mut d = [a; 4];
        d[push(&mut k)].swap(push(&mut k), { k += 1; k % 4 });
        (a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000 + d[0][0] * 7 + d[1][1] * 11 + d[2][2] * 13 + d[3][3] * 17 + k) as i64
    }
    fn filled(v: i64) -> i64 {
        let (mut a, mut n) = ([1, 2, 3], v);
        a.fill(next(&mut n));
        let mut s = [Pair { x: 1, y: 2 }; 3];
        s.fill(Pair::new(n, v));
        let mut b = [0u8; 4];
        b.fill(7);
        let c = [v, 4, 5];
        let o = a[2];
        a.copy_from_slice(&c);
        a.reverse();
        let mut odd = [1, 2, v, 4, 5];
        odd.reverse();
        o + a[0] * 3 + a[2] * 5 + s[1].sum() + b[3] as i64 + odd[0] * 7 + odd[2] * 11 + odd[3] * 13
    }
    fn sorted(v: i64) -> i64 {
        let (mut a, mut b) = ([5, v, 2, 9, -v, 2], [v as u8, 200, 3, 77]);
        a.sort_unstable();
        b.sort();
        let mut d = [[v, 3], [2, 1], [v, 2]];
        d[0].sort();
        let mut c = [v > 2, true, false];
        c.sort_unstable();
        let median = { let mut m = [v, 4, 1]; m.sort_unstable(); m[1] };
        a.iter().fold(0, |s, x| s * 10 + x) + b.iter().fold(0, |s, x| s * 3 + *x as i64) + d[0][0] + c[1] as i64 + median
    }
    fn contained(v: i64) -> i64 {
        let a = [v, 2, 5];
        let o = a.contains(&2) as i64 + a.contains(&v) as i64 * 2 + [1, 3, 4].contains(&v) as i64 * 4;
        let p = PRIMES.contains(&v) as i64 + three(v).contains(&6) as i64 * 2 + !PRIMES.contains(&(v + 1)) as i64 * 4;
        let q = [1.5f32, f32::NAN, -0.0].contains(&(v as f32)) as i64 + [f32::NAN].contains(&f32::NAN) as i64 * 2;
        let mut b = a;
        b[1] = 8;
        let r = b.contains(&2) as i64 + (1..4).filter(|i| a.contains(i)).count() as i64 * 2;
        o + p * 8 + q * 64 + r * 256
    }
    fn bytes_of_numbers(v: i64) -> i64 {
        let n = v.wrapping_mul(0x0123_4567_89ab_cdef);
        let mut o = 0i64;
        for b in n.to_le_bytes() { o = o.wrapping_mul(31).wrapping_add(b as i64); }
        for (i, b) in (n as u32).to_be_bytes().iter().enumerate() { o = o.wrapping_mul(31) ^ (*b as i64) << i; }
        let f = v as f32 * 0.1;
        o ^= u32::from_le_bytes(f.to_le_bytes()) as i64 + f64::from_be_bytes(n.to_be_bytes()).to_bits() as i64;
        o ^= i16::from_be_bytes([v as u8, 3]) as i64 + i8::from_le_bytes([v as u8]) as i64;
        let swapped = u64::from_be_bytes((n as u64).to_le_bytes());
        o ^ swapped as i64 ^ usize::from_le_bytes((v as usize).to_le_bytes()) as i64 ^ (-1i32).to_le_bytes()[3] as i64
    }
    fn byte_strings(v: i64) -> i64 {
        let i = v.rem_euclid(5) as usize;
        let text = b"hello";
        let mut o = text[i] as i64 + b"01234"[i] as i64 * 3 + text.len() as i64;
        for &c in b"ab\n\x7f" { o = o * 3 + c as i64; }
        for (i, c) in b"xyz".iter().enumerate() { o += *c as i64 * i as i64; }
        let copy = *b"copy";
        o += copy[i % 4] as i64 + b"aeiou".contains(&text[i]) as i64;
        o + b"aeiou".iter().position(|c| *c == text[i]).unwrap_or(9) as i64 + text.iter().map(|c| *c as i64).sum::<i64>()
    }
    fn constants(v: i64) -> i64 {
        let o = PRIMES.iter().take_while(|p| **p <= v).count() as i64 + PRIMES.iter().map(|p| p * v).sum::<i64>();
        let mut n = 0;
        for p in PRIMES { if v % p == 0 { n += p; } }
        o + n * 3 + PRIMES[v.rem_euclid(5) as usize] + PRIMES.len() as i64
    }
}
