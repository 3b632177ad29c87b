//! The `.spec` format of nets, as the tool mist reads it.
//!
//! ```text
//! net         = "vars" name*  "rules" rule*  "init" conjunction  "target" conjunction+  ["invariants" weights+]
//! rule        = condition ("," condition)* "->" [update ("," update)*] ";"      condition may also be "true"
//! conjunction = constraint ("," constraint)*
//! constraint  = name "=" n | name ">=" n | name "in" "[" n "," n "]"
//! update      = name "'" "=" (n | name ("+" name)* [("+" | "-") n])
//! weights     = name "=" n ("," name "=" n)*
//! ```
//!
//! Lines mean nothing: where a comma is missing, the next conjunction begins. A comment goes from `#` to the end of its line. A place that
//! `init` does not mention may hold anything at the start. As in mist, a place has at most one constraint in a conjunction, and
//! a rule does not take more from a place than its guard promises; other than there, a place without a guard is never made negative.

mod token;

use crate::closed::OMEGA;
use crate::diagnostic::Diagnostic;
use crate::net::{Net, Range, Region, Rule, Sum, Target};
use base::{Files, Name, SortedMap, Span};
use std::collections::HashMap;
use token::{Token, Word, tokens};

const KEYWORDS: [&str; 7] = ["vars", "rules", "init", "target", "invariants", "true", "in"];

/// Reads a net.
pub fn parse(file: &str, text: &str) -> Result<Net, Diagnostic> {
    let mut files = Files::default();
    files.add(file, text);
    let net = Net { files, ..Net::default() };
    Parser { tokens: tokens(file, text), at: 0, numbers: HashMap::new(), net }.net()
}

struct Parser {
    tokens: Vec<Token>,
    at: usize,
    /// The places by name.
    numbers: HashMap<String, usize>,
    net: Net,
}

type Parsed<T> = Result<T, Diagnostic>;

impl Parser {
    fn net(mut self) -> Parsed<Net> {
        self.keyword("vars")?;
        while let Some((name, span)) = self.name() {
            if self.numbers.insert(name.clone(), self.net.places.len()).is_some() {
                return self.fail(span, format!("`{name}` is declared twice"));
            }
            self.net.places.push(Name::from(name));
        }
        self.keyword("rules")?;
        while !self.sees("init") {
            let rule = self.rule()?;
            self.net.rules.push(rule);
        }
        self.keyword("init")?;
        self.net.init = self.conjunction(false)?;
        self.keyword("target")?;
        while self.net.targets.is_empty() || !(self.sees("invariants") || self.peek().word == Word::End) {
            let span = Some(self.peek().span.clone());
            let region = self.conjunction(false)?;
            self.net.targets.push(Target { region, span });
        }
        if self.sees("invariants") {
            self.at += 1;
            while self.peek().word != Word::End {
                let weights = self.weights()?;
                self.net.invariants.push(weights);
            }
        }
        Ok(self.net)
    }

    fn rule(&mut self) -> Parsed<Rule> {
        let span = self.peek().span.clone();
        let guard = self.conjunction(true)?;
        self.sign("->")?;
        let mut updates = SortedMap::new();
        while !self.takes(";") {
            if !updates.is_empty() {
                self.sign(",")?;
            }
            let (place, at) = self.place()?;
            self.sign("'")?;
            self.sign("=")?;
            let sum = self.sum()?;
            if let (Some(taken), Some(range)) = (sum.shift_of(place), guard.0.get(&place))
                && range.low.checked_add_signed(taken).is_none()
            {
                let message = format!("the guard promises {} in `{}`, the rule takes {}", range.low, self.net.places[place], -taken);
                return self.fail(at, message);
            }
            if updates.insert(place, sum).is_some() {
                return self.fail(at, format!("`{}` is changed twice in one rule", self.net.places[place]));
            }
        }
        Ok(Rule { guard, updates, span: Some(span) })
    }

    fn sum(&mut self) -> Parsed<Sum> {
        let mut sum = Sum::default();
        if let Some(n) = self.number_if_any()? {
            sum.constant = n as i64;
            return Ok(sum);
        }
        loop {
            let (place, _) = self.place()?;
            *sum.terms.entry(place).or_default() += 1;
            if self.takes("-") {
                sum.constant = -(self.number()? as i64);
                return Ok(sum);
            }
            if !self.takes("+") {
                return Ok(sum);
            }
            if let Some(n) = self.number_if_any()? {
                sum.constant = n as i64;
                return Ok(sum);
            }
        }
    }

    /// Constraints with commas between them; in guards also `true`.
    fn conjunction(&mut self, guard: bool) -> Parsed<Region> {
        let mut region = Region::default();
        loop {
            if guard && self.sees("true") {
                self.at += 1;
            } else {
                let (place, at) = self.place()?;
                let range = self.range()?;
                if region.0.insert(place, range).is_some() {
                    return self.fail(at, format!("`{}` has two constraints in one conjunction", self.net.places[place]));
                }
            }
            if !self.takes(",") {
                return Ok(region);
            }
        }
    }

    fn range(&mut self) -> Parsed<Range> {
        if self.takes(">=") {
            return Ok(Range { low: self.number()?, high: OMEGA });
        }
        if self.takes("=") {
            let n = self.number()?;
            return Ok(Range { low: n, high: n });
        }
        if self.sees("in") {
            self.at += 1;
            self.sign("[")?;
            let (low, at) = (self.number()?, self.peek().span.clone());
            self.sign(",")?;
            let high = self.number()?;
            self.sign("]")?;
            if low > high {
                return self.fail(at, format!("there is nothing between {low} and {high}"));
            }
            return Ok(Range { low, high });
        }
        self.expected("`=`, `>=` or `in`")
    }

