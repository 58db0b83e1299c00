//! Rules about wholes: one function each. Rules about single expressions stand where they are parsed.

use quote::quote;

use crate::intrinsics;
use crate::messages;
use crate::report::Report;

/// `op!`'s closure is called by kernels, which know neither futures nor five parameters.
pub(crate) fn closure(closure: &syn::ExprClosure, report: &mut Report) {
    if let Some(token) = &closure.asyncness {
        report.refuse(token, messages::ASYNC);
    }
    if closure.inputs.is_empty() || closure.inputs.len() > 4 {
        let (open, params, close) = (&closure.or1_token, &closure.inputs, &closure.or2_token);
        report.refuse(quote!(#open #params #close), messages::NO_PARAMETERS);
    }
}

/// A function's qualifiers: what a device can't do.
pub(crate) fn signature(signature: &syn::Signature, report: &mut Report) {
    if let Some(token) = &signature.asyncness {
        report.refuse(token, messages::ASYNC);
    }
    if let Some(token) = &signature.constness {
        report.refuse(token, messages::CONST_FN);
    }
    if let Some(token) = &signature.unsafety {
        report.refuse(token, messages::UNSAFE);
    }
    if let Some(abi) = &signature.abi {
        report.refuse(abi, messages::EXTERN);
    }
    generics(&signature.generics, messages::GENERIC, report);
    returned(&signature.output, report);
    receiver(signature, report);
}

/// One text for one function: a generic one would have as many as it has types.
pub(crate) fn generics(generics: &syn::Generics, message: messages::Message, report: &mut Report) {
    if !generics.params.is_empty() {
        report.refuse(generics, message);
    } else if let Some(clause) = &generics.where_clause {
        report.refuse(clause, message);
    }
}

/// A returned reference would have to be told from a value wherever it goes.
fn returned(output: &syn::ReturnType, report: &mut Report) {
    if let syn::ReturnType::Type(_, ty) = output
        && matches!(**ty, syn::Type::Reference(_))
    {
        report.refuse(ty, messages::RETURNS_REFERENCE);
    }
}

/// `self: Box<Self>` and its like have no device form.
fn receiver(signature: &syn::Signature, report: &mut Report) {
    if let Some(receiver) = signature.receiver()
        && receiver.colon_token.is_some()
    {
        report.refuse(&receiver.ty, messages::SELF_TYPE);
    }
}

/// Calls of the primitives' methods are known not to change their receiver, `min` and `max` mean ours, and an operator's method
/// is that of its trait, an `operator` being what the impl is of.
pub(crate) fn method_name(signature: &syn::Signature, operator: bool, report: &mut Report) {
    let name = signature.ident.to_string();
    let changes = signature.receiver().is_some_and(|r| r.reference.is_some() && r.mutability.is_some());
    if matches!(name.as_str(), "min" | "max") {
        report.refuse_as(&signature.ident, messages::RESERVED_METHOD, &name);
    } else if !operator && intrinsics::is_operator(&name) {
        report.refuse_as(&signature.ident, messages::OPERATOR_NAME, &name);
    } else if changes && intrinsics::is_numeric(&name) {
        report.refuse_as(&signature.ident, messages::NUMERIC_METHOD_MUT, &name);
    }
}
