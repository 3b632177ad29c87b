//! A block as a question: its formula, the index variables behind it, and the terms that stand for those before it.
//!
//! The transformer of a universal meaning needs instances: the index variables at the start of a block are replaced by finitely many terms
//! (the substitutions I of the seed, §3). They are taken from what is at hand: the index variables at its end, which are fresh constants there, the indices
//! at which the block reads and writes, what conditions say exists, and what lessons name. Universal conditions
//! of the block are instantiated in the same way. Where a predicate reads at `r ± k`, the terms that make this
//! index one of those count too. Invariant: whatever the terms, an instance follows from the universal formula.

use super::vocabulary::{INDICES, index, indices_of};
use base::exec::bounded::has_quantifier;
use base::{Block, CmpOp, Expr, Formula, Int, Quantifier, Sort, SortedMap, SortedSet, VarId};
use logic::instantiate::{instantiate, skolemise};
use logic::{PathFormula, Symbols};

/// A term for each index variable.
pub type Substitution = Vec<Expr>;

/// At most so many terms for a single index variable, and for each of two.
const MOST_TERMS: [usize; 2] = [20, 8];
/// At most so many instances of a universal condition.
const MOST_INSTANCES: usize = 200;

/// Formulas whose values are asked for; one that is put in again keeps its number.
pub struct Observed {
    pub formulas: Vec<Formula>,
    number: SortedMap<Formula, usize>,
}

impl Observed {
    /// These first, whether they are the same or not.
    pub fn new(first: &[Formula]) -> Self {
        Observed { formulas: first.to_vec(), number: SortedMap::new() }
    }

    pub fn put(&mut self, f: Formula) -> usize {
        *self.number.entry(f).or_insert_with_key(|f| {
            self.formulas.push(f.clone());
            self.formulas.len() - 1
        })
    }
}

pub struct Posed<'a> {
    path: PathFormula<'a>,
    pub symbols: Symbols,
    /// What the index variables are at the end.
    after: Vec<Expr>,
    /// What they may be at the start.
    terms: Vec<Expr>,
    /// Something below and something above all of these, so that each of them is in a pair.
    ends: [Expr; 2],
    order: Formula,
    premise: Formula,
    /// Statements with quantifiers: what they say, with constants for what exists.
    without: SortedMap<Formula, Formula>,
}

impl<'a> Posed<'a> {
    /// `indices`: how many index variables there are. `lessons`: terms over the variables at the start. `order`: how the index variables at the end lie to each other.
    pub fn new(program: &Symbols, block: &Block<'a>, indices: usize, lessons: &[Expr], order: &Formula) -> Self {
        let path = PathFormula::of_statements(program.clone(), block.stmts.iter().copied(), block.from_start);
        let mut symbols = path.symbols().clone();
        let after: Vec<Expr> = INDICES[..indices].iter().map(|k| Expr::Var(symbols.add(format!("{k}!"), Sort::Int))).collect();
        let mut without = SortedMap::new();
        let first = symbols.len();
        for position in 0..path.len() {
            let part = path.part(position);
            if has_quantifier(part) {
                without.insert(part.clone(), skolemise(part, &mut symbols));
            }
        }
        let witnesses = (first..symbols.len()).map(|i| VarId(i as u32)).filter(|v| symbols.sort(*v) == Some(&Sort::Int)).map(Expr::Var);
        let mut terms: Vec<Expr> = after.iter().cloned().chain(witnesses).collect();
        let mut add = |t: &Expr| {
            let mut closed = true;
            t.walk(&mut |e| closed &= !matches!(e, Expr::Bound(_)));
            if closed && t.as_const().is_none() && !terms.contains(t) {
                terms.push(t.clone());
            }
        };
        for position in 0..path.len() {
            let part = path.part(position);
            without.get(part).unwrap_or(part).walk(&mut |e| match e {
                Expr::Select(_, i) | Expr::Store(_, i, _) => add(i),
                _ => {}
            });
        }
        for t in lessons {
            let Formula::Cmp(_, t, _) = path.at(0, &Formula::cmp(base::CmpOp::Eq, t.clone(), Expr::bound("_"))) else { continue };
            add(&t);
        }
        let ends = ["below!", "above!"].map(|name| Expr::Var(symbols.add(name.to_owned(), Sort::Int)));
        let order = substituted(order, &after);
        Posed { path, symbols, after, terms, ends, order, premise: block.premise.clone(), without }
    }

    /// A predicate at the end of the block.
    pub fn after(&self, f: &Formula) -> Formula {
        self.path.at(self.path.len(), &substituted(f, &self.after))
    }

    /// A universal formula at the end of the block, said of some constants: it is false only if it is false of those. They count as terms from now on.
    pub fn witnessed(&mut self, f: &Formula) -> Formula {
        let first = self.symbols.len();
        let violated = skolemise(&self.path.at(self.path.len(), &f.negate()), &mut self.symbols);
        let new = (first..self.symbols.len()).map(|i| VarId(i as u32)).filter(|v| self.symbols.sort(*v) == Some(&Sort::Int));
        self.terms.extend(new.map(Expr::Var));
        violated.negate()
    }

