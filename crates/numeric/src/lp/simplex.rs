//! The dual and the primal simplex method on a [`Tableau`].
//!
//! The dual method removes negative slacks and keeps the objective's row optimal, so that a system that has got another
//! constraint is solved from where it stood (Lemke: The dual method of solving the linear programming problem, Naval
//! Research Logistics Quarterly 1954). Where there is no objective, or it is not optimal, one that is takes its place, and
//! the same steps are the search for a feasible point. The primal method (Dantzig, 1947) then climbs.
//!
//! Termination: a step in which an equation's slack leaves or a dimension enters cannot be undone, so there are finitely
//! many. Otherwise the rules are greedy (largest violation, largest gain) while the objective makes progress; after a
//! number of steps without progress Bland's rule (New finite pivoting rules for the simplex method, Mathematics of
//! Operations Research 1977) takes over until there is progress again: it visits no dictionary twice, and progress
//! leaves all dictionaries seen so far behind.

use super::tableau::{CONSTANT, DENOMINATOR, EPSILON, HEAD, Kind, Name, Tableau, value_sign};
use crate::row::Row;
use crate::scalar::Scalar;
use std::cmp::Ordering;

/// A row that says that there is no solution: its variable ought to be larger (`direction` 1) or smaller (−1), but no
/// variable on the right can make it so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stuck {
    pub row: usize,
    pub direction: i32,
}

/// How the climb ended.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Climb {
    Top,
    /// The variable of this column can change for ever in this direction.
    Endless {
        column: usize,
        direction: i32,
    },
    /// The caller has seen enough.
    Stopped,
}

impl Tableau {
    /// Whether the objective cannot be raised by any variable on the right, whatever the values on the left.
    pub fn is_optimal(&self) -> bool {
        self.objective.is_empty() || self.entering(true).is_none()
    }

    /// The dual method: afterwards no slack is violated. Keeps the objective optimal if `guided`, for which it must be.
    /// Otherwise it keeps near the dictionary it starts from, by an objective made for the purpose: the steps without any
    /// objective would be a walk without direction.
    pub fn restore(&mut self, guided: bool) -> Result<(), Stuck> {
        self.guide.truncate(0);
        if guided {
            self.guide.push(self.objective.row(0));
        }
        while let Some(row) = self.unsettled() {
            self.expel(row)?;
        }
        let patience = 2 * (self.rows.len() + self.nonbasic.len());
        let mut idle = 0;
        loop {
            let bland = idle > patience;
            let Some(row) = self.leaving(bland) else {
                self.guide.truncate(0);
                return Ok(());
            };
            if let Some(column) = self.free_column(row) {
                // Its factor in the guide is 0, and so would be that of the slack that takes its place.
                if !guided {
                    self.guide.truncate(0);
                }
                self.pivot(row, column);
                continue;
            }
            if self.guide.is_empty() {
                self.stay_near();
            }
            let column = self.replacement(row, 1, bland).ok_or(Stuck { row, direction: 1 })?;
            let progress = self.guide.row(0).sign(HEAD + column) != 0;
            idle = if progress { 0 } else { idle + 1 };
            self.pivot(row, column);
        }
    }

    /// The guide −Σ of the slacks on the right: the point at which they are 0 is its only optimum.
    fn stay_near(&mut self) {
        self.guide.push_unit(DENOMINATOR, 1);
        for (column, name) in self.nonbasic.iter().enumerate() {
            if self.kind(*name) == Kind::NonNegative {
                self.guide.put(0, HEAD + column, &Scalar::Small(-1));
            }
        }
    }

    /// A basic equation that is not known to be harmless.
    fn unsettled(&self) -> Option<usize> {
        let waits = |name: &Name| matches!(name, Name::Slack(s) if self.kinds[*s] == Kind::Fixed && !self.settled[*s]);
        self.basic.iter().position(waits)
    }

    /// The equation's slack leaves, or turns out to be 0 anyway.
    fn expel(&mut self, row: usize) -> Result<(), Stuck> {
        let sign = value_sign(self.rows.row(row));
        let direction = if sign > 0 { -1 } else { 1 };
        let column = self.free_column(row).or_else(|| self.replacement(row, direction, false));
        if let Some(column) = column {
            self.pivot(row, column);
        } else if sign != 0 {
            return Err(Stuck { row, direction });
        } else if let Some(column) = self.replacement(row, -direction, false) {
            self.pivot(row, column);
        } else if let Name::Slack(slack) = self.basic[row] {
            self.settled[slack] = true;
        }
        Ok(())
    }

    /// The violated row: the least one in Bland's order, or the one with the largest violation.
    fn leaving(&self, bland: bool) -> Option<usize> {
        let mut best: Option<usize> = None;
        for (index, name) in self.basic.iter().enumerate() {
            let row = self.rows.row(index);
            if value_sign(row) >= 0 || self.kind(*name) != Kind::NonNegative {
                continue;
            }
            let better = match best {
                None => true,
                Some(b) if bland => *name < self.basic[b],
                Some(b) => lower(row, self.rows.row(b)),
            };
            if better {
                best = Some(index);
            }
        }
        best
    }

