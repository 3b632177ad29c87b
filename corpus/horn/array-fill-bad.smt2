; verdict: unsat
; twin: array-fill.smt2
; source: own
; about: an array filled up to a symbolic bound; the last element is looked at
(set-logic HORN)
(declare-fun loop (Int Int (Array Int Int)) Bool)
(assert (forall ((n Int) (a (Array Int Int))) (=> (> n 0) (loop 0 n a))))
(assert (forall ((i Int) (n Int) (a (Array Int Int)) (b (Array Int Int))) (=> (and (loop i n a) (< i n) (= b (store a i 7))) (loop (+ i 1) n b))))
(assert (forall ((i Int) (n Int) (a (Array Int Int))) (=> (and (loop i n a) (>= i n) (= (select a (- n 1)) 7)) false)))
(check-sat)
