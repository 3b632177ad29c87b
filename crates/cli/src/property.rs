//! Properties as verification tasks spell them: `CHECK( init(main()), LTL(G ! call(reach_error())) )`, one per line.

use crate::input::{self, Bad};
use base::Check;
use base::SortedSet;
use std::path::Path;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    pub checks: SortedSet<Check>,
    /// The formulas, as witnesses repeat them.
    pub specification: String,
}

const KNOWN: [(&str, &[Check]); 7] = [
    ("G ! call(reach_error())", &[Check::Reach]),
    ("G ! call(__VERIFIER_error())", &[Check::Reach]),
    ("G ! overflow", &[Check::Overflow]),
    ("G valid-deref", &[Check::Bounds, Check::Deref]),
    ("G valid-free", &[Check::Free]),
    ("G valid-memtrack", &[Check::Leak]),
    ("G valid-memcleanup", &[Check::Leak]),
];

impl Property {
    /// The checks, spelled as far as tasks have a formula for them.
    pub fn of(checks: SortedSet<Check>) -> Self {
        let mut formulas: Vec<&str> = Vec::new();
        for check in &checks {
            if let Some((formula, _)) = KNOWN.iter().find(|(_, c)| c.contains(check))
                && !formulas.contains(formula)
            {
                formulas.push(formula);
            }
        }
        if formulas.is_empty() {
            formulas = checks.iter().map(|c| c.name()).collect();
        }
        Property { specification: formulas.join(" && "), checks }
    }

    pub fn add(&mut self, other: Property) {
        self.checks.extend(other.checks);
        for formula in other.specification.split(" && ") {
            if !self.specification.split(" && ").any(|f| f == formula) {
                let and = if self.specification.is_empty() { "" } else { " && " };
                self.specification = format!("{}{and}{formula}", self.specification);
            }
        }
    }
}

/// The checks that a witness's specification speaks of: formulas, or names of checks that have none.
pub fn spoken_of(specification: &str) -> SortedSet<Check> {
    let text = squeeze(specification);
    let formulas = KNOWN.iter().filter(|(known, _)| text.contains(&squeeze(known))).flat_map(|(_, checks)| checks.iter().copied());
    let names = Check::ALL.into_iter().filter(|c| specification.split(" && ").any(|word| word.trim() == c.name()));
    formulas.chain(names).collect()
}

pub fn read(path: &Path) -> Result<Property, Bad> {
    parse(&input::text(path)?).map_err(|why| Bad::about(path, why))
}

fn parse(text: &str) -> Result<Property, String> {
    let mut all = Property { checks: SortedSet::new(), specification: String::new() };
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with("//")) {
        let compact = squeeze(line);
        let formula =
            compact.strip_prefix("CHECK(init(").and_then(|rest| rest.split_once("()),LTL(")).and_then(|(_, f)| f.strip_suffix("))"));
        let formula = formula.ok_or_else(|| format!("this is not a property: {line}"))?;
        let (spelled, checks) =
            KNOWN.iter().find(|(known, _)| squeeze(known) == formula).ok_or_else(|| format!("not yet supported property: {line}"))?;
        all.add(Property { checks: checks.iter().copied().collect(), specification: (*spelled).into() });
    }
    if all.checks.is_empty() {
        return Err("there is no property in this file".into());
    }
    Ok(all)
}

fn squeeze(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_properties_are_understood() {
        let checks = |text: &str| parse(text).map(|p| p.checks.into_iter().collect::<Vec<_>>());
        assert_eq!(checks("CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n"), Ok(vec![Check::Reach]));
        assert_eq!(checks("CHECK( init(main()), LTL(G ! overflow) )"), Ok(vec![Check::Overflow]));
        let memory = "CHECK( init(main()), LTL(G valid-free) )\nCHECK( init(main()), LTL(G valid-deref) )\nCHECK( init(main()), LTL(G valid-memtrack) )";
        assert_eq!(checks(memory), Ok(vec![Check::Bounds, Check::Deref, Check::Free, Check::Leak]));
        assert_eq!(parse(memory).unwrap().specification, "G valid-free && G valid-deref && G valid-memtrack");
    }

    #[test]
    fn other_properties_are_refused() {
        assert!(parse("CHECK( init(main()), LTL(F end) )").unwrap_err().starts_with("not yet supported property"));
        assert!(parse("hello").unwrap_err().starts_with("this is not a property"));
        assert!(parse("").is_err());
    }
}