    /// A free variable of the row, which can take the place of the row's variable whatever the direction.
    fn free_column(&self, row: usize) -> Option<usize> {
        let entries = self.rows.row(row);
        let free = |(column, name): (usize, &Name)| (entries.sign(HEAD + column) != 0 && self.kind(*name) == Kind::Free).then_some(column);
        self.nonbasic.iter().enumerate().find_map(free)
    }

    /// The column whose inequality takes the place of the row's variable, to move it in `direction`: the one that first
    /// loses the guide's optimality; among equals the least in Bland's order, or the one with the largest entry.
    fn replacement(&self, row: usize, direction: i32, bland: bool) -> Option<usize> {
        let entries = self.rows.row(row);
        let guide = (!self.guide.is_empty()).then(|| self.guide.row(0));
        let mut best: Option<usize> = None;
        for (column, name) in self.nonbasic.iter().enumerate() {
            if entries.sign(HEAD + column) != direction || self.kind(*name) != Kind::NonNegative {
                continue;
            }
            let better = best.is_none_or(|b| {
                let order = guide.map_or(Ordering::Equal, |guide| sooner(guide, entries, column, b));
                let tie = if bland { name.cmp(&self.nonbasic[b]) } else { size_order(entries, HEAD + b, HEAD + column) };
                order.then(tie) == Ordering::Less
            });
            if better {
                best = Some(column);
            }
        }
        best
    }

    /// The primal method: from a dictionary without violations to the top of the objective, which must be set. `stop` is
    /// asked before each step with the objective's row.
    pub fn climb(&mut self, stop: impl Fn(Row) -> bool) -> Climb {
        let patience = 2 * (self.rows.len() + self.nonbasic.len());
        let mut idle = 0;
        loop {
            if stop(self.objective.row(0)) {
                return Climb::Stopped;
            }
            let bland = idle > patience;
            let Some((column, direction)) = self.entering(bland) else { return Climb::Top };
            let Some(row) = self.blocking(column, direction) else { return Climb::Endless { column, direction } };
            idle = if value_sign(self.rows.row(row)) == 0 { idle + 1 } else { 0 };
            self.pivot(row, column);
        }
    }

    /// A column that raises the objective, and in which direction.
    fn entering(&self, bland: bool) -> Option<(usize, i32)> {
        let goal = self.objective.row(0);
        let mut best: Option<usize> = None;
        for (column, name) in self.nonbasic.iter().enumerate() {
            let sign = goal.sign(HEAD + column);
            match self.kind(*name) {
                Kind::Free if sign != 0 => return Some((column, sign)),
                Kind::NonNegative if sign > 0 => {}
                _ => continue,
            }
            let better = match best {
                None => true,
                Some(b) if bland => *name < self.nonbasic[b],
                Some(b) => size_order(goal, HEAD + b, HEAD + column) == Ordering::Less,
            };
            if better {
                best = Some(column);
            }
        }
        best.map(|column| (column, 1))
    }

    /// The row whose slack first becomes 0 as the column's variable moves; the least in Bland's order among equals.
    fn blocking(&self, column: usize, direction: i32) -> Option<usize> {
        let at = HEAD + column;
        let mut best: Option<usize> = None;
        for (index, name) in self.basic.iter().enumerate() {
            let row = self.rows.row(index);
            if row.sign(at) * direction >= 0 || self.kind(*name) != Kind::NonNegative {
                continue;
            }
            let better = match best {
                None => true,
                Some(b) => {
                    let other = self.rows.row(b);
                    let (p, q) = (row.get(at).abs(), other.get(at).abs());
                    let compare = |part: usize| Scalar::compare_products(&row.get(part), &q, &other.get(part), &p);
                    let tie = || name.cmp(&self.basic[b]);
                    compare(CONSTANT).then_with(|| compare(EPSILON)).then_with(tie) == Ordering::Less
                }
            };
            if better {
                best = Some(index);
            }
        }
        best
    }
}

/// Compares |guide|/|entry| of two columns.
fn sooner(guide: Row, entries: Row, a: usize, b: usize) -> Ordering {
    let (ga, gb) = (guide.get(HEAD + a).abs(), guide.get(HEAD + b).abs());
    let (ea, eb) = (entries.get(HEAD + a).abs(), entries.get(HEAD + b).abs());
    Scalar::compare_products(&ga, &eb, &gb, &ea)
}

/// Whether the value of row `a` is below that of row `b`.
fn lower(a: Row, b: Row) -> bool {
    let (p, q) = (a.get(DENOMINATOR), b.get(DENOMINATOR));
    let compare = |part: usize| Scalar::compare_products(&a.get(part), &q, &b.get(part), &p);
    compare(CONSTANT).then_with(|| compare(EPSILON)) == Ordering::Less
}

/// Compares two entries of one row by size.
fn size_order(row: Row, a: usize, b: usize) -> Ordering {
    match row {
        Row::Small(words, _) => words[a].unsigned_abs().cmp(&words[b].unsigned_abs()),
        Row::Big(_) => Scalar::compare_products(&row.get(a).abs(), &Scalar::ONE, &row.get(b).abs(), &Scalar::ONE),
    }
}
