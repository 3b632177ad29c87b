/* Models of <string.h>: what each function does to memory, byte by byte. Only the text of functions that a program uses and
   does not define is added to it. `size_t` is the one of the data model. `__model_sign` is any number with
   the sign of its argument, `__model_truth` any that is not 0 where its argument is not. */

size_t strlen(const char *s) { size_t n = 0; while (s[n]) n++; return n; }

size_t strnlen(const char *s, size_t limit) { size_t n = 0; while (n < limit && s[n]) n++; return n; }

char *strcpy(char *to, const char *from) { size_t i = 0; while (__model_apart(to, from, i), (to[i] = from[i])) i++; return to; }

char *stpcpy(char *to, const char *from) { size_t i = 0; while (__model_apart(to, from, i), (to[i] = from[i])) i++; return to + i; }

char *strncpy(char *to, const char *from, size_t n) {
  size_t i = 0;
  while (i < n && from[i]) { __model_apart(to, from, i); to[i] = from[i]; i++; }
  if (i < n) __model_apart(to, from, i);
  while (i < n) { __model_reaches(to, from, i); to[i] = 0; i++; }
  return to;
}

char *strcat(char *to, const char *from) {
  size_t n = 0, i = 0;
  while (to[n]) n++;
  while (__model_apart(to + n, from, i), (to[n + i] = from[i])) i++;
  return to;
}

char *strncat(char *to, const char *from, size_t limit) {
  size_t n = 0, i = 0;
  while (to[n]) n++;
  while (i < limit && from[i]) { __model_apart(to + n, from, i); to[n + i] = from[i]; i++; }
  to[n + i] = 0;
  return to;
}

int strcmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && a[i] == b[i]) i++;
  return __model_sign((unsigned char)a[i] < (unsigned char)b[i] ? -1 : (unsigned char)a[i] > (unsigned char)b[i]);
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

int strncmp(const char *a, const char *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && a[i] == b[i]) i++;
  if (i == n) return 0;
  return __model_sign((unsigned char)a[i] < (unsigned char)b[i] ? -1 : (unsigned char)a[i] > (unsigned char)b[i]);
}

int strcasecmp(const char *a, const char *b) {
  size_t i = 0;
  while (a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i])) i++;
  return __model_sign(tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]));
}

int strncasecmp(const char *a, const char *b, size_t n) {
  size_t i = 0;
  while (i < n && a[i] && tolower((unsigned char)a[i]) == tolower((unsigned char)b[i])) i++;
  if (i == n) return 0;
  return __model_sign(tolower((unsigned char)a[i]) - tolower((unsigned char)b[i]));
}

char *strchr(const char *s, int c) {
  size_t i = 0;
  while (s[i] != (char)c) { if (!s[i]) return 0; i++; }
  return (char *)s + i;
}

char *index(const char *s, int c) { return strchr(s, c); }

char *strchrnul(const char *s, int c) { size_t i = 0; while (s[i] && s[i] != (char)c) i++; return (char *)s + i; }

