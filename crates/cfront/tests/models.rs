//! The models of library functions agree with the library: each function is called on random small arguments, compiled with the
//! system's compiler and library, and executed from its model; what it returns and writes is printed by both.
//!
//! Where C leaves the result open (the value of `strcmp` beyond its sign), only what C says is printed.

use base::exec::End;
use base::exec::walk::{Step, Walk};
use base::random::Random;
use base::{Budget, Int, SortedSet};
use cfront::{Options, translate};
use std::fmt::Write;
use std::process::{Command, Stdio};

/// How many calls of each function are compared; as many as the tables of `<ctype.h>` have entries.
const CALLS: usize = 384;

/// A function and what is printed for one call. At hand are the texts `a` and `b` (up to 6 characters in arrays of 8, with few
/// different characters), the number `n` (0 to 8), the character `c`, `any` of the arguments that `<ctype.h>` allows, the array
/// `to` of 24 bytes that holds the text `x`, and `line`, an array of 8 that begins with a copy of `a`; also the texts `fields`, which has words,
/// numbers, and what stands between them, `codes`, which has no sign, and `bits`, a number of 64 bits. The terminator of a text comes before position `n` or not, as it happens.
struct Model {
    name: &'static str,
    prototype: &'static str,
    call: &'static str,
}

const fn model(name: &'static str, prototype: &'static str, call: &'static str) -> Model {
    Model { name, prototype, call }
}

const ORDER: &str = "show(r < 0 ? -1 : r > 0);";
const PLACE: &str = "show(r ? (int)(r - a) : -1);";
const LONG: &str = "show((int)(r >> 32)); show((int)r); show((int)(end - text));";
const SSCANF: &str = "int sscanf(const char *, const char *, ...);";
const WRITTEN: &str = "show((int)(r - to)); show_bytes(to, 24);";

