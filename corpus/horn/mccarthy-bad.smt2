; verdict: unsat
; twin: mccarthy.smt2
; source: own
; about: non-linear: McCarthy's function is 91 up to 101

(set-logic HORN)
(declare-fun m (Int Int) Bool)
(assert (forall ((n Int)) (=> (> n 100) (m n (- n 10)))))
(assert (forall ((n Int) (t Int) (r Int)) (=> (and (<= n 100) (m (+ n 11) t) (m t r)) (m n r))))
(assert (forall ((n Int) (r Int)) (=> (and (m n r) (<= n 102)) (= r 91))))
(check-sat)
