//! Slices that are assigned anew.

use quote::quote;

use super::refuses;
use crate::operation;

bodies! {
    values: { let a = [x, x]; let mut s = &a[..]; s = f(s); s = &[x, x]; s = b"ab"; s = &&a; x } =>
        "a slice can be assigned only a reference that stands here in device code / write `rest = &a[1..]`",
        "a slice can be assigned only", "a slice can be assigned only", "a reference can't be kept";
    branches: { let a = [x, x]; let mut s = &a[..]; s = match x { s => s }; s = if x > 1.0 { &a } else { return x }; s = { f(x); &s[1..] }; x } =>
        "a slice can be assigned only";
    shorter: { let a = [x, x]; let mut s = &a[..]; { let b = &[x, x]; s = b; } let c = (x, &a); s = &c.1[..]; x } =>
        "a reference can't be kept", "the elements may be a copy", "the elements may be a copy that ends before the slice does in device code / declare what they are part of";
    exclusive: { let mut a = [x, x]; let mut s = &mut a[..]; s = &mut s[1..]; let mut t = &a[..]; f(&mut t); x } =>
        "a reference can't be kept", "a reference can't be assigned in device code", "a reference can't be assigned in device code";
    flat: { let mut s = &a[..]; [1, 2].iter().flat_map(|n| (0..2).map(move |i| s[i])).sum::<i32>(); x } =>
        "the closure of `flat_map` can't name a slice that may be assigned anew";
    hidden: {
        let mut s = &a[..];
        [1].iter().for_each(|n| { let k = { let mut s = 0; s = *n; s }; f(s[k]) });
        [1].iter().for_each(|n| { let t = s; let mut s = t; s = &s[1..]; });
        x
    } => "the closure may assign this slice or a variable of its own that has the same name", "the closure may assign this slice";
}
