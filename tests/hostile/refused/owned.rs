//! What reads a vector can't outlive the memory that it gives back, and a `Vec` that was taken over is the vector's.
#![forbid(unsafe_code)]
use onrush::prelude::*;

fn main() -> onrush::Result<()> {
    let device = Device::best()?;
    let numbers = vec![1, 2];
    let x = DeviceVec::from_vec(&device, numbers)?;
    let _ = numbers.len();
    let (chain, view, part) = (x.iter(), x.view(), x.slice(1..)?);
    let back = x.into_vec()?;
    let _ = (chain.sum()?, view.len(), part.len(), back, x.len());
    Ok(())
}
