; verdict: unsat
; twin: fibonacci.smt2
; source: own
; about: non-linear: two calls, whose results are not below the argument minus one

(set-logic HORN)
(declare-fun fib (Int Int) Bool)
(assert (forall ((n Int)) (=> (< n 2) (fib n 1))))
(assert (forall ((n Int) (a Int) (b Int)) (=> (and (>= n 2) (fib (- n 1) a) (fib (- n 2) b)) (fib n (+ a b)))))
(assert (forall ((n Int) (r Int)) (=> (fib n r) (>= r 2))))
(check-sat)
