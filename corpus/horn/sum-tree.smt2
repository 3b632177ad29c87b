; verdict: sat
; twin: sum-tree-bad.smt2
; source: own
; about: non-linear: a tree has one more leaf than inner nodes

(set-logic HORN)
(declare-fun tree (Int Int) Bool)
(assert (tree 0 1))
(assert (forall ((i Int) (l Int) (j Int) (k Int)) (=> (and (tree i l) (tree j k)) (tree (+ i j 1) (+ l k)))))
(assert (forall ((i Int) (l Int)) (=> (tree i l) (= l (+ i 1)))))
(check-sat)
