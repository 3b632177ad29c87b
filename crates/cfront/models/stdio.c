/* Models of <stdio.h>: what formatted text is made of (see `lower::format`), and input. What is read from a stream is any text. */
/* A call of `__model_between` is a number that the library chooses, `__model_fails` may set errno, `__model_text` reads a text, */
/* `__model_reads` and `__model_fills` so many bytes. */

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

/* Streams (see `lower::stream`). A call of `__model_stream` asks whether one is open, of `__model_met` whether its end was met. */

/* What the functions that read or write tell of a stream, and whether its end was met before. The stream keeps 0, 1 if its end was met, 2 if */
/* there was an error, 3 if both. Behind an error reading may go on. */
/* 0: nothing new, -1: its end or an error, -2: reading goes on, -3: its end, -4: an error, -5: everything begins anew, -6: anything. */
int __model_over(void *stream, int c) {
  char *marks = stream;
  if (!__model_own(stream)) return 0;
  if (c == -5) { *marks = 0; return 0; }
  if (c == -2) { *marks = *marks >= 2 ? 2 : 0; return 0; }
  if (c == -4) { if (__model_asks_errors()) *marks = *marks == 1 || *marks == 3 ? 3 : 2; return 0; }
  if (*marks == 1 || *marks == 3) return 1;
  if (c == -3) *marks = *marks >= 2 ? 3 : 1;
  if (c == -1 || (c == -6 && __model_between(0, 1))) {
    if (!__model_asks_errors()) *marks = __model_between(0, 1);
    else if (__model_between(0, 1)) *marks = *marks >= 2 ? 3 : 1;
    else *marks = 2;
  }
  return 0;
}

int feof(void *stream) {
  __model_stream(stream);
  if (!__model_own(stream)) return __model_truth(__model_between(0, 1));
  return __model_truth(*(char *)stream == 1 || *(char *)stream == 3);
}
int ferror(void *stream) {
  __model_stream(stream);
  if (!__model_own(stream)) return __model_truth(__model_between(0, 1));
  return __model_truth(*(char *)stream >= 2);
}
void clearerr(void *stream) { __model_stream(stream); __model_met(stream, -5); }
void rewind(void *stream) { __model_stream(stream); __model_moved(stream); __model_met(stream, -5); __model_fails(); }
int fseek(void *stream, long by, int from) {
  __model_stream(stream);
  __model_fails();
  if (__model_between(0, 1)) {
    __model_reads_on(stream);
    if (__model_asks_errors() && __model_between(0, 1)) __model_met(stream, -4);
    return -1;
  }
  __model_moved(stream);
  __model_met(stream, -2);
  return 0;
}
long ftell(void *stream) { __model_stream(stream); __model_fails(); return __model_between(-1, (long)(~0UL >> 1)); }
int fileno(void *stream) { __model_stream(stream); return __model_between(0, 2147483647); }

void *fopen(const char *path, const char *mode) {
  __model_text(path);
  __model_text(mode);
  __model_fails();
  return __model_between(0, 1) ? __model_opened() : (void *)0;
}
void *fdopen(int file, const char *mode) { __model_text(mode); __model_fails(); return __model_between(0, 1) ? __model_opened() : (void *)0; }
void *freopen(const char *path, const char *mode, void *stream) {
  if (path) __model_text(path);
  __model_text(mode);
  __model_stream(stream);
  __model_moved(stream);
  __model_met(stream, -5);
  __model_fails();
  if (__model_between(0, 1)) return stream;
  __model_closed(stream);
  return 0;
}
void *tmpfile(void) { __model_fails(); return __model_between(0, 1) ? __model_opened() : (void *)0; }
int fclose(void *stream) { __model_moved(stream); __model_closed(stream); __model_fails(); return __model_between(-1, 0); }

/* One character can always be pushed back, and is what is read next (see `lower::stream`). */
int ungetc(int c, void *stream) {
  __model_stream(stream);
  if (c == -1) return -1;
  if (!__model_pushed(stream, (unsigned char)c) && __model_between(0, 1)) return -1;
  __model_met(stream, -2);
  return (unsigned char)c;
}

size_t fwrite(const void *from, size_t size, size_t n, void *stream) {
  __model_stream(stream);
  __model_reads(from, size, n);
  __model_fails();
  if (!__model_asks_errors()) return __model_between(0, size ? n : 0);
  size_t most = size ? n : 0;
  size_t written = __model_between(0, most);
  if (written < most) __model_met(stream, -4);
  return written;
}

/* Of the element in which reading ends there may be a part, or nothing. */
size_t fread(void *to, size_t size, size_t n, void *stream) {
  __model_stream(stream);
  __model_fails();
  __model_reads_on(stream);
  size_t most = size ? n : 0;
  if (most == 0) return 0;
  if (__model_met(stream, 0)) return 0;
  size_t read = __model_between(0, most);
  if (read == most) { __model_fills(to, size, read); return read; }
  __model_fills(to, size, size > 1 && __model_between(0, 1) ? read + 1 : read);
  __model_met(stream, -1);
  return read;
}

/* A buffer that the library keeps is written later. */
void setbuf(void *stream, char *to) { __model_stream(stream); if (to) __model_unsupported(); }
int setvbuf(void *stream, char *to, int mode, size_t n) { __model_stream(stream); if (to) __model_unsupported(); return __model_truth(__model_between(0, 1)); }

