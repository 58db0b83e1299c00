//! Ranges: as the source of a chain, and what else can be done with them.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};

use super::items::{Chain, Form, Source, Traits};
use super::zip::integers;
use crate::ast::Expr;
use crate::hygiene::located;
use crate::parse::Parser;
use crate::parse::closure::bare;
use crate::parse::iterate::Names;

impl Parser<'_> {
    /// Parses `(a..b).contains(&x)`: `a <= x && x < b`, with all of them evaluated before.
    pub(in crate::parse) fn range_contains(&mut self, e: &syn::ExprMethodCall) -> Option<Expr> {
        if e.method != "contains" || e.args.len() != 1 || e.turbofish.is_some() {
            return None;
        }
        let at = located(e.method.span());
        let mut names = Names::new(self, at);
        let [from, to, x] = ["from", "to", "x"].map(|name| names.name(name));
        let (lets, from, to, inclusive) = match bare(&e.receiver) {
            syn::Expr::Range(range) => {
                let start = range.start.as_ref().map(|start| quote_spanned!(at=> let #from = #start;));
                let end = range.end.as_ref().map(|end| quote_spanned!(at=> let #to = #end;));
                let (from, to) = (start.as_ref().map(|_| from), end.as_ref().map(|_| to));
                (quote!(#start #end), from, to, matches!(range.limits, syn::RangeLimits::Closed(_)))
            }
            named => {
                let (from, to, inclusive) = self.named_range(named)?;
                (TokenStream::new(), Some(from), Some(to), inclusive)
            }
        };
        let value = match bare(&e.args[0]) {
            syn::Expr::Reference(of) => of.expr.to_token_stream(),
            reference => quote_spanned!(at=> *#reference),
        };
        let below = if inclusive { quote_spanned!(at=> <=) } else { quote_spanned!(at=> <) };
        let above = from.as_ref().map(|from| quote_spanned!(at=> #from <= #x));
        let tests: Vec<_> = above.into_iter().chain(to.as_ref().map(|to| quote_spanned!(at=> #x #below #to))).collect();
        let limit = tests.first().map(|_| quote_spanned!(at=> __any()));
        let (start, end) = (from.as_ref().and(limit.as_ref()), to.as_ref().and(limit.as_ref()));
        let dots = if inclusive { quote_spanned!(at=> ..=) } else { quote_spanned!(at=> ..) };
        let probe = quote_spanned!(at=> (#start #dots #end));
        let confirmed = super::confirmed(at, &quote_spanned!(at=> let _: bool = (0..1).contains(&0);));
        let text = quote_spanned! {at=> {
            #confirmed
            __onrush_first!(1 contains #probe);
            #lets
            let #x = #value;
            #(#tests)&&*
        }};
        (!tests.is_empty()).then(|| self.chain_block(Ok(text), &e.method))
    }
}

impl Names<'_, '_> {
    /// A chain that begins with a range of integers.
    pub(super) fn of_range(&mut self, e: &syn::Expr) -> Option<Chain> {
        let at = self.at;
        match e {
            syn::Expr::Range(syn::ExprRange { start: Some(start), end: Some(end), limits, .. }) => {
                let [x, from, to] = ["x", "from", "to"].map(|name| self.name(name));
                let lets = quote_spanned!(at=> let #from = #start; let #to = #end;);
                let inclusive = matches!(limits, syn::RangeLimits::Closed(_));
                let item = Form::Value(x.clone());
                let source = Source::Range { x, from, to, inclusive, reversed: false, step: None, turned: false };
                let probe = if inclusive { quote_spanned!(at=> (0..=1)) } else { quote_spanned!(at=> (0..1)) };
                let traits = Traits::of_source(!inclusive);
                Some(Chain { lets, ..Chain::of(source, item, probe, traits, &self.leave) })
            }
            syn::Expr::Range(syn::ExprRange { start: Some(start), end: None, .. }) => {
                let [x, from, y] = ["x", "from", "y"].map(|name| self.name(name));
                let integers = integers(&from, &from);
                let lets = quote_spanned!(at=> let #from = #start; #integers let mut #y = #from;);
                let stages = quote_spanned!(at=> let #x = #y; #y += 1;);
                let traits =
                    Traits { turns: false, exact: false, sized: false, endless: true, ..Traits::of_source(false) };
                let chain = Chain::of(Source::Endless, Form::Value(x), quote_spanned!(at=> (0..)), traits, &self.leave);
                Some(Chain { lets, stages, ..chain })
            }
            syn::Expr::MethodCall(e) if e.turbofish.is_none() => {
                let name = e.method.to_string();
                if !matches!((name.as_str(), e.args.len()), ("rev", 0) | ("step_by", 1)) {
                    return None;
                }
                let mut chain = self.of_range(bare(&e.receiver))?;
                if name == "rev" {
                    return self.rev(&mut chain, e).ok().map(|()| chain);
                }
                let Source::Range { step: step @ None, .. } = &mut chain.source else { return None };
                let (by, value, probe) = (self.name("step"), &e.args[0], &chain.probe);
                chain.lets.extend(quote_spanned! {at=>
                    let #by: usize = #value;
                    ::core::assert!(#by != 0, "assertion failed: step != 0");
                });
                *step = Some(by);
                chain.probe = quote_spanned!(at=> #probe.step_by(1));
                chain.traits.random = false;
                Some(chain)
            }
            _ => None,
        }
    }
}
