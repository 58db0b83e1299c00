//! Where sorted sequences are cut, so that each rank gets the items of its positions.

use std::ops::Range;

use onrush_core::fault::guard;
use onrush_core::function::Function;
use onrush_core::value::Value;
use onrush_core::{Backend, Result as OwnResult};

use crate::error::Result;
use crate::rank::Session;
use crate::wire;

/// The items of a window that a rank sends in a round.
const SAMPLES: usize = 64;

/// The cuts of the sequences at a position of their merged order, in which equal items stand in the order of the sequences and, within one,
/// in their own.
#[derive(Debug, Clone)]
struct Search {
    /// The number of items before the position.
    position: usize,
    /// For each sequence the numbers of its items that can still be the ones before the position.
    windows: Vec<Range<usize>>,
}

/// The indices within a window that are sent: all, or [`SAMPLES`] at equal distances, the first among them.
fn sampled(window: &Range<usize>) -> impl ExactSizeIterator<Item = usize> + use<> {
    let (start, len) = (window.start, window.len());
    let count = len.min(SAMPLES);
    (0..count).map(move |j| start + (len as u128 * j as u128 / count as u128) as usize)
}

impl Search {
    fn is_open(&self) -> bool {
        self.windows.iter().any(|window| !window.is_empty())
    }

    /// Narrows the windows by the sampled items of all of them. It is the same on all ranks, and makes progress whatever the relation says.
    ///
    /// In the samples' merged order, each sequence has at least the items up to its last sample before the one that is looked at, and at
    /// most those before its next. If even the most are fewer than the position, the sample stands before the cut; if the
    /// least, with the sample, are more, behind it.
    fn narrow<T: Value>(&mut self, samples: Vec<Vec<T>>, before: &impl Function<(T, T), Output = bool>) {
        let places: Vec<Vec<usize>> = self.windows.iter().map(|window| sampled(window).collect()).collect();
        let lists = samples.into_iter().enumerate();
        let lists = lists.map(|(of, items)| items.into_iter().enumerate().map(|(j, item)| (of, j, item)).collect());
        let order = merged(lists.collect(), before);
        let next = |of: usize, j: usize| places[of].get(j).copied().unwrap_or(self.windows[of].end);
        let mut least: usize = self.windows.iter().map(|window| window.start).sum();
        let mut most: usize = (0..places.len()).map(|of| next(of, 0)).sum();
        let mut passed: Vec<usize> = self.windows.iter().map(|window| window.start).collect();
        let mut windows = self.windows.clone();
        for (of, j, _) in order {
            let place = places[of][j];
            if most < self.position {
                windows[of].start = place + 1;
            }
            least = least - passed[of] + place + 1;
            passed[of] = place + 1;
            if least > self.position {
                windows[of].end = windows[of].end.min(place);
            }
            most = most - place + next(of, j + 1);
        }
        self.windows = windows;
    }
}

/// Sorted lists as one; of equal items those of an earlier list come first.
fn merged<T: Value>(
    mut lists: Vec<Vec<(usize, usize, T)>>,
    before: &impl Function<(T, T), Output = bool>,
) -> Vec<(usize, usize, T)> {
    while lists.len() > 1 {
        let mut rest = lists.into_iter();
        lists = Vec::new();
        while let Some(left) = rest.next() {
            let Some(right) = rest.next() else {
                lists.push(left);
                break;
            };
            let mut both = Vec::with_capacity(left.len() + right.len());
            let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
            while let Some(b) = right.peek() {
                let from_left = left.next_if(|a| !before.call((b.2, a.2)));
                both.extend(from_left.or_else(|| right.next()));
            }
            both.extend(left);
            lists.push(both);
        }
    }
    lists.pop().unwrap_or_default()
}

/// Cuts sequences at positions of their merged order: returns for each position the number of items of each sequence that stand before it.
/// Every rank has `SIDES` of them: sequence `s` lies on rank `s mod ranks`. The ranks' own sequences may be errors, which then are all ranks'.
///
/// If the relation is no strict weak order, so that later cuts lie before earlier ones, the sequences are cut where they touch the
/// positions: each item stays, as far as possible, where it is.
///
/// `items` gives this rank's items at pairs of a side and an index.
pub(crate) fn cuts<const SIDES: usize, T: Value, B: Backend>(
    session: &mut Session<'_, B>,
    (own, ranks): (usize, usize),
    items: OwnResult<impl Fn(&[(usize, usize)]) -> OwnResult<Vec<T>>>,
    lens: &[usize],
    positions: &[usize],
    before: &impl Function<(T, T), Output = bool>,
) -> Result<Vec<Vec<usize>>> {
    let of = |position| Search { position, windows: lens.iter().map(|len| 0..*len).collect() };
    let mut searches: Vec<Search> = positions.iter().map(|position| of(*position)).collect();
    while searches.iter().any(Search::is_open) {
        let samples = items.as_ref().map_err(Clone::clone).and_then(|items| {
            let mut places = Vec::new();
            for search in &searches {
                for side in 0..SIDES {
                    places.extend(sampled(&search.windows[side * ranks + own]).map(|place| (side, place)));
                }
            }
            Ok(wire::items(&items(&places)?))
        });
        let bodies = session.all_gather(samples)?;
        let mut samples: Vec<_> = bodies.iter().map(|body| session.items::<T>(body).into_iter()).collect();
        for (rank, samples) in samples.iter().enumerate() {
            let of_rank = |search: &Search| -> usize {
                search.windows.iter().skip(rank).step_by(ranks).map(|window| sampled(window).len()).sum()
            };
            let expected: usize = searches.iter().map(of_rank).sum();
            if samples.len() != expected {
                return Err(session.unfit(rank, "another number of items than it has"));
            }
        }
        for search in &mut searches {
            let counts = search.windows.iter().map(|window| sampled(window).len()).enumerate();
            let parts = counts.map(|(of, count)| samples[of % ranks].by_ref().take(count).collect()).collect();
            session.alike(guard(|| search.narrow(parts, before)))?;
        }
        // Ranks whose relations differ search elsewhere.
        session.found(&searches.iter().map(|search| &search.windows).collect::<Vec<_>>());
    }
    session.next_section();
    let mut cuts: Vec<Vec<usize>> = searches.into_iter().map(|search| starts(&search.windows)).collect();
    if cuts.windows(2).any(|two| two[0].iter().zip(&two[1]).any(|(a, b)| a > b)) {
        let touched = |position: usize| {
            let mut first = 0;
            let cut = |len: &usize| {
                first += len;
                position.clamp(first - len, first) - (first - len)
            };
            lens.iter().map(cut).collect()
        };
        cuts = positions.iter().map(|position| touched(*position)).collect();
    }
    Ok(cuts)
}

