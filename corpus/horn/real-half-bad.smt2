; verdict: unsat
; twin: real-half.smt2
; source: own
; about: reals: between two numbers there is another, and halves add up

(set-logic HORN)
(declare-fun inv (Real Real) Bool)
(assert (forall ((x Real)) (=> (and (> x 0.0) (< x 0.5)) (inv x 0.0))))
(assert (forall ((x Real) (y Real)) (=> (and (inv x y) (< y 3.0)) (inv x (+ y (* 2.0 x))))))
(assert (forall ((x Real) (y Real)) (=> (and (inv x y) (>= y 3.75)) false)))
(check-sat)
