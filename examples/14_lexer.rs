//! Lexical analysis: the tokens of a TOML file, by a finite automaton that runs on all bytes at the same time.
//!
//! It shows a scan of functions (W. D. Hillis and G. L. Steele, 1986): a byte is a table that has the next state for each
//! state, two tables compose to one, and the scan composes those of all bytes up to each one. No byte waits for the state
//! before it. `cargo run --example 14_lexer -- FILE` reads your own file.

use onrush::prelude::*;

/// The automaton's states: the kinds of tokens, and two more within strings.
const SPACE: u8 = 0;
const WORD: u8 = 1;
const STRING: u8 = 2;
const ESCAPE: u8 = 3;
const END: u8 = 4;
const SYMBOL: u8 = 5;
const COMMENT: u8 = 6;
const STATES: usize = 7;
const NAMES: [&str; STATES] = ["", "words", "strings", "", "", "symbols", "comments"];

/// The state after a byte.
#[device]
fn next(state: u8, byte: u8) -> u8 {
    match state {
        STRING if byte == b'\\' => ESCAPE,
        STRING if byte == b'"' => END,
        STRING | ESCAPE => STRING,
        COMMENT if byte != b'\n' => COMMENT,
        _ => match byte {
            b' ' | b'\t' | b'\r' | b'\n' => SPACE,
            b'"' => STRING,
            b'#' => COMMENT,
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'_' | b'-' | b'.' => WORD,
            _ => SYMBOL,
        },
    }
}

/// Whether a token begins where the state changes from `before` to `state`.
#[device]
fn begins(before: u8, state: u8) -> bool {
    match state {
        SPACE | ESCAPE | END => false,
        STRING => before != STRING && before != ESCAPE,
        SYMBOL => true,
        _ => before != state,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let text = match std::env::args().nth(1) {
        Some(file) => std::fs::read(file)?,
        None => include_bytes!("../Cargo.toml").to_vec(),
    };
    let device = Device::best()?;
    let bytes = device.upload(&text)?;

    let table = op!(|byte: u8| {
        let mut table = [0; STATES];
        for state in 0..STATES {
            table[state] = next(state as u8, byte);
        }
        table
    });
    // First `f`, then `g`.
    let then = op!(|f: [u8; STATES], g: [u8; STATES]| {
        let mut both = [0; STATES];
        for state in 0..STATES {
            both[state] = g[f[state] as usize];
        }
        both
    });
    let state = bytes.iter().map(table).scan_inclusive(then).collect()?;
    let state = state.iter().map(op!(|table: [u8; STATES]| table[SPACE as usize])).collect()?;

    let s = state.view();
    let first = op!(|i: usize| begins(if i == 0 { SPACE } else { s[i - 1] }, s[i]));
    let tokens = device.range(0..s.len()).filter(first).collect()?;
    let kinds = state.iter().permute(&tokens).histogram(STATES).collect()?.to_vec()?;
    for (name, count) in NAMES.iter().zip(&kinds).filter(|(_, count)| **count > 0) {
        println!("{count:6} {name}");
    }

    let mut before = SPACE;
    let mut expected = Vec::new();
    for (i, byte) in text.into_iter().enumerate() {
        let state = next(before, byte);
        if begins(before, state) {
            expected.push(i);
        }
        before = state;
    }
    assert_eq!(tokens.to_vec()?, expected);
    Ok(())
}
