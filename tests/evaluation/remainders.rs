//! The elements behind the last of `chunks_exact`, before, while and after the iterator is used.

use super::programs;

programs! {
    of named resumed at_once in_patterns assigned shadowed sizes:

    pub fn weighed(a: &[i64]) -> i64 {
        let mut sum = 0;
        for x in a { sum = sum * 3 + *x; }
        sum + a.len() as i64
    }
    pub fn absorbed(a: &[i64], n: usize) -> i64 {
        let blocks = a.chunks_exact(n);
        let tail = blocks.remainder();
        let sum = blocks.fold(5, |s, c| s * 3 + weighed(c));
        sum * 3 + weighed(tail)
    }
    pub fn named(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3, 9, 4];
        let n = (v & 3) as usize + 1;
        absorbed(&a, n) + absorbed(&a[1..], n) * 3 + absorbed(&a[..0], n) + absorbed(&a[..2], 3)
    }
    pub fn resumed(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3, 9, 4];
        let mut it = a.chunks_exact((v & 3) as usize + 1);
        let mut sum = it.remainder().len() as i64;
        for c in it.by_ref() {
            sum = sum * 3 + c[0];
            if sum > 500 { break; }
        }
        for x in it.remainder() { sum = sum * 3 - *x; }
        for (i, &x) in it.remainder().iter().enumerate().rev() { sum = sum * 5 + x * i as i64; }
        sum + it.remainder().iter().sum::<i64>() + it.map(weighed).sum::<i64>()
    }
    pub fn at_once(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3, 9, 4];
        let n = (v & 3) as usize;
        let tail = a.chunks_exact(n + 2).remainder();
        let of_part = a[n..].chunks_exact(2).remainder();
        let mut sum = weighed(tail) * 3 + weighed(of_part);
        for x in a[1..].chunks_exact(4).remainder() { sum = sum * 3 + x; }
        sum
    }
    pub fn in_patterns(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3, 9, 4];
        let it = a[(v & 3) as usize..].chunks_exact(3);
        let sum = match it.remainder() { [] => 1, [x] => *x * 3, [x, .., y] => x - y };
        if let [.., last] = it.remainder() { sum * 7 + last } else { sum }
    }
    pub fn assigned(v: i64) -> i64 {
        let a = [v, 2, 7, 1, v + 3, 9, 4];
        let mut it = a.chunks_exact(3);
        let mut rest = &a[..(v & 3) as usize];
        let mut sum = weighed(rest);
        rest = it.remainder();
        sum = sum * 3 + weighed(rest);
        for c in it.by_ref() { rest = c; }
        sum * 3 + weighed(rest)
    }
    pub fn shadowed(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut n = 2;
        let it = a.chunks_exact(n);
        n += (v & 1) as usize;
        let a = [n as i64; 3];
        weighed(it.remainder()) * 3 + weighed(&a)
    }
    pub fn sizes(v: i64) -> i64 {
        let a = [v, 2, 7, 1, 5];
        let mut n = 0;
        let it = a.chunks_exact({ n += 1; n * 2 });
        let tail = it.remainder();
        weighed(tail) + n as i64 + it.remainder().len() as i64
    }
}

mod failing {
    super::super::slices::failures! {
        "chunk size must be non-zero": |v| { let a = [1, 2]; let tail = a.chunks_exact(v - 2).remainder(); tail.len() }
        "chunk size must be non-zero": |v| { let a = [1, 2]; let it = a.chunks_exact(v - 2); it.remainder().len() }
        "index out of bounds: the len is 1 but the index is 1": |v| { let a = [1, 2, 3]; let it = a.chunks_exact(v); it.remainder()[v - 1] }
    }
    crate::everywhere! { failures }
}
