; verdict: sat
; twin: own-variables-bad.smt2
; source: own
; about: each use of a function has quantified variables of its own; the first use is true

(set-logic HORN)
(declare-fun inv (Int) Bool)
(define-fun negative ((a Int)) Bool (forall ((y Int)) (=> (>= y 0) (distinct y a))))
(assert (forall ((x Int)) (=> (= x (- 1)) (inv x))))
(assert (forall ((x Int)) (=> (inv x) (or (negative x) (negative (+ x 1))))))
(check-sat)
