//! Every public trait whose false implementation could break memory is unsafe to implement.
#![forbid(unsafe_code)]
use onrush_core::device::{Check, DeviceId};
use onrush::error::Result;
use onrush::expr::{Expr, Indexed, Repeatable};
use onrush::function::{Builtin, Capture, DeviceFunction, DeviceMethod, DeviceOperator, method_name};
use onrush_core::lower::{Params, TranslationUnit};
use onrush::operator::{Bits, Operator};
use onrush_core::scalars::Primitive;
use onrush::prelude::*;
use onrush_core::storage::Record;
use onrush::{Key, Memory};

#[derive(Clone, Copy, Debug, Element)]
#[repr(C)]
struct Mine(u32);

impl Key for Mine {
    const WORDS: usize = 1;
    fn word(&self, _: usize) -> u64 {
        u64::MAX
    }
    fn word_bits(_: usize) -> u32 {
        1
    }
}

impl Operator<Mine> for Sum {}
// `Number`, `Integer`, `Signed` and `Float` require it.
impl Primitive for Mine {}
impl Bits for Mine {}
impl Builtin for Mine {}
impl DeviceMethod<{ method_name("add") }> for Mine {
    fn lower(_: &mut TranslationUnit) -> String {
        "*(int*)16 = 0, ".into()
    }
}
impl onrush::__private::TraitMethod<{ method_name("add") }, 7, Mine> for u32 {
    type Receiver = onrush::__private::Taken;
    fn host() -> Mine {
        Mine(0)
    }
    fn lower(_: &mut TranslationUnit) -> String {
        "*(int*)16 = 0, ".into()
    }
}
impl DeviceOperator<{ method_name("add") }, Mine> for Mine {
    fn lower(_: &mut TranslationUnit) -> String {
        "*(int*)16 = 0, ".into()
    }
}

enum Function {}
impl DeviceFunction for Function {
    fn lower(_: &mut TranslationUnit) -> String {
        "*(int*)16 = 0, ".into()
    }
}

#[derive(Clone, Copy)]
struct Address;
impl Capture for Address {
    fn spell(_: &mut TranslationUnit) -> String {
        "u64*".into()
    }
    fn write(&self, out: &mut Params) {
        out.word(0x10);
    }
}

struct Slots;
impl Expr for Slots {
    type Item = u32;
    type Count = ();
    fn slots(&self) -> usize {
        1 << 40
    }
    unsafe fn slot(&self, _: usize) -> Option<u32> {
        None
    }
    fn check(&self, _: &mut Check) {}
    fn params(&self, _: &mut Params) {}
    fn lower(_: &mut TranslationUnit) -> String {
        String::new()
    }
}
impl Indexed for Slots {
    unsafe fn at(&self, _: usize) -> u32 {
        0
    }
}
impl Repeatable for Slots {}

#[derive(Debug)]
struct Nowhere;
impl Memory for Nowhere {
    fn address(&self) -> *mut u8 {
        std::ptr::without_provenance_mut(0x10)
    }
    fn bytes(&self) -> usize {
        1 << 40
    }
}

fn main() -> Result<()> {
    let _ = (DeviceId::HOST, std::any::type_name::<dyn Fn(<u32 as Record>::Vecs<Cpu>)>());
    Ok(())
}
