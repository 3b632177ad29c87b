//! Models: the values that a solver gives to variables.

use crate::sexpr::Sexpr;
use crate::smtlib::read_var;
use crate::symbols::Symbols;
use base::exec::eval::{State, Value};
use base::{Expr, Formula, Int, Sort, SortedMap, VarId};

/// A map that has one value wherever it has no entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MapValue {
    pub entries: SortedMap<Int, Int>,
    pub default: Int,
}

impl MapValue {
    pub fn get(&self, index: &Int) -> &Int {
        self.entries.get(index).unwrap_or(&self.default)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelValue {
    Int(Int),
    Map(MapValue),
}

impl ModelValue {
    /// How many numbers it takes to write it down, about.
    pub(crate) fn len(&self) -> usize {
        match self {
            ModelValue::Int(_) => 1,
            ModelValue::Map(m) => 1 + 2 * m.entries.len(),
        }
    }
}

/// Values by variable. A variable without one is 0 (everywhere): the solver did not care.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    pub values: SortedMap<VarId, ModelValue>,
}

impl Model {
    /// Reads the answer to `get-value` on variables: `((name value) …)`. `None` if a value has a form we do not know.
    pub fn read(answer: &Sexpr) -> Option<Model> {
        let mut values = SortedMap::new();
        for pair in answer.list()? {
            let [name, value] = pair.list()? else { return None };
            values.insert(read_var(name.atom()?)?, read_value(value)?);
        }
        Some(Model { values })
    }

