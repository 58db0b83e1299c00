//! The recipes of the guide, on several backends; the documentation runs them on the best device.

use onrush::prelude::*;
use onrush_cuda::Cuda;

#[path = "../src/guide/recipes/allocate.rs"]
mod allocate;
#[path = "../src/guide/recipes/bitonic_sort.rs"]
mod bitonic_sort;
#[path = "../src/guide/recipes/blelloch.rs"]
mod blelloch;
#[path = "../src/guide/recipes/head_flags.rs"]
mod head_flags;
#[path = "../src/guide/recipes/hillis_steele.rs"]
mod hillis_steele;
#[path = "../src/guide/recipes/merge_by_ranks.rs"]
mod merge_by_ranks;
#[path = "../src/guide/recipes/parts.rs"]
mod parts;
#[path = "../src/guide/recipes/recurrence.rs"]
mod recurrence;
#[path = "../src/guide/recipes/sparse_matrix.rs"]
mod sparse_matrix;
#[path = "../src/guide/recipes/split_sort.rs"]
mod split_sort;
#[path = "../src/guide/recipes/sum_by_key.rs"]
mod sum_by_key;
#[path = "../src/guide/recipes/summed_areas.rs"]
mod summed_areas;

/// A test for each recipe and backend.
macro_rules! recipes {
    ($($recipe:ident)*) => {
        mod cpu {
            use super::*;
            $(#[test]
            fn $recipe() -> onrush::Result<()> {
                super::$recipe::example(&Cpu::with_threads(2)?)
            })*
        }
        mod emulated {
            use super::*;
            $(#[test]
            fn $recipe() -> onrush::Result<()> {
                super::$recipe::example(&Cuda::emulated())
            })*
        }
    };
}

recipes! {
    allocate bitonic_sort blelloch head_flags hillis_steele merge_by_ranks parts recurrence sparse_matrix split_sort sum_by_key
    summed_areas
}

#[path = "../examples/21_conjugate_gradients.rs"]
mod conjugate_gradients;

/// Every backend takes the same steps to the same bits.
#[test]
fn conjugate_gradients_on_every_backend() -> onrush::Result<()> {
    let [cpu, emulated] = [
        conjugate_gradients::example(&Cpu::with_threads(2)?, 12)?,
        conjugate_gradients::example(&Cuda::emulated(), 12)?,
    ];
    assert_eq!(cpu.1, emulated.1);
    assert!(cpu.0.iter().zip(&emulated.0).all(|(a, b)| a.to_bits() == b.to_bits()));
    Ok(())
}

#[path = "../examples/gallery/pictures.rs"]
mod pictures;
#[path = "../examples/gallery/svg.rs"]
mod svg;

/// The pictures of the gallery are those in `docs/gallery`, byte for byte.
fn the_pictures<B: Backend>(device: &B) -> onrush::Result<()> {
    for (name, svg) in pictures::all(device)? {
        let file = format!("{}/docs/gallery/{name}.svg", env!("CARGO_MANIFEST_DIR"));
        let expected = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(svg == expected, "{} makes another {file}; `cargo run --example gallery` writes it", device.name());
    }
    Ok(())
}

#[test]
fn the_pictures_of_a_cpu() -> onrush::Result<()> {
    the_pictures(&Cpu::with_threads(2)?)
}

#[test]
fn the_pictures_of_the_emulated_device() -> onrush::Result<()> {
    the_pictures(&Cuda::emulated())
}