char *strrchr(const char *s, int c) {
  char *found = 0;
  size_t i = 0;
  for (;;) {
    if (s[i] == (char)c) found = (char *)s + i;
    if (!s[i]) return found;
    i++;
  }
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

char *strstr(const char *s, const char *part) {
  size_t i, j;
  for (i = 0;; i++) {
    for (j = 0; part[j] && s[i + j] == part[j]; j++) ;
    if (!part[j]) return (char *)s + i;
    if (!s[i]) return 0;
  }
}

char *strcasestr(const char *s, const char *part) {
  size_t i, j;
  for (i = 0;; i++) {
    for (j = 0; part[j] && tolower((unsigned char)s[i + j]) == tolower((unsigned char)part[j]); j++) ;
    if (!part[j]) return (char *)s + i;
    if (!s[i]) return 0;
  }
}

size_t strspn(const char *s, const char *set) {
  size_t i, j;
  for (i = 0; s[i]; i++) {
    for (j = 0; set[j] && set[j] != s[i]; j++) ;
    if (!set[j]) return i;
  }
  return i;
}

size_t strcspn(const char *s, const char *set) {
  size_t i, j;
  for (i = 0; s[i]; i++)
    for (j = 0; set[j]; j++)
      if (set[j] == s[i]) return i;
  return i;
}

char *strpbrk(const char *s, const char *set) {
  size_t i, j;
  for (i = 0; s[i]; i++)
    for (j = 0; set[j]; j++)
      if (set[j] == s[i]) return (char *)s + i;
  return 0;
}

char *strdup(const char *s) {
  size_t n = 0, i;
  while (s[n]) n++;
  char *copy = malloc(n + 1);
  if (!copy) return 0;
  for (i = 0; i <= n; i++) copy[i] = s[i];
  return copy;
}

char *strndup(const char *s, size_t limit) {
  size_t n = 0, i;
  while (n < limit && s[n]) n++;
  char *copy = malloc(n + 1);
  if (!copy) return 0;
  for (i = 0; i < n; i++) copy[i] = s[i];
  copy[n] = 0;
  return copy;
}

int memcmp(const void *p, const void *q, size_t n) {
  const unsigned char *a = p, *b = q;
  size_t i = 0;
  __model_reads(a, 1, n);
  __model_reads(b, 1, n);
  while (i < n && a[i] == b[i]) i++;
  if (i == n) return 0;
  return __model_sign(a[i] < b[i] ? -1 : 1);
}

int bcmp(const void *p, const void *q, size_t n) {
  const unsigned char *a = p, *b = q;
  size_t i = 0;
  __model_reads(a, 1, n);
  __model_reads(b, 1, n);
  while (i < n && a[i] == b[i]) i++;
  return __model_truth(i != n);
}

void *memchr(const void *p, int c, size_t n) {
  const unsigned char *s = p;
  size_t i = 0;
  while (i < n) { if (s[i] == (unsigned char)c) return (void *)(s + i); i++; }
  return 0;
}

void *rawmemchr(const void *p, int c) {
  const unsigned char *s = p;
  size_t i = 0;
  while (s[i] != (unsigned char)c) i++;
  return (void *)(s + i);
}

void *memmem(const void *p, size_t n, const void *q, size_t m) {
  const unsigned char *a = p, *b = q;
  size_t i, j;
  __model_reads(a, 1, n);
  __model_reads(b, 1, m);
  if (m > n) return 0;
  for (i = 0; i <= n - m; i++) {
    for (j = 0; j < m && a[i + j] == b[j]; j++) ;
    if (j == m) return (void *)(a + i);
  }
  return 0;
}

void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

size_t wcslen(const int *s) { size_t n = 0; while (s[n]) n++; return n; }

void *memrchr(const void *p, int c, size_t n) {
  const unsigned char *s = p;
  while (n > 0) { n--; if (s[n] == (unsigned char)c) return (void *)(s + n); }
  return 0;
}

/* Behind the last token a call with null finds nothing; without a call before it there is no text. */
char *strtok(char *s, const char *set) {
  static char *rest;
  static int begun;
  size_t i, j;
  if (!s) s = rest;
  if (!s) { if (!begun) i = *s; return 0; }
  begun = 1;
  for (i = 0; s[i]; i++) {
    for (j = 0; set[j] && set[j] != s[i]; j++) ;
    if (!set[j]) break;
  }
  if (!s[i]) { rest = 0; return 0; }
  s = s + i;
  for (i = 0; s[i]; i++)
    for (j = 0; set[j]; j++)
      if (set[j] == s[i]) { s[i] = 0; rest = s + i + 1; return s; }
  rest = 0;
  return s;
}

/* What is kept behind the last token is not said: the end of the text, or null. */
char *strtok_r(char *s, const char *set, char **rest) {
  size_t i, j;
  if (!s) s = *rest;
  if (!s) return 0;
  for (i = 0; s[i]; i++) {
    for (j = 0; set[j] && set[j] != s[i]; j++) ;
    if (!set[j]) break;
  }
  s = s + i;
  if (!*s) { *rest = __model_between(0, 1) ? s : (char *)0; return 0; }
  for (i = 0; s[i]; i++)
    for (j = 0; set[j]; j++)
      if (set[j] == s[i]) { s[i] = 0; *rest = s + i + 1; return s; }
  *rest = __model_between(0, 1) ? s + i : (char *)0;
  return s;
}

char *strsep(char **text, const char *set) {
  char *s = *text;
  size_t i, j;
  if (!s) return 0;
  for (i = 0; s[i]; i++)
    for (j = 0; set[j]; j++)
      if (set[j] == s[i]) { s[i] = 0; *text = s + i + 1; return s; }
  *text = 0;
  return s;
}

void *memccpy(void *p, const void *q, int c, size_t n) {
  unsigned char *to = p;
  const unsigned char *from = q;
  size_t i;
  for (i = 0; i < n; i++) {
    __model_apart(to, from, i);
    to[i] = from[i];
    if (from[i] == (unsigned char)c) return to + i + 1;
  }
  return 0;
}

char *strerror(int n) { return __model_pointer(0); }
char *strsignal(int n) { return __model_pointer(1); }
