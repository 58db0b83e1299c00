use onrush::prelude::*;

/// Sorts a vector whose length is a power of two.
pub(crate) fn sorted<B: Backend>(x: &DeviceVec<u32, B>) -> onrush::Result<DeviceVec<u32, B>> {
    assert!(x.len().is_power_of_two(), "the network is for powers of two, not for {}", x.len());
    let (mut from, mut to) = (x.try_clone()?, x.try_clone()?);
    let mut k = 2;
    while k <= x.len() {
        // Sequences of k / 2 items, sorted up and down in turn, become sequences of k items.
        let mut j = k / 2;
        while j > 0 {
            let v = from.view();
            let exchange = op!(|i: usize| {
                let (a, b) = (v[i], v[i ^ j]);
                if (i & k == 0) == (i & j == 0) { a.min(b) } else { a.max(b) }
            });
            x.device().tabulate(x.len(), exchange).collect_into(&mut to)?;
            std::mem::swap(&mut from, &mut to);
            j /= 2;
        }
        k *= 2;
    }
    Ok(from)
}

/// A network of comparisons sorts everything if it sorts all sequences of zeros and ones.
pub(crate) fn example<B: Backend>(device: &B) -> onrush::Result<()> {
    for bits in 0..1u32 << 8 {
        let x = device.range(0u32..8).map(op!(|i: u32| (bits >> i) & 1)).collect()?;
        assert!(sorted(&x)?.iter().is_sorted()?, "{bits:b}");
    }
    assert_eq!(sorted(&device.upload(&[6, 2, 7, 7, 0, 5, 1, 3])?)?.to_vec()?, [0, 1, 2, 3, 5, 6, 7, 7]);
    Ok(())
}
