use onrush::operator::Less;
use onrush::prelude::*;

use super::{Inputs, Table};

/// Takes the lesser of two items, until there are none: calls `take` with the side and the place.
fn merged(left: &[u32], right: &[u32], mut take: impl FnMut(bool, usize)) {
    let (mut l, mut r) = (0, 0);
    while l < left.len() || r < right.len() {
        let from_right = l == left.len() || r < right.len() && right[r] < left[l];
        take(from_right, if from_right { r } else { l });
        l += usize::from(!from_right);
        r += usize::from(from_right);
    }
}

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, half) = (x.n, x.n / 2);
    let sorted = |from: &[u32]| {
        let mut x = from.to_vec();
        x.sort_unstable();
        x
    };
    let (l, r) = (&sorted(&x.u[..half]), &sorted(&x.u[half..]));
    let (dl, dr) = (&x.device.upload(l)?, &x.device.upload(r)?);
    let anew = || {
        let mut out = Vec::with_capacity(n);
        merged(l, r, |from_right, at| out.push(if from_right { r[at] } else { l[at] }));
        out
    };
    let into = |out: &mut Vec<u32>| {
        let mut out = out.iter_mut();
        merged(l, r, |from_right, at| *out.next().expect("there is room") = if from_right { r[at] } else { l[at] });
    };
    t.returns(("merge.merge", "u32", n), anew, || merge(dl, dr).collect())?;
    t.returns(("merge.merge_by", "u32", n), anew, || merge_by(dl, dr, op!(|a: u32, b: u32| a < b)).collect())?;
    t.writes(("merge.merge", "u32 into", n), x.targets(n)?, into, |out| merge(dl, dr).collect_into(out))?;
    t.writes(("merge.merge_by", "u32 into", n), x.targets(n)?, into, |out| {
        merge_by(dl, dr, op!(|a: u32, b: u32| a < b)).collect_into(out)
    })?;

    let (f, df) = (&x.f, &x.df);
    let (dlv, drv) = (|| df.iter().take(half), || df.iter().skip(half));
    let by_key = |keys: &mut Vec<u32>, values: &mut Vec<f64>| {
        let mut places = keys.iter_mut().zip(values);
        merged(l, r, |from_right, at| {
            let (key, value) = places.next().expect("there is room");
            (*key, *value) = if from_right { (r[at], f[half + at]) } else { (l[at], f[at]) };
        });
    };
    let by_key_anew = || {
        let (mut keys, mut values) = (vec![0; n], vec![0.0; n]);
        by_key(&mut keys, &mut values);
        (keys, values)
    };
    let targets = || -> onrush::Result<_> {
        Ok(((vec![0; n], vec![0.0; n]), (x.device.filled(0u32, n)?, x.device.filled(0f64, n)?)))
    };
    t.returns(("merge.merge_by_key", "u32/f64", n), by_key_anew, || merge_by_key(dl, dlv(), dr, drv()).collect())?;
    t.returns(("merge.merge_by_key_with", "u32/f64", n), by_key_anew, || {
        merge_by_key_with(dl, dlv(), dr, drv(), Less).collect()
    })?;
    t.writes(
        ("merge.merge_by_key", "u32/f64 into", n),
        targets()?,
        |(k, v)| by_key(k, v),
        |(k, v)| merge_by_key(dl, dlv(), dr, drv()).collect_into((k, v)),
    )?;
    t.writes(
        ("merge.merge_by_key_with", "u32/f64 into", n),
        targets()?,
        |(k, v)| by_key(k, v),
        |(k, v)| merge_by_key_with(dl, dlv(), dr, drv(), Less).collect_into((k, v)),
    )
}
