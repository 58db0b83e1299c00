//! Writers: from the tree in `ast` to Rust and to C++.

pub(crate) mod companion;
mod cuda;
mod function;
mod rust;
mod source;

pub(crate) use function::{Device, DeviceShape, operation};

/// Whether the trait of this name defines a binary operator.
fn is_infix(name: &proc_macro2::Ident) -> bool {
    crate::intrinsics::is_infix_trait(&name.to_string())
}