/// The items of a sequence that go to a rank: those between the cuts at its borders.
pub(crate) fn part(cuts: &[Vec<usize>], lens: &[usize], of: usize, to: usize) -> Range<usize> {
    let start = if to == 0 { 0 } else { cuts[to - 1][of] };
    start..cuts.get(to).map_or(lens[of], |cuts| cuts[of])
}

fn starts(windows: &[Range<usize>]) -> Vec<usize> {
    windows.iter().map(|window| window.start).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use onrush::prelude::*;
    use onrush_core::operator::Less;

    /// Cuts sequences on one thread. Returns the cuts and the number of rounds.
    fn cut(
        sequences: &[Vec<u32>],
        position: usize,
        before: &impl Function<(u32, u32), Output = bool>,
    ) -> (Vec<usize>, u32) {
        let mut search = Search { position, windows: sequences.iter().map(|items| 0..items.len()).collect() };
        let mut rounds = 0;
        while search.is_open() {
            let of = |(items, window): (&Vec<u32>, &Range<usize>)| sampled(window).map(|place| items[place]).collect();
            let samples = sequences.iter().zip(&search.windows).map(of).collect();
            let open: usize = search.windows.iter().map(|window| window.len()).sum();
            search.narrow(samples, before);
            assert!(search.windows.iter().map(|window| window.len()).sum::<usize>() < open, "progress");
            rounds += 1;
        }
        (starts(&search.windows), rounds)
    }

    fn sequences(lens: &[usize], item: impl Fn(usize, usize) -> u32) -> Vec<Vec<u32>> {
        lens.iter().enumerate().map(|(of, len)| (0..*len).map(|i| item(of, i)).collect()).collect()
    }

    #[test]
    fn cuts_are_those_of_the_stable_order() {
        let mix = |of: usize, i: usize| ((of * 7919 + i * 104_729) % 1_000_003) as u32;
        let kinds: [&dyn Fn(usize, usize) -> u32; 4] =
            [&mix, &|of, i| mix(of, i) % 5, &|_, _| 7, &|of, i| (of * 100_000 + i) as u32];
        for lens in [vec![0, 0, 3], vec![1, 1], vec![1000, 0, 5000, 64, 65], vec![20_000; 3], vec![3000; 9]] {
            for kind in kinds {
                let mut items = sequences(&lens, kind);
                items.iter_mut().for_each(|items| items.sort());
                let of = |(of, items): (usize, &Vec<u32>)| items.iter().map(|item| (*item, of)).collect::<Vec<_>>();
                let mut all: Vec<(u32, usize)> = items.iter().enumerate().flat_map(of).collect();
                all.sort();
                for position in [0, 1, all.len() / 3, all.len() / 2, all.len().saturating_sub(1), all.len()] {
                    let position = position.min(all.len());
                    let (cuts, rounds) = cut(&items, position, &Less);
                    let of = |of: usize| all[..position].iter().filter(|item| item.1 == of).count();
                    assert_eq!(cuts, (0..lens.len()).map(of).collect::<Vec<_>>(), "{lens:?}, {position}");
                    assert!(rounds <= 5, "{rounds} rounds of {lens:?}");
                }
            }
        }
    }

    #[test]
    fn relations_that_are_no_order_end_with_as_many_items() {
        let items = sequences(&[1000, 300, 0, 2000], |of, i| ((of + 3 * i) % 11) as u32);
        for position in [0, 1, 700, 3299, 3300] {
            let sum = |cuts: (Vec<usize>, u32)| cuts.0.iter().sum::<usize>();
            assert_eq!(sum(cut(&items, position, &op!(|_: u32, _: u32| true))), position);
            assert_eq!(sum(cut(&items, position, &op!(|a: u32, b: u32| (a * 5 + b) % 3 == 0))), position);
        }
    }
}
