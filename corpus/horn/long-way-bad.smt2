; verdict: unsat
; twin: long-way.smt2
; source: own
; about: twelve thousand rounds, each with a choice: a derivation has to tell them all

(set-logic HORN)
(declare-fun idle (Int Int Bool) Bool)
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (= x 0) (= y 7)) (idle x y b))))
(assert (forall ((x Int) (y Int) (b Bool) (c Bool)) (=> (and (idle x y b) (< x 12000)) (idle (+ x 1) (ite c y 7) c))))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (idle x y b) (= x 12000)) (< x 12000))))
(check-sat)
