; verdict: unsat
; twin: array-zeros.smt2
; source: own
; about: the marks begin at 0.
(set-logic HORN)
(declare-fun p (Int (Array Int Int)) Bool)
(assert (forall ((a (Array Int Int))) (=> (= a ((as const (Array Int Int)) 0)) (p 0 a))))
(assert (forall ((i Int) (k Int) (a (Array Int Int))) (=> (and (p i a) (> k 0)) (p (+ i k) (store a i 1)))))
(assert (forall ((i Int) (a (Array Int Int))) (=> (and (p i a) (not (= (select a 0) 0))) false)))
(check-sat)
