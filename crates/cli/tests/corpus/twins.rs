//! Twins differ in one place: one line of the program (a realistic bug may take some more), or, with the same program, one option of the
//! header.

use crate::program::Header;
use std::path::Path;

/// What a mode of the tool is chosen by.
const OPTIONS: [&str; 6] = ["check", "entry", "globals", "int", "data-model", "malloc-may-fail"];

/// How many lines in a row a realistic bug may change.
const BUG: usize = 6;

/// The lines of a program behind its header.
fn body(file: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let is_header = |line: &&str| ["// ", "; ", "# "].iter().any(|mark| line.starts_with(mark));
    Ok(text.lines().skip_while(is_header).map(str::to_owned).collect())
}

pub fn differ_in_one_place((file, header): (&Path, &Header), (other, others): (&Path, &Header)) -> Result<(), String> {
    let (one, two) = (body(file)?, body(other)?);
    let options: Vec<&str> = OPTIONS.into_iter().filter(|key| header.get(*key) != others.get(*key)).collect();
    let same = |pair: &(&String, &String)| pair.0 == pair.1;
    let front = one.iter().zip(&two).take_while(same).count();
    let back = one.iter().rev().zip(two.iter().rev()).take_while(same).count().min(one.len().min(two.len()) - front);
    let lines = one.len().max(two.len()) - front - back;
    let most = if file.parent().is_some_and(|folder| folder.ends_with("everyday")) { BUG } else { 1 };
    match (lines, options.as_slice()) {
        (0, [_]) => Ok(()),
        (lines, []) if (1..=most).contains(&lines) => Ok(()),
        (0, []) => Err("the twins are the same program".into()),
        (lines, []) => Err(format!("the twins differ in {lines} lines from line {} of the program on", front + 1)),
        (lines, options) => Err(format!("the twins differ in {lines} lines and in {}", options.join(", "))),
    }
}
