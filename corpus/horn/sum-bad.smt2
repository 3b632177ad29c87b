; verdict: unsat
; twin: sum.smt2
; source: own
; about: non-linear: the sum of the first numbers, by one that adds

(set-logic HORN)
(declare-fun add (Int Int Int) Bool)
(declare-fun sum (Int Int) Bool)
(assert (forall ((x Int) (y Int)) (=> (<= y 0) (add x y x))))
(assert (forall ((x Int) (y Int) (r Int)) (=> (and (> y 0) (add (+ x 1) (- y 1) r)) (add x y r))))
(assert (forall ((n Int)) (=> (<= n 0) (sum n 0))))
(assert (forall ((n Int) (s Int) (r Int)) (=> (and (> n 0) (sum (- n 1) s) (add s n r)) (sum n r))))
(assert (forall ((n Int) (s Int)) (=> (sum n s) (>= s 1))))
(check-sat)
