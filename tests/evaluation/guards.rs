//! A guard that leaves takes no arm: what it is asked for never comes to any.

use super::{functions, next};

functions! {
    fn returning(v: i64) -> i64 {
        match v { 3 if return -1 => 0, n => n }
    }
    fn returning_for_every_value(v: i64) -> i64 {
        match v { n if return n * 2 => 0, n => n }
    }
    fn returning_in_matches(v: i64) -> i64 {
        if matches!(v, 3 if return 9) { 1 } else { 2 }
    }
    fn breaking(v: i64) -> i64 {
        let mut sum = 0i64;
        for i in 0..6i64 {
            sum += match i + v { 4 if break => 100, n => n };
        }
        sum
    }
    fn continuing(v: i64) -> i64 {
        let mut sum = 0i64;
        for i in 0..6i64 {
            sum += match i + v { 2..=4 if continue => 100, n => n };
        }
        sum
    }
    fn breaking_with_a_value(v: i64) -> i64 {
        loop {
            break match v { 0 | 1 if break 77 => 0, n => n * 3 };
        }
    }
    fn breaking_out_of_a_block(v: i64) -> i64 {
        'b: {
            let n = match v { -4..=-1 if break 'b -5 => 0, n => n };
            n * 10
        }
    }
    fn returning_after_an_effect(v: i64) -> i64 {
        let mut seen = 1i64;
        let found = match v { 1..=9 if { seen += 4; if v > 3 { return seen * 100 + v } v == 2 } => 5, n => n };
        found * 10 + seen
    }
    fn false_after_an_effect(v: i64) -> i64 {
        let mut seen = 0i64;
        let found = match v { n if { seen += n; false } => 1, 2 => 2, _ => 3 };
        found * 100 + seen
    }
    fn in_each_arm(v: i64) -> i64 {
        match v { 0 if return 10 => 1, 1 if return 11 => 2, 2 if return 12 => 3, n => n }
    }
    fn of_a_part(v: i64) -> i64 {
        match (v, v % 2) { (3, _) if return -3 => 0, (_, 0) if return -2 => 1, (a, b) => a * 10 + b }
    }
    fn of_a_bool(v: i64) -> i64 {
        match v > 1 { true if return 8 => 0, b => b as i64 + 5 }
    }
    fn within_a_guard(v: i64) -> i64 {
        match v { n if match n { 1 if return 50 => true, m => m > 2 } => n * 2, n => n }
    }
    fn as_an_operand(v: i64) -> i64 {
        v * 10 + match v { 4 if return 1 => 2, _ => 3 }
    }
    fn as_an_index(v: i64) -> i64 {
        let a = [5i64, 6];
        a[match v { 3 if return 99 => 0usize, n if n > 0 => 1, _ => 0 }]
    }
    fn in_a_condition(v: i64) -> i64 {
        if v > 0 && matches!(v, 2 | 3 if return 44) { 1 } else { v }
    }
    fn in_the_other_half(v: i64) -> i64 {
        if v < 0 || matches!(v, 5 if return 45) { 1 } else { v }
    }
    fn of_a_while(v: i64) -> i64 {
        let mut n = v;
        let mut rounds = 0i64;
        while matches!(n, -4..=9 if { rounds += 2; n + rounds != 9 }) {
            n += 1;
            if rounds > 8 { return n; }
        }
        n * 10 + rounds
    }
    fn that_sees_its_names(v: i64) -> i64 {
        let mut calls = 0i64;
        let r = match (v, v + 1) { (a, b) if { calls += 1; a * b > 6 } => a, (_, b) if next(&mut calls) > b => b * 10, _ => 0 };
        r * 10 + calls
    }
    fn of_the_last_arm(v: i64) -> i64 {
        match v { n if n > 100 => 1, ..=50 => v + 1, n if return n => 2, _ => 3 }
    }
    fn after_a_binding(v: i64) -> i64 {
        match v { n @ 2..=4 if return n * 7 => 0, n @ ..=1 => n - 1, n => n + 1 }
    }
}
