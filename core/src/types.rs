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
    /// [`Reverse`](std::cmp::Reverse).
    Reverse(Box<Type>),
    /// `Option<T>`: a flag and a value. That of a shared reference holds a copy.
    Option(Box<Type>),
    /// `&mut T`: an element of a mutable view, or a parameter.
    Mut(Box<Type>),
    /// `&T`: a parameter.
    Ref(Box<Type>),
    /// A [`View`](crate::View): an address and a length.
    View(Box<Type>),
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

    /// Size in bytes as C++ lays it out; 0 for the unit type and references, which are never stored.
    pub fn size(&self) -> usize {
        match self {
            Type::TranslationUnit | Type::Mut(_) | Type::Ref(_) => 0,
            Type::View(_) => 16,
            Type::Scalar(s) => s.size(),
            Type::Array(t, n) => t.size() * n,
            Type::Reverse(t) => t.size(),
            Type::Option(t) => (t.align() + t.size()).next_multiple_of(t.align()),
            Type::Struct(s) => s.size,
            Type::Tuple(parts) => {
                let end = parts.iter().fold(0usize, |at, t| at.next_multiple_of(t.align()) + t.size());
                end.next_multiple_of(self.align())
            }
        }
    }

    /// Alignment in bytes as C++ lays it out.
    pub fn align(&self) -> usize {
        match self {
            Type::TranslationUnit | Type::Mut(_) | Type::Ref(_) => 1,
            Type::View(_) => 8,
            Type::Scalar(s) => s.size(),
            Type::Array(t, _) | Type::Reverse(t) | Type::Option(t) => t.align(),
            Type::Struct(s) => s.align,
            Type::Tuple(parts) => parts.iter().map(Type::align).max().unwrap_or(1),
        }
    }
}
