; verdict: sat
; twin: diamond-bad.smt2
; source: own
; about: relations without loops on two branches that meet again

(set-logic HORN)
(declare-fun start (Int) Bool)
(declare-fun left (Int Int) Bool)
(declare-fun right (Int Int) Bool)
(declare-fun meet (Int Int) Bool)
(assert (forall ((x Int)) (start x)))
(assert (forall ((x Int)) (=> (and (start x) (>= x 0)) (left x (+ x 1)))))
(assert (forall ((x Int)) (=> (and (start x) (< x 0)) (right x (- 1 x)))))
(assert (forall ((x Int) (y Int)) (=> (left x y) (meet x y))))
(assert (forall ((x Int) (y Int)) (=> (right x y) (meet x y))))
(assert (forall ((x Int) (y Int)) (=> (meet x y) (>= y 1))))
(check-sat)
