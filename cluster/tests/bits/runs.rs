//! Prefixes within runs, which may lie on any number of ranks.

use super::*;

macro_rules! running {
    ($out:ident, $lib:ident, $new:ident, $keys:expr, $data:expr) => {{
        let composed = op!(|a: [f64; 3], b: [f64; 3]| [a[0] * b[0], a[1] * b[0] + b[1], a[2] + b[2]]);
        let (keys, x, h, m) = ($new!($keys), $new!(&$data.floats), $new!(&$data.halves), $new!(&$data.maps));
        let thrice = op!(|v: f32| [v, v * 0.5, 1.0]);
        let sums = commutative(op!(|a: [f32; 3], b: [f32; 3]| [a[0] + b[0], a[1] + b[1], a[2] + b[2]]));
        let near = op!(|a: u32, b: u32| a / 100 == b / 100);
        $out.push(("inclusive", bits($lib::scan_by_key_inclusive(&keys, &x, Sum).collect()?.to_vec()?)));
        $out.push(("of halves", bits($lib::scan_by_key_inclusive_with(&keys, &h, near, Sum).collect()?.to_vec()?)));
        $out.push(("exclusive", bits($lib::scan_by_key_exclusive(&keys, &x, 0.25, Sum).collect()?.to_vec()?)));
        let init = [1.0, 0.5, 0.25];
        $out.push(("in order", bits($lib::scan_by_key_exclusive(&keys, &m, init, composed).collect()?.to_vec()?)));
        let threes = x.iter().map(thrice);
        $out.push(("threes", bits($lib::scan_by_key_inclusive(&keys, threes, sums).collect()?.to_vec()?)));
        let threes = x.iter().map(thrice);
        let init = [0.5, 0.25, 3.0];
        $out.push((
            "exclusive threes",
            bits($lib::scan_by_key_exclusive_with(&keys, threes, near, init, sums).collect()?.to_vec()?),
        ));
        $out.push(("exact", bits($lib::scan_by_key_inclusive(&keys, &x, Max).collect()?.to_vec()?)));
        $out.push(("exact, exclusive", bits($lib::scan_by_key_exclusive(&keys, &keys, 9, Sum).collect()?.to_vec()?)));
    }};
}

fn same_runs(devices: Vec<Tested>, len: usize, keys: &[u32]) {
    let data = Data::new(len);
    compared!(running, devices, len, "scanned", keys, data);
}

#[test]
fn cpus_scan_runs_as_one() {
    let cases: [(usize, usize, &[usize]); 4] =
        [(0, 3, &[0]), (24_577, 2, &[4]), (50_007, 3, &[0, 3]), (75_000, 5, &[2])];
    for (len, ranks, kinds) in cases {
        let keys = keys_of_kinds(len);
        kinds.iter().for_each(|kind| same_runs(vec![cpu(); ranks], len, &keys[*kind]));
    }
}

#[test]
#[ignore = "compiles some ten kernels"]
fn devices_of_several_kinds_scan_runs_as_one() {
    let keys: Vec<u32> = (0..75_000).map(|i| i / 29_000).collect();
    same_runs(vec![cpu(), emulated(), cpu()], keys.len(), &keys);
}
