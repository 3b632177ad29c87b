// verdict: unsafe(overflow)
// slow: yes
// line: 46
// twin: int_to_text.c
// source: own
// about: INT_MIN is negated as int

#include <stdio.h>
#include <string.h>
#include <limits.h>
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#define BITS (sizeof(int) * CHAR_BIT)
#define TEXT_SIZE (BITS + 2) /* sign, binary digits, terminator */

static void reverse(char *s, size_t n) {
  for (size_t i = 0; i < n / 2; i++) {
    char t = s[i];
    s[i] = s[n - 1 - i];
    s[n - 1 - i] = t;
  }
}

static size_t utoa_base(unsigned v, unsigned base, char *out) {
  static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
  size_t n = 0;
  do {
    out[n++] = digits[v % base];
    v /= base;
  } while (v != 0);
  out[n] = '\0';
  reverse(out, n);
  return n;
}

/* Returns the length of the text, 0 for a base we cannot write. */
static size_t itoa_base(int v, unsigned base, char *out) {
  if (base < 2 || base > 36) {
    out[0] = '\0';
    return 0;
  }
  if (v < 0) {
    unsigned magnitude = (unsigned)-v;
    out[0] = '-';
    return 1 + utoa_base(magnitude, base, out + 1);
  }
  return utoa_base((unsigned)v, base, out);
}

static int digit_value(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  return c >= 'a' && c <= 'z' ? c - 'a' + 10 : -1;
}

/* Works on the two's complement bits, so that INT_MIN needs no special case. */
static unsigned read_back(const char *s, unsigned base) {
  int negative = *s == '-';
  unsigned v = 0;
  for (s += negative; *s != '\0'; s++) {
    int d = digit_value(*s);
    assert(d >= 0 && (unsigned)d < base);
    v = v * base + (unsigned)d;
  }
  return negative ? 0u - v : v;
}

int main(void) {
  char text[TEXT_SIZE];
  int value = __VERIFIER_nondet_int();
  unsigned base = __VERIFIER_nondet_uint();

  size_t len = itoa_base(value, base, text);
  if (len == 0) {
    printf("base %u is not supported\n", base);
    return 1;
  }
  printf("%d in base %u: %s\n", value, base, text);
  assert(len == strlen(text) && len < TEXT_SIZE);
  assert((text[0] == '-') == (value < 0));
  assert(read_back(text, base) == (unsigned)value);
  return 0;
}
