/* Models of <stdio.h>: what formatted text is made of (see `lower::format`), and input. What is read from a stream is any text. */

/* One character of formatted text, if there is room for it and for the terminator. */
size_t __model_put(char *to, size_t limit, size_t at, int c) {
  if (limit > 0 && at < limit - 1) to[at] = c;
  return at + 1;
}

size_t __model_put_text(char *to, size_t limit, size_t at, const char *s, size_t most, size_t width, int left) {
  size_t n = 0, i;
  while (n < most && s[n]) n++;
  if (!left) for (i = n; i < width; i++) { if (limit > 0 && at < limit - 1) to[at] = ' '; at++; }
  for (i = 0; i < n; i++) { if (limit > 0 && at < limit - 1) { __model_apart(to + at - i, s, i); to[at] = s[i]; } at++; }
  if (n < most && limit > 0 && at < limit) __model_apart(to + at - n, s, n);
  if (left) for (i = n; i < width; i++) { if (limit > 0 && at < limit - 1) to[at] = ' '; at++; }
  return at;
}

size_t __model_put_number(char *to, size_t limit, size_t at, unsigned long long n, int sign, int base, int upper, size_t width, int left, int zero) {
  char digits[24];
  size_t count = 0, i, length;
  do {
    int digit = n % base;
    digits[count] = digit < 10 ? '0' + digit : (upper ? 'A' : 'a') + digit - 10;
    count++;
    n = n / base;
  } while (n != 0);
  length = sign ? count + 1 : count;
  if (!left && !zero) for (i = length; i < width; i++) { if (limit > 0 && at < limit - 1) to[at] = ' '; at++; }
  if (sign) { if (limit > 0 && at < limit - 1) to[at] = sign; at++; }
  if (!left && zero) for (i = length; i < width; i++) { if (limit > 0 && at < limit - 1) to[at] = '0'; at++; }
  for (i = count; i > 0; i--) { if (limit > 0 && at < limit - 1) to[at] = digits[i - 1]; at++; }
  if (left) for (i = length; i < width; i++) { if (limit > 0 && at < limit - 1) to[at] = ' '; at++; }
  return at;
}

size_t __model_put_signed(char *to, size_t limit, size_t at, long long n, int plus, size_t width, int left, int zero) {
  unsigned long long size = n;
  if (n < 0) size = -size;
  return __model_put_number(to, limit, at, size, n < 0 ? '-' : plus, 10, 0, width, left, zero);
}

int __model_put_end(char *to, size_t limit, size_t at) {
  if (limit > 0) to[at < limit ? at : limit - 1] = 0;
  return at;
}

char *fgets(char *to, int n, void *stream) {
  int i = 0;
  if (n < 1) __model_unsupported();
  if (!__model_flag_fgets()) return 0;
  while (i < n - 1) {
    char c = __model_byte_fgets();
    to[i] = c;
    i++;
    if (c == '\n' || __model_flag_fgets()) break;
  }
  to[i] = 0;
  return to;
}
