//! Parts of arrays and slices that are taken out of options, or filtered: what is evaluated when, and what fails.

use onrush::prelude::*;

use super::programs;

/// Why there is no part.
#[derive(Clone, Copy, Debug, PartialEq)]
#[device]
enum Missing {
    Part,
    At { at: usize, len: usize },
}

/// A wider error.
#[derive(Clone, Copy, Debug, PartialEq)]
#[device]
enum Failure {
    Of(i64),
}

#[device]
impl From<Missing> for Failure {
    fn from(missing: Missing) -> Failure {
        match missing {
            Missing::Part => Failure::Of(-3),
            Missing::At { at, len } => Failure::Of(-10 - at as i64 * 3 - len as i64),
        }
    }
}

programs! {
    of parts ends changed elements errors_evaluated filtered filtered_parts filters_called in_order asked converted in_closures rebound:

    pub fn weighed(a: &[i64]) -> i64 {
        let mut sum = 0;
        for x in a { sum = sum * 3 + *x; }
        sum + a.len() as i64
    }
    pub fn shown(r: Result<i64, Missing>) -> i64 {
        match r { Ok(x) => x, Err(Missing::Part) => -1, Err(Missing::At { at, len }) => -100 - (at * 10 + len) as i64 }
    }
    pub fn part(s: &[i64], n: usize) -> Result<i64, Missing> {
        let tail = s.get(n..).ok_or(Missing::At { at: n, len: s.len() })?;
        let two = tail.get(..2).ok_or(Missing::Part)?;
        let _ = s.get(..=n).ok_or_else(|| Missing::At { at: n * 2, len: two.len() })?;
        Ok(weighed(tail) * 3 + weighed(two))
    }
    pub fn parts(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        shown(part(&a, (v & 7) as usize)) + shown(part(&a[1..], 2)) + shown(part(&a[4..], 0))
    }
    pub fn both_ends(s: &[i64]) -> Result<i64, Missing> {
        let (first, rest) = s.split_first().ok_or(Missing::Part)?;
        let (&last, middle) = rest.split_last().ok_or_else(|| Missing::At { at: 1, len: s.len() })?;
        Ok(*first * 5 + last + weighed(middle))
    }
    pub fn ends(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let n = (v & 7) as usize;
        shown(both_ends(&a[n.min(4)..])) * 3 + shown(both_ends(&a))
    }
    pub fn change(s: &mut [i64], i: usize, v: i64) -> Result<i64, Missing> {
        *s.get_mut(i).ok_or(Missing::At { at: i, len: 7 })? = v;
        let head = s.get_mut(..2).ok_or(Missing::Part)?;
        head[0] += 1;
        let x = s.get_mut(1).ok_or_else(|| Missing::Part)?;
        *x *= 2;
        let last = s.last_mut().ok_or(Missing::Part)?;
        *last -= v;
        Ok(s[0])
    }
    pub fn changed(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let n = (v & 7) as usize;
        let r = shown(change(&mut a, n, v)) + shown(change(&mut a[3..], 0, v));
        r * 3 + weighed(&a)
    }
    pub fn element(a: &mut [[i64; 2]], i: usize) -> Result<i64, Missing> {
        let row = a.get_mut(i).ok_or(Missing::Part)?;
        row[1] += row[0];
        (*a.get_mut(i + 1).ok_or(Missing::At { at: 1, len: 1 })?)[0] = 9;
        Ok(a[i][1])
    }
    pub fn elements(v: i64) -> i64 {
        let mut a = [[v, 2], [7, 1], [3, v]];
        let r = shown(element(&mut a, (v & 3) as usize));
        r + weighed(&a[0]) + weighed(&a[1]) * 3 + weighed(&a[2]) * 5
    }
    pub fn errors_evaluated(v: i64) -> i64 {
        let (mut n, mut m) = (0, 0);
        let a = [v, 2, 7, 1];
        let mut f = || {
            let s = a.get({ n += 1; (v & 7) as usize }..).ok_or({ n *= 10; Missing::At { at: n, len: 0 } })?;
            let t = a.get(..(v & 7) as usize).ok_or_else(|| { m += 1; Missing::Part })?;
            Ok(weighed(s) + weighed(t))
        };
        let r = shown(f());
        r + n as i64 * 3 + m * 1000
    }
    pub fn filtered(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let mut sum = 0;
        for i in 0..6 {
            let Some(x) = a.get_mut(i).filter(|x| **x < 6) else { sum = sum * 3 + i as i64; continue };
            *x += 3;
            if let Some(x) = a.get_mut(i + 1).filter(|x| x.abs() > 1) { *x -= 1; sum += *x; } else { sum -= 1; }
            match a.first_mut().filter(|&&mut x| x > 2) { Some(x) if *x > 4 => { *x -= 2; } Some(_) => sum += 5, None => sum -= 7 }
        }
        sum * 5 + weighed(&a)
    }
    pub fn filtered_parts(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let n = (v & 7) as usize;
        let mut sum = 0;
        if let Some(s) = a.get_mut(n..).filter(|s| s.len() > 1) { s[1] = 7; }
        if let Some(s) = a.get(..n).filter(|s| !s.is_empty() && s[0] > 1) { sum += weighed(s); } else { sum -= 4; }
        match a.get(1..3).filter(|s| s.contains(&7)) { Some(s) if s[0] > s[1] => sum * 3 + s[0] - s[1], Some(_) => 1, None => weighed(&a) }
    }
    pub fn filters_called(v: i64) -> i64 {
        let mut a = [v, 2, 7];
        let mut calls = 0;
        for i in 0..5 {
            if let Some(x) = a.get_mut(i).filter(|x| { calls += 1; **x != v }) { *x += calls; }
        }
        calls * 100 + weighed(&a)
    }
    pub fn logged(s: &[i64], n: usize, log: &mut i64) -> Result<i64, i64> {
        let t = s
            .get({ *log = *log * 3 + 1; n }..)
            .filter(|t| { *log = *log * 3 + 2; t.len() > 1 })
            .ok_or({ *log = *log * 5 + 3; *log })?;
        Ok(t[0])
    }
    pub fn logged_changing(s: &mut [i64], n: usize, log: &mut i64) -> Result<i64, i64> {
        let x = s.get_mut(n).filter(|x| { *log = *log * 3 + 2; **x > 2 }).ok_or({ *log = *log * 5 + 1; *log })?;
        *x += *log;
        Ok(*x)
    }
    pub fn in_order(v: i64) -> i64 {
        let mut a = [v, 2, 7];
        let (n, mut log) = ((v & 3) as usize, 0);
        let mut sum = logged(&a, n, &mut log).unwrap_or_else(|e| e * 100) * 3 + log;
        sum += logged_changing(&mut a, n, &mut log).unwrap_or_else(|e| e * 100) * 5 + log;
        sum += a.get(n..).filter(|s| { log = log * 3 + 1; s.len() > 1 }).map_or({ log = log * 5 + 2; log }, |s| s[0] + 3);
        sum * 7 + log + weighed(&a)
    }
    pub fn ask(a: &mut [i64], n: usize) -> Option<i64> {
        let s = a.get(n..).filter(|s| s.len() > 1 && s[0] > 1)?;
        let first = s[0];
        let x = a.get_mut(n + 1).filter(|x| **x > 1)?;
        *x += first;
        let mut rest = &a[..];
        rest = rest.get(1..).filter(|r| r[0] != 9)?;
        Some(weighed(rest))
    }
    pub fn asked(v: i64) -> i64 {
        let mut a = [v, 2, 7, 1];
        let r = ask(&mut a, (v & 7) as usize).unwrap_or(-1) * 3 + ask(&mut a, 1).unwrap_or(-5);
        r * 3 + weighed(&a)
    }
    pub fn convert(s: &[i64], n: usize) -> Result<i64, Failure> {
        let t = s.get(n..).ok_or(Missing::At { at: n, len: s.len() })?;
        let (first, _) = t.split_first().ok_or_else(|| Missing::Part)?;
        Ok(*first)
    }
    pub fn converted(v: i64) -> i64 {
        let a = [v, 2, 7];
        match convert(&a, (v & 7) as usize) { Ok(x) => x * 3, Err(Failure::Of(e)) => e }
    }
    pub fn in_closures(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        let f = |n: usize| -> Result<i64, Missing> {
            let s = a.get(n..n + 2).ok_or(Missing::At { at: n, len: 2 })?;
            Ok(weighed(s))
        };
        shown(f((v & 3) as usize)) * 3 + shown(f(2))
    }
    pub fn read(s: &[i64], n: usize) -> Result<i64, Missing> {
        let mut rest = s;
        rest = rest.get(n..).ok_or(Missing::Part)?;
        rest = rest.get(..2).filter(|r| r[0] > 0).ok_or(Missing::At { at: 1, len: n })?;
        Ok(weighed(rest))
    }
    pub fn rebound(v: i64) -> i64 {
        let a = [v, 2, 7, 1];
        shown(read(&a, (v & 7) as usize)) * 3 + shown(read(&a, 1))
    }
}

