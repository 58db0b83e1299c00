//! onrush-cpu

// The backend that calls these is not here yet.
#[allow(dead_code)]
mod memory;
#[allow(dead_code)]
mod sort;
