//! A hand-written program: its text would run on the device, or in this process if the device is emulated.
#![forbid(unsafe_code)]
use onrush_cuda::Cuda;

fn main() {
    let _ = Cuda::emulated().driver().load("static int stop = [] { __builtin_trap(); return 0; }();", &Default::default(), false);
}
