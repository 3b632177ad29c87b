/* Models of <stdlib.h>. Names that begin with `__model` are parts of models: */
/* a call of `__model_unsupported` ends the run at what is not modelled, one of `__model_choice` is 0 or 1. */

/* Below 0, where there is room for one number more. Text for a number that has no room has no meaning. */
long long __model_decimal(const char *s, long long least) {
  long long n = 0;
  int negative = 0;
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-') { negative = 1; s++; } else if (*s == '+') s++;
  while (*s >= '0' && *s <= '9') {
    int digit = *s - '0';
    if (n < (least + digit) / 10) __model_outside();
    n = n * 10 - digit;
    s++;
  }
  if (!negative && n == least) __model_outside();
  return negative ? n : -n;
}

int atoi(const char *s) { return __model_decimal(s, -2147483647 - 1); }
long atol(const char *s) { return __model_decimal(s, -(long)(~0UL >> 1) - 1); }
long long atoll(const char *s) { return __model_decimal(s, -(long long)(~0ULL >> 1) - 1); }

/* The value of a digit in bases up to 36, which is that of what is none. */
int __model_digit(int c) {
  return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'z' ? c - 'a' + 10 : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 36;
}

/* The digits at the start of a text as a number, at most `most` (`most + 1` for a negative one if `below`), and whether it was more. */
/* Where there is none, some libraries set errno. */
unsigned long long __model_number(const char *s, char **end, int base, unsigned long long most, int below, int *negative, int *more) {
  size_t i = 0, start;
  unsigned long long n = 0;
  *negative = 0;
  *more = 0;
  if (base < 0 || base == 1 || base > 36) __model_unsupported();
  while (s[i] == ' ' || (s[i] >= 9 && s[i] <= 13)) i++;
  if (s[i] == '-') { *negative = 1; i++; } else if (s[i] == '+') i++;
  if (*negative && below) most = most + 1;
  if ((base == 0 || base == 16) && s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') &&
      ((s[i + 2] >= '0' && s[i + 2] <= '9') || (s[i + 2] >= 'a' && s[i + 2] <= 'f') || (s[i + 2] >= 'A' && s[i + 2] <= 'F'))) {
    i += 2;
    base = 16;
  } else if (base == 0) base = s[i] == '0' ? 8 : 10;
  start = i;
  for (;;) {
    int digit = __model_digit(s[i]);
    if (digit >= base) break;
    if (*more || n > (most - digit) / base) { *more = 1; n = most; } else n = n * base + digit;
    i++;
  }
  if (i == start) __model_may_error(22);
  if (end) *end = (char *)(i == start ? s : s + i);
  return n;
}

long strtol(const char *s, char **end, int base) {
  int negative, more;
  unsigned long n = __model_number(s, end, base, ~0UL >> 1, 1, &negative, &more);
  if (more) __model_error(34);
  return !negative ? (long)n : n == ~(~0UL >> 1) ? -(long)(~0UL >> 1) - 1 : -(long)n;
}

long long strtoll(const char *s, char **end, int base) {
  int negative, more;
  unsigned long long n = __model_number(s, end, base, ~0ULL >> 1, 1, &negative, &more);
  if (more) __model_error(34);
  return !negative ? (long long)n : n == ~(~0ULL >> 1) ? -(long long)(~0ULL >> 1) - 1 : -(long long)n;
}

unsigned long strtoul(const char *s, char **end, int base) {
  int negative, more;
  unsigned long n = __model_number(s, end, base, ~0UL, 0, &negative, &more);
  if (more) __model_error(34);
  return negative && !more ? -n : n;
}

unsigned long long strtoull(const char *s, char **end, int base) {
  int negative, more;
  unsigned long long n = __model_number(s, end, base, ~0ULL, 0, &negative, &more);
  if (more) __model_error(34);
  return negative && !more ? -n : n;
}

intmax_t strtoimax(const char *s, char **end, int base) { return strtoll(s, end, base); }
uintmax_t strtoumax(const char *s, char **end, int base) { return strtoull(s, end, base); }

