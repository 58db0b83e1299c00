//! References to values without a name: the value lives as long as Rust says.

use super::{Pair, both, functions, next, set, three, two};

#[onrush::device]
fn first_of(a: &[i64; 3]) -> i64 {
    a[0] * 2
}

#[onrush::device]
fn raise(p: &mut Pair, by: i64) -> i64 {
    p.x += by;
    p.x
}

const FOUR: i64 = 4;
const TABLE: [i64; 2] = [3, 5];

functions! {
    fn an_element_of_a_result(v: i64) -> i64 {
        let r = &three(v)[2];
        let noise = three(v + 50);
        *r + noise[0]
    }
    fn a_part_of_a_result(v: i64) -> i64 {
        let r = &two(v).1;
        let noise = two(v + 50);
        *r + noise.0
    }
    fn a_field_of_a_result(v: i64) -> i64 {
        let r = &Pair::new(v, 3).y;
        let noise = Pair::new(9, 9);
        *r * 10 + noise.x
    }
    fn an_element_of_a_literal(v: i64) -> i64 {
        let mut n = v;
        both(&[n, 5][1], { n += 3; n }) + both(&[n, 5][0], { n += 3; n })
    }
    fn a_computed_element_of_a_literal(v: i64) -> i64 {
        let i = v.rem_euclid(3) as usize;
        let r = &[v, 7, v * 2][i];
        let s = &[1i64, 2, 3][i];
        *r * 10 + *s
    }
    fn an_exclusive_reference_to_an_element(v: i64) -> i64 {
        let r = &mut three(v)[2];
        *r += 1;
        *r
    }
    fn an_exclusive_reference_to_a_part(v: i64) -> i64 {
        let r = &mut two(v).0;
        *r *= 3;
        let s = *r;
        *r += 1;
        s * 10 + *r
    }
    fn an_exclusive_argument(v: i64) -> i64 {
        set(&mut three(v)[1], 4) + set(&mut two(v).1, 4) * 10
    }
    fn a_literal_as_an_argument(v: i64) -> i64 {
        both(&5, v) + both(&(v + 1), 2) + first_of(&[v, 1, 2]) + first_of(&three(v))
    }
    fn a_literal_as_an_exclusive_argument(v: i64) -> i64 {
        raise(&mut Pair { x: v, y: 0 }, 5) * 10 + raise(&mut Pair::new(v, 1), 7)
    }
    fn the_value_of_a_block(v: i64) -> i64 {
        let r = &{ let w = v * 2; w + 1 };
        *r + both(&{ v - 1 }, 3)
    }
    fn the_value_of_an_if(v: i64) -> i64 {
        let r = &(if v > 1 { v } else { -v });
        *r * 10 + both(&(if v > 0 { 1 } else { 2 }), v)
    }
    fn the_value_of_a_match(v: i64) -> i64 {
        let r = &match v { 0 => 5i64, n => n * 2 };
        *r + 1
    }
    fn an_operator(v: i64) -> i64 {
        let r = &(v + 1);
        let s = &(*r * 2);
        *s * 100 + *r
    }
    fn a_cast(v: i64) -> i64 {
        let r = &(v as i32);
        *r as i64 + 3
    }
    fn a_struct(v: i64) -> i64 {
        let r = &Pair { x: v, y: 2 };
        let s = &mut Pair { x: 1, ..*r };
        s.x += r.y;
        r.sum() * 100 + s.sum()
    }
    fn a_nested_array(v: i64) -> i64 {
        let r = &[three(v), three(v + 1)][1][(v & 1) as usize];
        *r * 2
    }
    fn a_method_of_a_result(v: i64) -> i64 {
        let r = &Pair::new(v, 2).with(4).y;
        Pair::new(v, 1).bump() * 100 + *r
    }
    fn in_each_round(v: i64) -> i64 {
        let mut sum = 0i64;
        for i in 0..4i64 {
            let r = &three(v + i)[2];
            let s = &mut two(i).1;
            *s += *r;
            sum = sum * 3 + *s;
        }
        sum
    }
    fn shadowed(v: i64) -> i64 {
        let r = &three(v)[1];
        let r = &three(*r)[2];
        let r = &(*r + 1);
        *r
    }
    fn matched(v: i64) -> i64 {
        let r = &two(v);
        match r { (a, b) if *a < *b => *a * 10 + *b, (a, _) => *a }
    }
    fn a_constant(v: i64) -> i64 {
        let first = next(&mut FOUR) + set(&mut TABLE[(v & 1) as usize], v) * 10;
        first * 100 + FOUR + TABLE[1] + { let r = &mut FOUR; *r += v; *r }
    }
}
