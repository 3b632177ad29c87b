; verdict: unsat
; twin: even-odd.smt2
; source: own
; about: non-linear and mutual: a number is either even or odd

(set-logic HORN)
(declare-fun even (Int Int) Bool)
(declare-fun odd (Int Int) Bool)
(assert (even 0 1))
(assert (odd 0 0))
(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (odd (- n 1) r)) (even n r))))
(assert (forall ((n Int) (r Int)) (=> (and (> n 0) (even (- n 1) r)) (odd n r))))
(assert (forall ((n Int) (r Int) (s Int)) (=> (and (even n r) (odd n s)) (= (+ r s) 2))))
(check-sat)
