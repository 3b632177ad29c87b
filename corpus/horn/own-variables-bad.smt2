; verdict: unsat
; twin: own-variables.smt2
; source: own
; about: each use of a function has quantified variables of its own; both uses are false

(set-logic HORN)
(declare-fun inv (Int) Bool)
(define-fun negative ((a Int)) Bool (forall ((y Int)) (=> (>= y 0) (distinct y a))))
(assert (forall ((x Int)) (=> (= x (- 0)) (inv x))))
(assert (forall ((x Int)) (=> (inv x) (or (negative x) (negative (+ x 1))))))
(check-sat)
