; verdict: sat
; twin: count-bad.smt2
; source: own
; about: a counting loop with a symbolic bound; a relation that is no loop is inlined

(set-logic HORN)
(declare-fun head (Int Int) Bool)
(declare-fun inside (Int Int) Bool)
(assert (forall ((n Int)) (=> (>= n 0) (head 0 n))))
(assert (forall ((i Int) (n Int)) (=> (and (head i n) (< i n)) (inside i n))))
(assert (forall ((i Int) (n Int)) (=> (inside i n) (head (+ i 1) n))))
(assert (forall ((i Int) (n Int)) (=> (and (head i n) (>= i n) (> i (+ n 0))) false)))
(check-sat)
