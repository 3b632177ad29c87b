// verdict: unsafe(divzero)
// slow: yes
// line: 50
// twin: calc_checked.c
// source: own
// about: the remainder operator does not check for a zero divisor

#include <stdio.h>
#include <string.h>
#include <limits.h>
#include <assert.h>

#define MAX_DEPTH 20

enum calc_err { CALC_OK = 0, CALC_SYNTAX, CALC_RANGE, CALC_DIVZERO, CALC_DEPTH };

static const char *const err_text[] = {
	"ok", "syntax error", "out of range", "division by zero", "nested too deeply"
};

struct parser {
	const char *p;
	enum calc_err err;
	int depth;
};

static int parse_sum(struct parser *ps);

static int fail(struct parser *ps, enum calc_err e)
{
	if (ps->err == CALC_OK)
		ps->err = e;
	return 0;
}

static int apply(struct parser *ps, char op, int a, int b)
{
	long long r;

	switch (op) {
	case '+': r = (long long)a + b; break;
	case '-': r = (long long)a - b; break;
	case '*': r = (long long)a * b; break;
	case '/':
		if (b == 0)
			return fail(ps, CALC_DIVZERO);
		r = (long long)a / b;
		break;
	case '%':
		r = (long long)a % b;
		break;
	default:
		return fail(ps, CALC_SYNTAX);
	}
	if (r < INT_MIN || r > INT_MAX)
		return fail(ps, CALC_RANGE);
	return (int)r;
}

static void skip_blanks(struct parser *ps)
{
	while (*ps->p == ' ' || *ps->p == '\t')
		ps->p++;
}

static int parse_primary(struct parser *ps)
{
	int v = 0;

	skip_blanks(ps);
	if (ps->depth >= MAX_DEPTH)
		return fail(ps, CALC_DEPTH);
	if (*ps->p == '-') {
		ps->p++;
		ps->depth++;
		v = parse_primary(ps);
		ps->depth--;
		return apply(ps, '-', 0, v);
	}
	if (*ps->p == '(') {
		ps->p++;
		ps->depth++;
		v = parse_sum(ps);
		ps->depth--;
		if (*ps->p != ')')
			return fail(ps, CALC_SYNTAX);
		ps->p++;
		skip_blanks(ps);
		return v;
	}
	if (*ps->p < '0' || *ps->p > '9')
		return fail(ps, CALC_SYNTAX);
	for (; *ps->p >= '0' && *ps->p <= '9'; ps->p++)
		v = apply(ps, '+', apply(ps, '*', v, 10), *ps->p - '0');
	skip_blanks(ps);
	return v;
}

static int parse_product(struct parser *ps)
{
	int v = parse_primary(ps);

	while (ps->err == CALC_OK && (*ps->p == '*' || *ps->p == '/' || *ps->p == '%')) {
		char op = *ps->p++;
		v = apply(ps, op, v, parse_primary(ps));
	}
	return v;
}

static int parse_sum(struct parser *ps)
{
	int v = parse_product(ps);

	while (ps->err == CALC_OK && (*ps->p == '+' || *ps->p == '-')) {
		char op = *ps->p++;
		v = apply(ps, op, v, parse_product(ps));
	}
	return v;
}

static enum calc_err calc(const char *text, int *out)
{
	struct parser ps = { text, CALC_OK, 0 };

	*out = parse_sum(&ps);
	if (ps.err == CALC_OK && *ps.p != '\0')
		ps.err = CALC_SYNTAX;
	assert(ps.depth == 0);
	return ps.err;
}

int main(void)
{
	char line[100], shown[16];
	int v, again;

	assert(calc("2 + 3 * (4 - 10) % 5", &v) == CALC_OK && v == -1);
	if (!fgets(line, sizeof line, stdin))
		return 0;
	line[strcspn(line, "\n")] = '\0';

	enum calc_err e = calc(line, &v);
	printf("%s: %d\n", err_text[e], v);
	if (e == CALC_OK && v != INT_MIN) {
		/* what we print can be typed in again */
		snprintf(shown, sizeof shown, "%d", v);
		assert(calc(shown, &again) == CALC_OK && again == v);
	}
	return e == CALC_OK ? 0 : 1;
}
