// verdict: safe
// slow: yes
// twin: base64_codec-bad.c
// source: own
// about: base64 encoding and decoding of short buffers, round trip

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <assert.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define MAX_IN 12

static const char ALPHABET[] =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

// Writes one group of four characters; `have` of the three bytes are real.
static void putGroup(char *dst, uint32_t bits, size_t have)
{
  for (size_t k = 0; k < 4; k++) {
    unsigned idx = (bits >> (18 - 6 * k)) & 63;
    dst[k] = k <= have ? ALPHABET[idx] : '=';
  }
}

// Returns a fresh terminated string, to be freed by the caller.
static char *b64Encode(const uint8_t *in, size_t n)
{
  size_t groups = (n + 2) / 3;
  char *text = malloc(groups * 4 + 1);
  if (text == NULL)
    return NULL;
  for (size_t g = 0; g < groups; g++) {
    size_t have = n - 3 * g < 3 ? n - 3 * g : 3;
    uint32_t bits = 0;
    for (size_t k = 0; k < 3; k++)
      bits = bits << 8 | (k < have ? in[3 * g + k] : 0u);
    putGroup(text + 4 * g, bits, have);
  }
  text[groups * 4] = '\0';
  return text;
}

static int sextet(char c)
{
  const char *at = c != '\0' ? strchr(ALPHABET, c) : NULL;
  return at ? (int)(at - ALPHABET) : -1;
}

// Returns the number of bytes decoded into out, or -1 for malformed text.
static int b64Decode(const char *text, uint8_t *out, size_t cap)
{
  size_t len = strlen(text), used = 0;
  if (len % 4 != 0)
    return -1;
  for (size_t i = 0; i < len; i += 4) {
    uint32_t bits = 0;
    size_t have = 3;
    if (i + 4 == len && text[i + 3] == '=')
      have = text[i + 2] == '=' ? 1 : 2;
    for (size_t k = 0; k < 4; k++) {
      int v = k <= have ? sextet(text[i + k]) : 0;
      if (v < 0)
        return -1;
      bits = bits << 6 | (uint32_t)v;
    }
    for (size_t k = 0; k < have; k++) {
      if (used == cap)
        return -1;
      out[used++] = (uint8_t)(bits >> (16 - 8 * k));
    }
  }
  return (int)used;
}

int main(void)
{
  uint8_t data[MAX_IN], back[MAX_IN];
  size_t n = __VERIFIER_nondet_uchar();
  if (n > MAX_IN)
    return 0;
  for (size_t i = 0; i < n; i++)
    data[i] = __VERIFIER_nondet_uchar();

  char *text = b64Encode(data, n);
  if (text == NULL)
    return 1;
  assert(strlen(text) % 4 == 0);
  int m = b64Decode(text, back, sizeof back);
  assert(m >= 0 && (size_t)m == n);
  assert(memcmp(data, back, n) == 0);
  printf("%zu bytes -> %s\n", n, text);
  free(text);
  return 0;
}
