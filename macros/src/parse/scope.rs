//! Scopes: which identifiers are variables, and which loop a `break` leaves.

use std::collections::HashMap;

use proc_macro2::{Ident, Span};

use super::Parser;
use crate::ast::{LoopId, Rebound, Var, VarId};
use crate::hygiene;
use crate::messages;

/// The key of a name: its letters, and the macro call that wrote it.
fn key(ident: &Ident) -> (String, String) {
    let name = ident.to_string();
    let context = if name == "self" { String::new() } else { hygiene::context(ident.span()) };
    (name.trim_start_matches("r#").to_owned(), context)
}

#[derive(Default)]
pub(super) struct Scope {
    names: HashMap<(String, String), VarId>,
}

pub(super) struct Loop {
    id: LoopId,
    label: Option<(String, String)>,
    /// The scope is a labelled block, which only a `break` with its label leaves.
    block: bool,
}

impl Parser<'_> {
    /// Declares a variable, visible from here to the end of the scope.
    pub(super) fn declare(&mut self, ident: &Ident, mutable: bool, reference: bool) -> VarId {
        let rust = ident.to_string();
        let name = self.namer.name("v_", &rust);
        self.vars.push(Var {
            name,
            mutable,
            writable: mutable,
            reference,
            double: false,
            of: None,
            late: None,
            lent: false,
            closure: None,
            given: false,
            array: false,
            rebound: Rebound::Never,
            outside: false,
            outlived: false,
        });
        let var = self.vars.len() - 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(key(ident), var);
        }
        var
    }

    pub(super) fn lookup(&self, ident: &Ident) -> Option<VarId> {
        let name = key(ident);
        self.scopes.iter().rev().find_map(|scope| scope.names.get(&name).copied())
    }

    pub(super) fn scoped<R>(&mut self, parse: impl FnOnce(&mut Self) -> R) -> R {
        self.scopes.push(Scope::default());
        let result = parse(self);
        self.scopes.pop();
        result
    }

    pub(super) fn in_loop<R>(
        &mut self,
        label: Option<&syn::Label>,
        block: bool,
        parse: impl FnOnce(&mut Self) -> R,
    ) -> (LoopId, R) {
        let id = self.loop_count;
        self.loop_count += 1;
        self.loops.push(Loop { id, label: label.map(|l| key(&l.name.ident)), block });
        let result = parse(self);
        self.loops.pop();
        (id, result)
    }

    /// The numbers of the loops and labelled blocks around this, those around closures included, outermost first.
    pub(super) fn loop_ids(&self) -> impl Iterator<Item = LoopId> {
        let around = self.inside.iter().flat_map(|closure| &closure.loops);
        around.chain(&self.loops).map(|l| l.id)
    }

    /// The number of loops and closures around this.
    pub(super) fn around(&self) -> usize {
        let all = self.inside.iter().flat_map(|closure| &closure.loops).chain(&self.loops);
        all.filter(|l| !l.block).count() + self.inside.len()
    }

    /// A loop's label, as it is written for the host.
    pub(super) fn label(&self, label: &syn::Label, id: LoopId) -> syn::Label {
        syn::Label { name: self.lifetime(&label.name, id), ..label.clone() }
    }

    /// The label of the loop with this number, as `break` names it on the host.
    pub(super) fn lifetime(&self, label: &syn::Lifetime, id: LoopId) -> syn::Lifetime {
        let ident = if self.mixed { hygiene::renamed(&label.ident, id) } else { label.ident.clone() };
        syn::Lifetime { ident, ..label.clone() }
    }

    /// The loop or block that `break` or `continue` refers to.
    pub(super) fn target(&mut self, keyword: &str, at: Span, label: Option<&syn::Lifetime>) -> Option<LoopId> {
        let found = match label {
            Some(label) => {
                self.loops.iter().rev().find(|l| l.label.as_ref().is_some_and(|name| *name == key(&label.ident)))
            }
            None => self.loops.iter().rev().find(|l| !l.block),
        };
        let id = found.map(|l| l.id);
        if id.is_none() {
            let token = Ident::new(keyword, at);
            self.refuse_as(token, messages::BREAK_OUTSIDE, keyword);
        }
        id
    }
}
