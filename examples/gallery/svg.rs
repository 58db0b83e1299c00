//! Pictures as SVG, which web pages and the documentation show at any size.

use std::fmt::Write;

/// A picture of pixels, each with a colour of the palette. Pixels of the first colour are the background's.
pub(crate) fn pixels(of: &[u8], width: usize, palette: &[&str]) -> String {
    let mut paths = vec![String::new(); palette.len()];
    // The pen of each colour, where the next stroke's move starts.
    let mut pens = vec![(0, 0); palette.len()];
    for (y, row) in of.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|a, b| a == b) {
            let colour = run[0] as usize;
            let (path, pen) = (&mut paths[colour], &mut pens[colour]);
            let (x0, y0) = (x as i64, y as i64);
            let _ = write!(path, "m{} {}h{}", x0 - pen.0, y0 - pen.1, run.len());
            x += run.len();
            *pen = (x as i64, y0);
        }
    }
    let height = of.len() / width;
    let mut svg = head(width, height);
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", palette[0]);
    for (path, colour) in paths.iter().zip(palette).skip(1).filter(|(path, _)| !path.is_empty()) {
        let _ = writeln!(
            svg,
            "<path shape-rendering=\"crispEdges\" transform=\"translate(0 .5)\" stroke=\"{colour}\" d=\"{path}\"/>"
        );
    }
    svg + "</svg>\n"
}

/// Lines through points at equal distances, whose values are 0 at the bottom and 1 at the top.
pub(crate) fn lines(of: &[(&[f32], &str)], width: usize, height: usize) -> String {
    let mut svg = head(width, height);
    let _ = writeln!(svg, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    for (values, colour) in of {
        let points = values.iter().enumerate().map(|(i, v)| {
            let (x, y) = (i * width / values.len(), (1.0 - v) * height as f32);
            format!("{x} {y:.1}")
        });
        let points: Vec<_> = points.collect();
        let _ = writeln!(svg, "<path fill=\"none\" stroke=\"{colour}\" d=\"M{}\"/>", points.join("L"));
    }
    svg + "</svg>\n"
}

/// The head of a picture that is shown 320 pixels wide.
fn head(width: usize, height: usize) -> String {
    let shown = 320 * height / width;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"320\" height=\"{shown}\" viewBox=\"0 0 {width} {height}\">\n"
    )
}
