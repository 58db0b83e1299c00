use onrush::prelude::*;

struct Grid;

#[device]
impl Grid {
    fn cell(i: usize, cells: &[f32; 4]) -> f32 {
        let first = Some(cells[0]);
        if let Some(x) = first {
            return x;
        }
        cells.iter().map(|x| x * 2.0);
        println!("{i}");
        cells[i]
    }
}

fn main() {}
