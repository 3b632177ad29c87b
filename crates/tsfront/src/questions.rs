//! The questions of an SMT-LIB script: one per `(check-sat)`, each about the assertions in force there.
//!
//! A question is the script's own text in which everything that is not in force is blank: what comes behind, what was popped, and the commands that
//! say so. So places in it are places in the file, and it is read like any other file.

use crate::diagnostic::{Diagnostic, Fault};
use crate::sexpr::{self, Sexpr, Shape};

/// The texts of the questions, in order. A script that does not ask (or cannot be read, as reading it will say) is one question.
pub fn questions(file: &str, text: &str) -> Result<Vec<String>, Diagnostic> {
    let Ok(commands) = sexpr::read(text) else { return Ok(vec![text.to_owned()]) };
    let asked = in_force(&commands).map_err(|f| f.in_file(file, text))?;
    if asked.is_empty() {
        return Ok(vec![text.to_owned()]);
    }
    let starts = starts(text, &commands);
    Ok(asked.iter().map(|kept| only(text, &starts, kept)).collect())
}

/// The commands in force at each question, by number.
fn in_force(commands: &[Sexpr]) -> Result<Vec<Vec<usize>>, Fault> {
    let (mut asked, mut force, mut marks) = (Vec::new(), Vec::new(), Vec::new());
    for (i, command) in commands.iter().enumerate() {
        let Some((name, rest)) = command.call() else {
            force.push(i);
            continue;
        };
        let times = || match rest {
            [] => Ok(1),
            [Sexpr { shape: Shape::Numeral(n), .. }] => {
                n.parse::<usize>().or(Fault::malformed(command.place, "a number of levels is expected"))
            }
            _ => Fault::malformed(command.place, "a number of levels is expected"),
        };
        match name {
            "check-sat" => asked.push(force.clone()),
            "check-sat-assuming" => return Fault::unsupported(command.place, "check-sat-assuming"),
            "push" => (0..times()?).for_each(|_| marks.push(force.len())),
            "pop" => {
                for _ in 0..times()? {
                    match marks.pop() {
                        Some(mark) => force.truncate(mark),
                        None => return Fault::malformed(command.place, "nothing was pushed that could be popped"),
                    }
                }
            }
            "reset-assertions" | "reset" => {
                let stays = |i: &usize| name == "reset-assertions" && commands[*i].call().is_some_and(|(name, _)| name.starts_with("set-"));
                force.retain(stays);
                marks.clear();
            }
            "exit" => break,
            _ => force.push(i),
        }
    }
    Ok(asked)
}

/// Where each command begins, in bytes.
fn starts(text: &str, commands: &[Sexpr]) -> Vec<usize> {
    let (mut found, mut next) = (Vec::with_capacity(commands.len()), commands.iter().peekable());
    let (mut line, mut column) = (1, 1);
    for (at, c) in text.char_indices() {
        if next.next_if(|s| s.place.line == line && s.place.column == column).is_some() {
            found.push(at);
        }
        if c == '\n' {
            (line, column) = (line + 1, 1);
        } else {
            column += 1;
        }
    }
    found
}

/// The text with these commands only.
fn only(text: &str, starts: &[usize], kept: &[usize]) -> String {
    let mut out = String::with_capacity(text.len());
    let blank = |part: &str, out: &mut String| out.extend(part.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
    blank(&text[..starts.first().copied().unwrap_or(text.len())], &mut out);
    for (i, start) in starts.iter().enumerate() {
        let part = &text[*start..starts.get(i + 1).copied().unwrap_or(text.len())];
        if kept.binary_search(&i).is_ok() { out.push_str(part) } else { blank(part, &mut out) }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Vec<String> {
        let words = |t: String| t.split_whitespace().collect::<Vec<_>>().join(" ");
        questions("a.smt2", text).unwrap().into_iter().map(words).collect()
    }

    #[test]
    fn each_question_is_about_what_is_in_force() {
        let text = "(set-logic HORN)\n(push)\n(assert a)\n(check-sat)\n(pop 1)\n(assert b)\n(check-sat)\n(assert c)\n";
        assert_eq!(asked(text), ["(set-logic HORN) (assert a)", "(set-logic HORN) (assert b)"]);
        assert_eq!(asked("(assert a) (exit) (check-sat)"), ["(assert a) (exit) (check-sat)"]);
        assert_eq!(asked("(set-logic HORN) (assert a) (reset-assertions) (assert b) (check-sat)"), ["(set-logic HORN) (assert b)"]);
        assert!(questions("a.smt2", "(pop) (check-sat)").is_err());
    }

    #[test]
    fn places_stay_places() {
        let text = "(assert a)\n(check-sat) (push 2) (assert\n b)\n(check-sat)";
        let last = questions("a.smt2", text).unwrap().pop().unwrap();
        assert_eq!(last.lines().nth(1).unwrap().find("(assert"), text.lines().nth(1).unwrap().find("(assert"));
        assert_eq!(last.lines().count(), text.lines().count());
    }
}