int access(const char *path, int mode) { __model_text(path); __model_fails(); return __model_between(-1, 0); }
int chdir(const char *path) { __model_text(path); __model_fails(); return __model_between(-1, 0); }
int rmdir(const char *path) { __model_text(path); __model_fails(); return __model_between(-1, 0); }
int mkdir(const char *path, unsigned mode) { __model_text(path); __model_fails(); return __model_between(-1, 0); }
int remove(const char *path) { __model_text(path); __model_fails(); return __model_between(-1, 0); }
int rename(const char *from, const char *to) { __model_text(from); __model_text(to); __model_fails(); return __model_between(-1, 0); }
int unlink(const char *path) { __model_text(path); __model_fails(); return __model_between(-1, 0); }
int isatty(int file) { __model_fails(); return __model_between(0, 1); }
int close(int file) { __model_fails(); return __model_between(-1, 0); }
long lseek(int file, long by, int from) { __model_fails(); return __model_between(-1, (long)(~0UL >> 1)); }
long write(int file, const void *from, size_t n) { __model_reads(from, 1, n); __model_fails(); return __model_between(0, 1) ? (long)__model_between(0, n) : -1; }
long read(int file, void *to, size_t n) {
  __model_fails();
  if (__model_between(0, 1)) return -1;
  size_t count = __model_between(0, n);
  __model_fills(to, 1, count);
  return count;
}
int open(const char *path, int flags, ...) { __model_text(path); __model_fails(); return __model_between(-1, 2147483647); }

char *fgets(char *to, int n, void *stream) {
  int i = 0;
  __model_stream(stream);
  if (n < 1) __model_unsupported();
  __model_fails();
  __model_reads_on(stream);
  if (__model_met(stream, 0)) return 0;
  if (!__model_flag_fgets()) { __model_met(stream, -1); return 0; }
  while (i < n - 1) {
    char c = __model_byte_fgets();
    to[i] = c;
    i++;
    if (c == '\n') break;
    if (__model_flag_fgets()) { __model_met(stream, -3); break; }
  }
  to[i] = 0;
  return to;
}

/* How much room there is behind the line is open. A line without its end is the last one. */
long getline(char **line, size_t *room, void *stream) {
  size_t i = 0, most;
  __model_stream(stream);
  __model_fails();
  __model_reads_on(stream);
  __model_short_lines();
  most = __model_between(2, 2147483648U);
  if (!*line || *room < most) {
    char *longer = realloc(*line, most);
    if (!longer) { __model_met(stream, -4); return -1; }
    *line = longer;
    *room = most;
  }
  if (__model_met(stream, 0)) return -1;
  if (!__model_flag_getline()) { __model_met(stream, -1); return -1; }
  for (;;) {
    char c = __model_byte_getline();
    (*line)[i] = c;
    i++;
    if (c == '\n') break;
    if (i + 1 == *room || !__model_flag_getline()) { __model_met(stream, -3); break; }
  }
  (*line)[i] = 0;
  return i;
}

/* What `sscanf` finds in a text (see `lower::scan`): the position behind it, -1 if there is something else, -2 if the text ends. */

size_t __model_scan_space(const char *s, size_t at) {
  while (s[at] == ' ' || (s[at] >= 9 && s[at] <= 13)) at++;
  return at;
}

size_t __model_scan_char(const char *s, size_t at, int c) {
  if (!s[at]) return -2;
  return s[at] == c ? at + 1 : -1;
}

/* Words end with a terminator, other characters do not. */
void __model_scan_copy(const char *s, size_t at, size_t end, char *to, int ends) {
  size_t i;
  for (i = 0; i < end - at; i++) { __model_apart(to, s + at, i); to[i] = s[at + i]; }
  if (ends) to[end - at] = 0;
}

void __model_scan_letter(const char *s, size_t at, char *to) {
  __model_apart(to, s + at, 0);
  to[0] = s[at];
}

/* The base of a number of which the format says 16, or 0 if the number says it. Behind `0x` without a digit it is 0. */
int __model_scan_base(const char *s, size_t at, size_t width, int base) {
  if (s[at] == '-' || s[at] == '+') { at++; width--; }
  if (width > 1 && s[at] == '0' && (s[at + 1] == 'x' || s[at + 1] == 'X')) return width > 2 && __model_digit(s[at + 2]) < 16 ? 16 : 0;
  return base ? base : width > 0 && s[at] == '0' ? 8 : 10;
}

/* The end of a number, whose base is known. */
size_t __model_scan_number(const char *s, size_t at, size_t width, int base) {
  size_t start = at, digits;
  if (!s[at]) return -2;
  if (s[at] == '-' || s[at] == '+') at++;
  if (base == 16 && width - (at - start) > 2 && s[at] == '0' && (s[at + 1] == 'x' || s[at + 1] == 'X')) at += 2;
  digits = at;
  while (at - start < width && __model_digit(s[at]) < base) at++;
  return at == digits ? -1 : at;
}

/* Where the digits of a number begin. */
size_t __model_scan_digits(const char *s, size_t at, size_t end, int base) {
  if (s[at] == '-' || s[at] == '+') at++;
  return base == 16 && end - at > 2 && (s[at + 1] == 'x' || s[at + 1] == 'X') ? at + 2 : at;
}

/* Whether the number can be stored: 0 if not, 2 if it is below 0 and its type is not. */
int __model_scan_fits(const char *s, size_t at, size_t end, int base, unsigned long long most, int is_signed) {
  unsigned long long n = 0;
  int negative = s[at] == '-';
  if (negative && is_signed) most = most + 1;
  for (at = __model_scan_digits(s, at, end, base); at < end; at++) {
    int digit = __model_digit(s[at]);
    if (n > (most - digit) / base) return 0;
    n = n * base + digit;
  }
  return negative && !is_signed && n != 0 ? 2 : 1;
}

unsigned long long __model_scan_value(const char *s, size_t at, size_t end, int base) {
  unsigned long long n = 0;
  int negative = s[at] == '-';
  for (at = __model_scan_digits(s, at, end, base); at < end; at++) n = n * base + __model_digit(s[at]);
  return negative ? -n : n;
}
