//! What one round of a simple loop does, if that is linear: conditions on the values before it and on what it reads, and
//! the values after it.
//!
//! The statements are run symbolically. A wrap is understood as "the value fits": the other rounds are not part of the
//! relation, which is then a part of what the loop does, as acceleration allows. Variables that are dead at the head are
//! left out. Invariant: dimension i is the value of variable i before the round for i below the number of variables, and
//! something that the round reads from there on.

use base::{Cfa, CmpOp, Expr, Formula, Int, Sort, SortedMap, SortedSet, Stmt, VarId};
use numeric::{Constraint, Linear};

#[derive(Clone, Debug)]
pub struct Relation {
    pub conditions: Vec<Constraint>,
    /// The new values of the live variables that the round changes.
    pub updates: SortedMap<VarId, Linear>,
    /// The number of variables of the program.
    pub vars: usize,
    /// How many values the round reads.
    pub inputs: usize,
}

impl Relation {
    /// The relation of these statements, from a head back to it, where these variables are live; none if it is not understood.
    pub fn of(cfa: &Cfa, stmts: &[&Stmt], live: &SortedSet<VarId>) -> Option<Relation> {
        let mut run = Run { cfa, conditions: Vec::new(), now: SortedMap::new(), inputs: 0 };
        for stmt in stmts {
            match stmt {
                Stmt::Skip => {}
                Stmt::Print { .. } => return None,
                Stmt::Assume(f) => run.condition(f)?,
                Stmt::Assign(v, e) => {
                    let value = run.value(e);
                    if cfa.var(*v).sort != Sort::Int {
                        return None;
                    }
                    run.now.insert(*v, value);
                }
                Stmt::Input { var, ty, .. } => {
                    if cfa.var(*var).sort != Sort::Int {
                        return None;
                    }
                    let input = Linear::variable(cfa.vars.len() + run.inputs);
                    run.inputs += 1;
                    if let Some(ty) = ty {
                        run.between(&input, &(*ty).min(), &(*ty).max());
                    }
                    run.now.insert(*var, Some(input));
                }
            }
        }
        let Run { conditions, now, inputs, .. } = run;
        let mut updates = SortedMap::new();
        for (v, value) in now {
            if live.contains(&v) {
                let value = value?;
                if value != Linear::variable(v.index()) {
                    updates.insert(v, value);
                }
            }
        }
        Some(Relation { conditions, updates, vars: cfa.vars.len(), inputs })
    }

    /// The variables that the conditions and updates are about.
    pub fn mentioned(&self) -> SortedSet<VarId> {
        let forms = self.conditions.iter().map(|c| &c.form).chain(self.updates.values());
        let dimensions = forms.flat_map(|f| f.terms().map(|(d, _)| d)).filter(|d| *d < self.vars);
        dimensions.map(|d| VarId(d as u32)).chain(self.updates.keys().copied()).collect()
    }
}

struct Run<'a> {
    cfa: &'a Cfa,
    conditions: Vec<Constraint>,
    /// What variables have now; none if that is not linear, themselves if they are missing.
    now: SortedMap<VarId, Option<Linear>>,
    inputs: usize,
}

impl Run<'_> {
    fn condition(&mut self, f: &Formula) -> Option<()> {
        match f {
            Formula::True => Some(()),
            Formula::And(parts) => parts.iter().try_for_each(|p| self.condition(p)),
            Formula::Cmp(op, a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                let form = a.plus(&Int::NEG_ONE, &b);
                let strict = |form: &Linear| Constraint::non_negative(form.plus(&Int::NEG_ONE, &Linear::constant(1)));
                self.conditions.push(match op {
                    CmpOp::Eq => Constraint::zero(form),
                    CmpOp::Ge => Constraint::non_negative(form),
                    CmpOp::Le => Constraint::non_negative(form.negated()),
                    CmpOp::Gt => strict(&form),
                    CmpOp::Lt => strict(&form.negated()),
                    CmpOp::Ne => return None,
                });
                Some(())
            }
            _ => None,
        }
    }

    fn between(&mut self, form: &Linear, low: &Int, high: &Int) {
        self.conditions.push(Constraint::non_negative(form.plus(&Int::NEG_ONE, &Linear::constant(low.clone()))));
        self.conditions.push(Constraint::non_negative(Linear::constant(high.clone()).plus(&Int::NEG_ONE, form)));
    }

    fn value(&mut self, e: &Expr) -> Option<Linear> {
        let sum = e.linear();
        let mut value = Linear::constant(sum.constant.clone());
        for (term, factor) in &sum.terms {
            let part = match term {
                Expr::Var(v) if self.cfa.var(*v).sort == Sort::Int => match self.now.get(v) {
                    Some(known) => known.clone()?,
                    None => Linear::variable(v.index()),
                },
                Expr::Wrap(ty, inner) => {
                    let inner = self.value(inner)?;
                    self.between(&inner, &(*ty).min(), &(*ty).max());
                    inner
                }
                _ => return None,
            };
            value = value.plus(factor, &part);
        }
        Some(value)
    }
}
