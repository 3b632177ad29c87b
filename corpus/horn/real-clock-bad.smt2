; verdict: unsat
; twin: real-clock.smt2
; source: own
; about: reals: a clock that is reset before it comes to 10, in a loop with a Boolean

(set-logic HORN)
(declare-fun inv (Real Bool) Bool)
(assert (inv 0.0 false))
(assert (forall ((c Real) (d Real) (on Bool)) (=> (and (inv c on) (not on) (>= d 0.0) (<= (+ c d) 10.0)) (inv (+ c d) (> (+ c d) 9.5)))))
(assert (forall ((c Real) (on Bool)) (=> (and (inv c on) on) (inv 0.0 false))))
(assert (forall ((c Real) (on Bool)) (=> (and (inv c on) (> c 9.0)) on)))
(check-sat)
