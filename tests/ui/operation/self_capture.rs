use onrush::prelude::*;

struct Filter {
    cut: f32,
}

impl Filter {
    fn apply<B: Backend>(&self, x: &DeviceVec<f32, B>) -> onrush::Result<usize> {
        x.iter().filter(op!(|v: f32| v > self.cut)).count()
    }
}

fn main() {}
