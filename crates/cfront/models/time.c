/* Models of <time.h> and <locale.h>, as far as they are about numbers and memory of the library. */

long time(long *at) { long t = __model_between(-1, (long)(~0UL >> 1)); if (at) *at = t; return t; }
unsigned sleep(unsigned n) { return __model_between(0, n); }
int usleep(unsigned n) { __model_fails(); return __model_between(-1, 0); }
long clock(void) { return __model_between(-1, (long)(~0UL >> 1)); }
char *ctime(const long *at) { __model_reads(at, sizeof(long), 1); return __model_pointer(0); }
char *asctime(const void *at) { __model_reads(at, 1, 1); return __model_pointer(0); }
void *localtime(const long *at) { __model_reads(at, sizeof(long), 1); __model_fails(); return __model_pointer(1); }
void *gmtime(const long *at) { __model_reads(at, sizeof(long), 1); __model_fails(); return __model_pointer(1); }
char *setlocale(int category, const char *name) { if (name) { __model_text(name); __model_locale(name); } return __model_pointer(1); }
void *localeconv(void) { return __model_pointer(0); }
