//! Programs derived from a grammar of what operations accept (`grammar.txt`): each slot of each production is filled with each
//! production of its sort.

mod run;
#[cfg(test)]
mod tests;

pub(crate) use run::run;

use std::collections::{BTreeSet, HashMap};

use onrush_fuzz::random::Random;

/// The depth to which the slots of a program's statements and of its value are filled.
const DEPTH: usize = 3;
/// What a program returns: its value, and all that its variables hold.
const OUTPUT: &str = "[value, n, o, p.x, p.y, t.0, t.1.x ^ t.1.y, a[0], a[1] ^ a[2], b.0, b.1[0] ^ b.1[1] ^ b.1[2], \
                      d[0][0] ^ d[0][1] ^ d[0][2], d[1][0] ^ d[1][1] ^ d[1][2], d[2][0] ^ d[2][1] ^ d[2][2], \
                      s[0].x ^ s[1].x ^ s[2].x ^ held(h) ^ held(g.1), \
                      s[0].y ^ s[1].y ^ s[2].y ^ k as i64 ^ held(e[0]) ^ held(e[1]) ^ held(e[2]) ^ y.size() ^ z.1.size() ^ x[0].size() ^ x[1].size() ^ x[2].size()]";
const VARIABLES: &str = "let flag = v > w; let (mut n, mut o) = (v, w); let mut p = Pair { x: v, y: w }; \
                         let mut t = (w, Pair { x: w, y: v }); let mut a = [v, w, 2]; let mut b = (v, [w, v, 3]); \
                         let mut d = [[v, 0, w]; 3]; let mut s = [p; 3]; let mut k = 1usize; let mut again = 0; \
                         let mut h = Some(w); let mut g = (v, Some(w)); let mut e = [Some(v), None, Some(2)]; \
                         let mut y = Form::of(v); let mut z = (w, Form::of(w)); let mut x = [y, z.1, Form::Dot];";

struct Production {
    sort: &'static str,
    /// The constructs of the macros' syntax tree.
    constructs: Vec<&'static str>,
    /// The text around the slots, one more than there are.
    text: Vec<&'static str>,
    /// The slots' sorts.
    slots: Vec<&'static str>,
}

/// A production in a slot of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Pair {
    pub(crate) outer: usize,
    slot: usize,
    pub(crate) inner: usize,
}

pub(crate) struct Grammar {
    productions: Vec<Production>,
    sorts: HashMap<&'static str, Vec<usize>>,
    /// All pairs of productions.
    pub(crate) pairs: Vec<Pair>,
    /// For each sort, a slot of that sort in a production of statements or numbers.
    ways: HashMap<(&'static str, &'static str), (usize, usize)>,
    /// The number of slots of a production with the most.
    most_slots: usize,
}

impl Grammar {
    pub(crate) fn new() -> Self {
        let mut grammar = Grammar {
            productions: Vec::new(),
            sorts: HashMap::new(),
            pairs: Vec::new(),
            ways: HashMap::new(),
            most_slots: 0,
        };
        for line in include_str!("grammar.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (head, text) = line.split_once(" | ").expect("a line has a bar");
            let mut words = head.split_whitespace();
            let sort = words.next().expect("a line begins with a sort");
            grammar.sorts.entry(sort).or_default().push(grammar.productions.len());
            let (mut texts, mut slots) = (Vec::new(), Vec::new());
            let mut rest = text;
            while let Some((before, sort, after)) = slot(rest) {
                texts.push(before);
                slots.push(sort);
                rest = after;
            }
            texts.push(rest);
            grammar.most_slots = grammar.most_slots.max(slots.len());
            grammar.productions.push(Production { sort, constructs: words.collect(), text: texts, slots });
        }
        for (outer, production) in grammar.productions.iter().enumerate() {
            for (slot, sort) in production.slots.iter().enumerate() {
                grammar.pairs.extend(grammar.sorts[sort].iter().map(|&inner| Pair { outer, slot, inner }));
                grammar.ways.entry((production.sort, sort)).or_insert((outer, slot));
            }
        }
        grammar
    }

