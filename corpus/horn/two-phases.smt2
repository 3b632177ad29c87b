; verdict: sat
; twin: two-phases-bad.smt2
; source: own
; about: a flag decides which of two loops runs; the first leaves a sum for the second

(set-logic HORN)
(declare-fun up (Int Int Bool) Bool)
(declare-fun down (Int Int) Bool)
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (= x 0) (= y 0)) (up x y b))))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (up x y b) (< x 20)) (up (+ x 1) (ite b (+ y 1) (+ y 2)) b))))
(assert (forall ((x Int) (y Int) (b Bool)) (=> (and (up x y b) (>= x 20) b) (down x y))))
(assert (forall ((x Int) (y Int)) (=> (and (down x y) (> x 0)) (down (- x 1) (- y 1)))))
(assert (forall ((x Int) (y Int)) (=> (and (down x y) (<= x 0)) (= y 0))))
(check-sat)
