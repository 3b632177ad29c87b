//! The text of automata.

use super::read::{Error, Reader, Token};
use super::recursion;
use super::write::{print_expr, print_formula, sort_name};
use crate::cfa::{Cfa, Check, ErrorInfo, InputKind, LocId, LocInfo, Sort, Stmt, VarDecl};
use crate::int::IntType;
use crate::span::Span;
use std::fmt::Write;

/// Quotes a text so that the reader reads it back.
pub(super) fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Prints an automaton. What only reports need (frames, source names) is left out.
pub fn print_cfa(cfa: &Cfa) -> String {
    let mut out = String::from("cfa\n");
    for v in &cfa.vars {
        let sort = match (&v.sort, v.ty, v.len) {
            (Sort::Int, Some(ty), _) => ty.to_string(),
            (Sort::Map(from, to), ty, len) if **from == Sort::Int && **to == Sort::Int => {
                let element = ty.map_or("int".into(), |t| t.to_string());
                len.map_or_else(|| format!("int -> {element}"), |n| format!("{element}[{n}]"))
            }
            (sort, ..) => sort_name(sort),
        };
        writeln!(out, "var {}: {sort}", v.name).unwrap();
    }
    writeln!(out, "entry {}", cfa.loc(cfa.entry).name).unwrap();
    for e in &cfa.errors {
        write!(out, "error {} {} {}", cfa.loc(e.loc).name, e.check, quote(&e.message)).unwrap();
        if let Some(s) = &e.span {
            write!(out, " at {}:{}:{}", quote(&s.file), s.line, s.column).unwrap();
        }
        out.push('\n');
    }
    for e in &cfa.edges {
        writeln!(out, "edge {} -> {}: {}", cfa.loc(e.from).name, cfa.loc(e.to).name, print_stmt(&e.stmt, cfa)).unwrap();
    }
    cfa.recursions.iter().for_each(|r| recursion::print(r, cfa, &mut out));
    for (at, formula) in &cfa.advice {
        writeln!(out, "advice {}: {}", cfa.loc(*at).name, print_formula(formula, cfa)).unwrap();
    }
    out
}

pub fn print_stmt(stmt: &Stmt, cfa: &Cfa) -> String {
    match stmt {
        Stmt::Skip => "skip".into(),
        Stmt::Assign(v, e) => format!("{} := {}", cfa.var(*v).name, print_expr(e, cfa)),
        Stmt::Assume(f) => format!("assume {}", print_formula(f, cfa)),
        Stmt::Input { var, ty, kind } => {
            let ty = ty.map_or("int".into(), |t| t.to_string());
            let kind = match kind {
                InputKind::Call(name) => format!(" {}", quote(name)),
                InputKind::Open(what) => format!(" open {}", quote(what)),
                // Only reports know what it means; as a text it is an input like others.
                InputKind::Uninitialised | InputKind::Given(_) | InputKind::Written(_) => String::new(),
            };
            format!("input {} {ty}{kind}", cfa.var(*var).name)
        }
        Stmt::Print { pieces, values } => {
            let mut out = String::from("print");
            for (i, piece) in pieces.iter().enumerate() {
                write!(out, " {}", quote(piece)).unwrap();
                if let Some(value) = values.get(i) {
                    write!(out, " ({})", print_expr(value, cfa)).unwrap();
                }
            }
            out
        }
    }
}

