//! Items that move between the ranks' devices: those that are to lie on another rank, and no others, leave the device.

use std::ops::Range;

use onrush_core::shards::{self, Record};
use onrush_core::{Backend, Result as OwnResult};

use crate::error::Result;
use crate::rank::{Rank, Session, lengths};

/// Items on a rank's device: those of a range of its vectors.
#[derive(Debug)]
pub(crate) struct Held<V> {
    pub(crate) vecs: V,
    pub(crate) range: Range<usize>,
}

impl<V> Held<V> {
    /// All items of vectors.
    pub(crate) fn all<T: Record<Vecs<B> = V>, B: Backend>(vecs: V, device: &B) -> Self {
        let len = shards::slots(&shards::chain(T::items::<B>(&vecs), device));
        Held { vecs, range: 0..len }
    }
}

/// The positions that two ranges have in common.
fn common(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    let start = a.start.max(b.start);
    start..a.end.min(b.end).max(start)
}

impl<B: Backend> Rank<B> {
    /// Brings to each rank the items of the positions that it needs, in new vectors. Rank `r` has those of the positions `has[r]`, which
    /// don't overlap and follow each other. One round.
    pub(crate) fn exchanged<T: Record>(
        &self,
        session: &mut Session<'_, B>,
        own: OwnResult<Held<&T::Vecs<B>>>,
        has: &[Range<usize>],
        needs: &[Range<usize>],
    ) -> Result<OwnResult<T::Vecs<B>>> {
        let (me, device) = (self.rank(), self.device());
        let parts = own.as_ref().map_err(Clone::clone).and_then(|own| {
            let part = |(to, need): (usize, &Range<usize>)| {
                let mut body = Vec::new();
                let of = common(&has[me], need);
                if to != me && !of.is_empty() {
                    let first = own.range.start + (of.start - has[me].start);
                    T::pack::<B>(own.vecs, first..first + of.len(), &mut body)?;
                }
                Ok(body)
            };
            needs.iter().enumerate().map(part).collect()
        });
        let received = session.all_to_all(parts)?;
        let Ok(own) = own else { return Err(session.unfit(me, "an error that it didn't get back")) };
        let need = &needs[me];
        // SAFETY: each item is overwritten below, or the vectors are dropped: `has` covers all positions, and the lengths are compared.
        let new = unsafe { T::allocate::<B>(device, need.len()) };
        Ok(new.and_then(|mut new| {
            let mut written = 0;
            for (from, body) in received.iter().enumerate() {
                let of = common(&has[from], need);
                let at = of.start - need.start.min(of.start);
                if of.is_empty() {
                    lengths("items that were sent", 0, body.len())?;
                } else if from == me {
                    let first = own.range.start + (of.start - has[me].start);
                    T::copy::<B>(own.vecs, first..first + of.len(), &mut new, at)?;
                } else {
                    lengths("items that were sent", of.len() * T::packed_bytes(), body.len())?;
                    session.unpack::<T>(body, &mut new, at..at + of.len())?;
                }
                written += of.len();
            }
            lengths("items that were sent", need.len(), written)?;
            Ok(new)
        }))
    }
}