    /// The way to a pair from a production of the sort, if there is one.
    fn way(&self, sort: &'static str, pair: Pair) -> Option<Vec<Pair>> {
        let to = self.productions[pair.outer].sort;
        if sort == to {
            return Some(vec![pair]);
        }
        let (outer, slot) = *self.ways.get(&(sort, to))?;
        Some(vec![Pair { outer, slot, inner: pair.outer }, pair])
    }

    pub(crate) fn len(&self) -> usize {
        self.productions.len()
    }

    /// A number below that of all productions in all slots.
    fn number(&self, pair: Pair) -> usize {
        (pair.outer * self.most_slots + pair.slot) * self.len() + pair.inner
    }

    /// The constructs of the macros' syntax tree that productions are examples of.
    pub(crate) fn constructs(&self, productions: impl Iterator<Item = usize>) -> BTreeSet<&'static str> {
        productions.flat_map(|production| self.productions[production].constructs.iter().copied()).collect()
    }

    /// A pair, for messages.
    pub(crate) fn show(&self, pair: Pair) -> String {
        let text = |production: usize| {
            let Production { text, slots, .. } = &self.productions[production];
            let slots = slots.iter().map(|sort| format!("{{{sort}}}")).chain([String::new()]);
            text.iter().zip(slots).map(|(text, slot)| format!("{text}{slot}")).collect::<String>()
        };
        format!("`{}` in slot {} of `{}`", text(pair.inner), pair.slot, text(pair.outer))
    }
}

/// The first slot of a text, with what is before and behind it.
fn slot(text: &'static str) -> Option<(&'static str, &'static str, &'static str)> {
    text.match_indices('{').find_map(|(at, _)| {
        let (sort, after) = text[at + 1..].split_once('}')?;
        let named = !sort.is_empty() && sort.chars().all(|letter| letter.is_ascii_uppercase());
        named.then_some((&text[..at], sort, after))
    })
}

/// An operation's body, and the pairs in it.
pub(crate) struct Program {
    pub(crate) body: String,
    pub(crate) pairs: Vec<Pair>,
}

/// Derives programs; pairs that few programs have are preferred.
pub(crate) struct Derivation<'g> {
    grammar: &'g Grammar,
    random: Random,
    /// How often each pair has been made, by its number.
    made: Vec<usize>,
    numbers: usize,
}

impl<'g> Derivation<'g> {
    pub(crate) fn new(grammar: &'g Grammar, seed: u64) -> Self {
        let made = vec![0; grammar.len() * grammar.most_slots * grammar.len()];
        Derivation { grammar, random: Random::new(seed), made, numbers: 0 }
    }

    pub(crate) fn times_made(&self, pair: Pair) -> usize {
        self.made[self.grammar.number(pair)]
    }

    pub(crate) fn program(&mut self) -> Program {
        let mut pairs = Vec::new();
        let mut body = format!("let (mut v, w) = (v % 7, w % 5); {VARIABLES} let value = 'again: loop {{ again += 1; ");
        body += "break 'again 'whole: { ";
        let mut aim = Some(self.aim());
        for sort in ["S", "S", "I"] {
            let way = aim.and_then(|pair| self.grammar.way(sort, pair));
            aim = aim.filter(|_| way.is_none());
            let first = way.as_ref().map_or_else(|| *self.random.pick(&self.grammar.sorts[sort]), |way| way[0].outer);
            body += &self.text(first, &way.unwrap_or_default(), DEPTH, &mut pairs);
            body.push(' ');
        }
        body += &format!("}}; }}; {OUTPUT}");
        Program { body, pairs }
    }

    /// The next pair that hasn't been made, or any if all have been.
    fn aim(&mut self) -> Pair {
        let pairs = &self.grammar.pairs;
        let from = self.random.below(pairs.len());
        let mut all = pairs[from..].iter().chain(&pairs[..from]);
        *all.find(|pair| self.times_made(**pair) == 0).unwrap_or(&pairs[from])
    }

