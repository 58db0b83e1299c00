use onrush::prelude::*;

use super::{Inputs, Table};

pub(crate) fn rows<B: Backend>(t: &mut Table<'_, B>, x: &Inputs<B>) -> onrush::Result<()> {
    let (n, device, u, du) = (x.n, &x.device, &x.u, &x.du);
    // Each item is repeated up to three times.
    let counts = || u.iter().map(|v| (v % 4) as usize);
    let dcounts = || du.iter().map(op!(|v: u32| v % 4));
    let all: usize = counts().sum();
    t.returns(
        ("expand.repeat", "u32", n),
        || u.iter().zip(counts()).flat_map(|(v, times)| std::iter::repeat_n(*v, times)).collect::<Vec<_>>(),
        || du.iter().repeat(dcounts()).collect(),
    )?;
    t.writes(
        ("expand.repeat", "u32 into", n),
        x.targets(all)?,
        |out: &mut Vec<u32>| {
            let mut rest = &mut out[..];
            for (v, times) in u.iter().zip(counts()) {
                let (places, after) = std::mem::take(&mut rest).split_at_mut(times);
                places.fill(*v);
                rest = after;
            }
        },
        |out| du.iter().repeat(dcounts()).collect_into(out),
    )?;

    // Of the right keys each occurs twice; half of the left ones are found.
    let right: Vec<u32> = (0..n as u32).map(|i| i / 2).collect();
    let left: Vec<u32> = u.iter().map(|v| v % n as u32).collect();
    let (dright, dleft) = (&device.upload(&right)?, &device.upload(&left)?);
    let (right, left) = (&right[..], &left[..]);
    let range = |key: u32| {
        let from = right.partition_point(|v| *v < key);
        from..from + right[from..].iter().take_while(|v| **v == key).count()
    };
    let pairs = |outer: bool| {
        let (mut l, mut r) = (Vec::new(), Vec::new());
        for (at, key) in left.iter().enumerate() {
            let found = range(*key);
            if outer && found.is_empty() {
                l.push(at);
                r.push(usize::MAX);
            }
            found.for_each(|place| {
                l.push(at);
                r.push(place);
            });
        }
        (l, r)
    };
    let which = |found: bool| {
        let kept = left.iter().enumerate().filter(|(_, key)| range(**key).is_empty() != found);
        kept.map(|(at, _)| at).collect::<Vec<usize>>()
    };
    let targets = |len| -> onrush::Result<_> { Ok((device.filled(0usize, len)?, device.filled(0usize, len)?)) };
    macro_rules! joins {
        ($outer:literal $call:ident; $found:literal $which:ident) => {
            let len = pairs($outer).0.len();
            t.returns(
                (concat!("expand.", stringify!($call)), "u32", n),
                || pairs($outer),
                || $call(dleft, dright).collect(),
            )?;
            t.writes(
                (concat!("expand.", stringify!($call)), "u32 into", n),
                ((vec![0; len], vec![0; len]), targets(len)?),
                |out| *out = pairs($outer),
                |(l, r)| $call(dleft, dright).collect_into((l, r)),
            )?;
            t.returns(
                (concat!("expand.", stringify!($which)), "u32", n),
                || which($found),
                || $which(dleft, dright).collect(),
            )?;
            t.writes(
                (concat!("expand.", stringify!($which)), "u32 into", n),
                x.targets(n)?,
                |out: &mut Vec<usize>| out.iter_mut().zip(which($found)).for_each(|(y, at)| *y = at),
                |out| $which(dleft, dright).collect_into(out),
            )?;
        };
    }
    joins!(false join_inner; true join_semi);
    joins!(true join_left; false join_anti);

    // The segments in the opposite order.
    let (offsets, parts) = (&x.offsets, x.offsets.len() - 1);
    let starts: Vec<usize> = offsets[..parts].iter().rev().copied().collect();
    let lengths = offsets.windows(2).rev().map(|w| w[1] - w[0]);
    let to: Vec<usize> = std::iter::once(0)
        .chain(lengths)
        .scan(0, |at, len| {
            *at += len;
            Some(*at)
        })
        .collect();
    let (dstarts, dto) = (&device.upload(&starts)?, &device.upload(&to)?);
    let gathered = |out: &mut [u32]| {
        for (from, w) in starts.iter().zip(to.windows(2)) {
            out[w[0]..w[1]].copy_from_slice(&u[*from..*from + w[1] - w[0]]);
        }
    };
    let anew = || {
        let mut out = vec![0; n];
        gathered(&mut out);
        out
    };
    t.returns(("expand.gather_segments", "u32", n), anew, || du.iter().gather_segments(dstarts, dto).collect())?;
    t.writes(
        ("expand.gather_segments", "u32 into", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| gathered(out),
        |out| du.iter().gather_segments(dstarts, dto).collect_into(out),
    )?;
    t.writes(
        ("expand.scatter", "u32", n),
        x.targets(n)?,
        |out: &mut Vec<u32>| {
            for (to, w) in starts.iter().zip(to.windows(2)) {
                out[*to..*to + w[1] - w[0]].copy_from_slice(&u[w[0]..w[1]]);
            }
        },
        |out| du.iter().segments(dto).scatter(dstarts, out),
    )
}
