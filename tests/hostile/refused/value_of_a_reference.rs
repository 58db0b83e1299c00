//! A value that refers to the host's memory.
#![forbid(unsafe_code)]
use onrush_core::lower::Params;
use onrush_core::types::{Scalar, Type};
use onrush::value::Item;
use onrush::{Element, Value};

#[derive(Clone, Copy)]
struct Text(&'static str);

impl Item for Text {
    fn ty() -> Type {
        Type::Scalar(Scalar::U64)
    }
}
impl Value for Text {
    fn write(&self, out: &mut Params) {
        out.word(0x10);
        out.word(1 << 40);
    }
}
impl Element for Text {}

fn main() {}
