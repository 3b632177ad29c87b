; verdict: sat
; twin: parity-bad.smt2
; source: own
; about: a remainder, with SMT-LIB's division

(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (inv 1))
(assert (forall ((x Int)) (=> (and (inv x) (< x 1000)) (inv (+ x 2)))))
(assert (forall ((x Int)) (=> (and (inv x) (= (mod x 2) 0)) false)))
(check-sat)