    /// A text of the production, whose slots are filled to a depth, one of them by the way.
    fn text(&mut self, production: usize, way: &[Pair], depth: usize, pairs: &mut Vec<Pair>) -> String {
        self.numbers += 1;
        let (grammar, number) = (self.grammar, self.numbers.to_string());
        let Production { text, slots, .. } = &grammar.productions[production];
        let mut out = text[0].replace('#', &number);
        for (slot, sort) in slots.iter().enumerate() {
            let (inner, way) = match way {
                [pair, way @ ..] if pair.slot == slot => (pair.inner, way),
                _ => (self.choose(production, slot, sort, depth), [].as_slice()),
            };
            let pair = Pair { outer: production, slot, inner };
            self.made[grammar.number(pair)] += 1;
            pairs.push(pair);
            out += &self.text(inner, way, depth.saturating_sub(1), pairs);
            out += &text[slot + 1].replace('#', &number);
        }
        out
    }

    /// What a slot is filled with: one of those that have been there least often.
    fn choose(&mut self, outer: usize, slot: usize, sort: &str, depth: usize) -> usize {
        let all = &self.grammar.sorts[sort];
        let least = all.iter().map(|inner| self.grammar.productions[*inner].slots.len()).min().unwrap_or_default();
        let fitting = |inner: usize| depth > 1 || self.grammar.productions[inner].slots.len() == least;
        let fitting: Vec<usize> = all.iter().copied().filter(|inner| fitting(*inner)).collect();
        let from = self.random.below(fitting.len());
        let candidates = fitting[from..].iter().chain(&fitting[..from]);
        let times = |inner: &usize| self.times_made(Pair { outer, slot, inner: *inner });
        *candidates.min_by_key(|inner| times(inner)).expect("a sort has productions")
    }
}

/// The numbers that rustc alone computes with in generic functions.
const NUMBER: &str = "trait Number: Copy + std::ops::Add<Output = Self> + std::ops::Sub<Output = Self> + std::ops::AddAssign {}\n\
                      impl Number for i64 {}\n";

/// The programs as plain Rust, each in a line of its own, and the number of lines before them.
pub(crate) fn plain(programs: &[Program]) -> (String, usize) {
    let items = include_str!("items.rs").replace("#[device]\n", "").replace(", Element", "");
    let mut text = format!("#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n{NUMBER}{items}");
    let head = text.lines().count();
    for (i, Program { body, .. }) in programs.iter().enumerate() {
        text += &format!("pub fn program_{i}((v, w): (i64, i64)) -> [i64; 16] {{ let c = 5i64; {body} }}\n");
    }
    (text, head)
}

/// The programs as operations and as functions that operations call, each in a line of its own, and the number of lines before
/// them.
pub(crate) fn operations(programs: &[Program], seed: u64) -> (String, usize) {
    let mut text = format!(
        "#![allow(warnings, arithmetic_overflow, unconditional_panic)]\n#![recursion_limit = \"4096\"]\n\
         extern crate onrush_core as onrush;\nmod plain;\nuse onrush::Number;\nuse onrush_fuzz::Harness;\n\
         use onrush_macros::{{Element, device, op}};\n{}",
        include_str!("items.rs")
    );
    let head = text.lines().count();
    for (i, Program { body, .. }) in programs.iter().enumerate() {
        let check = "fuzz.check::<(i64, i64), _, _, _>";
        text += &format!(
            "fn program_{i}(fuzz: &mut Harness) {{ let c = 5i64; \
             #[device] fn function(v: i64, w: i64, c: i64) -> [i64; 16] {{ {body} }} \
             {check}(\"program {i}\", op!(|v: i64, w: i64| -> [i64; 16] {{ {body} }}), plain::program_{i}); \
             {check}(\"function {i}\", op!(|v: i64, w: i64| -> [i64; 16] {{ function(v, w, c) }}), plain::program_{i}); }}\n"
        );
    }
    text += &format!("fn main() {{\n    let mut fuzz = Harness::new({seed});\n");
    (0..programs.len()).for_each(|i| text += &format!("    program_{i}(&mut fuzz);\n"));
    text += "    std::process::exit(i32::from(fuzz.finish() > 0));\n}\n";
    (text, head)
}
