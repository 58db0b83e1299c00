//! Closures and iterators.

use proc_macro2::TokenStream;
use quote::quote;

use super::refuses;
use crate::{device, operation};

bodies! {
    closures: { [|y: f32| y]; v.apply(|y: f32| y); let (f, g) = (|y: f32| y, x); let h: fn(f32) -> f32 = |y| y; x } =>
        "a closure can only be bound to a name by `let`, or be the argument of a `#[device]` function, in device code / write `let f",
        "the method `apply` can't be given a closure", "a closure can only be bound", "a function pointer can't be used", "a closure can only be bound";
    closures_elsewhere: { let f = |y: f32| y; let g = f; let h = (f, x); apply(f, &f); v.apply(f); f(x) } =>
        "the closure `f` can only be called or passed to a `#[device]` function in device code, not stored or returned / call it here",
        "the closure `f` can only be called", "the closure `f` can only be called";
    closures_passed: { let mut n = 0; let mut f = move |y: f32| { n += 1; y }; apply(f); apply(&mut f); x } =>
        "the function would get a copy of this `move` closure, which keeps to itself what it changes / pass `&mut` the closure";
    arrays_and_iterators_of_functions: { let a = std::array::from_fn(3); f(iter::successors(Some(x), |y| None)); std::iter::once(x); iter::empty(); x } =>
        "a closure can only be bound", "`iter::successors` can't be used here in device code / write adaptors or a method that ends it", "`std::iter::once`", "`iter::empty`";
    closures_that_keep_references: { let f = |a: &f32| a; let g = |i: usize| &x; let h = |y: f32| { break; y }; x } =>
        "a reference can't be kept", "`break` is used outside of a loop";
    dereferenced_names: { let (y, mut b) = (x + 1.0, [x, x]); each(&mut b, |v| *v += 1.0); *y } =>
        "`v` isn't known to be a reference here, so `*v` can't be read / of a closure's parameter write the type, `|v: &f32| …`", "`y` isn't known";
    compared_slices: { if &a[..2] == b"ab" || a[1..] != [x] { x } else { f(a < (&a[..])) } } =>
        "slices can't be compared by `==` in device code / compare their elements", "compared by `!=`", "compared by `<`";
    parts_of_arrays: {
        *t[1..].get_mut(0)? = x;
        let (p, q) = (0..3).split_at(1);
        match t.split_first() { Some(pair) => x, None => x }
        if let Some([a, b]) = t.get(1..3) { x } else { x }
        let mut t = [x, x];
        if let Some((0, rest)) = t.split_first_mut() { x } else { x }
        if let Some(0) = t.get_mut(1) { x } else { x }
        let Some((a, [b])) = t.split_last() else { return x };
        x
    } => "what `get_mut` gives can't be used here in device code / take it apart", "what `split_at` gives can't",
        "this pattern can't be matched with a part of an array in device code / write `Some(s)`", "this pattern", "this pattern", "this pattern",
        "this pattern";
    closures_moved: { let mut n = 0; let mut f = || { n += 1; n }; let g = move || f(); x } =>
        "a `move` closure can't call a closure that changes something / remove `move`";
    closures_copied: {
        let mut n = v; let mut f = move |y: i64| { n += y; n }; let mut g = move || { n += 1; n };
        v.checked_add(1).map(f); (0..3).map(f).sum::<i64>(); v.checked_add(1).unwrap_or_else(g); v.checked_add(1).map_or_else(g, |y| y); x
    } => "Rust would call a copy of the `move` closure here", "Rust would call", "Rust would call", "Rust would call";
    closures_of_other_numbers: {
        let y = 50; let f = |a: i64, b: i64| a + b; let mut n = 0;
        v.checked_add(1).map(|x, y| x + y);
        v.checked_add(1).filter(|| true);
        v.checked_add(1).map_or(3, |x, y| x + y);
        v.checked_add(1).and_then(f);
        v.checked_add(1).or_else(f);
        v.checked_add(1).is_some_and(move |x, y| { n += x; n > y });
        (0..v).map(|x, y| x + y).sum::<i64>();
        (0..v).map(f).sum::<i64>();
        (0..v).fold(0, |x| x);
        (0..v).enumerate().for_each(|i, x| {});
        (|x, y| x + y)(v);
        (|x| x)(v, y);
        (|| v)(y);
        f(v);
        x
    } => "this closure is given one value / write a parameter for each; a pair is one value", "given one value", "given one value",
        "given one value", "given no value", "given one value", "given one value", "given one value",
        "given 2 values", "given one value", "given one value", "given 2 values", "given one value", "given one value";
    closures_that_leave_loops: {
        for i in 0..4 {
            v.checked_add(i).unwrap_or_else(|| { break });
            v.checked_add(i).or_else(|| { continue });
            v.checked_add(i).unwrap_or_else(|| { assert!({ break; true }); 3 });
            let f = || { break; 3 };
            v.checked_add(f()).or_else(|| { for j in 0..i { if j > 2 { break } } None });
        }
        'a: { v.checked_add(1).unwrap_or_else(|| break 'a 3) };
        loop { v.checked_add(1).map_or_else(|| { break 5 }, |x| x); (0..3).any(|x| { break }); };
        x
    } => "`break` is used outside of a loop", "`continue` is used outside", "`break` is used", "`break` is used", "`break` is used",
        "`break` is used", "`break` is used";
    conditions_that_leave_loops: {
        let mut n = v;
        while let Some(y) = { if n > 3 { break } n.checked_sub(1) } { n = y; }
        'a: while let Some(y) = { if n > 3 { break 'a } loop { break } n.checked_sub(1) } && { if y > 2 { continue } true } { n = y; }
        while let Some(y) = { assert!({ if n > 3 { break } true }); n.checked_sub(1) } { n = y; }
        x
    } => "`break` in the condition of a `while` needs a label", "`continue` in the condition", "`break` in the condition";
    chains_that_change_names: { if let Some(mut y) = v.checked_add(1) && { y += 1; y > 2 } { x } else { 1.0 } } => "such a chain of `let`s";
    guards_that_call_closures: {
        let mut t = (1, 2); let r = &mut t;
        let mut hit = || { let (a, b) = r; *a += 1; *a > 1 };
        match v { 0..=3 | 2..=5 if hit() => x, _ => x }
    } => "this guard changes a variable, and a value may match several";
    references_of_changing_iterators: {
        let mut a = [x, x];
        next(&mut *a.iter_mut().last().unwrap());
        (*a.iter_mut().find(|y| **y > x).unwrap()).bump();
        x
    } => "`last` gives a `&mut` to an element, which can't be kept in device code / find its position", "`find` gives a `&mut`";
    closures_doubled: {
        let a = |y: f32| y + y;
        let b = |y: f32| a(y) + a(y) + a(y) + a(y) + a(y) + a(y) + a(y) + a(y);
        let c = |y: f32| b(y) + b(y) + b(y) + b(y) + b(y) + b(y) + b(y) + b(y);
        let d = |y: f32| c(y) + c(y) + c(y) + c(y) + c(y) + c(y) + c(y) + c(y);
        x
    } => "closures call each other too often here", "closures call each other too often here";
    iterators: {
        (0..3).peekable().sum::<i32>();
        a.iter().rev().product::<f32>().sqrt();
        a.iter().map(f).zip(b).count();
        a.iter().rev().map(f).zip(&b).count();
        a.iter().zip(b.windows(2).filter(f)).count();
        a.iter().map(f).skip(1).rev().count();
        a.iter().map(f).zip(&b).rev().count();
        (0..9).enumerate().rev().count();
        a.iter().fuse().map(f).count();
        a.iter().map(f).filter(f).peekable().last();
        x
    } => "this iterator can't be used in device code / write a loop; iterators over arrays, their `windows` and `chunks` and ranges, `iter::successors`",
         "whether the closures in front of this `zip` are called for an item without a partner is no promise of Rust's",
         "whether the closures in front of this `zip`", "`zip` can't be given this iterator in device code",
         "`rev` can't be used behind this in device code", "`rev` can't be used behind", "`rev` can't be used behind",
         "this iterator can't be used", "this iterator can't be used";
    named_iterators_that_go_on_behind_none: {
        let mut a = std::iter::from_fn(|| Some(v)).take(4);
        let mut b = (0..9).map_while(|x| Some(x)).skip(2);
        let mut c = (0..9).scan(0, |s, x| Some(x)).step_by(2);
        let mut d = std::iter::from_fn(|| Some(v)).flat_map(|x| [x, x]);
        let mut e = std::iter::from_fn(|| Some(v)).map(|x| Some(x)).flatten();
        let mut f = std::iter::from_fn(|| Some(v)); let mut g = f.by_ref().take(3);
        let mut h = (0..9).take(5).skip(2); let i = std::iter::from_fn(|| Some(v)).take(4);
        v
    } => "an iterator with a name that is `mut` can't have `take`", "an iterator with a name", "an iterator with a name", "an iterator with a name",
         "an iterator with a name", "an iterator with a name";
    named_iterators: {
        let it = a.iter();
        let y = it.next();
        f(it);
        for _ in 0..3 { it.count(); }
        let g = || it.count();
        let z = 1;
        let by = a.iter().map(|v| v * z);
        let z = 2;
        by.count();
        let mut s = (0..9).step_by(2);
        let mut n = (0..9).flat_map(|i| 0..i);
        x
    } => "`it` isn't `mut`, so nothing can be taken from it / write `let mut`",
         "`it` is an iterator, which is no value in device code / use it where it is named",
         "`it` would be used up by the first turn of this loop or call of this closure / make the iterator in it",
         "`it` would be used up", "`z` is another variable where the iterator is used than where it was made / choose another name",
         "this iterator can't have a name that is `mut`", "this iterator can't have a name that is `mut`";
    nested_iterators: {
        (0..3).flat_map(|i| { if i == 1 { return 0..2; } 0..i }).count();
        (0..3).flat_map(|i| { f(i); 0..i }).count();
        (0..3).flat_map(move |i| 0..i).count();
        let k = 1;
        (0..3).flat_map(|k| 0..k).map(|j| j * k).count();
        for j in (0..3).flat_map(|i| 0..i) { if j > 1 { break; } }
        'a: for j in (0..3).flat_map(|i| 0..i) {}
        for j in (0..3).flat_map(|k| 0..k) { f(k); }
        (0..3).map(f).cycle().take(2).count();
        let o = iter::from_fn(|| None::<i32>) + 1;
        (1..).zip(a).count();
        x
    } => "the closure of `flat_map` can only be written where it stands, without `move`", "the closure of `flat_map`", "the closure of `flat_map`",
         "`k` is another variable where", "a loop over `flat_map` can't have a label, or a `break`", "a loop over `flat_map`", "`k` is another variable",
         "`cycle` can't repeat this iterator", "`iter::from_fn` can't be used here", "whether the closures in front of this `zip`";
    joined_iterators: {
        a.iter().chain(a.iter().map(f)).count();
        a.iter().map(f).take(2).chain(b).count();
        a.iter().enumerate().chain(b.iter().enumerate()).count();
        a.iter().chain(&b).rev().count();
        let y = a.iter().chain(&b).find(|y| **y > x);
        let y = a.iter().chain(&b).enumerate().last();
        x
    } => "`chain` can't join these iterators in device code / give it an array, or an iterator over one or a range; both have values",
         "`chain` can't follow this in device code / write what ends the items", "`chain` can't join", "`rev` can't be used behind",
         "`find` gives a reference", "`last` gives a reference";
    kept_slices: {
        let y = a.windows(2).find(|w| w[0] > x);
        let y = a.chunks(2).enumerate().max_by_key(|p| p.1.len()).unwrap();
        a.windows(2).chain(a.windows(2)).count();
        let y = a.iter().reduce(|x, y| if x > y { x } else { y }).copied();
        x
    } => "`find` gives a slice, which can't be kept in device code / find its position", "`max_by_key` gives a slice", "`chain` can't join",
         "`reduce` gives a reference to an element, which can't be kept in device code / write `.copied()` before it";
    parts_of_temporaries: {
        let y = [x, 2.0].iter().find(|y| **y > x);
        let y = [x, 2.0].iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap().0;
        x
    } => "`find` gives a reference to a part of a value without a name here, which device code doesn't keep / bind the array",
         "`max_by` gives a reference to a part";
    taken_behind_skipped: {
        a.iter().map(f).skip(3).take(2).count();
        (0..9).map(g).enumerate().skip(3).map(h).take(2).count();
        a.iter().skip(3).map(f).take(2).count();
        a.iter().filter(f).skip(3).take(2).count();
        x
    } => "whether the closures in front of `skip` are called if nothing is left to be taken depends", "whether the closures";
    compared_iterators: {
        a.iter().eq(a.iter().copied());
        a.iter().filter(f).ne(&b);
        (0..3).eq(0..4);
        a.iter().rev().skip(1).map(f).eq(&b);
        a.iter().ne(a.iter().take(2).step_by(2));
        a.iter().enumerate().flatten().count();
        x
    } => "`eq` can't compare these iterators in device code / compare arrays, or iterators over arrays", "`ne` can't compare",
         "`eq` can't compare", "`eq` can't compare", "`ne` can't compare", "this iterator can't be used";
    options_of_iterators: { let y = a.iter().max(); a.iter_mut().find(|y| **y > x); a.iter_mut().enumerate().find(|y| y.0 > 1); *a.iter().last(); x }
        => "`max` gives a reference to an element, which can't be kept in device code / write `.copied()` before it",
           "`find` gives a reference", "`find` gives a `&mut`", "only a parameter or variable that is a reference";
    items_of_iterators: { let y = a.iter().max().unwrap(); let z = a.iter().find(|y| **y > x).unwrap_or(&x); *a.iter().count(); x }
        => "`max` gives a reference to an element, which can't be kept in device code / write `.copied()` before it",
           "`find` gives a reference", "only a parameter or variable that is a reference can be dereferenced";
    pairs_of_iterators: {
        a.iter().enumerate().filter(|p| f(p)).count();
        let mut b = [x, x];
        b.iter_mut().enumerate().map(|p| { let q = p; q.0 }).count();
        a.iter().enumerate().max().unwrap();
        *a.iter().enumerate().find(|p| p.0 > 1).unwrap();
        x
    } => "a pair that contains a reference must be taken apart in device code / write `|(i, v)| …`",
         "a reference can't be kept", "`max` can't compare pairs with references in device code / write `min_by`", "only a parameter or variable";
    copies_of_items: { a.iter_mut().map(f).copied().sum::<f32>(); a.iter_mut().max().copied().unwrap(); x }
        => "this iterator can't be used", "this iterator can't be used";
    iteration: {
        for y in a.iter().zip(0..3) {}
        for y in a.iter_mut().copied() {}
        for y in a[1..] {}
        for y in a.rev() {}
        for y in a.iter().windows(2) {}
        for p in a.iter().enumerate() {}
        for p in a.iter().filter(f).enumerate() {}
        x
    } => "a loop over pairs must take them apart", "this iterator can't be used",
         "`for` can iterate only over ranges, arrays and parts of arrays in device code / write `for i in 0..n { … }`",
         "`for` can iterate only", "`for` can iterate only", "a loop over pairs must take them apart", "a loop over pairs";
    arrays_iterated: { a.iter().collect(); a.iter().is_sorted(); x }
        => "`collect` can't be used on arrays in device code / write a loop", "`is_sorted` can't be used on arrays";

}

