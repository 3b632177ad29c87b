; verdict: unsat
; twin: sliced.smt2
; source: own
; about: arguments that no query needs, and one that others determine

(set-logic HORN)
(declare-fun inv (Int Int Int Int) Bool)
(assert (forall ((junk Int)) (inv 0 0 junk 7)))
(assert (forall ((x Int) (y Int) (j Int) (k Int) (m Int)) (=> (and (inv x y j k) (< x 10)) (inv (+ x 1) (+ y 2) (* j m) k))))
(assert (forall ((x Int) (y Int) (j Int) (k Int)) (=> (inv x y j k) (and (= y (* 2 x)) (= k 8)))))
(check-sat)