mod failing {
    super::super::slices::failures! {
        "later": |v| {
            let a = [1, 2];
            let f = || -> Result<usize, usize> { let s = a.get(..1).ok_or(if v > 1 { panic!("later") } else { v })?; Ok(s[0]) };
            f().unwrap_or(3)
        }
        "earlier": |v| {
            let a = [1, 2];
            let f = || -> Result<usize, usize> {
                let s = a.get(..if v > 1 { panic!("earlier") } else { v }).ok_or(if v > 1 { panic!("later") } else { v })?;
                Ok(s[0])
            };
            f().unwrap_or(3)
        }
        "index out of bounds: the len is 1 but the index is 2": |v| {
            let a = [1, 2];
            let f = || -> Result<usize, usize> { let s = a.get(..1).filter(|s| s[v] > 1).ok_or(a[v + 3])?; Ok(s[0]) };
            f().unwrap_or(3)
        }
        "index out of bounds: the len is 2 but the index is 2": |v| {
            let mut a = [[1, 2], [3, 4]];
            if let Some(row) = a.get_mut(1).filter(|row| row[v] > 1) { row[0] = 3; }
            a[0][0]
        }
        "called `Option::unwrap()` on a `None` value": |v| { let mut a = [1, 2]; let x = a.get_mut(1).filter(|x| **x > v).unwrap(); *x = 3; a[0] }
    }
    crate::everywhere! { failures }
}
