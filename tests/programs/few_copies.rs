//! Heavy operations have few copies in a kernel, and their programs stay small.

#[path = "heavy.rs"]
mod heavy;

use onrush::Result;
use onrush::prelude::*;
use onrush_cuda::Cuda;
use onrush_cuda::jit::compile;

use crate::{device, emulated, nvrtc};

/// The text of the last program that a call loads.
fn program(call: impl FnOnce(&Cuda) -> Result<()>) -> String {
    let (device, texts) = device();
    call(&device).unwrap_or_else(|e| panic!("{e}"));
    texts.lock().unwrap().last().expect("the call has a program").clone()
}

/// With an operation's copy for each slot of a thread, the programs of these chains have up to 500 KB.
#[test]
fn programs_of_heavy_operations_are_small() {
    if !emulated() || !nvrtc() {
        return;
    }
    let programs = [
        ("bumpiness", program(|b| heavy::bumps(&heavy::ground(b, 1000)?).sum().map(drop))),
        ("kept", program(|b| heavy::bumps(&heavy::ground(b, 1000)?).collect().map(drop))),
        ("steepest", program(|b| heavy::slopes(&heavy::ground(b, 1000)?).argmax().map(drop))),
        ("slopes", program(|b| heavy::slopes(&heavy::ground(b, 1000)?).collect().map(drop))),
        ("prefixes", program(|b| heavy::slopes(&heavy::ground(b, 1000)?).scan_inclusive(Sum).collect().map(drop))),
        ("curvature", program(|b| heavy::curvatures(&heavy::ground(b, 1000)?).sum().map(drop))),
        ("sines", program(|b| heavy::sines(&b.filled(1.0, 1000)?).sum().map(drop))),
        ("roots", program(|b| heavy::roots(&b.filled(1.0, 1000)?).sum().map(drop))),
        ("hits", program(|b| heavy::hits(b, 1000).sum().map(drop))),
        ("potentials", program(|b| heavy::potentials(&heavy::bodies(b, 64)?).collect().map(drop))),
        ("operator", {
            let join = op!(|a: f64, b: f64| a.max(b) + (-(a - b).abs()).exp().ln_1p());
            program(|b| b.filled(0.0, 1000)?.iter().scan_inclusive(join).collect().map(drop))
        }),
    ];
    for (name, text) in programs {
        let code = compile(&text, "sm_90", &[]).unwrap_or_else(|e| panic!("{e}")).code().len();
        assert!(code < 80 << 10, "{name}: {code} bytes");
    }
}

#[test]
fn light_operations_are_copied_for_whole_rows() {
    if !emulated() {
        return;
    }
    let text = program(|b| b.filled(0.0f32, 1000)?.iter().map(op!(|v: f32| v * v)).sum().map(drop));
    assert!(text.contains("constexpr u32 HEAVY = 0;\nconstexpr u32 HEAVY_OP = 0;\nconstexpr u32 MOST_ROWS = 8;\n"));
    let text = program(|b| {
        let x = b.filled(0.0f32, 1000)?;
        x.iter().windows::<5>().map(op!(|w: [f32; 5]| w[0] + w[1] + w[2] + w[3] + w[4])).collect().map(drop)
    });
    assert!(text.contains("constexpr u32 HEAVY = 0;\n"), "reads at constants are light");
    let text = program(|b| b.normal::<f32>(Rng::new(1), 1000).collect().map(drop));
    assert!(text.contains("constexpr u32 HEAVY = 0;\n"), "four numbers take one call");
}
