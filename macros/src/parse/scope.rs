//! Names: which identifiers are variables, and which loop a `break` means.

use std::collections::HashMap;

use proc_macro2::{Ident, Span};

use super::Parser;
use crate::ast::{LoopId, Var, VarId};
use crate::messages;

#[derive(Default)]
pub(super) struct Scope {
    names: HashMap<String, VarId>,
}

pub(super) struct Loop {
    id: LoopId,
    label: Option<String>,
    /// A labelled block: only a `break` with its label means it.
    block: bool,
}

impl Parser<'_> {
    /// A new variable, seen from here to the end of the scope.
    pub(super) fn declare(&mut self, ident: &Ident, mutable: bool, reference: bool) -> VarId {
        let rust = ident.to_string();
        let name = self.namer.name("v_", &rust);
        self.vars.push(Var { name, mutable, reference, late: None });
        let var = self.vars.len() - 1;
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.insert(rust, var);
        }
        var
    }

    pub(super) fn lookup(&self, ident: &Ident) -> Option<VarId> {
        let name = ident.to_string();
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
        self.loops.push(Loop { id, label: label.map(|l| l.name.ident.to_string()), block });
        let result = parse(self);
        self.loops.pop();
        (id, result)
    }

    /// The loop or block that `break` or `continue` means.
    pub(super) fn target(&mut self, keyword: &str, at: Span, label: Option<&syn::Lifetime>) -> Option<LoopId> {
        let found = match label {
            Some(label) => self.loops.iter().rev().find(|l| l.label.as_ref().is_some_and(|name| label.ident == name)),
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