    /// The model as a state in which `formulas` can be evaluated. States are 0 where a map has no entry, so a map with
    /// another default gets entries at the indices that the formulas read; `None` if these do not settle.
    pub fn state(&self, symbols: &Symbols, formulas: &[Formula]) -> Option<State> {
        let mut state = State { values: Vec::with_capacity(symbols.len()) };
        for i in 0..symbols.len() {
            let v = VarId(i as u32);
            state.values.push(match (self.values.get(&v), symbols.sort(v)) {
                (Some(ModelValue::Int(i)), Some(Sort::Int | Sort::Obj)) => Value::Int(i.clone()),
                (Some(ModelValue::Map(m)), Some(Sort::Map(..))) => Value::Map(m.entries.clone().into_iter().collect()),
                (_, Some(Sort::Map(..))) => Value::Map(Default::default()),
                _ => Value::Int(Int::ZERO),
            });
        }
        let defaults: SortedMap<VarId, &MapValue> = self
            .values
            .iter()
            .filter_map(|(v, value)| match value {
                ModelValue::Map(m) if m.default != Int::ZERO => Some((*v, m)),
                _ => None,
            })
            .collect();
        // An index can be a read itself: each round settles one level of nesting.
        for _ in 0..16 {
            if !complete(&mut state, &defaults, formulas) {
                return Some(state);
            }
        }
        None
    }
}

/// Adds the default at the indices that are read; whether anything was added.
fn complete(state: &mut State, defaults: &SortedMap<VarId, &MapValue>, formulas: &[Formula]) -> bool {
    if defaults.is_empty() {
        return false;
    }
    let mut reads = Vec::new();
    for f in formulas {
        f.walk(&mut |e| {
            if let Expr::Select(m, i) = e
                && let Some(index) = base::exec::eval::int(i, state)
            {
                m.walk(&mut |inner| {
                    if let Expr::Var(v) = inner
                        && defaults.contains_key(v)
                    {
                        reads.push((*v, index.clone()));
                    }
                });
            }
        });
    }
    let mut added = false;
    for (v, index) in reads {
        let map = defaults[&v];
        if let Value::Map(entries) = &mut state.values[v.index()]
            && !entries.contains_key(&index)
        {
            entries.insert(index.clone(), map.get(&index).clone());
            added = true;
        }
    }
    added
}

pub(crate) fn read_value(e: &Sexpr) -> Option<ModelValue> {
    read_int(e).map(ModelValue::Int).or_else(|| read_map(e).map(ModelValue::Map))
}

fn read_int(e: &Sexpr) -> Option<Int> {
    if let Some([inner]) = e.call("-") {
        return read_int(inner).map(|i| -i);
    }
    e.atom()?.parse().ok()
}

/// `((as const …) d)` and `(store m i v)`, with `let` for parts of it: long chains are written so.
fn read_map(e: &Sexpr) -> Option<MapValue> {
    // The chain of stores is walked in a loop: it can be long.
    let mut written = Vec::new();
    let mut inner = e;
    // Names with their values and the number of names that these may use.
    let mut lets: Vec<(&str, &Sexpr, usize)> = Vec::new();
    loop {
        if let Some([m, i, v]) = inner.call("store") {
            written.push((read_int(i)?, read_int(v)?));
            inner = m;
        } else if let Some([bindings, body]) = inner.call("let") {
            let outside = lets.len();
            for binding in bindings.list()? {
                let [name, value] = binding.list()? else { return None };
                lets.push((name.atom()?, value, outside));
            }
            inner = body;
        } else if let Some(name) = inner.atom() {
            let (_, value, outside) = *lets.iter().rev().find(|(known, ..)| *known == name)?;
            lets.truncate(outside);
            inner = value;
        } else {
            break;
        }
    }
    let [head, default] = inner.list()? else { return None };
    let ("as", "const") = (head.list()?.first()?.atom()?, head.list()?.get(1)?.atom()?) else { return None };
    let default = read_int(default)?;
    let mut entries = SortedMap::new();
    for (i, v) in written.into_iter().rev() {
        entries.insert(i, v);
    }
    Some(MapValue { entries, default })
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::CmpOp;

    #[test]
    fn values_of_integers_and_maps_are_read() {
        let text = "((|x#0| (- 7)) (|a#1| (store (store ((as const (Array Int Int)) 4) 1 2) 1 (- 3))))";
        let model = Model::read(&Sexpr::parse(text).unwrap()).unwrap();
        assert_eq!(model.values[&VarId(0)], ModelValue::Int(Int::from(-7)));
        let map = MapValue { entries: SortedMap::from([(Int::ONE, Int::from(-3))]), default: Int::from(4) };
        assert_eq!(model.values[&VarId(1)], ModelValue::Map(map));
    }

    #[test]
    fn names_in_a_long_map_are_resolved() {
        let text = "((|a#1| (let ((m (store ((as const (Array Int Int)) 0) 1 2))) (let ((m (store m 3 4)) (n m)) (store m 5 6)))))";
        let model = Model::read(&Sexpr::parse(text).unwrap()).unwrap();
        let entries = [(1, 2), (3, 4), (5, 6)].map(|(i, v)| (Int::from(i), Int::from(v)));
        assert_eq!(model.values[&VarId(1)], ModelValue::Map(MapValue { entries: entries.into(), default: Int::ZERO }));
        // A value does not see the names beside it.
        assert_eq!(Model::read(&Sexpr::parse("((|a#1| (let ((m n) (n m)) n)))").unwrap()), None);
    }

    #[test]
    fn a_default_is_written_where_it_is_read() {
        let mut symbols = Symbols::default();
        let x = symbols.add("x", Sort::Int);
        let a = symbols.add("a", Sort::array());
        let map = MapValue { entries: SortedMap::new(), default: Int::from(9) };
        let model = Model { values: SortedMap::from([(x, ModelValue::Int(Int::from(5))), (a, ModelValue::Map(map))]) };
        // a[a[x]] = 9: the inner read must be settled before the outer index is known.
        let f = Formula::cmp(CmpOp::Eq, Expr::select(a, Expr::select(a, x)), 9);
        let state = model.state(&symbols, std::slice::from_ref(&f)).unwrap();
        assert_eq!(base::exec::eval::holds(&f, &state), Some(true));
    }

    #[test]
    fn an_unknown_form_is_not_a_model() {
        assert_eq!(Model::read(&Sexpr::parse("((|a#1| (_ as-array k!0)))").unwrap()), None);
        assert_eq!(Model::read(&Sexpr::parse("((|x| 1))").unwrap()), None);
    }
}
