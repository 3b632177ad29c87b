/* Models of <stdlib.h>. */

long atol(const char *s) {
  long n = 0;
  int negative = 0;
  while (*s == ' ' || (*s >= 9 && *s <= 13)) s++;
  if (*s == '-') { negative = 1; s++; } else if (*s == '+') s++;
  while (*s >= '0' && *s <= '9') { n = n * 10 + (*s - '0'); s++; }
  return negative ? -n : n;
}

int atoi(const char *s) { return atol(s); }
