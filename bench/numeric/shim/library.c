/* APRON and ELINA have one interface under two prefixes. This file is compiled once for each and gives a table of plain
   functions, since their interfaces pass structures by value and keep much of themselves in inline functions. */

#include <gmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#if defined(USE_APRON)
#include "ap_global0.h"
#include "oct.h"
#include "pk.h"
#define L(name) ap_##name
#define C(name) AP_##name
#define TABLE apron_table
#elif defined(USE_ELINA)
#include "elina_abstract0.h"
#include "opt_pk.h"
#define L(name) elina_##name
#define C(name) ELINA_##name
#define TABLE elina_table
#endif

typedef L(manager_t) manager;
typedef L(abstract0_t) element;
typedef L(linexpr0_t) form;
typedef L(lincons0_array_t) list;

/* 0: polyhedra, 1: polyhedra with strict inequalities, 2: octagons */
static manager *make_manager(int kind) {
#if defined(USE_APRON)
    if (kind == 2) return oct_manager_alloc();
    return pk_manager_alloc(kind == 1);
#else
    if (kind == 2) return NULL;
    return opt_pk_manager_alloc(kind == 1);
#endif
}

static L(coeff_t) * number(const char *text) {
    mpq_t q;
    mpq_init(q);
    mpq_set_str(q, text, 10);
    mpq_canonicalize(q);
    L(coeff_t) *c = L(coeff_alloc)(C(COEFF_SCALAR));
    L(coeff_set_scalar_mpq)(c, q);
    mpq_clear(q);
    return c;
}

static form *make_form(size_t terms, const size_t *dimensions, const char *const *factors, const char *constant) {
    form *f = L(linexpr0_alloc)(C(LINEXPR_SPARSE), terms);
    for (size_t i = 0; i < terms; i++) {
        f->p.linterm[i].dim = (L(dim_t))dimensions[i];
        L(coeff_t) *c = number(factors[i]);
        L(coeff_set)(&f->p.linterm[i].coeff, c);
        L(coeff_free)(c);
    }
    L(coeff_t) *c = number(constant);
    L(coeff_set)(&f->cst, c);
    L(coeff_free)(c);
    return f;
}

static void free_form(form *f) { L(linexpr0_free)(f); }

static list *make_list(size_t count) {
    list *l = malloc(sizeof(list));
    *l = L(lincons0_array_make)(count);
    return l;
}

/* relation: 0 equal, 1 at least, 2 greater; takes the form */
static void set_list(list *l, size_t index, form *f, int relation) {
    l->p[index].linexpr0 = f;
    l->p[index].constyp = relation == 0 ? C(CONS_EQ) : relation == 1 ? C(CONS_SUPEQ) : C(CONS_SUP);
    l->p[index].scalar = NULL;
}

static void free_list(list *l) {
    L(lincons0_array_clear)(l);
    free(l);
}

static element *top(manager *m, size_t n) { return L(abstract0_top)(m, 0, n); }
static element *bottom(manager *m, size_t n) { return L(abstract0_bottom)(m, 0, n); }
static element *copy(manager *m, element *a) { return L(abstract0_copy)(m, a); }
static void free_element(manager *m, element *a) { L(abstract0_free)(m, a); }
static size_t dimensions(manager *m, element *a) {
    L(dimension_t) d = L(abstract0_dimension)(m, a);
    return d.intdim + d.realdim;
}
static element *constrain(manager *m, element *a, list *l) { return L(abstract0_meet_lincons_array)(m, true, a, l); }
static element *meet(manager *m, element *a, element *b) { return L(abstract0_meet)(m, true, a, b); }
static element *join(manager *m, element *a, element *b) { return L(abstract0_join)(m, true, a, b); }
static int leq(manager *m, element *a, element *b) { return L(abstract0_is_leq)(m, a, b); }
static int is_bottom(manager *m, element *a) { return L(abstract0_is_bottom)(m, a); }

static element *assign(manager *m, element *a, size_t v, form *f) {
    L(dim_t) d = (L(dim_t))v;
    return L(abstract0_assign_linexpr_array)(m, true, a, &d, &f, 1, NULL);
}

static element *substitute(manager *m, element *a, size_t v, form *f) {
    L(dim_t) d = (L(dim_t))v;
    return L(abstract0_substitute_linexpr_array)(m, true, a, &d, &f, 1, NULL);
}

static L(dim_t) * narrow(const size_t *from, size_t n) {
    L(dim_t) *to = malloc((n + 1) * sizeof(L(dim_t)));
    for (size_t i = 0; i < n; i++) to[i] = (L(dim_t))from[i];
    return to;
}