    fn weights(&mut self) -> Parsed<SortedMap<usize, u64>> {
        let mut weights = SortedMap::new();
        loop {
            let (place, at) = self.place()?;
            self.sign("=")?;
            let weight = self.number()?;
            if weights.insert(place, weight).is_some() {
                return self.fail(at, format!("`{}` has two weights in one invariant", self.net.places[place]));
            }
            if !self.takes(",") {
                return Ok(weights);
            }
        }
    }

    fn peek(&self) -> &Token {
        // The last token is the end, and it is never consumed.
        &self.tokens[self.at.min(self.tokens.len() - 1)]
    }

    fn sees(&self, keyword: &str) -> bool {
        matches!(&self.peek().word, Word::Name(name) if name == keyword)
    }

    fn takes(&mut self, sign: &str) -> bool {
        let taken = matches!(self.peek().word, Word::Sign(s) if s == sign);
        self.at += usize::from(taken);
        taken
    }

    fn keyword(&mut self, keyword: &str) -> Parsed<()> {
        if !self.sees(keyword) {
            return self.expected(&format!("`{keyword}`"));
        }
        self.at += 1;
        Ok(())
    }

    fn sign(&mut self, sign: &str) -> Parsed<()> {
        if self.takes(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    /// A name that is not a keyword, if one is next.
    fn name(&mut self) -> Option<(String, Span)> {
        let token = self.peek().clone();
        match token.word {
            Word::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                self.at += 1;
                Some((name, token.span))
            }
            _ => None,
        }
    }

    fn place(&mut self) -> Parsed<(usize, Span)> {
        let Some((name, span)) = self.name() else { return self.expected("the name of a variable") };
        match self.numbers.get(&name) {
            Some(&place) => Ok((place, span)),
            None => self.fail(span, format!("`{name}` is not declared")),
        }
    }

    fn number_if_any(&mut self) -> Parsed<Option<u64>> {
        match self.peek().word {
            Word::Number(n) => {
                self.at += 1;
                Ok(Some(n))
            }
            Word::Huge => self.fail(self.peek().span.clone(), format!("numbers above {} are not understood", token::LARGEST)),
            _ => Ok(None),
        }
    }

    fn number(&mut self) -> Parsed<u64> {
        match self.number_if_any()? {
            Some(n) => Ok(n),
            None => self.expected("a number"),
        }
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        let token = self.peek();
        self.fail(token.span.clone(), format!("{what} is expected here, not {}", token.word.shown()))
    }

    fn fail<T>(&self, span: Span, message: String) -> Parsed<T> {
        Err(Diagnostic::at(&self.net.files, span, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        let e = parse("n.spec", text).unwrap_err();
        format!("{}:{}: {}", e.span.line, e.span.column, e.message)
    }

    const HEAD: &str = "vars x y\nrules\n";

    #[test]
    fn every_construct_is_read() {
        let text = "# a net\nvars x y z\nrules\n x >= 2, y = 0, z in [1,3] -> x' = x - 2, y' = y + z + x + 1, z' = 0;\n true -> ;\n\
                    init x >= 1, y = 0\ntarget x = 3\n y >= 1, z >= 1\ninvariants x = 1, y = 2\n z = 1\n";
        let net = parse("n.spec", text).unwrap();
        assert_eq!(net.places.len(), 3);
        assert_eq!(net.rules[0].fire(&[4, 0, 3]), Some(vec![2, 8, 0]));
        assert_eq!(net.rules[0].fire(&[4, 1, 3]), None);
        assert_eq!(net.rules[0].fire(&[4, 0, 4]), None);
        assert_eq!(net.rules[1].fire(&[4, 1, 3]), Some(vec![4, 1, 3]));
        assert_eq!(net.targets.len(), 2);
        assert_eq!(net.target_of(&[2, 1, 1]), Some(1));
        assert_eq!(net.invariants.len(), 2);
        assert_eq!(net.init.range(2), Range::ALL);
        assert!(!net.is_monotone());
    }

    #[test]
    fn errors_name_their_place() {
        assert_eq!(error(""), "1:1: `vars` is expected here, not the end of the file");
        assert_eq!(error("vars x x"), "1:8: `x` is declared twice");
        assert_eq!(error(&format!("{HEAD} x >= 1 -> z' = 0;")), "3:12: `z` is not declared");
        assert_eq!(error(&format!("{HEAD} x >= 1, x = 2 -> ;")), "3:10: `x` has two constraints in one conjunction");
        assert_eq!(error(&format!("{HEAD} x >= 1 -> x' = x - 2;")), "3:12: the guard promises 1 in `x`, the rule takes 2");
        assert_eq!(error(&format!("{HEAD} x >= 1 -> x' = x, x' = y;")), "3:20: `x` is changed twice in one rule");
        assert_eq!(error(&format!("{HEAD} x < 1 -> ;")), "3:4: `=`, `>=` or `in` is expected here, not the character `<`");
        assert_eq!(error(&format!("{HEAD} x in [3,1] -> ;")), "3:9: there is nothing between 3 and 1");
        assert_eq!(error(&format!("{HEAD} x >= 1 -> x' = x - 1\ninit x = 1")), "4:1: `,` is expected here, not `init`");
        assert_eq!(error(&format!("{HEAD} x >= 99999999999 -> ;")), "3:7: numbers above 1000000000 are not understood");
        assert_eq!(error(&format!("{HEAD}init x = 1 target")), "3:18: the name of a variable is expected here, not the end of the file");
        let shown = parse("n.spec", "vars x\nrules\n y >= 1").unwrap_err().to_string();
        assert_eq!(shown, "n.spec:3:2: `y` is not declared\n   y >= 1\n   ^");
    }
}
