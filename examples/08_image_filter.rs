//! An image filter: the edges in a picture, by Sobel's operator.
//!
//! It shows windows of two dimensions, and bytes that come from a file and go to one.
//! `cargo run --example 08_image_filter -- FROM.pgm TO.pgm` filters a picture of yours: an 8-bit PGM, which image viewers
//! open and `magick picture.png picture.pgm` makes. Without arguments it filters a shaded view of Mount St. Helens into
//! target/edges.pgm.

use std::error::Error;
use std::fs;

use onrush::prelude::*;

/// The width, the height and the pixels of a binary PGM: "P5", three numbers, one white space, a byte per pixel.
fn parse(file: &[u8]) -> Option<(usize, usize, &[u8])> {
    let (mut numbers, mut at) = ([0usize; 3], 2);
    for number in &mut numbers {
        let start = at + file.get(at..)?.iter().position(u8::is_ascii_digit)?;
        at = start + file[start..].iter().position(|b| !b.is_ascii_digit())?;
        *number = std::str::from_utf8(&file[start..at]).ok()?.parse().ok()?;
    }
    let [width, height, white] = numbers;
    let pixels = file.get(at + 1..)?;
    let good = file.starts_with(b"P5") && white == 255 && width > 0 && pixels.len() == width.checked_mul(height)?;
    good.then_some((width, height, pixels))
}

/// The steepness of the brightness between the neighbours of a pixel, which stands in the middle of three rows and columns.
#[device]
fn sobel(p: [[i32; 3]; 3]) -> u8 {
    let across = p[0][2] + 2 * p[1][2] + p[2][2] - p[0][0] - 2 * p[1][0] - p[2][0];
    let down = p[2][0] + 2 * p[2][1] + p[2][2] - p[0][0] - 2 * p[0][1] - p[0][2];
    ((across * across + down * down) as f32).sqrt().min(255.0) as u8
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/data/st-helens.pgm");
    let from = arguments.next().unwrap_or(shipped.into());
    let to = arguments.next().unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/target/edges.pgm").into());
    let file = fs::read(&from)?;
    let (width, height, pixels) = parse(&file).ok_or("the file is not an 8-bit PGM")?;

    let device = Device::best()?;
    let on_device = device.upload(pixels)?;
    // At the border, the pixels outside repeat those of the border.
    let around = on_device.iter().map(op!(|p: u8| p as i32)).grid(height, width).windows_around::<3, 3>(Border::Clamp);
    let edges = around.map(op!(|p: [[i32; 3]; 3]| sobel(p))).collect()?.to_vec()?;

    let mut out = format!("P5\n{width} {height}\n255\n").into_bytes();
    out.extend(&edges);
    if let Some(folder) = std::path::Path::new(&to).parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&to, out)?;
    println!("{to}: the edges of {from}, {width} x {height} pixels");

    // A `#[device]` function is a plain function on the host, too.
    let at = |y: usize, x: usize| pixels[y.clamp(1, height) * width - width + x.clamp(1, width) - 1] as i32;
    for (i, edge) in edges.into_iter().enumerate() {
        let (y, x) = (i / width, i % width);
        assert_eq!(
            edge,
            sobel([0, 1, 2].map(|r| [at(y + r, x), at(y + r, x + 1), at(y + r, x + 2)])),
            "pixel {x}, {y}"
        );
    }
    Ok(())
}
