use onrush::prelude::*;

/// The inputs, on the host and as device vectors, whose names begin with a `d`.
pub(crate) struct Inputs<B: Backend> {
    pub(crate) device: B,
    pub(crate) n: usize,
    /// Uniformly distributed.
    pub(crate) u: Vec<u32>,
    pub(crate) du: DeviceVec<u32, B>,
    /// Uniformly distributed in 0..100.
    pub(crate) small: Vec<u32>,
    pub(crate) dsmall: DeviceVec<u32, B>,
    /// Uniformly distributed in 0..1.
    pub(crate) f: Vec<f64>,
    pub(crate) df: DeviceVec<f64, B>,
    /// Runs of ten equal keys.
    pub(crate) keys: Vec<u32>,
    pub(crate) dkeys: DeviceVec<u32, B>,
    /// A permutation of 0..n.
    pub(crate) to: Vec<usize>,
    pub(crate) dto: DeviceVec<usize, B>,
    /// The offsets of segments of 1 to 20 items.
    pub(crate) offsets: Vec<usize>,
    pub(crate) doffsets: DeviceVec<usize, B>,
}

impl<B: Backend> Inputs<B> {
    /// `n` is a power of two.
    pub(crate) fn new(device: &B, n: usize, seed: u64) -> onrush::Result<Self> {
        let mix = |i: u64| mix(seed << 32 | i);
        let u: Vec<u32> = (0..n as u64).map(|i| (mix(i) >> 16) as u32).collect();
        let small: Vec<u32> = u.iter().map(|v| v % 100).collect();
        let f: Vec<f64> = u.iter().map(|v| f64::from(*v) / (1u64 << 32) as f64).collect();
        let keys: Vec<u32> = (0..n as u32).map(|i| i / 10).collect();
        let to: Vec<usize> = (0..n).map(|i| i.wrapping_mul(0x9E37_79B9) % n).collect();
        let lengths = (0..).map(|i| 1 + mix(i) as usize % 20);
        let starts = lengths.scan(0, |at, len| Some(std::mem::replace(at, *at + len))).take_while(|at| *at < n);
        let offsets: Vec<usize> = starts.chain([n]).collect();
        let (du, dsmall, df, dkeys) =
            (device.upload(&u)?, device.upload(&small)?, device.upload(&f)?, device.upload(&keys)?);
        let (dto, doffsets) = (device.upload(&to)?, device.upload(&offsets)?);
        Ok(Inputs { device: device.clone(), n, u, du, small, dsmall, f, df, keys, dkeys, to, dto, offsets, doffsets })
    }

    /// Targets of this many elements.
    pub(crate) fn targets<T: Element + Default>(&self, len: usize) -> onrush::Result<(Vec<T>, DeviceVec<T, B>)> {
        Ok((vec![T::default(); len], self.device.filled(T::default(), len)?))
    }
}

fn mix(i: u64) -> u64 {
    let mut z = (i + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
