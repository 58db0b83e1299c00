//! Enums of the crate's own in operations: `#[device] enum Shape { … }`. In device code a number for the variant, and the fields of
//! all variants, which are zero where absent.

use crate::value::Value;

/// An enum with `#[device]`, which implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no enum that devices know",
    label = "not an enum with `#[device]`",
    note = "write `#[device]` above the enum; of std's enums devices know `Option` and `Ordering`, under these names"
)]
pub trait DeviceEnum: Value {}

/// Compiles if `T` is an enum that devices know. Expansions name `T` by the path before a variant's name.
pub const fn is_enum<T: DeviceEnum>() {}
