; verdict: sat
; needs: solver
; twin: array-pair-bad.smt2
; source: own
; about: two arrays get the same values at the same places, so they stay the same.
(set-logic HORN)
(declare-fun p ((Array Int Int) (Array Int Int)) Bool)
(assert (forall ((a (Array Int Int))) (=> (= a ((as const (Array Int Int)) 0)) (p a a))))
(assert (forall ((i Int) (v Int) (a (Array Int Int)) (b (Array Int Int))) (=> (p a b) (p (store a i v) (store b i v)))))
(assert (forall ((a (Array Int Int)) (b (Array Int Int))) (=> (and (p a b) (not (= a b))) false)))
(check-sat)
