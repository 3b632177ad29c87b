// verdict: safe
// slow: yes
// twin: strbuf_grow-bad.c
// source: own
// about: growing string builder (realloc) that can also repeat a part of itself, compared with a plain array

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern char __VERIFIER_nondet_char(void);

#define ROUNDS 6
#define MODEL_MAX 256

struct strbuf {
	char *data;	/* always terminated once something was added */
	size_t len;
	size_t cap;
};

static bool sb_reserve(struct strbuf *sb, size_t extra)
{
	size_t need = sb->len + extra + 1;
	if (need <= sb->cap)
		return true;

	size_t cap = sb->cap ? sb->cap : 4;
	while (cap < need)
		cap *= 2;
	char *p = realloc(sb->data, cap);
	if (!p)
		return false;
	sb->data = p;
	sb->cap = cap;
	return true;
}

static bool sb_putc(struct strbuf *sb, char c)
{
	if (!sb_reserve(sb, 1))
		return false;
	sb->data[sb->len++] = c;
	sb->data[sb->len] = '\0';
	return true;
}

/* append a copy of the n characters at offset off */
static bool sb_repeat(struct strbuf *sb, size_t off, size_t n)
{
	if (off > sb->len || n > sb->len - off)
		return false;
	if (n == 0)
		return true;
	if (!sb_reserve(sb, n))
		return false;
	const char *from = sb->data + off;
	memcpy(sb->data + sb->len, from, n);
	sb->len += n;
	sb->data[sb->len] = '\0';
	return true;
}

static void sb_free(struct strbuf *sb)
{
	free(sb->data);
	memset(sb, 0, sizeof *sb);
}

int main(void)
{
	struct strbuf sb = { NULL, 0, 0 };
	char model[MODEL_MAX];
	size_t mlen = 0;

	for (int round = 0; round < ROUNDS; round++) {
		if (__VERIFIER_nondet_int() % 2 == 0) {
			char c = __VERIFIER_nondet_char();
			if (!sb_putc(&sb, c))
				break;
			model[mlen++] = c;
		} else {
			size_t off = __VERIFIER_nondet_uchar();
			size_t n = __VERIFIER_nondet_uchar();
			if (!sb_repeat(&sb, off, n))
				continue;
			for (size_t i = 0; i < n; i++)
				model[mlen + i] = model[off + i];
			mlen += n;
		}
		assert(sb.len == mlen);
		assert(sb.len == 0 || sb.data[sb.len] == '\0');
	}

	for (size_t i = 0; i < mlen; i++)
		assert(sb.data[i] == model[i]);
	printf("%zu characters in a buffer of %zu\n", sb.len, sb.cap);
	sb_free(&sb);
	return 0;
}
