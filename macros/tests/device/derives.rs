use onrush_core::Key as _;
use onrush_core::lower::TranslationUnit;
use onrush_core::types::{Scalar, Type};
use onrush_core::value::{Element, Item};
use onrush_macros::{Element, Key, op};

use crate::support::same;

#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(C)]
struct Place {
    cell: u16,
    depth: Depth,
    tags: [u8; 2],
}

#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(C, align(8))]
struct Depth(f32, i8);

#[derive(Debug, Clone, Copy, Element)]
#[repr(C)]
struct Pair<A: PartialOrd, B, const N: usize>
where
    B: PartialEq,
{
    first: A,
    rest: [B; N],
}

#[derive(Debug, Clone, Copy, Element, Key)]
#[repr(transparent)]
struct Meters(f64);

fn is_element<T: Element>() {}

#[test]
fn layouts() {
    let Type::Struct(place) = Place::ty() else { panic!("a struct") };
    assert_eq!((place.name, place.size, place.align), ("Place", size_of::<Place>(), 8));
    let fields: Vec<_> = place.fields.iter().map(|f| (f.name, f.offset)).collect();
    assert_eq!(fields, [("cell", 0), ("depth", 8), ("tags", 16)]);
    let Type::Struct(depth) = &place.fields[1].ty else { panic!("a struct") };
    assert_eq!((depth.fields[1].name, &depth.fields[1].ty), ("1", &Type::Scalar(Scalar::I8)));
    is_element::<Pair<f32, u8, 3>>();

    let mut unit = TranslationUnit::new();
    let names: Vec<_> = [Pair::<f32, u8, 3>::ty(), Pair::<f32, u8, 4>::ty()].iter().map(|t| unit.spell(t)).collect();
    assert_eq!(names, ["T_Pair", "T_Pair_1"]);
}

#[test]
fn keys_order_by_fields() {
    let place = |cell, depth, fine, tag| Place { cell, depth: Depth(depth, fine), tags: [0, tag] };
    let ordered = [
        place(0, 5.0, 0, 9),
        place(1, -1.0, 0, 9),
        place(1, -0.0, 0, 9),
        place(1, 0.0, -1, 9),
        place(1, 0.0, 1, 3),
        place(1, 0.0, 1, 4),
    ];
    for (i, a) in ordered.iter().enumerate() {
        for (k, b) in ordered.iter().enumerate() {
            assert_eq!(a.precedes(b), i < k);
            assert_eq!(a.same(b), i == k);
        }
    }
    assert_eq!(<Place as onrush_core::Key>::WORDS, 5);
    let bits: Vec<_> = (0..5).map(<Place as onrush_core::Key>::word_bits).collect();
    assert_eq!(bits, [16, 32, 8, 8, 8]);
    assert!(Meters(1.0).precedes(&Meters(2.0)));
}

#[test]
fn elements_lower() {
    let by = Pair { first: 2.5f32, rest: [7u8; 3] };
    same(
        op!(|p: Place, q: Pair<f32, u8, 3>| {
            let r = Pair { first: p.depth.0 * by.first, rest: [q.rest[1], by.rest[0], p.tags[1]] };
            (r, p, Meters(q.first as f64).0)
        }),
        &[(Place { cell: 3, depth: Depth(1.5, -1), tags: [5, 6] }, Pair { first: 0.5, rest: [1, 2, 3] })],
    );
}
