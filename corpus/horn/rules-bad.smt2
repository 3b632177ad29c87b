; verdict: unsat
; twin: rules.smt2
; source: own
; about: declarations, rules and a query in the format of z3's fixedpoint engine

(declare-rel inv (Int Int))
(declare-rel fail ())
(declare-var x Int)
(declare-var y Int)
(rule (=> (and (= x 0) (= y 10)) (inv x y)))
(rule (=> (and (inv x y) (< x y)) (inv (+ x 1) (- y 1))))
(rule (=> (and (inv x y) (not (= (+ x y) 11))) fail))
(query fail)
