//! `min` and `max` in `#[device]` items: on the host too they answer as on a device.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

use crate::emit;

/// Rewrites `a.min(b)` and `f32::min(a, b)` to our functions.
pub(crate) struct Rewrite;

impl VisitMut for Rewrite {
    fn visit_expr_mut(&mut self, e: &mut syn::Expr) {
        visit_mut::visit_expr_mut(self, e);
        let (method, first, second) = match e {
            syn::Expr::MethodCall(call) if call.args.len() == 1 => {
                (&call.method, call.receiver.to_token_stream(), call.args[0].to_token_stream())
            }
            syn::Expr::Call(call) if call.args.len() == 2 => match &*call.func {
                syn::Expr::Path(path) if path.path.segments.len() == 2 => {
                    let Some(last) = path.path.segments.last() else { return };
                    (&last.ident, call.args[0].to_token_stream(), call.args[1].to_token_stream())
                }
                _ => return,
            },
            _ => return,
        };
        if method == "min" || method == "max" {
            let private = emit::private(emit::located(method.span()));
            *e = syn::parse_quote_spanned!(method.span()=> #private::#method(#first, #second));
        }
    }

    // Items inside have attributes of their own.
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}
