//! Closures: what they capture and when, what they change, and how they are left.

use super::{Pair, functions, next, three};

functions! {
    fn read_around(v: i64) -> i64 {
        let (t, p) = (v + 1, Pair { x: v, y: 3 });
        let lerp = |a: i64, b: i64| a + (b - a) * t;
        let far = |q: Pair| q.x - p.x + p.sum();
        lerp(lerp(1, v), lerp(v, 5)) * 7 + far(p) + far(Pair::new(2, v))
    }
    fn of_arrays(v: i64) -> i64 {
        let t = v - 2;
        let lerp = |a: [i64; 2], b: [i64; 2]| [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
        let (p, q, r) = ([1, v], [v, 4], [5, 6]);
        let [x, y] = lerp(lerp(p, q), lerp(q, r));
        x * 3 + y
    }
    fn without_types(v: i64) -> i64 {
        let twice = |x| x + x;
        let pick = |(a, b), c| if c { a } else { b };
        let none = || 4;
        twice(v) + pick((v, 3), v > 0) * none() + pick((1, twice(twice(2))), v > 2)
    }
    fn changing(v: i64) -> i64 {
        let (mut n, mut a) = (v, [1, 2, 3]);
        let mut add = |x: i64| { n += x; a[x.rem_euclid(3) as usize] += n; n };
        let o = add(1) * 100 + add(v) * 10 + add({ v - 2 });
        o * 3 + n + a[0] + a[1] * 5 + a[2] * 7
    }
    fn arguments_in_order(v: i64) -> i64 {
        let mut n = v;
        let sub = |a: i64, b: i64, c: i64| a * 100 + b * 10 - c;
        let o = sub(n, { n += 1; n }, next(&mut n));
        let p = sub(next(&mut n), n, { n *= 2; n });
        o * 3 + p + sub(n, sub(n, 1, 2), next(&mut n))
    }
    fn moved(v: i64) -> i64 {
        let (mut n, mut p) = (v, Pair { x: 1, y: v });
        let mut count = move || { n += 1; p.x += n; p.sum() };
        let old = move |x: i64| n * x;
        n += 100;
        p.y = 5;
        let o = count() + old(2);
        n -= 7;
        o * 10 + count() + old(3) + n + p.sum()
    }
    fn moved_references(v: i64) -> i64 {
        let (mut n, m) = (v, [v, 2]);
        {
            let r = &mut n;
            let s = &m;
            let mut add = move |x: i64| { *r += x + s[1]; *r };
            add(1);
            add(v);
        }
        let s = &n;
        let read = move || *s * 2;
        read() + n
    }
    fn moved_in_a_loop(v: i64) -> i64 {
        let (mut n, mut o) = (v, 0);
        for i in 0..3 {
            let mut step = move || { n += i; n };
            n += 10;
            o = o * 10 + step() * 2 + step() + n;
        }
        o
    }
    fn by_reference(v: i64) -> i64 {
        let (mut n, mut a) = (v, [1, v, 3]);
        let bump = |x: &mut i64, by: &i64| { *x += *by; *x };
        let sum = |a: &[i64; 3]| a[0] + a[1] * 2 + a[2] * 3;
        let fill = |a: &mut [i64; 3], x| for m in a { *m = x; };
        let o = bump(&mut n, &2) + bump(&mut a[1], &n) + sum(&a);
        bump(&mut a[2], &o);
        let p = sum(&a);
        fill(&mut a, n);
        let r = &mut a[0];
        bump(r, &p);
        o + p + sum(&a) + sum(&three(v)) + n
    }
    fn patterns(v: i64) -> i64 {
        let swap = |(a, b): (i64, i64)| (b, a);
        let norm = |Pair { x, y }: Pair| x * x + y;
        let first = |[a, ..]: [i64; 3], &b: &i64, _: bool| a - b;
        let mut inc = |mut a: i64| { a += 1; a };
        let (a, b) = swap(swap((v, 3)));
        a * 5 + b + norm(Pair { x: v, y: 2 }) + first(three(v), &b, true) + inc(v) + v
    }
    fn leaving(v: i64) -> i64 {
        let find = |a: [i64; 3], x: i64| {
            for i in 0..3 {
                if a[i] == x { return i as i64; }
            }
            -1
        };
        let early = |x: i64| -> i64 { if x > 3 { return 1; } if x < 0 { return 2 } x * 3 };
        let deep = |x: i64| {
            let mut n = 0;
            'outer: loop {
                for i in 0..5 {
                    n += i;
                    if n > x { break 'outer; }
                    if i == 3 { continue 'outer; }
                    if n == 2 { return n * 100; }
                }
                n += 1;
            }
            n
        };
        let mut done = 0;
        let mut nothing = |x: i64| { if x > 1 { return; } done += x; };
        nothing(v);
        nothing(1);
        let o = find([1, v, 2], 2) + find(three(v), 4) * 10 + early(v) + early(v + 5) * early(-v);
        (o * 7 + deep(v) + deep(v * 3) * deep(2)) * 3 + done
    }
    fn leaving_around(v: i64) -> i64 {
        let mut n = v;
        let mut f = |x: i64| { n += x; n };
        if v > 4 { return f(1) * 1000; }
        let o = f(if v < 0 { return v; } else { 3 });
        let p = 'a: { f(if v == 2 { break 'a 5 } else { 6 }) };
        loop { if f(1) > 20 { break; } }
        o * 10 + p + n
    }
    fn within(v: i64) -> i64 {
        let k = v + 2;
        let outer = |x: i64| {
            let inner = |y: i64| y * k - x;
            let n = inner(inner(x));
            let again = |z: i64| inner(z) + n;
            again(n) + again(1)
        };
        let twice = |x: i64| outer(outer(x) % 17);
        twice(v) + outer(3)
    }
    fn changing_within(v: i64) -> i64 {
        let mut n = v;
        let mut step = |x: i64| { n = n * 2 + x; n % 11 };
        let mut steps = |k: i64| { let mut o = 0; for i in 0..k { o = o * 3 + step(i); } o };
        let o = steps(3) + steps(v.rem_euclid(4)) * 5;
        o + step(1) + n
    }
    fn made_before(v: i64) -> i64 {
        let mut x = v;
        let read = || 7;
        let y = x + 1;
        let of_y = || y * 10 + read();
        let mut both = move |z: i64| { x += z; of_y() + x };
        let o = both(1) * 3 + both(2);
        x += 5;
        o + both(3) + of_y() + x
    }
    fn shadowed(v: i64) -> i64 {
        let f = |x: i64| x + v;
        let v = v * 2;
        let a = f(v);
        let f = |x: i64| f(x) * v;
        let x = f(1);
        let next = |n: i64| n - x;
        let o = { let f = |y: i64| f(y) + next(y); f(x) };
        o + f(a) + next(v)
    }
    fn in_operands(v: i64) -> i64 {
        let mut n = v.rem_euclid(3) as usize;
        let mut a = [v, 2, 5, 8];
        let mut take = || { n = (n + 1) % 4; n };
        a[take()] += take() as i64;
        a[take()] = take() as i64 * 10;
        let o = a[take()] * 100 + a[take()];
        let p = Pair { x: o, y: take() as i64 };
        let mut q = [p; 4];
        q[take()] += Pair { x: take() as i64, y: 1 };
        q[take()] *= take() as i64;
        let (s, t) = (take() as i64, [take() as i64, take() as i64]);
        o + p.sum() + q[0].sum() + q[1].sum() * 3 + q[2].sum() * 5 + q[3].sum() * 7 + s * t[0] - t[1] + a[1] + a[2] * 3
    }
    fn made_in_operands(v: i64) -> i64 {
        let mut i = v.rem_euclid(3) as usize;
        let mut a = [v, 2, 5, 8];
        let mut p = [Pair { x: v, y: 1 }; 4];
        a[i] += { let mut up = || { i += 1; i as i64 }; up() };
        p[i] += { let mut up = || { i = (i + 2) % 4; Pair { x: i as i64, y: v } }; up() };
        p[{ let up = || i; up() }] *= { let mut down = || { i = 0; 3 }; down() };
        let n = { let f = move || i + 1; i = 3; f() as i64 + i as i64 };
        a[0] + a[1] * 3 + a[2] * 5 + a[3] * 7 + p[0].sum() + p[1].sum() * 11 + p[2].sum() * 13 + p[3].sum() * 17 + n
    }
    fn methods_beside(v: i64) -> i64 {
        let mut p = Pair { x: v, y: 2 };
        let mut o = 0;
        {
            let of = |q: Pair| q.sum() + p.sum() + p.plus(q.x);
            o += of(p) + p.sum() + p.plus(of(Pair::new(1, 2)));
            for i in 0..2 { o += p.plus(i) + of(Pair::new(i, 1)); }
            o += p.with(of(p)).sum();
        }
        { let more = |k: i64| k + p.x; o += more(p.sum()) + more(p.plus(1)); }
        for _ in 0..2 { o += p.bump(); }
        let mut f = |by: i64| p.add_to(by) + p.bump();
        o += f(1) - f(v);
        o + p.bump() * 3 + p.sum()
    }
    fn branches(v: i64) -> i64 {
        let mut n = 0;
        let sign = |x: i64| match x { 0 => 0, x if x > 0 => 1, _ => -1 };
        let mut mark = |c: bool| { n = n * 2 + c as i64; c };
        let o = if mark(v > 0) && mark(v > 2) || mark(v < -2) { 5 } else { 6 };
        let p = match v { 1..=3 if mark(v == 2) => 1, 2 | 3 if mark(true) => 2, _ => sign(v) };
        while mark(v > 5) { break; }
        assert!(mark(true));
        o * 10 + p + n * 100 + sign(-v)
    }
    fn called_at_once(v: i64) -> i64 {
        let mut n = v;
        let o = (|| { for i in 0..4 { if i * i > v { return i; } } 9 })();
        let p = (|a: i64, b: i64| { n += a; n * b })(v, next(&mut { v }));
        o * 100 + p + n
    }
    fn never_returning(v: i64) -> i64 {
        let fail = |x: i64| -> i64 { panic!("{x}") };
        let odd = |x: i64| if x > 1000 { fail(x) } else { x };
        odd(v) + if v > 100 { fail(v) } else { 3 }
    }
    fn other_types(v: i64) -> i64 {
        let half = |x: f32| x * 0.5;
        let byte = |x: u8| x.wrapping_add(200);
        let order = |a: i64, b: i64| a.cmp(&b);
        let flags = |a: bool, b: bool| (a & b, a ^ b, a as u8);
        let (a, b, c) = flags(v > 1, v > 3);
        half(half(v as f32)) as i64 + byte(v as u8) as i64 + order(v, 2) as i64 + a as i64 + b as i64 * 2 + c as i64
    }
    fn parts(v: i64) -> i64 {
        let mut s = (Pair { x: v, y: 2 }, [1, v, 3]);
        s.1.iter_mut().for_each(|c| *c += s.0.x);
        let mut add = |by: i64| { s.0.y += by * s.0.x; s.0.y };
        s.1[0] += 1;
        let o = add(2) * 10 + add(v) + s.1[2];
        let near = |q: Pair| { let inner = |k: i64| q.x * k - s.0.y; inner(2) + inner(s.0.x) };
        s.1[1] += near(s.0);
        o + near(Pair::new(v, 1)) + s.1.iter().map(|c| c * s.0.x).sum::<i64>() + s.0.sum()
    }
    fn changing_by_names_of_their_own(v: i64) -> i64 {
        let (mut t, mut p) = ((0usize, 1i64), Pair { x: 0, y: v });
        let mut q = [Pair { x: v, y: 1 }; 4];
        {
            let r = &mut t;
            let mut take = || { let (a, b) = r; *a += 1; *b += 2; *a };
            q[take()] += Pair { x: take() as i64, y: 1 };
        }
        {
            let r = &mut p;
            let mut take = || { match r { Pair { x, .. } => { *x += 1; *x as usize } } };
            let mut within = || take() % 4;
            q[within()] += Pair { x: within() as i64, y: 3 };
        }
        q[1].sum() + q[2].sum() * 3 + q[3].sum() * 5 + t.1 + p.x
    }
}
