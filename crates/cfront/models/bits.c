/* The functions of gcc that count bits, and those that turn bytes around. The position of a bit in 0 is not defined. */

int __model_ones(unsigned long long x, int width) {
  int n = 0;
  for (int i = 0; i < width; i++) n += (int)(x >> i & 1);
  return n;
}

int __model_first_bit(unsigned long long x, int width) {
  int n = 0;
  if (x == 0) __model_outside();
  while (n < width - 1 && !(x >> n & 1)) n++;
  return n;
}

/* Counted from above. */
int __model_last_bit(unsigned long long x, int width) {
  int n = 0;
  if (x == 0) __model_outside();
  while (n < width - 1 && !(x >> (width - 1 - n) & 1)) n++;
  return n;
}

int __builtin_popcount(unsigned x) { return __model_ones(x, sizeof x * 8); }
int __builtin_parity(unsigned x) { return __model_ones(x, sizeof x * 8) & 1; }
int __builtin_ctz(unsigned x) { return __model_first_bit(x, sizeof x * 8); }
int __builtin_clz(unsigned x) { return __model_last_bit(x, sizeof x * 8); }
int __builtin_ffs(int x) { return ffsll(x); }

int __builtin_popcountl(unsigned long x) { return __model_ones(x, sizeof x * 8); }
int __builtin_parityl(unsigned long x) { return __model_ones(x, sizeof x * 8) & 1; }
int __builtin_ctzl(unsigned long x) { return __model_first_bit(x, sizeof x * 8); }
int __builtin_clzl(unsigned long x) { return __model_last_bit(x, sizeof x * 8); }
int __builtin_ffsl(long x) { return ffsll(x); }

int __builtin_popcountll(unsigned long long x) { return __model_ones(x, sizeof x * 8); }
int __builtin_parityll(unsigned long long x) { return __model_ones(x, sizeof x * 8) & 1; }
int __builtin_ctzll(unsigned long long x) { return __model_first_bit(x, sizeof x * 8); }
int __builtin_clzll(unsigned long long x) { return __model_last_bit(x, sizeof x * 8); }
int __builtin_ffsll(long long x) { return ffsll(x); }

unsigned short __builtin_bswap16(unsigned short x) { return x << 8 | x >> 8; }
unsigned __builtin_bswap32(unsigned x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }
unsigned long long __builtin_bswap64(unsigned long long x) {
  return (unsigned long long)__builtin_bswap32(x) << 32 | __builtin_bswap32(x >> 32);
}
