//! Descriptions of types as plain data: the lowering spells them in C++, and [`Params`](crate::lower::Params) lays
//! values out by them.

use std::any::TypeId;

/// A primitive type, with the same width and meaning on the host and on every device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[allow(missing_docs)]
pub enum Scalar {
    Bool,
    /// [`core::cmp::Ordering`].
    Ordering,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    I128,
    U128,
    F16,
    Bf16,
    F32,
    F64,
}

impl Scalar {
    /// The type's name in device code; the prelude defines it by width.
    pub const fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::Ordering => "Ordering",
            Scalar::I8 => "i8",
            Scalar::I16 => "i16",
            Scalar::I32 => "i32",
            Scalar::I64 => "i64",
            Scalar::U8 => "u8",
            Scalar::U16 => "u16",
            Scalar::U32 => "u32",
            Scalar::U64 => "u64",
            Scalar::I128 => "i128",
            Scalar::U128 => "u128",
            Scalar::F16 => "f16",
            Scalar::Bf16 => "bf16",
            Scalar::F32 => "f32",
            Scalar::F64 => "f64",
        }
    }

    /// Size and alignment in bytes.
    pub const fn size(self) -> usize {
        match self {
            Scalar::Bool | Scalar::Ordering | Scalar::I8 | Scalar::U8 => 1,
            Scalar::I16 | Scalar::U16 | Scalar::F16 | Scalar::Bf16 => 2,
            Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
            Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
            Scalar::I128 | Scalar::U128 => 16,
        }
    }
}

/// A type that device code can spell.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Type {
    /// The empty tuple: the result of an operation that returns nothing.
    TranslationUnit,
    /// A primitive.
    Scalar(Scalar),
    /// A tuple of one or more parts.
    Tuple(Vec<Type>),
    /// `[T; N]`.
    Array(Box<Type>, usize),
    /// A `#[repr(C)]` struct.
    Struct(Struct),
    /// An enum with `#[device]`: the number of the variant, and the fields of all variants, which are zero where absent.
    Enum(Enum),
    /// [`Reverse`](std::cmp::Reverse).
    Reverse(Box<Type>),
    /// `Option<T>`: a flag and a value. That of a shared reference holds a copy.
    Option(Box<Type>),
    /// `Result<T, E>`: a flag, a value and an error. Those of shared references hold copies.
    Result(Box<[Type; 2]>),
    /// `&mut T`: an element of a mutable view, or a parameter.
    Mut(Box<Type>),
    /// `&T`: a parameter.
    Ref(Box<Type>),
    /// A [`View`](crate::View): an address and a length.
    View(Box<Type>),
    /// `[T]`, elements of an array behind a reference: an address and a length.
    Slice(Box<Type>),
}

/// A `#[repr(C)]` struct with `#[derive(Element)]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Struct {
    /// The id of the Rust type: structs of the same name may be different types.
    pub id: TypeId,
    /// The Rust name, without its path.
    pub name: &'static str,
    /// `size_of`, in bytes.
    pub size: usize,
    /// `align_of`, in bytes.
    pub align: usize,
    /// The fields in declaration order.
    pub fields: Vec<Field>,
    /// Whether `==` is known to be the derived one, which compares the fields.
    pub compared: bool,
}

/// A field of a [`Struct`].
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// The Rust name; tuple structs use `0`, `1`, …
    pub name: &'static str,
    /// The field's type.
    pub ty: Type,
    /// `offset_of`, in bytes.
    pub offset: usize,
}

/// An enum with `#[device]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Enum {
    /// The id of the Rust type: enums of the same name may be different types.
    pub id: TypeId,
    /// The Rust name, without its path.
    pub name: &'static str,
    /// The variants in declaration order.
    pub variants: Vec<Variant>,
}

/// A variant of an [`Enum`].
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// The Rust name.
    pub name: &'static str,
    /// The value of `as i128`, of an enum without fields.
    pub discriminant: Option<i128>,
    /// The fields' names and types in declaration order; without names these are `0`, `1`, …
    pub fields: Vec<(&'static str, Type)>,
}

impl Enum {
    /// The types of the members of the C++ struct: the variant's number, then the fields of all variants.
    pub(crate) fn members(&self) -> Vec<Type> {
        let fields = self.variants.iter().flat_map(|variant| variant.fields.iter().map(|(_, ty)| ty.clone()));
        std::iter::once(Type::Scalar(Scalar::U8)).chain(fields).collect()
    }
}

