#[onrush::device]
pub trait Halves {
    fn half(self) -> u32;
}
