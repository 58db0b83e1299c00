//! Values of Rust constants, written into device text when it is made.

use super::TranslationUnit;
use crate::types::{Scalar, Type};
use crate::value::Value;

/// A constant that a `#[device]` function names: its value is known when the function is lowered.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be a constant of device code",
    label = "not a number, an array or a struct of these",
    note = "of a reference the constant is what it refers to: `const LETTERS: [u8; 4] = *b\"ACGT\";`",
    note = "a function is passed by a closure that calls it: `|x| f(x)`"
)]
pub trait Constant {
    /// The value as a C++ expression.
    fn text(&self, unit: &mut TranslationUnit) -> String;
}

impl<T: Value> Constant for T {
    fn text(&self, unit: &mut TranslationUnit) -> String {
        let mut params = super::Params::new();
        self.write(&mut params);
        spell(unit, &T::ty(), params.bytes())
    }
}

/// A device names the elements themselves.
impl<T: Value, const N: usize> Constant for &'static [T; N] {
    fn text(&self, unit: &mut TranslationUnit) -> String {
        Constant::text(*self, unit)
    }
}

impl<T: Value> Constant for &'static [T] {
    fn text(&self, unit: &mut TranslationUnit) -> String {
        let ty = unit.spell(&T::ty());
        let parts: Vec<_> = self.iter().map(|part| part.text(unit)).collect();
        // There is an element behind the address of an empty slice, too.
        let stored = parts.len().max(1);
        format!("constant_slice<{ty}, {stored}>({{{{{}}}}}, {})", parts.join(", "), parts.len())
    }
}

fn spell(unit: &mut TranslationUnit, ty: &Type, bytes: &[u8]) -> String {
    match ty {
        Type::Scalar(s) => scalar(*s, &bytes[..s.size()]),
        Type::Array(t, n) => {
            let parts: Vec<_> = (0..*n).map(|i| spell(unit, t, &bytes[i * t.size()..])).collect();
            format!("{}{{{{{}}}}}", unit.spell(ty), parts.join(", "))
        }
        Type::Reverse(t) => {
            let part = spell(unit, t, bytes);
            format!("{}{{{part}}}", unit.spell(ty))
        }
        Type::Struct(s) => {
            let parts: Vec<_> = s.fields.iter().map(|f| spell(unit, &f.ty, &bytes[f.offset..])).collect();
            format!("{}{{{}}}", unit.spell(ty), parts.join(", "))
        }
        Type::Tuple(_) | Type::Enum(_) | Type::Result(_) => {
            let parts = ty.parts().unwrap_or_default();
            let parts: Vec<_> = parts.iter().map(|(at, part)| spell(unit, part, &bytes[*at..])).collect();
            format!("{}{{{}}}", unit.spell(ty), parts.join(", "))
        }
        Type::Option(_) if bytes[0] == 0 => format!("{}{{}}", unit.spell(ty)),
        Type::Option(t) => {
            let value = spell(unit, t, &bytes[t.align()..]);
            format!("{}{{true, {value}}}", unit.spell(ty))
        }
        _ => "unit{}".into(),
    }
}

fn scalar(scalar: Scalar, bytes: &[u8]) -> String {
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let whole = u128::from_le_bytes(wide);
    let bits = whole as u64;
    match scalar {
        Scalar::Bool => (bits != 0).to_string(),
        Scalar::F32 if f32::from_bits(bits as u32).is_finite() => {
            super::literal("f32", &format!("{:?}", f32::from_bits(bits as u32)))
        }
        Scalar::F64 if f64::from_bits(bits).is_finite() => {
            super::literal("f64", &format!("{:?}", f64::from_bits(bits)))
        }
        Scalar::F16 | Scalar::Bf16 => format!("r_from_bits<{}>(u16({bits}))", scalar.name()),
        // Infinities and NaN have no literal.
        Scalar::F32 => format!("r_from_bits<f32>({bits}u)"),
        Scalar::F64 => format!("r_from_bits<f64>({bits}ull)"),
        _ => {
            let shift = 128 - 8 * bytes.len() as u32;
            let signed = ((whole << shift) as i128) >> shift;
            let is_signed = matches!(
                scalar,
                Scalar::Ordering | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 | Scalar::I128
            );
            let text = if is_signed { signed.to_string() } else { whole.to_string() };
            super::literal(scalar.name(), &text)
        }
    }
}
