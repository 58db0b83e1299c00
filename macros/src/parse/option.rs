//! `Option`: `?`, `if let`, `while let`, `let … else`, and the methods that take closures. Each is a `match`, which the parser
//! writes in Rust and then reads. The other methods are those of the type, which rustc finds.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::Parser;
use super::alternatives;
use super::closure::bare;
use super::iterate::Names;
use super::taken;
use crate::ast::{Expr, ExprKind, HoleKind, Presence, Statement, Taken};
use crate::hygiene::located;
use crate::messages::{self, Message};

/// The variants, by paths that nothing hides.
pub(super) fn variants(at: Span) -> (TokenStream, TokenStream) {
    (quote_spanned!(at=> ::core::option::Option::Some), quote_spanned!(at=> ::core::option::Option::None))
}

pub(super) fn results(at: Span) -> (TokenStream, TokenStream) {
    (quote_spanned!(at=> ::core::result::Result::Ok), quote_spanned!(at=> ::core::result::Result::Err))
}

impl Parser<'_> {
    /// Parses a variant of std's `Option` or `Result`, which rustc is made to confirm.
    pub(super) fn optional(&mut self, path: &syn::Path, variant: Presence, value: Option<&syn::Expr>) -> Expr {
        let span = path.span();
        let value = value.map(|value| {
            let part = self.argument(value);
            Box::new(if part.is_exclusive(&self.vars) { self.refuse(value, messages::REFERENCE) } else { part })
        });
        let hole = self.infer(span);
        Expr { kind: ExprKind::Optional { path: path.clone(), variant, value, hole }, span }
    }

    /// Parses `value?`.
    pub(super) fn question(&mut self, e: &syn::ExprTry) -> Expr {
        let at = located(e.question_token.span());
        let (some, none) = variants(at);
        let mut names = Names::new(self, at);
        let [v, of] = ["some", "of"].map(|what| names.name(what));
        let value = self.expr(&e.expr);
        if value.is_reference(&self.vars) {
            return self.refuse(e.question_token, messages::QUESTION);
        }
        let arms = quote_spanned! {at=>
            #of => match __onrush_question!(#of) { #some(#v) => #v, #none => return __onrush_failed!(#of) },
        };
        self.arms(value, at, arms, true)
    }

    /// Parses `__onrush_question!(e)`, the value of an `Option` or a `Result`, if it is there.
    pub(super) fn present(&mut self, mac: &syn::Macro) -> Expr {
        match mac.parse_body::<syn::Expr>() {
            Ok(e) => taken_apart(self.expr(&e), mac.path.span(), Taken::Question),
            Err(error) => self.syntax(&error),
        }
    }

    /// Parses `__onrush_absent!(e)` or `__onrush_failed!(e)`, what a method or `?` makes of one whose value isn't there.
    pub(super) fn absent(&mut self, mac: &syn::Macro, returned: bool) -> Expr {
        match mac.parse_body::<syn::Expr>() {
            Ok(e) => {
                let (of, span) = (Box::new(self.expr(&e)), mac.path.span());
                let kind = match returned {
                    true => ExprKind::Failed { of, hole: self.hole(HoleKind::Failed, span) },
                    false => ExprKind::Absent { of, hole: self.infer(span) },
                };
                Expr { kind, span }
            }
            Err(error) => self.syntax(&error),
        }
    }

    /// A `match` on this value with these arms.
    fn match_of(&mut self, value: &syn::Expr, at: Span, arms: TokenStream, wanted: bool) -> Expr {
        self.match_behind(value, &TokenStream::new(), at, arms, wanted)
    }

    /// The same, with statements behind the arguments of a method that gives a part of an array.
    fn match_behind(
        &mut self,
        value: &syn::Expr,
        between: &TokenStream,
        at: Span,
        arms: TokenStream,
        wanted: bool,
    ) -> Expr {
        match syn::parse2::<syn::ExprMatch>(quote_spanned!(at=> match () { #arms })) {
            Ok(written) => match self.match_pieces_behind(value, between, &written.arms, wanted) {
                Some(written) => written,
                None => {
                    let value = self.argument(value);
                    self.matched(value, at, &written.arms, wanted)
                }
            },
            Err(error) => self.syntax(&error),
        }
    }

    /// A `match` with these arms.
    fn arms(&mut self, value: Expr, at: Span, arms: TokenStream, wanted: bool) -> Expr {
        match syn::parse2::<syn::ExprMatch>(quote_spanned!(at=> match () { #arms })) {
            Ok(written) => self.matched(value, at, &written.arms, wanted),
            Err(error) => self.syntax(&error),
        }
    }

    /// Parses an `if` with a `let` in its condition; `None` if there is none.
    pub(super) fn if_let(&mut self, e: &syn::ExprIf, wanted: bool) -> Option<Expr> {
        let parts = conjuncts(&e.cond);
        if !parts.iter().any(|part| matches!(part, syn::Expr::Let(_))) {
            return None;
        }
        let at = e.if_token.span();
        let then = &e.then_branch;
        let Some((_, otherwise)) = &e.else_branch else {
            let nested = parts.into_iter().rev().fold(quote!(#then), |body, part| match part {
                syn::Expr::Let(part) => {
                    let (pat, value) = (&part.pat, &part.expr);
                    quote_spanned!(at=> { match #value { #pat => #body, _ => {} } })
                }
                part => quote_spanned!(at=> { if #part #body }),
            });
            return Some(match syn::parse2::<syn::ExprBlock>(nested) {
                Ok(block) => self.block_expr(&block, false),
                Err(error) => self.syntax(&error),
            });
        };
        let arms = guarded(&parts, quote!(#then), otherwise.to_token_stream(), at);
        Some(match arms {
            Some((value, arms)) => self.match_of(value, at, arms, wanted),
            None => self.refuse(e.if_token, messages::LET_CHAIN),
        })
    }

    /// Parses a `while` with a `let` in its condition; `None` if there is none.
    pub(super) fn while_let(&mut self, e: &syn::ExprWhile) -> Option<Expr> {
        let parts = conjuncts(&e.cond);
        if !parts.iter().any(|part| matches!(part, syn::Expr::Let(_))) {
            return None;
        }
        let (at, label, body) = (e.while_token.span(), &e.label, &e.body);
        let Some((value, arms)) = guarded(&parts, quote!(#body), quote_spanned!(at=> break), at) else {
            return Some(self.refuse(e.while_token, messages::LET_CHAIN));
        };
        let written = match syn::parse2::<syn::ExprLoop>(quote_spanned!(at=> #label loop { match #value { #arms } })) {
            Ok(written) => self.loop_expr(&written, false),
            Err(error) => return Some(self.syntax(&error)),
        };
        Some(match unlabelled(&written) {
            Some(word) => self.refuse_as(e.while_token, messages::BREAK_CONDITION, word),
            None => written,
        })
    }

    /// Parses `let pattern = value else { … };` and the statements behind it, which are the arm of a `match`.
    pub(super) fn let_else(
        &mut self,
        local: &syn::Local,
        between: &TokenStream,
        rest: &[syn::Stmt],
        wanted: bool,
    ) -> Option<Expr> {
        let init = local.init.as_ref()?;
        let (_, otherwise) = init.diverge.as_ref()?;
        let otherwise = super::block::leaving(otherwise);
        let (at, value) = (local.let_token.span(), &init.expr);
        let (pat, typed) = match &local.pat {
            syn::Pat::Type(typed) => (&*typed.pat, Some(&typed.ty)),
            pat => (pat, None),
        };
        let arms = quote_spanned!(at=> #pat => { #(#rest)* } _ => __onrush_diverge!(#otherwise),);
        let Some(ty) = typed else { return Some(self.match_behind(value, between, at, arms, wanted)) };
        let v = Names::new(self, located(at)).name("typed");
        let block = syn::parse2::<syn::ExprBlock>(quote_spanned!(at=> { let #v: #ty = #value; #v }));
        let value = match block {
            Ok(block) => self.block_expr(&block, true),
            Err(error) => self.syntax(&error),
        };
        Some(self.arms(value, at, arms, wanted))
    }

    /// Parses `__onrush_diverge!(e)`, an expression behind which control never goes on, as rustc is made to check.
    pub(super) fn diverging(&mut self, mac: &syn::Macro) -> Expr {
        match mac.parse_body::<syn::Expr>() {
            Ok(e) => {
                let span = super::span(&e);
                Expr { kind: ExprKind::Diverge(Box::new(self.expr_as(&e, false))), span }
            }
            Err(error) => self.syntax(&error),
        }
    }

    /// Parses a method of `Option` that takes closures; `None` if the call shows that it is another method. Rustc confirms
    /// by the patterns that the receiver is an `Option`.
    pub(super) fn option_method(&mut self, e: &syn::ExprMethodCall) -> Option<Expr> {
        let at = located(e.method.span());
        let name = e.method.to_string();
        let args: Vec<_> = e.args.iter().collect();
        let takes = match (name.as_str(), &args[..]) {
            ("map" | "filter" | "then", [f]) => {
                self.is_closure(f)
                    || ((self.is_option(&e.receiver) || is_either(&e.receiver)) && self.is_function(f))
                    || (name != "then" && self.is_known_function(f))
            }
            ("and_then" | "is_some_and" | "is_none_or" | "unwrap_or_else" | "or_else", [f]) => self.is_function(f),
            ("map_or", [_, f]) => self.is_function(f),
            ("ok_or_else" | "map_err" | "is_ok_and" | "is_err_and", [f]) => self.is_function(f),
            ("map_or_else", [d, f]) => self.is_function(d) && self.is_function(f),
            _ => false,
        };
        let by_reference = matches!(&args[..], [syn::Expr::Reference(of)] if self.names_closure(&of.expr));
        if name == "map" && e.turbofish.is_none() && (takes || by_reference) && !self.is_option(&e.receiver) {
            return Some(self.mapped_either(e));
        }
        if !takes || e.turbofish.is_some() {
            return None;
        }
        if is_of_result(&name, &args) {
            return Some(self.result_method(e));
        }
        let (some, none) = variants(at);
        let mut names = Names::new(self, at);
        let [v, rest, of, default] = ["some", "rest", "of", "default"].map(|what| names.name(what));
        let last = args.last()?;
        let by_reference = name == "filter";
        let ends = taken::gives_ends(&e.receiver);
        let v = if ends { quote_spanned!(at=> (#v, #rest)) } else { quote!(#v) };
        let given = if by_reference { quote_spanned!(at=> &#v) } else { v.clone() };
        let called = match name.as_str() {
            "unwrap_or_else" | "or_else" | "ok_or_else" | "then" => {
                names.called_alone(last).map(|next| (TokenStream::new(), next))
            }
            _ => names.applied(last, &[given]),
        };
        let (made, next) = match called {
            Ok(called) => called,
            Err((tokens, message)) => return Some(self.refuse(tokens, message)),
        };
        // Behind the receiver's arguments, the other value is evaluated before anything is known of the part.
        let (between, piece) = match (name.as_str(), args[0]) {
            ("map_or", other) => (
                quote_spanned!(at=> let #default = #other;),
                quote_spanned!(at=> #some(#v) => { #made #next } #none => #default,),
            ),
            _ => Default::default(),
        };
        let arms = match name.as_str() {
            "map" => quote_spanned!(at=> #some(#v) => { #made #some(#next) } #none => #none,),
            "filter" => {
                quote_spanned!(at=> #some(#v) => { #made if #next { #some(#v) } else { #none } } #none => #none,)
            }
            "and_then" => quote_spanned! {at=>
                #of => match __onrush_question!(#of) {
                    #some(#v) => { #made #next }
                    #none => __onrush_absent!(#of),
                },
            },
            "is_some_and" => quote_spanned!(at=> #some(#v) => { #made #next } #none => false,),
            "is_none_or" => quote_spanned!(at=> #some(#v) => { #made #next } #none => true,),
            "unwrap_or_else" => quote_spanned!(at=> #some(#v) => #v, #none => #next,),
            "or_else" => quote_spanned!(at=> #some(#v) => #some(#v), #none => #next,),
            "ok_or_else" => {
                let (ok, err) = results(at);
                quote_spanned!(at=> #some(#v) => #ok(#v), #none => #err(#next),)
            }
            "then" => quote_spanned!(at=> true => #some(#next), false => #none,),
            "map_or_else" => {
                let other = match names.called_alone(args[0]) {
                    Ok(other) => other,
                    Err((tokens, message)) => return Some(self.refuse(tokens, message)),
                };
                quote_spanned!(at=> #some(#v) => { #made #next } #none => #other,)
            }
            // The other value is evaluated behind the receiver, and always.
            _ => {
                // In a group, so that the brace behind it is the `match`'s: it may be the literal of a struct.
                let other = proc_macro2::Group::new(proc_macro2::Delimiter::None, args[0].to_token_stream());
                quote_spanned! {at=>
                    #of => match #other {
                        #default => match #of { #some(#v) => { #made #next } #none => #default, },
                    },
                }
            }
        };
        let of_piece = if between.is_empty() { &arms } else { &piece };
        let of_piece = syn::parse2::<syn::ExprMatch>(quote_spanned!(at=> match () { #of_piece })).ok()?;
        if let Some(written) = self.match_pieces_behind(&e.receiver, &between, &of_piece.arms, true) {
            return Some(written);
        }
        let value = self.read(&e.receiver, name == "then");
        let method = e.method.clone();
        let value = match name.as_str() {
            "then" => value,
            "and_then" => taken_apart(value, e.method.span(), Taken::Itself(method)),
            _ => taken_apart(value, e.method.span(), Taken::Option(method)),
        };
        Some(self.arms(value, at, arms, true))
    }

    /// The receiver of a method that reads it: not through `&mut`, nor if it is to be a value, through `&`.
    fn read(&mut self, receiver: &syn::Expr, value: bool) -> Expr {
        let e = self.expr(receiver);
        let exclusive = e.is_exclusive(&self.vars) || e.is_double(&self.vars);
        match exclusive || (value && e.is_reference(&self.vars)) {
            true => Expr { span: e.span, kind: ExprKind::Deref(Box::new(e)) },
            false => e,
        }
    }

    /// Parses a method that `Result` alone has, or with such a closure.
    fn result_method(&mut self, e: &syn::ExprMethodCall) -> Expr {
        let at = located(e.method.span());
        let (ok, err) = results(at);
        let mut names = Names::new(self, at);
        let v = names.name("some");
        let called = e.args.iter().map(|f| {
            let (made, next) = names.applied(bare(f), &[quote!(#v)])?;
            Ok(quote_spanned!(at=> { #made #next }))
        });
        let called: Result<Vec<_>, _> = called.collect();
        let arms = match (called.as_deref(), e.method.to_string().as_str()) {
            (Err((tokens, message)), _) => return self.refuse(tokens.clone(), *message),
            (Ok([next]), "map_err") => quote_spanned!(at=> #ok(#v) => #ok(#v), #err(#v) => #err(#next),),
            (Ok([next]), "unwrap_or_else") => quote_spanned!(at=> #ok(#v) => #v, #err(#v) => #next),
            (Ok([next]), "or_else") => quote_spanned!(at=> #ok(#v) => #ok(#v), #err(#v) => #next),
            (Ok([next]), "is_ok_and") => quote_spanned!(at=> #ok(#v) => #next #err(_) => false,),
            (Ok([next]), "is_err_and") => quote_spanned!(at=> #ok(_) => false, #err(#v) => #next),
            (Ok([default, next]), _) => quote_spanned!(at=> #ok(#v) => #next #err(#v) => #default),
            _ => TokenStream::new(),
        };
        let value = taken_apart(self.read(&e.receiver, false), e.method.span(), Taken::Result(e.method.clone()));
        self.arms(value, at, arms, true)
    }

    /// Whether the argument is a closure, or the name of one.
    fn is_closure(&self, f: &syn::Expr) -> bool {
        match bare(f) {
            syn::Expr::Closure(_) => true,
            e => self.names_closure(e),
        }
    }

    /// Whether the argument is certainly a function: `Some`, a path of several names, such as `u64::from`, or in a `#[device]`
    /// function, which captures constants alone, any name that is spelled as functions' are.
    fn is_known_function(&self, f: &syn::Expr) -> bool {
        let syn::Expr::Path(path) = bare(f) else { return false };
        let last = path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let long = path.path.segments.len() > 1 || self.name.is_some();
        let lower = last.starts_with(|c: char| c.is_lowercase());
        crate::variants::presence(&path.path).is_some() || (long && lower && self.is_function(f))
    }

    /// Whether the argument may be a function: a closure, or a path that isn't a variable's.
    pub(super) fn is_function(&self, f: &syn::Expr) -> bool {
        let variable = |path: &syn::ExprPath| path.path.get_ident().is_some_and(|ident| self.lookup(ident).is_some());
        self.is_closure(f) || matches!(bare(f), syn::Expr::Path(path) if !variable(path))
    }

    /// Whether the expression is an `Option` by its text.
    fn is_option(&self, e: &syn::Expr) -> bool {
        match bare(e) {
            syn::Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let known = matches!(name.as_str(), "then_some" | "get" | "first" | "last");
                known || name.starts_with("checked_") || self.option_of(e).is_some()
            }
            syn::Expr::Call(call) => {
                let callee = bare(&call.func);
                matches!(callee, syn::Expr::Path(path) if crate::variants::presence(&path.path) == Some(Presence::Some))
            }
            _ => false,
        }
    }
}

/// The value as an `Option` or a `Result`, which rustc is made to confirm.
fn taken_apart(value: Expr, span: Span, taken: Taken) -> Expr {
    Expr { kind: ExprKind::Option { value: Box::new(value), taken }, span }
}

/// Whether a method is one of `Result`: by its name, or by what its closure is given.
fn is_of_result(name: &str, args: &[&syn::Expr]) -> bool {
    let given = |f: &syn::Expr| matches!(bare(f), syn::Expr::Closure(closure) if closure.inputs.len() == 1);
    match name {
        "map_err" | "is_ok_and" | "is_err_and" => true,
        "unwrap_or_else" | "or_else" | "map_or_else" => args.first().is_some_and(|f| given(f)),
        _ => false,
    }
}

/// Whether the expression is an `Option` or a `Result` by its text.
fn is_either(e: &syn::Expr) -> bool {
    let names = ["and_then", "or_else", "map_err", "ok_or", "ok_or_else"];
    matches!(bare(e), syn::Expr::MethodCall(call) if names.iter().any(|name| call.method == name))
}

impl Names<'_, '_> {
    /// A call of a closure without parameters: its body, unless it leaves the closure or has copies of its own.
    fn called_alone(&self, f: &syn::Expr) -> Result<TokenStream, (TokenStream, Message)> {
        let at = self.at;
        Ok(match bare(f) {
            syn::Expr::Closure(closure) => {
                let plain = closure.inputs.is_empty()
                    && closure.capture.is_none()
                    && closure.asyncness.is_none()
                    && matches!(closure.output, syn::ReturnType::Default)
                    && !leaves(closure.body.to_token_stream());
                let body = &closure.body;
                if plain { quote_spanned!(at=> { #body }) } else { quote_spanned!(at=> (#closure)()) }
            }
            syn::Expr::Path(path) if self.parser.keeps_changes(path) => {
                return Err((path.to_token_stream(), messages::CLOSURE_COPIED));
            }
            path => quote_spanned!(at=> #path()),
        })
    }
}

/// Whether an expression may leave the closure around it: by its words, since macros are expressions as well.
pub(super) fn leaves(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(word) => word == "return" || word == "break" || word == "continue",
        TokenTree::Punct(mark) => mark.as_char() == '?',
        TokenTree::Group(group) => leaves(group.stream()),
        TokenTree::Literal(_) => false,
    })
}

/// The conditions that are joined by `&&`, in order.
fn conjuncts(condition: &syn::Expr) -> Vec<&syn::Expr> {
    match condition {
        syn::Expr::Binary(syn::ExprBinary { left, op: syn::BinOp::And(_), right, .. }) => {
            [conjuncts(left), conjuncts(right)].concat()
        }
        syn::Expr::Group(e) => conjuncts(&e.expr),
        condition => vec![condition],
    }
}

/// The value and the arms of a `match` for a condition that is one `let`, with plain conditions behind it.
fn guarded<'e>(
    parts: &[&'e syn::Expr],
    then: TokenStream,
    otherwise: TokenStream,
    at: Span,
) -> Option<(&'e syn::Expr, TokenStream)> {
    let (syn::Expr::Let(first), guards) = parts.split_first()? else { return None };
    // The guard of an arm can't change a name of its pattern.
    let changes = first.pat.to_token_stream().into_iter().any(holds_mut);
    // Nor does a condition that is false try another alternative, as a guard does.
    let again = !alternatives::exclude_each_other(&first.pat);
    if guards.iter().any(|guard| matches!(guard, syn::Expr::Let(_))) || (!guards.is_empty() && (changes || again)) {
        return None;
    }
    let guard = (!guards.is_empty()).then(|| quote_spanned!(at=> if #(#guards)&&*));
    let pat = &first.pat;
    Some((&first.expr, quote_spanned!(at=> #pat #guard => #then, _ => #otherwise,)))
}

/// The `break` or `continue` without a label by which the condition of a `while` would leave the loop that is written for it.
fn unlabelled(written: &Expr) -> Option<&'static str> {
    let ExprKind::Loop { id, body, .. } = &written.kind else { return None };
    let matched = body.tail.as_deref().or(match body.statements.last() {
        Some(Statement::Expr(e)) => Some(e),
        _ => None,
    });
    let Some(Expr { kind: ExprKind::Match { value, arms, .. }, .. }) = matched else { return None };
    let mut word = None;
    let mut leaves = |e: &Expr| {
        word = match &e.kind {
            ExprKind::Break { label: None, target, .. } if target == id => Some("break"),
            ExprKind::Continue { label: None, target } if target == id => Some("continue"),
            _ => return false,
        };
        true
    };
    let _ =
        value.any(&mut leaves) || arms.iter().filter_map(|arm| arm.guard.as_ref()).any(|guard| guard.any(&mut leaves));
    word
}

fn holds_mut(token: TokenTree) -> bool {
    match token {
        TokenTree::Ident(ident) => ident == "mut",
        TokenTree::Group(group) => group.stream().into_iter().any(holds_mut),
        _ => false,
    }
}
