use std::cmp::Ordering;
use std::ops::Range;

use onrush::prelude::*;

/// What a call or a loop gives, as numbers.
pub(crate) trait Answer {
    fn numbers(&self, to: &mut Vec<f64>);

    /// The bytes of its items.
    fn bytes(&self) -> usize
    where
        Self: Sized,
    {
        size_of::<Self>()
    }
}

macro_rules! answers {
    ($($type:ty: $x:ident => $number:expr;)*) => {
        $(impl Answer for $type {
            fn numbers(&self, to: &mut Vec<f64>) {
                let $x = *self;
                to.push($number);
            }
        })*
    };
}

answers! {
    bool: x => f64::from(u8::from(x));
    u32: x => f64::from(x);
    u64: x => x as f64;
    usize: x => x as f64;
    f32: x => f64::from(x);
    f64: x => x;
    Ordering: x => f64::from(x as i8);
}

impl Answer for () {
    fn numbers(&self, _: &mut Vec<f64>) {}
}

impl Answer for Range<usize> {
    fn numbers(&self, to: &mut Vec<f64>) {
        (self.start, self.end).numbers(to);
    }
}

impl Answer for onrush::Moments {
    fn numbers(&self, to: &mut Vec<f64>) {
        (self.count, self.mean, self.squared_deviations).numbers(to);
    }
}

impl<A: Answer> Answer for Option<A> {
    fn numbers(&self, to: &mut Vec<f64>) {
        to.push(f64::from(u8::from(self.is_some())));
        self.iter().for_each(|a| a.numbers(to));
    }
}

impl Answer for std::result::Result<usize, usize> {
    fn numbers(&self, to: &mut Vec<f64>) {
        (self.is_ok(), self.unwrap_or_else(|at| at)).numbers(to);
    }
}

impl<A: Answer, B: Answer> Answer for (A, B) {
    fn numbers(&self, to: &mut Vec<f64>) {
        self.0.numbers(to);
        self.1.numbers(to);
    }
    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes()
    }
}

impl<A: Answer, B: Answer, C: Answer> Answer for (A, B, C) {
    fn numbers(&self, to: &mut Vec<f64>) {
        self.0.numbers(to);
        self.1.numbers(to);
        self.2.numbers(to);
    }
    fn bytes(&self) -> usize {
        self.0.bytes() + self.1.bytes() + self.2.bytes()
    }
}

impl<A: Answer> Answer for Vec<A> {
    fn numbers(&self, to: &mut Vec<f64>) {
        self.iter().for_each(|a| a.numbers(to));
    }
    fn bytes(&self) -> usize {
        size_of_val(self.as_slice())
    }
}

impl<T: Element + Answer, B: Backend> Answer for DeviceVec<T, B> {
    fn numbers(&self, to: &mut Vec<f64>) {
        self.to_vec().expect("the vector can be read").numbers(to);
    }
    fn bytes(&self) -> usize {
        self.len() * size_of::<T>()
    }
}
