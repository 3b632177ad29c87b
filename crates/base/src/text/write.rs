//! Printing of terms and formulas, with as few parentheses as the reader needs.

use crate::cfa::{Cfa, Sort};
use crate::expr::{BinOp, BitOp, CmpOp, Expr, Formula, Quantifier};
use std::fmt::Write;

pub fn print_expr(e: &Expr, cfa: &Cfa) -> String {
    let mut out = String::new();
    expr(e, cfa, 0, &mut out);
    out
}

pub fn print_formula(f: &Formula, cfa: &Cfa) -> String {
    let mut out = String::new();
    formula(f, cfa, 0, &mut out);
    out
}

/// Binding strengths, from weak to strong; the reader has the same.
pub(super) mod level {
    pub const OR: u8 = 1;
    pub const AND: u8 = 2;
    pub const CMP: u8 = 3;
    pub const SHIFT: u8 = 4;
    pub const SUM: u8 = 5;
    pub const PRODUCT: u8 = 6;
    pub const UNARY: u8 = 7;
}

pub(super) fn bin_symbol(op: BinOp) -> (&'static str, u8) {
    match op {
        BinOp::Add => ("+", level::SUM),
        BinOp::Sub => ("-", level::SUM),
        BinOp::Mul => ("*", level::PRODUCT),
        BinOp::Div => ("/", level::PRODUCT),
        BinOp::Rem => ("%", level::PRODUCT),
        BinOp::Shl => ("<<", level::SHIFT),
        BinOp::Shr => (">>", level::SHIFT),
    }
}

pub(super) fn bit_name(op: BitOp) -> &'static str {
    match op {
        BitOp::And => "and",
        BitOp::Or => "or",
        BitOp::Xor => "xor",
    }
}

pub(super) fn cmp_symbol(op: CmpOp) -> &'static str {
    match op {
        CmpOp::Eq => "==",
        CmpOp::Ne => "!=",
        CmpOp::Lt => "<",
        CmpOp::Le => "<=",
        CmpOp::Gt => ">",
        CmpOp::Ge => ">=",
    }
}

pub(super) fn sort_name(sort: &Sort) -> String {
    match sort {
        Sort::Int => "int".into(),
        Sort::Obj => "obj".into(),
        Sort::Map(from, to) => format!("{} -> {}", sort_name(from), sort_name(to)),
    }
}

fn paren(needed: bool, out: &mut String, inner: impl FnOnce(&mut String)) {
    if needed {
        out.push('(');
    }
    inner(out);
    if needed {
        out.push(')');
    }
}

fn list(args: &[Expr], cfa: &Cfa, out: &mut String) {
    for (i, a) in args.iter().enumerate() {
        if i > 0 {
            out.push_str(", ");
        }
        expr(a, cfa, 0, out);
    }
}

fn expr(e: &Expr, cfa: &Cfa, outer: u8, out: &mut String) {
    match e {
        Expr::Const(c) => paren(*c < crate::Int::ZERO && outer > level::UNARY, out, |out| write!(out, "{c}").unwrap()),
        Expr::Var(v) => out.push_str(cfa.vars.get(v.index()).map_or("?", |d| &d.name)),
        Expr::Bound(name) => write!(out, "?{name}").unwrap(),
        Expr::Neg(a) => paren(outer > level::UNARY, out, |out| {
            out.push('-');
            expr(a, cfa, level::UNARY + 1, out);
        }),
        Expr::Bin(op, a, b) => {
            let (symbol, own) = bin_symbol(*op);
            paren(outer > own, out, |out| {
                expr(a, cfa, own, out);
                write!(out, " {symbol} ").unwrap();
                expr(b, cfa, own + 1, out);
            });
        }
        Expr::Bits(op, ty, a, b) => {
            write!(out, "{}({ty}, ", bit_name(*op)).unwrap();
            expr(a, cfa, 0, out);
            out.push_str(", ");
            expr(b, cfa, 0, out);
            out.push(')');
        }
        Expr::Wrap(ty, a) => {
            write!(out, "wrap({ty}, ").unwrap();
            expr(a, cfa, 0, out);
            out.push(')');
        }
        Expr::Ite(c, a, b) => {
            out.push_str("ite(");
            formula(c, cfa, 0, out);
            out.push_str(", ");
            expr(a, cfa, 0, out);
            out.push_str(", ");
            expr(b, cfa, 0, out);
            out.push(')');
        }
        Expr::Select(m, i) => {
            expr(m, cfa, level::UNARY + 1, out);
            out.push('[');
            expr(i, cfa, 0, out);
            out.push(']');
        }
        Expr::Store(m, i, v) => {
            out.push_str("store(");
            expr(m, cfa, 0, out);
            out.push_str(", ");
            expr(i, cfa, 0, out);
            out.push_str(", ");
            expr(v, cfa, 0, out);
            out.push(')');
        }
        Expr::App(name, args) => {
            write!(out, "{name}(").unwrap();
            list(args, cfa, out);
            out.push(')');
        }
    }
}

fn formula(f: &Formula, cfa: &Cfa, outer: u8, out: &mut String) {
    match f {
        Formula::True => out.push_str("true"),
        Formula::False => out.push_str("false"),
        Formula::Cmp(op, a, b) => paren(outer > level::CMP, out, |out| {
            expr(a, cfa, level::CMP + 1, out);
            write!(out, " {} ", cmp_symbol(*op)).unwrap();
            expr(b, cfa, level::CMP + 1, out);
        }),
        Formula::Not(inner) => {
            out.push('!');
            formula(inner, cfa, level::UNARY + 1, out);
        }
        Formula::And(parts) => junction(parts, " && ", level::AND, cfa, outer, out),
        Formula::Or(parts) => junction(parts, " || ", level::OR, cfa, outer, out),
        Formula::Rel(name, args) => {
            write!(out, "{name}(").unwrap();
            list(args, cfa, out);
            out.push(')');
        }
        Formula::Quant(q, vars, body) => paren(outer > 0, out, |out| {
            out.push_str(if *q == Quantifier::Forall { "forall " } else { "exists " });
            for (i, (name, sort)) in vars.iter().enumerate() {
                write!(out, "{}?{name}: {}", if i > 0 { ", " } else { "" }, sort_name(sort)).unwrap();
            }
            out.push_str(". ");
            formula(body, cfa, 0, out);
        }),
    }
}

fn junction(parts: &[Formula], symbol: &str, own: u8, cfa: &Cfa, outer: u8, out: &mut String) {
    paren(outer > own, out, |out| {
        for (i, part) in parts.iter().enumerate() {
            if i > 0 {
                out.push_str(symbol);
            }
            formula(part, cfa, own + 1, out);
        }
    });
}
