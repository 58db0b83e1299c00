//! Functions of many fields, each written as Rust programmers write it, before anybody looked whether device code can have them.

use super::programs;

const POLY: u32 = 0xEDB8_8320;
const MONTHS: [u32; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

#[onrush::prelude::device]
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Light {
    Red,
    Green,
    Amber,
    Fault(u8),
}

programs! {
    of checksums hashes tables parsed machines dated shapes turned transformed numbers drawn played counted priced sequenced:

    // Checksums.
    pub fn fletcher16(data: [u8; 8]) -> u16 {
        let (a, b) = data.iter().fold((0u16, 0u16), |(a, b), &x| {
            let a = (a + x as u16) % 255;
            (a, (b + a) % 255)
        });
        (b << 8) | a
    }
    pub fn crc32(data: [u8; 8]) -> u32 {
        !data.iter().fold(!0u32, |crc, &byte| {
            (0..8).fold(crc ^ byte as u32, |c, _| if c & 1 != 0 { (c >> 1) ^ POLY } else { c >> 1 })
        })
    }
    pub fn luhn(number: u64) -> bool {
        let mut n = number;
        let mut sum = 0;
        let mut double = false;
        while n > 0 {
            let mut digit = n % 10;
            if double {
                digit *= 2;
                if digit > 9 { digit -= 9; }
            }
            sum += digit;
            double = !double;
            n /= 10;
        }
        sum % 10 == 0
    }
    // Hashing.
    pub fn fnv1a(data: &[u8; 8]) -> u64 {
        let mut hash = 0xcbf29ce484222325u64;
        for byte in data {
            hash ^= u64::from(*byte);
            hash = hash.wrapping_mul(0x100000001b3);
        }
        hash
    }
    pub fn murmur(key: u64, seed: u32) -> u32 {
        let mix = |h: u32, k: u32| {
            let k = k.wrapping_mul(0xcc9e2d51).rotate_left(15).wrapping_mul(0x1b873593);
            (h ^ k).rotate_left(13).wrapping_mul(5).wrapping_add(0xe6546b64)
        };
        let mut h = mix(mix(seed, key as u32), (key >> 32) as u32) ^ 8;
        for (shift, by) in [(16, 0x85ebca6b), (13, 0xc2b2ae35)] {
            h ^= h >> shift;
            h = h.wrapping_mul(by);
        }
        h ^ h >> 16
    }
    // Dynamic programming.
    pub fn edit_distance(a: [u8; 4], b: [u8; 5]) -> usize {
        let mut row: [usize; 6] = [0, 1, 2, 3, 4, 5];
        for (i, x) in a.iter().enumerate() {
            let mut corner = std::mem::replace(&mut row[0], i + 1);
            for (j, y) in b.iter().enumerate() {
                let cost = corner + usize::from(x != y);
                corner = row[j + 1];
                row[j + 1] = cost.min(row[j] + 1).min(corner + 1);
            }
        }
        row[b.len()]
    }
    pub fn best_run(values: &[i32; 6]) -> i32 {
        let (mut best, mut here) = (i32::MIN, 0i32);
        for &v in values.iter() {
            here = v.max(here.saturating_add(v));
            best = best.max(here);
        }
        best
    }
    pub fn ways(coins: [usize; 3], total: usize) -> u64 {
        let mut table = [0u64; 32];
        table[0] = 1;
        for coin in coins {
            for t in coin..=total {
                table[t] += table[t - coin];
            }
        }
        table[total]
    }
    // Parsers.
    pub fn parse_decimal(text: [u8; 6]) -> Option<i32> {
        let (sign, digits) = match text[0] {
            b'-' => (-1, 1),
            b'+' => (1, 1),
            _ => (1, 0),
        };
        let mut value = 0i32;
        for c in text[digits..].iter().take_while(|c| **c != b' ') {
            if !c.is_ascii_digit() {
                return None;
            }
            value = value.checked_mul(10)?.checked_add((c - b'0') as i32)?;
        }
        Some(sign * value)
    }
    pub fn hex_value(c: u8) -> Option<u8> {
        match c {
            b'0'..=b'9' => Some(c - b'0'),
            b'a'..=b'f' | b'A'..=b'F' => Some((c | 0x20) - b'a' + 10),
            _ => None,
        }
    }
    pub fn hex_byte(pair: [u8; 2]) -> Option<u8> {
        let [high, low] = pair.map(hex_value);
        Some(high? << 4 | low?)
    }
    // State machines.
    pub fn next_light(light: Light, fault: bool) -> Light {
        match light {
            _ if fault => Light::Fault(1),
            Light::Red => Light::Green,
            Light::Green => Light::Amber,
            Light::Amber => Light::Red,
            Light::Fault(n) if n < 3 => Light::Fault(n + 1),
            Light::Fault(_) => Light::Red,
        }
    }
    pub fn count_words(text: [u8; 10]) -> u32 {
        let mut inside = false;
        let mut words = 0;
        for c in text {
            let letter = c.is_ascii_alphanumeric();
            if letter && !inside { words += 1; }
            inside = letter;
        }
        words
    }
    // Dates.
    pub fn is_leap(year: i32) -> bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }
    pub fn day_of_year(year: i32, month: u32, day: u32) -> u32 {
        let before: u32 = MONTHS.iter().take(month as usize - 1).sum();
        before + day + (month > 2 && is_leap(year)) as u32
    }
    pub fn civil_from_days(days: i64) -> (i64, u32, u32) {
        let z = days + 719_468;
        let era = z.div_euclid(146_097);
        let doe = z.rem_euclid(146_097) as u64;
        let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
        let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        let mp = (5 * doy + 2) / 153;
        let day = (doy - (153 * mp + 2) / 5 + 1) as u32;
        let month = if mp < 10 { mp + 3 } else { mp - 9 } as u32;
        (yoe as i64 + era * 400 + i64::from(month <= 2), month, day)
    }
    // Geometry.
    pub fn inside(point: (i64, i64), polygon: &[(i64, i64); 4]) -> bool {
        let (x, y) = point;
        let mut odd = false;
        let mut j = polygon.len() - 1;
        for i in 0..polygon.len() {
            let ((xi, yi), (xj, yj)) = (polygon[i], polygon[j]);
            if (yi > y) != (yj > y) && (x - xi) * (yj - yi).abs() < (xj - xi) * (y - yi) * (yj - yi).signum() {
                odd ^= true;
            }
            j = i;
        }
        odd
    }
    pub fn shoelace(p: [[i64; 2]; 4]) -> i64 {
        let cross = |a: [i64; 2], b: [i64; 2]| a[0] * b[1] - a[1] * b[0];
        (0..p.len()).map(|i| cross(p[i], p[(i + 1) % p.len()])).sum::<i64>().abs() / 2
    }
    // Quaternions.
    pub fn hamilton([a, b, c, d]: [f32; 4], [e, f, g, h]: [f32; 4]) -> [f32; 4] {
        [
            a * e - b * f - c * g - d * h,
            a * f + b * e + c * h - d * g,
            a * g - b * h + c * e + d * f,
            a * h + b * g - c * f + d * e,
        ]
    }
    pub fn rotate(q: [f32; 4], v: [f32; 3]) -> [f32; 3] {
        let norm = q.iter().map(|x| x * x).sum::<f32>().sqrt();
        let q = q.map(|x| x / norm);
        let conjugate = [q[0], -q[1], -q[2], -q[3]];
        let [_, x, y, z] = hamilton(hamilton(q, [0.0, v[0], v[1], v[2]]), conjugate);
        [x, y, z]
    }
    // Fourier transforms.
    pub fn fft4(x: [(f64, f64); 4]) -> [(f64, f64); 4] {
        let add = |(a, b): (f64, f64), (c, d): (f64, f64)| (a + c, b + d);
        let sub = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c, b - d);
        let (e, f) = (add(x[0], x[2]), sub(x[0], x[2]));
        let (g, (re, im)) = (add(x[1], x[3]), sub(x[1], x[3]));
        let turned = (im, -re);
        [add(e, g), add(f, turned), sub(e, g), sub(f, turned)]
    }
    // Number theory.
    pub fn mod_pow(base: u64, exponent: u64, modulus: u64) -> u64 {
        let (mut base, mut exponent, mut result) = (base % modulus, exponent, 1);
        while exponent > 0 {
            if exponent & 1 == 1 { result = result * base % modulus; }
            base = base * base % modulus;
            exponent >>= 1;
        }
        result
    }
    pub fn is_prime(n: u64) -> bool {
        if n < 4 { return n > 1; }
        let (s, d) = { let s = (n - 1).trailing_zeros(); (s, (n - 1) >> s) };
        [2u64, 3, 5, 7].iter().filter(|a| *a % n != 0).all(|&a| {
            let mut x = mod_pow(a, d, n);
            if x == 1 || x == n - 1 { return true; }
            for _ in 1..s {
                x = x * x % n;
                if x == n - 1 { return true; }
            }
            false
        })
    }
    pub fn extended_gcd(a: i64, b: i64) -> (i64, i64, i64) {
        let (mut old, mut new) = ((a, 1, 0), (b, 0, 1));
        while new.0 != 0 {
            let q = old.0 / new.0;
            (old, new) = (new, (old.0 - q * new.0, old.1 - q * new.1, old.2 - q * new.2));
        }
        old
    }
    // Graphics.
    pub fn blend(over: u32, under: u32) -> u32 {
        let alpha = over >> 24;
        let mix = |shift: u32| {
            let (a, b) = ((over >> shift) & 0xff, (under >> shift) & 0xff);
            (a * alpha + b * (255 - alpha) + 127) / 255
        };
        0xff << 24 | [16, 8, 0].iter().fold(0, |all, s| all | mix(*s) << s)
    }
    pub fn smoothstep(from: f32, to: f32, x: f32) -> f32 {
        let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
        t * t * (3.0 - 2.0 * t)
    }
    pub fn bisect(f: impl Fn(f64) -> f64, range: (f64, f64)) -> Option<f64> {
        let (mut a, mut b) = range;
        if f(a) * f(b) > 0.0 { return None; }
        for _ in 0..50 {
            let m = 0.5 * (a + b);
            if f(a) * f(m) <= 0.0 { b = m } else { a = m }
        }
        Some(a)
    }
    // Games.
    pub fn alive(cells: u16, at: usize) -> bool {
        let (x, y) = (at as i32 % 4, at as i32 / 4);
        let mut neighbours = 0;
        for (dx, dy) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
            let (p, q) = (x + dx, y + dy);
            if (0..4).contains(&p) && (0..4).contains(&q) && cells >> (q * 4 + p) & 1 == 1 {
                neighbours += 1;
            }
        }
        matches!((cells >> at & 1 == 1, neighbours), (true, 2 | 3) | (false, 3))
    }
    pub fn winner(board: [u8; 9]) -> Option<u8> {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        LINES.iter().find(|[a, b, c]| board[*a] != 0 && board[*a] == board[*b] && board[*b] == board[*c]).map(|l| board[l[0]])
    }
    // Statistics.
    pub fn median(values: [f32; 5]) -> f32 {
        let mut sorted = values;
        sorted.sort_unstable_by(|a, b| a.total_cmp(b));
        sorted[sorted.len() / 2]
    }
    pub fn welford(values: &[f64; 6]) -> (f64, f64) {
        let mut mean = 0.0;
        let mut m2 = 0.0;
        for (i, x) in values.iter().enumerate() {
            let delta = x - mean;
            mean += delta / (i + 1) as f64;
            m2 += delta * (x - mean);
        }
        (mean, m2 / (values.len() - 1) as f64)
    }
    // Finance.
    pub fn present_value(rate: f64, flows: &[f64; 4]) -> f64 {
        flows.iter().rev().fold(0.0, |value, flow| (value + flow) / (1.0 + rate))
    }
    // Biology.
    pub fn hamming(a: &[u8; 8], b: &[u8; 8]) -> usize {
        a.iter().zip(b).filter(|(x, y)| x != y).count()
    }
    pub fn gc_content(bases: [u8; 8]) -> f32 {
        let gc = bases.iter().filter(|&&b| matches!(b, b'G' | b'C')).count();
        gc as f32 / bases.len() as f32
    }

    // What is compared, by numbers.
    pub fn bytes(v: i64) -> [u8; 8] { (v.wrapping_mul(0x9E37_79B9_7F4A_7C15u64 as i64)).to_be_bytes() }
    pub fn checksums(v: i64) -> i64 {
        fletcher16(bytes(v)) as i64 + ((crc32(bytes(v)) as i64) << 16) + luhn(v.unsigned_abs() * 9 + 79927398710) as i64
    }
    pub fn hashes(v: i64) -> i64 { (fnv1a(&bytes(v)) ^ murmur(v as u64, 7) as u64) as i64 }
    pub fn tables(v: i64) -> i64 {
        let b = bytes(v);
        let run = best_run(&[v as i32, -2, 5 - v as i32, 3, -9, 4]) as i64;
        edit_distance([b'a', b[0] % 3 + b'a', b'c', b'd'], *b"bacde") as i64 * 1000 + run * 100000 + ways([1, 2, 5], (v + 4) as usize) as i64
    }
    pub fn parsed(v: i64) -> i64 {
        let text = [b'-', b'1', b'0' + (v + 4) as u8, b'3', if v > 3 { b'x' } else { b' ' }, b' '];
        let hex = hex_byte([b'0' + (v + 4) as u8, if v > 0 { b'f' } else { b'G' }]);
        parse_decimal(text).map_or(99, |n| n as i64) * 1000 + hex.map_or(777, |h| h as i64)
    }
    pub fn machines(v: i64) -> i64 {
        let mut light = Light::Red;
        for i in 0..(v + 5) { light = next_light(light, i == 3); }
        let code = match light { Light::Red => 0, Light::Green => 1, Light::Amber => 2, Light::Fault(n) => 10 + n as i64 };
        code * 100 + count_words([b'a', b' ', b'b', (46 + v) as u8, b' ', b'c', (90 + v) as u8, b'-', b'9', b'x']) as i64
    }
    pub fn dated(v: i64) -> i64 {
        let (y, m, d) = civil_from_days(v * 7777 - 1000);
        (y * 10000 + m as i64 * 100 + d as i64) * 1000 + day_of_year(y as i32, m, d) as i64
    }
    pub fn shapes(v: i64) -> i64 {
        inside((v, 2), &[(0, 0), (5, 1), (6, 6), (-1, 4)]) as i64 * 1000 + shoelace([[0, 0], [5, v], [6, 6], [-1, 4]])
    }
    pub fn turned(v: i64) -> i64 {
        let [x, y, z] = rotate([v as f32, 1.0, -2.0, 0.5], [1.0, 2.0, v as f32 * 0.1]);
        (x.to_bits() ^ y.to_bits().rotate_left(7) ^ z.to_bits().rotate_left(15)) as i64
    }
    pub fn transformed(v: i64) -> i64 {
        let y = fft4([(v as f64, 1.0), (0.1, -2.0), (3.0, v as f64), (0.7, 0.0)]);
        y.iter().fold(0u64, |h, (re, im)| h.rotate_left(9) ^ re.to_bits() ^ im.to_bits().rotate_left(31)) as i64
    }
    pub fn numbers(v: i64) -> i64 {
        let (g, x, y) = extended_gcd(240 + v, 46);
        let primes = (1000..1040).filter(|n| is_prime(n + (v + 4) as u64)).count() as i64;
        g * 1000000 + x * 1000 + y + primes * 100000000
    }
    pub fn drawn(v: i64) -> i64 {
        let root = bisect(|x| x * x - v as f64, (0.0, 10.0)).unwrap_or(-1.0);
        blend(0x80123456u32.wrapping_add((v as u32) << 20), 0xff654321) as i64 + ((smoothstep(-1.0, 4.0, v as f32).to_bits() as i64) << 20) + (root * 1e6) as i64
    }
    pub fn played(v: i64) -> i64 {
        let cells = (v * 7919) as u16;
        let mut next = 0;
        for i in 0..16 { if alive(cells, i) { next |= 1 << i; } }
        let b = (v.rem_euclid(2)) as u8 + 1;
        next * 10 + winner([b, 2, 1, 2, b, 1, 0, 2, 1]).unwrap_or(9) as i64
    }
    pub fn counted(v: i64) -> i64 {
        let (mean, variance) = welford(&[v as f64, 1.0, 2.5, -3.0, 0.1, 9.0]);
        (median([v as f32, 1.5, -0.5, 2.5, 0.0]).to_bits() as u64 ^ mean.to_bits() ^ variance.to_bits().rotate_left(13)) as i64
    }
    pub fn priced(v: i64) -> i64 { present_value(v as f64 / 100.0, &[100.0, -20.0, 33.3, 1000.0]).to_bits() as i64 }
    pub fn sequenced(v: i64) -> i64 {
        let noise: [u8; 8] = bytes(v);
        let bases = noise.map(|b| b"ACGT"[b as usize % 4]);
        hamming(&bases, b"GATTACAC") as i64 * 100000 + (gc_content(bases) * 1000.0) as i64
    }
}
