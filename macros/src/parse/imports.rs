//! `use` in a body: variants that it imports are written with their enum before them, so that the rest of the parser finds the paths
//! that it knows. The host's code has the `use`, too, so that names which remain as they are have rustc's meaning; that a path
//! names a variant, rustc is made to confirm as everywhere.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};

use super::Parser;
use super::enums::letters;
use crate::messages::{self, Message};

/// The variants that a body's `use` imports.
#[derive(Clone, Default)]
pub(super) struct Imports {
    /// The names, each with the path that it stands for.
    names: Vec<(String, syn::Path)>,
    /// The enum of `use Enum::*`.
    all: Option<syn::Path>,
    /// The names that such a `*` doesn't bring, because the body declares or imports them itself.
    own: Vec<String>,
}

impl Parser<'_> {
    /// The body's block without `use`, with the paths of what it imports.
    pub(super) fn imported(&mut self, block: &syn::Block) -> Option<syn::Block> {
        let mut imports = Imports::default();
        let mut body = block.clone();
        body.stmts.retain(|statement| match statement {
            syn::Stmt::Item(syn::Item::Use(item)) => {
                let start = syn::Path { leading_colon: item.leading_colon, segments: Default::default() };
                match imports.add(&item.tree, start) {
                    Ok(()) => self.items.push(syn::parse_quote!(#[allow(unused_imports)] #item)),
                    Err((at, message)) => self.report.refuse(at, message),
                }
                false
            }
            syn::Stmt::Item(syn::Item::Const(constant)) => {
                imports.own.push(letters(&constant.ident));
                true
            }
            _ => true,
        });
        if body.stmts.len() == block.stmts.len() {
            return None;
        }
        imports.visit_block_mut(&mut body);
        self.imports = imports;
        Some(body)
    }
}

/// The names that an item of a body declares.
pub(super) fn names(item: &syn::Item) -> Vec<&proc_macro2::Ident> {
    fn of_tree(tree: &syn::UseTree) -> Vec<&proc_macro2::Ident> {
        match tree {
            syn::UseTree::Path(path) => of_tree(&path.tree),
            syn::UseTree::Group(group) => group.items.iter().flat_map(of_tree).collect(),
            syn::UseTree::Name(named) => vec![&named.ident],
            syn::UseTree::Rename(renamed) => vec![&renamed.rename],
            syn::UseTree::Glob(_) => Vec::new(),
        }
    }
    match item {
        syn::Item::Const(constant) => vec![&constant.ident],
        syn::Item::Use(item) => of_tree(&item.tree),
        _ => Vec::new(),
    }
}

impl Imports {
    fn add(&mut self, tree: &syn::UseTree, mut of: syn::Path) -> Result<(), (proc_macro2::TokenStream, Message)> {
        let of_enum = of.segments.last().is_some_and(|last| is_upper(&letters(&last.ident)));
        let refused = |message| Err((tree.to_token_stream(), message));
        match tree {
            syn::UseTree::Path(path) => {
                of.segments.push(path.ident.clone().into());
                self.add(&path.tree, of)
            }
            syn::UseTree::Group(group) => group.items.iter().try_for_each(|tree| self.add(tree, of.clone())),
            syn::UseTree::Glob(_) if of_enum && self.all.is_none() => {
                self.all = Some(of);
                Ok(())
            }
            syn::UseTree::Glob(_) if of_enum => refused(messages::IMPORT_TWO),
            syn::UseTree::Glob(_) => refused(messages::IMPORT),
            syn::UseTree::Name(_) | syn::UseTree::Rename(_) => {
                let (ident, name) = match tree {
                    syn::UseTree::Rename(renamed) => (&renamed.ident, &renamed.rename),
                    syn::UseTree::Name(named) => (&named.ident, &named.ident),
                    _ => return Ok(()),
                };
                match of_enum {
                    true if is_upper(&letters(ident)) && is_upper(&letters(name)) => {
                        of.segments.push(ident.clone().into());
                        self.names.push((letters(name), of));
                    }
                    false if is_constant(&letters(ident)) && is_constant(&letters(name)) => {
                        self.own.push(letters(name))
                    }
                    _ => return refused(messages::IMPORT),
                }
                Ok(())
            }
        }
    }

    /// The path that a name stands for; of those that come by `*` only where it is `certain` that the name is a variant's.
    fn path(&self, written: &syn::Path, certain: bool) -> Option<syn::Path> {
        let ident = written.get_ident()?;
        let name = letters(ident);
        let named = self.names.iter().find(|(known, _)| *known == name).map(|(_, path)| path.clone());
        let by_star = || {
            let std = matches!(name.as_str(), "Self" | "Some" | "None" | "Ok" | "Err");
            let known = std || !is_upper(&name) || self.own.contains(&name);
            let mut path = self.all.clone().filter(|_| certain && !known)?;
            path.segments.push(ident.clone().into());
            Some(path)
        };
        let mut path = named.or_else(by_star)?;
        for segment in &mut path.segments {
            segment.ident.set_span(segment.ident.span().located_at(ident.span()));
        }
        Some(path)
    }

    fn write(&self, path: &mut syn::Path, certain: bool) {
        if let Some(of_enum) = self.path(path, certain) {
            *path = of_enum;
        }
    }

    /// Visits a pattern that always matches, as that of a variant never does.
    fn visit_irrefutable(&mut self, pat: &mut syn::Pat) {
        let all = self.all.take();
        self.visit_pat_mut(pat);
        self.all = all;
    }
}

impl VisitMut for Imports {
    fn visit_expr_path_mut(&mut self, e: &mut syn::ExprPath) {
        // A name in capitals may be a constant's; what is captured is the value in either case.
        let certain = e.path.get_ident().is_some_and(|ident| !is_constant(&letters(ident)));
        self.write(&mut e.path, certain && e.qself.is_none());
    }
    fn visit_expr_call_mut(&mut self, e: &mut syn::ExprCall) {
        match &mut *e.func {
            syn::Expr::Path(callee) if callee.qself.is_none() => self.write(&mut callee.path, true),
            callee => self.visit_expr_mut(callee),
        }
        e.args.iter_mut().for_each(|arg| self.visit_expr_mut(arg));
    }
    fn visit_expr_struct_mut(&mut self, e: &mut syn::ExprStruct) {
        visit_mut::visit_expr_struct_mut(self, e);
        // Beside `*`, rustc refuses the literal of a variant, which the parser takes for a struct's.
        self.write(&mut e.path, false);
    }
    fn visit_pat_mut(&mut self, pat: &mut syn::Pat) {
        match pat {
            syn::Pat::Ident(p) if p.by_ref.is_none() && p.mutability.is_none() && p.subpat.is_none() => {
                let certain = !is_constant(&letters(&p.ident));
                if let Some(path) = self.path(&syn::Path::from(p.ident.clone()), certain) {
                    *pat = syn::Pat::Path(syn::ExprPath { attrs: Vec::new(), qself: None, path });
                }
            }
            _ => visit_mut::visit_pat_mut(self, pat),
        }
    }
    fn visit_pat_tuple_struct_mut(&mut self, p: &mut syn::PatTupleStruct) {
        visit_mut::visit_pat_tuple_struct_mut(self, p);
        self.write(&mut p.path, true);
    }
    fn visit_pat_struct_mut(&mut self, p: &mut syn::PatStruct) {
        visit_mut::visit_pat_struct_mut(self, p);
        self.write(&mut p.path, true);
    }
    fn visit_local_mut(&mut self, local: &mut syn::Local) {
        match &mut local.init {
            Some(init) if init.diverge.is_some() => self.visit_pat_mut(&mut local.pat),
            _ => self.visit_irrefutable(&mut local.pat),
        }
        local.init.iter_mut().for_each(|init| self.visit_local_init_mut(init));
    }
    fn visit_expr_for_loop_mut(&mut self, e: &mut syn::ExprForLoop) {
        self.visit_irrefutable(&mut e.pat);
        self.visit_expr_mut(&mut e.expr);
        self.visit_block_mut(&mut e.body);
    }
    fn visit_expr_closure_mut(&mut self, e: &mut syn::ExprClosure) {
        e.inputs.iter_mut().for_each(|input| self.visit_irrefutable(input));
        self.visit_expr_mut(&mut e.body);
    }
    /// The parser visits the parts of the macros that it knows.
    fn visit_macro_mut(&mut self, _: &mut syn::Macro) {}
    fn visit_type_mut(&mut self, _: &mut syn::Type) {}
    fn visit_item_mut(&mut self, _: &mut syn::Item) {}
}

fn is_upper(name: &str) -> bool {
    name.starts_with(|c: char| c.is_uppercase())
}

/// Whether a name may be a constant's, by Rust's naming convention.
fn is_constant(name: &str) -> bool {
    is_upper(name) && name.chars().all(|c| !c.is_lowercase())
}
