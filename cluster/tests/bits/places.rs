//! Items by place.

use super::*;

macro_rules! placing {
    ($out:ident, $_lib:ident, $new:ident, $data:expr, $places:expr) => {{
        let len = $data.floats.len();
        let composed = op!(|a: [f64; 3], b: [f64; 3]| [a[0] * b[0], a[1] * b[0] + b[1], a[2] + b[2]]);
        let (x, h, m) = ($new!(&$data.floats), $new!(&$data.halves), $new!(&$data.maps));
        for (name, places) in [("few", 7), ("hundreds", 300), ("thousands", 4096), ("many", len + 1)] {
            let at = $new!(&$places.iter().map(|place| (*place % places as u64) as u32).collect::<Vec<_>>());
            let (mut floats, mut halves) = ($new!(&vec![0.5f32; places]), $new!(&vec![f16::ONE; places]));
            x.iter().scatter(&at, &mut floats)?;
            $out.push((name, bits(floats.to_vec()?)));
            x.iter().scatter_reduce(&at, Sum, &mut floats)?;
            $out.push((name, bits(floats.to_vec()?)));
            h.iter().scatter_reduce(&at, Sum, &mut halves)?;
            $out.push((name, bits(halves.to_vec()?)));
            let mut maps = $new!(&vec![[1.0f64, 0.5, 0.25]; places]);
            m.iter().scatter_reduce(&at, composed, &mut maps)?;
            $out.push((name, bits(maps.to_vec()?)));
            let mut counts = $new!(&vec![1u32; places]);
            at.iter().map(op!(|at: u32| at * 3)).scatter_reduce(&at, Sum, &mut counts)?;
            $out.push((name, bits(counts.to_vec()?)));
        }
    }};
}

fn same_places(devices: Vec<Tested>, len: usize) {
    let (data, places) = (Data::new(len), (0..len as u64).map(|i| mix(i + 5)).collect::<Vec<_>>());
    compared!(placing, devices, len, "placed", data, places);
}

#[test]
fn cpus_place_items_as_one() {
    // In turn, by place and in the order of places, for fewer places than ranks, and for more items than places.
    for (len, ranks) in [(0, 3), (5, 8), (1_500, 2), (50_007, 3)] {
        same_places(vec![cpu(); ranks], len);
    }
}

#[test]
#[ignore = "compiles some twenty kernels"]
fn devices_of_several_kinds_place_items_as_one() {
    same_places(vec![cpu(), emulated(), cpu()], 50_000);
}