static element *forget(manager *m, element *a, const size_t *vs, size_t n) {
    L(dim_t) *ds = narrow(vs, n);
    element *r = L(abstract0_forget_array)(m, true, a, ds, n, false);
    free(ds);
    return r;
}

/* the old element is kept, the new one is consumed */
static element *widen(manager *m, element *old, element *new) {
    element *r = L(abstract0_widening)(m, old, new);
    L(abstract0_free)(m, new);
    return r;
}

static element *add_dimensions(manager *m, element *a, size_t count) {
    size_t n = dimensions(m, a);
    L(dimchange_t) change = {malloc((count + 1) * sizeof(L(dim_t))), 0, count};
    for (size_t i = 0; i < count; i++) change.dim[i] = (L(dim_t))n;
    element *r = L(abstract0_add_dimensions)(m, true, a, &change, false);
    free(change.dim);
    return r;
}

static element *remove_dimensions(manager *m, element *a, const size_t *ds, size_t count) {
    L(dimchange_t) change = {narrow(ds, count), 0, count};
    element *r = L(abstract0_remove_dimensions)(m, true, a, &change);
    free(change.dim);
    return r;
}

static element *permute(manager *m, element *a, const size_t *to, size_t n) {
    L(dimperm_t) p = {narrow(to, n), n};
    element *r = L(abstract0_permute_dimensions)(m, true, a, &p);
    free(p.dim);
    return r;
}

/* 1 if finite */
static int value(L(scalar_t) * s, mpq_ptr q) {
    if (L(scalar_infty)(s) != 0) return 0;
    if (s->discr == C(SCALAR_MPQ))
        mpq_set(q, s->val.mpq);
    else if (s->discr == C(SCALAR_DOUBLE))
        mpq_set_d(q, s->val.dbl);
    else
        return 0;
    return 1;
}

/* 4: empty; otherwise 1 if the lower and 2 if the upper end is finite */
static int bounds(manager *m, element *a, form *f, mpz_ptr ln, mpz_ptr ld, mpz_ptr hn, mpz_ptr hd) {
    L(interval_t) *i = L(abstract0_bound_linexpr)(m, a, f);
    int found = 0;
    if (L(scalar_cmp)(i->inf, i->sup) > 0) {
        found = 4;
    } else {
        mpq_t q;
        mpq_init(q);
        if (value(i->inf, q)) {
            mpz_set(ln, mpq_numref(q));
            mpz_set(ld, mpq_denref(q));
            found |= 1;
        }
        if (value(i->sup, q)) {
            mpz_set(hn, mpq_numref(q));
            mpz_set(hd, mpq_denref(q));
            found |= 2;
        }
        mpq_clear(q);
    }
    L(interval_free)(i);
    return found;
}

struct table {
    manager *(*make_manager)(int);
    form *(*make_form)(size_t, const size_t *, const char *const *, const char *);
    void (*free_form)(form *);
    list *(*make_list)(size_t);
    void (*set_list)(list *, size_t, form *, int);
    void (*free_list)(list *);
    element *(*top)(manager *, size_t);
    element *(*bottom)(manager *, size_t);
    element *(*copy)(manager *, element *);
    void (*free_element)(manager *, element *);
    size_t (*dimensions)(manager *, element *);
    element *(*constrain)(manager *, element *, list *);
    element *(*meet)(manager *, element *, element *);
    element *(*join)(manager *, element *, element *);
    int (*leq)(manager *, element *, element *);
    int (*is_bottom)(manager *, element *);
    element *(*assign)(manager *, element *, size_t, form *);
    element *(*substitute)(manager *, element *, size_t, form *);
    element *(*forget)(manager *, element *, const size_t *, size_t);
    element *(*widen)(manager *, element *, element *);
    element *(*add_dimensions)(manager *, element *, size_t);
    element *(*remove_dimensions)(manager *, element *, const size_t *, size_t);
    element *(*permute)(manager *, element *, const size_t *, size_t);
    int (*bounds)(manager *, element *, form *, mpz_ptr, mpz_ptr, mpz_ptr, mpz_ptr);
};

const struct table TABLE = {
    make_manager, make_form, free_form, make_list, set_list,   free_list, top,            bottom,
    copy,         free_element, dimensions, constrain, meet,   join,      leq,            is_bottom,
    assign,       substitute, forget,    widen,     add_dimensions, remove_dimensions, permute, bounds,
};