#[rustfmt::skip]
const MODELS: &[(Model, &str)] = &[
    (model("__builtin_popcount", "", "int r = __builtin_popcount(bits);"), "show(r);"),
    (model("__builtin_parity", "", "int r = __builtin_parity(bits);"), "show(r);"),
    (model("__builtin_ctz", "", "int r = __builtin_ctz(bits | 1u << n);"), "show(r);"),
    (model("__builtin_clz", "", "int r = __builtin_clz(bits | 1u << n);"), "show(r);"),
    (model("__builtin_ffs", "", "int r = __builtin_ffs((int)bits);"), "show(r);"),
    (model("__builtin_popcountl", "", "int r = __builtin_popcountl(bits);"), "show(r);"),
    (model("__builtin_parityl", "", "int r = __builtin_parityl(bits);"), "show(r);"),
    (model("__builtin_ctzl", "", "int r = __builtin_ctzl(bits | 1u << n);"), "show(r);"),
    (model("__builtin_clzl", "", "int r = __builtin_clzl(bits | 1u << n);"), "show(r);"),
    (model("__builtin_ffsl", "", "int r = __builtin_ffsl((long)bits);"), "show(r);"),
    (model("__builtin_popcountll", "", "int r = __builtin_popcountll(bits);"), "show(r);"),
    (model("__builtin_parityll", "", "int r = __builtin_parityll(bits);"), "show(r);"),
    (model("__builtin_ctzll", "", "int r = __builtin_ctzll(bits | 1u << n);"), "show(r);"),
    (model("__builtin_clzll", "", "int r = __builtin_clzll(bits | 1u << n);"), "show(r);"),
    (model("__builtin_ffsll", "", "int r = __builtin_ffsll((long long)bits);"), "show(r);"),
    (model("__builtin_bswap16", "", "int r = __builtin_bswap16(bits);"), "show(r);"),
    (model("__builtin_bswap32", "", "int r = (int)__builtin_bswap32(bits);"), "show(r);"),
    (model("__builtin_bswap64", "", "unsigned long long r = __builtin_bswap64(bits);"), "show((int)(r >> 32)); show((int)r);"),
    (model("strlen", "size_t strlen(const char *);", "int r = strlen(a);"), "show(r);"),
    (model("strnlen", "size_t strnlen(const char *, size_t);", "int r = strnlen(a, n);"), "show(r);"),
    (model("strcpy", "char *strcpy(char *, const char *);", "char *r = strcpy(to, a);"), WRITTEN),
    (model("stpcpy", "char *stpcpy(char *, const char *);", "char *r = stpcpy(to, a);"), WRITTEN),
    (model("strncpy", "char *strncpy(char *, const char *, size_t);", "char *r = strncpy(to, a, n);"), WRITTEN),
    (model("strcat", "char *strcat(char *, const char *);", "char *r = strcat(to, a);"), WRITTEN),
    (model("strncat", "char *strncat(char *, const char *, size_t);", "char *r = strncat(to, a, n);"), WRITTEN),
    (model("strcmp", "int strcmp(const char *, const char *);", "int r = strcmp(a, b);"), ORDER),
    (model("strncmp", "int strncmp(const char *, const char *, size_t);", "int r = strncmp(a, b, n);"), ORDER),
    (model("strcasecmp", "int strcasecmp(const char *, const char *);", "int r = strcasecmp(a, b);"), ORDER),
    (model("strncasecmp", "int strncasecmp(const char *, const char *, size_t);", "int r = strncasecmp(a, b, n);"), ORDER),
    (model("strchr", "char *strchr(const char *, int);", "char *r = strchr(a, c);"), PLACE),
    (model("index", "char *index(const char *, int);", "char *r = index(a, c);"), PLACE),
    (model("strchrnul", "char *strchrnul(const char *, int);", "char *r = strchrnul(a, c);"), PLACE),
    (model("strrchr", "char *strrchr(const char *, int);", "char *r = strrchr(a, c);"), PLACE),
    (model("rindex", "char *rindex(const char *, int);", "char *r = rindex(a, c);"), PLACE),
    (model("strstr", "char *strstr(const char *, const char *);", "char *r = strstr(a, part);"), PLACE),
    (model("strcasestr", "char *strcasestr(const char *, const char *);", "char *r = strcasestr(a, part);"), PLACE),
    (model("rawmemchr", "void *rawmemchr(const void *, int);", "char *r = rawmemchr(to, to[n]);"), "show((int)(r - to));"),
    (model("memmem", "void *memmem(const void *, size_t, const void *, size_t);", "char *r = memmem(a, n, part, n % 4);"), PLACE),
    (model("bcopy", "void bcopy(const void *, void *, size_t);", "char *r = to; bcopy(to + 2, to + n / 2, n);"), WRITTEN),
    (model("explicit_bzero", "void explicit_bzero(void *, size_t);", "char *r = to; explicit_bzero(to + 2, n);"), WRITTEN),
    (model("wcslen", "size_t wcslen(const int *);", "int wide[9] = {0}; size_t k; for (k = 0; k < n; k++) wide[k] = b[k]; int r = (int)wcslen(wide);"), "show(r);"),
    (model("mblen", "int mblen(const char *, size_t);", "int r = *a < 0 || n == 0 ? 7 : mblen(a, n);"), "show(r);"),
    (model("strspn", "size_t strspn(const char *, const char *);", "int r = strspn(a, part);"), "show(r);"),
    (model("strcspn", "size_t strcspn(const char *, const char *);", "int r = strcspn(a, part);"), "show(r);"),
    (model("strpbrk", "char *strpbrk(const char *, const char *);", "char *r = strpbrk(a, part);"), PLACE),
    (model("strdup", "char *strdup(const char *); void free(void *);", "char *r = strdup(a);"), "show_bytes(r, strlen(a) + 1); free(r);"),
    (model("strndup", "char *strndup(const char *, size_t); void free(void *);", "char *r = strndup(a, n);"), "show_bytes(r, strlen(r) + 1); free(r);"),
    (model("memcmp", "int memcmp(const void *, const void *, size_t);", "int r = memcmp(a, b, n);"), ORDER),
    (model("bcmp", "int bcmp(const void *, const void *, size_t);", "int r = bcmp(a, b, n);"), "show(r != 0);"),
    (model("memchr", "void *memchr(const void *, int, size_t);", "char *r = memchr(a, c, n);"), PLACE),
    (model("memrchr", "void *memrchr(const void *, int, size_t);", "char *r = memrchr(a, c, n);"), PLACE),
    (model("strtok", "char *strtok(char *, const char *);", "char *r = strtok(line, part); while (r) { show((int)(r - line)); r = strtok(0, b[0] ? part : b); }"), "show_bytes(line, 8);"),
    (model("strtok_r", "char *strtok_r(char *, const char *, char **);", "char *rest; char *r = strtok_r(line, part, &rest); while (r) { show((int)(r - line)); r = strtok_r(0, b[0] ? part : b, &rest); }"), "show_bytes(line, 8);"),
    (model("strsep", "char *strsep(char **, const char *);", "char *rest = line; char *r = strsep(&rest, part); while (r) { show((int)(r - line)); r = strsep(&rest, b[0] ? part : b); }"), "show_bytes(line, 8);"),
    (model("memccpy", "void *memccpy(void *, const void *, int, size_t);", "char *r = memccpy(to + 1, a, a[n / 2], n);"), "show(r ? (int)(r - to) : -1); show_bytes(to, 24);"),
    (model("posix_memalign", "int posix_memalign(void **, size_t, size_t); void free(void *);", "void *r = 0; int k = posix_memalign(&r, n % 2 ? 8 : 16, n + 1); char *p = r; p[n] = c;"), "show(k); show(p[n]); free(r);"),
    (model("atoi", "int atoi(const char *);", "int r = atoi(digits);"), "show(r);"),
    (model("atol", "long atol(const char *);", "int r = (int)atol(digits);"), "show(r);"),
    (model("atoll", "long long atoll(const char *);", "int r = (int)atoll(digits);"), "show(r);"),
    (model("strtol", "long strtol(const char *, char **, int);", "char *end; long r = strtol(text, &end, base);"), LONG),
    (model("strtoll", "long long strtoll(const char *, char **, int);", "char *end; long r = strtoll(text, &end, base);"), LONG),
    (model("strtoul", "unsigned long strtoul(const char *, char **, int);", "char *end; long r = strtoul(text, &end, base);"), LONG),
    (model("strtoull", "unsigned long long strtoull(const char *, char **, int);", "char *end; long r = strtoull(text, &end, base);"), LONG),
    (model("strtoimax", "long strtoimax(const char *, char **, int);", "char *end; long r = strtoimax(text, &end, base);"), LONG),
    (model("strtoumax", "unsigned long strtoumax(const char *, char **, int);", "char *end; unsigned long r = strtoumax(text, &end, base);"), LONG),
    (model("div", "typedef struct { int quot, rem; } div_t; div_t div(int, int);", "div_t r = div(c * (n - 4), n + 1);"), "show(r.quot); show(r.rem);"),
    (model("ldiv", "typedef struct { long quot, rem; } ldiv_t; ldiv_t ldiv(long, long);", "ldiv_t r = ldiv(c * (n - 4), n + 1);"), "show(r.quot); show(r.rem);"),
    (model("lldiv", "typedef struct { long long quot, rem; } lldiv_t; lldiv_t lldiv(long long, long long);", "lldiv_t r = lldiv(c * (n - 4), n + 1);"), "show(r.quot); show(r.rem);"),
    (model("qsort", "void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); static int bytes(const void *p, const void *q) { return *(const char *)p - *(const char *)q; }", "qsort(line, n, 1, bytes);"), "show_bytes(line, 8);"),
    (model("qsort", "void qsort(void *, size_t, size_t, int (*)(const void *, const void *)); static int numbers(const void *p, const void *q) { return *(const int *)p - *(const int *)q; }", "int v[9], k; for (k = 0; k < 9; k++) v[k] = b[k % 8] * 1000 - k; qsort(v, n, sizeof *v, numbers);"), "for (k = 0; k < 9; k++) show(v[k]);"),
    (model("bsearch", "void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *)); static int chars(const void *p, const void *q) { return *(const char *)p - *(const char *)q; }", "char key = n * 2; char *r = bsearch(&key, to + 2, 14, 1, chars);"), "show(r ? (int)(r - to) : -1);"),
    (model("isdigit", "int isdigit(int);", "int r = isdigit(any);"), "show(r != 0);"),
    (model("islower", "int islower(int);", "int r = islower(any);"), "show(r != 0);"),
    (model("isupper", "int isupper(int);", "int r = isupper(any);"), "show(r != 0);"),
    (model("isalpha", "int isalpha(int);", "int r = isalpha(any);"), "show(r != 0);"),
    (model("isalnum", "int isalnum(int);", "int r = isalnum(any);"), "show(r != 0);"),
    (model("isxdigit", "int isxdigit(int);", "int r = isxdigit(any);"), "show(r != 0);"),
    (model("isspace", "int isspace(int);", "int r = isspace(any);"), "show(r != 0);"),
    (model("isblank", "int isblank(int);", "int r = isblank(any);"), "show(r != 0);"),
    (model("iscntrl", "int iscntrl(int);", "int r = iscntrl(any);"), "show(r != 0);"),
    (model("isprint", "int isprint(int);", "int r = isprint(any);"), "show(r != 0);"),
    (model("isgraph", "int isgraph(int);", "int r = isgraph(any);"), "show(r != 0);"),
    (model("ispunct", "int ispunct(int);", "int r = ispunct(any);"), "show(r != 0);"),
    (model("isascii", "int isascii(int);", "int r = isascii(any);"), "show(r != 0);"),
    (model("tolower", "int tolower(int);", "int r = tolower(any);"), "show(r);"),
    (model("toupper", "int toupper(int);", "int r = toupper(any);"), "show(r);"),
    // What the macros of `<ctype.h>` look up, from -128 to 255.
    (model("__ctype_b_loc", "const unsigned short **__ctype_b_loc(void);", "int r = (*__ctype_b_loc())[i - 128];"), "show(r);"),
    // Its bits one by one, and some together.
    (model("__ctype_b_loc", "const unsigned short **__ctype_b_loc(void);", "enum { A = 1024, D = 2048 }; int r = 0, k = i - 128; r += ((*__ctype_b_loc())[k] & (unsigned short)1); r += ((*__ctype_b_loc())[k] & 2); r += ((*__ctype_b_loc())[k] & 4); r += ((*__ctype_b_loc())[k] & 8); r += ((*__ctype_b_loc())[k] & 256); r += ((*__ctype_b_loc())[k] & 512); r += ((*__ctype_b_loc())[k] & A); r += ((*__ctype_b_loc())[k] & (unsigned short)D); r += ((*__ctype_b_loc())[k] & 4096); r += ((*__ctype_b_loc())[k] & 8192); r += ((*__ctype_b_loc())[k] & 16384); r += ((*__ctype_b_loc())[k] & 32768); int t = (*__ctype_b_loc())[k] & (A | D);"), "show(r); show(t);"),
    (model("__ctype_tolower_loc", "const int **__ctype_tolower_loc(void);", "int r = (*__ctype_tolower_loc())[i - 128];"), "show(r);"),
    (model("__ctype_toupper_loc", "const int **__ctype_toupper_loc(void);", "int r = (*__ctype_toupper_loc())[i - 128];"), "show(r);"),
    // These are not in C but in the front end, or put together by it.
    (model("sprintf", "int sprintf(char *, const char *, ...);", "char *r = to; int k = sprintf(to, \"%d,%5u|%s%%%c\", c, n, a, 'z');"), "show(k); show_bytes(r, 24);"),
    (model("sprintf", "int sprintf(char *, const char *, ...);", "char *r = to; int k = sprintf(to, \"%*d,%.*s|%*u\", c % 7, c % 10, (int)n - 3, a, -(int)n, 7u);"), "show(k); show_bytes(r, 24);"),
    (model("snprintf", "int snprintf(char *, size_t, const char *, ...);", "char *r = to; int k = snprintf(to, n, \"<%-4d%04x %+ld>\", c, c, (long)c * c);"), "show(k); show_bytes(r, 24);"),
    // Where the text ends behind what is not to be stored, C leaves the result open.
    (model("sscanf", SSCANF, "char key[16] = {9, 9, 9}; char value[24] = {8}; int k = sscanf(fields, \"%5[^=]=%7s\", key, value);"), "show(k); show_bytes(key, 6); show_bytes(value, 8);"),
    (model("sscanf", SSCANF, "char key[24] = {9, 9, 9}; char mark = 7; int k = sscanf(fields, \"%[a-z]%c\", key, &mark);"), "show(k); show_bytes(key, 6); show(mark);"),
    (model("sscanf", SSCANF, "char key[24] = {9, 9, 9, 9, 9, 9}; int at = -5; int k = sscanf(fields, \"%3c%n\", key, &at);"), "show(k); show_bytes(key, 6); show(at);"),
    (model("sscanf", SSCANF, "int at = -5; long long v = 3; char mark = 7; int k = sscanf(fields, \" %lli%n %c\", &v, &at, &mark);"), "show(k); show((int)v); show((int)(v >> 32)); show(at); show(mark);"),
    (model("sscanf", SSCANF, "int at = -5; long long v = 3; char mark = 7; int k = sscanf(fields, \"%7lli%c%n\", &v, &mark, &at);"), "show(k); show((int)v); show((int)(v >> 32)); show(at); show(mark);"),
    (model("sscanf", SSCANF, "short at = -5; unsigned long long v = 3; char mark = 7; int k = sscanf(codes, \"%llx %hn%c\", &v, &at, &mark);"), "show(k); show((int)v); show((int)(v >> 32)); show(at); show(mark);"),
    (model("sscanf", SSCANF, "int v = 3, w = 4; char mark = 7; int k = sscanf(fields, \"%4d%%%c%2d\", &v, &mark, &w);"), "show(k); show(v); show(w); show(mark);"),
    (model("sscanf", SSCANF, "char key[24] = {9, 9, 9}; signed char at = -5; int k = sscanf(fields, \"%*[^]%-]%hhn%23[]%a-c=-]\", &at, key);"), "show(k < 0 ? 0 : k); show_bytes(key, 6); show(at);"),
    (model("sscanf", SSCANF, "char key[24] = {9, 9, 9}, mark = 7; int k = sscanf(fields, \"%*s%c%*2c%s\", &mark, key);"), "show(k < 0 ? 0 : k); show_bytes(key, 6); show(mark);"),
    (model("sscanf", SSCANF, "char key[24] = {9, 9, 9}; long at = -5; int k = sscanf(fields, \" = %ln%4[+-9a-]%*1[,=]%ln\", &at, key, &at);"), "show(k < 0 ? 0 : k); show_bytes(key, 6); show((int)at);"),
    (model("abs", "int abs(int); long labs(long);", "int r = abs(c) + (int)labs(-c);"), "show(r);"),
    (model("strcoll", "int strcoll(const char *, const char *);", "int r = strcoll(a, b);"), ORDER),
    (model("ffs", "int ffs(int);", "int r = ffs(c * n);"), "show(r);"),
    (model("ffsl", "int ffsl(long);", "int r = ffsl(c * n);"), "show(r);"),
    (model("ffsll", "int ffsll(long long);", "int r = ffsll((long long)c * n * 1048576);"), "show(r);"),
    (model("imaxabs", "long imaxabs(long);", "int r = imaxabs(c);"), "show(r);"),
    (model("memcpy", "void *memcpy(void *, const void *, size_t);", "char *r = memcpy(to + 1, a, n);"), WRITTEN),
    (model("mempcpy", "void *mempcpy(void *, const void *, size_t);", "char *r = mempcpy(to + 1, a, n);"), WRITTEN),
    (model("memmove", "void *memmove(void *, const void *, size_t);", "char *r = memmove(to + n / 2, to + 2, n);"), WRITTEN),
    (model("memset", "void *memset(void *, int, size_t);", "char *r = memset(to + 2, c, n);"), WRITTEN),
    (model("bzero", "void bzero(void *, size_t);", "char *r = to; bzero(to + 2, n);"), WRITTEN),
    (model("calloc", "void *calloc(size_t, size_t); void free(void *);", "char *r = calloc(n + 1, 2); r[n] = c;"), "show_bytes(r, 2 * (n + 1)); free(r);"),
    (model("realloc", "void *malloc(size_t); void *realloc(void *, size_t); void free(void *);", "char *r = malloc(4); r[0] = 1; r[1] = 2; r[2] = c; r[3] = 4; r = realloc(r, n + 3);"), "show_bytes(r, n < 1 ? 3 : 4); free(r);"),
];

