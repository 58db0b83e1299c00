//! Places, assignments, and `let`.

use super::{Dest, Lowerer};
use crate::ast::{Bounds, Expr, ExprKind, HoleId, Pattern, Rebound, SiteId, Var, VarId};
use crate::ir::{Arg, Element, Local, Operand, Place, Referent, Root, Slice, Step, Stmt, Value};

impl Lowerer<'_> {
    /// The place that `e` names, with its indices evaluated; a value without a place gets a temporary.
    pub(super) fn place(&mut self, e: &Expr) -> Option<Place> {
        match &e.kind {
            ExprKind::Var(var, _) if self.is_rebound(*var) => {
                self.vars[*var].map(|slice| Place::of(self.read_slice(slice)))
            }
            ExprKind::Var(var, _) => self.vars[*var].map(Place::of),
            ExprKind::Capture(capture, _) => Some(Place { root: Root::Capture(*capture), path: Vec::new() }),
            ExprKind::Field { base, member } => Some(self.place(base)?.then(Step::Field(member.clone()))),
            ExprKind::Index { base, index, site, .. } => {
                let element = self.element(base, index, *site)?;
                let stable = self.body.is_stable(&element.base);
                let local = self.local(None, stable, true);
                self.push(Stmt::Alias { local, of: Referent::Element(element) });
                Some(Place::of(local))
            }
            ExprKind::Slice { base, bounds, .. } => {
                let base = self.place(base)?;
                let stable = self.body.is_stable(&base);
                self.slice(base, bounds, stable)
            }
            ExprKind::Ref { mutable: true, place } => self.exclusive(place),
            ExprKind::Ref { place, .. } | ExprKind::Deref(place) | ExprKind::Option { value: place, .. } => {
                self.place(place)
            }
            _ => {
                let value = self.value(e)?;
                Some(Place::of(self.temp_of(value)))
            }
        }
    }

    /// The place that `e` names, which will be changed. A constant is a new value wherever it is named.
    pub(super) fn exclusive(&mut self, e: &Expr) -> Option<Place> {
        let place = match &e.kind {
            ExprKind::Capture(..) => {
                let value = self.value(e)?;
                Place::of(self.temp_of(value))
            }
            ExprKind::Field { base, member } => self.exclusive(base)?.then(Step::Field(member.clone())),
            ExprKind::Index { base, index, site, .. } => {
                let element = Element { base: self.exclusive(base)?, index: self.operand(index)?, site: *site };
                let local = self.local(None, false, true);
                self.push(Stmt::Alias { local, of: Referent::Element(element) });
                Place::of(local)
            }
            ExprKind::Slice { base, bounds, .. } => {
                let base = self.exclusive(base)?;
                self.slice(base, bounds, false)?
            }
            _ => self.place(e)?,
        };
        if let Root::Local(local) = place.root {
            self.body.locals[local.0].stable = false;
        }
        Some(place)
    }

    /// Another name for elements of an array or slice: the array is a place, which isn't copied, and the bounds are values.
    fn slice(&mut self, base: Place, bounds: &Bounds, stable: bool) -> Option<Place> {
        let mut bound = |e: &Option<Box<Expr>>| match e {
            Some(e) => self.operand(e).map(Some),
            None => Some(None),
        };
        let (from, to) = (bound(&bounds.from)?, bound(&bounds.to)?);
        let of = Slice { base, from, to, inclusive: bounds.inclusive, sites: bounds.sites.clone() };
        let local = self.local(None, stable, true);
        self.push(Stmt::Alias { local, of: Referent::Slice(of) });
        Some(Place::of(local))
    }

    /// Names for the elements before a position, which is compared with the length, and for those from there on.
    fn halves(&mut self, names: &[(syn::Member, Pattern)], whole: &Expr, mid: &Expr, site: SiteId) -> Option<()> {
        let base = self.place(whole)?;
        let stable = self.body.is_stable(&base);
        let mid = Some(self.operand(mid)?);
        for (from, to) in [(None, mid.clone()), (mid, None)] {
            let member = syn::Member::from(usize::from(to.is_none()));
            let local = self.local(None, stable, true);
            let of = Slice { base: base.clone(), from, to, inclusive: false, sites: vec![site] };
            self.push(Stmt::Alias { local, of: Referent::Slice(of) });
            if let Some((_, pattern)) = names.iter().find(|(name, _)| *name == member) {
                self.bind(pattern, &Place::of(local));
            }
        }
        Some(())
    }

    /// An element of an array or view: the array is a place, which isn't copied, and the index a value.
    pub(super) fn element(&mut self, base: &Expr, index: &Expr, site: SiteId) -> Option<Element> {
        let base = self.place(base)?;
        Some(Element { base, index: self.operand(index)?, site })
    }

    /// Whether the variable is a slice that is assigned anew.
    pub(super) fn is_rebound(&self, var: VarId) -> bool {
        self.function.vars[var].rebound == Rebound::Slice
    }

    /// The slice that such a variable holds now: what is made of it refers to the elements, not to the variable.
    pub(super) fn read_slice(&mut self, slice: Local) -> Local {
        let local = self.local(None, false, true);
        self.push(Stmt::Let { local, value: Value::Use(Operand::Copy(Place::of(slice))) });
        local
    }

    /// `place = value`: Rust evaluates the value first.
    pub(super) fn assign(&mut self, place: &Expr, value: &Expr) -> Option<()> {
        if let ExprKind::Var(var, _) = place.kind
            && self.is_rebound(var)
        {
            let (of, slice) = (self.place(value)?, self.vars[var]?);
            self.push(Stmt::Set { place: Place::of(slice), value: Value::Elements(of) });
            return Some(());
        }
        let mut value = self.value(value)?;
        if value.is_filled() || place.takes_statements() {
            value = Value::Use(self.settled(value));
        }
        let place = self.exclusive(place)?;
        self.push(Stmt::Set { place, value });
        Some(())
    }

    /// The sides of `place += value`: the value is evaluated first. Where that makes a difference, see `ordered_sides`.
    pub(super) fn sides(&mut self, place: &Expr, value: &Expr) -> Option<Vec<Arg>> {
        let value = Arg::Value(self.operand(value)?);
        Some(vec![Arg::Place { place: self.exclusive(place)?, exclusive: true }, value])
    }

    /// The sides of `place += value`, evaluated in the order of the operator: that of the language evaluates the value
    /// first, a function the place.
    pub(super) fn ordered_sides(&mut self, hole: HoleId, place: &Expr, value: &Expr) -> Option<Vec<Arg>> {
        let name = self.local(None, false, true);
        let side = |lowerer: &mut Self, first| {
            let (mut body, found) = lowerer.aside(|lowerer| lowerer.exclusive(place));
            let found = found.map(|of| body.push(Stmt::Alias { local: name, of: Referent::Place(of) }));
            lowerer.push(Stmt::Order { hole, first, body });
            found
        };
        let _ = side(self, true);
        let value = Arg::Value(self.operand(value)?);
        side(self, false)?;
        Some(vec![Arg::Place { place: Place::of(name), exclusive: true }, value])
    }

    /// `let pattern = init;`
    pub(super) fn let_statement(&mut self, pattern: &Pattern, init: Option<&Expr>) -> Option<()> {
        let function = self.function;
        let var = pattern.variable();
        let Some(init) = init else {
            if let Some((var, Var { late: Some(hole), .. })) = var.map(|var| (var, &function.vars[var])) {
                let local = self.declare(var, false, false);
                self.push(Stmt::Declare { local, ty: *hole });
            }
            return Some(());
        };
        match (pattern, var) {
            (_, Some(var)) if let ExprKind::Closure(closure) = &init.kind => {
                self.closure(var, closure);
                Some(())
            }
            (Pattern::Parts(parts), _) if let ExprKind::Halves { whole, mid, site } = &init.kind => {
                self.halves(parts, whole, mid, *site)
            }
            (Pattern::Wild, _) => self.give(init, Dest::Nowhere),
            (_, Some(var)) if init.is_value(&function.vars) => {
                let stable = !function.vars[var].mutable;
                if let Some(hole) = init.branches() {
                    let local = self.declare(var, stable, false);
                    self.push(Stmt::Declare { local, ty: hole });
                    return self.give(init, Dest::Into(local));
                }
                let value = self.value(init)?;
                let local = self.declare(var, stable, false);
                self.push(Stmt::Let { local, value });
                Some(())
            }
            _ => {
                let place = self.place(init)?;
                self.bind(pattern, &place);
                Some(())
            }
        }
    }
}

impl Expr {
    /// Whether the expression's value is new, not that of a place which has a name.
    fn is_value(&self, vars: &[Var]) -> bool {
        matches!(self.kind, ExprKind::Index { .. }) || !(self.is_place() || self.is_reference(vars))
    }

    /// The hole of the value's type, if branches assign it.
    fn branches(&self) -> Option<HoleId> {
        match &self.kind {
            _ if Lowerer::as_test(self).is_some() => None,
            ExprKind::If { hole, .. }
            | ExprKind::Block { hole, .. }
            | ExprKind::Match { hole, .. }
            | ExprKind::Loop { hole, .. } => *hole,
            _ => None,
        }
    }

    /// Whether statements come before the place that the expression names.
    fn takes_statements(&self) -> bool {
        match &self.kind {
            ExprKind::Var(..) | ExprKind::Capture(..) => false,
            ExprKind::Field { base, .. } | ExprKind::Deref(base) => base.takes_statements(),
            _ => true,
        }
    }
}
