use onrush::prelude::*;

mod unmarked {
    use onrush::device;

    pub trait Plain {
        fn plain(self) -> u32;
    }

    #[device]
    impl Plain for u32 {
        fn plain(self) -> u32 {
            self + 1
        }
    }
}

#[device]
trait Names {
    fn pow(self, n: u32) -> u32;
}

#[device]
impl Names for u32 {
    fn pow(self, n: u32) -> u32 {
        self + n
    }
}

#[device]
trait Scale<T> {
    fn scale(self, by: T) -> Self;
}

#[device]
impl Scale<f32> for f32 {
    fn scale(self, by: f32) -> f32 {
        self * by
    }
}

#[device]
trait Half {
    fn half(self) -> Self;
}

#[device]
trait OfAll {
    fn of_all(self) -> Self;
}

#[device]
impl<T: Number> OfAll for T {
    fn of_all(self) -> T {
        self / T::cast_from(2)
    }
}

#[device]
impl Half for [u32; 2] {
    fn half(self) -> [u32; 2] {
        self
    }
}

#[device]
impl Half for (u32, f32) {
    fn half(self) -> (u32, f32) {
        self
    }
}

#[device]
impl Half for &u32 {
    fn half(self) -> Self {
        self
    }
}

#[device]
impl Half for char {
    fn half(self) -> char {
        self
    }
}

type Number32 = u32;

#[device]
impl Half for Number32 {
    fn half(self) -> Number32 {
        self
    }
}

mod named_as_an_operator {
    use onrush::device;

    #[device]
    pub trait Sub {
        fn subtracted(self, by: u32) -> u32;
    }

    #[device]
    impl Sub for u32 {
        fn subtracted(self, by: u32) -> u32 {
            self - by
        }
    }
}

fn main() {}