const PROLOGUE: &str = "typedef unsigned long size_t;
int printf(const char *, ...);
static void show(int value) { printf(\"%d\\n\", value); }
static void show_bytes(const char *p, unsigned long count) {
    unsigned long i;
    for (i = 0; i < count; i++) printf(\"%d \", p[i]);
    printf(\"\\n\");
}
";

/// The characters of texts: few, so that texts have something in common; with both cases, and beyond 127.
const LETTERS: &[u8] = b"aabBAc\xe1";

fn letters(random: &mut Random, from: &[u8], longest: u64) -> String {
    let length = random.below(longest + 1);
    let codes = (0..length).map(|_| (from[random.below(from.len() as u64) as usize] as i8).to_string());
    let codes: Vec<_> = codes.chain(["0".to_owned()]).collect();
    format!("{{{}}}", codes.join(", "))
}

/// The text of a number, or nearly so: white space, a sign, a prefix, digits that may be too many for any type.
fn numeral(random: &mut Random) -> String {
    let mut pick = |from: &[&str]| from[random.below(from.len() as u64) as usize].to_owned();
    let mut text = pick(&["", "", " ", "\\t "]) + &pick(&["", "", "-", "+", "- "]) + &pick(&["", "", "0", "0x", "0X1"]);
    for _ in 0..4 {
        text += &pick(&["", "7", "10", "f", "Z", "92233", "99999", "x", "18446", "0", "4775807"]);
    }
    text
}

/// Words, numbers, and what stands between them.
fn fields(random: &mut Random, with_sign: bool) -> String {
    const PARTS: [&str; 18] = ["a", "b", "z", "=", ",", " ", "\\t", "7", "12", "0", "%", "]", "0x1f", "0X9", "099", "a", "-", "+"];
    let count = PARTS.len() as u64 - if with_sign { 0 } else { 2 };
    (0..random.below(7)).map(|_| PARTS[random.below(count) as usize]).collect()
}

fn table(out: &mut String, kind: &str, name: &str, number: usize, mut entry: impl FnMut() -> String) {
    let entries: Vec<_> = (0..CALLS).map(|_| entry()).collect();
    let size = if kind == "char" { "[8]" } else { "" };
    let _ = writeln!(out, "static const {kind} {name}_{number}[{CALLS}]{size} = {{{}}};", entries.join(", "));
}

/// The program that calls a function on its arguments.
fn program(number: usize, model: &Model, shown: &str) -> String {
    let mut random = Random::new(7000 + number as u64);
    let mut text = String::new();
    if !model.prototype.contains(" strlen(") {
        text.push_str("size_t strlen(const char *);\n");
    }
    let _ = writeln!(text, "{}", model.prototype);
    let uses =
        |word: &str| [model.call, shown].iter().any(|t| t.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|w| w == word));
    let mut locals = String::new();
    let mut local = |declaration: String| {
        let _ = writeln!(locals, "        {declaration}");
    };
    for (name, from, longest) in [("a", LETTERS, 6), ("b", LETTERS, 6), ("part", LETTERS, 2), ("digits", &b" \t+-0123456789x"[..], 7)] {
        if uses(name) || (name == "a" && uses("line")) {
            table(&mut text, "char", name, number, || letters(&mut random, from, longest));
            local(format!("const char *{name} = {name}_{number}[i];"));
        }
    }
    if uses("text") {
        let entries: Vec<_> = (0..CALLS).map(|_| format!("\"{}\"", numeral(&mut random))).collect();
        let _ = writeln!(text, "static const char text_{number}[{CALLS}][32] = {{{}}};", entries.join(", "));
        local(format!("const char *text = text_{number}[i];"));
    }
    for (name, with_sign) in [("fields", true), ("codes", false)] {
        if uses(name) {
            let entries: Vec<_> = (0..CALLS).map(|_| format!("\"{}\"", fields(&mut random, with_sign))).collect();
            let _ = writeln!(text, "static const char {name}_{number}[{CALLS}][32] = {{{}}};", entries.join(", "));
            local(format!("const char *{name} = {name}_{number}[i];"));
        }
    }
    if uses("base") {
        table(&mut text, "int", "base", number, || [0, 2, 8, 10, 16, 36][random.below(6) as usize].to_string());
        local(format!("int base = base_{number}[i];"));
    }
    if uses("n") {
        table(&mut text, "int", "n", number, || random.below(9).to_string());
        local(format!("int n = n_{number}[i];"));
    }
    if uses("bits") {
        table(&mut text, "unsigned long long", "bits", number, || format!("{}ULL", random.next_u64() >> random.below(64)));
        local(format!("unsigned long long bits = bits_{number}[i];"));
    }
    if uses("any") {
        local("int any = i % 257 - 1;".into());
    }
    if uses("c") {
        table(&mut text, "int", "c", number, || [97, 98, 66, 0, 99, 225, -31, 353][random.below(8) as usize].to_string());
        local(format!("int c = c_{number}[i];"));
    }
    if uses("to") {
        local("char to[24] = {'x', 0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};".into());
    }
    if uses("line") {
        local("char line[8]; int j; for (j = 0; j < 8; j++) line[j] = a[j];".into());
    }
    let _ = writeln!(
        text,
        "void p{number}_main(void) {{\n    int i;\n    for (i = 0; i < {CALLS}; i++) {{\n{locals}        {} {shown}\n    }}\n}}",
        model.call
    );
    text
}

/// What the compiled programs print.
fn compiled(programs: &[String]) -> Vec<String> {
    let mut file = String::from(PROLOGUE);
    let mut main = String::from("int main(void) {\n");
    for (number, text) in programs.iter().enumerate() {
        file.push_str(text);
        let _ = writeln!(main, "printf(\"== \\n\"); p{number}_main();");
    }
    let directory = std::env::temp_dir().join(format!("cfront-models-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let (source, binary) = (directory.join("all.c"), directory.join("all"));
    std::fs::write(&source, file + &main + "return 0; }\n").unwrap();
    // Without the compiler's own versions of the functions.
    let flags = ["-w", "-fno-builtin", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-o"];
    let status = Command::new("cc").args(flags).arg(&binary).arg(&source).status().expect("cc runs");
    let output = Command::new(&binary).stdin(Stdio::null()).output();
    std::fs::remove_dir_all(&directory).unwrap();
    assert!(status.success(), "cc rejects the program");
    let output = output.expect("the program runs");
    assert!(output.status.success(), "the program fails: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).split("== \n").skip(1).map(str::to_owned).collect()
}

/// What the automaton prints, and how it ends if not well.
fn executed(text: &str, number: usize) -> (String, Option<String>) {
    // The tables behind `ctype.h` have more elements than its functions have arguments.
    let checks = base::Check::ALL.into_iter().filter(|c| *c != base::Check::Undefined).collect();
    let options = Options { entry: format!("p{number}_main"), globals: cfront::Globals::Initial, checks, ..Options::default() };
    let cfa = translate(&format!("{PROLOGUE}{text}"), "model.c", &options).unwrap_or_else(|d| panic!("rejected: {d}\n{text}"));
    let mut printed = String::new();
    let end = Walk::new(&cfa).run(&mut |_: &base::exec::Request| Some(Int::ZERO), 10_000_000, &Budget::unlimited(), &mut |step, _| {
        if let Step::Printed(_, text) = step {
            printed.push_str(text);
        }
    });
    let end = match end {
        End::Exit(_) => None,
        End::Error(l) => cfa.error_at(l).map(|e| e.span.as_ref().map_or_else(|| e.message.clone(), |s| cfa.files.render(s, &e.message))),
        other => Some(format!("{other:?}")),
    };
    (printed, end)
}

#[test]
fn models_agree_with_the_library() {
    let programs: Vec<_> = MODELS.iter().enumerate().map(|(number, (model, shown))| program(number, model, shown)).collect();
    let expected = compiled(&programs);
    assert_eq!(expected.len(), MODELS.len());
    let mut wrong = String::new();
    for (number, ((model, _), expected)) in MODELS.iter().zip(&expected).enumerate() {
        let (printed, end) = executed(&programs[number], number);
        let name = model.name;
        if let Some((call, (a, b))) = expected.lines().zip(printed.lines()).enumerate().find(|(_, (a, b))| a != b) {
            let _ = writeln!(wrong, "{name}, line {call}: the library prints {a}, the model {b}");
        } else if let Some(end) = end {
            let _ = writeln!(wrong, "{name} ends with {end}");
        } else if expected.len() != printed.len() {
            let _ = writeln!(wrong, "{name} prints less or more than the library");
        }
        let distinct: SortedSet<_> = expected.lines().collect();
        assert!(expected.lines().count() >= CALLS && distinct.len() >= 2, "the calls of {name} tell too little");
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Models of several lines whose results are not the same in every run.
const OPEN: [&str; 14] = [
    "fgets",
    "getline",
    "fopen",
    "freopen",
    "setbuf",
    "fread",
    "fwrite",
    "read",
    "ungetc",
    "atexit",
    "__errno_location",
    "feof",
    "ferror",
    "fseek",
];

/// A model that is added is added to the test.
#[test]
fn every_model_is_compared() {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/models");
    let compared: SortedSet<&str> = MODELS.iter().map(|(m, _)| m.name).collect();
    let mut count = 0;
    for entry in std::fs::read_dir(directory).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        // Definitions are what begins at the start of a line and has a parameter list.
        for line in text.lines().filter(|l| l.starts_with(|c: char| c.is_ascii_alphabetic())) {
            let Some((before, _)) = line.split_once('(') else { continue };
            let name = before.rsplit([' ', '*']).next().unwrap_or_default();
            // Parts of models are compared with them; input, the end of a run and what the library chooses have tests of their own.
            let is_open = ["__model_between", "__model_pointer", "__model_met"].iter().any(|step| line.contains(step));
            if name.starts_with("__model") || is_open || OPEN.contains(&name) {
                continue;
            }
            assert!(compared.contains(name), "`{name}` is not compared with the library");
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} models were found");
}
