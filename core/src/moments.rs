//! Means and variances: the functions and operators of which [`Chain::moments`](crate::Chain::moments) consists.

use onrush_macros::op;

use crate::algo::{Fold, plain};
use crate::device::Check;
use crate::function::Function;
use crate::functor::Whole;
use crate::lower::members;
use crate::number::Number;
use crate::operator::{Max, Min, Operator, Sum, commutative};
use crate::value::Value;

/// The number, the mean and the variance of items; made by [`Chain::moments`](crate::Chain::moments).
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct Moments {
    /// The number of items, at least one.
    pub count: usize,
    /// The mean of the items.
    pub mean: f64,
    /// The sum of the squares of their deviations from the mean.
    pub squared_deviations: f64,
}

impl Moments {
    /// The variance of the items as a whole population: the mean of the squared deviations.
    pub fn variance(&self) -> f64 {
        self.squared_deviations / self.count as f64
    }

    /// The estimate of the variance of a population of which the items are a sample: squared deviations are divided by the
    /// count less one. `None` for a single item.
    pub fn sample_variance(&self) -> Option<f64> {
        (self.count > 1).then(|| self.squared_deviations / (self.count - 1) as f64)
    }

    /// The square root of the [`variance`](Moments::variance).
    pub fn standard_deviation(&self) -> f64 {
        self.variance().sqrt()
    }
}

/// A number as an `f64`.
#[inline(always)]
pub fn as_f64<T: Number>() -> impl Function<(T,), Output = f64> {
    op!(|x: T| x.cast::<f64>())
}

/// A number with the count 1.
#[inline(always)]
pub fn counted<T: Number>() -> impl Function<(T,), Output = (u64, f64)> {
    op!(|x: T| (1u64, x.cast::<f64>()))
}

/// The sum of a part, divided by its number of items, which lie between two offsets.
#[inline(always)]
pub(crate) fn mean_of() -> impl Function<((f64, [f64; 2]),), Output = f64> {
    // A NaN by division has another sign on each machine.
    op!(|(sum, ends): (f64, [f64; 2])| if ends[0] < ends[1] { sum / (ends[1] - ends[0]) } else { f64::NAN })
}

/// The count, the mean and the squared deviations of a part of the items.
pub type State = (f64, f64, f64);

/// The moments of a single number.
#[inline(always)]
pub fn moment<T: Number>() -> impl Function<(T,), Output = State> {
    op!(|x: T| (1.0, x.cast::<f64>(), 0.0))
}

/// Combines the moments of two parts. The roundings of the parts in either order differ; the association is fixed all the same.
///
/// T. Chan, G. Golub and R. LeVeque, *Algorithms for Computing the Sample Variance*, 1983.
#[inline(always)]
pub fn merge_moments() -> impl Operator<State> {
    commutative(op!(|a: State, b: State| {
        let (count, delta) = (a.0 + b.0, b.1 - a.1);
        let share = b.0 / count;
        (count, a.1 + delta * share, a.2 + b.2 + delta * delta * (a.0 * share))
    }))
}

/// The moments of items whose state this is.
pub fn of_state((count, mean, squared_deviations): State) -> Moments {
    Moments { count: count as usize, mean, squared_deviations }
}

/// The reduction of a part of `len` items to its mean.
pub(crate) fn mean_of_each(len: usize) -> Fold<f64, Sum, impl Function<(f64, usize), Output = f64>, f64> {
    let len = len as f64;
    Fold { op: Sum, init: None, finish: op!(|sum: f64, _: usize| sum / len), empty: f64::NAN }
}

/// The reduction of a part to its variance: the squared deviations, divided by the number of items less `spent`. NaN if that is 0.
pub(crate) fn variance_of(
    spent: f64,
) -> Fold<State, impl Operator<State>, impl Function<(State, usize), Output = f64>, f64> {
    // A NaN by division has another sign on each machine.
    let finish = op!(|(count, _, squares): State, _: usize| {
        if count > spent { squares / (count - spent) } else { f64::NAN }
    });
    Fold { op: merge_moments(), init: None, finish, empty: f64::NAN }
}

/// The reduction of a part to its smallest and largest item.
#[allow(clippy::type_complexity)]
pub(crate) fn minmax_of<T: Number>() -> Fold<(T, T), Both<Min, Max>, Whole, (T, T)> {
    Fold { op: Both(Min, Max), init: None, finish: Whole, empty: (plain(Min).empty, plain(Max).empty) }
}

/// Two operators: one on the first parts of pairs, the other on the second ones.
#[derive(Debug, Clone, Copy)]
pub struct Both<F, G>(pub F, pub G);

// SAFETY: `call` only calls the two [`Function`]s, which keep the contract; `Both` in pair.cuh does the same.
unsafe impl<S: Value, T: Value, F: Operator<S>, G: Operator<T>> Function<((S, T), (S, T))> for Both<F, G> {
    type Output = (S, T);
    #[inline(always)]
    fn call(&self, (a, b): ((S, T), (S, T))) -> (S, T) {
        (self.0.call((a.0, b.0)), self.1.call((a.1, b.1)))
    }
    #[inline(always)]
    fn check(&self, check: &mut Check) {
        self.0.check(check);
        self.1.check(check);
    }
    members! {
        |this, unit| ["pair.cuh"] format!("Both<{}, {}>", F::lower(unit), G::lower(unit)) =>
        a: params this.0, b: params this.1
    }
}
// SAFETY: a law that holds for both operators holds for pairs, whose parts are combined independently.
unsafe impl<S: Value, T: Value, F: Operator<S>, G: Operator<T>> Operator<(S, T)> for Both<F, G> {
    const COMMUTATIVE: bool = F::COMMUTATIVE && G::COMMUTATIVE;
    const EXACT: bool = F::EXACT && G::EXACT;
    fn identity() -> Option<(S, T)> {
        F::identity().zip(G::identity())
    }
}