/// Reads an automaton; see the module's example.
pub fn parse_cfa(text: &str) -> Result<Cfa, Error> {
    let mut r = Reader::new(text)?;
    let mut cfa = Cfa::default();
    let mut has_entry = false;
    if !r.eat_word("cfa") {
        return r.fail("expected `cfa` at the start");
    }
    loop {
        if r.eat_word("var") {
            let name = r.word()?;
            if cfa.var_named(&name).is_some() {
                return r.fail(format!("the variable `{name}` is declared twice"));
            }
            r.expect(":")?;
            let (sort, ty) = r.sort()?;
            let mut decl = VarDecl { sort, ..VarDecl::int(&name, ty) };
            if r.eat("[") {
                decl.len = Some(u64::from(r.number()?));
                decl.sort = Sort::array();
                r.expect("]")?;
            }
            cfa.add_var(decl);
        } else if r.eat_word("entry") {
            cfa.entry = loc(&mut r, &mut cfa)?;
            has_entry = true;
        } else if r.eat_word("error") {
            let at = loc(&mut r, &mut cfa)?;
            let Some(check) = Check::parse(&r.word()?) else { return r.fail("expected the name of a check before this") };
            let Token::Text(message) = r.next() else { return r.fail("expected a message in quotes") };
            let span = if r.eat_word("at") { Some(span(&mut r)?) } else { None };
            cfa.errors.push(ErrorInfo { loc: at, check, message, span });
        } else if r.eat_word("edge") {
            let from = loc(&mut r, &mut cfa)?;
            r.expect("->")?;
            let to = loc(&mut r, &mut cfa)?;
            r.expect(":")?;
            let stmt = stmt(&mut r, &cfa)?;
            cfa.add_edge(from, to, stmt, None);
        } else if r.eat_word("recursion") {
            let recursion = recursion::parse(&mut r, &mut cfa)?;
            cfa.recursions.push(recursion);
        } else if r.eat_word("advice") {
            let at = loc(&mut r, &mut cfa)?;
            r.expect(":")?;
            let formula = r.formula(&cfa)?;
            cfa.advice.push((at, formula));
        } else if *r.peek() == Token::End {
            break;
        } else {
            return r.fail("expected `var`, `entry`, `error`, `edge`, `recursion` or `advice`");
        }
    }
    if has_entry { Ok(cfa) } else { r.fail("there is no `entry`") }
}

fn loc(r: &mut Reader, cfa: &mut Cfa) -> Result<LocId, Error> {
    let name = r.word()?;
    Ok(cfa.loc_named(&name).unwrap_or_else(|| cfa.add_loc(LocInfo::named(&name))))
}

fn span(r: &mut Reader) -> Result<Span, Error> {
    let Token::Text(file) = r.next() else { return r.fail("expected a file name in quotes") };
    r.expect(":")?;
    let line = r.number()?;
    r.expect(":")?;
    Ok(Span::new(file, line, r.number()?))
}

fn stmt(r: &mut Reader, cfa: &Cfa) -> Result<Stmt, Error> {
    if r.eat_word("skip") {
        return Ok(Stmt::Skip);
    }
    if r.eat_word("assume") {
        return Ok(Stmt::Assume(r.formula(cfa)?));
    }
    if r.eat_word("input") {
        let name = r.word()?;
        let Some(var) = cfa.var_named(&name) else { return r.fail(format!("`{name}` is not a variable")) };
        let word = r.word()?;
        let ty = IntType::parse(&word);
        if ty.is_none() && word != "int" {
            return r.fail(format!("`{word}` is not a machine type"));
        }
        let kind = match r.peek().clone() {
            Token::Text(call) => {
                r.next();
                InputKind::Call(call.as_str().into())
            }
            _ if r.eat_word("open") => match r.next() {
                Token::Text(what) => InputKind::Open(what.as_str().into()),
                _ => return r.fail("what is left open must be said in quotes"),
            },
            _ => InputKind::Uninitialised,
        };
        return Ok(Stmt::Input { var, ty, kind });
    }
    if r.eat_word("print") {
        let (mut pieces, mut values) = (Vec::new(), Vec::new());
        while let Token::Text(piece) = r.peek().clone() {
            r.next();
            pieces.push(piece.as_str().into());
            if r.eat("(") {
                values.push(r.expr(cfa)?);
                r.expect(")")?;
            }
        }
        return Ok(Stmt::Print { pieces, values });
    }
    let name = r.word()?;
    let Some(var) = cfa.var_named(&name) else { return r.fail(format!("`{name}` is not a variable")) };
    r.expect(":=")?;
    Ok(Stmt::Assign(var, r.expr(cfa)?))
}
