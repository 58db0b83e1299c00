//! Items that move between the ranks' devices: those that are to lie on another rank, and no others, leave the device.

use std::ops::Range;
use std::sync::Arc;

use onrush_core::shards::{self, Record};
use onrush_core::{Backend, Result as OwnResult};

use crate::error::Result;
use crate::parcel::Parcel;
use crate::rank::{Rank, Session, lengths};
use crate::wire;

/// Items on a rank's device: those of a range of its vectors.
#[derive(Debug, Clone)]
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

/// What a rank's vectors are during an exchange.
#[derive(Debug)]
pub(crate) enum Shown<'a, V> {
    /// Vectors that ranks of the same process copy from.
    Shared(Arc<V>),
    /// Vectors whose items are sent as bytes.
    Lent(&'a V),
}

impl<V> Shown<'_, V> {
    fn vecs(&self) -> &V {
        match self {
            Shown::Shared(vecs) => vecs,
            Shown::Lent(vecs) => vecs,
        }
    }
}

/// The positions that two ranges have in common, counted from the first one's start.
pub(crate) fn common(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    let start = a.start.max(b.start);
    start - a.start..a.end.min(b.end).max(start) - a.start
}

impl<B: Backend> Rank<B> {
    /// Brings items to other ranks, in new vectors: rank `to` gets those of `pieces(from, to)` of the items that rank `from` holds, those of lower
    /// ranks first. Every rank calls it with the same pieces, and `Shared` vectors or `Lent` ones alike. `pieces(me, me)` may be another
    /// range, or none: what this rank copies for itself. Two rounds.
    ///
    /// Ranks of one process copy shared vectors from each other's memory, by the devices themselves where they can.
    pub(crate) fn exchanged<T: Record>(
        &self,
        session: &mut Session<'_, B>,
        own: OwnResult<Held<Shown<'_, T::Vecs<B>>>>,
        pieces: impl Fn(usize, usize) -> Range<usize>,
    ) -> Result<T::Vecs<B>> {
        let (me, ranks) = (self.rank(), self.size());
        let parcel = match &own {
            Ok(Held { vecs: Shown::Shared(vecs), .. }) if session.in_one_process() => Some(Parcel::new(vecs.clone())),
            _ => None,
        };
        let parts = own.as_ref().map_err(Clone::clone).and_then(|own| {
            let part = |to: usize| {
                let (piece, mut body) = (pieces(me, to), Vec::new());
                let first = own.range.start + piece.start;
                match &parcel {
                    _ if to == me || piece.is_empty() => {}
                    Some(parcel) => body.extend([parcel.number(), first as u64].map(u64::to_le_bytes).concat()),
                    None => T::pack::<B>(own.vecs.vecs(), first..first + piece.len(), &mut body)?,
                }
                Ok(body)
            };
            (0..ranks).map(part).collect()
        });
        let received = session.all_to_all(parts)?;
        if parcel.is_some() {
            let away = (0..ranks).filter(|to| *to != me).map(|to| pieces(me, to).len()).sum::<usize>();
            session.sent(away * T::packed_bytes());
        }
        let new = own.and_then(|own| {
            let len = (0..ranks).map(|from| pieces(from, me).len()).sum();
            // SAFETY: each item is overwritten below, or the vectors are dropped.
            let (mut new, mut end) = unsafe { (T::allocate::<B>(self.device(), len)?, 0) };
            for (from, body) in received.iter().enumerate() {
                let place = end..end + pieces(from, me).len();
                end = place.end;
                if place.is_empty() {
                    lengths("bytes that were sent", 0, body.len())?;
                } else if from == me {
                    let first = own.range.start + pieces(me, me).start;
                    T::copy_part::<B>(&mut new, place.start, own.vecs.vecs(), first..first + place.len())?;
                } else if parcel.is_some() {
                    lengths("bytes that were sent", 16, body.len())?;
                    let first = wire::number(body, 1) as usize;
                    let shared = Parcel::share::<T::Vecs<B>>(wire::number(body, 0));
                    lengths("shared vectors", 1, shared.iter().len())?;
                    if let Some(shared) = shared {
                        let copied = T::copy_part::<B>(&mut new, place.start, &shared, first..first + place.len());
                        // The other rank may drop its vectors as soon as all ranks have come to the last round.
                        self.device().event()?.wait()?;
                        copied?;
                    }
                } else {
                    lengths("bytes that were sent", place.len() * T::packed_bytes(), body.len())?;
                    session.unpack::<T>(body, &mut new, place)?;
                }
            }
            Ok(new)
        });
        session.agree(new)
    }
}