/// The members with their offsets, each at the next multiple of its alignment.
fn in_order(types: &[Type]) -> Vec<(usize, Type)> {
    let mut end = 0usize;
    let place = |ty: &Type| {
        let start = end.next_multiple_of(ty.align());
        end = start + ty.size();
        (start, ty.clone())
    };
    types.iter().map(place).collect()
}

impl Struct {
    /// Whether values have bytes that belong to no field.
    pub(crate) fn is_padded(&self) -> bool {
        self.fields.iter().map(|field| field.ty.size()).sum::<usize>() < self.size
            || self.fields.iter().any(|field| field.ty.is_padded())
    }
}

impl Type {
    fn is_padded(&self) -> bool {
        match self {
            Type::Array(t, _) | Type::Reverse(t) => t.is_padded(),
            Type::Struct(s) => s.is_padded(),
            _ => false,
        }
    }

    /// The type of the copy that a device keeps of a shared reference, or this type.
    pub(crate) fn without_reference(self) -> Type {
        match self {
            Type::Ref(of) => *of,
            ty => ty,
        }
    }

    /// The parts with their offsets in bytes as C++ lays them out; `None` of a type that has none.
    pub fn parts(&self) -> Option<Vec<(usize, Type)>> {
        Some(match self {
            Type::Struct(s) => s.fields.iter().map(|f| (f.offset, f.ty.clone())).collect(),
            Type::Array(t, n) => (0..*n).map(|i| (i * t.size(), (**t).clone())).collect(),
            Type::Option(t) => in_order(&[Type::Scalar(Scalar::Bool), (**t).clone()]),
            Type::Result(parts) => {
                // C++ has no types of size zero.
                let held = |ty: &Type| match ty {
                    Type::TranslationUnit => Type::Scalar(Scalar::U8),
                    ty => ty.clone(),
                };
                in_order(&[Type::Scalar(Scalar::Bool), held(&parts[0]), held(&parts[1])])
            }
            Type::Tuple(types) => in_order(types),
            Type::Enum(e) => in_order(&e.members()),
            _ => return None,
        })
    }

    /// Whether the prelude's comparisons, or those that are declared with an enum, compare values.
    pub(crate) fn is_comparable(&self) -> bool {
        match self {
            Type::Scalar(_) => true,
            Type::Array(t, _) | Type::Option(t) => t.is_comparable(),
            Type::Tuple(types) => types.iter().all(Type::is_comparable),
            Type::Result(parts) => parts.iter().all(Type::is_comparable),
            Type::Struct(s) => s.compared && s.fields.iter().all(|field| field.ty.is_comparable()),
            Type::Enum(e) => e.members().iter().all(Type::is_comparable),
            _ => false,
        }
    }

    /// Size in bytes as C++ lays it out; 0 for the unit type, references and slices, which are never stored.
    pub fn size(&self) -> usize {
        match self {
            Type::TranslationUnit | Type::Mut(_) | Type::Ref(_) | Type::Slice(_) => 0,
            Type::View(_) => 16,
            Type::Scalar(s) => s.size(),
            Type::Array(t, n) => t.size() * n,
            Type::Reverse(t) => t.size(),
            Type::Struct(s) => s.size,
            Type::Option(_) | Type::Result(_) | Type::Tuple(_) | Type::Enum(_) => {
                let end = self.parts().and_then(|parts| parts.last().map(|(at, ty)| at + ty.size()));
                end.unwrap_or(0).next_multiple_of(self.align())
            }
        }
    }

    /// Alignment in bytes as C++ lays it out.
    pub fn align(&self) -> usize {
        match self {
            Type::TranslationUnit | Type::Mut(_) | Type::Ref(_) | Type::Slice(_) => 1,
            Type::View(_) => 8,
            Type::Scalar(s) => s.size(),
            Type::Array(t, _) | Type::Reverse(t) | Type::Option(t) => t.align(),
            Type::Struct(s) => s.align,
            Type::Tuple(parts) => parts.iter().map(Type::align).max().unwrap_or(1),
            Type::Result(parts) => parts.iter().map(Type::align).max().unwrap_or(1),
            Type::Enum(e) => e.members().iter().map(Type::align).max().unwrap_or(1),
        }
    }
}
