//! Removes copies: a temporary that one later statement reads once is replaced by the place that it was copied from,
//! if nothing in between, nor that statement itself, may change the place.

use super::query::Usage;
use super::{Body, Local, Operand, Place, Root, Stmt, Value};

pub(super) fn forward(body: &mut Body) {
    let mut code = std::mem::take(&mut body.code);
    let mut counts = vec![0; body.locals.len()];
    for stmt in &mut code {
        stmt.all_places(&mut |place, _| {
            if let Root::Local(Local(i)) = place.root {
                counts[i] += 1;
            }
        });
    }
    block(body, &counts, &mut code);
    body.code = code;
}

fn block(body: &Body, counts: &[usize], code: &mut Vec<Stmt>) {
    code.iter_mut().flat_map(Stmt::blocks).for_each(|inner| block(body, counts, inner));
    let mut at = 0;
    while at < code.len() {
        let (before, after) = code.split_at_mut(at + 1);
        match copied(body, counts, &before[at]) {
            Some((temp, place)) if moved(body, temp, place, after) => {
                code.remove(at);
                // The statement before may read what has just been moved into this one.
                at = at.saturating_sub(1);
            }
            _ => at += 1,
        }
    }
}

/// The temporary and the place, if the statement copies a place into a temporary that is read once.
fn copied<'s>(body: &Body, counts: &[usize], stmt: &'s Stmt) -> Option<(Local, &'s Place)> {
    let Stmt::Let { local, value: Value::Use(Operand::Copy(place)) } = stmt else { return None };
    (body.locals[local.0].name.is_none() && counts[local.0] == 1).then_some((*local, place))
}

/// Replaces the temporary in the statement that reads it, if that statement may read the place itself.
fn moved(body: &Body, temp: Local, place: &Place, after: &mut [Stmt]) -> bool {
    let is_temp = |other: &Place| other.root == Root::Local(temp);
    let changed = |other: &Place, usage| usage == Usage::Changes && body.touches(other, place);
    for stmt in after {
        let (mut used, mut changes) = (false, false);
        stmt.all_places(&mut |other, usage| {
            used |= is_temp(other);
            changes |= changed(other, usage);
        });
        if used {
            let (mut reads, mut changes) = (false, false);
            stmt.reads(&mut |other, usage| {
                reads |= is_temp(other) && usage == Usage::Reads;
                changes |= changed(other, usage);
            });
            if reads && !changes {
                stmt.reads(&mut |other, _| {
                    if is_temp(other) {
                        let rest = std::mem::take(&mut other.path);
                        *other = Place { root: place.root, path: [place.path.clone(), rest].concat() };
                    }
                });
            }
            return reads && !changes;
        }
        if changes {
            return false;
        }
    }
    false
}
