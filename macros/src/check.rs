//! Rules about whole items, one function each. Rules about single expressions stand where these are parsed.

use quote::quote;

use crate::intrinsics;
use crate::messages;
use crate::report::Report;

/// `op!`'s closure is called by kernels, which know neither futures nor more than four parameters.
pub(crate) fn closure(closure: &syn::ExprClosure, report: &mut Report) {
    if let Some(token) = &closure.asyncness {
        report.refuse(token, messages::ASYNC);
    }
    if closure.inputs.is_empty() || closure.inputs.len() > 4 {
        let (open, params, close) = (&closure.or1_token, &closure.inputs, &closure.or2_token);
        report.refuse(quote!(#open #params #close), messages::NO_PARAMETERS);
    }
}

/// Qualifiers of a function that a device doesn't support.
pub(crate) fn signature(signature: &syn::Signature, report: &mut Report) {
    if let Some(token) = &signature.asyncness {
        report.refuse(token, messages::ASYNC);
    }
    if let Some(token) = &signature.unsafety {
        report.refuse(token, messages::UNSAFE);
    }
    if let Some(abi) = &signature.abi {
        report.refuse(abi, messages::EXTERN);
    }
    returned(&signature.output, report);
    receiver(signature, report);
}

/// Methods with parameters of their own are refused: a type has one device text for each method.
pub(crate) fn method_generics(generics: &syn::Generics, report: &mut Report) {
    if !generics.params.is_empty() {
        report.refuse(generics, messages::METHOD_GENERIC);
    }
}

/// Returned references are refused: the C++ writer would have to tell them from values wherever they go.
fn returned(output: &syn::ReturnType, report: &mut Report) {
    if let syn::ReturnType::Type(_, ty) = output
        && matches!(**ty, syn::Type::Reference(_))
    {
        report.refuse(ty, messages::RETURNS_REFERENCE);
    }
}

/// Receivers such as `self: Box<Self>` have no device form.
fn receiver(signature: &syn::Signature, report: &mut Report) {
    if let Some(receiver) = signature.receiver()
        && receiver.colon_token.is_some()
    {
        report.refuse(&receiver.ty, messages::SELF_TYPE);
    }
}

/// Whether the method may be called as `contains` of arrays is, which only reads: with a reference.
fn is_contains(signature: &syn::Signature) -> bool {
    let mut inputs = signature.inputs.iter().skip(1);
    let reference =
        |input: &syn::FnArg| matches!(input, syn::FnArg::Typed(arg) if matches!(*arg.ty, syn::Type::Reference(_)));
    signature.ident == "contains" && inputs.next().is_some_and(reference) && inputs.next().is_none()
}

/// Restricts the names of methods: a method named like a primitive's must not change its receiver, `min` and `max`
/// are reserved, and an operator's method belongs in an impl of the operator's trait. `operator` says that the impl
/// is one.
pub(crate) fn method_name(signature: &syn::Signature, operator: bool, report: &mut Report) {
    let name = signature.ident.to_string();
    let changes = signature.receiver().is_some_and(|r| r.reference.is_some() && r.mutability.is_some());
    if matches!(name.as_str(), "min" | "max") {
        report.refuse_as(&signature.ident, messages::RESERVED_METHOD, &name);
    } else if !operator && intrinsics::is_operator(&name) {
        report.refuse_as(&signature.ident, messages::OPERATOR_NAME, &name);
    } else if changes && (intrinsics::is_numeric(&name) || intrinsics::is_lending(&name) || is_contains(signature)) {
        report.refuse_as(&signature.ident, messages::NUMERIC_METHOD_MUT, &name);
    }
}
