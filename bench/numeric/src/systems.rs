//! Transition systems over integer or rational variables, and their textual form (`systems/*.txt`).

use crate::subject::Topology;
use numeric::{Constraint, Int, Linear, Relation};

#[derive(Clone, Debug)]
pub enum Step {
    Assume(Vec<Constraint>),
    Set(usize, Linear),
    /// Any value.
    Any(usize),
}

#[derive(Clone, Debug)]
pub struct Edge {
    pub from: usize,
    pub to: usize,
    /// One after the other.
    pub steps: Vec<Step>,
}

#[derive(Clone, Debug)]
pub struct System {
    pub name: String,
    pub variables: usize,
    pub locations: usize,
    pub start: usize,
    pub initial: Vec<Constraint>,
    pub edges: Vec<Edge>,
}

impl System {
    pub fn new(name: String, variables: usize, locations: usize, initial: Vec<Constraint>) -> Self {
        System { name, variables, locations, start: 0, initial, edges: Vec::new() }
    }

    pub fn edge(&mut self, from: usize, to: usize, steps: Vec<Step>) {
        self.edges.push(Edge { from, to, steps });
    }

    /// Strict exactly if a strict inequality occurs.
    pub fn topology(&self) -> Topology {
        let assumed = self.edges.iter().flat_map(|e| &e.steps).flat_map(|s| if let Step::Assume(c) = s { c.as_slice() } else { &[] });
        let strict = self.initial.iter().chain(assumed).any(|c| c.relation == Relation::Positive);
        if strict { Topology::Strict } else { Topology::Closed }
    }
}

/// `left ≥ right`, `left = right`, …, each as a constraint on 0.
pub fn compare(left: &Linear, sign: &str, right: &Linear) -> Option<Constraint> {
    let difference = left.plus(&Int::NEG_ONE, right);
    Some(match sign {
        ">=" => Constraint::non_negative(difference),
        "<=" => Constraint::non_negative(difference.negated()),
        ">" => Constraint::positive(difference),
        "<" => Constraint::positive(difference.negated()),
        "=" => Constraint::zero(difference),
        _ => return None,
    })
}

struct Parser {
    names: Vec<String>,
    locations: Vec<String>,
}

impl Parser {
    fn variable(&self, name: &str) -> Result<usize, String> {
        self.names.iter().position(|n| n == name).ok_or_else(|| format!("no variable {name}"))
    }

    fn location(&mut self, name: &str) -> usize {
        self.locations.iter().position(|n| n == name).unwrap_or_else(|| {
            self.locations.push(name.to_string());
            self.locations.len() - 1
        })
    }

    /// A sum of `3`, `x` and `3*x` with signs between them.
    fn form(&self, text: &str) -> Result<Linear, String> {
        let mut form = Linear::default();
        for term in text.replace(' ', "").replace('-', "+-").split('+').filter(|t| !t.is_empty()) {
            let (sign, term) = term.strip_prefix('-').map_or((1, term), |rest| (-1, rest));
            if let Ok(number) = term.parse::<Int>() {
                form.add_constant(&(number * sign));
            } else if let Some((factor, name)) = term.split_once('*') {
                let factor: Int = factor.parse().map_err(|_| format!("not a number: {factor}"))?;
                form.add_term(self.variable(name)?, &(factor * sign));
            } else {
                form.add_term(self.variable(term)?, &Int::from(sign));
            }
        }
        Ok(form)
    }

    fn constraints(&self, text: &str) -> Result<Vec<Constraint>, String> {
        text.split(',')
            .map(|part| {
                let sign =
                    [">=", "<=", ">", "<", "="].into_iter().find(|s| part.contains(s)).ok_or_else(|| format!("no relation: {part}"))?;
                let (left, right) = part.split_once(sign).unwrap_or((part, "0"));
                compare(&self.form(left)?, sign, &self.form(right)?).ok_or_else(|| format!("no relation: {part}"))
            })
            .collect()
    }

    fn step(&self, text: &str) -> Result<Step, String> {
        match text.split_once(":=") {
            Some((name, value)) if value.trim() == "?" => Ok(Step::Any(self.variable(name.trim())?)),
            Some((name, value)) => Ok(Step::Set(self.variable(name.trim())?, self.form(value)?)),
            None => Ok(Step::Assume(self.constraints(text)?)),
        }
    }
}

/// All systems of a text.
pub fn parse(text: &str) -> Result<Vec<System>, String> {
    let mut systems: Vec<System> = Vec::new();
    let mut parser = Parser { names: Vec::new(), locations: Vec::new() };
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#')) {
        if let Some(name) = line.strip_prefix("system ") {
            systems.push(System::new(name.trim().to_string(), 0, 0, Vec::new()));
            parser = Parser { names: Vec::new(), locations: Vec::new() };
            continue;
        }
        let system = systems.last_mut().ok_or("a line before the first system")?;
        let result = (|| {
            if let Some(names) = line.strip_prefix("variables ") {
                parser.names = names.split_whitespace().map(str::to_string).collect();
                system.variables = parser.names.len();
                return Ok(());
            }
            let (head, rest) = line.split_once(':').ok_or("no colon")?;
            if let Some(location) = head.strip_prefix("start ") {
                system.start = parser.location(location.trim());
                system.initial = parser.constraints(rest)?;
            } else {
                let (from, to) = head.split_once("->").ok_or("no arrow")?;
                let (from, to) = (parser.location(from.trim()), parser.location(to.trim()));
                let steps = rest.split(';').map(|s| parser.step(s)).collect::<Result<_, _>>()?;
                system.edge(from, to, steps);
            }
            Ok::<(), String>(())
        })();
        result.map_err(|e: String| format!("{}: {line}: {e}", system.name))?;
        system.locations = parser.locations.len();
    }
    Ok(systems)
}

/// The systems of the literature.
pub fn published() -> Vec<System> {
    parse(include_str!("../systems/published.txt")).unwrap_or_else(|e| panic!("systems/published.txt: {e}"))
}
