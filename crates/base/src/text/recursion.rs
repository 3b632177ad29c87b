//! The text of descriptions of recursive procedures:
//!
//! ```text
//! recursion
//! procedure f (n) L4 -> L5 (r)        name, parameters, entry, exit (none if it does not return), result
//! call 0 L2 -> L3 (n t) keep (x)      number of the procedure, before, after, parameters with arguments, what is kept
//! own (n r t x) stack (d s)
//! ```

use super::read::{Error, Reader};
use crate::cfa::{Cfa, LocId, LocInfo, VarId};
use crate::recursion::{Call, Procedure, Recursion};
use std::fmt::Write;

pub(super) fn print(recursion: &Recursion, cfa: &Cfa, out: &mut String) {
    let vars =
        |list: &mut dyn Iterator<Item = VarId>| format!("({})", list.map(|v| cfa.var(v).name.to_string()).collect::<Vec<_>>().join(" "));
    let onward = |l: Option<LocId>| l.map_or_else(String::new, |l| format!(" -> {}", cfa.loc(l).name));
    let _ = writeln!(out, "recursion");
    for p in &recursion.procedures {
        let (params, result) = (vars(&mut p.params.iter().copied()), vars(&mut p.result.iter().copied()));
        let _ = writeln!(out, "procedure {} {params} {}{} {result}", p.name, cfa.loc(p.entry).name, onward(p.exit));
    }
    for c in &recursion.calls {
        let arguments = vars(&mut c.arguments.iter().flat_map(|(p, a)| [*p, *a]));
        let kept = vars(&mut c.kept.iter().copied());
        let _ = writeln!(out, "call {} {}{} {arguments} keep {kept}", c.callee, cfa.loc(c.before).name, onward(c.after));
    }
    let (own, stacks) = (vars(&mut recursion.own.iter().copied()), vars(&mut recursion.stacks.iter().copied()));
    let _ = writeln!(out, "own {own} stack {stacks}");
}

/// Reads what follows the word `recursion`.
pub(super) fn parse(r: &mut Reader, cfa: &mut Cfa) -> Result<Recursion, Error> {
    let mut found = Recursion { procedures: Vec::new(), calls: Vec::new(), own: Default::default(), stacks: Default::default() };
    loop {
        if r.eat_word("procedure") {
            let name = r.word()?;
            let params = vars(r, cfa)?;
            let (entry, exit) = way(r, cfa)?;
            found.procedures.push(Procedure { name: name.as_str().into(), entry, exit, params, result: vars(r, cfa)? });
        } else if r.eat_word("call") {
            let callee = r.number()? as usize;
            let (before, after) = way(r, cfa)?;
            let pairs = vars(r, cfa)?;
            if pairs.len() % 2 != 0 {
                return r.fail("expected parameters and arguments in pairs before this");
            }
            let arguments = pairs.chunks(2).map(|pair| (pair[0], pair[1])).collect();
            if !r.eat_word("keep") {
                return r.fail("expected `keep`");
            }
            found.calls.push(Call { before, after, callee, arguments, kept: vars(r, cfa)? });
        } else if r.eat_word("own") {
            found.own.extend(vars(r, cfa)?);
            if !r.eat_word("stack") {
                return r.fail("expected `stack`");
            }
            found.stacks.extend(vars(r, cfa)?);
            return Ok(found);
        } else {
            return r.fail("expected `procedure`, `call` or `own`");
        }
    }
}

fn way(r: &mut Reader, cfa: &mut Cfa) -> Result<(LocId, Option<LocId>), Error> {
    let mut loc = |r: &mut Reader| -> Result<LocId, Error> {
        let name = r.word()?;
        Ok(cfa.loc_named(&name).unwrap_or_else(|| cfa.add_loc(LocInfo::named(&name))))
    };
    let from = loc(r)?;
    let to = if r.eat("->") { Some(loc(r)?) } else { None };
    Ok((from, to))
}

fn vars(r: &mut Reader, cfa: &Cfa) -> Result<Vec<VarId>, Error> {
    let mut found = Vec::new();
    r.expect("(")?;
    while !r.eat(")") {
        let name = r.word()?;
        match cfa.var_named(&name) {
            Some(v) => found.push(v),
            None => return r.fail(format!("the variable `{name}` is not declared")),
        }
    }
    Ok(found)
}