#[test]
fn parameters_that_are_closures() {
    let expand = |item| device::expand(TokenStream::new(), item);
    refuses(
        expand(quote!(
            fn f(g: &dyn Fn(f32) -> f32, h: fn(f32) -> f32) -> impl Fn(f32) -> f32 {}
        )),
        &["`impl Trait` and `dyn Trait`", "a function pointer can't be used", "`impl Trait` and `dyn Trait`"],
    );
    refuses(
        expand(quote!(
            fn f(
                a: impl FnMut(f32) -> f32 + Copy,
                b: impl Fn(f32) -> &f32,
                c: impl Fn(f32) + Debug,
                (d, e): impl Fn(),
            ) {
                let g = a;
                (a, 1)
            }
        )),
        &[
            "can have only the bounds `Fn`, `FnMut` or `FnOnce`",
            "takes can't return a reference",
            "can have only the bounds",
            "a parameter that is a closure needs a name",
            "the closure `a` can only be called or passed",
            "the closure `a` can only be called or passed",
        ],
    );
    refuses(
        expand(quote!(
            fn f<F: Fn(f32) -> f32, G>(a: F, b: Option<F>, c: G)
            where
                G: for<'a> Fn(&'a f32),
            {
                let d: G = c;
            }
        )),
        &[
            "can have only the bounds",
            "`F`, the type of a closure, can be only the type of parameters",
            "`G`, the type of a closure",
            "the closure `c` can only be called or passed",
        ],
    );
}

#[test]
fn constants_of_a_body() {
    let expand = |item| device::expand(TokenStream::new(), item);
    refuses(
        expand(quote!(
            fn f(a: [f32; N], s: State) -> [f32; N] {
                use crate::{
                    LEAST,
                    enums::State::{Ended as State, Started},
                    sizes::N as M,
                };
                const N: usize = 3;
                if a[0] > 1.0 {
                    const M: usize = 3;
                }
                a
            }
        )),
        &[
            "can't be declared in device code, except",
            "a constant or import of the body can't have a name that the function's signature mentions / choose another name",
            "a constant or import of the body can't have a name",
        ],
    );
}