    /// Instances of a universal formula at the start of the block, under a condition of their own: with the condition, which has no other meaning.
    pub fn conditional(&mut self, f: &Formula) -> (Formula, Formula) {
        let name = format!("closed{}!", self.symbols.len());
        let condition = Formula::cmp(CmpOp::Eq, self.symbols.add(name, Sort::Int), 1);
        let terms: Vec<(Expr, Sort)> = self.terms.iter().map(|t| (t.clone(), Sort::Int)).collect();
        let instances = instantiate(&self.path.at(0, f), &terms, MOST_INSTANCES);
        (condition.clone(), Formula::implies(&condition, instances))
    }

    /// A predicate at the start of the block, of whatever the first index variable is.
    pub fn everywhere(&self, f: &Formula) -> Formula {
        Formula::Quant(Quantifier::Forall, vec![(INDICES[0].into(), Sort::Int)], self.path.at(0, f).into())
    }

    /// A predicate at the start of the block.
    pub fn before(&self, f: &Formula, by: &Substitution) -> Formula {
        // The terms are over versions already.
        let marked = self.path.at(0, f);
        substituted(&marked, by)
    }

    /// The substitutions for predicates that use these index variables.
    pub fn substitutions(&self, predicates: &[Formula], used: &SortedSet<usize>) -> Vec<Substitution> {
        let anything = Expr::Const(Int::ZERO);
        let Some(&one) = used.first() else { return vec![vec![anything; INDICES.len()]] };
        let terms = self.terms_for(predicates);
        let with = |i: usize, t: &Expr, mut s: Substitution| {
            s[i] = t.clone();
            s
        };
        let none = vec![anything; INDICES.len()];
        if used.len() == 1 {
            return terms.iter().take(MOST_TERMS[0]).map(|t| with(one, t, none.clone())).collect();
        }
        let few: Vec<&Expr> = terms.iter().take(MOST_TERMS[1]).collect();
        let pair = |a: &Expr, b: &Expr| with(1, b, with(0, a, none.clone()));
        let [below, above] = &self.ends;
        let mut pairs: Vec<Substitution> = few.iter().flat_map(|t| [pair(below, t), pair(t, above)]).collect();
        pairs.extend(few.iter().flat_map(|a| few.iter().map(|b| pair(a, b)).collect::<Vec<_>>()));
        pairs
    }

    fn terms_for(&self, predicates: &[Formula]) -> Vec<Expr> {
        let mut terms = self.terms.clone();
        for f in predicates {
            for (_, i) in self.path.at(0, f).reads() {
                let mut form = i.linear();
                let indices: Vec<Expr> = (0..INDICES.len()).map(index).filter(|k| form.terms.contains_key(k)).collect();
                let [k] = indices.as_slice() else { continue };
                let Some(c) = form.terms.remove(k).filter(|c| *c == Int::ONE || *c == Int::NEG_ONE) else { continue };
                if form.terms.is_empty() && form.constant == Int::ZERO {
                    continue;
                }
                // c·k + r = t.
                let rest = form.expr();
                for t in &self.terms {
                    let k = Expr::sub(t.clone(), rest.clone());
                    let k = if c == Int::ONE { k } else { Expr::neg(k) };
                    if !terms.contains(&k) {
                        terms.push(k);
                    }
                }
            }
        }
        terms
    }

    /// What the block says, with what is known of the elements that it and the others read.
    pub fn facts(&self, others: &[Formula]) -> Vec<Formula> {
        let premise = self.path.at(0, &self.premise);
        let mut facts = self.path.question(self.path.len(), &[others, std::slice::from_ref(&premise)].concat());
        facts.push(premise);
        facts.extend(self.order());
        if self.without.is_empty() {
            return facts;
        }
        let terms: Vec<(Expr, Sort)> = self.terms.iter().map(|t| (t.clone(), Sort::Int)).collect();
        facts.iter().map(|f| instantiate(&self.skolemised(f), &terms, MOST_INSTANCES)).collect()
    }

    /// How the terms lie; without pairs that does not matter.
    fn order(&self) -> Vec<Formula> {
        if self.after.len() == 1 {
            return vec![self.order.clone()];
        }
        let [below, above] = &self.ends;
        let below = self.terms.iter().map(|t| Formula::cmp(CmpOp::Lt, below.clone(), t.clone()));
        let above = self.terms.iter().map(|t| Formula::cmp(CmpOp::Lt, t.clone(), above.clone()));
        below.chain(above).chain([self.order.clone()]).collect()
    }

    fn skolemised(&self, f: &Formula) -> Formula {
        match (self.without.get(f), f) {
            (Some(without), _) => without.clone(),
            (None, Formula::And(parts)) => Formula::and(parts.iter().map(|p| self.skolemised(p))),
            (None, _) => f.clone(),
        }
    }
}

/// Index variables replaced by terms.
fn substituted(f: &Formula, by: &[Expr]) -> Formula {
    if indices_of(f).is_empty() {
        return f.clone();
    }
    f.subst(&|e| match e {
        Expr::Bound(name) => INDICES.iter().position(|k| **k == **name).map(|i| by[i].clone()),
        _ => None,
    })
}
