//! Runs the engine `dagger` on its own and has its answers confirmed.

#[path = "court.rs"]
mod court;

pub use court::{Answer, Court, Story, answer};

use base::{Budget, Cfa, LocId};
use domains::Intervals;
use engine::{Dagger, Desk, Engine, Ingredients, Order};
use std::collections::BTreeMap;

pub fn solve(cfa: &Cfa, order: Order) -> (BTreeMap<LocId, Answer>, Vec<String>) {
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(20.0);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    let engine = Dagger {
        domain: Intervals::new(cfa),
        domain_name: "interval",
        ingredients: Ingredients { order, ..Ingredients::default() },
        patience: None,
        board: None,
    };
    engine.solve(cfa, &desk, &budget);
    let answers = cfa.errors.iter().map(|e| (e.loc, answer(&desk, &story, e.loc))).collect();
    drop(desk);
    (answers, story.0.into_inner().unwrap())
}
