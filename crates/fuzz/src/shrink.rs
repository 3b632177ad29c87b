//! A smaller program that is wrong in the same way: lines are left out, alone and as balanced blocks, as long as the tool says the same and
//! compiled programs still show that it is wrong.
//!
//! A removed line can change the meaning, so only programs whose runs are all known are shrunk: those that compiled programs show to fail, and
//! safe ones that read nothing.

use crate::case::{Case, Expect, Shows};
use crate::compile::Compilers;
use crate::tool::{Said, ask};
use std::path::Path;

/// How many candidates are tried.
const TRIES: usize = 60;

pub fn shrink(tool: &Path, compilers: &Compilers, folder: &Path, case: &Case, said: &Said) -> Result<Option<String>, String> {
    let known = match case.expect {
        Expect::Safe => case.inputs.iter().all(Vec::is_empty) && case.world.is_empty(),
        Expect::Unsafe(_) => case.shows != Shows::Nothing,
        Expect::Rejected => false,
    };
    if !known || case.compiled.is_some() {
        return Ok(None);
    }
    let mut lines: Vec<String> = case.text.lines().map(str::to_owned).collect();
    let mut tries = 0;
    loop {
        let mut smaller = false;
        let mut at = 0;
        while at < lines.len() && tries < TRIES {
            if let Some(length) = block(&lines[at..]) {
                let mut fewer = lines.clone();
                fewer.drain(at..at + length);
                let mut candidate = case.clone();
                candidate.text = fewer.join("\n");
                tries += 1;
                let same = ask(tool, folder, case, &candidate.text)? == *said;
                if same && compilers.shown(folder, &candidate)? {
                    lines = fewer;
                    smaller = true;
                    continue;
                }
            }
            at += 1;
        }
        if !smaller || tries >= TRIES {
            break;
        }
    }
    Ok(Some(lines.join("\n") + "\n"))
}

/// How many lines from the first on have as many closing braces as opening ones; none if the first closes what it has not opened.
fn block(lines: &[String]) -> Option<usize> {
    let mut depth = 0i64;
    for (k, line) in lines.iter().enumerate() {
        for c in line.chars() {
            depth += match c {
                '{' => 1,
                '}' => -1,
                _ => 0,
            };
            if depth < 0 {
                return None;
            }
        }
        if depth == 0 {
            return Some(k + 1);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_balanced() {
        let lines: Vec<String> = "if (x) {\n  y = 1;\n} else {\n  y = 2;\n}\nz = 1;\n}".lines().map(str::to_owned).collect();
        assert_eq!(block(&lines), Some(5));
        assert_eq!(block(&lines[1..]), Some(1));
        assert_eq!(block(&lines[6..]), None);
    }
}
