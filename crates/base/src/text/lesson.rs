//! The text of lessons.

use super::read::{Error, Reader, Token};
use super::write::{print_expr, print_formula};
use crate::cfa::Cfa;
use crate::domain::OpKind;
use crate::hint::{Hint, Lesson, NodePath, Scope, Site};

pub fn print_lesson(lesson: &Lesson, cfa: &Cfa) -> String {
    lesson.hints.iter().map(|(site, hint)| format!("at {}: {}\n", print_site(site, cfa), print_hint(hint, cfa))).collect()
}

pub fn print_site(site: &Site, cfa: &Cfa) -> String {
    let scope = match &site.scope {
        Scope::Everywhere => "everywhere".into(),
        Scope::Loc(l) => format!("loc {}", cfa.loc(*l).name),
        Scope::Node(path) => format!("node {}", print_path(path)),
    };
    let visit = site.visit.map_or(String::new(), |v| format!(" visit {v}"));
    format!("{scope} {}{visit}", site.op)
}

pub fn print_hint(hint: &Hint, cfa: &Cfa) -> String {
    match hint {
        Hint::Bound(f) => format!("bound {}", print_formula(f, cfa)),
        Hint::Track(f) => format!("track {}", print_formula(f, cfa)),
        Hint::Merge => "merge".into(),
        Hint::Join => "join".into(),
        Hint::Ceiling(path) => format!("ceiling {}", print_path(path)),
        Hint::Split => "split".into(),
        Hint::Focus { guard, preds } => {
            let preds: Vec<String> = preds.iter().map(|p| print_formula(p, cfa)).collect();
            format!("focus {} over {}", print_formula(guard, cfa), preds.join(", "))
        }
        Hint::Instantiate(term) => format!("instantiate {}", print_expr(term, cfa)),
    }
}

/// Paths are written in brackets, so that their dots are not those of names or quantifiers.
fn print_path(path: &NodePath) -> String {
    let parts: Vec<String> = path.0.iter().map(u32::to_string).collect();
    format!("[{}]", parts.join(" "))
}

pub fn parse_lesson(text: &str, cfa: &Cfa) -> Result<Lesson, Error> {
    let mut r = Reader::new(text)?;
    let mut lesson = Lesson::default();
    while *r.peek() != Token::End {
        if !r.eat_word("at") {
            return r.fail("expected `at`");
        }
        let site = site(&mut r, cfa)?;
        r.expect(":")?;
        lesson.hints.push((site, hint(&mut r, cfa)?));
    }
    Ok(lesson)
}

fn path(r: &mut Reader) -> Result<NodePath, Error> {
    r.expect("[")?;
    let mut parts = Vec::new();
    while !r.eat("]") {
        parts.push(r.number()?);
    }
    Ok(NodePath(parts))
}

fn site(r: &mut Reader, cfa: &Cfa) -> Result<Site, Error> {
    let scope = if r.eat_word("everywhere") {
        Scope::Everywhere
    } else if r.eat_word("loc") {
        let name = r.word()?;
        let Some(l) = cfa.loc_named(&name) else { return r.fail(format!("`{name}` is not a location")) };
        Scope::Loc(l)
    } else if r.eat_word("node") {
        Scope::Node(path(r)?)
    } else {
        return r.fail("expected `everywhere`, `loc` or `node`");
    };
    let Some(op) = OpKind::parse(&r.word()?) else { return r.fail("expected an operation before this") };
    let visit = if r.eat_word("visit") { Some(r.number()?) } else { None };
    Ok(Site { scope, op, visit })
}

fn hint(r: &mut Reader, cfa: &Cfa) -> Result<Hint, Error> {
    Ok(match r.word()?.as_str() {
        "bound" => Hint::Bound(r.formula(cfa)?),
        "track" => Hint::Track(r.formula(cfa)?),
        "merge" => Hint::Merge,
        "join" => Hint::Join,
        "ceiling" => Hint::Ceiling(path(r)?),
        "split" => Hint::Split,
        "focus" => {
            let guard = r.formula(cfa)?;
            if !r.eat_word("over") {
                return r.fail("expected `over`");
            }
            let mut preds = vec![r.formula(cfa)?];
            while r.eat(",") {
                preds.push(r.formula(cfa)?);
            }
            Hint::Focus { guard, preds }
        }
        "instantiate" => Hint::Instantiate(r.expr(cfa)?),
        _ => return r.fail("expected a hint before this"),
    })
}