int posix_memalign(void **to, size_t align, size_t n) {
  if (align == 0 || align % sizeof(void *) || (align & (align - 1))) return 22;
  void *block = malloc(n);
  if (!block && n) return 12;
  *to = block;
  return 0;
}

div_t div(int a, int b) { div_t r; r.quot = a / b; r.rem = a % b; return r; }

ldiv_t ldiv(long a, long b) { ldiv_t r; r.quot = a / b; r.rem = a % b; return r; }

lldiv_t lldiv(long long a, long long b) { lldiv_t r; r.quot = a / b; r.rem = a % b; return r; }

/* By insertion. The order of elements that compare equal is open in C, and any here. So is which elements are compared: where a */
/* comparison may fail (`__model_any_pair`), any two of them are, before anything is moved. */
void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  char *a = base;
  size_t i, j;
  if (__model_any_pair())
    for (i = 0; i < n; i++)
      for (j = 0; j < n; j++)
        if (i != j) compare(a + i * size, a + j * size);
  for (i = 1; i < n; i++)
    for (j = i; j > 0; j--) {
      int order = compare(a + (j - 1) * size, a + j * size);
      if (order < 0 || (order == 0 && !__model_choice())) break;
      __model_exchange(base, j - 1, j, size);
    }
}

/* Which of several equal elements is found is open in C, and any here. */
void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *)) {
  const char *a = base;
  size_t low = 0, high = n;
  if (__model_any_pair())
    for (; low < n; low++) compare(key, a + low * size);
  low = 0;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare(key, a + middle * size);
    if (order == 0) {
      while (middle > 0 && compare(key, a + (middle - 1) * size) == 0 && __model_choice()) middle--;
      while (middle + 1 < n && compare(key, a + (middle + 1) * size) == 0 && __model_choice()) middle++;
      return (void *)(a + middle * size);
    }
    if (order < 0) high = middle; else low = middle + 1;
  }
  return 0;
}

/* Keeps a handler, or runs those that were kept, the last one first. Few of them need no array. */
int __model_at_end(int run, void (*handler)(void)) {
  static void (*first)(void), (*second)(void), (*others[30])(void);
  static int count;
  if (!run) {
    if (count == 32) __model_unsupported();
    if (count == 0) first = handler; else if (count == 1) second = handler; else others[count - 2] = handler;
    count++;
    return 0;
  }
  while (count > 2) { count--; others[count - 2](); }
  if (count == 2) { count = 1; second(); }
  if (count == 1) { count = 0; first(); }
  return 0;
}

int atexit(void (*handler)(void)) { return __model_at_end(0, handler); }

/* The number of the last error (`errno.h`); and what a function that fails may do to it. */
int *__errno_location(void) { static int number; return &number; }
void __model_errno(void) { if (__model_between(0, 1)) *__errno_location() = __model_between(1, 4095); }
void __model_set_errno(int n) { *__errno_location() = n; }

/* `__model_pointer` is a pointer to memory of the library, or null if its argument is not 0. */
char *getenv(const char *name) { __model_text(name); return __model_pointer(1); }
int setenv(const char *name, const char *value, int over) { __model_text(name); __model_text(value); __model_fails(); return __model_between(-1, 0); }
int unsetenv(const char *name) { __model_text(name); __model_fails(); return __model_between(-1, 0); }
int rand_r(unsigned *seed) { *seed = __model_between(0, 4294967295U); return __model_between(0, 2147483647); }
long lrand48(void) { return __model_between(0, 2147483647); }
int system(const char *command) { if (command) __model_text(command); __model_fails(); return __model_between(-2147483647 - 1, 2147483647); }
int mblen(const char *s, size_t n) {
  if (!s) return __model_truth(__model_between(0, 1));
  if (n == 0) return __model_between(-1, 0);
  if (!*s) return 0;
  if (*s > 0) return 1;
  return __model_between(0, 1) ? -1 : (int)__model_between(1, n < 16 ? n : 16);
}

int ffsll(long long n) {
  unsigned long long bits = n;
  int i = 1;
  if (!bits) return 0;
  while (!(bits & 1)) { bits = bits >> 1; i++; }
  return i;
}
int ffsl(long n) { return ffsll(n); }
int ffs(int n) { return ffsll(n); }
