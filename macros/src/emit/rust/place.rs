//! Places: indices and slices with their checks, and fields.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{Writer, never, path};
use crate::ast::{Bounds, Expr, ExprKind, HoleId, Index, Question};
use crate::hygiene::located;

impl Writer<'_> {
    /// An index or a bound of a slice, with the checks that its base can be indexed by it, or sliced.
    fn position(&self, at: &Index<'_>) -> TokenStream {
        let Index { base, index, hole, question } = *at;
        let span = index.span;
        let private = path(span);
        if self.shown {
            return quote_spanned!(span=> #private::nothing::<usize>());
        }
        let i = self.expr(index);
        match question {
            Question::Indexed => {
                let (ask, of) = self.asked_of_base(span, base, hole, "indexed");
                quote_spanned!(span=> { #ask #private::element(#of else { #private::Of::the_place() }, #i) })
            }
            Question::Sliced => {
                let (ask, asked) = self.asked_of_base(span, base, hole, "sliced");
                quote_spanned!(span=> { #ask #asked #private::index(#i) })
            }
            Question::Nothing => quote_spanned!(span=> { #private::index(#i) }),
        }
    }

    /// Questions to rustc, and the block without an end that asks for the type of `base`.
    fn asked_of_base(
        &self,
        span: Span,
        base: &Expr,
        hole: Option<HoleId>,
        question: &str,
    ) -> (TokenStream, TokenStream) {
        let (private, question) = (path(span), Ident::new(question, span));
        if let (Some(hole), true) = (hole, base.is_temporary()) {
            // The base isn't written again: within it there may be more of its kind.
            let w = self.hole(hole);
            return (
                TokenStream::new(),
                never(span, quote_spanned!(span=> #private::#question(&#w.of(#private::nothing())))),
            );
        }
        // A constant may be a reference to what is indexed.
        let shown = match &base.kind {
            ExprKind::Capture(_, constant) if self.function.constants => {
                quote_spanned!(span=> (*#private::OfConstant(&#constant).__onrush_constant()))
            }
            _ => Writer { shown: true, ..*self }.operand(base),
        };
        let see = hole.map(|hole| {
            let (w, at) = (self.hole(hole), self.function.holes[hole].span);
            never(at, quote_spanned!(at=> #w.see(&#shown);))
        });
        let ask = self.questions(base);
        let asked = never(span, quote_spanned!(span=> #private::#question(&#shown)));
        (quote_spanned!(span=> #see #ask), asked)
    }

    /// The range of a slice.
    fn range(&self, base: &Expr, hole: Option<HoleId>, bounds: &Bounds, span: Span) -> TokenStream {
        let first = base.indices().len();
        let mut written = bounds.indices(base, hole).enumerate().map(|(i, at)| match self.indexed {
            true => self.index(first + i, at.index.span).to_token_stream(),
            false => self.position(&at),
        });
        let from = bounds.from.as_ref().and_then(|_| written.next());
        let to = written.next();
        let dots = if bounds.inclusive { quote_spanned!(span=> ..=) } else { quote_spanned!(span=> ..) };
        let range = quote_spanned!(span=> #from #dots #to);
        match (from, to) {
            (None, None) if !self.shown => {
                let (ask, asked) = self.asked_of_base(span, base, hole, "sliced");
                quote_spanned!(span=> { #ask #asked ::core::ops::RangeFull })
            }
            _ => range,
        }
    }

    /// The variables that hold the indices of a place which is written twice, and the indices.
    pub(super) fn indices(&self, place: &Expr) -> (Vec<Ident>, Vec<TokenStream>) {
        let indices = place.indices().into_iter().enumerate();
        let written = indices.map(|(i, at)| (self.index(i, at.index.span), self.position(&at)));
        written.unzip()
    }

    fn index(&self, number: usize, span: Span) -> Ident {
        Ident::new(&format!("__i{number}"), located(span))
    }

    /// Writes a place as a place. The checks of its fields stand before it; see `questions`.
    pub(super) fn place(&self, e: &Expr) -> TokenStream {
        let span = e.span;
        match &e.kind {
            ExprKind::Field { base, member } => {
                let base = self.place(base);
                quote_spanned!(span=> #base.#member)
            }
            ExprKind::Index { base, index, site, .. } if self.indexed => {
                let (whole, i) = (self.place(base), self.index(base.indices().len(), index.span));
                let whole = self.begin_at(Some(*site), whole);
                quote_spanned!(span=> #whole[#i])
            }
            ExprKind::Index { base, hole, index, site } => {
                let of = hole.filter(|_| base.is_temporary());
                let at = Index { base, index, hole: *hole, question: Question::Indexed };
                let (whole, i) = (self.of_maybe(of, self.place(base)), self.position(&at));
                let whole = self.begin_at(Some(*site), whole);
                quote_spanned!(span=> #whole[#i])
            }
            ExprKind::Slice { base, hole, bounds } => {
                let (whole, range) = (self.of_maybe(*hole, self.place(base)), self.range(base, *hole, bounds, span));
                quote_spanned!(span=> #whole[#range])
            }
            _ => self.expr(e),
        }
    }

    /// Writes a place, or the expression of a reference to it.
    pub(super) fn referent(&self, e: &Expr) -> TokenStream {
        if e.is_reference(&self.function.vars) { self.operand(e) } else { self.place(e) }
    }

    /// Checks that each field in a place belongs to the type itself; the checks never run.
    pub(super) fn questions(&self, e: &Expr) -> TokenStream {
        let ExprKind::Field { base, .. } = &e.kind else { return TokenStream::new() };
        if self.shown || !base.is_place() {
            return TokenStream::new();
        }
        let private = path(e.span);
        let (inner, shown) = (self.questions(base), Writer { shown: true, ..*self }.operand(base));
        let asked = never(e.span, quote_spanned!(e.span=> #private::fields(&#shown);));
        let asked = self.asked_before(base.root(), asked);
        quote!(#inner #asked)
    }
}
